"""`gostop match`."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gostop.cli.console import plain_console
from gostop.cli.simulate import parse_games, parse_seed, parse_threads, progress, read_rules
from gostop.errors import InputError
from gostop.policies import parse_policy, split_names

if TYPE_CHECKING:
    from rich.table import Table

    from gostop.analysis.match import Figure, Match


def match_command(
    *,
    rules: str,
    settings: Sequence[str],
    a: str | None,
    b: str | None,
    field: str | None,
    deals: str,
    seed: str,
    threads: str | None,
    as_json: bool,
) -> None:
    """Run `gostop match`; arguments are as they were typed."""
    from gostop.analysis.match import match, round_robin

    law, number = read_rules(rules, settings), parse_games(deals, "deals")
    players = _players(a, b, field)
    with progress() as told:
        if field is None:
            played = [
                match(
                    law,
                    *players,
                    deals=number,
                    seed=parse_seed(seed),
                    threads=parse_threads(threads),
                    progress=told,
                )
            ]
        else:
            played = round_robin(
                law,
                players,
                deals=number,
                seed=parse_seed(seed),
                threads=parse_threads(threads),
                progress=told,
            )
    if as_json:
        told_all = [one.to_dict() for one in played]
        print(json.dumps(told_all[0] if field is None else told_all, ensure_ascii=False, indent=2))
        return
    _print(played)


def _players(a: str | None, b: str | None, field: str | None) -> list[str]:
    if field is not None:
        if a is not None or b is not None:
            raise InputError("--field names all players: leave out --a and --b")
        names = split_names(field)
        if len(names) < 2:
            raise InputError(f"--field {field} names one player: give two or more, as P,Q")
    else:
        names = [a or "greedy", b or "random"]
    for name in names:
        parse_policy(name)
    return names


def _print(played: Sequence["Match"]) -> None:
    from gostop.rule_files import describe

    console = plain_console()
    first = played[0]
    seats = first.rules.players
    console.print(
        f"{first.deals:,} deals of {describe(first.rules)}, each played from all {seats} seats"
    )
    console.print(_results(played))
    others = "the other" if seats == 2 else f"the other {seats - 1}"
    console.print(f"A has one seat, B {others}. Wins are of games with a winner, of which A would")
    console.print(f"have {100 / seats:.1f} % if both played alike. ±, low and high: 95 % intervals")
    console.print("between deals. saved: how many times as many games, each of a deal of its own,")
    console.print("would have told A's payment as well.")
    console.print(_habits(played))


def _results(played: Sequence["Match"]) -> "Table":
    table = _table("A", "B", "A wins %", "low", "high", "payment", "±", "drawn %", "saved")
    for one in played:
        table.add_row(
            one.a,
            one.b,
            *(_percent(part) for part in one.a_win_rate),
            _number(one.a_payment.value, "+.3f"),
            _number(_half(one.a_payment), ".3f"),
            _percent(1 - one.decisive / one.games),
            _number(one.saved, ".1f"),
        )
    return table


def _habits(played: Sequence["Match"]) -> "Table":
    table = _table("", "against", "calls go %", "±", "pays 박 %", "±", "wins large %", "±")
    for one in played:
        for name, rival, habits in (
            (one.a, one.b, one.a_habits),
            (one.b, one.a, one.b_habits),
        ):
            cells = []
            for figure in (habits.goes, habits.suffers_bak, habits.wins_large):
                cells += [_percent(figure.value), _percent(_half(figure))]
            table.add_row(name, rival, *cells)
    return table


def _table(*columns: str) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place < 2 else "right")
    return table


def _half(figure: "Figure") -> float | None:
    if figure.low is None or figure.high is None:
        return None
    return (figure.high - figure.low) / 2


def _percent(part: float | None) -> str:
    return _number(None if part is None else 100 * part, ".2f")


def _number(value: float | None, shape: str) -> str:
    return "-" if value is None else format(value, shape)
