"""What is paid: means, deviations, quantiles, the tail with its share of all money, goes, sets.

`of` says what is looked at, in the units of the stakes (1 a point):

========== ======================================================================================
"game"     the money that changes hands in a game, first-뻑 money included; 0 in most drawn games
"winner"   what a winner gains, of games with one
"loser"    what each loser pays, of the same games (below 0 where first-뻑 money outweighs it)
"seat"     what each seat gains or loses; "player" and "policy" are the same by who sits there
========== ======================================================================================

Rows are read block by block and each amount counted, so everything is exact, and a run of any size
takes little memory. Several amounts of one game are not independent; where there are such, each
game counts once in the intervals, which are then never too narrow.

>>> import gostop
>>> from gostop.analysis import payments
>>> run = gostop.simulate("arcade3", games=1000, seed=7)
>>> int(payments.describe(run, of="seat")["total"].sum())
0
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gostop.analysis.intervals import CONFIDENCE, FEW, goodman, mean_interval, wilson, z_value
from gostop.analysis.report import WON_ON_POINTS
from gostop.analysis.sources import Runs, Source, Sources, independent
from gostop.analysis.streaming import QUANTILES, Counts
from gostop.analysis.where import Block
from gostop.columns import ENDED_BY
from gostop.errors import InputError
from gostop.kernels.outcome import SETS
from gostop.terms import TERMS

if TYPE_CHECKING:
    import pandas as pd

OF = ("game", "winner", "loser", "seat", "player", "policy")

SHARES = (0.5, 0.1, 0.01, 0.001, 0.0001)
"""Shares of all games whose money `tail` tells."""

_GAINS = [
    *("count", "n", "rate", "low", "high"),
    *("mean", "mean_low", "mean_high", "q50", "q95", "max", "money", "money_share"),
]
"""Block of the tables of winners' gains."""

_Amounts = Iterator[tuple[int | str, Any]]


def describe(
    runs: Runs,
    of: str = "game",
    *,
    mix: bool = False,
    quantiles: Sequence[float] = QUANTILES,
    confidence: float = CONFIDENCE,
) -> "pd.DataFrame":
    """Mean, deviation and quantiles of what is paid.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    of : str
        One of `OF`.
    mix : bool
        Take runs of different plans together.
    quantiles : sequence of float
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `of`, a row for each seat, player or policy, else a single one. `n` (amounts),
        `total`, `mean`, `low`, `high`, `sd`, `min`, `q05` ... and `max`; NaN where there are too
        few.

    Raises
    ------
    InputError
        If a run has no rows, or runs may not be taken together or share deals.

    Examples
    --------
    >>> import gostop
    >>> run = gostop.simulate("arcade3", policy="greedy,random,random", games=1000, seed=7)
    >>> describe(run, of="policy")["n"].tolist()
    [1000, 2000]
    """
    import pandas as pd

    sources, found = _count(runs, of, mix)
    rows = []
    for label, one in found.items():
        row = one.describe(confidence, quantiles)
        each = _each_game(sources, of, label)
        if each > 1 and one.n >= FEW * each:
            ends = mean_interval(
                one.total, one.square_total, one.n, confidence, independent=one.n // each
            )
            row |= {"low": _or_nan(ends[1]), "high": _or_nan(ends[2])}
        rows.append(row)
    columns = list(Counts().describe(confidence, quantiles))
    return pd.DataFrame(rows, pd.Index(list(found), name="of"), columns)


def distribution(
    runs: Runs, of: str = "game", *, mix: bool = False, confidence: float = CONFIDENCE
) -> "pd.DataFrame":
    """How often each amount is paid.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    of : "game", "winner" or "loser"
    mix : bool
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `amount`, those that occurred, rising: `count`, `n` (amounts), `rate`, `low`,
        `high` (all at once: `intervals.goodman`), `at_least`, the share of this amount and larger
        ones, and `money_share`, the share of all money in those.

    Examples
    --------
    >>> import gostop
    >>> told = distribution(gostop.simulate("arcade3", games=1000, seed=7))
    >>> float(told["at_least"].iloc[0]), float(told["money_share"].iloc[0])
    (1.0, 1.0)
    """
    import pandas as pd

    _refuse_groups(of)
    sources, found = _count(runs, of, mix)
    pairs = found[of].pairs
    amounts, counts = (np.array([pair[one] for pair in pairs], np.int64) for one in (0, 1))
    n, each = int(counts.sum()), _each_game(sources, of, of)
    low, high = goodman(counts / each, confidence)
    above, money = (one[::-1].cumsum()[::-1] for one in (counts, amounts * counts))
    made = {
        "count": counts,
        "n": n,
        "rate": counts / max(n, 1),
        "low": low,
        "high": high,
        "at_least": above / max(n, 1),
        "money_share": money / money[0] if len(money) and money[0] else math.nan,
    }
    return pd.DataFrame(made, pd.Index(amounts, name="amount"))


def tail(
    runs: Runs,
    of: str = "game",
    shares: Sequence[float] = SHARES,
    *,
    mix: bool = False,
    confidence: float = CONFIDENCE,
) -> "pd.DataFrame":
    """How much of all money lies in the largest amounts.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    of : "game" or "winner"
    shares : sequence of float
        Which share of all amounts, the largest ones, to look at.
    mix : bool
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `share`: `count`, how many amounts these are, `at_least`, the smallest of them,
        `money`, their sum, `money_share` of all money, and `low`, `high`, the interval of that
        share (linearised, as for points of a Lorenz curve: C. M. Beach, R. Davidson, 1983). NaN
        where the share is of less than one amount; no bounds below 30.

    Examples
    --------
    >>> import gostop
    >>> told = tail(gostop.simulate("arcade3", games=1000, seed=7))
    >>> told["count"].tolist()
    [500, 100, 10, 1, 0]
    >>> bool(told["money_share"].iloc[0] > 0.5)
    True
    """
    import pandas as pd

    if of not in ("game", "winner"):
        raise InputError(f"of '{of}' has no tail that is told here: choose game or winner")
    _, found = _count(runs, of, mix)
    rows = [_largest(found[of], share, confidence) for share in shares]
    columns = ["count", "at_least", "money", "money_share", "low", "high"]
    return pd.DataFrame(rows, pd.Index(shares, name="share"), columns)


def by_goes(runs: Runs, *, mix: bool = False, confidence: float = CONFIDENCE) -> "pd.DataFrame":
    """What winners gain by how often they had called go, in games won on points.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    mix : bool
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `goes`: `count`, `n` (games won on points), `rate`, `low`, `high` (all at once),
        then of the winner's gain `mean`, `mean_low`, `mean_high`, `q50`, `q95`, `max`, `money` (the
        sum) and `money_share` (of all such games).

    Examples
    --------
    >>> import gostop
    >>> told = by_goes(gostop.simulate("arcade3", games=1000, seed=7))
    >>> int(told["count"].sum()) == told["n"].iloc[0]
    np.True_
    """
    found: dict[Any, Counts] = defaultdict(Counts)
    for block in _won_on_points(independent(runs, mix), "goes"):
        for goes in np.unique(block["goes"]).tolist():
            found[goes].add(block["gain"][block["goes"] == goes])
    n = sum(one.n for one in found.values())
    told = dict(sorted(found.items()))
    bounds = goodman([one.n for one in told.values()], confidence) if told else ((), ())
    return _gains(told, n, sum(one.total for one in told.values()), bounds, "goes", confidence)


def by_sets(runs: Runs, *, mix: bool = False, confidence: float = CONFIDENCE) -> "pd.DataFrame":
    """What winners gain by the sets they scored with, in games won on points.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
        Of detail "seats" or "full".
    mix : bool
    confidence : float

    Returns
    -------
    pandas.DataFrame
        As `by_goes`, indexed by `set`, with `term`, the Korean word; "none" is of winners without
        any. A winner may have several sets, so that shares add up to more than 1; bounds are
        Wilson's.

    Examples
    --------
    >>> import gostop
    >>> told = by_sets(gostop.simulate("arcade3", games=1000, seed=7, detail="seats"))
    >>> told.loc["godori", "term"]
    '고도리'
    """
    found: dict[Any, Counts] = {name: Counts() for name in (*SETS, "none")}
    everything = Counts()
    for block in _won_on_points(independent(runs, mix), "sets"):
        everything.add(block["gain"])
        for place, name in enumerate(SETS):
            found[name].add(block["gain"][block["sets"] >> np.uint16(place) & 1 != 0])
        found["none"].add(block["gain"][block["sets"] == 0])
    counts = [one.n for one in found.values()]
    bounds = wilson(counts, [everything.n] * len(counts), confidence)
    made = _gains(found, everything.n, everything.total, bounds, "set", confidence)
    made.insert(0, "term", [TERMS[name][0] if name in TERMS else "" for name in found])
    return made


def _gains(
    found: dict[Any, Counts], n: int, money: int, bounds: Any, name: str, confidence: float
) -> "pd.DataFrame":
    import pandas as pd

    rows = []
    for one, low, high in zip(found.values(), *bounds, strict=True):
        told = one.describe(confidence, (0.5, 0.95))
        rows.append(
            {
                "count": one.n,
                "n": n,
                "rate": one.n / n if n else math.nan,
                "low": low,
                "high": high,
                "mean": told["mean"],
                "mean_low": told["low"],
                "mean_high": told["high"],
                **{key: told[key] for key in ("q50", "q95", "max")},
                "money": one.total,
                "money_share": one.total / money if money else math.nan,
            }
        )
    return pd.DataFrame(rows, pd.Index(list(found), name=name), _GAINS)


def _count(runs: Runs, of: str, mix: bool) -> tuple[Sources, dict[Any, Counts]]:
    """Every amount counted, by seat, player or policy, or under the name of what it is."""
    if of not in OF:
        raise InputError(f"of '{of}' is unknown: choose from {', '.join(OF)}")
    sources = independent(runs, mix)
    found: dict[Any, Counts] = defaultdict(Counts)
    if of in ("game", "winner", "loser"):
        found[of] = Counts()
    for source in sources.all:
        names = [*_paid(source), "winner", "rotation"]
        for _, block in sources.blocks_of(source, names):
            for label, amounts in _amounts(source, block, of):
                found[label].add(amounts)
    return sources, dict(sorted(found.items()))


def _paid(source: Source) -> list[str]:
    return [f"payment_{seat}" for seat in range(source.players)]


def _amounts(source: Source, block: Block, of: str) -> _Amounts:
    paid = np.stack([block[name] for name in _paid(source)]).astype(np.int64)
    winner = block["winner"]
    if of == "game":
        yield of, paid.clip(0).sum(axis=0)
    elif of == "winner":
        yield of, _gain(paid, winner, winner >= 0)
    elif of == "loser":
        for seat, own in enumerate(paid):
            yield of, -own[(winner >= 0) & (winner != seat)]
    elif of == "seat":
        yield from enumerate(paid)
    else:
        yield from _by_player(source, block["rotation"], paid, of)


def _by_player(source: Source, rotation: Any, paid: Any, of: str) -> _Amounts:
    for place in range(source.rotations):
        for seat, own in enumerate(paid):
            player = source.player_at(place, seat)
            yield player if of == "player" else source.policies[player], own[rotation == place]


def _gain(paid: Any, winner: Any, chosen: Any) -> Any:
    """What winners gained in the chosen games."""
    return paid[winner[chosen].astype(np.intp), chosen.nonzero()[0]]


def _won_on_points(sources: Sources, column: str) -> Iterator[Block]:
    """Of games won on points the winner's `gain`, with one more column."""
    on_points = [ENDED_BY.index(name) for name in WON_ON_POINTS]
    for source in sources.all:
        names = [*_paid(source), "winner", "ended_by", column]
        for _, block in sources.blocks_of(source, names):
            chosen = np.isin(block["ended_by"], on_points)
            paid = np.stack([block[name] for name in _paid(source)])
            gain = _gain(paid, block["winner"], chosen)
            yield {"gain": gain, column: block[column][chosen]}


def _each_game(sources: Sources, of: str, label: Any) -> int:
    """How many amounts come from each game, at most."""
    if of == "loser":
        return max(one.players for one in sources.all) - 1
    if of == "policy":
        return max(one.policies.count(label) for one in sources.all)
    return 1


def _refuse_groups(of: str) -> None:
    if of in ("seat", "player", "policy"):
        raise InputError(f"of '{of}' has several distributions: choose game, winner or loser")


def _largest(counts: Counts, share: float, confidence: float) -> dict[str, Any]:
    """The largest amounts, this share of all, and the money in them."""
    if not 0 < share < 1:
        raise InputError(f"share {share} is out of range: give more than 0, less than 1")
    n, total = counts.n, counts.total
    wanted = math.floor(share * n + 1e-9)
    if not wanted or total <= 0:
        return {"count": wanted, "at_least": math.nan, "money": 0}
    left, money, least = wanted, 0, 0
    for amount, count in reversed(counts.pairs):
        taken = min(count, left)
        money, left, least = money + taken * amount, left - taken, amount
        if not left:
            break
    made = {"count": wanted, "at_least": least, "money": money, "money_share": money / total}
    if wanted < FEW:
        return made
    half = z_value(confidence) * _share_error(counts, wanted / n, least, money / total)
    return made | {"low": max(money / total - half, 0.0), "high": min(money / total + half, 1.0)}


def _share_error(counts: Counts, share: float, least: int, money_share: float) -> float:
    """Standard error of the money's share: what each amount moves it by, linearised."""
    n, mean = counts.n, counts.total / counts.n
    moved = sum(
        count * (max(amount - least, 0) + share * least - money_share * amount) ** 2
        for amount, count in counts.pairs
    )
    return math.sqrt(moved) / (n * mean)


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value
