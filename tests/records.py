"""Game records that the tests of records share, and ways to make and to judge them."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import gostop.records
from gostop.errors import InputError
from gostop.game import Game
from gostop.records.reading import parse_record
from gostop.records.replaying import Replay, play_record
from gostop.records.settling import settle_record
from gostop.rules import Rules
from gostop.turn import Turn

TAN = (Path(gostop.records.__file__).parent / "examples/tan.toml").read_text(encoding="utf-8")

POSITION = """
rules = "arcade3"
[deal]
hands = ["5피 9열 1피", "7피 4띠 1피", "6열 8피"]
floor = "5열 5띠 1띠 2열 2띠"
stock = "2피 12띠 1광 3광 8광 10열 6피 ?"
[start]
[play]
actions = '''
0 play 5피 on 5열
0 take 2열
1 play 7피
'''
"""
"""A position with a choice of its aim, and one of what the card turned up takes."""

SETTLE = """
winner = 0
rules = "arcade3"
[start]
captured = ["1광 3광 8광", "1피 2피 3피 4피 5피", "6피"]
goes = [1, 0, 0]
[result]
payments = [24, -8, -16]
"""


SEEDED = 'rules = "{rules}"\n[deal]\nseed = {seed}\ngame = {game}\n'

FULL = """
title = "a position"
section = "7"
asked = "who"
source = "me"
notes = "none"
rules = "tongil-joker"
[override]
nagari_carry_max = 4
[deal]
hands = ["5피 9열", "7피 4띠", "6열 8피"]
floor = "2열 2띠 2피 J2"
stock = "10피 12띠 3광 J2 8광 10열 6피 11피"
[start]
turn = 1
captured = ["1광", "3피 4피 12쌍피", "5열"]
goes = [0, 1, 0]
points_at_last_go = [0, 5, 0]
last_go = 1
shakes = [1, 0, 0]
bombs = [0, 1, 0]
flips_saved = [0, 1, 0]
ppeoks = [0, 0, 1]
sweeps = [1, 0, 0]
shaken = [[10], [], []]
turns = [2, 2, 1]
reserved = [0, { "0" = "3피", "2" = "12쌍피" }, 0]
deferred = [false, true, false]
carry = 2
piles = [{ month = 2, owner = 2, jokers = "J2" }]
"""
"""A position with every key."""


def played(text: str, **more: Any) -> Replay:
    """Read and play a record."""
    return play_record(parse_record(text, **more))


def refusal(text: str, act: Callable[[str], object] = played) -> str:
    """Return the sentence with which a record is refused; it has to be one."""
    try:
        act(text)
    except InputError as error:
        check_sentence(error)
        return str(error)
    raise AssertionError("it was not refused")


def check_sentence(error: InputError) -> None:
    """Require a message of one line, printable and not too long to read."""
    said = str(error)
    assert said.isprintable(), repr(said)
    assert 10 < len(said) < 600, said


def read_whatever(text: str) -> None:
    """Read a record and do with it what the commands would; only an InputError may come of it."""
    try:
        record = parse_record(text)
        if record.winner is None:
            play_record(record)
        else:
            settle_record(record)
    except InputError as error:
        check_sentence(error)


def seconds(act: Callable[[], object]) -> float:
    """How long something takes."""
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def swapped(text: str, *changes: tuple[str, str]) -> str:
    """Return a text with pieces of it changed, each of which it has to have."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


RICH = swapped(
    FULL,
    ('"3피 4피 12쌍피"', '"3피 4피 12쌍피 1띠 2띠 3띠 5띠 9띠 10띠 8피"'),
    ("2띠 2피 J2", "2피 2피 J2"),
    ("[0, 5, 0]", "[0, 4, 0]"),
)
"""The same with points enough to choose."""


def seeded(
    rules: Rules, seed: int, number: int, policies: Mapping[int, str] | None = None
) -> tuple[Game, list[Turn]]:
    """Play a game by policies, greedy and random in turn unless said otherwise; with its turns."""
    turns: list[Turn] = []
    seats = [
        (policies or {}).get(seat, ("random", "greedy")[(seat + number) % 2])
        for seat in range(rules.players)
    ]
    game = Game(
        rules, seed=seed, game=number, policies=seats, on_turn=lambda _, turn: turns.append(turn)
    )
    return game, turns
