"""Section 3 step 6 and section 7: which pi are taken, and which are only reserved."""

from .cards import Card, Rules, is_joker, pi_value
from .state import Game, Turn


def cheapest_first(cards: set[Card], rules: Rules) -> list[Card]:
    """Section 3, steals: by value, among equals by month and then number, jokers last."""
    pi = [card for card in cards if pi_value(card, rules)]  # 국진 has no value here: never taken
    return sorted(pi, key=lambda card: (pi_value(card, rules), is_joker(card), card.number))


def take_pi(game: Game, turn: Turn, count: int, reserve: bool) -> None:
    """Section 3, steals: one card settles one pi, from each opponent separately, no change."""
    thief = game.seats[turn.seat]
    for other in game.others(turn.seat):
        victim = game.seats[other]
        for card in cheapest_first(victim.captured, game.rules)[:count]:
            victim.captured.remove(card)
            victim.reserved.pop(card, None)
            thief.captured.add(card)
            turn.stolen[other].append(card)
            if reserve:
                thief.reserved[card] = other


def steal(game: Game, turn: Turn) -> None:
    """Section 3, steals of a whole turn; section 7: those that may be reserved come last."""
    take_pi(game, turn, turn.steals, reserve=False)
    take_pi(game, turn, turn.late_steals, reserve=bool(game.rules.defer_pi_wins))


def give_back(game: Game, seat: int) -> None:
    """Section 7, article 8: on a stop the reserved pi return to those they were taken from."""
    thief = game.seats[seat]
    for card, owner in thief.reserved.items():
        thief.captured.remove(card)
        game.seats[owner].captured.add(card)
    thief.reserved.clear()
