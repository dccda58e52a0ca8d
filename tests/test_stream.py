"""The random streams: Philox against NumPy's, and exact uniformity of what is drawn from them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gostop.kernels import stream
from gostop.kernels.bits import plain_nth_bit
from gostop.kernels.deal import draw_fair
from gostop.kernels.policies import pick
from gostop.kernels.state import workspace
from gostop.kernels.stepping import start_seeded
from gostop.rule_record import rule_record
from gostop.rules import Rules

from legs import JIT, games

WORD = st.integers(0, 2**64 - 1)

many_deals = pytest.mark.skipif(not JIT, reason="20,000 deals take minutes with the JIT off")


@given(WORD, WORD)
def test_philox_is_numpys(seed: int, game: int) -> None:
    # NumPy counts up before it generates, so its state is one block behind
    before = (game - 1) % 2**256
    counter = np.array([before >> 64 * place & (2**64 - 1) for place in range(4)], np.uint64)
    theirs = np.random.Philox(key=np.array([seed, 0], np.uint64), counter=counter)
    ours = stream.philox(np.uint64(seed), np.uint64(game))
    assert [int(word) for word in ours] == [int(word) for word in theirs.random_raw(4)]


def test_below_rejects_what_would_be_likelier() -> None:
    # a range of 3 * 2**62 refuses a quarter of all words, so rejection is seen at work
    source = np.zeros(1, stream.STREAM)
    n = np.uint64(3 << 62)
    drawn = np.array([int(stream.below(source[0], n)) for _ in range(4000)], float)
    assert drawn.max() < 3 << 62
    assert stats.kstest(drawn / float(3 << 62), "uniform").pvalue > 1e-4


@pytest.mark.parametrize("n", [2, 3, 7, 48])
def test_below_is_uniform(n: int) -> None:
    source = np.zeros(1, stream.STREAM)
    source[0].state = 12345 + n
    drawn = [int(stream.below(source[0], np.uint64(n))) for _ in range(400 * n)]
    assert stats.chisquare(np.bincount(drawn, minlength=n)).pvalue > 1e-4


BEFORE_NOUGHT = np.uint64(0xE7037ED1A0B428DB - 0xA0761D6478BD642F)
"""A stream in this state draws the word 0, which is drawn again wherever that can matter."""


def source_at(state: int) -> np.ndarray:
    source = np.zeros(1, stream.STREAM)
    source[0].state = state
    return source


def test_a_word_of_nought_can_be_had() -> None:
    assert int(stream.draw(source_at(BEFORE_NOUGHT)[0])) == 0


@pytest.mark.parametrize("state", [BEFORE_NOUGHT, 1, 2**63])
@pytest.mark.parametrize("mask", [0b1, 0b11, 0b111, 1 << 51 | 0b1010, 2**48 - 1])
def test_pick_is_below(state: int, mask: int) -> None:
    ours, theirs = source_at(state), source_at(state)
    picked = pick(np.uint64(mask), False, ours[0])
    place = stream.below(theirs[0], np.uint64(mask.bit_count()))
    assert int(picked) == int(plain_nth_bit(mask, place))
    assert ours[0].state == theirs[0].state


@pytest.mark.parametrize("state", [BEFORE_NOUGHT, 1, 2**63])
def test_what_is_forced_draws_nothing(state: int) -> None:
    source = source_at(state)
    assert int(pick(np.uint64(0b1100), True, source[0])) == 2
    assert source[0].state == state


def test_an_unfair_word_is_drawn_again() -> None:
    ours, theirs = source_at(BEFORE_NOUGHT), source_at(BEFORE_NOUGHT)
    word = draw_fair(ours[0], np.uint64(48))
    assert int(stream.draw(theirs[0])) == 0
    assert int(word) == int(stream.draw(theirs[0])) != 0


def deals(number: int) -> np.ndarray:
    """Decks of the first games of a seed, one a row, in dealing order."""
    work, law = workspace(), rule_record(Rules.preset("arcade3"))
    decks = np.zeros((number, 48), np.uint8)
    for game in range(number):
        start_seeded(work, law, np.uint64(99), np.uint64(game))
        decks[game] = work[1][0].deck[:48]
    return decks


def test_a_deal_is_a_permutation() -> None:
    assert (np.sort(deals(games(2000)), axis=1) == np.arange(48)).all()


@many_deals
def test_every_card_is_everywhere_equally_often() -> None:
    # Under 'redeal' a floor of four of a month never occurs, which shifts nothing visible here:
    # it is 1 deal in 1081. Within a place each card is counted, so the cells of a row and of a
    # column are tied: 47 * 47 degrees of freedom.
    decks = deals(20_000)
    counts = np.array([np.bincount(decks[:, place], minlength=48) for place in range(48)])
    expected = len(decks) / 48
    statistic = ((counts - expected) ** 2 / expected).sum()
    assert 1e-4 < stats.chi2.sf(statistic, 47 * 47) < 1 - 1e-4


@many_deals
def test_neighbours_are_independent() -> None:
    decks = deals(20_000).astype(int)
    pairs = np.bincount(decks[:, 20] * 48 + decks[:, 27], minlength=48 * 48).reshape(48, 48)
    off_diagonal = pairs[~np.eye(48, dtype=bool)]
    assert (np.diag(pairs) == 0).all()
    assert 1e-4 < stats.chisquare(off_diagonal).pvalue < 1 - 1e-4
