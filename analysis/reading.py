"""Reading runs: `load` for pandas, `scan` for Arrow, and the blocks that all else goes through.

`load` reads 10 million games with six columns in less than a second and some 250 MB above what
Python with pandas takes. What does not fit into memory is gone through in blocks: see
`gostop.analysis.streaming`.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from gostop.analysis.sources import RunLike, Runs, Sources, describe, open_runs
from gostop.analysis.where import Block, Expression
from gostop.errors import InputError
from gostop.folder import RunFolder, shard_count
from gostop.run import Run
from gostop.terms import TERMS

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow.dataset as ds


def load(
    runs: Runs,
    columns: Iterable[str] | None = None,
    where: str | None = None,
    *,
    mix: bool = False,
    korean: bool = False,
) -> "pd.DataFrame":
    """Rows of runs, one a game, as pandas.

    Beside the columns that are stored there are those that follow from the plan and the number of
    the game:

    ============== ===============================================================================
    `rotation`     0 to seats - 1 with ``--rotate``, else 0; player p sits at seat p + `rotation`
    `player_0..`   the player at each seat, from 0
    `policy_0..`   what the player at each seat is called, categorical
    `run`          of several runs, the name of the row's run, categorical
    ============== ===============================================================================

    Parameters
    ----------
    runs : Run, path, list of these, or dict of these by name
        Several whose plans differ in more than the seed and the detail need ``mix=True``.
    columns : iterable of str, optional
        Only these. Default: all that every run has.
    where : str, optional
        Only games of which this expression is true, such as ``"winner == 0 and goes >= 3"``; see
        `gostop.analysis.where`. It may name columns that are not asked for.
    mix : bool
        Take runs of different plans together; `run` then says which row is whose.
    korean : bool
        Let `ended_by` hold the Korean terms.

    Returns
    -------
    pandas.DataFrame
        Integers as narrow as they are stored (units: games, seats, turns, points, won): widen them
        before arithmetic, ``frame["payment_0"].astype("int64")``. Words are categorical.
        ``frame.attrs["runs"]`` tells where the rows come from.

    Raises
    ------
    InputError
        If a run has no rows, a column is not there, `where` cannot be read, or runs may not be
        taken together.

    Examples
    --------
    >>> import gostop
    >>> run = gostop.simulate("arcade3", policy="greedy,random,random", games=1000, seed=7)
    >>> frame = load(run, ["game", "winner", "policy_0"], where="payment_0 > 100")
    >>> list(frame.columns)
    ['game', 'winner', 'policy_0']
    >>> frame["winner"].eq(0).all()
    np.True_
    """
    sources = open_runs(runs, mix)
    known = sources.columns()
    wanted = _wanted(columns, known)
    several = ["run"] if len(sources.all) > 1 and "run" not in wanted else []
    test = None if where is None else Expression(where, known, sources.words)
    gathered = _gather(sources, wanted + several, test)
    return _frame(gathered, sources, korean)


def scan(run: RunLike) -> "ds.Dataset":
    """A run as a `pyarrow.dataset.Dataset`, of which nothing is read yet.

    It has the stored columns; each file's schema holds the plan and each column's meaning.

    Parameters
    ----------
    run : Run or path

    Returns
    -------
    pyarrow.dataset.Dataset

    Raises
    ------
    InputError
        If there is no run or it has no rows.

    Examples
    --------
    >>> import gostop, pyarrow.dataset as ds
    >>> rows = scan(gostop.simulate("arcade3", games=1000, seed=7))
    >>> rows.count_rows(), rows.to_table(filter=ds.field("goes") > 9).num_rows
    (1000, 0)
    """
    import pyarrow.dataset as ds

    sources = open_runs(run)
    sources.columns()  # refuses a run without rows
    opened = sources.all[0].run
    if opened.folder is None:
        held: ds.Dataset = ds.dataset(_in_memory(opened))
        return held
    folder = RunFolder(opened.folder)
    paths = [str(folder.rows_path(shard)) for shard in range(shard_count(opened.games))]
    try:
        found: ds.Dataset = ds.dataset(paths, format="parquet", partitioning=None)
        longer = found.count_rows() > opened.games
    except (OSError, ValueError) as error:
        raise InputError(
            f"the rows of '{opened.folder}' cannot be read ({str(error).splitlines()[0]}): "
            "repeat the simulate command of this run"
        ) from None
    # A process that was killed can leave more rows than are declared complete.
    if longer:
        found = found.filter(ds.field("game") < opened.games)
    return found


def _in_memory(run: Run) -> Any:
    from gostop import arrow

    frame = run.frame()
    columns = {
        name: (frame[name].cat.codes + 1).to_numpy() if name == "ended_by" else frame[name].array
        for name in frame.columns
    }
    return arrow.table(run.plan, 0, {name: np.asarray(one) for name, one in columns.items()})


def read_blocks(sources: Sources, names: Iterable[str], test: Expression | None) -> Iterator[Block]:
    """Some columns of the games that pass a test, block by block."""
    wanted = list(names)
    if test is None:
        yield from sources.blocks(wanted)
        return
    for block in sources.blocks(list(dict.fromkeys([*wanted, *test.columns]))):
        passed = test.holds(block)
        if passed.any():
            yield {name: block[name][passed] for name in wanted}


def _wanted(columns: Iterable[str] | None, known: list[str]) -> list[str]:
    if columns is None:
        return known
    wanted = [columns] if isinstance(columns, str) else list(columns)
    for name in wanted:
        if name not in known:
            raise InputError(f"column '{name}' is not there: choose from {', '.join(known)}")
    if not wanted:
        raise InputError("columns is empty: name some, or leave it out for all")
    return list(dict.fromkeys(wanted))


def _gather(sources: Sources, names: list[str], test: Expression | None) -> Block:
    """Whole columns; without a test they are filled in place, so that nothing is held twice."""
    if test is not None:
        return _joined(sources, names, test)
    whole: Block = {}
    place = 0
    for block in sources.blocks(names):
        for name, values in block.items():
            if name not in whole:
                whole[name] = np.empty(sources.games, values.dtype)
            whole[name][place : place + len(values)] = values
        place += len(block[names[0]])
    return whole


def _joined(sources: Sources, names: list[str], test: Expression) -> Block:
    parts: dict[str, list[Any]] = {name: [] for name in names}
    for block in read_blocks(sources, names, test):
        for name in names:
            parts[name].append(block[name])
    if not parts[names[0]]:
        first = next(sources.blocks(names))
        parts = {name: [first[name][:0]] for name in names}
    return {name: np.concatenate(parts.pop(name)) for name in names}


def _frame(columns: Block, sources: Sources, korean: bool) -> "pd.DataFrame":
    import pandas as pd

    made = {
        name: pd.Categorical.from_codes(
            values, dtype=pd.CategoricalDtype(_labels(name, sources, korean))
        )
        if name in sources.words
        else values
        for name, values in columns.items()
    }
    frame = pd.DataFrame(made, copy=False)
    frame.attrs["runs"] = [{"run": one.name, **describe(one.run)} for one in sources.all]
    return frame


def _labels(name: str, sources: Sources, korean: bool) -> list[str]:
    words = sources.words[name]
    return [TERMS[word][0] for word in words] if korean and name == "ended_by" else words
