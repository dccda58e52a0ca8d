"""Players by name: what is understood, what is refused, and who sits where."""

import re

import pytest

from gostop.errors import InputError
from gostop.kernels.policies import POLICIES
from gostop.policies import parse_policies, parse_policy, roster


def names(text: str | list[str], players: int = 3) -> list[str]:
    return [policy.name for policy in parse_policies(text, players)]


@pytest.mark.parametrize("name", POLICIES)
def test_every_player_by_name(name: str) -> None:
    for text in (name, f" {name} ", f"{name}()", f"{name} ( )"):
        assert parse_policy(text).name == name
    assert parse_policy(name).number == POLICIES.index(name)
    assert parse_policy(name).to_dict() == {"name": name}


def test_one_for_all_or_one_for_each() -> None:
    assert names("greedy") == ["greedy"] * 3
    assert names("greedy", 2) == ["greedy"] * 2
    assert names("greedy, random ,random") == ["greedy", "random", "random"]
    assert names(["random", "greedy"], 2) == ["random", "greedy"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gredy", 'policy "gredy" is unknown (did you mean greedy?): choose from random, greedy'),
        ("RANDOM", 'policy "RANDOM" is unknown (did you mean random?)'),
        ("", 'policy "" is unknown: choose from random, greedy'),
        ("random,,random", 'policy "" is unknown'),
        ("random(", 'policy "random(" is unknown'),
        ("random)", 'policy "random)" is unknown'),
        ("zzz(a=1, b=2)", 'policy "zzz" is unknown'),
        (
            "random(x=1)",
            'policy random takes no arguments, but was given "x=1": write random alone',
        ),
        ("random,random", "policy names 2 players, but the rules seat 3: give one name for all"),
        ("random,random,random,random", "policy names 4 players"),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match="^" + re.escape(said)):
        parse_policies(text, 3)


def test_nobody_is_refused() -> None:
    with pytest.raises(InputError, match="policy names 0 players"):
        parse_policies([], 2)


def test_a_long_name_is_not_repeated_in_full() -> None:
    with pytest.raises(InputError) as caught:
        parse_policy("x" * 100_000)
    assert len(str(caught.value)) < 200


def test_roster_holds_the_numbers() -> None:
    row = roster(parse_policies("greedy,random,greedy", 3))
    numbers = [POLICIES.index(name) for name in ("greedy", "random", "greedy")]
    assert row[0]["policy"].tolist() == numbers
