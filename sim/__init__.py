"""A Go-Stop (고스톱, 맞고) simulator: millions of seeded games a second, honest statistics.

>>> import gostop
>>> run = gostop.simulate("arcade3", games=1000, seed=7)
>>> run.games
1000

Importing this package is cheap; what is named here is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if __name__ != "gostop":
    raise ImportError(
        f"'{__name__}' is a folder of the gostop checkout, not a package: install the project "
        "(python -m pip install .) and import gostop"
    )

__version__ = "0.1.0"

if TYPE_CHECKING:
    from gostop.analysis.comparing import compare
    from gostop.analysis.match import match
    from gostop.errors import InputError
    from gostop.game import Game
    from gostop.points import score
    from gostop.records.replaying import replay
    from gostop.rules import Rules
    from gostop.run import Run
    from gostop.simulation import simulate
    from gostop.vector import VectorGame

_HOME = {
    "Game": "gostop.game",
    "InputError": "gostop.errors",
    "Rules": "gostop.rules",
    "Run": "gostop.run",
    "VectorGame": "gostop.vector",
    "compare": "gostop.analysis.comparing",
    "match": "gostop.analysis.match",
    "replay": "gostop.records.replaying",
    "score": "gostop.points",
    "simulate": "gostop.simulation",
}
"""Where each public name lives."""

__all__ = [
    "Game",
    "InputError",
    "Rules",
    "Run",
    "VectorGame",
    "__version__",
    "compare",
    "match",
    "replay",
    "score",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"module 'gostop' has no attribute '{name}'")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    """Public names, for completion."""
    return sorted(__all__)
