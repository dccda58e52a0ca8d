"""Rates and their intervals, against rows, SciPy and statsmodels."""

import math
import warnings
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import multinomial_proportions_confint, proportion_confint

import gostop
import gostop.run
from gostop.analysis import frequencies, load, rates
from gostop.analysis.clusters import Ratio
from gostop.analysis.intervals import clustered, goodman, wilson
from gostop.columns import ENDED_BY
from gostop.errors import InputError
from gostop.kernels.outcome import FACTORS, SETS
from gostop.kernels.state import EVENTS
from gostop.run import Run

MIXED = "greedy,random,random"
LIVELY = gostop.Rules.preset("arcade3").replace(
    first_ppeok_points=3, go_bak="pays_all", max_payment=30, floor_four="nagari", jokers=[2, 3]
)


@pytest.fixture(scope="module")
def run() -> Run:
    return gostop.simulate(LIVELY, policy=MIXED, games=20_000, seed=7, rotate=True, detail="full")


@pytest.fixture(scope="module")
def rows(run: Run) -> pd.DataFrame:
    frame = load(run)
    narrow = frame.select_dtypes("integer").columns.difference(["floor"])
    return frame.astype(dict.fromkeys((c for c in narrow if "dealt" not in c), "int64"))


@given(st.lists(st.integers(0, 5000), min_size=2, max_size=12), st.sampled_from([0.8, 0.95, 0.99]))
def test_goodman_agrees_with_statsmodels(counts: list[int], confidence: float) -> None:
    low, high = goodman(counts, confidence)
    if sum(counts) == 0:
        assert set(low) == {0}
        assert set(high) == {1}
        return
    theirs = multinomial_proportions_confint(counts, 1 - confidence, method="goodman")
    np.testing.assert_allclose(np.column_stack([low, high]), theirs, rtol=1e-7, atol=1e-12)


def test_goodman_of_one_and_of_no_category() -> None:
    assert [one.tolist() for one in goodman([])] == [[], []]
    low, high = goodman([10])
    assert (low[0], high[0]) == wilson(10, 10)
    with pytest.raises(InputError, match="confidence"):
        goodman([1, 2], 95)


def by_statsmodels(hits: np.ndarray, groups: np.ndarray) -> tuple[float, float, float]:
    """Rate and bounds with statsmodels' error between clusters, Wilson's for as many trials."""
    fit = sm.OLS(hits.astype(float), np.ones(len(hits))).fit(
        cov_type="cluster", cov_kwds={"groups": groups}
    )
    p, error = float(fit.params[0]), float(fit.bse[0])
    alike = p * (1 - p) / error**2
    return p, *proportion_confint(p * alike, alike, method="wilson")


def test_clusters_agree_with_statsmodels() -> None:
    rng = np.random.default_rng(1)
    sizes = rng.integers(1, 5, 400)
    groups = np.repeat(np.arange(400), sizes)
    hits = rng.random(len(groups)) < np.repeat(rng.random(400), sizes)
    ratio = Ratio()
    ratio.add(np.bincount(groups, hits), np.bincount(groups))
    told = ratio.row()
    assert (told["rate"], told["low"], told["high"]) == pytest.approx(by_statsmodels(hits, groups))
    assert (told["count"], told["n"]) == (hits.sum(), len(hits))


def test_single_trials_are_no_clusters() -> None:
    ratio = Ratio()
    ratio.add(np.array([1, 0, 0, 1]), 1)
    told = ratio.row()
    assert (told["low"], told["high"]) == wilson(2, 4)


@pytest.mark.parametrize("rate", [0.003, 0.1, 0.5])
def test_intervals_of_clusters_hold_the_truth(rate: float) -> None:
    """Pairs of trials that are alike three times out of four; 95 % to hold it."""
    rng, held, repeats = np.random.default_rng(2), 0, 2000
    first = rng.random((repeats, 500)) < rate
    second = np.where(rng.random(first.shape) < 0.75, first, rng.random(first.shape) < rate)
    for one, other in zip(first, second, strict=True):
        ratio = Ratio()
        ratio.add(one.astype(int) + other, 2)
        told = ratio.row()
        held += told["low"] <= rate <= told["high"]
    assert 0.925 < held / repeats < 0.98


def test_one_sided_clusters_are_not_certain() -> None:
    for hits in (0, 200):
        rate, low, high = clustered(hits, 200, 2 * hits, 400, 2 * hits, 100)
        assert (low, high) == wilson(hits / 2, 100)
        assert rate == hits / 200
    assert clustered(0, 0, 0, 0, 0, 0) == (None, 0.0, 1.0)
    rate, low, high = clustered(1, 2, 1, 4, 2, 1)
    assert (low, high) == wilson(0.5, 1)
    with pytest.raises(InputError, match="impossible"):
        clustered(3, 2, 9, 4, 6, 1)


def check(told: pd.Series, hits: object) -> None:
    """A row of a table, against yes or no for each trial."""
    happened = np.asarray(hits, bool)
    assert told["count"] == happened.sum()
    assert told["n"] == len(happened)
    theirs = proportion_confint(int(happened.sum()), len(happened), method="wilson")
    assert (told["low"], told["high"]) == pytest.approx(theirs)
    assert told["rate"] == pytest.approx(happened.mean())


@pytest.mark.parametrize("decisive", [False, True])
def test_wins(run: Run, rows: pd.DataFrame, decisive: bool) -> None:
    games = rows[rows["winner"] >= 0] if decisive else rows
    for seat, told in rates.wins(run, decisive=decisive).iterrows():
        check(told, games["winner"] == seat)
    for player, told in rates.wins(run, "player", decisive=decisive).iterrows():
        check(told, games["winner"] == (player + games["rotation"]) % 3)  # type: ignore[operator]
    check(rates.wins(run, "policy", decisive=decisive).loc["greedy"], won_by(games, "greedy"))
    for (policy, seat), told in rates.wins(run, ["policy", "seat"], decisive=decisive).iterrows():  # type: ignore[misc]
        there = games[games[f"policy_{seat}"] == policy]
        check(told, there["winner"] == seat)


def won_by(games: pd.DataFrame, policy: str) -> pd.Series:
    won = [(games[f"policy_{s}"] == policy) & (games["winner"] == s) for s in range(3)]
    return won[0] | won[1] | won[2]


def test_a_policy_at_two_seats_is_a_cluster(run: Run, rows: pd.DataFrame) -> None:
    told = rates.wins(run, "policy").loc["random"]
    seats = [rows[rows[f"policy_{seat}"] == "random"] for seat in range(3)]
    hits = np.concatenate([one["winner"] == seat for seat, one in enumerate(seats)])
    games = np.concatenate([one["game"] for one in seats])
    assert (told["count"], told["n"]) == (hits.sum(), len(hits))
    assert tuple(told[["rate", "low", "high"]]) == pytest.approx(by_statsmodels(hits, games))


@pytest.fixture(scope="module")
def same_deals() -> dict[str, Run]:
    """The greedy player at each seat on the same deals, for unequal numbers of games."""
    seatings = {
        "a": "greedy,random,random",
        "b": "random,greedy,random",
        "c": "random,random,greedy",
    }
    return {
        name: gostop.simulate("arcade3", policy=policy, games=2000 + 300 * place, seed=3)
        for place, (name, policy) in enumerate(seatings.items())
    }


def test_deals_shared_by_runs_are_clusters(same_deals: dict[str, Run]) -> None:
    rows = load(same_deals, mix=True)
    told = rates.wins(same_deals, "policy", mix=True).loc["greedy"]
    theirs = by_statsmodels(won_by(rows, "greedy").to_numpy(), rows["game"].to_numpy())
    assert (told["count"], told["n"]) == (won_by(rows, "greedy").sum(), len(rows))
    assert tuple(told[["rate", "low", "high"]]) == pytest.approx(theirs)
    seat = rates.wins(same_deals, "seat", mix=True).loc[1]
    hits = (rows["winner"] == 1).to_numpy()
    theirs = by_statsmodels(hits, rows["game"].to_numpy())
    assert tuple(seat[["rate", "low", "high"]]) == pytest.approx(theirs)
    rate = rates.rate(same_deals, "winner == 1", mix=True).loc[0]
    assert tuple(rate) == pytest.approx(tuple(seat))
    by_run = rates.wins(same_deals, ["run", "seat"], mix=True)
    check(by_run.loc[("b", 1)], rows.loc[rows["run"] == "b", "winner"] == 1)


def test_blocks_of_any_size_are_laid_side_by_side(
    same_deals: dict[str, Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = rates.wins(same_deals, ["policy", "seat"], mix=True)
    policies = "random,greedy,random"
    kept = gostop.simulate("arcade3", policy=policies, games=2300, seed=3, out=tmp_path / "b")
    monkeypatch.setattr(gostop.run, "ROW_GROUP_GAMES", 700)
    told = rates.wins({**same_deals, "b": kept}, ["policy", "seat"], mix=True)
    pd.testing.assert_frame_equal(told, expected)


def test_pooled_runs_must_not_share_deals(same_deals: dict[str, Run]) -> None:
    for told in (rates.endings, frequencies.of, frequencies.times):
        with pytest.raises(InputError, match="same deals"):
            told(same_deals, mix=True)  # type: ignore[operator]


def test_runs_of_other_seeds_add_up() -> None:
    runs = [gostop.simulate("arcade3", games=n, seed=n) for n in (1000, 1500)]
    rows = load(runs)
    check(rates.wins(runs).loc[2], rows["winner"] == 2)
    assert rates.endings(runs)["n"].tolist() == [2500] * len(ENDED_BY)
    check(frequencies.of(runs).loc["nagari"], rows["ended_by"] == "nagari")


def test_rate(run: Run, rows: pd.DataFrame) -> None:
    check(rates.rate(run, "payment_0 > 20").loc[0], rows["payment_0"] > 20)
    told = rates.rate(run, "goes >= 1", by=["ended_by", "winner"], where="turns > 9")
    there = rows[rows["turns"] > 9]
    for (ending, winner), part in there.groupby(["ended_by", "winner"], observed=True):
        check(told.loc[(ending, winner)], part["goes"] >= 1)
    assert told["n"].sum() == len(there)
    with pytest.raises(InputError, match="by 'team' is unknown"):
        rates.wins(run, "team")


def test_endings(run: Run, rows: pd.DataFrame) -> None:
    told = rates.endings(run)
    assert list(told.index) == list(ENDED_BY)
    counts = rows["ended_by"].value_counts().reindex(ENDED_BY)
    theirs = multinomial_proportions_confint(counts.to_numpy(), method="goodman")
    np.testing.assert_allclose(told[["low", "high"]], theirs, atol=1e-12)
    assert told["count"].tolist() == counts.tolist()
    for ending in ENDED_BY:
        assert told.loc[ending, "won"] == (rows["winner"][rows["ended_by"] == ending] >= 0).sum()


def each(rows: pd.DataFrame, name: str) -> np.ndarray:
    return rows[[f"{name}_{seat}" for seat in range(3)]].to_numpy()


def test_frequencies_of_games(run: Run, rows: pd.DataFrame) -> None:
    told = frequencies.of(run)
    won = rows["winner"].to_numpy() >= 0
    for name in EVENTS:
        check(told.loc[name], (each(rows, name) > 0).any(axis=1))
    for name in ("bright_bak", "pi_bak", "go_bak", "pays_all", "capped"):
        bits = each(rows, "factors") >> FACTORS.index(name) & 1
        check(told.loc[name], bits.any(axis=1))
    for name in SETS:
        check(told.loc[name], won & (rows["sets"].to_numpy() >> SETS.index(name) & 1 == 1))
    for name in ("chongtong", "triple_ppeok", "floor_four", "nagari"):
        check(told.loc[name], rows["ended_by"] == name)
    check(told.loc["first_ppeok"], (each(rows, "first_money") != 0).any(axis=1))
    winners = each(rows, "factors")[np.arange(len(rows)), rows["winner"]]
    for name in ("animals7", "go", "shake", "bomb"):
        check(told.loc[name], won & (winners >> FACTORS.index(name) & 1 == 1))
    assert (told.loc[["pays_all", "capped", "first_ppeok", "bright5"], "count"] > 0).all()
    terms = set(told["term"])
    asked = "총통 3뻑 첫뻑 뻑 쪽 따닥 쓸 폭탄 흔들기 고 피박 광박 멍박 5광 고도리 고박"
    assert set(asked.split()) <= terms


def test_frequencies_of_winners_losers_and_seats(run: Run, rows: pd.DataFrame) -> None:
    won = rows[rows["winner"] >= 0]
    birds = won["sets"].to_numpy() >> SETS.index("godori") & 1
    check(frequencies.of(run, "winner").loc["godori"], birds)
    losers = frequencies.of(run, "loser").loc["pi_bak"]
    theirs = np.concatenate(
        [
            won.loc[won["winner"] != seat, f"factors_{seat}"].to_numpy() >> FACTORS.index("pi_bak")
            & 1
            for seat in range(3)
        ]
    )
    assert (losers["count"], losers["n"]) == (theirs.sum(), len(theirs))
    assert (losers["low"], losers["high"]) == pytest.approx(
        proportion_confint(theirs.sum() / 2, len(theirs) / 2, method="wilson")
    )
    seats = frequencies.of(run, "seat")
    check(seats.loc[("jjoks", 1)], rows["jjoks_1"] > 0)
    assert seats.loc[("jjoks", 1), "mean"] == pytest.approx(rows["jjoks_1"].mean())
    with pytest.raises(InputError, match="per 'team' is unknown"):
        frequencies.of(run, "team")


def test_times(run: Run, rows: pd.DataFrame) -> None:
    told = frequencies.times(run)
    brief = frequencies.times(
        gostop.simulate(LIVELY, policy=MIXED, games=20_000, seed=7, rotate=True, detail="summary")
    )
    for name in EVENTS:
        times = each(rows, name).sum(axis=1)
        one, bound = told.loc[name], brief.loc[name]
        assert one["total"] == bound["total"] == times.sum()
        assert one["mean"] == pytest.approx(times.mean())
        half = 1.959964 * times.std(ddof=1) / math.sqrt(len(times))
        assert one["high"] - one["mean"] == pytest.approx(half)
        assert half <= bound["high"] - bound["mean"] <= 1.8 * half


def test_what_is_not_kept_is_not_known() -> None:
    told = frequencies.of(gostop.simulate("arcade3", games=2000, seed=1))
    for name in ("first_ppeok", *EVENTS):
        row = told.loc[name]
        assert (row["count"], row["n"], row["low"], row["high"]) == (0, 0, 0, 1)
        assert math.isnan(row["rate"])
    assert told.loc["pi_bak", "n"] == 2000
    bare = frequencies.of(gostop.simulate("arcade3", games=2000, seed=1, detail="summary"))
    assert bare.loc["pi_bak", "n"] == 0
    assert bare.loc["godori", "n"] == 2000


@pytest.mark.parametrize("detail", ["summary", "default", "full"])
@pytest.mark.parametrize("games", [1, 2, 3])
def test_tiny_runs_promise_nothing(games: int, detail: str) -> None:
    for seed in range(4):
        run = gostop.simulate("arcade3", games=games, seed=seed, detail=detail, rotate=True)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tables = [
                rates.wins(run),
                rates.wins(run, ["policy"], decisive=True),
                rates.wins(run, ["player", "seat"]),
                rates.endings(run),
                *(frequencies.of(run, per) for per in ("game", "winner", "loser", "seat")),
            ]
            times = frequencies.times(run)
        for told in tables:
            assert (told["low"] >= 0).all()
            assert (told["high"] <= 1).all()
            assert (told["high"] - told["low"] > 0.2).all()
            assert (told["rate"].isna() == (told["n"] == 0)).all()
        assert times[["low", "high"]].isna().all(axis=None)


def test_rates_are_read_fast_from_summaries(run: Run) -> None:
    """Runs that kept no rows tell the same."""
    bare = gostop.simulate(
        LIVELY, policy=MIXED, games=20_000, seed=7, rotate=True, detail="summary"
    )
    for told in (rates.wins, rates.endings):
        pd.testing.assert_frame_equal(told(bare), told(run))  # type: ignore[operator]


def test_more_games_narrow_the_interval() -> None:
    widths = []
    for games in (100, 1000, 10_000):
        told = rates.wins(gostop.simulate("arcade3", games=games, seed=1))
        widths.append((told["high"] - told["low"]).max())
    assert all(wide > 2 * narrow for wide, narrow in pairwise(widths))
