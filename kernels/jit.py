"""How every kernel is compiled, and where its machine code is kept.

Numba does not notice when a function that a cached kernel *calls* has changed in another file. So
the cache folder is named by the hash of all kernel sources, together with what else decides the
machine code: a changed source can never meet old code, and nothing has to be deleted by hand.
"""

import getpass
import hashlib
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba import config
from numba.core.registry import CPUDispatcher
from platformdirs import user_cache_path

Function = TypeVar("Function", bound=Callable[..., object])


def _fingerprint() -> str:
    """Hash of the kernel sources and of the settings that change the code made from them."""
    digest = hashlib.sha256(numba.__version__.encode())
    for setting in (config.BOUNDSCHECK, config.OPT, config.DEBUGINFO_DEFAULT):
        digest.update(repr(setting).encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _choose_cache_folder() -> Path | None:
    """NUMBA_CACHE_DIR, else the user's cache folder, else a temporary one, else none."""
    root = Path(config.CACHE_DIR) if config.CACHE_DIR else user_cache_path("gostop", False)
    with suppress(OSError):  # where no temporary folder can be written, there is none to be had
        spare = Path(tempfile.gettempdir()) / f"gostop-{getpass.getuser()}"
        return next(
            (
                folder
                for base in (root, spare)
                if _writable(folder := base / f"kernels-{_fingerprint()}")
            ),
            None,
        )
    return None


CACHE_FOLDER = _choose_cache_folder()
"""Where compiled kernels are kept; None where nothing can be written."""


FOR_PYTHON = "python"
"""Part of the cache folder with what Python calls: by Numba's key it is what kernels call."""


@contextmanager
def _our_cache_folder(part: str = "") -> Iterator[None]:
    # Numba asks for the folder when a function is decorated; the setting is put back at once, so
    # that the caches of the user's own functions stay where they were.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE_FOLDER and CACHE_FOLDER / part)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def _compiled(function: Callable[..., object], part: str = "", **options: Any) -> Any:
    with _our_cache_folder(part):
        return numba.njit(
            cache=CACHE_FOLDER is not None, nogil=True, error_model="numpy", **options
        )(function)


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function for kernels to call: machine code without Numba's two wrappers around it.

    Each wrapper holds what is put in place of calls once more: without them a first run compiles
    for two thirds of the time. Called from Python the function is compiled anew, with wrappers.
    """

    def __call__(self, *arguments: Any) -> Any:
        """Call the function from Python."""
        return self._for_python(*arguments)

    @cached_property
    def _for_python(self) -> Any:
        return _compiled(self.py_func, FOR_PYTHON)


def _kernel(function: Function, **options: Any) -> Function:
    if config.DISABLE_JIT:
        return function
    made = _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)
    made.__class__ = Kernel
    return cast(Function, made)


def kernel(function: Function) -> Function:
    """Compile `function` in nopython mode, without the GIL, cached on disk.

    With NUMBA_DISABLE_JIT set it stays the plain Python function.
    """
    return _kernel(function)


def inlined(function: Function) -> Function:
    """The same for a small function on the way of every turn, which is put where it is called.

    LLVM does so by itself only with what is shorter than a call that passes five records.
    """
    return _kernel(function, forceinline=True)


def entry(function: Function) -> Function:
    """A kernel compiled anew for a call by its address, what it calls put where it is called.

    Numba hands `forceinline` on to all that is first compiled beneath a function that has it (its
    `inherit_if_not_set`). The heuristic player takes 1.9 microseconds a game with that, and 2.7
    without.
    """
    return function if config.DISABLE_JIT else inlined(function.py_func)  # type: ignore[attr-defined]


def is_cached(function: str) -> bool:
    """Whether a kernel, named by its module too, lies compiled from these sources in the cache."""
    return CACHE_FOLDER is not None and any(CACHE_FOLDER.rglob(f"{function}-*.nbc"))
