"""The points of captured cards, part by part."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gostop.cards import parse_cards
from gostop.errors import InputError
from gostop.kernels import scoring
from gostop.kernels.cards import (
    ANIMALS,
    BLUE_DAN,
    BRIGHTS,
    CUP,
    DOUBLE_PIS,
    FIRST_JOKER,
    GODORI,
    GRASS_DAN,
    JOKERS,
    RED_DAN,
    RIBBONS,
    SINGLE_PI,
)
from gostop.kernels.scoring import CUP_AS_ANIMAL, CUP_AS_PI
from gostop.rule_record import rule_record
from gostop.rules import Rules

__all__ = ["CUP_READINGS", "PARTS", "Score", "score"]

PARTS = ("bright", "godori", "dan", "animals", "ribbons", "pi")
"""What points are made of; see section 4 of the rules."""

CUP_READINGS = ("animal", "pi")
"""How 국진 can be read: as 열끗, or as two pi."""

DANS = {"red_dan": int(RED_DAN), "blue_dan": int(BLUE_DAN), "grass_dan": int(GRASS_DAN)}


@dataclass(frozen=True, slots=True)
class Score:
    """Points of a set of captured cards, sweeps not among them.

    Attributes
    ----------
    points : int
    parts : dict of str to int
        The points of each of `PARTS`.
    pi_value : int
        What the pi are worth, 국진 as read.
    animals : int
        열끗, 국진 as read.
    cup_as : str or None
        The reading of 국진, one of `CUP_READINGS`; None where it is not among the cards.
    cards : dict of str to int
        The cards that each part was counted from, masks.
    """

    points: int
    parts: dict[str, int]
    pi_value: int
    animals: int
    cup_as: str | None
    cards: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """What `gostop score --json` prints."""
        return {
            "points": self.points,
            "parts": self.parts,
            "pi_value": self.pi_value,
            "animals": self.animals,
            "cup_as": self.cup_as,
        }


def score(cards: int | str, rules: Rules | str = "arcade3", cup_as: str | None = None) -> Score:
    """Count the points of captured cards.

    Parameters
    ----------
    cards : int or str
        A mask, or card names separated by spaces.
    rules : Rules, or what `Rules.load` reads
    cup_as : str, optional
        How 국진 is read; default: as it gives more points, as 열끗 if that is equal.

    Raises
    ------
    InputError
        If a name is no card, or there are no such rules or reading.

    Examples
    --------
    >>> score("1광 3광 8광 12광").points
    4
    """
    rules = rules if isinstance(rules, Rules) else Rules.load(rules)
    held, law = _read(cards, rules), rule_record(rules)[0]
    mask, reading = np.uint64(held), _reading(held, law, cup_as)
    animals, pi = (int(number) for number in scoring.cup_parts(mask, law, reading))
    has_cup = bool(held & int(CUP))
    counted = _counted(held, has_cup and reading == CUP_AS_PI)
    parts = {
        "bright": scoring.bright_part(mask, law),
        "godori": scoring.godori_part(mask, law),
        "dan": scoring.dan_part(mask, law),
        "animals": scoring.row_points(animals, 5),
        "ribbons": scoring.row_points(counted["ribbons"].bit_count(), 5),
        "pi": scoring.row_points(pi, 10),
    }
    return Score(
        points=int(scoring.points(mask, law, reading)),
        parts={part: int(points) for part, points in parts.items()},
        pi_value=pi,
        animals=animals,
        cup_as=CUP_READINGS[reading] if has_cup else None,
        cards=counted,
    )


def _read(cards: int | str, rules: Rules) -> int:
    """Return the mask that is meant."""
    if isinstance(cards, str):
        return sum(1 << card for card in parse_cards(cards, rules.jokers, where="the cards"))
    if cards < 0 or cards.bit_length() > FIRST_JOKER + len(rules.jokers):
        raise InputError(f"cards is {cards:#x}, but a mask has bits 0 to 47, then the jokers'.")
    return int(cards)


def _reading(held: int, law: Any, cup_as: str | None) -> int:
    """Return the number of a reading of 국진: of the one that gives more if none is asked for."""
    if cup_as is None:
        as_pi, as_animal = (
            int(scoring.points(np.uint64(held), law, one)) for one in (CUP_AS_PI, CUP_AS_ANIMAL)
        )
        return CUP_AS_PI if as_pi > as_animal else CUP_AS_ANIMAL
    if cup_as not in CUP_READINGS:
        raise InputError(f"cup_as is {cup_as!r}, but must be one of {', '.join(CUP_READINGS)}.")
    return CUP_READINGS.index(cup_as)


def _counted(held: int, cup_is_pi: bool) -> dict[str, int]:
    """Return the cards that each part is counted from."""
    cup = int(CUP) if cup_is_pi else 0
    return {
        "bright": held & int(BRIGHTS),
        "godori": held & int(GODORI) if held & int(GODORI) == int(GODORI) else 0,
        "dan": sum(dan for dan in DANS.values() if held & dan == dan),
        "animals": held & int(ANIMALS) & ~cup,
        "ribbons": held & int(RIBBONS),
        "pi": held & (int(SINGLE_PI) | int(DOUBLE_PIS) | int(JOKERS)) | cup,
    }
