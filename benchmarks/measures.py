"""What is measured, each in fresh processes; ratios are of pairs run one after the other."""

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks import yardstick
from benchmarks.calibration import nanoseconds
from benchmarks.process import bench, gostop
from gostop.kernels.policies import POLICIES

PRESETS = ("arcade2", "tongil", "tongil-joker", "matgo-online")


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    measured: str
    ratio: str = ""


@dataclass(frozen=True)
class Scale:
    """How much is played: full, or a tenth of it for a look."""

    quick: bool = False

    def games(self, number: int) -> str:
        """A number of games as an option."""
        return str(number // 10 if self.quick else number)

    @property
    def pairs(self) -> int:
        """How often each ratio is taken."""
        return 2 if self.quick else 5


Rows = Iterator[Row]
Notice = Callable[[str], None]


def rate(*arguments: str) -> float:
    """Games a second of the kernels."""
    return float(bench(*arguments)["games_per_second"])


def paired(pairs: int, one: Callable[[], float], other: Callable[[], float]) -> tuple[float, float]:
    """Median of the first, and median ratio of the first to the second, taken in turn."""
    found = [(one(), other()) for _ in range(pairs)]
    return median(first for first, _ in found), median(first / second for first, second in found)


def calibration(scale: Scale) -> Rows:
    """The machine: what one step of a dependent chain takes."""
    yield Row("calibration: one draw of a stream, waiting for the last", f"{nanoseconds():.2f} ns")


def kernels(scale: Scale) -> Rows:
    """Random play on one thread against the yardstick, then what differs from it."""
    arcade = ("--games", scale.games(4_000_000), "--threads", "1")

    def base() -> float:
        return rate(*arcade)

    if yardstick.compiler():
        with tempfile.TemporaryDirectory() as folder:
            program = yardstick.build(Path(folder))

            def plain_c() -> float:
                played = yardstick.play(program, int(scale.games(4_000_000)))
                return played.games / played.seconds

            ours, ratio = paired(scale.pairs, base, plain_c)
            theirs = ours / ratio
        yield Row("C yardstick: one fixed rule set, nothing kept", f"{theirs:,.0f} games/s")
        yield Row("kernels, arcade3, random, 1 thread", f"{ours:,.0f} games/s", f"{ratio:.2f} of C")
    else:
        yield Row("kernels, arcade3, random, 1 thread", f"{base():,.0f} games/s")
    for preset in PRESETS:
        yield _against(f"the same, {preset}", scale, base, "--rules", preset)
    for policy in POLICIES[1:]:
        yield _against(f"the same, {policy}", scale, base, "--policy", policy)
    if (os.cpu_count() or 1) > 1:
        both = ("--games", scale.games(8_000_000), "--threads", "2")
        ours, ratio = paired(scale.pairs, lambda: rate(*both), base)
        yield Row("the same, 2 threads", f"{ours:,.0f} games/s", f"{ratio:.2f} of 1 thread")


def _against(what: str, scale: Scale, base: Callable[[], float], *options: str) -> Row:
    games = ("--games", scale.games(4_000_000), "--threads", "1")
    ours, ratio = paired(scale.pairs, lambda: rate(*games, *options), base)
    return Row(what, f"{ours:,.0f} games/s", f"{ratio:.2f} of arcade3, random")


def runs(scale: Scale) -> Rows:
    """Whole runs, written, and their reports."""
    number = int(scale.games(20_000_000))
    for what, options in (
        ("default columns", ()),
        ("--detail seats", ("--detail", "seats")),
        ("--summary-only", ("--summary-only",)),
    ):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "run"
            cost = gostop(
                "simulate", "--games", str(number), "--out", out, "--threads", "2", *options
            )
            size = sum(path.stat().st_size for path in out.glob("*.parquet")) / number
            yield Row(
                f"simulate {number:,} games to a folder, 2 threads, {what}",
                f"{number / cost.seconds:,.0f} games/s, {size:.2f} bytes a game",
                f"{cost.megabytes:,.0f} MB",
            )
            if not options:
                yield _report(f"report on {number:,} games", out)
                yield _report("the same, counted from the rows", out, "--rows")


def _report(what: str, *arguments: str | Path) -> Row:
    told = gostop("report", *arguments)
    return Row(what, f"{told.seconds:.2f} s", f"{told.megabytes:,.0f} MB")


def starts(scale: Scale) -> Rows:
    """What a first run waits for, and a later one; and the help."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = {"NUMBA_CACHE_DIR": folder}
        yield Row("first run ever, 1,000 games", f"{_start(fresh):.1f} s", "compiles the kernels")
        yield Row("later runs, 1,000 games", f"{min(_start(fresh) for _ in range(3)):.2f} s")
    helps = min(gostop("--help").seconds for _ in range(5))
    yield Row("gostop --help", f"{helps:.2f} s")


def _start(environment: dict[str, str]) -> float:
    return gostop("simulate", "--games", "1000", environment=environment).seconds


def growth(scale: Scale) -> Rows:
    """How time grows with games and with jokers."""
    sizes = [int(scale.games(number)) for number in (1_000_000, 4_000_000, 16_000_000)]
    times = [1e9 / rate("--games", str(size), "--threads", "1") for size in sizes]
    told = ", ".join(f"{size:,}: {time:,.0f}" for size, time in zip(sizes, times, strict=True))
    yield Row("ns a game by number of games", told)
    jokers = [
        1e9 / rate("--games", scale.games(4_000_000), "--threads", "1", "--set", f"jokers={jokers}")
        for jokers in ("[]", "[2]", "[2,2]", "[2,2,2]")
    ]
    yield Row("ns a game by jokers, 0 to 3", ", ".join(f"{time:,.0f}" for time in jokers))


MEASURES: dict[str, Callable[[Scale], Rows]] = {
    "calibration": calibration,
    "kernels": kernels,
    "runs": runs,
    "starts": starts,
    "growth": growth,
}

_MARKS = re.compile(r"(<!-- measured -->\n).*?(<!-- /measured -->)", re.DOTALL)


def rewrite(readme: str, table: str) -> str:
    """Put a table in the place of the README's, between its marks."""
    if not _MARKS.search(readme):
        raise RuntimeError("the README has no <!-- measured --> and <!-- /measured -->")
    return _MARKS.sub(lambda found: f"{found[1]}{table}{found[2]}", readme)
