"""Run as a program: play runs into folders, killed again and again until they are complete.

``killing.py FOLDER GAMES random SEED`` sends SIGKILL after random times. ``killing.py FOLDER GAMES
steps 1`` goes on from the run in FOLDER, if there is one, in a copy of it for each step: it ends as
suddenly just before its N-th change of a file or folder, and is then finished. Either prints how
often it killed. The kernels are loaded once, and each victim is a fork.
"""

import functools
import itertools
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

from processes import SHARD

import gostop.arrow
import gostop.folder
from gostop.engine import engine
from gostop.errors import InputError
from gostop.run import Run
from gostop.simulation import make_plan, simulate

MOST_KILLS = 20

CHANGES = ("replace", "unlink", "fsync", "mkdir", "rmdir")


def play(folder: str, games: int) -> None:
    simulate("arcade3", games=games, seed=5, out=folder, threads=2)


def fork(victim: Callable[[], None]) -> int:
    process = os.fork()
    if process == 0:
        status = 1
        try:
            victim()
            status = 0
        finally:
            os._exit(status)
    return process


def end(process: int) -> bool:
    """Wait for a process; whether it was killed."""
    status = os.waitpid(process, 0)[1]
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, status
    return os.WIFSIGNALED(status)


def kill_at_random(folder: str, games: int, seed: int) -> int:
    moments = random.Random(seed)
    for kills in range(MOST_KILLS):
        process = fork(lambda: play(folder, games))
        time.sleep(moments.uniform(0, 0.25))
        os.kill(process, signal.SIGKILL)
        if not end(process):
            return kills
    end(fork(lambda: play(folder, games)))
    return MOST_KILLS


def kill_at_step(folder: str, games: int, step: int) -> bool:
    """Play until the given step; whether there were so many."""

    def victim() -> None:
        steps = itertools.count(1)

        def counted(change: Callable[..., Any]) -> Callable[..., Any]:
            def wrapper(*arguments: Any, **options: Any) -> Any:
                if next(steps) == step:
                    os.kill(os.getpid(), signal.SIGKILL)
                return change(*arguments, **options)

            return wrapper

        for name in CHANGES:
            setattr(os, name, counted(getattr(os, name)))
        play(folder, games)

    return end(fork(victim))


def finish(folder: str, games: int) -> None:
    """Read what a victim left, which must be consistent, and play what is missing."""
    try:
        run = Run.open(folder)
    except InputError:
        pass
    else:
        assert len(run.frame()) == run.games == run.summary().games
    play(folder, games)


def kill_at_steps(folder: str, games: int, first: int) -> int:
    for step in itertools.count(first):
        copy = f"{folder}.{step}"
        if os.path.exists(folder):
            shutil.copytree(folder, copy)
        if not kill_at_step(copy, games, step):
            return step - first
        assert not end(fork(functools.partial(finish, copy, games)))
    return 0


def main() -> None:
    folder, games, how, number = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    gostop.folder.SHARD_GAMES = SHARD
    with engine(make_plan(), 1, lambda _: None):
        pass
    kill = kill_at_random if how == "random" else kill_at_steps
    print(kill(folder, games, number))


if __name__ == "__main__":
    main()
