"""`gostop.simulate`: play a plan's games, in memory or into a folder."""

import os
import platform
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from gostop import __version__
from gostop.checks import check_whole
from gostop.engine import Engine, Shard, check_threads, engine
from gostop.errors import InputError
from gostop.folder import RunFolder, shard_count, shard_range, write_whole
from gostop.plan import Plan
from gostop.policies import PolicyLike, parse_policies
from gostop.rules import Rules
from gostop.run import Run

MAX_GAMES = 10**12


class Progress:
    """What a caller is told while games are played; this one keeps silent."""

    def begin(self, games: int, done: int) -> None:
        """`games` games are wanted and `done` of them are there already."""

    def played(self, games: int) -> None:
        """`games` more games were played."""

    def notice(self, text: str) -> None:
        """Something that a person would want to know."""


def make_plan(
    rules: str | os.PathLike[str] | Rules = "arcade3",
    policy: PolicyLike | Sequence[PolicyLike] = "random",
    seed: int = 0,
    rotate: bool = False,
    detail: str = "default",
) -> Plan:
    """A plan from what a user writes."""
    law = rules if isinstance(rules, Rules) else Rules.load(rules)
    return Plan(law, parse_policies(policy, law.players), seed, rotate, detail)


def check_games(games: int) -> int:
    """The number of games asked for.

    Raises
    ------
    InputError
        If it is no whole number from 1 to 10**12.
    """
    return check_whole("games", games, 1, MAX_GAMES, "1 to 10**12")


def simulate(
    rules: str | os.PathLike[str] | Rules = "arcade3",
    *,
    policy: PolicyLike | Sequence[PolicyLike] = "random",
    games: int = 1_000_000,
    seed: int = 0,
    out: str | os.PathLike[str] | None = None,
    rotate: bool = False,
    detail: str = "default",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Run:
    """Play seeded games.

    Parameters
    ----------
    rules : str, path or Rules
        A preset, a rule file, or a rule set.
    policy : str, callable, or sequence of these
        One player for all seats, or one for each: names, ``file.py:function``, or functions of your
        own.
    games : int
        How many. With `out`, the run is extended to this many.
    seed : int
        0 to 2**64 - 1. Game n of a seed is the same game for ever.
    out : path, optional
        Folder for the results, as Parquet. What is there of the same plan is not played again.
        Default: keep them in memory.
    rotate : bool
        Seat player p of game g at seat (p + g) modulo the number of seats.
    detail : str
        What is kept of each game: "summary" (nothing), "default", "seats" or "full".
    threads : int, optional
        Default: as many as there are processors.
    progress : Progress, optional
        Told how it goes.

    Returns
    -------
    Run

    Raises
    ------
    InputError
        If something asked for cannot be done.

    Examples
    --------
    >>> run = simulate("arcade3", policy=["greedy", "random", "random"], games=1000, seed=7)
    >>> run.frame()["winner"].value_counts().sum()
    np.int64(1000)
    """
    plan = make_plan(rules, policy, seed, rotate, detail)
    games, threads = check_games(games), check_threads(threads)
    told = progress or Progress()
    if out is None:
        return _in_memory(plan, games, threads, told)
    if not os.fspath(out):
        raise InputError("out is empty: name a folder that is new or empty")
    return _in_folder(plan, games, Path(out), threads, told)


def _in_memory(plan: Plan, games: int, threads: int, told: Progress) -> Run:
    with engine(plan, threads, told.notice) as ready:
        told.begin(games, 0)
        try:
            played = ready.play(0, games, told.played)
        except MemoryError:
            raise InputError(
                f"games {games:,} do not fit into memory: give out, a folder to write them to"
            ) from None
    return Run(plan, games, None, played.summary, played.columns)


def _in_folder(plan: Plan, games: int, out: Path, threads: int, told: Progress) -> Run:
    folder = RunFolder(out)
    with folder.writing(plan):
        there = _there(folder, plan, told)
        missing = _missing(games, there)
        if missing:
            with engine(plan, threads, told.notice) as ready:
                told.begin(games, games - sum(missing.values()))
                _write_missing(ready, folder, missing, threads, told)
        elif sum(there.values()) > games:
            told.notice(f"'{out}' has {sum(there.values()):,} games already, more than asked for")
    return Run.open(out)


def _there(folder: RunFolder, plan: Plan, told: Progress) -> dict[int, int]:
    """Games of each shard whose files are there and sound, as far as a glance can tell."""
    there = {}
    for shard in folder.shards():
        try:
            games = folder.read_summary(shard).games
            if plan.detail != "summary":
                from gostop import arrow

                arrow.check(folder.rows_path(shard), games)
            there[shard] = games
        except (InputError, OSError):
            told.notice(f"'{folder.summary_path(shard)}', or its rows, are damaged or lost")
    return there


def _missing(games: int, there: dict[int, int]) -> dict[int, int]:
    """Games of each shard that is to be played: those absent or shorter than asked for."""
    sizes = {shard: shard_range(shard, games)[1] for shard in range(shard_count(games))}
    return {shard: size for shard, size in sizes.items() if there.get(shard, 0) < size}


def _write_missing(
    ready: Engine, folder: RunFolder, missing: dict[int, int], threads: int, told: Progress
) -> None:
    """Play the missing shards; while one is written the next is played."""
    started, done = time.time(), 0
    pending: Future[None] | None = None
    with ThreadPoolExecutor(1, thread_name_prefix="gostop-write") as writer:
        try:
            for shard, games in missing.items():
                played = ready.play(shard_range(shard, games)[0], games, told.played)
                if pending is not None:
                    pending.result()
                pending = writer.submit(_write_shard, folder, ready.plan, shard, played)
                done += games
            if pending is not None:
                pending.result()
        finally:
            with suppress(InputError):  # a full disk has been told of, and no result is lost
                folder.add_session(_session(started, done, threads))


def _write_shard(folder: RunFolder, plan: Plan, shard: int, played: Shard) -> None:
    """Rows first: a shard is complete when its summary is there."""

    def write_rows(part: Path) -> None:
        from gostop import arrow

        arrow.write(arrow.table(plan, played.first, played.columns), part)
        arrow.check(part, played.games)

    if played.columns:
        write_whole(folder.rows_path(shard), write_rows)
    folder.write_summary(shard, played.summary)


def _session(started: float, games: int, threads: int) -> dict[str, Any]:
    """Where, when and how fast games were played."""
    import numba
    import numpy as np

    seconds = time.time() - started
    return {
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(started)),
        "seconds": round(seconds, 3),
        "games": games,
        "threads": threads,
        "host": platform.node(),
        "machine": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "gostop": __version__,
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


__all__ = ["Progress", "simulate"]
