"""What the README says is run: its Python, its options, its files."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
PYTHON = [code for language, code in BLOCKS if language == "python"]


@pytest.mark.parametrize("code", PYTHON, ids=range(len(PYTHON)))
def test_python_blocks_run(code: str, tmp_path: Path) -> None:
    small = code.replace("1_000_000", "2_000")
    done = subprocess.run(
        [sys.executable, "-c", small], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "print(" not in small or done.stdout.strip()


def test_the_first_block_is_all_the_set_up() -> None:
    assert BLOCKS[0][1].splitlines() == [
        "python -m pip install . && gostop simulate --rules arcade3 --games 1_000_000 --seed 7 "
        "--out runs/first",
        "python -m pip install '.[test]' && python -m pytest",
    ]


def test_every_option_named_exists() -> None:
    options = set(re.findall(r"`(--[a-z-]+)", TEXT.split("## Runs")[1].split("## Rules")[0]))
    shown = subprocess.run(
        [Path(sys.executable).parent / "gostop", "simulate", "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert {option for option in options if option not in shown} == set()


def test_every_file_named_exists() -> None:
    named = re.findall(r"`((?:sim|kernels|analysis|tests|benchmarks)/[\w./-]*)`", TEXT)
    assert named
    for name in named:
        assert (README.parent / name).exists(), name


def test_the_learner_learns(tmp_path: Path) -> None:
    code = next(code for code in PYTHON if "VectorGame(" in code)
    assert len([line for line in code.splitlines() if line.strip()]) <= 35
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    first, last = map(float, re.findall(r"-?\d+\.\d", done.stdout))
    assert last > first + 3
