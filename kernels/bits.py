"""Single instructions on 64-bit words that Numba has no function for.

Each is an LLVM intrinsic with a plain twin, which serves when the JIT is off and is what the tests
hold the intrinsic to. All arguments and results are ``uint64`` unless said otherwise: mixing signed
and unsigned 64-bit integers gives a float in Numba, so constants are wrapped throughout.
"""

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

from .jit import kernel

U0 = np.uint64(0)
U1 = np.uint64(1)
U2 = np.uint64(2)
U3 = np.uint64(3)
U8 = np.uint64(8)
MONTH = np.uint64(15)
"""The four bits of a month, shifted down."""

WORD = (1 << 64) - 1


def plain_popcount(x):
    """Count the set bits of `x` (int64)."""
    return np.int64(int(x).bit_count())


def plain_lowest(x):
    """Index of the lowest set bit of `x`, which is not 0."""
    return np.uint64((int(x) & -int(x)).bit_length() - 1)


def plain_mulhi(a, b):
    """High word of the 128-bit product of `a` and `b`."""
    return np.uint64(int(a) * int(b) >> 64)


def plain_mul(a, b):
    """Low word of the product; NumPy scalars would warn of the overflow that is meant."""
    return np.uint64(int(a) * int(b) & WORD)


def plain_add(a, b):
    """Sum modulo 2**64."""
    return np.uint64(int(a) + int(b) & WORD)


def plain_nth_bit(x, n):
    """Index of the `n`-th set bit of `x`, counted from 0; `x` has more than `n` bits set."""
    rest = int(x)
    for _ in range(int(n)):
        rest &= rest - 1
    return plain_lowest(rest)


def _llvm(name, arguments):
    """An intrinsic calling LLVM's function `name` on `arguments` 64-bit words."""
    word = ir.IntType(64)

    def generate(context, builder, signature, args):
        extra = [ir.Constant(ir.IntType(1), 1)] if name == "llvm.cttz.i64" else []
        shape = ir.FunctionType(word, [word] * arguments + [one.type for one in extra])
        function = builder.module.declare_intrinsic(name, fnty=shape)
        return builder.call(function, list(args) + extra)

    return generate


@intrinsic
def _popcount(typing_context, x):
    return types.int64(types.uint64), _llvm("llvm.ctpop.i64", 1)


@intrinsic
def _lowest(typing_context, x):
    return types.uint64(types.uint64), _llvm("llvm.cttz.i64", 1)


@intrinsic
def _deposit(typing_context, source, mask):
    return types.uint64(types.uint64, types.uint64), _llvm("llvm.x86.bmi.pdep.64", 2)


@intrinsic
def _mulhi(typing_context, a, b):
    def generate(context, builder, signature, args):
        wide = ir.IntType(128)
        left, right = (builder.zext(word, wide) for word in args)
        high = builder.lshr(builder.mul(left, right), ir.Constant(wide, 64))
        return builder.trunc(high, ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


def _has_deposit() -> bool:
    """Whether kernels may use BMI2's PDEP: the host has it and no other target is asked for."""
    if config.CPU_NAME or config.CPU_FEATURES is not None:
        return False
    try:
        return bool(llvmlite.binding.get_host_cpu_features().get("bmi2", False))
    except RuntimeError:
        return False


HAS_DEPOSIT = not config.DISABLE_JIT and _has_deposit()

if config.DISABLE_JIT:
    popcount, lowest, mulhi = plain_popcount, plain_lowest, plain_mulhi
    mul, add = plain_mul, plain_add
else:
    popcount, lowest, mulhi = _popcount, _lowest, _mulhi

    @kernel
    def mul(a, b):
        """Low word of the product."""
        return a * b

    @kernel
    def add(a, b):
        """Sum modulo 2**64."""
        return a + b


_PAIRS = np.uint64(0x5555555555555555)
_QUADS = np.uint64(0x3333333333333333)
_BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
_ONES = np.uint64(0x0101010101010101)
_HIGHS = np.uint64(0x8080808080808080)
_SHIFTS = (np.uint64(4), np.uint64(56))


@kernel
def portable_nth_bit(x, n):
    """Index of the `n`-th set bit of `x` where the machine has no PDEP.

    Byte counts are summed from the low end to find the byte, which is then walked bit by bit
    (after S. Vigna, "Broadword implementation of rank/select queries", 2008).
    """
    counts = x - ((x >> U1) & _PAIRS)
    counts = (counts & _QUADS) + ((counts >> U2) & _QUADS)
    counts = (counts + (counts >> _SHIFTS[0])) & _BYTES
    sums = mul(counts, _ONES)
    reached = ((n * _ONES | _HIGHS) - sums) & _HIGHS
    place = np.uint64(popcount(reached)) * U8
    before = ((sums << U8) >> place) & np.uint64(255)
    byte = (x >> place) & np.uint64(255)
    for _ in range(np.int64(n - before)):
        byte &= byte - U1
    return place + lowest(byte)


if config.DISABLE_JIT:
    nth_bit = plain_nth_bit
elif HAS_DEPOSIT:

    @kernel
    def nth_bit(x, n):
        """Index of the `n`-th set bit of `x`, counted from 0."""
        return lowest(_deposit(U1 << n, x))

else:
    nth_bit = portable_nth_bit


@kernel
def bit(index):
    """Mask of one bit."""
    return U1 << index


@kernel
def lowest_bit(x):
    """The lowest set bit of `x`, left in place; 0 for 0."""
    return x & (~x + U1) if x != U0 else U0
