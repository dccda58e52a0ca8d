"""Blocks of games: the same games however they are cut, and what holds for every game."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gostop.engine import Engine, Shard
from gostop.game import Game
from gostop.kernels.cards import MONTH_ROWS
from gostop.kernels.policies import POLICIES, uniform
from gostop.kernels.state import ENDINGS, EVENTS, PARAMS, SEAT
from gostop.kernels.stream import STREAM, philox
from gostop.plan import Plan
from gostop.policies import parse_policies
from gostop.rule_files import preset_names
from gostop.rule_record import rule_record
from gostop.rules import Rules

from legs import games
from strategies import valid_rules

SUITS = 2**48 - 1


def play(
    rules: Rules,
    number: int,
    *,
    policy: str = "random",
    seed: int = 5,
    threads: int = 1,
    block: int = 512,
    first: int = 0,
    rotate: bool = False,
) -> Shard:
    plan = Plan(rules, parse_policies(policy, rules.players), seed, rotate, "full")
    with Engine(plan, threads, block) as engine:
        return engine.play(first, number, lambda _: None)


def same(one: Shard, other: Shard) -> bool:
    return one.summary == other.summary and all(
        (one.columns[name] == other.columns[name]).all() for name in one.columns
    )


@pytest.fixture(scope="module")
def arcade3() -> Rules:
    return Rules.preset("arcade3")


@pytest.mark.parametrize(("threads", "block"), [(1, 64), (2, 512), (2, 999), (3, 7)])
def test_threads_and_block_size_change_nothing(arcade3: Rules, threads: int, block: int) -> None:
    reference = play(arcade3, games(2000), policy="greedy,random,random", rotate=True)
    again = play(
        arcade3,
        games(2000),
        policy="greedy,random,random",
        rotate=True,
        threads=threads,
        block=block,
    )
    assert same(reference, again)


def test_a_range_is_a_part_of_the_run(arcade3: Rules) -> None:
    whole, part = play(arcade3, games(1500)), play(arcade3, games(500), first=games(700))
    for name, values in part.columns.items():
        assert (whole.columns[name][games(700) : games(700) + len(values)] == values).all()


def test_other_seeds_are_other_games(arcade3: Rules) -> None:
    one, other = play(arcade3, games(500), seed=1), play(arcade3, games(500), seed=2)
    assert (one.columns["dealt_0"] != other.columns["dealt_0"]).mean() > 0.99


def check_invariants(rules: Rules, shard: Shard) -> None:
    """What the rules promise of every game."""
    columns, seats = shard.columns, range(rules.players)
    payments = np.array([columns[f"payment_{seat}"] for seat in seats], np.int64)
    assert (payments.sum(axis=0) == 0).all()
    assert ((columns["ended_by"] >= 1) & (columns["ended_by"] <= len(ENDINGS))).all()
    assert (columns["turns"] <= rules.players * rules.hand_size).all()
    cards = [columns[f"captured_{seat}"] for seat in seats] + [columns["floor"]]
    for one, other in itertools.combinations(cards, 2):
        assert (one & other == 0).all()
    dealt = np.array([columns[f"dealt_{seat}"] for seat in seats])
    assert (np.bitwise_count(dealt) == rules.hand_size).all()
    exhausted = np.isin(columns["ended_by"], [2, 3]) & (columns["turns"] > 0)
    everything = np.bitwise_or.reduce(np.array(cards))
    assert (everything[exhausted] & np.uint64(SUITS) == SUITS).all()


@pytest.mark.parametrize("policy", POLICIES)
def test_invariants_of_presets(policy: str) -> None:
    for preset in preset_names():
        rules = Rules.preset(preset)
        check_invariants(rules, play(rules, games(3000), policy=policy))


@settings(max_examples=games(40))
@given(rules=valid_rules(), seed=st.integers(0, 2**64 - 1))
def test_invariants_of_any_rules(rules: Rules, seed: int) -> None:
    check_invariants(rules, play(rules, games(200), seed=seed))


def summary_from_rows(rules: Rules, shard: Shard) -> dict[str, float]:
    columns = {name: values.astype(np.int64) for name, values in shard.columns.items()}
    won = columns["winner"] >= 0
    found = {
        "won": won.sum(),
        "points": (columns["points"] * won).sum(),
        "turns": columns["turns"].sum(),
        "redeals": columns["redeals"].sum(),
    }
    for seat in range(rules.players):
        found[f"payment_{seat}"] = columns[f"payment_{seat}"].sum()
        found[f"square_{seat}"] = (columns[f"payment_{seat}"] ** 2).sum()
        for event in EVENTS:
            found[f"{event}_{seat}"] = columns[f"{event}_{seat}"].sum()
    return found


def test_summary_says_what_the_rows_say(arcade3: Rules) -> None:
    shard = play(arcade3, games(5000), policy="greedy,random,random")
    rows, summary = summary_from_rows(arcade3, shard), shard.summary
    assert summary.games == games(5000)
    assert summary.winners[0, :, 1:].sum() == rows["won"]
    points = np.arange(summary.points_goes.shape[0])
    assert (summary.points_goes.sum(axis=1) * points).sum() == rows["points"]
    assert (summary.turns * np.arange(len(summary.turns))).sum() == rows["turns"]
    assert summary.redeals == rows["redeals"]
    for seat in range(3):
        assert summary.payment_sum[0, seat] == rows[f"payment_{seat}"]
        assert summary.payment_square_sum[0, seat] == rows[f"square_{seat}"]
        for place, event in enumerate(EVENTS):
            times = np.arange(summary.events.shape[2])
            assert (summary.events[place, seat] * times).sum() == rows[f"{event}_{seat}"]


def test_final_columns_count_the_captures(arcade3: Rules) -> None:
    columns = play(arcade3, games(2000)).columns
    for name, kind in (("brights", "광"), ("ribbons", "띠")):
        cards = sum(
            1 << 4 * month + place
            for month, row in enumerate(MONTH_ROWS)
            for place, what in enumerate(row)
            if what == kind
        )
        for seat in range(3):
            counted = np.bitwise_count(columns[f"captured_{seat}"] & np.uint64(cards))
            assert (counted == columns[f"{name}_{seat}"]).all()


@pytest.mark.parametrize("preset", preset_names())
def test_a_watched_policy_plays_as_in_the_batch(preset: str) -> None:
    rules = Rules.preset(preset)
    shard = play(rules, games(60), policy="greedy", seed=11)
    for number in range(games(60)):
        batch = {name: int(values[number]) for name, values in shard.columns.items()}
        watched = Game(rules, seed=11, game=number, policies=["greedy"] * rules.players)
        assert watched.over
        assert list(watched.result.payments) == [
            batch[f"payment_{seat}"] for seat in range(rules.players)
        ]
        assert watched.result.turns == batch["turns"]
        assert [watched.dealt(seat) for seat in range(rules.players)] == [
            batch[f"dealt_{seat}"] for seat in range(rules.players)
        ]


def play_from_outside(rules: Rules, seed: int, number: int) -> Game:
    """Play the random player's answers, drawn here from the seats' streams, from outside."""
    game = Game(rules, seed=seed, game=number)
    streams = np.zeros(3, STREAM)
    for place, word in enumerate(philox(np.uint64(seed), np.uint64(number))[1:]):
        streams[place].state = word
    unseen = (np.zeros(1, SEAT)[0], rule_record(rules)[0], np.zeros(1, PARAMS)[0])
    while game.decision is not None:
        mask = np.uint64(sum(1 << option for option in game.decision.options))
        stream = streams[game.decision.seat]
        game.answer(int(uniform(game.table, *unseen, stream, np.int64(0), mask)))
    return game


@pytest.mark.parametrize("preset", preset_names())
def test_playing_from_outside_equals_the_batch(preset: str) -> None:
    rules = Rules.preset(preset)
    shard = play(rules, games(200), seed=11)
    for number in range(games(200)):
        game = play_from_outside(rules, 11, number)
        batch = {name: int(values[number]) for name, values in shard.columns.items()}
        seats = range(rules.players)
        assert list(game.result.payments) == [batch[f"payment_{seat}"] for seat in seats]
        assert [int(game.table.captured[seat]) for seat in seats] == [
            batch[f"captured_{seat}"] for seat in seats
        ]
        assert game.result.turns == batch["turns"]


def test_a_mixed_table_asks_only_for_outside_seats(arcade3: Rules) -> None:
    """Seats of policies draw from their own streams, however often the turn is run again."""
    for number in range(games(40)):
        rng = np.random.default_rng(number)
        game = Game(arcade3, seed=3, game=number, policies=["random", None, "greedy"])
        seats, given_answers = set(), []
        while game.decision is not None:
            seats.add(game.decision.seat)
            given_answers.append(int(rng.choice(game.decision.options)))
            game.answer(given_answers[-1])
        assert seats <= {1}
        again = Game(arcade3, seed=3, game=number, policies=["random", None, "greedy"])
        for answer in given_answers:
            again.answer(answer)
        assert again.over
        assert again.result == game.result


def test_a_policy_between_two_outside_seats_at_the_deal() -> None:
    """Known answers are those of the outside seats alone, also where a policy's lie between."""
    rules = Rules.preset("tongil")
    found = 0
    for number in range(games(3000)):
        game = Game(rules, seed=3, game=number, policies=[None, "random", None])
        asked = []
        while game.decision is not None and game.decision.kind == "shake":
            asked.append(game.decision.seat)
            game.answer(1)
        triples = [_triples(game.dealt(seat)) for seat in range(3)]
        if not game.over:
            assert asked == [0] * triples[0] + [2] * triples[2]
            found += min(triples) > 0
    assert found or games(3000) < 3000


def _triples(hand: int) -> int:
    return sum((hand >> 4 * month & 15).bit_count() == 3 for month in range(12))
