"""What a report consists of: rates, means and distributions with their intervals, and the whole.

Nothing is counted here: see `gostop.analysis.report` for what is told of which games, and
`gostop.analysis.counted` for where the counts come from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from gostop.analysis.intervals import CONFIDENCE, mean_interval, wilson

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from gostop.plan import Plan

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
"""What each rate and mean of a report is taken over; all games are those that it is of."""


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
    """How games went; `SHARE_OF` says what each rate is a share of.

    Attributes
    ----------
    plan : Plan
        Rules, players, seed, rotation and detail of the run.
    where : str or None
        What was asked of the games that are told of; None if they are all of the run's.
    run_games : int
        Games of the run.
    left_out : dict of str to str
        What could not be counted, as a key of `SHARE_OF` or a part of one, and a ``--detail`` whose
        rows tell it. It is None in its place.
    games : int
        Told of.
    decisive, won_on_points : Rate
        Games with a winner, and games won by stop or highest points.
    endings : dict of str to Ending
        By how games ended, a word of `ended_by`.
    seats, players : tuple of Standing
        Without rotation player p is seat p, and both say the same.
    rare : dict of str to Rare or None
        총통, two at once, five 광 dealt, third 뻑, drawn (나가리), four on the floor. Exact
        probabilities are of all games of a run, so with `where` there are none.
    winner_factors, loser_factors : dict of str to Rate
        What multiplied a win, and what a loser's own payment.
    sets : dict of str to Rate or None
        What winners scored with.
    events : dict of str to tuple of EventOfSeat or None
        By event, one for each seat.
    common_multiplier, loser_multiplier : Distribution
        What every loser was charged times, and what each paid in the end.
    goes, points, turns : Distribution
        Of the winner, of wins on points, of all games.
    """

    plan: "Plan"
    where: str | None
    run_games: int
    left_out: dict[str, str]
    games: int
    decisive: Rate
    won_on_points: Rate
    endings: dict[str, Ending]
    seats: tuple[Standing, ...]
    players: tuple[Standing, ...]
    rare: dict[str, Rare | None]
    winner_factors: dict[str, Rate]
    loser_factors: dict[str, Rate]
    sets: dict[str, Rate] | None
    events: dict[str, tuple[EventOfSeat, ...]] | None
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
            "where": self.where,
            "run_games": self.run_games,
            "left_out": dict(self.left_out),
            "games": self.games,
            "decisive": asdict(self.decisive),
            "won_on_points": asdict(self.won_on_points),
            "endings": {name: one.to_dict() for name, one in self.endings.items()},
            "seats": [one.to_dict("seat") for one in self.seats],
            "players": [one.to_dict("player") for one in self.players],
            "rare": {
                name: None if one is None else one.to_dict() for name, one in self.rare.items()
            },
            "factors": {
                "winner": _plain(self.winner_factors),
                "losers": _plain(self.loser_factors),
            },
            "sets": None if self.sets is None else _plain(self.sets),
            "events": None
            if self.events is None
            else {
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
