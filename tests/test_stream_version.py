"""Game n of seed s is the same game for ever: pinned, so that no change goes unnoticed.

Where one of these digests changes, games of old runs can no longer be replayed: raise
`STREAM_VERSION`, say so in the CHANGELOG, and pin the new ones.
"""

import hashlib

import numpy as np
import pytest

from gostop.engine import Engine
from gostop.kernels.stream import STREAM_VERSION
from gostop.plan import Plan
from gostop.policies import parse_policies
from gostop.rules import Rules

DIGESTS = {
    ("arcade3", "random"): "193b243341d9f28f",
    ("arcade3", "greedy"): "3e4499837ee11012",
    ("matgo-online", "random"): "b6ebe9449c362fe3",
    ("tongil-joker", "greedy,random,random"): "35c8ee93aeb62404",
    # changes with the default weights too, which a plan does not record
    ("tongil-joker", "heuristic"): "941c6bd86530bcb7",
    ("arcade2", "heuristic,greedy"): "9c26829e1b44aa11",
}


@pytest.mark.parametrize(("preset", "policy"), DIGESTS)
def test_games_are_what_they_were(preset: str, policy: str) -> None:
    rules = Rules.preset(preset)
    plan = Plan(rules, parse_policies(policy, rules.players), seed=7, rotate=True, detail="full")
    with Engine(plan, threads=1) as engine:
        columns = engine.play(0, 64, lambda _: None).columns
    digest = hashlib.sha256()
    for name in sorted(columns):
        digest.update(name.encode())
        digest.update(columns[name].astype(np.int64).tobytes())
    assert STREAM_VERSION == 1
    assert digest.hexdigest()[:16] == DIGESTS[preset, policy]
