"""Go or stop: what going promises against what stopping pays."""

import numpy as np

from .bits import U0, popcount
from .cards import (
    ANIMALS,
    BLUE_DAN,
    BRIGHTS,
    GODORI,
    GRASS_DAN,
    RED_DAN,
    RIBBONS,
)
from .ending import points_with
from .jit import kernel
from .rules import EXHAUSTION_HIGHEST, GO_BAK_OFF, GO_BAK_PAYS_ALL
from .scoring import CUP_AS_ANIMAL, bright_part, cup_parts, pi_value
from .settlement import common_factors, go_factor, own_factors
from .sight import captures_of_others
from .state import GO
from .weights import (
    GAIN,
    LOSS,
    MARGIN,
    RATE,
    RATE_PI,
    RATE_ROW,
    RATE_SET,
    THREAT,
    THREAT_NEED,
    THREAT_SET,
)


@kernel
def decay(x):
    """Fall from 1 towards 0, as exp(-x) does.

    Made of exact operations alone: exponentials of different machines differ in the last digit,
    and games would.
    """
    return 1.0 / (1.0 + x + 0.5 * x * x)


@kernel
def capped(payment, rules):
    """A payment under `max_payment`."""
    if rules.max_payment > 0:
        return min(payment, rules.max_payment * 1.0)
    return payment * 1.0


@kernel
def income(table, seat, scored, rules):
    """What the losers would pay now for `scored` points, goes included."""
    cards = table.captured[seat]
    animals, pi = cup_parts(cards, rules, CUP_AS_ANIMAL)
    common, _ = common_factors(table, seat, rules, animals)
    bright_scored, pi_scored = bright_part(cards, rules) > 0, pi >= 10
    total = 0.0
    for place in range(rules.players):
        loser = np.uint64(place)
        if loser != seat:
            own, _ = own_factors(table, loser, rules, bright_scored, pi_scored)
            total += capped(scored * common * own, rules)
    return total


@kernel
def lacks_one(mine, others, cards):
    """Whether a seat lacks one card of a set of three that nobody else has any of."""
    return others & cards == U0 and popcount(mine & cards) == 2


@kernel
def near_points(mine, others, rules):
    """Points of the best set of which a seat lacks one card."""
    dan = (
        lacks_one(mine, others, RED_DAN)
        or lacks_one(mine, others, BLUE_DAN)
        or lacks_one(mine, others, GRASS_DAN)
    )
    points = rules.dan if dan else np.int64(0)
    if lacks_one(mine, others, GODORI):
        points = max(points, rules.godori)
    brights = popcount(mine & BRIGHTS)
    if brights >= 2 and brights + popcount(others & BRIGHTS) < 5:
        points = max(points, rules.bright_points[0, min(brights + 1, 5)])
    return points


@kernel
def scoring_rate(mine, others, rules, weights):
    """Chance a turn that a seat scores another point."""
    rate = weights[RATE]
    if pi_value(mine, rules) >= 9:
        rate += weights[RATE_PI]
    if popcount(mine & RIBBONS) >= 4:
        rate += weights[RATE_ROW]
    if popcount(mine & ANIMALS) >= 4:
        rate += weights[RATE_ROW]
    if near_points(mine, others, rules) > 0:
        rate += weights[RATE_SET]
    return max(rate, 0.001)


@kernel
def threat(table, seat, rules, weights):
    """Chance a turn that `seat`, an opponent, gets as far as ending the game."""
    mine = table.captured[seat]
    others = captures_of_others(table, seat, rules)
    need = table.last_go_points[seat] + 1 - points_with(table, seat, mine, rules)
    rest = need - weights[THREAT_SET] * near_points(mine, others, rules) - 1.0
    return weights[THREAT] * decay(max(weights[THREAT_NEED] * rest, 0.0))


@kernel
def loss(table, seat, winner, rules, weights):
    """What `seat`, having called go, would pay to `winner`."""
    goes = np.int64(table.count[winner, GO])
    base = rules.win_points + weights[LOSS] + goes * rules.go_points
    common = table.carry * table.shown_factor[winner] * go_factor(goes, rules)
    share = base * common
    if rules.go_bak == GO_BAK_PAYS_ALL:
        return capped(share, rules) * (rules.players - 1)
    return capped(share if rules.go_bak == GO_BAK_OFF else 2.0 * share, rules)


@kernel
def goes_on(table, seat, hand, rules, weights):
    """Whether going promises more than stopping pays."""
    mine = table.captured[seat]
    others = captures_of_others(table, seat, rules)
    scored = points_with(table, seat, mine, rules)
    goes = np.int64(table.count[seat, GO])
    base = scored + goes * rules.go_points
    pays = income(table, seat, base * 1.0, rules)
    more = income(table, seat, base + rules.go_points + weights[GAIN], rules)
    more *= go_factor(goes + 1, rules) / go_factor(goes, rules)
    rate = scoring_rate(mine, others, rules, weights)
    danger, harm = 0.0, 0.0
    for place in range(rules.players):
        other = np.uint64(place)
        if other != seat:
            chance = threat(table, other, rules, weights)
            danger += chance
            harm += chance * loss(table, seat, other, rules, weights)
    quiet = 1.0
    for _ in range(popcount(hand) + table.flips[seat]):
        quiet *= decay(rate + danger)
    over = 1.0 - quiet
    promised = over * (rate * more - harm) / (rate + danger)
    if rules.exhaustion == EXHAUSTION_HIGHEST:
        promised += (1.0 - over) * income(table, seat, base * 1.0 + rules.go_points, rules)
    return promised > pays * (1.0 + weights[MARGIN])
