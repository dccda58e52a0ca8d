"""A player of the user's own: one function, compiled, that the kernels call.

The function is called as ``policy(table, seat, rules, params, stream, kind, mask)`` and returns the
number of a set bit of `mask`. What the arguments are is told in `gostop.kernels.policies`; it must
not write to any of them but the stream.
"""

import hashlib
import importlib.util
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import config, types
from numba.core.errors import NumbaError

from gostop.errors import InputError
from gostop.kernels.calling import ARGUMENTS, address_of

__all__ = ["Own", "load_function", "own_policy"]

PARAMETERS = ("table", "seat", "rules", "params", "stream", "kind", "mask")
_SIGNATURE = f"policy({', '.join(PARAMETERS)}) -> int"


@dataclass(frozen=True, slots=True, eq=False)
class Own:
    """A compiled policy.

    Attributes
    ----------
    function : callable
        What the user wrote, for Python to call.
    entry : object
        What the address belongs to, kept alive here.
    address : int
    source : str
        Hash of its source and of what it calls and reads.
    """

    function: Callable[..., Any]
    entry: Any
    address: int
    source: str

    def __deepcopy__(self, memo: object) -> "Own":
        """Return itself: compiled code is shared by all copies of a game."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the function alone: an address is good in one process only."""
        return own_policy, (self.function,)


def load_function(spec: str) -> Callable[..., Any]:
    """Import the function that ``file.py:name`` means.

    Raises
    ------
    InputError
        If there is no such file or function, or the file does not run.
    """
    path, _, name = spec.rpartition(":")
    module = _load_file(str(Path(path).resolve()), path)
    function = getattr(module, name, None)
    if not callable(function):
        names = ", ".join(sorted(key for key, value in vars(module).items() if _is_policy(value)))
        raise InputError(
            f"policy '{spec}': '{path}' has no function {name}"
            + (f"; it has {names}." if names else ".")
        )
    loaded: Callable[..., Any] = function
    return loaded


def _is_policy(value: object) -> bool:
    plain = getattr(value, "py_func", value)
    return isinstance(plain, FunctionType) and len(inspect.signature(plain).parameters) == 7


@cache
def _load_file(resolved: str, path: str) -> ModuleType:
    """Run a file once, under a name that no other module has."""
    name = f"gostop_own_{hashlib.sha256(resolved.encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, resolved)
    if spec is None or spec.loader is None or not Path(resolved).is_file():
        raise InputError(f"policy file '{path}' cannot be read: give file.py:function.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever a user's file does when it is run
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) else ""
        raise InputError(
            f"policy file '{path}'{line} does not run: {type(error).__name__}: {error}"
        ) from None
    return module


@cache
def own_policy(function: Callable[..., Any]) -> Own:
    """Compile a policy for the kernels.

    Parameters
    ----------
    function : callable
        An ``@njit`` function, or a plain one that Numba can compile.

    Raises
    ------
    InputError
        If it has not the signature of a policy, or cannot be compiled.
    """
    plain = getattr(function, "py_func", function)
    name = getattr(plain, "__name__", repr(plain))
    if not isinstance(plain, FunctionType):
        raise InputError(f"policy {name} is no function: write {_SIGNATURE} under @njit.")
    given = len(inspect.signature(plain).parameters)
    if given != len(PARAMETERS):
        raise InputError(f"policy {name} takes {given} arguments, but must be {_SIGNATURE}.")
    source = _fingerprint(plain)
    if config.DISABLE_JIT:
        return Own(plain, plain, address_of(plain), source)
    dispatcher = function if plain is not function else numba.njit(function)
    entry = _compile(name, dispatcher)
    return Own(dispatcher, entry, address_of(entry), source)


def _compile(name: str, function: Any) -> Any:
    """Compile a function to machine code with the signature of a policy."""
    try:
        function.compile(ARGUMENTS)
        returns = function.overloads[ARGUMENTS].signature.return_type
        if not isinstance(returns, types.Integer | types.Boolean):
            raise InputError(f"policy {name} returns {returns}, but must be {_SIGNATURE}.")

        @numba.njit(nogil=True)
        def entry(table, seat, rules, params, stream, kind, mask):  # type: ignore[no-untyped-def]
            return np.int64(function(table, seat, rules, params, stream, kind, mask))

        entry.compile(ARGUMENTS)
    except InputError:
        raise
    except Exception as error:  # Numba's own errors, and what it stumbles over besides
        raise InputError(
            f"policy {name} cannot be compiled: {_reason(error)}: it must be {_SIGNATURE}, in what "
            "Numba's nopython mode knows."
        ) from None
    return entry


def _reason(error: Exception) -> str:
    """The line of a compiler's error that says what is wrong."""
    if not isinstance(error, NumbaError):
        return f"{type(error).__name__} {error}"
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[1 if len(lines) > 1 and lines[0].startswith("Failed in") else 0][:200]


def _fingerprint(function: FunctionType) -> str:
    """Hash the source of a function and of all that it calls and reads, its own modules' parts."""
    digest = hashlib.sha256()
    for text in _sources(function, set()):
        digest.update(text.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:16]


def _sources(function: FunctionType, seen: set[int]) -> Iterator[str]:
    """Give the source of a function, and then what its names mean, in the order of the names."""
    if id(function) in seen:
        return
    seen.add(id(function))
    try:
        yield inspect.getsource(function)
    except (OSError, TypeError):  # typed in where no source is kept
        yield function.__code__.co_code.hex() + repr(function.__code__.co_consts)
    closure = inspect.getclosurevars(function)
    for name, value in sorted({**closure.nonlocals, **closure.globals}.items()):
        plain = getattr(value, "py_func", value)
        if isinstance(plain, FunctionType):
            # What comes with gostop is pinned by its version.
            if not plain.__module__.startswith("gostop."):
                yield from _sources(plain, seen)
        elif isinstance(value, np.ndarray):
            yield f"{name} {value.dtype} {value.tobytes().hex()}"
        elif not isinstance(value, ModuleType):
            yield f"{name} {value!r}"
