"""`gostop simulate`, `bench` and `warm`: what is understood, said, refused and interrupted."""

import json
import os
import pty
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import processes
import pytest
from processes import SHARD, command, contents, interrupt

from gostop import Run
from gostop.cli import main
from gostop.cli.simulate import parse_games, parse_seed, parse_threads
from gostop.engine import available_threads
from gostop.errors import InputError
from gostop.rules import Rules

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Call:
    """Run `gostop` in this process, in an empty folder: exit code, output, errors."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["gostop", *arguments])
        with pytest.raises(SystemExit) as caught:
            main()
        code = caught.value.code
        said = capsys.readouterr()
        return code if isinstance(code, int) else 0, said.out, said.err

    return run


@pytest.fixture
def refuse(call: Call, tmp_path: Path) -> Callable[..., str]:
    """Require a refusal that leaves nothing behind; its sentence."""

    def run(*arguments: str) -> str:
        code, out, err = call(*arguments)
        assert (code, out) == (2, "")
        assert re.fullmatch(r"gostop: [^\n]+\n", err), err
        assert list(tmp_path.iterdir()) == []
        return err[len("gostop: ") : -1]

    return run


# --- numbers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("1", 1),
        ("1000000", 10**6),
        ("1_000_000", 10**6),
        ("1,000,000", 10**6),
        ("1M", 10**6),
        ("1m", 10**6),
        ("2.5M", 2_500_000),
        ("20k", 20_000),
        ("1e6", 10**6),
        ("1E6", 10**6),
        ("1.5e+3", 1500),
        ("1g", 10**9),
        (" 7 ", 7),
        ("1e12", 10**12),
    ],
)
def test_games_as_people_write_them(text: str, games: int) -> None:
    assert parse_games(text) == games


NO_GAMES = (
    *(
        "",
        "x",
        "0",
        "-5",
        "1.5",
        "1.000",
        "1,5M",
        "1,00",
        "1_",
        "_1",
        "1__0",
        "1e",
        "1e6M",
        "1 000",
    ),
    *("1e13", "1e99", "1e400", "1.0000001M", "0.1k0", "1_000.5", "inf", "nan", "１０", "9" * 5000),
)


@pytest.mark.parametrize("text", NO_GAMES)
def test_games_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match=r"^games \".* is not possible: give a whole number"):
        parse_games(text)


def test_seeds_and_threads() -> None:
    assert parse_seed("7") == 7
    assert parse_seed("1_000") == 1000
    assert parse_seed(str(2**64 - 1)) == 2**64 - 1
    assert parse_threads("3") == 3
    assert parse_threads(None) == available_threads()


@pytest.mark.parametrize("seed", ["x", "-1", str(2**64), "1.5", "", "0x10", "9" * 5000])
def test_seeds_that_are_none(seed: str, refuse: Callable[..., str]) -> None:
    said = refuse("simulate", "--seed", seed, "--games", "10", "--out", "run")
    assert re.fullmatch(r"seed .* is not possible: give a whole number, 0 to 2\*\*64 - 1", said)
    assert len(said) < 200


@pytest.mark.parametrize("threads", ["x", "0", "-1", "1.5", "1025"])
@pytest.mark.parametrize("name", ["simulate", "bench"])
def test_threads_that_are_none(name: str, threads: str, refuse: Callable[..., str]) -> None:
    said = refuse(name, "--threads", threads, "--games", "10")
    assert re.fullmatch(r"threads .* is not possible: give a whole number, 1 to 1024", said)


# --- simulate ----------------------------------------------------------------------------------


def test_the_first_line_of_the_readme(call: Call) -> None:
    code, out, err = call(
        *[
            "simulate",
            "--rules",
            "arcade3",
            "--games",
            "1_000_000",
            "--seed",
            "7",
            "--out",
            "runs/first",
        ]
    )
    assert (code, err) == (0, "")
    said, following = out.splitlines()
    assert re.fullmatch(r"runs/first: 1,000,000 games in [0-9.]+ s, [4-7]\.\d\d bytes a game", said)
    assert following == "next: gostop report runs/first"
    assert sorted(path.name for path in Path("runs/first").glob("games-*")) == [
        "games-000000.json",
        "games-000000.parquet",
    ]


def test_no_options_at_all(call: Call) -> None:
    code, out, err = call("simulate")
    assert (code, err) == (0, "")
    assert "1,000,000" in out
    assert list(Path().iterdir()) == []


def test_every_option(call: Call) -> None:
    Path("집.toml").write_text('base = "arcade3"\nwin_points = 5\n', encoding="utf-8")
    code, _, err = call(
        *["simulate", "--rules", "집.toml", "--set", "go_bak=off", "--set", "win_points=4"],
        *["--policy", "greedy,random,random", "--games", "2k", "--seed", "18446744073709551615"],
        *["--rotate", "--detail", "full", "--threads", "1", "--out", "run"],
    )
    assert (code, err) == (0, "")
    run = Run.open("run")
    assert run.plan.rules == Rules.preset("arcade3").replace(win_points=4, go_bak="off")
    assert [policy.name for policy in run.plan.policies] == ["greedy", "random", "random"]
    assert (run.games, run.plan.seed, run.plan.rotate) == (2000, 2**64 - 1, True)
    assert "captured_0" in run.frame()


@pytest.mark.parametrize(
    ("options", "detail"),
    [
        ("", "default"),
        ("--detail default", "default"),
        ("--detail seats", "seats"),
        ("--detail full", "full"),
        ("--detail summary", "summary"),
        ("--summary-only", "summary"),
        ("--summary-only --detail summary", "summary"),
    ],
)
def test_detail(options: str, detail: str, call: Call) -> None:
    assert call(*f"simulate --games 10 --out run {options}".split())[0] == 0
    assert Run.open("run").plan.detail == detail
    assert Path("run/games-000000.parquet").exists() == (detail != "summary")


@pytest.mark.parametrize(("name", "preset"), [("고스톱", "arcade3"), ("맞고", "arcade2")])
def test_korean_names(name: str, preset: str, call: Call) -> None:
    code, out, _ = call("simulate", "--rules", name, "--games", "10", "--out", f"{name} 한판")
    assert code == 0
    assert f"{name} 한판: 10 games" in out
    assert f"next: gostop report '{name} 한판'" in out
    assert Run.open(f"{name} 한판").plan.rules == Rules.preset(preset)


def test_a_terminal_without_korean(tmp_path: Path) -> None:
    out = tmp_path / "맞고"
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = processes.gostop("simulate", "--games", "10", "--out", str(out), env=ascii_only)
    assert (done.returncode, done.stderr) == (0, "")
    assert r"\ub9de\uace0: 10 games" in done.stdout


def test_what_is_said_of_a_run_that_goes_on(call: Call) -> None:
    start = ("simulate", "--out", "run", "--games")
    call(*start, "100")
    assert "run: 100 games, all there before, " in call(*start, "100")[1]
    code, out, err = call(*start, "50")
    assert code == 0
    assert "run: 100 games, all there before, " in out
    assert err == "gostop: 'run' has 100 games already, more than asked for\n"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--detail most", 'detail "most" is unknown: choose from summary, default, seats, full'),
        ("--detail seats --summary-only", "--summary-only keeps no rows"),
        ("--policy gredy", 'policy "gredy" is unknown (did you mean greedy?)'),
        ("--policy random,random", "policy names 2 players, but the rules seat 3"),
        ("--policy random(x=1)", "policy random takes no arguments"),
        ("--policy search(rollouts=1000,c=1.5)", 'policy "search" is unknown'),
        ("--rules arcad3", "nor is it a preset (did you mean arcade3?)"),
        ("--rules .", "cannot be read (Is a directory)"),
        ("--set win_point=3", "(did you mean win_points?)"),
        ("--set win_points", "must have the form field=VALUE"),
        ("--set win_points=0", "win_points is 0, but must be a whole number from 1 to 1000"),
        ("--set win_points=many", 'win_points is "many", but must be'),
        ("--set jokers=[2,0]", "jokers is [2, 0], but must be a list of"),
        ("--games many", 'games "many" is not possible'),
    ],
)
def test_what_is_refused(options: str, said: str, refuse: Callable[..., str]) -> None:
    assert said in refuse(*f"simulate --games 10 --out run/deep {options}".split())
    with_folder = refuse(*f"simulate --games 10 {options}".split())
    assert said in with_folder


def test_detail_without_a_folder(refuse: Callable[..., str]) -> None:
    said = refuse("simulate", "--games", "10", "--detail", "full")
    assert said == "--detail says what is written to a folder: give --out FOLDER too"


def test_an_empty_folder_name(refuse: Callable[..., str]) -> None:
    assert "out is empty" in refuse("simulate", "--games", "10", "--out", "")


@pytest.mark.parametrize("arguments", ["simulate extra", "simulate --bogus", "simulat", "report"])
def test_bad_usage(arguments: str, call: Call) -> None:
    code, out, err = call(*arguments.split())
    assert (code, out) == (2, "")
    assert "Usage: " in err
    assert "Traceback" not in err


# --- Ctrl-C, the terminal ----------------------------------------------------------------------


SOON = 10
"""Seconds: one on a quiet machine, and room for one on which much else is running."""


def started(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        command(*arguments, small=True, tells=True),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def stop(process: "subprocess.Popen[str]", delay: float = 0.1) -> tuple[float, str, str]:
    """Press Ctrl-C while it plays: seconds until it ended, output, errors."""
    interrupt(process, delay)
    begun = time.perf_counter()
    try:
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()  # one that does not hear must not go on for ever
    return time.perf_counter() - begun, out, err


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("games", ["1e9", "1e12"])
def test_an_interrupt_without_a_folder(games: str, threads: str) -> None:
    process = started("simulate", "--games", games, "--threads", threads)
    seconds, out, err = stop(process)
    assert (process.returncode, out) == (130, "")
    assert err == "gostop: interrupted; nothing was kept (with --out a run can go on later)\n"
    assert seconds < SOON


def test_an_interrupt_with_a_folder(tmp_path: Path) -> None:
    arguments = ("simulate", "--games", str(300 * SHARD), "--threads", "2", "--out")
    process = started(*arguments, str(tmp_path / "run"))
    seconds, out, err = stop(process)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1] == (
        f"gostop: interrupted; what is complete stays in '{tmp_path}/run', "
        "and the same command goes on from there"
    )
    assert seconds < SOON
    assert not list((tmp_path / "run").glob("*.part"))
    assert not (tmp_path / "run/games-000299.json").exists()
    for name in ("run", "smooth"):
        assert processes.gostop(*arguments, str(tmp_path / name), small=True).returncode == 0
    assert contents(tmp_path / "run") == contents(tmp_path / "smooth")


def on_a_terminal(*arguments: str) -> tuple[str, str]:
    """Output, and what a terminal on standard error got."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:  # Linux says so when the other side was closed
        pass
    assert process.stdout is not None
    out = process.stdout.read().decode()
    assert process.wait() == 0
    os.close(ours)
    return out, shown.decode()


def test_a_bar_on_a_terminal_only(tmp_path: Path) -> None:
    arguments = ("simulate", "--games", "600k", "--out")
    out, shown = on_a_terminal(*arguments, str(tmp_path / "bar"))
    assert re.search(r"[0-9,]+ games/s", shown)
    assert "\x1b[" in shown
    assert out.startswith(f"{tmp_path}/bar: 600,000 games in ")
    assert "\x1b" not in out
    silent = processes.gostop(*arguments, str(tmp_path / "silent"))
    assert silent.stderr == ""
    assert contents(tmp_path / "bar") == contents(tmp_path / "silent")


# --- bench, warm, the cache --------------------------------------------------------------------


def test_bench_json(call: Call) -> None:
    code, out, err = call("bench", "--games", "20k", "--threads", "1", "--json")
    assert (code, err) == (0, "")
    figures = json.loads(out)
    assert list(figures) == [
        "games_per_second",
        "ns_per_game",
        "decisions_per_second",
        "first_call_s",
        "threads",
    ]
    assert figures["ns_per_game"] == pytest.approx(1e9 / figures["games_per_second"])
    assert figures["decisions_per_second"] > 5 * figures["games_per_second"]
    assert figures["threads"] == 1


def test_bench_for_people(call: Call) -> None:
    code, out, _ = call(
        *["bench", "--games", "1000", "--threads", "1", "--rules", "맞고", "--policy", "greedy"]
    )
    assert code == 0
    assert "games a second on 1 thread\n" in out


@pytest.mark.heavy
def test_a_first_run_says_that_it_compiles(tmp_path: Path) -> None:
    arguments = ("simulate", "--games", "1000", "--out")
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    first = processes.gostop(*arguments, str(tmp_path / "first"), env=cache)
    assert first.returncode == 0
    assert first.stderr.startswith("gostop: compiling the kernels: about ")
    assert list((tmp_path / "cache").rglob("*.nbc"))
    second = processes.gostop(*arguments, str(tmp_path / "second"), env=cache)
    assert (second.returncode, second.stderr) == (0, "")
    assert contents(tmp_path / "first") == contents(tmp_path / "second")


@pytest.mark.heavy
def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    nowhere = {"NUMBA_CACHE_DIR": str(tmp_path / "file/cache"), "TMPDIR": str(tmp_path)}
    done = processes.gostop("bench", "--games", "1000", "--json", env=nowhere)
    assert done.returncode == 0
    assert json.loads(done.stdout)["games_per_second"] > 0
    assert (tmp_path / "file").read_text() == ""


@pytest.mark.heavy
def test_an_interrupt_while_compiling(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command("simulate", "--out", str(tmp_path / "run")),
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert "compiling" in process.stderr.readline()
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    begun = time.perf_counter()
    assert "interrupted; what is complete stays" in process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert time.perf_counter() - begun < 2
