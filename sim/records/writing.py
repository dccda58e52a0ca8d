"""Writing a game down as a record that `gostop replay` reads."""

from collections.abc import Iterator
from typing import Any

from gostop.cards import format_cards
from gostop.deals import Deal
from gostop.errors import InputError
from gostop.game import Game
from gostop.records.actions import action_lines
from gostop.records.record import RESULT_KEYS
from gostop.rules import Rules
from gostop.toml_text import toml_value

__all__ = ["write_record"]


def write_record(game: Game, *, ascii: bool = False, title: str = "") -> str:
    """Write a game, finished or not, as a game record.

    Parameters
    ----------
    game : Game
        One that was dealt; from a position it has no deal to write.
    ascii : bool
        Write the cards in ASCII.
    title : str
        What it shows.

    Returns
    -------
    str
        TOML, with every card where it was dealt, the actions of all turns that were played, and the
        result if there is one.

    Raises
    ------
    InputError
        If the game began from a position.
    """
    if game.table.written:
        raise InputError("this game began from a position: there is no deal to write.")
    return "\n".join(
        [*_head(game.rules, title, ascii), *_deal(game, ascii), *_play(game, ascii), ""]
    )


def _head(rules: Rules, title: str, ascii: bool) -> Iterator[str]:
    from gostop.rule_files import nearest_preset

    if title:
        yield f"title = {toml_value(title, ascii)}"
    name, changes = nearest_preset(rules)
    yield f"rules = {toml_value(name)}"
    if changes:
        yield "\n[override]"
        yield from (f"{field} = {toml_value(value)}" for field, value in changes.items())


def _deal(game: Game, ascii: bool) -> Iterator[str]:
    deal, jokers = Deal.from_game(game), game.rules.jokers
    yield "\n[deal]"
    yield f'floor = "{format_cards(deal.floor, jokers, ascii)}"'
    yield "hands = ["
    for hand in deal.hands:
        yield f'  "{format_cards(sorted(hand), jokers, ascii)}",'
    yield "]"
    yield f'stock = "{format_cards(deal.stock, jokers, ascii)}"'


def _play(game: Game, ascii: bool) -> Iterator[str]:
    lines = action_lines(game.answers, game.rules, ascii)
    if lines:
        yield '\n[play]\nactions = """'
        yield from lines
        yield '"""'
    if game.over:
        yield "\n[result]"
        for key in RESULT_KEYS:
            yield f"{key} = {_value(getattr(game.result, key))}"


def _value(value: Any) -> str:
    return toml_value(list(value) if isinstance(value, tuple) else value)
