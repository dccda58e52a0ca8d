"""Section 6, settlement: who pays whom."""

from collections.abc import Sequence
from dataclasses import dataclass

from .factors import common, names, own, product
from .points import parts_of, readings_of
from .record import Result
from .state import Game


@dataclass
class Bill:
    """A win settled under one reading of 국진."""

    points: int
    payments: list[int]
    multipliers: list[int]
    factors: list[set[str]]


def capped(game: Game, amount: int) -> int:
    """Section 6, `max_payment`."""
    limit = int(game.rules.max_payment)
    return min(amount, limit) if limit else amount


def pays_for_all(game: Game, winner: int) -> int | None:
    """Section 6, 독박: a loser who called go pays for all, of two the last to have called."""
    if game.rules.go_bak != "pays_all" or len(game.seats) == 2:
        return None
    return next((seat for seat in reversed(game.go_calls) if seat != winner), None)


def bill_of(game: Game, winner: int, cup: str) -> Bill:
    """Section 6: points first, multiplication last, each loser separately."""
    me, count = game.seats[winner], len(game.seats)
    won = parts_of(me.settled(), me.sweeps, game.rules, cup)
    price = won.total + me.goes * game.rules.go_points
    shared = common(game, winner, cup)
    scapegoat = pays_for_all(game, winner)
    bill = Bill(won.total, [0] * count, [product(shared)] * count, [names(shared)] * count)
    for loser in game.others(winner):
        applied = shared + own(game, loser, won)
        full = price * product(applied)
        share = capped(game, full)
        payer = loser if scapegoat is None else scapegoat
        bill.payments[payer] -= share
        bill.payments[winner] += share
        bill.multipliers[loser] = product(applied)
        bill.factors[loser] = (
            names(applied)
            | ({"capped"} if share < full else set())
            | ({"독박"} if loser == scapegoat else set())
        )
    return bill


def with_first_money(game: Game, payments: Sequence[int]) -> list[int]:
    """Section 3, first-뻑 money: part of the payments however the game ends."""
    return [paid + seat.first_money for paid, seat in zip(payments, game.seats, strict=True)]


def won(game: Game, winner: int, ended_by: str) -> Result:
    """Section 6; section 4: 국진 is read as it brings in more, as 열끗 if that is equal."""
    readings = readings_of(game.seats[winner].settled())
    bills = {cup: bill_of(game, winner, cup) for cup in readings}
    cup = max(readings, key=lambda reading: bills[reading].payments[winner])
    bill = bills[cup]
    return Result(
        winner=winner,
        actor=winner,
        ended_by=ended_by,
        points=bill.points,
        goes=game.seats[winner].goes,
        payments=with_first_money(game, bill.payments),
        multipliers=bill.multipliers,
        factors=bill.factors,
        cup_as=cup if len(readings) > 1 else None,
        turns=game.turns,
    )


def fixed(
    game: Game,
    ended_by: str,
    *,
    winner: int = -1,
    actor: int = -1,
    price: int = 0,
    shares: Sequence[tuple[int, int]] = (),
) -> Result:
    """Section 6, fixed wins and draws: each share is a payer and a payee, for price and carry."""
    full = price * game.carry
    amount = capped(game, full)
    payments = [0] * len(game.seats)
    factors: list[set[str]] = [set() for _ in game.seats]
    for payer, payee in shares:
        payments[payer] -= amount
        payments[payee] += amount
        factors[payer] |= {"capped"} if amount < full else set()
        for seat in (payer, payee):
            factors[seat] |= {"carry"} if game.carry != 1 else set()
    return Result(
        winner=winner,
        actor=actor,
        ended_by=ended_by,
        points=price if winner >= 0 else 0,
        goes=game.seats[winner].goes if winner >= 0 else 0,
        payments=with_first_money(game, payments),
        multipliers=[1] * len(game.seats),
        factors=factors,
        cup_as=None,
        turns=game.turns,
    )


def fixed_win(game: Game, winner: int, price: int, ended_by: str) -> Result:
    """Section 6, a fixed win: each opponent pays the price, and the carry is all that counts."""
    shares = [(other, winner) for other in game.others(winner)]
    return fixed(game, ended_by, winner=winner, actor=winner, price=price, shares=shares)


def drawn(game: Game, ended_by: str) -> Result:
    """Section 5, 나가리: nobody wins."""
    return fixed(game, ended_by)


def third_ppeok(game: Game, maker: int) -> Result:
    """Section 3, the third 뻑: each opponent pays its maker, or the maker pays each."""
    price = int(game.rules.triple_ppeok_points)
    if price > 0:
        return fixed_win(game, maker, price, "triple_ppeok")
    others = game.others(maker)
    return fixed(
        game,
        "triple_ppeok",
        winner=others[0] if len(others) == 1 else -1,
        actor=maker,
        price=-price,
        shares=[(maker, other) for other in others],
    )
