"""What a block of games leaves behind: a row a game, in the widths of the result columns."""

import numpy as np

from .state import EVENTS, MAX_SEATS

# Bits of `factors`: what makes up a seat's multiplier, and what happened to its payment.
FACTORS = (
    "bright_bak",
    "pi_bak",
    "go_bak",
    "pays_all",
    "animals7",
    "go",
    "shake",
    "bomb",
    "carry",
    "capped",
)
(
    F_BRIGHT_BAK,
    F_PI_BAK,
    F_GO_BAK,
    F_PAYS_ALL,
    F_ANIMALS7,
    F_GO,
    F_SHAKE,
    F_BOMB,
    F_CARRY,
    F_CAPPED,
) = (1 << place for place in range(len(FACTORS)))

# Bits of `sets`: what the winner scored with.
SETS = (
    "bright3",
    "bright3_rain",
    "bright4",
    "bright5",
    "godori",
    "red_dan",
    "blue_dan",
    "grass_dan",
    "first_ppeok_paid",
)
(
    S_BRIGHT3,
    S_BRIGHT3_RAIN,
    S_BRIGHT4,
    S_BRIGHT5,
    S_GODORI,
    S_RED_DAN,
    S_BLUE_DAN,
    S_GRASS_DAN,
    S_FIRST_PPEOK_PAID,
) = (1 << place for place in range(len(SETS)))

OUTCOME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("game", np.int64),  # index in the run
                ("payment", np.int32, (MAX_SEATS,)),  # gained or lost, sums to zero
                ("multiplier", np.int32, (MAX_SEATS,)),  # winner: common part; loser: what it pays
                ("factors", np.uint16, (MAX_SEATS,)),  # bits F_*, what multiplier_s is made of
                ("points", np.int16),  # the winner's as paid, without goes
                ("sets", np.uint16),  # bits S_*
                ("ended_by", np.uint8),  # state.ENDINGS, from 1
                ("winner", np.int8),  # seat or -1
                ("actor", np.int8),  # seat that ended it or -1
                ("turns", np.uint8),  # turns played
                ("goes", np.uint8),  # the winner's
                ("cup_as", np.uint8),  # the winner's reading of 국진
            ],
            align=True,
        ),
    )
)
"""Written for every game: `detail="default"`, and `sets`."""

COUNTS = np.dtype((np.record, [("count", np.uint8, (MAX_SEATS, len(EVENTS)))]))
"""Added by `detail="seats"`: each seat's events."""

FINAL = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("captured", np.uint64, (MAX_SEATS,)),  # cards taken, at the end
                ("dealt", np.uint64, (MAX_SEATS,)),  # hands as dealt
                ("floor", np.uint64),  # floor at the end
                ("first_money", np.int32, (MAX_SEATS,)),  # gained or lost by first-뻑 payments
                ("points", np.int16, (MAX_SEATS,)),  # points with 국진 as used, sweeps included
                ("redeals", np.uint16),  # deals thrown away for four of a month on the floor
                ("pi", np.uint8, (MAX_SEATS,)),  # value of pi, 국진 as used
                ("brights", np.uint8, (MAX_SEATS,)),  # 광 taken
                ("animals", np.uint8, (MAX_SEATS,)),  # 열끗, 국진 as used
                ("ribbons", np.uint8, (MAX_SEATS,)),  # 띠 taken
            ],
            align=True,
        ),
    )
)
"""Added by `detail="full"`: where the cards and points ended up."""
