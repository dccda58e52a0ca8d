"""Sections 5 and 7: go or stop, now or at the start of the next turn."""

from .state import Game, Turn
from .steal import give_back


def qualifies(game: Game, seat: int, points: int) -> bool:
    """Section 5: enough to win, and more than at the last go."""
    me = game.seats[seat]
    floor = me.points_at_last_go if me.goes else game.rules.win_points - 1
    return points >= game.rules.win_points and points > floor


def go_or_stop(game: Game, turn: Turn, points: int) -> bool:
    """Section 5, the choice itself; tell whether the seat goes."""
    me = game.seats[turn.seat]
    goes = bool(game.choose(turn.seat, "go", (False, True)))
    turn.actions.append(("go",) if goes else ("stop",))
    if goes:
        me.goes += 1
        me.points_at_last_go = points
        game.go_calls.append(turn.seat)
    return goes


def begin_turn(game: Game, turn: Turn) -> bool:
    """Section 7, article 6: reserved pi become the thief's; a deferred choice falls now.

    Tell whether the seat stops, and so wins.
    """
    me = game.seats[turn.seat]
    me.reserved.clear()
    was_deferred, me.deferred = me.deferred, False
    points = game.points(turn.seat)
    if not (was_deferred and qualifies(game, turn.seat, points)):
        return False
    return not go_or_stop(game, turn, points)


def end_turn(game: Game, turn: Turn) -> tuple[bool, bool]:
    """Section 3 step 7: tell whether the seat was asked, and whether it wins now."""
    seat, me = turn.seat, game.seats[turn.seat]
    sure = game.settled_points(seat)
    if not qualifies(game, seat, sure):
        # A seat without a next turn has nothing to defer to: reserved pi never win for it.
        me.deferred = me.has_turn and qualifies(game, seat, game.points(seat))
        return False, False
    asked = me.has_turn  # who can never take another turn cannot go
    if asked and go_or_stop(game, turn, sure):
        return True, False
    give_back(game, seat)
    return asked, True
