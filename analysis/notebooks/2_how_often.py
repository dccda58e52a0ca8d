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
# # How often does it happen?
#
# **Question.** How often is somebody dealt 총통, or stuck three times (3뻑)? And how large do
# payments get, by what multipliers?
#
# The answers depend on the rules and, for all that is played rather than dealt, on who plays. Here
# `heuristic` plays at every seat.

# %%
import os

import pandas as pd

import gostop
from gostop.analysis import exact, frequencies, multipliers, payments, plots, report

# %% tags=["parameters"]
GAMES = int(os.environ.get("GOSTOP_GAMES", "1_000_000"))
SEED = 7

# %%
run = gostop.simulate("arcade3", policy="heuristic", games=GAMES, seed=SEED, detail="full")
told = report(run)

# %% [markdown]
# ## Everything that has a name
#
# `rate` is the share of games in which it happened to anybody, with the 95 % interval `low` to
# `high`. `once_in` is the same as "once in so many games", from `at_most` to `at_least`: where it
# was never seen there is no upper end. The sets (고도리, 홍단 ...) are those of the winner.

# %%
often = frequencies.of(run)
often = often.assign(
    once_in=1 / often["rate"], at_most=1 / often["high"], at_least=1 / often["low"]
)
often[["term", "count", "n", "rate", "low", "high", "once_in", "at_most", "at_least"]].round(5)

# %% [markdown]
# In how many games is not how many times: two can be stuck in one game.

# %%
frequencies.times(run).round(5)

# %% [markdown]
# ## 총통, by every preset
#
# 총통 is dealt, so it has an exact probability and no player can change it. 3뻑 is played.

# %%
presets = ("arcade3", "arcade2", "tongil", "tongil-joker", "matgo-online")
rows = {}
for name in presets:
    rules = gostop.Rules.load(name)
    one = gostop.simulate(rules, policy="heuristic", games=GAMES // 2, seed=SEED)
    counted = frequencies.of(one)
    dealt = (rules.players, rules.hand_size, rules.floor_size, len(rules.jokers))
    chance = exact.chongtong(*dealt)
    if rules.floor_four != "redeal":  # four on the floor end the game before 총통 is looked at
        chance *= 1 - exact.floor_four(rules.floor_size)
    rows[name] = {
        "총통": counted.loc["chongtong", "rate"],
        "low": counted.loc["chongtong", "low"],
        "high": counted.loc["chongtong", "high"],
        "exact": float(chance),
        "3뻑": counted.loc["triple_ppeok", "rate"],
        "3뻑 low": counted.loc["triple_ppeok", "low"],
        "3뻑 high": counted.loc["triple_ppeok", "high"],
    }
by_preset = pd.DataFrame(rows).T
by_preset.round(6)

# %% [markdown]
# More cards in a hand make 총통 likelier and jokers take room from it: so two players see it more
# often than three, and a pack with jokers less often than the same pack without.
#
# ## Multipliers
#
# What a loser pays is multiplied by everything in this picture at once. First the whole multiplier,
# then what it is made of, then which parts come together.

# %%
plots.multipliers(told)

# %%
plots.multiplier_factors(told)

# %%
multipliers.together(run).head(12).round(5)

# %% [markdown]
# `lift` above 1: the two come together more often than if they had nothing to do with each other.

# %%
multipliers.pairs(run).sort_values("lift", ascending=False).head(8).round(4)

# %% [markdown]
# ## The tail
#
# A few games hold much of the money. `money_share` is that of the largest payments, by the share of
# games that they are.

# %%
tail = payments.tail(run)
tail.round(4)

# %%
plots.payment_tail(run)

# %% [markdown]
# ## Answer


# %%
def once(what: str) -> str:
    """Once in how many games; where it was never seen, at most how often."""
    row = often.loc[what]
    if row["count"] == 0:
        return f"{row['term']}: never seen, so at most once in {row['at_most']:,.0f} games"
    return (
        f"{row['term']}: once in {row['once_in']:,.0f} games "
        f"({row['at_most']:,.0f} to {row['at_least']:,.0f})"
    )


print(f"arcade3, heuristic at every seat, {GAMES:,} games")
for what in ("chongtong", "triple_ppeok", "nagari", "godori", "go", "bomb", "animals7"):
    print(once(what))
large = multipliers.distribution(run)
eight = large[large.index >= 8]["count"].sum()
print(f"a loser pays eight times or more: {eight:,} of {large['n'].iloc[0]:,} losers")
hundredth = tail.loc[0.01]
print(
    f"the dearest hundredth of games holds {100 * hundredth['money_share']:.1f} % of all money"
    + (
        f" ({100 * hundredth['low']:.1f} to {100 * hundredth['high']:.1f})"
        if hundredth["low"] == hundredth["low"]
        else ", from too few games for an interval"
    )
)
