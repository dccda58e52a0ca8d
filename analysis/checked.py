"""What a run counted, beside the exact probability of it.

A deal decides 총통, four of a month on the floor, five 광 and what each hand holds, so these have
exact probabilities (`gostop.analysis.exact`). A simulator that deals badly shows here first.

>>> import gostop
>>> from gostop.analysis.checked import beside_exact
>>> run = gostop.simulate("arcade3", games=10_000, seed=7, detail="full")
>>> bool(beside_exact(run)["z"].abs().max() < 5)
True
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from gostop.analysis import exact
from gostop.analysis.intervals import CONFIDENCE, wilson
from gostop.analysis.sources import RunLike, Source, Sources, open_runs
from gostop.columns import ENDED_BY
from gostop.kernels.cards import BRIGHTS, JOKERS, MONTH_LOWS
from gostop.rules import Rules
from gostop.summary import Summary

if TYPE_CHECKING:
    import pandas as pd

_Told = Iterator[tuple[str, str, str, int, int, Fraction]]
"""What, whose, of what, how often, of how many, and its probability."""


def beside_exact(run: RunLike, *, confidence: float = CONFIDENCE) -> "pd.DataFrame":
    """Everything of a run that the deal alone decides, counted and exact.

    Parameters
    ----------
    run : Run or path
        How games ended is told of any run; what hands held needs ``detail="full"``.
    confidence : float

    Returns
    -------
    pandas.DataFrame
        Indexed by `what` and `whose` ("any", or a seat): `of` (what `n` counts), `count`, `n`,
        `rate`, `low`, `high`, `exact` (a Fraction), `probability` (the same as a float), and `z`,
        from it to the rate in standard errors of such a count. `z` is NaN where fewer than one is
        expected among the hits or the misses: then the bounds say more. What the rules switch off
        is left out.

    Raises
    ------
    InputError
        If the folder holds no run.

    Examples
    --------
    >>> import gostop
    >>> told = beside_exact(gostop.simulate("arcade2", games=1000, seed=7))
    >>> told.loc[("chongtong", "any"), "exact"]
    Fraction(6391116423369, 249343998079033)
    """
    import pandas as pd

    sources = open_runs(run)
    source = sources.all[0]
    told = list(_endings(source.run.plan.rules, source.run.summary()))
    if source.run.plan.detail == "full":
        told += _hands(sources, source)
    rows = [_row(of, count, n, probability, confidence) for _, _, of, count, n, probability in told]
    index = pd.MultiIndex.from_tuples([row[:2] for row in told], names=["what", "whose"])
    columns = ["of", "count", "n", "rate", "low", "high", "exact", "probability", "z"]
    return pd.DataFrame(rows, index, columns)


def five_brights_end(rules: Rules) -> Fraction | None:
    """Probability that five 광 dealt end a game; None where there is no such rule."""
    if rules.five_brights_dealt_points == 0:
        return None
    first = rules.chongtong_points > 0
    return _of_game(
        rules, lambda given: exact.five_brights(*_sizes(rules), given, without_chongtong=first)
    )


def chongtong_end(rules: Rules, at_least: int = 1) -> Fraction | None:
    """Probability that 총통 (of so many hands) ends a game; None where there is no such rule."""
    if rules.chongtong_points == 0:
        return None
    return _of_game(rules, lambda given: exact.chongtong(*_sizes(rules), given, at_least=at_least))


def _sizes(rules: Rules) -> tuple[int, int, int, int]:
    return rules.players, rules.hand_size, rules.floor_size, len(rules.jokers)


def _of_game(rules: Rules, probability: Callable[[bool], Fraction]) -> Fraction:
    """Of games, what has a probability given that the floor does not hold four of a month."""
    found = probability(True)
    if rules.floor_four != "redeal":  # then the floor ends the game first
        found *= 1 - exact.floor_four(rules.floor_size, len(rules.jokers))
    return found


def _endings(rules: Rules, summary: Summary) -> _Told:
    """How games ended, from the summary."""
    by_ending = summary.winners.sum(axis=0)
    won = dict(zip(ENDED_BY, by_ending[1:].tolist(), strict=True))
    games = summary.games
    floor = exact.floor_four(rules.floor_size, len(rules.jokers))
    if rules.floor_four == "redeal":
        yield "floor_four", "any", "deals", summary.redeals, games + summary.redeals, floor
    else:
        yield "floor_four", "any", "games", sum(won["floor_four"]), games, floor
    if (probability := chongtong_end(rules)) is not None:
        yield "chongtong", "any", "games", sum(won["chongtong"]), games, probability
        yield from _chongtong_won(rules, won["chongtong"], games)
    if (probability := five_brights_end(rules)) is not None:
        yield "five_brights", "any", "games", sum(won["five_brights"]), games, probability


def _chongtong_won(rules: Rules, won: list[int], games: int) -> _Told:
    """Who won by 총통: the first seat that has it, or where two have it nobody."""
    if rules.two_chongtong == "nagari":
        two = chongtong_end(rules, 2) or Fraction(0)
        yield "two_chongtong", "any", "games", won[0], games, two
        return
    for seat in range(rules.players):
        probability = _of_game(
            rules,
            lambda given, seat=seat: exact.first_chongtong(seat, *_sizes(rules)[1:], given),  # type: ignore[misc]
        )
        yield "chongtong_won", f"seat {seat}", "games", won[seat + 1], games, probability


def _hands(sources: Sources, source: Source) -> _Told:
    """What hands held, from rows. Where the floor is dealt anew, given that it was not four."""
    rules = source.run.plan.rules
    players, hand, floor, jokers = _sizes(rules)
    given = rules.floor_four == "redeal"
    of_hand = {
        "hand_four": exact.chongtong(1, hand, floor, jokers, given),
        "hand_three": exact.exactly(3, hand, floor, jokers, given),
        "hand_brights": exact.five_brights(1, hand, floor, jokers, given),
        **{
            f"hand_jokers_{count}": exact.jokers_in_hand(count, hand, jokers)
            for count in range(jokers + 1)
            if jokers
        },
    }
    counted, fours = _count_hands(sources, source)
    games = source.run.games
    for what, probability in of_hand.items():
        for seat in range(players):
            yield what, f"seat {seat}", "hands", counted[what, seat], games, probability
    for least, what in ((1, "any_hand_four"), (2, "two_hands_four")):
        probability = exact.chongtong(players, hand, floor, jokers, given, at_least=least)
        hits = sum(count for hands, count in fours.items() if hands >= least)
        yield what, "any", "games", hits, games, probability


def _count_hands(sources: Sources, source: Source) -> tuple[Counter[tuple[str, int]], Counter[int]]:
    """How often each seat's hand held what; and in how many games how many hands held four."""
    counted: Counter[tuple[str, int]] = Counter()
    fours: Counter[int] = Counter()
    names = [f"dealt_{seat}" for seat in range(source.players)]
    for _, block in sources.blocks_of(source, names):
        several = np.zeros(len(block[names[0]]), np.int64)
        for seat, name in enumerate(names):
            found = _held(block[name])
            several += found["hand_four"]
            for what, hits in found.items():
                counted[what, seat] += int(np.count_nonzero(hits))
        for hands, count in enumerate(np.bincount(several).tolist()):
            fours[hands] += count
    return counted, fours


def _held(cards: Any) -> dict[str, Any]:
    """What hands, as masks, hold: yes or no for each."""
    months = sum((cards >> np.uint64(place)) & MONTH_LOWS for place in range(4))
    four = (months >> np.uint64(2)) & MONTH_LOWS
    three = months & (months >> np.uint64(1)) & MONTH_LOWS
    jokers = np.bitwise_count(cards & JOKERS)
    return {
        "hand_four": four != 0,
        "hand_three": three != 0,
        "hand_brights": (cards & BRIGHTS) == BRIGHTS,
        **{f"hand_jokers_{count}": jokers == count for count in range(4)},
    }


def _row(of: str, count: int, n: int, probability: Fraction, confidence: float) -> tuple[Any, ...]:
    low, high = wilson(count, n, confidence)
    p = float(probability)
    told = n * min(p, 1 - p) >= 1
    z = (count / n - p) / math.sqrt(p * (1 - p) / n) if told else math.nan
    return of, count, n, count / n if n else math.nan, low, high, probability, p, z
