"""Games stepped together: the same games as a run's, and what the seat asked may see."""

import re
from typing import Any

import numba
import numpy as np
import pytest

import gostop
from gostop.errors import InputError
from gostop.kernels.state import EVENTS
from gostop.kernels.vector import OBSERVATION
from gostop.rule_files import preset_names
from gostop.vector import Finished, VectorGame

from legs import games

GOES = EVENTS.index("goes")
MIX = np.uint64(0x9E3779B97F4A7C15)


@numba.njit  # type: ignore[untyped-decorator]
def nth(mask, n):  # type: ignore[no-untyped-def]
    """Number of the n-th set bit, going round."""
    count = 0
    for place in range(64):
        count += (mask >> np.uint64(place)) & np.uint64(1)
    n %= count
    for place in range(64):
        if (mask >> np.uint64(place)) & np.uint64(1):
            if n == 0:
                return place
            n -= 1
    return -1


@numba.njit  # type: ignore[untyped-decorator]
def by_what_is_seen(table, seat, rules, params, stream, kind, mask):  # type: ignore[no-untyped-def]
    """An answer that depends on all that can be seen, but on nothing else."""
    other = (table.seat + np.uint64(1)) % np.uint64(rules.players)
    seen = seat.hand * np.uint64(3) ^ table.floor * np.uint64(5) ^ table.piles * np.uint64(7)
    seen ^= table.captured[table.seat] * np.uint64(11) ^ table.captured[other] * np.uint64(13)
    seen ^= table.pile_owner[other] * np.uint64(17) ^ table.shaken[table.seat] * np.uint64(19)
    seen ^= np.uint64(table.turn) * np.uint64(23) ^ table.stock_left * np.uint64(29)
    seen ^= np.uint64(table.flips[table.seat]) * np.uint64(31)
    seen ^= np.uint64(table.count[table.seat, GOES]) * np.uint64(37)
    seen ^= np.uint64(table.last_go_points[other]) * np.uint64(41) ^ table.asked_month
    seen ^= np.uint64(kind) * np.uint64(43)
    return nth(mask, np.int64((seen * MIX) >> np.uint64(40)))


def answers_by_what_is_seen(seen: dict[str, Any]) -> np.ndarray:
    """The same from an observation."""

    def times(name: str, factor: int, place: int | None = None) -> np.ndarray:
        values = seen[name] if place is None else seen[name][:, place]
        return np.ascontiguousarray(values).astype(np.uint64) * np.uint64(factor)

    mixed = times("hand", 3) ^ times("floor", 5) ^ times("piles", 7)
    mixed ^= times("captured", 11, 0) ^ times("captured", 13, 1)
    mixed ^= times("pile_owner", 17, 1) ^ times("shaken", 19, 0)
    mixed ^= times("turn", 23) ^ times("stock", 29) ^ times("flips", 31, 0)
    mixed ^= times("goes", 37, 0) ^ times("last_go_points", 41, 1) ^ times("month", 1)
    mixed ^= times("kind", 43)
    numbers = ((mixed * MIX) >> np.uint64(40)).astype(np.int64)
    return np.array([nth(mask, n) for mask, n in zip(seen["mask"], numbers, strict=True)])


def collect(found: dict[int, tuple[int, ...]], done: Finished) -> None:
    for game, paid in zip(done.game, done.payments, strict=True):
        assert int(game) not in found
        found[int(game)] = tuple(map(int, paid))


def play(vector: VectorGame, steps: int) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    collect(found, vector.begun)
    for _ in range(steps):
        collect(found, vector.step(answers_by_what_is_seen(vector.observe())))
    return found


def batch(rules: str, policy: Any, number: int, seed: int) -> list[tuple[int, ...]]:
    frame = gostop.simulate(rules, policy=policy, games=number, seed=seed).frame()
    paid = [f"payment_{seat}" for seat in range(gostop.Rules.preset(rules).players)]
    return [tuple(map(int, row)) for row in frame[paid].to_numpy()]


@pytest.mark.parametrize("preset", preset_names())
def test_the_same_games_as_the_batch(preset: str) -> None:
    found = play(VectorGame(preset, games(200), seed=7), games(100))
    assert len(found) >= games(200)
    expected = batch(preset, by_what_is_seen, max(found) + 1, 7)
    assert found == {game: expected[game] for game in found}


@pytest.mark.parametrize("preset", ["arcade2", "tongil"])
def test_against_policies(preset: str) -> None:
    players = gostop.Rules.preset(preset).players
    others = ["random", "greedy"][: players - 1]
    vector = VectorGame(preset, games(100), seed=5, policies=[others[0], None, *others[1:]])
    found = play(vector, games(60))
    seated = [others[0], by_what_is_seen, *others[1:]]
    expected = batch(preset, seated, max(found) + 1, 5)
    assert found == {game: expected[game] for game in found}
    assert set(vector.observe()["seat"]) == {1}


def test_games_follow_on_each_other() -> None:
    found = play(VectorGame("arcade3", 16, seed=1), games(400))
    assert sorted(found)[: len(found) // 2] == list(range(len(found) // 2))


def test_an_observation_is_made_of_documented_arrays() -> None:
    vector = VectorGame("arcade2", 50, seed=3)
    seen = vector.observe()
    assert set(seen) == set(OBSERVATION.names or ())
    assert seen["captured"].shape == (50, 2)
    assert seen["hand"].dtype == np.uint64
    legal = vector.legal()
    assert legal.shape == (50, 64)
    for row, mask in zip(legal, seen["mask"], strict=True):
        assert [place for place in range(64) if int(mask) >> place & 1] == list(row.nonzero()[0])
    assert (np.bitwise_count(seen["hand"]) == seen["cards"][:, 0]).all()


def test_nothing_is_played_when_an_answer_is_not_legal() -> None:
    vector = VectorGame("arcade3", 8, seed=7)
    before = {name: values.copy() for name, values in vector.observe().items()}
    answers = vector.legal().argmax(axis=1)
    for wrong in (-1, 64, 63):
        with pytest.raises(InputError, match=rf"answer {wrong} of slot 5 is not legal for 'turn'"):
            vector.step(np.where(np.arange(8) == 5, wrong, answers))
    with pytest.raises(InputError, match="answers have shape"):
        vector.step(answers[:3])
    for name, values in vector.observe().items():
        assert (values == before[name]).all()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"n": 0}, "n 0 is not possible"),
        ({"seed": -1}, "seed -1 is not possible"),
        ({"policies": ["random"] * 3}, "policies leave no seat"),
        ({"policies": [None]}, "policies name 1 seats"),
        ({"policies": [None, "clever", None]}, 'policy "clever" is unknown'),
    ],
)
def test_what_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        VectorGame("arcade3", **({"n": 4} | given))
