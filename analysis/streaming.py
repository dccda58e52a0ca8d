"""Going through runs of any size, block by block, with exact sums: `aggregate`, and `Counts`.

Only one block of 250,000 games is in memory at a time, and how often each value occurred. Sums are
whole numbers without a bound.

>>> import gostop
>>> run = gostop.simulate("arcade3", games=1000, seed=7)
>>> table = aggregate(run, "payment_0", by="ended_by")
>>> int(table.loc["stop", "n"]) == run.frame()["ended_by"].eq("stop").sum()
np.True_
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from gostop.analysis.intervals import CONFIDENCE, FEW, mean_interval
from gostop.analysis.reading import read_blocks
from gostop.analysis.sources import Runs, Sources, open_runs
from gostop.analysis.where import Expression
from gostop.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)

_DENSE = 1 << 16
"""Values that lie this close together are counted in an array."""


class Counts:
    """How often each whole number occurred.

    Parameters
    ----------
    counts : mapping of int to int, optional
        Begin with these. Default: none.
    """

    def __init__(self, counts: Mapping[int, int] | None = None) -> None:
        self._counts: defaultdict[int, int] = defaultdict(int, counts or {})

    def add(self, values: Any) -> None:
        """Count an array of whole numbers of at most 64 bits."""
        if not len(values):
            return
        low, high = int(values.min()), int(values.max())
        if high - low < _DENSE:
            found = np.bincount(values.astype(np.int64) - low)
            places = found.nonzero()[0]
            self._merge(places + low, found[places])
        else:
            self._merge(*np.unique(values, return_counts=True))

    def _merge(self, values: Any, counts: Any) -> None:
        self.__dict__.pop("pairs", None)
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            self._counts[value] += count

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """Every value that occurred with its count, rising."""
        return sorted((value, count) for value, count in self._counts.items() if count)

    @property
    def n(self) -> int:
        """How many were counted."""
        return sum(count for _, count in self.pairs)

    @property
    def total(self) -> int:
        """Their sum."""
        return sum(value * count for value, count in self.pairs)

    @property
    def square_total(self) -> int:
        """The sum of their squares."""
        return sum(value * value * count for value, count in self.pairs)

    @property
    def deviation(self) -> float:
        """Standard deviation (of n - 1); NaN of fewer than two."""
        n = self.n
        if n < 2:
            return math.nan
        return math.sqrt((n * self.square_total - self.total**2) / (n * (n - 1)))

    def quantile(self, share: float) -> float:
        """The smallest value that at least this share does not exceed; NaN of nothing."""
        n, below = self.n, 0
        for value, count in self.pairs:
            below += count
            if below >= share * n:
                return value
        return math.nan

    def describe(
        self, confidence: float = CONFIDENCE, quantiles: Sequence[float] = (), errors: bool = True
    ) -> dict[str, float | int]:
        """The columns of a table of means: n, total, mean, low, high, sd, min, quantiles, max.

        `low` and `high` are NaN where too little is known of the error: of fewer than 30 values,
        where all are equal, and without `errors`.
        """
        mean, low, high = mean_interval(self.total, self.square_total, self.n, confidence)
        errors = errors and self.n >= FEW
        ends = [self.pairs[place][0] if self.pairs else math.nan for place in (0, -1)]
        return {
            "n": self.n,
            "total": self.total,
            "mean": _or_nan(mean),
            "low": _or_nan(low) if errors else math.nan,
            "high": _or_nan(high) if errors else math.nan,
            "sd": self.deviation,
            "min": ends[0],
            **{quantile_name(share): self.quantile(share) for share in quantiles},
            "max": ends[1],
        }


def quantile_name(share: float) -> str:
    """The column of a quantile: `q05`, `q99`, `q99.9`."""
    if not 0 < share < 1:
        raise InputError(f"quantile {share} is out of range: give more than 0, less than 1")
    percent = f"{100 * share:.6g}"
    return f"q{percent.zfill(2) if '.' not in percent else percent}"


def aggregate(
    runs: Runs,
    value: str,
    by: str | Iterable[str] = (),
    where: str | None = None,
    *,
    mix: bool = False,
    quantiles: Sequence[float] = QUANTILES,
    confidence: float = CONFIDENCE,
) -> "pd.DataFrame":
    """Mean, deviation and quantiles of a value over the games of runs of any size.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    value : str
        A column or an expression, such as ``"payment_0"`` or ``"abs(payment_0)"``.
    by : str or iterable of str
        Columns or expressions with few values; a row of the table for each combination that occurs.
    where : str, optional
        Only games of which this is true.
    mix : bool
        Take runs of different plans together. Say ``by="run"`` to keep them apart.
    quantiles : sequence of float
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `by`, or a single row. Columns `n` (games), `total`, `mean`, `low`, `high`, `sd`,
        `min`, `q05` ... and `max`, in the units of the value. `low` and `high` bound the mean;
        they are NaN for fewer than 30 games, where all are equal, and where runs that share deals
        are pooled. No game at all gives no row.

    Raises
    ------
    InputError
        If an expression cannot be read or runs may not be taken together.

    Examples
    --------
    >>> import gostop
    >>> run = gostop.simulate("arcade3", policy="greedy,random,random", games=1000, seed=7)
    >>> table = aggregate(run, "turns", by=["ended_by"], where="winner >= 0")
    >>> list(table.columns)[:5]
    ['n', 'total', 'mean', 'low', 'high']
    >>> int(table["n"].sum()) == run.frame()["winner"].ge(0).sum()
    np.True_
    """
    import pandas as pd

    names = [by] if isinstance(by, str) else list(by)
    sources = open_runs(runs, mix)
    told = tally(sources, value, names, where)
    errors = "run" in names or not sources.share_deals
    rows = {key: one.describe(confidence, quantiles, errors) for key, one in sorted(told.items())}
    if names:
        index: Any = pd.MultiIndex.from_tuples(list(rows), names=names)
        index = index if len(names) > 1 else index.get_level_values(0)
    else:
        index = pd.RangeIndex(len(rows))
    index = _with_words(index, sources)
    columns = list(Counts().describe(confidence, quantiles))
    return pd.DataFrame(list(rows.values()), index=index, columns=columns)


def tally(
    sources: Sources, value: str, by: Sequence[str] = (), where: str | None = None
) -> dict[tuple[int, ...], Counts]:
    """How often each value occurred, for each combination of the values of `by`."""
    known = sources.columns()
    about, *groups = [Expression(text, known, sources.words) for text in (value, *by)]
    test = None if where is None else Expression(where, known, sources.words)
    names = {name: None for one in (about, *groups) for name in one.columns}
    found: dict[tuple[int, ...], Counts] = defaultdict(Counts)
    for block in read_blocks(sources, names, test):
        values = about.values(block)
        for key, chosen in split([one.values(block) for one in groups]):
            found[key].add(values if chosen is None else values[chosen])
    return dict(found)


def split(keys: Sequence[Any]) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Every combination of keys that occurs, with where it does; a single None stands for all."""
    if not keys:
        yield (), None
        return
    codes, span = np.zeros(len(keys[0]), np.int64), 1
    for values in keys:
        own, width = _numbered(values)
        codes, span = _numbered(codes * width + own)
    for code in np.bincount(codes, minlength=span).nonzero()[0]:
        chosen = codes == code
        place = int(chosen.argmax())
        yield tuple(int(values[place]) for values in keys), chosen


def _numbered(values: Any) -> tuple[Any, int]:
    """Number values from 0, with the number of numbers; without sorting where they lie close."""
    if not len(values):
        return values, 1
    low, high = int(values.min()), int(values.max())
    if high - low < _DENSE:
        return values.astype(np.int64) - low, high - low + 1
    different, numbers = np.unique(values, return_inverse=True)
    return numbers, len(different)


def _with_words(index: Any, sources: Sources) -> Any:
    """Put words in place of their numbers."""
    for level, name in enumerate(index.names):
        if name in sources.words:
            words = dict(enumerate(sources.words[name]))
            index = (
                index.map(words)
                if index.nlevels == 1
                else index.set_levels(index.levels[level].map(words), level=level)
            )
    return index


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value
