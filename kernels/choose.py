"""How a decision finds its answer: forced, known, or by the seat's policy."""

import numpy as np

from .bits import U0, U1, lowest, lowest_bit
from .calling import answer_by_policy
from .cards import JOKERS, TWIN_LOWS
from .decisions import ASK
from .jit import inlined, kernel
from .policies import OUTSIDE, OUTSIDE_ALL, RANDOM, pick


@kernel
def joker_twins(mask, rules):
    """Jokers of `mask` that are worth what a lower one of it is worth."""
    ones, twos, threes = mask & rules.pi_1, mask & rules.pi_2, mask & rules.pi_3
    return mask ^ lowest_bit(ones) ^ lowest_bit(twos) ^ lowest_bit(threes)


@inlined
def worth_asking(mask, rules):
    """The legal answers of `mask` that differ in play: of equal cards the lowest one."""
    differing = mask & ~((mask & TWIN_LOWS) << U1)
    if mask & JOKERS != U0:
        differing &= ~joker_twins(mask & JOKERS, rules)
    return differing


@kernel
def note(answers, seat, kind, answer, month):
    """Note a decision of this turn and its answer, which is returned."""
    noted = answers.notes[answers.noted]
    noted.seat = seat
    noted.kind = kind
    noted.answer = answer
    noted.month = month
    answers.noted += 1
    return answer


@kernel
def answer_from_outside(kind, mask, options, table, players, answers):
    """The answer of a seat that is played from outside, noted; or ASK.

    `options` are the answers of `mask` that differ in play.
    """
    seat, month = table.seat, table.asked_month
    if options & (options - U1) == U0 and players.policy[seat] != OUTSIDE_ALL:
        return note(answers, seat, kind, np.int64(lowest(options)), month)
    if answers.used < answers.count:
        answers.used += 1
        return note(answers, seat, kind, answers.known[answers.used - 1], month)
    answers.seat = seat
    answers.kind = kind
    answers.mask = mask
    answers.month = month
    return np.int64(ASK)


@kernel
def ask(kind, mask, table, hidden, rules, players, answers):
    """`choose` for any but a random seat."""
    options = worth_asking(mask, rules)
    seat = table.seat
    if players.policy[seat] >= OUTSIDE:
        return answer_from_outside(kind, mask, options, table, players, answers)
    if options & (options - U1) == U0:
        return np.int64(lowest(options))
    answers.decisions += 1
    return answer_by_policy(kind, mask, table, hidden, rules, players, answers)


@inlined
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
        Answers of outside players already known for this turn; counts the policies' decisions.

    Returns
    -------
    int64
        Number of a set bit of `mask`, or ASK.
    """
    # Only the random seat's answer stands where the turn is told: it is short, and no branch in it
    # is guessed wrong.
    seat = table.seat
    if players.policy[seat] == RANDOM:
        options = worth_asking(mask, rules)
        forced = options & (options - U1) == U0
        answers.decisions += np.int64(not forced)
        return np.int64(pick(mask, forced, players.stream[seat]))
    return ask(kind, mask, table, hidden, rules, players, answers)
