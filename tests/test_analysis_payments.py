"""Multipliers and payments, against rows, NumPy and statsmodels."""

import math
import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.proportion import multinomial_proportions_confint, proportion_confint

import gostop
from gostop.analysis import load, multipliers, payments
from gostop.analysis.streaming import Counts
from gostop.errors import InputError
from gostop.kernels.outcome import FACTORS, SETS
from gostop.run import Run

GAMES = 20_000
LIVELY = gostop.Rules.preset("arcade3").replace(
    first_ppeok_points=3, max_payment=200, triple_ppeok_points=-4, chongtong_points=20
)


class Rows:
    """A run's rows as widened arrays."""

    def __init__(self, run: Run) -> None:
        self.frame = load(run)
        self.players = run.plan.rules.players
        self.winner = self.frame["winner"].to_numpy().astype(int)
        self.won = self.winner >= 0
        self.on_points = self.frame["ended_by"].isin(["stop", "highest"]).to_numpy()
        self.paid = self.each("payment")
        self.gain = self.winners(self.paid)

    def each(self, name: str) -> Any:
        columns = [f"{name}_{seat}" for seat in range(self.players)]
        return self.frame[columns].to_numpy().astype(np.int64)

    def winners(self, values: Any) -> Any:
        return values[np.arange(len(values)), self.winner]

    def losers(self, values: Any, games: Any) -> Any:
        others = np.arange(self.players) != self.winner[games, None]
        return values[games][others]


@pytest.fixture(scope="module", params=["three", "two"])
def run(request: pytest.FixtureRequest) -> Run:
    if request.param == "two":
        return gostop.simulate(
            "arcade2", policy="greedy,random", games=GAMES, seed=5, detail="full"
        )
    return gostop.simulate(
        LIVELY, policy="greedy,random,random", games=GAMES, seed=7, rotate=True, detail="full"
    )


@pytest.fixture(scope="module")
def rows(run: Run) -> Rows:
    return Rows(run)


def check_mean(told: pd.Series, values: Any, games: int) -> None:
    assert told["n"] == len(values)
    assert told["total"] == values.sum()
    assert told["mean"] == pytest.approx(values.mean())
    assert told["sd"] == pytest.approx(values.std(ddof=1))
    assert (told["min"], told["max"]) == (values.min(), values.max())
    for share in (0.05, 0.5, 0.99):
        theirs = np.quantile(values, share, method="inverted_cdf")
        assert told[f"q{round(100 * share):02}"] == theirs
    bounds = stats.norm.interval(0.95, values.mean(), values.std(ddof=1) / math.sqrt(games))
    assert (told["low"], told["high"]) == pytest.approx(bounds)


def test_amounts(run: Run, rows: Rows) -> None:
    check_mean(payments.describe(run).loc["game"], rows.paid.clip(0).sum(axis=1), GAMES)
    won = int(rows.won.sum())
    check_mean(payments.describe(run, "winner").loc["winner"], rows.gain[rows.won], won)
    losers = -rows.losers(rows.paid, rows.won)
    check_mean(payments.describe(run, "loser").loc["loser"], losers, won)
    for seat, told in payments.describe(run, "seat").iterrows():
        check_mean(told, rows.paid[:, seat], GAMES)
    sits = np.column_stack([rows.frame[f"player_{seat}"] for seat in range(rows.players)])
    for player, told in payments.describe(run, "player").iterrows():
        check_mean(told, rows.paid[sits == player], GAMES)
    check_mean(payments.describe(run, "policy").loc["random"], rows.paid[sits > 0], GAMES)


def test_errors_over_seats_of_a_game_are_wide_enough(run: Run, rows: Rows) -> None:
    together = -rows.paid.clip(max=0).sum(axis=1)[rows.won] / (rows.players - 1)
    told = payments.describe(run, "loser").loc["loser"]
    half = 1.96 * together.std(ddof=1) / math.sqrt(len(together))
    assert 0.98 * half <= (told["high"] - told["low"]) / 2 <= 1.5 * half


def test_distribution(run: Run, rows: Rows) -> None:
    told = payments.distribution(run)
    amounts = rows.paid.clip(0).sum(axis=1)
    counts = pd.Series(amounts).value_counts().sort_index()
    assert told.index.tolist() == counts.index.tolist()
    assert told["count"].tolist() == counts.tolist()
    theirs = multinomial_proportions_confint(counts.to_numpy(), method="goodman")
    np.testing.assert_allclose(told[["low", "high"]], theirs, atol=1e-12)
    amount = told.index[len(told) // 2]
    assert told.loc[amount, "at_least"] == pytest.approx((amounts >= amount).mean())
    share = amounts[amounts >= amount].sum() / amounts.sum()
    assert told.loc[amount, "money_share"] == pytest.approx(share)


@pytest.mark.parametrize("of", ["game", "winner"])
def test_tail(run: Run, rows: Rows, of: str) -> None:
    amounts = rows.paid.clip(0).sum(axis=1) if of == "game" else rows.gain[rows.won]
    largest = np.sort(amounts)[::-1]
    told = payments.tail(run, of, shares=(0.5, 0.1, 0.01, 0.00001))
    for share, row in told.iloc[:3].iterrows():
        few = int(share * len(amounts) + 1e-9)  # type: ignore[operator]
        assert row["count"] == few
        assert row["money"] == largest[:few].sum()
        assert row["at_least"] == largest[few - 1]
        assert row["money_share"] == pytest.approx(largest[:few].sum() / largest.sum())
        assert row["low"] < row["money_share"] < row["high"]
    assert told.iloc[3]["count"] == 0
    assert told.iloc[3][["at_least", "money_share", "low", "high"]].isna().all()


def test_error_of_the_tail_is_that_of_the_bootstrap(run: Run, rows: Rows) -> None:
    amounts, rng = rows.paid.clip(0).sum(axis=1), np.random.default_rng(3)
    shares = []
    for _ in range(400):
        drawn = np.sort(rng.choice(amounts, GAMES))[::-1]
        shares.append(drawn[: GAMES // 100].sum() / drawn.sum())
    told = payments.tail(run, shares=[0.01]).iloc[0]
    assert (told["high"] - told["low"]) / 3.92 == pytest.approx(np.std(shares), rel=0.15)


def check_gains(told: pd.Series, rows: Rows, chosen: Any) -> None:
    gains, total = rows.gain[chosen & rows.on_points], rows.gain[rows.on_points].sum()
    assert told["count"] == len(gains)
    assert told["n"] == rows.on_points.sum()
    assert told["money"] == gains.sum()
    assert told["money_share"] == pytest.approx(gains.sum() / total)
    if len(gains):
        assert told["mean"] == pytest.approx(gains.mean())
        assert told["q95"] == np.quantile(gains, 0.95, method="inverted_cdf")
        assert told["max"] == gains.max()
    if len(gains) >= 30:
        bounds = stats.norm.interval(0.95, gains.mean(), stats.sem(gains))
        assert (told["mean_low"], told["mean_high"]) == pytest.approx(bounds)
    else:
        assert math.isnan(told["mean_low"])


def test_by_goes(run: Run, rows: Rows) -> None:
    told = payments.by_goes(run)
    goes = rows.frame["goes"].to_numpy()
    assert told.index.tolist() == sorted(set(goes[rows.on_points].tolist()))
    for number, row in told.iterrows():
        check_gains(row, rows, goes == number)
    theirs = multinomial_proportions_confint(told["count"].to_numpy(), method="goodman")
    np.testing.assert_allclose(told[["low", "high"]], theirs, atol=1e-12)
    assert told["money_share"].sum() == pytest.approx(1)


def test_by_sets(run: Run, rows: Rows) -> None:
    told = payments.by_sets(run)
    sets = rows.frame["sets"].to_numpy()
    for place, name in enumerate(SETS):
        check_gains(told.loc[name], rows, sets >> place & 1 == 1)
    check_gains(told.loc["none"], rows, sets == 0)
    one = told.loc["godori"]
    theirs = proportion_confint(one["count"], one["n"], method="wilson")
    assert (one["low"], one["high"]) == pytest.approx(theirs)


@pytest.mark.parametrize("of", ["loser", "winner"])
def test_multipliers(run: Run, rows: Rows, of: str) -> None:
    told = multipliers.distribution(run, of)
    all_of_them = rows.each("multiplier")
    values = (
        rows.losers(all_of_them, rows.on_points)
        if of == "loser"
        else rows.winners(all_of_them)[rows.on_points]
    )
    counts = pd.Series(values).value_counts().sort_index()
    assert told.index.tolist() == counts.index.tolist()
    assert told["count"].tolist() == counts.tolist()
    assert set(told["n"]) == {len(values)}
    each = len(values) / rows.on_points.sum()
    theirs = multinomial_proportions_confint(counts.to_numpy() / each, method="goodman")
    np.testing.assert_allclose(told[["low", "high"]], theirs, atol=1e-12)
    assert told.loc[2, "at_least"] == pytest.approx((values >= 2).mean())
    assert not told["or_more"].any()


@pytest.mark.parametrize("of", ["loser", "winner"])
def test_factors(run: Run, rows: Rows, of: str) -> None:
    factors = rows.each("factors")
    bits = rows.losers(factors, rows.won) if of == "loser" else rows.winners(factors)[rows.won]
    held = (bits[:, None] >> np.arange(len(FACTORS)) & 1).astype(bool)
    told = multipliers.factors(run, of)
    for place, name in enumerate(FACTORS):
        row = told.loc[name]
        assert (row["count"], row["n"]) == (held[:, place].sum(), len(bits))
        assert row["alone"] == (held[:, place] & (held.sum(axis=1) == 1)).sum()
    sets = pd.Series(bits).value_counts()
    joint = multipliers.together(run, of)
    assert sorted(joint["count"]) == sorted(sets)
    assert joint["count"].is_monotonic_decreasing
    assert joint.loc["", "count"] == sets[0]
    paired = multipliers.pairs(run, of)
    for (one, other), row in paired.iterrows():  # type: ignore[misc]
        a, b = held[:, FACTORS.index(one)], held[:, FACTORS.index(other)]
        assert row["count"] == (a & b).sum()
        assert row["lift"] == pytest.approx((a & b).mean() / (a.mean() * b.mean()))


def test_what_is_odd_happens(run: Run, rows: Rows) -> None:
    """Else the tests above say little."""
    if rows.players == 3:
        assert rows.frame["ended_by"].eq("triple_ppeok").any()
        assert (~rows.won & (rows.paid != 0).any(axis=1)).any()
        told = multipliers.together(run)
        assert told.index.str.contains("capped").any()
        assert payments.by_sets(run).loc["first_ppeok_paid", "count"] > 0


@pytest.mark.parametrize("games", [1, 2, 3])
def test_tiny_runs_promise_nothing(games: int) -> None:
    for seed in range(4):
        run = gostop.simulate("arcade3", games=games, seed=seed, detail="seats")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            amounts = [payments.describe(run, of) for of in payments.OF]
            tail = payments.tail(run)
            gains = [payments.by_goes(run), payments.by_sets(run)]
            shares = [
                payments.distribution(run),
                *(multipliers.distribution(run, of) for of in ("loser", "winner")),
                *(multipliers.factors(run, of) for of in ("loser", "winner")),
                *(multipliers.together(run, of) for of in ("loser", "winner")),
                *(multipliers.pairs(run, of) for of in ("loser", "winner")),
                *gains,
            ]
        for told in amounts:
            assert told[["low", "high"]].isna().all(axis=None)
        assert tail[["low", "high"]].isna().all(axis=None)
        for told in gains:
            assert told[["mean_low", "mean_high"]].isna().all(axis=None)
        for told in shares:
            assert ((told["high"] - told["low"]) > 0.3).all()


def test_a_drawn_run_has_no_tail() -> None:
    run = next(
        run
        for seed in range(100)
        for run in [gostop.simulate("arcade3", games=1, seed=seed)]
        if not run.summary().winners[:, :, 1:].any()
    )
    assert payments.tail(run, shares=[0.5])["money_share"].isna().all()
    assert payments.describe(run, "winner").loc["winner", "n"] == 0
    assert payments.distribution(run, "winner").empty
    assert multipliers.distribution(run).empty
    assert payments.by_goes(run).empty


def test_the_last_multiplier_may_stand_for_more() -> None:
    run = gostop.simulate("arcade3", games=100, seed=1, detail="summary")
    run._summary.record["loser_multiplier"][0, 1023] = 5
    told = multipliers.distribution(run)
    assert told["or_more"].tolist() == [False] * (len(told) - 1) + [True]
    assert told.index[-1] == 1023


def test_what_is_not_there() -> None:
    run = gostop.simulate("arcade3", games=100, seed=1)
    with pytest.raises(InputError, match="column 'sets' is not in a run of detail 'default'"):
        payments.by_sets(run)
    for call in (payments.describe, payments.distribution, payments.tail):
        with pytest.raises(InputError, match="of 'team'"):
            call(run, "team")  # type: ignore[operator]
    with pytest.raises(InputError, match="of 'team' is unknown"):
        multipliers.factors(run, "team")
    with pytest.raises(InputError, match="several distributions"):
        payments.distribution(run, "seat")
    with pytest.raises(InputError, match="share 1 is out of range"):
        payments.tail(run, shares=[1])
    twice = gostop.simulate("arcade3", policy="greedy", games=100, seed=1)
    with pytest.raises(InputError, match="same deals"):
        payments.describe([run, twice], mix=True)


def test_ties_at_the_edge_of_the_tail_are_divided() -> None:
    counts = Counts({0: 50, 1: 40, 10: 10})
    told = payments._largest(counts, 0.3, 0.95)
    assert (told["count"], told["money"], told["at_least"]) == (30, 120, 1)
