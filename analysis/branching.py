"""Playing both answers to go-or-stop choices, on several threads."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from gostop.engine import check_threads
from gostop.errors import InputError
from gostop.kernels.branches import CHOICE, branch_block
from gostop.kernels.jit import is_cached
from gostop.kernels.outcome import OUTCOME
from gostop.kernels.state import workspace
from gostop.plan import Plan
from gostop.policies import are_cached, roster
from gostop.rule_record import rule_record
from gostop.simulation import Progress

__all__ = ["play_choices"]

BLOCK_GAMES = 1024
BLOCK_ROWS = 4 * BLOCK_GAMES
"""Room for a block's choices; where there are more it is played in several calls."""

BLOCKS_AT_ONCE = 16
"""Blocks of a thread between which a caller is told how far it is, and heard."""

Rows = npt.NDArray[np.void]


def play_choices(
    plan: Plan, games: int, always_go: bool, threads: int | None, told: Progress
) -> Rows:
    """Both answers to every go-or-stop choice of the plan's first games, in the games' order.

    Parameters
    ----------
    plan : Plan
        Without rotation.
    games : int
    always_go : bool
        Whether games go on with go after each choice, or with the policy's own answer.
    threads : int, optional
    told : Progress

    Returns
    -------
    numpy array of ``kernels.branches.CHOICE``

    Raises
    ------
    InputError
        If an own policy gives an illegal answer, or the choices do not fit into memory.
    """
    number = check_threads(threads)
    if not (is_cached("branches.branch_block") and are_cached(plan.policies)):
        told.notice("compiling the kernels that play both answers: about 10 to 20 seconds, once")
    player = _Player(plan, always_go)
    player.play(range(0))
    told.begin(games, 0)
    found = [np.zeros(0, CHOICE)]
    wave = BLOCK_GAMES * BLOCKS_AT_ONCE * number
    with ThreadPoolExecutor(number, thread_name_prefix="gostop") as pool:
        for start in range(0, games, wave):
            end = min(start + wave, games)
            blocks = [
                range(first, min(first + BLOCK_GAMES, end))
                for first in range(start, end, BLOCK_GAMES)
            ]
            try:
                found += pool.map(player.play, blocks)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
            told.played(end - start)
    return np.concatenate(found)


class _Scratch(threading.local):
    """What a thread needs for itself."""

    def __init__(self) -> None:
        self.spaces = tuple(workspace() for _ in range(4))
        self.outcome = np.zeros(1, OUTCOME)
        self.rows = np.zeros(BLOCK_ROWS, CHOICE)


class _Player:
    """Plays blocks of games with both answers to their choices."""

    def __init__(self, plan: Plan, always_go: bool) -> None:
        self._plan = plan
        self._always_go = always_go
        self._law = rule_record(plan.rules)
        self._roster = roster(plan.policies)
        self._scratch = _Scratch()

    def play(self, games: range) -> Rows:
        """The choices of consecutive games."""
        first, found = games.start, []
        while True:
            played, rows = self._call(first, games.stop - first)
            found.append(rows)
            first += played
            if first >= games.stop:
                return np.concatenate(found)

    def _call(self, first: int, games: int) -> tuple[int, Rows]:
        """As many of the games as there is room for, and their choices."""
        scratch = self._scratch
        played, found = branch_block(
            np.uint64(self._plan.seed),
            np.uint64(first),
            np.int64(games),
            self._law,
            self._roster,
            self._always_go,
            scratch.spaces,
            scratch.outcome,
            scratch.rows,
        )
        if played < 0:
            self._explain(first - int(played) - 1)
        return int(played), scratch.rows[: int(found)].copy()

    def _explain(self, game: int) -> None:
        """Raise InputError: in this game, or a branch of it, an own policy's answer was wrong."""
        from gostop.game import Game

        plan = self._plan
        Game(plan.rules, seed=plan.seed, game=game, policies=plan.policies)
        names = ", ".join(dict.fromkeys(one.name for one in plan.policies if one.own is not None))
        raise InputError(
            f"policy {names} gave an answer that is not legal, or raised an exception, after a "
            f"go-or-stop choice of game {game} was answered otherwise than in play"
        )
