"""`gostop play`: whole games at a real terminal, what is typed at it, and what is never shown."""

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

import processes
import pytest
from rich.cells import cell_len

from gostop.cards import cards_named
from gostop.cli import main
from gostop.cli.moves import read_move
from gostop.cli.play import seated
from gostop.cli.round import Match, Place, Round
from gostop.cli.table import Screen, TableView
from gostop.cli.telling import Teller
from gostop.deals import Deal
from gostop.errors import InputError
from gostop.game import Game
from gostop.records.legal import choices
from gostop.rules import Rules

PATIENCE = 60
"""Seconds to wait for a prompt: one or two on a quiet machine."""

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
PROMPT = re.compile(r"(?:^|\n)(your move> |show them\? |which> |go or stop> |again\? \[y/N\] )$")
TAKES_THE_TERMINAL = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
"""So that Ctrl-C typed at the terminal interrupts the process."""


MOST_ANSWERS = 200
"""Of one test: a game takes thirty, and a test that waits for what never comes must end."""


def against(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Play against greedy unless said otherwise: its games are the ones that the tests know."""
    return arguments if "--against" in arguments else (*arguments, "--against", "greedy")


class Terminal:
    """A person's terminal with `gostop play` in it."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        try:
            self.ours, theirs = pty.openpty()
        except OSError as error:
            pytest.skip(f"no pseudo-terminal can be opened here: {error}")
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.raw = ""
        self._seen = self._answers = 0
        self._process = subprocess.Popen(
            processes.command("play", *against(arguments), before=TAKES_THE_TERMINAL),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env={**os.environ, "TERM": "xterm-256color", **environment},
            start_new_session=True,
        )
        os.close(theirs)

    def until_asked(self) -> str:
        """What is printed up to the next prompt, that included."""
        deadline = time.monotonic() + PATIENCE
        while not PROMPT.search(self._new()):
            assert self._read(deadline), f"no prompt in time, or it ended:\n{self._new()}"
        shown = self._new()
        self._seen = len(self.raw)
        return shown

    def answer(self, text: str) -> str:
        """Type a line; what is printed up to the next prompt."""
        self._answers += 1
        assert self._answers <= MOST_ANSWERS, f"still asked:\n{self._new()}"
        self.press(f"{text}\n")
        return self.until_asked()

    def press(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, and again if it was not heard.

        Python does not hear one that falls between the prompt and its waiting for a key.
        """
        deadline = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < deadline:
            self.press("\x03")
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(2)

    def end(self) -> tuple[int, str]:
        """The exit code, and what was printed since the last prompt."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        return self._process.wait(max(0.1, deadline - time.monotonic())), self._new()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self.ours)

    def _new(self) -> str:
        return ESCAPES.sub("", self.raw[self._seen :]).replace("\r", "")

    def _read(self, deadline: float) -> bool:
        """Wait for something to be printed; whether there was."""
        if not select.select([self.ours], [], [], max(0, deadline - time.monotonic()))[0]:
            return False
        try:
            piece = os.read(self.ours, 65536)
        except OSError:  # Linux says so when the other side was closed
            return False
        # A character cut in two is not put together again, so nothing may depend on each one.
        self.raw += piece.decode("utf-8", "replace")
        return bool(piece)


Sit = Callable[..., Terminal]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Sit down at a terminal; nothing is left running."""
    opened: list[Terminal] = []

    def down(*arguments: str, **environment: str) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments, **environment))
        return opened[-1]

    yield down
    for terminal in opened:
        terminal.close()


def piped(typed: str, *arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run `gostop play` with answers from a pipe."""
    return subprocess.run(
        processes.command("play", *against(arguments)),
        input=typed,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=PATIENCE,
    )


# --- whole games -------------------------------------------------------------------------------


@pytest.mark.parametrize("ascii", [False, True], ids=["korean", "ascii"])
@pytest.mark.parametrize(
    ("rules", "game"), [("arcade2", 14), ("arcade3", 5), ("tongil", 4), ("tongil-joker", 4)]
)
def test_a_whole_game_of_ones(rules: str, game: int, ascii: bool, sit: Sit) -> None:
    options = ["--rules", rules, "--seed", "7", "--game", str(game), *["--ascii"] * ascii]
    terminal = sit(*options)
    shown = terminal.until_asked()
    assert f"Game {game} of seed 7, {rules}." in shown
    while "again?" not in shown:
        promised = re.search(r"^stop: ([+-][0-9,]+) for you", shown, re.MULTILINE)
        assert all(cell_len(line) <= 80 for line in shown.splitlines()), shown
        shown = terminal.answer("1")
        if promised:
            assert f"You: {promised[1]} in this game." in shown
    gained = re.search(r"^You: ([+-][0-9,]+) in this game. Your balance is \1", shown, re.MULTILINE)
    assert gained is not None
    assert re.search(rf"^paid: .*you {re.escape(gained[1])}", shown, re.MULTILINE)
    terminal.press("n\n")
    code, last = terminal.end()
    assert code == 0
    assert last.endswith("Goodbye.\n")
    assert terminal.raw.isascii() == ascii
    assert bool(COLOUR.search(terminal.raw)) == (not ascii)


def test_the_next_game_and_the_balance(sit: Sit) -> None:
    terminal = sit("--seed", "7", "--game", "3")
    shown = terminal.until_asked()
    gains = []
    for number in (3, 4):
        assert f"Game {number} of seed 7" in shown
        while "again?" not in shown:
            shown = terminal.answer("1")
        gained = re.search(r"^You: ([+-][0-9]+) in this game\.", shown, re.MULTILINE)
        assert gained is not None
        gains.append(int(gained[1]))
        shown = terminal.answer("y")
    assert f"Your balance is {gains[0]:+} after 1 game." in terminal.raw
    assert f"Your balance is {sum(gains):+} after 2 games." in terminal.raw


def test_no_color(sit: Sit) -> None:
    terminal = sit("--seed", "7", NO_COLOR="1")
    assert "floor" in terminal.until_asked()
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", terminal.raw)


def test_another_seat_and_two_opponents(sit: Sit) -> None:
    terminal = sit("--rules", "고스톱", "--seed", "7", "--seat", "2", "--against", "greedy, random")
    shown = terminal.until_asked()
    assert "You are seat 2; seat 0 is greedy, seat 1 is random." in shown
    assert re.search(r"^  1  seat 0: .*^  2  seat 1: .*^-- turn 3, you -", shown, re.M | re.S)


def test_a_triple_shown_at_the_deal(sit: Sit) -> None:
    terminal = sit("--rules", "tongil-joker", "--seed", "7", "--game", "4")
    shown = terminal.until_asked()
    assert "hand  1광  3띠  4열 4띠 4피  8열 8피\n흔들기 shake: show 4열 4띠 4피?" in shown
    assert " 1) no shake   2) shake 4\nshow them? " in shown
    assert "you: 흔들기 shake, month 4" in terminal.answer("흔들기")
    assert "you: 0 points; 흔들기 4\n" in terminal.answer("1")


def test_a_triple_shown_at_play(sit: Sit) -> None:
    terminal = sit("--seed", "7", "--game", "2")
    card = re.search(r"\) shake (\S+)", terminal.until_asked())
    assert card is not None
    assert f"  1  you: shake {card[1]}" in terminal.answer(f"흔들기 {card[1]}")


# --- within a turn -----------------------------------------------------------------------------


def test_which_of_two_and_back(sit: Sit) -> None:
    terminal = sit("--seed", "7", "--game", "14")
    first = terminal.until_asked()
    assert " 1) 2열 -> 2띠 or 2피" in first
    assert "You play 2열: which does it take?\n 1) on 2띠   2) on 2피\n" in terminal.answer("1")
    assert f"Taken back.\n{first[first.index('-- turn') - 1 :]}" in terminal.answer("undo")
    assert "nothing to take back" in terminal.answer("무르기")
    assert "which> " in terminal.answer("2열")
    shown = terminal.answer("on 2피")
    assert "  1  you: play 2열 on 2피; " in shown
    assert "nothing to take back: undo goes back within your turn only" in terminal.answer("undo")


def test_go_or_stop_and_back(sit: Sit) -> None:
    terminal = sit("--seed", "7", "--game", "14")
    shown = terminal.until_asked()
    while "go or stop>" not in shown:
        before, shown = shown, terminal.answer("1")
    table = before[before.rindex("-- turn") :]
    question = shown[shown.index("you: play") :]
    assert re.search(r"^stop: \+[0-9]+ for you$", question, re.MULTILINE)
    assert re.search(r"^go: {3}1고, 1 point for goes; 고박 if another wins$", question, re.M)
    assert table in terminal.answer("undo")
    assert question in terminal.answer("1")
    assert "      고 go\n" in terminal.answer("고")
    assert re.search(r"^you: [0-9]+ points .*; 1고 at [0-9]+", terminal.answer(""), re.MULTILINE)


# --- what is typed -----------------------------------------------------------------------------


def test_a_move_in_many_words(sit: Sit) -> None:
    terminal = sit("--seed", "7", "--game", "14")
    terminal.until_asked()
    for typed in ("play 2열", "2Y", "2y", normalize("NFD", "2열"), "내기 2열", "1"):
        assert "You play 2열: which does it take?" in terminal.answer(typed)
        assert "Taken back." in terminal.answer("undo")


def test_what_is_not_understood(sit: Sit) -> None:
    terminal = sit("--seed", "7", "--game", "14")
    terminal.until_asked()
    for typed in ("foo", "play", "play 1광", "11", "0", "99999", "undo it", "2열 on 3피", "\t!"):
        shown = terminal.answer(typed)
        assert re.search(r"type|no such card", shown), shown
        assert "Traceback" not in shown
        assert shown.endswith("your move> ")
        assert "-- turn" not in shown
    os.write(terminal.ours, b"\xff\xfe\n")
    assert "is not possible now" in terminal.until_asked()


def test_help_rules_and_the_table_again(sit: Sit) -> None:
    terminal = sit("--seed", "7", "--set", "win_points=5")
    table = terminal.until_asked()
    helped = terminal.answer("?")
    assert "save FILE" in helped
    assert max(map(cell_len, helped.splitlines())) <= 80
    said = terminal.answer("rules")
    assert "arcade2 with win_points = 5: go or stop from 5 points" in " ".join(said.split())
    assert terminal.answer("table").endswith(table[table.index("-- turn") :])


@pytest.mark.parametrize("keys", ["quit\n", "그만\n", "\x04"])
def test_leaving(keys: str, sit: Sit) -> None:
    terminal = sit("--seed", "7", "--game", "3", "--rules", "맞고", "--set", "win_points=5")
    terminal.until_asked()
    terminal.press(keys)
    code, said = terminal.end()
    assert code == 0
    again = "gostop play --rules arcade2 --set win_points=5 --against greedy --seed 7 --game 3"
    assert said.endswith(f"The same deal again:\n  {again}\nGoodbye.\n")


def test_an_interrupt(sit: Sit) -> None:
    terminal = sit("--seed", "7")
    terminal.until_asked()
    terminal.answer("1")
    terminal.interrupt()
    code, said = terminal.end()
    assert code == 130
    assert "gostop: interrupted; the same deal again: gostop play " in said
    assert "Traceback" not in said


# --- saving ------------------------------------------------------------------------------------


@pytest.mark.parametrize("ascii", [False, True], ids=["korean", "ascii"])
def test_a_saved_game_is_replayed(ascii: bool, sit: Sit, tmp_path: Path) -> None:
    terminal = sit("--rules", "tongil-joker", "--seed", "7", "--game", "4", *["--ascii"] * ascii)
    shown = terminal.until_asked()
    shown = terminal.answer("shake 4")
    shown = terminal.answer("1")
    said = terminal.answer("save")
    assert "Saved 3 turns so far to gostop-7-4.toml" in said
    assert "all hands and the stock" in said
    assert "exists already and is left as it is" in terminal.answer("save")
    while "again?" not in shown:
        shown = terminal.answer("1")
    said = terminal.answer("save 'whole game.toml'")
    assert "Saved the whole game to whole game.toml; gostop replay 'whole game.toml'" in said
    assert "stock" not in said
    paid = [int(found.replace(",", "")) for found in re.findall(r" ([+-][0-9,]+)", _paid(shown))]
    record = (tmp_path / "whole game.toml").read_text(encoding="utf-8")
    assert record.isascii() == ascii
    whole = processes.gostop("replay", str(tmp_path / "whole game.toml"), "--json")
    part = processes.gostop("replay", str(tmp_path / "gostop-7-4.toml"), "--json")
    assert (whole.returncode, part.returncode) == (0, 0), whole.stderr + part.stderr
    told, begun = json.loads(whole.stdout), json.loads(part.stdout)
    assert told["result"]["payments"] == paid
    assert begun["result"] is None
    assert begun["turns"] == told["turns"][:3]


def _paid(shown: str) -> str:
    line = re.search(r"^paid: .*$", shown, re.MULTILINE)
    assert line is not None
    return line[0]


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    names = ["none/such.toml", "/", ".", "~nobody-of-this-name/x", "x\x01"]
    typed = "".join(f"save {name}\n" for name in names)
    done = piped(f"{typed}1\n", "--seed", "7", folder=tmp_path)
    assert done.returncode == 0
    said = re.findall("cannot be written|exists already|must be printable", done.stdout)
    assert len(said) == len(names)
    assert "  1  you: play" in done.stdout
    assert list(tmp_path.iterdir()) == []


# --- without a terminal ------------------------------------------------------------------------


def test_answers_from_a_pipe(tmp_path: Path) -> None:
    done = piped("1\n" * 20, "--seed", "7", "--game", "3", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "your move> 1\n  1  you: play 2띠; " in done.stdout
    assert "paid: you -7, seat 1 +7\n" in done.stdout
    assert done.stdout.endswith("Your balance is -7 after 1 game. Goodbye.\n")


def test_nothing_to_read(tmp_path: Path) -> None:
    done = piped("", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"Game 0 of seed [0-9]+, arcade2", done.stdout)
    other = piped("", folder=tmp_path)
    assert other.stdout != done.stdout


def test_a_terminal_without_korean(tmp_path: Path) -> None:
    plain = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = processes.gostop("play", "--seed", "7", "--ascii", env=plain)
    assert (done.returncode, done.stderr) == (0, "")
    assert "floor " in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--against gredy", 'policy "gredy" is unknown (did you mean greedy?)'),
        ("--against greedy,random", "against names 2 opponents, but these rules seat 1: give one"),
        (
            "--rules arcade3 --against greedy,greedy,greedy",
            "against names 3 opponents, but these rules seat 2: "
            "give one for all or 2, separated by commas",
        ),
        ("--against ,", 'policy "" is unknown'),
        ("--seat 2", "seat 2 is not possible: give a whole number, 0 to 1"),
        ("--seat first", 'seat "first" is not possible: give a whole number, 0 to 1'),
        ("--seed x", 'seed "x" is not possible: give a whole number, 0 to 2**64 - 1'),
        ("--game -1", "game -1 is not possible"),
        ("--rules arcad2", "(did you mean arcade2?)"),
        ("--set win_point=3", "(did you mean win_points?)"),
    ],
)
def test_what_is_refused(
    options: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["gostop", "play", *options.split()])
    with pytest.raises(SystemExit) as caught:
        main()
    out, err = capsys.readouterr()
    assert (caught.value.code, out) == (2, "")
    assert re.fullmatch(r"gostop: [^\n]+\n", err)
    assert said in err


def test_help_loads_nothing_heavy() -> None:
    before = "import atexit, sys; atexit.register(lambda: print(sorted(sys.modules)))\n"
    done = subprocess.run(
        processes.command("play", "--help", before=before), capture_output=True, text=True
    )
    assert "--against" in done.stdout
    assert not re.search(r"'(rich|numba|numpy)'", done.stdout)


# --- moves, without a terminal -----------------------------------------------------------------


def asked(rules: str = "arcade2", number: int = 14) -> Game:
    return Game(rules, seed=7, game=number, policies=seated("greedy", Rules.load(rules).players, 0))


@pytest.mark.parametrize(
    ("typed", "words", "on"),
    [
        ("1", "play 2열", ""),
        (" 02 ", "play 2피", ""),
        ("2열 on 2띠", "play 2열", "2띠"),
        ("PLAY 2y ON 2t", "play 2열", "2띠"),
        ("2열 위 2피", "play 2열", "2피"),
        ("0 play 2열 on 2피", "play 2열", "2피"),
        ("12광", "play 12광", ""),
        ("11S", "play 11쌍피", ""),
        (normalize("NFD", "내기  11쌍피"), "play 11쌍피", ""),
        ("１", "play 2열", ""),
    ],
)
def test_moves_that_begin_a_turn(typed: str, words: str, on: str) -> None:
    game = asked()
    move = read_move(typed, game, choices(game))
    assert move.choice.words == words
    assert set(move.on) == (set(cards_named(on)) if on else set())


@pytest.mark.parametrize(
    ("rules", "number", "typed", "words"),
    [
        ("arcade2", 18, "bomb 10", "bomb 10"),
        ("arcade2", 18, "폭탄 10", "bomb 10"),
        ("arcade2", 18, "폭탄", "bomb 10"),
        ("arcade2", 2, "shake 9피", "shake 9피"),
        ("arcade2", 2, "9피", "play 9피"),
        ("tongil-joker", 0, "joker", "joker J2"),
        ("tongil-joker", 0, "j2", "joker J2"),
        ("tongil-joker", 0, "J", "joker J2"),
        ("tongil-joker", 0, "조커 J2", "joker J2"),
        ("tongil-joker", 4, "y", "shake 4"),
        ("tongil-joker", 4, "흔들기", "shake 4"),
        ("tongil-joker", 4, "Shake 4", "shake 4"),
        ("tongil-joker", 4, "아니오", "no shake"),
        ("tongil-joker", 4, "no shake", "no shake"),
    ],
)
@pytest.mark.parametrize("ascii", [False, True], ids=["korean", "ascii"])
def test_other_moves(rules: str, number: int, typed: str, words: str, ascii: bool) -> None:
    game = asked(rules, number)
    listed = choices(game, ascii)
    move = read_move(typed, game, listed)
    assert move.choice in listed
    assert choices(game)[listed.index(move.choice)].words == words


def test_shake_and_play_are_both_listed_and_twins_once() -> None:
    listed = [choice.words for choice in choices(asked("arcade2", 2))]
    assert "shake 9피" in listed
    assert "play 9피" in listed
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize(
    "typed",
    ["", "9", "take 1띠 2띠", "3피", "go", "stop", "\x00", "\ud800", "가" * 10_000, "1 1", "-1"],
)
def test_which_of_two_is_not_said(typed: str) -> None:
    game = asked("arcade2", 1)
    while game.decision is not None and game.decision.kind != "take":
        game.answer(game.decision.options[0])
    with pytest.raises(InputError, match="type"):
        read_move(typed, game, choices(game))


@pytest.mark.parametrize(("typed", "words"), [("g", "go"), ("고", "go"), ("스톱", "stop")])
def test_go_and_stop(typed: str, words: str) -> None:
    game = asked()
    while game.decision is not None and game.decision.kind != "go":
        game.answer(game.decision.options[0])
    assert read_move(typed, game, choices(game)).choice.words == words


# --- nothing is given away ---------------------------------------------------------------------


def names(text: str) -> Counter[str]:
    return Counter(re.findall(r"\b(?:[0-9]{1,2}(?:광|열|띠|피|쌍피)|J[123])(?!\S*끗)", text))


@pytest.mark.parametrize("rules", ["arcade2", "arcade3", "tongil-joker"])
def test_the_table_shows_public_cards_and_the_own_hand(rules: str) -> None:
    law = Rules.load(rules)
    for number in range(20):
        you = number % law.players
        players = seated("greedy", law.players, you)
        game = Match(law, 7, number, players)
        teller = Teller(law, you=you)
        view = TableView(teller, [name or "" for name in players])
        while game.decision is not None:
            hand = game.hand(you)
            shown = names("\n".join(line.plain for line in view.lines(game, hand)))
            masks = (hand, int(game.table.floor), *map(int, game.table.captured[: law.players]))
            public = Counter(teller.cards(sum(masks)).plain.split())
            assert shown == public
            game.answer(game.decision.options[-1 if game.decision.kind == "go" else 0])


def test_before_the_first_answer_nothing_else_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    law = Rules.load("tongil-joker")
    for number in range(40):
        place = Place(law, (None, "greedy", "greedy"), 7, 0, False)
        sitting = Round(place, number)
        if sitting.game.decision is None:
            continue
        list(map(Screen(False).say, sitting._welcome()))
        sitting._show(sitting.game.decision)
        teller, table = Teller(law), sitting.game.table
        known = names(teller.cards(sitting.game.dealt(0) | int(table.captured[0])).plain)
        known |= names(teller.cards(int(table.floor)).plain)
        known |= names(teller.cards(Deal.from_game(sitting.game).floor).plain)
        assert set(names(capsys.readouterr().out)) <= set(known)


def test_looking_ahead_changes_nothing() -> None:
    law = Rules.load("arcade2")
    players = seated("greedy", 2, 0)
    looked, plain = (Match(law, 7, 12, players) for _ in range(2))
    while plain.decision is not None:
        assert looked.decision == plain.decision
        looked.ahead()
        option = plain.decision.options[-1]
        looked.answer(option)
        plain.answer(option)
    assert looked.result == plain.result
    assert looked.answers == plain.answers
