"""Tune the weights of the heuristic player on paired deals, and print them as TOML.

    python -m benchmarks.tune_heuristic --minutes 10 --seed 1 > weights.toml

Each generation plays pairs of candidates, the present weights plus and minus one random step, all
on the very same deals and from every seat, under several rule sets and against several opponents
(the weights it started from among them). The steps are averaged by the ranks of what the candidates
scored, so that noise cancels instead of being picked; new deals come with each generation. At the
end old and new weights are compared on deals that were never used.

A candidate's score at a table is its share of the wins plus `--pay` times its mean payment over the
spread of payments that the weights it started from had there.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gostop.kernels.block import play_block
from gostop.kernels.outcome import COUNTS, FINAL, OUTCOME
from gostop.kernels.state import workspace
from gostop.kernels.summary import SUMMARY
from gostop.kernels.weights import WEIGHTS
from gostop.policies import parse_policies, roster
from gostop.rule_record import rule_record
from gostop.rules import Rules

Floats = npt.NDArray[np.float64]
NAMES = [name for name, _, _ in WEIGHTS]
DEFAULTS = np.array([default for _, default, _ in WEIGHTS])
STEP, LEAST = 0.15, 0.05
"""Spread of a step: this part of a weight, and at least so much."""

TABLES = (
    ("arcade2", "greedy"),
    ("arcade2", "heuristic"),
    ("arcade3", "greedy"),
    ("arcade3", "heuristic"),
    ("matgo-online", "heuristic"),
    ("tongil-joker", "heuristic"),
)
"""Rules, and who sits in every other seat."""


@dataclass(frozen=True)
class Score:
    """How a player did at a table, with half-widths of 95 % intervals clustered by deal."""

    wins: float
    wins_half: float
    pay: float
    pay_half: float
    spread: float

    def __str__(self) -> str:
        return (
            f"wins {100 * self.wins:.2f} ± {100 * self.wins_half:.2f} % of decided games, "
            f"pay {self.pay:+.3f} ± {self.pay_half:.3f}"
        )


def half_width(each: Floats) -> float:
    """Half of the 95 % interval of the mean of independent values."""
    return float(1.96 * each.std(ddof=1) / np.sqrt(len(each)))


def play(
    rules: Rules, me: str, others: str, weights: Sequence[Floats | None], seed: int, deals: int
) -> Score:
    """Play `deals` deals with `me` in every seat in turn and `others` in all the rest.

    Parameters
    ----------
    rules : Rules
    me, others : str
        Policies.
    weights : sequence of two arrays or None
        Theirs; None: the defaults.
    seed, deals : int
        Games 0 to `deals` - 1 of that seed are dealt.
    """
    seats, law, work = rules.players, rule_record(rules), workspace()
    paid, won, decided, squares = (np.zeros(deals) for _ in range(4))
    for mine in range(seats):
        names = [me if seat == mine else others for seat in range(seats)]
        players = roster(parse_policies(names, seats))
        for seat in range(seats):
            chosen = weights[0 if seat == mine else 1]
            if chosen is not None:
                players[0]["params"][seat]["weights"][: len(chosen)] = chosen
        rows = np.zeros(deals, OUTCOME)
        nothing = np.zeros(0, COUNTS), np.zeros(0, FINAL), np.zeros(1, SUMMARY)
        play_block(np.uint64(seed), np.uint64(0), law, players, False, work, rows, *nothing)
        paid += rows["payment"][:, mine] / seats
        squares += rows["payment"][:, mine].astype(np.float64) ** 2 / seats
        won += (rows["winner"] == mine) / seats
        decided += (rows["winner"] >= 0) / seats
    wins = float(won.sum() / decided.sum())
    error = half_width(won - wins * decided) / float(decided.mean())
    return Score(wins, error, float(paid.mean()), half_width(paid), float(np.sqrt(squares.mean())))


class Tables:
    """Where candidates are compared.

    Parameters
    ----------
    tables : iterable of rules and opponents by name
    start : array
        Weights of a heuristic opponent.
    pay : float
        Weight of payments against wins.
    """

    def __init__(self, tables: Iterable[tuple[str, str]], start: Floats, pay: float) -> None:
        self.tables = [(name, Rules.load(name), others) for name, others in tables]
        self.start = start
        self.pay = pay
        self.spreads = [one.spread for one in self.scores(start, 0, 2000)]

    def scores(self, weights: Floats, seed: int, deals: int) -> list[Score]:
        """How these weights do at each table."""
        return [
            play(rules, "heuristic", others, (weights, self.start), seed, deals)
            for _, rules, others in self.tables
        ]

    def score(self, weights: Floats, seed: int, deals: int) -> float:
        """One number for all tables."""
        scores = zip(self.scores(weights, seed, deals), self.spreads, strict=True)
        return float(np.mean([one.wins + self.pay * one.pay / spread for one, spread in scores]))


def ranked(scores: Sequence[float]) -> Floats:
    """Weights of candidates by rank, from -0.5 for the worst to 0.5 for the best."""
    places = np.empty(len(scores))
    places[np.argsort(scores)] = np.linspace(-0.5, 0.5, len(scores))
    return places


def generation(
    tables: Tables,
    weights: Floats,
    free: npt.NDArray[np.bool_],
    draw: np.random.Generator,
    pairs: int,
    deals: int,
    rate: float,
) -> Floats:
    """The weights after one generation; only those that are `free` move."""
    spread = np.where(free, np.maximum(STEP * np.abs(weights), LEAST * STEP * 4), 0.0)
    steps = draw.standard_normal((pairs, len(weights)))
    steps = np.concatenate([steps, -steps])
    seed = int(draw.integers(2**63))
    scores = [tables.score(weights + spread * step, seed, deals) for step in steps]
    direction = ranked(scores) @ steps / len(steps)
    return weights + rate * spread * direction


def tune(tables: Tables, free: npt.NDArray[np.bool_], arguments: argparse.Namespace) -> Floats:
    """Climb from the tables' start until the time is over."""
    draw = np.random.default_rng(arguments.seed)
    weights, begun, number = tables.start.copy(), time.monotonic(), 0
    while time.monotonic() < begun + 60 * arguments.minutes:
        weights = generation(
            tables, weights, free, draw, arguments.pairs, arguments.deals, arguments.rate
        )
        number += 1
        if number % 10 == 0:
            at = tables.score(weights, 1, 4 * arguments.deals)
            print(f"# generation {number}: {at:.4f}", file=sys.stderr, flush=True)
    return weights


def read_weights(path: str | None) -> Floats:
    """The weights of a TOML file, the defaults for what it leaves out."""
    if path is None:
        return DEFAULTS.copy()
    import tomllib

    with open(path, "rb") as file:
        given = tomllib.load(file)
    return np.array([given.get(name, default) for name, default, _ in WEIGHTS])


def main() -> None:
    """Read the command line, tune, compare, and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pairs", type=int, default=16, help="pairs of candidates a generation")
    parser.add_argument("--deals", type=int, default=1500, help="deals a table and candidate")
    parser.add_argument("--rate", type=float, default=1.5, help="length of a generation's step")
    parser.add_argument("--pay", type=float, default=0.1, help="weight of payments against wins")
    parser.add_argument("--only", help="names of the weights to move, separated by commas")
    parser.add_argument("--fix", help="names of weights not to move, separated by commas")
    parser.add_argument("--start", help="TOML file to start from, instead of the defaults")
    parser.add_argument("--check", type=int, default=20_000, help="deals of the last comparison")
    arguments = parser.parse_args()
    start = read_weights(arguments.start)
    tables = Tables(TABLES, start, arguments.pay)
    only = set((arguments.only or ",".join(NAMES)).split(","))
    only -= set((arguments.fix or "").split(","))
    weights = tune(tables, np.array([name in only for name in NAMES]), arguments)
    for label, one in (("old", start), ("new", weights)):
        for (name, _, others), score in zip(
            tables.tables, tables.scores(one, 2**62, arguments.check), strict=True
        ):
            print(f"# {label}, {name} against {others}: {score}")
    for name, value in zip(NAMES, weights, strict=True):
        print(f"{name} = {value:.3f}")


if __name__ == "__main__":
    main()
