"""One turn, told once, in the order of section 3 of the rules.

The turn is straight-line code that calls `choose` where a seat decides. Where `choose` has no
answer the turn is abandoned with ASK: the caller restores the state of the turn's start and runs
the turn again with a longer list of answers (`stepping.advance`).
"""

import numpy as np

from .bits import MONTH, U0, U1, U2, bit, lowest, popcount
from .choose import choose
from .decisions import (
    AIM,
    ASK,
    FIRST_BOMB,
    FLIP_ONLY,
    GO_OR_STOP,
    NO_OR_YES,
    SHAKE_OR_NOT,
    TAKE,
    TURN,
    YES,
)
from .ending import end, end_by_triple_ppeok, exhaust, standing_points
from .jit import kernel
from .months import month_of, month_shift, ones, threes
from .rules import LAST_TURN_HAND, NO_EAT, NO_JJOK, NO_PPEOK, NO_SWEEP, NO_TTADAK
from .state import BOMB, EAT, GO, JJOK, PPEOK, SHAKE, STOP, SWEEP, TTADAK
from .steal import steal

OVER, PLAY_ON = 0, 1
"""What a turn returns besides ASK."""

_NO_MONTH = np.uint64(63)


@kernel
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


@kernel
def may_shake(table, seat, hand, shift):
    """Whether three or four of the month at `shift` are in hand and were not shown before.

    That none of the month lies on the floor is the caller's to know.
    """
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
def turn_up(table, hidden):
    """Turn up the top card of the stock: its number."""
    card = np.uint64(hidden.deck[hidden.cards - table.stock_left])
    table.stock_left -= U1
    return card


@kernel
def switched_off(table, seat, hand, rules):
    """Bits ``rules.NO_*`` that this turn switches off, being the seat's last."""
    if rules.last_turn == LAST_TURN_HAND:
        last = hand == U0 and table.flips[seat] == 0
    else:
        last = table.stock_left == U0
    return rules.last_turn_excludes if last else np.int64(0)


@kernel
def eat(table, seat, rules, shift, off):
    """Clear the pile at `shift`, which is being taken; the pi to steal for it from each."""
    month = bit(shift)
    owned = U0
    for place in range(rules.players):
        owned |= table.pile_owner[np.uint64(place)] & month
    own = table.pile_owner[seat] & month != U0
    table.piles &= ~month
    for place in range(rules.players):
        table.pile_owner[np.uint64(place)] &= ~month
    if off & NO_EAT != 0:
        return np.int64(0)
    table.count[seat, EAT] += 1
    if own:
        return rules.steal_own_ppeok
    return rules.steal_ppeok if owned != U0 else rules.steal_floor_three


@kernel
def land(table, seat, rules, card, target, off):
    """Let the card numbered `card` take `target`, or lie where there is none.

    Returns
    -------
    captured : uint64
    stolen : int64
        Pi to steal from each opponent: a pile of three is eaten.
    """
    taken = bit(card) | target if target != U0 else U0
    table.floor = (table.floor | bit(card)) & ~taken
    stolen = np.int64(0)
    if popcount(target) == 3:
        stolen = eat(table, seat, rules, month_shift(card), off)
    return taken, stolen


@kernel
def pay_first_ppeok(table, seat, rules):
    """Pay for a 뻑 on the seat's first turn, or on its second or third after nothing but 뻑."""
    turns = table.turns[seat]
    if turns > 2 or np.int64(table.count[seat, PPEOK]) != turns:
        return
    money = rules.ppeok_money[turns]
    for place in range(rules.players):
        other = np.uint64(place)
        if other != seat:
            table.first_money[other] -= money
            table.first_money[seat] += money


@kernel
def leave_ppeok(table, seat, rules, cards, shift):
    """뻑: three of a month lie as a pile that `seat` made."""
    table.floor |= cards
    table.piles |= bit(shift)
    table.pile_owner[seat] |= bit(shift)
    pay_first_ppeok(table, seat, rules)
    table.count[seat, PPEOK] += 1


@kernel
def third_by_last_card(table, seat, rules):
    """Whether a 뻑 annulled by the last-card rule still counts, as it does only as the third."""
    priced = rules.last_ppeok_counts != 0 and rules.triple_ppeok_points != 0
    return priced and table.count[seat, PPEOK] == 2


@kernel
def meet(table, seat, rules, cards, shift, off):
    """Resolve a played and a turned card of one month: 쪽, 뻑 or 따닥 by what the floor had.

    Returns
    -------
    captured : uint64
    stolen : int64
        Pi to steal from each opponent.
    """
    here = month_of(table.floor, shift)
    matches = popcount(here)
    if matches == 1 and off & NO_PPEOK == 0:
        leave_ppeok(table, seat, rules, cards, shift)
        return U0, np.int64(0)
    table.floor &= ~here
    stolen = np.int64(0)
    if matches == 0 and off & NO_JJOK == 0:
        table.count[seat, JJOK] += 1
        stolen = rules.steal_jjok
    elif matches == 1 and third_by_last_card(table, seat, rules):
        table.count[seat, PPEOK] += 1
    elif matches == 2 and off & NO_TTADAK == 0:
        table.count[seat, TTADAK] += 1
        stolen = rules.steal_ttadak
    return here | cards, stolen


@kernel
def collect(table, seat, rules, captured, stolen, off):
    """Add the turn's captures, count a sweep, and take the pi that the turn steals."""
    if captured != U0 and table.floor == U0 and off & NO_SWEEP == 0:
        table.count[seat, SWEEP] += 1
        stolen += rules.steal_sweep
    table.captured[seat] |= captured
    if stolen > 0:
        steal(table, seat, stolen, rules)


@kernel
def pass_on(table, hidden, rules):
    """Let the next seat that can take a turn move; without one the game is exhausted."""
    seat = table.seat
    for _ in range(rules.players):
        seat += U1
        if seat == np.uint64(rules.players):
            seat = U0
        if hidden.seats[seat].hand != U0 or table.flips[seat] > 0:
            table.seat = seat
            return PLAY_ON
    exhaust(table, rules)
    return OVER


@kernel
def go_or_stop(table, hidden, rules, players, answers):
    """End the turn: a seat with more points than at its last go chooses, unless it cannot go on."""
    seat = table.seat
    scored = standing_points(table, seat, rules)
    if scored <= table.last_go_points[seat]:
        return pass_on(table, hidden, rules)
    answer = np.int64(0)
    if hidden.seats[seat].hand != U0 or table.flips[seat] > 0:
        answer = choose(GO_OR_STOP, NO_OR_YES, table, hidden, rules, players, answers)
    if answer == ASK:
        return ASK
    if answer != YES:
        end(table, STOP, seat)
        return OVER
    table.count[seat, GO] += 1
    table.last_go_points[seat] = scored
    table.go_turn[seat] = table.turn
    return pass_on(table, hidden, rules)


@kernel
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
    seat = table.seat
    hand = hidden.seats[seat].hand
    captured, stolen, target, shift = U0, np.int64(0), U0, _NO_MONTH
    play = choose(
        TURN,
        legal_turns(table, seat, hand),
        table,
        hidden,
        rules,
        players,
        answers,
    )
    if play == ASK:
        return ASK
    card = np.uint64(play)
    if play < FLIP_ONLY:
        shift = month_shift(card)
        target = month_of(table.floor, shift)
        if target == U0 and may_shake(table, seat, hand, shift):
            shake = choose(SHAKE_OR_NOT, NO_OR_YES, table, hidden, rules, players, answers)
            if shake == ASK:
                return ASK
            if shake == YES:
                show(table, seat, rules, shift)
        if popcount(target) == 2:
            aim = choose(AIM, target, table, hidden, rules, players, answers)
            if aim == ASK:
                return ASK
            target = bit(np.uint64(aim))
        hand ^= bit(card)
    elif play == FLIP_ONLY:
        table.flips[seat] -= 1
    else:
        captured = bomb(table, seat, rules, (card - np.uint64(FIRST_BOMB)) << U2)
        stolen = rules.steal_bomb
        hand &= ~captured
    hidden.seats[seat].hand = hand

    turned = turn_up(table, hidden)
    off = switched_off(table, seat, hand, rules)
    if month_shift(turned) == shift:
        captured, stolen = meet(table, seat, rules, bit(card) | bit(turned), shift, off)
    else:
        if shift != _NO_MONTH:
            captured, stolen = land(table, seat, rules, card, target, off)
        target = month_of(table.floor, month_shift(turned))
        if popcount(target) == 2:
            take = choose(TAKE, target, table, hidden, rules, players, answers)
            if take == ASK:
                return ASK
            target = bit(np.uint64(take))
        more, also = land(table, seat, rules, turned, target, off)
        captured |= more
        stolen += also
    table.turns[seat] += 1
    table.turn += 1
    if table.count[seat, PPEOK] > 2 and rules.triple_ppeok_points != 0:
        table.captured[seat] |= captured
        end_by_triple_ppeok(table, rules)
        return OVER
    collect(table, seat, rules, captured, stolen, off)
    if captured == U0:
        return pass_on(table, hidden, rules)
    return go_or_stop(table, hidden, rules, players, answers)
