"""The oracle on settlement: section 6, worked out by hand."""

from collections.abc import Sequence
from typing import Any

import pytest

from oracle import Result, Rules
from oracle.houses import preset
from oracle.positions import ARCADE, FIVE, SAFE, TONGIL, table
from oracle.settle import fixed_win, third_ppeok, won


def settled(rules: Rules, captured: Sequence[str], winner: int = 0, **seat: Any) -> Result:
    game = table(rules, captured=captured)
    for name, value in seat.items():
        setattr(game.seats[winner], name, value)
    return won(game, winner, "stop")


@pytest.mark.parametrize(("goes", "each", "once"), [(2, 1, 1), (3, 2, 2), (4, 4, 2), (5, 8, 2)])
def test_goes_multiply_from_the_third(goes: int, each: int, once: int) -> None:
    assert settled(ARCADE, [FIVE, SAFE], goes=goes).payments[1] == -(5 + goes) * each
    rules = preset("arcade3", go_multiplier="double_once")
    assert settled(rules, [FIVE, SAFE], goes=goes).payments[1] == -(5 + goes) * once


def test_a_month_shaken_and_bombed_multiplies_once() -> None:
    rules = preset("arcade3", bomb_multiplier=3)
    result = settled(rules, [FIVE, SAFE], shaken={1, 2}, bombed={2, 3})
    assert result.multipliers[:2] == [2 * 3 * 3] * 2
    assert result.factors[0] == {"흔들기", "폭탄"}
    assert settled(TONGIL, [FIVE, SAFE], shaken={2}, bombed={2}).factors[0] == {"흔들기"}


def test_baks() -> None:
    rules = preset("arcade3", pi_bak_needs_pi_points=True, pi_bak_zero_exempt=True)
    brights = "1광 3광 8광 1피 1피 2피 2피 3피 3피 4피 4피 5피 5피"
    both, neither, no_pi = "6피", "11광 6피 7피 7피 10피 10피", "12광"
    result = settled(rules, [brights, both, neither])
    assert result.multipliers == [1, 4, 1]
    assert result.factors == [set(), {"광박", "피박"}, set()]
    assert settled(rules, [brights, no_pi, both]).multipliers == [1, 1, 4]
    assert settled(rules, ["1광 3광 8광", both, neither]).multipliers == [1, 2, 1]


def test_a_loser_escapes_with_the_cup() -> None:
    rules = preset("arcade3", pi_bak_below=5)
    assert settled(rules, [FIVE, "1피 1피 2피 9열", "3피 3피 4피"]).multipliers == [1, 1, 2]
    exempt = preset("arcade3", pi_bak_below=5, pi_bak_zero_exempt=True)
    assert settled(exempt, [FIVE, "9열", "3피"]).multipliers == [1, 1, 2]


def test_go_bak_own_share() -> None:
    game = table(ARCADE, captured=[FIVE, SAFE, "5피 5피 6피 6피 7피"])
    game.seats[2].goes = 1
    result = won(game, 0, "stop")
    assert result.payments == [15, -5, -10]
    assert result.factors[2] == {"고박"}


def test_go_bak_pays_all() -> None:
    rules = preset("arcade3", go_bak="pays_all", max_payment=8)
    game = table(rules, captured=[FIVE, "1피", SAFE])
    game.seats[1].goes = game.seats[2].goes = 1
    game.go_calls = [1, 2, 0]
    result = won(game, 0, "stop")
    assert result.payments == [8 + 5, 0, -8 - 5]
    assert result.multipliers == [1, 2, 1]
    assert result.factors == [set(), {"피박", "capped"}, {"독박"}]
    two = table(preset("arcade2", go_bak="pays_all"), captured=[FIVE, SAFE])
    two.seats[1].goes, two.go_calls = 1, [1]
    assert won(two, 0, "stop").payments == [5, -5]


ANIMALS = "2열 4열 5열 6열 7열 10열 9열 1피 1피 2피 2피 3피 3피 4피 5피"


def test_the_winner_reads_the_cup_by_what_is_paid() -> None:
    """As 열끗 3 points doubled, as 피 2 and 1: so 열, and under a cap of 3 the two are equal."""
    assert settled(ARCADE, [ANIMALS, SAFE]).payments[1] == -6
    capped = preset("arcade3", max_payment=3)
    assert settled(capped, [ANIMALS, SAFE]).cup_as == "열"
    single = preset("arcade3", animals7_multiplier=1, steal_bomb=0)
    result = settled(single, [ANIMALS + " 5피 8피", SAFE])
    assert (result.cup_as, result.points) == ("피", 2 + 3)
    assert settled(ARCADE, [FIVE, SAFE]).cup_as is None


def test_carry_cap_and_first_money() -> None:
    rules = preset("matgo-online", max_payment=12)
    game = table(rules, captured=[FIVE, SAFE + " 7피 7피 8피"])
    game.carry, game.seats[0].first_money, game.seats[1].first_money = 4, -7, 7
    result = won(game, 0, "stop")
    assert result.payments == [12 - 7, -12 + 7]
    assert result.multipliers == [4, 4]
    assert result.factors == [{"carry"}, {"carry", "capped"}]
    fixed = fixed_win(game, 1, 10, "chongtong")
    assert fixed.payments == [-12 - 7, 12 + 7]
    assert fixed.multipliers == [1, 1]
    assert fixed.factors == [{"carry", "capped"}, {"carry"}]
    assert third_ppeok(game, 0).points == 7
