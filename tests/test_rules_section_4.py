"""Section 4 of the rules, the points: cases worked out by hand, for both engines."""

from typing import Any

import pytest

from cases import Case, End, Turn, check

SAFE = ["11광 1피 1피 2피 2피 3피", "12광 4피 4피 5피 5피 6피"]
"""What losers hold that suffer neither 광박 nor 피박."""


def scores(rule: str, cards: str, points: int, win: int = 3, **more: Any) -> Case:
    """Hold some cards, and take 11피 with 11피: two pi and nothing else."""
    return Case(
        rule=f"{rule}: {points}",
        hands=["11피 11쌍피"],
        floor="11피",
        stock="10피 10피",
        captured=[cards],
        script="play 11피" + ("; stop" if points >= win else ""),
        after=Turn(captured="11피 11피", points=points, choice=points >= win),
        **more,
    )


POINTS = [
    scores("two 광", "1광 3광", 0),
    scores("three 광", "1광 3광 8광", 3),
    scores("three 광 with 비광", "1광 3광 12광", 2),
    scores("four 광", "1광 3광 8광 11광", 4),
    scores("four 광 with 비광, no penalty", "1광 3광 8광 12광", 4),
    scores("five 광", "1광 3광 8광 11광 12광", 15),
    scores("고도리", "2열 4열 8열", 5),
    scores("two birds", "2열 4열", 0),
    scores("홍단", "1띠 2띠 3띠", 3),
    scores("청단", "6띠 9띠 10띠", 3),
    scores("초단", "4띠 5띠 7띠", 3),
    scores("two of 홍단 and one of 청단", "1띠 2띠 6띠", 0),
    scores("홍단 and 청단, six 띠", "1띠 2띠 3띠 6띠 9띠 10띠", 3 + 3 + 2),
    scores("four 띠", "1띠 2띠 4띠 6띠", 0),
    scores("five 띠, with that of 비", "1띠 2띠 4띠 6띠 12띠", 1),
    scores("seven 띠", "1띠 2띠 4띠 5띠 6띠 9띠 12띠", 3),
    scores("cards of a 단 count in the row", "1띠 2띠 3띠 4띠 6띠", 3 + 1),
    scores("all ten 띠", "1띠 2띠 3띠 4띠 5띠 6띠 7띠 9띠 10띠 12띠", 9 + 6),
    scores("four 열끗", "5열 6열 7열 10열", 0),
    scores("five 열끗, with that of 비", "5열 6열 7열 10열 12열", 1),
    scores("six 열끗", "4열 5열 6열 7열 10열 12열", 2),
    scores("고도리 counts in the row", "2열 4열 8열 5열 6열", 5 + 1),
    scores("all nine 열끗", "2열 4열 5열 6열 7열 8열 9열 10열 12열", 5 + 5),
    scores("pi worth nine", "1피 1피 2피 2피 3피 3피 4피", 0),
    scores("pi worth ten", "1피 1피 2피 2피 3피 3피 4피 4피", 1),
    scores("pi worth eleven", "1피 1피 2피 2피 3피 3피 4피 4피 5피", 2),
    scores("a 쌍피 among them, pi worth ten", "1피 1피 2피 2피 3피 3피 12쌍피", 1),
    scores("the other cards of 비 are no pi", "1피 1피 2피 2피 3피 3피 12열 12띠 12광", 0),
    scores("all parts together", "1광 3광 12광 2열 4열 8열 1띠 2띠 3띠", 2 + 5 + 3),
    scores("a sweep", "1피", 1, sweeps=[1]),
    scores("three sweeps", "1피", 3, sweeps=[3]),
    scores("a sweep makes the third point", "1광 3광 12광", 3, sweeps=[1]),
    scores("a sweep at `sweep_points` 0", "1피", 0, sweeps=[1], change={"sweep_points": 0}),
    scores(
        "other prices of sets",
        "1광 3광 12광 2열 4열 8열 1띠 2띠 3띠",
        1 + 7 + 2,
        change={"bright3_rain": 1, "godori": 7, "dan": 2},
    ),
]

CUP_FOR_CHOICE = [
    scores("국진 as the fifth 열끗", "5열 6열 7열 10열 9열", 1),
    scores("국진 as two pi, worth ten with it", "9열 1피 1피 2피 2피 3피 3피", 1),
    scores("국진 is read one way only, as 열끗", "5열 6열 7열 10열 9열 1피 1피 2피 2피 3피", 1),
    # as 열끗 1 and pi 10: 2; as pi, four 열끗 and pi 12: 3
    scores("국진 as gives more", "5열 6열 7열 10열 9열 1피 1피 2피 2피 3피 3피 4피 4피", 3),
    scores("국진 gives more, not enough", "5열 6열 7열 10열 9열 1피 1피 2피 2피 3피 3피 4피", 2),
]

SEVEN = "2열 4열 5열 6열 7열 10열 9열"  # seven 열끗, 국진 among them
TWELVE = " 6피 7피 7피 8피 8피 9피 9피 10피 12쌍피"  # pi worth ten, twelve with the two taken


def pays(rule: str, cards: str, losers: list[str], end: End, **more: Any) -> Case:
    """Win by taking 11피 with 11피."""
    return Case(
        rule=rule,
        hands=["11피 11쌍피"],
        floor="11피",
        stock="12띠 12열",
        captured=[cards, *losers],
        script="play 11피; stop",
        end=end,
        **more,
    )


CUP_FOR_PAYMENT = [
    pays(
        "국진 as the seventh 열끗: 3 points, doubled",
        SEVEN,
        SAFE,
        # as pi it would be 2 points
        End(points=3, payments=[12, -6, -6], multipliers=[2, 2, 2], factors=["멍박"] * 3),
    ),
    pays(
        "국진 as two pi: 5 points and not 4",
        "5열 6열 7열 10열 9열" + TWELVE,
        SAFE,
        # as 열끗: a row of five is 1, pi worth 12 is 3; as pi worth 14: 5
        End(points=5, payments=[10, -5, -5], multipliers=[1, 1, 1]),
    ),
    pays(
        "국진 as the seventh 열끗, though it is 6 points, doubled, and 7 as pi were needed",
        SEVEN + TWELVE,
        ["11광 1피 1피 2피 2피 3피 3피 4피 4피"],
        # as 열끗 3 and pi 12: 3; as pi six 열끗 are 2 and pi 14: 5
        End(points=6, payments=[12, -12], multipliers=[2, 2]),
        base="arcade2",
    ),
    pays(
        "국진 as 열끗 where both readings pay the same",
        SEVEN + TWELVE,
        SAFE,
        End(points=6, payments=[10, -5, -5], factors=["멍박", "멍박 capped", "멍박 capped"]),
        change={"max_payment": 5},
    ),
    pays(
        "국진 as pi where the loser then suffers 피박",
        # as 열끗: six are 2, 홍단 3, 5 points; as pi: five are 1, 홍단 3, pi worth 10 1, and 피박
        "2열 4열 5열 6열 7열 9열 1띠 2띠 3띠 8피 8피 9피 9피 10피 10피",
        ["11광 1피"],
        End(points=5, payments=[10, -10], multipliers=[1, 2], factors=["", "피박"]),
        base="arcade2",
        change={"win_points": 3},
    ),
    pays(
        "국진 lets a loser escape 피박",
        "2열 4열 8열",
        ["11광 1피 1피 2피 9열", SAFE[1]],
        End(points=5, payments=[10, -5, -5], factors=["", "", ""]),
    ),
    pays(
        "국진 and two pi are not enough to escape",
        "2열 4열 8열",
        ["11광 1피 1피 9열", SAFE[1]],
        End(points=5, payments=[15, -10, -5], factors=["", "피박", ""]),
    ),
]
CASES = POINTS + CUP_FOR_CHOICE + CUP_FOR_PAYMENT


@pytest.mark.parametrize("case", CASES, ids=str)
def test_section_4(case: Case) -> None:
    check(case)
