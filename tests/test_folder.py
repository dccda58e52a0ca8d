"""A run's folder: the same bytes whatever happened on the way, and refusals that harm nothing."""

import functools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import processes
import pytest
from processes import SHARD, contents

import gostop.folder
from gostop import Run, simulation
from gostop.engine import engine
from gostop.errors import InputError
from gostop.folder import RunFolder
from gostop.simulation import Progress, make_plan, simulate

GAMES = 2 * SHARD + 500
LAST = 2


class Told(Progress):
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.notices: list[str] = []
        self.games = 0

    def notice(self, text: str) -> None:
        self.notices.append(text)

    def played(self, games: int) -> None:
        self.games += games


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gostop.folder, "SHARD_GAMES", SHARD)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of GAMES games, written in one go; never changed."""
    path = tmp_path_factory.mktemp("whole") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gostop.folder, "SHARD_GAMES", SHARD)
        play(path)
    return path


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    """A copy of it to be harmed."""
    return Path(shutil.copytree(whole, tmp_path / "copy"))


def play(out: Path, games: int = GAMES, **options: Any) -> Run:
    return simulate("arcade3", **{"seed": 5, "threads": 2, "games": games, "out": out, **options})


def refuse(out: Path, *parts: str, **options: Any) -> None:
    """Require a refusal that says all of `parts`."""
    with pytest.raises(InputError) as caught:
        play(out, **options)
    for part in parts:
        assert part in str(caught.value)


def test_what_a_run_consists_of(whole: Path) -> None:
    assert sorted(path.name for path in whole.iterdir()) == [
        ".lock",
        *(f"games-00000{shard}.{kind}" for shard in range(3) for kind in ("json", "parquet")),
        "plan.json",
        "sessions.json",
    ]
    assert [len(RunFolder(whole).shards()), Run.open(whole).games] == [3, GAMES]


# --- the same bytes ----------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_change_nothing(whole: Path, tmp_path: Path, threads: int) -> None:
    play(tmp_path / "run", threads=threads)
    assert contents(tmp_path / "run") == contents(whole)


@pytest.mark.parametrize("block", [1, 77, 4000])
def test_block_size_changes_nothing(
    whole: Path, tmp_path: Path, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "engine", functools.partial(engine, block=block))
    play(tmp_path / "run")
    assert contents(tmp_path / "run") == contents(whole)


def test_extending_in_steps_changes_nothing(whole: Path, tmp_path: Path) -> None:
    for games in (1, SHARD, SHARD + 1, GAMES):
        assert play(tmp_path / "run", games).games == games
    assert contents(tmp_path / "run") == contents(whole)
    assert len(json.loads((tmp_path / "run/sessions.json").read_text())["sessions"]) == 4


def test_another_seed_is_another_run(whole: Path, tmp_path: Path) -> None:
    play(tmp_path / "run", seed=6)
    ours, theirs = contents(tmp_path / "run"), contents(whole)
    assert ours.keys() == theirs.keys()
    assert all(ours[name] != theirs[name] for name in ours)


def killing(folder: Path, games: int, how: str, number: int) -> int:
    """Run ``killing.py``; how often it killed."""
    program = Path(__file__).with_name("killing.py")
    done = subprocess.run(
        [sys.executable, program, folder, str(games), how, str(number)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def check_killed_at_random(folder: Path, games: int, seed: int) -> None:
    assert killing(folder / "killed", games, "random", seed) >= 1
    play(folder / "smooth", games)
    assert contents(folder / "killed") == contents(folder / "smooth")


def test_killed_at_random_and_resumed(tmp_path: Path) -> None:
    check_killed_at_random(tmp_path, 100_000, 1)


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(2, 12))
def test_killed_at_random_and_resumed_often(tmp_path: Path, seed: int) -> None:
    check_killed_at_random(tmp_path, 400_000, seed)


def check_killed_at_every_step(folder: Path, whole: Path, least: int) -> None:
    kills = killing(folder / "run", GAMES, "steps", 1)
    assert kills >= least
    for step in range(1, kills + 2):
        assert contents(folder / f"run.{step}") == contents(whole)


def test_an_extension_killed_at_every_step(whole: Path, tmp_path: Path) -> None:
    play(tmp_path / "run", 2 * SHARD + 1)
    check_killed_at_every_step(tmp_path, whole, 7)


@pytest.mark.heavy
def test_a_run_killed_at_every_step(whole: Path, tmp_path: Path) -> None:
    check_killed_at_every_step(tmp_path, whole, 17)


def test_longer_rows_than_the_summary_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a process leaves them that is killed between the two files of a shard."""
    run = play(tmp_path / "run", 100)
    rows, before = run.frame(), contents(tmp_path / "run")
    with refusing(monkeypatch, "games-000000.json"):
        refuse(tmp_path / "run", "games-000000.json' cannot be written", games=200)
    assert contents(tmp_path / "run") != before
    assert Run.open(tmp_path / "run").frame().equals(rows)
    play(tmp_path / "run", 100)
    assert contents(tmp_path / "run") == before


def test_what_a_killed_process_left_is_cleared_away(whole: Path, run: Path) -> None:
    left = ("games-000001.parquet.part", "games-000002.json.part", "plan.json.part")
    for name in left:
        (run / name).write_text("half")
    (run / "mine.part").write_text("not gostop's")
    play(run)
    assert not any((run / name).exists() for name in left)
    assert (run / "mine.part").read_text() == "not gostop's"


def test_a_folder_with_half_a_plan_is_new(whole: Path, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run/plan.json.part").write_text("{")
    (tmp_path / "run/.DS_Store").write_text("of a file browser")
    play(tmp_path / "run")
    assert contents(tmp_path / "run", ("sessions.json", ".lock", ".DS_Store")) == contents(whole)


# --- damage ------------------------------------------------------------------------------------

HARM = {
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-20]),
    "other": lambda path: path.write_text('{"games": 2000, "summary": [1]}'),
    "bytes": lambda path: path.write_bytes(b"\xff\xfe\x00"),
    "folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("harm", [*HARM, "list", "number", "huge", "deep"])
def test_a_damaged_summary_is_told_and_mended(whole: Path, run: Path, harm: str) -> None:
    path = run / "games-000001.json"
    other = {"list": "[]", "number": '{"games": 3}', "deep": "[" * 100_000}
    data = json.loads(path.read_text())
    data["summary"]["turns"] = [[3, 10**30]]
    other["huge"] = json.dumps(data)
    if harm in HARM:
        HARM[harm](path)
    else:
        path.write_text(other[harm])
    with pytest.raises(InputError, match=r"games-000001\.json' cannot be read .*repeat the simul"):
        Run.open(run)
    if harm != "folder":
        told = Told()
        play(run, progress=told)
        assert told.games == SHARD
        assert "games-000001" in told.notices[0]
        assert contents(run) == contents(whole)


@pytest.mark.parametrize("harm", ["empty", "cut", "bytes", "lost"])
def test_damaged_rows_are_told_and_mended(whole: Path, run: Path, harm: str) -> None:
    path = run / "games-000001.parquet"
    if harm == "lost":
        path.unlink()
    else:
        HARM[harm](path)
    opened = Run.open(run)
    assert opened.summary().games == GAMES
    with pytest.raises(InputError, match=r"games-000001\.parquet' cannot be read .*repeat the sim"):
        opened.frame()
    told = Told()
    play(run, progress=told)
    assert told.games == SHARD
    assert contents(run) == contents(whole)


def test_damage_inside_the_rows_is_told(run: Path) -> None:
    path = run / "games-000001.parquet"
    data = bytearray(path.read_bytes())
    data[200:4000] = bytes(3800)
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"games-000001\.parquet' cannot be read"):
        Run.open(run).frame()


def test_rows_of_another_length_are_told(run: Path) -> None:
    shutil.copy(run / f"games-00000{LAST}.parquet", run / "games-000000.parquet")
    with pytest.raises(InputError, match="it has 500 games and not 2,000"):
        Run.open(run).frame()


@pytest.mark.parametrize("harm", list(HARM))
def test_a_damaged_plan_is_told(run: Path, harm: str) -> None:
    HARM[harm](run / "plan.json")
    for use in (Run.open, play):
        with pytest.raises(InputError, match=r"plan\.json|holds no run|holds other files"):
            use(run)


def test_lost_shards_are_told_and_mended(whole: Path, run: Path) -> None:
    for name in ("games-000000.json", "games-000000.parquet"):
        (run / name).unlink()
    with pytest.raises(InputError, match="lacks games in the middle"):
        Run.open(run)
    play(run)
    assert contents(run) == contents(whole)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"sessions": 3}', "\xff"])
def test_damaged_notes_of_sessions_matter_to_nothing(run: Path, text: str) -> None:
    (run / "sessions.json").write_text(text, encoding="latin-1")
    assert play(run, GAMES + 1).games == GAMES + 1
    assert len(json.loads((run / "sessions.json").read_text())["sessions"]) == 1


# --- refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 6}, "seed is 5 there and 6 here"),
        ({"policy": "greedy"}, "policies is random,random,random there and greedy,greedy,greedy"),
        ({"rotate": True}, "rotate is false there and true here"),
        ({"detail": "full"}, 'detail is "default" there and "full" here'),
    ],
)
def test_another_plan_is_refused(whole: Path, run: Path, change: dict[str, Any], said: str) -> None:
    refuse(run, "another plan", said, "name another folder", **change)
    assert contents(run, ()) == contents(whole, ())


def test_other_rules_are_refused(whole: Path, run: Path) -> None:
    rules = make_plan().rules.replace(win_points=5, go_bak="off")
    with pytest.raises(InputError, match="win_points is 3 there and 5 here; go_bak is"):
        simulate(rules, seed=5, games=GAMES, out=run)
    assert contents(run) == contents(whole)


@pytest.mark.parametrize("key", ["stream_version", "schema_version"])
def test_another_version_is_refused(run: Path, key: str) -> None:
    path = run / "plan.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {key: 99}))
    before = contents(run, ())
    refuse(run, f"{key} 99", "use the gostop that made it, or another folder")
    with pytest.raises(InputError, match=f"{key} 99"):
        Run.open(run)
    assert contents(run, ()) == before


def test_a_second_process_is_refused(whole: Path, run: Path) -> None:
    with RunFolder(run).writing(make_plan(seed=5)):
        second = processes.gostop(
            "simulate", "--seed", "5", "--games", "9000", "--out", str(run), small=True
        )
    assert second.returncode == 2
    assert second.stderr.startswith(f"gostop: out '{run}' is being written by another gostop: ")
    assert second.stderr.count("\n") == 1
    assert contents(run) == contents(whole)
    assert play(run, 9000).games == 9000


def test_fewer_games_than_are_there(whole: Path, run: Path) -> None:
    told = Told()
    assert play(run, 10, progress=told).games == GAMES
    assert told.notices == [f"'{run}' has {GAMES:,} games already, more than asked for"]
    assert contents(run) == contents(whole)


def test_a_folder_of_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    refuse(tmp_path, "holds other files and no run")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("mine")
    refuse(path, "is a file")
    refuse(path / "below", "cannot be written (Not a directory)", "name a folder that can be")
    assert path.read_text() == "mine"


def test_impossible_names_are_refused(tmp_path: Path) -> None:
    refuse(tmp_path / "new" / ("x" * 300), "cannot be written (File name too long)")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InputError, match="out is empty"):
        simulate(games=10, out="")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a file system that refuses")
def test_a_folder_that_nobody_may_make_is_refused() -> None:
    refuse(Path("/proc/run"), "'/proc/run' cannot be written", "name a folder that can be written")


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    refuse(tmp_path / "run", "cannot be written (Permission denied)")
    tmp_path.chmod(0o700)


@contextmanager
def refusing(monkeypatch: pytest.MonkeyPatch, name: str) -> Iterator[None]:
    """Let writing a file of this name fail as on a full disk."""
    real = os.replace

    def replace(source: Path, target: Path) -> None:
        if Path(target).name == name:
            raise OSError(28, "No space left on device")
        real(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace)
        yield


@pytest.mark.parametrize("name", ["games-000001.parquet", "games-000001.json"])
def test_a_disk_that_fills_keeps_what_is_complete(
    whole: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with refusing(monkeypatch, name):
        refuse(tmp_path / "run", f"{name}' cannot be written (No space left", "which goes on")
    assert Run.open(tmp_path / "run").games == SHARD
    assert not list((tmp_path / "run").glob("*.part"))
    play(tmp_path / "run")
    assert contents(tmp_path / "run") == contents(whole)


def test_a_full_disk_gets_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with refusing(monkeypatch, "plan.json"):
        refuse(tmp_path / "a/b", "plan.json' cannot be written (No space left on device)")
    assert list(tmp_path.iterdir()) == []


def test_a_limit_of_the_system_is_told(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    play(out, SHARD)
    options = ("simulate", "--seed", "5", "--games", str(GAMES), "--out", str(out))
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (8000, 8000))"
    stopped = processes.gostop(*options, small=True, before=limit)
    assert stopped.returncode == 2
    assert "games-000001.parquet' cannot be written (" in stopped.stderr
    assert stopped.stderr.count("\n") == 1
    assert Run.open(out).games == SHARD
    assert processes.gostop(*options, small=True).returncode == 0
    assert contents(out) == contents(whole)


def test_korean_names(whole: Path, tmp_path: Path) -> None:
    composed, decomposed = "맞고 한 판", "\u1106\u1161\u11bd\u1100\u1169"
    for name in (composed, decomposed):
        play(tmp_path / name)
        assert contents(Run.open(tmp_path / name).folder or tmp_path) == contents(whole)
