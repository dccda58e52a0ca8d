"""The oracle on go, stop and the end of the cards: sections 5 and 7, worked out by hand."""

from collections.abc import Sequence

import pytest

from oracle import Card, Result, Rules, Turn, play_on
from oracle.decide import begin_turn, end_turn
from oracle.game import one_turn
from oracle.houses import preset
from oracle.positions import ARCADE, FIVE, TEN, TONGIL, listed, table, turn_of
from oracle.settle import won


def test_choice_needs_more_than_the_last_go() -> None:
    game = table(ARCADE, hands=["1피"], captured=[FIVE], answers=[("go", True)])
    assert end_turn(game, Turn(0)) == (True, False)
    assert (game.seats[0].goes, game.seats[0].points_at_last_go) == (1, 5)
    assert end_turn(game, Turn(0)) == (False, False)


def test_who_cannot_go_wins() -> None:
    assert end_turn(table(ARCADE, captured=[FIVE]), Turn(0)) == (False, True)


def test_article_6_a_win_on_reserved_pi_is_deferred() -> None:
    """고도리 is short of 6 points; the pi eaten would make it."""
    rules = preset("tongil", win_points=6)
    game = table(
        rules,
        "12광 12열 12띠 6피",
        ["12쌍피 10열", "1광"],
        "7피 9피",
        [FIVE + " 1피 1피 2피 2피 3피 3피 5피", "4피"],
        {12: 1},
        [("turn", "12쌍피"), ("go", True)],
    )
    assert one_turn(game, 0, None) is None
    assert game.seats[0].deferred
    assert list(game.seats[0].reserved) == [Card(4, "피", 0)]
    turn = Turn(0)
    assert not begin_turn(game, turn)
    assert turn.actions == [("go",)]
    assert not game.seats[0].reserved
    assert game.seats[0].points_at_last_go == 6


def test_a_deferred_stop_is_no_turn() -> None:
    captured = [TEN + " 6피 6피", "7피 7피"]
    game = table(TONGIL, hands=["12광"], captured=captured, answers=[("go", False)])
    game.seats[0].reserved = {Card(6, "피", 0): 1}
    assert end_turn(game, Turn(0)) == (False, False)
    result = one_turn(game, 0, lambda *_: pytest.fail("this is no turn"))
    assert result
    assert (result.ended_by, result.points, result.turns) == ("stop", 3, 0)
    assert Card(6, "피", 0) in game.seats[0].captured  # it had become the thief's own


def test_article_6_without_a_next_turn_there_is_no_win() -> None:
    game = table(TONGIL, captured=[TEN + " 6피 6피"])
    game.seats[0].reserved = {Card(6, "피", 0): 1}
    assert end_turn(game, Turn(0)) == (False, False)
    assert not game.seats[0].deferred


def test_article_7_and_8_a_stop_gives_reserved_pi_back() -> None:
    held = FIVE + " 1피 1피 2피 2피 3피 3피 4피 4피 5피 5피"
    captured = [held, "6피 6피 7피 7피 10피"]
    game = table(TONGIL, hands=["12광"], captured=captured, answers=[("go", False)])
    game.seats[0].reserved = {Card(5, "피", 0): 1, Card(5, "피", 1): 1}
    assert end_turn(game, Turn(0)) == (True, True)
    assert Card(5, "피", 0) in game.seats[1].captured
    result = won(game, 0, "stop")
    assert result.points == 5
    assert result.multipliers == [1, 1, 1]  # seat 2 has no pi, but the winner scored none


def test_a_go_with_reserved_pi_records_the_points_without() -> None:
    game = table(TONGIL, hands=["12광"], captured=[FIVE + " " + TEN], answers=[("go", True)])
    game.seats[0].reserved = {Card(5, "피", 0): 1}
    assert game.points(0) == 6
    assert end_turn(game, Turn(0)) == (True, False)
    assert game.seats[0].points_at_last_go == 5
    assert not game.seats[0].deferred


def test_reserved_pi_can_be_stolen_in_turn() -> None:
    answers = [("turn", "5피"), ("aim", "5열")]
    game = table(TONGIL, "5열 5띠 1광", ["", "5피 7피"], "5피", ["3피"], answers=answers)
    game.seats[0].reserved = {Card(3, "피", 0): 2}
    turn_of(game, 1)
    assert not game.seats[0].reserved
    assert game.seats[1].reserved == {Card(3, "피", 0): 0}


def test_steals_that_are_not_reserved_come_first() -> None:
    rules = preset("tongil", jokers=(2,), steal_joker=1)
    answers = [("turn", "5피"), ("aim", "5열")]
    game = table(rules, "5열 5띠 1광", ["5피 7피"], "J2 5피", ["", "3피 4피"], answers=answers)
    turn_of(game)
    assert listed(game.seats[0].reserved, rules) == "4피"
    assert listed(game.seats[0].captured, rules) == "3피 4피 5열 5띠 5피 5피 J2"


def ended(rules: Rules, captured: Sequence[str], seat: int) -> Result:
    """Let a seat play the very last card of a game."""
    hands = ["12띠" if number == seat else "" for number in range(3)]
    return play_on(table(rules, "", hands, "11피", captured), seat)


def test_exhaustion() -> None:
    captured = [FIVE, "1띠 2띠 3띠 4띠 7띠 5띠", ""]
    assert ended(preset("arcade3", exhaustion="nagari"), captured, 2).ended_by == "nagari"
    highest = ended(ARCADE, captured, 2)
    assert (highest.ended_by, highest.winner, highest.points) == ("highest", 1, 8)
    assert ended(ARCADE, ["", "", ""], 2).ended_by == "nagari"


def test_a_tie_goes_round_from_the_last_turn() -> None:
    captured = ["1띠 2띠 3띠", "4띠 5띠 7띠", ""]
    assert ended(ARCADE, captured, 2).winner == 0
    tied = table(ARCADE, "", ["", "12띠"], "11피", captured)
    tied.seats[1].goes, tied.seats[1].points_at_last_go = 1, 3
    result = play_on(tied, 1)
    assert (result.winner, result.ended_by, result.goes) == (1, "highest", 1)
