"""The pack: which bit is which card, and the masks that rules are written in.

A card is one bit of a ``uint64``: bit ``4 * (month - 1) + k``, where ``k`` is the card's place in
its month's row below; jokers are bits 48, 49 and 50. A set of cards is a mask, and the number of
cards in it a population count.

This table is the only place in the product where the pack is written down. Everything else (the
sets that score, the notation, the column masks) is derived from it.
"""

import numpy as np

BRIGHT, ANIMAL, RIBBON, PI, DOUBLE_PI = "광", "열", "띠", "피", "쌍피"

MONTH_ROWS: tuple[tuple[str, str, str, str], ...] = (
    (BRIGHT, RIBBON, PI, PI),  # 1 송학
    (ANIMAL, RIBBON, PI, PI),  # 2 매조
    (BRIGHT, RIBBON, PI, PI),  # 3 벚꽃
    (ANIMAL, RIBBON, PI, PI),  # 4 흑싸리
    (ANIMAL, RIBBON, PI, PI),  # 5 난초
    (ANIMAL, RIBBON, PI, PI),  # 6 모란
    (ANIMAL, RIBBON, PI, PI),  # 7 홍싸리
    (BRIGHT, ANIMAL, PI, PI),  # 8 공산
    (ANIMAL, RIBBON, PI, PI),  # 9 국화
    (ANIMAL, RIBBON, PI, PI),  # 10 단풍
    (BRIGHT, DOUBLE_PI, PI, PI),  # 11 오동
    (BRIGHT, ANIMAL, RIBBON, DOUBLE_PI),  # 12 비
)
"""Kinds of the four cards of each month, in the order of their bits."""

MONTHS = 12
SUIT_CARDS = 48
MAX_JOKERS = 3
FIRST_JOKER = 48


def _mask(kind: str, *months: int) -> np.uint64:
    """Mask of the cards of `kind` in `months` (all months where none is given)."""
    wanted = months or range(1, MONTHS + 1)
    return np.uint64(
        sum(
            1 << (4 * (month - 1) + k)
            for month in wanted
            for k, what in enumerate(MONTH_ROWS[month - 1])
            if what == kind
        )
    )


BRIGHTS = _mask(BRIGHT)
RAIN = _mask(BRIGHT, 12)
ANIMALS = _mask(ANIMAL)
CUP = _mask(ANIMAL, 9)
RIBBONS = _mask(RIBBON)
SINGLE_PI = _mask(PI)
DOUBLE_PIS = _mask(DOUBLE_PI)
GODORI = _mask(ANIMAL, 2, 4, 8)
RED_DAN = _mask(RIBBON, 1, 2, 3)
BLUE_DAN = _mask(RIBBON, 6, 9, 10)
GRASS_DAN = _mask(RIBBON, 4, 5, 7)
SUITS = np.uint64((1 << SUIT_CARDS) - 1)
JOKERS = np.uint64(0b111 << FIRST_JOKER)
MONTH_LOWS = np.uint64(sum(1 << (4 * month) for month in range(MONTHS)))
"""The lowest bit of every month: one flag a month, where a mask means months and not cards."""
TWIN_LOWS = np.uint64(int(SINGLE_PI) & (int(SINGLE_PI) >> 1))
"""The lower of two plain pi of a month; its twin, worth the same in play, is the next bit."""
