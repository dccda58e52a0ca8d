"""`gostop.simulate`: what a run gives back, in memory and from its folder, and who sits where."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gostop.folder
from gostop import Run, simulation
from gostop.columns import DETAILS, result_columns
from gostop.engine import Engine, Shard
from gostop.errors import InputError
from gostop.simulation import MAX_GAMES, Progress, make_plan, simulate

GAMES = 5000


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gostop.folder, "SHARD_GAMES", 2000)


def play(rules: str = "arcade3", **options: Any) -> Run:
    return simulate(rules, **{"games": GAMES, "seed": 5, "threads": 2, **options})


# --- in memory and in a folder -----------------------------------------------------------------


@pytest.mark.parametrize("detail", DETAILS[1:])
@pytest.mark.parametrize("rules", ["arcade2", "arcade3"])
def test_a_folder_holds_what_memory_does(rules: str, detail: str, tmp_path: Path) -> None:
    memory, folder = play(rules, detail=detail), play(rules, detail=detail, out=tmp_path / "run")
    frame = memory.frame()
    pd.testing.assert_frame_equal(frame, folder.frame())
    assert list(frame) == [
        column.name for column in result_columns(detail, memory.plan.rules.players)
    ]
    assert frame["game"].tolist() == list(range(GAMES))
    assert memory.summary() == folder.summary() == Run.open(tmp_path / "run").summary()
    assert (memory.games, memory.folder, folder.folder) == (GAMES, None, tmp_path / "run")


@pytest.mark.parametrize("rules", ["arcade2", "arcade3"])
def test_payments_sum_to_zero(rules: str) -> None:
    payments = play(rules).frame().filter(like="payment_")
    assert (payments.sum(axis=1) == 0).all()
    assert (payments != 0).any(axis=None)


def test_the_summary_counts_what_the_rows_say() -> None:
    run = play()
    frame, summary = run.frame(), run.summary()
    assert summary.games == GAMES
    by_winner = summary.winners.sum(axis=(0, 1))
    assert by_winner[:4].tolist() == [int((frame["winner"] == w).sum()) for w in (-1, 0, 1, 2)]
    assert summary.payment_sum.sum(axis=0).tolist() == frame.filter(like="payment_").sum().tolist()
    assert summary.turns[:64].tolist() == np.bincount(frame["turns"], minlength=64).tolist()


def test_a_summary_alone(tmp_path: Path) -> None:
    run = play(detail="summary", out=tmp_path / "run")
    assert run.summary() == play().summary()
    assert not list((tmp_path / "run").glob("*.parquet"))
    for one in (run, play(detail="summary")):
        with pytest.raises(InputError, match="kept only its summary: simulate again with other"):
            one.frame()


def test_what_is_given_away_is_a_copy() -> None:
    run = play(games=100)
    summary, frame = run.summary(), run.frame()
    summary += run.summary()
    frame["payment_0"] = 0
    frame.loc[:, "payment_1"] = 0
    frame["points"].to_numpy(copy=False)
    assert run.summary().games == 100
    assert (run.frame()["payment_1"] != 0).any()


def test_only_some_columns(tmp_path: Path) -> None:
    for run in (play(), play(out=tmp_path / "run")):
        whole = run.frame()
        assert list(run.frame(["winner", "game"])) == ["winner", "game"]
        pd.testing.assert_frame_equal(run.frame("goes"), whole[["goes"]])
        with pytest.raises(InputError, match=r"column 'pi_0' is not in a run of detail 'default'"):
            run.frame(["game", "pi_0"])


def test_the_same_game_for_ever() -> None:
    # a change here is a change of the stream version
    frame = play(games=4, seed=7).frame(["winner", "turns", "points", "payment_0"])
    again = play(games=2000, seed=7, threads=1).frame(["winner", "turns", "points", "payment_0"])
    pd.testing.assert_frame_equal(frame, again[:4])
    other = play(games=2000, seed=8).frame()
    assert (other["turns"] != again["turns"]).mean() > 0.5


def test_extending_gives_more_of_the_same(tmp_path: Path) -> None:
    short = play(games=2500, out=tmp_path / "run").frame()
    long = play(games=4500, out=tmp_path / "run").frame()
    pd.testing.assert_frame_equal(short, long[:2500])


def test_a_run_that_grew_since_it_was_opened_is_read_as_it_was(tmp_path: Path) -> None:
    old = play(games=2500, out=tmp_path / "run")
    play(games=4500, out=tmp_path / "run")
    assert len(old.frame()) == old.games == old.summary().games == 2500


@pytest.mark.parametrize("block", [1, 999, 4096])
def test_playing_from_the_middle(block: int) -> None:
    plan = make_plan(seed=5)
    with Engine(plan, 2, block) as engine:
        part = engine.play(1234, 2000, lambda _: None)
    whole = play().frame()
    assert (part.first, part.games, part.summary.games) == (1234, 2000, 2000)
    for name, values in part.columns.items():
        expected = whole[name][1234:3234]
        if name == "ended_by":
            expected = expected.cat.codes + 1
        assert (values == expected).all()


# --- who sits where ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "players"),
    [("arcade3", ["greedy", "random", "random"]), ("arcade2", ["greedy", "random"])],
)
def test_rotation_moves_players_and_nothing_else(rules: str, players: list[str]) -> None:
    rotated, seats = play(rules, policy=players, rotate=True).frame(), len(players)
    for turn in range(seats):
        seated = [players[(seat - turn) % seats] for seat in range(seats)]
        still = play(rules, policy=seated).frame()
        mine = rotated["game"] % seats == turn
        pd.testing.assert_frame_equal(rotated[mine], still[mine])
        assert not rotated[~mine].equals(still[~mine])


def test_the_better_player_wins_from_every_seat() -> None:
    run = play(policy=["greedy", "random", "random"], rotate=True, games=30_000)
    frame = run.frame()
    seat = frame["game"] % 3
    wins = [(frame["winner"] == (player + seat) % 3).sum() for player in range(3)]
    assert wins[0] > 1.2 * max(wins[1:])


# --- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize("games", [0, -5, 1.5, 1e6, "10", None, MAX_GAMES + 1])
def test_games_that_are_none(games: Any, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^games .* give a whole number, 1 to 10\*\*12$"):
        simulate(games=games, out=tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", 1025])
def test_threads_that_are_none(threads: Any, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^threads .* give a whole number, 1 to 1024$"):
        simulate(games=10, threads=threads, out=tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_numpys_numbers_are_numbers() -> None:
    run = simulate(games=np.int64(10), seed=np.uint64(7), threads=np.int8(1))  # type: ignore[arg-type]
    assert run.games == 10
    assert type(run.games) is int


def test_a_run_that_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist: name a folder made by --out"):
        Run.open(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"holds no run of gostop: it has no plan\.json"):
        Run.open(tmp_path)


def test_a_run_without_complete_games(tmp_path: Path) -> None:
    play(games=100, out=tmp_path / "run")
    (tmp_path / "run/games-000000.json").unlink()
    with pytest.raises(InputError, match="no complete games yet: repeat the simulate command"):
        Run.open(tmp_path / "run")


def test_more_rows_than_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Shard:
        raise MemoryError

    monkeypatch.setattr(Engine, "play", full)
    with pytest.raises(InputError, match="games 10 do not fit into memory: give out, a folder"):
        simulate(games=10)


# --- while it is played ------------------------------------------------------------------------


class Told(Progress):
    def __init__(self) -> None:
        self.begun: list[tuple[int, int]] = []
        self.games: list[int] = []

    def begin(self, games: int, done: int) -> None:
        self.begun.append((games, done))

    def played(self, games: int) -> None:
        self.games.append(games)


def test_progress_adds_up(tmp_path: Path) -> None:
    for out, games, begun in ((None, 9000, 0), ("run", 2500, 0), ("run", 9000, 2000)):
        told = Told()
        play(games=games, progress=told, out=out and tmp_path / out)
        assert told.begun == [(games, begun)]
        assert sum(told.games) == games - begun
    told = Told()
    play(games=9000, progress=told, out=tmp_path / "run")
    assert (told.begun, told.games) == ([], [])


def test_few_blocks_are_handed_out_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run in memory of any length must not be cut into pieces before it begins."""

    class StopError(Exception):
        pass

    handed = 0
    with Engine(make_plan(detail="summary"), 2) as engine:
        submit = engine._pool.submit

        def counted(*arguments: Any) -> Any:
            nonlocal handed
            handed += 1
            assert handed <= 100
            return submit(*arguments)

        def stop(games: int) -> None:
            raise StopError

        monkeypatch.setattr(engine._pool, "submit", counted)
        with pytest.raises(StopError):
            engine.play(0, MAX_GAMES, stop)


def test_an_interrupt_keeps_what_is_complete(tmp_path: Path) -> None:
    class Interrupting(Told):
        def played(self, games: int) -> None:
            super().played(games)
            if sum(self.games) > 5000:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(games=9000, out=tmp_path / "run", progress=Interrupting())
    assert Run.open(tmp_path / "run").games == 4000
    assert play(games=9000, out=tmp_path / "run").summary() == play(games=9000).summary()


def test_sessions_say_how_it_went(tmp_path: Path) -> None:
    import json

    play(out=tmp_path / "run", threads=1)
    (session,) = json.loads((tmp_path / "run/sessions.json").read_text())["sessions"]
    assert (session["games"], session["threads"]) == (GAMES, 1)
    assert session["seconds"] >= 0
    assert simulation.__version__ == session["gostop"]
