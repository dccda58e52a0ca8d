"""Taking pi from opponents (section 3 of the rules, steals)."""

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
def steal(table, thief, cards, rules):
    """Move up to `cards` pi from each opponent's captures to those of `thief`.

    One card settles one pi and no change is given; who has none gives none.
    """
    gained = U0
    for place in range(rules.players):
        victim = np.uint64(place)
        if victim == thief:
            continue
        held = table.captured[victim]
        for _ in range(cards):
            given = cheapest_pi(held, rules)
            held ^= given
            gained |= given
        table.captured[victim] = held
    table.captured[thief] |= gained
