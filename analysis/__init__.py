"""What a run says about the game: rates with honest error bars, exact probabilities, reports.

>>> import gostop
>>> from gostop.analysis import load, rates, report
>>> run = gostop.simulate("arcade3", games=1000, seed=7)
>>> report(run).games
1000
>>> load(run, ["game", "winner"], where="goes >= 1").shape
(183, 2)
>>> rates.wins(run)["n"].tolist()
[1000, 1000, 1000]

========================= ========================================================================
`load`, `scan`            rows of runs, as pandas or as a `pyarrow.dataset`
`aggregate`               means, deviations and quantiles of runs of any size
`provenance`              where runs come from
`rates`                   who wins, how games end, how often anything is true
`frequencies`             how often everything happens that has a name
`multipliers`             the total multiplier and its factors
`payments`                what is paid, its tail, by goes and by sets
`compare`, `sweep`        what a house rule changes, on the same deals and streams
`go_stop`                 both answers to go-or-stop choices, played on the same cards
`plots`                   pictures of all of it
`exact`, `beside_exact`   exact probabilities, and what a run counted beside them
`intervals`               confidence intervals of rates and means
`report`                  all of a run's first questions at once
========================= ========================================================================

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

from gostop.analysis.figures import Report
from gostop.analysis.report import report

if TYPE_CHECKING:
    from gostop.analysis import exact, frequencies, intervals, multipliers, payments, plots, rates
    from gostop.analysis.checked import beside_exact
    from gostop.analysis.comparing import compare, sweep
    from gostop.analysis.going import go_stop
    from gostop.analysis.reading import load, scan
    from gostop.analysis.sources import provenance
    from gostop.analysis.streaming import aggregate

_MODULES = ("exact", "frequencies", "intervals", "multipliers", "payments", "plots", "rates")
"""Public submodules, loaded when first used."""

_HOME = {
    "aggregate": "streaming",
    "beside_exact": "checked",
    "compare": "comparing",
    "go_stop": "going",
    "load": "reading",
    "provenance": "sources",
    "scan": "reading",
    "sweep": "comparing",
}
"""Where each public function lives; it is loaded when it is first used."""

__all__ = [
    "Report",
    "aggregate",
    "beside_exact",
    "compare",
    "exact",
    "frequencies",
    "go_stop",
    "intervals",
    "load",
    "multipliers",
    "payments",
    "plots",
    "provenance",
    "rates",
    "report",
    "scan",
    "sweep",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    if name in _MODULES:
        return import_module(f"gostop.analysis.{name}")
    if name in _HOME:
        return getattr(import_module(f"gostop.analysis.{_HOME[name]}"), name)
    raise AttributeError(f"module 'gostop.analysis' has no attribute '{name}'")


def __dir__() -> list[str]:
    """Public names, for completion."""
    return sorted(__all__)
