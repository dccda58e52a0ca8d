"""A game record: a deal or a position, what was played from it, and what must come of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gostop.cards import format_cards
from gostop.deals import Deal
from gostop.game import Game, Result
from gostop.kernels.cards import TWIN_LOWS
from gostop.position import Position
from gostop.records.actions import Action
from gostop.rules import Rules
from gostop.turn import Turn

__all__ = ["Expectation", "Record"]

RESULT_KEYS = ("winner", "ended_by", "points", "goes", "multipliers", "payments")
"""What a record's `[result]` may name; attributes of `gostop.game.Result`."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What must be true of one turn.

    Attributes
    ----------
    turn : int
        Counted from 1 in the record.
    values : mapping
        By name of what is expected: seat, flipped, events, captured, stolen, floor, points, pi,
        choice. Cards are tuples of numbers, of two with one name always the lower; a number under
        `stolen` counts cards.
    place : str
        Where it stands, for messages.
    """

    turn: int
    values: Mapping[str, Any]
    place: str

    def difference(self, turn: Turn, rules: Rules) -> str | None:
        """Say in what a turn is otherwise, if it is."""
        seen = comparable(turn, rules)
        for key, wanted in self.values.items():
            have = seen[key]
            if key == "stolen":
                have = tuple(
                    len(cards) if isinstance(want, int) else cards
                    for cards, want in zip(have, wanted, strict=True)
                )
            if have != wanted:
                shown, told = (_show(key, value, rules) for value in (wanted, have))
                return f"{self.place}: turn {self.turn}: {key} should be {shown}, but is {told}"
        return None


def kin(cards: Sequence[int] | int, rules: Rules, ordered: bool = False) -> tuple[int, ...]:
    """Return cards so that those with one name are equal: the lowest number of each name."""
    if isinstance(cards, int):
        cards = [card for card in range(cards.bit_length()) if cards >> card & 1]
    lowest = [_lowest(card, rules) for card in cards]
    return tuple(lowest if ordered else sorted(lowest))


def _lowest(card: int, rules: Rules) -> int:
    if card >= 48:
        return 48 + rules.jokers.index(rules.jokers[card - 48])
    return card - 1 if card and int(TWIN_LOWS) >> card - 1 & 1 else card


def comparable(turn: Turn, rules: Rules) -> dict[str, Any]:
    """Return what an expectation may name of a turn, in the form in which it holds it."""
    return {
        "seat": turn.seat,
        "flipped": kin(turn.flipped, rules, ordered=True),
        "events": turn.events,
        "captured": kin(turn.captured, rules),
        "stolen": tuple(kin(cards, rules) for cards in turn.stolen),
        "floor": kin(turn.floor, rules),
        "points": turn.points,
        "pi": turn.pi,
        "choice": turn.choice,
    }


def _show(key: str, value: Any, rules: Rules) -> str:
    """Write a value as a record would."""
    if key == "events":
        return f"[{', '.join(sorted(value))}]"
    if isinstance(value, tuple):
        if key == "stolen":
            return f"[{', '.join(_show('', one, rules) for one in value)}]"
        return f'"{format_cards(value, rules.jokers)}"'
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, kw_only=True)
class Record:
    """A game that was written down.

    Attributes
    ----------
    rules : Rules
    name : str
        The path or the name it was read by.
    title : str
        What it shows, if it says so.
    deal : Deal or None
        The cards, written.
    seeded : tuple of int or None
        Instead: seed and number of the game that a run has.
    position : Position or None
        Instead: where a game is joined.
    unknown : int
        How many cards at the stock's end are only filled in.
    actions : tuple of Action
    expectations : tuple of Expectation
    result : mapping
        What must be true of the result; empty where nothing is said.
    result_place : str
        Where that stands.
    winner : int or None
        In a finished position: who has won, to be settled.
    ended_by : str
        And how.
    """

    rules: Rules
    name: str = "record"
    title: str = ""
    deal: Deal | None = None
    seeded: tuple[int, int] | None = None
    position: Position | None = None
    unknown: int = 0
    actions: tuple[Action, ...] = ()
    expectations: tuple[Expectation, ...] = ()
    result: Mapping[str, Any] = field(default_factory=dict)
    result_place: str = ""
    winner: int | None = None
    ended_by: str = "stop"

    def game(self, on_turn: Callable[[Game, Turn], None] | None = None) -> Game:
        """Begin the game, all seats being asked from outside, forced answers too."""
        seed, number = self.seeded or (0, 0)
        return Game(
            self.rules,
            seed=seed,
            game=number,
            deal=None if self.deal is None else self.deal.array(),
            position=self.position,
            ask_forced=True,
            on_turn=on_turn,
        )

    def differs(self, result: Result) -> str | None:
        """Say in what a result is not the one that must come, if it is not."""
        for key, wanted in self.result.items():
            have = getattr(result, key)
            have = list(have) if isinstance(have, tuple) else have
            if have != wanted:
                return f"{self.result_place}: {key} should be {wanted}, but is {have}"
        return None
