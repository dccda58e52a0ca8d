"""Two numbers of each game, and how their means, spreads and rates differ.

Both numbers come of one deal, so their difference varies far less than either does alone: all
intervals here are those of differences within games, and games are independent of each other.
"""

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gostop.analysis.intervals import CONFIDENCE, mean_interval, z_value

__all__ = ["Difference", "Figure", "Joint", "rate_difference"]

Words = npt.NDArray[np.int64]

_LOW_WORD = np.int64(1 << 32)
_SIGN = np.int64(1 << 31)


class Figure(NamedTuple):
    """A difference with its 95 % interval; None where too little is known."""

    value: float | None
    low: float | None
    high: float | None


class Difference(NamedTuple):
    """A quantity before, after, and the paired difference: after less before."""

    before: float | None
    after: float | None
    change: Figure

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types."""
        return {
            "before": self.before,
            "after": self.after,
            "difference": self.change.value,
            "difference_ci": list(self.change[1:]),
        }


@dataclass
class Joint:
    """How often each pair of whole numbers occurred together, one pair a game.

    Attributes
    ----------
    before, after : numpy array of int64
        The numbers of each pair that occurred, of 32 bits.
    count : numpy array of int64
        In how many games.
    """

    before: Words = field(default_factory=lambda: np.zeros(0, np.int64))
    after: Words = field(default_factory=lambda: np.zeros(0, np.int64))
    count: Words = field(default_factory=lambda: np.zeros(0, np.int64))

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.count.sum())

    def add(self, before: npt.NDArray[Any], after: npt.NDArray[Any]) -> None:
        """Add games: their numbers before and after, two arrays of whole numbers."""
        pairs, count = np.unique(_as_one(before, after), return_counts=True)
        known = _as_one(self.before, self.after)
        both, place = np.unique(np.concatenate([known, pairs]), return_inverse=True)
        total = np.zeros(len(both), np.int64)
        np.add.at(total, place, np.concatenate([self.count, count]))
        self.before, self.after, self.count = both >> 32, (both & (_LOW_WORD - 1)) - _SIGN, total

    def differing(self) -> int:
        """Games whose two numbers are not the same."""
        return int(self.count[self.before != self.after].sum())

    def mean(self) -> Difference:
        """The means and their difference."""
        change = self.after - self.before
        figure = Figure(*mean_interval(_sum(change, self.count), self._squares(change), self.games))
        return Difference(self._mean_of(self.before), self._mean_of(self.after), figure)

    def spread(self) -> Difference:
        """The standard deviations and their difference, its error linearised (delta method)."""
        n = self.games
        before, after = self._deviation(self.before), self._deviation(self.after)
        if before is None or after is None:
            return Difference(before, after, Figure(None, None, None))
        change = after - before
        if not before or not after:
            return Difference(before, after, Figure(change, None, None))
        pull = self._pull(self.after, after) - self._pull(self.before, before)
        error = math.sqrt(float((pull * pull * self.count).sum()) / (n * (n - 1)))
        half = z_value(CONFIDENCE) * error
        figure = (
            Figure(change, change - half, change + half) if half else Figure(change, None, None)
        )
        return Difference(before, after, figure)

    def rate(self, value: int) -> Difference:
        """How often the number is `value`, and the difference."""
        n = self.games
        first, second = self.before == value, self.after == value
        gained = int(self.count[~first & second].sum())
        lost = int(self.count[first & ~second].sum())
        was, now = int(self.count[first].sum()), int(self.count[second].sum())
        figure = rate_difference(gained, lost, n)
        return Difference(was / n if n else None, now / n if n else None, figure)

    def _mean_of(self, values: Words) -> float | None:
        return _sum(values, self.count) / self.games if self.games else None

    def _squares(self, values: Words) -> int:
        return _sum(values, self.count * values)

    def _deviation(self, values: Words) -> float | None:
        """Standard deviation between games, from exact sums."""
        n, total = self.games, _sum(values, self.count)
        if n < 2:
            return None
        return math.sqrt((n * self._squares(values) - total * total) / (n * (n - 1)))

    def _pull(self, values: Words, deviation: float) -> npt.NDArray[Any]:
        """How far a game of each pair pulls the standard deviation."""
        mean = _sum(values, self.count) / self.games
        pull: npt.NDArray[Any] = ((values - mean) ** 2 - deviation**2) / (2 * deviation)
        return pull


def _as_one(before: npt.NDArray[Any], after: npt.NDArray[Any]) -> Words:
    """Two numbers of 32 bits in one of 64, that sorts like them."""
    return before.astype(np.int64) * _LOW_WORD + (after.astype(np.int64) + _SIGN)


def _sum(values: Words, weights: Words) -> int:
    """Sum of values times weights, exact."""
    return sum(
        value * weight for value, weight in zip(values.tolist(), weights.tolist(), strict=True)
    )


def rate_difference(gained: int, lost: int, n: int, confidence: float = CONFIDENCE) -> Figure:
    """How much a rate differs between paired trials, with Tango's score interval.

    It agrees with Wilson's interval in spirit (T. Tango, "Equivalence test and confidence interval
    for the difference in proportions for the paired-sample design", 1998): where no trial came out
    otherwise it still has a width, and no end leaves -1 to 1.

    Parameters
    ----------
    gained, lost : int
        Trials that hit only the second time, and only the first time.
    n : int
        All trials.
    confidence : float

    Returns
    -------
    Figure
        Without any trial nothing is known: all None.
    """
    if n == 0:
        return Figure(None, None, None)
    z, value = z_value(confidence), (gained - lost) / n
    low = _where_score_is(z, gained, lost, n, -1.0, value)
    high = _where_score_is(-z, gained, lost, n, value, 1.0)
    return Figure(value, low, high)


def _where_score_is(
    wanted: float, gained: int, lost: int, n: int, low: float, high: float
) -> float:
    """The difference at which the score, which falls with it, takes a value: by halving."""
    for _ in range(60):
        middle = (low + high) / 2
        if _score(middle, gained, lost, n) > wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _score(difference: float, gained: int, lost: int, n: int) -> float:
    """Standard errors between a true difference and the one that was counted."""
    off = gained - lost - n * difference
    linear = (2 * n - gained + lost) * difference - gained - lost
    constant = -lost * difference * (1 - difference)
    root = math.sqrt(max(linear * linear - 8 * n * constant, 0.0))
    # The larger root of 2n q² + linear q + constant, without cancelling where linear is positive.
    rate = (root - linear) / (4 * n) if linear <= 0 else -2 * constant / (root + linear)
    variance = n * (2 * rate + difference * (1 - difference))
    if variance <= 0:
        return math.copysign(math.inf, off) if off else 0.0
    return off / math.sqrt(variance)
