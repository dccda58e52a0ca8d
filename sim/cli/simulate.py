"""`gostop simulate`."""

import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from pathlib import Path

from gostop.errors import InputError
from gostop.rules import Rules
from gostop.run import Run
from gostop.simulation import Progress, check_games, simulate

_SUFFIXES = {"k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9}
_NUMBER = re.compile(r"(?P<number>[0-9][0-9_.,]*(?:e\+?[0-9]{1,2})?)(?P<suffix>[kmgb]?)", re.I)


def parse_games(text: str) -> int:
    """Read a number of games: 1000, 1_000_000, 1M, 2.5M, 1e6.

    Raises
    ------
    InputError
        If it is no whole number from 1 on.
    """
    found = _NUMBER.fullmatch(text.strip())
    try:
        number = Decimal(found["number"].replace("_", "").replace(",", "")) if found else None
    except InvalidOperation:
        number = None
    if number is not None and found is not None:
        number *= _SUFFIXES.get(found["suffix"].lower(), 1)
    if number is None or number != int(number):
        raise InputError(f"games '{text}' is no whole number: write 1000000, 1_000_000, 1M or 1e6")
    return check_games(int(number))


def parse_seed(text: str) -> int:
    """Read a seed.

    Raises
    ------
    InputError
        If it is no whole number; its range is the plan's to check.
    """
    try:
        return int(text)
    except ValueError:
        raise InputError(f"seed '{text}' is no whole number: give 0 to 2**64 - 1") from None


def read_rules(name: str, settings: Sequence[str]) -> Rules:
    """The rule set that `--rules` and `--set` ask for."""
    return Rules.load(name).changed(settings)


class _Silent(Progress):
    """No bar, but notices, on standard error."""

    def notice(self, text: str) -> None:
        print(f"gostop: {text}", file=sys.stderr, flush=True)


class _Bar(_Silent):
    """A bar with games a second and the time left, on standard error."""

    def __init__(self) -> None:
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
        self._started, self._played = 0.0, 0

    def begin(self, games: int, done: int) -> None:
        self._bar.update(self._task, total=games, completed=done)
        self._started = time.perf_counter()
        self._bar.start()

    def played(self, games: int) -> None:
        self._played += games
        speed = self._played / max(time.perf_counter() - self._started, 1e-9)
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
def progress() -> Iterator[Progress]:
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
    threads: int | None,
) -> None:
    """Run `gostop simulate`; arguments are as they were typed."""
    if summary_only and detail != "default":
        raise InputError("--summary-only keeps no rows, so --detail has no meaning beside it")
    kept = "summary" if summary_only or out is None else detail
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
                threads=threads,
                progress=told,
            )
    except KeyboardInterrupt:
        print(f"gostop: interrupted; {_how_to_go_on(out)}", file=sys.stderr)
        raise SystemExit(130) from None
    if run.folder is None:
        from gostop.cli.report import print_report

        print_report(run)
    else:
        _say_where(run, run.folder, time.perf_counter() - started)


def _how_to_go_on(out: str | None) -> str:
    if out is None:
        return "nothing was kept (with --out a run can go on later)"
    return f"what is complete stays in '{out}', and the same command goes on from there"


def _say_where(run: Run, folder: Path, seconds: float) -> None:
    size = sum(file.stat().st_size for file in folder.glob("games-*.parquet"))
    weight = f", {size / run.games:.2f} bytes a game" if size else ""
    print(f"{folder}: {run.games:,} games in {seconds:.1f} s{weight}")
    print(f"next: gostop report {folder}")
