"""Section 3, 뻑: the pile, the jokers under it, the money for an early one, the third one."""

from .cards import Card, is_joker
from .state import Game, Pile, Turn


def make_ppeok(game: Game, turn: Turn, three: set[Card]) -> None:
    """Section 3, 뻑: the three lie as a pile of this seat, and the 뻑 counts for it."""
    cards = three | bury_jokers(game, turn)
    game.floor |= cards
    game.piles[min(three).month] = Pile(turn.seat, frozenset(cards))
    turn.events.add("ppeok")
    game.seats[turn.seat].ppeoks += 1
    pay_first_ppeok(game, turn.seat)
    if game.rules.triple_ppeok_points and game.seats[turn.seat].ppeoks >= 3:
        turn.third_ppeok = True


def annulled_ppeok(game: Game, turn: Turn) -> None:
    """Section 3, `last_ppeok_counts`: annulled by the last card, it may still be the third."""
    me = game.seats[turn.seat]
    counts = game.rules.last_ppeok_counts and game.rules.triple_ppeok_points
    if counts and me.ppeoks == 2:
        me.ppeoks = 3
        turn.third_ppeok = True


def bury_jokers(game: Game, turn: Turn) -> set[Card]:
    """Section 3, `joker_in_ppeok`: jokers turned up this turn go under the pile, stealing nothing.

    One played from the hand is kept.
    """
    if game.rules.joker_in_ppeok != "buried":
        return set()
    jokers = {card for card in turn.flipped if is_joker(card)}
    game.seats[turn.seat].captured -= jokers
    turn.captured -= jokers
    turn.steals -= game.rules.steal_joker * len(jokers)
    return jokers


def pay_first_ppeok(game: Game, seat: int) -> None:
    """Section 3, first-뻑 money: for the first turn, and the second and third running from it."""
    me = game.seats[seat]
    if me.ppeok_run != me.turns - 1:
        return
    me.ppeok_run += 1
    prices = (game.rules.first_ppeok_points, *game.rules.consecutive_ppeok_points)
    price = prices[me.ppeok_run - 1] if me.ppeok_run <= len(prices) else 0
    for other in game.others(seat):
        game.seats[other].first_money -= price
        me.first_money += price
