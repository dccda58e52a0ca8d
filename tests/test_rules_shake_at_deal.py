"""`shake_timing` deal, section 3 of the rules: cases worked out by hand, for both engines.

In the deals that end, seat 0 gets three jokers worth nine pi from the opening floor. Two pi more
are two points, which `win_points` 1 makes enough: each loser pays two, and more for each factor.
"""

from typing import Any

import pytest

from cases import Case, End, Turn, check

QUICK: dict[str, Any] = {
    "shake_timing": "deal",
    "jokers": [3, 3, 3],
    "win_points": 1,
    "pi_bak_below": 0,
}
SEAT_1 = "5열 5띠 6열 6띠 7열 7띠 8광"
SEAT_2 = "9열 9띠 10열 10띠 11광 11쌍피 12광"
FIVES = "5열 5띠 5피 6열 6띠 7열 8광"
NINES = "9열 9띠 9피 10열 10띠 11광 12광"


def quick(rule: str, hand: str, script: str, end: End | None = None, **more: Any) -> Case:
    """Deal a hand to seat 0, beside jokers on the floor."""
    return Case(
        rule=f"at the deal: {rule}",
        dealt=True,
        hands=[hand, *more.pop("others", [SEAT_1, SEAT_2])],
        floor=more.pop("floor", "J3 J3 J3 2피 6피 7피"),
        stock=more.pop("stock", "8피 10피 12열 11피"),
        change=QUICK | more.pop("change", {}),
        script=script,
        end=end,
        **more,
    )


def paid(each: int, words: str) -> End:
    """Expect seat 0 to win by stop in the first turn, and each loser to pay this."""
    times = each // 2
    return End(
        by="stop",
        winner=0,
        points=2,
        payments=[2 * each, -each, -each],
        multipliers=[times] * 3,
        factors=[words] * 3,
        turns=1,
    )


ONE = "1광 1띠 1피 2피 3광 3띠 4열"
TWO = "1광 1띠 1피 2피 3광 3띠 3피"
FOUR = "1광 1띠 1피 1피 2피 3광 4열"
NONE = "1광 1띠 2피 2띠 3광 3띠 4열"
TAKE_2 = "0 play 2피; 0 stop"

CASES = [
    quick("a triple is shaken and doubles", ONE, "0 shake 1 yes; " + TAKE_2, paid(4, "흔들기")),
    quick("a triple is not shaken", ONE, "0 shake 1 no; " + TAKE_2, paid(2, "")),
    quick("two of a month are no triple", NONE, TAKE_2, paid(2, "")),
    quick(
        "each triple by itself: both",
        TWO,
        "0 shake 1 yes; 0 shake 3 yes; " + TAKE_2,
        paid(8, "흔들기"),
    ),
    quick(
        "each triple by itself: the second only",
        TWO,
        "0 shake 1 no; 0 shake 3 yes; " + TAKE_2,
        paid(4, "흔들기"),
    ),
    quick(
        "each triple by itself: the first only",
        TWO,
        "0 shake 1 yes; 0 shake 3 no; " + TAKE_2,
        paid(4, "흔들기"),
    ),
    quick(
        "`shake_multiplier` for each of two",
        TWO,
        "0 shake 1 yes; 0 shake 3 yes; " + TAKE_2,
        paid(18, "흔들기"),
        change={"shake_multiplier": 3},
    ),
    quick(
        "whatever lies on the floor: the fourth",
        ONE,
        "0 shake 1 yes; " + TAKE_2,
        paid(4, "흔들기"),
        floor="J3 J3 J3 2피 1피 7피",
    ),
    quick(
        "as one of three is played it is not asked any more",
        ONE,
        "0 shake 1 no; 0 play 1광",
        after=Turn(events="", captured="", floor="1광 2피 6피 7피 8피 10피 12열 11피"),
    ),
    quick(
        "shaken, it is no event of the turn in which one of three is played",
        ONE,
        "0 shake 1 yes; 0 play 1광",
        after=Turn(events="", captured=""),
    ),
    quick(
        "with `shake_timing` play it is not asked at the deal",
        ONE,
        TAKE_2,
        paid(2, ""),
        change={"shake_timing": "play"},
    ),
    quick(
        "four of a month, where 총통 is off, are asked for once",
        FOUR,
        "0 shake 1 yes; " + TAKE_2,
        paid(4, "흔들기"),
        change={"chongtong_points": 0},
    ),
    quick(
        "총통 wins before anything is asked",
        FOUR,
        "",
        End(by="chongtong", winner=0, points=7, payments=[14, -7, -7], turns=0),
    ),
    quick(
        "총통 of seat 2 wins before seat 0 is asked",
        ONE,
        "",
        End(by="chongtong", winner=2, payments=[-7, -7, 14], turns=0),
        others=[SEAT_1, "9열 9띠 9피 9피 10열 11광 12광"],
    ),
    quick(
        "four on the floor end the game before anything is asked",
        ONE,
        "",
        End(by="floor_four", winner=-1, turns=0),
        floor="8피 8피 8열 J3 J3 J3",
        stock="8광 10피 12열 11피",
        others=["5열 5띠 6열 6띠 7열 7띠 12쌍피", SEAT_2],
        change={"floor_four": "nagari"},
    ),
    quick(
        "every seat is asked, in turn order, before the first turn",
        ONE,
        "0 shake 1 no; 1 shake 5 no; 2 shake 9 no; " + TAKE_2,
        paid(2, ""),
        others=[FIVES, NINES],
    ),
    quick(
        "a loser's does not multiply",
        ONE,
        "0 shake 1 no; 1 shake 5 yes; 2 shake 9 yes; " + TAKE_2,
        paid(2, ""),
        others=[FIVES, NINES],
    ),
    quick(
        "the winner's does, beside a loser's",
        ONE,
        "0 shake 1 yes; 1 shake 5 yes; 2 shake 9 no; " + TAKE_2,
        paid(4, "흔들기"),
        others=[FIVES, NINES],
    ),
    quick(
        "shaken and then bombed, a month multiplies once",
        ONE,
        "0 shake 1 yes; 0 bomb 1; 0 stop",
        paid(4, "흔들기 폭탄"),
        floor="J3 J3 J3 1피 6피 7피",
    ),
    quick(
        "shaken and then bombed, by the larger: the bomb's",
        ONE,
        "0 shake 1 yes; 0 bomb 1; 0 stop",
        paid(6, "흔들기 폭탄"),
        floor="J3 J3 J3 1피 6피 7피",
        change={"bomb_multiplier": 3},
    ),
    quick(
        "shaken and then bombed, by the larger: the shake's",
        ONE,
        "0 shake 1 yes; 0 bomb 1; 0 stop",
        paid(6, "흔들기 폭탄"),
        floor="J3 J3 J3 1피 6피 7피",
        change={"shake_multiplier": 3},
    ),
    quick(
        "bombed and not shaken",
        ONE,
        "0 shake 1 no; 0 bomb 1; 0 stop",
        paid(4, "폭탄"),
        floor="J3 J3 J3 1피 6피 7피",
    ),
    quick(
        "one month shaken, another bombed: both multiply",
        TWO,
        "0 shake 1 no; 0 shake 3 yes; 0 bomb 1; 0 stop",
        paid(8, "흔들기 폭탄"),
        floor="J3 J3 J3 1피 6피 7피",
    ),
    quick(
        "two months shaken, one of them bombed: twice, not three times",
        TWO,
        "0 shake 1 yes; 0 shake 3 yes; 0 bomb 1; 0 stop",
        paid(8, "흔들기 폭탄"),
        floor="J3 J3 J3 1피 6피 7피",
    ),
    quick(
        "a bomb that multiplies by 1, of a month shaken",
        ONE,
        "0 shake 1 yes; 0 bomb 1; 0 stop",
        paid(4, "흔들기"),
        floor="J3 J3 J3 1피 6피 7피",
        change={"bomb_multiplier": 1},
    ),
    quick(
        "a bomb that multiplies by 1, of a month not shaken",
        ONE,
        "0 shake 1 no; 0 bomb 1; 0 stop",
        paid(2, ""),
        floor="J3 J3 J3 1피 6피 7피",
        change={"bomb_multiplier": 1},
    ),
    quick(
        "a triple of the hand dealt only: completed by a card drawn it is not asked",
        "J3 1광 1띠 2띠 3광 3띠 4열",
        "0 play J3; 0 play 1피",
        floor="J3 J3 5피 2피 6피 7피",
        stock="8피 10피 1피 12열",
        after=Turn(events="joker", captured="J3", floor="1피 5피 2피 6피 7피 8피 10피 12열"),
    ),
    quick(
        "two of a month and a joker are no triple",
        "J3 1광 1띠 2피 3광 3띠 4열",
        "0 play 2피",
        floor="J3 J3 5피 2피 6피 7피",
        after=Turn(captured="2피 2피", pi=8, points=0, choice=False),
    ),
    Case(
        rule="at the deal: to a position nothing of the opening is applied",
        base="tongil",
        hands=["5열 5띠 5피 9열"],
        floor="1광",
        stock="10피 11피 12띠 12열",
        script="play 9열",
        after=Turn(events="", floor="1광 9열 10피"),
    ),
    Case(
        rule="at the deal: in a position what was shaken counts",
        base="tongil",
        hands=["11피 11쌍피"],
        floor="11피",
        stock="12띠 9띠",
        captured=["2열 4열 8열", "1피 1피 2피 2피 3피 3피", "4피 4피 5피 5피 6피 6피"],
        shaken=[[5]],
        script="play 11피; stop",
        end=End(points=5, payments=[20, -10, -10], factors=["흔들기"] * 3),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_shake_at_deal(case: Case) -> None:
    check(case)
