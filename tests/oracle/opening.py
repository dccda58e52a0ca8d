"""Section 2, what follows the deal: jokers, four on the floor, piles, 총통, five brights."""

from collections import Counter
from collections.abc import Iterable

from .cards import Card, is_joker
from .record import Result
from .settle import drawn, fixed_win
from .state import Game, Pile


class RedealNeeded(Exception):  # noqa: N818 - not an error, but a request for another deal
    """Four of a month lie on the floor, and the rules want a new deal."""


def months_with(cards: Iterable[Card], least: int) -> list[int]:
    """Return the months of which at least so many cards are here, in increasing order."""
    counts = Counter(card.month for card in cards if not is_joker(card))
    return sorted(month for month, count in counts.items() if count >= least)


def clear_jokers(game: Game) -> None:
    """Section 2, jokers on the opening floor: seat 0 has them, and they steal nothing."""
    while jokers := {card for card in game.floor if is_joker(card)}:
        game.floor -= jokers
        game.seats[0].captured |= jokers
        game.floor |= set(game.stock[: len(jokers)])
        del game.stock[: len(jokers)]


def four_on_floor(game: Game) -> Result | None:
    """Section 2, `floor_four`: redeal, draw, or win for the first player (선)."""
    if not months_with(game.floor, 4):
        return None
    if game.rules.floor_four == "redeal":
        raise RedealNeeded
    if game.rules.floor_four == "nagari":
        return drawn(game, "floor_four")
    return fixed_win(game, 0, game.rules.chongtong_points, "floor_four")


def lay_piles(game: Game) -> None:
    """Section 2, three of a month on the floor: one pile that nobody owns."""
    for month in months_with(game.floor, 3):
        game.piles[month] = Pile(None, frozenset(game.on_floor(month)))


def chongtong(game: Game) -> Result | None:
    """Section 2, 총통: four of a month in a dealt hand."""
    seats = [number for number, seat in enumerate(game.seats) if months_with(seat.hand, 4)]
    if not seats or not game.rules.chongtong_points:
        return None
    if len(seats) > 1 and game.rules.two_chongtong == "nagari":
        return drawn(game, "chongtong")
    return fixed_win(game, seats[0], game.rules.chongtong_points, "chongtong")


def five_brights(game: Game) -> Result | None:
    """Section 2, five 광 in a dealt hand."""
    if not game.rules.five_brights_dealt_points:
        return None
    for number, seat in enumerate(game.seats):
        if sum(card.kind == "광" for card in seat.hand) == 5:
            return fixed_win(game, number, game.rules.five_brights_dealt_points, "five_brights")
    return None


def shake_dealt_triples(game: Game) -> None:
    """Section 3, `shake_timing` "deal": each dealt triple is shown or not before the first turn."""
    if game.rules.shake_timing != "deal":
        return
    for number, seat in enumerate(game.seats):
        for month in months_with(seat.hand, 3):
            game.shaking = month
            if game.choose(number, "shake", (False, True)):
                seat.shaken.add(month)
    game.shaking = None


def open_game(game: Game) -> Result | None:
    """Section 2, all of it in the order written; a result where the deal decides the game."""
    clear_jokers(game)
    if result := four_on_floor(game):
        return result
    lay_piles(game)
    if result := chongtong(game) or five_brights(game):
        return result
    shake_dealt_triples(game)
    return None
