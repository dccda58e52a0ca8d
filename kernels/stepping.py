"""A game played from outside, decision by decision, on the one engine."""

import numpy as np

from .deal import hand_out, open_game
from .decisions import ASK
from .ending import points_with, settled_cards
from .game import clear, seed_streams, start_game
from .jit import kernel
from .settlement import settle
from .turn import play_turn


@kernel
def copy_state(source, target):
    """Copy a game's TABLE, HIDDEN and PLAYERS from one tuple of arrays of one to another."""
    target[0][0] = source[0][0]
    target[1][0] = source[1][0]
    target[2][0] = source[2][0]


@kernel
def step_turn(work, kept, rules):
    """Play the turn of the seat to move, or find out what an outside player has to be asked.

    Parameters
    ----------
    work : tuple
        What `state.workspace` makes, holding a running game, ``policies.OUTSIDE`` for each outside
        player's policy, and the answers given so far for the turn in hand. On ASK, the answers'
        `kind` and `mask` say what is asked of the seat to move, and all else is as it was when the
        turn began; the caller appends to `known` and calls again.
    kept : tuple
        Another workspace, for the state of the turn's start.
    rules : RULES array of one

    Returns
    -------
    int64
        ASK, or PLAY_ON or OVER when the turn is played; the list of answers is then empty.
    """
    copy_state(work, kept)
    answers = work[3][0]
    answers.used = 0
    status = play_turn(work[0][0], work[1][0], rules[0], work[2][0], answers)
    if status == ASK:
        copy_state(kept, work)
    else:
        answers.count = 0
    return np.int64(status)


@kernel
def start_seeded(work, rules, seed, game):
    """Deal game `game` of seed `seed` into a workspace."""
    start_game(work[0][0], work[1][0], rules[0], work[2][0], seed, game)


@kernel
def start_written(work, rules, seed, game):
    """Begin with the deck that is in the workspace, instead of shuffling one.

    The seats' streams are those of game `game` of seed `seed`.
    """
    table, hidden = work[0][0], work[1][0]
    clear(table, rules[0])
    seed_streams(hidden, work[2][0], seed, game)
    hand_out(table, hidden, rules[0])
    open_game(table, hidden, rules[0])


@kernel
def start_blank(work, rules, seed, game):
    """Begin with an empty table, on which the caller lays a position.

    The seats' streams are those of game `game` of seed `seed`.
    """
    clear(work[0][0], rules[0])
    work[0][0].written = 1
    work[0][0].plain = 0
    seed_streams(work[1][0], work[2][0], seed, game)


@kernel
def defer_choices(work, rules):
    """Note which seats reach a choice only thanks to reserved pi, which is then deferred."""
    table, law = work[0][0], rules[0]
    for place in range(law.players):
        seat = np.uint64(place)
        settled = points_with(table, seat, settled_cards(table, seat), law)
        scored = points_with(table, seat, table.captured[seat], law)
        if settled <= table.last_go_points[seat] < scored:
            table.deferred[seat] = 1


@kernel
def settle_one(work, rules, outcome):
    """Settle the finished game of a workspace into an OUTCOME array of one."""
    settle(work[0][0], rules[0], outcome[0])
