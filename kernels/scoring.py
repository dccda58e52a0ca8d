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
    ones, twos, threes = cards & rules.pi_1, cards & rules.pi_2, cards & rules.pi_3
    return popcount(ones) + 2 * popcount(twos) + 3 * popcount(threes)


@kernel
def bright_part(cards, rules):
    """Points of 광."""
    brights = popcount(cards & BRIGHTS)
    if brights == 3 and cards & RAIN != U0:
        return rules.bright3_rain
    return rules.bright_points[brights]


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


@kernel
def row_points(count, least):
    """One point at `least` cards of a row and one for each more."""
    return max(count - (least - 1), 0)


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
    as_pi = np.int64(cards & CUP != U0)
    return rest + max(
        row_points(animals, 5) + row_points(pi, 10),
        row_points(animals - as_pi, 5) + row_points(pi + 2 * as_pi, 10),
    )
