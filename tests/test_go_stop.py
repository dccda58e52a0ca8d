"""Go against stop: both answers of a choice against runs, and against a plain telling of them."""

import doctest
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pandas as pd
import pytest

import gostop
from gostop.analysis import branching, go_stop, going
from gostop.analysis.going import FEATURES, GoStop, group_label, pays
from gostop.errors import InputError
from gostop.kernels.decisions import KINDS
from gostop.kernels.ending import points_with, settled_cards

from legs import JIT, games

GAMES = games(3000)


@numba.njit  # type: ignore[untyped-decorator]
def highest(table, seat, rules, params, stream, kind, mask):  # type: ignore[no-untyped-def]
    """The highest answer: calls go and shakes whenever it can, and draws nothing."""
    found = 0
    for place in range(64):
        if (mask >> np.uint64(place)) & np.uint64(1):
            found = place
    return found


@numba.njit  # type: ignore[untyped-decorator]
def cautious(table, seat, rules, params, stream, kind, mask):  # type: ignore[no-untyped-def]
    """The lowest answer: stops always."""
    for place in range(64):
        if (mask >> np.uint64(place)) & np.uint64(1):
            return place
    return 0


@numba.njit  # type: ignore[untyped-decorator]
def hopeful(table, seat, rules, params, stream, kind, mask):  # type: ignore[no-untyped-def]
    """An answer that is not legal, once it has called go."""
    for place in range(64):
        if (mask >> np.uint64(place)) & np.uint64(1):
            return 77 if table.count[table.seat, 0] > 0 else place
    return 0


@pytest.mark.parametrize(
    ("rules", "policy"),
    [
        ("arcade3", "random"),
        ("arcade2", "greedy"),
        ("tongil", "random"),
        ("matgo-online", ["greedy", "random"]),
        ("tongil-joker", ["random", "greedy", "random"]),
    ],
)
def test_the_own_branch_is_the_game_of_a_run(rules: str, policy: str | list[str]) -> None:
    told = go_stop(rules, policy, games=GAMES, seed=7, along="policy").frame()
    run = gostop.simulate(rules, policy=policy, games=GAMES, seed=7).frame()
    seats = gostop.Rules.preset(rules).players
    paid = np.stack([run[f"payment_{seat}"] for seat in range(seats)], axis=1)
    own = np.where(told.choice == "go", told.go_payment, told.stop_payment)
    np.testing.assert_array_equal(own, paid[told.game, told.seat])
    goes = told[told.choice == "go"]
    np.testing.assert_array_equal(goes.go_winner, run.winner.to_numpy()[goes.game])
    np.testing.assert_array_equal(
        goes.go_ended_by.astype(str), run.ended_by.astype(str).to_numpy()[goes.game]
    )
    # What stops a game is a choice, but where the seat had no turn left.
    stops = told[told.choice == "stop"]
    assert (run.ended_by.to_numpy()[stops.game] == "stop").all()
    assert stops.game.is_unique


Row = tuple[Any, ...]


def twin(rules: gostop.Rules, game: int, lowest: bool) -> Iterator[Row]:
    """Choices of a game, told with `gostop.Game` alone; each choice before them was a go."""
    forced: list[int] = []
    while True:
        seen = _played(rules, game, lowest, forced, look=True)
        if seen is None:
            return
        stop = _played(rules, game, lowest, [*forced, 0], look=False)
        go = _played(rules, game, lowest, [*forced, 1], look=False)
        assert stop is not None
        assert go is not None
        seat = seen[0]
        yield (game, *seen, stop[seat], go[seat])
        forced.append(1)


def _played(
    rules: gostop.Rules, game: int, lowest: bool, forced: Sequence[int], look: bool
) -> Row | None:
    """Payments of a game whose first choices are answered so; or how it stands at the next one."""
    one = gostop.Game(rules, seed=5, game=game)
    met = 0
    while one.decision is not None:
        kind, options = one.decision.kind, one.decision.options
        if kind == "go" and met < len(forced):
            one.answer(forced[met])
            met += 1
        elif kind == "go" and look:
            return _standing(one, lowest)
        else:
            one.answer(options[0] if lowest else options[-1])
    return None if look else one.result.payments


def _standing(one: gostop.Game, lowest: bool) -> Row:
    """What a choice is told by, from the table in the middle of the turn."""
    assert one.decision is not None
    seat, table, law = one.decision.seat, _at_the_choice(one), one.law
    others = [other for other in range(one.rules.players) if other != seat]
    return (
        seat,
        int(table.turn),
        int(table.stock_left),
        int(table.count[seat, 0]),
        int(points_with(table, np.uint64(seat), settled_cards(table, np.uint64(seat)), law)),
        max(int(points_with(table, np.uint64(o), table.captured[o], law)) for o in others),
        max(int(table.count[other, 0]) for other in others),
    )


def _at_the_choice(one: gostop.Game) -> Any:
    """The table as it stands when a game asks; `Game` shows that of the turn's start."""
    from gostop.kernels.state import workspace
    from gostop.kernels.stepping import copy_state
    from gostop.kernels.turn import play_turn

    copy, answers = workspace(), one._work[3]
    copy_state(one._work, copy)
    copy[3][0] = answers[0]
    copy[3][0].used = copy[3][0].noted = 0
    play_turn(copy[0][0], copy[1][0], one.law, copy[2][0], copy[3][0])
    assert copy[3][0].kind == KINDS.index("go")
    return copy[0][0]


COLUMNS = [
    *("game", "seat", "turn", "stock_left", "goes", "points", "best_opponent_points"),
    *("opponent_goes", "stop_payment", "go_payment"),
]


@pytest.mark.skipif(not JIT, reason="functions of one's own are compiled")
@pytest.mark.parametrize("rules", ["arcade3", "arcade2", "tongil"])
@pytest.mark.parametrize("lowest", [True, False])
def test_both_branches_are_those_of_a_plain_telling(rules: str, lowest: bool) -> None:
    law, number = gostop.Rules.preset(rules), 60
    told = go_stop(law, cautious if lowest else highest, games=number, seed=5).frame()
    wanted = [row for game in range(number) for row in twin(law, game, lowest)]
    assert told[COLUMNS].to_numpy().tolist() == [list(row) for row in wanted]
    assert len(wanted) > 20
    assert (told.choice == ("stop" if lowest else "go")).all()


@pytest.mark.skipif(not JIT, reason="functions of one's own are compiled")
def test_a_deferred_choice_and_another_one_in_the_same_turn() -> None:
    law = gostop.Rules.preset("tongil")
    told = go_stop(law, highest, games=30_000, seed=5).frame()
    after = told.shift(-1)
    # The first is made before the turn is played, and so counts one turn less.
    twice = (told.game == after.game) & (told.seat == after.seat) & (told.turn + 1 == after.turn)
    games_of_two = told.game[twice].unique()[:10].tolist()
    assert games_of_two
    for game in games_of_two:
        wanted = [list(row) for row in twin(law, game, lowest=False)]
        assert told[told.game == game][COLUMNS].to_numpy().tolist() == wanted


def test_games_go_on_with_go_or_as_played() -> None:
    along_go = go_stop("arcade2", "greedy", games=GAMES, seed=1)
    as_played = go_stop("arcade2", "greedy", games=GAMES, seed=1, along="policy")
    first = along_go.frame().drop_duplicates("game").reset_index(drop=True)
    pd.testing.assert_frame_equal(first, as_played.frame())
    assert set(as_played.table("goes").index) == {0}
    assert set(along_go.table("goes").index) >= {0, 1, 2}


def test_neither_threads_nor_room_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    one = go_stop("arcade2", "greedy", games=GAMES, seed=1, threads=1).frame()
    monkeypatch.setattr(branching, "BLOCK_ROWS", 100)
    monkeypatch.setattr(branching, "BLOCK_GAMES", 77)
    pd.testing.assert_frame_equal(
        one, go_stop("arcade2", "greedy", games=GAMES, seed=1, threads=2).frame()
    )


@pytest.fixture(scope="module")
def told() -> GoStop:
    return go_stop("arcade2", "greedy", games=GAMES, seed=2)


def test_tables_are_means_of_the_choices(told: GoStop) -> None:
    frame = told.frame()
    assert (frame.difference == frame.go_payment - frame.stop_payment).all()
    table = told.table("points", "goes")
    grouped = frame.groupby(["points", "goes"])
    assert table.index.tolist() == list(grouped.groups)
    assert table.difference.tolist() == pytest.approx(grouped.difference.mean().tolist())
    assert table.stop.tolist() == pytest.approx(grouped.stop_payment.mean().tolist())
    assert table.games.tolist() == grouped.game.nunique().tolist()
    whole = told.table().iloc[0]
    assert whole.choices == told.choices == len(frame)
    assert whole.go_wins == pytest.approx((frame.go_winner == frame.seat).mean())


def test_bins_gather(told: GoStop) -> None:
    bins = [0, 3, 6]
    table = told.table("stock_left", bins={"stock_left": bins})
    grouped = pd.cut(told.frame().stock_left, [-1, 2, 5, 99], labels=bins)
    wanted = told.frame().groupby(grouped, observed=True).difference.mean()
    assert table.difference.tolist() == pytest.approx(wanted.tolist())
    assert [group_label(least, [0, 3, 4]) for least in (0, 3, 4)] == ["0-2", "3", "4+"]


def test_intervals_are_those_of_resampled_games(told: GoStop) -> None:
    frame = told.frame()[["game", "difference"]]
    sums = frame.groupby("game").difference.agg(["sum", "count"]).to_numpy()
    rng = np.random.default_rng(3)
    picked = sums[rng.integers(0, len(sums), (1000, len(sums)))].sum(axis=1)
    error = (picked[:, 0] / picked[:, 1]).std()
    row = told.table().iloc[0]
    assert (row.high - row.low) / 2 == pytest.approx(1.96 * error, rel=0.12)


def test_choices_can_be_held_to_some_values(told: GoStop) -> None:
    frame = told.frame().query("goes == 1 and best_opponent_points in (0, 1)")
    part = told.where(goes=1, best_opponent_points=(0, 1))
    pd.testing.assert_frame_equal(part.frame(), frame.reset_index(drop=True))
    assert part.table().loc["all", "difference"] == pytest.approx(frame.difference.mean())
    with pytest.raises(InputError, match="is no feature"):
        told.where(point=7)


def test_the_examples_run() -> None:
    assert doctest.testmod(going).failed == 0


def test_few_games_tell_no_error() -> None:
    few = go_stop("arcade2", "greedy", games=10, seed=2)
    assert few.table("points")[["low", "high"]].isna().all(axis=None)
    none = next(
        one
        for one in (go_stop("arcade3", "greedy", games=1, seed=seed) for seed in range(50))
        if not one.choices
    )
    assert none.table().empty
    assert none.table("points", "goes").empty
    assert none.frame().empty
    assert none.to_dict()["all"] is None
    assert (pays(1, 2), pays(-2, -1), pays(-1, 1), pays(np.nan, np.nan)) == (
        *(True, False),
        *(None, None),
    )


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"along": "stop"}, 'along "stop" is unknown'),
        ({"games": 0}, "games 0 is not possible"),
        ({"policy": "clever"}, 'policy "clever" is unknown'),
        ({"seed": -1}, "seed -1 is not possible"),
    ],
)
def test_what_cannot_be_asked_is_refused(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        go_stop("arcade2", **{"games": 10, **asked})


def test_features_that_are_none_are_refused(told: GoStop) -> None:
    with pytest.raises(InputError, match='"point" is no feature: choose from points, goes'):
        told.table("point")
    with pytest.raises(InputError, match="bins of points must rise"):
        told.table("points", bins={"points": [7, 7]})


@pytest.mark.skipif(not JIT, reason="functions of one's own are compiled")
def test_an_illegal_answer_in_a_branch_is_told() -> None:
    with pytest.raises(InputError, match="policy hopeful gave an answer that is not legal"):
        go_stop("arcade2", hopeful, games=200, along="policy")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = Path(sys.executable).parent / "gostop"
    return subprocess.run([command, "go-stop", *arguments], capture_output=True, text=True)


def test_the_command(tmp_path: Path) -> None:
    picture = tmp_path / "go.svg"
    asked = ("--rules", "맞고", "--policy", "greedy", "--games", "500")
    told = json.loads(run(*asked, "--json").stdout)
    assert set(told["by"]) == set(FEATURES)
    first = told["by"]["points"][0]
    assert {"points", "choices", "stop", "go", "difference", "low", "high", "pays"} <= set(first)
    table = run(*asked, "--picture", str(picture))
    assert table.returncode == 0, table.stderr
    assert max(map(len, table.stdout.splitlines())) <= 80
    assert "best opponent 0" in table.stdout
    assert "<svg" in picture.read_text(encoding="utf-8")


def test_the_command_says_where_there_is_too_little() -> None:
    told = run("--rules", "tongil-joker", "--games", "1", "--seed", "2", "--policy", "random")
    assert told.returncode == 0
    assert ("too few" in told.stdout) == ("0 go-or-stop choices" in told.stdout)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--along", "stop"], 'along "stop" is unknown'),
        (["--games", "1e9"], "give a whole number, 1 to 10**7"),
        (["--policy", "clever"], 'policy "clever" is unknown'),
        (["--rules", "nowhere"], "nor is it a preset"),
        (["--picture", "x.txt"], "must end in .png"),
    ],
)
def test_bad_input(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
