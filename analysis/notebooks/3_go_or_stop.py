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
# # Go or stop?
#
# **Question.** You have reached the points at 맞고. Stop and take them, or go (고) for more?
#
# What players did cannot answer it: they go with good cards, so goes look good. The first part
# shows the trap; the second plays every choice both ways on the same cards.

# %%
import os

import pandas as pd

import gostop
from gostop.analysis import go_stop, payments, plots

# %% tags=["parameters"]
GAMES = int(os.environ.get("GOSTOP_GAMES", "400_000"))
SEED = 7

# %% [markdown]
# ## The trap
#
# What winners gained, by how often they had called go.

# %%
run = gostop.simulate("arcade2", policy="heuristic", games=GAMES, seed=SEED)
by_goes = payments.by_goes(run)
by_goes[["count", "rate", "mean", "mean_low", "mean_high", "q50", "q95"]].round(3)

# %% [markdown]
# Winners who had called go gained more. But these are *winners*: who went and lost is not in the
# table, and who went did so with the better cards. It says what a go that came off brought, not
# what a go is worth.
#
# ## Both ways
#
# `go_stop` plays each choice to the end after stop and after go, with the same hidden cards, the
# same streams and the same players. `difference` is go minus stop, to the one who chooses, in
# points; its interval is taken between games.

# %%
both = go_stop("arcade2", "heuristic", games=GAMES, seed=SEED)
both.table().round(3)

# %%
both.table("goes").round(3)

# %%
plots.go_worth(both)

# %% [markdown]
# ## When
#
# The two things to look at are what the opponent has and how much is still to come. Blue is go,
# orange is stop; a question mark says that the games do not tell, an empty tile that they are too
# few.

# %%
plots.when_go_pays(both)

# %%
opponent = both.table("best_opponent_points", bins={"best_opponent_points": range(8)})
opponent.round(3)

# %% [markdown]
# ## For whom
#
# After the choice the same players play on, so this is what go is worth *to them*. `greedy` always
# stops later on and `random` goes at even odds, so go is worth something else to them.

# %%
who = {
    name: go_stop("arcade2", name, games=GAMES // 2, seed=SEED).table().loc["all"]
    for name in ("random", "greedy", "heuristic")
}
for_whom = pd.DataFrame(who).T
for_whom.round(3)

# %% [markdown]
# And here are the choices that `heuristic` meets when it follows its own advice
# (`along="policy"`), apart by what it chose. A player that chooses well has a difference above 0
# where it goes and below 0 where it stops; above 0 where it stops, it stops too readily.

# %%
own = go_stop("arcade2", "heuristic", games=GAMES, seed=SEED, along="policy")
choices = own.frame()
chosen = {}
for answer, made in choices.groupby("choice", observed=True):
    mean = made["difference"].mean()
    off = (made["difference"] - mean).groupby(made["game"]).sum()  # choices of one game go together
    half = 1.96 * (off**2).sum() ** 0.5 / len(made) if len(off) >= 30 else float("nan")
    chosen[answer] = {
        "choices": len(made),
        "games": len(off),
        "difference": mean,
        "low": mean - half,
        "high": mean + half,
    }
chosen = pd.DataFrame(chosen).T
chosen.round(3)

# %% [markdown]
# ## Answer

# %%
groups = {
    "go pays": opponent[opponent["low"] > 0],
    "stop pays": opponent[opponent["high"] < 0],
}
print(f"arcade2, heuristic, {both.choices:,} choices of {GAMES:,} games")
for verdict, rows in groups.items():
    points = ", ".join(f"{index}{'+' if index == 7 else ''}" for index in rows.index)
    print(f"{verdict}, the opponent's points being: {points or 'none that these games show'}")
unknown = opponent.index.difference(groups["go pays"].index.union(groups["stop pays"].index))
print(f"not told by so many games: {', '.join(map(str, unknown)) or 'none'}")
