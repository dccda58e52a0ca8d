"""Each intrinsic against its plain twin, and the masks of months."""

import random

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gostop.kernels import bits, months
from gostop.kernels.cards import MONTH_LOWS

WORDS = st.integers(0, 2**64 - 1).map(np.uint64)
NONZERO = st.integers(1, 2**64 - 1).map(np.uint64)


# Intrinsics can be called from compiled code only.
@numba.njit
def popcount(x):
    return bits.popcount(x)


@numba.njit
def lowest(x):
    return bits.lowest(x)


@numba.njit
def mulhi(a, b):
    return bits.mulhi(a, b)


@given(WORDS)
def test_popcount(x: np.uint64) -> None:
    assert popcount(x) == bits.plain_popcount(x) == bin(int(x)).count("1")


@given(NONZERO)
def test_lowest(x: np.uint64) -> None:
    assert lowest(x) == bits.plain_lowest(x)
    assert int(bits.lowest_bit(x)) == int(x) & -int(x)


@given(WORDS, WORDS)
def test_wide_product(a: np.uint64, b: np.uint64) -> None:
    assert mulhi(a, b) == bits.plain_mulhi(a, b)
    assert bits.mul(a, b) == bits.plain_mul(a, b)
    assert bits.add(a, b) == bits.plain_add(a, b)


@given(NONZERO, st.data())
def test_nth_bit(x: np.uint64, data: st.DataObject) -> None:
    n = np.uint64(data.draw(st.integers(0, int(x).bit_count() - 1)))
    places = [place for place in range(64) if int(x) >> place & 1]
    expected = places[int(n)]
    assert bits.plain_nth_bit(x, n) == expected
    assert bits.portable_nth_bit(x, n) == expected
    assert bits.nth_bit(x, n) == expected


def test_lowest_bit_of_nothing() -> None:
    assert bits.lowest_bit(np.uint64(0)) == 0


def count_of_month(cards: int, month: int) -> int:
    return (cards >> 4 * month & 15).bit_count()


@pytest.mark.parametrize(
    ("kernel", "wanted"), [(months.ones, {1}), (months.threes, {3, 4}), (months.fours, {4})]
)
def test_months_by_count(kernel, wanted) -> None:
    rng = random.Random(1)
    for _ in range(500):
        cards = rng.getrandbits(48)
        flags = int(kernel(np.uint64(cards)))
        assert flags & ~int(MONTH_LOWS) == 0
        for month in range(12):
            assert bool(flags >> 4 * month & 1) == (count_of_month(cards, month) in wanted)


def test_month_of_a_card() -> None:
    for card in range(48):
        shift = int(months.month_shift(np.uint64(card)))
        assert shift == card // 4 * 4
        assert int(months.month_of(np.uint64(2**48 - 1), np.uint64(shift))) == 15 << shift


def test_whole_months() -> None:
    rng = random.Random(2)
    for _ in range(500):
        cards = rng.getrandbits(51) & rng.getrandbits(51)
        whole = sum(15 << 4 * month for month in range(13) if count_of_month(cards, month))
        assert int(months.whole_months(np.uint64(cards))) == whole
