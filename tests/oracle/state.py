"""What lies on the table: the seats, the floor, the piles, the stock, and the turn at hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .cards import Card, Rules, by_number, is_joker, name_of
from .points import best_points


class Pile(NamedTuple):
    """Three cards of a month that lie as one, with the jokers buried under them."""

    owner: int | None
    cards: frozenset[Card]


@dataclass
class Seat:
    """One player: its cards and all that is counted for it."""

    hand: set[Card]
    captured: set[Card] = field(default_factory=set)
    shaken: set[int] = field(default_factory=set)  # months
    bombed: set[int] = field(default_factory=set)  # months
    reserved: dict[Card, int] = field(default_factory=dict)  # stolen pi and whose they were
    deferred: bool = False  # must decide at the start of its next turn
    goes: int = 0
    points_at_last_go: int = 0
    flips_saved: int = 0
    turns: int = 0
    ppeoks: int = 0
    ppeok_run: int = 0  # 뻑 turn after turn from the very first
    jjoks: int = 0
    ttadaks: int = 0
    sweeps: int = 0
    eats: int = 0
    first_money: int = 0  # first-뻑 money, received less paid

    @property
    def has_turn(self) -> bool:
        """Section 3: a seat with a card or a saved flip takes its turn, another never will."""
        return bool(self.hand) or self.flips_saved > 0

    def settled(self) -> set[Card]:
        """Return the captures without the pi that are only reserved."""
        return self.captured - self.reserved.keys()


@dataclass
class Turn:
    """One turn while it is played."""

    seat: int
    actions: list[tuple[Any, ...]] = field(default_factory=list)
    flipped: list[Card] = field(default_factory=list)
    captured: set[Card] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    steals: int = 0  # pi from each opponent, for a bomb, a 쪽 or a joker
    late_steals: int = 0  # the same for 따닥, eating and sweeping, which may be reserved
    stolen: list[list[Card]] = field(default_factory=list)
    third_ppeok: bool = False


Ask = Callable[[int, str, Sequence[Any], "Game"], Any]


@dataclass
class Game:
    """A game under way; players see it as the view, and are trusted not to peek."""

    rules: Rules
    ask: Ask
    seats: list[Seat]
    floor: set[Card]  # piles and buried jokers included
    stock: list[Card]  # top first
    carry: int = 1
    piles: dict[int, Pile] = field(default_factory=dict)
    turns: int = 0
    go_calls: list[int] = field(default_factory=list)  # the seats, in the order of their goes
    shaking: int | None = None  # the month a shake is asked for

    def others(self, seat: int) -> list[int]:
        """Return the opponents of a seat in turn order from it."""
        count = len(self.seats)
        return [(seat + step) % count for step in range(1, count)]

    def on_floor(self, month: int) -> list[Card]:
        """Return the floor cards of a month, by number."""
        return by_number(card for card in self.floor if card.month == month and not is_joker(card))

    def points(self, seat: int) -> int:
        """Return the points of a seat now, reserved pi included."""
        me = self.seats[seat]
        return best_points(me.captured, me.sweeps, self.rules)

    def settled_points(self, seat: int) -> int:
        """Return the points of a seat now, reserved pi left out."""
        me = self.seats[seat]
        return best_points(me.settled(), me.sweeps, self.rules)

    def only_jokers_left(self) -> bool:
        """Tell whether the stock has no card to turn up; what is at its bottom is nobody's."""
        return all(is_joker(card) for card in self.stock)

    def choose(self, seat: int, kind: str, options: Sequence[Any]) -> Any:
        """Ask a seat, unless all its options come to the same; then the first is taken."""
        if len({self._worth(option) for option in options}) == 1:
            return options[0]
        answer = self.ask(seat, kind, options, self)
        if answer not in options:
            raise ValueError(f"seat {seat} answered {answer!r} to {kind!r}, not one of {options!r}")
        return answer

    def _worth(self, option: Any) -> Any:
        """Return what makes an option differ: a card is as good as its name."""
        if isinstance(option, Card):
            return name_of(option, self.rules)
        if isinstance(option, tuple) and option[0] == "play":
            return name_of(option[1], self.rules)
        return option
