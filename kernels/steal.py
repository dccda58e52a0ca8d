"""Taking pi from opponents (section 3 of the rules, steals; section 7, reserved pi)."""

import numpy as np

from .bits import U0, lowest_bit
from .jit import kernel


@kernel
def cheapest_pi(cards, rules):
    """The pi among `cards` that is given up first: the cheapest, then by month, jokers last.

    A mask of one card, or 0 where there is no pi. 국진 is never given up.
    """
    if cards & rules.pi_1 != U0:
        return lowest_bit(cards & rules.pi_1)
    if cards & rules.pi_2 != U0:
        return lowest_bit(cards & rules.pi_2)
    return lowest_bit(cards & rules.pi_3)


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
def reserve(table, thief, victim, given, reserved):
    """Note that `given` lies with `thief`: no longer reserved by its victim, perhaps by itself."""
    for place in range(len(table.captured)):
        table.reserved[victim, place] &= ~given
    if reserved:
        table.reserved[thief, victim] |= given


@kernel
def steal(table, thief, number, rules, reserved):
    """Move up to `number` pi from each opponent's captures to those of `thief`.

    With `defer_pi_wins` it is noted which are only `reserved`.
    """
    for place in range(rules.players):
        victim = np.uint64(place)
        if victim == thief:
            continue
        given = give_up(table.captured[victim], number, rules)
        table.captured[victim] ^= given
        table.captured[thief] |= given
        if rules.defer_pi_wins != 0:
            reserve(table, thief, victim, given, reserved)


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
    """Give a seat's reserved pi back to those it took them from (article 8)."""
    for place in range(len(table.captured)):
        cards = table.reserved[seat, place]
        table.captured[seat] &= ~cards
        table.captured[place] |= cards
        table.reserved[seat, place] = U0
