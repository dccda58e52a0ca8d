"""Cases of the rules, written once in card names and played on both engines.

A case lays a position, or deals every card, and gives the answers in order: ``"play 5피; on 5열"``.
What it then expects was worked out by hand from the rules. The answers are these, each of them
with the seat before it where that is worth checking, as in ``"1 play 5피"``:

``play 5피``, ``flip``, ``bomb 5``, ``shake yes``, ``shake no``, ``on 5열`` (which of two the played
card takes), ``take 5열`` (which of two the turned-up card takes), ``go``, ``stop``.

A question without an answer, and an answer that was not asked for, are errors.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from gostop.cards import card_name, format_cards, parse_cards
from gostop.game import Game
from gostop.kernels.ending import standing_points
from gostop.kernels.state import EVENTS
from gostop.position import Position
from gostop.rule_record import rule_record
from gostop.rules import Rules
from oracle import Ask, Card, Deal, Pile, Seat, TurnRecord, best_points, play, play_on
from oracle import Game as OracleGame
from oracle.positions import called
from oracle.settle import won

FACTORS = {
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
"""The engine's word for each of the oracle's names of a multiplier."""

COUNTED = ("shakes", "bombs", "ppeoks", "sweeps", "flips_saved", "turns")
"""Numbers of a position that the oracle's seats hold too, or as sets."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What is expected of the last turn that a case plays; None: whatever it is.

    `captured` is what the turn took without stolen pi; `stolen` the cards taken from each seat;
    `floor` what lies there after it; `points` those of the seat that moved; `choice` whether it was
    asked go or stop; `piles` each pile's month and owner; `flips` the mover's saved flip-only turns.
    """

    events: str | None = None
    captured: str | None = None
    stolen: Sequence[str] | None = None
    floor: str | None = None
    points: int | None = None
    choice: bool | None = None
    piles: Mapping[int, int | None] | None = None
    flips: int | None = None


@dataclass(frozen=True, kw_only=True)
class End:
    """What is expected of the end of the game; None: whatever it is.

    `points` are the winner's as paid, without goes; `factors` the names of what multiplies, in one
    text a seat; `turns` those played in the game.
    """

    by: str | None = None
    winner: int | None = None
    actor: int | None = None
    points: int | None = None
    goes: int | None = None
    payments: Sequence[int] | None = None
    multipliers: Sequence[int] | None = None
    factors: Sequence[str] | None = None
    turns: int | None = None


@dataclass(frozen=True, kw_only=True)
class Case:
    """One rule at work; all but the first six fields are those of `Position.of`.

    Attributes
    ----------
    rule : str
        The section, and what the rules say there; the name of the test.
    base : str
        The preset played by.
    change : mapping
        Settings that differ from it.
    script : str
        The answers, separated by semicolons.
    offers : str, optional
        All that the first question may be answered with, separated by commas.
    after : Turn, optional
        Expected of the last turn played.
    end : End, optional
        Expected of the end; without it the case ends after `plays` turns.
    plays : int
        Turns to play where the end is not looked at.
    dealt : bool
        The cards are a deal, every one of them, and the opening rules are applied. A stock that is
        not given is what is left of the pack.
    """

    rule: str
    base: str = "arcade3"
    change: Mapping[str, Any] | None = None
    script: str = ""
    offers: str | None = None
    after: Turn | None = None
    end: End | None = None
    plays: int = 1
    dealt: bool = False
    hands: Sequence[str] = ()
    floor: str = ""
    stock: str = ""
    captured: Sequence[str] = ()
    turn: int = 0
    goes: Sequence[int] = ()
    points_at_last_go: Sequence[int] = ()
    last_go: int | None = None
    shakes: Sequence[int] = ()
    bombs: Sequence[int] = ()
    flips_saved: Sequence[int] = ()
    ppeoks: Sequence[int] = ()
    sweeps: Sequence[int] = ()
    shaken: Sequence[Iterable[int]] = ()
    turns: Sequence[int] = ()
    carry: int = 1
    piles: Mapping[int, int | None] | None = None

    def __str__(self) -> str:
        return self.rule

    @property
    def rules(self) -> Rules:
        """The rule set it is played by."""
        return Rules.preset(self.base).replace(**(self.change or {}))

    def each(self, name: str, nothing: Any) -> list[Any]:
        """Return a field with one entry a seat, filled up with `nothing`."""
        given = list(getattr(self, name))
        return given + [nothing] * (self.rules.players - len(given))

    @property
    def position(self) -> Position:
        """The position, for the engine."""
        each_seat = {
            item.name: self.each(item.name, nothing)
            for item in fields(self)
            if (nothing := EMPTY.get(item.name)) is not None
        }
        if not self.shakes:
            each_seat["shakes"] = ()
        whole = ("floor", "stock", "turn", "last_go", "carry", "piles")
        return Position.of(self.rules, **each_seat, **{name: getattr(self, name) for name in whole})


EMPTY: Mapping[str, Any] = {
    "hands": "",
    "captured": "",
    "shaken": (),
    **dict.fromkeys(("goes", "points_at_last_go", "flips_saved", "turns"), 0),
    **dict.fromkeys(("shakes", "bombs", "ppeoks", "sweeps"), 0),
}
"""What a seat has of each field of a position where nothing is said."""


class Script:
    """Gives a case's answers in order, each to a question that offers it."""

    def __init__(self, case: Case) -> None:
        self.left = [line.strip() for line in case.script.split(";") if line.strip()]
        self.offered: list[str] | None = None
        self.kinds: list[str] = []

    def __call__(self, seat: int, kind: str, options: Sequence[str]) -> int:
        """Return the place among the options of the next answer."""
        question = f"seat {seat} is asked {kind}: {', '.join(options)}"
        if self.offered is None:
            self.offered = list(options)
        assert self.left, f"{question}; the script has no answer"
        line = self.left.pop(0)
        who, _, answer = line.partition(" ")
        if who.isdigit():
            assert int(who) == seat, f"{question}; the script says {line}"
            line = answer
        assert line in options, f"{question}; the script says {line}"
        self.kinds.append(kind)
        return options.index(line)

    def turn_is_over(self) -> bool:
        """Forget the turn's questions; tell whether go or stop was among them."""
        asked = "go" in self.kinds
        self.kinds.clear()
        return asked


WORDS = {"go": ("stop", "go"), "shake": ("shake no", "shake yes")}
AIMED = {"aim": "on", "take": "take"}


def listed(names: str) -> list[str]:
    """Put card names in an order in which lists can be compared."""
    return sorted(names.split())


# --- the engine ----------------------------------------------------------------------------


def engine_word(kind: str, option: int) -> str:
    """Write one of the engine's options as a script does."""
    if kind in WORDS:
        return WORDS[kind][option]
    if kind in AIMED:
        return f"{AIMED[kind]} {card_name(option)}"
    if option == 51:
        return "flip"
    return f"bomb {option - 51}" if option > 51 else f"play {card_name(option)}"


class EngineSeen:
    """Watches the engine's table, and says after each turn what a `Turn` looks at."""

    def __init__(self, case: Case, script: Script) -> None:
        self.rules, self.script = case.rules, script
        self.law = rule_record(self.rules)
        self.turns: list[Mapping[str, Any]] = []
        read = Taken(self.rules)
        for hand in case.each("hands", ""):
            read(hand)
        read(case.floor)
        self.captured = [read(text) for text in case.each("captured", "")]
        self.piles = {} if case.dealt else dict(case.position.piles)
        self.counts = [
            Counter({name: case.each(name, 0)[seat] for name in ("bombs", "ppeoks", "sweeps")})
            + Counter({"shakes": case.each("shakes", 0)[seat] or len(case.each("shaken", ())[seat])})
            for seat in range(self.rules.players)
        ]

    def __call__(self, game: Game) -> None:
        table, seats = game.table, range(self.rules.players)
        captured = [int(table.captured[seat]) for seat in seats]
        piles = {
            month + 1: next(
                (seat for seat in seats if int(table.pile_owner[seat]) >> 4 * month & 1), None
            )
            for month in range(12)
            if int(table.piles) >> 4 * month & 1
        }
        counts = [
            Counter({name: int(table.count[seat, place]) for place, name in enumerate(EVENTS)})
            for seat in seats
        ]
        seat = next(s for s in seats if int(table.turns[s]) != self.turns_of(s))
        stolen = [self.captured[other] & ~captured[other] for other in seats]
        gained = captured[seat] & ~self.captured[seat]
        for cards in stolen:
            gained &= ~cards
        self.turns.append(
            {
                "events": self.events(seat, counts[seat] - self.counts[seat], piles),
                "captured": listed(format_cards(gained)),
                "stolen": [listed(format_cards(cards)) for cards in stolen],
                "floor": listed(format_cards(int(table.floor))),
                "points": int(standing_points(table, np.uint64(seat), self.law[0])),
                "choice": self.script.turn_is_over(),
                "piles": piles,
                "flips": int(table.flips[seat]),
            }
        )
        self.captured, self.piles, self.counts = captured, piles, counts
        self.taken[seat] += 1

    def events(self, seat: int, new: Counter[str], piles: Mapping[int, int | None]) -> list[str]:
        """Name what happened, as records do; whose pile was eaten is seen from what is gone."""
        names = {name.removesuffix("s") for name in new} - {"go", "eat"}
        if new["eats"]:
            gone = [owner for month, owner in self.piles.items() if month not in piles]
            names |= {
                "eat_floor" if owner is None else "eat_own" if owner == seat else "eat"
                for owner in gone
            }
        return sorted(names)


class Taken:
    """Reads lists of cards as masks, as `Position.of` does."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.taken = rules, 0

    def __call__(self, text: str) -> int:
        mask = sum(1 << card for card in parse_cards(text, self.rules.jokers, taken=self.taken))
        self.taken |= mask
        return mask
