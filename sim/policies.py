"""Players by name: what `--policy` and `policy=` accept."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gostop.errors import InputError
from gostop.kernels.policies import POLICIES
from gostop.kernels.state import PLAYERS
from gostop.rules import as_toml

_SPEC = re.compile(r"\s*(?P<name>[^()\s]+)\s*(?:\((?P<arguments>[^()]*)\))?\s*")
_COMMA_OUTSIDE_PARENTHESES = re.compile(r",(?![^()]*\))")


@dataclass(frozen=True, slots=True)
class Policy:
    """A player of a seat.

    Attributes
    ----------
    name : str
        One of `POLICIES`.
    """

    name: str

    @property
    def number(self) -> int:
        """The number that the kernels know it by."""
        return POLICIES.index(self.name)

    def to_dict(self) -> dict[str, Any]:
        """The player as a plan records it."""
        return {"name": self.name}


def parse_policy(text: str) -> Policy:
    """The player that `text` names.

    Raises
    ------
    InputError
        If there is no such player, or it is given arguments that it does not take.
    """
    found = _SPEC.fullmatch(text)
    name = found["name"] if found else text.strip()
    if name not in POLICIES:
        near = difflib.get_close_matches(name[:100].lower(), POLICIES, 1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise InputError(
            f"policy {as_toml(name)} is unknown{hint}: choose from {', '.join(POLICIES)}"
        )
    if found and (found["arguments"] or "").strip():
        raise InputError(
            f"policy {name} takes no arguments, but was given {as_toml(found['arguments'])}: "
            f"write {name} alone"
        )
    return Policy(name)


def parse_policies(policy: str | Sequence[str], players: int) -> tuple[Policy, ...]:
    """One player for each of `players` seats.

    Parameters
    ----------
    policy : str or sequence of str
        One name for all seats, or one for each, separated by commas if in one text.
    players : int
        Number of seats.

    Raises
    ------
    InputError
        If a name is unknown or their number fits neither.
    """
    names = _COMMA_OUTSIDE_PARENTHESES.split(policy) if isinstance(policy, str) else list(policy)
    chosen = tuple(parse_policy(name) for name in names)
    if len(chosen) == 1:
        return chosen * players
    if len(chosen) != players:
        raise InputError(
            f"policy names {len(chosen)} players, but the rules seat {players}: "
            f"give one name for all seats or {players} separated by commas"
        )
    return chosen


def roster(policies: Sequence[Policy]) -> npt.NDArray[np.void]:
    """The players as one row of ``kernels.state.PLAYERS``."""
    row = np.zeros(1, PLAYERS)
    for player, policy in enumerate(policies):
        row[0]["policy"][player] = policy.number
    return row
