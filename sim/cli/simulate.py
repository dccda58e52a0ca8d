"""`gostop simulate`."""

import re
import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

from gostop.checks import check_whole
from gostop.columns import check_detail
from gostop.engine import check_threads
from gostop.errors import InputError
from gostop.plan import check_seed
from gostop.rules import Rules, as_toml
from gostop.run import Run
from gostop.simulation import MAX_GAMES, Progress, simulate

_SUFFIXES = {"k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9}
_GAMES = re.compile(
    r"(?P<whole>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+(?:_[0-9]+)*)"
    r"(?:(?P<fraction>\.[0-9]+)?(?P<scale>e\+?[0-9]{1,2}|[kmgb]))?",
    re.IGNORECASE,
)
"""A fraction needs a scale behind it: 1.000 is one thousand to some, and 1,5M is refused."""


def parse_games(text: str, what: str = "games") -> int:
    """Read a number of games, or of what is named: 1000, 1_000_000, 1M, 2.5M, 1e6.

    Raises
    ------
    InputError
        If it is no whole number, or out of range.
    """
    found = _GAMES.fullmatch(text.strip())
    if found is None:
        raise _bad_games(text, what)
    scale = (found["scale"] or "").lower()
    exponent = scale if scale.startswith("e") else ""
    digits = found["whole"].replace("_", "").replace(",", "") + (found["fraction"] or "")
    number = Decimal(digits + exponent) * _SUFFIXES.get(scale, 1)
    if not 1 <= number <= MAX_GAMES or number % 1:
        raise _bad_games(text, what)
    return int(number)


def _bad_games(text: str, what: str) -> InputError:
    return InputError(
        f"{what} {as_toml(text)} is not possible: give a whole number, 1 to 10**12, "
        "like 1000000, 1_000_000, 1M or 1e6"
    )


def parse_seed(text: str) -> int:
    """Read a seed, raising InputError where it is none."""
    return check_seed(_whole(text))


def parse_threads(text: str | None) -> int:
    """Read a number of threads, raising InputError where it is none."""
    return check_threads(None if text is None else _whole(text))


def whole_number(name: str, text: str, low: int, high: int) -> int:
    """Read a whole number, raising InputError where it is none or out of range."""
    return check_whole(name, _whole(text), low, high, f"{low} to {high}")


def _whole(text: str) -> Any:
    """The whole number that `text` is; else the text, for a check to refuse."""
    try:
        return int(text)
    except ValueError:
        return text


def read_rules(name: str, settings: Sequence[str]) -> Rules:
    """The rule set that `--rules` and `--set` ask for."""
    return Rules.load(name).changed(settings)


class _Silent(Progress):
    """No bar, but notices, on standard error."""

    def __init__(self) -> None:
        self.total = 0

    def played(self, games: int) -> None:
        self.total += games

    def notice(self, text: str) -> None:
        print(f"gostop: {text}", file=sys.stderr, flush=True)


class _Bar(_Silent):
    """A bar with games a second and the time left, on standard error."""

    def __init__(self) -> None:
        super().__init__()
        from rich.console import Console
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as RichProgress

        self._bar = RichProgress(
            TextColumn("{task.completed:,} games"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task("", speed="", total=None)
        self._started = 0.0

    def begin(self, games: int, done: int) -> None:
        self._bar.update(self._task, total=games, completed=done)
        self._started = time.perf_counter()
        self._bar.start()

    def played(self, games: int) -> None:
        super().played(games)
        speed = self.total / max(time.perf_counter() - self._started, 1e-9)
        self._bar.update(self._task, advance=games, speed=f"{speed:,.0f} games/s")

    def notice(self, text: str) -> None:
        if self._bar.live.is_started:
            self._bar.console.print(f"gostop: {text}")
        else:
            super().notice(text)

    def close(self) -> None:
        """Take the bar away."""
        self._bar.stop()


@contextmanager
def progress() -> Iterator[_Silent]:
    """A bar on a terminal, silence elsewhere."""
    if not sys.stderr.isatty():
        yield _Silent()
        return
    bar = _Bar()
    try:
        yield bar
    finally:
        bar.close()


def simulate_command(
    *,
    rules: str,
    settings: Sequence[str],
    policy: str,
    games: str,
    seed: str,
    out: str | None,
    rotate: bool,
    detail: str,
    summary_only: bool,
    threads: str | None,
) -> None:
    """Run `gostop simulate`; arguments are as they were typed."""
    kept = _kept(detail, summary_only, out)
    law, wanted = read_rules(rules, settings), parse_games(games)
    started = time.perf_counter()
    try:
        with progress() as told:
            run = simulate(
                law,
                policy=policy,
                games=wanted,
                seed=parse_seed(seed),
                out=out,
                rotate=rotate,
                detail=kept,
                threads=parse_threads(threads),
                progress=told,
            )
    except KeyboardInterrupt:
        print(f"gostop: interrupted; {_how_to_go_on(out)}", file=sys.stderr)
        raise SystemExit(130) from None
    if run.folder is None:
        from gostop.analysis.report import report
        from gostop.cli.report import print_report

        print_report(report(run))
    else:
        _say_where(run, run.folder, told.total, time.perf_counter() - started)


def _kept(detail: str, summary_only: bool, out: str | None) -> str:
    """The level of detail that is meant."""
    if check_detail(detail) == "default":
        return "summary" if summary_only or out is None else "default"
    if summary_only and detail != "summary":
        raise InputError("--summary-only keeps no rows: leave it out, or leave out --detail")
    if out is None:
        raise InputError("--detail says what is written to a folder: give --out FOLDER too")
    return detail


def _how_to_go_on(out: str | None) -> str:
    if out is None:
        return "nothing was kept (with --out a run can go on later)"
    return f"what is complete stays in '{out}', and the same command goes on from there"


def _say_where(run: Run, folder: Path, played: int, seconds: float) -> None:
    if played == run.games:
        text = f"{played:,} games in {seconds:.1f} s"
    elif played:
        text = f"{run.games:,} games, {played:,} of them played now in {seconds:.1f} s"
    else:
        text = f"{run.games:,} games, all there before"
    size = sum(file.stat().st_size for file in folder.glob("games-*.parquet"))
    weight = f", {size / run.games:.2f} bytes a game" if size else ""
    print(f"{folder}: {text}{weight}")
    print(f"next: gostop report {shlex.quote(str(folder))}")
