"""Intervals, against SciPy and against what defines them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gostop.analysis.intervals import mean_interval, wilson, z_value
from gostop.errors import InputError

CONFIDENCES = (0.5, 0.9, 0.95, 0.999)


@st.composite
def counts(draw: st.DrawFn) -> tuple[int, int]:
    n = draw(st.integers(1, 10**7))
    return draw(st.integers(0, n)), n


@given(counts(), st.sampled_from(CONFIDENCES))
def test_wilson_agrees_with_scipy(count: tuple[int, int], confidence: float) -> None:
    successes, n = count
    theirs = stats.binomtest(successes, n).proportion_ci(confidence, method="wilson")
    ours = wilson(successes, n, confidence)
    assert ours == pytest.approx((theirs.low, theirs.high), rel=1e-9, abs=1e-15)
    assert 0 <= ours[0] <= successes / n <= ours[1] <= 1


def test_wilson_of_nothing_and_of_everything() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(0, 20_000)
    assert low == 0
    assert 0 < high < 0.001
    sure_low, sure_high = wilson(20_000, 20_000)
    assert sure_low == pytest.approx(1 - high)
    assert sure_high == 1


def test_wilson_takes_arrays_and_broadcasts_them() -> None:
    successes = np.array([[0, 1, 5], [0, 1, 5]])
    n = np.array([[5], [10]])
    low, high = wilson(successes, n)
    assert low.shape == high.shape == (2, 3)
    for place in np.ndindex(2, 3):
        one = wilson(int(successes[place]), int(n[place[0], 0]))
        assert (low[place], high[place]) == pytest.approx(one, abs=1e-15)
    low, high = wilson(np.zeros(2), np.array([0, 3]))
    assert low.tolist() == [0, 0]
    assert high[0] == 1
    assert high[1] < 1
    assert list(wilson(np.int64(3), np.int64(9))) == list(wilson(3, 9))


@pytest.mark.parametrize(
    ("successes", "n"), [(-1, 5), (6, 5), (1, 0), (math.nan, 5), (0, math.inf)]
)
def test_wilson_refuses_what_cannot_be(successes: float, n: float) -> None:
    with pytest.raises(InputError, match="impossible"):
        wilson(successes, n)
    with pytest.raises(InputError, match="impossible"):
        wilson(np.array([0, successes]), np.array([5, n]))


@pytest.mark.parametrize("confidence", [0, 1, -0.5, 95, math.nan])
def test_a_confidence_is_between_0_and_1(confidence: float) -> None:
    with pytest.raises(InputError, match="confidence"):
        wilson(1, 2, confidence)
    with pytest.raises(InputError, match="confidence"):
        mean_interval(1, 1, 2, confidence)


def test_z_value() -> None:
    assert z_value(0.95) == pytest.approx(stats.norm.ppf(0.975))


@given(
    st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=50).filter(
        lambda x: len(set(x)) > 1
    ),
    st.sampled_from(CONFIDENCES),
)
def test_mean_agrees_with_scipy(values: list[int], confidence: float) -> None:
    ours = mean_interval(sum(values), sum(v * v for v in values), len(values), confidence)
    theirs = stats.norm.interval(confidence, np.mean(values), stats.sem(values))
    assert ours == pytest.approx((np.mean(values), *theirs), rel=1e-9, abs=1e-6)


def test_a_mean_counts_what_is_independent() -> None:
    _, low, high = mean_interval(10, 30, 8)
    _, wide_low, wide_high = mean_interval(10, 30, 8, independent=2)
    assert low is not None
    assert high is not None
    assert wide_low is not None
    assert wide_high is not None
    assert wide_high - wide_low == pytest.approx(2 * (high - low))


def test_a_mean_of_large_sums_loses_nothing() -> None:
    """Values 10**9 and 10**9 + 2, 10**12 of each: floats would lose the variance, int64 the sum."""
    n = 2 * 10**12
    total = 10**12 * (2 * 10**9 + 2)
    squares = 10**12 * (10**18 + (10**9 + 2) ** 2)
    mean, low, high = mean_interval(total, squares, n)
    assert mean == 10**9 + 1
    assert low is not None
    assert high is not None
    assert high - low == pytest.approx(2 * z_value(0.95) / math.sqrt(n), rel=0.1)


def test_a_mean_without_spread_has_no_interval() -> None:
    assert mean_interval(0, 0, 0) == (None, None, None)
    assert mean_interval(-7, 49, 1) == (-7.0, None, None)
    assert mean_interval(6, 18, 2) == (3.0, None, None)


@pytest.mark.parametrize("sums", [(3, 4, 2), (1, 1, 0), (0, 1, -1), (0, -1, 3)])
def test_a_mean_refuses_what_cannot_be(sums: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match="numbers"):
        mean_interval(*sums)
