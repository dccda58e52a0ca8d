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
# # First steps
#
# **Question.** Three sit down to 고스톱, and one of them takes what is worth most while the others
# play any card. How much more often does that one win, and how sure can we be?
#
# The notebook plays the games, writes them to a folder, reads them again, and says how far its
# numbers can be trusted. `GOSTOP_GAMES` in the environment, or the next cell but one, sets how many
# games.

# %%
import os
import tempfile

import pandas as pd

import gostop
from gostop.analysis import beside_exact, load, plots, rates, report

# %% tags=["parameters"]
GAMES = int(os.environ.get("GOSTOP_GAMES", "1_000_000"))
SEED = 7

# %% [markdown]
# ## Play
#
# A run is made from the rules, the players and a seed. The same three give the same games
# everywhere, so nothing here depends on the machine. The first run of all compiles, which takes
# some seconds, once.

# %%
place = tempfile.TemporaryDirectory()
folder = os.path.join(place.name, "first")
players = ["greedy", "random", "random"]
run = gostop.simulate("arcade3", policy=players, games=GAMES, seed=SEED, out=folder)
run.frame().head()

# %% [markdown]
# A row is a game. `winner` is a seat, -1 where nobody won; `payment_0` is what the first seat (선)
# gained or lost; the payments of a game sum to zero.
#
# ## Who wins
#
# `rate` is what was counted, and `low` to `high` its 95 % interval.

# %%
wins = rates.wins(folder)
wins.round(4)

# %%
told = report(folder)
plots.win_rates(told)

# %% [markdown]
# ## How games end
#
# These intervals hold all at once. What never happened has an upper bound, not the rate 0.

# %%
rates.endings(folder).round(6)

# %%
plots.endings(told)

# %% [markdown]
# ## How sure
#
# The first hundredth of the games is a run too: a longer run begins with the games of a shorter
# one. A hundred times as many games make an interval ten times as narrow.

# %%
part = gostop.simulate("arcade3", policy=players, games=max(GAMES // 100, 10), seed=SEED)
widths = pd.DataFrame(
    {
        f"{one.games:,} games": {
            "rate": row["rate"],
            "low": row["low"],
            "high": row["high"],
            "width": row["high"] - row["low"],
        }
        for one in (part, run)
        for row in [rates.wins(one).loc[0]]
    }
).T
widths.round(5)

# %% [markdown]
# ## Is the dealing honest?
#
# What the deal alone decides has an exact probability. `z` tells how many standard errors the count
# is from it. Of twenty honest figures one is beyond 2; one beyond 5 would mean a broken dealer.

# %%
checked = beside_exact(folder)
checked[["count", "n", "rate", "low", "high", "probability", "z"]].round(6)

# %% [markdown]
# ## Any rows, by any condition
#
# `load` takes the columns and the games that are wanted, however long the run is.

# %%
dear = load(folder, ["game", "winner", "points", "goes", "payment_0"], where="goes >= 3")
dear.sort_values("points", ascending=False).head()

# %% [markdown]
# Every game can be played again by its number; `gostop show FOLDER --game N` prints it move by
# move.

# %%
first = gostop.Game("arcade3", seed=SEED, game=0, policies=players)
assert (
    list(first.result.payments) == load(folder).loc[0, [f"payment_{s}" for s in range(3)]].to_list()
)
print(first.result)

# %% [markdown]
# ## Answer


# %%
def percent(row: pd.Series) -> str:
    """A rate with its interval."""
    return f"{100 * row['rate']:.2f} % ({100 * row['low']:.2f} to {100 * row['high']:.2f})"


apart = wins.loc[0, "low"] > wins.loc[[1, 2], "high"].max()
print(f"greedy, at seat 0, wins {percent(wins.loc[0])} of {GAMES:,} games;")
print(f"the random players win {percent(wins.loc[1])} and {percent(wins.loc[2])}.")
print("The intervals lie apart." if apart else "The intervals meet: play more games.")

# %%
place.cleanup()
