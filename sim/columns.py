"""The result columns: name, type, meaning and where each is read from, in one place.

A column is a field of one of the kernels' row types (`gostop.kernels.outcome`), of one seat where
the field has one value a seat. Everything that reads or writes results is derived from here.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from gostop.errors import InputError
from gostop.kernels.outcome import COUNTS, FACTORS, FINAL, OUTCOME, SETS
from gostop.kernels.state import ENDINGS, EVENTS
from gostop.rules import as_toml

SCHEMA_VERSION = 1

DETAILS = ("summary", "default", "seats", "full")
"""How much of each game is kept, each level with all that is before it."""


def check_detail(detail: str) -> str:
    """A level of detail, one of `DETAILS`.

    Raises
    ------
    InputError
        If there is no such level.
    """
    if detail not in DETAILS:
        raise InputError(f"detail {as_toml(detail)} is unknown: choose from {', '.join(DETAILS)}")
    return detail


@dataclass(frozen=True, slots=True)
class Column:
    """One result column.

    Attributes
    ----------
    name : str
    source : str
        Which rows it is read from: "outcome", "counts" or "final".
    field : str
        Field of that row.
    index : int or tuple of int or None
        Place within the field: the seat, or the seat and the event.
    dtype : numpy.dtype
    meaning : str
    """

    name: str
    source: str
    field: str
    index: int | tuple[int, int] | None
    dtype: np.dtype[np.generic]
    meaning: str

    def read(self, rows: npt.NDArray[np.void]) -> npt.NDArray[np.generic]:
        """The column's values in `rows` of its source, a strided view."""
        values: npt.NDArray[np.generic] = rows[self.field]
        if self.index is None:
            return values
        places = self.index if isinstance(self.index, tuple) else (self.index,)
        return values[(slice(None), *places)]


SOURCES = {"outcome": OUTCOME, "counts": COUNTS, "final": FINAL}

_DEFAULT = (
    ("game", "index in the run; with the plan it replays the game"),
    ("ended_by", "how the game ended"),
    ("winner", "seat, or -1 for nobody: a draw, or a third 뻑 that costs with three players"),
    ("actor", "seat that ended it: the winner, the maker of the third 뻑, or -1"),
    ("turns", "turns played"),
    ("points", "the winner's as paid, without goes; a fixed win: its price; else 0"),
    ("goes", "the winner's"),
)
_DEFAULT_OF_SEATS = (
    ("payment", "gained or lost, first-뻑 money included; a game's sum to zero"),
    ("multiplier", "the winner's: the common part; a loser's: what it pays with; otherwise 1"),
    (
        "factors",
        "bits of what the multiplier is made of: "
        + ", ".join(f"{1 << place} {name}" for place, name in enumerate(FACTORS)),
    ),
)
_FULL_OF_SEATS = (
    ("points", "points at the end, 국진 as used, sweeps included"),
    ("pi", "value of pi at the end, 국진 as used"),
    ("brights", "광 taken"),
    ("animals", "열끗 taken, 국진 as used"),
    ("ribbons", "띠 taken"),
    ("first_money", "gained or lost by first-뻑 payments"),
    ("captured", "cards taken, a bit mask"),
    ("dealt", "cards dealt, a bit mask"),
)
_FULL = (
    ("redeals", "deals thrown away for four of a month on the floor"),
    ("floor", "cards on the floor at the end, a bit mask"),
)
_SETS_MEANING = "bits of what the winner scored with: " + ", ".join(
    f"{1 << place} {name}" for place, name in enumerate(SETS)
)


def _column(source: str, field: str, meaning: str, seat: int | None = None) -> Column:
    name = field if seat is None else f"{field}_{seat}"
    return Column(name, source, field, seat, SOURCES[source][field].base, meaning)


def _default_columns(players: int) -> list[Column]:
    seats = range(players)
    alone = [_column("outcome", name, meaning) for name, meaning in _DEFAULT]
    return alone + [
        _column("outcome", name, meaning, seat)
        for name, meaning in _DEFAULT_OF_SEATS
        for seat in seats
    ]


def _seats_columns(players: int) -> list[Column]:
    dtype = COUNTS["count"].base
    counts = [
        Column(f"{event}_{seat}", "counts", "count", (seat, place), dtype, f"{event} of the seat")
        for place, event in enumerate(EVENTS)
        for seat in range(players)
    ]
    return [*counts, _column("outcome", "sets", _SETS_MEANING)]


def _full_columns(players: int) -> list[Column]:
    of_seats = [
        _column("final", name, meaning, seat)
        for name, meaning in _FULL_OF_SEATS
        for seat in range(players)
    ]
    return of_seats + [_column("final", name, meaning) for name, meaning in _FULL]


@cache
def result_columns(detail: str, players: int) -> tuple[Column, ...]:
    """The columns kept at a level of detail, in their order in the file.

    Parameters
    ----------
    detail : str
        One of `DETAILS`.
    players : int
        Number of seats.
    """
    level = DETAILS.index(detail)
    made = (_default_columns, _seats_columns, _full_columns)[:level]
    return tuple(column for make in made for column in make(players))


ENDED_BY = ENDINGS
"""Words of `ended_by`; a row stores the place of its word, from 1."""
