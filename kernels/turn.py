"""One turn, told once, in the order of section 3 of the rules.

The turn is straight-line code that calls `choose` where a seat decides. Where `choose` has no
answer the turn is abandoned with ASK: the caller restores the state of the turn's start and runs
the turn again with a longer list of answers (`stepping.step_turn`).
"""

import numpy as np

from .bits import U0, U1, U2, bit, lowest, popcount
from .capture import bury, collect, land, meet
from .cards import FIRST_JOKER
from .choose import choose
from .decisions import (
    AIM,
    ASK,
    FIRST_BOMB,
    FLIP_ONLY,
    OVER,
    PLAY_ON,
    TAKE,
    TURN,
)
from .ending import end_by_triple_ppeok
from .going import begin_deferring, go_or_stop, pass_on
from .jit import inlined, kernel
from .months import month_of, month_shift, ones, threes
from .rules import (
    JOKER_BURIED,
    LAST_TURN_HAND,
    SHAKE_AT_DEAL,
)
from .shaking import ask_to_shake, bomb, may_shake, shake_at_deal
from .state import PPEOK
from .stock import NO_CARD, draw_for_joker, only_jokers_left, turn_up

NO_MONTH = np.uint64(63)
"""Instead of a month's shift: no card of the hand was played."""

NOTHING = -2
"""Instead of a play: a joker was the last card and the stock had no card to draw for it."""


@inlined
def legal_turns(table, seat, hand):
    """Mask of the ways `seat` may begin its turn: its cards, flip only, bombs (see `decisions`)."""
    mask = hand
    if table.flips[seat] > 0:
        mask |= bit(np.uint64(FLIP_ONLY))
    bombs = threes(hand)
    if bombs != U0:
        bombs &= ones(table.floor)
    while bombs != U0:
        mask |= bit(np.uint64(FIRST_BOMB) + (lowest(bombs) >> U2))
        bombs &= bombs - U1
    return mask


@inlined
def switched_off(table, hidden, seat, hand, rules):
    """Bits ``rules.NO_*`` that this turn switches off, being the seat's last."""
    if rules.last_turn == LAST_TURN_HAND:
        last = (hand == U0) & (table.flips[seat] == 0)
    else:
        last = only_jokers_left(table, hidden)
    # Shifted out rather than chosen: LLVM would branch, to be guessed wrong twice a game.
    return rules.last_turn_excludes >> (0 if last else 63)


@kernel
def before_the_turn(table, hidden, rules, players, answers):
    """What some rules put before a turn: PLAY_ON, OVER or ASK."""
    opens = table.turn == 0 and table.written == 0
    if opens and rules.shake_timing == SHAKE_AT_DEAL:
        status = shake_at_deal(table, hidden, rules, players, answers)
        if status == ASK:
            return ASK
    if rules.defer_pi_wins != 0:
        return begin_deferring(table, hidden, rules, players, answers)
    return PLAY_ON


@inlined
def play_turn(table, hidden, rules, players, answers):
    """Play the turn of the seat to move.

    Parameters
    ----------
    table, hidden, rules, players, answers
        Records of TABLE, HIDDEN, RULES, PLAYERS and ANSWERS; all but the rules changed in place.

    Returns
    -------
    int64
        PLAY_ON, OVER, or ASK with everything half done: restore the state of the turn's start.
    """
    if table.plain == 0:
        status = before_the_turn(table, hidden, rules, players, answers)
        if status != PLAY_ON:
            return status
    seat = table.seat
    hand = hidden.seats[seat].hand
    captured, early, late = U0, np.int64(0), np.int64(0)
    target, shift = U0, NO_MONTH

    while True:
        play = choose(TURN, legal_turns(table, seat, hand), table, hidden, rules, players, answers)
        if play < FIRST_JOKER or play >= FLIP_ONLY:
            break
        captured |= bit(np.uint64(play))
        early += rules.steal_joker
        hand = draw_for_joker(table, hidden, seat, np.uint64(play))
        if hand == U0 and table.flips[seat] == 0:
            play = np.int64(NOTHING)
            break
    card = np.uint64(play)
    if card < FIRST_JOKER:
        shift = month_shift(card)
        target = month_of(table.floor, shift)
        if may_shake(table, seat, rules, hand, shift) and target == U0:
            shaken = ask_to_shake(table, hidden, rules, players, answers, shift)
            if shaken == ASK:
                return ASK
        if popcount(target) == 2:
            aim = choose(AIM, target, table, hidden, rules, players, answers)
            if aim == ASK:
                return ASK
            target = bit(np.uint64(aim))
        hand ^= bit(card)
    elif play == ASK:
        return ASK
    elif play == FLIP_ONLY:
        table.flips[seat] -= 1
    elif play >= FIRST_BOMB:
        captured |= bomb(table, seat, rules, (card - np.uint64(FIRST_BOMB)) << U2)
        early += rules.steal_bomb
        hand &= ~captured
    hidden.seats[seat].hand = hand

    turned, jokers = turn_up(table, hidden)
    off = switched_off(table, hidden, seat, hand, rules)
    if month_shift(turned) == shift:
        more, sooner, later = meet(table, seat, rules, bit(card) | bit(turned), shift, off)
        captured |= more
        early += sooner
        late += later
        if more == U0 and rules.joker_in_ppeok == JOKER_BURIED:
            bury(table, jokers, shift)
            jokers = U0
    else:
        if shift != NO_MONTH:
            more, later = land(table, seat, rules, card, target, off)
            captured |= more
            late += later
        target = month_of(table.floor, month_shift(turned))
        if popcount(target) == 2:
            take = choose(TAKE, target, table, hidden, rules, players, answers)
            if take == ASK:
                return ASK
            target = bit(np.uint64(take))
        if turned != NO_CARD:
            more, later = land(table, seat, rules, turned, target, off)
            captured |= more
            late += later
    if jokers != U0:
        captured |= jokers
        early += rules.steal_joker * popcount(jokers)

    table.turns[seat] += 1
    table.turn += 1
    if table.count[seat, PPEOK] > 2 and rules.triple_ppeok_points != 0:
        table.captured[seat] |= captured
        end_by_triple_ppeok(table, rules)
        return OVER
    collect(table, seat, rules, captured, early, late, off)
    status = go_or_stop(table, hidden, rules, players, answers)
    if status != PLAY_ON:
        return status
    return pass_on(table, hidden, rules)
