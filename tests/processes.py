"""Real `gostop` processes for the tests: small shards, limits, signals, a terminal."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SHARD = 2000
"""Games a shard in these processes, so that a run of many shards takes no time."""

_SMALL = f"import gostop.folder; gostop.folder.SHARD_GAMES = {SHARD}; "
_HEARS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""A process started in the background is told to ignore Ctrl-C, and would hand that on."""

_MAIN = "from gostop.cli import main; main()"

PLAYING = "playing"
"""Printed on standard error by a process with ``tells=True`` when it begins to play."""

_TELL = f"""
import sys
from gostop.engine import Engine
play = Engine.play
def told(*arguments):
    print("{PLAYING}", file=sys.stderr, flush=True)
    return play(*arguments)
Engine.play = told
"""


def command(
    *arguments: str, small: bool = False, before: str = "", tells: bool = False
) -> list[str]:
    """The command that runs `gostop` with these arguments in this interpreter.

    Parameters
    ----------
    *arguments : str
    small : bool
        Whether shards have `SHARD` games.
    before : str
        Python statements to run first.
    tells : bool
        Whether it says when it begins to play.
    """
    code = (
        _HEARS + before + "\n" + (_SMALL if small else "") + (_TELL if tells else "") + "\n" + _MAIN
    )
    return [sys.executable, "-c", code, *arguments]


def gostop(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run `gostop` to its end; options are those of `command`, and `env`."""
    environment = {**os.environ, **options.pop("env", {})}
    return subprocess.run(
        command(*arguments, **options), capture_output=True, text=True, env=environment, timeout=300
    )


def interrupt(process: "subprocess.Popen[str]", delay: float) -> None:
    """Press Ctrl-C in a process, `delay` seconds after it began to play."""
    assert process.stderr is not None
    for line in process.stderr:
        if line.strip() == PLAYING:
            break
    time.sleep(delay)
    process.send_signal(signal.SIGINT)


def contents(folder: Path, but: Sequence[str] = ("sessions.json", ".lock")) -> dict[str, bytes]:
    """Every file of a run by name, apart from those that no result depends on."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in but}
