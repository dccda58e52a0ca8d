"""Points of every set of captured cards of a small family, on engine and oracle.

The family is all 2**24 subsets of the cards that are no pi. The oracle scores the subsets of each
kind of card by its own rules and adds them up, so that it takes seconds and not hours.
"""

import hashlib
from itertools import combinations

import numba
import numpy as np
import pytest

from gostop.kernels.scoring import best_points
from gostop.rule_record import rule_record
from gostop.rules import Rules

from legs import JIT
from oracle import ALL, Card, parts_of

FAMILIES = ("광", "열", "띠")

RULE_SETS = {
    "arcade3": {},
    "odd prices": {"bright3": 7, "bright3_rain": 1, "bright4": 11, "godori": 4, "dan": 6},
}
DIGESTS = {"arcade3": "9d17d13220dcbd80", "odd prices": "c315ab6bd222b3cd"}


def cards_of(kind: str) -> list[Card]:
    return [card for card in ALL if card.kind == kind]


def points_of_subsets(kind: str, rules: Rules) -> np.ndarray:
    """The oracle's points of each subset of one kind; bit i of the index is the i-th card."""
    cards = cards_of(kind)
    points = np.zeros(1 << len(cards), np.int16)
    for size in range(len(cards) + 1):
        for places in combinations(range(len(cards)), size):
            held = {cards[place] for place in places}
            index = sum(1 << place for place in places)
            points[index] = parts_of(held, 0, rules, "열").total
    return points


def oracle_points(rules: Rules) -> np.ndarray:
    bright, animal, ribbon = (points_of_subsets(kind, rules) for kind in FAMILIES)
    return (bright[None, None, :] + animal[None, :, None] + ribbon[:, None, None]).reshape(-1)


@numba.njit
def fill(bits, rules, points):
    for index in range(len(points)):
        cards, rest, place = np.uint64(0), index, 0
        while rest != 0:
            if rest & 1 != 0:
                cards |= bits[place]
            rest >>= 1
            place += 1
        points[index] = best_points(cards, rules)


def engine_points(rules: Rules) -> np.ndarray:
    family = [card for kind in FAMILIES for card in cards_of(kind)]
    bits = np.array([1 << card.number for card in family], np.uint64)
    points = np.zeros(1 << len(family), np.int16)
    fill(bits, rule_record(rules)[0], points)
    return points


@pytest.mark.skipif(not JIT, reason="16 million sets take hours with the JIT off")
@pytest.mark.parametrize("name", RULE_SETS)
def test_points_of_all_sets_without_pi(name: str) -> None:
    rules = Rules.preset("arcade3").replace(**RULE_SETS[name])
    points = engine_points(rules)
    assert (points == oracle_points(rules)).all()
    assert hashlib.sha256(points.tobytes()).hexdigest()[:16] == DIGESTS[name]


@pytest.mark.parametrize("name", RULE_SETS)
def test_parts_add_up_in_mixed_sets(name: str) -> None:
    """That the oracle's points of kinds may be added is itself checked, on mixed sets."""
    rules = Rules.preset("arcade3").replace(**RULE_SETS[name])
    rng = np.random.default_rng(3)
    for _ in range(200):
        held = {card for card in ALL if rng.random() < 0.4 and card.kind in FAMILIES}
        apart = [{card for card in held if card.kind == kind} for kind in FAMILIES]
        assert parts_of(held, 0, rules, "열").total == sum(
            parts_of(one, 0, rules, "열").total for one in apart
        )
