"""A run: the games of a plan, in memory or in a folder."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gostop.columns import ENDED_BY, result_columns
from gostop.engine import Columns
from gostop.errors import InputError
from gostop.folder import ROW_GROUP_GAMES, RunFolder, shard_count, shard_range
from gostop.plan import Plan
from gostop.summary import Summary

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Run:
    """Games that were played.

    Attributes
    ----------
    plan : Plan
    games : int
        How many there are, numbered from 0.
    folder : Path or None
        Where they lie; None for a run in memory.
    """

    plan: Plan
    games: int
    folder: Path | None
    _summary: Summary = field(repr=False)
    _columns: Columns | None = field(default=None, repr=False)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "Run":
        """The run that lies in a folder.

        Raises
        ------
        InputError
            If there is none, or it was broken off before its first games were complete.
        """
        folder = RunFolder(path)
        plan = folder.read_plan()
        found = {shard: folder.read_summary(shard) for shard in folder.shards()}
        if not found:
            raise InputError(
                f"run '{path}' has no complete games yet: repeat the simulate command that began it"
            )
        total = sum(found.values(), Summary())
        whole = {s: shard_range(s, total.games)[1] for s in range(shard_count(total.games))}
        if {shard: summary.games for shard, summary in found.items()} != whole:
            raise InputError(
                f"run '{path}' lacks games in the middle: repeat the simulate command that began it"
            )
        return cls(plan, total.games, folder.path, total)

    def summary(self) -> Summary:
        """Counts and histograms of all games."""
        return Summary(self._summary.record.copy())

    def frame(self, columns: Iterable[str] | None = None) -> "pd.DataFrame":
        """One row a game, as pandas.

        Parameters
        ----------
        columns : iterable of str, optional
            Only these result columns. Default: all that the run's detail keeps.

        Returns
        -------
        pandas.DataFrame
            `ended_by` is categorical, all else as narrow as it can be: widen before arithmetic.

        Raises
        ------
        InputError
            If the run kept only its summary, or not a column that is asked for.
        """
        wanted = self._wanted(columns)
        if self._columns is not None:
            return _frame({name: self._columns[name] for name in wanted})
        return self._read(wanted)

    def blocks(self, columns: Iterable[str]) -> Iterator[tuple[int, Columns]]:
        """The rows in blocks of at most 250,000 games, so that any run can be gone through.

        Parameters
        ----------
        columns : iterable of str
            Result columns, at least one.

        Yields
        ------
        first : int
            Number of the block's first game; blocks follow each other without a gap.
        columns : dict of str to numpy array
            As narrow as they are stored: widen before arithmetic. `ended_by` is a place in
            ``columns.ENDED_BY``, from 0. Not to be written to.

        Raises
        ------
        InputError
            If the run kept only its summary, or not a column that is asked for.
        """
        wanted = self._wanted(columns)
        return self._blocks_held(wanted) if self._columns is not None else self._blocks_read(wanted)

    def _blocks_held(self, columns: list[str]) -> Iterator[tuple[int, Columns]]:
        held = self._columns or {}
        for first in range(0, self.games, ROW_GROUP_GAMES):
            part = {name: held[name][first : first + ROW_GROUP_GAMES] for name in columns}
            if "ended_by" in part:
                part["ended_by"] = part["ended_by"].astype(np.int8) - 1
            yield first, part

    def _blocks_read(self, columns: list[str]) -> Iterator[tuple[int, Columns]]:
        from gostop import arrow

        folder, first = RunFolder(self.folder or "."), 0
        for shard in range(shard_count(self.games)):
            games = shard_range(shard, self.games)[1]
            for part in arrow.read_groups(folder.rows_path(shard), games, columns):
                yield first, arrow.plain_columns(part)
                first += part.num_rows

    def _wanted(self, columns: Iterable[str] | None) -> list[str]:
        known = [one.name for one in result_columns(self.plan.detail, self.plan.rules.players)]
        if not known:
            raise InputError("this run kept only its summary: simulate again with other detail")
        wanted = known if columns is None else _names(columns)
        for name in wanted:
            if name not in known:
                raise InputError(
                    f"column '{name}' is not in a run of detail '{self.plan.detail}': "
                    f"it has {', '.join(known)}"
                )
        return wanted

    def _read(self, columns: list[str]) -> "pd.DataFrame":
        import pyarrow as pa

        from gostop import arrow

        folder = RunFolder(self.folder or ".")
        tables = [
            arrow.read(folder.rows_path(shard), shard_range(shard, self.games)[1], columns)
            for shard in range(shard_count(self.games))
        ]
        joined = pa.concat_tables([one.replace_schema_metadata(None) for one in tables])
        return joined.unify_dictionaries().to_pandas(split_blocks=True, self_destruct=True)


def _names(columns: Iterable[str]) -> list[str]:
    return [columns] if isinstance(columns, str) else list(columns)


def _frame(columns: Columns) -> "pd.DataFrame":
    import pandas as pd

    words = pd.CategoricalDtype(list(ENDED_BY))
    made = {
        name: pd.Categorical.from_codes(values.astype(np.int8) - 1, dtype=words)
        if name == "ended_by"
        else values
        for name, values in columns.items()
    }
    return pd.DataFrame(made)
