"""Pictures of paired comparisons: what a rule changes, when go pays; part of `plots`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gostop.analysis.drawing import (
    BLUE,
    COLOURS,
    GREY,
    ORANGE,
    axes_for,
    finished,
    grid,
    head,
    label,
    of_what,
    too_few,
)
from gostop.analysis.marks import whisker
from gostop.errors import InputError
from gostop.rules import as_toml

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from gostop.analysis.comparing import Sweep
    from gostop.analysis.going import GoStop

__all__ = ["go_worth", "rule_sweep", "when_go_pays"]

_QUANTITIES = {
    "money": "money moved a game, points",
    "money_sd": "the deviation of money moved a game",
    "turns": "length, turns a game",
}


def rule_sweep(told: "Sweep", quantity: str = "money", axes: "Axes | None" = None) -> "Figure":
    """What a setting does to a quantity: its change from the rules as they are, paired.

    Parameters
    ----------
    told : gostop.analysis.Sweep
    quantity : str
        A name of `Comparison.items`: money, turns, win_0, payment_sd_1, ends_nagari ...
    axes : matplotlib Axes, optional

    Returns
    -------
    matplotlib Figure

    Raises
    ------
    InputError
        If there is no such quantity.
    """
    first = told.comparisons[0]
    if quantity not in first.items():
        raise InputError(
            f"quantity {as_toml(quantity)} is unknown: choose from {', '.join(first.items())}"
        )
    name, times = _quantity(quantity)
    axes = axes_for(axes)
    axes.axhline(0, color=GREY, linewidth=1)
    for place, one in enumerate(told.comparisons):
        after, change = one.items()[quantity].after, one.items()[quantity].change
        whisker(axes, place, change, times, open_=not one.changed)
        if after is not None and change.value is not None:
            axes.annotate(
                f"{times * after:.4g}",
                (place, times * (change.high or change.value)),
                (0, 6),
                textcoords="offset points",
                ha="center",
                fontsize=8,
                color=GREY,
            )
    axes.set_xticks(range(len(told.comparisons)), list(map(as_toml, told.values)))
    axes.margins(x=0.1, y=0.15)
    grid(axes, "y")
    axes.set_xlabel(f"{told.field}  (open: as it is)")
    axes.set_ylabel(f"change of {name}")
    source = of_what(told.before, first.policies, first.games, "deals")
    head(axes, f"What {told.field} does", f"{source}; grey: the level itself")
    return finished(axes)


def when_go_pays(
    told: "GoStop",
    x: str = "stock_left",
    y: str = "best_opponent_points",
    axes: "Axes | None" = None,
) -> "Figure":
    """A map of what go is worth, go minus stop, by two features of the choice.

    Parameters
    ----------
    told : gostop.analysis.GoStop
    x, y : str
        Two of `gostop.analysis.going.FEATURES`.
    axes : matplotlib Axes, optional

    Returns
    -------
    matplotlib Figure
        Blue where go pays and orange where stop does. A question mark: the interval holds 0;
        no number: fewer than 30 games.
    """
    from gostop.analysis.going import group_label

    bins = {name: told.usual_bins(name) for name in (x, y)}
    known = told.table(y, x, bins=bins).dropna(subset=["low"])
    axes = axes_for(axes, height=4.6)
    if known.empty:
        too_few(axes)
    else:
        worth = known["difference"].unstack()  # noqa: PD010
        _tiles(axes, known)
        axes.set_xticks(
            range(worth.shape[1]),
            [group_label(one, bins[x]) for one in worth.columns.to_numpy(int)],
        )
        axes.set_yticks(range(worth.shape[0]), [group_label(one, bins[y]) for one in worth.index])
    axes.spines[:].set_visible(False)
    axes.set_xlabel(_FEATURE_NAMES[x])
    axes.set_ylabel(_FEATURE_NAMES[y])
    source = of_what(told.rules, told.policies, told.choices, "choices")
    head(
        axes,
        "When go pays: go minus stop, points of the chooser",
        f"{source}; blue: go, orange: stop, ?: may be either, empty: too few",
    )
    return finished(axes)


def _tiles(axes: "Axes", known: "pd.DataFrame") -> None:
    """Colour and number the cells of a table by two features."""
    import numpy as np

    worth, low, high = (known[name].unstack() for name in ("difference", "low", "high"))  # noqa: PD010
    values = worth.to_numpy(float)
    open_ = ((low <= 0) & (high >= 0)).to_numpy()
    # Beyond most cells' worth the colour is full, so that a few rich cells do not pale the others.
    most = float(known["difference"].abs().quantile(0.8))
    axes.imshow(values, cmap=_map(), vmin=-most, vmax=most, origin="lower", aspect="auto")
    for row, column in zip(*np.nonzero(~np.isnan(values)), strict=True):
        value = values[row, column]
        axes.text(
            column,
            row,
            f"{value:+.0f}{'?' if open_[row, column] else ''}",
            ha="center",
            va="center",
            fontsize=8,
            color="white" if abs(value) > 0.6 * most else "black",
        )


def go_worth(
    told: "GoStop", by: str = "points", split: str | None = "goes", axes: "Axes | None" = None
) -> "Figure":
    """What go is worth, go minus stop, by a feature of the choice, with intervals.

    Parameters
    ----------
    told : gostop.analysis.GoStop
    by : str
        One of `gostop.analysis.going.FEATURES`.
    split : str, optional
        Another one: a line for each of its values.
    axes : matplotlib Axes, optional

    Returns
    -------
    matplotlib Figure
    """
    from gostop.analysis.going import group_label

    bins = {name: told.usual_bins(name) for name in (by, split) if name}
    axes = axes_for(axes)
    axes.axhline(0, color=GREY, linewidth=1)
    table = told.table(*bins, bins=bins).dropna(subset=["low"])
    places = {least: place for place, least in enumerate(bins[by])}
    parts = [("", table)] if split is None else list(table.groupby(split))
    for number, (part, rows) in enumerate(parts):
        shift = 0.12 * (number - (len(parts) - 1) / 2)
        where = [places[least] + shift for least in rows.index.get_level_values(by)]
        name = None if split is None else group_label(int(str(part)), bins[split])
        _line(axes, where, rows, COLOURS[number % len(COLOURS)], name)
    shown = sorted({places[least] for least in table.index.get_level_values(by)})
    axes.set_xticks(shown, [group_label(bins[by][place], bins[by]) for place in shown])
    if not parts or table.empty:
        too_few(axes)
    elif split is not None:
        axes.legend(title=_FEATURE_NAMES[split], frameon=False, fontsize=8, title_fontsize=8)
    axes.set_yscale("symlog", linthresh=20)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    grid(axes, "y")
    axes.set_xlabel(_FEATURE_NAMES[by])
    axes.set_ylabel("go minus stop, points of the chooser")
    source = of_what(told.rules, told.policies, told.choices, "choices")
    head(axes, "What go is worth", source)
    return finished(axes)


def _line(
    axes: "Axes", where: Sequence[float], rows: "pd.DataFrame", colour: str, name: str | None
) -> None:
    worth = rows["difference"]
    axes.errorbar(
        where,
        worth,
        yerr=(worth - rows["low"], rows["high"] - worth),
        color=colour,
        marker="o",
        markersize=4,
        linewidth=1,
        label=name,
    )


_FEATURE_NAMES = {
    "points": "points of the chooser",
    "goes": "goes called before",
    "turn": "turns played",
    "stock_left": "cards left in the stock",
    "best_opponent_points": "points of the best opponent",
    "opponent_goes": "goes of an opponent, at most",
    "seat": "seat",
}


def _quantity(name: str) -> tuple[str, float]:
    """What a quantity of a comparison is called, and what it is multiplied with to be shown."""
    if name in _QUANTITIES:
        return _QUANTITIES[name], 1
    kind, _, rest = name.rpartition("_") if not name.startswith("ends_") else ("ends", "", name[5:])
    if kind == "ends":
        return f"games that end by {label(rest)}, %", 100
    told = {
        "win": (f"wins of seat {rest}, %", 100.0),
        "payment": (f"the payment of seat {rest}", 1.0),
        "payment_sd": (f"the payment's standard deviation, seat {rest}", 1.0),
    }
    return told[kind]


def _map() -> Any:
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("stop_go", [ORANGE, "#f7f7f7", BLUE])
