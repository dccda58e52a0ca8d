"""Exact probabilities: known values, every deal of tiny packs, and random deals of the full one."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from gostop.analysis.exact import Pack, chongtong, floor_four, hand_four
from gostop.errors import InputError

TINY = Pack(months=3, size=2)


@pytest.mark.parametrize(
    ("computed", "known"),
    [
        (chongtong(3, 7, 6), Fraction(15754055491, 2440493273790)),
        (chongtong(2, 10, 8), Fraction(6391116423369, 249343998079033)),
        (hand_four(7), Fraction(7, 3243)),
        (hand_four(10), Fraction(24667, 1905803)),
        (chongtong(3, 7, 6, given_no_floor_four=False), Fraction(337394827, 52251400851)),
        (chongtong(2, 10, 8, given_no_floor_four=False), Fraction(83594861027, 3257003986379)),
        (floor_four(6), Fraction(1, 1081)),
        (floor_four(8), Fraction(8227, 1905803)),
    ],
)
def test_known_values(computed: Fraction, known: Fraction) -> None:
    assert computed == known


def deals(
    players: int, hand_size: int, floor_size: int, jokers: int
) -> Iterator[tuple[bool, bool]]:
    """Whether a hand, and whether the floor, holds a whole month, for each order of the tiny pack.

    Cards are months, jokers are None. Jokers on the floor are replaced from the stock.
    """
    cards: list[int | None] = [*range(TINY.months)] * TINY.size + [None] * jokers

    def whole(place: list[int | None]) -> bool:
        return any(place.count(month) == TINY.size for month in range(TINY.months))

    for order in permutations(range(len(cards))):
        deck = [cards[place] for place in order]
        hands = [deck[hand_size * seat : hand_size * (seat + 1)] for seat in range(players)]
        rest: list[int | None] = [card for card in deck[players * hand_size :] if card is not None]
        yield any(map(whole, hands)), whole(rest[:floor_size])


@pytest.mark.parametrize(
    ("players", "hand_size", "floor_size", "jokers"),
    [
        (2, 2, 2, 0),
        (1, 3, 2, 0),
        (2, 2, 1, 0),
        (3, 1, 3, 0),
        (1, 4, 2, 0),
        (2, 2, 2, 1),
        (1, 4, 2, 1),
        (2, 3, 0, 1),
        (1, 3, 2, 2),
        (2, 2, 2, 2),
    ],
)
def test_every_deal_of_a_tiny_pack(
    players: int, hand_size: int, floor_size: int, jokers: int
) -> None:
    dealt = list(deals(players, hand_size, floor_size, jokers))
    n = len(dealt)
    open_floors = [hand for hand, floor in dealt if not floor]
    sizes = (players, hand_size, floor_size, jokers)
    assert chongtong(*sizes, given_no_floor_four=False, pack=TINY) == Fraction(
        sum(hand for hand, _ in dealt), n
    )
    assert chongtong(*sizes, pack=TINY) == Fraction(sum(open_floors), len(open_floors))
    assert floor_four(floor_size, jokers, pack=TINY) == 1 - Fraction(len(open_floors), n)
    if players == 1:
        assert hand_four(hand_size, jokers, pack=TINY) == Fraction(sum(h for h, _ in dealt), n)


def test_random_deals_with_jokers() -> None:
    """Three jokers, three hands of 10: a common event, so that few deals tell much."""
    rng = np.random.default_rng(11)
    n, month = 20_000, np.arange(51) // 4
    decks = rng.permuted(np.tile(np.arange(51), (n, 1)), axis=1)
    hit = np.zeros(n, bool)
    for seat in range(3):
        held = month[decks[:, 10 * seat : 10 * seat + 10]]
        for one in range(12):
            hit |= (held == one).sum(axis=1) == 4
    exact = float(chongtong(3, 10, 8, 3, given_no_floor_four=False))
    assert abs(hit.mean() - exact) < 4 * np.sqrt(exact * (1 - exact) / n)
    without = float(chongtong(3, 10, 8, given_no_floor_four=False))
    assert abs(hit.mean() - without) > 4 * np.sqrt(exact * (1 - exact) / n)


def test_edges() -> None:
    assert hand_four(3) == 0
    assert hand_four(4) == Fraction(12 * 24, 48 * 47 * 46 * 45)
    assert hand_four(48) == hand_four(37) == 1
    assert hand_four(36) < 1
    assert chongtong(0, 7, 6) == 0
    assert floor_four(6, 3) == floor_four(6)
    assert hand_four(7, 3) < hand_four(7)


@pytest.mark.parametrize(
    ("sizes", "sentence"),
    [
        ((-1, 7, 6), "players -1 is out of range"),
        ((3, 7, -6), "floor_size -6"),
        ((7, 7, 0), "take 49 cards"),
        ((1, 7, 40), "always holds a whole month"),
    ],
)
def test_impossible_deals_are_refused(sizes: tuple[int, int, int], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        chongtong(*sizes)


def test_fewer_than_no_jokers_are_refused() -> None:
    with pytest.raises(InputError, match="jokers -1"):
        hand_four(7, -1)
