"""A settlement worked out: the points part by part, every multiplier, and who pays whom.

The kernels settle in products; here their factors are named one by one. That both come to the same
is checked where a bill is made, so that no explanation can differ from what is paid.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from gostop.game import Game, Result
from gostop.kernels.ending import settled_cards
from gostop.kernels.settlement import fixed_price, go_factor
from gostop.kernels.state import EVENTS
from gostop.points import Score, score
from gostop.rules import Rules
from gostop.terms import romanised

__all__ = ["Bill", "Factor", "Share", "bill_of"]


@dataclass(frozen=True, slots=True)
class Factor:
    """One thing that multiplies: a word of ``kernels.outcome.FACTORS``, and how much."""

    name: str
    times: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """What one seat owes another.

    Attributes
    ----------
    of : int
        The seat whose share it is.
    payer, payee : int
        Under 독박 the payer is another than `of`.
    own : tuple of Factor
        What multiplies for that seat alone.
    full, amount : int
        Before and after the cap of a payment.
    """

    of: int
    payer: int
    payee: int
    own: tuple[Factor, ...]
    full: int
    amount: int


@dataclass(frozen=True, slots=True)
class Bill:
    """A settlement worked out.

    Attributes
    ----------
    score : Score or None
        The winner's cards, counted as they are paid; None for a fixed price and a draw.
    sweeps, sweep_points : int
        The winner's sweeps, and what they add to its points.
    goes, go_points : int
        The winner's goes, and what they add.
    price : int
        Of a fixed win; what each opponent pays before anything multiplies.
    base : int
        What is multiplied: points and goes, or the price.
    common : tuple of Factor
        What multiplies for all.
    shares : tuple of Share
    first_money : tuple of int
        Gained or lost by first-뻑 payments, by seat.
    """

    score: Score | None
    sweeps: int
    sweep_points: int
    goes: int
    go_points: int
    price: int
    base: int
    common: tuple[Factor, ...]
    shares: tuple[Share, ...]
    first_money: tuple[int, ...]

    def to_dict(self, ascii: bool = False) -> dict[str, Any]:
        """The bill in plain JSON types: `breakdown` of `gostop replay --json`."""
        counted = {} if self.score is None else self.score.to_dict()
        counted.pop("points", None)
        return {
            **counted,
            "sweeps": self.sweeps,
            "sweep_points": self.sweep_points,
            "goes": self.goes,
            "go_points": self.go_points,
            "price": self.price,
            "base": self.base,
            "common": [_factor(one, ascii) for one in self.common],
            "shares": [
                {
                    "of": one.of,
                    "payer": one.payer,
                    "payee": one.payee,
                    "own": [_factor(factor, ascii) for factor in one.own],
                    "full": one.full,
                    "amount": one.amount,
                }
                for one in self.shares
            ],
            "first_money": list(self.first_money),
        }


def _factor(one: Factor, ascii: bool) -> dict[str, Any]:
    told: dict[str, Any] = {"factor": one.name, "times": one.times}
    note = romanised(one.note) if ascii else one.note
    return told | ({"note": note} if note else {})


def bill_of(game: Game) -> Bill:
    """Work out the settlement of a finished game."""
    result, table = game.result, game.table
    seats = range(game.rules.players)
    money = tuple(int(table.first_money[seat]) for seat in seats)
    if result.ended_by in ("stop", "highest"):
        bill = _points_bill(game, result, money)
    else:
        bill = _price_bill(game, result, money)
    paid = list(money)
    for share in bill.shares:
        paid[share.payer] -= share.amount
        paid[share.payee] += share.amount
    assert tuple(paid) == result.payments, (bill, result)
    return bill


def _points_bill(game: Game, result: Result, money: tuple[int, ...]) -> Bill:
    rules, table, winner = game.rules, game.table, result.winner
    counted = score(int(settled_cards(table, np.uint64(winner))), rules, result.cup_as)
    sweeps = int(table.count[winner, EVENTS.index("sweeps")])
    base = result.points + result.goes * rules.go_points
    common = tuple(_common(game, result))
    scapegoat = next((seat for seat, one in enumerate(result.factors) if "pays_all" in one), None)
    shares = []
    for loser in range(rules.players):
        if loser != winner:
            own = tuple(_own(result, loser))
            full = base * prod(one.times for one in (*common, *own))
            payer = loser if scapegoat is None else scapegoat
            amount = _capped(full, rules)
            shares.append(Share(loser, payer, winner, own, full, amount))
    return Bill(
        score=counted,
        sweeps=sweeps,
        sweep_points=sweeps * rules.sweep_points,
        goes=result.goes,
        go_points=result.goes * rules.go_points,
        price=0,
        base=base,
        common=common,
        shares=tuple(shares),
        first_money=money,
    )


def _price_bill(game: Game, result: Result, money: tuple[int, ...]) -> Bill:
    """Work out a fixed win, a third 뻑 that costs its maker, or a draw, which has no price."""
    rules, actor = game.rules, result.actor
    price = 0 if actor < 0 else int(fixed_price(game.table, game.law))
    carry = int(game.table.carry)
    common = (Factor("carry", carry),) if price and carry > 1 else ()
    full = abs(price) * carry
    others = [seat for seat in range(rules.players) if seat != actor] if price else []
    ends = [(actor, other) if price < 0 else (other, actor) for other in others]
    shares = tuple(
        Share(payer, payer, payee, (), full, _capped(full, rules)) for payer, payee in ends
    )
    return Bill(None, 0, 0, result.goes, 0, abs(price), abs(price), common, shares, money)


def _capped(full: int, rules: Rules) -> int:
    return min(full, rules.max_payment) if rules.max_payment else full


def _common(game: Game, result: Result) -> Iterator[Factor]:
    """Name what multiplies for all."""
    words, rules, law = result.factors[result.winner], game.rules, game.law
    if "go" in words:
        note = f"{result.goes}고"
        yield Factor("go", int(go_factor(np.int64(result.goes), law)), note)
    yield from _shown(game, result)
    if "animals7" in words:
        yield Factor("animals7", rules.animals7_multiplier)
    if "carry" in words:
        yield Factor("carry", int(game.table.carry))


def _shown(game: Game, result: Result) -> Iterator[Factor]:
    """Name 흔들기 and 폭탄; a month that was shaken and then bombed multiplies once."""
    table, winner, rules = game.table, result.winner, game.rules
    shake, bomb = rules.shake_multiplier, rules.bomb_multiplier
    shakes, bombs = (int(table.count[winner, EVENTS.index(name)]) for name in ("shakes", "bombs"))
    product = int(table.shown_factor[winner])
    for both in range(min(shakes, bombs) + 1):
        alone, blown = shake ** (shakes - both), bomb ** (bombs - both)
        if alone * blown * max(shake, bomb) ** both == product:
            if alone > 1:
                yield Factor("shake", alone, _twice(shakes - both))
            if blown > 1:
                yield Factor("bomb", blown, _twice(bombs - both))
            if max(shake, bomb) ** both > 1:
                name = "bomb" if bomb >= shake else "shake"
                yield Factor(name, max(shake, bomb) ** both, "shaken and bombed, counted once")
            return
    raise AssertionError((shakes, bombs, product))


def _twice(times: int) -> str:
    return f"{times} times" if times > 1 else ""


def _own(result: Result, loser: int) -> Iterator[Factor]:
    """Name what multiplies for one loser alone: each doubles."""
    for name in ("bright_bak", "pi_bak", "go_bak"):
        if name in result.factors[loser]:
            yield Factor(name, 2)
