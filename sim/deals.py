"""A written deal: every card of the pack where it is dealt."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gostop.cards import format_cards
from gostop.errors import InputError
from gostop.kernels.cards import FIRST_JOKER
from gostop.rules import Rules

if TYPE_CHECKING:
    from gostop.game import Game

__all__ = ["Deal", "check_size"]


@dataclass(frozen=True, slots=True)
class Deal:
    """Where each card lies before any opening rule; cards are numbers.

    Attributes
    ----------
    hands : tuple of tuple of int
    floor : tuple of int
    stock : tuple of int
        Top first.
    unknown : int
        How many cards at the stock's end are not known. `stock` has the cards that are nowhere else
        in their places, so that a game that does not come to them can be played.
    """

    hands: tuple[tuple[int, ...], ...]
    floor: tuple[int, ...]
    stock: tuple[int, ...]
    unknown: int = 0

    @classmethod
    def of(
        cls,
        rules: Rules,
        hands: Sequence[Sequence[int]],
        floor: Sequence[int],
        stock: Sequence[int],
        unknown: int = 0,
    ) -> "Deal":
        """Make a deal of cards that are all different, and check that it is one of these rules.

        Parameters
        ----------
        hands, floor, stock : sequences of card numbers
        unknown : int
            Cards that the stock has besides, below those that are given.

        Raises
        ------
        InputError
            If a hand, the floor or the stock has not as many cards as the rules deal, or these
            would deal anew.
        """
        if len(hands) != rules.players:
            raise InputError(f"hands has {len(hands)} entries, but the rules seat {rules.players}.")
        for seat, hand in enumerate(hands):
            check_size(f"hand {seat}", len(hand), rules.hand_size)
        check_size("the floor", len(floor), rules.floor_size)
        _check_floor(rules, floor)
        pack = FIRST_JOKER + len(rules.jokers)
        given = [*(card for hand in hands for card in hand), *floor, *stock]
        left = sorted(set(range(pack)) - set(given))
        if unknown != len(left):
            missing = format_cards(left[:8], rules.jokers) + (" ..." if len(left) > 8 else "")
            raise InputError(
                f"the stock has {len(stock) + unknown} cards, but {len(stock) + len(left)} of the "
                f"pack's {pack} are left for it"
                + (f": {missing} is nowhere (write ? for what is unknown)." if left else ".")
            )
        return cls(tuple(map(tuple, hands)), tuple(floor), (*stock, *left), unknown)

    @classmethod
    def from_deck(cls, rules: Rules, cards: Sequence[int], unknown: int = 0) -> "Deal":
        """Deal a deck in two rounds of packets, each to the floor and then to the seats in turn.

        Raises
        ------
        InputError
            If the deck does not hold every card.
        """
        needed = rules.players * rules.hand_size + rules.floor_size
        if len(cards) < needed:
            raise InputError(
                f"the deck has {len(cards)} known cards, but {needed} are dealt before the stock."
            )
        rest = list(cards)
        hands: list[list[int]] = [[] for _ in range(rules.players)]
        floor: list[int] = []
        first_floor, first_hand = (rules.floor_size + 1) // 2, (rules.hand_size + 1) // 2
        for to_floor, to_hand in (
            (first_floor, first_hand),
            (rules.floor_size - first_floor, rules.hand_size - first_hand),
        ):
            floor += _packet(rest, to_floor)
            for hand in hands:
                hand += _packet(rest, to_hand)
        return cls.of(rules, hands, floor, rest, unknown)

    @classmethod
    def from_game(cls, game: "Game") -> "Deal":
        """Return the deal that a game was begun with."""
        deck, size, players = game.deck(), game.rules.hand_size, game.rules.players
        start = players * size
        hands = [deck[seat * size : (seat + 1) * size] for seat in range(players)]
        stock = start + game.rules.floor_size
        return cls.of(game.rules, hands, deck[start:stock], deck[stock:])

    def array(self) -> npt.NDArray[np.uint8]:
        """Return every card's number in the order of `Game`: hands, floor, stock."""
        hands = [card for hand in self.hands for card in hand]
        return np.array([*hands, *self.floor, *self.stock], np.uint8)


def check_size(what: str, cards: int, wanted: int) -> None:
    """Refuse a hand or a floor that has not as many cards as the rules deal."""
    if cards != wanted:
        raise InputError(f"{what} has {cards} cards, but the rules deal {wanted}.")


def _check_floor(rules: Rules, floor: Sequence[int]) -> None:
    """Refuse four of a month where the rules deal anew for it; no written deal says what then."""
    if rules.floor_four != "redeal":
        return
    months = Counter(card // 4 + 1 for card in floor if card < FIRST_JOKER)
    for month in sorted(month for month, cards in months.items() if cards == 4):
        raise InputError(
            f"the floor has all four cards of month {month}, which these rules deal anew."
        )


def _packet(rest: list[int], size: int) -> list[int]:
    """Take the next cards off the deck."""
    taken = rest[:size]
    del rest[:size]
    return taken
