"""What all tests share."""

import pytest
from hypothesis import HealthCheck, settings

from gostop.engine import Engine
from gostop.simulation import make_plan

# How long an example takes is the machine's affair: a busy one must not fail a test.
settings.register_profile("untimed", deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("untimed")


@pytest.fixture(scope="session", autouse=True)
def _warm_kernels() -> None:
    """Compile the kernels before the first test, so that no test is told of it or waits for it."""
    with Engine(make_plan(), threads=1) as engine:
        engine.warm()
