"""A loop that no rule of the game can change, to compare machines by."""

import time

import numpy as np

from gostop.kernels.jit import kernel
from gostop.kernels.stream import STREAM, draw

STEPS = 100_000_000


@kernel
def spin(stream, steps):  # type: ignore[no-untyped-def]
    """Draw words one after the other: each waits for a wide multiplication."""
    word = np.uint64(0)
    for _ in range(steps):
        word ^= draw(stream[0])
    return word


def nanoseconds() -> float:
    """Return what one step takes here and now, at best of three."""
    stream = np.zeros(1, STREAM)
    spin(stream, 1)
    best = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        spin(stream, STEPS // 10)
        best = min(best, time.perf_counter() - began)
    return best / (STEPS // 10) * 1e9
