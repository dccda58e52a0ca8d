"""The rule record: a whole rule set as one row of numbers, read by kernels compiled once.

Every field of the rules is here under its own name; `gostop.rules` tells what each means, in which
unit, and what values it may take. Words are numbered below in the order of their tuple; a joker's
value becomes a place in one of the masks of pi by worth.
"""

import numpy as np

FLOOR_FOUR = ("redeal", "nagari", "first_wins")
TWO_CHONGTONG = ("first", "nagari")
JOKER_IN_PPEOK = ("buried", "kept")
LAST_TURN = ("hand", "stock")
LAST_TURN_EXCLUDES = ("jjok", "ttadak", "sweep", "eat", "ppeok")
SHAKE_TIMING = ("play", "deal")
GO_MULTIPLIER = ("double_each", "double_once")
EXHAUSTION = ("nagari", "highest")
GO_BAK = ("own_share", "pays_all", "off")

FLOOR_FOUR_REDEAL, FLOOR_FOUR_NAGARI, FLOOR_FOUR_FIRST_WINS = range(3)
TWO_CHONGTONG_FIRST, TWO_CHONGTONG_NAGARI = range(2)
JOKER_BURIED, JOKER_KEPT = range(2)
LAST_TURN_HAND, LAST_TURN_STOCK = range(2)
SHAKE_AT_PLAY, SHAKE_AT_DEAL = range(2)
GO_DOUBLE_EACH, GO_DOUBLE_ONCE = range(2)
EXHAUSTION_NAGARI, EXHAUSTION_HIGHEST = range(2)
GO_BAK_OWN_SHARE, GO_BAK_PAYS_ALL, GO_BAK_OFF = range(3)
# Bits of `last_turn_excludes`, in the order of LAST_TURN_EXCLUDES.
NO_JJOK, NO_TTADAK, NO_SWEEP, NO_EAT, NO_PPEOK = (1 << place for place in range(5))

RULES = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # section 1 and 2: pack and deal
                ("players", np.int64),
                ("hand_size", np.int64),
                ("floor_size", np.int64),
                ("joker_count", np.int64),  # from `jokers`
                ("pi_1", np.uint64),  # cards worth one pi
                ("pi_2", np.uint64),  # worth two, jokers included
                ("pi_3", np.uint64),  # worth three: jokers only
                ("pi_odd", np.uint64),  # worth one or three
                ("pi_many", np.uint64),  # worth two or three
                ("floor_four", np.int64),
                ("chongtong_points", np.int64),
                ("two_chongtong", np.int64),
                ("five_brights_dealt_points", np.int64),
                # section 3: the turn
                ("joker_in_ppeok", np.int64),
                ("steal_jjok", np.int64),
                ("steal_ttadak", np.int64),
                ("steal_ppeok", np.int64),
                ("steal_own_ppeok", np.int64),
                ("steal_floor_three", np.int64),
                ("steal_bomb", np.int64),
                ("steal_sweep", np.int64),
                ("steal_joker", np.int64),
                ("sweep_points", np.int64),
                ("triple_ppeok_points", np.int64),
                ("last_ppeok_counts", np.int64),
                ("last_turn", np.int64),
                ("last_turn_excludes", np.int64),  # bits NO_*
                ("ppeok_money", np.int64, (3,)),  # first_ppeok_points, consecutive_ppeok_points
                ("shake_timing", np.int64),
                # section 4: points
                # by whether 비광 is among the brights, and their number
                ("bright_points", np.int64, (2, 6)),
                ("godori", np.int64),
                ("dan", np.int64),
                # section 5: go and stop
                ("win_points", np.int64),
                ("go_points", np.int64),
                ("go_multiplier", np.int64),
                ("exhaustion", np.int64),
                # section 6: settlement
                ("shake_multiplier", np.int64),
                ("bomb_multiplier", np.int64),
                ("animals7_multiplier", np.int64),
                ("bright_bak", np.int64),
                ("pi_bak_below", np.int64),
                ("pi_bak_needs_pi_points", np.int64),
                ("pi_bak_zero_exempt", np.int64),
                ("go_bak", np.int64),
                ("max_payment", np.int64),
                # section 7: articles 5 to 8
                ("defer_pi_wins", np.int64),
                # section 8: sessions
                ("nagari_carry", np.int64),
                ("nagari_carry_max", np.int64),
                ("bright_sale_points", np.int64),
                ("rain_bright_alone_from", np.int64),
                ("no_two_folds", np.int64),
            ],
            align=True,
        ),
    )
)
