"""How often everything happens that a table has a word for: 총통 to 고도리.

The tables are those of `gostop.analysis.rates`; `term` is the Korean word, `of` says what `n`
counts.

>>> import gostop
>>> from gostop.analysis import frequencies
>>> run = gostop.simulate("arcade3", games=1000, seed=7, detail="full")
>>> frequencies.of(run).loc[["ppeoks", "pi_bak"], ["term", "of", "n"]]
       term     of     n
what
ppeoks    뻑  games  1000
pi_bak   피박  games  1000
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gostop.analysis.intervals import CONFIDENCE, FEW, wilson, z_value
from gostop.analysis.rates import pooled
from gostop.analysis.report import COMMON_FACTORS
from gostop.analysis.sources import Runs, Source, Sources
from gostop.analysis.streaming import Counts
from gostop.analysis.where import Block
from gostop.columns import ENDED_BY
from gostop.errors import InputError
from gostop.kernels.outcome import FACTORS, SETS
from gostop.kernels.state import EVENTS
from gostop.summary import Summary
from gostop.terms import TERMS

if TYPE_CHECKING:
    import pandas as pd

_ENDINGS = ("chongtong", "five_brights", "triple_ppeok", "floor_four", "nagari")
_OWN_FACTORS = tuple(name for name in FACTORS if name not in COMMON_FACTORS)
_FIRST_PPEOK = "first_ppeok"

_COLUMNS = ["term", "of", "count", "n", "rate", "low", "high"]


def of(
    runs: Runs, per: str = "game", *, mix: bool = False, confidence: float = CONFIDENCE
) -> "pd.DataFrame":
    """How often everything happens.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    per : "game", "winner", "loser" or "seat"
        *game*: games in which it happened to anybody. *winner*: what winners scored and multiplied
        with, of games with a winner. *loser*: what multiplied a loser's own payment, of losers.
        *seat*: what happened to each seat at least once, of its games, and how many times.
    mix : bool
        Take runs of different plans together.
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `what` (per seat by `what` and `seat`), with `term`, `of`, `count`, `n`, `rate`,
        `low`, `high`; per seat also `mean`, `mean_low`, `mean_high`, times a game (bounds NaN: too
        few). What the run's detail does not tell has `n` 0: events and 첫뻑 of a game need
        ``detail="seats"`` and ``"full"``, 박 of a game any rows. `first_ppeok` (첫뻑) is that
        anybody was paid for a 뻑 of the first turns, `first_ppeok_paid` that the winner was. Losers
        of one game are not independent, so each game counts once in their intervals, which are
        never too narrow.

    Raises
    ------
    InputError
        If `per` is something else, or runs may not be taken together.

    Examples
    --------
    >>> import gostop
    >>> run = gostop.simulate("arcade3", games=1000, seed=7)
    >>> of(run, "loser").index.tolist()
    ['bright_bak', 'pi_bak', 'go_bak', 'pays_all', 'capped']
    >>> of(run, "seat").loc[("ppeoks", 2), "n"]
    np.int64(1000)
    """
    sources, summary = pooled(runs, mix)
    if per == "game":
        return _table(_per_game(sources, summary), "games", confidence)
    if per == "winner":
        decisive = int(summary.winners[:, :, 1:].sum())
        told = {name: (count, decisive) for name, count in _of_winners(summary).items()}
        return _table(told, "games with a winner", confidence)
    if per == "loser":
        return _per_loser(sources, summary, confidence)
    if per == "seat":
        return _per_seat(summary, max(one.players for one in sources.all), confidence)
    raise InputError(f"per '{per}' is unknown: choose from game, winner, loser, seat")


def times(runs: Runs, *, mix: bool = False, confidence: float = CONFIDENCE) -> "pd.DataFrame":
    """How many times a game each event happens, all seats together.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    mix : bool
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `what`: `term`, `n` (games), `total` (times), `mean` (times a game), `low`,
        `high`. With ``detail="seats"`` or more the error is that between games. The summary alone
        does not say how the seats of a game go together; then it is the largest that there can be.
        NaN where fewer than 30 games, or no difference between them, tell too little of it.

    Examples
    --------
    >>> import gostop
    >>> times(gostop.simulate("arcade2", games=1000, seed=7)).loc["jjoks", "term"]
    '쪽'
    """
    import pandas as pd

    sources, summary = pooled(runs, mix)
    rows = all(one.run.plan.detail in ("seats", "full") for one in sources.all)
    told = _times(sources) if rows else _times_at_most(summary)
    made = []
    for name in EVENTS:
        n, total, mean, half = told[name]
        half = half * z_value(confidence) if half and n >= FEW else math.nan
        made.append((TERMS[name][0], n, total, mean, mean - half, mean + half))
    columns = ["term", "n", "total", "mean", "low", "high"]
    return pd.DataFrame(made, pd.Index(EVENTS, name="what"), columns)


def _times(sources: Sources) -> dict[str, tuple[int, int, float, float]]:
    """Games, times, mean and its standard error of each event, from rows."""
    counts = {name: Counts() for name in EVENTS}
    for source in sources.all:
        seats = range(source.players)
        names = [f"{name}_{seat}" for name in EVENTS for seat in seats]
        for _, block in sources.blocks_of(source, names):
            for name, one in counts.items():
                together: Any = sum(block[f"{name}_{seat}"].astype(np.int64) for seat in seats)
                one.add(together)
    return {
        name: (one.n, one.total, one.total / one.n, one.deviation / math.sqrt(one.n))
        for name, one in counts.items()
    }


def _times_at_most(summary: Summary) -> dict[str, tuple[int, int, float, float]]:
    """The same from the summary, with the error of seats that all go together."""
    found = {}
    for place, name in enumerate(EVENTS):
        seats = [Counts(dict(enumerate(times.tolist()))) for times in summary.events[place]]
        total, games = sum(one.total for one in seats), max(summary.games, 1)
        spread = sum(one.deviation for one in seats if one.n > 1)
        found[name] = (summary.games, total, total / games, spread / math.sqrt(games))
    return found


def _per_game(sources: Sources, summary: Summary) -> dict[str, tuple[int, int]]:
    by_ending = summary.winners.sum(axis=(0, 2))
    told = {name: int(by_ending[1 + ENDED_BY.index(name)]) for name in _ENDINGS}
    told |= _of_winners(summary)
    found = {name: (count, summary.games) for name, count in told.items()}
    return found | _from_rows(sources)


def _from_rows(sources: Sources) -> dict[str, tuple[int, int]]:
    """Games in which something happened to anybody, and of how many rows tell it."""
    found = {name: [0, 0] for name in (_FIRST_PPEOK, *EVENTS, *_OWN_FACTORS)}
    for source in sources.all:
        stored = source.stored()
        wanted = {name: _tested(name) for name in found}
        wanted = {
            name: (column, bit) for name, (column, bit) in wanted.items() if f"{column}_0" in stored
        }
        columns = dict.fromkeys(column for column, _ in wanted.values())
        names = [f"{column}_{seat}" for column in columns for seat in range(source.players)]
        for _, block in sources.blocks_of(source, names) if names else ():
            for name, (column, bit) in wanted.items():
                happened = _anybody(block, column, source, bit)
                found[name][0] += int(np.count_nonzero(happened))
                found[name][1] += len(happened)
    # Where only some of the runs tell it, their games alone are counted.
    return {name: (count, n) for name, (count, n) in found.items()}


def _tested(name: str) -> tuple[str, int]:
    """The column that tells of something, and which bits of it; 0 for any value but 0."""
    if name == _FIRST_PPEOK:
        return "first_money", 0
    return (name, 0) if name in EVENTS else ("factors", 1 << FACTORS.index(name))


def _anybody(block: Block, column: str, source: Source, bit: int) -> Any:
    happened: Any = False
    for seat in range(source.players):
        values: Any = block[f"{column}_{seat}"]
        happened = happened | ((values & values.dtype.type(bit)) != 0 if bit else values != 0)
    return happened


def _of_winners(summary: Summary) -> dict[str, int]:
    sets = dict(zip(SETS, _by_bit(summary.sets), strict=True))
    factors = dict(zip(FACTORS, _by_bit(summary.winner_factors), strict=True))
    return sets | {name: factors[name] for name in COMMON_FACTORS}


def _per_loser(sources: Sources, summary: Summary, confidence: float) -> "pd.DataFrame":
    factors = dict(zip(FACTORS, _by_bit(summary.loser_factors), strict=True))
    losers = int(summary.loser_factors.sum())
    each = max(one.players for one in sources.all) - 1
    told = {name: (factors[name], losers) for name in _OWN_FACTORS}
    return _table(told, "losers of games with a winner", confidence, each)


def _per_seat(summary: Summary, seats: int, confidence: float) -> "pd.DataFrame":
    import pandas as pd

    told, means = {}, []
    for place, name in enumerate(EVENTS):
        for seat in range(seats):
            times = Counts(dict(enumerate(summary.events[place, seat].tolist())))
            never = int(summary.events[place, seat, 0])
            told[name, seat] = (times.n - never, times.n)
            told_of = times.describe(confidence)
            means.append([told_of[key] for key in ("mean", "low", "high")])
    made = _table(told, "games", confidence)
    made[["mean", "mean_low", "mean_high"]] = pd.DataFrame(means, made.index)
    return made


def _table(
    told: dict[Any, tuple[int, int]], of: str, confidence: float, per_game: int = 1
) -> "pd.DataFrame":
    """Rates with Wilson's intervals, `per_game` of the trials coming from each game."""
    import pandas as pd

    rows = []
    for what, (count, n) in told.items():
        low, high = wilson(count / per_game, n / per_game, confidence)
        word = what[0] if isinstance(what, tuple) else what
        term = "첫뻑" if word == _FIRST_PPEOK else TERMS[word][0]
        rows.append((term, of, count, n, count / n if n else math.nan, low, high))
    return pd.DataFrame(rows, _index(list(told)), _COLUMNS)


def _index(keys: Sequence[Any]) -> Any:
    import pandas as pd

    if keys and isinstance(keys[0], tuple):
        return pd.MultiIndex.from_tuples(keys, names=["what", "seat"])
    return pd.Index(keys, name="what")


def _by_bit(counts: Any) -> list[int]:
    """How often each bit was set, from a histogram of all bits together."""
    bits = len(counts).bit_length() - 1
    return [int(counts.reshape(-1, 2, 1 << place)[:, 1].sum()) for place in range(bits)]
