"""Expressions over result columns: what `where=`, `value=` and `by=` are written in.

The syntax is Python's, evaluated for many games at once::

    winner == 0 and payment_0 > 100
    ended_by in ("stop", "highest") and not goes >= 3
    abs(payment_0)
    factors_1 & 2 != 0

There are names of columns, numbers, words in quotes, ``+ - * // % & | ^ << >> ~ abs()``,
comparisons (chained ones too), ``in`` and ``not in`` a list, ``and``, ``or`` and ``not``. As in
Python ``&`` binds more tightly than ``!=``. Every column is widened to 64 bits before anything is
done with it.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

import numpy as np

from gostop.errors import InputError

Block = dict[str, Any]
"""Columns of some games, by name: NumPy arrays, narrow as they are stored."""

_ARITHMETIC: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_UNARY: Mapping[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
}


class Expression:
    """An expression, checked.

    Parameters
    ----------
    text : str
    known : iterable of str
        The columns there are.
    words : dict of str to list of str
        Of the columns that hold words, which words.

    Attributes
    ----------
    columns : list of str
        Those that it names, in order.

    Raises
    ------
    InputError
        If it cannot be read, or names what is not there.
    """

    def __init__(self, text: str, known: list[str], words: Mapping[str, list[str]]) -> None:
        self.text = text
        self._words = words
        try:
            self._tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, TypeError, AttributeError):
            raise self._error("it cannot be read") from None
        names = [node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name)]
        self.columns = [name for name in dict.fromkeys(names) if name != "abs"]
        for name in self.columns:
            if name not in known:
                raise self._error(f"there is no column '{name}', only {', '.join(known)}")
        if not self.columns:
            raise self._error("it names no column")
        self.values({name: np.zeros(0, np.int64) for name in self.columns})

    @property
    def name(self) -> str | None:
        """The column, where the expression is no more than one."""
        return self._tree.id if isinstance(self._tree, ast.Name) else None

    def values(self, block: Block) -> Any:
        """Its value for each game of a block: 64-bit numbers, or yes and no.

        Raises
        ------
        InputError
            If it has none.
        """
        try:
            found = np.asarray(self._value(self._tree, block))
        except (OverflowError, TypeError) as error:
            raise self._error(str(error)) from None
        games = len(next(iter(block.values())))
        return np.broadcast_to(found, games) if found.ndim == 0 else found

    def holds(self, block: Block) -> Any:
        """Yes or no for each game of a block."""
        return self.values(block).astype(bool)

    def _error(self, why: str) -> InputError:
        return InputError(f"expression {self.text!r} is wrong: {why}")

    def _compared_words(self, node: ast.Compare) -> list[str] | None:
        """The words that the two sides of a comparison are about, if any."""
        sides = [node.left, *node.comparators]
        holders = [
            side.id for side in sides if isinstance(side, ast.Name) and side.id in self._words
        ]
        return self._words[holders[0]] if holders else None

    def _value(self, node: ast.expr, block: Block) -> Any:
        match node:
            case ast.Name(id=name):
                return _widened(block[name])
            case ast.Constant(value=bool() | int() as number):
                return np.int64(number)
            case ast.BoolOp(op=op, values=values):
                join = operator.and_ if isinstance(op, ast.And) else operator.or_
                return reduce(join, (self._truth(one, block) for one in values))
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return ~self._truth(inner, block)
            case ast.UnaryOp(op=op, operand=inner):
                return _UNARY[type(op)](_number(self._value(inner, block)))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
                return self._arithmetic(left, op, right, block)
            case ast.Compare():
                return self._comparison(node, block)
            case ast.Call(func=ast.Name(id="abs"), args=[inner], keywords=[]):
                return np.abs(_number(self._value(inner, block)))
        raise self._error(f"'{ast.unparse(node)}' is not understood")

    def _truth(self, node: ast.expr, block: Block) -> Any:
        return np.asarray(self._value(node, block)).astype(bool)

    def _arithmetic(self, left: ast.expr, op: ast.operator, right: ast.expr, block: Block) -> Any:
        first, second = (_number(self._value(one, block)) for one in (left, right))
        if isinstance(op, (ast.FloorDiv, ast.Mod)) and (second == 0).any():
            raise self._error("it divides by 0")
        return _ARITHMETIC[type(op)](first, second)

    def _comparison(self, node: ast.Compare, block: Block) -> Any:
        words = self._compared_words(node)
        sides = [node.left, *node.comparators]
        found = [
            self._one_comparison(sides[place], op, sides[place + 1], words, block)
            for place, op in enumerate(node.ops)
        ]
        return reduce(operator.and_, found)

    def _one_comparison(
        self,
        left: ast.expr,
        op: ast.cmpop,
        right: ast.expr,
        words: list[str] | None,
        block: Block,
    ) -> Any:
        if isinstance(op, (ast.In, ast.NotIn)):
            return self._membership(left, op, right, words, block)
        if type(op) not in _COMPARISONS or (words and not isinstance(op, (ast.Eq, ast.NotEq))):
            raise self._error(f"'{ast.unparse(left)}' cannot be so compared")
        sides = (self._side(one, words, block) for one in (left, right))
        return _COMPARISONS[type(op)](*sides)

    def _membership(
        self,
        left: ast.expr,
        op: ast.cmpop,
        right: ast.expr,
        words: list[str] | None,
        block: Block,
    ) -> Any:
        if not isinstance(right, (ast.Tuple, ast.List, ast.Set)):
            raise self._error(f"'{ast.unparse(right)}' is no list")
        wanted = [self._side(one, words, block) for one in right.elts]
        held = self._side(left, words, block)
        found = reduce(operator.or_, (held == one for one in wanted), np.zeros_like(held, bool))
        return found if isinstance(op, ast.In) else ~found

    def _side(self, node: ast.expr, words: list[str] | None, block: Block) -> Any:
        """One side of a comparison; a word is turned into its place."""
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            return self._value(node, block)
        if words is None:
            raise self._error(f"'{node.value}' is compared with no column of words")
        if node.value not in words:
            raise self._error(f"there is no '{node.value}', only {', '.join(words)}")
        return np.int64(words.index(node.value))


def _widened(column: Any) -> Any:
    """A column in 64 bits with a sign; masks of cards leave the highest bits empty."""
    return column.view(np.int64) if column.dtype == np.uint64 else column.astype(np.int64)


def _number(value: Any) -> Any:
    """Yes and no count as 1 and 0."""
    return value.astype(np.int64) if value.dtype == bool else value
