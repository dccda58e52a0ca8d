"""The built-in players, each behind a number.

A policy is ``policy(table, seat, rules, params, stream, kind, mask) -> int64``: what the seat may
see (the public table and its own cards), the rules, its row of parameters, its random stream, the
number of the decision and the mask of legal answers. It returns the number of a set bit.
"""

import numpy as np

from .bits import MONTH, U0, U1, bit, lowest, lowest_bit, mul, mulhi, nth_bit, popcount
from .cards import CUP, JOKERS, SUITS
from .decisions import FIRST_BOMB, FLIP_ONLY, GO_OR_STOP, NO, SHAKE_OR_NOT, TURN, YES
from .jit import inlined, kernel
from .months import month_of, month_shift, whole_months
from .scoring import best_points, pi_value
from .stream import below, next_state, word_of

BEFORE_BOMBS = np.uint64((1 << FIRST_BOMB) - 1)
"""The answers of a turn that are no bombs."""

CARDS = SUITS | JOKERS

POLICIES = ("random", "greedy", "heuristic")
RANDOM = 0
"""It is part of the kernels; all others are called by the seat's address, see `calling`."""
OWN = 254
"""The user's own."""
OUTSIDE = 255
"""No policy: the seat is played from outside, answer by answer."""
OUTSIDE_ALL = 256
"""The same, and it is asked even where its answers do not differ."""
WATCHED = 512
"""Added to a policy's number: all that it answers is noted."""


@kernel
def _pick_again(mask, forced, stream):
    """`pick` where the first word may have to be drawn again."""
    return lowest(mask) if forced else nth_bit(mask, below(stream, np.uint64(popcount(mask))))


@inlined
def pick(mask, forced, stream):
    """A bit of `mask`, each as likely as by `below`, or the lowest one where it is forced (uint64).

    A word is drawn for what is forced too, and left in the stream: no branch is guessed wrong.
    """
    number = U1 if forced else np.uint64(popcount(mask))
    state = next_state(stream.state)
    word = word_of(state)
    if mul(word, number) < number:
        return _pick_again(mask, forced, stream)
    stream.state = stream.state if forced else state
    return nth_bit(mask, mulhi(word, number))


@kernel
def uniform(table, seat, rules, params, stream, kind, mask):
    """Every legal answer equally likely: the random player of section 11 of the rules."""
    return np.int64(nth_bit(mask, below(stream, np.uint64(popcount(mask)))))


@inlined
def _worth(table, seat_number, gain, rules, extra_pi):
    """Points first, then pi, as one number: what the seat would hold with `gain` added."""
    cards = table.captured[seat_number] | gain
    cup = 2 if cards & CUP != U0 else 0
    return best_points(cards, rules) * 256 + pi_value(cards, rules) + cup + extra_pi


@inlined
def _turn_worth(table, seat_number, answer, rules):
    """Worth of beginning the turn with a card that takes something, or with a bomb.

    A card by the best floor card of two; a bomb with what it steals.
    """
    if answer > FLIP_ONLY:
        month = MONTH << np.uint64(4 * (answer - FIRST_BOMB))
        return _worth(table, seat_number, month, rules, rules.steal_bomb * (rules.players - 1))
    card = np.uint64(answer)
    matches = month_of(table.floor, month_shift(card))
    if popcount(matches) != 2:
        return _worth(table, seat_number, matches | bit(card), rules, 0)
    first = lowest_bit(matches)
    return max(
        _worth(table, seat_number, first | bit(card), rules, 0),
        _worth(table, seat_number, (matches ^ first) | bit(card), rules, 0),
    )


@inlined
def _take_nothing(floor, mask):
    """The ways of `mask` to begin a turn that surely take nothing: cards that lie, flip only."""
    return mask & (BEFORE_BOMBS ^ (whole_months(floor) & CARDS))


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
    if kind == TURN:
        chosen = _take_nothing(table.floor, mask)
        rest ^= chosen
        nothing = _worth(table, table.seat, U0, rules, 0)
        best = nothing if chosen != U0 else best
    while rest != U0:
        answer = lowest(rest)
        rest &= rest - U1
        if kind == TURN:
            worth = _turn_worth(table, table.seat, np.int64(answer), rules)
        else:
            worth = _worth(table, table.seat, bit(answer), rules, 0)
        equal = chosen | bit(answer) if worth == best else chosen
        chosen = bit(answer) if worth > best else equal
        best = max(best, worth)
    return np.int64(pick(chosen, chosen & (chosen - U1) == U0, stream))
