"""The report, every figure of it computed once more from the rows, with pandas and SciPy."""

import json
import math
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from rich.cells import cell_len
from scipy import stats

import gostop
from gostop.analysis import Report, exact, report
from gostop.analysis.figures import QUANTILES, Distribution
from gostop.analysis.report import COMMON_FACTORS
from gostop.cli.report import print_report, report_command
from gostop.errors import InputError
from gostop.kernels.outcome import FACTORS, SETS
from gostop.kernels.state import ENDINGS, EVENTS
from gostop.kernels.summary import SUMMARY
from gostop.run import Run
from gostop.summary import Summary

GAMES = 20_000
Plain = dict[str, Any]

# Rules under which rare endings, prices and factors happen, one price beyond the histogram's end.
ODD = gostop.Rules.preset("arcade3").replace(
    floor_four="first_wins",
    chongtong_points=200,
    triple_ppeok_points=4,
    first_ppeok_points=3,
    consecutive_ppeok_points=(6, 9),
    go_bak="pays_all",
    max_payment=30,
    exhaustion="nagari",
)
ODD_TWO = gostop.Rules.preset("arcade2").replace(
    two_chongtong="nagari", five_brights_dealt_points=15, first_ppeok_points=3
)


def rotating(folder: Path) -> Run:
    mixed = ["greedy", "random", "random"]
    return gostop.simulate(
        "arcade3", policy=mixed, games=GAMES, seed=7, rotate=True, detail="full", out=folder
    )


def odd(_: Path) -> Run:
    mixed = ["random", "greedy", "random"]
    return gostop.simulate(ODD, policy=mixed, games=GAMES, seed=8, detail="full")


def two(_: Path) -> Run:
    mixed = ["random", "greedy"]
    return gostop.simulate(ODD_TWO, policy=mixed, games=GAMES, seed=9, rotate=True, detail="full")


@pytest.fixture(scope="module", params=[rotating, odd, two])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    make: Callable[[Path], Run] = request.param
    return make(tmp_path_factory.mktemp("run") / "out")


Frame = pd.DataFrame
WHERE = "goes >= 1 and payment_0 < 40 or ended_by not in ('stop', 'nagari')"


def asked_for(frame: Frame) -> "pd.Series[bool]":
    """WHERE in pandas."""
    some = frame["goes"].ge(1) & frame["payment_0"].lt(40)
    return some | ~frame["ended_by"].isin(["stop", "nagari"])


@pytest.fixture(scope="module", params=["kept", "rows", "where"])
def source(request: pytest.FixtureRequest) -> str:
    """Where a report comes from: totals kept, all rows, or some of them."""
    return str(request.param)


@pytest.fixture(scope="module")
def told(run: Run, source: str) -> Plain:
    where = WHERE if source == "where" else None
    return report(run, where, rows=source == "rows").to_dict()


class Rows:
    """A run's rows, or some of them, as widened arrays, and what they say."""

    def __init__(self, run: Run, chosen: "Callable[[Frame], pd.Series[bool]] | None") -> None:
        frame = run.frame()
        if chosen is not None:
            frame = frame[chosen(frame)]
        self.ended = frame["ended_by"].astype(str).to_numpy()
        numbers = frame.drop(columns="ended_by")
        self.column = {name: numbers[name].astype("int64").to_numpy() for name in numbers}
        self.n, self.seats = len(frame), run.plan.rules.players
        self.winner = self.column["winner"]
        self.won = self.winner >= 0
        self.on_points = np.isin(self.ended, ("stop", "highest"))

    def each(self, name: str) -> "np.ndarray[Any, np.dtype[np.int64]]":
        """A column of each seat, a row a game."""
        return np.column_stack([self.column[f"{name}_{seat}"] for seat in range(self.seats)])

    def winners(self, name: str, games: Any) -> Any:
        """The winner's value in these games."""
        return self.each(name)[games, self.winner[games]]

    def losers(self, name: str, games: Any) -> Any:
        """The losers' values in these games, a row a game."""
        others = np.arange(self.seats) != self.winner[games, None]
        return self.each(name)[games][others].reshape(-1, self.seats - 1)


@pytest.fixture(scope="module")
def rows(run: Run, source: str) -> Rows:
    return Rows(run, asked_for if source == "where" else None)


def check_rate(told: Plain, hits: Any) -> None:
    """Compare a rate with yes or no for each game, or in columns for each loser of a game."""
    hits = np.asarray(hits, bool)
    games = len(hits)
    assert told["count"] == hits.sum()
    assert told["n"] == hits.size
    assert told["rate"] == pytest.approx(hits.mean())
    # Wilson's bounds are the rates from which this one lies just z standard errors off.
    for bound in (told["low"], told["high"]):
        off = stats.norm.ppf(0.975) * math.sqrt(bound * (1 - bound) / games)
        assert abs(bound - told["rate"]) == pytest.approx(off, abs=1e-12)
    assert told["low"] <= told["rate"] <= told["high"] > told["low"]
    if hits.ndim == 1 and games:
        theirs = stats.binomtest(int(hits.sum()), games).proportion_ci(method="wilson")
        assert (told["low"], told["high"]) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def check_mean(told: Plain, values: Any) -> None:
    values = np.asarray(values)
    assert told["n"] == values.size
    assert told["mean"] == pytest.approx(values.mean(), abs=1e-12)
    if (values == values.flat[0]).all():
        assert told["low"] is told["high"] is None
        return
    error = values.std(ddof=1) / math.sqrt(len(values))
    theirs = stats.norm.interval(0.95, values.mean(), error)
    assert (told["low"], told["high"]) == pytest.approx(theirs, rel=1e-9, abs=1e-12)


def check_distribution(told: Plain, values: Any) -> None:
    check_mean(told, values)
    counted = pd.Series(values.ravel()).value_counts().sort_index()
    assert [one["value"] for one in told["bins"]] == counted.index.tolist()
    for one in told["bins"]:
        assert not one["or_more"]
        check_rate(one, values == one["value"])
    quantiles = [
        int(np.quantile(values, percent / 100, method="inverted_cdf")) for percent in QUANTILES
    ]
    assert told["quantiles"] == dict(zip(map(str, QUANTILES), quantiles, strict=True))


def test_what_the_run_was(run: Run, rows: Rows, told: Plain, source: str) -> None:
    assert told["plan"] == run.plan.to_dict()
    assert told["run_games"] == GAMES
    assert told["games"] == rows.n
    assert told["where"] == (WHERE if source == "where" else None)
    assert told["left_out"] == {}
    assert told["confidence"] == 0.95


def test_endings(rows: Rows, told: Plain) -> None:
    assert list(told["endings"]) == list(ENDINGS)
    for name, one in told["endings"].items():
        check_rate(one, rows.ended == name)
        assert one["won"] == (rows.won & (rows.ended == name)).sum()
    check_rate(told["decisive"], rows.won)
    check_rate(told["won_on_points"], rows.on_points)


def test_seats(run: Run, rows: Rows, told: Plain) -> None:
    assert [one["seat"] for one in told["seats"]] == list(range(rows.seats))
    for seat, one in enumerate(told["seats"]):
        check_rate(one["win"], rows.winner == seat)
        check_rate(one["win_of_decisive"], rows.winner[rows.won] == seat)
        check_mean(one["payment"], rows.each("payment")[:, seat])
        assert one["policy"] == (None if run.plan.rotate else run.plan.policies[seat].name)


def test_players(run: Run, rows: Rows, told: Plain) -> None:
    assert [one["player"] for one in told["players"]] == list(range(rows.seats))
    for player, one in enumerate(told["players"]):
        seat = (player + rows.column["game"] * run.plan.rotate) % rows.seats
        check_rate(one["win"], rows.winner == seat)
        check_rate(one["win_of_decisive"], (rows.winner == seat)[rows.won])
        check_mean(one["payment"], rows.each("payment")[np.arange(rows.n), seat])
        assert one["policy"] == run.plan.policies[player].name


def test_rare(run: Run, rows: Rows, told: Plain) -> None:
    for name in ("chongtong", "triple_ppeok", "nagari"):
        check_rate(told["rare"][name], rows.ended == name)
        assert told["rare"][name]["of"] == "games"
    rules, floor = run.plan.rules, told["rare"]["floor_four"]
    redeals = int(rows.column["redeals"].sum())
    if rules.floor_four == "redeal":
        assert redeals > 0 or rows.n < GAMES
        assert floor["of"] == "deals"
        check_rate(floor, np.arange(rows.n + redeals) < redeals)
    else:
        assert floor["of"] == "games"
        check_rate(floor, rows.ended == "floor_four")
    assert told["rare"]["nagari"]["exact"] is told["rare"]["triple_ppeok"]["exact"] is None


def test_exact_probabilities_stand_beside(run: Run, told: Plain, source: str) -> None:
    if source == "where":
        assert {one["exact"] for one in told["rare"].values()} == {None}
        return
    rules = run.plan.rules
    sizes = (rules.players, rules.hand_size, rules.floor_size)
    floor = exact.floor_four(rules.floor_size)
    hand = exact.chongtong(*sizes)
    if rules.floor_four != "redeal":
        hand *= 1 - floor
    for name, probability in (("chongtong", hand), ("floor_four", floor)):
        one = told["rare"][name]
        assert one["exact"]["fraction"] == str(probability)
        p = float(probability)
        assert one["exact"]["value"] == p
        off = (one["count"] / one["n"] - p) / math.sqrt(p * (1 - p) / one["n"])
        assert one["exact"]["standard_errors"] == pytest.approx(off)
        assert abs(off) < 4


def test_factors(rows: Rows, told: Plain) -> None:
    assert sorted([*told["factors"]["winner"], *told["factors"]["losers"]]) == sorted(FACTORS)
    assert set(told["factors"]["winner"]) == set(COMMON_FACTORS)
    for name, one in told["factors"]["winner"].items():
        check_rate(one, rows.winners("factors", rows.won) >> FACTORS.index(name) & 1)
    for name, one in told["factors"]["losers"].items():
        check_rate(one, rows.losers("factors", rows.won) >> FACTORS.index(name) & 1)


def test_intervals_over_losers_are_wide_enough(rows: Rows, told: Plain, source: str) -> None:
    """What the losers of a game have in common is covered, by at most 1.5 times too much.

    Losers of games that were chosen by what one of them paid can differ more than chance has it.
    """
    together, most = 0, math.inf if source == "where" else 1.5
    for name, one in told["factors"]["losers"].items():
        if one["count"] < 100:
            continue
        of_game = (rows.losers("factors", rows.won) >> FACTORS.index(name) & 1).mean(axis=1)
        half = 1.96 * of_game.std(ddof=1) / math.sqrt(len(of_game))
        assert 0.99 * half <= (one["high"] - one["low"]) / 2 <= most * half
        together += 1
    assert together >= 2 or source == "where"


def test_sets(rows: Rows, told: Plain) -> None:
    assert list(told["sets"]) == list(SETS)
    for place, name in enumerate(SETS):
        check_rate(told["sets"][name], rows.column["sets"][rows.won] >> place & 1)


def test_events(rows: Rows, told: Plain) -> None:
    assert list(told["events"]) == list(EVENTS)
    for name, seats in told["events"].items():
        assert [one["seat"] for one in seats] == list(range(rows.seats))
        for seat, one in enumerate(seats):
            times = rows.each(name)[:, seat]
            check_mean(one["mean"], times)
            check_rate(one["games"], times > 0)


def test_multipliers_are_of_games_won_on_points(rows: Rows, told: Plain) -> None:
    common = rows.winners("multiplier", rows.on_points)
    losers = rows.losers("multiplier", rows.on_points)
    check_distribution(told["multipliers"]["common"], common)
    check_distribution(told["multipliers"]["losers"], losers)


def test_points_goes_and_turns(rows: Rows, told: Plain) -> None:
    check_distribution(told["points"], rows.column["points"][rows.on_points])
    check_distribution(told["goes"], rows.column["goes"][rows.won])
    check_distribution(told["turns"], rows.column["turns"])


def test_the_odd_rules_bring_rare_things_about() -> None:
    """Else the tests above would say little about fixed prices and rare factors."""
    three, pair = report(odd(Path())), report(two(Path()))
    for name in ("stop", "nagari", "chongtong", "triple_ppeok", "floor_four"):
        assert three.endings[name].rate.count, name
    assert three.loser_factors["pays_all"].count
    assert three.loser_factors["capped"].count
    assert three.sets["first_ppeok_paid"].count
    assert pair.endings["five_brights"].won
    assert 0 < pair.endings["chongtong"].won < pair.endings["chongtong"].rate.count
    assert pair.endings["triple_ppeok"].won


def finite(value: Any) -> Iterator[Any]:
    """Every value of a document, NaN and infinity refused."""
    if isinstance(value, dict):
        for key, part in value.items():
            assert isinstance(key, str)
            yield from finite(part)
    elif isinstance(value, list):
        for part in value:
            yield from finite(part)
    else:
        assert value is None or type(value) in (int, float, str, bool)
        assert not isinstance(value, float) or math.isfinite(value)
        yield value


@pytest.mark.parametrize("games", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_tiny_runs(games: int, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    run = gostop.simulate("arcade3", games=games, seed=seed, detail="summary", rotate=True)
    told = report(run).to_dict()
    assert list(finite(told))
    for one in told["seats"]:
        assert 0 <= one["win"]["low"] < one["win"]["high"] <= 1
    print_report(report(run))
    assert "nan" not in capsys.readouterr().out


def test_a_run_without_a_winner(capsys: pytest.CaptureFixture[str]) -> None:
    run = next(
        run
        for seed in range(100)
        for run in [gostop.simulate("arcade3", games=1, seed=seed, detail="summary")]
        if not run.summary().winners[:, :, 1:].any()
    )
    told = report(run).to_dict()
    assert list(finite(told))
    nothing = {"count": 0, "n": 0, "rate": None, "low": 0.0, "high": 1.0}
    assert told["sets"]["godori"] == told["factors"]["losers"]["pi_bak"] == nothing
    assert told["points"] == {
        "n": 0,
        "mean": None,
        "low": None,
        "high": None,
        "quantiles": {},
        "bins": [],
    }
    print_report(report(run))
    assert "Goes of the winner" not in capsys.readouterr().out


def test_the_last_bin_stands_for_more_if_it_is_filled() -> None:
    counts = np.zeros(16, np.int64)
    counts[[2, 15]] = 30, 10
    made = Distribution.of(counts)
    assert [(one.value, one.or_more) for one in made.bins] == [(2, False), (15, True)]
    counts[[14, 15]] = 10, 0
    assert not any(one.or_more for one in Distribution.of(counts).bins)


def test_a_quantile_is_reached_by_exactly_so_many_per_cent() -> None:
    counts = np.zeros(16, np.int64)
    counts[[1, 2, 3, 4]] = 25, 25, 25, 25
    assert Distribution.of(counts).quantiles == {5: 1, 25: 1, 50: 2, 75: 3, 95: 4, 99: 4}


def test_compact_bins_add_up() -> None:
    counts = np.arange(1, 21, dtype=np.int64)
    made = Distribution.of(counts, per_game=2)
    few = made.compact(5)
    assert [one.value for one in few] == [0, 1, 2, 3, 4]
    assert [one.or_more for one in few] == [False] * 4 + [True]
    assert sum(one.rate.count for one in few) == counts.sum()
    assert {one.rate.n for one in few} == {counts.sum()}
    assert made.compact(20) == made.bins


def test_a_folder_needs_no_rows_and_tells_the_same(tmp_path: Path) -> None:
    made = rotating(tmp_path / "made")
    shutil.copytree(tmp_path / "made", tmp_path / "bare")
    for file in (tmp_path / "bare").glob("*.parquet"):
        file.unlink()
    in_memory = gostop.simulate(
        "arcade3", policy="greedy,random,random", games=GAMES, seed=7, rotate=True, detail="full"
    )
    told = report(made).to_dict()
    assert report(tmp_path / "bare").to_dict() == told
    assert report(str(tmp_path / "bare")).to_dict() == told
    assert report(in_memory).to_dict() == told


def test_json_is_one_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = rotating(tmp_path / "run")
    report_command(str(tmp_path / "run"), None, False, True)
    printed = capsys.readouterr()
    assert json.loads(printed.out) == report(made).to_dict()
    assert printed.err == ""
    assert list(json.loads(printed.out)) == [
        "plan",
        "confidence",
        "share_of",
        "where",
        "run_games",
        "left_out",
        "games",
        "decisive",
        "won_on_points",
        "endings",
        "seats",
        "players",
        "rare",
        "factors",
        "sets",
        "events",
        "multipliers",
        "goes",
        "points",
        "turns",
    ]


@pytest.mark.parametrize("columns", [80, 120])
def test_tables_fit(
    run: Run, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    print_report(report(run))
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert max(map(cell_len, printed.splitlines())) <= columns
    names = [line.split("  ")[0].strip() for line in printed.splitlines()]
    for term in (
        "스톱 stop",
        "총통 four dealt",
        "5광 five 광",
        "고도리 three birds",
        "뻑 먹기 pile eaten",
    ):
        assert term in names, f"{term} is broken or missing"
    assert ("By player" in printed) == run.plan.rotate


def test_tables_of_a_very_large_run_fit(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No figure may be cut off where there are many digits to tell."""
    monkeypatch.setenv("COLUMNS", "80")
    large = Summary((run.summary().record.view(np.int64) * 100_000).view(SUMMARY))
    print_report(report(Run(run.plan, GAMES * 100_000, None, large)))
    printed = capsys.readouterr().out
    assert "2,000,000,000 games" in printed
    assert "…" not in printed
    assert f"{large.winners[:, :, 1].sum():,}" in printed


def test_tables_print_what_the_report_tells(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    run = odd(Path())
    print_report(report(run))
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    told: Report = report(run)
    one = told.sets["godori"]
    line = next(line for line in lines if line[:1] == ["고도리"])
    assert line[3] == f"{one.count:,}"
    assert one.rate is not None
    for text, value in zip(line[4:], (one.rate, one.low, one.high), strict=True):
        assert float(text) == pytest.approx(100 * value, abs=0.005)
    seat = next(line for line in lines if line[:2] == ["1", "greedy"])
    paid = told.seats[1].payment
    assert paid.mean is not None
    assert float(seat[-2]) == pytest.approx(paid.mean, abs=0.05)


@pytest.mark.parametrize("as_json", [True, False])
def test_a_foreign_folder_is_refused(tmp_path: Path, as_json: bool) -> None:
    with pytest.raises(InputError, match="does not exist"):
        report_command(str(tmp_path / "none"), None, False, as_json)
    with pytest.raises(InputError, match="holds no run"):
        report_command(str(tmp_path), None, False, as_json)


def test_the_front_door_gives_the_function_whoever_imports_the_module() -> None:
    import gostop.analysis
    import gostop.analysis.report

    assert callable(gostop.analysis.report)
    assert gostop.analysis.exact.hand_four is exact.hand_four
    assert {"Report", "exact", "intervals", "report"} <= set(dir(gostop.analysis))
    with pytest.raises(AttributeError, match="nonsense"):
        _ = gostop.analysis.nonsense
