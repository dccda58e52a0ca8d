"""`gostop report`."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from gostop.cli.console import plain_console
from gostop.terms import term

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod

    from gostop.analysis.figures import (
        Bin,
        Distribution,
        EventOfSeat,
        Mean,
        Rare,
        Rate,
        Report,
        Standing,
    )

_MOST_ROWS = 10
"""Of a distribution; the rest goes into the last row."""

_BAR = 20
"""Columns of the longest bar."""

_LEFT_OUT = {
    "sets": "what winners scored with",
    "events": "events by seat",
    "rare.floor_four": "deals dealt anew",
}
"""What is called what where rows do not tell it; beside it stands a detail whose rows do."""


def report_command(run_path: str, where: str | None, rows: bool, as_json: bool) -> None:
    """Run `gostop report`.

    Parameters
    ----------
    run_path : str
        Folder of a run.
    where : str or None
        Tell only of games of which this expression is true.
    rows : bool
        Count the rows of all games, too.
    as_json : bool
        Print one JSON document instead of tables.

    Raises
    ------
    InputError
        If the folder holds no run, or rows are needed and there are none, or the expression cannot
        be read.
    """
    from gostop.analysis.report import report

    told = report(run_path, where, rows=rows)
    if as_json:
        print(json.dumps(told.to_dict(), ensure_ascii=False, indent=2, allow_nan=False))
    else:
        print_report(told)


def print_report(told: "Report") -> None:
    """Print a report as tables, on standard output."""
    console = plain_console()
    _print_head(console, told)
    if not told.games:
        console.print("Too few to tell anything of.")
        return
    _print_standings(console, told)
    _print_ends(console, told)
    _print_wins(console, told)
    _print_distributions(console, told)
    if told.events is not None:
        _print_events(console, told.events)


def _print_head(console: "Console", told: "Report") -> None:
    from gostop.rule_files import describe

    plan = told.plan
    games = "1 game" if told.run_games == 1 else f"{told.run_games:,} games"
    rules = f"{describe(plan.rules)}, seed {plan.seed}"
    if told.where is None:
        console.print(f"{games} of {rules}")
    else:
        console.print(f"{told.games:,} of {games}, where {told.where}")
        console.print(f"Rules: {rules}")
    players = ", ".join(map(str, plan.policies))
    seating = "one seat on from game to game" if plan.rotate else "each at its seat"
    console.print(f"Players: {players} ({seating})")
    console.print(f"Detail kept: {plan.detail}")
    if told.left_out:
        parts = [f"{_LEFT_OUT[name]} (--detail {it})" for name, it in told.left_out.items()]
        console.print(f"Left out, as these rows do not tell it: {', '.join(parts)}.")
    if plan.rules.session_settings:
        names = ", ".join(plan.rules.session_settings)
        console.print(f"Single games: {names} act between the games of a session only.")
    console.print("low and high, or ±: 95 % intervals (rates: Wilson; means: normal)")


def _print_standings(console: "Console", told: "Report") -> None:
    _print_standings_of(console, "By seat", "seat", told.seats)
    if told.plan.rotate:
        _print_standings_of(console, "By player", "player", told.players)


def _print_standings_of(
    console: "Console", title: str, word: str, standings: Sequence["Standing"]
) -> None:
    names = [f"{one.number} {one.policy or ''}".rstrip() for one in standings]
    wins = _rate_columns([one.win for one in standings])
    payments = _mean_columns([one.payment for one in standings])
    decisive = _rate_columns([one.win_of_decisive for one in standings])[1]
    _print_table(
        console,
        f"{title}: wins of all games, wins of games with a winner, payment a game",
        (word, "wins", "%", "low", "high", "% with", "payment", "±"),
        zip(names, *wins, decisive, *payments, strict=True),
    )


def _print_ends(console: "Console", told: "Report") -> None:
    endings = {name: one.rate for name, one in told.endings.items()}
    _print_rates(console, "How games ended, of all games", endings)
    unwon = told.games - told.decisive.count
    console.print(f"With a winner: {told.decisive.count:,}, without: {unwon:,}.")
    rare = {name: one for name, one in told.rare.items() if one is not None}
    compared = {name: one for name, one in rare.items() if one.exact is not None}
    if compared:
        _print_compared(console, compared)


def _print_compared(console: "Console", compared: Mapping[str, "Rare"]) -> None:
    """Print rates beside their exact probabilities."""
    rates = _rate_columns([one.rate for one in compared.values()])
    names = [term(name) for name in compared]
    exact, errors = [], []
    for one in compared.values():
        if one.exact is not None:
            exact.append(f"{100 * float(one.exact.fraction):.5f}")
            off = one.exact.standard_errors
            errors.append("-" if off is None else f"{off:+.2f}")
    _print_table(
        console,
        "Beside the exact probability; z: standard errors from it",
        ("", "count", "%", "low", "high", "exact %", "z"),
        zip(names, *rates, exact, errors, strict=True),
    )
    dealt_anew = [term(name) for name, one in compared.items() if one.of == "deals"]
    if dealt_anew:
        console.print(f"{', '.join(dealt_anew)}: dealt anew, so of all deals.")


def _print_wins(console: "Console", told: "Report") -> None:
    if told.sets is not None:
        _print_rates(console, "What the winner scored with, of games with a winner", told.sets)
    _print_rates(console, "What multiplied the win, of games with a winner", told.winner_factors)
    _print_rates(console, "What a loser paid for, of losers of such games", told.loser_factors)


def _print_distributions(console: "Console", told: "Report") -> None:
    parts = {
        "turns": told.turns,
        "points": told.points,
        "goes": told.goes,
        "win times": told.common_multiplier,
        "loss times": told.loser_multiplier,
    }
    _print_quantiles(console, parts)
    console.print(
        "Turns: all games. Goes: games with a winner. Points and what multiplied wins\n"
        "and losses: games won on points, without fixed prices."
    )
    _print_bins(console, "Points of the winner, without goes", "points", told.points)
    _print_bins(console, "Goes of the winner", "goes", told.goes)
    _print_bins(console, "The winner's common multiplier", "times", told.common_multiplier)
    _print_bins(
        console, "What each loser's payment was multiplied by", "times", told.loser_multiplier
    )


def _print_quantiles(console: "Console", parts: Mapping[str, "Distribution"]) -> None:
    from gostop.analysis.figures import QUANTILES

    rows = []
    means = _mean_columns([one.mean for one in parts.values()])
    for name, mean, half, one in zip(parts, *means, parts.values(), strict=True):
        most = _value(one.bins[-1]) if one.bins else "-"
        spots = [str(one.quantiles.get(percent, "-")) for percent in QUANTILES]
        rows.append((name, mean, half, *spots, most))
    _print_table(
        console,
        "Means, and the values that so many per cent do not exceed",
        ("", "mean", "±", *(f"{percent} %" for percent in QUANTILES), "most"),
        rows,
    )


def _print_bins(console: "Console", title: str, word: str, told: "Distribution") -> None:
    bins = told.compact(_MOST_ROWS)
    if not bins:
        return
    rates = _rate_columns([one.rate for one in bins])
    longest = max(one.rate.count for one in bins)
    bars = [_bar(one.rate.count / longest) for one in bins]
    _print_table(
        console,
        title,
        (word, "count", "%", "low", "high", ""),
        zip((_value(one) for one in bins), *rates, bars, strict=True),
        first="right",
        last="left",
    )


def _print_events(console: "Console", events: Mapping[str, Sequence["EventOfSeat"]]) -> None:
    columns = [
        _errors_column([one.mean for one in seat]) for seat in zip(*events.values(), strict=True)
    ]
    _print_table(
        console,
        "Times in 1,000 games, by seat",
        ("", *(f"seat {seat}" for seat in range(len(columns)))),
        zip((term(name) for name in events), *columns, strict=True),
    )


def _print_rates(console: "Console", title: str, rates: Mapping[str, "Rate"]) -> None:
    """Print what was seen as a table, and what was not in one line with its upper bound."""
    seen = {name: one for name, one in rates.items() if one.count}
    if seen:
        _print_table(
            console,
            title,
            ("", "count", "%", "low", "high"),
            zip((term(name) for name in seen), *_rate_columns(list(seen.values())), strict=True),
        )
    else:
        console.print(f"\n{title}")
    unseen = {name: one for name, one in rates.items() if not one.count}
    if unseen:
        bound = max(one.high for one in unseen.values())
        terms = ", ".join(term(name) for name in unseen)
        console.print(f"Not seen (each below {100 * bound:.2g} %): {terms}.")


def _print_table(
    console: "Console",
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    first: "JustifyMethod" = "left",
    last: "JustifyMethod" = "right",
) -> None:
    """Print a table of numbers under a title, its first column being names."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 0, 0, 1))
    for place, column in enumerate(columns):
        justify = first if place == 0 else last if place == len(columns) - 1 else "right"
        table.add_column(column, justify=justify, no_wrap=place > 0)
    for row in rows:
        table.add_row(*row)
    console.print(f"\n{title}")
    console.print(table)


def _value(one: "Bin") -> str:
    return f"{one.value}+" if one.or_more else f"{one.value}"


def _bar(share: float) -> str:
    """A bar as long as a share, to an eighth of a column; never nothing."""
    whole, eighths = divmod(max(round(8 * _BAR * share), 1), 8)
    return "█" * whole + (" ▏▎▍▌▋▊▉"[eighths] if eighths else "")


def _rate_columns(rates: Sequence["Rate"]) -> list[list[str]]:
    """Count, per cent, low and high of each rate, with as many digits as its interval allows."""
    rows = []
    for one in rates:
        digits = _digits(50 * (one.high - one.low))
        bounds = [f"{100 * bound:.{digits}f}" for bound in (one.low, one.high)]
        rate = "-" if one.rate is None else f"{100 * one.rate:.{digits}f}"
        rows.append((f"{one.count:,}", rate, *bounds))
    count, *others = (list(column) for column in zip(*rows, strict=True))
    return [count, *(_aligned(column) for column in others)]


def _mean_columns(means: Sequence["Mean"], times: int = 1) -> list[list[str]]:
    """So many times the mean and half its interval, with as many digits as that allows."""
    pairs = [_with_error(one, times).split(" ± ") for one in means]
    return [_aligned([pair[place] for pair in pairs]) for place in (0, 1)]


def _errors_column(means: Sequence["Mean"]) -> list[str]:
    """1,000 times the mean ± half its interval, points and signs below each other."""
    return [f"{mean} ± {half}" for mean, half in zip(*_mean_columns(means, 1000), strict=True)]


def _with_error(one: "Mean", times: int) -> str:
    """So many times the mean ± half its interval; a dash stands for what is not known."""
    if one.mean is None:
        return "- ± -"
    if one.low is None or one.high is None:
        return f"{times * one.mean:.4g} ± -"
    half = times * (one.high - one.low) / 2
    digits = _digits(half)
    return f"{times * one.mean:.{digits}f} ± {half:.{digits}f}"


def _digits(half: float) -> int:
    """Decimals that show two digits of half an interval."""
    return min(max(1 - math.floor(math.log10(half)), 0), 8) if half > 0 else 2


def _aligned(texts: Sequence[str]) -> list[str]:
    """Numbers, filled up at the right so that their points stand below each other."""
    after = [len(text) - text.index(".") if "." in text else 0 for text in texts]
    return [text + " " * (max(after) - own) for text, own in zip(texts, after, strict=True)]
