"""``gostop rules``: what is printed, as a table and as JSON, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gostop.cli.rules import app
from gostop.errors import InputError
from gostop.rule_files import load_preset, preset_names
from gostop.rules import FIELDS, SECTIONS, Rules


def run(*arguments: str, columns: int = 100) -> str:
    """Return what a command prints on standard output, and require that it succeeds."""
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": str(columns)})
    assert result.exit_code == 0, result.output
    return str(result.stdout)


def run_json(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json"))


def refuse(*arguments: str) -> str:
    """Return the sentence of the InputError that a command raises."""
    result = CliRunner().invoke(app, arguments)
    assert isinstance(result.exception, InputError)
    return str(result.exception)


def width(line: str) -> int:
    cells = pytest.importorskip("rich.cells")
    return int(cells.cell_len(line))


def test_list_names_every_preset() -> None:
    text = run("list")
    for name in preset_names():
        assert name in text
    assert run_json("list") == [
        {"name": p.name, "title": p.title, "source": p.source}
        for p in map(load_preset, preset_names())
    ]


@pytest.mark.parametrize("name", preset_names())
def test_show_json_is_complete(name: str) -> None:
    document = run_json("show", name)
    rules, preset = Rules.preset(name), load_preset(name)
    assert (document["name"], document["title"]) == (name, preset.title)
    assert list(document["fields"]) == list(FIELDS)
    for field, entry in document["fields"].items():
        assert entry == {
            "value": rules.to_dict()[field],
            "unit": FIELDS[field].unit,
            "meaning": FIELDS[field].meaning,
            "section": FIELDS[field].section,
            "source": preset.provenance[field].source,
            "assumed": preset.provenance[field].assumed,
        }


@pytest.mark.parametrize("columns", [40, 60, 80, 100, 160])
@pytest.mark.parametrize("name", ["맞고", "tongil-joker"])
def test_show_fits_the_terminal(name: str, columns: int) -> None:
    text = run("show", name, columns=columns)
    assert max(map(width, text.splitlines())) <= columns
    for field in FIELDS:
        assert field in text
    for section in SECTIONS:
        assert f"\n{section}. " in text


def test_show_prints_values_as_they_are() -> None:
    text = run("show", "tongil-joker", columns=200)
    assert "[2, 2, 2]" in text
    assert '["sweep", "eat",' in text
    assert "\x1b" not in text


def test_show_marks_what_is_assumed() -> None:
    lines = run("show", "arcade3").splitlines()
    row = next(line for line in lines if "floor_four" in line)
    assert row.rstrip().endswith("*")
    row = next(line for line in lines if "win_points" in line)
    assert not row.rstrip().endswith("*")


def test_show_takes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('base = "arcade3"\nwin_points = 5\n', encoding="utf-8")
    document = run_json("show", str(path))
    assert document["base"] == "arcade3"
    assert document["fields"]["win_points"]["value"] == 5
    assert "Base: arcade3" in run("show", str(path))


def test_check_prints_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('base = "arcade3"\nwin_points = 5\njokers = [2]\n', encoding="utf-8")
    text = run("check", str(path))
    assert text.startswith("ok: ")
    assert "win_points" in text
    assert "godori" not in text
    assert run_json("check", str(path)) == {
        "ok": True,
        "name": str(path),
        "base": "arcade3",
        "changes": {
            "jokers": {"base": [], "value": [2]},
            "win_points": {"base": 3, "value": 5},
        },
    }


def test_check_of_files_that_differ_in_nothing(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('base = "arcade3"\n', encoding="utf-8")
    assert "does not differ" in run("check", str(path))
    assert "has no base" in run("check", "arcade3")


def test_faults_reach_the_root_command(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('base = "arcade3"\nwin_points = 0\n', encoding="utf-8")
    for command in ("check", "show"):
        assert f"{path}: win_points is 0" in refuse(command, str(path))
    assert "did you mean arcade3?" in refuse("show", "arcad3")


def test_diff_shows_both_values_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('base = "arcade3"\nwin_points = 5\n', encoding="utf-8")
    text = run("diff", "arcade3", str(path))
    assert "win_points" in text
    assert "godori" not in text
    assert run_json("diff", "arcade3", str(path)) == {
        "a": "arcade3",
        "b": str(path),
        "differences": {"win_points": {"a": 3, "b": 5}},
    }
    assert "are the same rules" in run("diff", "arcade3", "고스톱")


def test_diff_agrees_with_both_shows() -> None:
    one, other = (run_json("show", name)["fields"] for name in ("tongil", "matgo-online"))
    differences = run_json("diff", "tongil", "matgo-online")["differences"]
    assert differences == {
        field: {"a": one[field]["value"], "b": other[field]["value"]}
        for field in one
        if one[field]["value"] != other[field]["value"]
    }
