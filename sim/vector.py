"""Many games stepped together from outside, as arrays: for learners."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gostop.checks import check_whole
from gostop.columns import ENDED_BY
from gostop.errors import InputError
from gostop.kernels import vector
from gostop.kernels.decisions import KINDS
from gostop.kernels.outcome import OUTCOME
from gostop.kernels.policies import OUTSIDE, POLICIES
from gostop.kernels.state import ANSWERS, HIDDEN, TABLE, workspace
from gostop.kernels.vector import OBSERVATION
from gostop.plan import check_seed
from gostop.policies import Policy, PolicyLike, find_again, parse_policy, roster
from gostop.rule_record import rule_record
from gostop.rules import Rules

__all__ = ["Finished", "VectorGame"]

MAX_SLOTS = 1_000_000
_OPTIONS = 64
"""Numbers that an answer can be."""

_ROWS_A_SLOT = 8
"""Room for finished games: a slot may go through several in a step, as a deal can end a game."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The games that ended in a step, one entry each.

    Attributes
    ----------
    slot : numpy array of int64
        Where they were played; a slot may come more than once, when a deal ends the next game.
    game : numpy array of int64
        Their numbers: the games that a run with this seed has.
    payments : numpy array of int32, shape (games, players)
    winner : numpy array of int8
        Seat, or -1.
    ended_by : numpy array of int8
        Place in `gostop.columns.ENDED_BY`.
    """

    slot: npt.NDArray[np.int64]
    game: npt.NDArray[np.int64]
    payments: npt.NDArray[np.int32]
    winner: npt.NDArray[np.int8]
    ended_by: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.slot)

    @property
    def endings(self) -> list[str]:
        """How each ended, in words."""
        return [ENDED_BY[place] for place in self.ended_by]


class VectorGame:
    """`n` games stepped together; each seat that is asked is answered from outside.

    Slot i begins with game i of the seed; whenever a game ends, the slot goes on with the next game
    that has not begun. Games are the same as in a run, for the same answers.

    Parameters
    ----------
    rules : str, path or Rules
    n : int
        Slots.
    seed : int
    policies : sequence, optional
        Who plays each seat: what `parse_policy` reads, or None for a seat played from outside.
        Default: all from outside.

    Attributes
    ----------
    rules : Rules
    n : int

    Examples
    --------
    >>> games = VectorGame("arcade2", 64, seed=7)
    >>> first = games.legal().argmax(axis=1)  # the lowest legal answer of each
    >>> len(games.step(first)) >= 0
    True
    """

    def __init__(
        self,
        rules: str | Rules = "arcade3",
        n: int = 4096,
        seed: int = 0,
        *,
        policies: Sequence[PolicyLike | None] | None = None,
    ) -> None:
        self.rules = rules if isinstance(rules, Rules) else Rules.load(rules)
        self.n = check_whole("n", n, 1, MAX_SLOTS, f"1 to {MAX_SLOTS:,}")
        self._law, self._seed = rule_record(self.rules), np.uint64(check_seed(seed))
        self._slots = (
            np.zeros(n, TABLE),
            np.zeros(n, HIDDEN),
            np.repeat(self._seated(policies), n),
            np.zeros(n, ANSWERS),
        )
        self._scratch = workspace()
        self._total = np.zeros(2, np.int64)
        self._outcomes = np.zeros(_ROWS_A_SLOT * n + _OPTIONS, OUTCOME)
        self._where = np.zeros(len(self._outcomes), np.int64)
        self._seen = np.zeros(n, OBSERVATION)
        vector.begin_all(*self._state, self._seen)
        self._began = self._take_finished()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take up pickled games, with the players' addresses in this process."""
        self.__dict__.update(state)
        find_again(self._slots[2], self._policies)

    @property
    def _state(self) -> tuple[Any, Any, Any, Any, Any, Any, Any]:
        return (
            self._slots,
            self._scratch,
            self._law,
            self._seed,
            self._total,
            self._outcomes,
            self._where,
        )

    def _seated(self, policies: Sequence[PolicyLike | None] | None) -> npt.NDArray[np.void]:
        given = [None] * self.rules.players if policies is None else list(policies)
        if len(given) != self.rules.players:
            raise InputError(
                f"policies name {len(given)} seats, but the rules seat {self.rules.players}"
            )
        if None not in given:
            raise InputError("policies leave no seat to be played from outside: give None for one")
        # Compiled functions are kept alive here.
        self._policies = [None if one is None else parse_policy(one) for one in given]
        row = roster([one or Policy(POLICIES[0]) for one in self._policies])
        for seat, policy in enumerate(self._policies):
            if policy is None:
                row[0]["policy"][seat] = OUTSIDE
        return row

    @property
    def begun(self) -> Finished:
        """Games that ended by their deal before the first step."""
        return self._began

    def observe(self) -> dict[str, npt.NDArray[np.generic]]:
        """What the seat that is asked in each slot may see.

        Returns
        -------
        dict of str to numpy array
            The fields of ``kernels.vector.OBSERVATION``, ``(n,)`` or ``(n, players)``; arrays by
            seat begin with the seat that is asked and go on in turn order. They are views that
            the next step writes over: copy what is to be kept.
        """
        seen = self._seen
        return {
            name: seen[name][:, : self.rules.players] if seen[name].ndim == 2 else seen[name]
            for name in OBSERVATION.names or ()
        }

    def legal(self) -> npt.NDArray[np.bool_]:
        """The legal answers as an array of ``(n, 64)``; their numbers are `kernels.decisions`'."""
        bits = self._seen["mask"][:, None].view(np.uint8).reshape(self.n, 8)
        return np.unpackbits(bits, axis=1, bitorder="little").astype(bool)

    def step(self, answers: npt.ArrayLike) -> Finished:
        """Answer in every slot, and play each to its next question.

        Parameters
        ----------
        answers : array of int, shape (n,)
            The number of a set bit of each slot's mask.

        Returns
        -------
        Finished

        Raises
        ------
        InputError
            If an answer is not legal; nothing was played then.
        """
        given = np.ascontiguousarray(answers, np.int64)
        if given.shape != (self.n,):
            raise InputError(f"answers have shape {given.shape}: give one for each of {self.n}")
        self._total[1] = 0
        wrong = int(vector.step_all(given, *self._state, self._seen))
        if wrong >= 0:
            raise self._illegal(wrong, int(given[wrong]))
        return self._take_finished()

    def _illegal(self, slot: int, answer: int) -> InputError:
        seen = self._seen[slot]
        mask = int(seen["mask"])
        options = ", ".join(str(option) for option in range(_OPTIONS) if mask >> option & 1)
        return InputError(
            f"answer {answer} of slot {slot} is not legal for '{KINDS[int(seen['kind'])]}' of seat "
            f"{int(seen['seat'])} in game {int(seen['game'])}: choose from {options}"
        )

    def _take_finished(self) -> Finished:
        done = int(self._total[1])
        rows = self._outcomes[:done]
        return Finished(
            slot=self._where[:done].copy(),
            game=rows["game"].copy(),
            payments=rows["payment"][:, : self.rules.players].copy(),
            winner=rows["winner"].copy(),
            ended_by=(rows["ended_by"] - 1).astype(np.int8),
        )
