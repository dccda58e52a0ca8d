"""Pictures of what was found; the extra `plot` brings what they need.

Every function draws on the axes that it is given, or on a new figure, and returns the Matplotlib
figure: a notebook shows it, `savefig` writes it. Bars and bands are 95 % intervals.
"""

from typing import TYPE_CHECKING

from gostop.analysis.drawing import (
    BLUE,
    GREY,
    ORANGE,
    axes_for,
    check_matplotlib,
    figure,
    finished,
    grid,
    head,
    korean_font,
    label,
    of_what,
    written,
)
from gostop.analysis.marks import dots, log_share, plain_log, points
from gostop.analysis.paired_plots import go_worth, rule_sweep, when_go_pays

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from gostop.analysis.figures import Report
    from gostop.run import Run

__all__ = [
    "check_matplotlib",
    "endings",
    "figure",
    "go_worth",
    "goes",
    "korean_font",
    "label",
    "multiplier_factors",
    "multipliers",
    "payment_tail",
    "rule_sweep",
    "when_go_pays",
    "win_rates",
]


def win_rates(told: "Report", axes: "Axes | None" = None) -> "Figure":
    """How often each seat wins, of all games, beside an even share of the games with a winner.

    Parameters
    ----------
    told : gostop.analysis.Report
    axes : matplotlib Axes, optional

    Returns
    -------
    matplotlib Figure
    """
    axes = axes_for(axes, height=1.6 + 0.5 * len(told.seats))
    names = [
        f"seat {one.number}{written(' (선)') if one.number == 0 else ''}"
        + (f"\n{one.policy}" if one.policy else "")
        for one in told.seats
    ]
    dots(axes, names, [one.win for one in told.seats], BLUE)
    even = 100 * (told.decisive.rate or 0.0) / len(told.seats)
    axes.axvline(even, color=GREY, linestyle="--", linewidth=1)
    axes.annotate(
        f"even: {even:.1f} %",
        (even, 0),
        (4, 4),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        fontsize=8,
        color=GREY,
    )
    axes.margins(x=0.15)
    axes.set_xlabel("wins, % of all games")
    head(axes, "Who wins", _source(told))
    return finished(axes)


def endings(told: "Report", axes: "Axes | None" = None) -> "Figure":
    """How games end, on a log axis: a triangle is the upper bound of what never happened.

    Parameters and return value as for `win_rates`.
    """
    axes = axes_for(axes)
    rates = {label(name): one.rate for name, one in told.endings.items()}
    dots(axes, list(rates), list(rates.values()), BLUE)
    log_share(axes, "% of all games")
    head(axes, "How games end", _source(told))
    return finished(axes)


def multipliers(told: "Report", axes: "Axes | None" = None) -> "Figure":
    """What losers' payments are multiplied by, both axes in powers: games won on points only.

    Parameters and return value as for `win_rates`.
    """
    axes = axes_for(axes)
    for name, one, colour, marker in (
        ("each loser's, all together", told.loser_multiplier, BLUE, "o"),
        ("the winner's part of it", told.common_multiplier, ORANGE, "s"),
    ):
        values = [part.value for part in one.bins]
        points(axes, values, [part.rate for part in one.bins], colour, marker, name)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: f"x{value:.0f}")
    plain_log(axes.yaxis)
    grid(axes, "both")
    axes.set_xlabel("multiplier")
    axes.set_ylabel("share, %")
    axes.legend(frameon=False)
    head(axes, "How payments are multiplied", _source(told))
    return finished(axes)


def multiplier_factors(told: "Report", axes: "Axes | None" = None) -> "Figure":
    """What multipliers are made of, on a log axis.

    Parameters and return value as for `win_rates`.
    """
    axes = axes_for(axes, height=4.8)
    of_winner = {label(name): one for name, one in told.winner_factors.items()}
    of_losers = {label(name): one for name, one in told.loser_factors.items()}
    names = [*of_winner, *of_losers]
    dots(axes, names, list(of_winner.values()), ORANGE, "the winner's: % of games with a winner")
    dots(
        *(axes, names, list(of_losers.values()), BLUE, "a loser's own: % of their losers"),
        start=len(of_winner),
    )
    log_share(axes, "share, %")
    axes.legend(frameon=False, fontsize=8, loc="lower left", bbox_to_anchor=(-0.05, -0.24), ncols=2)
    head(axes, "What multiplies payments", _source(told))
    return finished(axes)


def goes(told: "Report", axes: "Axes | None" = None) -> "Figure":
    """How many goes the winner had called, on a log axis.

    Parameters and return value as for `win_rates`.
    """
    axes = axes_for(axes)
    bins = told.goes.bins
    points(axes, [one.value for one in bins], [one.rate for one in bins], BLUE, "o")
    axes.set_yscale("log")
    axes.set_xticks([one.value for one in bins])
    axes.margins(x=0.1)
    plain_log(axes.yaxis)
    grid(axes, "y")
    axes.set_xlabel(written("the winner's goes (고)"))
    axes.set_ylabel("% of games with a winner")
    head(axes, "How often winners had called go", _source(told))
    return finished(axes)


def payment_tail(run: "Run", axes: "Axes | None" = None) -> "Figure":
    """How often at least so much changes hands in a game, and its share of all that does.

    Parameters
    ----------
    run : gostop.Run
        With its rows.
    axes : matplotlib Axes, optional

    Returns
    -------
    matplotlib Figure

    Raises
    ------
    InputError
        If the run kept only its summary.
    """
    import numpy as np

    from gostop.analysis.intervals import wilson

    players = run.plan.rules.players
    paid = run.frame([f"payment_{seat}" for seat in range(players)]).to_numpy(np.int64)
    amounts, times = np.unique(np.abs(paid).sum(axis=1) // 2, return_counts=True)
    at_least = times[::-1].cumsum()[::-1]
    money = (amounts * times)[::-1].cumsum()[::-1]
    kept = amounts > 0
    axes = axes_for(axes)
    low, high = wilson(at_least[kept], run.games)
    axes.fill_between(amounts[kept], 100 * low, 100 * high, color=BLUE, alpha=0.25, linewidth=0)
    axes.plot(amounts[kept], 100 * at_least[kept] / run.games, color=BLUE, label="games")
    axes.plot(
        amounts[kept],
        100 * money[kept] / max(int(money[0]), 1),
        color=ORANGE,
        linestyle="--",
        label="their share of all money",
    )
    axes.set_xscale("log")
    axes.set_yscale("log")
    plain_log(axes.xaxis)
    plain_log(axes.yaxis)
    grid(axes, "both")
    axes.set_xlabel("points that change hands in a game, at least")
    axes.set_ylabel("%")
    axes.legend(frameon=False)
    names = [policy.name for policy in run.plan.policies]
    head(axes, "The tail of what is paid", of_what(run.plan.rules, names, run.games))
    return finished(axes)


def _source(told: "Report") -> str:
    names = [policy.name for policy in told.plan.policies]
    return of_what(told.plan.rules, names, told.games)
