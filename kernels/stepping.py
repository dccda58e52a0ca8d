"""A game played from outside, decision by decision, on the one engine."""

import numpy as np

from .choose import choose
from .deal import hand_out, open_game
from .decisions import ASK
from .ending import end, points_with, settled_cards
from .game import clear, seed_streams, start_game
from .jit import kernel
from .policies import WATCHED
from .settlement import settle
from .state import STOP
from .steal import return_reserved
from .turn import play_turn


@kernel
def copy_state(source, target):
    """Copy a game's TABLE, HIDDEN and PLAYERS from one tuple of arrays of one to another."""
    target[0][0] = source[0][0]
    target[1][0] = source[1][0]
    target[2][0] = source[2][0]


@kernel
def ask_watched(work, rules):
    """Ask the policy of a watched seat, in the middle of the turn: its answer."""
    players, answers = work[2][0], work[3][0]
    seat, kind, mask = answers.seat, answers.kind, answers.mask
    players.policy[seat] -= WATCHED
    answer = choose(kind, mask, work[0][0], work[1][0], rules[0], players, answers)
    players.policy[seat] += WATCHED
    return answer


@kernel
def give(answers, answer):
    """Append one to the known answers of the turn."""
    answers.known[answers.count] = answer
    answers.count += 1


@kernel
def step_turn(work, kept, rules):
    """Play the turn of the seat to move, or find out what an outside player has to be asked.

    Parameters
    ----------
    work : tuple
        What `state.workspace` makes, holding a running game and the answers given so far for the
        turn in hand. A seat played from outside has ``policies.OUTSIDE`` for its policy, or
        ``OUTSIDE_ALL`` to be asked even where its answers do not differ; one whose policy is to be
        watched has it with ``WATCHED`` added. On ASK, the answers' `seat`, `kind` and `mask` say
        what is asked, and all else is as it was when the turn began; the caller appends to `known`
        and calls again. When the turn is played, `notes` holds all decisions of those seats.
    kept : tuple
        Another workspace, for the state of the turn's start.
    rules : RULES array of one

    Returns
    -------
    int64
        ASK, or PLAY_ON or OVER when the turn is played; the list of answers is then empty.
    """
    copy_state(work, kept)
    players, answers = work[2][0], work[3][0]
    while True:
        answers.used = 0
        answers.noted = 0
        status = play_turn(work[0][0], work[1][0], rules[0], players, answers)
        if status != ASK:
            answers.count = 0
            return np.int64(status)
        seat = answers.seat
        if players.policy[seat] < WATCHED:
            copy_state(kept, work)
            return np.int64(ASK)
        answer = ask_watched(work, rules)
        if answer == ASK:  # an own policy's answer is not legal; the table stays, to be shown
            return np.int64(ASK)
        give(answers, answer)
        stream = players.stream[seat].state
        copy_state(kept, work)
        players.stream[seat].state = stream
        kept[2][0].stream[seat].state = stream


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
def end_now(work, how, winner):
    """End a game laid as a position: `winner`, a seat, has won it by `how`, one of ENDINGS."""
    table = work[0][0]
    if how == STOP:
        return_reserved(table, winner)
    end(table, how, winner)


@kernel
def settle_one(work, rules, outcome):
    """Settle the finished game of a workspace into an OUTCOME array of one."""
    settle(work[0][0], rules[0], outcome[0])
