"""What all pictures share: the font, the colours, axes to draw on.

Matplotlib is loaded when the first picture is drawn, and never `pyplot`: no global settings are
changed, no window is opened, and a figure that is dropped is gone. A notebook shows the figure that
a cell returns.
"""

import warnings
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gostop.errors import InputError
from gostop.terms import romanised, term

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from gostop.rules import Rules

__all__ = ["check_matplotlib", "figure", "korean_font", "label"]

FONT_PACKAGE = "koreanize_matplotlib"
"""A package that ships Nanum Gothic. Its fonts are used and it is not imported, as that would
change Matplotlib's settings for everybody."""

SYSTEM_FONTS = (
    "Nanum Gothic",
    "NanumGothic",
    "Noto Sans KR",
    "Noto Sans CJK KR",
    "Noto Sans CJK JP",
    "Apple SD Gothic Neo",
    "AppleGothic",
    "Malgun Gothic",
    "UnDotum",
)
OTHERWISE = "DejaVu Sans"
"""Comes with Matplotlib, and has the signs that a Korean font lacks."""

# After M. Okabe and K. Ito: told apart by the colour-blind too.
BLUE, ORANGE, GREEN, PURPLE, SKY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9"
COLOURS = (BLUE, ORANGE, GREEN, PURPLE, SKY, "#e69f00", "#000000")
GREY = "#767676"


def check_matplotlib() -> None:
    """Say what to install where Matplotlib is missing.

    Raises
    ------
    InputError
        If it is.
    """
    if find_spec("matplotlib") is None:
        raise InputError("pictures need Matplotlib: python -m pip install 'gostop[plot]'")


@cache
def korean_font() -> str | None:
    """The family of a font that has Korean glyphs; None, with one warning, where there is none."""
    from matplotlib import font_manager

    shipped = _packaged_fonts()
    for path in shipped:
        font_manager.fontManager.addfont(path)
    if shipped:
        return font_manager.FontProperties(fname=shipped[0]).get_name()
    there = {font.name: font.fname for font in font_manager.fontManager.ttflist}
    for name in SYSTEM_FONTS:
        if name in there and _writes_korean(there[name]):
            return name
    warnings.warn(
        "no Korean font was found, so pictures have Korean terms in Latin letters: "
        "python -m pip install 'gostop[plot]' brings one",
        stacklevel=2,
    )
    return None


def _packaged_fonts() -> list[str]:
    """Files of the package's font."""
    found = find_spec(FONT_PACKAGE)
    folders = (found.submodule_search_locations or []) if found else []
    files = [Path(folder) / "fonts" / "NanumGothic.ttf" for folder in folders]
    return [str(path) for path in files if path.is_file()]


def _writes_korean(path: str) -> bool:
    from matplotlib.ft2font import FT2Font

    try:
        return FT2Font(path).get_char_index(ord("뻑")) != 0
    except (OSError, RuntimeError):
        return False


def label(word: str) -> str:
    """A term and what it means, as pictures can write it: "뻑 stuck", or "ppeok stuck".

    Parameters
    ----------
    word : str
        One of `gostop.terms.TERMS`; any other text is written as it is.
    """
    return written(term(word))


def written(text: str) -> str:
    """A text whose Korean terms are in Latin letters where no font has Korean."""
    return text if korean_font() else romanised(text)


def figure(width: float = 7.0, height: float = 4.2) -> "Figure":
    """A new figure, `width` by `height` inches, that a notebook shows and `savefig` writes.

    Raises
    ------
    InputError
        If Matplotlib is not installed.
    """
    check_matplotlib()
    return _picture()(figsize=(width, height), dpi=150, layout="constrained")


@cache
def _picture() -> "type[Figure]":
    from matplotlib.figure import Figure

    class Picture(Figure):
        """A figure that notebooks can show without pyplot."""

        def _repr_png_(self) -> bytes:
            file = BytesIO()
            self.savefig(file, format="png")
            return file.getvalue()

    return Picture


def axes_for(given: "Axes | None", width: float = 7.0, height: float = 4.2) -> "Axes":
    """The axes given, or those of a new figure, in the style of this house."""
    axes = figure(width, height).add_subplot() if given is None else given
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_axisbelow(True)
    return axes


def grid(axes: "Axes", which: Any) -> None:
    """Draw faint lines across, for the axis that has the numbers."""
    axes.grid(visible=True, axis=which, color="#dddddd", linewidth=0.6)


def head(axes: "Axes", title: str, beneath: str) -> None:
    """Write a title, and beneath it, smaller, what it is taken from."""
    axes.set_title(f"{title}\n", loc="left", fontsize=12)
    axes.annotate(
        written(beneath),
        (0, 1),
        (0, 5),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=8,
        color=GREY,
    )


def too_few(axes: "Axes") -> None:
    """Say, in the middle of empty axes, that nothing can be told yet."""
    axes.text(0.5, 0.5, "too few", transform=axes.transAxes, ha="center", color=GREY)


def finished(axes: "Axes") -> "Figure":
    """The figure of axes, all their text in a font that can write it."""
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    families = [name for name in (korean_font(), OTHERWISE) if name]
    for text in axes.findobj(Text):
        text.set_fontfamily(families)
    axes.tick_params(which="both", labelfontfamily=families)
    whole = axes.figure
    while not isinstance(whole, Figure):
        whole = whole.figure
    return whole


def of_what(rules: "Rules", policies: Sequence[str], games: int, unit: str = "games") -> str:
    """What a picture is taken from: games, rules, players."""
    from gostop.rule_files import describe

    players = policies[0] if len(set(policies)) == 1 else ", ".join(policies)
    return f"{games:,} {unit} of {describe(rules)}, played by {players}"
