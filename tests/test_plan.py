"""Plans: what fixes a run, read back as it was written, and what is refused."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gostop.columns import DETAILS
from gostop.errors import InputError
from gostop.kernels.stream import STREAM_VERSION
from gostop.plan import MAX_SEED, Plan
from gostop.policies import parse_policies
from gostop.rules import Rules
from gostop.simulation import make_plan

from strategies import valid_rules


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    rules = draw(valid_rules())
    players = ["random", "greedy", "heuristic", "heuristic(steal=0.5, deny=2)"]
    names = draw(st.lists(st.sampled_from(players), min_size=rules.players))
    return Plan(
        rules,
        parse_policies(names[: rules.players], rules.players),
        draw(st.integers(0, MAX_SEED)),
        draw(st.booleans()),
        draw(st.sampled_from(DETAILS)),
    )


@given(plans())
def test_a_plan_is_read_as_it_was_written(plan: Plan) -> None:
    again = Plan.from_dict(json.loads(plan.json), "plan.json")
    assert again == plan
    assert again.json == plan.json
    assert plan.differences(again) == []


@given(plans(), plans())
def test_differences_are_empty_only_between_equals(one: Plan, other: Plan) -> None:
    assert (one.differences(other) == []) == (one == other)


def test_what_a_plan_says() -> None:
    plan = make_plan("arcade3", "greedy,random,random", 7, rotate=True, detail="seats").to_dict()
    assert plan.pop("rules") == Rules.preset("arcade3").to_dict()
    assert plan == {
        "policies": [{"name": "greedy"}, {"name": "random"}, {"name": "random"}],
        "seed": 7,
        "rotate": True,
        "detail": "seats",
        "stream_version": STREAM_VERSION,
        "schema_version": 1,
    }


def test_weights_make_another_plan() -> None:
    plain, other = (make_plan(policy=f"heuristic{weights}") for weights in ("", "(steal=0.5)"))
    assert plain.differences(other) == [
        "policies is " + ",".join(["heuristic(steal=0.5)"] * 3) + " there and "
        "heuristic,heuristic,heuristic here"
    ]


def test_numpys_numbers_are_numbers() -> None:
    plan = make_plan(seed=np.int64(7), rotate=np.bool_(True))  # type: ignore[arg-type]
    assert plan.json == make_plan(seed=7, rotate=True).json


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", None, pytest.param(10**5000, id="long")])
def test_seeds_that_are_none(seed: Any) -> None:
    with pytest.raises(InputError, match=r"^seed .* give a whole number, 0 to 2\*\*64 - 1$"):
        make_plan(seed=seed)


def test_greatest_seed() -> None:
    assert make_plan(seed=2**64 - 1).seed == 2**64 - 1


def test_unknown_detail() -> None:
    with pytest.raises(InputError, match='detail "most" is unknown: choose from summary, default'):
        make_plan(detail="most")


@pytest.mark.parametrize("data", [None, 3, "plan", [], {}, {"seed": 3}])
def test_what_is_no_plan(data: Any) -> None:
    with pytest.raises(InputError, match=r"'there' is no plan of gostop"):
        Plan.from_dict(data, "there")


@pytest.mark.parametrize(
    "change",
    [
        {"rules": None},
        {"rules": {}},
        {"rules": {"win_points": 3}},
        {"policies": None},
        {"policies": ["random"] * 3},
        {"policies": [{"name": "none"}] * 3},
        {"policies": [{"name": 3}] * 3},
        {"policies": []},
        {"policies": [{"name": "heuristic", "weights": {"steel": 1.0}}] * 3},
        {"policies": [{"name": "heuristic", "weights": {"steal": "1"}}] * 3},
        {"policies": [{"name": "heuristic", "weights": 3}] * 3},
        {"policies": [{"name": "random", "weights": {"steal": 1.0}}] * 3},
        {"seed": "7"},
        {"seed": 7.5},
        {"detail": "most"},
        {"detail": []},
    ],
)
def test_what_is_damaged_in_a_plan(change: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"'there' is damaged: "):
        Plan.from_dict(make_plan().to_dict() | change, "there")


@pytest.mark.parametrize("name", ["rules", "policies", "seed", "rotate", "detail"])
def test_what_a_plan_lacks(name: str) -> None:
    data = make_plan().to_dict()
    del data[name]
    with pytest.raises(InputError, match=r"'there' is damaged: "):
        Plan.from_dict(data, "there")
