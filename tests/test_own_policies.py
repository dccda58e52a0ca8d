"""Policies of the user's own: compiled once, called by the kernels, refused with a sentence."""

import multiprocessing
import re
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import gostop
from gostop.engine import Engine
from gostop.errors import InputError
from gostop.kernels.policies import greedy, uniform
from gostop.own import own_policy
from gostop.plan import Plan
from gostop.policies import Policy, parse_policies, parse_policy
from gostop.rule_files import preset_names
from gostop.rules import Rules
from gostop.simulation import make_plan

from legs import JIT, games

FILE = """
import numba
import numpy as np

BIAS = {bias}


@numba.njit
def lowest(mask):
    for answer in range(64):
        if (mask >> np.uint64(answer)) & np.uint64(1):
            return answer
    return 0


@numba.njit
def first(table, seat, rules, params, stream, kind, mask):
    return lowest(mask) + BIAS


def unfinished(table, seat):
    return 0
"""


@numba.njit  # type: ignore[untyped-decorator]
def like_greedy(table, seat, rules, params, stream, kind, mask):  # type: ignore[no-untyped-def]
    return greedy(table, seat, rules, params, stream, kind, mask)


@numba.njit  # type: ignore[untyped-decorator]
def like_random(table, seat, rules, params, stream, kind, mask):  # type: ignore[no-untyped-def]
    return uniform(table, seat, rules, params, stream, kind, mask)


@numba.njit  # type: ignore[untyped-decorator]
def answers_77(table, seat, rules, params, stream, kind, mask):  # type: ignore[no-untyped-def]
    if table.turn >= 3:
        return 77
    return uniform(table, seat, rules, params, stream, kind, mask)


@numba.njit  # type: ignore[untyped-decorator]
def raises(table, seat, rules, params, stream, kind, mask):  # type: ignore[no-untyped-def]
    if table.turn > 5:
        raise ValueError("no idea")
    return uniform(table, seat, rules, params, stream, kind, mask)


@numba.njit  # type: ignore[untyped-decorator]
def returns_float(table, seat, rules, params, stream, kind, mask):  # type: ignore[no-untyped-def]
    return 1.5


@numba.njit  # type: ignore[untyped-decorator]
def peeks(table, seat, rules, params, stream, kind, mask):  # type: ignore[no-untyped-def]
    return table.stock


def too_short(table: Any, seat: Any) -> int:
    return 0


def plain(table, seat, rules, params, stream, kind, mask):  # type: ignore[no-untyped-def]
    return uniform(table, seat, rules, params, stream, kind, mask)


def write(folder: Path, bias: int = 0) -> Path:
    path = folder / "players.py"
    path.write_text(FILE.format(bias=bias), encoding="utf-8")
    return path


@pytest.mark.parametrize("preset", preset_names())
@pytest.mark.parametrize(
    ("own", "built_in"), [(like_greedy, "greedy"), (like_random, "random"), (plain, "random")]
)
def test_a_copy_of_a_player_plays_as_it(preset: str, own: Any, built_in: str) -> None:
    ours = gostop.simulate(preset, policy=own, games=games(300), seed=7)
    theirs = gostop.simulate(preset, policy=built_in, games=games(300), seed=7)
    assert ours.frame().equals(theirs.frame())


def test_seats_of_all_kinds_and_rotation() -> None:
    players = ["random", like_greedy, "greedy"]
    ours = gostop.simulate("arcade3", policy=players, games=games(900), seed=3, rotate=True)
    theirs = gostop.simulate(
        "arcade3", policy="random,greedy,greedy", games=games(900), seed=3, rotate=True
    )
    assert ours.frame().equals(theirs.frame())


def test_a_single_game_is_that_of_the_batch() -> None:
    frame = gostop.simulate("arcade3", policy=like_random, games=games(60), seed=7).frame()
    for number in range(games(60)):
        game = gostop.Game("arcade3", seed=7, game=number, policies=[like_random] * 3)
        row = frame.iloc[number]
        assert list(game.result.payments) == [row[f"payment_{seat}"] for seat in range(3)]


def test_a_file_on_the_command_line(tmp_path: Path) -> None:
    path = write(tmp_path)
    policy = parse_policy(f"{path}:first")
    assert policy.name == "players.py:first"
    assert parse_policies(f"random,{path}:first", 2)[1] == policy
    run = gostop.simulate("arcade2", policy=f"{path}:first", games=games(50), seed=7)
    assert run.plan.policies == (policy, policy)


def test_the_source_is_part_of_the_plan(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "same", "other")]
    for folder, bias in zip(folders, (0, 0, 1), strict=True):
        folder.mkdir()
        write(folder, bias)
    one, same, other = (parse_policy(f"{folder}/players.py:first") for folder in folders)
    assert one == same
    assert one != other
    plans = [Plan(Rules.preset("arcade2"), (policy,) * 2, 7) for policy in (one, other)]
    assert re.search(r"policies is .*source \w{16}.* there", plans[0].differences(plans[1])[0])


def test_what_a_policy_calls_and_reads_is_part_of_its_source() -> None:
    def made(step: int) -> Any:
        def policy(table, seat, rules, params, stream, kind, mask):  # type: ignore[no-untyped-def]
            return step

        return policy

    assert own_policy(made(1)).source == own_policy(made(1)).source
    assert own_policy(made(1)).source != own_policy(made(2)).source


def test_a_run_in_a_folder_is_extended_and_read(tmp_path: Path) -> None:
    path = write(tmp_path)
    out = tmp_path / "run"
    for number in (games(50), games(100)):
        run = gostop.simulate("arcade2", policy=f"{path}:first", games=number, seed=7, out=out)
        assert run.games == number
    known = gostop.Run.open(out).plan
    assert known == run.plan
    with pytest.raises(InputError, match=r"players\.py:first is a function .* give it again"):
        Engine(known, 1)
    path.write_text(FILE.format(bias=1), encoding="utf-8")
    other = tmp_path / "b"
    other.mkdir()
    with pytest.raises(InputError, match=r"policies is players\.py:first"):
        gostop.simulate(
            "arcade2", policy=f"{write(other, 1)}:first", games=games(100), seed=7, out=out
        )


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        (
            answers_77,
            r"policy answers_77 answered 77, which is not legal: seat \d, turn [4-6], was as",
        ),
        (raises, r"policy raises raised ValueError: no idea: seat \d, turn \d+, was asked"),
    ],
)
def test_a_wrong_answer_shows_the_decision(policy: Any, said: str) -> None:
    for seated in (policy, ["random", policy, "greedy"]):
        with pytest.raises(InputError, match=said + ".* could answer .*"):
            gostop.simulate("arcade3", policy=seated, games=1000, seed=7)
    with pytest.raises(InputError, match=said):
        [gostop.Game("arcade3", seed=7, game=game, policies=[policy] * 3) for game in range(50)]


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        (too_short, "policy too_short takes 2 arguments, but must be policy"),
        (7, "policy 7 is no function"),
        (print, "policy print is no function"),
    ],
)
def test_what_is_no_policy(policy: Any, said: str) -> None:
    with pytest.raises((InputError, TypeError)) as caught:
        gostop.simulate("arcade3", policy=[policy] * 3, games=1)
    assert isinstance(caught.value, InputError)
    assert str(caught.value).startswith(said)


@pytest.mark.skipif(not JIT, reason="nothing is compiled with the JIT off")
@pytest.mark.parametrize(
    ("policy", "said"),
    [
        (returns_float, "policy returns_float returns float64, but must be policy"),
        (peeks, "policy peeks cannot be compiled: "),
    ],
)
def test_what_cannot_be_compiled(policy: Any, said: str) -> None:
    with pytest.raises(InputError, match="^" + re.escape(said)):
        parse_policy(policy)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nowhere.py:first", "policy file 'nowhere.py' cannot be read"),
        ("{file}:second", "has no function second; it has first."),
        ("{file}:unfinished", "policy unfinished takes 2 arguments"),
        ("{broken}:first", "line 2 does not run: SyntaxError"),
    ],
)
def test_files_that_hold_no_policy(text: str, said: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("x = 1\ndef first(:\n", encoding="utf-8")
    given = text.format(file=write(tmp_path), broken=broken)
    with pytest.raises(InputError, match=re.escape(said)):
        parse_policy(given)


def test_an_unknown_name_says_that_a_file_may_be_given() -> None:
    with pytest.raises(InputError, match=r"or give file\.py:function"):
        parse_policy("clever")
    assert Policy.from_dict({"name": "greedy"}) == parse_policy("greedy")


@pytest.mark.heavy
def test_within_a_tenth_of_the_built_in_speed() -> None:
    def rate(policy: Any) -> float:
        with Engine(make_plan("arcade3", policy, detail="summary"), 1) as engine:
            engine.warm()
            started = time.perf_counter()
            engine.play(0, 200_000, lambda _: None)
            return 200_000 / (time.perf_counter() - started)

    pairs = [(rate(like_greedy), rate("greedy")) for _ in range(7)]
    assert float(np.median([own / built_in for own, built_in in pairs])) > 0.9


@pytest.mark.skipif(not JIT, reason="plain functions have no addresses")
@pytest.mark.parametrize("player", [like_greedy, "greedy", "heuristic"])
def test_a_pickled_game_finds_its_players_in_another_process(player: Any) -> None:
    game = gostop.Game("arcade2", seed=7, policies=[None, player])
    vector = gostop.VectorGame("arcade2", 8, seed=7, policies=[None, player])
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        played, stepped = pool.submit(play_on, game, vector).result()
    again, here = play_on(game, vector)
    assert (played.result, played.answers) == (again.result, again.answers)
    assert all((stepped.observe()[name] == seen).all() for name, seen in here.observe().items())


def play_on(game: Any, vector: Any) -> Any:
    """Play a game to its end, and one step of others, by the first answers."""
    while game.decision is not None:
        game.answer(game.decision.options[0])
    vector.step(vector.legal().argmax(axis=1))
    return game, vector
