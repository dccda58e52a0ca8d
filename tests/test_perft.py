"""Counting like perft: how many ways there are to give n answers, on engine and oracle.

A wrong legal answer anywhere in the tree changes the count, so the pinned numbers hold the whole
generation of decisions, as they do for move generators of other games.
"""

import contextlib
import random
from functools import partial
from typing import Any

import numpy as np
import pytest

from gostop.game import Game
from gostop.rules import Rules

from legs import JIT
from oracle import Deal, RedealNeeded, play, shuffled_deal
from test_oracle_agrees import deck_of, number_of

DEPTH, LATE = 4, 13

COUNTS: dict[str, tuple[tuple[int, ...], ...]] = {
    "arcade2": ((11, 102, 895, 7455), (4, 16, 48, 144), (5, 20, 80, 240)),
    "arcade3": ((7, 49, 343, 2058), (3, 9, 18, 36), (3, 9, 27, 54)),
    "matgo-online": ((10, 92, 720, 5880), (5, 20, 58, 144), (4, 16, 48, 144)),
    "tongil": ((7, 49, 343, 2058), (3, 9, 18, 36), (3, 9, 27, 54)),
    "tongil-joker": ((2, 14, 88, 676), (4, 16, 52, 156), (3, 9, 18, 36)),
}
"""Ways to give 1, 2, 3 and 4 answers: from a deal, and twice from late in a game."""


class AskedError(Exception):
    """The oracle asks beyond the answers that it was given."""


def oracle_options(rules: Rules, deal: Deal, answers: tuple[int, ...]) -> tuple[int, ...]:
    """What is asked after `answers`; nothing when the game is over."""
    left, found = list(answers), []

    def ask(seat: int, kind: str, options: Any, view: Any) -> Any:
        if not left:
            found.extend(number_of(option) for option in options)
            raise AskedError
        wanted = left.pop(0)
        return next(option for option in options if number_of(option) == wanted)

    with contextlib.suppress(AskedError):
        play(rules, Deal([list(hand) for hand in deal.hands], deal.floor, deal.stock), ask)
    return tuple(sorted(found))


def engine_options(rules: Rules, deck: np.ndarray, answers: tuple[int, ...]) -> tuple[int, ...]:
    game = Game(rules, deal=deck)
    for answer in answers:
        game.answer(answer)
    return game.decision.options if game.decision else ()


def count(options_after: Any, depth: int, answers: tuple[int, ...] = ()) -> list[int]:
    """Number of ways to give 1, 2 ... `depth` answers."""
    options = options_after(answers)
    counts = [len(options)] + [0] * (depth - 1)
    if depth > 1:
        for option in options:
            for place, ways in enumerate(count(options_after, depth - 1, (*answers, option)), 1):
                counts[place] += ways
    return counts


def random_answers(rules: Rules, deal: Deal, number: int, rng: random.Random) -> tuple[int, ...]:
    """The first `number` answers of a random game in which everybody goes on."""
    answers: list[int] = []

    def ask(seat: int, kind: str, options: Any, view: Any) -> Any:
        if len(answers) == number:
            raise AskedError
        choice = True if kind == "go" else rng.choice(list(options))
        answers.append(number_of(choice))
        return choice

    with contextlib.suppress(AskedError, RedealNeeded):
        play(rules, Deal([list(hand) for hand in deal.hands], deal.floor, deal.stock), ask)
    return tuple(answers)


def fixed_positions(rules: Rules) -> list[tuple[Deal, tuple[int, ...]]]:
    """Fixed deals, and the answers after which counting begins: none, or those of a long opening.

    Late positions have bombs, flip-only turns, piles, goes and last turns; openings have few.
    """
    rng, positions = random.Random(20_261_130), []
    for number in (0, LATE, LATE):
        answers: tuple[int, ...] = ()
        while len(answers) < max(number, 1):
            deal = shuffled_deal(rules, rng)
            answers = random_answers(rules, deal, max(number, 1), rng)
        positions.append((deal, answers if number else ()))
    return positions


@pytest.mark.parametrize("preset", sorted(COUNTS))
def test_counts(preset: str) -> None:
    rules = Rules.preset(preset)
    depth = DEPTH if JIT else 2
    for (deal, answers), pinned in zip(fixed_positions(rules), COUNTS[preset], strict=True):
        ours = count(partial(engine_options, rules, deck_of(deal)), depth, answers)
        theirs = count(partial(oracle_options, rules, deal), depth, answers)
        assert tuple(ours) == tuple(theirs) == pinned[:depth]
