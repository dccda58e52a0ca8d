"""Who pays whom (section 6 of the rules): points first, multiplication last."""

import numpy as np

from .bits import U0, popcount
from .cards import BLUE_DAN, BRIGHTS, CUP, GODORI, GRASS_DAN, RAIN, RED_DAN
from .ending import settled_cards
from .jit import inlined, kernel
from .outcome import (
    F_ANIMALS7,
    F_BOMB,
    F_BRIGHT_BAK,
    F_CAPPED,
    F_CARRY,
    F_GO,
    F_GO_BAK,
    F_PAYS_ALL,
    F_PI_BAK,
    F_SHAKE,
    S_BLUE_DAN,
    S_BRIGHT3,
    S_BRIGHT3_RAIN,
    S_BRIGHT4,
    S_BRIGHT5,
    S_FIRST_PPEOK_PAID,
    S_GODORI,
    S_GRASS_DAN,
    S_RED_DAN,
)
from .rules import GO_BAK_OWN_SHARE, GO_BAK_PAYS_ALL, GO_DOUBLE_EACH
from .scoring import CUP_AS_ANIMAL, CUP_AS_PI, bright_part, cup_parts, pi_value, points, row_points
from .seats import seat_after
from .state import (
    BOMB,
    CHONGTONG,
    FIVE_BRIGHTS,
    FLOOR_FOUR,
    GO,
    HIGHEST,
    NOBODY,
    SHAKE,
    STOP,
    SWEEP,
    TRIPLE_PPEOK,
)

NO_SEAT = np.uint64(255)


@inlined
def total_points(table, seat, rules, cup_as):
    """Points of `seat` under one reading of 국진, its sweeps included (int64)."""
    sweeps = np.int64(table.count[seat, SWEEP]) * rules.sweep_points
    return points(settled_cards(table, seat), rules, cup_as) + sweeps


@kernel
def go_factor(goes, rules):
    """Multiplier of `goes` goes: from the third on."""
    if goes < 3:
        return np.int64(1)
    if rules.go_multiplier == GO_DOUBLE_EACH:
        return np.int64(1) << (goes - 2)
    return np.int64(2)


@inlined
def common_factors(table, winner, rules, animals):
    """The part of the multiplier that every loser pays.

    Returns
    -------
    multiplier, factors : int64
        The product, and the bits ``outcome.F_*`` of what it is made of.
    """
    factors = np.int64(0)
    multiplier = table.carry * table.shown_factor[winner]
    if table.carry > 1:
        factors |= F_CARRY
    if table.count[winner, SHAKE] > 0 and rules.shake_multiplier > 1:
        factors |= F_SHAKE
    if table.count[winner, BOMB] > 0 and rules.bomb_multiplier > 1:
        factors |= F_BOMB
    goes = np.int64(table.count[winner, GO])
    if goes >= 3:
        factors |= F_GO
        multiplier *= go_factor(goes, rules)
    if animals >= 7 and rules.animals7_multiplier > 1:
        factors |= F_ANIMALS7
        multiplier *= rules.animals7_multiplier
    return multiplier, factors


@inlined
def escapes_pi_bak(pi, rules):
    """Whether a loser with `pi` worth of pi escapes 피박."""
    return (pi >= rules.pi_bak_below) | ((pi == 0) & (rules.pi_bak_zero_exempt != 0))


@inlined
def suffers_pi_bak(cards, rules):
    """Whether a loser holding `cards` escapes 피박 under neither reading of 국진."""
    pi = pi_value(cards, rules)
    as_pi = (cards & CUP != U0) & escapes_pi_bak(pi + 2, rules)
    return not (escapes_pi_bak(pi, rules) | as_pi)


@inlined
def own_factors(table, loser, rules, bright_scored, pi_scored):
    """The part of the multiplier that `loser` alone pays, with its ``outcome.F_*`` bits.

    Told without branches, any of which would be guessed wrong.
    """
    cards = table.captured[loser]
    judged = pi_scored | (rules.pi_bak_needs_pi_points == 0)
    bright = np.int64((rules.bright_bak != 0) & bright_scored & (cards & BRIGHTS == U0))
    pi = np.int64(judged & suffers_pi_bak(cards, rules))
    go = np.int64((rules.go_bak == GO_BAK_OWN_SHARE) & (table.count[loser, GO] > 0))
    factors = bright * F_BRIGHT_BAK | pi * F_PI_BAK | go * F_GO_BAK
    return np.int64(1) << (bright + pi + go), factors


@inlined
def payer_for_all(table, winner, rules):
    """The loser that pays every loser's share (독박), or NO_SEAT."""
    payer = NO_SEAT
    if rules.go_bak != GO_BAK_PAYS_ALL or rules.players == 2:
        return payer
    latest = np.int64(-1)
    for place in range(rules.players):
        seat = np.uint64(place)
        if seat != winner and table.count[seat, GO] > 0 and table.go_turn[seat] > latest:
            payer, latest = seat, table.go_turn[seat]
    return payer


@kernel
def charge(table, winner, rules, cup_as, outcome):
    """Settle a win on points under one reading of the winner's 국진, into `outcome`.

    Returns
    -------
    int64
        What the winner gets.
    """
    cards = settled_cards(table, winner)
    animals, pi = cup_parts(cards, rules, cup_as)
    scored = total_points(table, winner, rules, cup_as)
    bright_scored = bright_part(cards, rules) > 0
    pi_scored = row_points(pi, 10) > 0
    common, common_bits = common_factors(table, winner, rules, animals)
    base = scored + np.int64(table.count[winner, GO]) * rules.go_points
    payer = payer_for_all(table, winner, rules)
    income = np.int64(0)
    for place in range(rules.players):
        outcome.payment[np.uint64(place)] = 0
    loser = winner
    for _ in range(rules.players - 1):
        loser = seat_after(loser, rules)
        own, bits = own_factors(table, loser, rules, bright_scored, pi_scored)
        share = base * common * own
        if rules.max_payment > 0 and share > rules.max_payment:
            share = rules.max_payment
            bits |= F_CAPPED
        if loser == payer:
            bits |= F_PAYS_ALL
        who = loser if payer == NO_SEAT else payer
        outcome.payment[who] -= share
        outcome.multiplier[loser] = common * own
        outcome.factors[loser] = common_bits | bits
        income += share
    outcome.payment[winner] = income
    outcome.multiplier[winner] = common
    outcome.factors[winner] = common_bits
    outcome.points = scored
    outcome.cup_as = cup_as
    return income


@kernel
def cup_matters(cards, rules):
    """Whether the two readings of 국진 can differ in points or in multipliers."""
    if cards & CUP == U0:
        return False
    animals, pi = cup_parts(cards, rules, CUP_AS_ANIMAL)
    return animals >= 5 or pi + 2 >= 10


@kernel
def settle_points(table, winner, rules, outcome):
    """Settle a win on points with 국진 as it pays the winner most, 열끗 if equal."""
    as_animal = charge(table, winner, rules, CUP_AS_ANIMAL, outcome)
    if not cup_matters(settled_cards(table, winner), rules):
        return
    if charge(table, winner, rules, CUP_AS_PI, outcome) <= as_animal:
        charge(table, winner, rules, CUP_AS_ANIMAL, outcome)


@kernel
def settle_price(table, rules, price, outcome):
    """Settle a fixed win: each opponent pays the actor `price` times the carry.

    A negative price is what the actor pays to each (the third 뻑 that costs): it ends without a
    winner where three play, and as the opponent's win where two do.
    """
    if price == 0:
        return
    actor = np.uint64(table.actor)
    bits = F_CARRY if table.carry > 1 else 0
    each = price * table.carry
    capped = rules.max_payment > 0 and abs(each) > rules.max_payment
    if capped:
        each = rules.max_payment if each > 0 else -rules.max_payment
    for place in range(rules.players):
        seat = np.uint64(place)
        pays = (seat == actor) == (price < 0)
        outcome.factors[seat] = bits | (F_CAPPED if capped and pays else 0)
        outcome.payment[seat] = each * (rules.players - 1) if seat == actor else -each
    outcome.points = abs(price) if table.winner != NOBODY else 0


_BRIGHT_SETS = np.array(
    [
        (0, 0, 0, S_BRIGHT3, S_BRIGHT4, S_BRIGHT5),
        (0, 0, 0, S_BRIGHT3_RAIN, S_BRIGHT4, S_BRIGHT5),
    ],
    np.int64,
)
"""Bits of the brights, by whether 비광 is among them and their number."""


@inlined
def scored_sets(table, winner):
    """Bits ``outcome.S_*`` of what `winner` holds."""
    cards = table.captured[winner]
    bits = _BRIGHT_SETS[np.int64(cards & RAIN != U0), popcount(cards & BRIGHTS)]
    bits |= S_GODORI if cards & GODORI == GODORI else 0
    bits |= S_RED_DAN if cards & RED_DAN == RED_DAN else 0
    bits |= S_BLUE_DAN if cards & BLUE_DAN == BLUE_DAN else 0
    bits |= S_GRASS_DAN if cards & GRASS_DAN == GRASS_DAN else 0
    bits |= S_FIRST_PPEOK_PAID if table.first_money[winner] > 0 else 0
    return bits


@inlined
def fixed_price(table, rules):
    """What each opponent pays the actor for a fixed win; 0 for a win on points and for a draw."""
    if table.ended_by == TRIPLE_PPEOK:
        return rules.triple_ppeok_points
    if table.winner == NOBODY:
        return np.int64(0)
    if table.ended_by == CHONGTONG or table.ended_by == FLOOR_FOUR:
        return rules.chongtong_points
    if table.ended_by == FIVE_BRIGHTS:
        return rules.five_brights_dealt_points
    return np.int64(0)


@inlined
def settle(table, rules, outcome):
    """Settle a finished game into `outcome`, a row of ``outcome.OUTCOME``.

    Parameters
    ----------
    table : TABLE record
        A table whose `ended_by` is set.
    rules : RULES record
    outcome : OUTCOME record
        Written: everything but `game`.
    """
    outcome.points = 0
    outcome.goes = 0
    outcome.sets = 0
    outcome.cup_as = CUP_AS_ANIMAL
    for place in range(3):
        seat = np.uint64(place)
        outcome.payment[seat] = 0
        outcome.multiplier[seat] = 1
        outcome.factors[seat] = 0
    if table.ended_by == STOP or table.ended_by == HIGHEST:
        settle_points(table, np.uint64(table.winner), rules, outcome)
    else:
        settle_price(table, rules, fixed_price(table, rules), outcome)
    if table.winner != NOBODY:
        winner = np.uint64(table.winner)
        outcome.goes = table.count[winner, GO]
        outcome.sets = scored_sets(table, winner)
    for place in range(rules.players):
        seat = np.uint64(place)
        outcome.payment[seat] += table.first_money[seat]
    outcome.ended_by = table.ended_by
    outcome.winner = table.winner
    outcome.actor = table.actor
    outcome.turns = table.turn


@kernel
def used_cup(table, seat, rules, outcome):
    """The reading of 국진 that `seat` ended with.

    The winner's is the one it was paid by. Any other seat takes the readings that escape 피박,
    where 피박 is judged, and of those the one with more points, 열끗 if equal.
    """
    if table.winner == np.int64(seat) and (table.ended_by == STOP or table.ended_by == HIGHEST):
        return np.int64(outcome.cup_as)
    cards = table.captured[seat]
    if cards & CUP == U0:
        return np.int64(CUP_AS_ANIMAL)
    pi = pi_value(cards, rules)
    if escapes_pi_bak(pi, rules) != escapes_pi_bak(pi + 2, rules):
        return np.int64(CUP_AS_ANIMAL if escapes_pi_bak(pi, rules) else CUP_AS_PI)
    more = points(cards, rules, CUP_AS_PI) > points(cards, rules, CUP_AS_ANIMAL)
    return np.int64(CUP_AS_PI if more else CUP_AS_ANIMAL)
