"""What a house rule changes: the same deals under two rule sets, `gostop.compare` and `sweep`.

Game n of a seed has the same deal and the same random streams under any rules that deal alike. So
only what a rule does remains in the difference of a game under the one and under the other, and it
is told far more exactly than from two runs of their own. Every interval holds by itself.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from gostop.analysis.figures import Rate
from gostop.analysis.intervals import CONFIDENCE
from gostop.analysis.paired import Difference, Joint
from gostop.checks import check_whole
from gostop.columns import ENDED_BY
from gostop.engine import Columns, Engine, engine
from gostop.errors import InputError
from gostop.plan import Plan
from gostop.policies import PolicyLike
from gostop.rules import FIELDS, Rules, as_toml, check_name
from gostop.simulation import Progress, check_games, make_plan

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Comparison", "Sweep", "compare", "sweep"]

CHUNK = 100_000
"""Games that are held in memory at once."""

MAX_VALUES = 64

DEALT_BY = ("players", "hand_size", "floor_size", "jokers")
"""Settings by which the cards are dealt: where they differ, no game has its like."""

RulesLike = str | os.PathLike[str] | Rules


@dataclass(frozen=True)
class Comparison:
    """What changes from one rule set to another, game by game on the same deals.

    Rates are of all games. Each `Difference` has the level before and after, and the paired
    difference, after less before, with its 95 % interval.

    Attributes
    ----------
    before, after : Rules
    policies : tuple of str
        Who sits at each seat.
    seed, games : int
    differ : Rate
        Games that came out otherwise: who won, how, after how many turns, or what was paid.
    wins : tuple of Difference
        Win rate of each seat.
    payments, payment_spreads : tuple of Difference
        Mean and standard deviation of each seat's payment, in points a game.
    turns : Difference
        Mean length of a game.
    money, money_spread : Difference
        Mean and standard deviation of the points that change hands in a game.
    endings : dict of str to Difference
        How often games end in each way, by the words of `ended_by`.
    """

    before: Rules
    after: Rules
    policies: tuple[str, ...]
    seed: int
    games: int
    differ: Rate
    wins: tuple[Difference, ...]
    payments: tuple[Difference, ...]
    payment_spreads: tuple[Difference, ...]
    turns: Difference
    money: Difference
    money_spread: Difference
    endings: dict[str, Difference]

    @property
    def changed(self) -> dict[str, tuple[Any, Any]]:
        """The settings that differ: the value before and after."""
        return self.after.differences(self.before)

    def items(self) -> dict[str, Difference]:
        """Every quantity that was compared, by its name: win_0, payment_0, turns, ends_stop ..."""
        return {
            **{f"win_{seat}": one for seat, one in enumerate(self.wins)},
            **{f"payment_{seat}": one for seat, one in enumerate(self.payments)},
            **{f"payment_sd_{seat}": one for seat, one in enumerate(self.payment_spreads)},
            "money": self.money,
            "money_sd": self.money_spread,
            "turns": self.turns,
            **{f"ends_{name}": one for name, one in self.endings.items()},
        }

    def frame(self) -> "pd.DataFrame":
        """A row a quantity, see `items`: before, after, difference, low, high."""
        import pandas as pd

        rows = {name: (one.before, one.after, *one.change) for name, one in self.items().items()}
        columns = ["before", "after", "difference", "low", "high"]
        return pd.DataFrame.from_dict(rows, orient="index", columns=columns, dtype=float)

    def to_dict(self) -> dict[str, Any]:
        """What `gostop compare --json` prints."""
        return {
            "rules": self.before.to_dict(),
            "changed": {
                name: {"before": before, "after": after}
                for name, (before, after) in self.changed.items()
            },
            "policies": list(self.policies),
            "seed": self.seed,
            "games": self.games,
            "confidence": CONFIDENCE,
            "differing_games": {
                "count": self.differ.count,
                "rate": self.differ.rate,
                "ci": [self.differ.low, self.differ.high],
            },
            "figures": {name: one.to_dict() for name, one in self.items().items()},
        }


@dataclass(frozen=True)
class Sweep:
    """What changes with the values of one setting, each compared to the rules as they were.

    Attributes
    ----------
    field : str
    values : tuple
        As given, in their order.
    comparisons : tuple of Comparison
        One a value; that of the value in force before has no difference at all.
    """

    field: str
    values: tuple[Any, ...]
    comparisons: tuple[Comparison, ...]

    @property
    def before(self) -> Rules:
        """The rules that all are compared to."""
        return self.comparisons[0].before

    def frame(self) -> "pd.DataFrame":
        """A row for each value and quantity, see `Comparison.items`: level, difference, low, high.

        Returns
        -------
        pandas.DataFrame
            Indexed by `value` and `quantity`; `level` is under the value.
        """
        import pandas as pd

        rows = [
            (_key(value), name, one.after, *one.change)
            for value, comparison in zip(self.values, self.comparisons, strict=True)
            for name, one in comparison.items().items()
        ]
        columns = ["value", "quantity", "level", "difference", "low", "high"]
        made = pd.DataFrame(rows, columns=columns).set_index(["value", "quantity"])
        return made.astype(float)

    def to_dict(self) -> dict[str, Any]:
        """What `gostop compare --sweep ... --json` prints."""
        return {
            "field": self.field,
            "values": [
                {"value": value, **comparison.to_dict()}
                for value, comparison in zip(self.values, self.comparisons, strict=True)
            ],
        }


def compare(
    rules: RulesLike = "arcade3",
    change: Mapping[str, Any] | RulesLike | None = None,
    *,
    policy: PolicyLike | Sequence[PolicyLike] = "random",
    games: int = 1_000_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play the same deals and streams under two rule sets, and tell what differs.

    Parameters
    ----------
    rules : str, path or Rules
        The rules before: a preset, a rule file, or a rule set.
    change : mapping, or str, path or Rules
        What changes, by setting; or the other rules whole.
    policy, games, seed, threads
        As for `gostop.simulate`.
    progress : Progress, optional

    Returns
    -------
    Comparison

    Raises
    ------
    InputError
        If the two deal cards differently, or something asked for cannot be done.

    Examples
    --------
    >>> told = compare("arcade3", {"pi_bak_below": 6}, games=2000)
    >>> told.turns.change.value  # 피박 is settled after play
    0.0
    >>> told.money.change.value > 0
    True
    """
    before = rules if isinstance(rules, Rules) else Rules.load(rules)
    after = _changed(before, change)
    plan = make_plan(before, policy, seed)
    return _compare(plan, [after], check_games(games), threads, progress or Progress())[0]


def sweep(
    rules: RulesLike,
    field: str,
    values: Iterable[Any],
    *,
    policy: PolicyLike | Sequence[PolicyLike] = "random",
    games: int = 1_000_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Compare several values of a setting to the rules as they are, all on the same deals.

    Parameters
    ----------
    rules : str, path or Rules
    field : str
        The setting.
    values : iterable
        Its values, 1 to `MAX_VALUES` of them, none twice.
    policy, games, seed, threads, progress
        As for `compare`.

    Returns
    -------
    Sweep

    Examples
    --------
    >>> told = sweep("arcade2", "pi_bak_below", [5, 8], games=500)
    >>> money = told.frame().xs("money", level="quantity")["level"]
    >>> bool(money[8] > money[5])
    True
    """
    before = rules if isinstance(rules, Rules) else Rules.load(rules)
    check_name(field)
    chosen = _distinct(field, values)
    laws = [before.replace(**{field: value}) for value in chosen]
    plan = make_plan(before, policy, seed)
    told = _compare(plan, laws, check_games(games), threads, progress or Progress())
    return Sweep(field, chosen, tuple(told))


def _key(value: Any) -> Any:
    """A value that a row can be found by: a list as text."""
    return as_toml(value) if isinstance(value, (list, tuple)) else value


def _changed(before: Rules, change: Mapping[str, Any] | RulesLike | None) -> Rules:
    if change is None:
        raise InputError("change is missing: say what changes, such as {'pi_bak_below': 6}")
    if isinstance(change, Rules):
        return change
    return before.replace(**change) if isinstance(change, Mapping) else Rules.load(change)


def _distinct(field: str, values: Iterable[Any]) -> tuple[Any, ...]:
    chosen = (values,) if isinstance(values, str) else tuple(values)
    check_whole("the number of values", len(chosen), 1, MAX_VALUES, f"1 to {MAX_VALUES}")
    texts = [as_toml(value) for value in chosen]
    for text in texts:
        if texts.count(text) > 1:
            raise InputError(f"the values of {field} name {text} twice: give each once")
    return chosen


def check_comparable(before: Rules, after: Rules) -> None:
    """Refuse rule sets of which no game is like one of the other, and changes that do nothing.

    Raises
    ------
    InputError
        If cards are dealt differently, or only settings differ that act between games.
    """
    changed = after.differences(before)
    for name in DEALT_BY:
        if name in changed:
            was, now = map(as_toml, changed[name])
            raise InputError(
                f"{name} is {was} before and {now} after, so that other cards are dealt and no "
                "game can be paired with its like: simulate both, and compare their reports"
            )
    between_games = {name for name, spec in FIELDS.items() if spec.section == 8}
    if changed and set(changed) <= between_games:
        raise InputError(
            f"{', '.join(changed)} acts between the games of a session, and single games are "
            "compared: change another setting"
        )


def _compare(
    plan: Plan, laws: Sequence[Rules], games: int, threads: int | None, told: Progress
) -> list[Comparison]:
    """Compare each rule set to the plan's own."""
    for law in laws:
        check_comparable(plan.rules, law)
    plans = [Plan(law, plan.policies, plan.seed) for law in laws]
    sums = [_Sums(plan.rules.players) for _ in laws]
    with ExitStack() as stack:
        first = stack.enter_context(engine(plan, threads, told.notice))
        others = [
            first if one.rules == plan.rules else stack.enter_context(engine(one, threads, _quiet))
            for one in plans
        ]
        told.begin(games * len({first, *others}), 0)
        for start in range(0, games, CHUNK):
            _add_chunk(first, others, sums, start, min(CHUNK, games - start), told)
    return [one.told(plan, law, games) for one, law in zip(sums, laws, strict=True)]


def _add_chunk(
    first: Engine,
    others: Sequence[Engine],
    sums: Sequence["_Sums"],
    start: int,
    size: int,
    told: Progress,
) -> None:
    before = first.play(start, size, told.played).columns
    for one, total in zip(others, sums, strict=True):
        after = before if one is first else one.play(start, size, told.played).columns
        total.add(before, after)


def _quiet(text: str) -> None:
    """Say nothing: the first engine has told of the compiling."""


class _Sums:
    """The joint histograms of two rule sets' games, while they are played."""

    def __init__(self, players: int) -> None:
        self._seats = range(players)
        self._winner, self._ended_by, self._turns, self._money = (Joint() for _ in range(4))
        self._payments = [Joint() for _ in self._seats]
        self._differing = 0

    def add(self, before: Columns, after: Columns) -> None:
        """Add games: their columns under either rule set."""
        self._winner.add(before["winner"], after["winner"])
        self._ended_by.add(before["ended_by"], after["ended_by"])
        self._turns.add(before["turns"], after["turns"])
        self._money.add(self._moved(before), self._moved(after))
        names = [f"payment_{seat}" for seat in self._seats]
        for joint, name in zip(self._payments, names, strict=True):
            joint.add(before[name], after[name])
        parts = ("winner", "ended_by", "turns", *names)
        otherwise = np.logical_or.reduce([before[name] != after[name] for name in parts])
        self._differing += int(otherwise.sum())

    def _moved(self, columns: Columns) -> npt.NDArray[np.int64]:
        """Points that change hands in each game."""
        paid = [columns[f"payment_{seat}"].astype(np.int64) for seat in self._seats]
        moved: npt.NDArray[np.int64] = np.abs(np.stack(paid)).sum(axis=0) // 2
        return moved

    def told(self, plan: Plan, after: Rules, games: int) -> Comparison:
        """What the sums say."""
        return Comparison(
            before=plan.rules,
            after=after,
            policies=tuple(policy.name for policy in plan.policies),
            seed=plan.seed,
            games=games,
            differ=Rate.of(self._differing, games),
            wins=tuple(self._winner.rate(seat) for seat in self._seats),
            payments=tuple(joint.mean() for joint in self._payments),
            payment_spreads=tuple(joint.spread() for joint in self._payments),
            turns=self._turns.mean(),
            money=self._money.mean(),
            money_spread=self._money.spread(),
            endings={
                name: self._ended_by.rate(place) for place, name in enumerate(ENDED_BY, start=1)
            },
        )
