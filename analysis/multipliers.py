"""What wins are multiplied by: the total multiplier, its factors, and how often they go together.

All of it comes from summaries, so that a run of any size is told of at once. Multipliers are told
of games *won on points* (by stop or highest points), as fixed wins have none; factors of all games
with a winner. `of` says whose: "loser" is everything that a loser pays with, common and its own
part; "winner" is the part that is common to all losers. Losers of one game are not independent, so
each game counts once in the intervals over losers, which are never too narrow.

>>> import gostop
>>> from gostop.analysis import multipliers
>>> run = gostop.simulate("arcade3", games=1000, seed=7)
>>> multipliers.distribution(run, of="winner").index[0]
np.int64(1)
"""

import math
from collections.abc import Mapping
from itertools import combinations as pairs_of
from typing import TYPE_CHECKING, Any

import numpy as np

from gostop.analysis.intervals import CONFIDENCE, goodman, wilson
from gostop.analysis.rates import pooled
from gostop.analysis.report import WON_ON_POINTS
from gostop.analysis.sources import Runs, Sources
from gostop.columns import ENDED_BY
from gostop.errors import InputError
from gostop.kernels.outcome import FACTORS
from gostop.summary import Summary
from gostop.terms import TERMS

if TYPE_CHECKING:
    import pandas as pd

_HISTOGRAMS = {
    "winner": ("common_multiplier", "winner_factors"),
    "loser": ("loser_multiplier", "loser_factors"),
}


def distribution(
    runs: Runs, of: str = "loser", *, mix: bool = False, confidence: float = CONFIDENCE
) -> "pd.DataFrame":
    """How the total multiplier is distributed, in games won on points.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    of : "loser" or "winner"
    mix : bool
        Take runs of different plans together.
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `multiplier`, the values that occurred: `count`, `n` (losers or games), `rate`,
        `low`, `high` (all at once: `intervals.goodman`), `or_more` (the last value, 1023, stands
        for all that is larger) and `at_least`, the share of this value and all larger ones.

    Examples
    --------
    >>> import gostop
    >>> told = distribution(gostop.simulate("arcade3", games=1000, seed=7))
    >>> float(told["at_least"].iloc[0]), bool(told["or_more"].any())
    (1.0, False)
    """
    import pandas as pd

    sources, summary = pooled(runs, mix)
    histogram, _ = _histograms(of)
    counts = getattr(summary, histogram).copy()
    for source in sources.all:  # the summary counts a fixed win as one of multiplier 1
        counts[1] -= _fixed_wins(source.run.summary()) * _each(source.players, of)
    values = counts.nonzero()[0]
    found, n = counts[values], int(counts.sum())
    each = _most_each(sources, of)
    low, high = goodman(found / each, confidence)
    made = {
        "count": found,
        "n": n,
        "rate": found / max(n, 1),
        "low": low,
        "high": high,
        "or_more": values == len(counts) - 1,
        "at_least": found[::-1].cumsum()[::-1] / max(n, 1),
    }
    return pd.DataFrame(made, pd.Index(values.tolist(), name="multiplier"))


def factors(
    runs: Runs, of: str = "loser", *, mix: bool = False, confidence: float = CONFIDENCE
) -> "pd.DataFrame":
    """How often each factor is part of the multiplier, in games with a winner.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    of : "loser" or "winner"
    mix : bool
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `factor`: `term`, `count`, `n` (losers or games), `rate`, `low`, `high`, and
        `alone`: of `count`, how often it was the only one.

    Examples
    --------
    >>> import gostop
    >>> factors(gostop.simulate("arcade3", games=1000, seed=7), "winner").index.tolist()[:3]
    ['bright_bak', 'pi_bak', 'go_bak']
    """
    import pandas as pd

    counts, each = _factors(runs, of, mix)
    rows = [
        (
            TERMS[name][0],
            *_rate(_with(counts, place), counts, each, confidence),
            _alone(counts, place),
        )
        for place, name in enumerate(FACTORS)
    ]
    columns = ["term", "count", "n", "rate", "low", "high", "alone"]
    return pd.DataFrame(rows, pd.Index(FACTORS, name="factor"), columns)


def together(
    runs: Runs, of: str = "loser", *, mix: bool = False, confidence: float = CONFIDENCE
) -> "pd.DataFrame":
    """Which sets of factors make up the multiplier, the commonest first.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    of : "loser" or "winner"
    mix : bool
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `factors`, such as ``"pi_bak+go"`` (``""``: none), each set that occurred:
        `term`, the Korean words, `count`, `n`, `rate`, `low`, `high` (all at once:
        `intervals.goodman`).

    Examples
    --------
    >>> import gostop
    >>> told = together(gostop.simulate("arcade3", games=1000, seed=7))
    >>> int(told["count"].sum()) == told["n"].iloc[0]
    np.True_
    """
    import pandas as pd

    counts, each = _factors(runs, of, mix)
    order = np.argsort(-counts, kind="stable")
    order = order[counts[order] > 0]
    found, n = counts[order], int(counts.sum())
    low, high = goodman(found / each, confidence)
    words = [[name for place, name in enumerate(FACTORS) if bits >> place & 1] for bits in order]
    made = {
        "term": ["+".join(TERMS[name][0] for name in one) for one in words],
        "count": found,
        "n": n,
        "rate": found / max(n, 1),
        "low": low,
        "high": high,
    }
    return pd.DataFrame(made, pd.Index(["+".join(one) for one in words], name="factors"))


def pairs(
    runs: Runs, of: str = "loser", *, mix: bool = False, confidence: float = CONFIDENCE
) -> "pd.DataFrame":
    """How often two factors come together, and how much more often than by chance.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    of : "loser" or "winner"
    mix : bool
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `one` and `other`, every pair of factors that both occurred: `count`, `n`,
        `rate`, `low`, `high`, and `lift`, the rate divided by the product of both factors' rates: 1
        where they have nothing to do with each other.

    Examples
    --------
    >>> import gostop
    >>> told = pairs(gostop.simulate("arcade3", games=10_000, seed=7))
    >>> float(told.loc[("pi_bak", "go"), "lift"]) > 1
    True
    """
    import pandas as pd

    counts, each = _factors(runs, of, mix)
    alone = [_with(counts, place) for place in range(len(FACTORS))]
    places = [pair for pair in pairs_of(range(len(FACTORS)), 2) if all(alone[one] for one in pair)]
    rows = []
    for one, other in places:
        count, n, *rest = _rate(_with(counts, one, other), counts, each, confidence)
        rows.append((count, n, *rest, count * n / (alone[one] * alone[other])))
    index = pd.MultiIndex.from_tuples(
        [(FACTORS[one], FACTORS[other]) for one, other in places], names=["one", "other"]
    )
    return pd.DataFrame(rows, index, ["count", "n", "rate", "low", "high", "lift"])


def _histograms(of: str) -> tuple[str, str]:
    if of not in _HISTOGRAMS:
        raise InputError(f"of '{of}' is unknown: choose from {', '.join(_HISTOGRAMS)}")
    return _HISTOGRAMS[of]


def _factors(runs: Runs, of: str, mix: bool) -> tuple[Any, int]:
    _, histogram = _histograms(of)
    sources, summary = pooled(runs, mix)
    return getattr(summary, histogram), _most_each(sources, of)


def _each(players: int, of: str) -> int:
    return players - 1 if of == "loser" else 1


def _most_each(sources: Sources, of: str) -> int:
    """How many trials come from each game, or at most."""
    return max(_each(one.players, of) for one in sources.all)


def _fixed_wins(summary: Summary) -> int:
    won: Mapping[str, Any] = dict(
        zip(ENDED_BY, summary.winners.sum(axis=0)[1:, 1:].sum(axis=1), strict=True)
    )
    return int(sum(count for ending, count in won.items() if ending not in WON_ON_POINTS))


def _with(counts: Any, *places: int) -> int:
    """How often all of these bits were set."""
    bits = sum(1 << place for place in places)
    return int(counts[(np.arange(len(counts)) & bits) == bits].sum())


def _alone(counts: Any, place: int) -> int:
    return int(counts[1 << place])


def _rate(
    count: int, counts: Any, each: int, confidence: float
) -> tuple[int, int, float, float, float]:
    n = int(counts.sum())
    low, high = wilson(count / each, n / each, confidence)
    return count, n, count / n if n else math.nan, low, high
