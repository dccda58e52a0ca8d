"""Section 4: what a set of captured cards scores."""

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from .cards import BIRDS, CUP, DANS, RAIN_BRIGHT, Card, Rules, pi_value

READINGS = ("열", "피")  # of 국진


class Parts(NamedTuple):
    """The points part by part."""

    bright: int
    godori: int
    dan: int
    animals: int
    ribbons: int
    pi: int
    sweeps: int

    @property
    def total(self) -> int:
        """Add the parts up."""
        return sum(self)


def bright_points(cards: AbstractSet[Card], rules: Rules) -> int:
    """Section 4, 광: the 비 penalty is for exactly three brights."""
    brights = {card for card in cards if card.kind == "광"}
    if len(brights) == 3:
        return int(rules.bright3_rain if RAIN_BRIGHT in brights else rules.bright3)
    return int({4: rules.bright4, 5: rules.bright5}.get(len(brights), 0))


def godori_points(cards: AbstractSet[Card], rules: Rules) -> int:
    """Section 4, 고도리: the birds of 2, 4 and 8."""
    return int(rules.godori) if cards >= BIRDS else 0


def dan_points(cards: AbstractSet[Card], rules: Rules) -> int:
    """Section 4, 홍단, 청단 and 초단: the same price for each."""
    return int(rules.dan) * sum(cards >= dan for dan in DANS.values())


def row_points(length: int, first: int) -> int:
    """Section 4, rows: one point for the first that counts, and one for each more."""
    return max(0, length - first + 1)


def animal_count(cards: AbstractSet[Card], cup: str) -> int:
    """Count the 열끗, with 국진 among them if it is read so."""
    return sum(card.kind == "열" for card in cards if card != CUP or cup == "열")


def ribbon_count(cards: AbstractSet[Card]) -> int:
    """Count the 띠; the one of the rain month is in the row though in no 단."""
    return sum(card.kind == "띠" for card in cards)


def pi_worth(cards: AbstractSet[Card], rules: Rules, cup: str = "열") -> int:
    """Add up the pi; 국진 is worth two when it is read as 피."""
    two = 2 if cup == "피" and CUP in cards else 0
    return two + sum(pi_value(card, rules) for card in cards)


def parts_of(cards: AbstractSet[Card], sweeps: int, rules: Rules, cup: str) -> Parts:
    """Section 4: every part, under one reading of 국진."""
    return Parts(
        bright=bright_points(cards, rules),
        godori=godori_points(cards, rules),
        dan=dan_points(cards, rules),
        animals=row_points(animal_count(cards, cup), 5),
        ribbons=row_points(ribbon_count(cards), 5),
        pi=row_points(pi_worth(cards, rules, cup), 10),
        sweeps=sweeps * int(rules.sweep_points),
    )


def best_points(cards: AbstractSet[Card], sweeps: int, rules: Rules) -> int:
    """Section 4, 국진: while the game goes on it is read as it gives more points."""
    return max(parts_of(cards, sweeps, rules, cup).total for cup in READINGS)


def readings_of(cards: AbstractSet[Card]) -> tuple[str, ...]:
    """Return the ways the cards may be read: two with 국진, else one."""
    return READINGS if CUP in cards else READINGS[:1]
