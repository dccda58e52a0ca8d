"""The kernels one by one, under pytest-benchmark: ``python -m pytest benchmarks/suite.py``.

Not part of the tests: its name is none that pytest collects by itself.
"""

from typing import Any

import numpy as np
import pytest

from gostop.kernels.block import play_block
from gostop.kernels.outcome import COUNTS, FINAL, OUTCOME
from gostop.kernels.policies import POLICIES
from gostop.kernels.scoring import best_points
from gostop.kernels.state import workspace
from gostop.kernels.stepping import start_seeded
from gostop.kernels.summary import SUMMARY
from gostop.policies import parse_policies, roster
from gostop.rule_files import preset_names
from gostop.rule_record import rule_record
from gostop.rules import Rules

GAMES = 4096


def block_of(preset: str, policy: str) -> tuple[Any, ...]:
    """Return what `play_block` is called with for a block of games."""
    rules = Rules.preset(preset)
    return (
        np.uint64(7),
        np.uint64(0),
        rule_record(rules),
        roster(parse_policies(policy, rules.players)),
        False,
        workspace(),
        np.zeros(GAMES, OUTCOME),
        np.zeros(0, COUNTS),
        np.zeros(0, FINAL),
        np.zeros(1, SUMMARY),
    )


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("preset", preset_names())
def test_block(benchmark: Any, preset: str, policy: str) -> None:
    """A block of 4,096 games."""
    given = block_of(preset, policy)
    play_block(*given)
    benchmark.extra_info["games"] = GAMES
    benchmark(play_block, *given)


def test_deal(benchmark: Any) -> None:
    """One deal; a call from Python is most of it."""
    work, law = workspace(), rule_record(Rules.preset("arcade3"))
    start_seeded(work, law, np.uint64(7), np.uint64(0))
    benchmark(start_seeded, work, law, np.uint64(7), np.uint64(0))


def test_points(benchmark: Any) -> None:
    """Points of a set of cards; a call from Python is most of it."""
    law, cards = rule_record(Rules.preset("arcade3"))[0], np.uint64(0x111111111111)
    best_points(cards, law)
    benchmark(best_points, cards, law)
