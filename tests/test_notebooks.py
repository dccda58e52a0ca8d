"""Every notebook is run, in a kernel of its own, and says nothing that is not so."""

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import jupytext
import pytest
from nbclient import NotebookClient

CHECKOUT = Path(__file__).parent.parent
SOURCES = sorted((CHECKOUT / "analysis" / "notebooks").glob("*.py"))
GAMES = "3000"

notebooks = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)


def read(source: Path) -> Any:
    return jupytext.read(source, fmt="py:percent")


def prose(source: Path) -> str:
    return "\n".join(cell.source for cell in read(source).cells if cell.cell_type == "markdown")


def code(source: Path) -> str:
    return "\n".join(cell.source for cell in read(source).cells if cell.cell_type == "code")


def test_the_questions_are_all_there() -> None:
    assert [source.name[0] for source in SOURCES] == list("123456")


@notebooks
def test_it_runs(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOSTOP_GAMES", GAMES)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))  # nobody's own settings
    home = tmp_path / "home"
    home.mkdir()
    notebook = read(source)
    here = {"metadata": {"path": str(home)}}
    NotebookClient(notebook, kernel_name="python3", timeout=300, resources=here).execute()

    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    errors = [output.text for output in outputs if output.get("name") == "stderr"]
    assert errors == []
    shown = {kind for output in outputs for kind in output.get("data", {})}
    assert {"image/png", "text/html"} <= shown
    assert list(home.iterdir()) == []


@notebooks
def test_its_source_is_what_jupytext_writes(source: Path) -> None:
    text = source.read_text(encoding="utf-8")
    again = jupytext.writes(read(source), fmt="py:percent")

    def body(whole: str) -> str:
        return whole.split("# ---\n", 2)[2]

    assert body(again) == body(text)
    first, second = read(source), jupytext.reads(again, fmt="py:percent")
    assert [(one.cell_type, one.source) for one in first.cells] == [
        (one.cell_type, one.source) for one in second.cells
    ]


@notebooks
def test_one_cell_has_the_parameters(source: Path) -> None:
    cells = [one for one in read(source).cells if "parameters" in one.metadata.get("tags", [])]
    assert len(cells) == 1
    assert 'os.environ.get("GOSTOP_GAMES"' in cells[0].source


def names(source: Path) -> dict[str, str]:
    """What each name of the notebook is, of gostop: a dotted path."""
    found = {"gostop": "gostop"}
    for node in ast.walk(ast.parse(code(source))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "gostop":
            found |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    return found


def there(path: str) -> bool:
    """Whether a dotted path leads to something."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        try:
            one: Any = import_module(".".join(parts[:length]))
        except ImportError:
            continue
        for part in parts[length:]:
            if not hasattr(one, part):
                return False
            one = getattr(one, part)
        return True
    return False


@notebooks
def test_its_prose_names_what_exists(source: Path) -> None:
    known = names(source)
    for path in known.values():
        assert there(path), path
    terms = re.findall(r"`([a-z_]+(?:\.[a-z_]+)+)(?:\(.*?\))?`", prose(source))
    for term in terms:
        head, _, rest = term.partition(".")
        assert head in known, term
        assert there(f"{known[head]}.{rest}"), term
    defined = code(source)
    for term in re.findall(r"`([a-z]\w*)[^`]*`", prose(source)):
        assert re.search(rf"\b{term}\b", defined) or there(f"gostop.analysis.{term}"), term


def test_a_name_that_is_not_there_is_found() -> None:
    assert there("gostop.analysis.rates.wins")
    assert there("gostop.simulate")
    assert not there("gostop.analysis.rates.losses")
    assert not there("gostop.simulated")
