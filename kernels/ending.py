"""The ways a game that was played can end (sections 3 and 5 of the rules)."""

import numpy as np

from .bits import U1
from .jit import inlined, kernel
from .rules import EXHAUSTION_HIGHEST
from .scoring import best_points
from .seats import seat_after
from .state import HIGHEST, NAGARI, NOBODY, SWEEP, TRIPLE_PPEOK
from .steal import reserved_pi


@kernel
def end(table, how, winner):
    """End the game with `winner`, a seat, having ended it."""
    table.ended_by = how
    table.winner = np.int64(winner)
    table.actor = np.int64(winner)


@kernel
def end_by_triple_ppeok(table, rules):
    """The third 뻑 of the seat to move: it wins, or where that costs, a sole opponent does."""
    seat = table.seat
    end(table, TRIPLE_PPEOK, seat)
    if rules.triple_ppeok_points < 0:
        table.winner = np.int64(U1 - seat) if rules.players == 2 else NOBODY


@inlined
def points_with(table, seat, cards, rules):
    """Points of `seat` if it held `cards`, with 국진 as it gives more, sweeps included (int64)."""
    sweeps = np.int64(table.count[seat, SWEEP]) * rules.sweep_points
    return best_points(cards, rules) + sweeps


@kernel
def settled_cards(table, seat):
    """A seat's captures without the pi that are only reserved."""
    return table.captured[seat] & ~reserved_pi(table, seat)


@kernel
def exhaust(table, rules):
    """End a game in which every card is played: drawn, or won by the highest points.

    A seat cannot win on reserved pi. Going round from the seat that took the last turn, the first
    of equal seats is found first.
    """
    table.ended_by = NAGARI
    table.winner = NOBODY
    table.actor = NOBODY
    if rules.exhaustion != EXHAUSTION_HIGHEST:
        return
    most = rules.win_points - 1
    seat = table.seat
    for _ in range(rules.players):
        scored = points_with(table, seat, settled_cards(table, seat), rules)
        if scored > most:
            most = scored
            end(table, HIGHEST, seat)
        seat = seat_after(seat, rules)
