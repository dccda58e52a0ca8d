"""A block of consecutive games of a run, with its rows and its summary."""

import numpy as np

from .bits import popcount
from .cards import BRIGHTS, RIBBONS
from .decisions import ASK
from .game import play_out, start_game
from .jit import kernel
from .scoring import cup_parts
from .settlement import settle, total_points, used_cup
from .state import EVENTS, MAX_SEATS, MAX_WEIGHTS
from .summary import add_game


@kernel
def write_counts(table, row):
    """Write each seat's events to `row`, a record of COUNTS."""
    for seat in range(MAX_SEATS):
        for event in range(len(EVENTS)):
            row.count[seat, event] = table.count[seat, event]


@kernel
def write_final(table, hidden, rules, outcome, row):
    """Write where the cards and points ended up to `row`, a record of FINAL."""
    row.floor = table.floor
    row.redeals = table.redeals
    for place in range(rules.players):
        seat = np.uint64(place)
        cards = table.captured[seat]
        cup_as = used_cup(table, seat, rules, outcome)
        animals, pi = cup_parts(cards, rules, cup_as)
        row.captured[seat] = cards
        row.dealt[seat] = hidden.seats[seat].dealt
        row.first_money[seat] = table.first_money[seat]
        row.points[seat] = total_points(table, seat, rules, cup_as)
        row.pi[seat] = pi
        row.brights[seat] = popcount(cards & BRIGHTS)
        row.animals[seat] = animals
        row.ribbons[seat] = popcount(cards & RIBBONS)


@kernel
def seat_players(table_players, roster, players, rotation):
    """Seat player p of `roster` at seat (p + rotation) modulo `players`."""
    for player in range(players):
        seat = (player + rotation) % players
        table_players.policy[seat] = roster.policy[player]
        table_players.address[seat] = roster.address[player]
        for place in range(MAX_WEIGHTS):
            table_players.params[seat].weights[place] = roster.params[player].weights[place]


@kernel
def play_block(seed, first, rules, roster, rotate, work, outcomes, counts, finals, summary):
    """Play games `first`, `first` + 1 ... of seed `seed`, one for each row of `outcomes`.

    Parameters
    ----------
    seed, first : uint64
    rules : RULES array of one
    roster : PLAYERS array of one
        Policy number and parameters of each player.
    rotate : bool
        Whether player p of game g sits at seat (p + g) modulo the number of players, or at seat p.
    work : tuple
        What `state.workspace` makes.
    outcomes : OUTCOME array
        Written, one row a game.
    counts, finals : COUNTS and FINAL arrays
        Written where they have as many rows; empty ones are left alone.
    summary : SUMMARY array of one
        Added to.

    Returns
    -------
    int64
        How many games were played: fewer than there are rows where the next one met an illegal
        answer of an own policy, which ANSWERS then tells of.
    """
    law, total = rules[0], summary[0]
    table, hidden, answers = work[0][0], work[1][0], work[3][0]
    for turned in range(law.players if rotate else 1):
        seat_players(work[2][turned], roster[0], law.players, turned)
    rotation = np.int64(0)
    for index in range(len(outcomes)):
        game = first + np.uint64(index)
        if rotate:
            rotation = np.int64(game % np.uint64(law.players))
        players = work[2][rotation]
        start_game(table, hidden, law, players, seed, game)
        if play_out(table, hidden, law, players, answers) == ASK:
            return np.int64(index)
        outcome = outcomes[index]
        outcome.game = np.int64(game)
        settle(table, law, outcome)
        add_game(table, outcome, law, rotation, total)
        if len(counts) > 0:
            write_counts(table, counts[index])
        if len(finals) > 0:
            write_final(table, hidden, law, outcome, finals[index])
    total.decisions += answers.decisions
    answers.decisions = 0
    return np.int64(len(outcomes))
