"""Many games stepped together from outside, for learners: `gostop.VectorGame`.

A turn is played on a copy. Where it comes to a question without an answer the copy is shown and
thrown away; with one answer more the turn is played again, from what still stands as it was.
"""

import numpy as np

from .bits import U0, U1, popcount
from .decisions import ASK, OVER
from .ending import points_with
from .game import start_game
from .jit import kernel
from .scoring import pi_value
from .seats import seat_after
from .settlement import settle
from .state import BOMB, GO, MAX_SEATS, PPEOK, RUNNING, SHAKE
from .turn import play_turn

OBSERVATION = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("game", np.int64),  # number of the game
                ("mask", np.uint64),  # legal answers, see kernels.decisions
                ("hand", np.uint64),  # of the seat that is asked
                ("floor", np.uint64),  # cards on the floor, piles included
                ("piles", np.uint64),  # months that lie as a pile of three, by their lowest bits
                ("month", np.uint64),  # of a shake: the month in question, by its lowest bit
                # One entry a seat, the seat that is asked first and then in turn order.
                ("captured", np.uint64, (MAX_SEATS,)),
                ("pile_owner", np.uint64, (MAX_SEATS,)),  # piles by maker; a dealt one has none
                ("shaken", np.uint64, (MAX_SEATS,)),  # months shown
                ("points", np.int16, (MAX_SEATS,)),  # 국진 as it gives more, sweeps included
                ("last_go_points", np.int16, (MAX_SEATS,)),  # to be passed before the next choice
                ("pi", np.int16, (MAX_SEATS,)),  # worth of pi, 국진 not among them
                ("cards", np.int8, (MAX_SEATS,)),  # in hand
                ("flips", np.int8, (MAX_SEATS,)),  # flip-only turns saved
                ("goes", np.int8, (MAX_SEATS,)),
                ("shakes", np.int8, (MAX_SEATS,)),
                ("bombs", np.int8, (MAX_SEATS,)),
                ("ppeoks", np.int8, (MAX_SEATS,)),
                ("seat", np.int8),  # that is asked
                ("kind", np.int8),  # of decision: turn, shake, aim, take, go
                ("stock", np.int8),  # cards left in it
                ("turn", np.int8),  # turns played
            ],
            align=True,
        ),
    )
)
"""What the seat that is asked may see, at the moment it is asked."""


@kernel
def observe(table, hidden, rules, answers, seen):
    """Write to `seen`, an OBSERVATION record, what the seat that is asked may see."""
    seat = answers.seat
    seen.mask = answers.mask
    seen.hand = hidden.seats[seat].hand
    seen.floor = table.floor
    seen.piles = table.piles
    seen.month = answers.month
    seen.seat = seat
    seen.kind = answers.kind
    seen.stock = table.stock_left
    seen.turn = table.turn
    other = seat
    for place in range(rules.players):
        cards = table.captured[other]
        seen.captured[place] = cards
        seen.pile_owner[place] = table.pile_owner[other]
        seen.shaken[place] = table.shaken[other]
        seen.points[place] = points_with(table, other, cards, rules)
        seen.last_go_points[place] = table.last_go_points[other]
        seen.pi[place] = pi_value(cards, rules)
        seen.cards[place] = popcount(hidden.seats[other].hand)
        seen.flips[place] = table.flips[other]
        seen.goes[place] = table.count[other, GO]
        seen.shakes[place] = table.count[other, SHAKE]
        seen.bombs[place] = table.count[other, BOMB]
        seen.ppeoks[place] = table.count[other, PPEOK]
        other = seat_after(other, rules)


@kernel
def play_slot(index, slots, scratch, rules):
    """Play a slot's game on until a seat outside is asked or it is over: ASK or OVER.

    On ASK the scratch holds the game as the seat sees it, in the middle of its turn.
    """
    tables, hiddens, players, known = slots
    answers, seated = known[index], players[index]
    while True:
        scratch[0][0] = tables[index]
        scratch[1][0] = hiddens[index]
        answers.used = 0
        answers.noted = 0
        first, second, third = (
            seated.stream[0].state,
            seated.stream[1].state,
            seated.stream[2].state,
        )
        status = play_turn(scratch[0][0], scratch[1][0], rules, seated, answers)
        if status == ASK:
            seated.stream[0].state, seated.stream[1].state = first, second
            seated.stream[2].state = third
            return np.int64(ASK)
        answers.count = 0
        tables[index] = scratch[0][0]
        hiddens[index] = scratch[1][0]
        if status == OVER:
            return np.int64(OVER)


@kernel
def run_slot(index, slots, scratch, rules, seed, total, outcomes, where):
    """Play a slot on to its next question, through as many games as that takes.

    Parameters
    ----------
    index : int64
    slots : tuple
        Arrays of TABLE, HIDDEN, PLAYERS and ANSWERS, one row a slot.
    scratch : tuple
        What `state.workspace` makes.
    rules : RULES record
    seed : uint64
    total : int64 array of two
        Games begun and games finished in this step; both rise.
    outcomes : OUTCOME array
        Written, a row a finished game.
    where : int64 array
        Written: the slot of each.
    """
    tables, known = slots[0], slots[3]
    over = tables[index].ended_by != RUNNING or play_slot(index, slots, scratch, rules) == OVER
    while over:
        outcome = outcomes[total[1]]
        settle(tables[index], rules, outcome)
        outcome.game = known[index].game
        where[total[1]] = index
        total[1] += 1
        begin(index, slots, rules, seed, total)
        over = tables[index].ended_by != RUNNING or play_slot(index, slots, scratch, rules) == OVER


@kernel
def begin(index, slots, rules, seed, total):
    """Deal the next game into a slot."""
    tables, hiddens, players, known = slots
    game = total[0]
    total[0] += 1
    known[index].game = game
    known[index].count = 0
    start_game(tables[index], hiddens[index], rules, players[index], seed, np.uint64(game))


@kernel
def begin_all(slots, scratch, law, seed, total, outcomes, where, seen):
    """Deal a game into every slot, and play each to its first question."""
    rules = law[0]
    for index in range(len(seen)):
        begin(index, slots, rules, seed, total)
    for index in range(len(seen)):
        run_slot(index, slots, scratch, rules, seed, total, outcomes, where)
        look(index, slots, scratch, rules, seen)


@kernel
def look(index, slots, scratch, rules, seen):
    """Show the scratch to the seat that is asked."""
    answers = slots[3][index]
    observe(scratch[0][0], scratch[1][0], rules, answers, seen[index])
    seen[index].game = answers.game


@kernel
def step_all(given, slots, scratch, law, seed, total, outcomes, where, seen):
    """Give every slot's answer, and play each to its next question.

    Parameters
    ----------
    given : int64 array
        An answer for each slot.
    slots, scratch, seed, total, outcomes, where
        As for `run_slot`.
    law : RULES array of one
    seen : OBSERVATION array
        What was asked; written with what is asked next.

    Returns
    -------
    int64
        -1, or the first slot whose answer is not legal; nothing was played then.
    """
    rules, known = law[0], slots[3]
    for index in range(len(given)):
        answer = given[index]
        if answer < 0 or answer > 63 or (seen[index].mask >> np.uint64(answer)) & U1 == U0:
            return np.int64(index)
    for index in range(len(given)):
        answers = known[index]
        answers.known[answers.count] = given[index]
        answers.count += 1
        run_slot(index, slots, scratch, rules, seed, total, outcomes, where)
        look(index, slots, scratch, rules, seen)
    return np.int64(-1)
