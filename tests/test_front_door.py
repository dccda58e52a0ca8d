"""`import gostop` and `gostop --help`: quick, lazy, and from nowhere but the package."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import gostop

HEAVY = {"numba", "numpy", "pandas", "pyarrow", "rich", "scipy", "llvmlite", "matplotlib"}

ROOT = Path(__file__).parent.parent

COMMANDS = [
    *("", "simulate", "report", "bench", "warm", "rules", "rules list", "rules show"),
    *("replay", "settle", "score", "show", "play", "match", "compare", "go-stop"),
]


def python(code: str, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=cwd
    )


def heavy_after(code: str, *arguments: str) -> set[str]:
    """Heavy packages that are loaded when `code` has run."""
    told = "\nimport json, sys; print(json.dumps(list(sys.modules)), file=sys.stderr)"
    done = python(code + told, *arguments)
    assert done.returncode == 0, done.stderr
    return HEAVY & set(json.loads(done.stderr.splitlines()[-1]))


def test_importing_loads_nothing_heavy() -> None:
    assert heavy_after("import gostop; gostop.__version__; dir(gostop)") == set()
    assert heavy_after("import gostop; gostop.Rules.preset('arcade3')") == set()
    assert "numba" in heavy_after("import gostop; gostop.simulate")


HELP = """
import contextlib
from gostop.cli import main
with contextlib.suppress(SystemExit):
    main()
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_help_loads_nothing_heavy(name: str) -> None:
    for flag in ("--help", "-h"):
        assert heavy_after(HELP, *name.split(), flag) == set()


@cache
def least_seconds(*arguments: str) -> float:
    """How long this interpreter takes, at best."""
    return min(_seconds([sys.executable, *arguments]))


def _seconds(arguments: list[str]) -> Iterator[float]:
    for _ in range(3):
        begun = time.perf_counter()
        subprocess.run(arguments, check=True, capture_output=True)
        yield time.perf_counter() - begun


@pytest.mark.heavy  # a shared machine has slow minutes, in which this says nothing
@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_quick(name: str) -> None:
    code = "from gostop.cli import main; main()"
    whole = least_seconds("-c", code, *name.split(), "--help")
    # On a busy machine everything is slow; so what counts is the time above an empty program.
    assert whole - least_seconds("-c", "pass") < 0.25


def test_help_names_every_command() -> None:
    done = python(HELP, "--help")
    for name in {command.split()[0] for command in COMMANDS if command}:
        assert f"\n  {name} " in done.stdout


def test_version() -> None:
    assert python(HELP, "--version").stdout == f"gostop {gostop.__version__}\n"


@pytest.mark.parametrize("name", gostop.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(gostop, name) is not None
    assert name in dir(gostop)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="module 'gostop' has no attribute 'simulat'"):
        _ = gostop.simulat


def test_star_import() -> None:
    names: dict[str, object] = {}
    exec("from gostop import *", names)
    assert set(gostop.__all__) <= names.keys()


@pytest.mark.parametrize("room", ["sim", "kernels", "sim.folder", "kernels.block"])
def test_a_room_of_the_checkout_is_no_package(room: str) -> None:
    done = python(f"import {room}", cwd=ROOT)
    assert done.returncode == 1
    said = f"ImportError: '{room.split('.')[0]}' is a folder of the gostop checkout, not a package"
    assert done.stderr.splitlines()[-1].startswith(said)
