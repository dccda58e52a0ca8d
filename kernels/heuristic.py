"""The heuristic player: values every legal answer from what its seat can see.

The worth of an answer is in points: what the seat gains by it and takes from its opponents, less
what it leaves to them, each weighed by `weights.WEIGHTS`. Of equal answers the lowest is taken.
"""

import numpy as np

from .bits import MONTH, U0, U1, bit, lowest, popcount
from .cards import FIRST_JOKER, MAX_JOKERS, TWIN_LOWS
from .decisions import FIRST_BOMB, FLIP_ONLY, GO_OR_STOP, NO, SHAKE_OR_NOT, TURN, YES
from .ending import points_with
from .jit import kernel
from .months import month_of, month_shift
from .pressing import goes_on
from .rules import SHAKE_AT_PLAY
from .scoring import pi_value
from .sight import MONEY, STOLEN, chance_taken, chance_up, count_unseen, look, value_everything
from .valuing import OWN, PI, THEIRS, worth_in_month, worth_of
from .weights import (
    ARRIVE,
    BACK,
    BOMB,
    BOMB_FACTOR,
    CHOICE,
    CHOICE_HELD,
    DENY,
    FEED,
    FEED_MATE,
    FLIP,
    JJOK,
    JOKER,
    KEEP,
    KEEP_MATE,
    LAY_ONE,
    LAY_OPEN,
    LAY_THREE_EARLY,
    LEAVE,
    MONTH_EARLY,
    PILE,
    POINT,
    PPEOK_EATEN,
    PPEOK_LOST,
    PPEOK_OWN,
    SHAKE,
    SHOW,
    SHOW_COST,
    SURE,
    SURE_PILE,
    SWEEP,
    TAKE_LAST,
    TTADAK,
)

SHARE = (0.0, 1.0, 1.0 / 2.0, 1.0 / 3.0, 1.0 / 4.0)
"""One of so many; 0 of none."""


@kernel
def in_hand(sight, shift):
    """How many cards of the month at `shift` the seat holds."""
    return popcount((sight.hand >> shift) & MONTH)


@kernel
def chances(sight, params, shift):
    """Chances that a card of the month is turned up now, and that an opponent takes it."""
    return chance_up(sight, shift), chance_taken(sight, params, shift)


@kernel
def sweep_worth(rules, params):
    """Worth of a sweep to the seat."""
    steals = rules.steal_sweep * params.scratch[STOLEN]
    return steals + rules.sweep_points * params.weights[POINT]


@kernel
def floor_worth(table, rules, params, sight, shift, lies):
    """Worth of the floor that is left when the month at `shift` `lies` there or not.

    With one month left the turned-up card may sweep; with none or one an opponent may.
    """
    months = sight.lying & ~bit(shift)
    if months != U0 and months & (months - U1) != U0:
        return 0.0
    worth = sweep_worth(rules, params)
    if months == U0 or lies:
        return -params.weights[LAY_OPEN] * worth
    left = lowest(months)
    if popcount(month_of(table.floor, left)) == 2:
        return 0.0
    chance = chance_up(sight, left)
    return (params.weights[SWEEP] * chance - params.weights[LAY_OPEN] * (1.0 - chance)) * worth


@kernel
def lay_worth(table, rules, params, sight, card, shift):
    """Worth of laying a card that matches nothing."""
    weights, matches, held = params.weights, count_unseen(sight, shift), in_hand(sight, shift)
    up, taken = chances(sight, params, shift)
    own = worth_of(params, OWN, card)
    each = SHARE[matches]
    mine = each * worth_in_month(params, OWN, sight.unseen, shift)
    theirs = each * worth_in_month(params, THEIRS, sight.unseen, shift)
    worth = weights[LAY_ONE + min(2 * held - 2 + (matches >> 1), 4)]
    worth += weights[LAY_THREE_EARLY] * sight.early * np.int64(matches == 3)
    worth -= taken * (weights[FEED] * worth_of(params, THEIRS, card) + weights[FEED_MATE] * theirs)
    worth -= weights[KEEP] * own * np.int64(matches > 0) + weights[KEEP_MATE] * mine
    won = own + mine + weights[DENY] * theirs + rules.steal_jjok * params.scratch[STOLEN]
    worth += weights[JJOK] * up * won
    worth += weights[BACK] * (1.0 - taken) * own * np.int64(held > 1)
    fresh = (table.shaken[table.seat] >> shift) & U1 == U0
    if held > 2 and fresh and rules.shake_timing == SHAKE_AT_PLAY:
        worth += weights[SHAKE] * (rules.shake_multiplier - 1)
    return worth


@kernel
def arrival(table, rules, params, taken):
    """Worth of taking `taken` if that brings the seat to its choice of go."""
    seat = table.seat
    scored = points_with(table, seat, table.captured[seat] | taken, rules)
    return params.weights[ARRIVE] if scored > table.last_go_points[seat] else 0.0


@kernel
def urgent(share, chance):
    """Part of a capture's worth that counts: `share` of it if nobody else could take it."""
    return share + (1.0 - share) * chance


@kernel
def ppeok_worth(rules, params, sight, card, target, shift):
    """Worth of a 뻑 of `card` and `target`, apart from that they are not taken.

    The other two cards of the month, which may be any, are valued as pi.
    """
    own = in_hand(sight, shift) > 1
    base = OWN if own else THEIRS
    pile = worth_of(params, base, card) + worth_of(params, base, target)
    pile += 2.0 * params.scratch[base + PI]
    steals = rules.steal_own_ppeok if own else rules.steal_ppeok
    part = params.weights[PPEOK_OWN] if own else -params.weights[PPEOK_EATEN]
    return params.scratch[MONEY] + part * (pile + steals * params.scratch[STOLEN])


@kernel
def pair_worth(table, rules, params, sight, card, target, shift):
    """Worth of taking the one floor card `target` with `card`."""
    weights, matches = params.weights, count_unseen(sight, shift)
    up, taken = chances(sight, params, shift)
    worth = urgent(weights[SURE], taken) * (
        worth_of(params, OWN, card) + worth_of(params, OWN, target)
    )
    worth += weights[DENY] * taken * worth_of(params, THEIRS, target)
    worth += arrival(table, rules, params, bit(card) | bit(target))
    worth += weights[TAKE_LAST + min(matches, 2)]
    ppeok = ppeok_worth(rules, params, sight, card, target, shift)
    return worth + up * (ppeok - weights[PPEOK_LOST] * worth)


@kernel
def preferred(params, first, second):
    """The floor card of two that is worth more to take."""
    deny = params.weights[DENY]
    one = worth_of(params, OWN, first) + deny * worth_of(params, THEIRS, first)
    other = worth_of(params, OWN, second) + deny * worth_of(params, THEIRS, second)
    return first if one >= other else second


@kernel
def choice_worth(table, rules, params, sight, card, lying, shift):
    """Worth of taking the better of two floor cards with `card`."""
    weights = params.weights
    first = lowest(lying)
    second = lowest(lying ^ bit(first))
    best = preferred(params, first, second)
    other = first ^ second ^ best
    up, taken = chances(sight, params, shift)
    worth = weights[SURE] * (worth_of(params, OWN, card) + worth_of(params, OWN, best))
    more = worth_of(params, OWN, best) - worth_of(params, OWN, other)
    worth += (1.0 - weights[SURE]) * taken * max(more, 0.0)
    worth += weights[DENY] * taken * worth_of(params, THEIRS, best)
    worth -= weights[LEAVE] * taken * worth_of(params, THEIRS, other)
    worth += arrival(table, rules, params, bit(card) | bit(best))
    worth += weights[CHOICE if in_hand(sight, shift) < 2 else CHOICE_HELD]
    won = worth_of(params, OWN, other) + params.scratch[OWN + PI]
    won += rules.steal_ttadak * params.scratch[STOLEN]
    return worth + weights[TTADAK] * up * won


@kernel
def month_worth(table, rules, params, sight, shift, steals):
    """Worth of taking a whole month, its buried jokers and `steals` pi from each opponent."""
    worth = worth_in_month(params, OWN, MONTH << shift, shift)
    for place in range(MAX_JOKERS):
        if table.buried[place] >> shift == U1:
            joker = bit(np.uint64(FIRST_JOKER + place))
            worth += pi_value(joker, rules) * params.scratch[OWN + PI]
    worth += arrival(table, rules, params, MONTH << shift)
    worth = params.weights[SURE_PILE] * (worth + steals * params.scratch[STOLEN])
    return worth + params.weights[MONTH_EARLY] * sight.early


@kernel
def eat_worth(table, rules, params, sight, shift):
    """Worth of eating the pile at `shift`."""
    owned = U0
    for place in range(rules.players):
        owned |= table.pile_owner[np.uint64(place)]
    if (table.pile_owner[table.seat] >> shift) & U1 != U0:
        steals = rules.steal_own_ppeok
    elif (owned >> shift) & U1 != U0:
        steals = rules.steal_ppeok
    else:
        steals = rules.steal_floor_three
    return params.weights[PILE] + month_worth(table, rules, params, sight, shift, steals)


@kernel
def bomb_worth(table, rules, params, sight, shift):
    """Worth of bombing the month at `shift`."""
    weights = params.weights
    factor = rules.bomb_multiplier - 1
    if (table.shaken[table.seat] >> shift) & U1 != U0:
        factor = max(rules.bomb_multiplier // rules.shake_multiplier, 1) - 1
    worth = month_worth(table, rules, params, sight, shift, rules.steal_bomb)
    worth += weights[BOMB] + weights[BOMB_FACTOR] * factor
    return worth + floor_worth(table, rules, params, sight, shift, False)


@kernel
def card_worth(table, rules, params, sight, card):
    """Worth of playing a card of the pack."""
    shift = month_shift(card)
    lying = month_of(table.floor, shift)
    count = popcount(lying)
    if count == 2:
        return choice_worth(table, rules, params, sight, card, lying, shift)
    floor = floor_worth(table, rules, params, sight, shift, count == 0)
    if count == 0:
        return floor + lay_worth(table, rules, params, sight, card, shift)
    if count == 1:
        return floor + pair_worth(table, rules, params, sight, card, lowest(lying), shift)
    return floor + eat_worth(table, rules, params, sight, shift)


@kernel
def joker_worth(rules, params, card):
    """Worth of playing a joker now."""
    worth = pi_value(bit(card), rules) * params.scratch[OWN + PI]
    return worth + rules.steal_joker * params.scratch[STOLEN] + params.weights[JOKER]


@kernel
def turn_worth(table, rules, params, sight, answer):
    """Worth of one way to begin the turn."""
    if answer < np.uint64(FIRST_JOKER):
        return card_worth(table, rules, params, sight, answer)
    if answer < np.uint64(FLIP_ONLY):
        return joker_worth(rules, params, answer)
    if answer == np.uint64(FLIP_ONLY):
        return params.weights[FLIP]
    shift = (answer - np.uint64(FIRST_BOMB)) << (U1 + U1)
    return bomb_worth(table, rules, params, sight, shift)


@kernel
def best_turn(table, seat, rules, params, mask):
    """The way to begin the turn that is worth most."""
    sight = look(table, table.seat, seat.hand, rules, params)
    rest = mask & ~((mask & TWIN_LOWS) << U1)
    chosen, best = lowest(rest), -np.inf
    while rest != U0:
        answer = lowest(rest)
        rest &= rest - U1
        worth = turn_worth(table, rules, params, sight, answer)
        if worth > best:
            best, chosen = worth, answer
    return np.int64(chosen)


@kernel
def heuristic(table, seat, rules, params, stream, kind, mask):
    """The answer of most worth; see the module."""
    if kind == GO_OR_STOP:
        goes = goes_on(table, table.seat, seat.hand, rules, params.weights)
        return np.int64(YES if goes else NO)
    if kind == SHAKE_OR_NOT:
        gain = params.weights[SHOW] * (rules.shake_multiplier - 1)
        return np.int64(YES if gain > params.weights[SHOW_COST] else NO)
    value_everything(table, table.seat, seat.hand, rules, params)
    if kind == TURN:
        return best_turn(table, seat, rules, params, mask)
    first = lowest(mask)
    return np.int64(preferred(params, first, lowest(mask ^ bit(first))))
