"""A report counted from rows: equal to the one kept beside them, and one of any part of them.

That its figures are right, of all games and of some, is held with pandas in `test_report`.
"""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import gostop as command
from rich.cells import cell_len

import gostop
from gostop.analysis import Report, load, report
from gostop.analysis.counted import count_rows, left_out
from gostop.cli.report import print_report, report_command
from gostop.errors import InputError
from gostop.kernels.summary import SUMMARY
from gostop.rule_files import preset_names
from gostop.run import Run

UNKNOWN: dict[str, set[str]] = {
    "default": {"sets", "events", "redeals"},
    "seats": {"redeals"},
    "full": set(),
}
"""Fields of the summary that no column of a detail holds."""


def check_counts(run: Run) -> None:
    """Hold every count that rows hold against the kernels'."""
    counted, kept = count_rows(run), run.summary()
    unknown = UNKNOWN[run.plan.detail]
    assert set(left_out(run.plan)) == unknown
    for name in SUMMARY.names or ():
        expected = kept.record[name]
        if name in unknown or name == "decisions":
            expected = np.zeros_like(expected)
        np.testing.assert_array_equal(counted.record[name], expected, err_msg=name)


def without(told: Report, left_out: dict[str, str]) -> Report:
    """A report less what another leaves out."""
    rare = dict(told.rare)
    if "rare.floor_four" in left_out:
        rare["floor_four"] = None
    return replace(
        told,
        left_out=left_out,
        rare=rare,
        sets=None if "sets" in left_out else told.sets,
        events=None if "events" in left_out else told.events,
    )


def check_same(run: Run) -> None:
    """Hold what rows tell against what the totals tell, figure by figure."""
    check_counts(run)
    told = report(run, rows=True)
    assert told == without(report(run), told.left_out)
    assert count_rows(run, "game >= 0") == count_rows(run)


def mixed(players: int, first: str) -> list[str]:
    return [first, *["random"] * (players - 1)]


@pytest.mark.parametrize("detail", ["default", "seats", "full"])
@pytest.mark.parametrize("preset", preset_names())
def test_rows_and_totals_tell_the_same(preset: str, detail: str, tmp_path: Path) -> None:
    players = gostop.Rules.preset(preset).players
    for rotate, first in ((False, "greedy"), (True, "heuristic")):
        policy = mixed(players, first)
        run = gostop.simulate(
            preset, policy=policy, games=3000, seed=5, rotate=rotate, detail=detail
        )
        check_same(run)
        out = tmp_path / first
        gostop.simulate(
            preset, policy=policy, games=3000, seed=5, rotate=rotate, detail=detail, out=out
        )
        assert report(out, rows=True) == report(run, rows=True)


def test_settings_of_a_session_change_nothing_between_the_two() -> None:
    rules = gostop.Rules.preset("tongil")
    assert rules.session_settings
    check_same(gostop.simulate(rules, games=3000, seed=3, detail="full"))


@pytest.mark.parametrize("rotate", [True, False])
@pytest.mark.parametrize("games", [1, 2, 3, 4, 5])
def test_tiny_runs(games: int, rotate: bool, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(3):
        run = gostop.simulate("arcade3", games=games, seed=seed, rotate=rotate, detail="seats")
        check_same(run)
        for where in ("game == 0", "winner == -1", "turns < 0", "payment_0 > 0"):
            told = report(run, where)
            json.dumps(told.to_dict(), allow_nan=False)
            print_report(told)
    assert "nan" not in capsys.readouterr().out


def test_runs_of_several_files_and_blocks(tmp_path: Path) -> None:
    """Neither 250,000 nor a million is a whole number of turns round three seats."""
    run = gostop.simulate(
        "arcade3",
        policy=mixed(3, "greedy"),
        games=1_300_001,
        seed=2,
        rotate=True,
        out=tmp_path / "run",
    )
    check_same(run)
    frame = load(run, ["winner", "player_0", "goes"])
    told = report(run, "player_0 == 0 and goes >= 1")
    chosen = frame[(frame["player_0"] == 0) & (frame["goes"] >= 1)]
    assert told.games == len(chosen)
    assert told.players[0].win.count == told.seats[0].win.count == (chosen["winner"] == 0).sum()


@cache
def some() -> tuple[Run, pd.DataFrame]:
    run = gostop.simulate("arcade3", policy=mixed(3, "greedy"), games=4000, seed=6, detail="full")
    frame = run.frame()
    words = frame.pop("ended_by").astype(str)
    return run, frame.astype("int64").assign(ended_by=words)


@settings(deadline=None, max_examples=40)
@given(
    column=st.sampled_from(["turns", "goes", "payment_1", "points", "factors_2", "winner", "game"]),
    least=st.integers(-60, 60),
    ending=st.sampled_from(["stop", "highest", "nagari", "chongtong"]),
)
def test_any_part_is_told_of(column: str, least: int, ending: str) -> None:
    run, frame = some()
    told = report(run, f"{column} >= {least} and ended_by != '{ending}'")
    part = frame[(frame[column] >= least) & (frame["ended_by"] != ending)]
    assert (told.games, told.run_games) == (len(part), 4000)
    assert told.decisive.count == (part["winner"] >= 0).sum()
    assert {name: one.rate.count for name, one in told.endings.items() if one.rate.count} == (
        part["ended_by"].value_counts().to_dict()
    )
    assert {one.value: one.rate.count for one in told.turns.bins} == (
        part["turns"].value_counts().to_dict()
    )
    for seat, one in enumerate(told.seats):
        assert one.win.count == (part["winner"] == seat).sum()
        assert one.payment.n == len(part)
        if len(part):
            assert one.payment.mean == pytest.approx(part[f"payment_{seat}"].mean())
    assert told.events is not None
    ppeoks = told.events["ppeoks"][1]
    assert ppeoks.games.count == (part["ppeoks_1"] > 0).sum()


def test_parts_add_up_to_the_whole() -> None:
    run, _ = some()
    goes, none = count_rows(run, "goes >= 1"), count_rows(run, "not goes >= 1")
    assert goes.games > 0 < none.games
    assert goes + none == count_rows(run)


def test_of_some_games_nothing_has_an_exact_probability() -> None:
    run, _ = some()
    known = {name for name, one in report(run, rows=True).rare.items() if one and one.exact}
    assert known == {"chongtong", "five_brights", "floor_four"} - (
        set() if run.plan.rules.five_brights_dealt_points else {"five_brights"}
    )
    for one in report(run, "game < 3000").rare.values():
        assert one is not None
        assert one.exact is None


def test_what_is_left_out_is_null_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    run = gostop.simulate("arcade3", games=1000, seed=7)
    told = report(run, rows=True)
    plain = told.to_dict()
    missing = {"sets": "seats", "events": "seats", "rare.floor_four": "full"}
    assert plain["left_out"] == told.left_out == missing
    assert plain["sets"] is plain["events"] is plain["rare"]["floor_four"] is None
    assert plain.keys() == report(run).to_dict().keys()
    print_report(told)
    notice = (
        "Left out, as these rows do not tell it: what winners scored with (--detail seats), "
        "events by seat (--detail seats), deals dealt anew (--detail full)."
    )
    printed = capsys.readouterr().out
    assert notice in " ".join(printed.split())
    assert "What the winner scored with" not in printed
    assert "Times in 1,000 games" not in printed
    print_report(report(run))
    assert "Left out" not in capsys.readouterr().out


def test_where_no_deal_is_made_anew_that_is_not_left_out() -> None:
    rules = gostop.Rules.preset("arcade3").replace(floor_four="first_wins")
    told = report(gostop.simulate(rules, games=100, seed=7, detail="seats"), rows=True)
    assert told.left_out == {}
    assert told.rare["floor_four"] is not None


@pytest.mark.parametrize("columns", [80, 120])
def test_the_head_says_which_games(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    run, frame = some()
    print_report(report(run, "ended_by in ['stop', 'highest']"))
    printed = capsys.readouterr().out
    number = frame["ended_by"].isin(["stop", "highest"]).sum()
    assert printed.splitlines()[0] == (
        f"{number:,} of 4,000 games, where ended_by in ['stop', 'highest']"
    )
    assert max(map(cell_len, printed.splitlines())) <= columns
    assert "exact %" not in printed


def test_no_game_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    run, _ = some()
    told = report(run, "turns > 200")
    assert told.games == 0
    plain = told.to_dict()
    assert plain["decisive"] == {"count": 0, "n": 0, "rate": None, "low": 0.0, "high": 1.0}
    assert plain["turns"]["mean"] is None
    assert plain["turns"]["bins"] == []
    print_report(told)
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "0 of 4,000 games, where turns > 200"
    assert printed[-1] == "Too few to tell anything of."


def test_a_run_without_rows_is_refused(tmp_path: Path) -> None:
    run = gostop.simulate("arcade3", games=10, seed=1, detail="summary", out=tmp_path / "run")
    for options in ({"where": "goes > 1"}, {"rows": True}):
        with pytest.raises(InputError, match="kept only its summary: simulate again with other"):
            report(run, **options)  # type: ignore[arg-type]
    assert report(run).games == 10


@pytest.mark.parametrize("where", ["gos >= 1", "goes >=", "goes >= 'two'", "1", "turns // goes"])
def test_wrong_expressions_are_refused(where: str) -> None:
    with pytest.raises(InputError, match="is wrong"):
        report(some()[0], where)


def test_lost_rows_are_named(tmp_path: Path) -> None:
    run = gostop.simulate("arcade3", games=10, seed=1, out=tmp_path / "run")
    (tmp_path / "run" / "games-000000.parquet").unlink()
    with pytest.raises(InputError, match="repeat the simulate command of this run"):
        report(run, rows=True)


def test_one_document_of_some_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = gostop.simulate("arcade3", games=500, seed=1, out=tmp_path / "run")
    report_command(str(tmp_path / "run"), "goes >= 1", False, True)
    plain: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert plain == report(run, "goes >= 1").to_dict()
    assert plain["where"] == "goes >= 1"
    assert plain["run_games"] == 500
    assert plain["games"] == plain["decisive"]["count"] < 500


def test_the_command(tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    gostop.simulate("arcade3", games=500, seed=1, detail="full", out=out)
    kept, counted = command("report", out), command("report", out, "--rows")
    assert kept.returncode == counted.returncode == 0
    assert kept.stdout == counted.stdout
    part = command("report", out, "--where", "goes >= 1")
    assert part.stdout.splitlines()[0].endswith(" of 500 games, where goes >= 1")
    wrong = command("report", out, "--where", "gos")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("gostop: expression 'gos' is wrong: there is no column 'gos'")
    bare = str(tmp_path / "bare")
    gostop.simulate("arcade3", games=500, seed=1, detail="summary", out=bare)
    refused = command("report", bare, "--rows")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "simulate again with other detail" in refused.stderr
