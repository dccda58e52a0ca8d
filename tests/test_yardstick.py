"""The C yardstick plays by the same rules: its games end as often so, and pay as much."""

from pathlib import Path

import numpy as np
import pytest

import gostop
from benchmarks import yardstick

from legs import JIT

GAMES = 400_000

pytestmark = pytest.mark.skipif(
    yardstick.compiler() is None or not JIT, reason="needs a C compiler, and compiled kernels"
)


def test_the_yardstick_plays_the_same_game(tmp_path: Path) -> None:
    theirs = yardstick.play(yardstick.build(tmp_path), GAMES, 5)
    ours = gostop.simulate("arcade3", policy="random", games=GAMES, seed=5).summary()
    assert theirs.games == sum(theirs.endings) == sum(theirs.winners) == GAMES
    endings = ours.winners.sum(axis=(0, 2))[1:]
    winners = ours.winners.sum(axis=(0, 1))[: len(theirs.winners)]
    for ours_counted, counted in ((endings, theirs.endings), (winners, theirs.winners)):
        both = (ours_counted + np.array(counted)) / (2 * GAMES)
        error = np.sqrt(both * (1 - both) * 2 / GAMES) + 1e-12
        assert (np.abs(ours_counted - np.array(counted)) / GAMES < 4.5 * error).all()
    squares = ours.payment_square_sum.sum(axis=0) + np.array(theirs.square)
    error = np.sqrt(squares / GAMES / GAMES)
    paid = (ours.payment_sum.sum(axis=0) - np.array(theirs.payment)) / GAMES
    assert (np.abs(paid) < 4.5 * error).all()
    turns = (ours.turns * np.arange(len(ours.turns))).sum() / GAMES
    assert turns == pytest.approx(theirs.turns / GAMES, abs=0.05)
