"""Marks of one kind on many pictures: rates with their intervals, shares on log axes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gostop.analysis.drawing import BLUE, grid

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from gostop.analysis.figures import Rate

__all__ = ["dots", "log_share", "plain_log", "points", "whisker"]


def dots(
    axes: "Axes",
    names: Sequence[str],
    rates: "Sequence[Rate]",
    colour: str,
    name: str | None = None,
    start: int = 0,
) -> None:
    """Rates from the top down, with intervals; a triangle for the bound of what never happened."""
    for place, one in enumerate(rates, start):
        if one.count:
            value = 100 * (one.rate or 0.0)
            error = [[value - 100 * one.low], [100 * one.high - value]]
            axes.errorbar(value, place, xerr=error, fmt="o", color=colour, markersize=5)
        elif one.n:
            axes.plot(100 * one.high, place, "<", color=colour, markerfacecolor="none")
    if name is not None:
        axes.plot([], [], "o", color=colour, label=name)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    grid(axes, "x")


def points(
    axes: "Axes",
    values: Sequence[int],
    rates: "Sequence[Rate]",
    colour: str,
    marker: str,
    name: str | None = None,
) -> None:
    """Rates over values, with intervals."""
    shares = [100 * (one.rate or 0.0) for one in rates]
    below = [share - 100 * one.low for share, one in zip(shares, rates, strict=True)]
    above = [100 * one.high - share for share, one in zip(shares, rates, strict=True)]
    axes.errorbar(
        values, shares, yerr=(below, above), fmt=marker, color=colour, markersize=4, label=name
    )


def whisker(axes: "Axes", place: int, change: Any, times: float, open_: bool) -> None:
    """Draw a change with its interval; `open_`: a hollow mark, for what is compared to itself."""
    if change.value is None:
        return
    value = times * change.value
    error = None
    if change.low is not None and not open_:
        error = [[value - times * change.low], [times * change.high - value]]
    face = "white" if open_ else BLUE
    axes.errorbar(place, value, yerr=error, fmt="o", color=BLUE, markerfacecolor=face, capsize=3)


def log_share(axes: "Axes", name: str) -> None:
    """Show shares along a log axis, named so."""
    axes.set_xscale("log")
    plain_log(axes.xaxis)
    axes.set_xlabel(name)


def plain_log(axis: Any) -> None:
    """Label a log axis, when all is drawn, with plain numbers that are not too many or too few."""
    from math import log10

    from matplotlib.ticker import LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    decades = log10(high / low)
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if decades < 2 else (1,)))
    axis.set_major_formatter(lambda value, _: f"{value:.12g}" if value < 1e6 else f"{value:g}")
    axis.set_minor_formatter(NullFormatter())
