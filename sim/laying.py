"""Putting a deal or a position into the kernels' records, and settling one."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from gostop.errors import InputError
from gostop.kernels import stepping
from gostop.kernels.cards import FIRST_JOKER
from gostop.kernels.months import fours
from gostop.kernels.state import EVENTS
from gostop.position import Position
from gostop.rules import Rules

Work = tuple[Any, Any, Any, Any]
"""What `kernels.state.workspace` makes."""


def write_deal(work: Work, rules: Rules, deal: npt.NDArray[np.uint8]) -> None:
    """Write a deck, hands first, then the floor and the stock, for `stepping.start_written`.

    Raises
    ------
    InputError
        If it does not hold every card once, or is one that these rules deal anew.
    """
    cards = FIRST_JOKER + len(rules.jokers)
    if sorted(deal.tolist()) != list(range(cards)):
        raise InputError(f"deal must hold each of the {cards} cards once")
    start = rules.players * rules.hand_size
    floor = sum(1 << int(card) for card in deal[start : start + rules.floor_size])
    if rules.floor_four == "redeal" and fours(np.uint64(floor)):
        raise InputError("deal has four of a month on the floor, which these rules deal anew")
    work[1][0].cards = cards
    work[1][0].deck[:cards] = deal


def lay(work: Work, rules: Rules, law: Any, position: Position) -> None:
    """Lay a position on the blank table of `stepping.start_blank`; `law` is the rules' record."""
    table, hidden = work[0][0], work[1][0]
    hidden.cards = table.stock_left = len(position.stock)
    hidden.deck[: len(position.stock)] = position.stock
    table.floor = position.floor
    table.piles = _months(pile.month for pile in position.piles)
    table.seat = position.turn
    table.carry = position.carry
    table.turn = max(sum(position.turns), sum(position.goes))
    for seat in range(rules.players):
        hidden.seats[seat].hand = hidden.seats[seat].dealt = position.hands[seat]
        table.captured[seat] = position.captured[seat]
        table.pile_owner[seat] = _months(
            pile.month for pile in position.piles if pile.owner == seat
        )
        table.shaken[seat] = _months(position.shaken[seat])
        table.turns[seat] = position.turns[seat]
        table.flips[seat] = position.flips_saved[seat]
        table.shown_factor[seat] = _shown_factor(rules, position, seat)
        for name in ("goes", "shakes", "bombs", "ppeoks", "sweeps"):
            table.count[seat, EVENTS.index(name)] = getattr(position, name)[seat]
        if position.goes[seat]:
            table.last_go_points[seat] = max(position.points_at_last_go[seat], rules.win_points - 1)
            table.go_turn[seat] = int(table.turn) - _turns_since_go(rules, position, seat)
    for place in range(len(rules.jokers)):
        table.buried[place] = _months(
            pile.month for pile in position.piles if pile.jokers >> FIRST_JOKER + place & 1
        )
    _lay_reserved(work, rules, law, position)


def _lay_reserved(work: Work, rules: Rules, law: Any, position: Position) -> None:
    table = work[0][0]
    for thief, row in enumerate(position.reserved):
        table.reserved[thief, : len(row)] = row
    if position.deferred is not None:
        table.deferred[: rules.players] = position.deferred
    elif rules.defer_pi_wins:
        stepping.defer_choices(work, law)


def _shown_factor(rules: Rules, position: Position, seat: int) -> int:
    """Multiply all 흔들기 and 폭탄 of a seat.

    The counts do not tell whether a month was shaken and then bombed, which multiplies once. It
    is taken to be so only where a hand has too few cards for as many different months.
    """
    shake, bomb = rules.shake_multiplier, rules.bomb_multiplier
    shakes, bombs = position.shakes[seat], position.bombs[seat]
    both = max(0, shakes + bombs - rules.hand_size // 3)
    return int(shake ** (shakes - both) * bomb ** (bombs - both) * max(shake, bomb) ** both)


def _turns_since_go(rules: Rules, position: Position, seat: int) -> int:
    """Return for how many turns a seat's last go is over: going back from `last_go`."""
    last = seat if position.last_go is None else position.last_go
    return (last - seat) % rules.players


def _months(months: Iterable[int]) -> int:
    """Return a set of months as the kernels hold it: the lowest bit of each."""
    return sum(1 << 4 * (month - 1) for month in months)
