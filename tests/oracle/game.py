"""One game from a deal to its result."""

from collections.abc import Callable
from itertools import cycle

from .cards import Rules
from .deal import Deal
from .decide import begin_turn, end_turn
from .opening import open_game
from .record import Result, TurnRecord, mover_pi, record_of
from .settle import drawn, third_ppeok, won
from .state import Ask, Game, Seat, Turn
from .turn import take_turn

OnTurn = Callable[[Game, TurnRecord], None]


def play(
    rules: Rules, deal: Deal, ask: Ask, carry: int = 1, on_turn: OnTurn | None = None
) -> Result:
    """Play a deal, asking seats where they have a choice, and showing every completed turn."""
    seats = [Seat(hand=set(hand)) for hand in deal.hands]
    game = Game(rules, ask, seats, set(deal.floor), list(deal.stock), carry)
    return open_game(game) or play_on(game, 0, on_turn)


def play_on(game: Game, seat: int, on_turn: OnTurn | None = None) -> Result:
    """Play from a position in which this seat is to move."""
    last = seat
    for mover in cycle([seat, *game.others(seat)]):
        if not any(each.has_turn for each in game.seats):
            break
        if game.seats[mover].has_turn:
            last = mover
            if result := one_turn(game, mover, on_turn):
                return result
    return exhausted(game, last)


def one_turn(game: Game, seat: int, on_turn: OnTurn | None) -> Result | None:
    """Section 3, a turn from a deferred choice to go or stop; a deferred stop is no turn."""
    turn = Turn(seat)
    if begin_turn(game, turn):
        return won(game, seat, "stop")
    take_turn(game, turn)
    points, pi = game.points(seat), mover_pi(game, turn)
    asked, wins = (False, False) if turn.third_ppeok else end_turn(game, turn)
    if on_turn:
        on_turn(game, record_of(game, turn, points, pi, asked))
    if turn.third_ppeok:
        return third_ppeok(game, seat)
    return won(game, seat, "stop") if wins else None


def exhausted(game: Game, last: int) -> Result:
    """Section 5, every card is played: drawn, or the highest wins, a tie going round from last."""
    if game.rules.exhaustion == "highest":
        # max keeps the first of equals, so the order is the rule for a tie
        best = max([last, *game.others(last)], key=game.settled_points)
        if game.settled_points(best) >= game.rules.win_points:
            return won(game, best, "highest")
    return drawn(game, "nagari")
