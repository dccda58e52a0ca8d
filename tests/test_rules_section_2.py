"""Section 2 of the rules, the deal: cases worked out by hand, for both engines."""

from typing import Any

import numpy as np
import pytest

from gostop.errors import InputError
from gostop.game import Game
from gostop.kernels.months import fours
from gostop.rules import Rules

from cases import Case, End, Turn, check, deal_of
from oracle import RedealNeeded, card_of, play

# A deal in which nothing is decided: no four of a month, no three on the floor.
SEAT_0 = "1광 1띠 2열 2띠 3광 3띠 4열"
SEAT_1 = "5열 5띠 6열 6띠 7열 7띠 8광"
SEAT_2 = "9열 9띠 10열 10띠 11광 11쌍피 12광"
FLOOR = "1피 2피 3피 4피 5피 6피"

FOUR_0 = "1광 1띠 1피 1피 2열 3광 4열"
FOUR_1 = "5열 5띠 5피 5피 6열 7열 8광"
FOUR_2 = "9열 9띠 9피 9피 10열 11광 12광"
BRIGHTS_1 = "1광 3광 8광 11광 12광 5열 5띠"

FLOOR_OF_FOUR = "8광 8열 8피 8피 1피 2피"
BESIDE_FOUR = [SEAT_0, "5열 5띠 6열 6띠 7열 7띠 12쌍피", SEAT_2]


def dealt(rule: str, hands: list[str], floor: str = FLOOR, **more: Any) -> Case:
    return Case(rule=rule, dealt=True, hands=hands, floor=floor, **more)


def chongtong(winner: int, payments: list[int]) -> End:
    """Expect 총통 of this seat, or a game drawn by two."""
    points = 7 if winner >= 0 else 0
    return End(by="chongtong", winner=winner, points=points, payments=payments, turns=0)


CASES = [
    dealt(
        "nothing is decided by an ordinary deal, and seat 0 begins",
        [SEAT_0, SEAT_1, SEAT_2],
        script="0 play 2열",
        # the stock is what is left, from 1피 on
        after=Turn(events="", captured="2열 2피 1피 1피", floor="3피 4피 5피 6피", piles={}),
    ),
    dealt(
        "three of a month on the floor lie as one pile with no owner",
        ["1광 2열 2띠 3광 3띠 4열 4띠", SEAT_1, SEAT_2],
        "1피 1피 1띠 4피 5피 6피",
        script="play 3광",
        after=Turn(captured="", piles={1: None}),
    ),
    dealt(
        "two of a month on the floor are no pile",
        ["1광 2열 2띠 3광 3띠 4열 4띠", SEAT_1, SEAT_2],
        "1피 1피 3피 4피 5피 6피",
        script="play 2열",
        after=Turn(piles={}),
    ),
    dealt(
        "who plays the fourth takes all four of a dealt pile",
        ["1광 2열 2띠 3광 3띠 4열 4띠", SEAT_1, SEAT_2],
        "1피 1피 1띠 4피 5피 6피",
        script="play 1광",
        after=Turn(events="eat_floor", captured="1광 1피 1피 1띠", stolen=["", "", ""], piles={}),
    ),
    dealt(
        "총통: seat 0 wins at once, 7 from each",
        [FOUR_0, SEAT_1, SEAT_2],
        "2피 3피 4피 5피 6피 7피",
        end=End(
            by="chongtong",
            winner=0,
            actor=0,
            points=7,
            goes=0,
            payments=[14, -7, -7],
            multipliers=[1, 1, 1],
            factors=["", "", ""],
            turns=0,
        ),
    ),
    dealt(
        "총통: seat 1",
        [SEAT_0, FOUR_1, SEAT_2],
        "1피 2피 3피 4피 6피 7피",
        end=chongtong(1, [-7, 14, -7]),
    ),
    dealt("총통: seat 2", [SEAT_0, SEAT_1, FOUR_2], end=chongtong(2, [-7, -7, 14])),
    dealt(
        "총통: three of a month are not four",
        ["1광 1띠 1피 2띠 2열 3광 4열", SEAT_1, SEAT_2],
        "2피 3피 4피 5피 6피 7피",
        script="play 2열",
        after=Turn(captured="2열 2피"),
    ),
    dealt(
        "총통: `chongtong_points` 0 is no such rule",
        [FOUR_0, SEAT_1, SEAT_2],
        "2피 3피 4피 5피 6피 7피",
        change={"chongtong_points": 0},
        script="play 4열",
        after=Turn(captured="4열 4피 2띠 2피"),
    ),
    dealt(
        "총통: of two seats the first in turn order wins",
        [SEAT_0, FOUR_1, FOUR_2],
        "1피 2피 3피 4피 6피 7피",
        end=chongtong(1, [-7, 14, -7]),
    ),
    dealt(
        "총통: of three seats too",
        [FOUR_0, FOUR_1, FOUR_2],
        "2피 3피 4피 6피 7피 8피",
        end=chongtong(0, [14, -7, -7]),
    ),
    dealt(
        "총통: two seats draw the game under `two_chongtong` nagari",
        [SEAT_0, FOUR_1, FOUR_2],
        "1피 2피 3피 4피 6피 7피",
        change={"two_chongtong": "nagari"},
        end=chongtong(-1, [0, 0, 0]),
    ),
    dealt(
        "총통: one seat wins under `two_chongtong` nagari",
        [SEAT_0, FOUR_1, SEAT_2],
        "1피 2피 3피 4피 6피 7피",
        change={"two_chongtong": "nagari"},
        end=chongtong(1, [-7, 14, -7]),
    ),
    dealt(
        "총통: two fours in one hand are one win",
        [
            "1광 1띠 1피 1피 2열 2띠 2피 2피 3광 4열",
            "5열 5띠 6열 6띠 7열 7띠 8광 8열 9열 9띠",
        ],
        "3피 4피 5피 6피 7피 8피 9피 10피",
        base="arcade2",
        change={"two_chongtong": "nagari"},
        end=chongtong(0, [7, -7]),
    ),
    dealt(
        "five 광 in the dealt hand win nothing here",
        ["1띠 2열 2띠 3띠 4열 4띠 10피", BRIGHTS_1, "9열 9띠 10열 10띠 11쌍피 12열 12띠"],
        script="play 2열",
        after=Turn(captured="2열 2피 1피 1피"),
    ),
    dealt(
        "five 광 in the dealt hand win `five_brights_dealt_points`",
        ["1띠 2열 2띠 3띠 4열 4띠 10피", BRIGHTS_1, "9열 9띠 10열 10띠 11쌍피 12열 12띠"],
        change={"five_brights_dealt_points": 15},
        end=End(by="five_brights", winner=1, points=15, payments=[-15, 30, -15], turns=0),
    ),
    dealt(
        "총통 is tested before five 광",
        ["1띠 2열 2띠 3띠 4열 4띠 10피", BRIGHTS_1, "9열 9띠 9피 9피 11쌍피 12열 12띠"],
        change={"five_brights_dealt_points": 15},
        end=chongtong(2, [-7, -7, 14]),
    ),
    dealt(
        "four on the floor, `floor_four` nagari: drawn",
        BESIDE_FOUR,
        FLOOR_OF_FOUR,
        change={"floor_four": "nagari"},
        end=End(by="floor_four", winner=-1, actor=-1, points=0, payments=[0, 0, 0], turns=0),
    ),
    dealt(
        "four on the floor, `floor_four` first_wins: seat 0 is paid the price of 총통",
        BESIDE_FOUR,
        FLOOR_OF_FOUR,
        change={"floor_four": "first_wins"},
        end=End(by="floor_four", winner=0, actor=0, points=7, payments=[14, -7, -7], turns=0),
    ),
    dealt(
        "four on the floor, `floor_four` first_wins: for nothing where 총통 has no price",
        BESIDE_FOUR,
        FLOOR_OF_FOUR,
        change={"floor_four": "first_wins", "chongtong_points": 0},
        end=End(by="floor_four", winner=0, points=0, payments=[0, 0, 0], turns=0),
    ),
    dealt(
        "four on the floor: three of them are a pile, and the game is played",
        ["8피 2열 2띠 3광 3띠 4열 4띠", *BESIDE_FOUR[1:]],
        "8광 8열 8피 1피 2피 3피",
        change={"floor_four": "nagari"},
        stock="11피",
        script="play 8피",
        after=Turn(events="eat_floor", captured="8광 8열 8피 8피"),
    ),
    dealt(
        "총통: `max_payment` caps each loser's payment",
        [SEAT_0, FOUR_1, SEAT_2],
        "1피 2피 3피 4피 6피 7피",
        change={"max_payment": 5},
        end=End(
            by="chongtong",
            winner=1,
            points=7,
            payments=[-5, 10, -5],
            multipliers=[1, 1, 1],
            factors=["capped", "", "capped"],
        ),
    ),
    dealt(
        "four 광 in the dealt hand are not five",
        [
            "1띠 2열 2띠 3띠 4열 4띠 1광",
            "3광 8광 11광 12광 5열 5띠 10피",
            "9열 9띠 10열 10띠 11쌍피 12열 12띠",
        ],
        change={"five_brights_dealt_points": 15},
        script="play 2열",
        after=Turn(captured="2열 2피 1피 1피"),
    ),
    dealt(
        "four on the floor come before 총통",
        [BESIDE_FOUR[0], FOUR_1.replace("8광", "12쌍피"), SEAT_2],
        FLOOR_OF_FOUR,
        change={"floor_four": "nagari"},
        end=End(by="floor_four", winner=-1, payments=[0, 0, 0]),
    ),
    Case(
        rule="to a position no opening rule is applied: four in hand are no 총통",
        hands=["1광 1띠 1피 1피"],
        floor="9열 5피",
        stock="10피 11피 12띠 3피",
        script="play 1광; shake no",
        after=Turn(events="", captured="", floor="9열 5피 1광 10피"),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_section_2(case: Case) -> None:
    check(case)


def test_four_on_the_floor_of_a_written_deal_is_an_error() -> None:
    case = dealt("redeal", BESIDE_FOUR, FLOOR_OF_FOUR)
    with pytest.raises(InputError, match="four of a month"):
        Game(case.rules, deal=case.deal)
    deal = deal_of(case.rules, [card_of(int(number), case.rules) for number in case.deal])
    with pytest.raises(RedealNeeded):
        play(case.rules, deal, lambda *_: pytest.fail("nothing is asked"))


def test_four_on_the_floor_are_dealt_anew_from_the_same_stream() -> None:
    """A floor of 18 has four of a month often; the deals before it are those not redealt."""
    anew = Rules.preset("arcade3").replace(hand_size=5, floor_size=18)
    drawn = anew.replace(floor_four="nagari")
    redealt = 0
    for number in range(40):
        kept, first = Game(anew, seed=7, game=number), Game(drawn, seed=7, game=number)
        floor = sum(1 << card for card in kept.deck()[15:33])
        assert not fours(np.uint64(floor))
        if first.over and first.result.ended_by == "floor_four":
            redealt += 1
            assert kept.table.redeals > 0
            assert kept.deck() != first.deck()
        else:
            assert kept.table.redeals == 0
            assert kept.deck() == first.deck()
        assert kept.deck() == Game(anew, seed=7, game=number).deck()
    assert 0 < redealt < 40


@pytest.mark.parametrize(
    ("preset", "players", "hand", "floor"), [("arcade3", 3, 7, 6), ("arcade2", 2, 10, 8)]
)
def test_hands_floor_and_stock(preset: str, players: int, hand: int, floor: int) -> None:
    """Seeds without 총통, so that the first turn is still to be played."""
    game = next(one for n in range(9) if not (one := Game(preset, seed=1, game=n)).over)
    assert [game.hand(seat).bit_count() for seat in range(players)] == [hand] * players
    assert int(game.table.floor).bit_count() == floor
    assert int(game.table.stock_left) == 48 - players * hand - floor == players * hand
    assert game.decision is not None
    assert game.decision.seat == 0
