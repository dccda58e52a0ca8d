"""Wheel, source distribution and editable install, made and used for real."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pytest

CHECKOUT = Path(__file__).parent.parent
MODULES = {
    "gostop/__init__.py": "sim/__init__.py",
    "gostop/cli/__init__.py": "sim/cli/__init__.py",
    "gostop/presets/arcade3.toml": "sim/presets/arcade3.toml",
    "gostop/RULES.md": "sim/RULES.md",
    "gostop/py.typed": "sim/py.typed",
    "gostop/kernels/turn.py": "kernels/turn.py",
    "gostop/analysis/report.py": "analysis/report.py",
}
USE = """
import gostop
run = gostop.simulate("arcade3", games=500, seed=7)
assert run.frame().shape == (500, 16)
print(gostop.__file__)
"""


def run(*command: str | Path, cwd: Path | None = None, **environment: str) -> str:
    """Standard output of a command that has to succeed."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what git tracks, so that nothing is left behind in the checkout."""
    copy = tmp_path_factory.mktemp("checkout")
    listed = run("git", "ls-files", "-z", cwd=CHECKOUT).split("\0")
    for name in filter(None, listed):
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (CHECKOUT / name).is_file():
            target.write_bytes((CHECKOUT / name).read_bytes())
    return copy


@pytest.fixture(scope="module")
def made(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and the wheel made from it."""
    folder = tmp_path_factory.mktemp("made")
    run(sys.executable, "-m", "build", "--outdir", folder, checkout)
    return folder


def fresh_environment(folder: Path) -> Path:
    """A virtual environment that borrows all that is installed here but gostop; its interpreter."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    borrowed = folder / "borrowed"
    borrowed.mkdir()
    for entry in Path(np.__file__).parent.parent.iterdir():
        if "gostop" not in entry.name:
            (borrowed / entry.name).symlink_to(entry)
    site = next((folder / "lib").glob("python*/site-packages"))
    (site / "borrowed.pth").write_text(f"{borrowed}\n")
    return folder / "bin" / "python"


def install(python: Path, *what: str | Path) -> None:
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--quiet", *what)


def test_the_wheel_holds_the_package_and_nothing_else(made: Path) -> None:
    names = zipfile.ZipFile(next(made.glob("*.whl"))).namelist()
    assert set(MODULES) <= set(names)
    assert {name.split("/")[0] for name in names} == {"gostop", "gostop-0.1.0.dist-info"}
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any("notebooks" in name for name in names)


def test_the_source_distribution_holds_the_rooms(made: Path) -> None:
    with tarfile.open(next(made.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert (
        set(MODULES.values())
        | {"LICENSE", "README.md", "CHANGELOG.md", "tests/oracle/turn.py"}
        | {"analysis/notebooks/1_first_steps.py"}
    ) <= names


def test_the_wheel_works(made: Path, tmp_path: Path) -> None:
    python = fresh_environment(tmp_path / "venv")
    install(python, next(made.glob("*.whl")))
    home = run(python, "-c", USE, cwd=tmp_path).strip()
    assert Path(home).is_relative_to(tmp_path / "venv")
    assert "gostop 0.1.0" in run(tmp_path / "venv" / "bin" / "gostop", "--version", cwd=tmp_path)


def test_an_editable_install_works(checkout: Path, tmp_path: Path) -> None:
    python = fresh_environment(tmp_path / "venv")
    install(python, "--editable", checkout)
    home = run(python, "-c", USE, cwd=tmp_path).strip()
    assert Path(home) == checkout / "sim" / "__init__.py"


@pytest.mark.parametrize("room", ["sim", "kernels", "analysis"])
def test_a_room_is_no_package_of_its_own(room: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import {room}"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f"'{room}' is a folder of the gostop checkout, not a package" in done.stderr
