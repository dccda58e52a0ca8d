"""Players by name: what is understood, what is refused, and who sits where."""

import re
from pathlib import Path

import pytest

from gostop.errors import InputError
from gostop.kernels.policies import POLICIES
from gostop.policies import Policy, parse_policies, parse_policy, roster
from gostop.policy_weights import DEFAULTS


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
        (
            "gredy",
            'policy "gredy" is unknown (did you mean greedy?): '
            "choose from random, greedy, heuristic",
        ),
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


def weighted(text: str) -> dict[str, float]:
    return dict(parse_policy(text).weights)


def test_weights_by_name_and_by_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        f"# tuned\nsteal = 1\ndeny = 0.5\nkeep = {DEFAULTS['keep']}\n", encoding="utf-8"
    )
    assert weighted("heuristic(steal=2, deny=-0.5)") == {"steal": 2.0, "deny": -0.5}
    assert weighted(f"heuristic( weights = '{file}' )") == {"steal": 1.0, "deny": 0.5}
    assert weighted(f'heuristic(deny=0.25, weights="{file}")') == {"steal": 1.0, "deny": 0.25}
    assert parse_policy("heuristic(steal=1,deny=2)") == parse_policy("heuristic(deny=2.0, steal=1)")


def test_a_weight_that_is_the_default_changes_nothing() -> None:
    policy = parse_policy(f"heuristic(steal={DEFAULTS['steal']})")
    assert policy == parse_policy("heuristic")
    assert policy.to_dict() == {"name": "heuristic"}
    assert str(policy) == "heuristic"


def test_weights_are_part_of_the_player() -> None:
    policy = parse_policy("heuristic(steal=0.125)")
    assert policy.to_dict() == {"name": "heuristic", "weights": {"steal": 0.125}}
    assert Policy.from_dict(policy.to_dict()) == policy
    assert parse_policy(str(policy)) == policy
    assert hash(policy) != hash(parse_policy("heuristic"))
    mixed = parse_policies("heuristic(steal=0.125,deny=1),greedy", 2)
    assert [str(one) for one in mixed] == ["heuristic(deny=1.0, steal=0.125)", "greedy"]


def test_weights_stand_in_the_roster() -> None:
    row = roster(parse_policies("heuristic(steal=0.125),random,heuristic", 3))[0]
    place = list(DEFAULTS).index("steal")
    held = [row["params"][seat]["weights"][place] for seat in range(3)]
    assert held == [0.125, 0.0, DEFAULTS["steal"]]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("stael=1", 'policy heuristic has no weight "stael" (did you mean steal?)'),
        ("zzzz=1", 'policy heuristic has no weight "zzzz": choose from set_first, '),
        ("steal='x'", 'weight steal of policy heuristic is "x", but must be a number from'),
        ("steal=true", "weight steal of policy heuristic is true, but must be a number"),
        ("steal=nan", 'weight steal of policy heuristic is "nan", but must be a number'),
        ("steal=1e9", "weight steal of policy heuristic is 1000000000.0, but must be a number"),
        ("steal", 'policy heuristic was given "steal": write names and numbers'),
        ("steal=1, steal=2", 'policy heuristic was given "steal=1, steal=2"'),
        ("weights=3", "weights of policy heuristic is 3, but must name a file"),
        ("weights='none/there'", 'weights file "none/there" cannot be read: No such file'),
        ("weights='.'", 'weights file "." cannot be read: Is a directory'),
    ],
)
def test_weights_that_are_refused(arguments: str, said: str) -> None:
    with pytest.raises(InputError, match="^" + re.escape(said)) as caught:
        parse_policy(f"heuristic({arguments})")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"steal = ", "is no TOML: "),
        (b"\xff", "is not UTF-8: save it as UTF-8"),
        (b"steel = 1", 'has no weight "steel" (did you mean steal?)'),
    ],
)
def test_files_of_weights_that_are_refused(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "bad.toml").write_bytes(content)
    with pytest.raises(InputError, match=re.escape(said)):
        parse_policy(f'heuristic(weights="{tmp_path / "bad.toml"}")')


def test_roster_holds_the_numbers() -> None:
    row = roster(parse_policies("greedy,random,greedy", 3))
    numbers = [POLICIES.index(name) for name in ("greedy", "random", "greedy")]
    assert row[0]["policy"].tolist() == numbers
