"""One game, from the seed to the settlement."""

import numpy as np

from .bits import U0
from .cards import MAX_JOKERS
from .deal import deal, open_game
from .decisions import OVER, PLAY_ON
from .jit import inlined, kernel
from .rules import SHAKE_AT_PLAY
from .state import EVENTS, MAX_SEATS, NOBODY, RUNNING
from .stream import philox
from .turn import play_turn


@inlined
def clear(table, rules):
    """Set `table` to that of a game not yet dealt."""
    table.floor = U0
    table.piles = U0
    table.seat = U0
    table.asked_month = U0
    table.stock_left = U0
    table.carry = 1
    table.written = 0
    table.plain = np.int64(rules.defer_pi_wins == 0 and rules.shake_timing == SHAKE_AT_PLAY)
    table.turn = 0
    table.ended_by = RUNNING
    table.winner = NOBODY
    table.actor = NOBODY
    table.redeals = 0
    for joker in range(MAX_JOKERS):
        table.buried[joker] = U0
    for place in range(MAX_SEATS):
        seat = np.uint64(place)
        table.deferred[seat] = 0
        for other in range(MAX_SEATS):
            table.reserved[seat, other] = U0
        table.captured[seat] = U0
        table.pile_owner[seat] = U0
        table.shaken[seat] = U0
        table.turns[seat] = 0
        table.flips[seat] = 0
        table.last_go_points[seat] = rules.win_points - 1
        table.go_turn[seat] = -1
        table.shown_factor[seat] = 1
        table.first_money[seat] = 0
        for event in range(len(EVENTS)):
            table.count[seat, event] = 0


@inlined
def seed_streams(hidden, players, seed, game):
    """Start the deal's and the seats' streams of game `game` of seed `seed`."""
    deal_word, first, second, third = philox(seed, game)
    hidden.deal.state = deal_word
    players.stream[0].state = first
    players.stream[1].state = second
    players.stream[2].state = third


@inlined
def start_game(table, hidden, rules, players, seed, game):
    """Deal game `game` of seed `seed` and settle what the deal alone decides.

    Parameters
    ----------
    table, hidden, rules, players
        Records of TABLE and HIDDEN, both set anew; of RULES; of PLAYERS, whose streams are set.
    seed, game : uint64
    """
    clear(table, rules)
    seed_streams(hidden, players, seed, game)
    deal(table, hidden, rules)
    open_game(table, hidden, rules)


@kernel
def play_out(table, hidden, rules, players, answers):
    """Play turns until the game ends or an outside player has to be asked: OVER or ASK."""
    if table.ended_by != RUNNING:
        return np.int64(OVER)
    status = np.int64(PLAY_ON)
    while status == PLAY_ON:
        status = play_turn(table, hidden, rules, players, answers)
    return status
