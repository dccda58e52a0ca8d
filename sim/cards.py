"""Card notation: ``8광`` or ``8G``, ``12쌍피`` or ``12S``, ``J2``; reading it and writing it.

A name is the month, 1 to 12, and the kind: 광 열 띠 피 쌍피, or in ASCII G Y T P S (gwang, yeol,
tti, pi, ssangpi). A joker is ``J`` and its worth in pi, ``J`` alone being ``J2``. The two plain pi
of a month bear the same name, as they are the same in play. Cards are numbered as their bits are
in `gostop.kernels.cards`, from which every name here is derived.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from unicodedata import normalize

from gostop.errors import InputError
from gostop.kernels.cards import (
    ANIMAL,
    BRIGHT,
    DOUBLE_PI,
    FIRST_JOKER,
    MONTH_ROWS,
    PI,
    RIBBON,
)

__all__ = ["card_name", "cards_named", "format_cards", "parse_card", "parse_cards"]

ASCII_KINDS: Mapping[str, str] = MappingProxyType(
    {BRIGHT: "G", ANIMAL: "Y", RIBBON: "T", PI: "P", DOUBLE_PI: "S"}
)
"""The ASCII letter of each kind."""

_NAMES = tuple(f"{month}{kind}" for month, row in enumerate(MONTH_ROWS, 1) for kind in row)
_ASCII_NAMES = tuple(
    f"{month}{ASCII_KINDS[kind]}" for month, row in enumerate(MONTH_ROWS, 1) for kind in row
)


def _index(*name_lists: Sequence[str]) -> Mapping[str, tuple[int, ...]]:
    """Return the numbers of the cards that bear each name, lowest first."""
    index: dict[str, tuple[int, ...]] = {}
    for names in name_lists:
        for number, name in enumerate(names):
            index[name] = (*index.get(name, ()), number)
    return MappingProxyType(index)


_NUMBERS = _index(_NAMES, _ASCII_NAMES)

# Only ASCII letters change case in the notation; str.upper would also turn "ſ" into "S".
_UPPER = {ord(letter.lower()): letter for letter in (*ASCII_KINDS.values(), "J")}

# The longest name, 12쌍피, has seven characters when decomposed. Composing a long text of
# combining marks takes quadratic time, so what cannot be a name is not composed at all.
_LONGEST = 8


def cards_named(text: str, jokers: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the numbers of all cards that bear a name.

    Parameters
    ----------
    text : str
        One card name, Korean or ASCII, in any case and any Unicode composition.
    jokers : sequence of int
        Worth in pi of each joker of the game, as `Rules.jokers` has it.

    Returns
    -------
    tuple of int
        One number, or two for plain pi and up to three for jokers, lowest first.

    Raises
    ------
    InputError
        If there is no such card in the game.
    """
    return _cards_named(text, tuple(jokers), "")


def parse_card(text: str, jokers: Sequence[int] = ()) -> int:
    """Return the number of the card that `text` names, the lowest where several bear the name.

    Parameters
    ----------
    text, jokers
        As in `cards_named`.

    Returns
    -------
    int
        0 to 47, or from 48 on for a joker.

    Raises
    ------
    InputError
        If there is no such card in the game.
    """
    return cards_named(text, jokers)[0]


def parse_cards(
    text: str, jokers: Sequence[int] = (), *, where: str = "the list", taken: int = 0
) -> list[int]:
    """Return the numbers of the cards named in a list separated by spaces, in its order.

    Where a name belongs to several cards, as 1피 does, the lowest that is still free is meant.

    Parameters
    ----------
    text : str
        The list; an empty one names no cards.
    jokers : sequence of int
        Worth in pi of each joker of the game.
    where : str
        What the list is, for messages: "hand 1", "the floor".
    taken : int
        Mask of the cards that other lists of the same deal have named already.

    Returns
    -------
    list of int
        Card numbers, all different.

    Raises
    ------
    InputError
        If a name is no card, or is used more often than the pack has such cards; the sentence
        gives the card and its place in the list.
    """
    numbers: list[int] = []
    used = int(taken)
    jokers = tuple(jokers)
    for place, token in enumerate(text.split(), 1):
        at = f" (card {place} of {where})"
        copies = _cards_named(token, jokers, at)
        number = next((copy for copy in copies if not used >> copy & 1), None)
        if number is None:
            count = "only one such card" if len(copies) == 1 else f"only {len(copies)} such cards"
            raise InputError(f"{_quote(token)}{at} is named too often: the pack has {count}.")
        numbers.append(number)
        used |= 1 << number
    return numbers


def card_name(number: int, jokers: Sequence[int] = (), ascii: bool = False) -> str:
    """Return the name of a card.

    Parameters
    ----------
    number : int
        Card number, 0 to 47, or from 48 on for a joker.
    jokers : sequence of int
        Worth in pi of each joker of the game.
    ascii : bool
        Write the ASCII form, ``8G``, and not the Korean one, ``8광``.

    Raises
    ------
    InputError
        If the game has no card of that number.
    """
    number = int(number)
    if 0 <= number < FIRST_JOKER:
        return (_ASCII_NAMES if ascii else _NAMES)[number]
    if FIRST_JOKER <= number < FIRST_JOKER + len(jokers):
        return f"J{jokers[number - FIRST_JOKER]}"
    raise InputError(
        f"card number {number} is not in this game: "
        f"its cards are numbered 0 to {FIRST_JOKER + len(jokers) - 1}."
    )


def format_cards(
    cards: int | Iterable[int], jokers: Sequence[int] = (), ascii: bool = False
) -> str:
    """Return card names separated by spaces.

    Parameters
    ----------
    cards : int or iterable of int
        A mask, whose cards are written from the lowest bit up, or card numbers, whose order is
        kept.
    jokers, ascii
        As in `card_name`.

    Raises
    ------
    InputError
        If the game has no such card.
    """
    numbers = cards if isinstance(cards, Iterable) else _bits(int(cards))
    return " ".join(card_name(number, jokers, ascii) for number in numbers)


def _bits(mask: int) -> list[int]:
    """Return the numbers of the bits set in a mask."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def _cards_named(text: str, jokers: tuple[int, ...], at: str) -> tuple[int, ...]:
    """Do what `cards_named` does; `at` is the place that a message gives."""
    name = normalize("NFC", text).translate(_UPPER) if len(text) <= _LONGEST else text
    numbers = _NUMBERS.get(name) or _jokers_named(name, jokers)
    if numbers:
        return numbers
    raise InputError(f"{_quote(text)}{at} {_fault(name, jokers)}")


def _jokers_named(name: str, jokers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of the jokers that bear a name, lowest first."""
    wanted = "J2" if name == "J" else name
    return tuple(
        number for number, worth in enumerate(jokers, FIRST_JOKER) if f"J{worth}" == wanted
    )


def _fault(name: str, jokers: tuple[int, ...]) -> str:
    """Say why a name is no card of this game, as the end of a sentence."""
    if name in ("J", "J1", "J2", "J3"):
        names = " ".join(f"J{worth}" for worth in jokers)
        has = f"its jokers are {names}" if jokers else "it has no jokers"
        return f"is not in this game: {has}."
    month = next((m for m in range(len(MONTH_ROWS), 0, -1) if name.startswith(str(m))), 0)
    kind = name.removeprefix(str(month))
    if month and (kind in ASCII_KINDS or kind in ASCII_KINDS.values()):
        row = " ".join(f"{month}{kind}" for kind in MONTH_ROWS[month - 1])
        return f"does not exist: month {month} has {row}."
    return "is not a card: write month 1 to 12 and 광 열 띠 피 쌍피 (or G Y T P S), or J2."


def _quote(text: str) -> str:
    """Return a piece of input in quotes, shortened and with nothing unprintable in it."""
    return repr(text if len(text) <= 20 else text[:17] + "...")
