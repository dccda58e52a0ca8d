# ---
# jupyter:
#   jupytext:
#     notebook_metadata_filter: -jupytext.text_representation.jupytext_version
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # What a house rule changes
#
# **Question.** Your house counts 피박 below six pi and mine below five. Who gains by it, and how
# much?
#
# Game n of a seed has the same cards and the same streams under both rules, so the two are compared
# game by game: what is left is what the rule does.

# %%
import os

import numpy as np
import pandas as pd

import gostop
from gostop.analysis import payments, plots, sweep

# %% tags=["parameters"]
GAMES = int(os.environ.get("GOSTOP_GAMES", "500_000"))
SEED = 7

# %% [markdown]
# ## One rule, changed

# %%
told = gostop.compare("arcade3", {"pi_bak_below": 6}, games=GAMES, seed=SEED)
told.frame().round(4)

# %% [markdown]
# `money` is the points that change hands in a game. 피박 is settled after play, so between
# players who do not look at it (`random`) who wins and how long it takes cannot change: there no
# game differs, the difference is 0, and its interval is next to nothing or missing.
#
# ## Why on the same cards
#
# From two runs of their own the same difference is much less certain. Here are both.

# %%
one = payments.describe(gostop.simulate("arcade3", games=GAMES, seed=SEED)).iloc[0]
other = payments.describe(
    gostop.simulate(
        gostop.Rules.load("arcade3").replace(pi_bak_below=6), games=GAMES, seed=SEED + 1
    )
).iloc[0]
half = 1.96 * np.sqrt(one["sd"] ** 2 / one["n"] + other["sd"] ** 2 / other["n"])
change = told.money.change
widths = pd.DataFrame(
    {
        "same cards": [change.value, change.low, change.high],
        "two runs": [
            other["mean"] - one["mean"],
            other["mean"] - one["mean"] - half,
            other["mean"] - one["mean"] + half,
        ],
    },
    index=["difference", "low", "high"],
).T
widths["width"] = widths["high"] - widths["low"]
widths.round(4)

# %% [markdown]
# ## All values of a setting

# %%
pi_bak = sweep("arcade3", "pi_bak_below", [4, 5, 6, 7, 8], games=GAMES, seed=SEED)
plots.rule_sweep(pi_bak)

# %%
win_points = sweep("arcade3", "win_points", [3, 4, 5, 7], games=GAMES, seed=SEED)
plots.rule_sweep(win_points, "turns")

# %%
wins = win_points.frame().loc[(slice(None), [f"win_{seat}" for seat in range(3)]), :].sort_index()
wins.round(4)

# %% [markdown]
# Later wins are also fewer, since some games run out of cards first: read the three seats' levels
# together.
#
# ## Does it depend on who plays?
#
# A rule that changes what is worth doing changes how a player that looks at the rules plays.
# `random` does not, `heuristic` does.

# %%
rows = {}
for name in ("random", "greedy", "heuristic"):
    here = gostop.compare("arcade3", {"pi_bak_below": 6}, policy=name, games=GAMES, seed=SEED)
    for quantity in ("money", "payment_2", "turns"):
        rows[name, quantity] = here.frame().loc[quantity]
by_player = pd.DataFrame(rows).T
by_player.round(4)

# %% [markdown]
# ## What cannot be paired
#
# With other jokers other cards are dealt. There is no game to compare a game with, and `compare`
# says so; two runs of their own remain, with their wider intervals.

# %%
try:
    gostop.compare("arcade3", {"jokers": [2, 2, 2]}, games=GAMES)
except gostop.InputError as refused:
    print(refused)

# %%
jokers = {
    f"{count} jokers": payments.describe(
        gostop.simulate(
            gostop.Rules.load("arcade3").replace(jokers=[2] * count),
            policy="heuristic",
            games=GAMES,
            seed=SEED,
        )
    ).iloc[0]
    for count in range(4)
}
with_jokers = pd.DataFrame(jokers).T[["n", "mean", "low", "high", "sd", "q50", "q99", "max"]]
with_jokers.round(3)

# %% [markdown]
# ## Answer

# %%
last = told.payments[-1].change
print(f"피박 below six instead of five, arcade3, random players, {GAMES:,} games:")
print(
    f"{change.value:+.3f} points a game change hands ({change.low:+.3f} to {change.high:+.3f}); "
    f"{100 * told.differ.rate:.1f} % of games come out otherwise"
)
print(f"the last seat is paid {last.value:+.3f} ({last.low:+.3f} to {last.high:+.3f}) by it")
print(
    f"two runs of their own: an interval {widths.loc['two runs', 'width']:.3f} wide; "
    f"on the same cards {widths.loc['same cards', 'width']:.3f}"
)
