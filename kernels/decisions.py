"""The decisions of the game, their numbers.

A decision is a kind and a mask of legal answers; an answer is the number of one set bit.

==== ====== =====================================================================================
kind name   the mask
==== ====== =====================================================================================
0    turn   0 to 50: play that card (48 and above: a joker); 51: flip only; 52 to 63: bomb of
            month 1 to 12
1    shake  bit 0: no, bit 1: yes; asked when the chosen card allows it
2    aim    the two floor cards that the played card may take
3    take   the two floor cards that the turned-up card may take
4    go     bit 0: stop, bit 1: go
==== ====== =====================================================================================

Within a turn they come in this order. What is forced, or lies between cards worth the same (two
plain pi of one month), is not asked: the lowest is taken.
"""

import numpy as np

KINDS = ("turn", "shake", "aim", "take", "go")
# Typed, so that Numba compiles `choose` once and not for each literal number.
TURN, SHAKE_OR_NOT, AIM, TAKE, GO_OR_STOP = (np.int64(kind) for kind in range(5))

FLIP_ONLY = 51
FIRST_BOMB = 52
NO, YES = 0, 1
NO_OR_YES = np.uint64(0b11)
ASK = -1
"""Instead of an answer: an outside player has to be asked first."""

OVER, PLAY_ON = 0, 1
"""What a turn returns besides ASK."""
