"""Section 6 of the rules, the settlement: cases worked out by hand, for both engines."""

from typing import Any

import pytest

from cases import Case, End, check

BIRDS = "2열 4열 8열"  # 고도리, 5 points
BRIGHT = "1광 3광 8광"  # 3 points
SAFE = ["11광 1피 1피 2피 2피 3피", "12광 4피 4피 5피 5피 6피"]
"""What losers hold that suffer neither 광박 nor 피박."""
SEVEN = "2열 4열 5열 6열 7열 10열 12열"  # seven 열끗, 3 points


def wins(rule: str, cards: str, losers: list[str], end: dict[str, Any], **more: Any) -> Case:
    """Win with these cards, after taking 11피 with 11피, against losers who hold these."""
    return Case(
        rule=rule,
        hands=["11피 11쌍피"],
        floor="11피",
        stock="12띠 9띠",
        captured=[cards, *losers],
        script="play 11피; stop",
        end=End(by="stop", winner=0, actor=0, **end),
        **more,
    )


PLAIN = [
    wins(
        "payment: the points, from each loser",
        BIRDS,
        SAFE,
        {
            "points": 5,
            "payments": [10, -5, -5],
            "multipliers": [1, 1, 1],
            "factors": ["", "", ""],
        },
    ),
    Case(
        rule="payment: to a winner at seat 2",
        turn=2,
        hands=["", "", "11피 11쌍피"],
        floor="11피",
        stock="12띠 9띠",
        captured=[SAFE[0], "1광", BIRDS],
        script="2 play 11피; 2 stop",
        end=End(winner=2, points=5, payments=[-5, -10, 15], multipliers=[1, 2, 1]),
    ),
    wins(
        "payment: goes are added to the points before anything multiplies",
        BIRDS,
        SAFE,
        {"points": 5, "goes": 1, "payments": [24, -12, -12], "multipliers": [2, 2, 2]},
        goes=[1],
        points_at_last_go=[4],
        shakes=[1],
    ),
    wins(
        "payment: `go_points` for each go",
        BIRDS,
        SAFE,
        {"points": 5, "goes": 2, "payments": [22, -11, -11]},
        goes=[2],
        points_at_last_go=[4],
        change={"go_points": 3},
    ),
]

COMMON = [
    wins(
        f"{rule}: x{times}",
        cards,
        SAFE,
        {
            "payments": [2 * price, -price, -price],
            "multipliers": [times] * 3,
            "factors": [words] * 3,
        },
        **more,
    )
    for rule, cards, price, times, words, more in [
        ("흔들기", BIRDS, 10, 2, "흔들기", {"shakes": [1]}),
        ("흔들기 twice", BIRDS, 20, 4, "흔들기", {"shakes": [2]}),
        ("폭탄", BIRDS, 10, 2, "폭탄", {"bombs": [1]}),
        ("폭탄 twice", BIRDS, 20, 4, "폭탄", {"bombs": [2]}),
        ("흔들기 and 폭탄", BIRDS, 20, 4, "흔들기 폭탄", {"shakes": [1], "bombs": [1]}),
        ("three goes", BIRDS, 16, 2, "3고", {"goes": [3], "points_at_last_go": [4]}),
        ("four goes", BIRDS, 36, 4, "3고", {"goes": [4], "points_at_last_go": [4]}),
        ("멍박, seven 열끗", SEVEN, 6, 2, "멍박", {}),
        ("멍박, not with six", "2열 4열 5열 6열 7열 10열 1띠 2띠 3띠", 5, 1, "", {}),
        (
            "멍박, eight 열끗 with 고도리",
            SEVEN + " 8열",
            18,
            2,
            "멍박",
            {},
        ),
        ("멍박 off", SEVEN, 3, 1, "", {"change": {"animals7_multiplier": 1}}),
        ("나가리", BIRDS, 20, 4, "carry", {"carry": 4, "change": {"nagari_carry_max": 4}}),
        (
            "three goes, 흔들기, 폭탄 and 멍박: (3 + 3) x 16",
            SEVEN,
            96,
            16,
            "3고 흔들기 폭탄 멍박",
            {"goes": [3], "points_at_last_go": [2], "shakes": [1], "bombs": [1]},
        ),
        (
            "all of them: (3 + 3) x 32",
            SEVEN,
            192,
            32,
            "3고 흔들기 폭탄 멍박 carry",
            {
                "goes": [3],
                "points_at_last_go": [2],
                "shakes": [1],
                "bombs": [1],
                "carry": 2,
                "change": {"nagari_carry_max": 2},
            },
        ),
        (
            "shake_multiplier 3 and bomb_multiplier 5",
            BIRDS,
            75,
            15,
            "흔들기 폭탄",
            {
                "shakes": [1],
                "bombs": [1],
                "change": {"shake_multiplier": 3, "bomb_multiplier": 5},
            },
        ),
    ]
]


def bak(
    rule: str, cards: str, losers: list[str], prices: list[int], words: list[str], **more: Any
) -> Case:
    """Win, and see what each loser pays and for what; the first one's words come first."""
    return wins(
        rule,
        cards,
        losers,
        {"payments": [sum(prices), *(-price for price in prices)], "factors": ["", *words]},
        **more,
    )


PLAIN_FIVE = "1피 1피 2피 2피 3피"
OWN = [
    bak(
        "광박: the winner scored 광, a loser took none",
        BRIGHT,
        [PLAIN_FIVE, SAFE[1]],
        [6, 3],
        ["광박", ""],
    ),
    bak(
        "광박: 비광 is a 광",
        BRIGHT,
        [PLAIN_FIVE + " 12광", "11광 4피 4피 5피 5피 6피"],
        [3, 3],
        ["", ""],
    ),
    bak(
        "광박: two 광 of the winner score nothing",
        BIRDS + " 1광 3광",
        [PLAIN_FIVE, SAFE[1]],
        [5, 5],
        ["", ""],
    ),
    bak(
        "광박: three 광 with 비광 score",
        "1광 3광 12광 1띠 2띠 3띠",
        [PLAIN_FIVE, "11광 4피 4피 5피 5피 6피"],
        [10, 5],
        ["광박", ""],
    ),
    bak("광박: off", BRIGHT, [PLAIN_FIVE, SAFE[1]], [3, 3], ["", ""], change={"bright_bak": False}),
    bak(
        "피박: 5 points, losers with 4 and 7 pi pay 10 and 5",
        BIRDS,
        ["11광 1피 1피 2피 2피", "12광 4피 4피 5피 5피 6피 6피 7피"],
        [10, 5],
        ["피박", ""],
    ),
    bak(
        "피박: with five pi it is escaped",
        BIRDS,
        [PLAIN_FIVE, "4피 4피 5피 5피"],
        [5, 10],
        ["", "피박"],
    ),
    bak(
        "피박: a 쌍피 is worth two of the five",
        BIRDS,
        ["11광 1피 1피 2피", "12광 12쌍피 4피 4피 5피"],
        [10, 5],
        ["피박", ""],
    ),
    bak("피박: without any pi too", BIRDS, ["11광", SAFE[1]], [10, 5], ["피박", ""]),
    bak(
        "피박: `pi_bak_zero_exempt` spares who has none",
        BIRDS,
        ["11광", "12광 4피"],
        [5, 10],
        ["", "피박"],
        change={"pi_bak_zero_exempt": True},
    ),
    bak(
        "피박: whatever the winner scored with", BRIGHT, ["11광 1피", SAFE[1]], [6, 3], ["피박", ""]
    ),
    bak(
        "피박: `pi_bak_zero_exempt` spares who has 국진 alone, read as 열끗",
        BIRDS,
        ["11광 9열", "12광 4피 9피"],
        [5, 10],
        ["", "피박"],
        change={"pi_bak_zero_exempt": True},
    ),
    bak(
        "피박: without the exemption 국진 alone is two pi at most",
        BIRDS,
        ["11광 9열", SAFE[1]],
        [10, 5],
        ["피박", ""],
    ),
    bak(
        "피박: `pi_bak_needs_pi_points`, and the winner scored none",
        BIRDS,
        ["11광 1피", "12광"],
        [5, 5],
        ["", ""],
        change={"pi_bak_needs_pi_points": True},
    ),
    bak(
        "피박: `pi_bak_needs_pi_points`, and the winner scored one",
        # six pi, a 쌍피 and the two taken: ten
        BIRDS + " 7피 7피 8피 8피 9피 9피 12쌍피",
        ["11광 1피", SAFE[1].replace("12광", "3광")],
        [12, 6],
        ["피박", ""],
        change={"pi_bak_needs_pi_points": True},
    ),
    bak(
        "피박: `pi_bak_below` is another number",
        BIRDS,
        ["11광 1피 1피 2피 2피 3피 3피 7피", "12광 4피 4피 5피 5피 6피 6피 7피 8피"],
        [10, 5],
        ["피박", ""],
        change={"pi_bak_below": 8},
    ),
    bak(
        "피박: `pi_bak_below` 0 is no such rule",
        BIRDS,
        ["", ""],
        [5, 5],
        ["", ""],
        change={"pi_bak_below": 0},
    ),
    bak("고박: a loser that had called go", BIRDS, SAFE, [10, 5], ["고박", ""], goes=[0, 1, 0]),
    bak("고박: however often it did", BIRDS, SAFE, [5, 10], ["", "고박"], goes=[0, 0, 2]),
    bak("고박: both losers", BIRDS, SAFE, [10, 10], ["고박", "고박"], goes=[0, 1, 1]),
    bak(
        "고박: the winner's own go is none",
        BIRDS,
        SAFE,
        [6, 6],
        ["", ""],
        goes=[1],
        points_at_last_go=[4],
    ),
    bak("고박: off", BIRDS, SAFE, [5, 5], ["", ""], goes=[0, 1, 0], change={"go_bak": "off"}),
    bak("광박 and 피박: x4", BRIGHT, ["1피 1피 2피 2피", SAFE[1]], [12, 3], ["광박 피박", ""]),
    bak(
        "광박 and 고박: x4",
        BRIGHT,
        [PLAIN_FIVE, SAFE[1]],
        [12, 3],
        ["광박 고박", ""],
        goes=[0, 1, 0],
    ),
    bak(
        "피박 and 고박: x4",
        BRIGHT,
        ["11광 1피", SAFE[1]],
        [12, 3],
        ["피박 고박", ""],
        goes=[0, 1, 0],
    ),
    bak(
        "광박, 피박 and 고박 on one loser: x8",
        BRIGHT,
        ["1피", SAFE[1]],
        [24, 3],
        ["광박 피박 고박", ""],
        goes=[0, 1, 0],
    ),
    bak(
        "독박: who called go pays every share, its own not doubled",
        BIRDS,
        SAFE,
        [10, 0],
        ["독박", ""],
        goes=[0, 1, 0],
        change={"go_bak": "pays_all"},
    ),
    bak(
        "독박: of two the last to have called, and the other's 피박 with it",
        BIRDS,
        ["11광 1피", SAFE[1]],
        [0, 15],
        ["피박", "독박"],
        goes=[0, 1, 1],
        last_go=2,
        change={"go_bak": "pays_all"},
    ),
    bak(
        "독박: who pays for all pays its own 피박 and 광박 too",
        BRIGHT,
        ["1피", SAFE[1]],
        [15, 0],
        ["광박 피박 독박", ""],
        goes=[0, 1, 0],
        change={"go_bak": "pays_all"},
    ),
    bak(
        "독박: nobody had called go, and each pays for itself",
        BIRDS,
        SAFE,
        [5, 5],
        ["", ""],
        change={"go_bak": "pays_all"},
    ),
    bak(
        "독박: a go of the winner makes nobody pay for all",
        BIRDS,
        SAFE,
        [6, 6],
        ["", ""],
        goes=[1, 0, 0],
        points_at_last_go=[4],
        change={"go_bak": "pays_all"},
    ),
    bak(
        "독박: of two the first to have called pays nothing",
        BIRDS,
        ["11광 1피", SAFE[1]],
        [15, 0],
        ["피박 독박", ""],
        goes=[0, 1, 1],
        last_go=1,
        change={"go_bak": "pays_all"},
    ),
]

TOGETHER = [
    wins(
        "everything: (6 + 3) x 16 common, and x8 for one loser",
        SEVEN + " " + BRIGHT,
        ["1피", "11광 4피 4피 5피 5피 6피"],
        {
            # seven 열끗 3, three 광 3
            "points": 6,
            "goes": 3,
            "multipliers": [16, 128, 16],
            "payments": [1152 + 144, -1152, -144],
            "factors": [
                "3고 흔들기 폭탄 멍박",
                "3고 흔들기 폭탄 멍박 광박 피박 고박",
                "3고 흔들기 폭탄 멍박",
            ],
        },
        goes=[3, 1, 0],
        points_at_last_go=[5, 0, 0],
        shakes=[1],
        bombs=[1],
    ),
    wins(
        "`max_payment` caps each loser's payment, not its multiplier",
        BIRDS,
        ["11광 1피", SAFE[1]],
        {"payments": [13, -8, -5], "multipliers": [1, 2, 1], "factors": ["", "피박 capped", ""]},
        change={"max_payment": 8},
    ),
    wins(
        "`max_payment`: what reaches it exactly is not capped",
        BIRDS,
        ["11광 1피", SAFE[1]],
        {"payments": [15, -10, -5], "factors": ["", "피박", ""]},
        change={"max_payment": 10},
    ),
    wins(
        "`max_payment` caps each loser's payment: both",
        BIRDS,
        ["11광 1피", SAFE[1]],
        {"payments": [8, -4, -4], "factors": ["", "피박 capped", "capped"]},
        change={"max_payment": 4},
    ),
    wins(
        "`max_payment` caps each share of a 독박 by itself: both, with two who called",
        BIRDS,
        ["11광 1피", SAFE[1]],
        {"payments": [8, -8, 0], "factors": ["", "피박 capped 독박", "capped"]},
        goes=[0, 1, 1],
        last_go=1,
        change={"go_bak": "pays_all", "max_payment": 4},
    ),
    wins(
        "`max_payment` caps what is carried too",
        BIRDS,
        SAFE,
        {"payments": [30, -15, -15], "multipliers": [4, 4, 4]},
        carry=4,
        change={"nagari_carry_max": 4, "max_payment": 15},
    ),
    Case(
        rule="fixed win: `max_payment` caps the price of a third 뻑, of its maker",
        hands=["5피 9열"],
        floor="5열",
        stock="5띠 2피",
        ppeoks=[2],
        turns=[2],
        script="play 5피",
        end=End(payments=[-10, 5, 5], factors=["capped", "", ""]),
        change={"max_payment": 5},
    ),
    Case(
        rule="fixed win: and of its opponents, carry and all",
        hands=["5피 9열"],
        floor="5열",
        stock="5띠 2피",
        ppeoks=[2],
        turns=[2],
        carry=2,
        shakes=[1],
        goes=[1],
        script="play 5피",
        # ten, carried twenty, capped fifteen; neither the shake nor the go counts
        end=End(
            points=10,
            payments=[30, -15, -15],
            multipliers=[1, 1, 1],
            factors=["carry", "carry capped", "carry capped"],
        ),
        change={"triple_ppeok_points": 10, "nagari_carry_max": 2, "max_payment": 15},
    ),
    wins(
        "`max_payment` caps each share of a 독박 by itself",
        BIRDS,
        ["11광 1피", SAFE[1]],
        {"payments": [13, 0, -13], "factors": ["", "피박 capped", "독박"]},
        goes=[0, 0, 1],
        change={"go_bak": "pays_all", "max_payment": 8},
    ),
]

TWO = [
    bak(rule, cards, losers, [price], [words], base="arcade2", **more)
    for rule, cards, losers, price, words, more in [
        # 고도리 and 홍단: 8
        ("맞고: no 피박 without pi points", BIRDS + " 1띠 2띠 3띠", [""], 8, "", {}),
        # and pi worth ten: 9
        (
            "맞고: 피박 with seven pi",
            BIRDS + " 1띠 2띠 3띠 1피 1피 2피 2피 3피 3피 4피 4피",
            ["11광 5피 5피 6피 6피 7피 7피 8피"],
            18,
            "피박",
            {},
        ),
        (
            "맞고: no 피박 with eight",
            BIRDS + " 1띠 2띠 3띠 1피 1피 2피 2피 3피 3피 4피 4피",
            ["11광 5피 5피 6피 6피 7피 7피 8피 8피"],
            9,
            "",
            {},
        ),
        (
            "맞고: 피박 without any pi",
            BIRDS + " 1띠 2띠 3띠 1피 1피 2피 2피 3피 3피 4피 4피",
            ["11광"],
            18,
            "피박",
            {},
        ),
        ("맞고: 광박", BIRDS + " " + BRIGHT, ["1피"], 16, "광박", {}),
        ("맞고: 고박", BIRDS + " 1띠 2띠 3띠", [""], 16, "고박", {"goes": [0, 1]}),
        (
            "맞고: no 독박",
            BIRDS + " 1띠 2띠 3띠",
            [""],
            8,
            "",
            {"goes": [0, 1], "change": {"go_bak": "pays_all"}},
        ),
    ]
]

CASES = PLAIN + COMMON + OWN + TOGETHER + TWO


@pytest.mark.parametrize("case", CASES, ids=str)
def test_section_6(case: Case) -> None:
    check(case)
