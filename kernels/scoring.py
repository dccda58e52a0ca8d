"""Points of a set of captured cards (section 4 of the rules)."""

import numpy as np

from .bits import U0, popcount
from .cards import (
    ANIMALS,
    BLUE_DAN,
    BRIGHTS,
    CUP,
    GODORI,
    GRASS_DAN,
    RAIN,
    RED_DAN,
    RIBBONS,
)
from .jit import inlined, kernel

CUP_AS_ANIMAL, CUP_AS_PI = 0, 1
"""The two readings of 국진, the 열끗 of month 9."""


@kernel
def pi_value(cards, rules):
    """Pi that `cards` are worth, 국진 not among them (int64)."""
    return popcount(cards & rules.pi_odd) + 2 * popcount(cards & rules.pi_many)


@kernel
def bright_part(cards, rules):
    """Points of 광."""
    return rules.bright_points[np.int64(cards & RAIN != U0), popcount(cards & BRIGHTS)]


@kernel
def dan_part(cards, rules):
    """Points of 홍단, 청단 and 초단."""
    sets = (
        np.int64(cards & RED_DAN == RED_DAN)
        + np.int64(cards & BLUE_DAN == BLUE_DAN)
        + np.int64(cards & GRASS_DAN == GRASS_DAN)
    )
    return sets * rules.dan


@kernel
def godori_part(cards, rules):
    """Points of 고도리."""
    return rules.godori if cards & GODORI == GODORI else np.int64(0)


def _row_points(count, least):
    """One point at `least` cards of a row and one for each more."""
    return max(count - (least - 1), 0)


row_points = inlined(_row_points)


def _best_rows(cup, animals, pi):
    """Points of the rows of 열끗 and pi with 국진, where it is held, as it gives more."""
    as_animal = _row_points(animals, 5) + _row_points(pi, 10)
    return max(as_animal, _row_points(animals - cup, 5) + _row_points(pi + 2 * cup, 10))


_BEST_ROWS = np.array(
    [
        [[_best_rows(cup, animals, pi) for pi in range(64)] for animals in range(16)]
        for cup in (0, 1)
    ],
    np.uint8,
)
"""`_best_rows` by whether 국진 is held, the number of 열끗 and the value of pi."""


@inlined
def points_without_cup(cards, rules):
    """Points of all parts that 국진 does not touch: 광, 고도리, 단, 띠."""
    ribbons = row_points(popcount(cards & RIBBONS), 5)
    return bright_part(cards, rules) + godori_part(cards, rules) + dan_part(cards, rules) + ribbons


@kernel
def cup_parts(cards, rules, cup_as):
    """Points of 열끗 and of pi under one reading of 국진.

    Returns
    -------
    animals, pi : int64
        Number of cards counted as 열끗 and value of pi, not points.
    """
    animals = popcount(cards & ANIMALS)
    pi = pi_value(cards, rules)
    if cup_as == CUP_AS_PI and cards & CUP != U0:
        return animals - 1, pi + 2
    return animals, pi


@kernel
def points(cards, rules, cup_as):
    """Points of `cards` under one reading of 국진, sweeps not among them (int64)."""
    animals, pi = cup_parts(cards, rules, cup_as)
    return points_without_cup(cards, rules) + row_points(animals, 5) + row_points(pi, 10)


@inlined
def best_points(cards, rules):
    """Points of `cards` with 국진 as it gives more (int64)."""
    rest = points_without_cup(cards, rules)
    animals, pi = cup_parts(cards, rules, CUP_AS_ANIMAL)
    cup = np.uint64(cards & CUP != U0)
    return rest + np.int64(_BEST_ROWS[cup, np.uint64(animals), np.uint64(pi)])
