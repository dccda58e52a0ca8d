"""Result columns as Arrow tables and Parquet files."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from gostop import __version__
from gostop.columns import ENDED_BY, Column, result_columns
from gostop.engine import Columns
from gostop.folder import ROW_GROUP_GAMES, damaged
from gostop.plan import Plan

METADATA_KEY = b"gostop"


def _field(column: Column) -> "pa.Field[Any]":
    if column.name == "ended_by":
        kind: pa.DataType = pa.dictionary(pa.int8(), pa.string())
    else:
        kind = pa.from_numpy_dtype(column.dtype)
    return pa.field(column.name, kind, nullable=False, metadata={"meaning": column.meaning})


def explanation(plan: Plan, first: int, games: int) -> dict[str, Any]:
    """What the metadata of a file says: all that its plan determines, and how to use it."""
    return {
        "plan": plan.to_dict(),
        "first_game": first,
        "games": games,
        "software": f"gostop {__version__}",
        "not_stored": {
            "seat_of_player": "(player + game) % players with rotate, else player",
            "deal": "game and seed give it: gostop show --rules R --seed S --game N",
        },
    }


def schema(plan: Plan, first: int, games: int) -> "pa.Schema":
    """Arrow schema of a file with `games` games from `first` on."""
    columns = result_columns(plan.detail, plan.rules.players)
    text = json.dumps(explanation(plan, first, games), ensure_ascii=False)
    return pa.schema([_field(column) for column in columns], {METADATA_KEY: text.encode()})


def table(plan: Plan, first: int, columns: Columns) -> "pa.Table":
    """Columns of consecutive games, the first of them number `first`, as an Arrow table."""
    games = len(columns["game"])
    arrays: list[Any] = []
    for name, values in columns.items():
        if name == "ended_by":
            places: Any = pa.array(values.astype(np.int8) - 1)
            arrays.append(pa.DictionaryArray.from_arrays(places, pa.array(ENDED_BY)))
        else:
            arrays.append(pa.array(values))
    return pa.Table.from_arrays(arrays, schema=schema(plan, first, games))


def write(result: "pa.Table", path: Path) -> None:
    """Write a table to `path`, small and fast to read.

    All columns but the running `game` have few values: dictionaries, then zstd. Measured for
    arcade3 and random play: 5.1 bytes and 250 ns a game; without compression 8.7 and 200.
    """
    names: Any = [
        field.name for field in result.schema if field.type not in (pa.int64(), pa.uint64())
    ]
    pq.write_table(
        result,
        path,
        compression="zstd",
        use_dictionary=names,
        column_encoding={"game": "DELTA_BINARY_PACKED"},
        row_group_size=ROW_GROUP_GAMES,
    )


def check(path: Path, games: int) -> None:
    """Read back the footer of a file just written.

    Raises
    ------
    OSError
        If it cannot be read, or does not hold `games` rows.
    """
    try:
        rows = pq.read_metadata(path).num_rows
    except pa.ArrowException as error:
        raise OSError(str(error)) from None
    if rows != games:
        raise OSError(f"{rows:,} rows are there and not {games:,}")


def read(path: Path, games: int, columns: list[str]) -> "pa.Table":
    """Read some columns of the first `games` games of a file.

    Raises
    ------
    InputError
        If it is damaged, or holds less.
    """
    try:
        result = pq.read_table(path, columns=columns, partitioning=None)
    except (OSError, pa.ArrowException) as error:
        raise damaged(path, str(error).splitlines()[0]) from None
    if result.num_rows < games:
        raise damaged(path, f"it has {result.num_rows:,} games and not {games:,}")
    return result.slice(0, games)


def read_groups(path: Path, games: int, columns: list[str]) -> "Iterator[pa.Table]":
    """Read some columns of the first `games` games of a file, a row group at a time.

    Raises
    ------
    InputError
        If it is damaged, or holds less.
    """
    left = games
    try:
        with pq.ParquetFile(path) as file:
            if file.metadata.num_rows < games:
                raise damaged(path, f"it has {file.metadata.num_rows:,} games and not {games:,}")
            for group in range(file.num_row_groups):
                part = file.read_row_group(group, columns).slice(0, left)
                left -= part.num_rows
                if part.num_rows:
                    yield part
    except (OSError, pa.ArrowException) as error:
        raise damaged(path, str(error).splitlines()[0]) from None


def plain_columns(part: "pa.Table") -> Columns:
    """A table's columns as arrays; `ended_by` as places in `ENDED_BY`, from 0."""
    return {name: _plain_column(part[name].combine_chunks()) for name in part.column_names}


def _plain_column(column: Any) -> Any:
    if isinstance(column, pa.ChunkedArray):  # older Arrow gives one back where there is one chunk
        column = pa.concat_arrays(column.chunks)
    if not isinstance(column, pa.DictionaryArray):
        return column.to_numpy(zero_copy_only=True)
    words = tuple(column.dictionary.to_pylist())
    places = column.indices.to_numpy(zero_copy_only=True)
    if words == ENDED_BY:
        return places
    return np.array([ENDED_BY.index(word) for word in words], np.int8)[places]
