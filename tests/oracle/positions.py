"""Small positions for hand-worked tests: lay some cards, prepare the answers, play one turn."""

from collections.abc import Sequence
from typing import Any

from .cards import Card, Reader, Rules, by_number, name_of
from .houses import preset
from .state import Game, Pile, Seat, Turn
from .turn import take_turn

ARCADE, TONGIL = preset("arcade3"), preset("tongil")

FIVE = "2열 4열 8열"  # 고도리, five points
TEN = "1피 1피 2피 2피 3피 3피 4피 4피 5피 5피"
SAFE = "11광 10피 10피 12쌍피 11쌍피"  # neither 광박 nor 피박


class Answers:
    """Gives prepared answers in order, each to a question of the kind expected."""

    def __init__(self, *answers: tuple[str, Any]) -> None:
        self.left = list(answers)

    def __call__(self, seat: int, kind: str, options: Sequence[Any], view: Game) -> Any:
        expected, answer = self.left.pop(0)
        assert kind == expected
        if isinstance(answer, str):
            return next(option for option in options if called(option, view.rules) == answer)
        return answer


def called(option: Any, rules: Rules) -> str:
    """Name an option: a card by its name, anything else by its words."""
    if isinstance(option, Card):
        return name_of(option, rules)
    return name_of(option[1], rules) if option[0] == "play" else " ".join(map(str, option))


def table(
    rules: Rules,
    floor: str = "",
    hands: Sequence[str] = (),
    stock: str = "",
    captured: Sequence[str] = (),
    piles: dict[int, int | None] | None = None,
    answers: Sequence[tuple[str, Any]] = (),
) -> Game:
    """Lay a position: hands and captures not given are empty."""
    read = Reader(rules)
    texts = [*hands, *[""] * (rules.players - len(hands))]
    seats = [Seat(hand=set(read(text))) for text in texts]
    for seat, text in zip(seats, captured, strict=False):
        seat.captured = set(read(text))
    game = Game(rules, Answers(*answers), seats, set(read(floor)), read(stock))
    for month, owner in (piles or {}).items():
        cards = {*game.on_floor(month), *(card for card in game.floor if card.kind == "J")}
        game.piles[month] = Pile(owner, frozenset(cards))
    return game


def turn_of(game: Game, seat: int = 0) -> Turn:
    """Play one turn without its go or stop; every prepared answer must be asked for."""
    turn = Turn(seat)
    take_turn(game, turn)
    assert isinstance(game.ask, Answers)
    assert not game.ask.left
    return turn


def listed(cards: Any, rules: Rules) -> str:
    """Name cards in the order of their numbers."""
    return " ".join(name_of(card, rules) for card in by_number(cards))


def cards(text: str, rules: Rules = ARCADE) -> set[Card]:
    """Read a set of cards."""
    return set(Reader(rules)(text))
