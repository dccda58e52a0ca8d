"""Shuffling, dealing, and what is settled before the first turn (section 2 of the rules)."""

import math

import numpy as np

from .bits import U0, U1, bit, lowest_bit, mul, mulhi
from .cards import BRIGHTS, JOKERS
from .jit import inlined, kernel
from .months import fours, threes
from .rules import (
    FLOOR_FOUR_FIRST_WINS,
    FLOOR_FOUR_REDEAL,
    TWO_CHONGTONG_NAGARI,
)
from .state import CHONGTONG, DECK_CARDS, FIVE_BRIGHTS, FLOOR_FOUR, NOBODY, RUNNING
from .stream import draw

_SUITS = np.uint64(48)
_ALWAYS_FAIR = np.uint64(1 << 46)
"""More than there are ways to draw eight of 51 cards in order."""
_WAYS = np.array(
    [math.prod(max(cards - step, 1) for step in range(8)) for cards in range(DECK_CARDS)],
    np.uint64,
)
"""By the number of cards left: the ways to draw eight of them, or all, in order."""


@inlined
def draw_fair(stream, cards):
    """Draw a word that serves eight places among the `cards` cards left, all equally likely.

    The high word of word times n is the first place, and the low word serves the next. What is
    left at the end, the low word of word times all eight ranges, says whether the word has to be
    drawn again (N. Brackett-Rozinsky, D. Lemire, "Batched ranged random integer generation",
    2024).
    """
    ways = _WAYS[cards]
    word = draw(stream)
    while mul(word, ways) < _ALWAYS_FAIR and mul(word, ways) < (~ways + U1) % ways:
        word = draw(stream)
    return word


@inlined
def shuffle(hidden):
    """Put the deck of `hidden` in an order drawn from its deal stream, all orders equally likely.

    Fisher and Yates from the front, eight cards for each 64-bit word; the deck is padded to whole
    eights, so that the inner loop is of fixed length. Where no card is left there is 1 to draw.
    """
    deck, cards = hidden.deck, hidden.cards
    for place in range(DECK_CARDS):
        deck[place] = place
    here = U0
    while here < cards:
        left = cards - here
        low = draw_fair(hidden.deal, left)
        for _ in range(8):
            other = here + mulhi(low, left)
            low = mul(low, left)
            left -= np.uint64(left > U1)
            deck[here], deck[other] = deck[other], deck[here]
            here += U1


@inlined
def hand_out(table, hidden, rules):
    """Give each seat its hand and lay the floor from the front of the deck; the rest is stock.

    Jokers on the floor go to seat 0 at once.

    The deck's first `hand_size` cards are seat 0's, the next seat 1's and so on; the floor follows.
    """
    table.captured[0] = U0
    place = U0
    for seat_place in range(rules.players):
        hand = U0
        for _ in range(rules.hand_size):
            hand |= bit(np.uint64(hidden.deck[place]))
            place += U1
        hidden.seats[seat_place].hand = hand
        hidden.seats[seat_place].dealt = hand
    floor = U0
    for _ in range(rules.floor_size):
        floor |= bit(np.uint64(hidden.deck[place]))
        place += U1
    table.floor = floor
    table.stock_left = hidden.cards - place
    clear_floor_of_jokers(table, hidden)


@kernel
def clear_floor_of_jokers(table, hidden):
    """Give seat 0 the jokers on the opening floor, each replaced by the next card of the stock."""
    while table.floor & JOKERS != U0:
        joker = lowest_bit(table.floor & JOKERS)
        next_card = np.uint64(hidden.deck[hidden.cards - table.stock_left])
        table.stock_left -= U1
        table.captured[0] |= joker
        table.floor ^= joker | bit(next_card)


@inlined
def deal(table, hidden, rules):
    """Deal a game from the deal stream, anew while the floor has four of a month to redeal for."""
    hidden.cards = _SUITS + np.uint64(rules.joker_count)
    while True:
        shuffle(hidden)
        hand_out(table, hidden, rules)
        if rules.floor_four != FLOOR_FOUR_REDEAL or fours(table.floor) == U0:
            return
        table.redeals += 1


@kernel
def _end(table, how, actor):
    table.ended_by = how
    table.actor = actor
    table.winner = actor


@inlined
def _chongtong(table, hidden, rules):
    """End the game where a dealt hand holds four of a month."""
    months = U0
    for place in range(rules.players):
        months |= fours(hidden.seats[place].dealt)
    if months == U0:
        return
    first, holders = NOBODY, 0
    for place in range(rules.players):
        if fours(hidden.seats[place].dealt) != U0:
            first = place if holders == 0 else first
            holders += 1
    if holders > 1 and rules.two_chongtong == TWO_CHONGTONG_NAGARI:
        first = NOBODY
    if holders > 0:
        _end(table, CHONGTONG, first)


@inlined
def open_game(table, hidden, rules):
    """Settle what the deal alone decides, and lay dealt threes as piles."""
    if fours(table.floor) != U0:
        _end(table, FLOOR_FOUR, 0 if rules.floor_four == FLOOR_FOUR_FIRST_WINS else NOBODY)
        return
    table.piles = threes(table.floor)
    if rules.chongtong_points > 0:
        _chongtong(table, hidden, rules)
    if rules.five_brights_dealt_points > 0 and table.ended_by == RUNNING:
        for place in range(rules.players):
            if hidden.seats[place].dealt & BRIGHTS == BRIGHTS:
                _end(table, FIVE_BRIGHTS, place)
