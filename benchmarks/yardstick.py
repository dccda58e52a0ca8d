"""The C yardstick: compiled where a compiler is there, run, and read."""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parent / "yardstick.c"
FLAGS = ("-std=gnu11", "-O3", "-march=native")

ENDINGS = (
    "stop",
    "highest",
    "nagari",
    "chongtong",
    "five_brights",
    "triple_ppeok",
    "floor_four",
)
"""In the order in which the yardstick counts them."""


@dataclass(frozen=True)
class Played:
    """What the yardstick counted.

    Attributes
    ----------
    games, turns, goes : int
    seconds : float
    endings : list of int
        By `ENDINGS`.
    winners : list of int
        Of nobody, seat 0, seat 1 ...
    payment, square : list of int
        By seat: the sum of payments, and of their squares.
    """

    games: int
    seconds: float
    turns: int
    goes: int
    endings: list[int]
    winners: list[int]
    payment: list[int]
    square: list[int]


def compiler() -> str | None:
    """Return the C compiler, or None."""
    return next(filter(None, map(shutil.which, (os.environ.get("CC", "cc"), "gcc", "clang"))), None)


def build(folder: Path) -> Path:
    """Compile the yardstick into a folder; raises RuntimeError without a compiler."""
    cc = compiler()
    if cc is None:
        raise RuntimeError("there is no C compiler: install one, or set CC")
    program = folder / "yardstick"
    subprocess.run([cc, *FLAGS, "-o", program, SOURCE], check=True)
    return program


def play(program: Path, games: int, seed: int = 1) -> Played:
    """Play games with the compiled yardstick."""
    done = subprocess.run(
        [program, str(games), str(seed)], check=True, capture_output=True, text=True
    )
    return Played(**json.loads(done.stdout))
