"""What cards do on the floor: lie, take, 쪽, 뻑, 따닥, eat, sweep (section 3 of the rules).

Pi to steal are counted as `early` (bomb, 쪽, joker) and `late` (따닥, pile, sweep): `defer_pi_wins`
only reserves the late ones.
"""

import numpy as np

from .bits import U0, bit, popcount
from .cards import FIRST_JOKER, MAX_JOKERS
from .jit import inlined, kernel
from .months import month_of, month_shift
from .rules import (
    NO_EAT,
    NO_JJOK,
    NO_PPEOK,
    NO_SWEEP,
    NO_TTADAK,
)
from .state import EAT, JJOK, PPEOK, SWEEP, TTADAK
from .steal import steal, steal_and_reserve


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


@inlined
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


@inlined
def collect(table, seat, rules, captured, early, late, off):
    """Add the turn's captures, count a sweep, and take the pi that the turn steals.

    What is stolen for a bomb, a 쪽 or a joker (`early`) is taken before what is stolen for a 따닥,
    a pile or a sweep (`late`), which `defer_pi_wins` only reserves.
    """
    if table.floor == U0 and captured != U0 and off & NO_SWEEP == 0:
        table.count[seat, SWEEP] += 1
        late += rules.steal_sweep
    table.captured[seat] |= captured
    if early + late > 0:
        if rules.defer_pi_wins != 0:
            steal_and_reserve(table, seat, early, late, rules)
        else:
            steal(table, seat, early + late, rules)
