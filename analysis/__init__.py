"""What a run says about the game: rates with honest error bars, exact probabilities, reports.

>>> import gostop
>>> from gostop.analysis import report
>>> told = report(gostop.simulate("arcade3", games=1000, seed=7))
>>> told.games
1000

Importing this package is cheap: its submodules are loaded when they are first used, and `report`
loads what it needs when it is called. (`report` is imported here at once, as a submodule of the
same name would otherwise take the function's place as soon as anybody imports from it.)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if __name__ != "gostop.analysis":
    raise ImportError(
        f"'{__name__}' is a folder of the gostop checkout, not a package: install the project "
        "(python -m pip install .) and import gostop.analysis"
    )

from gostop.analysis.report import Report, report

if TYPE_CHECKING:
    from gostop.analysis import exact, intervals, plots
    from gostop.analysis.comparing import compare, sweep
    from gostop.analysis.going import go_stop

_MODULES = ("exact", "intervals", "plots")
"""Public submodules, loaded when first used."""

_HOME = {"compare": "comparing", "go_stop": "going", "sweep": "comparing"}
"""Functions loaded when first used, and the submodule of each, which has another name."""

__all__ = ["Report", "compare", "exact", "go_stop", "intervals", "plots", "report", "sweep"]


def __getattr__(name: str) -> Any:
    """Load a public submodule, or a function of one, when it is first used."""
    if name in _HOME:
        return getattr(import_module(f"gostop.analysis.{_HOME[name]}"), name)
    if name not in _MODULES:
        raise AttributeError(f"module 'gostop.analysis' has no attribute '{name}'")
    return import_module(f"gostop.analysis.{name}")


def __dir__() -> list[str]:
    """Public names, for completion."""
    return sorted(__all__)
