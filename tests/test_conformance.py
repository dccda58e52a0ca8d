"""The conformance cases of `tests/cases` on the engine: one small position a file, one rule each.

`test_oracle_records.py` runs the same files on the oracle.
"""

import tomllib
from pathlib import Path

import pytest

from gostop.points import score
from gostop.records.reading import example_names, read_record
from gostop.records.replaying import play_record
from gostop.records.settling import settle_record

CASES = sorted((Path(__file__).parent / "cases").glob("*.toml"))


def test_there_are_enough() -> None:
    assert len(CASES) >= 60


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert all(data[key] for key in ("title", "section", "asked"))
    if "cards" in data:
        check_score(data)
        return
    record = read_record(path)
    assert record.expectations or record.result
    if record.winner is not None:
        assert settle_record(record).difference is None
        return
    assert play_record(record).difference is None


def check_score(data: dict[str, object]) -> None:
    counted = score(str(data["cards"]), str(data["rules"])).to_dict()
    wanted = data["score"]
    assert isinstance(wanted, dict)
    parts = wanted.pop("parts", {})
    assert wanted
    assert {key: counted[key] for key in wanted} == wanted
    assert {part: counted["parts"][part] for part in parts} == parts


@pytest.mark.parametrize("name", example_names())
def test_shipped_examples_hold(name: str) -> None:
    done = play_record(read_record(name))
    assert done.difference is None
    assert done.result is not None


def test_the_golden_game() -> None:
    done = play_record(read_record("tan"))
    assert len(done.record.expectations) == len(done.turns) == 19
    assert done.result is not None
    assert (done.result.points, done.result.goes) == (42, 5)
    assert done.result.payments == (752, -376, -376)
    assert done.result.multipliers == (4, 8, 8)
