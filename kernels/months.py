"""Questions about months: how many cards of each month a mask holds."""

import numpy as np

from .bits import MONTH, U1, U2, U3
from .cards import FIRST_JOKER, MONTH_LOWS
from .jit import kernel

_PLACES_LOWS = MONTH_LOWS | np.uint64(1 << FIRST_JOKER)
U4 = np.uint64(4)
FIRST_OF_MONTH = np.uint64(0x3C)
"""Clears the place within the month from a card's number: what is left is the month's shift."""


@kernel
def fours(cards):
    """Months of which `cards` holds all four."""
    both = cards & (cards >> U1)  # of two neighbours
    return both & (both >> U2) & MONTH_LOWS


@kernel
def threes(cards):
    """Months of which `cards` holds three or four."""
    both, either = cards & (cards >> U1), cards | (cards >> U1)  # of two neighbours
    return ((both & (either >> U2)) | ((both >> U2) & either)) & MONTH_LOWS


@kernel
def ones(cards):
    """Months of which `cards` holds exactly one."""
    first, second, third, fourth = cards, cards >> U1, cards >> U2, cards >> U3
    odd = first ^ second ^ third ^ fourth
    return odd & ~threes(cards) & MONTH_LOWS


@kernel
def whole_months(cards):
    """All cards of the months of which `cards` holds any; of jokers, the places 48 to 51."""
    either = cards | (cards >> U1)  # of two neighbours
    lows = (either | (either >> U2)) & _PLACES_LOWS
    return (lows << U4) - lows


@kernel
def month_shift(card):
    """The number of the first card of `card`'s month."""
    return card & FIRST_OF_MONTH


@kernel
def month_of(cards, shift):
    """The cards of the month at `shift` among `cards`, in place."""
    return cards & (MONTH << shift)
