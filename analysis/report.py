"""The first report of a run, from the kernels' summary alone: no rows are read.

Three sets of games are told apart:

- *all games*;
- *decisive* games: those with a winner;
- games *won on points*: ended by stop or by the highest points. The other winners were paid a
  fixed price (총통, five 광 dealt, third 뻑, four on the floor), multiplied by the carry alone.

Multipliers and points are told of games won on points: the summary counts fixed wins among them,
with multiplier 1 and at their price, and how many there were is known, so they are taken out again.
Goes, sets and factors are told of decisive games, where fixed wins cannot be told from others.

The losers of one game are not independent of each other. So an interval over losers counts games,
not losers: it is never too narrow, whatever they have in common, and with two players exact.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gostop.analysis.intervals import CONFIDENCE, mean_interval, wilson

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from gostop.plan import Plan
    from gostop.rules import Rules
    from gostop.run import Run
    from gostop.summary import Summary

WON_ON_POINTS = ("stop", "highest")
"""Endings at which the winner is paid by its points."""

COMMON_FACTORS = ("animals7", "go", "shake", "bomb", "carry")
"""Factors that the winner brings about; the others are a loser's own."""

QUANTILES = (5, 25, 50, 75, 95, 99)
"""Per cent."""

SHARE_OF = {
    "endings": "all games",
    "seats.win, players.win": "all games",
    "seats.win_of_decisive, players.win_of_decisive": "decisive games: with a winner",
    "rare": "all games; floor_four, where it is dealt anew, of all deals",
    "factors.winner": "decisive games",
    "factors.losers": "losers of decisive games",
    "sets": "decisive games",
    "events.games": "all games, of the seat",
    "multipliers.common": "games won on points: by stop or highest",
    "multipliers.losers": "losers of games won on points",
    "points": "games won on points",
    "goes": "decisive games",
    "turns": "all games",
}
"""What each rate and mean of a report is taken over."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something happened.

    Attributes
    ----------
    count, n : int
        `count` times of `n`.
    rate : float or None
        None if `n` is 0.
    low, high : float
        Wilson's 95 % interval.
    """

    count: int
    n: int
    rate: float | None
    low: float
    high: float

    @classmethod
    def of(cls, count: int, n: int, per_game: int = 1) -> "Rate":
        """The rate of `count` of `n`, where `per_game` of the `n` come from each game."""
        low, high = wilson(count / per_game, n / per_game, CONFIDENCE)
        return cls(count, n, count / n if n else None, low, high)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of `n` values with its 95 % interval; None where `n` values cannot tell.

    Nothing is told of the error where there are fewer than two values or all are equal.
    """

    n: int
    mean: float | None
    low: float | None
    high: float | None

    @classmethod
    def of(cls, total: int, square_total: int, n: int, per_game: int = 1) -> "Mean":
        """The mean of `n` values, where `per_game` of them come from each game."""
        games = n // per_game
        return cls(n, *mean_interval(total, square_total, n, CONFIDENCE, independent=games))


@dataclass(frozen=True, slots=True)
class Ending:
    """How often games ended in one way, and how often with a winner."""

    rate: Rate
    won: int

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types."""
        return {**asdict(self.rate), "won": self.won}


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat, or a player, fared.

    Attributes
    ----------
    number : int
        The seat's or the player's, from 0.
    policy : str or None
        Who sat there; None for a seat where players took turns.
    win, win_of_decisive : Rate
        Of all games, and of those with a winner.
    payment : Mean
        Gained or lost a game.
    """

    number: int
    policy: str | None
    win: Rate
    win_of_decisive: Rate
    payment: Mean

    def to_dict(self, number_key: str) -> dict[str, Any]:
        """Plain JSON types, the number under the name of what it numbers."""
        plain = asdict(self)
        return {number_key: plain.pop("number"), **plain}


@dataclass(frozen=True, slots=True)
class Exact:
    """The exact probability of what was counted.

    Attributes
    ----------
    fraction : Fraction
    standard_errors : float or None
        From it to the rate counted, in standard errors of such a count; None if it has none.
    """

    fraction: Fraction
    standard_errors: float | None

    @classmethod
    def beside(cls, fraction: Fraction, counted: Rate) -> "Exact":
        """The probability, compared to a rate."""
        error = (float(fraction * (1 - fraction)) / counted.n) ** 0.5 if counted.n else 0.0
        if counted.rate is None or error == 0:
            return cls(fraction, None)
        return cls(fraction, (counted.rate - float(fraction)) / error)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types."""
        return {
            "fraction": str(self.fraction),
            "value": float(self.fraction),
            "standard_errors": self.standard_errors,
        }


@dataclass(frozen=True, slots=True)
class Rare:
    """A rare end of a game, with its exact probability where that is known."""

    rate: Rate
    of: str = "games"
    exact: Exact | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types."""
        exact = None if self.exact is None else self.exact.to_dict()
        return {**asdict(self.rate), "of": self.of, "exact": exact}


@dataclass(frozen=True, slots=True)
class EventOfSeat:
    """How often something happened to a seat.

    Attributes
    ----------
    mean : Mean
        Times a game.
    games : Rate
        Games in which it happened at all.
    """

    mean: Mean
    games: Rate


@dataclass(frozen=True, slots=True)
class Bin:
    """One value of a distribution; `or_more` if it stands for all that is larger, too."""

    value: int
    or_more: bool
    rate: Rate

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types."""
        return {"value": self.value, "or_more": self.or_more, **asdict(self.rate)}


@dataclass(frozen=True, slots=True)
class Distribution:
    """How a whole number was distributed.

    Attributes
    ----------
    mean : Mean
        Too low where the last bin stands for more than its value.
    quantiles : dict of int to int
        The smallest value that at least so many per cent do not exceed; empty without values.
    bins : tuple of Bin
        The values that occurred, rising; only the last one can be an "or more".
    per_game : int
        How many values come from each game.
    """

    mean: Mean
    quantiles: dict[int, int]
    bins: tuple[Bin, ...]
    per_game: int = 1

    @classmethod
    def of(cls, counts: "npt.NDArray[np.int64]", per_game: int = 1) -> "Distribution":
        """The distribution that a histogram over 0, 1 ... holds, its last bin being open."""
        filled = [(int(value), int(counts[value])) for value in counts.nonzero()[0]]
        n = sum(count for _, count in filled)
        total = sum(value * count for value, count in filled)
        square_total = sum(value * value * count for value, count in filled)
        bins = tuple(
            Bin(value, value == len(counts) - 1, Rate.of(count, n, per_game))
            for value, count in filled
        )
        mean = Mean.of(total, square_total, n, per_game)
        return cls(mean, _quantiles(filled, n), bins, per_game)

    def compact(self, rows: int) -> tuple[Bin, ...]:
        """At most so many bins, all that is larger gathered in the last one."""
        if len(self.bins) <= rows:
            return self.bins
        kept, rest = self.bins[: rows - 1], self.bins[rows - 1 :]
        count = sum(one.rate.count for one in rest)
        return (*kept, Bin(rest[0].value, True, Rate.of(count, self.mean.n, self.per_game)))

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types."""
        return {
            **asdict(self.mean),
            "quantiles": {str(percent): value for percent, value in self.quantiles.items()},
            "bins": [one.to_dict() for one in self.bins],
        }


@dataclass(frozen=True, slots=True)
class Report:
    """What a run's summary tells; `SHARE_OF` says what each rate is a share of.

    Attributes
    ----------
    plan : Plan
        Rules, players, seed, rotation and detail of the run.
    games : int
    decisive, won_on_points : Rate
        Games with a winner, and games won by stop or highest points.
    endings : dict of str to Ending
        By how games ended, a word of `ended_by`.
    seats, players : tuple of Standing
        Without rotation player p is seat p, and both say the same.
    rare : dict of str to Rare
        총통, two at once, five 광 dealt, third 뻑, drawn (나가리), four on the floor.
    winner_factors, loser_factors : dict of str to Rate
        What multiplied a win, and what a loser's own payment.
    sets : dict of str to Rate
        What winners scored with.
    events : dict of str to tuple of EventOfSeat
        By event, one for each seat.
    common_multiplier, loser_multiplier : Distribution
        What every loser was charged times, and what each paid in the end.
    goes, points, turns : Distribution
        Of the winner, of wins on points, of all games.
    """

    plan: "Plan"
    games: int
    decisive: Rate
    won_on_points: Rate
    endings: dict[str, Ending]
    seats: tuple[Standing, ...]
    players: tuple[Standing, ...]
    rare: dict[str, Rare]
    winner_factors: dict[str, Rate]
    loser_factors: dict[str, Rate]
    sets: dict[str, Rate]
    events: dict[str, tuple[EventOfSeat, ...]]
    common_multiplier: Distribution
    loser_multiplier: Distribution
    goes: Distribution
    points: Distribution
    turns: Distribution

    def to_dict(self) -> dict[str, Any]:
        """The report in plain JSON types: one document, its keys the same for every run."""
        return {
            "plan": self.plan.to_dict(),
            "confidence": CONFIDENCE,
            "share_of": dict(SHARE_OF),
            "games": self.games,
            "decisive": asdict(self.decisive),
            "won_on_points": asdict(self.won_on_points),
            "endings": {name: one.to_dict() for name, one in self.endings.items()},
            "seats": [one.to_dict("seat") for one in self.seats],
            "players": [one.to_dict("player") for one in self.players],
            "rare": {name: one.to_dict() for name, one in self.rare.items()},
            "factors": {
                "winner": _plain(self.winner_factors),
                "losers": _plain(self.loser_factors),
            },
            "sets": _plain(self.sets),
            "events": {
                name: [{"seat": seat, **asdict(one)} for seat, one in enumerate(seats)]
                for name, seats in self.events.items()
            },
            "multipliers": {
                "common": self.common_multiplier.to_dict(),
                "losers": self.loser_multiplier.to_dict(),
            },
            "goes": self.goes.to_dict(),
            "points": self.points.to_dict(),
            "turns": self.turns.to_dict(),
        }


def report(run: "Run | str | os.PathLike[str]") -> Report:
    """Tell how a run's games went.

    Parameters
    ----------
    run : Run or path
        A run, or the folder of one.

    Returns
    -------
    Report

    Raises
    ------
    InputError
        If the folder holds no run.

    Examples
    --------
    >>> import gostop
    >>> told = report(gostop.simulate("arcade3", games=1000, seed=7))
    >>> told.seats[0].win.n
    1000
    """
    if isinstance(run, (str, os.PathLike)):
        from gostop.run import Run

        run = Run.open(run)
    return _Counts(run.plan, run.summary()).report()


def _plain(rates: Mapping[str, Rate]) -> dict[str, Any]:
    return {name: asdict(one) for name, one in rates.items()}


def _quantiles(filled: Sequence[tuple[int, int]], n: int) -> dict[int, int]:
    """Quantiles of values with their counts, without rounding."""
    found: dict[int, int] = {}
    below = 0
    for value, count in filled:
        below += count
        for percent in QUANTILES:
            if percent not in found and 100 * below >= percent * n:
                found[percent] = value
    return found


class _Counts:
    """A summary, read as counts."""

    def __init__(self, plan: "Plan", summary: "Summary") -> None:
        from gostop.kernels.state import ENDINGS

        self.plan = plan
        self.summary = summary
        self.seats = plan.rules.players
        by_ending = summary.winners.sum(axis=0)
        self.ended = {name: int(by_ending[place].sum()) for place, name in enumerate(ENDINGS, 1)}
        self.won = {name: int(by_ending[place, 1:].sum()) for place, name in enumerate(ENDINGS, 1)}
        self.games: int = summary.games
        self.decisive = sum(self.won.values())
        self.on_points = sum(self.won[name] for name in WON_ON_POINTS)

    def report(self) -> Report:
        """Everything that is told."""
        winner_factors, loser_factors = self.factors()
        losers = self.seats - 1
        return Report(
            plan=self.plan,
            games=self.games,
            decisive=Rate.of(self.decisive, self.games),
            won_on_points=Rate.of(self.on_points, self.games),
            endings=self.endings(),
            seats=self.of_seats(),
            players=self.of_players(),
            rare=self.rare(),
            winner_factors=winner_factors,
            loser_factors=loser_factors,
            sets=self.sets(),
            events=self.events(),
            common_multiplier=self.multiplier(self.summary.common_multiplier, 1),
            loser_multiplier=self.multiplier(self.summary.loser_multiplier, losers),
            goes=Distribution.of(self.summary.points_goes.sum(axis=0)),
            points=self.points(),
            turns=Distribution.of(self.summary.turns),
        )

    def endings(self) -> dict[str, Ending]:
        """How games ended."""
        return {
            name: Ending(Rate.of(count, self.games), self.won[name])
            for name, count in self.ended.items()
        }

    def of_seats(self) -> tuple[Standing, ...]:
        """How each seat fared."""
        seats = range(self.seats)
        return tuple(
            self._standing(seat, [(rotation, seat) for rotation in seats], not self.plan.rotate)
            for seat in seats
        )

    def of_players(self) -> tuple[Standing, ...]:
        """How each player fared: player p of rotation r sits at seat p + r."""
        seats = range(self.seats)
        return tuple(
            self._standing(player, [(r, (player + r) % self.seats) for r in seats], True)
            for player in seats
        )

    def _standing(self, number: int, places: Iterable[tuple[int, int]], named: bool) -> Standing:
        """What fell to one at these places, each a rotation and a seat."""
        wins = paid = squares = 0
        for rotation, seat in places:
            wins += int(self.summary.winners[rotation, :, seat + 1].sum())
            paid += int(self.summary.payment_sum[rotation, seat])
            squares += int(self.summary.payment_square_sum[rotation, seat])
        return Standing(
            number,
            self.plan.policies[number].name if named else None,
            Rate.of(wins, self.games),
            Rate.of(wins, self.decisive),
            Mean.of(paid, squares, self.games),
        )

    def rare(self) -> dict[str, Rare]:
        """Rare ends; beside what the deal alone decides, its exact probability."""
        rules = self.plan.rules
        return {
            "chongtong": self._ending_beside("chongtong", _exact_chongtong(rules)),
            "two_chongtong": self._two_chongtong(rules),
            "five_brights": self._ending_beside("five_brights", _exact_five_brights(rules)),
            "triple_ppeok": self._ending_beside("triple_ppeok", None),
            "nagari": self._ending_beside("nagari", None),
            "floor_four": self._floor_four(rules),
        }

    def _ending_beside(self, name: str, probability: Fraction | None) -> Rare:
        """Games that ended so, beside the probability of it where there is one."""
        return _beside(Rate.of(self.ended[name], self.games), probability)

    def _two_chongtong(self, rules: "Rules") -> Rare:
        """Drawn by two 총통 at once; where the first of them wins, they are not told apart."""
        if rules.two_chongtong != "nagari":
            return Rare(Rate.of(0, 0))
        drawn = self.ended["chongtong"] - self.won["chongtong"]
        return _beside(Rate.of(drawn, self.games), _exact_chongtong(rules, 2))

    def _floor_four(self, rules: "Rules") -> Rare:
        """Four of a month on the floor: games that it ended, or deals that were dealt anew."""
        from gostop.analysis.exact import floor_four

        again = rules.floor_four == "redeal"
        deals = self.games + self.summary.redeals
        rate = (
            Rate.of(self.summary.redeals, deals)
            if again
            else Rate.of(self.ended["floor_four"], self.games)
        )
        probability = floor_four(rules.floor_size, len(rules.jokers))
        return Rare(rate, "deals" if again else "games", Exact.beside(probability, rate))

    def factors(self) -> tuple[dict[str, Rate], dict[str, Rate]]:
        """The winner's factors, and the losers' own."""
        from gostop.kernels.outcome import FACTORS

        losers = self.seats - 1
        of_winners = _by_bit(self.summary.winner_factors)
        of_losers = _by_bit(self.summary.loser_factors)
        winner, own = {}, {}
        for place, name in enumerate(FACTORS):
            if name in COMMON_FACTORS:
                winner[name] = Rate.of(of_winners[place], self.decisive)
            else:
                own[name] = Rate.of(of_losers[place], losers * self.decisive, losers)
        return winner, own

    def sets(self) -> dict[str, Rate]:
        """What winners scored with."""
        from gostop.kernels.outcome import SETS

        return {
            name: Rate.of(count, self.decisive)
            for name, count in zip(SETS, _by_bit(self.summary.sets), strict=True)
        }

    def events(self) -> dict[str, tuple[EventOfSeat, ...]]:
        """Events of each seat."""
        from gostop.kernels.state import EVENTS

        return {
            name: tuple(self._event(self.summary.events[place, seat]) for seat in range(self.seats))
            for place, name in enumerate(EVENTS)
        }

    def _event(self, times: "npt.NDArray[np.int64]") -> EventOfSeat:
        filled = [(int(value), int(times[value])) for value in times.nonzero()[0]]
        mean = Mean.of(
            sum(value * count for value, count in filled),
            sum(value * value * count for value, count in filled),
            self.games,
        )
        return EventOfSeat(mean, Rate.of(self.games - int(times[0]), self.games))

    def multiplier(self, counts: "npt.NDArray[np.int64]", per_game: int) -> Distribution:
        """A multiplier of games won on points: fixed wins, all of multiplier 1, are taken out."""
        told = counts.copy()
        told[1] -= per_game * (self.decisive - self.on_points)
        return Distribution.of(told, per_game)

    def points(self) -> Distribution:
        """Points of games won on points: fixed wins, each at its price, are taken out."""
        told = self.summary.points_goes.sum(axis=1)
        for ending, price in _prices(self.plan.rules).items():
            told[min(price, len(told) - 1)] -= self.won[ending]
        return Distribution.of(told)


def _by_bit(counts: "npt.NDArray[np.int64]") -> list[int]:
    """How often each bit was set, from a histogram of all bits together."""
    bits = len(counts).bit_length() - 1
    return [int(counts.reshape(-1, 2, 1 << place)[:, 1].sum()) for place in range(bits)]


def _prices(rules: "Rules") -> dict[str, int]:
    """The points that a fixed win is counted with, by ending."""
    return {
        "chongtong": rules.chongtong_points,
        "five_brights": rules.five_brights_dealt_points,
        "triple_ppeok": abs(rules.triple_ppeok_points),
        "floor_four": rules.chongtong_points,
    }


def _beside(rate: Rate, probability: Fraction | None) -> Rare:
    return Rare(rate, exact=None if probability is None else Exact.beside(probability, rate))


def _exact_chongtong(rules: "Rules", hands: int = 1) -> Fraction | None:
    from gostop.analysis.checked import chongtong_end

    return chongtong_end(rules, hands)


def _exact_five_brights(rules: "Rules") -> Fraction | None:
    from gostop.analysis.checked import five_brights_end

    return five_brights_end(rules)
