"""The built-in players, each behind a number.

A policy is ``policy(table, seat, rules, params, stream, kind, mask) -> int64``: what the seat may
see (the public table and its own cards), the rules, its row of parameters, its random stream, the
number of the decision and the mask of legal answers. It returns the number of a set bit.
"""

import numpy as np

from .bits import U0, U1, bit, lowest, nth_bit, popcount
from .cards import CUP
from .decisions import FIRST_BOMB, FLIP_ONLY, GO_OR_STOP, NO, SHAKE_OR_NOT, TURN, YES
from .jit import kernel
from .months import month_of, month_shift
from .scoring import best_points, pi_value
from .stream import below

POLICIES = ("random", "greedy", "heuristic")
RANDOM, GREEDY, HEURISTIC = range(len(POLICIES))
OWN = 254
"""The user's own: the function at the seat's address, see `custom`."""
OUTSIDE = 255
"""No policy: the seat is played from outside, answer by answer."""
OUTSIDE_ALL = 256
"""The same, and it is asked even where its answers do not differ."""
WATCHED = 512
"""Added to a policy's number: all that it answers is noted."""


@kernel
def uniform(table, seat, rules, params, stream, kind, mask):
    """Every legal answer equally likely: the random player of section 11 of the rules."""
    return np.int64(nth_bit(mask, below(stream, np.uint64(popcount(mask)))))


@kernel
def _worth(table, seat_number, gain, rules, extra_pi):
    """Points first, then pi, as one number: what the seat would hold with `gain` added."""
    cards = table.captured[seat_number] | gain
    cup = 2 if cards & CUP != U0 else 0
    return best_points(cards, rules) * 256 + pi_value(cards, rules) + cup + extra_pi


@kernel
def _best_of_floor(table, seat_number, card, rules):
    """Worth of playing or turning up `card`, by its best floor card; what lies takes nothing."""
    matches = month_of(table.floor, month_shift(card))
    if matches == U0:
        return _worth(table, seat_number, U0, rules, 0)
    if popcount(matches) != 2:
        return _worth(table, seat_number, matches | bit(card), rules, 0)
    first = bit(lowest(matches))
    return max(
        _worth(table, seat_number, first | bit(card), rules, 0),
        _worth(table, seat_number, (matches ^ first) | bit(card), rules, 0),
    )


@kernel
def _turn_worth(table, seat_number, answer, rules):
    """Worth of one way to begin the turn: what the hand's card surely takes, bomb steals added."""
    if answer == FLIP_ONLY:
        return _worth(table, seat_number, U0, rules, 0)
    if answer < FLIP_ONLY:
        return _best_of_floor(table, seat_number, np.uint64(answer), rules)
    month = np.uint64(15) << np.uint64(4 * (answer - FIRST_BOMB))
    return _worth(table, seat_number, month, rules, rules.steal_bomb * (rules.players - 1))


@kernel
def greedy(table, seat, rules, params, stream, kind, mask):
    """Most points, then most pi, from what the answer surely takes; shows triples; always stops.

    The card to be turned up is left out of account. Equal answers are equally likely.
    """
    if kind == SHAKE_OR_NOT:
        return np.int64(YES)
    if kind == GO_OR_STOP:
        return np.int64(NO)
    best, chosen, rest = np.int64(-1), U0, mask
    while rest != U0:
        answer = lowest(rest)
        rest &= rest - U1
        if kind == TURN:
            worth = _turn_worth(table, table.seat, np.int64(answer), rules)
        else:
            worth = _worth(table, table.seat, bit(answer), rules, 0)
        if worth > best:
            best, chosen = worth, bit(answer)
        elif worth == best:
            chosen |= bit(answer)
    if chosen & (chosen - U1) == U0:
        return np.int64(lowest(chosen))
    return uniform(table, seat, rules, params, stream, kind, chosen)
