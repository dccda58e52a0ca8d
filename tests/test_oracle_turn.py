"""The oracle on a turn, its steals and the last card: section 3, worked out by hand."""

import pytest

from oracle import Card, Turn, name_of
from oracle.houses import preset
from oracle.positions import ARCADE, TONGIL, called, cards, listed, table, turn_of
from oracle.steal import cheapest_first
from oracle.turn import options, take_turn

# Section 3: what a turn may be


def test_options_of_a_turn() -> None:
    game = table(TONGIL, "9열 1광", ["9띠 9피 9피 1피 1피"])
    game.seats[0].flips_saved = 1
    assert [called(option, TONGIL) for option in options(game, 0)] == (
        ["1피", "1피", "9띠", "9피", "9피", "flip", "bomb 9"]
    )


def test_cards_of_one_name_are_not_asked_for() -> None:
    turn = turn_of(table(ARCADE, "1광", ["1피 1피"], "2피"))
    assert turn.actions == [("play", Card(1, "피", 0))]


def test_aim_comes_before_and_take_after_the_stock_card() -> None:
    answers = [("aim", "1띠"), ("take", "2열")]
    game = table(ARCADE, "1광 1띠 2열 2띠", ["1피", "5피"], "2피", answers=answers)
    turn = turn_of(game)
    assert listed(turn.captured, ARCADE) == "1띠 1피 2열 2피"
    assert listed(game.floor, ARCADE) == "1광 2띠"


def test_shake_and_play() -> None:
    answers = [("turn", "2띠"), ("shake", True)]
    game = table(ARCADE, "1광", ["2열 2띠 2피"], "5피", answers=answers)
    turn = turn_of(game)
    assert turn.events == {"shake"}
    assert game.seats[0].shaken == {2}
    assert listed(game.floor, ARCADE) == "1광 2띠 5피"


def test_a_month_is_shaken_once_and_may_be_bombed_later() -> None:
    answers = [("turn", "2띠"), ("shake", True), ("turn", "bomb 2")]
    game = table(ARCADE, "1광", ["2열 2띠 2피 2피"], "5피 6피", answers=answers)
    take_turn(game, Turn(0))
    assert turn_of(game).events == {"bomb"}
    assert game.seats[0].shaken == game.seats[0].bombed == {2}


def test_no_shake_over_a_floor_card_or_at_the_deal() -> None:
    turn_of(table(ARCADE, "2피", ["2열 2띠 2피"], "5피", answers=[("turn", "2띠")]))
    turn_of(table(TONGIL, "1광", ["2열 2띠 2피"], "5피", answers=[("turn", "2띠")]))


def test_bomb() -> None:
    answers = [("turn", "bomb 9")]
    game = table(ARCADE, "9열 1광", ["9띠 9피 9피"], "2피", ["", "1피", "3피 3피"], answers=answers)
    turn = turn_of(game)
    assert turn.events == {"bomb"}
    assert listed(turn.captured, ARCADE) == "9열 9띠 9피 9피"
    assert [listed(each, ARCADE) for each in turn.stolen] == ["", "1피", "3피"]
    assert game.seats[0].flips_saved == 2
    assert listed(game.floor, ARCADE) == "1광 2피"


def test_flip_only() -> None:
    game = table(ARCADE, "9열 1광", stock="1피")
    game.seats[0].flips_saved = 1
    turn = turn_of(game)
    assert turn.actions == [("flip",)]
    assert listed(turn.captured, ARCADE) == "1광 1피"
    assert not game.seats[0].has_turn


def test_joker_from_the_hand() -> None:
    rules = preset("matgo-online", steal_joker=1)
    answers = [("turn", "J2"), ("turn", "J3"), ("turn", "4피")]
    game = table(rules, "1광", ["J2 5피"], "J3 4피 6피", ["", "7피 7피 7띠"], answers=answers)
    turn = turn_of(game)
    assert listed(game.seats[0].captured, rules) == "7피 7피 J2 J3"
    assert listed(turn.captured, rules) == "J2 J3"
    assert listed(game.floor, rules) == "1광 4피 6피"
    assert (turn.events, turn.flipped) == ({"joker"}, [Card(6, "피", 0)])


def test_jokers_turned_up() -> None:
    rules = preset("matgo-online")
    game = table(rules, "1광", ["5피"], "J3 J2 6피 7피")
    turn = turn_of(game)
    assert listed(turn.flipped, rules) == "6피 J2 J3"
    assert [card.number for card in turn.flipped] == [49, 48, 22]
    assert listed(game.seats[0].captured, rules) == "J2 J3"


def test_jokers_at_the_bottom_are_nobodys() -> None:
    rules = preset("matgo-online")
    game = table(rules, "1광", ["5피"], "6피 J2")
    turn_of(game)
    assert listed(game.stock, rules) == "J2"


# Section 3: the table


def test_jjok() -> None:
    game = table(ARCADE, "1광", ["5피 7피"], "5띠", ["", "3피"], answers=[("turn", "5피")])
    turn = turn_of(game)
    assert (turn.events, listed(turn.captured, ARCADE)) == ({"jjok"}, "5띠 5피")
    assert listed(turn.stolen[1], ARCADE) == "3피"
    assert game.seats[0].jjoks == 1


@pytest.mark.parametrize(("kept", "floor"), [(False, "5열 5띠 5피 J2"), (True, "5열 5띠 5피")])
def test_ppeok(kept: bool, floor: str) -> None:
    rules = preset("tongil-joker", steal_joker=1, joker_in_ppeok="kept" if kept else "buried")
    answers = [("turn", "5피")]
    game = table(rules, "5열", ["5피 7피"], "J2 5띠", ["", "3피"], answers=answers)
    turn = turn_of(game)
    assert turn.events == {"ppeok", "joker"}
    assert listed(game.floor, rules) == floor
    assert game.piles[5].owner == 0
    assert listed(turn.captured, rules) == ("J2" if kept else "")
    assert listed(turn.stolen[1], rules) == ("3피" if kept else "")


def test_ppeok_keeps_a_joker_from_the_hand() -> None:
    rules = preset("tongil-joker", steal_joker=1)
    answers = [("turn", "J2"), ("turn", "5피")]
    game = table(rules, "5열", ["J2 5피"], "7피 J2 5띠", ["", "3피 3피"], answers=answers)
    turn = turn_of(game)
    assert listed(game.seats[0].captured, rules) == "3피 J2"
    assert listed(game.piles[5].cards, rules) == "5열 5띠 5피 J2"
    assert listed(turn.captured, rules) == "J2"


def test_ttadak() -> None:
    answers = [("turn", "5피"), ("aim", "5열")]
    game = table(ARCADE, "5열 5띠 1광", ["5피 7피"], "5피", ["", "3피"], answers=answers)
    turn = turn_of(game)
    assert turn.events == {"ttadak"}
    assert listed(turn.captured, ARCADE) == "5열 5띠 5피 5피"
    assert listed(turn.stolen[1], ARCADE) == "3피"


@pytest.mark.parametrize(
    ("owner", "event", "stolen"), [(None, "eat_floor", 1), (0, "eat_own", 2), (1, "eat", 1)]
)
def test_eating_a_pile(owner: int | None, event: str, stolen: int) -> None:
    rules = preset("arcade3", jokers=(2,), steal_joker=1)
    game = table(
        rules,
        "5열 5띠 5피 J2 1광",
        ["5피 7피"],
        "6피",
        ["", "3피 3피 2피", "4피"],
        {5: owner},
        [("turn", "5피")],
    )
    turn = turn_of(game)
    assert turn.events == {event}
    assert listed(turn.captured, rules) == "5열 5띠 5피 5피 J2"
    assert [len(each) for each in turn.stolen] == [0, stolen, 1]
    assert game.seats[0].eats == 1
    assert not game.piles


def test_two_piles_in_one_turn() -> None:
    hands = ["5피 9피"]
    floor = "5열 5띠 5피 6열 6띠 6피 1광"
    game = table(
        ARCADE, floor, hands, "6피", ["", "3피 3피 2피 2피"], {5: 0, 6: 1}, [("turn", "5피")]
    )
    turn = turn_of(game)
    assert turn.events == {"eat", "eat_own"}
    assert len(turn.stolen[1]) == 3
    assert game.seats[0].eats == 2


def test_sweep() -> None:
    game = table(ARCADE, "", ["5피 9피"], "5띠", ["", "3피"], answers=[("turn", "5피")])
    turn = turn_of(game)
    assert turn.events == {"jjok", "sweep"}
    assert game.points(0) == 1
    online = preset("matgo-online")
    swept = table(online, "5열", ["5피 9피"], "9열", ["", "3피 3피"], answers=[("turn", "5피")])
    swept.floor |= cards("9띠")
    assert len(turn_of(swept).stolen[1]) == 1


# Section 3: steals


def test_cheapest_first() -> None:
    rules = preset("arcade3", jokers=(3, 1, 2))
    order = cheapest_first(cards("J3 12쌍피 11쌍피 J1 J2 9열 10피 2피 2피 1광", rules), rules)
    assert [name_of(card, rules) for card in order] == (
        ["2피", "2피", "10피", "J1", "11쌍피", "12쌍피", "J2", "J3"]
    )
    assert [card.copy for card in order[:2]] == [0, 1]


def test_one_card_settles_one_pi() -> None:
    answers = [("turn", "5피"), ("aim", "5열")]
    rules = preset("arcade3", steal_ttadak=2)
    captured = ["", "12쌍피 3피 3피", "11쌍피"]
    game = table(rules, "5열 5띠 1광", ["5피 7피"], "5피", captured, answers=answers)
    turn = turn_of(game)
    assert [listed(each, rules) for each in turn.stolen] == ["", "3피 3피", "11쌍피"]


# Section 3: the last card


def test_last_card_takes_without_reward() -> None:
    game = table(ARCADE, "", ["5피"], "5띠 1피", ["", "3피"])
    turn = turn_of(game)
    assert (turn.events, turn.stolen) == (set(), [[], [], []])
    assert listed(turn.captured, ARCADE) == "5띠 5피"
    pile = table(ARCADE, "5열 5띠 5피", ["5피"], "6피 1피", ["", "3피"], {5: 1})
    assert (turn_of(pile).events, pile.seats[0].eats) == (set(), 0)
    three = table(ARCADE, "5열", ["5피"], "5띠 1피")
    assert listed(turn_of(three).captured, ARCADE) == "5열 5띠 5피"
    assert three.seats[0].ppeoks == 0


def test_last_card_of_the_stock() -> None:
    rules = preset("arcade3", last_turn="stock", jokers=(2,))
    assert turn_of(table(rules, "1광", ["5피"], "5띠 1피")).events == {"jjok"}
    game = table(rules, "1광", ["5피 9피"], "5띠 J2", answers=[("turn", "5피")])
    assert turn_of(game).events == set()


def test_last_card_rules_are_listed_one_by_one() -> None:
    rules = preset("arcade3", last_turn_excludes=("jjok",))
    assert turn_of(table(rules, "", ["5피"], "5띠 1피")).events == {"sweep"}


def test_a_bomb_with_the_last_cards_is_not_the_last_turn() -> None:
    game = table(ARCADE, "9열 1광", ["9띠 9피 9피"], "1피", answers=[("turn", "bomb 9")])
    assert turn_of(game).events == {"bomb", "sweep"}
