"""The engine against the oracle: the same answers on the same deals, compared turn by turn."""

import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gostop.game import Game
from gostop.kernels import state
from gostop.kernels.steal import reserved_pi
from gostop.rule_files import preset_names
from gostop.rules import Rules
from gostop.turn import Turn

from legs import JIT, games
from oracle import Deal, RedealNeeded, play, shuffled_deal
from strategies import valid_rules

FACTOR_WORDS = {
    "광박": "bright_bak",
    "피박": "pi_bak",
    "고박": "go_bak",
    "독박": "pays_all",
    "멍박": "animals7",
    "3고": "go",
    "흔들기": "shake",
    "폭탄": "bomb",
    "carry": "carry",
    "capped": "capped",
}
COUNTED = ("goes", "shakes", "bombs", "ppeoks", "jjoks", "ttadaks", "sweeps", "eats")


def number_of(option: Any) -> int:
    """The engine's number of one of the oracle's options."""
    if isinstance(option, bool):
        return int(option)
    if option[0] == "play":
        return option[1].number
    if option[0] == "bomb":
        return 51 + option[1]
    if option[0] == "flip":
        return 51
    return option.number


def mask(cards: Any) -> int:
    return sum(1 << card.number for card in cards)


def deck_of(deal: Deal) -> np.ndarray:
    cards = [card for hand in deal.hands for card in hand] + deal.floor + deal.stock
    return np.array([card.number for card in cards], np.uint8)


def snapshot(game: Game) -> dict[str, Any]:
    """What both engines can say of the table after a turn, in plain numbers."""
    table, seats = game.table, range(game.rules.players)
    seen = {
        "floor": int(table.floor),
        "captured": [int(table.captured[seat]) for seat in seats],
        "reserved": [
            int(reserved_pi(table, np.uint64(seat)) & table.captured[seat]) for seat in seats
        ],
        "hands": [game.hand(seat) for seat in seats],
        "stock": int(table.stock_left),
        "piles": {
            month + 1: next(
                (seat for seat in seats if int(table.pile_owner[seat]) >> 4 * month & 1), None
            )
            for month in range(12)
            if int(table.piles) >> 4 * month & 1
        },
        "flips": [int(table.flips[seat]) for seat in seats],
        "first_money": [int(table.first_money[seat]) for seat in seats],
        "last_go": [
            int(table.last_go_points[seat]) if table.count[seat, state.GO] else None
            for seat in seats
        ],
    }
    for place, name in enumerate(COUNTED):
        seen[name] = [int(table.count[seat, place]) for seat in seats]
    return seen


def told(turn: Turn) -> dict[str, Any]:
    """What the engine's turn is said to have done."""
    return {
        "seat": turn.seat,
        "flipped": list(turn.flipped),
        "took": turn.captured,
        "events": set(turn.events),
        "stolen": list(turn.stolen),
        "points": turn.points,
        "pi": turn.pi,
        "choice": turn.choice,
    }


def snapshot_of_oracle(record: Any) -> dict[str, Any]:
    seen = {
        "seat": record.seat,
        "flipped": [card.number for card in record.flipped],
        "took": mask(record.captured),
        "events": record.events,
        "stolen": [mask(cards) for cards in record.stolen],
        "points": record.points,
        "pi": record.pi,
        "choice": record.choice,
        "floor": mask(record.floor),
        "captured": [mask(cards) for cards in record.captures],
        "reserved": [mask(cards) for cards in record.reserved],
        "hands": [mask(cards) for cards in record.hands],
        "stock": len(record.stock),
        "piles": record.piles,
        "flips": record.flips_saved,
        "first_money": record.first_money,
        "last_go": [
            points if goes else None
            for points, goes in zip(record.points_at_last_go, record.goes, strict=True)
        ],
    }
    for name in COUNTED:
        seen[name] = getattr(record, name)
    return seen


@dataclass
class Script:
    """What the oracle asked, what was answered at random, and what was seen after each turn."""

    rng: random.Random
    go: float
    asked: list[tuple[int, str, tuple[int, ...]]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    turns: list[dict[str, Any]] = field(default_factory=list)

    def ask(self, seat: int, kind: str, options: Any, view: Any) -> Any:
        numbers = tuple(sorted(number_of(option) for option in options))
        self.asked.append((seat, kind, numbers))
        choice = self.rng.random() < self.go if kind == "go" else self.rng.choice(list(options))
        self.answers.append(number_of(choice))
        return choice

    def on_turn(self, view: Any, record: Any) -> None:
        self.turns.append(snapshot_of_oracle(record))


def play_oracle(rules: Rules, rng: random.Random, go: float) -> tuple[Deal, Script, Any]:
    """Play a random deal on the oracle, dealing anew where the rules say so."""
    while True:
        deal, script = shuffled_deal(rules, rng), Script(rng, go)
        try:
            return deal, script, play(rules, deal, script.ask, on_turn=script.on_turn)
        except RedealNeeded:
            continue


def play_both(rules: Rules, rng: random.Random, go: float = 0.5) -> str:
    """Play one random deal on both engines, and compare all there is; how it ended."""
    deal, script, expected = play_oracle(rules, rng, go)
    turns: list[dict[str, Any]] = []
    game = Game(
        rules,
        deal=deck_of(deal),
        on_turn=lambda played, turn: turns.append(snapshot(played) | told(turn)),
    )
    for question, answer in zip(script.asked, script.answers, strict=True):
        assert game.decision is not None
        assert (game.decision.seat, game.decision.kind, game.decision.options) == question
        game.answer(answer)
    assert game.over
    for number, (ours, theirs) in enumerate(zip(turns, script.turns, strict=True), 1):
        assert ours == theirs, f"turn {number}"
    compare_results(game, expected)
    return str(expected.ended_by)


def compare_results(game: Game, expected: Any) -> None:
    result = game.result
    assert result.ended_by == expected.ended_by
    assert (result.winner, result.actor) == (expected.winner, expected.actor)
    assert (result.points, result.goes) == (expected.points, expected.goes)
    assert list(result.payments) == expected.payments
    assert list(result.multipliers) == expected.multipliers
    assert [set(words) for words in result.factors] == [
        {FACTOR_WORDS[word] for word in words} for words in expected.factors
    ]
    assert result.turns == expected.turns


def play_many(rules: Rules, seed: int, number: int) -> set[str]:
    rng = random.Random(seed)
    return {play_both(rules, rng, go=rng.choice([0.0, 0.5, 0.9])) for _ in range(number)}


@pytest.mark.parametrize("preset", preset_names())
def test_presets_agree(preset: str) -> None:
    endings = play_many(Rules.preset(preset), 1, games(1500))
    assert endings >= ({"stop", "chongtong", "triple_ppeok"} if JIT else {"stop"})


@settings(max_examples=games(150))
@given(rules=valid_rules(), seed=st.integers(0, 2**32))
def test_random_rule_sets_agree(rules: Rules, seed: int) -> None:
    play_many(rules, seed, 6)


@pytest.mark.heavy
@settings(max_examples=4000)
@given(rules=valid_rules(), seed=st.integers(0, 2**32))
def test_many_random_rule_sets_agree(rules: Rules, seed: int) -> None:
    play_many(rules, seed, 6)
