"""How large a test is on the leg it runs on: with the JIT off a game takes 1,000 times as long."""

from numba import config

JIT = not config.DISABLE_JIT


def games(number: int) -> int:
    """`number` games, or a tenth of them, ten at least, with the JIT off."""
    return number if JIT else max(number // 10, 10)
