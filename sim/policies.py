"""Players: what `--policy` and `policy=` accept."""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from gostop.errors import InputError
from gostop.kernels.jit import is_cached
from gostop.kernels.policies import OWN, POLICIES
from gostop.kernels.state import PLAYERS
from gostop.policy_weights import DEFAULTS, Weights, check_weights, parse_weights
from gostop.rules import as_toml

if TYPE_CHECKING:
    from gostop.own import Own

WEIGHTED = "heuristic"
"""The player that has weights."""

KERNELS = {"greedy": "policies.greedy", "heuristic": "heuristic.heuristic"}
"""Where the function of a player lies, for those that the kernels call by its address."""

_SPEC = re.compile(r"\s*(?P<name>[^()\s]+)\s*(?:\((?P<arguments>[^()]*)\))?\s*")
_FILE = re.compile(r"(?P<path>.+\.py):(?P<name>\w+)")
_COMMA_OUTSIDE_PARENTHESES = re.compile(r",(?![^()]*\))")


@dataclass(frozen=True, slots=True)
class Policy:
    """A player of a seat.

    Attributes
    ----------
    name : str
        One of `POLICIES`, or what the user's own function is called.
    weights : tuple of (str, float)
        Of the heuristic player: the weights that are not the defaults.
    source : str or None
        Of an own function: the hash of its source, which is part of a plan.
    own : Own or None
        The function, compiled. A plan that was read from a run's folder does without.
    """

    name: str
    weights: Weights = ()
    source: str | None = None
    own: "Own | None" = field(default=None, compare=False, repr=False)

    @property
    def number(self) -> int:
        """The number that the kernels know it by."""
        return POLICIES.index(self.name) if self.source is None else OWN

    @property
    def address(self) -> int:
        """Where its function lies, compiled where it has to be; 0 for the random player.

        Raises
        ------
        InputError
            If the function is not at hand.
        """
        if self.source is None:
            return _address(self.name)
        if self.own is None:
            raise InputError(
                f"policy {self.name} is a function that this run was played with (source "
                f"{self.source}), and it is not at hand: give it again as the policy"
            )
        return self.own.address

    def __str__(self) -> str:
        """The player with all that makes it differ from another of its name."""
        if self.source is not None:
            return f"{self.name} (source {self.source})"
        weights = ", ".join(f"{name}={value!r}" for name, value in self.weights)
        return f"{self.name}({weights})" if weights else self.name

    def to_dict(self) -> dict[str, Any]:
        """The player as a plan records it."""
        told: dict[str, Any] = {"name": self.name}
        if self.weights:
            told["weights"] = dict(self.weights)
        if self.source is not None:
            told["source"] = self.source
        return told

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> "Policy":
        """The player that `to_dict` wrote; an own function is known by its name and hash only.

        Raises
        ------
        InputError
            If there is no such player or weight.
        """
        if "source" in told:
            return cls(str(told["name"]), source=str(told["source"]))
        plain = parse_policy(str(told["name"]))
        if "weights" not in told:
            return plain
        if plain.name != WEIGHTED:
            raise InputError(f"policy {plain.name} has no weights")
        return cls(plain.name, check_weights(told["weights"]))


@cache
def _entry(name: str) -> Any:
    """The function of one of `POLICIES` as the kernels call it."""
    from gostop.kernels.jit import entry

    module, function = KERNELS[name].split(".")
    return entry(getattr(import_module(f"gostop.kernels.{module}"), function))


@cache
def _address(name: str) -> int:
    """Where the function of one of `POLICIES` lies."""
    from gostop.kernels.calling import address_of

    return address_of(_entry(name)) if name in KERNELS else 0


PolicyLike = str | Policy | Callable[..., Any]
"""What names a player: a text, or a function of the user's own."""


def parse_policy(given: PolicyLike) -> Policy:
    """The player that is meant.

    Parameters
    ----------
    given : str, Policy or callable
        A name, with arguments in parentheses where it takes any, ``file.py:function``, or a
        function (see `gostop.own`).

    Raises
    ------
    InputError
        If there is no such player, it is given arguments that it does not take, or a function
        is no policy.
    """
    if isinstance(given, Policy):
        return given
    if not isinstance(given, str):
        return _own(given, "")
    if found := _FILE.fullmatch(given.strip()):
        from gostop.own import load_function

        return _own(load_function(given.strip()), f"{Path(found['path']).name}:")
    return _built_in(given)


def _own(function: Callable[..., Any], file: str) -> Policy:
    from gostop.own import own_policy

    compiled = own_policy(function)
    name = f"{file}{compiled.function.__name__}"
    return Policy(name, source=compiled.source, own=compiled)


def _built_in(text: str) -> Policy:
    found = _SPEC.fullmatch(text)
    name = found["name"] if found else text.strip()
    if name not in POLICIES:
        near = difflib.get_close_matches(name[:100].lower(), POLICIES, 1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise InputError(
            f"policy {as_toml(name)} is unknown{hint}: choose from {', '.join(POLICIES)}, or give "
            "file.py:function"
        )
    arguments = (found["arguments"] or "").strip() if found else ""
    if arguments and name == WEIGHTED:
        return Policy(name, parse_weights(arguments))
    if arguments:
        raise InputError(
            f"policy {name} takes no arguments, but was given {as_toml(arguments)}: "
            f"write {name} alone"
        )
    return Policy(name)


def split_names(text: str) -> list[str]:
    """Split a list of players; commas inside parentheses do not separate."""
    return _COMMA_OUTSIDE_PARENTHESES.split(text)


def parse_policies(policy: PolicyLike | Sequence[PolicyLike], players: int) -> tuple[Policy, ...]:
    """One player for each of `players` seats.

    Parameters
    ----------
    policy : str, Policy, callable, or sequence of these
        One for all seats, or one for each; in a text they are separated by commas.
    players : int
        Number of seats.

    Raises
    ------
    InputError
        If a name is unknown or their number fits neither.
    """
    if isinstance(policy, str):
        chosen = tuple(map(parse_policy, split_names(policy)))
    elif isinstance(policy, Policy) or callable(policy):
        chosen = (parse_policy(policy),)
    else:
        chosen = tuple(map(parse_policy, policy))
    if len(chosen) == 1:
        return chosen * players
    if len(chosen) != players:
        raise InputError(
            f"policy names {len(chosen)} players, but the rules seat {players}: "
            f"give one name for all seats or {players} separated by commas"
        )
    return chosen


def seat_player(players: Any, seat: int, policy: Policy) -> None:
    """Seat a player at `seat` of `players`, a record of ``kernels.state.PLAYERS``."""
    players["policy"][seat] = policy.number
    players["address"][seat] = policy.address
    if policy.name == WEIGHTED:
        weights = {**DEFAULTS, **dict(policy.weights)}
        players["params"][seat]["weights"][: len(weights)] = list(weights.values())


def find_again(rows: npt.NDArray[np.void], policies: Sequence[Policy | None]) -> None:
    """Write the players' addresses anew, in rows of PLAYERS filled by another process."""
    for seat, policy in enumerate(policies):
        if policy is not None:
            rows["address"][:, seat] = policy.address


def are_cached(policies: Iterable[Policy]) -> bool:
    """Whether all players that come with gostop are compiled already."""
    called = {one.name for one in policies if one.source is None} & KERNELS.keys()
    return all(is_cached(KERNELS[name]) for name in called)


def roster(policies: Sequence[Policy]) -> npt.NDArray[np.void]:
    """The players as one row of ``kernels.state.PLAYERS``."""
    row = np.zeros(1, PLAYERS)
    for player, policy in enumerate(policies):
        seat_player(row[0], player, policy)
    return row
