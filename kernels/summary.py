"""Counts and joint histograms of a block of games, so that a first report needs no rows.

Everything is an ``int64`` count or sum, so that summaries of blocks add up to the summary of a run
whatever the order. Each histogram's last bin holds all that is larger.
"""

import numpy as np

from .jit import kernel
from .outcome import FACTORS, SETS
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
            ("winner_factors", np.int64, (len(FACTORS),)),  # rows with the bit set
            ("loser_factors", np.int64, (len(FACTORS),)),
            ("sets", np.int64, (len(SETS),)),  # winners with the bit set
            ("turns", np.int64, (TURNS_BINS,)),
            # by event, seat and how often it happened to the seat in a game (0 is left empty)
            ("events", np.int64, (len(EVENTS), MAX_SEATS, EVENT_BINS)),
        ],
    )
)


@kernel
def _add_bits(bits, counts):
    """Count each set bit of `bits` in its place of `counts`."""
    place = 0
    while bits != 0:
        if bits & 1 != 0:
            counts[place] += 1
        bits >>= 1
        place += 1


@kernel
def _add_events(table, seat, summary):
    """Count how often each event happened to `seat`; what did not happen costs nothing."""
    for event in range(len(EVENTS)):
        times = table.count[seat, event]
        if times > 0:
            summary.events[event, seat, min(np.int64(times), EVENT_BINS - 1)] += 1


@kernel
def _add_win(outcome, players, summary):
    """Add the winner's points, goes, sets and multipliers."""
    winner = np.int64(outcome.winner)
    points = min(max(np.int64(outcome.points), 0), POINTS_BINS - 1)
    summary.points_goes[points, min(np.int64(outcome.goes), GOES_BINS - 1)] += 1
    _add_bits(np.int64(outcome.sets), summary.sets)
    for seat in range(players):
        bin_ = min(np.int64(outcome.multiplier[seat]), MULTIPLIER_BINS - 1)
        if seat == winner:
            summary.common_multiplier[bin_] += 1
            _add_bits(np.int64(outcome.factors[seat]), summary.winner_factors)
        else:
            summary.loser_multiplier[bin_] += 1
            _add_bits(np.int64(outcome.factors[seat]), summary.loser_factors)


@kernel
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
        _add_win(outcome, rules.players, summary)
