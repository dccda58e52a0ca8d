"""Frequencies of uniform random play, engine against oracle, and 총통 against its exact value.

The two draw from unrelated generators, so that a fault in either way of drawing shows. With many
comparisons some stray far: each is allowed 5 standard errors, one in 1.7 million for a single one.
"""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from gostop.analysis.exact import chongtong
from gostop.rule_files import preset_names
from gostop.rules import Rules
from gostop.simulation import simulate

from legs import JIT
from oracle import RedealNeeded, play, random_player, shuffled_deal

ALLOWED = 5.0
EVENTS = ("goes", "shakes", "bombs", "ppeoks", "jjoks", "ttadaks", "sweeps", "eats")

Sums = dict[str, tuple[float, float]]
"""Sum and sum of squares over games, of each figure."""


def figures_of_engine(rules: Rules, games: int) -> Sums:
    """Every way of ending, every event of every seat, and every mean, from the engine's rows."""
    frame = simulate(rules, games=games, seed=2026, detail="full").frame()
    columns: dict[str, Any] = {
        f"ended_by {word}": frame["ended_by"] == word for word in frame["ended_by"].cat.categories
    }
    for name in ("turns", "points", "goes"):
        columns[name] = frame[name]
    for seat in range(rules.players):
        columns[f"win {seat}"] = frame["winner"] == seat
        columns[f"actor {seat}"] = frame["actor"] == seat
        for name in ("payment", "multiplier", "first_money", *EVENTS):
            columns[f"{name} {seat}"] = frame[f"{name}_{seat}"]
    wide = {name: column.to_numpy(np.float64) for name, column in columns.items()}
    return {name: (values.sum(), (values**2).sum()) for name, values in wide.items()}


def figures_of_oracle(rules: Rules, games: int) -> Sums:
    rng, sums, squares = random.Random(2026), Counter[str](), Counter[str]()
    ask = random_player(rng)
    played = 0
    while played < games:
        last: list[Any] = []
        try:
            result = play(
                rules,
                shuffled_deal(rules, rng),
                ask,
                on_turn=lambda game, _, last=last: last.append(game) if not last else None,
            )
        except RedealNeeded:
            continue
        played += 1
        for name, value in figures_of_game(rules, result, last[0] if last else None).items():
            sums[name] += value
            squares[name] += value * value
    return {name: (sums[name], squares[name]) for name in sums}


def figures_of_game(rules: Rules, result: Any, game: Any) -> dict[str, float]:
    found: dict[str, float] = {
        f"ended_by {result.ended_by}": 1,
        "turns": result.turns,
        "points": result.points,
        "goes": result.goes,
    }
    for seat in range(rules.players):
        found[f"win {seat}"] = result.winner == seat
        found[f"actor {seat}"] = result.actor == seat
        found[f"payment {seat}"] = result.payments[seat]
        found[f"multiplier {seat}"] = result.multipliers[seat]
        if game is not None:
            held = game.seats[seat]
            found[f"first_money {seat}"] = held.first_money
            for event in EVENTS:
                value = getattr(held, {"shakes": "shaken", "bombs": "bombed"}.get(event, event))
                found[f"{event} {seat}"] = value if isinstance(value, int) else len(value)
    return found


def compare(ours: Sums, our_games: int, theirs: Sums, their_games: int) -> dict[str, float]:
    """How many standard errors engine and oracle lie apart, by figure."""
    apart = {}
    for name in ours.keys() | theirs.keys():
        means, variances = [], []
        for sums, games in ((ours, our_games), (theirs, their_games)):
            total, square = sums.get(name, (0.0, 0.0))
            means.append(total / games)
            variances.append(max(square / games - (total / games) ** 2, 0.0))
        # Both variances estimate one; the larger sample's is used for both.
        error = np.sqrt(max(variances) * (1 / our_games + 1 / their_games))
        apart[name] = 0.0 if error == 0 else (means[0] - means[1]) / error
    return apart


def check(preset: str, our_games: int, their_games: int) -> None:
    rules = Rules.preset(preset)
    apart = compare(
        figures_of_engine(rules, our_games),
        our_games,
        figures_of_oracle(rules, their_games),
        their_games,
    )
    far = {name: round(errors, 1) for name, errors in apart.items() if abs(errors) > ALLOWED}
    assert far == {}
    print(f"{preset}: {len(apart)} figures, largest {max(map(abs, apart.values())):.2f} errors")


def check_chongtong(preset: str, games: int) -> None:
    rules = Rules.preset(preset)
    given = rules.floor_four == "redeal"
    exact = float(
        chongtong(
            rules.players,
            rules.hand_size,
            rules.floor_size,
            len(rules.jokers),
            given_no_floor_four=given,
        )
    )
    frame = simulate(rules, games=games, seed=31).frame(["ended_by"])
    rate = float((frame["ended_by"] == "chongtong").mean())
    assert abs(rate - exact) < 4 * np.sqrt(exact * (1 - exact) / games)


@pytest.mark.skipif(not JIT, reason="50,000 games take minutes with the JIT off")
@pytest.mark.parametrize("preset", preset_names())
def test_frequencies_agree(preset: str) -> None:
    check(preset, 50_000, 1_500)


@pytest.mark.heavy
@pytest.mark.parametrize("preset", preset_names())
def test_frequencies_agree_closely(preset: str) -> None:
    check(preset, 2_000_000, 100_000)


@pytest.mark.skipif(not JIT, reason="a million games take hours with the JIT off")
@pytest.mark.parametrize("preset", ["arcade3", "arcade2", "tongil"])
def test_chongtong_is_as_frequent_as_it_must_be(preset: str) -> None:
    check_chongtong(preset, 1_000_000)


@pytest.mark.heavy
def test_chongtong_of_twenty_million_games() -> None:
    check_chongtong("arcade3", 20_000_000)
