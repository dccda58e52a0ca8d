"""Policies that the kernels call by their address: all but the random player.

The address is data, a word in PLAYERS, so that the batch kernel is compiled once for all policies,
without any of them, and stays in the disk cache; handed over as a function it would be compiled
anew for each. What the call costs is in benchmarks/NOTES.md.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

from .bits import U1
from .decisions import ASK
from .jit import kernel
from .rules import RULES
from .state import PARAMS, SEAT, TABLE
from .stream import STREAM

RAISED = -2
"""Instead of an answer: the policy raised an exception."""

RETURNS = types.int64
ARGUMENTS = (
    *(numba.from_dtype(dtype) for dtype in (TABLE, SEAT, RULES, PARAMS, STREAM)),
    types.int64,
    types.uint64,
)
"""What every policy is called with: the public table, its own seat, the rules, its parameters, its
random stream, the number of the decision's kind and the mask of legal answers."""

PLAIN: dict[int, Callable[..., int]] = {}
"""With the JIT off: the functions themselves, by the number that stands for an address."""


def plain_call(address, *arguments):
    """Call the function registered under a number, its answer or RAISED."""
    try:
        return np.int64(PLAIN[int(address)](*arguments))
    except Exception:
        return np.int64(RAISED)


def address_of(policy: Any) -> int:
    """Where the machine code of a compiled policy lies, or the number that stands for a plain one.

    It is compiled or read from the cache where it has to be, and lasts as long as `policy`.
    """
    if config.DISABLE_JIT:
        number = 1 + len(PLAIN)
        PLAIN[number] = policy
        return number
    policy.compile(ARGUMENTS)
    compiled = policy.overloads[ARGUMENTS]
    assert compiled.signature.return_type == RETURNS
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


@intrinsic
def _call(typing_context, address, table, seat, rules, params, stream, kind, mask):
    given = (table, seat, rules, params, stream, kind, mask)

    def generate(context, builder, signature, args):
        convention = context.call_conv
        shape = convention.get_function_type(RETURNS, given)
        function = builder.inttoptr(args[0], shape.as_pointer())
        status, answer = convention.call_function(builder, function, RETURNS, given, args[1:])
        return builder.select(status.is_ok, answer, ir.Constant(ir.IntType(64), RAISED))

    return RETURNS(address, *given), generate


call = plain_call if config.DISABLE_JIT else _call


@kernel
def answer_by_policy(kind, mask, table, hidden, rules, players, answers):
    """The answer of the policy at the address of the seat to move.

    One that is not legal is noted in `answers`, and ASK comes back: the game cannot go on. Only a
    policy of the user's own can give one.
    """
    seat = table.seat
    answer = call(
        players.address[seat],
        table,
        hidden.seats[seat],
        rules,
        players.params[seat],
        players.stream[seat],
        kind,
        mask,
    )
    if 0 <= answer < 64 and (mask >> np.uint64(answer)) & U1 != np.uint64(0):
        return answer
    answers.seat = seat
    answers.kind = kind
    answers.mask = mask
    answers.month = table.asked_month
    answers.wrong = answer
    return np.int64(ASK)
