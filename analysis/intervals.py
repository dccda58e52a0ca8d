"""Confidence intervals of rates and of means, from exact counts and sums.

Rates get Wilson's score interval (E. B. Wilson, 1927), which stays inside 0 to 1, has an upper
bound for 0 of n and a lower one for n of n, and covers well even where few games decide. Means get
the normal approximation, which is as good as the number of games is large.
"""

import math
from numbers import Real
from operator import index
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, overload

from gostop.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

CONFIDENCE = 0.95
"""Share of intervals that hold the true value, where nothing else is asked for."""

FEW = 30
"""Values below which a mean's normal interval would promise more than it knows."""


def z_value(confidence: float) -> float:
    """Standard errors from the middle of a two-sided interval to its ends.

    Raises
    ------
    InputError
        If the confidence is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise InputError(f"confidence {confidence} is out of range: give more than 0, less than 1")
    return NormalDist().inv_cdf((1 + confidence) / 2)


@overload
def wilson(successes: float, n: float, confidence: float = ...) -> tuple[float, float]: ...


@overload
def wilson(
    successes: "npt.ArrayLike", n: "npt.ArrayLike", confidence: float = ...
) -> "tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]": ...


def wilson(successes: Any, n: Any, confidence: float = CONFIDENCE) -> tuple[Any, Any]:
    """Wilson's score interval of a rate.

    Parameters
    ----------
    successes, n : number or array of numbers
        How often it happened, in how many trials. Arrays are broadcast. Where several outcomes of
        a game are counted, divide both by that number to let only games count as independent.
    confidence : float

    Returns
    -------
    low, high : float or numpy array
        Never NaN: no trial at all gives 0 and 1.

    Raises
    ------
    InputError
        If there are fewer than 0 or more than `n` successes.
    """
    z = z_value(confidence)
    if isinstance(successes, Real) and isinstance(n, Real):
        hit, tried = float(successes), float(n)
        if not 0 <= hit <= tried < math.inf:
            raise InputError(f"{successes} successes of {n} are impossible: give 0 to n")
        return _score_bounds(hit, tried, z)
    import numpy as np

    hits, trials = np.broadcast_arrays(np.asarray(successes, float), np.asarray(n, float))
    if not ((hits >= 0) & (hits <= trials) & (trials < math.inf)).all():
        raise InputError("some successes are impossible: give 0 to n of each")
    return _score_bounds(hits, trials, z)


def _score_bounds(hits: Any, trials: Any, z: float) -> tuple[Any, Any]:
    """Both ends, of numbers and of arrays alike; exactly 0 and 1 where nothing speaks against."""
    spread = (hits * (trials - hits) / (trials + (trials == 0)) + z * z / 4) ** 0.5
    middle, total = hits + z * z / 2, trials + z * z
    low = (middle - z * spread) / total
    above = (total - middle - z * spread) / total
    return low * (hits > 0), 1.0 - above * (hits < trials)


def mean_interval(
    total: int,
    square_total: int,
    n: int,
    confidence: float = CONFIDENCE,
    *,
    independent: int | None = None,
) -> tuple[float | None, float | None, float | None]:
    """The mean of whole numbers and its normal interval, from their exact sums.

    The variance is taken from whole numbers of any size, so nothing cancels or overflows. (So it is
    for one mean at a time: arrays of 64 bits would not hold the products.)

    Parameters
    ----------
    total, square_total : int
        Sum of the values, and of their squares.
    n : int
        Number of values.
    confidence : float
    independent : int, optional
        How many of them count as independent, where several come from one game. Default: all.

    Returns
    -------
    mean, low, high : float or None
        With fewer than two values, or where all are equal, nothing is known of the error: `low` and
        `high` are None. Without any value the mean is None as well.

    Raises
    ------
    InputError
        If no values have these sums.
    """
    z = z_value(confidence)
    total, square_total, n = index(total), index(square_total), index(n)
    spread = n * square_total - total * total
    if n < 0 or spread < 0 or (n == 0 and (total or square_total)):
        raise InputError(f"no {n} numbers have the sum {total} and the squares' sum {square_total}")
    if n == 0:
        return None, None, None
    mean = total / n
    if n == 1 or spread == 0:
        return mean, None, None
    trials = n if independent is None else index(independent)
    half = z * math.sqrt(spread / (n * (n - 1) * trials))
    return mean, mean - half, mean + half


def ratio_interval(
    hits: int,
    trials: int,
    hits_square: int,
    trials_square: int,
    cross: int,
    clusters: int,
    confidence: float = CONFIDENCE,
) -> tuple[float | None, float, float]:
    """A rate of trials that come in clusters, such as the games of one deal, and its interval.

    The ratio estimator with its linearised variance between clusters (W. G. Cochran, "Sampling
    Techniques", 1977, section 6.4). Where all trials hit or none does, and of a single cluster,
    nothing is known of the spread: then it is Wilson's interval, clusters counting as independent.

    Parameters
    ----------
    hits, trials : int
        How often it happened, in how many trials, over all clusters.
    hits_square, trials_square, cross : int
        Sums over clusters of the squares of either and of their product.
    clusters : int
    confidence : float

    Returns
    -------
    rate : float or None
        None without any trial.
    low, high : float
    """
    if not trials:
        return None, 0.0, 1.0
    rate = hits / trials
    # Whole numbers until the end, so that nothing cancels.
    spread = hits_square * trials**2 - 2 * hits * trials * cross + hits**2 * trials_square
    if clusters < 2 or spread <= 0:
        independent = min(clusters, trials)
        return rate, *wilson(rate * independent, independent, confidence)
    error = math.sqrt(spread * clusters / (clusters - 1)) / trials**2
    half = z_value(confidence) * error
    return rate, max(0.0, rate - half), min(1.0, rate + half)


def goodman(
    counts: "npt.ArrayLike", confidence: float = CONFIDENCE
) -> "tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]":
    """Simultaneous intervals of the shares of categories: all hold at once, at this confidence.

    Each is Wilson's interval with the error split evenly among the categories (L. A. Goodman, "On
    simultaneous confidence intervals for multinomial proportions", 1965).

    Parameters
    ----------
    counts : array of numbers
        How often each category occurred, in whatever shape; their sum is the number of trials.
    confidence : float

    Returns
    -------
    low, high : numpy arrays of the shape of `counts`
        Without any trial 0 and 1.

    Examples
    --------
    >>> low, high = goodman([90, 10, 0])
    >>> high.round(3).tolist()
    [0.951, 0.195, 0.054]
    """
    import numpy as np

    z_value(confidence)
    found = np.asarray(counts, float)
    categories = max(found.size, 1)
    return wilson(found, np.full(found.shape, found.sum()), 1 - (1 - confidence) / categories)


def clustered(
    hits: int,
    trials: int,
    hits_square: int,
    trials_square: int,
    cross: int,
    clusters: int,
    confidence: float = CONFIDENCE,
) -> tuple[float | None, float, float]:
    """A rate of trials that come in clusters, with an interval that holds for few hits, too.

    The variance is that of `ratio_interval`, between clusters. It says how many independent trials
    would tell as much, and the interval is Wilson's for that number (N. Dean, M. Pagano,
    "Evaluating confidence interval methods for binomial proportions in clustered surveys", 2015).
    With one trial a cluster it is Wilson's interval itself.

    Parameters
    ----------
    hits, trials : int
        How often it happened, in how many trials, over all clusters.
    hits_square, trials_square, cross : int
        Sums over clusters of the squares of either and of their product.
    clusters : int
        How many there are that have a trial.
    confidence : float

    Returns
    -------
    rate : float or None
        None without any trial.
    low, high : float
        Where all trials hit or none does, and of a single cluster, nothing is known of the spread
        between clusters: then each counts as one trial.

    Raises
    ------
    InputError
        If no clusters have these sums.

    Examples
    --------
    >>> rate, low, high = clustered(300, 900, 900, 2700, 900, 300)  # always three alike
    >>> round(low, 3), round(high, 3)
    (0.282, 0.389)
    """
    if not 0 <= hits <= trials or clusters > trials or (clusters < 1) != (trials < 1):
        raise InputError(f"{hits} hits of {trials} trials in {clusters} clusters are impossible")
    if not trials:
        return None, 0.0, 1.0
    rate = hits / trials
    spread = hits_square * trials**2 - 2 * hits * trials * cross + hits**2 * trials_square
    if clusters < 2 or spread <= 0 or clusters == trials:
        alike = float(clusters)
    else:  # rate * (1 - rate) / variance, of whole numbers
        alike = hits * (trials - hits) * trials**2 * (clusters - 1) / (spread * clusters)
    return rate, *wilson(rate * alike, alike, confidence)
