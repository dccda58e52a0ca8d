"""One turn, told once, in the order of section 3 of the rules.

The turn is straight-line code that calls `choose` where a seat decides. Where `choose` has no
answer the turn is abandoned with ASK: the caller restores the state of the turn's start and runs
the turn again with a longer list of answers (`stepping.advance`).
"""

import numpy as np

from .bits import MONTH, U0, U1, U2, bit, lowest, popcount
from .cards import FIRST_JOKER, MAX_JOKERS
from .choose import choose
from .decisions import (
    AIM,
    ASK,
    FIRST_BOMB,
    FLIP_ONLY,
    GO_OR_STOP,
    NO,
    NO_OR_YES,
    SHAKE_OR_NOT,
    TAKE,
    TURN,
    YES,
)
from .ending import end, end_by_triple_ppeok, exhaust, points_with, settled_cards
from .jit import kernel
from .months import month_of, month_shift, ones, threes
from .rules import (
    JOKER_BURIED,
    LAST_TURN_HAND,
    NO_EAT,
    NO_JJOK,
    NO_PPEOK,
    NO_SWEEP,
    NO_TTADAK,
    SHAKE_AT_DEAL,
)
from .state import BOMB, EAT, GO, JJOK, PPEOK, SHAKE, STOP, SWEEP, TTADAK
from .steal import keep_reserved, return_reserved, steal, steal_and_reserve

OVER, PLAY_ON = 0, 1
"""What a turn returns besides ASK."""

NO_MONTH = np.uint64(63)
NO_CARD = np.uint64(62)
"""A card number whose month is no month's, and is not NO_MONTH."""

NOTHING = -2
"""Instead of a play: a joker was the last card and the stock had no card to draw for it."""


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
def top_card(table, hidden):
    """Number of the next card of the stock."""
    return np.uint64(hidden.deck[hidden.cards - table.stock_left])


@kernel
def only_jokers_left(table, hidden):
    """Whether no card but jokers is left in the stock."""
    for place in range(np.int64(hidden.cards - table.stock_left), np.int64(hidden.cards)):
        if hidden.deck[place] < FIRST_JOKER:
            return False
    return True


@kernel
def turn_up(table, hidden):
    """Turn up the top card of the stock, and the next one for every joker turned up.

    Jokers at the bottom of the stock, with no other card under them, stay there.

    Returns
    -------
    card : uint64
        Number of the card turned up, NO_CARD where nothing but jokers is left.
    jokers : uint64
        Mask of the jokers turned up before it.
    """
    jokers = U0
    while table.stock_left > U0:
        card = top_card(table, hidden)
        if card < FIRST_JOKER:
            table.stock_left -= U1
            return card, jokers
        if only_jokers_left(table, hidden):
            break
        table.stock_left -= U1
        jokers |= bit(card)
    return NO_CARD, jokers


@kernel
def draw_for_joker(table, hidden, seat, joker):
    """Lay a joker from the hand aside and draw the next card of the stock; the new hand."""
    hand = hidden.seats[seat].hand ^ bit(joker)
    if table.stock_left > U0:
        hand |= bit(top_card(table, hidden))
        table.stock_left -= U1
    hidden.seats[seat].hand = hand
    return hand


@kernel
def switched_off(table, hidden, seat, hand, rules):
    """Bits ``rules.NO_*`` that this turn switches off, being the seat's last."""
    if rules.last_turn == LAST_TURN_HAND:
        last = hand == U0 and table.flips[seat] == 0
    else:
        last = only_jokers_left(table, hidden)
    return rules.last_turn_excludes if last else np.int64(0)


@kernel
def dig_up(table, month):
    """Take the jokers that are buried under the pile of `month` off the floor; their mask."""
    jokers = U0
    for place in range(MAX_JOKERS):
        if table.buried[place] == month:
            table.buried[place] = U0
            jokers |= bit(np.uint64(FIRST_JOKER) + np.uint64(place))
    table.floor &= ~jokers
    return jokers


@kernel
def eat(table, seat, rules, shift, off):
    """Clear the pile at `shift`, which is being taken.

    Returns
    -------
    jokers : uint64
        Jokers that were buried under it.
    late : int64
        Pi to steal from each opponent.
    """
    month = bit(shift)
    owned = U0
    for place in range(rules.players):
        owned |= table.pile_owner[np.uint64(place)] & month
    own = table.pile_owner[seat] & month != U0
    table.piles &= ~month
    for place in range(rules.players):
        table.pile_owner[np.uint64(place)] &= ~month
    jokers = dig_up(table, month)
    if off & NO_EAT != 0:
        return jokers, np.int64(0)
    table.count[seat, EAT] += 1
    if own:
        return jokers, rules.steal_own_ppeok
    return jokers, rules.steal_ppeok if owned != U0 else rules.steal_floor_three


@kernel
def land(table, seat, rules, card, target, off):
    """Let the card numbered `card` take `target`, or lie where there is none.

    Returns
    -------
    captured : uint64
    late : int64
        Pi to steal from each opponent: a pile of three is eaten.
    """
    taken = bit(card) | target if target != U0 else U0
    table.floor = (table.floor | bit(card)) & ~taken
    late = np.int64(0)
    if popcount(target) == 3:
        jokers, late = eat(table, seat, rules, month_shift(card), off)
        taken |= jokers
    return taken, late


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
def bury(table, jokers, shift):
    """Leave the jokers turned up in the turn of a 뻑 under its pile."""
    table.floor |= jokers
    for place in range(MAX_JOKERS):
        if jokers & bit(np.uint64(FIRST_JOKER) + np.uint64(place)) != U0:
            table.buried[place] = bit(shift)


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
        0 for a 뻑.
    early, late : int64
        Pi to steal from each opponent, for a 쪽 and for a 따닥.
    """
    here = month_of(table.floor, shift)
    matches = popcount(here)
    early, late = np.int64(0), np.int64(0)
    if matches == 1 and off & NO_PPEOK == 0:
        leave_ppeok(table, seat, rules, cards, shift)
        return U0, early, late
    table.floor &= ~here
    if matches == 0 and off & NO_JJOK == 0:
        table.count[seat, JJOK] += 1
        early = rules.steal_jjok
    elif matches == 1 and third_by_last_card(table, seat, rules):
        table.count[seat, PPEOK] += 1
    elif matches == 2 and off & NO_TTADAK == 0:
        table.count[seat, TTADAK] += 1
        late = rules.steal_ttadak
    return here | cards, early, late


@kernel
def collect(table, seat, rules, captured, early, late, off):
    """Add the turn's captures, count a sweep, and take the pi that the turn steals.

    What is stolen for a bomb, a 쪽 or a joker (`early`) is taken before what is stolen for a 따닥,
    a pile or a sweep (`late`), which `defer_pi_wins` only reserves.
    """
    if captured != U0 and table.floor == U0 and off & NO_SWEEP == 0:
        table.count[seat, SWEEP] += 1
        late += rules.steal_sweep
    table.captured[seat] |= captured
    if early + late > 0:
        if rules.defer_pi_wins != 0:
            steal_and_reserve(table, seat, early, late, rules)
        else:
            steal(table, seat, early + late, rules)


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
def can_move_again(table, hidden, seat):
    """Whether a seat has another turn."""
    return hidden.seats[seat].hand != U0 or table.flips[seat] > 0


@kernel
def go_on(table, seat, scored):
    """고: the seat plays on, having called go at `scored` points."""
    table.count[seat, GO] += 1
    table.last_go_points[seat] = scored
    table.go_turn[seat] = table.turn


@kernel
def go_or_stop(table, hidden, rules, players, answers):
    """End the turn: a seat with more points than at its last go chooses, unless it cannot go on.

    A seat that has them only thanks to reserved pi chooses as its next turn begins (article 6).
    """
    seat = table.seat
    moves_again = can_move_again(table, hidden, seat)
    scored = points_with(table, seat, table.captured[seat], rules)
    if scored <= table.last_go_points[seat]:
        return PLAY_ON
    if rules.defer_pi_wins != 0:
        scored = points_with(table, seat, settled_cards(table, seat), rules)
        if scored <= table.last_go_points[seat]:
            table.deferred[seat] = 1 if moves_again else 0
            return PLAY_ON
    answer = np.int64(NO)
    if moves_again:
        answer = choose(GO_OR_STOP, NO_OR_YES, table, hidden, rules, players, answers)
    if answer == ASK:
        return ASK
    if answer == YES:
        go_on(table, seat, scored)
        return PLAY_ON
    if rules.defer_pi_wins != 0:
        return_reserved(table, seat)
    end(table, STOP, seat)
    return OVER


@kernel
def begin_deferring(table, hidden, rules, players, answers):
    """Begin a turn under `defer_pi_wins`: reserved pi are the seat's own now, and it may choose.

    Returns
    -------
    int64
        PLAY_ON, OVER after a deferred stop, or ASK.
    """
    seat = table.seat
    keep_reserved(table, seat)
    if table.deferred[seat] == 0:
        return PLAY_ON
    table.deferred[seat] = 0
    scored = points_with(table, seat, table.captured[seat], rules)
    if scored <= table.last_go_points[seat]:
        return PLAY_ON
    answer = choose(GO_OR_STOP, NO_OR_YES, table, hidden, rules, players, answers)
    if answer == ASK:
        return ASK
    if answer == YES:
        go_on(table, seat, scored)
        return PLAY_ON
    end(table, STOP, seat)
    return OVER


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
    if play == ASK:
        return ASK
    card = np.uint64(play)
    if play == FLIP_ONLY:
        table.flips[seat] -= 1
    elif play >= FIRST_BOMB:
        captured |= bomb(table, seat, rules, (card - np.uint64(FIRST_BOMB)) << U2)
        early += rules.steal_bomb
        hand &= ~captured
    elif play >= 0:
        shift = month_shift(card)
        target = month_of(table.floor, shift)
        if target == U0 and may_shake(table, seat, rules, hand, shift):
            shaken = ask_to_shake(table, hidden, rules, players, answers, shift)
            if shaken == ASK:
                return ASK
        if popcount(target) == 2:
            aim = choose(AIM, target, table, hidden, rules, players, answers)
            if aim == ASK:
                return ASK
            target = bit(np.uint64(aim))
        hand ^= bit(card)
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
    captured |= jokers
    early += rules.steal_joker * popcount(jokers)

    table.turns[seat] += 1
    table.turn += 1
    if table.count[seat, PPEOK] > 2 and rules.triple_ppeok_points != 0:
        table.captured[seat] |= captured
        end_by_triple_ppeok(table, rules)
        return OVER
    collect(table, seat, rules, captured, early, late, off)
    if captured != U0 or table.plain == 0:
        status = go_or_stop(table, hidden, rules, players, answers)
        if status != PLAY_ON:
            return status
    return pass_on(table, hidden, rules)
