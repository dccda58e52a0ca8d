"""Positions from outside: what they hold, and what is refused in one sentence."""

from typing import Any

import pytest

from gostop.errors import InputError
from gostop.game import Game
from gostop.position import Pile, Position
from gostop.rules import Rules

RULES = Rules.preset("arcade3")
HANDS = ["5피 9열", "", ""]
STOCK = "10피 12띠"


def test_what_is_left_out() -> None:
    at = Position.of(RULES, hands=HANDS, floor="1광 1띠 1피 2열", stock=STOCK, goes=[0, 1, 0])
    assert at.piles == (Pile(1),)
    assert at.goes == (0, 1, 0)
    assert at.last_go == 1
    assert at.shakes == at.turns == at.captured == (0, 0, 0)
    assert Position.of(RULES, hands=HANDS, shaken=[[4], [], [5, 1]]).shakes == (1, 0, 2)
    assert hash(at) == hash(at)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("only one such card", {"floor": "9열"}),
        ("does not exist", {"floor": "9광"}),
        ("captured has 2 entries", {"captured": ["1광", ""]}),
        ("goes holds -1", {"goes": [-1, 0, 0]}),
        ("2 cards of month 1 lie", {"floor": "1광 1띠", "piles": {1: 0}}),
        ("owner of month 1 is 3", {"floor": "1광 1띠 1피", "piles": {1: 3}}),
        ("13 is no month", {"piles": {13: 0}}),
        ("all four cards of month 1", {"floor": "1광 1띠 1피 1피"}),
        ("turn is 3", {"turn": 3}),
        ("carry is 0", {"carry": 0}),
        ("nagari_carry_max is 1", {"carry": 2}),
        ("last_go is 1", {"goes": [1, 0, 0], "last_go": 1}),
        ("has shown 2 months", {"shaken": [[1, 2], [], []], "shakes": [1, 0, 0]}),
        ("cannot be more than 2", {"bombs": [3, 0, 0]}),
        ("hands has 2 entries, but the rules seat 3", {"hands": ["5피", ""]}),
        ("hands has 1 entries", {"hands": ["5피"]}),
    ],
)
def test_refused(said: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=said) as caught:
        Position.of(RULES, **{"hands": HANDS, "stock": STOCK, **wrong})
    print(caught.value)


def test_a_card_in_two_places() -> None:
    with pytest.raises(InputError, match=r"1광 .* is in 2 places"):
        Position(hands=(1, 0, 0), floor=1)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("neither a card nor", {"turn": 1}),
        ("stock has 1 cards, but 2 turns", {"stock": "10피"}),
    ],
)
def test_not_playable(said: str, wrong: dict[str, Any]) -> None:
    at = Position.of(RULES, **{"hands": HANDS, "stock": STOCK, **wrong})
    with pytest.raises(InputError, match=said):
        Game(RULES, position=at)


def test_who_pays_for_all_must_be_known() -> None:
    rules = RULES.replace(go_bak="pays_all")
    at = Position.of(rules, hands=HANDS, stock=STOCK, goes=[0, 1, 1])
    with pytest.raises(InputError, match="last_go is missing"):
        Game(rules, position=at)


def test_a_policy_plays_on_from_a_position() -> None:
    at = Position.of(RULES, hands=["5피 9열", "7피 4띠", ""], stock="10피 12띠 1광 2열")
    games = [Game(RULES, position=at, policies=["random"] * 3, seed=3, game=n) for n in (0, 0)]
    assert games[0].result == games[1].result
    assert games[0].result.turns == 4
