"""How fast the kernels are, with nothing kept but the summary."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from gostop.engine import check_threads, engine
from gostop.policies import PolicyLike
from gostop.rules import Rules
from gostop.simulation import make_plan


@dataclass(frozen=True)
class Figures:
    """What `measure` found.

    Attributes
    ----------
    games_per_second : float
        Of all threads together.
    ns_per_game : float
        Of one thread: threads / games_per_second.
    decisions_per_second : float
        Decisions that were not forced.
    first_call_s : float
        Until the kernels were ready: compiled, or read from the cache.
    threads : int
    """

    games_per_second: float
    ns_per_game: float
    decisions_per_second: float
    first_call_s: float
    threads: int

    def to_dict(self) -> dict[str, float]:
        """The figures in plain types."""
        return asdict(self)


def measure(
    rules: str | Rules = "arcade3",
    *,
    policy: PolicyLike | Sequence[PolicyLike] = "random",
    games: int = 4_000_000,
    threads: int | None = None,
    notice: Callable[[str], None] = lambda _: None,
) -> Figures:
    """Time the kernels on `games` games.

    Parameters
    ----------
    rules : str or Rules
    policy : str or sequence of str
    games : int
    threads : int, optional
        Default: as many as there are processors.
    notice : callable, optional
        Told where the kernels must be compiled first.
    """
    plan = make_plan(rules, policy, detail="summary")
    started = time.perf_counter()
    with engine(plan, threads, notice) as ready:
        first_call = time.perf_counter() - started
        ready.play(0, min(games, 10_000), lambda _: None)
        started = time.perf_counter()
        summary = ready.play(0, games, lambda _: None).summary
        seconds = time.perf_counter() - started
    used = check_threads(threads)
    return Figures(
        games_per_second=games / seconds,
        ns_per_game=seconds * used / games * 1e9,
        decisions_per_second=summary.decisions / seconds,
        first_call_s=first_call,
        threads=used,
    )
