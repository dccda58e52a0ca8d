"""What a captured card is worth to a seat, by its kind and by what lies captured already.

A card's worth depends on its kind and on the set it belongs to, so there are eleven of them. They
are computed once a decision, into the scratch of the seat's parameters, and then only looked up.
"""

import numpy as np

from .bits import U0, U1, popcount
from .cards import (
    ANIMALS,
    BLUE_DAN,
    BRIGHTS,
    CUP,
    DOUBLE_PIS,
    GODORI,
    GRASS_DAN,
    RAIN,
    RED_DAN,
    RIBBONS,
    SUIT_CARDS,
)
from .ending import points_with
from .jit import kernel
from .months import month_of
from .scoring import pi_value
from .weights import (
    ANIMALS7,
    BRIGHT_BAK,
    IN_REACH,
    PI_BAK,
    PI_FAR,
    PI_NEAR,
    POINT,
    REACH,
    ROW_FAR,
    ROW_NEAR,
    SET_FIRST,
    SET_SECOND,
    SET_THIRD,
)

PI, DOUBLE_PI, RIBBON, RED, BLUE, GRASS, ANIMAL, BIRD, CUP_KIND, BRIGHT, RAIN_KIND = range(0, 22, 2)
"""Kinds of cards that are worth the same: the place of their worths in the scratch."""

SETS, SET_KINDS = (RED_DAN, BLUE_DAN, GRASS_DAN, GODORI), (RED, BLUE, GRASS, BIRD)
"""The sets of three, and the kinds of their cards."""

OWN, THEIRS = 0, 1
"""A kind's worth to the seat itself, and the next place: its worth to the opponents together."""
WORTHS, PROGRESS, EARLY = 22, 32, 40
"""Places in the scratch: the end of those worths; what each card of a set is worth in turn, and the
part of progress that counts."""
THIRD, NINTH = 1.0 / 3.0, 1.0 / 9.0


def _kind_of_each_card():
    """Number of the kind of every card of the pack."""
    later_first = (
        (RAIN, RAIN_KIND),
        (BRIGHTS, BRIGHT),
        (CUP, CUP_KIND),
        (GODORI, BIRD),
        (ANIMALS, ANIMAL),
        (RED_DAN, RED),
        (BLUE_DAN, BLUE),
        (GRASS_DAN, GRASS),
        (RIBBONS, RIBBON),
        (DOUBLE_PIS, DOUBLE_PI),
    )
    return np.array(
        [
            next((kind for mask, kind in later_first if int(mask) >> card & 1), PI)
            for card in range(SUIT_CARDS)
        ],
        np.uint8,
    )


KIND = _kind_of_each_card()


@kernel
def prepare(early, weights, scratch):
    """Write down what the first, second and third card of a set are worth for each of its points.

    Of the first two, which are only progress, the part `early` counts.
    """
    scratch[PROGRESS] = early * weights[SET_FIRST]
    scratch[PROGRESS + 1] = early * weights[SET_SECOND]
    scratch[PROGRESS + 2] = weights[SET_THIRD]
    for place in range(3, 7):  # brights go on, a set held in full is not asked for
        scratch[PROGRESS + place] = weights[SET_THIRD]
    scratch[EARLY] = early


@kernel
def reaching(points, need, weights):
    """`points` made at once, which count more where they bring the seat to its choice of go."""
    return points * (1.0 + weights[REACH] * np.int64(points >= need))


@kernel
def set_worth(mine, near, others, points, need, params):
    """Worth of the next card of a set of three; nothing where another seat has one of it.

    Parameters
    ----------
    mine, near, others : uint64
        Of the set's cards those that the seat took, those that it holds or can take (the next card
        among them) and those that other seats took.
    points, need : int64
        The set's points, and how many bring the seat to its choice of go.
    """
    have, within = popcount(mine), popcount(near)
    ahead = params.weights[IN_REACH] * np.int64(within > 1)
    now = params.scratch[PROGRESS + have]
    then = params.scratch[PROGRESS + 1 + have]
    ends = np.int64(have == 2) & np.int64(points >= need)
    factor = points * np.int64(others == U0) * (1.0 + params.weights[REACH] * ends)
    return factor * (now + ahead * (then - now))


@kernel
def row_worth(count, need, params):
    """Worth of the next 띠 or 열끗 to a seat that has `count`."""
    weights = params.weights
    far = weights[ROW_FAR]
    progress = params.scratch[EARLY] * (far + (weights[ROW_NEAR] - far) * (count * THIRD))
    point = reaching(weights[POINT], need, weights)
    return point if count >= 4 else progress


@kernel
def pi_worth(pi, need, rules, params):
    """Worth of the next pi to a seat that has `pi`."""
    weights = params.weights
    far = weights[PI_FAR]
    progress = params.scratch[EARLY] * (far + (weights[PI_NEAR] - far) * (pi * NINTH))
    point = reaching(weights[POINT], need, weights)
    bak = weights[PI_BAK] * np.int64(pi < rules.pi_bak_below)
    return bak + (point if pi >= 9 else progress)


@kernel
def bright_worth(mine, near, others, rain, need, rules, params):
    """Worth of the next 광, where `rain` tells whether 비광 is that one or among the seat's."""
    have = popcount(mine)
    bak = params.weights[BRIGHT_BAK] * (rules.bright_bak & np.int64(have == 0))
    row = np.int64(rain)
    points = rules.bright_points[row, 3]
    if have > 2:
        points = rules.bright_points[row, min(have + 1, 5)] - rules.bright_points[row, have]
    few = U0 if popcount(others) < 3 else others
    return bak + set_worth(mine, near, few, points, need, params)


@kernel
def add_worths(table, seat, others, near, part, base, rules, params):
    """Add `part` of what each kind is worth to `seat` to the scratch, `base` being OWN or THEIRS.

    `others` are all cards that other seats have captured, `near` those that the seat is known to
    hold or to be able to take.
    """
    worths = params.scratch
    mine = table.captured[seat]
    need = table.last_go_points[seat] + 1 - points_with(table, seat, mine, rules)
    pi = part * pi_worth(pi_value(mine, rules), need, rules, params)
    ribbon = part * row_worth(popcount(mine & RIBBONS), need, params)
    animals = popcount(mine & ANIMALS)
    animal = part * row_worth(animals, need, params)
    if animals == 6:
        animal += part * params.weights[ANIMALS7] * (rules.animals7_multiplier - 1)
    worths[base + PI] += pi
    worths[base + DOUBLE_PI] += 2.0 * pi
    worths[base + RIBBON] += ribbon
    worths[base + ANIMAL] += animal
    worths[base + CUP_KIND] += max(animal, 2.0 * pi)
    for place in range(len(SETS)):
        cards, kind = SETS[place], SET_KINDS[place]
        points = rules.godori if kind == BIRD else rules.dan
        row = animal if kind == BIRD else ribbon
        worth = set_worth(mine & cards, near & cards, others & cards, points, need, params)
        worths[base + kind] += row + part * worth
    mine, near, others = mine & BRIGHTS, near & BRIGHTS, others & BRIGHTS
    rain = mine & RAIN != U0
    worths[base + BRIGHT] += part * bright_worth(mine, near, others, rain, need, rules, params)
    worths[base + RAIN_KIND] += part * bright_worth(mine, near, others, True, need, rules, params)


@kernel
def worth_of(params, base, card):
    """Worth of one card of the pack, no joker."""
    return params.scratch[base + np.int64(KIND[card])]


@kernel
def worth_in_month(params, base, cards, shift):
    """Worth of those of `cards` that are of the month at `shift`."""
    here = month_of(cards, shift) >> shift
    total = 0.0
    for place in range(4):
        card = shift + np.uint64(place)
        total += np.int64(here & U1) * worth_of(params, base, card)
        here >>= U1
    return total
