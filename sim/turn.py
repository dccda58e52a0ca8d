"""A turn told: what a seat did, and what came of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from gostop.kernels.cards import FIRST_JOKER, MONTHS
from gostop.kernels.decisions import FLIP_ONLY, GO_OR_STOP, KINDS, SHAKE_OR_NOT, TURN, YES
from gostop.kernels.ending import points_with
from gostop.kernels.scoring import pi_value
from gostop.kernels.state import EVENTS
from gostop.kernels.steal import reserved_pi
from gostop.laying import Work

__all__ = ["TURN_EVENTS", "Answer", "Turn"]

TURN_EVENTS = (
    "joker",
    "shake",
    "bomb",
    "jjok",
    "ttadak",
    "ppeok",
    "eat",
    "eat_own",
    "eat_floor",
    "sweep",
)
"""What a turn can be: a joker played or turned up; 흔들기, 폭탄, 쪽, 따닥, 뻑; a pile eaten that
another seat made, or the seat itself, or that was dealt; 쓸."""

_COUNTED = ("bomb", "jjok", "ttadak", "sweep")
"""Events of which a count of the table is all there is to know."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One decision and its answer, forced or not.

    Attributes
    ----------
    seat : int
    kind : str
        One of ``kernels.decisions.KINDS``.
    option : int
        The answer, as ``kernels.decisions`` numbers it.
    month : int or None
        Of a shake: the month it is about.
    """

    seat: int
    kind: str
    option: int
    month: int | None = None

    @property
    def is_joker(self) -> bool:
        """Whether a joker was played from the hand."""
        return self.kind == KINDS[TURN] and FIRST_JOKER <= self.option < FLIP_ONLY


@dataclass(frozen=True, slots=True)
class Turn:
    """What a seat did in its turn, and what came of it. Sets of cards are masks.

    Attributes
    ----------
    number : int
        Turns played in the game, with this one.
    seat : int
    answers : tuple of Answer
        All that was decided from the end of the last turn to that of this one, in order. Shakes at
        the deal are part of the first turn; a deferred go comes first.
    flipped : tuple of int
        Cards turned up, jokers too, in order.
    captured : int
        Cards that the turn took, a joker from the hand included, without stolen pi.
    events : frozenset of str
        Words of `TURN_EVENTS`. A pattern is an event even where it steals nothing, but not where
        the last-card rule switches it off.
    stolen : tuple of int
        Cards taken from each seat's captures.
    floor : int
        What lay there afterwards.
    held : int
        All captures of this seat before it chose go or stop.
    points, pi : int
        Of this seat before it chose go or stop, reserved pi included: its points with 국진 as it
        gives more, and its worth of pi with 국진 never in it.
    choice : bool
        Whether it was then asked go or stop.
    """

    number: int
    seat: int
    answers: tuple[Answer, ...]
    flipped: tuple[int, ...]
    captured: int
    events: frozenset[str]
    stolen: tuple[int, ...]
    floor: int
    held: int
    points: int
    pi: int
    choice: bool

    @classmethod
    def between(cls, before: Work, after: Work, law: Any, players: int) -> "Turn":
        """Tell the turn that `stepping.step_turn` played from one state to the other.

        Parameters
        ----------
        before, after : tuple
            Workspaces at the turn's start and after it; `after` has its notes.
        law : RULES array of one
        players : int
        """
        table, start = after[0][0], before[0][0]
        seat = int(start.seat)
        answers = tuple(noted(after[3][0]))
        # After a stop the reserved pi have gone back, but the turn is told as it was before that.
        held = int(table.captured[seat]) | int(reserved_pi(table, np.uint64(seat)))
        stolen = tuple(
            0 if victim == seat else int(start.captured[victim]) & held for victim in range(players)
        )
        flipped = _flipped(start, table, after[1][0], answers)
        own_turn = _after_the_opening(answers)
        return cls(
            number=int(table.turn),
            seat=seat,
            answers=answers,
            flipped=flipped,
            captured=held & ~int(start.captured[seat]) & ~sum(stolen),
            events=frozenset(_events(start, table, seat, own_turn, flipped)),
            stolen=stolen,
            floor=int(table.floor),
            held=held,
            points=int(points_with(table, np.uint64(seat), np.uint64(held), law[0])),
            pi=int(pi_value(np.uint64(held), law[0])),
            choice=any(answer.kind == KINDS[GO_OR_STOP] for answer in own_turn),
        )


def noted(answers: Any) -> Iterator[Answer]:
    """Give the decisions that an ANSWERS record has noted."""
    for note in answers.notes[: int(answers.noted)]:
        month = int(note.month).bit_length() // 4 + 1 if note.month else None
        yield Answer(int(note.seat), KINDS[int(note.kind)], int(note.answer), month)


def _after_the_opening(answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """Return the answers from the turn's own beginning on, without what some rules put before."""
    starts = [place for place, one in enumerate(answers) if one.kind == KINDS[TURN]]
    return answers[starts[0] :] if starts else ()


def _flipped(start: Any, table: Any, hidden: Any, answers: tuple[Answer, ...]) -> tuple[int, ...]:
    """Return the cards turned up: what left the stock, but for what was drawn for jokers."""
    cards, left = int(hidden.cards), int(start.stock_left)
    gone = hidden.deck[cards - left : cards - int(table.stock_left)]
    draws = min(left, sum(answer.is_joker for answer in answers))
    return tuple(int(card) for card in gone[draws:])


def _events(
    start: Any, table: Any, seat: int, own_turn: tuple[Answer, ...], flipped: tuple[int, ...]
) -> Iterator[str]:
    """Name what happened, from what was counted and from piles that came and went."""
    if any(answer.is_joker for answer in own_turn) or any(card >= FIRST_JOKER for card in flipped):
        yield "joker"
    if any(answer.kind == KINDS[SHAKE_OR_NOT] and answer.option == YES for answer in own_turn):
        yield "shake"
    for event in _COUNTED:
        if _more(start, table, seat, f"{event}s"):
            yield event
    # Annulled by the last card a 뻑 may count, but it leaves no pile and is no event.
    if int(table.piles) & ~int(start.piles):
        yield "ppeok"
    if _more(start, table, seat, "eats"):
        gone = int(start.piles) & ~int(table.piles)
        yield from (_meal(start, seat, month) for month in range(MONTHS) if gone >> 4 * month & 1)


def _more(start: Any, table: Any, seat: int, count: str) -> bool:
    """Whether a count of the seat has risen."""
    place = EVENTS.index(count)
    return bool(table.count[seat, place] > start.count[seat, place])


def _meal(start: Any, seat: int, month: int) -> str:
    """Name the eating of a pile by its owner; months are counted from 0 here."""
    owners = [int(owned) >> 4 * month & 1 for owned in start.pile_owner]
    if not any(owners):
        return "eat_floor"
    return "eat_own" if owners[seat] else "eat"
