"""Counts and joint histograms of a block of games, so that a first report needs no rows.

Everything is an ``int64`` count or sum, so that summaries of blocks add up to the summary of a run
whatever the order. Each histogram's last bin holds all that is larger.
"""

import numpy as np

from .jit import inlined
from .outcome import FACTORS, SETS
from .seats import seat_after
from .state import ENDINGS, EVENTS, MAX_SEATS, NOBODY

POINTS_BINS, GOES_BINS, MULTIPLIER_BINS, TURNS_BINS, EVENT_BINS = 128, 16, 1024, 64, 16

SUMMARY = np.dtype(
    (
        np.record,
        [
            ("games", np.int64),
            ("decisions", np.int64),  # decisions that a policy took
            ("redeals", np.int64),
            # by rotation (which player sits first), ending (from 1) and winner + 1, actor + 1
            ("winners", np.int64, (MAX_SEATS, len(ENDINGS) + 1, MAX_SEATS + 1)),
            ("actors", np.int64, (MAX_SEATS, len(ENDINGS) + 1, MAX_SEATS + 1)),
            # by rotation and seat
            ("payment_sum", np.int64, (MAX_SEATS, MAX_SEATS)),
            ("payment_square_sum", np.int64, (MAX_SEATS, MAX_SEATS)),
            # of the winner, in games with one: its points and goes
            ("points_goes", np.int64, (POINTS_BINS, GOES_BINS)),
            # in games won on points: the winner's common part; what each loser paid with
            ("common_multiplier", np.int64, (MULTIPLIER_BINS,)),
            ("loser_multiplier", np.int64, (MULTIPLIER_BINS,)),
            # by all bits together, so that what comes with what is known too
            ("winner_factors", np.int64, (1 << len(FACTORS),)),
            ("loser_factors", np.int64, (1 << len(FACTORS),)),
            ("sets", np.int64, (1 << len(SETS),)),
            ("turns", np.int64, (TURNS_BINS,)),
            # by event, seat and how often it happened to the seat in a game
            ("events", np.int64, (len(EVENTS), MAX_SEATS, EVENT_BINS)),
        ],
    )
)


@inlined
def _add_events(table, seat, summary):
    """Count how often each event happened to `seat`.

    Without a test for what did not happen: it would be guessed wrong too often to pay.
    """
    for event in range(len(EVENTS)):
        times = min(np.int64(table.count[seat, event]), EVENT_BINS - 1)
        summary.events[event, seat, times] += 1


@inlined
def _multiplier_bin(outcome, seat):
    return min(np.int64(outcome.multiplier[seat]), MULTIPLIER_BINS - 1)


@inlined
def _add_win(outcome, rules, summary):
    """Add the winner's points, goes, sets and multipliers."""
    winner = np.uint64(outcome.winner)
    points = min(max(np.int64(outcome.points), 0), POINTS_BINS - 1)
    summary.points_goes[points, min(np.int64(outcome.goes), GOES_BINS - 1)] += 1
    summary.sets[np.int64(outcome.sets)] += 1
    summary.common_multiplier[_multiplier_bin(outcome, winner)] += 1
    summary.winner_factors[np.int64(outcome.factors[winner])] += 1
    loser = winner
    for _ in range(rules.players - 1):
        loser = seat_after(loser, rules)
        summary.loser_multiplier[_multiplier_bin(outcome, loser)] += 1
        summary.loser_factors[np.int64(outcome.factors[loser])] += 1


@inlined
def add_game(table, outcome, rules, rotation, summary):
    """Add one settled game to `summary`, a record of SUMMARY."""
    summary.games += 1
    summary.redeals += table.redeals
    ending = np.int64(outcome.ended_by)
    summary.winners[rotation, ending, np.int64(outcome.winner) + 1] += 1
    summary.actors[rotation, ending, np.int64(outcome.actor) + 1] += 1
    summary.turns[min(table.turn, TURNS_BINS - 1)] += 1
    for seat in range(rules.players):
        payment = np.int64(outcome.payment[seat])
        summary.payment_sum[rotation, seat] += payment
        summary.payment_square_sum[rotation, seat] += payment * payment
        _add_events(table, seat, summary)
    if outcome.winner != NOBODY:
        _add_win(outcome, rules, summary)
