"""Section 1: the 48 hwatu cards and the jokers (조커), their numbers and their names."""

from typing import Any, NamedTuple, TypeAlias

Rules: TypeAlias = Any
"""Any object with an attribute for each field of a rule set."""

JOKER = "J"

ROWS = {
    1: ("광", "띠", "피", "피"),
    2: ("열", "띠", "피", "피"),
    3: ("광", "띠", "피", "피"),
    4: ("열", "띠", "피", "피"),
    5: ("열", "띠", "피", "피"),
    6: ("열", "띠", "피", "피"),
    7: ("열", "띠", "피", "피"),
    8: ("광", "열", "피", "피"),
    9: ("열", "띠", "피", "피"),
    10: ("열", "띠", "피", "피"),
    11: ("광", "쌍피", "피", "피"),
    12: ("광", "열", "띠", "쌍피"),
}


class Card(NamedTuple):
    """One physical card; a joker has month 0 and its place among the jokers as its copy."""

    month: int
    kind: str
    copy: int = 0

    @property
    def number(self) -> int:
        """Count the cards of the table row by row from 0, and the jokers from 48 on."""
        if self.kind == JOKER:
            return 48 + self.copy
        return 4 * (self.month - 1) + ROWS[self.month].index(self.kind) + self.copy


ALL = tuple(
    Card(month, kind, row[:place].count(kind))
    for month, row in ROWS.items()
    for place, kind in enumerate(row)
)

CUP = Card(9, "열")  # 국진, which its holder may count as a 쌍피
RAIN_BRIGHT = Card(12, "광")  # 비광
BIRDS = frozenset({Card(2, "열"), Card(4, "열"), Card(8, "열")})
PI = {"피": 1, "쌍피": 2}
DANS = {
    "홍단": frozenset({Card(1, "띠"), Card(2, "띠"), Card(3, "띠")}),
    "청단": frozenset({Card(6, "띠"), Card(9, "띠"), Card(10, "띠")}),
    "초단": frozenset({Card(4, "띠"), Card(5, "띠"), Card(7, "띠")}),
}


def is_joker(card: Card) -> bool:
    """Tell a joker from the cards of the twelve months."""
    return card.kind == JOKER


def by_number(cards: Any) -> list[Card]:
    """Put cards in the order of their numbers, in which every choice is offered."""
    return sorted(cards, key=lambda card: card.number)


def deck(rules: Rules) -> list[Card]:
    """Return all cards of a rule set: the 48 and its jokers."""
    return [*ALL, *(Card(0, JOKER, copy) for copy in range(len(rules.jokers)))]


def card_of(number: int, rules: Rules) -> Card:
    """Return the card that has this number."""
    return deck(rules)[number]


def pi_value(card: Card, rules: Rules) -> int:
    """Say how many pi a card is worth; 국진 is none, unless its holder reads it so."""
    if is_joker(card):
        return int(rules.jokers[card.copy])
    return PI.get(card.kind, 0)


def name_of(card: Card, rules: Rules) -> str:
    """Name a card as people write it: 8광, 1피, 12쌍피, J2."""
    if is_joker(card):
        return f"J{rules.jokers[card.copy]}"
    return f"{card.month}{card.kind}"


class Reader:
    """Reads written names; of two cards with one name it gives the lower number first."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.left = deck(rules)

    def __call__(self, text: str) -> list[Card]:
        """Return the cards of a text, each card once in the life of the reader."""
        return [self._take(name) for name in text.split()]

    def _take(self, name: str) -> Card:
        for card in self.left:
            if name_of(card, self.rules) == name:
                self.left.remove(card)
                return card
        raise ValueError(f"no card {name} is left")
