"""The stock: cards turned up and drawn (section 3 of the rules)."""

import numpy as np

from .bits import U0, U1, bit
from .cards import FIRST_JOKER
from .jit import inlined, kernel

NO_CARD = np.uint64(62)
"""Instead of a card's number: nothing was turned up."""


@inlined
def top_card(table, hidden):
    """Number of the next card of the stock."""
    return np.uint64(hidden.deck[hidden.cards - table.stock_left])


@kernel
def only_jokers_left(table, hidden):
    """Whether no card but jokers is left in the stock."""
    for place in range(np.int64(hidden.cards - table.stock_left), np.int64(hidden.cards)):
        if hidden.deck[place] < FIRST_JOKER:
            return False
    return True


@inlined
def turn_up(table, hidden):
    """Turn up the top card of the stock, and the next one for every joker turned up.

    Jokers at the bottom of the stock, with no other card under them, stay there.

    Returns
    -------
    card : uint64
        Number of the card turned up, NO_CARD where nothing but jokers is left.
    jokers : uint64
        Mask of the jokers turned up before it.
    """
    jokers = U0
    while table.stock_left > U0:
        card = top_card(table, hidden)
        if card < FIRST_JOKER:
            table.stock_left -= U1
            return card, jokers
        if only_jokers_left(table, hidden):
            break
        table.stock_left -= U1
        jokers |= bit(card)
    return NO_CARD, jokers


@kernel
def draw_for_joker(table, hidden, seat, joker):
    """Lay a joker from the hand aside and draw the next card of the stock; the new hand."""
    hand = hidden.seats[seat].hand ^ bit(joker)
    if table.stock_left > U0:
        hand |= bit(top_card(table, hidden))
        table.stock_left -= U1
    hidden.seats[seat].hand = hand
    return hand
