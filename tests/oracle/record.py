"""What a game leaves behind: a record of each turn, and a result."""

from dataclasses import dataclass
from typing import Any

from .cards import Card
from .points import pi_worth
from .state import Game, Turn


@dataclass(frozen=True)
class Result:
    """How a game ended and who pays whom."""

    winner: int  # or -1
    actor: int  # who ended it: the winner, the maker of a third 뻑, or -1
    ended_by: str
    points: int  # as paid, without goes; a fixed win: its price
    goes: int  # the winner's
    payments: list[int]  # first-뻑 money included
    multipliers: list[int]  # the winner's is the common part, a loser's all that multiplied for it
    factors: list[set[str]]  # the winner's are the common ones, a loser's all that multiplied
    cup_as: str | None  # how the winner read its 국진
    turns: int


@dataclass(frozen=True)
class TurnRecord:
    """One completed turn, and the table after it (and after its go or stop)."""

    number: int  # from 1
    seat: int
    actions: list[tuple[Any, ...]]
    flipped: list[Card]
    captured: set[Card]  # by this turn; stolen pi not among them
    events: set[str]
    stolen: list[list[Card]]  # from each seat
    points: int  # of the seat that moved, before its choice, reserved pi included
    pi: int  # likewise, 국진 never in it
    choice: bool  # was it asked go or stop at the end of this turn
    floor: set[Card]
    piles: dict[int, int | None]  # month and owner
    stock: list[Card]
    hands: list[set[Card]]
    captures: list[set[Card]]
    reserved: list[set[Card]]
    goes: list[int]
    points_at_last_go: list[int]
    shakes: list[int]
    bombs: list[int]
    ppeoks: list[int]
    jjoks: list[int]
    ttadaks: list[int]
    sweeps: list[int]
    eats: list[int]
    flips_saved: list[int]
    first_money: list[int]


def mover_pi(game: Game, turn: Turn) -> int:
    """Add up the pi of the seat that moved."""
    return pi_worth(game.seats[turn.seat].captured, game.rules)


def record_of(game: Game, turn: Turn, points: int, pi: int, choice: bool) -> TurnRecord:
    """Copy what there is to see after a turn."""
    seats = game.seats
    return TurnRecord(
        number=game.turns,
        seat=turn.seat,
        actions=list(turn.actions),
        flipped=list(turn.flipped),
        captured=set(turn.captured),
        events=set(turn.events),
        stolen=[list(cards) for cards in turn.stolen],
        points=points,
        pi=pi,
        choice=choice,
        floor=set(game.floor),
        piles={month: pile.owner for month, pile in game.piles.items()},
        stock=list(game.stock),
        hands=[set(seat.hand) for seat in seats],
        captures=[set(seat.captured) for seat in seats],
        reserved=[set(seat.reserved) for seat in seats],
        goes=[seat.goes for seat in seats],
        points_at_last_go=[seat.points_at_last_go for seat in seats],
        shakes=[len(seat.shaken) for seat in seats],
        bombs=[len(seat.bombed) for seat in seats],
        ppeoks=[seat.ppeoks for seat in seats],
        jjoks=[seat.jjoks for seat in seats],
        ttadaks=[seat.ttadaks for seat in seats],
        sweeps=[seat.sweeps for seat in seats],
        eats=[seat.eats for seat in seats],
        flips_saved=[seat.flips_saved for seat in seats],
        first_money=[seat.first_money for seat in seats],
    )
