"""Rates of trials that come in clusters: the seats of one game, the games of one deal.

A *measure* tells of a block of games how often something happened in each, and in how many trials.
The trials of a game are one cluster; where runs were played on the same deals (runs of one seed,
such as the same players sitting differently), all that was played on a deal is one cluster.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from gostop.analysis.intervals import CONFIDENCE, clustered
from gostop.analysis.sources import Source, Sources
from gostop.analysis.where import Block

Group = tuple[int | str, ...]
Measure = Callable[[Source, Block], Mapping[Group, tuple[Any, Any]]]
"""Of a run and a block of its games: by group, the hits and the trials of each game."""


class Ratio:
    """Sums of a rate over clusters, exact.

    Attributes
    ----------
    hits, trials, clusters : int
    """

    def __init__(self) -> None:
        self.hits = self.trials = self.clusters = 0
        self._hits_square = self._trials_square = self._cross = 0

    def add(self, hits: Any, trials: Any) -> None:
        """Add clusters: how often it happened in each, in how many trials."""
        hit, tried = np.broadcast_arrays(np.asarray(hits, np.int64), np.asarray(trials, np.int64))
        self.add_sums(
            int(hit.sum()),
            int(tried.sum()),
            int((hit * hit).sum()),
            int((tried * tried).sum()),
            int((hit * tried).sum()),
            int(np.count_nonzero(tried)),
        )

    def add_sums(
        self,
        hits: int,
        trials: int,
        hits_square: int,
        trials_square: int,
        cross: int,
        clusters: int,
    ) -> None:
        """Add clusters of which the sums are known."""
        self.hits += hits
        self.trials += trials
        self._hits_square += hits_square
        self._trials_square += trials_square
        self._cross += cross
        self.clusters += clusters

    def add_whole(self, hits: int, clusters: int, size: int = 1) -> None:
        """Add clusters of `size` trials, of which at most one can hit."""
        trials = clusters * size
        self.add_sums(hits, trials, hits, trials * size, hits * size, clusters if size else 0)

    def row(self, confidence: float = CONFIDENCE) -> dict[str, Any]:
        """The columns of a table of rates."""
        rate, low, high = clustered(
            self.hits,
            self.trials,
            self._hits_square,
            self._trials_square,
            self._cross,
            self.clusters,
            confidence,
        )
        shown = float("nan") if rate is None else rate
        return {"count": self.hits, "n": self.trials, "rate": shown, "low": low, "high": high}


def measured(sources: Sources, columns: Sequence[str], measure: Measure) -> dict[Group, Ratio]:
    """Sum a measure over all games, by group."""
    found: dict[Group, Ratio] = defaultdict(Ratio)
    by_seed: dict[int, list[Source]] = defaultdict(list)
    for source in sources.all:
        by_seed[source.run.plan.seed].append(source)
    for together in by_seed.values():
        for blocks in _side_by_side(sources, together, columns):
            told = [measure(source, block) for source, block in blocks]
            for group in dict.fromkeys(key for one in told for key in one):
                parts = [one[group] for one in told if group in one]
                found[group].add(_sum(hits for hits, _ in parts), _sum(t for _, t in parts))
    return dict(found)


def _side_by_side(
    sources: Sources, together: list[Source], columns: Sequence[str]
) -> Iterator[list[tuple[Source, Block]]]:
    """Blocks of the same games of several runs; shorter runs drop out at their end."""
    cursors = [_Cursor(source, sources.blocks_of(source, columns)) for source in together]
    while alive := [one for one in cursors if one.left]:
        rows = min(one.left for one in alive)
        yield [(one.source, one.take(rows)) for one in alive]


class _Cursor:
    """A place in a run's blocks.

    Attributes
    ----------
    source : Source
    left : int
        Rows of the block that were not taken yet; 0 at the run's end.
    """

    def __init__(self, source: Source, blocks: Iterator[tuple[int, Block]]) -> None:
        self.source = source
        self._blocks = blocks
        self._next_block()

    def _next_block(self) -> None:
        _, self._block = next(self._blocks, (0, {}))
        self.left = len(next(iter(self._block.values()), ()))

    def take(self, rows: int) -> Block:
        """The next rows, at most as many as are left."""
        taken = {name: values[:rows] for name, values in self._block.items()}
        self._block = {name: values[rows:] for name, values in self._block.items()}
        self.left -= rows
        if not self.left:
            self._next_block()
        return taken


def _sum(parts: Iterator[Any]) -> Any:
    total: Any = 0
    for part in parts:
        total = total + part
    return total
