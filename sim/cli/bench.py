"""`gostop bench` and `gostop warm`."""

import json
import sys
import time
from collections.abc import Sequence

from gostop.cli.simulate import parse_games, parse_threads, read_rules


def bench_command(
    rules: str,
    settings: Sequence[str],
    policy: str,
    games: str,
    threads: str | None,
    as_json: bool,
) -> None:
    """Run `gostop bench`; arguments are as they were typed."""
    from gostop.benchmark import measure

    figures = measure(
        read_rules(rules, settings),
        policy=policy,
        games=parse_games(games),
        threads=parse_threads(threads),
        notice=_notice,
    )
    if as_json:
        print(json.dumps(figures.to_dict()))
        return
    print(f"{figures.games_per_second:14,.0f} games a second on {_threads(figures.threads)}")
    print(f"{figures.ns_per_game:14,.0f} ns a game")
    print(f"{figures.decisions_per_second:14,.0f} decisions a second")
    print(f"{figures.first_call_s:14.2f} s until the kernels were ready")


def _threads(threads: int) -> str:
    return "1 thread" if threads == 1 else f"{threads} threads"


def _notice(text: str) -> None:
    print(f"gostop: {text}", file=sys.stderr, flush=True)


def warm_command() -> None:
    """Run `gostop warm`."""
    started = time.perf_counter()
    from gostop.engine import engine
    from gostop.kernels.jit import CACHE_FOLDER
    from gostop.kernels.policies import POLICIES
    from gostop.simulation import make_plan

    every_player = make_plan("arcade3", POLICIES)
    with engine(every_player, 1, _notice):
        print(f"kernels are ready after {time.perf_counter() - started:.1f} s, in {CACHE_FOLDER}")
