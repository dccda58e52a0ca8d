"""After a turn and before it: go or stop, and who moves next (sections 5 and 7 of the rules)."""

import numpy as np

from .bits import U0
from .choose import choose
from .decisions import (
    ASK,
    GO_OR_STOP,
    NO,
    NO_OR_YES,
    OVER,
    PLAY_ON,
    YES,
)
from .ending import end, exhaust, points_with, settled_cards
from .jit import inlined, kernel
from .seats import seat_after
from .state import GO, STOP
from .steal import keep_reserved, return_reserved


@inlined
def can_move_again(table, hidden, seat):
    """Whether a seat has another turn."""
    return hidden.seats[seat].hand != U0 or table.flips[seat] > 0


@kernel
def go_on(table, seat, scored):
    """고: the seat plays on, having called go at `scored` points."""
    table.count[seat, GO] += 1
    table.last_go_points[seat] = scored
    table.go_turn[seat] = table.turn


@inlined
def go_or_stop(table, hidden, rules, players, answers):
    """End the turn: a seat with more points than at its last go chooses, unless it cannot go on.

    A seat that has them only thanks to reserved pi chooses as its next turn begins (article 6).
    """
    seat = table.seat
    scored = points_with(table, seat, table.captured[seat], rules)
    if scored <= table.last_go_points[seat]:
        return PLAY_ON
    moves_again = can_move_again(table, hidden, seat)
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
def pass_further(table, hidden, rules, seat):
    """`pass_on` where `seat`, the next one, cannot take a turn."""
    for _ in range(rules.players - 1):
        seat = seat_after(seat, rules)
        if can_move_again(table, hidden, seat):
            table.seat = seat
            return PLAY_ON
    exhaust(table, rules)
    return OVER


@inlined
def pass_on(table, hidden, rules):
    """Let the next seat that can take a turn move; without one the game is exhausted."""
    seat = seat_after(table.seat, rules)
    if not can_move_again(table, hidden, seat):
        return pass_further(table, hidden, rules, seat)
    table.seat = seat
    return PLAY_ON
