"""Exact probabilities of several hands, triples, 광 and jokers; and runs held against them.

Three ways to the same numbers: every deal of tiny packs, a count of the full pack's deals month by
month, and the simulator.
"""

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb, factorial

import numpy as np
import pytest

import gostop
from gostop.analysis import beside_exact, exact, report
from gostop.analysis.checked import _held
from gostop.analysis.exact import Pack
from gostop.errors import InputError
from gostop.kernels.cards import BRIGHTS, MONTHS

TINY = Pack(months=3, size=2, brights=2)
SIZES = [(2, 2, 2, 0), (1, 3, 2, 0), (3, 2, 0, 0), (2, 3, 0, 1), (1, 4, 2, 1), (2, 2, 2, 2)]


def test_known_values() -> None:
    assert exact.exactly(3, 7) == Fraction(4087, 46483)
    assert exact.exactly(4, 7) == exact.hand_four(7) == Fraction(7, 3243)
    assert exact.exactly(4, 10) == Fraction(24667, 1905803)
    assert exact.five_brights(1, 7) == Fraction(comb(43, 2), comb(48, 7))
    assert exact.chongtong(3, 7, 6, at_least=1) == Fraction(15754055491, 2440493273790)
    assert exact.chongtong(3, 7, 6, at_least=0) == 1
    assert exact.chongtong(3, 7, 6, at_least=4) == 0


@cache
def tiny_deals(players: int, hand: int, floor: int, jokers: int) -> list[list[Counter[object]]]:
    """Hands and floor of every order of the tiny pack; the first card of a month may be a 광."""
    cards: list[object] = [(month, card) for month in range(3) for card in range(2)]
    cards += [None] * jokers
    found = []
    for order in permutations(range(len(cards))):
        deck = [cards[place] for place in order]
        hands = [deck[hand * seat : hand * (seat + 1)] for seat in range(players)]
        rest = [card for card in deck[players * hand :] if card is not None]
        found.append([Counter(one) for one in (*hands, rest[:floor])])
    return found


def of_month(place: Counter[object], month: int) -> int:
    return sum(count for card, count in place.items() if card and card[0] == month)  # type: ignore[index]


def whole(place: Counter[object]) -> bool:
    return any(of_month(place, month) == 2 for month in range(3))


def bright(place: Counter[object]) -> bool:
    return all(place[month, 0] for month in range(2))


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("given", [False, True])
def test_every_deal_of_a_tiny_pack(sizes: tuple[int, int, int, int], given: bool) -> None:
    players, hand, floor, jokers = sizes
    deals = [deal for deal in tiny_deals(*sizes) if not (given and whole(deal[-1]))]

    def share(hits: Iterator[bool]) -> Fraction:
        return Fraction(sum(hits), len(deals))

    for least in range(players + 2):
        counted = share(sum(map(whole, deal[:-1])) >= least for deal in deals)
        assert exact.chongtong(*sizes, given, at_least=least, pack=TINY) == counted
    for seat in range(players):
        counted = share(whole(deal[seat]) and not any(map(whole, deal[:seat])) for deal in deals)
        assert exact.first_chongtong(seat, hand, floor, jokers, given, pack=TINY) == counted
    for count in (1, 2):
        counted = share(any(of_month(deal[0], m) == count for m in range(3)) for deal in deals)
        assert exact.exactly(count, hand, floor, jokers, given, pack=TINY) == counted
    for alone in (False, True):
        counted = share(
            any(map(bright, deal[:-1])) and not (alone and any(map(whole, deal[:-1])))
            for deal in deals
        )
        ours = exact.five_brights(*sizes, given, without_chongtong=alone, pack=TINY)
        assert ours == counted
    for count in range(3):
        counted = share(deal[0][None] == count for deal in deals)
        assert exact.jokers_in_hand(count, hand, jokers, pack=TINY) == counted


def spread(cards: int, places: int) -> list[tuple[tuple[int, ...], int]]:
    """Ways to spread some cards over places, the last one being the rest of the pack."""
    return [
        (counts, factorial(cards) // math.prod(map(factorial, counts)))
        for counts in product(range(cards + 1), repeat=places)
        if sum(counts) == cards
    ]


State = tuple[tuple[int, ...], frozenset[int], frozenset[int], int]


def full_pack(hands: int, hand: int, floor: int) -> dict[State, int]:
    """Deals of the whole pack, counted month by month.

    Of each state: cards in each place; hands (and the floor, last) with four of a month; hands with
    exactly three of one; the hand that has every 광 of the months so far, or -1.
    """
    sizes = (hand,) * hands + (floor,)
    others = [spread(4, len(sizes) + 1), spread(3, len(sizes) + 1)]
    begin: State = ((0,) * len(sizes), frozenset(), frozenset(), -2)
    states: Counter[State] = Counter({begin: 1})
    for month in range(MONTHS):
        has_bright = int(BRIGHTS) >> 4 * month & 15 != 0
        following: Counter[State] = Counter()
        for (filled, fours, threes, holder), ways in states.items():
            for place in range(len(sizes) + 1) if has_bright else (None,):
                for counts, more in others[has_bright]:
                    got = [one + (at == place) for at, one in enumerate(counts)][: len(sizes)]
                    now = tuple(a + b for a, b in zip(filled, got, strict=True))
                    if any(a > b for a, b in zip(now, sizes, strict=True)):
                        continue
                    state = (
                        now,
                        fours | {at for at, one in enumerate(got) if one == 4},
                        threes | {at for at, one in enumerate(got) if one == 3},
                        _holder(holder, place, hands),
                    )
                    following[state] += ways * more
        states = following
    return {state: ways for state, ways in states.items() if state[0] == sizes}


def _holder(holder: int, place: int | None, hands: int) -> int:
    if place is None:
        return holder
    return place if place < hands and holder in (-2, place) else -1


@pytest.mark.parametrize(("hands", "hand", "floor"), [(1, 10, 8), (1, 7, 6), (2, 5, 4)])
@pytest.mark.parametrize("given", [False, True])
def test_every_deal_of_the_pack(hands: int, hand: int, floor: int, given: bool) -> None:
    deals = counted_deals(hands, hand, floor)
    kept = {s: ways for s, ways in deals.items() if not (given and hands in s[1])}
    n = sum(kept.values())
    sizes = (hands, hand, floor, 0, given)

    def share(test: object) -> Fraction:
        return Fraction(sum(ways for state, ways in kept.items() if test(state)), n)  # type: ignore[operator]

    for least in range(hands + 1):
        ours = exact.chongtong(*sizes, at_least=least)
        assert ours == share(lambda s, least=least: len(s[1] - {hands}) >= least)
    assert exact.exactly(3, *sizes[1:]) == share(lambda s: 0 in s[2])
    assert exact.exactly(4, *sizes[1:]) == share(lambda s: 0 in s[1])
    assert exact.five_brights(*sizes) == share(lambda s: s[3] >= 0)
    alone = exact.five_brights(*sizes, without_chongtong=True)
    assert alone == share(lambda s: s[3] >= 0 and not s[1] - {hands})


@cache
def counted_deals(hands: int, hand: int, floor: int) -> dict[State, int]:
    return full_pack(hands, hand, floor)


def test_parts_make_up_the_whole() -> None:
    for given in (False, True):
        seats = [exact.first_chongtong(seat, 7, 6, 2, given) for seat in range(3)]
        assert sum(seats) == exact.chongtong(3, 7, 6, 2, given)
        assert seats == sorted(seats, reverse=True)
    assert sum(exact.jokers_in_hand(count, 7, 3) for count in range(5)) == 1
    assert exact.five_brights(3, 7) == 3 * exact.five_brights(1, 7)
    assert exact.five_brights(1, 7, 0, 2) < exact.five_brights(1, 7)
    assert exact.five_brights(1, 10, without_chongtong=True) < exact.five_brights(1, 10)
    assert exact.five_brights(1, 4) == 0
    assert exact.exactly(3, 2) == 0
    assert exact.exactly(1, 48) == 0
    assert exact.exactly(4, 48) == 1


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: exact.exactly(0, 7), "count 0 is out of range: give 1 to 4"),
        (lambda: exact.exactly(5, 7), "count 5"),
        (lambda: exact.exactly(3, 7, 40, 0, True), "always holds a whole month"),
        (lambda: exact.five_brights(2, 30), "take 60 cards"),
        (lambda: exact.jokers_in_hand(-1, 7, 2), "count -1"),
        (lambda: exact.chongtong(3, 7, 6, -1), "jokers -1"),
    ],
)
def test_impossible_questions_are_refused(call: object, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        call()  # type: ignore[operator]


def test_masks_are_read_right() -> None:
    rng = np.random.default_rng(4)
    hands = [rng.choice(51, 12, replace=False) for _ in range(3000)]
    found = _held(np.array([sum(1 << int(card) for card in hand) for hand in hands], np.uint64))
    for place, hand in enumerate(hands):
        months = Counter(int(card) // 4 for card in hand if card < 48).values()
        assert found["hand_four"][place] == (4 in months)
        assert found["hand_three"][place] == (3 in months)
        brights = {int(card) for card in hand if int(BRIGHTS) >> int(card) & 1}
        assert found["hand_brights"][place] == (len(brights) == 5)
        for count in range(4):
            assert found[f"hand_jokers_{count}"][place] == ((hand >= 48).sum() == count)


JOKERS_AND_NAGARI = {
    "jokers": (2, 2, 3),
    "floor_four": "nagari",
    "two_chongtong": "nagari",
    "five_brights_dealt_points": 15,
}


@pytest.mark.parametrize("preset", ["arcade2", "arcade3"])
@pytest.mark.parametrize("changed", [{}, JOKERS_AND_NAGARI])
def test_runs_come_out_as_they_must(preset: str, changed: dict[str, object]) -> None:
    rules = gostop.Rules.preset(preset).replace(**changed)
    run = gostop.simulate(rules, games=100_000, seed=11, detail="full")
    told = beside_exact(run)
    assert told["z"].abs().max() < 4
    assert (told["probability"] == told["exact"].map(float)).all()
    for row in told.itertuples():
        off = (row.rate - row.probability) / math.sqrt(
            row.probability * (1 - row.probability) / row.n
        )
        assert row.z == pytest.approx(off) or (math.isnan(row.z) and row.count < 15)
    whats = set(told.index.get_level_values("what"))
    assert {"hand_three", "two_hands_four", "chongtong"} <= whats
    assert ("hand_jokers_3" in whats) == bool(changed)
    assert ("two_chongtong" in whats) == bool(changed)
    assert ("chongtong_won" in whats) != bool(changed)
    assert told.loc[("hand_three", "seat 0"), "n"] == 100_000


def test_another_rule_shows() -> None:
    """A deal that is a little wrong would be found: here, the exact value without jokers."""
    rules = gostop.Rules.preset("arcade3").replace(jokers=(2, 2))
    told = beside_exact(gostop.simulate(rules, games=100_000, seed=11, detail="full"))
    one = told.loc[("hand_three", "seat 0")]
    wrong = float(exact.exactly(3, 7, 6, 0, True))
    assert abs(one["rate"] - wrong) > 4 * math.sqrt(wrong / 100_000)


def test_the_report_shows_both() -> None:
    rules = gostop.Rules.preset("arcade2").replace(**JOKERS_AND_NAGARI)
    run = gostop.simulate(rules, games=100_000, seed=11, detail="summary")
    told, rare = beside_exact(run), report(run).rare
    for name in ("chongtong", "two_chongtong", "five_brights", "floor_four"):
        row, one = told.loc[(name, "any")], rare[name]
        assert one.exact is not None
        assert one.exact.fraction == row["exact"]
        assert (one.rate.count, one.rate.n) == (row["count"], row["n"])
    assert set(told.index.get_level_values("what")) == set(rare) - {"triple_ppeok", "nagari"}


def test_rules_that_are_off_have_no_probability() -> None:
    off = gostop.Rules.preset("arcade3").replace(chongtong_points=0, five_brights_dealt_points=0)
    run = gostop.simulate(off, games=100, seed=1, detail="summary")
    assert beside_exact(run).index.tolist() == [("floor_four", "any")]
    assert report(run).rare["chongtong"].exact is report(run).rare["five_brights"].exact is None
    assert report(run).rare["two_chongtong"].rate.n == 0


@pytest.mark.parametrize("games", [1, 2])
def test_tiny_runs_promise_nothing(games: int) -> None:
    told = beside_exact(gostop.simulate("arcade3", games=games, seed=1, detail="full"))
    assert (told["high"] - told["low"] > 0.3).all()
    assert told["z"].isna().all()


def test_pairs_of_hands() -> None:
    """Two given hands with four each, once more by hand: months chosen, then cards spread."""
    pairs = 12 * 11 * Fraction(math.perm(7, 4) ** 2, math.perm(48, 8))
    at_most = sum(1 for _ in combinations(range(3), 2)) * pairs
    assert exact.chongtong(3, 7, 0, 0, False, at_least=2) <= at_most
    assert exact.chongtong(2, 7, 0, 0, False, at_least=2) == pairs
