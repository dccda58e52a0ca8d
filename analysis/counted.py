"""The summary of a run counted once more, from its rows, of all games or of those chosen.

It is the record that the kernels add up while they play, so that a report is made of both in one
way, and each can be held against the other. What the kept columns do not hold stays 0 in it;
`left_out` says what that is.

Small codes are counted, a few at a time: 20 million games take 0.4 s of counting and some 0.8 s of
reading, where whole columns would take gigabytes.
"""

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from gostop.analysis.sources import RunLike, Source, open_runs
from gostop.analysis.where import Block, Expression
from gostop.columns import DETAILS, result_columns
from gostop.kernels.outcome import FACTORS, SETS
from gostop.kernels.state import ENDINGS, EVENTS, MAX_SEATS
from gostop.kernels.summary import EVENT_BINS, GOES_BINS, MULTIPLIER_BINS, POINTS_BINS, TURNS_BINS
from gostop.summary import Summary

if TYPE_CHECKING:
    import numpy.typing as npt

    from gostop.plan import Plan

_ALONE = ("ended_by", "winner", "actor", "turns", "points", "goes")
_OF_SEATS = ("payment", "multiplier", "factors")
_KEPT_BY_DETAIL = {"sets": ("sets",), "events": EVENTS, "redeals": ("redeals",)}
"""Fields of the summary that not every detail has the columns of, with these."""

_PIECE_GAMES = 50_000
"""Games whose codes are made at once: what is made of 250,000 leaves the cache, and the system
clears new memory for it (20 million games: 0.4 s of counting, and 0.4 to 1.0)."""

_T = TypeVar("_T")


def count_rows(run: RunLike, where: str | None = None) -> Summary:
    """Count the rows of a run.

    Parameters
    ----------
    run : Run or path
    where : str, optional
        Only games of which this expression is true; see `gostop.analysis.where`.

    Returns
    -------
    Summary
        As the kernels make it, but for `decisions`, which no row tells, and what `left_out` names:
        these are 0.

    Raises
    ------
    InputError
        If the run has no rows, or the expression cannot be read.

    Examples
    --------
    >>> import gostop
    >>> run = gostop.simulate("arcade3", games=1000, seed=7)
    >>> bool((count_rows(run).winners == run.summary().winners).all())
    True
    >>> count_rows(run, "goes >= 1").games
    183
    """
    sources = open_runs(run)
    source = sources.all[0]
    known = sources.columns()
    test = None if where is None else Expression(where, known, sources.words)
    wanted = dict.fromkeys([*_columns(source), *(test.columns if test else ())])
    total = Summary()
    for first, block in _read_ahead(sources.blocks_of(source, list(wanted))):
        for rotation in range(source.rotations):
            sitting = slice((rotation - first) % source.rotations, None, source.rotations)
            for games in _pieces({name: values[sitting] for name, values in block.items()}, test):
                _add(games, rotation, source.players, total)
    return total


def left_out(plan: "Plan") -> dict[str, str]:
    """What the rows of a plan do not tell: fields of the summary, each with a detail that does."""
    names = {detail: _names(detail, plan.rules.players) for detail in DETAILS}
    kept = names[plan.detail]
    return {
        field: next(detail for detail in DETAILS if _has(names[detail], needed))
        for field, needed in _KEPT_BY_DETAIL.items()
        if not _has(kept, needed)
    }


def _names(detail: str, players: int) -> set[str]:
    return {one.name for one in result_columns(detail, players)}


def _has(names: set[str], needed: tuple[str, ...]) -> bool:
    return all(name in names or f"{name}_0" in names for name in needed)


def _columns(source: Source) -> list[str]:
    """The columns that are counted."""
    seats = range(source.players)
    missing = left_out(source.run.plan)
    of_seats = [*_OF_SEATS, *(EVENTS if "events" not in missing else ())]
    alone = [*_ALONE, *(name for name in ("sets", "redeals") if name not in missing)]
    return [*alone, *(f"{name}_{seat}" for name in of_seats for seat in seats)]


def _read_ahead(items: Iterator[_T]) -> Iterator[_T]:
    """The same items, the next one being made by another thread while this one is used."""
    with ThreadPoolExecutor(1) as reader:
        following = reader.submit(next, items, None)
        while (item := following.result()) is not None:
            following = reader.submit(next, items, None)
            yield item


def _pieces(games: Block, test: Expression | None) -> Iterator[Block]:
    """The games that pass a test, a few at a time."""
    for start in range(0, len(games["winner"]), _PIECE_GAMES):
        piece = {name: one[start : start + _PIECE_GAMES] for name, one in games.items()}
        if test is not None:
            passed = test.holds(piece)
            piece = {name: one[passed] for name, one in piece.items()}
        yield piece


def _add(games: Block, rotation: int, players: int, total: Summary) -> None:
    """Add games of one rotation to a summary."""
    seats = range(players)
    winner = games["winner"] + np.int16(1)
    total.record["games"] += len(winner)
    _add_ends(games, winner, total.winners[rotation], total.actors[rotation])
    _add_wins(games, winner, total)
    for seat in seats:
        _add_payments(games[f"payment_{seat}"], (rotation, seat), total)
        _add_parts(games[f"multiplier_{seat}"], games[f"factors_{seat}"], winner, seat, total)
    total.turns[:] += _counted(_at_most(games["turns"], TURNS_BINS), TURNS_BINS)
    if "goes_0" in games:
        for place, event in enumerate(EVENTS):
            for seat in seats:
                times = _at_most(games[f"{event}_{seat}"], EVENT_BINS)
                total.events[place, seat] += _counted(times, EVENT_BINS)
    if "redeals" in games:
        total.record["redeals"] += games["redeals"].sum(dtype=np.int64)


def _add_ends(games: Block, winner: Any, winners: Any, actors: Any) -> None:
    """Count endings by winner and by actor."""
    end = games["ended_by"] * np.int16(MAX_SEATS + 1) + (games["actor"] + np.int16(1))
    counts = _by_winner(winner, end, (len(ENDINGS), MAX_SEATS + 1))
    winners[1:] += counts.sum(axis=2).T
    actors[1:] += counts.sum(axis=0)


def _add_wins(games: Block, winner: Any, total: Summary) -> None:
    """Count the winners' points, goes and sets."""
    points = np.clip(games["points"], 0, POINTS_BINS - 1)
    code = points * np.int16(GOES_BINS) + _at_most(games["goes"], GOES_BINS)
    won = _by_winner(winner, code, (POINTS_BINS, GOES_BINS))[1:]
    total.points_goes[:] += won.sum(axis=0)
    if "sets" in games:
        total.sets[:] += _by_winner(winner, games["sets"], (1 << len(SETS),))[1:].sum(axis=0)


def _add_payments(paid: Any, place: tuple[int, int], total: Summary) -> None:
    wide = paid.astype(np.int64)
    total.payment_sum[place] += wide.sum()
    total.payment_square_sum[place] += wide @ wide


def _add_parts(multiplier: Any, factors: Any, winner: Any, seat: int, total: Summary) -> None:
    """Count a seat's multipliers and factors: a winner's, and a loser's."""
    times = _by_winner(winner, _at_most(multiplier, MULTIPLIER_BINS), (MULTIPLIER_BINS,))
    total.common_multiplier[:] += times[seat + 1]
    total.loser_multiplier[:] += times[1:].sum(axis=0) - times[seat + 1]
    made_of = _by_winner(winner, factors, (1 << len(FACTORS),))
    total.winner_factors[:] += made_of[seat + 1]
    total.loser_factors[:] += made_of[1:].sum(axis=0) - made_of[seat + 1]


def _at_most(values: Any, bins: int) -> Any:
    """Values as places in so many bins, the last of which takes all that is larger."""
    return np.minimum(values, bins - 1)


def _by_winner(winner: Any, code: Any, shape: tuple[int, ...]) -> "npt.NDArray[np.int64]":
    """How often each code of a `shape` came with each winner + 1."""
    size = math.prod(shape)
    return _counted(winner * np.int16(size) + code, (MAX_SEATS + 1) * size).reshape(-1, *shape)


def _counted(code: Any, bins: int) -> "npt.NDArray[np.int64]":
    return np.bincount(code, minlength=bins)
