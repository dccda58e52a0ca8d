"""A game played from outside, decision by decision, on the one engine."""

import numpy as np

from .decisions import ASK
from .jit import kernel
from .state import RUNNING
from .turn import OVER, PLAY_ON, play_turn


@kernel
def copy_state(source, target):
    """Copy a game's TABLE, HIDDEN and PLAYERS from one tuple of arrays of one to another."""
    target[0][0] = source[0][0]
    target[1][0] = source[1][0]
    target[2][0] = source[2][0]


@kernel
def advance(work, kept, rules):
    """Play on until an outside player has to be asked or the game is over.

    Parameters
    ----------
    work : tuple
        What `state.workspace` makes, holding a started game, ``policies.OUTSIDE`` for each outside
        player's policy, and the answers given so far for the turn in hand. On ASK, the answers'
        `kind` and `mask` say what is asked of the seat to move, and all else is as it was when the
        turn began; the caller appends to `known` and calls again.
    kept : tuple
        Another workspace, for the state of the turn's start.
    rules : RULES array of one

    Returns
    -------
    int64
        ASK or OVER.
    """
    table, hidden, players, answers = work[0][0], work[1][0], work[2][0], work[3][0]
    status = np.int64(PLAY_ON) if table.ended_by == RUNNING else np.int64(OVER)
    while status == PLAY_ON:
        copy_state(work, kept)
        answers.used = 0
        status = play_turn(table, hidden, rules[0], players, answers)
        if status == ASK:
            copy_state(kept, work)
        else:
            answers.count = 0
    return status
