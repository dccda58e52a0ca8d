"""Playing ranges of games on several threads, for every kind of run.

Blocks of a range are played by kernels that hold no lock, each thread with a workspace of its own;
rows are turned into columns at once, while they are in the thread's cache. The result does not
depend on threads or block size: game n is the same game for ever.
"""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gostop.checks import check_whole
from gostop.columns import SOURCES, result_columns
from gostop.kernels.block import play_block
from gostop.kernels.jit import is_cached
from gostop.kernels.state import workspace
from gostop.plan import Plan
from gostop.policies import are_cached, roster
from gostop.rule_record import rule_record
from gostop.summary import Summary

BLOCK_GAMES = 4096
"""Games a block: 5 ms of random play, so that Ctrl-C is soon heard; its rows fit the L2 cache."""

MAX_THREADS = 1024

BLOCKS_AHEAD = 8
"""Blocks handed out for each thread: enough that none waits, few enough for any number of games."""

Columns = dict[str, npt.NDArray[np.generic]]
Played = Callable[[int], None]
"""Told how many games were just played."""


def available_threads() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_threads(threads: int | None) -> int:
    """The number of threads asked for, or as many as there are processors.

    Raises
    ------
    InputError
        If it is no whole number from 1 to 1024.
    """
    if threads is None:
        return available_threads()
    return check_whole("threads", threads, 1, MAX_THREADS, f"1 to {MAX_THREADS}")


@dataclass(frozen=True)
class Shard:
    """A played range of games.

    Attributes
    ----------
    first, games : int
    columns : dict of str to numpy array
        One value a game for each result column; none with detail "summary".
    summary : Summary
    """

    first: int
    games: int
    columns: Columns
    summary: Summary


class _Scratch(threading.local):
    """What a thread needs for itself: the kernels' workspace and the rows of one block."""

    def __init__(self, sources: frozenset[str], block: int) -> None:
        self.work = workspace()
        self.rows = {
            name: np.zeros(block if name in sources else 0, dtype)
            for name, dtype in SOURCES.items()
        }


class Engine:
    """Plays a plan's games on a pool of threads.

    Parameters
    ----------
    plan : Plan
    threads : int
    block : int, optional
        Games a block.
    """

    def __init__(self, plan: Plan, threads: int, block: int = BLOCK_GAMES) -> None:
        self.plan = plan
        self.block = block
        self._columns = result_columns(plan.detail, plan.rules.players)
        self._rules = rule_record(plan.rules)
        self._roster = roster(plan.policies)
        sources = frozenset(column.source for column in self._columns) | {"outcome"}
        self._scratch = _Scratch(sources, block)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="gostop")
        self._ahead = BLOCKS_AHEAD * threads

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop after the blocks in hand."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def warm(self) -> None:
        """Compile the kernels, or load them from the cache."""
        self._play(0, 0, {}, 0)

    def _play(self, first: int, games: int, columns: Columns, place: int) -> Summary:
        """Play `games` games from `first` on, filling `columns` from `place` on."""
        scratch = self._scratch
        rows = {name: buffer[:games] for name, buffer in scratch.rows.items()}
        summary = Summary()
        played = play_block(
            np.uint64(self.plan.seed),
            np.uint64(first),
            self._rules,
            self._roster,
            self.plan.rotate,
            scratch.work,
            rows["outcome"],
            rows["counts"],
            rows["final"],
            summary.record,
        )
        if played < games:
            self._explain(first + int(played))
        for column in self._columns if games else ():
            columns[column.name][place : place + games] = column.read(rows[column.source])
        return summary

    def _explain(self, number: int) -> None:
        """Play a game again to say which answer of an own policy was wrong in it."""
        from gostop.game import Game

        plan = self.plan
        Game(plan.rules, seed=plan.seed, game=number, policies=plan.seated(number))
        raise AssertionError(f"game {number} cannot be played twice alike")

    def play(self, first: int, games: int, played: Played) -> Shard:
        """Play `games` games, the first of them number `first`.

        Parameters
        ----------
        first, games : int
        played : callable
            Called in this thread with the number of games of each block that was played.
        """
        columns = {column.name: np.empty(games, column.dtype) for column in self._columns}
        summary = Summary()
        pending: dict[Future[Summary], int] = {}
        try:
            for start in range(0, games, self.block):
                if len(pending) >= self._ahead:
                    _collect(pending, summary, played)
                size = min(self.block, games - start)
                pending[self._pool.submit(self._play, first + start, size, columns, start)] = size
            while pending:
                _collect(pending, summary, played)
        except BaseException:
            for block in pending:
                block.cancel()
            raise
        return Shard(first, games, columns, summary)


def _collect(pending: dict[Future[Summary], int], summary: Summary, played: Played) -> None:
    """Wait for a block, and add those that are done to `summary`."""
    for block in wait(pending, return_when=FIRST_COMPLETED).done:
        summary += block.result()
        played(pending.pop(block))


@contextmanager
def engine(
    plan: Plan, threads: int | None, notice: Callable[[str], None], block: int = BLOCK_GAMES
) -> Iterator[Engine]:
    """An engine with its kernels ready; `notice` is told when they must be compiled first."""
    if not (is_cached("block.play_block") and are_cached(plan.policies)):
        notice("compiling the kernels: about 10 to 20 seconds, once for each version of gostop")
    with Engine(plan, check_threads(threads), block) as ready:
        ready.warm()
        yield ready
