"""Matches on the same deals: the figures against plain arithmetic on the games themselves."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import gostop
from gostop.analysis.intervals import ratio_interval, wilson
from gostop.analysis.match import match, round_robin

from legs import games

DEALS = games(2000)


def by_hand(rules: str, a: str, b: str, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Payments, wins and decisive games of player A, one column for each seat it sits at."""
    players = gostop.Rules.preset(rules).players
    columns = []
    for seat in range(players):
        seated = [a if place == seat else b for place in range(players)]
        frame = gostop.simulate(rules, policy=seated, games=DEALS, seed=seed).frame()
        columns.append((frame[f"payment_{seat}"], frame.winner == seat, frame.winner >= 0))
    paid, won, decided = (np.array(one, np.int64).T for one in zip(*columns, strict=True))
    return paid, won, decided


@pytest.mark.parametrize("rules", ["arcade2", "arcade3"])
def test_figures_are_those_of_the_games(rules: str) -> None:
    told = match(rules, "greedy", "random", deals=DEALS, seed=9)
    paid, won, decided = by_hand(rules, "greedy", "random", 9)
    assert (told.games, told.decisive) == (paid.size, decided.sum())
    assert told.a_win_rate.value == pytest.approx(won.sum() / decided.sum())
    means = paid.mean(axis=1)
    assert told.a_payment.value == pytest.approx(means.mean())
    half = 1.959964 * stats.sem(means)
    assert told.a_payment.low == pytest.approx(means.mean() - half, rel=1e-5)
    assert told.a_payment.high == pytest.approx(means.mean() + half, rel=1e-5)
    alone = paid.var() / paid.size
    assert told.saved == pytest.approx(alone / (means.var() / len(means)), rel=1e-3)


def test_the_interval_of_wins_is_that_of_resampled_deals() -> None:
    told = match("arcade3", "greedy", "random", deals=DEALS, seed=4)
    _, won, decided = by_hand("arcade3", "greedy", "random", 4)
    rng = np.random.default_rng(1)
    picked = rng.integers(0, len(won), (1000, len(won)))
    rates = won.sum(axis=1)[picked].sum(axis=1) / decided.sum(axis=1)[picked].sum(axis=1)
    assert told.a_win_rate.low is not None
    assert told.a_win_rate.high is not None
    assert (told.a_win_rate.high - told.a_win_rate.low) / 2 == pytest.approx(
        1.96 * rates.std(), rel=0.15
    )


def test_a_player_against_itself_is_even() -> None:
    told = match("arcade2", "greedy", "greedy", deals=DEALS)
    assert told.a_win_rate.value == pytest.approx(0.5)
    assert told.a_payment.value == 0
    assert told.a_habits == told.b_habits


def test_habits_are_rates_of_the_players_games() -> None:
    told = match("arcade2", "greedy", "random", deals=DEALS, seed=2)
    goes = suffers = large = 0
    for seat in range(2):
        seated = ["random", "random"]
        seated[seat] = "greedy"
        frame = gostop.simulate(
            "arcade2", policy=seated, games=DEALS, seed=2, detail="seats"
        ).frame()
        lost = frame.winner == 1 - seat
        goes += (frame[f"goes_{1 - seat}"] > 0).sum()
        suffers += (lost & (frame[f"factors_{seat}"] & 7 > 0)).sum()
        large += ((frame.winner == seat) & (frame[f"multiplier_{1 - seat}"] >= 4)).sum()
    assert told.b_habits.goes.value == pytest.approx(goes / (2 * DEALS))
    assert told.a_habits.suffers_bak.value == pytest.approx(suffers / (2 * DEALS))
    assert told.a_habits.wins_large.value == pytest.approx(large / (2 * DEALS))


def test_a_field_meets_both_ways_at_three() -> None:
    pairs = [(one.a, one.b) for one in round_robin("arcade3", ["greedy", "random"], deals=10)]
    assert pairs == [("greedy", "random"), ("random", "greedy")]
    pairs = [(one.a, one.b) for one in round_robin("arcade2", ["greedy", "random"], deals=10)]
    assert pairs == [("greedy", "random")]


def test_ratios_without_spread_are_not_certain() -> None:
    assert ratio_interval(0, 0, 0, 0, 0, 5) == (None, 0.0, 1.0)
    assert ratio_interval(20, 20, 40, 40, 40, 10) == (1.0, *wilson(10, 10))
    assert ratio_interval(0, 20, 0, 40, 0, 10) == (0.0, *wilson(0, 10))
    rate, low, high = ratio_interval(1, 3, 1, 9, 3, 1)
    assert rate == pytest.approx(1 / 3)
    assert low < 1 / 3 < high


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = Path(sys.executable).parent / "gostop"
    return subprocess.run([command, "match", *arguments], capture_output=True, text=True)


def test_the_command() -> None:
    done = run("--rules", "맞고", "--a", "greedy", "--b", "random", "--deals", "200", "--json")
    told = json.loads(done.stdout)
    assert {"a_win_rate", "a_win_rate_ci", "a_payment", "a_payment_ci", "decisive", "games"} <= set(
        told
    )
    assert told["games"] == 400
    low, high = told["a_win_rate_ci"]
    assert low < told["a_win_rate"] < high
    table = run("--field", "greedy,random", "--deals", "200")
    assert table.returncode == 0
    assert max(map(len, table.stdout.splitlines())) <= 80
    assert table.stdout.count("greedy") >= 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--a", "clever"], 'policy "clever" is unknown'),
        (["--field", "greedy"], "--field greedy names one player"),
        (["--field", "greedy,random", "--a", "greedy"], "leave out --a and --b"),
        (["--deals", "0"], 'deals "0" is not possible'),
        (["--rules", "nowhere"], "nor is it a preset"),
    ],
)
def test_bad_input(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
