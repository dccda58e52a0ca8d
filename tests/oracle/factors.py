"""Section 6, the multipliers: one function for each, giving what multiplies and its names."""

from math import prod
from typing import NamedTuple

from .points import READINGS, Parts, animal_count, pi_worth
from .state import Game


class Factor(NamedTuple):
    """Something that multiplies a payment."""

    times: int
    names: frozenset[str]


def named(times: int, name: str) -> list[Factor]:
    """Make the list of one factor, empty where nothing is multiplied."""
    return [Factor(times, frozenset({name}))] if times != 1 else []


def product(factors: list[Factor]) -> int:
    """Multiply factors together."""
    return prod(factor.times for factor in factors)


def names(factors: list[Factor]) -> set[str]:
    """Return the names of all factors."""
    return {name for factor in factors for name in factor.names}


def gone(game: Game, winner: int) -> list[Factor]:
    """Section 5, 3고 and more: doubled by each go from the third, or once."""
    goes = game.seats[winner].goes
    if goes < 3:
        return []
    return named(2 ** (goes - 2) if game.rules.go_multiplier == "double_each" else 2, "3고")


def shown(game: Game, winner: int) -> list[Factor]:
    """Section 6, 흔들기 and 폭탄: a month that was both multiplies once, by the larger."""
    me, rules = game.seats[winner], game.rules
    factors = []
    for month in sorted(me.shaken | me.bombed):
        shake = named(rules.shake_multiplier, "흔들기") if month in me.shaken else []
        bomb = named(rules.bomb_multiplier, "폭탄") if month in me.bombed else []
        both = shake + bomb
        if both:
            factors.append(Factor(max(factor.times for factor in both), frozenset(names(both))))
    return factors


def many_animals(game: Game, winner: int, cup: str) -> list[Factor]:
    """Section 6, 멍박: seven 열끗 or more."""
    if animal_count(game.seats[winner].settled(), cup) < 7:
        return []
    return named(game.rules.animals7_multiplier, "멍박")


def common(game: Game, winner: int, cup: str) -> list[Factor]:
    """Section 6: what multiplies for every loser."""
    carried = named(game.carry, "carry")
    return gone(game, winner) + shown(game, winner) + many_animals(game, winner, cup) + carried


def bright_bak(game: Game, loser: int, won: Parts) -> list[Factor]:
    """Section 6, 광박: the winner scored 광, the loser took none."""
    took = any(card.kind == "광" for card in game.seats[loser].captured)
    return named(2, "광박") if game.rules.bright_bak and won.bright and not took else []


def short_of_pi(game: Game, loser: int, cup: str) -> bool:
    """Section 6, 피박: tell whether a loser has too few pi, under one reading of 국진."""
    worth = pi_worth(game.seats[loser].captured, game.rules, cup)
    if worth == 0 and game.rules.pi_bak_zero_exempt:
        return False
    return worth < int(game.rules.pi_bak_below)


def pi_bak(game: Game, loser: int, won: Parts) -> list[Factor]:
    """Section 6, 피박; section 4: a loser reads 국진 so as to escape it."""
    if game.rules.pi_bak_needs_pi_points and not won.pi:
        return []
    return named(2, "피박") if all(short_of_pi(game, loser, cup) for cup in READINGS) else []


def go_bak(game: Game, loser: int) -> list[Factor]:
    """Section 6, 고박 as `own_share`: a loser who called go pays double."""
    called = game.rules.go_bak == "own_share" and game.seats[loser].goes
    return named(2, "고박") if called else []


def own(game: Game, loser: int, won: Parts) -> list[Factor]:
    """Section 6: what multiplies for one loser only."""
    return bright_bak(game, loser, won) + pi_bak(game, loser, won) + go_bak(game, loser)
