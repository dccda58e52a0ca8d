"""Every example in the analysis is run."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import gostop.analysis

MODULES = sorted(
    path.stem
    for path in Path(str(gostop.analysis.__file__)).parent.glob("*.py")
    if path.stem != "__init__"
)


@pytest.mark.parametrize("name", ["", *MODULES])
def test_examples(name: str) -> None:
    module = import_module(f"gostop.analysis.{name}".rstrip("."))
    result = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


def public(name: str) -> list[object]:
    module = import_module(f"gostop.analysis.{name}")
    return [
        one
        for key, one in vars(module).items()
        if not key.startswith("_")
        and getattr(one, "__module__", None) == module.__name__
        and type(one).__name__ == "function"
    ]


@pytest.mark.parametrize("name", ["exact", "frequencies", "multipliers", "payments", "rates"])
def test_every_public_function_has_an_example(name: str) -> None:
    helpers = {"pooled", "categories", "table"}
    for one in public(name):
        if one.__name__ not in helpers:  # type: ignore[attr-defined]
            assert ">>>" in (one.__doc__ or ""), one


@pytest.mark.parametrize("name", gostop.analysis.__all__)
def test_public_names_are_there(name: str) -> None:
    assert getattr(gostop.analysis, name) is not None
