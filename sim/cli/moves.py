"""What a person types to answer a question of a game: a number, a card, or a record's action."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import normalize

from gostop.cards import card_name, cards_named
from gostop.errors import InputError
from gostop.game import Decision, Game
from gostop.kernels.cards import FIRST_JOKER
from gostop.records.actions import VERBS, Action, parse_action
from gostop.records.legal import Choice, choices, matches

__all__ = ["LONGEST", "NO_WORDS", "YES_WORDS", "Move", "read_move", "tidied"]

LONGEST = 80
"""Characters of a line that are looked at; no move is longer, and composing takes its time."""

_NUMBER = re.compile(r"[0-9]{1,3}")
YES_WORDS = ("y", "yes", "네", "예", "응")
NO_WORDS = ("n", "no", "아니", "아니오", "아니요")
_GO = {"g": "go", "s": "stop"}


@dataclass(frozen=True, slots=True)
class Move:
    """An answer, and what it says of the question that may follow.

    Attributes
    ----------
    choice : Choice
    on : tuple of int
        The floor card aimed at: the numbers of the cards that bear the name given.
    """

    choice: Choice
    on: tuple[int, ...] = ()


def tidied(text: str) -> str:
    """Compose what was typed, one space where there are several, nothing unprintable in it."""
    words = normalize("NFKC", text[:LONGEST]).split()
    return "".join(letter for letter in " ".join(words) if letter.isprintable())


def read_move(text: str, game: Game, listed: Sequence[Choice]) -> Move:
    """Read an answer to what a game asks.

    Parameters
    ----------
    text : str
        A number of the list, a card's name, or an action as a record has it, without the seat.
    game : Game
        One that asks something.
    listed : sequence of Choice
        What may be done, as it was shown.

    Raises
    ------
    InputError
        If it is none, or not possible now.
    """
    text = tidied(text)
    if _NUMBER.fullmatch(text):
        return _numbered(int(text), listed)
    decision = game.decision
    assert decision is not None
    if decision.kind == "go":
        return _named(_stop_or_go(text), text, listed)
    if decision.kind == "shake":
        return _named(_yes_or_no(text, decision), text, listed)
    if decision.kind == "turn":
        return _turn(_turn_action(text, game), text, game, listed)
    return _one_of_two(text, game, listed)


def _numbered(number: int, listed: Sequence[Choice]) -> Move:
    if 1 <= number <= len(listed):
        return Move(listed[number - 1])
    raise InputError(f"There is no {number} in the list: type 1 to {len(listed)}.")


def _named(words: str, text: str, listed: Sequence[Choice]) -> Move:
    """Find the choice that a record would write so."""
    for choice in listed:
        if choice.words == words:
            return Move(choice)
    raise InputError(
        f"'{text}' is not possible now: type a number, 1 to {len(listed)}, "
        f"or for instance '{listed[0].words}'."
    )


def _stop_or_go(text: str) -> str:
    word = text.lower()
    return _GO.get(word, VERBS.get(word, word))


def _yes_or_no(text: str, decision: Decision) -> str:
    word = VERBS.get(text.lower(), text.lower())
    if word in NO_WORDS:
        return "no shake"
    return f"shake {decision.month}" if word in ("shake", *YES_WORDS) else word


def _turn_action(text: str, game: Game) -> Action | None:
    """Read how a turn is begun; a card alone is played."""
    decision = game.decision
    assert decision is not None
    words = text.split()
    if len(words) > 1 and words[0] == str(decision.seat) and _verb(words[1]):
        words = words[1:]  # copied out of a record, with the seat
    if words and not _verb(words[0]):
        words = ["play", *words]
    words += _left_out(words, game)
    try:
        return parse_action(" ".join([str(decision.seat), *words]), game.rules, "")
    except InputError:
        return None


def _left_out(words: Sequence[str], game: Game) -> list[str]:
    """Say which bomb or joker is meant by the verb alone, where there is one only."""
    if len(words) != 1 or _verb(words[0]) not in ("bomb", "joker"):
        return []
    told = [choice.words.split() for choice in choices(game)]
    objects = [rest[-1] for verb, *rest in told if verb == _verb(words[0])]
    return objects if len(objects) == 1 else []


def _verb(word: str) -> str:
    """The verb that a word is, or nothing."""
    word = VERBS.get(word.lower(), word.lower())
    return word if word in VERBS.values() and word != "on" else ""


def _turn(action: Action | None, text: str, game: Game, listed: Sequence[Choice]) -> Move:
    if action is None:
        return _named("", text, listed)
    move = _named(_as_listed(action, game, listed), text, listed)
    option = move.choice.option
    if action.on and not any(matches(game, option) >> card & 1 for card in action.on):
        raise InputError(f"'{text}': no such card of that month lies on the floor.")
    return Move(move.choice, action.on)


def _as_listed(action: Action, game: Game, listed: Sequence[Choice]) -> str:
    """Write an action as the list has it."""
    verb = action.verb
    if not action.cards:
        return f"{verb} {action.month}" if action.month else verb
    card = action.cards[0]
    if card >= FIRST_JOKER:
        verb = "joker"
    # The list is in Korean or in ASCII, and what is typed in either.
    names = (card_name(card, game.rules.jokers, ascii) for ascii in (False, True))
    words = [f"{verb} {name}" for name in names]
    return next((choice.words for choice in listed if choice.words in words), words[0])


def _one_of_two(text: str, game: Game, listed: Sequence[Choice]) -> Move:
    """Read which of two floor cards is meant, with or without a word before it."""
    name = text.split()[-1] if text else ""
    try:
        cards = cards_named(name, game.rules.jokers)
    except InputError:
        cards = ()
    for choice in listed:
        if choice.option in cards:
            return Move(choice)
    return _named("", text, listed)
