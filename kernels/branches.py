"""Both answers to go-or-stop choices, each played to the end: what go is worth, card for card.

A game is played by its policies. A turn in which a seat had to choose go or stop is played again up
to the choice; from there the game is copied, and played out by the same policies once from each
answer, with the same hidden cards and from the same random streams. Which answer the game itself
goes on with is up to the caller.
"""

import numpy as np

from .block import seat_players
from .decisions import ASK, GO_OR_STOP, NO, OVER, PLAY_ON, YES
from .ending import points_with, settled_cards
from .game import play_out, start_game
from .jit import kernel
from .policies import WATCHED
from .settlement import settle
from .state import GO, MAX_SEATS, RUNNING, STOP
from .stepping import ask_watched, copy_state, give, step_turn
from .turn import play_turn

MAX_CHOICES = 64
"""Room for a game's choices: it has at most 24 turns, and a turn at most two of them."""

CHOICE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("game", np.int64),  # number of the game
                ("stop_payment", np.int32),  # what the seat gets in the end after stop
                ("go_payment", np.int32),  # after go
                ("points", np.int16),  # of the seat, as it chooses, goes not among them
                ("best_opponent_points", np.int16),
                ("seat", np.int8),
                ("turn", np.int8),  # turns played in the game, this one too
                ("goes", np.int8),  # that the seat has called before
                ("opponent_goes", np.int8),  # most goes that an opponent has called
                ("stock_left", np.int8),
                ("choice", np.int8),  # the policy's own answer: 0 stop, 1 go
                ("go_winner", np.int8),  # seat that wins after go, or -1
                ("go_ended_by", np.int8),  # how it ends then, state.ENDINGS from 1
            ],
            align=True,
        ),
    )
)
"""A go-or-stop choice, and what comes of either answer."""


@kernel
def watch(work, sign):
    """Add `WATCHED` to the seats' policies, or with a `sign` of -1 take it away."""
    players = work[2][0]
    for seat in range(MAX_SEATS):
        players.policy[seat] += sign * WATCHED


@kernel
def may_have_chosen(before, after):
    """Whether go was called in the turn between two tables, or the game stopped: perhaps forced."""
    chosen = after.ended_by == STOP
    for seat in range(MAX_SEATS):
        chosen |= after.count[seat, GO] > before.count[seat, GO]
    return chosen


@kernel
def write_choice(work, rules, row):
    """Write to `row`, a record of CHOICE, how the game stands where a seat is asked go or stop."""
    table, seat = work[0][0], work[3][0].seat
    row.seat = seat
    row.turn = table.turn
    row.stock_left = table.stock_left
    row.goes = table.count[seat, GO]
    row.points = points_with(table, seat, settled_cards(table, seat), rules)
    row.opponent_goes = 0
    row.best_opponent_points = 0
    for place in range(rules.players):
        other = np.uint64(place)
        if other != seat:
            scored = points_with(table, other, table.captured[other], rules)
            row.best_opponent_points = max(row.best_opponent_points, scored)
            row.opponent_goes = max(row.opponent_goes, table.count[other, GO])


@kernel
def play_branch(answer, kept, known, branch, spare, law, outcome):
    """Play from the start of a turn to the end of the game: OVER, or ASK.

    Parameters
    ----------
    answer : int64
        To the choice.
    kept : tuple
        The turn's start, all seats watched.
    known : ANSWERS record
        The answers of the turn before the choice.
    branch, spare : tuple
        Workspaces to play in.
    law : RULES array of one
    outcome : OUTCOME record
        Written.
    """
    copy_state(kept, branch)
    answers = branch[3][0]
    answers.count = known.count
    for place in range(known.count):
        answers.known[place] = known.known[place]
    give(answers, answer)
    status = step_turn(branch, spare, law)
    watch(branch, -1)
    if status == PLAY_ON:
        status = play_out(branch[0][0], branch[1][0], law[0], branch[2][0], answers)
    if status == OVER:
        settle(branch[0][0], law[0], outcome)
    return status


@kernel
def play_both(kept, known, scratch, law, outcome, row):
    """Play both answers to a choice to the end, into `row`: OVER, or ASK."""
    for answer in (np.int64(NO), np.int64(YES)):
        if play_branch(answer, kept, known, scratch[0], scratch[1], law, outcome) == ASK:
            return np.int64(ASK)
        payment = outcome.payment[row.seat]
        if answer == NO:
            row.stop_payment = payment
        else:
            row.go_payment = payment
            row.go_winner = outcome.winner
            row.go_ended_by = outcome.ended_by
    return np.int64(OVER)


@kernel
def replay_turn(work, kept, scratch, law, always_go, outcome, rows, found):
    """Play a turn anew with all seats watched, and both answers to each choice in it.

    Parameters
    ----------
    work, kept : tuple
        Workspaces; `kept` holds the turn's start.
    scratch : tuple of two workspaces
    law : RULES array of one
    always_go : bool
        Go on with go, instead of the policy's own answer.
    outcome : OUTCOME record
        Scratch.
    rows : CHOICE array
        Written from place `found` on.
    found : int64

    Returns
    -------
    status, found : int64
        PLAY_ON, OVER or ASK; the choices found so far.
    """
    watch(kept, 1)
    players, answers = work[2][0], work[3][0]
    answers.count = 0
    while True:
        copy_state(kept, work)
        answers.used = 0
        answers.noted = 0
        status = play_turn(work[0][0], work[1][0], law[0], players, answers)
        if status != ASK:
            watch(work, -1)
            answers.count = 0
            return np.int64(status), found
        seat, chooses = answers.seat, answers.kind == GO_OR_STOP
        if chooses:
            write_choice(work, law[0], rows[found])
        answer = ask_watched(work, law)
        if answer == ASK:
            return np.int64(ASK), found
        kept[2][0].stream[seat].state = players.stream[seat].state
        if chooses:
            rows[found].choice = answer
            if play_both(kept, answers, scratch, law, outcome, rows[found]) == ASK:
                return np.int64(ASK), found
            found += 1
            answer = np.int64(YES) if always_go else answer
        give(answers, answer)


@kernel
def play_game(work, kept, scratch, law, always_go, outcome, rows, found):
    """Play a dealt game to its end, with both answers to its choices: status and choices found."""
    status = np.int64(PLAY_ON if work[0][0].ended_by == RUNNING else OVER)
    while status == PLAY_ON:
        copy_state(work, kept)
        status = play_turn(work[0][0], work[1][0], law[0], work[2][0], work[3][0])
        if status != ASK and may_have_chosen(kept[0][0], work[0][0]):
            status, found = replay_turn(work, kept, scratch, law, always_go, outcome, rows, found)
    return status, found


@kernel
def branch_block(seed, first, games, law, roster, always_go, spaces, outcomes, rows):
    """Play games `first`, `first` + 1 ... of seed `seed`, and both answers to their choices.

    Parameters
    ----------
    seed, first : uint64
    games : int64
    law : RULES array of one
    roster : PLAYERS array of one
        Who sits at each seat.
    always_go : bool
        Whether games go on with go after each choice, or with the policy's own answer.
    spaces : tuple of four workspaces
    outcomes : OUTCOME array of one
        Scratch.
    rows : CHOICE array
        Written; a game is only begun where `MAX_CHOICES` rows are left for it.

    Returns
    -------
    played, found : int64
        Games played, and rows written. The last game may be one that met an illegal answer of an
        own policy: then `played` is minus its place, less one.
    """
    work, kept, scratch = spaces[0], spaces[1], (spaces[2], spaces[3])
    players, found = work[2][0], np.int64(0)
    for index in range(games):
        if found + MAX_CHOICES > len(rows):
            return np.int64(index), found
        seat_players(players, roster[0], law[0].players, np.int64(0))
        game = first + np.uint64(index)
        start_game(work[0][0], work[1][0], law[0], players, seed, game)
        begun = found
        status, found = play_game(work, kept, scratch, law, always_go, outcomes[0], rows, found)
        if status == ASK:
            return np.int64(-index - 1), begun
        for place in range(begun, found):
            rows[place].game = np.int64(game)
    return np.int64(games), found
