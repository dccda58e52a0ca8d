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
# # Seats, luck and skill
#
# **Question.** Is the first seat (선) the best one? And if one player is better than another,
# after how many games is it ahead?
#
# Three players of known strength are at hand: `heuristic` is better than `greedy`, and `greedy`
# better than `random`. A fourth is made here, who plays as `greedy` does but for one decision in
# ten.

# %%
import os
from statistics import NormalDist

import numba
import numpy as np
import pandas as pd

import gostop
from gostop.analysis import payments, plots, rates, report
from gostop.analysis.intervals import wilson
from gostop.kernels.policies import greedy, uniform
from gostop.kernels.stream import below

# %% tags=["parameters"]
GAMES = int(os.environ.get("GOSTOP_GAMES", "2_000_000"))
SEED = 7

# %% [markdown]
# ## The seats
#
# The same player at every seat: what differs is the seat. Both tables are needed, since a seat that
# wins more often may win less at a time.

# %%
presets = ("arcade3", "arcade2", "tongil", "tongil-joker", "matgo-online")
mirrors = {
    name: gostop.simulate(name, policy="heuristic", games=GAMES // 4, seed=SEED) for name in presets
}
seats = pd.concat(
    {
        name: pd.concat(
            [
                rates.wins(run)[["rate", "low", "high"]].add_prefix("win_"),
                payments.describe(run, of="seat")[["mean", "low", "high", "sd"]].add_prefix(
                    "paid_"
                ),
            ],
            axis=1,
        )
        for name, run in mirrors.items()
    },
    names=["rules", "seat"],
)
seats.round(4)

# %%
plots.win_rates(report(mirrors["arcade3"]))

# %%
plots.win_rates(report(mirrors["matgo-online"]))


# %%
def best_seat(rules: str) -> str:
    """The seat that is paid most, if its interval is above all others."""
    here = seats.loc[rules]
    first = here["paid_mean"].idxmax()
    others = here.drop(index=first)
    sure = here.loc[first, "paid_low"] > others["paid_high"].max()
    return f"seat {first}" if sure else "not told by so many games"


pd.Series({name: best_seat(name) for name in presets}, name="paid most").to_frame()

# %% [markdown]
# ## One game, and the edge
#
# Two players at 맞고, changing seats every game. `edge` is what the better one gains in a game on
# average, `sd` the standard deviation of what it gains in one. Where `sd` is many times the edge,
# one game says next to nothing about who plays better.


# %%
@numba.njit
def careless(table, seat, rules, params, stream, kind, mask):
    """Greedy, but one decision in ten is made at random."""
    if below(stream, np.uint64(10)) == np.uint64(0):
        return uniform(table, seat, rules, params, stream, kind, mask)
    return greedy(table, seat, rules, params, stream, kind, mask)


def gains(better, worse, rules="arcade2"):
    """What the better player gains in each game."""
    run = gostop.simulate(rules, policy=[better, worse], games=GAMES, seed=SEED, rotate=True)
    paid = run.frame(["payment_0", "payment_1"]).to_numpy(np.int64)
    return paid[np.arange(GAMES), np.arange(GAMES) % 2]  # player 0 sits at seat 0, 1, 0 ...


pairs = {
    "heuristic over random": gains("heuristic", "random"),
    "greedy over random": gains("greedy", "random"),
    "heuristic over greedy": gains("heuristic", "greedy"),
    "greedy over careless": gains("greedy", careless),
}

# %% [markdown]
# ## How many games until the better player is ahead?
#
# After n games the better player has n · edge on average, give or take sd · √n. If that sum were
# normal, it would be above 0 with 95 % probability from
#
# **n = (1.645 · sd / edge)²**
#
# on. `normal` is that n, `normal_low` and `normal_high` what the interval of the edge makes of it.
# `skew` is the third moment, which the formula leaves out.


# %%
def edge_of(gained):
    """Edge, deviation, and the formula's number of games."""
    edge, sd = gained.mean(), gained.std(ddof=1)
    half = 1.96 * sd / np.sqrt(len(gained))

    def needed(mean):
        return (1.645 * sd / mean) ** 2 if mean > 0 else np.nan

    return {
        "edge": edge,
        "low": edge - half,
        "high": edge + half,
        "sd": sd,
        "skew": ((gained - edge) ** 3).mean() / sd**3,
        "normal": needed(edge),
        "normal_low": needed(edge + half),
        "normal_high": needed(edge - half),
    }


edges = pd.DataFrame({name: edge_of(gained) for name, gained in pairs.items()}).T
edges.round(2)

# %% [markdown]
# Now without any formula: cut the run into blocks of n consecutive games, add up each, and count
# the blocks in which the better player is above 0. Blocks of one length share no game, so
# Wilson's interval holds for each length by itself. Level is not ahead.


# %%
def ahead_after(gained):
    """The share of blocks with the better player ahead, by the length of the blocks."""
    edge, sd = gained.mean(), gained.std(ddof=1)
    rows = []
    for n in np.unique(np.geomspace(1, 10_000, 81).astype(int)):
        blocks = len(gained) // n
        if blocks < 100:
            break
        won = int((gained[: blocks * n].reshape(blocks, n).sum(axis=1) > 0).sum())
        low, high = wilson(won, blocks)
        normal = NormalDist().cdf(edge / sd * np.sqrt(n))
        rows.append((n, blocks, won / blocks, low, high, normal))
    return pd.DataFrame(rows, columns=["n", "blocks", "ahead", "low", "high", "normal"])


ahead = {name: ahead_after(gained) for name, gained in pairs.items()}
ahead["heuristic over greedy"].set_index("n").iloc[::4].round(4)


# %%
def reaches(curve, share=0.95):
    """From which block length on the share is surely reached, and up to which it surely is not."""
    sure = curve.loc[curve["low"] >= share, "n"]
    not_yet = curve.loc[curve["high"] < share, "n"]
    return (
        not_yet.max() if len(not_yet) else np.nan,
        sure.min() if len(sure) else np.nan,
    )


games_needed = pd.DataFrame(
    {
        name: dict(
            zip(("counted_above", "counted_at_most"), reaches(curve), strict=True),
            normal=edges.loc[name, "normal"],
        )
        for name, curve in ahead.items()
    }
).T
games_needed.round(0)

# %%
picture = plots.figure(7, 5.2)
for place, (name, curve) in enumerate(ahead.items()):
    axes = picture.add_subplot(2, 2, place + 1)
    axes.fill_between(curve["n"], 100 * curve["low"], 100 * curve["high"], alpha=0.3, linewidth=0)
    axes.plot(curve["n"], 100 * curve["ahead"], label="counted")
    axes.plot(curve["n"], 100 * curve["normal"], "--", color="#d55e00", label="normal formula")
    axes.axhline(95, color="#767676", linewidth=0.8, label="95 %")
    axes.set_xscale("log")
    axes.set_xticks([1, 10, 100, 1000, 10_000], ["1", "10", "100", "1,000", "10,000"])
    axes.set_ylim(45, 101)
    axes.set_title(name, loc="left", fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    if place == 0:
        axes.legend(frameon=False, fontsize=8)
    if place > 1:
        axes.set_xlabel("games played")
    if place % 2 == 0:
        axes.set_ylabel("ahead, % of blocks")
picture

# %% [markdown]
# Where the skew is small or many games are needed, the formula is right; where the skew is large
# and few games are needed, it asks for too many. Payments double and double again, so a few huge
# ones make most of the deviation. A sum of few games seldom has one of them, and is then less
# spread than the formula believes: what is left of the edge shows all the sooner. The longer the
# block, the more the sum is like a normal one.
#
# That is a claim about the tail, so cut the tail off: a house with a cap pays no more than so much.


# %%
def capped(cap):
    """The comparison once more under a cap of payments."""
    law = gostop.Rules.load("arcade2").replace(max_payment=cap)
    gained = gains("heuristic", "greedy", law)
    found = edge_of(gained)
    above, at_most = reaches(ahead_after(gained))
    return {
        **{name: found[name] for name in ("edge", "low", "high", "sd", "skew", "normal")},
        "counted_above": above,
        "counted_at_most": at_most,
    }


caps = pd.DataFrame({cap or "none": capped(cap) for cap in (0, 500, 100, 20)}).T
caps.index.name = "cap"
caps.round(2)

# %% [markdown]
# As the cap takes the skew away, the formula comes to lie within what was counted (with two
# million games: under a cap of 100 it does, without one it is about three times too large). The
# count itself hardly moves until the cap cuts usual wins as well: so it is the tail that misleads
# the formula.
#
# ## What playing each deal from both seats saves
#
# `gostop.match` plays every deal once from each seat, so that good cards fall on both. `saved` is
# how many times as many games of their own deals would be needed to know the edge as well.

# %%
matches = {}
for rules in ("arcade2", "matgo-online", "arcade3"):
    for better, worse in (("heuristic", "greedy"), ("greedy", "random"), ("greedy", careless)):
        told = gostop.match(rules, better, worse, deals=GAMES // 10, seed=SEED)
        matches[rules, f"{told.a} over {told.b}"] = {
            "win rate": told.a_win_rate.value,
            "win low": told.a_win_rate.low,
            "win high": told.a_win_rate.high,
            "edge": told.a_payment.value,
            "low": told.a_payment.low,
            "high": told.a_payment.high,
            "saved": told.saved,
        }
paired = pd.DataFrame(matches).T
paired.round(3)

# %% [markdown]
# Win rates are of games with a winner, and even is one half, at `arcade3` one third. `saved` near
# 1: the players play so differently that the games of one deal are soon not alike any more, and
# the same cards cancel little. It is larger for players that play nearly alike, where it is
# needed most.
#
# ## Answer


# %%
def needs(row: pd.Series) -> str:
    """How many games were counted to be needed, in words."""
    parts = []
    if row["counted_above"] == row["counted_above"]:
        parts.append(f"more than {row['counted_above']:,.0f}")
    if row["counted_at_most"] == row["counted_at_most"]:
        parts.append(f"at most {row['counted_at_most']:,.0f}")
    return " and ".join(parts) or "not told by so many games"


for name in presets:
    print(f"{name}: the seat that is paid most: {best_seat(name)}")
print("Games until the better player is ahead with 95 % probability:")
for name, row in games_needed.iterrows():
    print(f"{name}: {needs(row)}; by the formula {row['normal']:,.0f}")
