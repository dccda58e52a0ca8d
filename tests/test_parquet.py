"""The Parquet files: columns, types and metadata, as strangers read them."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import gostop.folder
from gostop import Rules, __version__
from gostop.columns import ENDED_BY
from gostop.kernels.stream import STREAM_VERSION
from gostop.simulation import simulate

WORDS = ["stop", "highest", "nagari", "chongtong", "five_brights", "triple_ppeok", "floor_four"]


def of_seats(players: int, *names: str) -> list[str]:
    return [f"{name}_{seat}" for name in names for seat in range(players)]


def default(players: int) -> dict[str, pa.DataType]:
    """The columns as they are promised."""
    return {
        "game": pa.int64(),
        "ended_by": pa.dictionary(pa.int8(), pa.string()),
        "winner": pa.int8(),
        "actor": pa.int8(),
        "turns": pa.uint8(),
        "points": pa.int16(),
        "goes": pa.uint8(),
        **dict.fromkeys(of_seats(players, "payment", "multiplier"), pa.int32()),
        **dict.fromkeys(of_seats(players, "factors"), pa.uint16()),
    }


def seats(players: int) -> dict[str, pa.DataType]:
    names = ("goes", "shakes", "bombs", "ppeoks", "jjoks", "ttadaks", "sweeps", "eats")
    counts = dict.fromkeys(of_seats(players, *names), pa.uint8())
    return {**default(players), **counts, "sets": pa.uint16()}


def full(players: int) -> dict[str, pa.DataType]:
    return {
        **seats(players),
        **dict.fromkeys(of_seats(players, "points"), pa.int16()),
        **dict.fromkeys(of_seats(players, "pi", "brights", "animals", "ribbons"), pa.uint8()),
        **dict.fromkeys(of_seats(players, "first_money"), pa.int32()),
        **dict.fromkeys(of_seats(players, "captured", "dealt"), pa.uint64()),
        "redeals": pa.uint16(),
        "floor": pa.uint64(),
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two files, 2,000 and 1,000 games."""
    path = tmp_path_factory.mktemp("parquet") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gostop.folder, "SHARD_GAMES", 2000)
        simulate(
            "arcade3", policy="greedy,random,random", games=3000, seed=7, rotate=True, out=path
        )
    return path


@pytest.mark.parametrize(
    ("detail", "columns"), [("default", default), ("seats", seats), ("full", full)]
)
@pytest.mark.parametrize(("rules", "players"), [("arcade2", 2), ("arcade3", 3)])
def test_schema(rules: str, players: int, detail: str, columns: Any, tmp_path: Path) -> None:
    simulate(rules, games=100, detail=detail, out=tmp_path / "run")
    schema = pq.read_schema(tmp_path / "run/games-000000.parquet")
    assert {field.name: field.type for field in schema} == columns(players)
    assert schema.names == list(columns(players))
    assert not any(field.nullable for field in schema)
    assert all(field.metadata[b"meaning"] for field in schema)


def test_metadata_explains_every_file(folder: Path) -> None:
    for shard, (first, games) in enumerate([(0, 2000), (2000, 1000)]):
        metadata = pq.read_schema(folder / f"games-00000{shard}.parquet").metadata
        said = json.loads(metadata[b"gostop"])
        assert said.pop("not_stored").keys() == {"seat_of_player", "deal"}
        assert said == {
            "plan": {
                "rules": Rules.preset("arcade3").to_dict(),
                "policies": [{"name": "greedy"}, {"name": "random"}, {"name": "random"}],
                "seed": 7,
                "rotate": True,
                "detail": "default",
                "stream_version": STREAM_VERSION,
                "schema_version": 1,
            },
            "first_game": first,
            "games": games,
            "software": f"gostop {__version__}",
        }


def test_metadata_says_nothing_of_the_machine(folder: Path) -> None:
    session = json.loads((folder / "sessions.json").read_text())["sessions"][0]
    whole = (folder / "games-000000.parquet").read_bytes()
    for text in (session["host"], session["started"], str(folder)):
        assert text.encode() not in whole


def test_pyarrow_reads_the_rows(folder: Path) -> None:
    table = pa.concat_tables(pq.read_table(path) for path in sorted(folder.glob("*.parquet")))
    assert table["game"].to_pylist() == list(range(3000))
    assert set(table["ended_by"].to_pylist()) <= set(WORDS)
    assert all(column.null_count == 0 for column in table.columns)
    sums = sum(table[f"payment_{seat}"].to_numpy() for seat in range(3))
    assert (sums == 0).all()


def test_pandas_reads_the_folder(folder: Path) -> None:
    paths = sorted(folder.glob("*.parquet"))
    frame = pd.concat([pd.read_parquet(path) for path in paths], ignore_index=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gostop.folder, "SHARD_GAMES", 2000)
        pd.testing.assert_frame_equal(gostop.Run.open(folder).frame(), frame)


def test_words_of_endings_are_those_promised() -> None:
    assert list(ENDED_BY) == WORDS


def test_statistics_let_readers_skip(folder: Path) -> None:
    group = pq.read_metadata(folder / "games-000001.parquet").row_group(0)
    game = group.column(0)
    assert game.path_in_schema == "game"
    assert (game.statistics.min, game.statistics.max) == (2000, 2999)
    assert "PLAIN" not in game.encodings


def test_a_game_costs_few_bytes(tmp_path: Path) -> None:
    simulate("arcade3", games=100_000, out=tmp_path / "run")
    assert (tmp_path / "run/games-000000.parquet").stat().st_size < 7 * 100_000
