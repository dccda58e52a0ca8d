"""The oracle on what a 뻑 pays and when it ends the game: section 3, worked out by hand."""

from oracle import Result, Rules, Turn
from oracle.game import one_turn
from oracle.houses import preset
from oracle.positions import ARCADE, TONGIL, listed, table, turn_of
from oracle.turn import take_turn


def test_first_ppeok_money() -> None:
    rules = preset("matgo-online", triple_ppeok_points=0)
    game = table(
        rules,
        "1광 2열 3광 4열",
        ["1피 2피 3피 4피 9열"],
        "1띠 2띠 3띠 4띠",
        answers=[("turn", f"{month}피") for month in (1, 2, 3, 4)],
    )
    paid = []
    for _ in range(4):
        take_turn(game, Turn(0))
        paid.append(game.seats[0].first_money)
    assert paid == [7, 21, 42, 42]
    assert game.seats[1].first_money == -42
    assert game.seats[0].ppeoks == 4


def test_first_ppeok_money_needs_the_first_turn() -> None:
    rules = preset("matgo-online")
    answers = [("turn", "9열"), ("turn", "1피")]
    game = table(rules, "1광", ["1피 9열 12광"], "7피 1띠", answers=answers)
    take_turn(game, Turn(0))
    take_turn(game, Turn(0))
    assert (game.seats[0].ppeoks, game.seats[0].first_money) == (1, 0)


def third(rules: Rules, carry: int = 1) -> Result:
    game = table(rules, "1광", ["1피 9열"], "1띠", answers=[("turn", "1피")])
    game.seats[0].ppeoks, game.seats[0].turns, game.carry = 2, 2, carry
    result = one_turn(game, 0, None)
    assert result
    return result


def test_third_ppeok_pays_or_costs() -> None:
    wins = third(TONGIL, carry=2)
    assert (wins.winner, wins.actor, wins.points) == (0, 0, 10)
    assert wins.payments == [40, -20, -20]
    costs = third(ARCADE)
    assert (costs.winner, costs.actor, costs.points) == (-1, 0, 0)
    assert costs.payments == [-14, 7, 7]
    of_two = third(preset("arcade2"))
    assert (of_two.winner, of_two.actor, of_two.points) == (1, 0, 7)
    assert of_two.payments == [-7, 7]
    assert {wins.ended_by, costs.ended_by, of_two.ended_by} == {"triple_ppeok"}


def test_third_ppeok_can_be_annulled_and_count() -> None:
    for counts in (True, False):
        rules = preset("tongil", last_ppeok_counts=counts)
        game = table(rules, "1광", ["1피"], "1띠")
        game.seats[0].ppeoks = 2
        turn = turn_of(game)
        assert (turn.third_ppeok, turn.events) == (counts, set())
        assert listed(turn.captured, rules) == "1광 1띠 1피"
        game.seats[0].ppeoks = 1
    fewer = table(TONGIL, "1광", ["1피"], "1띠")
    turn_of(fewer)
    assert fewer.seats[0].ppeoks == 0
