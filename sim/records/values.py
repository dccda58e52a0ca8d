"""Values of a record's TOML: each is read, or refused with what it must be.

A reader raises ValueError with the end of a sentence, "a text in quotes"; where it stands and what
it is called is known to its caller.
"""

import re
from collections.abc import Callable
from typing import Any, TypeVar

from gostop.errors import InputError
from gostop.kernels.state import ENDINGS
from gostop.turn import TURN_EVENTS

__all__ = [
    "MOST",
    "ending",
    "events",
    "flag",
    "list_of",
    "pile",
    "reserved",
    "split_unknown",
    "text",
    "texts",
    "whole",
]

MOST = 1000
"""No number of a record is larger, but for its seed and what is paid."""

T = TypeVar("T")


def text(value: Any) -> str:
    """Read a text."""
    if not isinstance(value, str):
        raise ValueError("a text in quotes")
    return value


def flag(value: Any) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def whole(low: int, high: int) -> Callable[[Any], int]:
    """Return what reads a whole number of a range; true and 1.0 are none."""

    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return value

    return read


def list_of(read: Callable[[Any], T]) -> Callable[[Any], list[T]]:
    """Return what reads a list whose entries are read by `read`."""

    def read_all(value: Any) -> list[T]:
        if not isinstance(value, list):
            raise ValueError("a list")
        if len(value) > MOST:
            raise ValueError(f"a list of at most {MOST} entries")
        try:
            return [read(one) for one in value]
        except ValueError as error:
            raise ValueError(f"a list, each entry {error}") from None

    return read_all


texts = list_of(text)
"""Reads a list of texts."""


def ending(value: Any) -> str:
    """Read how a game ended."""
    if value not in ENDINGS:
        raise ValueError(f"one of {', '.join(ENDINGS)}")
    return str(value)


def events(value: Any) -> frozenset[str]:
    """Read what happened in a turn."""
    names = texts(value)
    for name in names:
        if name not in TURN_EVENTS:
            raise ValueError(f"a list of words among {', '.join(TURN_EVENTS)}")
    return frozenset(names)


def reserved(value: Any) -> int | dict[int, str]:
    """Read what one seat holds as reserved pi: how many, or which by whose they were."""
    if isinstance(value, dict):
        if not all(re.fullmatch("[0-9]", seat) for seat in value):
            raise ValueError('a number, or cards by seat: { "1" = "3피" }')
        return {int(seat): text(cards) for seat, cards in value.items()}
    return whole(0, MOST)(value)


def pile(value: Any) -> tuple[int, int | None, int | str]:
    """Read a pile: its month, its owner, the jokers under it."""
    wanted = "a pile: { month = 8, owner = 2, jokers = 1 }, owner and jokers if it has any"
    if not isinstance(value, dict) or not {"month"} <= value.keys() <= {"month", "owner", "jokers"}:
        raise ValueError(wanted)
    jokers = value.get("jokers", 0)
    try:
        month = whole(1, 12)(value["month"])
        owner = whole(0, 2)(value["owner"]) if "owner" in value else None
        return month, owner, jokers if isinstance(jokers, str) else whole(0, 3)(jokers)
    except ValueError:
        raise ValueError(wanted) from None


def split_unknown(cards: str, where: str) -> tuple[str, int]:
    """Return a list of cards without the ``?`` at its end, and how many there are."""
    entries = cards.split()
    known = len(entries)
    while known and entries[known - 1] == "?":
        known -= 1
    if "?" in entries[:known]:
        raise InputError(f"{where}: '?' stands before a known card; it may only end the list.")
    return " ".join(entries[:known]), len(entries) - known
