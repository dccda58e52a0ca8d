"""`gostop go-stop`."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gostop.cli.console import plain_console
from gostop.cli.picture import check_picture, save_picture
from gostop.cli.simulate import parse_games, parse_seed, parse_threads, progress, read_rules

if TYPE_CHECKING:
    from rich.table import Table

    from gostop.analysis.going import GoStop

_TITLES = {
    "points": "points",
    "goes": "goes before",
    "turn": "turn",
    "stock_left": "stock left",
    "best_opponent_points": "best opponent",
    "opponent_goes": "opponent's goes",
    "seat": "seat",
}


def go_stop_command(
    *,
    rules: str,
    settings: Sequence[str],
    policy: str,
    games: str,
    seed: str,
    along: str,
    threads: str | None,
    picture: str | None,
    as_json: bool,
) -> None:
    """Run `gostop go-stop`; arguments are as they were typed."""
    from gostop.analysis.going import go_stop

    check_picture(picture)
    law, number = read_rules(rules, settings), parse_games(games)
    with progress() as bar:
        told = go_stop(
            law,
            policy,
            games=number,
            seed=parse_seed(seed),
            along=along,
            threads=parse_threads(threads),
            progress=bar,
        )
    if picture is not None:
        save_picture("when_go_pays", told, picture)
    if as_json:
        print(json.dumps(told.to_dict(), ensure_ascii=False, indent=2))
        return
    _print(told)


def _print(told: "GoStop") -> None:
    from gostop.rule_files import describe

    console = plain_console()
    console.print(
        f"{told.choices:,} go-or-stop choices of {told.games:,} deals of {describe(told.rules)}, "
        f"by {', '.join(told.policies)}"
    )
    if not told.choices:
        console.print("too few: no seat could choose; play more games")
        return
    console.print(_table(told))
    console.print("Mean payments of the chooser after stop and after go, each choice played both")
    console.print("ways on the same cards; worth: go less stop, ± its 95 % interval between games,")
    console.print("none below 30 games. wins %: the chooser's, after go. Before each choice")
    if told.along == "go":
        console.print("every choice was answered with go; --along policy: as the player would.")
    else:
        console.print("choices were answered by the player itself; --along go: with go.")


def _table(told: "GoStop") -> "Table":
    from rich import box
    from rich.table import Table

    from gostop.analysis.going import group_label

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for place, name in enumerate(("", "choices", "stop", "go", "worth", "±", "wins %", "go?")):
        table.add_column(name, justify="right" if place else "left", no_wrap=True)
    _add(table, ["all"], told.table().to_dict("records"))
    for name, title in _TITLES.items():
        bins = told.usual_bins(name)
        cells = told.table(name, bins={name: bins})
        table.add_section()
        labels = [f"{title} {group_label(int(least), bins)}" for least in cells.index]
        _add(table, labels, cells.to_dict("records"))
    return table


def _add(table: "Table", labels: list[str], rows: list[dict[Any, Any]]) -> None:
    from gostop.analysis.going import pays

    words = {True: "go", False: "stop", None: "?"}
    for label, row in zip(labels, rows, strict=True):
        half = (row["high"] - row["low"]) / 2
        table.add_row(
            label,
            f"{row['choices']:,}",
            f"{row['stop']:.1f}",
            f"{row['go']:.1f}",
            f"{row['difference']:+.2f}",
            "-" if half != half else f"{half:.2f}",
            f"{100 * row['go_wins']:.1f}",
            words[pays(row["low"], row["high"])],
        )
