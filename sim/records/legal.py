"""What may be done now, in the words of a record."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gostop.cards import card_name
from gostop.game import Decision, Game
from gostop.kernels.cards import FIRST_JOKER, SUIT_CARDS
from gostop.kernels.decisions import FIRST_BOMB, FLIP_ONLY, YES
from gostop.kernels.months import month_of, month_shift
from gostop.kernels.shaking import may_shake
from gostop.rules import Rules

__all__ = ["Choice", "choices", "legal"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that the seat asked may do.

    Attributes
    ----------
    words : str
        As an action of a record, without the seat.
    option : int
        The answer, as `Decision.options` has it.
    shakes : bool
        Whether the question that follows, to show the triple, is to be answered with yes.
    """

    words: str
    option: int
    shakes: bool = False


def choices(game: Game, ascii: bool = False) -> list[Choice]:
    """List what the seat that is asked may do; of cards with one name only the first.

    A turn with a card that can be shaken with is listed twice, with and without.
    """
    decision = game.decision
    if decision is None:
        return []
    found = {choice.words: choice for choice in reversed([*_choices(game, decision, ascii)])}
    return list(reversed(found.values()))


def _choices(game: Game, decision: Decision, ascii: bool) -> Iterator[Choice]:
    for option in decision.options:
        if decision.kind == "turn":
            yield from _turns(game, decision, option, ascii)
        elif decision.kind == "go":
            yield Choice("go" if option == YES else "stop", option)
        elif decision.kind == "shake":
            yield Choice(f"shake {decision.month}" if option == YES else "no shake", option)
        else:
            name = card_name(option, game.rules.jokers, ascii)
            yield Choice(f"{'on' if decision.kind == 'aim' else 'take'} {name}", option)


def _turns(game: Game, decision: Decision, option: int, ascii: bool) -> Iterator[Choice]:
    if option == FLIP_ONLY:
        yield Choice("flip", option)
    elif option >= FIRST_BOMB:
        yield Choice(f"bomb {option - FIRST_BOMB + 1}", option)
    elif option >= FIRST_JOKER:
        yield Choice(f"joker {card_name(option, game.rules.jokers, ascii)}", option)
    else:
        name = card_name(option, game.rules.jokers, ascii)
        yield Choice(f"play {name}", option)
        if can_shake(game, decision, option):
            yield Choice(f"shake {name}", option, shakes=True)


def can_shake(game: Game, decision: Decision, card: int) -> bool:
    """Whether the seat asked may show a triple as it plays this card."""
    if matches(game, card):
        return False
    # The hand is read off the options: a card drawn for a joker in this turn is among them.
    hand = sum(1 << option for option in decision.options if option < FLIP_ONLY)
    seat, shift = np.uint64(decision.seat), month_shift(np.uint64(card))
    return bool(may_shake(game.table, seat, game.law, np.uint64(hand), shift))


def matches(game: Game, card: int) -> int:
    """Return the floor cards of a card's month, a mask; none for a joker."""
    if card >= SUIT_CARDS:
        return 0
    return int(month_of(game.table.floor, month_shift(np.uint64(card))))


def legal(game: Game) -> str:
    """List what may be done, for a message."""
    return ", ".join(choice.words for choice in choices(game))


def names_both(rules: Rules, one: int, other: int) -> bool:
    """Whether two cards bear one name, so that there is nothing to choose between them."""
    return card_name(one, rules.jokers) == card_name(other, rules.jokers)
