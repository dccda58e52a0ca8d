"""When go pays: `gostop.analysis.go_stop` plays go-or-stop choices both ways on the same cards.

Choices that were recorded are confounded by the player who made them: one that always stops never
shows a go, and one that goes with good cards only makes go look good. Here every choice is played
to the end twice, by the same players, with the same hidden cards and the same random streams, once
after stop and once after go. The difference of what the chooser is paid is what go is worth there,
for these players: after the choice they play, go and stop by their own lights again.

Choices of one game share its cards, so all intervals are taken between games.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from gostop.analysis.branching import Rows, play_choices
from gostop.analysis.intervals import CONFIDENCE, z_value
from gostop.checks import check_whole
from gostop.columns import ENDED_BY
from gostop.errors import InputError
from gostop.policies import PolicyLike
from gostop.rules import SUIT_CARDS, Rules, as_toml
from gostop.simulation import Progress, make_plan

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FEATURES", "GoStop", "go_stop", "group_label", "pays"]

MAX_GAMES = 10**7

FEATURES = ("points", "goes", "turn", "stock_left", "best_opponent_points", "opponent_goes", "seat")
"""What a choice can be told by, see `GoStop`."""

ALONG = ("go", "policy")

FEWEST = 30
"""Games below which payments are too few, and too ragged, for an interval."""

Words = npt.NDArray[np.int64]


@dataclass(frozen=True)
class GoStop:
    """Go-or-stop choices, each played both ways.

    Attributes
    ----------
    rules : Rules
    policies : tuple of str
        Who sits at each seat.
    seed, games : int
        Games that were played; not every game has a choice.
    along : str
        "go": after a choice the game went on with go, whoever made it, so that later choices
        are met too; "policy": with the policy's own answer, as in a run.
    """

    rules: Rules
    policies: tuple[str, ...]
    seed: int
    games: int
    along: str
    _rows: Rows = field(repr=False, compare=False)

    @property
    def choices(self) -> int:
        """How many choices there are."""
        return len(self._rows)

    def frame(self) -> "pd.DataFrame":
        """A row a choice.

        Returns
        -------
        pandas.DataFrame
            `game`, `seat`, `turn` (turns played, this one too), `points` (of the chooser, goes not
            among them), `goes` (called before), `best_opponent_points`, `opponent_goes` (most that
            an opponent has called), `stock_left` (cards), `choice` (what the policy would do),
            `stop_payment` and `go_payment` (to the chooser), `difference` (go minus stop), and
            `go_winner` and `go_ended_by`, how the game ends after go.
        """
        import pandas as pd

        words = pd.CategoricalDtype(list(ENDED_BY))
        rows = self._rows
        return pd.DataFrame(
            {
                **{name: rows[name] for name in ("game", "seat", *FEATURES[:-1])},
                "choice": pd.Categorical.from_codes(
                    rows["choice"].astype(np.int8), dtype=pd.CategoricalDtype(["stop", "go"])
                ),
                "stop_payment": rows["stop_payment"],
                "go_payment": rows["go_payment"],
                "difference": _worth(rows),
                "go_winner": rows["go_winner"],
                "go_ended_by": pd.Categorical.from_codes(
                    rows["go_ended_by"].astype(np.int8) - 1, dtype=words
                ),
            }
        )

    def table(self, *by: str, bins: Mapping[str, Sequence[int]] | None = None) -> "pd.DataFrame":
        """What go is worth, by one or several of `FEATURES`.

        Parameters
        ----------
        *by : str
            Features; none gives one row for all choices.
        bins : mapping of str to sequence of int, optional
            For a feature: the least value of each group, rising; the last one is open. Default:
            every value is a group of its own.

        Returns
        -------
        pandas.DataFrame
            Indexed by the features (a group by its least value). `choices` and `games` they come
            from; mean payments of the chooser after `stop` and `go`; `difference`, go minus stop,
            with its 95 % interval `low` to `high`, missing where fewer than 30 games tell;
            `go_wins`, how often the chooser wins after go.

        Raises
        ------
        InputError
            If there is no such feature.
        """
        import pandas as pd

        for name in (*by, *(bins or {})):
            _feature(name)
        keys = [self._grouped(name, (bins or {}).get(name)) for name in by]
        groups, place = _numbered(keys, self.choices)
        told = _Cells(self._rows, place, len(groups)).columns()
        index = (
            pd.MultiIndex.from_arrays(list(groups.T), names=by)
            if len(by) > 1
            else pd.Index(groups[:, 0] if by else ["all"] * len(groups), name=by[0] if by else None)
        )
        return pd.DataFrame(told, index=index)

    def where(self, **only: int | Sequence[int]) -> "GoStop":
        """The choices alone at which features have certain values: ``where(goes=0, seat=(0, 1))``.

        A table by one feature takes all others as they come; this holds some of them fixed.

        Raises
        ------
        InputError
            If there is no such feature.
        """
        kept = np.ones(self.choices, np.bool_)
        for name, values in only.items():
            kept &= np.isin(self._rows[_feature(name)], values)
        return replace(self, _rows=self._rows[kept])

    def usual_bins(self, name: str) -> list[int]:
        """Least values of groups of a feature that a person can take in, the last one open."""
        if name == "points":
            return list(range(self.rules.win_points, self.rules.win_points + 8))
        if name in ("turn", "stock_left"):
            return list(range(0, SUIT_CARDS, 3))
        return list(range(8 if name == "best_opponent_points" else 5))

    def to_dict(self) -> dict[str, Any]:
        """What `gostop go-stop --json` prints: the tables by each feature."""
        tables = {name: _plain(self.table(name), name) for name in FEATURES}
        return {
            "rules": self.rules.to_dict(),
            "policies": list(self.policies),
            "seed": self.seed,
            "games": self.games,
            "choices": self.choices,
            "along": self.along,
            "confidence": CONFIDENCE,
            "all": _plain(self.table())[0] if self.choices else None,
            "by": tables,
        }

    def _grouped(self, name: str, least: Sequence[int] | None) -> Words:
        values: Words = self._rows[name].astype(np.int64)
        if least is None:
            return values
        edges = np.array(least, np.int64)
        if len(edges) == 0 or (np.diff(edges) <= 0).any():
            raise InputError(f"the bins of {name} must rise: give the least value of each group")
        return edges[np.maximum(np.searchsorted(edges, values, side="right") - 1, 0)]


def go_stop(
    rules: str | os.PathLike[str] | Rules = "arcade3",
    policy: PolicyLike | Sequence[PolicyLike] = "greedy",
    *,
    games: int = 100_000,
    seed: int = 0,
    along: str = "go",
    threads: int | None = None,
    progress: Progress | None = None,
) -> GoStop:
    """Play every go-or-stop choice of some games both ways, on the same cards and streams.

    Parameters
    ----------
    rules : str, path or Rules
    policy : str, callable, or sequence of these
        Who plays, before the choice and after it.
    games : int
        1 to 10**7; the choices are held in memory, 32 bytes each.
    seed : int
    along : str
        How games go on after a choice: "go", so that every choice before it was a go and all goes
        are seen, or "policy", by the policy's own answer, so that the choices are those of a run.
    threads : int, optional
    progress : Progress, optional

    Returns
    -------
    GoStop

    Raises
    ------
    InputError
        If something asked for cannot be done.

    Examples
    --------
    >>> told = go_stop("arcade2", "greedy", games=500, seed=7)
    >>> list(told.table("goes").columns)
    ['choices', 'games', 'stop', 'go', 'difference', 'low', 'high', 'go_wins']
    >>> bool(told.where(best_opponent_points=0).table().loc["all", "difference"] > 0)
    True
    """
    if along not in ALONG:
        raise InputError(f"along {as_toml(along)} is unknown: choose from {', '.join(ALONG)}")
    plan = make_plan(rules, policy, seed)
    games = check_whole("games", games, 1, MAX_GAMES, "1 to 10**7")
    rows = play_choices(plan, games, along == "go", threads, progress or Progress())
    names = tuple(one.name for one in plan.policies)
    return GoStop(plan.rules, names, plan.seed, games, along, rows)


def _feature(name: str) -> str:
    """A feature's name, or an InputError."""
    if name not in FEATURES:
        raise InputError(f"{as_toml(name)} is no feature: choose from {', '.join(FEATURES)}")
    return name


def _worth(rows: Rows) -> Words:
    """Go minus stop of each choice, to the chooser."""
    worth: Words = rows["go_payment"].astype(np.int64) - rows["stop_payment"]
    return worth


def _numbered(keys: Sequence[Words], choices: int) -> tuple[Words, Words]:
    """The groups that occur, a row each and in order, and the place of each choice's group."""
    if not keys:
        return np.zeros((min(choices, 1), 1), np.int64), np.zeros(choices, np.int64)
    groups, place = np.unique(np.stack(keys, axis=1), axis=0, return_inverse=True)
    return groups, place.reshape(-1)


class _Cells:
    """Means of groups of choices, with errors taken between games.

    The mean of a group is a ratio, of the sum of its differences to the number of its choices, and
    both vary from game to game (the linearised variance of a ratio).
    """

    def __init__(self, rows: Rows, place: Words, cells: int) -> None:
        self._rows, self._place, self._cells = rows, place, cells
        self._count = np.bincount(place, minlength=cells)

    def columns(self) -> dict[str, Any]:
        """The columns of a table, a value a group."""
        mean = self._mean(_worth(self._rows))
        games, error = self._between_games(mean)
        half = np.where(games < FEWEST, np.nan, z_value(CONFIDENCE) * error)
        return {
            "choices": self._count,
            "games": games,
            "stop": self._mean(self._rows["stop_payment"]),
            "go": self._mean(self._rows["go_payment"]),
            "difference": mean,
            "low": mean - half,
            "high": mean + half,
            "go_wins": self._mean(self._rows["go_winner"] == self._rows["seat"]),
        }

    def _mean(self, values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        total = np.bincount(self._place, values.astype(float), self._cells)
        means: npt.NDArray[np.float64] = total / self._count
        return means

    def _between_games(
        self, mean: npt.NDArray[np.float64]
    ) -> tuple[Words, npt.NDArray[np.float64]]:
        """Games in each group, and the standard error of its mean; NaN where nothing varies."""
        pairs = np.stack([self._place, self._rows["game"]], axis=1)
        clusters, cluster = np.unique(pairs, axis=0, return_inverse=True)
        away = _worth(self._rows) - mean[self._place]
        off = np.bincount(cluster.reshape(-1), away, len(clusters))
        home = clusters[:, 0].astype(np.int64)
        games = np.bincount(home, minlength=self._cells)
        square = np.bincount(home, off * off, self._cells)
        spread = square * games / np.maximum(games - 1, 1)
        error = np.sqrt(spread) / np.maximum(self._count, 1)
        return games, np.where(error > 0, error, np.nan)


def _plain(table: "pd.DataFrame", name: str | None = None) -> list[dict[str, Any]]:
    """A table as plain JSON types, missing numbers as None."""
    told = []
    for key, row in zip(table.index, table.to_dict("records"), strict=True):
        plain = {str(part): None if value != value else value for part, value in row.items()}
        plain["pays"] = pays(row["low"], row["high"])
        told.append(plain if name is None else {name: int(key), **plain})
    return told


def pays(low: float, high: float) -> bool | None:
    """Whether go pays: an interval on one side of 0 says so, any other leaves it open."""
    if low > 0:
        return True
    return False if high < 0 else None


def group_label(least: int, bins: Sequence[int]) -> str:
    """A group by what it holds: 7, 3-5, or for the last of the bins 14+."""
    place = bins.index(least)
    if place == len(bins) - 1:
        return f"{least}+"
    most = bins[place + 1] - 1
    return f"{least}" if most == least else f"{least}-{most}"
