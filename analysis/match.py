"""Two players compared on the same deals: `gostop.match`.

Every deal is played once for each seat that player A can sit at, the others being player B. Luck of
the cards and of the seat falls on both alike, so far fewer deals tell the players apart. The games
of one deal are not independent: all intervals are taken between deals.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gostop.analysis.intervals import mean_interval, ratio_interval
from gostop.checks import check_whole
from gostop.engine import Columns, engine
from gostop.kernels.outcome import F_BRIGHT_BAK, F_GO_BAK, F_PAYS_ALL, F_PI_BAK
from gostop.plan import Plan
from gostop.policies import Policy, PolicyLike, parse_policy
from gostop.rules import Rules
from gostop.simulation import Progress

__all__ = ["Match", "match", "round_robin"]

MAX_DEALS = 10**10
CHUNK = 100_000
"""Deals that are held in memory at once."""

LARGE = 4
"""A win is large where some loser pays at least so many times."""

_BAKS = F_BRIGHT_BAK | F_PI_BAK | F_GO_BAK | F_PAYS_ALL


class Figure(NamedTuple):
    """A rate or a mean with its 95 % interval; None where too little is known."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Habits:
    """How a player plays; rates of its games, taken between deals.

    Attributes
    ----------
    goes : Figure
        It calls go at least once.
    suffers_bak : Figure
        It pays with 광박, 피박, 고박 or 독박.
    wins_large : Figure
        It wins, and some loser pays `LARGE` times or more.
    """

    goes: Figure
    suffers_bak: Figure
    wins_large: Figure


@dataclass(frozen=True, slots=True)
class Match:
    """How player A does against player B.

    Attributes
    ----------
    rules : Rules
    a, b : str
        The players' names.
    deals, games, decisive : int
        Deals, games played from them, and those of them that had a winner.
    a_win_rate : Figure
        Of decisive games.
    fair_win_rate : float
        What it would be if both played alike: 1 / seats.
    a_payment : Figure
        A's mean payment a game.
    saved : float or None
        How many times as many independent deals would have told A's payment as well.
    a_habits, b_habits : Habits
    """

    rules: Rules
    a: str
    b: str
    deals: int
    games: int
    decisive: int
    a_win_rate: Figure
    fair_win_rate: float
    a_payment: Figure
    saved: float | None
    a_habits: Habits
    b_habits: Habits

    def to_dict(self) -> dict[str, Any]:
        """What `gostop match --json` prints."""
        return {
            "a": self.a,
            "b": self.b,
            "a_win_rate": self.a_win_rate.value,
            "a_win_rate_ci": self.a_win_rate[1:],
            "fair_win_rate": self.fair_win_rate,
            "a_payment": self.a_payment.value,
            "a_payment_ci": self.a_payment[1:],
            "decisive": self.decisive,
            "games": self.games,
            "deals": self.deals,
            "saved": self.saved,
            "a_habits": asdict(self.a_habits),
            "b_habits": asdict(self.b_habits),
        }


def match(
    rules: str | Rules = "arcade3",
    a: PolicyLike = "greedy",
    b: PolicyLike = "random",
    *,
    deals: int = 100_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Match:
    """Let player A play against B, who has all other seats, on the same deals from every seat.

    Parameters
    ----------
    rules : str, path or Rules
    a, b : str, Policy or callable
    deals : int
        Each is played once for each seat of A.
    seed : int
    threads : int, optional
    progress : Progress, optional

    Returns
    -------
    Match

    Raises
    ------
    InputError
        If something asked for cannot be done.

    Examples
    --------
    >>> match("arcade2", "greedy", "random", deals=1000).a_win_rate.value > 0.5
    True
    """
    law = rules if isinstance(rules, Rules) else Rules.load(rules)
    deals = check_whole("deals", deals, 1, MAX_DEALS, "1 to 10**10")
    first, second = parse_policy(a), parse_policy(b)
    told = progress or Progress()
    told.begin(deals * law.players, 0)
    sums = _Sums(law.players)
    plans = [_plan(law, first, second, seat, seed) for seat in range(law.players)]
    for start in range(0, deals, CHUNK):
        size = min(CHUNK, deals - start)
        sums.add([_play(plan, start, size, threads, told) for plan in plans])
    return sums.match(law, first.name, second.name, deals)


def round_robin(
    rules: str | Rules,
    field: Sequence[PolicyLike],
    *,
    deals: int = 100_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Match]:
    """Let every player of a field play against every other, on the same deals.

    With three seats one A against two B is not the same as one B against two A, so both are played.

    Parameters
    ----------
    rules : str, path or Rules
    field : sequence of str, Policy or callable
        At least two players.
    deals, seed, threads, progress
        As for `match`.
    """
    players = [parse_policy(one) for one in field]
    law = rules if isinstance(rules, Rules) else Rules.load(rules)
    pairs = [
        (one, other)
        for place, one in enumerate(players)
        for rival, other in enumerate(players)
        if place < rival or (place > rival and law.players > 2)
    ]
    return [
        match(law, one, other, deals=deals, seed=seed, threads=threads, progress=progress)
        for one, other in pairs
    ]


def _plan(law: Rules, a: Policy, b: Policy, seat: int, seed: int) -> Plan:
    seated = tuple(a if place == seat else b for place in range(law.players))
    return Plan(law, seated, seed, rotate=False, detail="seats")


def _play(plan: Plan, start: int, size: int, threads: int | None, told: Progress) -> Columns:
    with engine(plan, threads, told.notice) as ready:
        return ready.play(start, size, told.played).columns


Words = npt.NDArray[np.int64]


class _Ratio:
    """Sums of a rate whose trials come in deals."""

    def __init__(self) -> None:
        self._sums = [0] * 5

    def add(self, hits: Words, trials: Words) -> None:
        parts = (hits, trials, hits * hits, trials * trials, hits * trials)
        self._sums = [old + int(part.sum()) for old, part in zip(self._sums, parts, strict=True)]

    def figure(self, deals: int) -> Figure:
        hits, trials, hits_square, trials_square, cross = self._sums
        return Figure(*ratio_interval(hits, trials, hits_square, trials_square, cross, deals))


class _Sums:
    """What is summed over deals while they are played."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._decisive = 0
        self._paid = self._paid_square = self._paid_square_of_games = 0
        self._won = _Ratio()
        self._habits = {who: {name: _Ratio() for name in Habits.__slots__} for who in "ab"}

    def add(self, rotations: Sequence[Columns]) -> None:
        """Add some deals: the columns of their games, A sitting at seat 0, 1 ..."""
        paid = [_words(one[f"payment_{seat}"]) for seat, one in enumerate(rotations)]
        together = _sum(paid)
        self._paid += int(together.sum())
        self._paid_square += int((together * together).sum())
        self._paid_square_of_games += int(sum((one * one).sum() for one in paid))
        decided = _sum(_words(one["winner"]) >= 0 for one in rotations)
        self._decisive += int(decided.sum())
        self._won.add(_sum(one["winner"] == seat for seat, one in enumerate(rotations)), decided)
        for who in "ab":
            self._add_habits(who, rotations)

    def _add_habits(self, who: str, rotations: Sequence[Columns]) -> None:
        seated = [
            (one, seat)
            for a_seat, one in enumerate(rotations)
            for seat in range(self._players)
            if (seat == a_seat) == (who == "a")
        ]
        tests: dict[str, Callable[[Columns, int], npt.NDArray[np.bool_]]] = {
            "goes": lambda one, seat: _words(one[f"goes_{seat}"]) > 0,
            "suffers_bak": _suffers_bak,
            "wins_large": self._wins_large,
        }
        trials = np.full(len(rotations[0]["winner"]), len(seated), np.int64)
        for name, test in tests.items():
            hits = _sum(test(one, seat) for one, seat in seated)
            self._habits[who][name].add(hits, trials)

    def _wins_large(self, one: Columns, seat: int) -> npt.NDArray[np.bool_]:
        losers = [other for other in range(self._players) if other != seat]
        most = np.maximum.reduce([one[f"multiplier_{other}"] for other in losers])
        large: npt.NDArray[np.bool_] = (one["winner"] == seat) & (most >= LARGE)
        return large

    def match(self, law: Rules, a: str, b: str, deals: int) -> Match:
        """What the sums say."""
        games = deals * self._players
        total, low, high = mean_interval(self._paid, self._paid_square, deals)
        scaled = (None if one is None else one / self._players for one in (total, low, high))
        habits = {
            who: Habits(**{name: ratio.figure(deals) for name, ratio in ratios.items()})
            for who, ratios in self._habits.items()
        }
        return Match(
            rules=law,
            a=a,
            b=b,
            deals=deals,
            games=games,
            decisive=self._decisive,
            a_win_rate=self._won.figure(deals),
            fair_win_rate=1 / self._players,
            a_payment=Figure(*scaled),
            saved=self._saved(deals, games),
            a_habits=habits["a"],
            b_habits=habits["b"],
        )

    def _saved(self, deals: int, games: int) -> float | None:
        """How many times as many games, each of a deal of its own, would be as exact."""
        between = deals * self._paid_square - self._paid**2
        alone = games * self._paid_square_of_games - self._paid**2
        if between <= 0 or deals < 2:
            return None
        # Of a mean: alone / games**3 against between / (deals * games**2), up to the n - 1.
        return alone * deals / (between * games)


def _suffers_bak(one: Columns, seat: int) -> npt.NDArray[np.bool_]:
    with_bak = (_words(one[f"factors_{seat}"]) & _BAKS) != 0
    suffers: npt.NDArray[np.bool_] = with_bak & (one["winner"] != seat)
    return suffers


def _words(column: npt.NDArray[np.generic]) -> Words:
    """Widen a narrow column before arithmetic."""
    return column.astype(np.int64)


def _sum(parts: Iterable[npt.NDArray[Any]]) -> Words:
    total = np.zeros((), np.int64)
    for part in parts:
        total = total + part
    return total
