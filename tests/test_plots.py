"""Pictures: they are drawn, say what they should, fit, and have every glyph."""

import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

import gostop
from gostop.analysis import drawing, go_stop, plots, report, sweep
from gostop.analysis.going import GoStop
from gostop.errors import InputError

from legs import games

Draw = Callable[[Axes | None], Figure]
NAMES = (
    *("win_rates", "endings", "multipliers", "multiplier_factors", "goes", "payment_tail"),
    *("rule_sweep", "rule_sweep_ends", "when_go_pays", "go_worth", "go_worth_alone"),
)


def draw(number: int) -> dict[str, Draw]:
    """All pictures, of so many games."""
    run = gostop.simulate("arcade3", policy=["greedy", "random", "random"], games=number, seed=7)
    told, swept = report(run), sweep("arcade3", "pi_bak_below", [4, 5, 6], games=number)
    choices = go_stop("arcade2", "greedy", games=number)
    return {
        **{
            name: lambda axes, name=name: getattr(plots, name)(told, axes=axes)
            for name in NAMES[:5]
        },
        "payment_tail": lambda axes: plots.payment_tail(run, axes),
        "rule_sweep": lambda axes: plots.rule_sweep(swept, axes=axes),
        "rule_sweep_ends": lambda axes: plots.rule_sweep(swept, "ends_nagari", axes),
        "when_go_pays": lambda axes: plots.when_go_pays(choices, axes=axes),
        "go_worth": lambda axes: plots.go_worth(choices, axes=axes),
        "go_worth_alone": lambda axes: plots.go_worth(
            choices, "best_opponent_points", split=None, axes=axes
        ),
    }


@pytest.fixture(scope="module")
def many() -> dict[str, Draw]:
    return draw(games(2000))


@pytest.fixture(scope="module")
def one() -> dict[str, Draw]:
    return draw(1)


@pytest.fixture
def without_korean(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(drawing, "FONT_PACKAGE", "no_such_package")
    monkeypatch.setattr(drawing, "SYSTEM_FONTS", ("No Such Font", "DejaVu Sans"))
    drawing.korean_font.cache_clear()
    yield
    drawing.korean_font.cache_clear()


def texts(figure: Figure) -> list[Text]:
    figure.draw_without_rendering()
    return [one for one in figure.findobj(Text) if one.get_text().strip() and one.get_visible()]


@pytest.mark.parametrize("name", NAMES)
def test_every_glyph_is_there_and_nothing_is_cut_off(name: str, many: dict[str, Draw]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # Matplotlib warns of a glyph that no font has
        figure = many[name](None)
        file = BytesIO()
        figure.savefig(file, format="png")
    assert file.getvalue().startswith(b"\x89PNG")
    drawn = figure.get_tightbbox()  # in inches
    width, height = figure.get_size_inches()
    assert drawn.x0 >= -0.01
    assert drawn.y0 >= -0.01
    assert drawn.x1 <= width + 0.01
    assert drawn.y1 <= height + 0.01


@pytest.fixture(scope="module")
def few() -> dict[str, Draw]:
    return draw(100)


@pytest.mark.parametrize("number", ["many", "few"])
@pytest.mark.parametrize("name", NAMES)
def test_labels_of_an_axis_do_not_overlap(
    name: str, number: str, request: pytest.FixtureRequest
) -> None:
    figure = request.getfixturevalue(number)[name](None)
    figure.draw_without_rendering()
    for axis in (figure.axes[0].xaxis, figure.axes[0].yaxis):
        boxes = [
            label.get_window_extent() for label in axis.get_ticklabels() if label.get_text().strip()
        ]
        for place, box in enumerate(boxes):
            assert not any(box.overlaps(other) for other in boxes[place + 1 :])


@pytest.mark.parametrize("name", NAMES)
def test_one_game_is_drawn_too(name: str, one: dict[str, Draw]) -> None:
    one[name](None).savefig(BytesIO(), format="svg")


@pytest.mark.parametrize("name", NAMES)
def test_axes_that_are_given_are_drawn_on(name: str, many: dict[str, Draw]) -> None:
    mine = Figure()
    axes = mine.subfigures(1, 2)[1].add_subplot()
    assert many[name](axes) is mine
    assert axes.get_title(loc="left").strip()


def test_what_is_drawn_is_what_was_counted() -> None:
    told = report(gostop.simulate("arcade3", games=games(2000), seed=7))
    axes = plots.endings(told).axes[0]
    names = [one.get_text() for one in axes.get_yticklabels()]
    assert names[0] == "스톱 stop"
    points = {
        float(line.get_ydata()[0]): float(line.get_xdata()[0])  # type: ignore[index]
        for line in axes.lines
        if line.get_marker() == "o"
    }
    for place, ending in enumerate(told.endings.values()):
        if ending.rate.count:
            assert points[place] == pytest.approx(100 * (ending.rate.rate or 0))


def test_the_tail_begins_with_all_games_and_all_money() -> None:
    run = gostop.simulate("arcade2", policy="greedy", games=games(2000), seed=1)
    axes = plots.payment_tail(run).axes[0]
    shares = [np.asarray(line.get_ydata(), float) for line in axes.lines]
    paid = run.frame(["payment_0"]).payment_0.abs()
    assert shares[0][0] == pytest.approx(100 * (paid > 0).mean())
    assert shares[1][0] == pytest.approx(100)
    assert shares[0][-1] == pytest.approx(100 * (paid == paid.max()).mean())


def test_without_a_korean_font_terms_are_in_latin_letters(
    without_korean: None, many: dict[str, Draw]
) -> None:
    with pytest.warns(UserWarning, match="no Korean font was found") as told:
        figures = [many[name](None) for name in NAMES]
    assert len(told) == 1
    for figure in figures:
        written = "".join(text.get_text() for text in texts(figure))
        assert not [sign for sign in written if "가" <= sign <= "힣"]
    assert "ppeok stuck" in plots.label("ppeoks")


def test_a_system_font_does_where_the_package_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert plots.korean_font() == "NanumGothic"
    monkeypatch.setattr(drawing, "FONT_PACKAGE", "no_such_package")
    drawing.korean_font.cache_clear()
    assert plots.korean_font() == "NanumGothic"  # as Matplotlib has met it, it is one of its own
    drawing.korean_font.cache_clear()


def test_terms_are_korean_and_explained() -> None:
    assert plots.label("pi_bak") == "피박 few 피"
    assert plots.label("no term") == "no term"


def test_a_notebook_can_show_a_figure() -> None:
    figure: Any = plots.figure()
    assert figure._repr_png_().startswith(b"\x89PNG")


def test_no_setting_is_changed_and_no_window_opened() -> None:
    code = """
import sys
from gostop.analysis import plots
assert "matplotlib" not in sys.modules
import matplotlib
before = matplotlib.rcParams.copy()  # reading the backend would load pyplot
import gostop
from gostop.analysis import report
plots.endings(report(gostop.simulate(games=10)))
assert dict.__eq__(matplotlib.rcParams, before)
assert "matplotlib.pyplot" not in sys.modules
assert "koreanize_matplotlib" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_what_cannot_be_drawn_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    run = gostop.simulate(games=10, detail="summary")
    with pytest.raises(InputError, match="kept only its summary"):
        plots.payment_tail(run)
    told = sweep("arcade3", "pi_bak_below", [5], games=10)
    with pytest.raises(InputError, match='quantity "moneys" is unknown: choose from win_0'):
        plots.rule_sweep(told, "moneys")
    none = go_stop("arcade3", games=1, seed=0)
    with pytest.raises(InputError, match="is no feature"):
        plots.when_go_pays(none, x="point")
    monkeypatch.setattr(drawing, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'gostop\[plot\]'"):
        plots.figure()


@pytest.mark.parametrize("name", ["when_go_pays", "go_worth"])
def test_no_choices_give_an_empty_picture(name: str) -> None:
    law = gostop.Rules.preset("arcade3")
    told = GoStop(law, ("random",) * 3, 0, 1, "go", go_stop(law, games=1)._rows[:0])
    getattr(plots, name)(told).savefig(BytesIO(), format="png")
