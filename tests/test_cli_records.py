"""`gostop replay`, `settle`, `score` and `show`: forms, exit codes, files, terminals and pipes."""

import json
import os
import pty
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import normalize

import numpy as np
import processes
import pytest
from processes import command

from gostop import simulate
from gostop.cli import main
from gostop.game import Game
from gostop.rule_files import preset_names
from gostop.rules import Rules

from legs import games
from records import POSITION, SETTLE, TAN, swapped

Call = Callable[..., tuple[int, str, str]]

TURN = (
    *("turn", "seat", "action", "flipped", "captured", "events", "stolen", "floor"),
    *("points", "pi", "choice"),
)
RESULT = ("winner", "ended_by", "points", "goes", "multipliers", "payments", "breakdown")
BREAKDOWN = (
    *("parts", "pi_value", "animals", "cup_as", "sweeps", "sweep_points", "goes", "go_points"),
    *("price", "base", "common", "shares", "first_money"),
)


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
def written(tmp_path: Path) -> Callable[[str], str]:
    """Write a record to a file; its name."""

    def write(text: str) -> str:
        (tmp_path / "game.toml").write_text(text, encoding="utf-8")
        return "game.toml"

    return write


Written = Callable[[str], str]


def done(called: tuple[int, str, str]) -> str:
    """Require that nothing went wrong; the output."""
    assert called[0] == 0
    assert called[2] == ""
    return called[1]


def refused(called: tuple[int, str, str]) -> str:
    """Require bad input, said in one line; the sentence."""
    code, out, err = called
    assert (code, out) == (2, "")
    assert re.fullmatch(r"gostop: [^\n]{10,600}\n", err), err
    assert err[:-1].isprintable()
    return err[len("gostop: ") : -1]


# --- replay ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tan", "탄", normalize("NFD", "탄")])
def test_the_story(name: str, call: Call) -> None:
    out = done(call("replay", name))
    assert out.startswith("탄: the stacked deck of the 통일안\n")
    assert out.rstrip("\n").endswith("paid: seat 0 +752, seat 1 -376, seat 2 -376")
    assert len(re.findall(r"^ *\d+  seat \d: ", out, re.MULTILINE)) == 19


def test_the_form_of_a_replay(call: Call) -> None:
    told = json.loads(done(call("replay", "tan", "--json")))
    assert list(told) == ["rules", "turns", "result"]
    assert told["rules"] == Rules.preset("tongil-joker").to_dict()
    assert all(tuple(turn) == TURN for turn in told["turns"])
    assert [turn["turn"] for turn in told["turns"]] == list(range(1, 20))
    assert told["turns"][12] == {
        "turn": 13,
        "seat": 0,
        "action": "bomb 9, go",
        "flipped": "J2 10열",
        "captured": "9열 9띠 9피 9피 10열 10피 J2",
        "events": ["bomb", "joker"],
        "stolen": ["", "2피", "4피"],
        "floor": "11쌍피 12열",
        "points": 26,
        "pi": 21,
        "choice": True,
    }
    assert set(told["result"]) == set(RESULT)
    assert told["result"]["payments"] == [752, -376, -376]
    assert told["result"]["multipliers"] == [4, 8, 8]
    breakdown = told["result"]["breakdown"]
    assert set(breakdown) == set(BREAKDOWN)
    assert [(one["factor"], one["times"]) for one in breakdown["common"]] == [
        ("go", 2),
        ("animals7", 2),
    ]


def test_a_replay_in_ascii(call: Call) -> None:
    for options in ([], ["--json"]):
        assert done(call("replay", "tan", "--ascii", *options)).isascii()
    told = json.loads(done(call("replay", "tan", "--ascii", "--json")))
    assert told["turns"][0]["action"] == "play 4Y on 4P"


def test_a_difference(call: Call, written: Written) -> None:
    name = written(TAN.replace("[752", "[751"))
    place = TAN.split("\n").index("[result]") + 1
    said = (
        f"gostop: game.toml, line {place}: payments should be [751, -376, -376], "
        "but is [752, -376, -376]\n"
    )
    for options in ((), ("--json",), ("--ascii",)):
        code, out, err = call("replay", name, *options)
        assert (code, err) == (1, said)
        assert out
    json.loads(call("replay", name, "--json")[1])


def test_actions_that_end_before_the_game(call: Call, written: Written) -> None:
    name = written(POSITION)
    assert done(call("replay", name)).endswith(
        "The actions end here; seat 2 may now: play 6열, play 8피.\n"
    )
    assert done(call("replay", name, "--ascii")).endswith("may now: play 6Y, play 8P.\n")
    told = json.loads(done(call("replay", name, "--json")))
    assert (len(told["turns"]), told["result"]) == (2, None)


def test_a_title_of_a_record(call: Call, written: Written) -> None:
    """It is one line and cannot give orders to a terminal; Korean only where that is wanted."""
    name = written(swapped(POSITION, ("\n", 'title = "a\\u001b[31m\\nb  탄"\n')))
    assert done(call("replay", name)).startswith("a [31m b 탄\n")
    assert done(call("replay", name, "--ascii")).startswith("a game of arcade3\n")
    assert done(call("replay", written(POSITION))).startswith("game.toml: a game of arcade3\n")


def test_files_that_are_no_records(call: Call, tmp_path: Path) -> None:
    for name, data, said in (
        ("empty", b"", "rules is missing"),
        ("binary", bytes(range(128, 256)), "byte 1 is not UTF-8; save it as UTF-8."),
        ("utf-16", TAN.encode("utf-16"), "not UTF-8"),
        ("huge", b"# " * 1_000_000, "longer than the 100,000 bytes"),
        ("text", "고스톱".encode(), "not valid TOML"),
    ):
        (tmp_path / name).write_bytes(data)
        for verb in ("replay", "settle"):
            told = refused(call(verb, name))
            assert said in told
            assert name in told
    for verb in ("replay", "settle"):
        assert "(No such file or directory)" in refused(call(verb, "none.toml"))
        assert "(Is a directory)" in refused(call(verb, "."))
        assert "(No such file or directory)" in refused(call(verb, "a\nb\x1b[31m"))
        assert "(File name too long)" in refused(call(verb, "x" * 5000))


def test_an_illegal_action(call: Call, written: Written) -> None:
    name = written(swapped(POSITION, ("1 play 7피", "1 play 9피")))
    said = "game.toml, line 12: '1 play 9피': seat 1 cannot do that; legal here: play 1피, play 4띠"
    for options in ((), ("--json",)):
        assert refused(call("replay", name, *options)).startswith(said)


# --- settle ------------------------------------------------------------------------------------


def test_a_settlement(call: Call, written: Written) -> None:
    name = written(SETTLE)
    told = json.loads(done(call("settle", name, "--json")))
    assert set(told) == set(RESULT)
    assert set(told["breakdown"]) == set(BREAKDOWN)
    assert told["payments"] == [24, -8, -16]
    assert [share["amount"] for share in told["breakdown"]["shares"]] == [8, 16]
    out = done(call("settle", name))
    assert out.endswith("paid: seat 0 +24, seat 1 -8, seat 2 -16\n")
    assert done(call("settle", name, "--ascii")).isascii()


def test_a_settlement_that_differs(call: Call, written: Written) -> None:
    code, out, err = call("settle", written(swapped(SETTLE, ("[24, ", "[25, "))))
    assert code == 1
    assert out
    assert (
        err == "gostop: game.toml, line 7: payments should be [25, -8, -16], but is [24, -8, -16]\n"
    )


def test_what_is_settled_and_what_is_replayed(call: Call, written: Written) -> None:
    assert "is for gostop replay" in refused(call("settle", "tan"))
    assert "use gostop settle" in refused(call("replay", written(SETTLE)))


# --- score -------------------------------------------------------------------------------------


def test_the_form_of_a_score(call: Call) -> None:
    told = json.loads(done(call("score", "1G 3광 8광 9열", "--rules", "맞고", "--json")))
    assert told == {
        "points": 3,
        "parts": {"bright": 3, "godori": 0, "dan": 0, "animals": 0, "ribbons": 0, "pi": 0},
        "pi_value": 0,
        "animals": 1,
        "cup_as": "animal",
    }


def test_a_score_for_people(call: Call) -> None:
    out = done(call("score", normalize("NFD", "6띠 9띠 10띠 1띠 2띠 3띠")))
    assert out.endswith("   8  points\n")
    assert "청단" in out
    assert done(call("score", "6T 9T 10T", "--ascii")).isascii()
    assert done(call("score", "")) == "   0  points\n"
    assert done(call("score", "1광 3광 8광", "--set", "bright3=9")).endswith("   9  points\n")


def test_what_cannot_be_scored(call: Call) -> None:
    for cards, said in (
        ("13광", "'13광' (card 1 of the cards) is not a card"),
        ("1광 1광", "'1광' (card 2 of the cards) is named too often"),
        ("J2", "'J2' (card 1 of the cards) is not in this game: it has no jokers."),
        ("x" * 100_000, "is not a card"),
        ("1광 " * 20_000, "is named too often"),
    ):
        assert said in refused(call("score", cards))
    assert "nor is it a preset" in refused(call("score", "1광", "--rules", "arcad"))


# --- show --------------------------------------------------------------------------------------


def test_a_game_of_a_seed(call: Call) -> None:
    asked = ("show", "--rules", "tongil", "--seed", "7", "--game", "12", "--policy", "greedy")
    out = done(call(*asked))
    assert out.startswith("game 12 of seed 7, tongil: greedy, greedy, greedy\n")
    told = json.loads(done(call(*asked, "--json")))
    game = Game("tongil", seed=7, game=12, policies=["greedy"] * 3)
    assert tuple(told["result"]["payments"]) == game.result.payments
    assert done(call(*asked, "--ascii")).isascii()
    assert done(call("show")).startswith("game 0 of seed 0, arcade3: random, random, random\n")


@pytest.mark.parametrize("preset", preset_names())
def test_a_record_is_replayed(preset: str, call: Call, written: Written) -> None:
    """What is shown is what is replayed, but for its first line."""
    for number in range(games(3)):
        players = ",".join(["greedy", "random", "random"][: Rules.preset(preset).players])
        asked = ("show", "--rules", preset, "--policy", players, "--game", str(number))
        for form in ((), ("--ascii",)):
            record = done(call(*asked, "--record", *form))
            assert record.isascii() or not form
            name = written(record)
            assert done(call("replay", name, *form)) == done(call(*asked, *form))
            shown, again = (
                json.loads(done(call(*one, "--json", *form))) for one in (asked, ("replay", name))
            )
            assert shown == again


def test_rules_that_differ_in_much(call: Call, written: Written) -> None:
    """The title tells of it at length, and is still a text."""
    options = (
        "win_points=4",
        "go_bak=pays_all",
        "jokers=[2,3]",
        "max_payment=50",
        "sweep_points=3",
    )
    asked = ["show", "--seed", str(2**64 - 1), "--game", str(2**63 - 1), "--record"]
    record = done(call(*asked, *(word for one in options for word in ("--set", one))))
    assert len(record.split("\n")[0]) > 100
    assert done(call("replay", written(record)))


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("preset", ["arcade3", "arcade2", "tongil-joker"])
def test_a_game_of_a_run(preset: str, rotate: bool, call: Call, tmp_path: Path) -> None:
    """Played again it is what its row says."""
    players = ["greedy", "random", "random"][: Rules.preset(preset).players]
    run = simulate(
        preset, policy=players, games=30, seed=5, rotate=rotate, out=tmp_path / "run"
    )  # fmt: skip
    frame = run.frame()
    for number in range(0, 30, 3):
        told = json.loads(done(call("show", "run", "--game", str(number), "--json")))["result"]
        row = frame.iloc[number]
        for key in ("winner", "points", "goes", "ended_by"):
            assert told[key] == row[key], key
        for key, column in (("payments", "payment"), ("multipliers", "multiplier")):
            assert told[key] == [int(row[f"{column}_{seat}"]) for seat in range(len(players))]
    heading = done(call("show", "run", "--game", "1")).split("\n")[0]
    moved = list(np.roll(players, 1)) if rotate else players
    assert heading == f"game 1 of seed 5, {preset}: {', '.join(moved)}"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("run --game 10", "game 10 is not in run 'run': its games are 0 to 9"),
        ("run --rules arcade3", "a run has its own rules and seed"),
        ("run --set win_points=4", "a run has its own rules and seed"),
        ("run --seed 7", "a run has its own rules and seed"),
        ("run --policy greedy", "was played by"),
        ("run --rotate", "a run has its own rules and seed"),
        ("run --record --json", "--record and --json are two ways to print a game"),
        ("none", "none"),
        ("--game -1", "game -1 is not possible: give a whole number, 0 to "),
        ("--game 1e3", "game "),
        (f"--game {2**63}", "is not possible: give a whole number"),
        (f"--seed {2**64}", "is not possible: give a whole number, 0 to 2**64 - 1"),
        ("--seed x", 'seed "x" is not possible'),
        ("--policy greedy,random", "policy names 2 players, but the rules seat 3"),
        ("--policy nobody", 'policy "nobody" is unknown'),
        ("--rules arcad", "nor is it a preset"),
        ("--set go_bak=maybe", 'go_bak is "maybe"'),
    ],
)
def test_what_cannot_be_shown(arguments: str, said: str, call: Call, tmp_path: Path) -> None:
    simulate("arcade3", games=10, out=tmp_path / "run")
    assert said in refused(call("show", *arguments.split()))


# --- usage -------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", ["replay", "settle", "score", "replay a b", "show --bogus"])
def test_bad_usage(arguments: str, call: Call) -> None:
    code, out, err = call(*arguments.split())
    assert (code, out) == (2, "")
    assert "Usage: " in err
    assert "Traceback" not in err


# --- real processes ----------------------------------------------------------------------------


def test_a_pipe_from_show_to_replay(tmp_path: Path) -> None:
    record = processes.gostop("show", "--seed", "4", "--game", "9", "--record")
    assert (record.returncode, record.stderr) == (0, "")
    again = subprocess.run(
        command("replay", "/dev/stdin", "--json"),
        input=record.stdout,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (again.returncode, again.stderr) == (0, "")
    shown = processes.gostop("show", "--seed", "4", "--game", "9", "--json")
    assert json.loads(again.stdout) == json.loads(shown.stdout)


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What a terminal on standard output gets."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command(*arguments), stdout=theirs, env={**os.environ, "TERM": "xterm", **environment}
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:  # Linux says so when the other side was closed
        pass
    os.close(ours)
    assert process.wait() == 0
    return shown.decode()


@pytest.mark.parametrize("arguments", ["replay tan", "score 1G,3G,8G,2Y"])
def test_colour_on_a_terminal_only(arguments: str) -> None:
    words = [word.replace(",", " ") for word in arguments.split()]
    shown = on_a_terminal(*words)
    plain = processes.gostop(*words)
    assert "\x1b[" in shown
    assert "\x1b" not in plain.stdout
    without = re.sub(r"\x1b\[[0-9;]*m", "", shown).replace("\r\n", "\n")
    assert without == plain.stdout
    assert "\x1b[3" not in on_a_terminal(*words, NO_COLOR="1")


def test_a_pipe_that_is_closed() -> None:
    """Nobody reads on: no traceback."""
    for arguments in (("replay", "tan"), ("show", "--json"), ("show", "--record")):
        process = subprocess.Popen(
            command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read().decode()
        process.stderr.close()
        assert process.wait() in (0, 1)
        assert "Traceback" not in said
        assert "Exception ignored" not in said


def test_a_terminal_without_korean() -> None:
    ascii_only: dict[str, Any] = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    plain = processes.gostop("replay", "tan", env=ascii_only)
    assert (plain.returncode, plain.stderr) == (0, "")
    assert r"\ud0c4: the stacked deck" in plain.stdout
    latin = processes.gostop("replay", "tan", "--ascii", env=ascii_only)
    assert latin.stdout.startswith("a game of tongil-joker\n")
