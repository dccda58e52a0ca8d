"""Going round the table."""

import numpy as np

from .bits import U0, U1
from .jit import inlined


@inlined
def seat_after(seat, rules):
    """The seat whose turn comes after that of `seat`."""
    following = seat + U1
    return U0 if following == np.uint64(rules.players) else following
