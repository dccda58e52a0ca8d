"""Which runs an analysis is about, and whether they may be taken together.

A run is a `Run` or the folder of one. Several are given as a list, or as a dict that names them.
Runs whose plans differ in nothing but the seed, and in how much was kept of each game, are more
games of the same thing and are taken together. All else that differs would be mixed up, so it has
to be asked for with ``mix=True``. The same games twice are always refused: they would count twice.
"""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gostop.analysis.where import Block
from gostop.columns import ENDED_BY, result_columns
from gostop.errors import InputError
from gostop.plan import Plan
from gostop.rule_files import describe as describe_rules
from gostop.run import Run

if TYPE_CHECKING:
    import pandas as pd

RunLike = Run | str | os.PathLike[str]
Runs = RunLike | Sequence[RunLike] | Mapping[str, RunLike]
"""One run, several, or several by name."""


@dataclass(frozen=True)
class Source:
    """A run with the name it goes by, and what follows from its plan.

    Attributes
    ----------
    name : str
    run : Run
    policies : tuple of str
        What each player is called: by its name, and where functions of different source bear the
        same name, by the source too.
    """

    name: str
    run: Run
    policies: tuple[str, ...]

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.run.plan.rules.players

    @property
    def rotations(self) -> int:
        """How many ways of sitting the games go through: 1 without `--rotate`."""
        return self.players if self.run.plan.rotate else 1

    def player_at(self, rotation: int, seat: int) -> int:
        """The player that sits at `seat`."""
        return (seat - rotation) % self.players

    def stored(self) -> list[str]:
        """Result columns that the run keeps."""
        plan = self.run.plan
        return [one.name for one in result_columns(plan.detail, plan.rules.players)]

    def added(self) -> list[str]:
        """Block that follow from the plan and the number of the game."""
        seats = range(self.players)
        return [
            "rotation",
            *(f"player_{seat}" for seat in seats),
            *(f"policy_{seat}" for seat in seats),
        ]


class Sources:
    """Runs that are analysed together.

    Attributes
    ----------
    all : list of Source
    words : dict of str to list of str
        Of each column that holds words, those words; the column itself holds places in them.
    """

    def __init__(self, sources: list[Source]) -> None:
        self.all = sources
        labels = list(dict.fromkeys(label for one in sources for label in one.policies))
        most = max(one.players for one in sources)
        self.words: dict[str, list[str]] = {
            "ended_by": list(ENDED_BY),
            "run": [one.name for one in sources],
            **{f"policy_{seat}": labels for seat in range(most)},
        }

    @property
    def games(self) -> int:
        """Games of all runs."""
        return sum(one.run.games for one in self.all)

    @property
    def share_deals(self) -> bool:
        """Whether some of the runs were played on the same deals."""
        return len({one.run.plan.seed for one in self.all}) < len(self.all)

    def columns(self) -> list[str]:
        """What all of the runs have: stored columns, added ones, and `run` where they are several.

        Raises
        ------
        InputError
            If a run kept only its summary.
        """
        for one in self.all:
            if not one.stored():
                raise InputError(
                    f"run '{one.name}' kept only its summary: simulate again with other detail"
                )
        first = [*self.all[0].stored(), *self.all[0].added()]
        others = [{*one.stored(), *one.added()} for one in self.all[1:]]
        common = [name for name in first if all(name in other for other in others)]
        return common + (["run"] if len(self.all) > 1 else [])

    def blocks(self, names: Sequence[str]) -> Iterator[Block]:
        """Block of all games, narrow as they are, in blocks of at most 250,000 games."""
        for source in self.all:
            for _, block in self.blocks_of(source, names):
                yield block

    def blocks_of(self, source: Source, names: Sequence[str]) -> Iterator[tuple[int, Block]]:
        """Block of one run, each block with the number of its first game.

        Raises
        ------
        InputError
            If the run lacks a column.
        """
        known = {*source.added(), "run"}
        added = [name for name in names if name in known]
        stored = [name for name in names if name not in known] or ["winner"]
        for first, block in source.run.blocks(stored):
            if added:
                games = np.arange(first, first + len(block[stored[0]]))
                rotation = (games % source.rotations).astype(np.int8)
                block |= {name: self._added(source, name, rotation) for name in added}
            yield first, {name: block[name] for name in names}

    def _added(self, source: Source, name: str, rotation: Any) -> Any:
        if name == "run":
            return np.full(len(rotation), self.all.index(source), np.int16)
        if name == "rotation":
            return rotation
        kind, seat = name.split("_")
        players = [source.player_at(one, int(seat)) for one in range(source.rotations)]
        if kind == "player":
            return np.array(players, np.int8)[rotation]
        places = [self.words[name].index(source.policies[player]) for player in players]
        return np.array(places, np.int16 if len(self.words[name]) > 127 else np.int8)[rotation]


def open_runs(runs: Runs, mix: bool = False) -> Sources:
    """Open runs to be analysed together.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
    mix : bool
        Whether runs of different plans may be taken together.

    Raises
    ------
    InputError
        If there is none, two hold the same games, or their plans differ and `mix` is false.
    """
    named = _named(runs)
    if not named:
        raise InputError("no run was given: give a run, the folder of one, or several of them")
    for one, other in combinations(named, 2):
        _check_together(one, other, mix)
    labels = _labels([run.plan for _, run in named])
    return Sources([Source(name, run, own) for (name, run), own in zip(named, labels, strict=True)])


def independent(runs: Runs, mix: bool = False) -> Sources:
    """Open runs whose games are to be counted as independent of each other.

    Raises
    ------
    InputError
        As `open_runs`, and if they share deals.
    """
    sources = open_runs(runs, mix)
    if sources.share_deals:
        raise InputError(
            "some of these runs were played on the same deals (they have one seed), so their games "
            "do not tell as much as that many: give one of them at a time"
        )
    return sources


def provenance(runs: Runs) -> "pd.DataFrame":
    """Where runs come from: one row a run, whatever their plans.

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name

    Returns
    -------
    pandas.DataFrame
        Indexed by the run's name: `games`, `rules` (the preset, and what differs from it),
        `policies`, `seed`, `rotate`, `detail`, `stream_version`, `schema_version`, `folder`
        (missing in memory), `plan` (all of it, as a dict).

    Examples
    --------
    >>> import gostop
    >>> runs = [gostop.simulate("arcade2", games=100, seed=seed) for seed in (1, 2)]
    >>> provenance(runs)[["games", "seed", "policies"]]
           games  seed       policies
    run
    run 0    100     1  random,random
    run 1    100     2  random,random
    """
    import pandas as pd

    told = [{"run": name, **describe(run)} for name, run in _named(runs)]
    return pd.DataFrame(told).set_index("run")


def describe(run: Run) -> dict[str, Any]:
    """What a run is, in plain types."""
    plan = run.plan.to_dict()
    return {
        "games": run.games,
        "rules": describe_rules(run.plan.rules),
        "policies": ",".join(policy.name for policy in run.plan.policies),
        **{
            key: plan[key]
            for key in ("seed", "rotate", "detail", "stream_version", "schema_version")
        },
        "folder": None if run.folder is None else str(run.folder),
        "plan": plan,
    }


def _named(runs: Runs) -> list[tuple[str, Run]]:
    """Every run with a name that no other has."""
    if isinstance(runs, Mapping):
        return [(str(name), _open(run)) for name, run in runs.items()]
    alone = isinstance(runs, (Run, str, os.PathLike))
    given = [cast(RunLike, runs)] if alone else list(cast(Sequence[RunLike], runs))
    opened = [_open(run) for run in given]
    names = [
        f"run {place}" if run.folder is None else (run.folder.name or str(run.folder))
        for place, run in enumerate(opened)
    ]
    often = Counter(names)
    return [
        (name if often[name] == 1 else f"{name} ({place})", run)
        for place, (name, run) in enumerate(zip(names, opened, strict=True))
    ]


def _open(run: RunLike) -> Run:
    return run if isinstance(run, Run) else Run.open(run)


def _check_together(one: tuple[str, Run], other: tuple[str, Run], mix: bool) -> None:
    (name, first), (other_name, second) = one, other
    seed, detail = first.plan.seed, first.plan.detail
    differences = replace(first.plan, seed=0).differences(
        replace(second.plan, seed=0, detail=detail)
    )
    if not differences and seed == second.plan.seed:
        raise InputError(
            f"runs '{name}' and '{other_name}' hold the same games, which would count twice: "
            "give one of them"
        )
    if differences and not mix:
        raise InputError(
            f"runs '{other_name}' (there) and '{name}' (here) are of different plans "
            f"({'; '.join(differences)}): ask for mix=True to take them together"
        )


def _labels(plans: Sequence[Plan]) -> list[tuple[str, ...]]:
    """What each plan's players are called, so that different ones are called differently."""
    sources: dict[str, set[str | None]] = {}
    for plan in plans:
        for policy in plan.policies:
            sources.setdefault(policy.name, set()).add(policy.source)
    return [
        tuple(
            policy.name
            if len(sources[policy.name]) == 1
            else f"{policy.name} ({(policy.source or 'built in')[:8]})"
            for policy in plan.policies
        )
        for plan in plans
    ]
