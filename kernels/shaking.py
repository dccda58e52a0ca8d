"""흔들기 and 폭탄: triples that are shown, and months that are bombed (section 3 of the rules)."""

import numpy as np

from .bits import MONTH, U0, U1, bit, lowest
from .choose import choose
from .decisions import (
    ASK,
    NO_OR_YES,
    PLAY_ON,
    SHAKE_OR_NOT,
    YES,
)
from .jit import inlined, kernel
from .months import threes
from .rules import (
    SHAKE_AT_DEAL,
)
from .state import BOMB, SHAKE


@inlined
def may_shake(table, seat, rules, hand, shift):
    """Whether three or four of the month at `shift` are in hand and were not shown before.

    That none of the month lies on the floor is the caller's to know.
    """
    if rules.shake_timing == SHAKE_AT_DEAL:
        return False
    return ((threes(hand) & ~table.shaken[seat]) >> shift) & U1 != U0


@kernel
def show(table, seat, rules, shift):
    """흔들기: show the triple of the month at `shift`."""
    table.shaken[seat] |= bit(shift)
    table.shown_factor[seat] *= rules.shake_multiplier
    table.count[seat, SHAKE] += 1


@kernel
def bomb(table, seat, rules, shift):
    """폭탄: take all four of the month at `shift`; a month shown before multiplies once.

    Returns
    -------
    uint64
        The four cards.
    """
    cards = MONTH << shift
    table.floor &= ~cards
    table.flips[seat] += 2
    table.count[seat, BOMB] += 1
    if (table.shaken[seat] >> shift) & U1 != U0:
        larger = max(rules.shake_multiplier, rules.bomb_multiplier)
        table.shown_factor[seat] = table.shown_factor[seat] // rules.shake_multiplier * larger
    else:
        table.shown_factor[seat] *= rules.bomb_multiplier
    return cards


@kernel
def ask_to_shake(table, hidden, rules, players, answers, shift):
    """Let the seat to move show the triple of the month at `shift`, or not: PLAY_ON or ASK."""
    table.asked_month = bit(shift)
    answer = choose(SHAKE_OR_NOT, NO_OR_YES, table, hidden, rules, players, answers)
    table.asked_month = U0
    if answer == ASK:
        return ASK
    if answer == YES:
        show(table, table.seat, rules, shift)
    return PLAY_ON


@kernel
def shake_at_deal(table, hidden, rules, players, answers):
    """Let every seat show each triple of its dealt hand, before the first turn: PLAY_ON or ASK."""
    first = table.seat
    for place in range(rules.players):
        table.seat = np.uint64(place)
        triples = threes(hidden.seats[place].dealt)
        while triples != U0:
            if ask_to_shake(table, hidden, rules, players, answers, lowest(triples)) == ASK:
                return ASK
            triples &= triples - U1
    table.seat = first
    return PLAY_ON
