"""``gostop rules``: list the presets, show, check and compare rule sets."""

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gostop.cli.console import plain_console
from gostop.rule_files import Preset, Provenance, load_preset, load_rule_set, preset_names
from gostop.rules import FIELDS, SECTIONS, as_toml

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="List the presets, show, check and compare rule sets.",
)

_TABLE_WIDTH = 80
"""Columns that the table of settings needs; a narrower terminal gets a list."""

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]


@app.command("list")
def list_presets(as_json: AsJson = False) -> None:
    """List the presets: name, title and source."""
    presets = [load_preset(name) for name in preset_names()]
    rows = [{"name": p.name, "title": p.title, "source": p.source} for p in presets]
    if as_json:
        _print_json(rows)
        return
    plain_console().print(
        _table(("name", "title", "source"), [tuple(row.values()) for row in rows])
    )


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="A preset or the path of a rule file.")],
    as_json: AsJson = False,
) -> None:
    """Show every setting of a rule set: value, unit, meaning and source."""
    preset = load_rule_set(name)
    if as_json:
        _print_json(_as_document(preset))
        return
    console = plain_console()
    console.print(f"{preset.name}: {preset.title}")
    console.print(f"Source: {preset.source}")
    if preset.base is not None:
        console.print(f"Base: {preset.base}")
    origins = list(dict.fromkeys(preset.provenance[field] for field in FIELDS))
    for section, title in SECTIONS.items():
        rows = _section_rows(preset, section, origins)
        console.print(f"\n{section}. {title}")
        if console.width < _TABLE_WIDTH:
            _print_stacked(console, rows)
        else:
            console.print(_table(("setting", "value", "unit", "meaning", "source"), rows))
    console.print("\nSources (* marks what is assumed):")
    for place, origin in enumerate(origins, 1):
        console.print(f"{_mark(place, origin):>4} {origin.source}")
    for note in preset.notes:
        console.print(f"Note: {note}")


@app.command()
def check(
    file: Annotated[str, typer.Argument(help="The path of a rule file.")],
    as_json: AsJson = False,
) -> None:
    """Check a rule file, and print what differs from its base.

    Exits with 0 if the file is a valid rule set, else with 2 and a sentence that says what is
    wrong, and where.
    """
    preset = load_rule_set(file)
    changes = preset.rules.differences(load_preset(preset.base).rules) if preset.base else {}
    if as_json:
        pairs = {field: {"base": old, "value": new} for field, (old, new) in changes.items()}
        _print_json({"ok": True, "name": preset.name, "base": preset.base, "changes": pairs})
        return
    typer.echo(f"ok: {preset.name} is a valid rule set")
    if preset.base is None:
        typer.echo("It gives every field and has no base.")
    elif not changes:
        typer.echo(f"It does not differ from its base, {preset.base}.")
    else:
        rows = [(field, as_toml(old), as_toml(new)) for field, (old, new) in changes.items()]
        plain_console().print(_table(("setting", preset.base, "here"), rows))


@app.command()
def diff(
    first: Annotated[str, typer.Argument(metavar="A", help="A preset or a rule file.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    as_json: AsJson = False,
) -> None:
    """Show in which settings two rule sets differ."""
    one, other = load_rule_set(first), load_rule_set(second)
    changes = other.rules.differences(one.rules)
    if as_json:
        pairs = {field: {"a": old, "b": new} for field, (old, new) in changes.items()}
        _print_json({"a": one.name, "b": other.name, "differences": pairs})
        return
    if not changes:
        typer.echo(f"{one.name} and {other.name} are the same rules")
        return
    rows = [
        (field, as_toml(old), as_toml(new), FIELDS[field].meaning)
        for field, (old, new) in changes.items()
    ]
    plain_console().print(_table(("setting", one.name, other.name, "meaning"), rows))


def _as_document(preset: Preset) -> dict[str, Any]:
    """Return a rule set with everything known about it as a JSON document."""
    values = preset.rules.to_dict()
    return {
        "name": preset.name,
        "title": preset.title,
        "source": preset.source,
        "base": preset.base,
        "notes": list(preset.notes),
        "fields": {
            field: {
                "value": values[field],
                "unit": spec.unit,
                "meaning": spec.meaning,
                "section": spec.section,
                "source": preset.provenance[field].source,
                "assumed": preset.provenance[field].assumed,
            }
            for field, spec in FIELDS.items()
        },
    }


def _print_json(document: object) -> None:
    """Print one JSON document on standard output."""
    typer.echo(json.dumps(document, ensure_ascii=False, indent=2))


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> "Table":
    """Return a table as wide as the terminal allows, whose first column is never broken."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(columns):
        longest = 24 if column == "value" else None
        table.add_column(column, no_wrap=place == 0, overflow="fold", max_width=longest)
    for row in rows:
        table.add_row(*row)
    return table


def _section_rows(
    preset: Preset, section: int, origins: Sequence[Provenance]
) -> list[tuple[str, ...]]:
    """Return setting, value, unit, meaning and source mark of the settings of one section."""
    values = preset.rules.to_dict()
    rows: list[tuple[str, ...]] = []
    for field, spec in FIELDS.items():
        if spec.section == section:
            origin = preset.provenance[field]
            mark = _mark(origins.index(origin) + 1, origin)
            rows.append((field, as_toml(values[field]), spec.unit, spec.meaning, mark))
    return rows


def _mark(place: int, origin: Provenance) -> str:
    """Return the number of a source in the list of sources, with a star where it is assumed."""
    return f"{place}*" if origin.assumed else f"{place}"


def _print_stacked(console: "Console", rows: Iterable[Sequence[str]]) -> None:
    """Print settings one below the other, for terminals too narrow for the table."""
    from rich.padding import Padding

    for field, value, unit, meaning, mark in rows:
        console.print(f"{field} = {value} ({unit}) {mark}")
        console.print(Padding(meaning, (0, 0, 0, 4)))
