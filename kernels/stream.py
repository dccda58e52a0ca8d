"""Random streams: game `n` of seed `s` is the same game for ever, on any machine.

One block of Philox4x64-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2,
3", SC 2011), keyed by the seed and counted by the game, gives four words: the states with which
the deal's stream and the three seats' streams start. Each stream is then wyrand (Wang Yi), one
64-bit word of state and one wide multiplication a draw.

Any change to what is drawn, or when, is a new `STREAM_VERSION`: runs of different versions never
mix.
"""

import numpy as np

from .bits import U0, U1, add, mul, mulhi
from .jit import inlined, kernel

STREAM_VERSION = 1

STREAM = np.dtype((np.record, [("state", np.uint64)]))

_ROUNDS = 10
_PHILOX_MUL_0 = np.uint64(0xD2E7470EE14C6C93)
_PHILOX_MUL_1 = np.uint64(0xCA5A826395121157)
_WEYL_0 = np.uint64(0x9E3779B97F4A7C15)
_WEYL_1 = np.uint64(0xBB67AE8584CAA73B)
_WYRAND_STEP = np.uint64(0xA0761D6478BD642F)
_WYRAND_MIX = np.uint64(0xE7037ED1A0B428DB)


@inlined
def philox(key, counter):
    """Four words of Philox4x64-10 for key (`key`, 0) and counter (`counter`, 0, 0, 0).

    Parameters
    ----------
    key, counter : uint64

    Returns
    -------
    tuple of four uint64
    """
    key_0, key_1 = key, U0
    word_0, word_1, word_2, word_3 = counter, U0, U0, U0
    for _ in range(_ROUNDS):
        high_0, low_0 = mulhi(_PHILOX_MUL_0, word_0), mul(_PHILOX_MUL_0, word_0)
        high_1, low_1 = mulhi(_PHILOX_MUL_1, word_2), mul(_PHILOX_MUL_1, word_2)
        word_0, word_1 = high_1 ^ word_1 ^ key_0, low_1
        word_2, word_3 = high_0 ^ word_3 ^ key_1, low_0
        key_0, key_1 = add(key_0, _WEYL_0), add(key_1, _WEYL_1)
    return word_0, word_1, word_2, word_3


@inlined
def next_state(state):
    """The state of a stream after the next draw."""
    return add(state, _WYRAND_STEP)


@inlined
def word_of(state):
    """The word that brought a stream to `state`, uniform over all 64-bit words."""
    other = state ^ _WYRAND_MIX
    return mulhi(state, other) ^ mul(state, other)


@inlined
def draw(stream):
    """Next word of `stream`."""
    state = next_state(stream.state)
    stream.state = state
    return word_of(state)


@kernel
def below(stream, n):
    """A number from 0 to `n` - 1, exactly uniform.

    The high word of word times `n`; the few words that would make some results likelier are
    drawn again (D. Lemire, "Fast random integer generation in an interval", 2019). Their number,
    2**64 modulo `n`, is computed only when it can matter.
    """
    word = draw(stream)
    low = mul(word, n)
    if low < n:
        least = (~n + U1) % n
        while low < least:
            word = draw(stream)
            low = mul(word, n)
    return mulhi(word, n)
