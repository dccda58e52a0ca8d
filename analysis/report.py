"""The first report of a run, or of those of its games that are asked for.

It is made of a summary alone: the one that the kernels added up while they played, for which no
rows are read, or one counted from the rows (`gostop.analysis.counted`).

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
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from gostop.analysis.figures import (
    Distribution,
    Ending,
    EventOfSeat,
    Exact,
    Mean,
    Rare,
    Rate,
    Report,
    Standing,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from gostop.rules import Rules
    from gostop.run import Run
    from gostop.summary import Summary

WON_ON_POINTS = ("stop", "highest")
"""Endings at which the winner is paid by its points."""

COMMON_FACTORS = ("animals7", "go", "shake", "bomb", "carry")
"""Factors that the winner brings about; the others are a loser's own."""


def report(
    run: "Run | str | os.PathLike[str]", where: str | None = None, *, rows: bool = False
) -> Report:
    """Tell how a run's games went.

    Parameters
    ----------
    run : Run or path
        A run, or the folder of one.
    where : str, optional
        Tell only of games of which this expression is true, such as ``"goes >= 3"``: see
        `gostop.analysis.where`. They are counted from the rows.
    rows : bool
        Count all games from the rows, too, instead of reading what was counted while they were
        played. Every figure is the same, or left out where the rows do not hold it.

    Returns
    -------
    Report
        What the kept columns do not tell is None in it, and named by its `left_out`: `sets` and
        `events` need rows of ``--detail seats``, deals made anew those of ``--detail full``.

    Raises
    ------
    InputError
        If the folder holds no run, the expression cannot be read, or rows are needed and the run
        kept only its summary.

    Examples
    --------
    >>> import gostop
    >>> run = gostop.simulate("arcade3", games=1000, seed=7, detail="full")
    >>> report(run).seats[0].win.n
    1000
    >>> report(run, rows=True) == report(run)
    True
    >>> report(run, where="goes >= 1").games
    183
    """
    from gostop.run import Run

    if not isinstance(run, Run):
        run = Run.open(run)
    if where is None and not rows:
        return _Counts(run, run.summary(), None, {}).report()
    from gostop.analysis.counted import count_rows, left_out

    return _Counts(run, count_rows(run, where), where, left_out(run.plan)).report()


class _Counts:
    """A summary of all or some of a run's games, read as counts.

    Parameters
    ----------
    run : Run
    summary : Summary
    where : str or None
        Which games it is of.
    missing : dict of str to str
        Fields of the summary that nothing is known of, with a detail that tells them.
    """

    def __init__(
        self, run: "Run", summary: "Summary", where: str | None, missing: dict[str, str]
    ) -> None:
        from gostop.kernels.state import ENDINGS

        self.run = run
        self.plan = run.plan
        self.summary = summary
        self.where = where
        self.missing = missing
        self.seats = run.plan.rules.players
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
            where=self.where,
            run_games=self.run.games,
            left_out=self.left_out(),
            games=self.games,
            decisive=Rate.of(self.decisive, self.games),
            won_on_points=Rate.of(self.on_points, self.games),
            endings=self.endings(),
            seats=self.of_seats(),
            players=self.of_players(),
            rare=self.rare(),
            winner_factors=winner_factors,
            loser_factors=loser_factors,
            sets=None if "sets" in self.missing else self.sets(),
            events=None if "events" in self.missing else self.events(),
            common_multiplier=self.multiplier(self.summary.common_multiplier, 1),
            loser_multiplier=self.multiplier(self.summary.loser_multiplier, losers),
            goes=Distribution.of(self.summary.points_goes.sum(axis=0)),
            points=self.points(),
            turns=Distribution.of(self.summary.turns),
        )

    def left_out(self) -> dict[str, str]:
        """What of the report is missing, with a detail that tells it."""
        told = dict(self.missing)
        redeals = told.pop("redeals", None)
        if redeals and self.plan.rules.floor_four == "redeal":
            told["rare.floor_four"] = redeals
        return told

    def endings(self) -> dict[str, Ending]:
        """How games ended."""
        return {name: Ending(self._ended(name), won) for name, won in self.won.items()}

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

    def rare(self) -> dict[str, Rare | None]:
        """Rare ends; beside what the deal alone decides, its exact probability."""
        from gostop.analysis.checked import chongtong_end, five_brights_end

        rules = self.plan.rules
        return {
            "chongtong": self._beside(self._ended("chongtong"), chongtong_end(rules)),
            "two_chongtong": self._two_chongtong(rules),
            "five_brights": self._beside(self._ended("five_brights"), five_brights_end(rules)),
            "triple_ppeok": Rare(self._ended("triple_ppeok")),
            "nagari": Rare(self._ended("nagari")),
            "floor_four": self._floor_four(rules),
        }

    def _ended(self, name: str) -> Rate:
        """How many games ended so."""
        return Rate.of(self.ended[name], self.games)

    def _beside(self, rate: Rate, probability: Fraction | None, of: str = "games") -> Rare:
        """A rate beside its probability; there is none of games that were chosen."""
        if probability is None or self.where is not None:
            return Rare(rate, of)
        return Rare(rate, of, Exact.beside(probability, rate))

    def _two_chongtong(self, rules: "Rules") -> Rare:
        """Drawn by two 총통 at once; where the first of them wins, they are not told apart."""
        from gostop.analysis.checked import chongtong_end

        if rules.two_chongtong != "nagari":
            return Rare(Rate.of(0, 0))
        drawn = self.ended["chongtong"] - self.won["chongtong"]
        return self._beside(Rate.of(drawn, self.games), chongtong_end(rules, 2))

    def _floor_four(self, rules: "Rules") -> Rare | None:
        """Four of a month on the floor: games that it ended, or deals that were dealt anew."""
        from gostop.analysis.exact import floor_four

        probability = floor_four(rules.floor_size, len(rules.jokers))
        if rules.floor_four != "redeal":
            return self._beside(self._ended("floor_four"), probability)
        if "redeals" in self.missing:
            return None
        deals = self.games + self.summary.redeals
        return self._beside(Rate.of(self.summary.redeals, deals), probability, "deals")

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
