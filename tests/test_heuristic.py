"""The heuristic player: positions in which the right answer is clear, and what holds everywhere."""

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gostop import simulate
from gostop.analysis import report
from gostop.cards import card_name, parse_cards
from gostop.game import Game
from gostop.kernels import weights as names
from gostop.kernels.decisions import FIRST_BOMB, FLIP_ONLY, GO_OR_STOP, KINDS, NO_OR_YES, YES
from gostop.kernels.heuristic import heuristic
from gostop.kernels.months import fours
from gostop.kernels.state import MAX_WEIGHTS, PLAYERS
from gostop.kernels.weights import WEIGHTS
from gostop.policies import parse_policy, seat_player
from gostop.position import Position
from gostop.rule_files import preset_names
from gostop.rules import Rules
from gostop.turn import Turn

from legs import JIT, games
from strategies import valid_rules

ARCADE3 = Rules.preset("arcade3")
ARCADE2 = Rules.preset("arcade2")


def ask(game: Game, seat: int, kind: int, mask: int) -> int:
    """What the heuristic player at `seat` answers to a decision of the game as it stands."""
    players = np.zeros(1, PLAYERS)
    seat_player(players[0], seat, parse_policy("heuristic"))
    work = game._work
    return int(
        heuristic(
            work[0][0],
            work[1][0].seats[seat],
            game._law[0],
            players[0].params[seat],
            players[0].stream[seat],
            np.int64(kind),
            np.uint64(mask),
        )
    )


def named(answer: int, rules: Rules) -> str:
    """An answer to a turn in words."""
    if answer == FLIP_ONLY:
        return "flip"
    if answer >= FIRST_BOMB:
        return f"bomb {answer - FIRST_BOMB + 1}"
    return card_name(answer, rules.jokers)


def lay(rules: Rules, hand: str, floor: str, captured: list[str], **more: Any) -> Game:
    """A game that seat 0 is to move in; as many of the other cards as it holds each other seat has.

    Which ones does not matter, as the player cannot see them.
    """
    seen = " ".join([hand, floor, *captured])
    there = set(parse_cards(seen, rules.jokers))
    rest = [card_name(card, rules.jokers) for card in range(48) if card not in there]
    each = len(hand.split())
    hands = [hand] + [" ".join(rest[each * place :][:each]) for place in range(rules.players - 1)]
    stock = " ".join(rest[each * (rules.players - 1) :])
    at = Position.of(rules, hands=hands, floor=floor, captured=captured, stock=stock, **more)
    return Game(rules, position=at)


def asked(game: Game) -> str:
    """The answer of seat 0 to the decision that the game waits for."""
    assert game.decision is not None
    assert game.decision.seat == 0
    mask = sum(1 << one for one in game.decision.options)
    return named(ask(game, 0, KINDS.index(game.decision.kind), mask), game.rules)


def goes(rules: Rules, hand: str, captured: list[str], **more: Any) -> bool:
    """Whether seat 0, having those captures, says go."""
    return ask(lay(rules, hand, "", captured, **more), 0, int(GO_OR_STOP), int(NO_OR_YES)) == YES


NOTHING = ["", "", ""]


@pytest.mark.parametrize(
    ("hand", "floor", "captured", "answer"),
    [
        # 고도리, 홍단 and three 광 are completed, though something else could be taken as well
        ("8피 1피 5피", "8열 1띠 5열", ["2열 2피 4열 4피", "", ""], "8피"),
        ("3피 11피 5피", "3띠 11쌍피 5열", ["1띠 1피 2띠 2피", "", ""], "3피"),
        ("8피 12띠 5피", "8광 12쌍피 5띠", ["1광 1피 3광 3피", "", ""], "8피"),
        # those of the next opponent are taken away
        ("8피 1피 5피", "8열 1피 5열", ["", "2열 2피 4열 4피", ""], "8피"),
        ("3피 11피 5피", "3띠 11피 5열", ["", "1띠 1피 2띠 2피", ""], "3피"),
        # and those of the one after it
        ("8피 1피 5피", "8열 1피 5열", ["", "", "2열 2피 4열 4피"], "8피"),
        # nothing can be taken: not the card that completes an opponent's set is laid
        ("3띠 10피", "5열 6피", ["", "1띠 1피 2띠 2피", ""], "10피"),
        ("8열 10피", "5열 6피", ["", "2열 2피 4열 4피", ""], "10피"),
        # of what can be taken, what nobody else can take waits
        ("1피 8피", "1광 8피", ["", "1띠 1피", ""], "8피"),
    ],
)
def test_which_card(hand: str, floor: str, captured: list[str], answer: str) -> None:
    assert asked(lay(ARCADE3, hand, floor, captured)) == answer


@pytest.mark.parametrize(
    ("hand", "floor", "captured", "answer"),
    [
        ("11피", "11쌍피 11피", NOTHING, "11쌍피"),
        ("8피", "8광 8피", ["1광 3광", "", ""], "8광"),
        ("8피", "8광 8열", ["2열 4열", "", ""], "8열"),
        ("8피", "8광 8열", ["", "2열 4열", ""], "8열"),
        ("3피", "3광 3띠", ["", "1띠 2띠", ""], "3띠"),
    ],
)
def test_which_of_two_floor_cards(hand: str, floor: str, captured: list[str], answer: str) -> None:
    game = lay(ARCADE3, f"{hand} 5피", f"{floor} 6피", captured)
    game.answer(parse_cards(hand)[0])
    assert game.decision is not None
    assert game.decision.kind == "aim"
    assert asked(game) == answer


def test_a_shown_triple_is_not_fed() -> None:
    """The opponent that showed three 5 would bomb."""
    for month, other in ((5, "7피"), (7, "5피")):
        shaken = [[], [month], []]
        game = lay(ARCADE3, "5피 7피", "6열 10피", NOTHING, shaken=shaken, turns=[1, 1, 1])
        assert asked(game) == other


def test_bombs_and_piles_rather_than_laying() -> None:
    assert asked(lay(ARCADE3, "5열 5띠 5피 8광 3띠", "5피 10피", NOTHING)) == "bomb 5"
    assert asked(lay(ARCADE3, "5피 8광 3띠", "5열 5띠 5피 10피", NOTHING)) == "5피"


def test_lays_what_nobody_else_can_take() -> None:
    """It holds the last two of month 5, and takes the one with the other later."""
    captured = ["", "5열 5피", ""]
    assert asked(lay(ARCADE3, "5띠 5피 10피 8광", "6피 7피", captured)) in ("5띠", "5피")


def test_a_joker_is_played_at_once() -> None:
    rules = Rules.preset("tongil-joker")
    assert asked(lay(rules, "J2 5피 7피", "5열 10피", NOTHING)) == "J2"


PI16 = "1피 1피 2피 2피 3피 3피 4피 4피 5피 5피 6피 6피 7피 7피 9피 9피"
NEAR2 = "1광 3광 8광 11광 4띠 5띠 6띠 7띠 9띠 2열 4열"
NEAR3 = "1광 3광 2열 4열 4띠 5띠"


def test_goes_where_nobody_threatens() -> None:
    """Each next pi is a point, and the opponents have next to nothing."""
    assert goes(ARCADE2, "8피 9띠 10피 10띠 8열 11피", [PI16, "12띠"], turns=[4, 4])
    rules = ARCADE3.replace(win_points=7)
    assert goes(rules, "8피 9띠 10피 10띠 8열", [PI16, "12띠", "11피"], turns=[2, 2, 2])


def test_stops_where_an_opponent_is_about_to_win() -> None:
    """A capture or two would do, and 고박 would double what that costs."""
    mine = PI16.replace("6피 6피", "6피 6열")
    assert not goes(ARCADE2, "10피 10띠 11피 12띠", [mine, NEAR2], turns=[6, 6])
    assert not goes(ARCADE3, "10피 10띠 11피 12띠", [mine, NEAR3, ""], turns=[3, 3, 3])


@pytest.mark.parametrize("name", preset_names())
def test_shows_and_plays_under_every_preset(name: str) -> None:
    """Games end, and the seats of equal players gain nothing but by their turn."""
    run = simulate(name, policy="heuristic", games=games(400), seed=3, detail="full")
    frame = run.frame()
    assert len(frame) == games(400)
    assert (frame.filter(regex="^payment_").sum(axis=1) == 0).all()
    if JIT:
        assert frame.filter(regex="^shakes_").to_numpy().sum() > 0
        assert frame.filter(regex="^bombs_").to_numpy().sum() > 0


def answers_so_far(game: Game) -> list[tuple[int, int, int]]:
    """Seat, kind and answer of each decision of the turn just played."""
    noted = game._work[3][0]
    return [
        (int(one.seat), int(one.kind), int(one.answer)) for one in noted.notes[: int(noted.noted)]
    ]


def opening(rules: Rules, deal: np.ndarray[Any, Any]) -> list[tuple[int, int, int]]:
    """What seat 0 answers to the first question of the game that is dealt so."""
    found: list[list[tuple[int, int, int]]] = []

    def note(game: Game, turn: Turn) -> None:
        found.append(answers_so_far(game))

    policies = ["heuristic"] * rules.players
    Game(rules, deal=deal.astype(np.uint8), policies=policies, on_turn=note)
    return [one for one in found[0] if one[0] == 0][:1] if found else []


@pytest.mark.parametrize("name", ["arcade2", "arcade3", "matgo-online"])
def test_sees_nothing_hidden(name: str) -> None:
    """Whatever lies in other hands and in the stock, the answer is the same."""
    rules = Rules.preset(name)
    draw = np.random.default_rng(5)
    for _ in range(games(40)):
        deal = draw.permutation(48 + len(rules.jokers))
        start = rules.players * rules.hand_size
        visible = np.r_[0 : rules.hand_size, start : start + rules.floor_size]
        if (deal[visible] >= 48).any() or fours(
            np.uint64(sum(1 << int(card) for card in deal[start : start + rules.floor_size]))
        ):
            continue
        other = deal.copy()
        hidden = np.setdiff1d(np.arange(len(deal)), visible)
        other[hidden] = draw.permutation(deal[hidden])
        first, second = opening(rules, deal), opening(rules, other)
        assert not first or not second or first == second


@settings(
    max_examples=30 if JIT else 5, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(valid_rules(), st.integers(0, 2**32))
def test_legal_under_any_rules(rules: Rules, seed: int) -> None:
    """Every answer is one that is allowed: asked from outside, the engine refuses any other."""
    game = Game(rules, seed=seed, policies=[None] + ["random"] * (rules.players - 1))
    while game.decision is not None:
        kind, options = KINDS.index(game.decision.kind), game.decision.options
        answer = ask(game, game.decision.seat, kind, sum(1 << one for one in options))
        assert answer in options
        game.answer(answer)
    assert sum(game.result.payments) == 0


@pytest.mark.skipif(not JIT, reason="thousands of games")
@pytest.mark.parametrize(
    ("rules", "policy", "least"),
    [
        ("arcade2", ["heuristic", "random"], 0.80),
        ("arcade2", ["heuristic", "greedy"], 0.57),
        ("arcade3", ["heuristic", "greedy", "greedy"], 0.375),
        ("matgo-online", ["heuristic", "greedy"], 0.55),
        ("tongil", ["heuristic", "greedy", "greedy"], 0.375),
        ("tongil-joker", ["heuristic", "greedy", "greedy"], 0.375),
    ],
)
def test_strength(rules: str, policy: list[str], least: float) -> None:
    """Its share of the decided games, its seat changing from game to game."""
    played = simulate(rules, policy=policy, games=6000, seed=11, rotate=True, threads=1)
    mine = report(played).players[0]
    assert mine.win_of_decisive.rate > least
    assert mine.payment.mean > 0


def test_the_weights_are_told_once_and_in_order() -> None:
    assert len(WEIGHTS) <= MAX_WEIGHTS
    for place, (name, _, meaning) in enumerate(WEIGHTS):
        assert getattr(names, name.upper()) == place
        assert meaning
    assert len({name for name, _, _ in WEIGHTS}) == len(WEIGHTS)
