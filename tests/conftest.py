"""What all tests share."""

import pytest

from gostop.engine import Engine
from gostop.simulation import make_plan


@pytest.fixture(scope="session", autouse=True)
def _warm_kernels() -> None:
    """Compile the kernels before the first test, so that no test is told of it or waits for it."""
    with Engine(make_plan(), threads=1) as engine:
        engine.warm()
