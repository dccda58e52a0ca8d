"""How often: who wins, how games end, and how often everything else happens.

Every table has the columns

========= ========================================================================================
`count`   how often it happened
`n`       of how many; what they are is said by each function, or by the table's column `of`
`rate`    `count` / `n`; NaN where `n` is 0: too few to say
`low`     lower bound of the 95 % interval (or another `confidence`), 0 where nothing is known
`high`    upper bound, 1 where nothing is known
========= ========================================================================================

Intervals are Wilson's, so that 0 of n has an upper bound and n of n a lower one. Where several
trials come from one game, or several games from one deal, the error is that between games or deals
(`intervals.clustered`). Shares of categories have simultaneous intervals (`intervals.goodman`).

Where a run's summary suffices no rows are read, so that a run of any size is told of at once.

>>> import gostop
>>> from gostop.analysis import rates
>>> run = gostop.simulate("arcade3", policy="greedy,random,random", games=1000, seed=7)
>>> rates.wins(run, by="policy").loc["greedy", "n"]
np.int64(1000)
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gostop.analysis.clusters import Group, Measure, Ratio, measured
from gostop.analysis.intervals import CONFIDENCE, goodman
from gostop.analysis.sources import Runs, Source, Sources, independent, open_runs
from gostop.analysis.streaming import split
from gostop.analysis.where import Block, Expression
from gostop.columns import ENDED_BY
from gostop.errors import InputError
from gostop.summary import Summary
from gostop.terms import TERMS

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("count", "n", "rate", "low", "high")

_BY = ("run", "policy", "player", "seat")


def wins(
    runs: Runs,
    by: str | Iterable[str] = "seat",
    *,
    decisive: bool = False,
    mix: bool = False,
    confidence: float = CONFIDENCE,
) -> "pd.DataFrame":
    """Win rates by seat, by policy, by both.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    by : "seat", "policy", "player", "run", or several of these
        A *player* is a number of the plan's list of policies; a *policy* may have several players.
    decisive : bool
        Of games with a winner only.
    mix : bool
        Take runs of different plans together.
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `by`; `n` counts games of a seat, a policy at two seats having two of each game.
        Runs of one seed share their deals; then errors are taken between deals, and rows are read.

    Raises
    ------
    InputError
        If there is no such thing to go by, or runs may not be taken together.

    Examples
    --------
    >>> import gostop
    >>> run = gostop.simulate("arcade3", policy="greedy,random,random", games=1000, rotate=True)
    >>> wins(run, by=["policy", "seat"])["n"].tolist()
    [334, 333, 333, 666, 667, 667]
    >>> wins(run)["n"].tolist()
    [1000, 1000, 1000]
    """
    names = [by] if isinstance(by, str) else list(by)
    for name in names:
        if name not in _BY:
            raise InputError(f"by '{name}' is unknown: choose from {', '.join(_BY)}")
    sources = open_runs(runs, mix)
    if sources.share_deals and "run" not in names:
        found = measured(sources, ["winner", "rotation"], _wins_measure(names, decisive))
    else:
        found = _wins_told(sources, names, decisive)
    return table(dict(sorted(found.items())), names, confidence)


def _group(source: Source, names: Sequence[str], rotation: int, seat: int) -> Group:
    player = source.player_at(rotation, seat)
    of: dict[str, int | str] = {
        "run": source.name,
        "policy": source.policies[player],
        "player": player,
        "seat": seat,
    }
    return tuple(of[name] for name in names)


def _wins_told(sources: Sources, names: Sequence[str], decisive: bool) -> dict[Group, Ratio]:
    """Wins from summaries: games of one rotation have the same trials each, and one winner."""
    found: dict[Group, Ratio] = defaultdict(Ratio)
    for source in sources.all:
        winners = source.run.summary().winners
        for rotation in range(source.rotations):
            of_seats = winners[rotation].sum(axis=0)
            games = int(of_seats[decisive:].sum())
            hits: dict[Group, int] = defaultdict(int)
            seats: dict[Group, int] = defaultdict(int)
            for seat in range(source.players):
                group = _group(source, names, rotation, seat)
                hits[group] += int(of_seats[seat + 1])
                seats[group] += 1
            for group, size in seats.items():
                found[group].add_whole(hits[group], games, size)
    return found


def _wins_measure(names: Sequence[str], decisive: bool) -> Measure:
    def measure(source: Source, block: Block) -> dict[Group, tuple[Any, Any]]:
        found: dict[Group, tuple[Any, Any]] = {}
        counted = (block["winner"] >= 0) if decisive else np.ones(len(block["winner"]), bool)
        for rotation in range(source.rotations):
            here = counted & (block["rotation"] == rotation)
            for seat in range(source.players):
                group = _group(source, names, rotation, seat)
                hits, trials = found.get(group, (0, 0))
                found[group] = (hits + (here & (block["winner"] == seat)), trials + here)
        return found

    return measure


def rate(
    runs: Runs,
    event: str,
    by: str | Iterable[str] = (),
    where: str | None = None,
    *,
    mix: bool = False,
    confidence: float = CONFIDENCE,
) -> "pd.DataFrame":
    """How often any expression of the rows is true.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    event : str
        An expression of result columns, see `gostop.analysis.where`.
    by : str or iterable of str
        Block or expressions: a row of the table for each combination of their values.
    where : str, optional
        Only of games of which this is true.
    mix : bool
        Take runs of different plans together.
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `by`, or a single row 0; `n` counts games. Of runs that share deals errors are
        taken between deals.

    Examples
    --------
    >>> import gostop
    >>> run = gostop.simulate("arcade3", games=1000, seed=7)
    >>> rate(run, "payment_0 > 0", where="winner == 0")["rate"].tolist()
    [1.0]
    >>> list(rate(run, "goes >= 1", by="winner").index)
    [-1, 0, 1, 2]
    """
    names = [by] if isinstance(by, str) else list(by)
    sources = open_runs(runs, mix)
    known = sources.columns()
    test = None if where is None else Expression(where, known, sources.words)
    wanted, *groups = [Expression(text, known, sources.words) for text in (event, *names)]
    columns = {name for one in (wanted, *groups, *([test] if test else [])) for name in one.columns}

    def measure(_: Source, block: Block) -> dict[Group, tuple[Any, Any]]:
        hits = wanted.holds(block)
        trials = np.ones(len(hits), bool) if test is None else test.holds(block)
        keys = [one.values(block) for one in groups]
        parts = ((key, trials if here is None else trials & here) for key, here in split(keys))
        return {key: (hits & part, part) for key, part in parts if part.any() or not keys}

    found = measured(sources, sorted(columns), measure)
    worded = {
        tuple(_worded(sources, name, value) for name, value in zip(names, key, strict=True)): one
        for key, one in sorted(found.items())
    }
    return table(worded, names, confidence)


def _worded(sources: Sources, name: str, value: int | str) -> int | str:
    return sources.words[name][int(value)] if name in sources.words else value


def pooled(runs: Runs, mix: bool = False) -> tuple[Sources, Summary]:
    """Runs, and the sum of their summaries.

    Raises
    ------
    InputError
        If they share deals, as their games are then not independent of each other.
    """
    sources = independent(runs, mix)
    return sources, sum((one.run.summary() for one in sources.all), Summary())


def endings(runs: Runs, *, mix: bool = False, confidence: float = CONFIDENCE) -> "pd.DataFrame":
    """How games ended.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    mix : bool
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by the seven words of `ended_by`; `term` is the Korean one, `n` counts games, `won`
        those of `count` that had a winner. Intervals hold all at once (`intervals.goodman`).

    Examples
    --------
    >>> import gostop
    >>> told = endings(gostop.simulate("arcade3", games=1000, seed=7))
    >>> int(told["count"].sum()), told.loc["nagari", "term"]
    (1000, '나가리')
    """
    _, summary = pooled(runs, mix)
    by_ending = summary.winners.sum(axis=0)[1:]
    made = categories(dict(zip(ENDED_BY, by_ending.sum(axis=1), strict=True)), confidence)
    made["won"] = by_ending[:, 1:].sum(axis=1)
    made.index.name = "ended_by"
    return made


def categories(counts: dict[str, Any], confidence: float) -> "pd.DataFrame":
    """A table of the shares of categories, with simultaneous intervals."""
    import pandas as pd

    found = np.array([int(one) for one in counts.values()], np.int64)
    n = int(found.sum())
    low, high = goodman(found, confidence)
    return pd.DataFrame(
        {
            "term": [TERMS[word][0] if word in TERMS else word for word in counts],
            "count": found,
            "n": n,
            "rate": found / n if n else np.nan,
            "low": low,
            "high": high,
        },
        index=pd.Index(list(counts)),
    )


def table(found: dict[Group, Ratio], names: Sequence[str], confidence: float) -> "pd.DataFrame":
    """A table of rates, a row for each group."""
    import pandas as pd

    rows = [one.row(confidence) for one in found.values()]
    if not names:
        return pd.DataFrame(rows, columns=list(COLUMNS))
    index = pd.MultiIndex.from_tuples(list(found), names=list(names))
    return pd.DataFrame(
        rows,
        index=index if len(names) > 1 else index.get_level_values(0),
        columns=list(COLUMNS),
    )
