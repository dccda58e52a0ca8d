"""The notation of actions: ``0 play 3띠 on 3피``, one a line; reading it and writing it.

=========================== ===================================================================
action                      meaning
=========================== ===================================================================
``play C``, ``play C on D`` a card from the hand, aimed at D where two floor cards match it
``shake C``                 the same, having shown three of its month (흔들기)
``shake M``                 before the first turn: show the dealt triple of month M
``bomb M``                  폭탄 with month M
``joker J``                 a joker from the hand; the turn goes on
``flip``                    spend a saved flip-only turn
``take D``                  which of two floor cards the card turned up takes
``go``, ``stop``            where the seat has that choice
=========================== ===================================================================

Each line begins with the seat. Verbs may also be given in Korean; what is written is English, with
card names in Korean or in ASCII.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from unicodedata import normalize

from gostop.cards import card_name, cards_named
from gostop.errors import InputError
from gostop.kernels.cards import FIRST_JOKER, MONTHS
from gostop.kernels.decisions import AIM, FIRST_BOMB, FLIP_ONLY, KINDS, SHAKE_OR_NOT, TURN, YES
from gostop.rules import Rules, as_toml, did_you_mean
from gostop.turn import Answer

__all__ = ["VERBS", "Action", "action_lines", "parse_action", "turn_words"]

VERBS: Mapping[str, str] = MappingProxyType(
    {
        "내기": "play",
        "흔들기": "shake",
        "폭탄": "bomb",
        "조커": "joker",
        "뒤집기": "flip",
        "먹기": "take",
        "고": "go",
        "스톱": "stop",
        "위": "on",
    }
)
"""Korean verbs and what they stand for."""

_WITH_CARD = ("play", "shake", "joker", "take")
_WITH_MONTH = ("bomb", "shake")
_ALONE = ("flip", "go", "stop")
_KNOWN = (*dict.fromkeys((*_WITH_CARD, *_WITH_MONTH, *_ALONE)), *VERBS)
_NUMBER = re.compile(r"[0-9]{1,2}")
_LONGEST = 20
"""Characters of a word that can be a verb; a longer one is not even composed."""


@dataclass(frozen=True, slots=True)
class Action:
    """One line of a record's play.

    Attributes
    ----------
    seat : int
    verb : str
        play, shake, bomb, joker, flip, take, go or stop.
    cards : tuple of int
        The numbers of the cards that bear the name given.
    on : tuple of int
        The same of the floor card that is aimed at.
    month : int or None
        Of a bomb, and of a shake at the deal.
    text : str
        As it was written.
    place : str
        Where: "line 12".
    """

    seat: int
    verb: str
    cards: tuple[int, ...] = ()
    on: tuple[int, ...] = ()
    month: int | None = None
    text: str = ""
    place: str = ""


def parse_action(text: str, rules: Rules, place: str) -> Action:
    """Read one action.

    Parameters
    ----------
    text : str
        A line without its comment.
    rules : Rules
    place : str
        Where it stands, for messages.

    Raises
    ------
    InputError
        If it is none; the sentence says where.
    """
    words = text.split()
    if not _NUMBER.fullmatch(words[0]) or int(words[0]) >= rules.players:
        seats = ", ".join(map(str, range(rules.players)))
        raise InputError(
            f"{place}: {as_toml(words[0][:40])} is no seat: an action begins with one of {seats}."
        )
    seat, text = int(words[0]), " ".join(words)
    verb = _verb(words[1], place) if len(words) > 1 else ""
    rest = words[2:]
    if verb in _ALONE and not rest:
        return Action(seat, verb, text=text, place=place)
    if verb in _WITH_MONTH and len(rest) == 1 and _NUMBER.fullmatch(rest[0]):
        return Action(seat, verb, month=_month(rest[0], place), text=text, place=place)
    if verb in _WITH_CARD and len(rest) == 1:
        return Action(seat, verb, _cards(rest[0], rules, place), text=text, place=place)
    if verb in ("play", "shake") and len(rest) == 3 and _verb(rest[1], place) == "on":
        cards, on = (_cards(name, rules, place) for name in (rest[0], rest[2]))
        return Action(seat, verb, cards, on, text=text, place=place)
    raise InputError(
        f"{place}: {as_toml(text)} is no action: write a seat and play C, play C on D, "
        "shake C, bomb MONTH, joker J2, flip, take D, go or stop."
    )


def _verb(word: str, place: str) -> str:
    if len(word) <= _LONGEST:
        word = normalize("NFC", word).lower()
        word = VERBS.get(word, word)
        if word in _KNOWN or word == "on":
            return word
    raise InputError(
        f"{place}: {as_toml(word[:_LONGEST])} is no action{did_you_mean(word, _KNOWN)}: "
        "choose from play, shake, bomb, joker, flip, take, go, stop."
    )


def _month(text: str, place: str) -> int:
    month = int(text)
    if not 1 <= month <= MONTHS:
        raise InputError(f"{place}: {month} is no month, which are numbered 1 to {MONTHS}.")
    return month


def _cards(name: str, rules: Rules, place: str) -> tuple[int, ...]:
    try:
        return cards_named(name, rules.jokers)
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def action_lines(answers: Iterable[Answer], rules: Rules, ascii: bool = False) -> list[str]:
    """Write what was decided as the lines of a record.

    Parameters
    ----------
    answers : iterable of Answer
        Whole turns of a game.
    rules : Rules
    ascii : bool
        Write card names in ASCII.
    """
    return [f"{seat} {words}" for seat, words in _worded(list(answers), rules, ascii)]


def turn_words(answers: Iterable[Answer], rules: Rules, ascii: bool = False) -> str:
    """Write what was decided in one turn as one text: ``play 3띠 on 3피, take 5열, go``."""
    return ", ".join(words for _, words in _worded(list(answers), rules, ascii))


def _worded(answers: Sequence[Answer], rules: Rules, ascii: bool) -> Iterator[tuple[int, str]]:
    for place, one in enumerate(answers):
        if one.kind == KINDS[TURN]:
            yield one.seat, _played(one, answers[place + 1 :], rules, ascii)
        elif one.kind == KINDS[SHAKE_OR_NOT] and rules.shake_timing == "deal" and one.option == YES:
            yield one.seat, f"shake {one.month}"
        elif one.kind == "take":
            yield one.seat, f"take {card_name(one.option, rules.jokers, ascii)}"
        elif one.kind == "go":
            yield one.seat, "go" if one.option == YES else "stop"


def _played(turn: Answer, after: Sequence[Answer], rules: Rules, ascii: bool) -> str:
    """Write how a turn was begun; a shake and an aim that follow it are part of it."""
    if turn.option == FLIP_ONLY:
        return "flip"
    if turn.option >= FIRST_BOMB:
        return f"bomb {turn.option - FIRST_BOMB + 1}"
    name = card_name(turn.option, rules.jokers, ascii)
    if turn.option >= FIRST_JOKER:
        return f"joker {name}"
    verb, on = "play", ""
    for one in after:
        if one.kind == KINDS[SHAKE_OR_NOT] and one.option == YES:
            verb = "shake"
        elif one.kind == KINDS[AIM]:
            on = f" on {card_name(one.option, rules.jokers, ascii)}"
        elif one.kind != KINDS[SHAKE_OR_NOT]:
            break
    return f"{verb} {name}{on}"
