"""A game's state, split by who may see it, and the numbers that name its parts.

`TABLE` is public, `SEAT` is what one seat alone may see, `HIDDEN` (all hands, the stock, the deal's
stream) is seen by nobody. A policy is given the table and its own seat and so cannot peek.

All of it lies in records, not arrays: Numba counts references to arrays, atomically, at every call
(measured: 4.2 microseconds a game with arrays in the turn's arguments, see benchmarks/NOTES.md).

Seats, months and cards are counted in ``uint64`` (no sign, no wrap-around test in an index);
points, payments and counts of events are ``int64``. A set of months is a mask of their lowest bits
(`cards.MONTH_LOWS`).
"""

import numpy as np

from .cards import MAX_JOKERS
from .stream import STREAM

MAX_SEATS = 3
DECK_CARDS = 56
"""51 cards at the most, padded to whole eights for the shuffle."""
MAX_WEIGHTS = 64
MAX_ANSWERS = 16
MAX_NOTES = 24
"""Decisions of one turn, the shakes of all seats at the deal among them."""

# How a game ended. RUNNING is no ending; the order of the others is part of the output format.
ENDINGS = (
    "stop",
    "highest",
    "nagari",
    "chongtong",
    "five_brights",
    "triple_ppeok",
    "floor_four",
)
RUNNING = 0
STOP, HIGHEST, NAGARI, CHONGTONG, FIVE_BRIGHTS, TRIPLE_PPEOK, FLOOR_FOUR = range(1, 8)

# Events counted for each seat, in the order of the columns of `--detail seats`.
EVENTS = ("goes", "shakes", "bombs", "ppeoks", "jjoks", "ttadaks", "sweeps", "eats")
GO, SHAKE, BOMB, PPEOK, JJOK, TTADAK, SWEEP, EAT = range(8)

NOBODY = -1

TABLE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("floor", np.uint64),  # cards on the floor, piles included
                ("captured", np.uint64, (MAX_SEATS,)),  # cards taken by each seat
                ("piles", np.uint64),  # months of which three lie as one pile
                ("pile_owner", np.uint64, (MAX_SEATS,)),  # piles by maker; a dealt one has none
                ("buried", np.uint64, (MAX_JOKERS,)),  # month under whose pile a joker lies
                ("shaken", np.uint64, (MAX_SEATS,)),  # months shown by 흔들기
                # pi in a thief's captures that are only reserved, by thief and by whose they were;
                # after a stop: those that went back
                ("reserved", np.uint64, (MAX_SEATS, MAX_SEATS)),
                ("deferred", np.int64, (MAX_SEATS,)),  # 1: chooses as its next turn begins
                ("written", np.int64),  # 1: began from a position, where a seat may hold any cards
                # 1: under these rules nothing comes before a turn
                ("plain", np.int64),
                ("seat", np.uint64),  # to move
                ("asked_month", np.uint64),  # the month that a shake is about
                ("stock_left", np.uint64),  # cards not yet turned up
                ("turns", np.int64, (MAX_SEATS,)),  # turns taken by each seat
                ("flips", np.int64, (MAX_SEATS,)),  # flip-only turns saved
                ("last_go_points", np.int64, (MAX_SEATS,)),  # points at the last go
                ("go_turn", np.int64, (MAX_SEATS,)),  # turn of the game of the last go
                ("shown_factor", np.int64, (MAX_SEATS,)),  # product of 흔들기 and 폭탄 multipliers
                ("first_money", np.int64, (MAX_SEATS,)),  # gained or lost by first-뻑 payments
                ("carry", np.int64),  # multiplier carried from drawn games
                ("turn", np.int64),  # turns played in the game
                ("ended_by", np.int64),  # RUNNING or how the game ended
                ("winner", np.int64),  # seat or NOBODY
                ("actor", np.int64),  # the seat that ended it, or NOBODY
                ("redeals", np.int64),  # deals thrown away for four of a month on the floor
                ("count", np.uint8, (MAX_SEATS, len(EVENTS))),  # events of each seat
            ],
            align=True,
        ),
    )
)

SEAT = np.dtype(
    (
        np.record,
        [
            ("hand", np.uint64),  # cards in hand
            ("dealt", np.uint64),  # cards dealt
        ],
    )
)

HIDDEN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seats", SEAT, (MAX_SEATS,)),  # every hand
                ("deal", STREAM),  # the stream that shuffles
                ("cards", np.uint64),  # cards in the deck
                ("deck", np.uint8, (DECK_CARDS,)),  # the deck in dealing order, stock last
            ],
            align=True,
        ),
    )
)

PARAMS = np.dtype(
    (
        np.record,
        [
            ("weights", np.float64, (MAX_WEIGHTS,)),
            ("scratch", np.float64, (MAX_WEIGHTS,)),  # to work in; holds nothing between decisions
        ],
    )
)
"""Parameters of a policy; what they mean is the policy's own affair."""

PLAYERS = np.dtype(
    (
        np.record,
        [
            ("policy", np.int64, (MAX_SEATS,)),  # policy number of each seat
            ("stream", STREAM, (MAX_SEATS,)),  # each seat's random stream
            ("params", PARAMS, (MAX_SEATS,)),  # each seat's parameters
            ("address", np.uint64, (MAX_SEATS,)),  # of each seat's own policy, where it has one
        ],
    )
)
"""Who sits at the table."""

NOTE = np.dtype(
    (
        np.record,
        [
            ("seat", np.uint64),
            ("kind", np.int64),
            ("answer", np.int64),
            ("month", np.uint64),  # of a shake, as `asked_month`
        ],
    )
)
"""One decision of a turn and its answer."""

ANSWERS = np.dtype(
    (
        np.record,
        [
            ("known", np.int64, (MAX_ANSWERS,)),  # answers of an outside player for this turn
            ("count", np.int64),  # how many are known
            ("used", np.int64),  # how many the turn has read so far
            ("seat", np.uint64),  # the outside player that has to be asked
            ("kind", np.int64),  # the decision that found no answer
            ("mask", np.uint64),  # its legal answers
            ("month", np.uint64),  # of a shake: the month in question, else 0
            ("game", np.int64),  # number of the game, where many are stepped together
            ("wrong", np.int64),  # an own policy's answer that was not legal
            ("decisions", np.int64),  # decisions taken by policies so far
            # all decisions of this turn by seats outside or watched, forced ones too
            ("notes", NOTE, (MAX_NOTES,)),
            ("noted", np.int64),  # how many they are
        ],
    )
)


def workspace():
    """Fresh arrays for a game: TABLE, HIDDEN, PLAYERS, ANSWERS.

    Of one row each, but for PLAYERS, which has one for each way a block may seat its players.

    Kernels work on records, which Numba does not count references to; so the arrays they lie in
    must outlive the call, and are made here, by the caller.
    """
    return (
        np.zeros(1, TABLE),
        np.zeros(1, HIDDEN),
        np.zeros(MAX_SEATS, PLAYERS),
        np.zeros(1, ANSWERS),
    )
