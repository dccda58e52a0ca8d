"""A plan: everything that fixes a run's every byte, the number of games excepted."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gostop import __version__
from gostop.checks import check_whole
from gostop.columns import SCHEMA_VERSION, check_detail
from gostop.errors import InputError
from gostop.kernels.stream import STREAM_VERSION
from gostop.policies import Policy, parse_policies
from gostop.rules import Rules, as_toml

MAX_SEED = 2**64 - 1


def check_seed(seed: int) -> int:
    """A seed.

    Raises
    ------
    InputError
        If it is no whole number from 0 to 2**64 - 1.
    """
    return check_whole("seed", seed, 0, MAX_SEED, "0 to 2**64 - 1")


@dataclass(frozen=True)
class Plan:
    """What is simulated.

    Attributes
    ----------
    rules : Rules
    policies : tuple of Policy
        One a player. Player p sits at seat p, or with `rotate` at seat (p + game) modulo players.
    seed : int
        From 0 to 2**64 - 1.
    rotate : bool
    detail : str
        One of ``columns.DETAILS``.
    """

    rules: Rules
    policies: tuple[Policy, ...]
    seed: int
    rotate: bool = False
    detail: str = "default"

    def __post_init__(self) -> None:
        """Check what the parts do not check themselves."""
        object.__setattr__(self, "seed", check_seed(self.seed))
        object.__setattr__(self, "rotate", bool(self.rotate))
        check_detail(self.detail)

    def seated(self, game: int) -> list[Policy]:
        """The player at each seat in one of its games."""
        players = self.rules.players
        shift = game if self.rotate else 0
        return [self.policies[(seat - shift) % players] for seat in range(players)]

    def to_dict(self) -> dict[str, Any]:
        """The plan in plain JSON types, as it stands in a run's files."""
        return {
            "rules": self.rules.to_dict(),
            "policies": [policy.to_dict() for policy in self.policies],
            "seed": self.seed,
            "rotate": self.rotate,
            "detail": self.detail,
            "stream_version": STREAM_VERSION,
            "schema_version": SCHEMA_VERSION,
        }

    @cached_property
    def json(self) -> str:
        """`to_dict` as text; equal plans have equal texts."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2)

    @classmethod
    def from_dict(cls, data: Any, place: str) -> "Plan":
        """The plan that `to_dict` wrote; `place` is named in errors.

        Raises
        ------
        InputError
            If it is no plan, or one of a version whose games or columns are other ones.
        """
        if not isinstance(data, dict) or "stream_version" not in data:
            raise InputError(f"'{place}' is no plan of gostop: simulate into another folder")
        for key, ours in (("stream_version", STREAM_VERSION), ("schema_version", SCHEMA_VERSION)):
            if data.get(key) != ours:
                raise InputError(
                    f"'{place}' has {key} {as_toml(data.get(key))}, but gostop {__version__} reads "
                    f"and writes {ours}: use the gostop that made it, or another folder"
                )
        try:
            rules = Rules.from_dict(data["rules"])
            told = [Policy.from_dict(policy) for policy in data["policies"]]
            policies = parse_policies(told, rules.players)
            return cls(rules, policies, data["seed"], data["rotate"], data["detail"])
        except InputError as error:
            raise InputError(f"'{place}' is damaged: {error}") from None
        except (KeyError, TypeError, AttributeError):
            raise InputError(f"'{place}' is damaged: simulate into another folder") from None

    def differences(self, other: "Plan") -> list[str]:
        """What `other` has otherwise, a short text each."""
        return _differences(self.to_dict(), other.to_dict())


def _differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    found = []
    for key, value in ours.items():
        if isinstance(value, dict):
            found += _differences(value, theirs[key])
        elif value != theirs[key]:
            found.append(f"{key} is {_plain(theirs[key])} there and {_plain(value)} here")
    return found


def _plain(value: object) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return ",".join(str(Policy.from_dict(item)) for item in value)
    return json.dumps(value, ensure_ascii=False)
