"""Reading runs: what is loaded, scanned and gone through, against `Run.frame` and pandas."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import gostop
import gostop.folder
import gostop.run
from gostop.analysis import load, provenance, scan
from gostop.analysis.sources import open_runs
from gostop.analysis.where import Expression
from gostop.columns import ENDED_BY
from gostop.errors import InputError
from gostop.run import Run
from gostop.terms import TERMS

MIXED = ["greedy", "random", "random"]


@pytest.fixture(scope="module", autouse=True)
def _small_blocks() -> Iterator[None]:
    """Several shards and blocks even of small runs, none a multiple of another."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gostop.folder, "SHARD_GAMES", 2000)
        patch.setattr(gostop.run, "ROW_GROUP_GAMES", 700)
        yield


@pytest.fixture(scope="module")
def held() -> Run:
    return gostop.simulate("arcade3", policy=MIXED, games=5000, seed=7, rotate=True, detail="full")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reading") / "run"
    gostop.simulate(
        "arcade3", policy=MIXED, games=5000, seed=7, rotate=True, detail="full", out=path
    )
    return path


@pytest.mark.parametrize("columns", [None, ["winner"], ["ended_by", "dealt_1", "game"], "turns"])
def test_stored_columns_are_those_of_the_run(held: Run, folder: Path, columns: object) -> None:
    expected = held.frame(columns)  # type: ignore[arg-type]
    for run in (held, folder, str(folder), Run.open(folder)):
        loaded = load(run, columns)  # type: ignore[arg-type]
        assert list(loaded.columns)[: expected.shape[1]] == list(expected.columns)
        pd.testing.assert_frame_equal(loaded[expected.columns], expected)


def test_what_follows_from_the_plan_is_added(held: Run, folder: Path) -> None:
    for run in (held, folder):
        frame = load(run, ["game", "rotation", "player_1", "policy_0", "policy_1", "policy_2"])
        for game in (0, 1, 2, 699, 700, 1999, 2000, 4999):
            row = frame.iloc[game]
            assert row["game"] == game
            assert row["rotation"] == game % 3
            assert row["player_1"] == (1 - game) % 3
            names = [policy.name for policy in held.plan.seated(game)]
            assert [row[f"policy_{seat}"] for seat in range(3)] == names
    assert str(frame.dtypes["rotation"]) == "int8"
    assert list(frame["policy_0"].cat.categories) == ["greedy", "random"]


def test_added_columns_need_no_stored_ones(held: Run) -> None:
    assert load(held, ["rotation"])["rotation"].tolist() == [g % 3 for g in range(5000)]
    still = gostop.simulate("arcade2", games=100, seed=1)
    assert set(load(still, ["rotation", "player_1"]).itertuples(index=False, name=None)) == {(0, 1)}


def test_a_loaded_frame_may_be_written_to_without_harm(held: Run) -> None:
    frame = load(held, ["winner"])
    frame["winner"] = 5
    frame.loc[0, "winner"] = 6
    assert held.frame(["winner"])["winner"].max() == 2


def test_where(held: Run, folder: Path) -> None:
    whole = load(held)
    for text, mask in {
        "winner == 0 and goes >= 1": (whole["winner"] == 0) & (whole["goes"] >= 1),
        "ended_by == 'stop'": whole["ended_by"] == "stop",
        "ended_by not in ('stop', 'nagari') or not payment_0 < 0": ~(
            whole["ended_by"].isin(["stop", "nagari"])
        )
        | ~(whole["payment_0"] < 0),
        "policy_0 == 'greedy' and winner == 0": (whole["policy_0"] == "greedy")
        & (whole["winner"] == 0),
        "policy_0 != policy_1": whole["policy_0"].astype(str) != whole["policy_1"].astype(str),
        "factors_1 & 2 != 0": (whole["factors_1"].astype(int) & 2) != 0,
        "turns * turns > 255": whole["turns"].astype(int) ** 2 > 255,
        "3 <= turns < 12": whole["turns"].between(3, 11),
        "abs(payment_0) % 7 == 3": whole["payment_0"].astype(int).abs() % 7 == 3,
        "-payment_0 // 2 > 4": -whole["payment_0"].astype(int) // 2 > 4,
        "dealt_0 >> 47 & 1": whole["dealt_0"].to_numpy() >> 47 & 1 == 1,
        "(goes > 0) + (winner > 0) == 2": (whole["goes"] > 0) & (whole["winner"] > 0),
        "winner in [0, 2]": whole["winner"].isin([0, 2]),
        "game == -1": whole["game"] == -1,
    }.items():
        expected = whole.loc[mask, ["game", "ended_by", "payment_2"]].reset_index(drop=True)
        for run in (held, folder):
            loaded = load(run, ["game", "ended_by", "payment_2"], where=text)
            pd.testing.assert_frame_equal(loaded, expected, check_index_type=False)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("winner ==", "cannot be read"),
        ("seat == 1", "no column 'seat'"),
        ("ended_by == 'stopp'", "no 'stopp', only stop, highest"),
        ("winner == 'stop'", "compared with no column of words"),
        ("ended_by < 'stop'", "cannot be so compared"),
        ("winner % 0", "divides by 0"),
        ("winner / 2", "is not understood"),
        ("__import__('os')", "no column '__import__'"),
        ("winner.real", "is not understood"),
        ("winner + 'a'", "is not understood"),
        ("winner in goes", "is no list"),
        ("winner + 99999999999999999999 > 0", "too large|too big|out of bounds"),
        ("1 < 2", "names no column"),
        ("(lambda: winner)()", "is not understood"),
        ("winner > 0.5", "is not understood"),
    ],
)
def test_expressions_that_cannot_be(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        Expression(text, ["winner", "goes", "ended_by"], {"ended_by": list(ENDED_BY)})


def test_korean_labels(held: Run) -> None:
    korean, plain = load(held, ["ended_by"], korean=True), load(held, ["ended_by"])
    assert korean["ended_by"].tolist() == [TERMS[word][0] for word in plain["ended_by"]]


def test_frames_are_compact(folder: Path) -> None:
    frame = load(folder, ["game", "ended_by", "winner", "turns", "payment_0", "factors_0"])
    assert frame.memory_usage(index=False).sum() < len(frame) * (8 + 1 + 1 + 1 + 4 + 2) + 1000


def test_provenance_goes_with_the_rows(held: Run, folder: Path) -> None:
    told = load(folder, ["winner"]).attrs["runs"]
    assert [one["plan"] for one in told] == [held.plan.to_dict()]
    table = provenance({"a": held, "b": folder})
    assert table.loc["b", "folder"] == str(folder)
    assert table["folder"].isna().tolist() == [True, False]
    assert table["games"].tolist() == [5000, 5000]
    assert table["policies"].tolist() == ["greedy,random,random"] * 2


def test_runs_of_other_seeds_are_more_of_the_same(held: Run) -> None:
    other = gostop.simulate("arcade3", policy=MIXED, games=300, seed=8, rotate=True)
    frame = load([held, other], ["game", "winner"])
    assert list(frame.columns) == ["game", "winner", "run"]
    assert frame["run"].value_counts().to_dict() == {"run 0": 5000, "run 1": 300}
    assert frame["winner"].tolist()[5000:] == other.frame()["winner"].tolist()
    everything = load({"x": held, "y": other})
    assert list(everything["run"].cat.categories) == ["x", "y"]
    assert "dealt_0" not in everything.columns
    assert set(load([held, other], where="run == 'run 1' and winner == 0")["run"]) == {"run 1"}


def test_the_same_games_are_never_counted_twice(held: Run, folder: Path) -> None:
    for mix in (False, True):
        with pytest.raises(InputError, match="hold the same games"):
            load([held, folder], mix=mix)
    brief = gostop.simulate("arcade3", policy=MIXED, games=10, seed=7, rotate=True)
    with pytest.raises(InputError, match="hold the same games"):
        load([held, brief])


def test_other_plans_are_mixed_only_where_asked(held: Run) -> None:
    other = gostop.simulate("arcade3", policy="random", games=50, seed=8, rotate=True)
    two = gostop.simulate("arcade2", policy="random", games=50, seed=9)
    with pytest.raises(InputError, match=r"different plans .*policies.*mix=True"):
        load([held, other])
    assert len(load([held, other], ["run"], mix=True)) == 5050
    frame = load([other, two], mix=True)
    assert "payment_2" not in frame.columns
    assert "payment_1" in frame.columns
    with pytest.raises(InputError, match="column 'payment_2' is not there"):
        load([other, two], ["payment_2"], mix=True)


def test_runs_of_one_name_are_told_apart(folder: Path, tmp_path: Path) -> None:
    gostop.simulate(
        "arcade3", policy=MIXED, games=10, seed=9, rotate=True, out=tmp_path / folder.name
    )
    frame = load([folder, tmp_path / folder.name], ["winner"])
    assert list(frame["run"].cat.categories) == ["run (0)", "run (1)"]


def test_what_cannot_be_loaded(held: Run, tmp_path: Path) -> None:
    bare = gostop.simulate("arcade3", games=10, detail="summary")
    for call in (load, scan):
        with pytest.raises(InputError, match="kept only its summary"):
            call(bare)
        with pytest.raises(InputError, match="does not exist"):
            call(tmp_path / "none")
    with pytest.raises(InputError, match="no run was given"):
        load([])
    with pytest.raises(InputError, match="column 'wins' is not there"):
        load(held, ["wins"])
    with pytest.raises(InputError, match="columns is empty"):
        load(held, [])


def test_scan(held: Run, folder: Path) -> None:
    expected = held.frame()
    for run in (held, folder):
        rows = scan(run)
        assert isinstance(rows, ds.Dataset)
        assert rows.schema.names == list(expected.columns)
        table = rows.to_table(columns=["game", "payment_0"], filter=ds.field("winner") == 0)
        assert table["game"].to_pylist() == expected.loc[expected["winner"] == 0, "game"].tolist()
    assert (
        scan(held).schema.field("winner").metadata == scan(folder).schema.field("winner").metadata
    )


def test_rows_beyond_those_declared_are_left_out(tmp_path: Path) -> None:
    for name, games in (("short", 1000), ("long", 1500)):
        gostop.simulate("arcade3", games=games, seed=3, out=tmp_path / name)
    rows = "games-000000.parquet"
    shutil.copy(tmp_path / "long" / rows, tmp_path / "short" / rows)
    assert len(load(tmp_path / "short")) == 1000
    assert scan(tmp_path / "short").count_rows() == 1000
    assert scan(tmp_path / "short").to_table()["game"].to_pylist() == list(range(1000))


def test_missing_or_damaged_rows(tmp_path: Path) -> None:
    for name, games in (("short", 1000), ("long", 1500)):
        gostop.simulate("arcade3", games=games, seed=3, out=tmp_path / name)
    rows = "games-000000.parquet"
    shutil.copy(tmp_path / "short" / rows, tmp_path / "long" / rows)
    with pytest.raises(InputError, match="it has 1,000 games and not 1,500"):
        load(tmp_path / "long")
    (tmp_path / "long" / rows).write_bytes(b"nonsense")
    for call in (load, scan):
        with pytest.raises(InputError, match=r"cannot be read .* repeat the simulate command"):
            call(tmp_path / "long")
    (tmp_path / "long" / rows).unlink()
    for call in (load, scan):
        with pytest.raises(InputError, match="cannot be read"):
            call(tmp_path / "long")


def test_words_in_another_order_are_read_right(tmp_path: Path) -> None:
    """As another program may write them, that read the file and wrote it again."""
    gostop.simulate("arcade3", games=1000, seed=3, out=tmp_path / "run")
    expected = load(tmp_path / "run", ["ended_by"])
    path = tmp_path / "run/games-000000.parquet"
    table = pq.read_table(path)
    words = pa.array(table["ended_by"].to_pylist()).dictionary_encode()
    place = table.schema.get_field_index("ended_by")
    pq.write_table(table.set_column(place, "ended_by", words), path, row_group_size=300)
    pd.testing.assert_frame_equal(load(tmp_path / "run", ["ended_by"]), expected)


def test_blocks_follow_each_other(held: Run, folder: Path) -> None:
    for run in (held, Run.open(folder)):
        place = 0
        for first, block in run.blocks(["game", "ended_by"]):
            assert first == place
            assert block["game"].tolist() == list(range(place, place + len(block["game"])))
            assert block["ended_by"].dtype == np.int8
            place += len(block["game"])
        assert place == 5000


def test_functions_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for name, answer in (("a", 0), ("b", 1)):
        path = tmp_path / name / "me.py"
        path.parent.mkdir()
        path.write_text(
            "import numba\nfrom gostop.kernels.policies import greedy\n\n\n@numba.njit\n"
            "def me(table, seat, rules, params, stream, kind, mask):\n"
            f"    extra = {answer}\n"
            "    return greedy(table, seat, rules, params, stream, kind, mask) + 0 * extra\n"
        )
        gostop.simulate(
            "arcade2", policy=[f"{path}:me", "random"], games=10, out=tmp_path / name / "run"
        )
    sources = open_runs([tmp_path / "a/run", tmp_path / "b/run"], mix=True)
    first, second = sources.words["policy_0"][0], sources.words["policy_0"][2]
    assert first != second
    assert first.startswith("me.py:me (")
    assert second.startswith("me.py:me (")
