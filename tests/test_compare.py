"""House rules compared on the same deals: the figures against plain arithmetic on both runs."""

import doctest
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import gostop
from gostop.analysis import compare, comparing, sweep
from gostop.analysis.comparing import Comparison
from gostop.analysis.intervals import wilson
from gostop.analysis.paired import Figure, Joint, rate_difference
from gostop.errors import InputError

from legs import games

DEALS = games(3000)
Z = 1.959964


@pytest.fixture(scope="module")
def told() -> Comparison:
    """A rule that changes play itself, and so whole games."""
    return compare(
        "arcade3", {"win_points": 5}, policy=["greedy", "random", "random"], games=DEALS, seed=9
    )


@pytest.fixture(scope="module")
def both() -> tuple[pd.DataFrame, pd.DataFrame]:
    rules = gostop.Rules.preset("arcade3")
    policy = ["greedy", "random", "random"]
    frames = [
        gostop.simulate(law, policy=policy, games=DEALS, seed=9).frame()
        for law in (rules, rules.replace(win_points=5))
    ]
    return frames[0], frames[1]


def test_the_deals_are_the_same() -> None:
    rules = gostop.Rules.preset("arcade3")
    dealt = [
        gostop.simulate(law, games=200, seed=3, detail="full").frame([f"dealt_{s}" for s in "012"])
        for law in (rules, rules.replace(win_points=5, steal_jjok=0, go_bak="pays_all"))
    ]
    pd.testing.assert_frame_equal(*dealt)


def test_means_are_those_of_differences(
    told: Comparison, both: tuple[pd.DataFrame, pd.DataFrame]
) -> None:
    before, after = (one.astype({"payment_1": int, "turns": int}) for one in both)
    for name, got in (("payment_1", told.payments[1]), ("turns", told.turns)):
        change = (after[name] - before[name]).to_numpy()
        half = Z * stats.sem(change)
        assert (got.before, got.after) == pytest.approx((before[name].mean(), after[name].mean()))
        assert got.change == pytest.approx(
            (change.mean(), change.mean() - half, change.mean() + half), rel=1e-5
        )


def test_money_is_what_changes_hands(
    told: Comparison, both: tuple[pd.DataFrame, pd.DataFrame]
) -> None:
    moved = [
        one[[f"payment_{seat}" for seat in range(3)]].astype(int).clip(lower=0).sum(axis=1)
        for one in both
    ]
    assert (told.money.before, told.money.after) == pytest.approx([one.mean() for one in moved])
    spreads = (told.money_spread.before, told.money_spread.after)
    assert spreads == pytest.approx([one.std() for one in moved])


def test_rates_are_those_of_the_games(
    told: Comparison, both: tuple[pd.DataFrame, pd.DataFrame]
) -> None:
    before, after = both
    for seat, got in enumerate(told.wins):
        rates = [(one.winner == seat).mean() for one in both]
        assert (got.before, got.after) == pytest.approx(rates)
        assert got.change.value == pytest.approx(rates[1] - rates[0])
    for name, got in told.endings.items():
        assert got.after == pytest.approx((after.ended_by == name).mean())
    assert sum(one.before or 0 for one in told.endings.values()) == pytest.approx(1)
    names = ["winner", "ended_by", "turns", "payment_0", "payment_1", "payment_2"]
    assert told.differ.count == (before[names] != after[names]).any(axis=1).sum()


def test_the_interval_of_a_spread_is_that_of_resampled_games(
    told: Comparison, both: tuple[pd.DataFrame, pd.DataFrame]
) -> None:
    paid = np.stack([one["payment_1"].astype(int) for one in both])
    rng = np.random.default_rng(1)
    spreads = [paid[:, rng.integers(0, DEALS, DEALS)].std(axis=1, ddof=1) for _ in range(600)]
    resampled = np.diff(spreads, axis=1).std()
    got = told.payment_spreads[1]
    assert (got.before, got.after) == pytest.approx(paid.std(axis=1, ddof=1))
    assert got.change.low is not None
    assert got.change.high is not None
    assert (got.change.high - got.change.low) / 2 == pytest.approx(Z * resampled, rel=0.3)


def test_paired_differences_are_far_more_exact() -> None:
    rules = gostop.Rules.preset("arcade3")
    told = compare(rules, rules.replace(pi_bak_below=6), games=DEALS)
    assert told.turns.change == (0, None, None)
    assert told.money.change.low is not None
    assert told.money.change.low > 0
    alone = told.money_spread.before or 0.0
    assert (told.money.change.value or 0.0) - told.money.change.low < alone * Z / DEALS**0.5 / 3


def test_the_same_rules_differ_nowhere() -> None:
    told = compare("arcade2", {}, games=100)
    assert (told.differ.count, told.changed) == (0, {})
    assert told.differ.high == pytest.approx(wilson(0, 100)[1])
    for name, one in told.items().items():
        assert one.change.value == 0, name
        assert (one.change.low or -1) < 0 < (one.change.high or 1), name


def test_one_game_tells_no_error() -> None:
    told = compare("arcade2", {"win_points": 5}, games=1)
    assert told.payments[0].change[1:] == (None, None)
    assert told.payment_spreads[0] == (None, None, (None, None, None))
    low, high = told.wins[0].change[1:]
    assert low is not None
    assert high is not None
    assert high - low > 1


def test_a_sweep_is_many_comparisons() -> None:
    told = sweep("arcade3", "pi_bak_below", [4, 5, 7], games=DEALS, seed=2)
    alone = compare("arcade3", {"pi_bak_below": 7}, games=DEALS, seed=2)
    assert told.comparisons[2] == alone
    assert told.comparisons[1].differ.count == 0
    frame = told.frame()
    assert list(frame.index.unique("value")) == [4, 5, 7]
    assert frame.loc[(7, "money")].tolist() == [alone.money.after, *alone.money.change]
    words = sweep("arcade3", "go_bak", ["own_share", "off"], games=50)
    assert list(words.frame().index.unique("value")) == ["own_share", "off"]
    lists = sweep("arcade3", "last_turn_excludes", [[], ["sweep"]], games=50)
    assert list(lists.frame().index.unique("value")) == ["[]", '["sweep"]']


def test_threads_do_not_matter() -> None:
    one, two = (
        compare("arcade3", {"win_points": 5}, games=DEALS, threads=threads) for threads in (1, 2)
    )
    assert one == two


def test_the_examples_run() -> None:
    assert doctest.testmod(comparing).failed == 0


def test_the_front_door() -> None:
    assert gostop.compare is compare


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("arcade2", "players is 3 before and 2 after, so that other cards are dealt"),
        ({"jokers": [2]}, r"jokers is \[\] before and \[2\] after"),
        ({"players": 2, "hand_size": 10, "floor_size": 8}, "players is 3 before"),
        ({"nagari_carry": 2, "nagari_carry_max": 4}, "acts between the games of a session"),
        ({"pi_bak": 3}, "there is no setting"),
        (None, "change is missing"),
    ],
)
def test_what_cannot_be_paired_is_refused(change: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        compare("arcade3", change, games=10)  # type: ignore[arg-type]


def test_sweeps_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InputError, match="name 5 twice"):
        sweep("arcade3", "pi_bak_below", [5, 5], games=10)
    with pytest.raises(InputError, match="number of values 0"):
        sweep("arcade3", "pi_bak_below", [], games=10)
    with pytest.raises(InputError, match="must be one of"):
        sweep("arcade3", "go_bak", "sometimes", games=10)


def test_the_score_interval_is_the_published_one() -> None:
    # M. Fagerland, S. Lydersen, P. Laake, "Recommended tests and confidence intervals for paired
    # binomial proportions", 2014: airway hyper-responsiveness, 1 and 7 of 21.
    assert rate_difference(1, 7, 21) == pytest.approx((-6 / 21, -0.517, -0.026), abs=5e-4)


@pytest.mark.parametrize(("gained", "lost", "n"), [(0, 0, 40), (5, 0, 40), (40, 0, 40), (3, 8, 11)])
def test_the_score_interval_is_sound(gained: int, lost: int, n: int) -> None:
    value, low, high = rate_difference(gained, lost, n)
    assert value is not None
    assert low is not None
    assert high is not None
    assert -1 <= low <= value <= high <= 1
    assert low < high
    mirrored = rate_difference(lost, gained, n)
    assert mirrored == pytest.approx((-value, -high, -low), abs=1e-9)
    if lost == 0:
        assert high == pytest.approx(wilson(gained, n)[1])


def test_the_score_interval_covers() -> None:
    rng = np.random.default_rng(5)
    for gain, loss, n in ((0.01, 0.005, 300), (0.1, 0.05, 100), (0.3, 0.3, 50)):
        drawn = rng.multinomial(n, [gain, loss, 1 - gain - loss], 400)
        told = [rate_difference(int(one[0]), int(one[1]), n) for one in drawn]
        held = [(one.low or 0) <= gain - loss <= (one.high or 0) for one in told]
        assert np.mean(held) > 0.91


def test_joint_histograms_add_up() -> None:
    rng = np.random.default_rng(2)
    before = rng.integers(-(2**31), 2**31, 50).repeat(4)
    after = rng.integers(-3, 4, 200) + 2**31 - 10
    whole, parts = Joint(), Joint()
    whole.add(before, after)
    for part in np.split(np.arange(200), 4):
        parts.add(before[part], after[part])
    assert whole.games == parts.games == 200
    assert whole.mean() == parts.mean()
    assert whole.mean().before == pytest.approx(before.mean())
    assert whole.mean().after == pytest.approx(after.mean())


def test_no_games_tell_nothing() -> None:
    assert Joint().mean() == (None, None, Figure(None, None, None))
    assert Joint().rate(1) == (None, None, Figure(None, None, None))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = Path(sys.executable).parent / "gostop"
    return subprocess.run([command, "compare", *arguments], capture_output=True, text=True)


def test_the_command() -> None:
    asked = ("--rules", "arcade3", "--set", "pi_bak_below=6", "--games", "300")
    told = json.loads(run(*asked, "--json").stdout)
    assert told["changed"] == {"pi_bak_below": {"before": 5, "after": 6}}
    figures = told["figures"]
    assert {"win_2", "payment_0", "payment_sd_1", "money", "turns", "ends_nagari"} <= set(figures)
    assert set(figures["money"]) == {"before", "after", "difference", "difference_ci"}
    table = run(*asked)
    assert table.returncode == 0
    assert max(map(len, table.stdout.splitlines())) <= 80
    assert "seat 2 payment sd" in table.stdout
    assert "pi_bak_below: 5 before, 6 after" in table.stdout


def test_the_command_compares_presets() -> None:
    told = run("--rules", "tongil", "--to", "tongil", "--set", "win_points=7", "--games", "50")
    assert "win_points" in told.stdout


def test_the_command_sweeps(tmp_path: Path) -> None:
    picture = tmp_path / "sweep.png"
    asked = ("--sweep", "pi_bak_below=4,5,6", "--games", "200")
    table = run(*asked, "--picture", str(picture))
    assert table.returncode == 0, table.stderr
    assert max(map(len, table.stdout.splitlines())) <= 80
    assert picture.read_bytes().startswith(b"\x89PNG")
    told = json.loads(run(*asked, "--json").stdout)
    assert [one["value"] for one in told["values"]] == [4, 5, 6]
    lists = json.loads(
        run("--sweep", "last_turn_excludes=[],[sweep, eat]", "--games", "50", "--json").stdout
    )
    assert [one["value"] for one in lists["values"]] == [[], ["sweep", "eat"]]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "nothing changes: give --set"),
        (["--set", "jokers=[2]"], "other cards are dealt"),
        (["--set", "pi_bak_below=99"], "must be a whole number from 0 to 40"),
        (["--set", "pi_bak=5"], "there is no setting"),
        (["--to", "nowhere"], "nor is it a preset"),
        (["--sweep", "pi_bak_below"], "must have the form FIELD=A,B,C"),
        (["--sweep", "pi_bak_below=5,5"], "name 5 twice"),
        (["--sweep", "pi_bak_below=5,6", "--to", "tongil"], "leave out --to"),
        (["--set", "win_points=5", "--picture", "x.png"], "give --sweep"),
        (["--sweep", "pi_bak_below=5,6", "--picture", "x.bmp"], "must end in .png"),
        (["--sweep", "pi_bak_below=5,6", "--picture", "none/x.png"], "there is no folder"),
        (["--set", "win_points=5", "--games", "0"], 'games "0" is not possible'),
    ],
)
def test_bad_input(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
