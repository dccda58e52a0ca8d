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
        ("stock has 1 cards besides jokers, but 2 turns", {"stock": "10피"}),
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


# --- jokers, and pi that are only reserved -----------------------------------------------------

JOKER = RULES.replace(jokers=(2, 2, 3))
FIRST_2, SECOND_2, THREE = 1 << 48, 1 << 49, 1 << 50
PILES = {"floor": "5열 5띠 5피 6열 6띠 6피 J2 J3 J2", "piles": {5: 1, 6: 2}}


def under(**given: Any) -> dict[int, int]:
    """The jokers under each pile of two that hold all three between them."""
    at = Position.of(JOKER, hands=["9띠", "", ""], **PILES, **given)
    assert at.floor >> 48 == 0b111
    return {pile.month: pile.jokers for pile in at.piles}


def test_jokers_under_piles() -> None:
    assert under(buried={5: "J3", 6: "J2 J2"}) == {5: THREE, 6: FIRST_2 | SECOND_2}
    assert under(buried={6: "J2", 5: "J2 J3"}) == {5: SECOND_2 | THREE, 6: FIRST_2}
    assert under(buried={6: "J2 J2 J3"}) == {5: 0, 6: FIRST_2 | SECOND_2 | THREE}


def test_counted_jokers_are_the_lowest_and_names_come_first() -> None:
    assert under(buried={6: 2, 5: 1}) == {5: FIRST_2, 6: SECOND_2 | THREE}
    assert under(buried={5: 0, 6: 3}) == {5: 0, 6: FIRST_2 | SECOND_2 | THREE}
    assert under(buried={5: 2, 6: "J2"}) == {5: SECOND_2 | THREE, 6: FIRST_2}


def test_jokers_in_hands_and_captures() -> None:
    at = Position.of(JOKER, hands=["J2", "J3", ""], captured=["", "", "J2"])
    assert at.hands == (FIRST_2, THREE, 0)
    assert at.captured == (0, 0, SECOND_2)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("a joker lies there that is under no pile", {}),
        ("a joker lies there that is under no pile", {"buried": {5: 1}}),
        ("3 jokers lie under month 6, but the floor has 1", {"buried": {5: "J2 J3", 6: 3}}),
        ("-1 jokers lie under month 6", {"buried": {6: -1}}),
        ("J3.* is named too often", {"buried": {5: "J3 J3"}}),
        ("not all of J3 are there, only J2 J2", {"buried": {5: "J3", 6: "J3"}}),
        ("it has no jokers|jokers are J2 J2 J3", {"buried": {5: "J1"}}),
        ("piles names none of month 7", {"buried": {7: "J3", 5: "J2 J2"}}),
        ("dealt pile of month 6 has no", {"piles": {5: 1, 6: None}, "buried": {6: 3}}),
    ],
)
def test_jokers_refused(said: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=said) as caught:
        Position.of(JOKER, **{"hands": ["9띠", "", ""], **PILES, **wrong})
    print(caught.value)


def test_a_joker_under_two_piles() -> None:
    floor = 0b0111_0111 | FIRST_2
    piles = (Pile(1, 0, FIRST_2), Pile(2, 0, FIRST_2))
    with pytest.raises(InputError, match="under month 2 is not on the floor or lies under"):
        Position(hands=(0, 0), floor=floor, piles=piles)


def test_each_joker_in_a_hand_needs_a_card_to_be_drawn() -> None:
    at = Position.of(JOKER, hands=["J2 5피", "", ""], stock="10피 12띠 J3")
    with pytest.raises(InputError, match=r"2 cards besides jokers, but 2 turns .* and 1 cards"):
        Game(JOKER, position=at)
    Game(JOKER, position=Position.of(JOKER, hands=["J2 5피", "", ""], stock="10피 12띠 11피"))


TONGIL = Rules.preset("tongil-joker")
EIGHT = ["8피 9띠", "", ""]
CAPTURED = ["12쌍피 3피 3피 J2 4피 9열", "7피", "5열"]


def reserved(given: Any, rules: Rules = TONGIL) -> tuple[tuple[int, ...], ...]:
    return Position.of(rules, hands=EIGHT, captured=CAPTURED, reserved=given).reserved


# 3피 are cards 10 and 11, 4피 14, 12쌍피 47, the joker 48.
def test_reserved_by_name() -> None:
    assert reserved([{1: "3피", 2: "3피 J2"}, {}, {}]) == (
        (0, 1 << 10, 1 << 11 | 1 << 48),
        (0,) * 3,
        (0,) * 3,
    )
    assert reserved([{}, {2: "7피"}, {}])[1] == (0, 0, 1 << 26)
    assert reserved([]) == reserved([{}, {}, {}]) == ((0,) * 3,) * 3


def test_reserved_as_a_count_is_the_cheapest_one_by_one_in_turn_order() -> None:
    assert reserved([1, 0, 0])[0] == (0, 1 << 10, 0)
    assert reserved([2, 0, 0])[0] == (0, 1 << 10, 1 << 11)
    assert reserved([5, 0, 0])[0] == (0, 1 << 10 | 1 << 14 | 1 << 48, 1 << 11 | 1 << 47)
    assert reserved([0, 1, 0])[1] == (0, 0, 1 << 26)
    assert reserved([0, 0, 0]) == ((0,) * 3,) * 3


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("holds 6 for seat 0, which has captured 5 pi", [6, 0, 0]),
        ("holds -1 for seat 0", [-1, 0, 0]),
        ("seat 0 has no opponent 0", [{0: "3피"}, {}, {}]),
        ("seat 0 has no opponent 3", [{3: "3피"}, {}, {}]),
        ("not all of 5피 are there, only", [{1: "5피"}, {}, {}]),
        ("not all of 4피 are there, only", [{1: "4피", 2: "4피"}, {}, {}]),
        ("not all cards of seat 0 are pi", [{1: "9열"}, {}, {}]),
        ("reserved has 2 entries", [{1: "3피"}, {}]),
        ("is not a card", [{1: "피"}, {}, {}]),
    ],
)
def test_reserved_refused(said: str, given: Any) -> None:
    with pytest.raises(InputError, match=said) as caught:
        reserved(given)
    print(caught.value)


def test_reserved_masks_refused() -> None:
    three = 1 << 10
    for said, row in [
        ("seat 0 has 2 entries", (0, three)),
        ("seat 0 cannot have taken pi from itself", (three, 0, 0)),
        ("seat 0 has not captured all", (0, 1 << 11, 0)),
        ("named twice", (0, three, three)),
    ]:
        with pytest.raises(InputError, match=said):
            Position(hands=(0, 0, 0), captured=(three, 0, 0), reserved=(row, (), ()))


def test_reserved_needs_the_rule() -> None:
    rules = TONGIL.replace(defer_pi_wins=False)
    with pytest.raises(InputError, match="defer_pi_wins is off"):
        reserved([1, 0, 0], rules)
    with pytest.raises(InputError, match="defer_pi_wins is off"):
        Position.of(rules, hands=EIGHT, deferred=[True, False, False])
    assert Position.of(rules, hands=EIGHT, deferred=[False] * 3).deferred == (False,) * 3


def test_the_position_is_laid_as_it_says() -> None:
    at = Position.of(
        TONGIL,
        hands=EIGHT,
        stock=STOCK,
        floor="6열 6띠 6피 J2 J2",
        piles={6: 2},
        buried={6: 2},
        captured=CAPTURED,
        turn=0,
        reserved=[{}, {2: "7피"}, {}],
        deferred=[False, True, False],
    )
    assert at.captured[0] >> 48 == 0b100
    table = Game(TONGIL, position=at).table
    assert [int(month) for month in table.buried] == [1 << 20, 1 << 20, 0]
    assert table.reserved.tolist() == [[0, 0, 0], [0, 0, 1 << 26], [0, 0, 0]]
    assert table.deferred.tolist() == [0, 1, 0]
    assert int(table.floor) == at.floor
