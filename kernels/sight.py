"""What a seat can tell of the cards it does not see: where they may be, and what is taken next."""

from typing import NamedTuple

import numpy as np

from .bits import MONTH, U0, U1, U2, U3, popcount
from .cards import MONTH_LOWS, SUITS
from .jit import kernel
from .state import PPEOK
from .valuing import OWN, PI, THEIRS, WORTHS, add_worths, prepare
from .weights import DENY, DENY_LATER, LATE, POINT, STEAL

STOLEN, MONEY, TAKEN = 24, 25, 26
"""Places in the scratch: the worth of one pi stolen, what a 뻑 is paid at once, and the chance that
a card is taken, by how many match it."""


class Sight(NamedTuple):
    """What is the same for every answer to a decision.

    Attributes
    ----------
    hand : uint64
        The seat's cards.
    unseen : uint64
        Cards in other hands and in the stock, jokers apart.
    lying : uint64
        Months of the floor.
    shown : uint64
        Months of which an opponent has shown three.
    chance : float
        That a given one of the unseen cards is turned up now.
    early : float
        How early it is: 1 on the first turn, towards 0 on the last.
    """

    hand: np.uint64
    unseen: np.uint64
    lying: np.uint64
    shown: np.uint64
    chance: float
    early: float


@kernel
def captures_of_others(table, seat, rules):
    """Cards that the other seats have taken."""
    cards = U0
    for place in range(rules.players):
        other = np.uint64(place)
        if other != seat:
            cards |= table.captured[other]
    return cards


@kernel
def months_of(cards):
    """Months of which `cards` holds any."""
    return (cards | cards >> U1 | cards >> U2 | cards >> U3) & MONTH_LOWS


@kernel
def earliness(table, seat, hand, rules):
    """How early it is for a seat: 1 on its first turn, towards 0 on its last."""
    return min((popcount(hand) + table.flips[seat]) / rules.hand_size, 1.0)


@kernel
def part_of_progress(table, seat, hand, rules, weights):
    """Part that mere progress counts: less and less towards the end."""
    return weights[LATE] + (1.0 - weights[LATE]) * earliness(table, seat, hand, rules)


@kernel
def value_everything(table, seat, hand, rules, params):
    """Compute what each kind of card is worth to `seat` and to its opponents, into the scratch."""
    worths, weights = params.scratch, params.weights
    for place in range(WORTHS):
        worths[place] = 0.0
    part = 1.0
    other = seat
    prepare(part_of_progress(table, seat, hand, rules, weights), weights, worths)
    taken = captures_of_others(table, seat, rules)
    near = hand | (table.floor & months_of(hand) * MONTH)
    add_worths(table, seat, taken, near, 1.0, OWN, rules, params)
    for _ in range(rules.players - 1):
        other += U1
        if other == np.uint64(rules.players):
            other = U0
        others = captures_of_others(table, other, rules)
        add_worths(table, other, others, U0, part, THEIRS, rules, params)
        part *= weights[DENY_LATER]
    worths[STOLEN] = weights[STEAL] * (
        (rules.players - 1) * worths[OWN + PI] + weights[DENY] * worths[THEIRS + PI]
    )


@kernel
def ppeok_money(table, seat, rules):
    """What a 뻑 of `seat` is paid at once, by all opponents together."""
    money = np.int64(0)
    turns, made = table.turns[seat], np.int64(table.count[seat, PPEOK])
    if turns < 3 and made == turns:
        money = rules.ppeok_money[turns]
    if made == 2:
        money += rules.triple_ppeok_points
    return money * (rules.players - 1)


@kernel
def look(table, seat, hand, rules, params):
    """What `seat`, holding `hand`, can tell: a Sight, and the chances in the scratch."""
    seen = hand | table.floor
    shown = U0
    for place in range(rules.players):
        other = np.uint64(place)
        seen |= table.captured[other]
        if other != seat:
            shown |= table.shaken[other]
    unseen = SUITS & ~seen
    cards = max(48 + rules.joker_count - popcount(seen), 1)
    held = cards - np.int64(table.stock_left) + rules.players - 1
    free = 1.0 - max(min(held / cards, 1.0), 0.0)
    left = 1.0
    for matches in range(4):
        params.scratch[TAKEN + matches] = 1.0 - left
        left *= free
    params.scratch[MONEY] = params.weights[POINT] * ppeok_money(table, seat, rules)
    early = earliness(table, seat, hand, rules)
    return Sight(hand, unseen, months_of(table.floor), shown, 1.0 / cards, early)


@kernel
def count_unseen(sight, shift):
    """How many cards of the month at `shift` the seat does not see."""
    return popcount((sight.unseen >> shift) & MONTH)


@kernel
def chance_up(sight, shift):
    """Chance that a card of the month at `shift` is turned up now."""
    if (sight.shown >> shift) & U1 != U0:
        return 0.0
    return count_unseen(sight, shift) * sight.chance


@kernel
def chance_taken(sight, params, shift):
    """Chance that an opponent takes a card of the month at `shift` that lies alone."""
    matches = count_unseen(sight, shift)
    if (sight.shown >> shift) & U1 != U0 and matches > 0:
        return 1.0
    return params.scratch[TAKEN + matches]
