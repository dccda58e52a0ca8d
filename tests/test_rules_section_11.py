"""Section 11 of the rules, the random player: its frequencies, on both engines.

The seeds are fixed, and a frequency may be five standard errors off, so no run fails by chance.
"""

from collections import Counter
from collections.abc import Callable
from math import sqrt
from random import Random
from typing import Any

import pytest

from gostop.cards import format_cards
from gostop.game import Game
from gostop.turn import Turn

from cases import Case, EnoughPlayed, oracle_table
from oracle import name_of, play_on, random_player

GAMES = 900

Seen = Callable[[set[str], set[str], int, int], str]
"""From hand and floor after the first turn, flips saved and shakes: what was chosen."""


def chosen_by_engine(case: Case, seen: Seen) -> Counter[str]:
    """Let the engine's random player begin many games of a position."""
    counts: Counter[str] = Counter()
    position = case.position
    for number in range(GAMES):
        first: list[str] = []

        def on_turn(game: Game, turn: Turn, first: list[str] = first) -> None:
            first.append(
                seen(
                    set(format_cards(game.hand(0)).split()),
                    set(format_cards(int(game.table.floor)).split()),
                    int(game.table.flips[0]),
                    int(game.table.shaken[0]).bit_count(),
                )
            )

        policies = ["random"] * 3
        Game(case.rules, position=position, policies=policies, game=number, on_turn=on_turn)
        counts[first[0]] += 1
    return counts


def chosen_by_oracle(case: Case, seen: Seen) -> Counter[str]:
    """Do the same with the oracle's."""
    counts: Counter[str] = Counter()
    rules = case.rules

    def on_turn(game: Any, record: Any) -> None:
        hand, floor = (
            {name_of(card, rules) for card in cards} for cards in (record.hands[0], record.floor)
        )
        counts[seen(hand, floor, record.flips_saved[0], record.shakes[0])] += 1
        raise EnoughPlayed

    for number in range(GAMES):
        with pytest.raises(EnoughPlayed):
            play_on(oracle_table(case, random_player(Random(number))), 0, on_turn)
    return counts


def action(hand: set[str], floor: set[str], flips: int, shakes: int) -> str:
    """See which of the six ways to begin was taken, of the position that has them all."""
    if flips != 1:
        return "flip" if flips == 0 else "bomb"
    return next(card for card in ("5열", "5띠", "5피", "9열") if card not in hand)


CASES: list[tuple[str, dict[str, Any], Seen, dict[str, float]]] = [
    (
        "one entry for each card, one for each bomb, one for a flip",
        {
            "hands": ["5열 5띠 5피 9열"],
            "floor": "5피 1광",
            "stock": "10피 11피 12띠 12열 12쌍피 2열 2띠",
            "flips_saved": [1],
        },
        action,
        dict.fromkeys(("5열", "5띠", "5피", "9열", "bomb", "flip"), 1 / 6),
    ),
    (
        "each physical card once: two plain 피 are two",
        {"hands": ["5피 5피 9열"], "floor": "1광", "stock": "10피 11피 12띠"},
        lambda hand, floor, flips, shakes: "5피" if "9열" in hand else "9열",
        {"5피": 2 / 3, "9열": 1 / 3},
    ),
    (
        "a card is shaken with at even odds, once it is drawn",
        {"hands": ["5열 5띠 5피 9열"], "floor": "1광", "stock": "10피 11피 12띠 12열"},
        lambda hand, floor, flips, shakes: (
            "another" if "9열" not in hand else "shaken" if shakes else "not"
        ),
        {"another": 1 / 4, "shaken": 3 / 8, "not": 3 / 8},
    ),
    (
        "of two floor cards that match the played card either is taken",
        {"hands": ["5피"], "floor": "5열 5띠 1광", "stock": "10피"},
        lambda hand, floor, flips, shakes: "5열" if "5띠" in floor else "5띠",
        {"5열": 1 / 2, "5띠": 1 / 2},
    ),
    (
        "of two floor cards that match the turned card either is taken",
        {"hands": ["10피"], "floor": "5열 5띠 1광", "stock": "5피"},
        lambda hand, floor, flips, shakes: "5열" if "5띠" in floor else "5띠",
        {"5열": 1 / 2, "5띠": 1 / 2},
    ),
]


@pytest.mark.parametrize(("rule", "at", "seen", "odds"), CASES, ids=[case[0] for case in CASES])
@pytest.mark.parametrize("engine", [chosen_by_engine, chosen_by_oracle], ids=["engine", "oracle"])
def test_what_is_drawn(
    engine: Callable[[Case, Seen], Counter[str]],
    rule: str,
    at: dict[str, Any],
    seen: Seen,
    odds: dict[str, float],
) -> None:
    counts = engine(Case(rule=rule, **at), seen)
    assert counts.keys() == odds.keys()
    for what, p in odds.items():
        assert abs(counts[what] - GAMES * p) < 5 * sqrt(GAMES * p * (1 - p)), what


GO = Case(
    rule="go or stop at even odds",
    hands=["8피 6피"],
    floor="8열 9열",
    stock="10피 12띠",
    captured=["2열 4열"],
)


def test_go_or_stop_of_the_engine() -> None:
    """The other turn comes to nothing, so the winner's goes tell what was called."""
    goes = Counter(
        (result.ended_by, result.goes)
        for number in range(GAMES)
        if (
            result := Game(
                GO.rules, position=GO.position, policies=["random"] * 3, game=number
            ).result
        )
    )
    check_go_or_stop(goes)


def test_go_or_stop_of_the_oracle() -> None:
    goes: Counter[tuple[str, int]] = Counter()
    for number in range(GAMES):
        result = play_on(oracle_table(GO, random_player(Random(number))), 0)
        goes[result.ended_by, result.goes] += 1
    check_go_or_stop(goes)


def check_go_or_stop(goes: Counter[tuple[str, int]]) -> None:
    """Half the games play 6피 first, and take 8열 with the last card: a stop that is forced.

    Of the others half go, and win at the end with the highest points.
    """
    assert goes.keys() == {("stop", 0), ("highest", 1)}
    assert abs(goes["highest", 1] - GAMES / 4) < 5 * sqrt(GAMES * 3 / 16)
