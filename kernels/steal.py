"""Taking pi from opponents (section 3 of the rules, steals; section 7, reserved pi)."""

import numpy as np

from .bits import U0, lowest_bit
from .jit import inlined, kernel
from .seats import seat_after


@inlined
def cheapest_pi(cards, rules):
    """The pi among `cards` that is given up first: the cheapest, then by month, jokers last.

    A mask of one card, or 0 where there is no pi. 국진 is never given up.
    """
    ones, twos, threes = cards & rules.pi_1, cards & rules.pi_2, cards & rules.pi_3
    dearer = twos if twos != U0 else threes
    return lowest_bit(ones if ones != U0 else dearer)


@kernel
def give_up(cards, number, rules):
    """The pi that a victim holding `cards` gives for `number` steals.

    One card settles one pi and no change is given; who has none gives none.
    """
    given = U0
    for _ in range(number):
        given |= cheapest_pi(cards & ~given, rules)
    return given


@kernel
def steal(table, thief, number, rules):
    """Move up to `number` pi from each opponent's captures to those of `thief`."""
    victim = thief
    for _ in range(rules.players - 1):
        victim = seat_after(victim, rules)
        given = give_up(table.captured[victim], number, rules)
        table.captured[victim] ^= given
        table.captured[thief] |= given


@kernel
def steal_and_reserve(table, thief, early, late, rules):
    """Steal `early` pi from each opponent for good and then `late` pi that are only reserved.

    What a victim gives is no longer reserved by it.
    """
    for place in range(rules.players):
        victim = np.uint64(place)
        if victim == thief:
            continue
        kept = give_up(table.captured[victim], early, rules)
        only_reserved = give_up(table.captured[victim] & ~kept, late, rules)
        given = kept | only_reserved
        table.captured[victim] ^= given
        table.captured[thief] |= given
        for other in range(len(table.captured)):
            table.reserved[victim, other] &= ~given
        table.reserved[thief, victim] |= only_reserved


@kernel
def reserved_pi(table, seat):
    """The pi in a seat's captures that are only reserved."""
    cards = U0
    for place in range(len(table.captured)):
        cards |= table.reserved[seat, place]
    return cards


@kernel
def keep_reserved(table, seat):
    """Make a seat's reserved pi its own: its next turn begins."""
    for place in range(len(table.captured)):
        table.reserved[seat, place] = U0


@kernel
def return_reserved(table, seat):
    """Give a seat's reserved pi back to those it took them from (article 8).

    The game is over with that; what went back remains noted as reserved, to be told.
    """
    for place in range(len(table.captured)):
        cards = table.reserved[seat, place]
        table.captured[seat] &= ~cards
        table.captured[place] |= cards
