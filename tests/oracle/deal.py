"""Section 2, the deal: who gets which cards of a stacked or shuffled deck."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from .cards import Card, Reader, Rules, deck


@dataclass
class Deal:
    """A deal before any opening rule; the stock has its top card first."""

    hands: list[list[Card]]
    floor: list[Card]
    stock: list[Card]


def dealt(rules: Rules, cards: Sequence[Card]) -> Deal:
    """Section 2: deal a deck in two rounds of packets, to the floor and then to each seat."""
    left = list(cards)
    hands: list[list[Card]] = [[] for _ in range(rules.players)]
    floor: list[Card] = []

    def packet(count: int) -> list[Card]:
        taken = left[:count]
        del left[:count]
        return taken

    first_floor, first_hand = (rules.floor_size + 1) // 2, (rules.hand_size + 1) // 2
    second_floor, second_hand = rules.floor_size - first_floor, rules.hand_size - first_hand
    for to_floor, to_hand in ((first_floor, first_hand), (second_floor, second_hand)):
        floor += packet(to_floor)
        for hand in hands:
            hand += packet(to_hand)
    return Deal(hands, floor, left)


def shuffled_deal(rules: Rules, rng: Random) -> Deal:
    """Deal a shuffled deck."""
    cards = deck(rules)
    rng.shuffle(cards)
    return dealt(rules, cards)


def written_deal(rules: Rules, floor: str, hands: Sequence[str], stock: str) -> Deal:
    """Make a deal of written card names."""
    read = Reader(rules)
    return Deal([read(hand) for hand in hands], read(floor), read(stock))
