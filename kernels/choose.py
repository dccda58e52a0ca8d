"""How a decision finds its answer: forced, known, or by the seat's policy."""

import numpy as np

from .bits import U0, U1, lowest, lowest_bit, popcount
from .cards import JOKERS, TWIN_LOWS
from .decisions import ASK
from .jit import kernel
from .policies import GREEDY, OUTSIDE, greedy, uniform


@kernel
def joker_twins(mask, rules):
    """Jokers of `mask` that are worth what a lower one of it is worth."""
    ones, twos, threes = mask & rules.pi_1, mask & rules.pi_2, mask & rules.pi_3
    return mask ^ lowest_bit(ones) ^ lowest_bit(twos) ^ lowest_bit(threes)


@kernel
def worth_asking(mask, rules):
    """The legal answers of `mask` that differ in play: of equal cards the lowest one."""
    differing = mask & ~((mask & TWIN_LOWS) << U1)
    jokers = mask & JOKERS
    if popcount(jokers) > 1:
        differing &= ~joker_twins(jokers, rules)
    return differing


@kernel
def choose(kind, mask, table, hidden, rules, players, answers):
    """The answer of the seat to move to one decision.

    Parameters
    ----------
    kind : int64
        Number of the decision, see the module.
    mask : uint64
        Legal answers, at least one.
    table, hidden, rules, players : TABLE, HIDDEN, RULES and PLAYERS records
    answers : ANSWERS record
        Answers already known for this turn, read first; counts the decisions.

    Returns
    -------
    int64
        Number of a set bit of `mask`, or ASK.
    """
    options = worth_asking(mask, rules)
    if options & (options - U1) == U0:
        return np.int64(lowest(options))
    if answers.used < answers.count:
        answers.used += 1
        return answers.known[answers.used - 1]
    seat = table.seat
    policy = players.policy[seat]
    if policy == OUTSIDE:
        answers.seat = seat
        answers.kind = kind
        answers.mask = mask
        answers.month = table.asked_month
        return ASK
    answers.decisions += 1
    if policy == GREEDY:
        return greedy(
            table,
            hidden.seats[seat],
            rules,
            players.params[seat],
            players.stream[seat],
            kind,
            mask,
        )
    return uniform(
        table,
        hidden.seats[seat],
        rules,
        players.params[seat],
        players.stream[seat],
        kind,
        mask,
    )
