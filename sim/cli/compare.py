"""`gostop compare`."""

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gostop.cli.console import plain_console
from gostop.cli.picture import check_picture, save_picture
from gostop.cli.simulate import parse_games, parse_seed, parse_threads, progress, read_rules
from gostop.errors import InputError
from gostop.rules import Rules, as_toml, parse_setting

if TYPE_CHECKING:
    from rich.table import Table

    from gostop.analysis.comparing import Comparison, Sweep
    from gostop.analysis.paired import Difference

_COMMA_OUTSIDE_BRACKETS = re.compile(r",(?![^\[\]]*\])")


def compare_command(
    *,
    rules: str,
    to: str | None,
    settings: Sequence[str],
    swept: str | None,
    policy: str,
    games: str,
    seed: str,
    threads: str | None,
    picture: str | None,
    as_json: bool,
) -> None:
    """Run `gostop compare`; arguments are as they were typed."""
    from gostop.analysis.comparing import compare, sweep

    if picture is not None and swept is None:
        raise InputError("--picture shows a sweep: give --sweep FIELD=A,B,C too")
    check_picture(picture)
    asked: dict[str, Any] = {
        "policy": policy,
        "games": parse_games(games),
        "seed": parse_seed(seed),
        "threads": parse_threads(threads),
    }
    if swept is None:
        before, after = _two(rules, to, settings)
        with progress() as bar:
            told = compare(before, after, progress=bar, **asked)
        _print_json(told) if as_json else _print_comparison(told)
        return
    if to is not None:
        raise InputError("--sweep changes one setting of --rules: leave out --to")
    law, (field, values) = read_rules(rules, settings), parse_sweep(swept)
    with progress() as bar:
        told_all = sweep(law, field, values, progress=bar, **asked)
    if picture is not None:
        save_picture("rule_sweep", told_all, picture)
    _print_json(told_all) if as_json else _print_sweep(told_all)


def _print_json(told: "Comparison | Sweep") -> None:
    print(json.dumps(told.to_dict(), ensure_ascii=False, indent=2))


def _two(rules: str, to: str | None, settings: Sequence[str]) -> tuple[Rules, Rules]:
    """The rules before and after."""
    if to is None and not settings:
        raise InputError("nothing changes: give --set FIELD=VALUE, --to NAME|FILE, or --sweep")
    before = Rules.load(rules)
    return before, (before if to is None else Rules.load(to)).changed(settings)


def parse_sweep(text: str) -> tuple[str, list[Any]]:
    """Read ``field=A,B,C``; commas in square brackets do not separate.

    Raises
    ------
    InputError
        If there is no such field, or a value cannot be read.
    """
    name, equals, values = text.partition("=")
    if not equals or not values.strip():
        raise InputError(
            f"--sweep {as_toml(text)} must have the form FIELD=A,B,C, like pi_bak_below=5,6,7"
        )
    told = [parse_setting(f"{name}={one}") for one in _COMMA_OUTSIDE_BRACKETS.split(values)]
    return told[0][0], [value for _, value in told]


def _print_comparison(told: "Comparison") -> None:
    from gostop.rule_files import describe

    console = plain_console()
    players = ", ".join(told.policies)
    console.print(f"{told.games:,} deals of {describe(told.before)}, played twice by {players}")
    for name, (before, after) in told.changed.items():
        console.print(f"  {name}: {as_toml(before)} before, {as_toml(after)} after")
    differ = told.differ
    console.print(
        f"{_percent(differ.rate)} % of the games came out otherwise"
        f" ({_percent(differ.low)} to {_percent(differ.high)})"
    )
    console.print(_figures(told))
    console.print("low and high: 95 % interval of the change, each by itself, between the games")
    console.print("of one deal. money: points that change hands in a game. sd: standard deviation.")


def _figures(told: "Comparison") -> "Table":
    table = _table("", "before", "after", "change", "low", "high")
    for seat, one in enumerate(told.wins):
        _add(table, f"seat {seat} wins %", one, 100)
    for seat, one in enumerate(told.payments):
        _add(table, f"seat {seat} payment", one)
    for seat, one in enumerate(told.payment_spreads):
        _add(table, f"seat {seat} payment sd", one)
    _add(table, "money", told.money)
    _add(table, "money sd", told.money_spread)
    _add(table, "turns", told.turns)
    for name, one in told.endings.items():
        if one.before or one.after:
            _add(table, f"ends by {name} %", one, 100)
    return table


def _add(table: "Table", name: str, one: "Difference", times: float = 1) -> None:
    levels = [_number(level, ".3f", times) for level in (one.before, one.after)]
    table.add_row(name, *levels, *(_number(part, "+.3f", times) for part in one.change))


def _print_sweep(told: "Sweep") -> None:
    from gostop.rule_files import describe

    console = plain_console()
    first = told.comparisons[0]
    players = ", ".join(first.policies)
    console.print(
        f"{first.games:,} deals of {describe(told.before)}, by {players}; "
        f"{told.field} is {as_toml(told.before.to_dict()[told.field])} there"
    )
    seats = range(told.before.players)
    table = _table(
        "value", "money", "change", "±", "turns", "drawn %", *(f"wins {s} %" for s in seats)
    )
    for value, one in zip(told.values, told.comparisons, strict=True):
        table.add_row(
            as_toml(value),
            _number(one.money.after, ".3f"),
            _number(one.money.change.value, "+.3f"),
            _number(_half(one.money), ".3f"),
            _number(one.turns.after, ".3f"),
            _percent(one.endings["nagari"].after),
            *(_percent(win.after) for win in one.wins),
        )
    console.print(table)
    console.print("money: points that change hands in a game; its change from the rules as they")
    console.print("are, with the 95 % interval between games of one deal. --json has all figures.")


def _table(*columns: str) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left")
    return table


def _half(one: "Difference") -> float | None:
    low, high = one.change[1:]
    return None if low is None or high is None else (high - low) / 2


def _percent(part: float | None) -> str:
    return _number(part, ".2f", 100)


def _number(value: float | None, shape: str, times: float = 1) -> str:
    return "-" if value is None else format(times * value, shape)
