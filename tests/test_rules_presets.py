"""Section 9 of the rules, the presets: what sets them apart, and two whole games of each."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from gostop.cards import card_name
from gostop.rule_files import preset_names
from gostop.rules import Rules

from cases import Case, End, Script, Turn, assert_equal, check, expected, on_engine, on_oracle

THREE = ("arcade3", "tongil", "tongil-joker")
TONGIL = ("tongil", "tongil-joker")
ALL = ("arcade2", "arcade3", "matgo-online", "tongil", "tongil-joker")
PILE = "5열 5띠 5피"


def seats(preset: str, each: Sequence[Any]) -> list[Any]:
    """Cut a list for three seats to those of a preset."""
    return list(each[: 3 if preset in THREE else 2])


def one(preset: str, rule: str, **more: Any) -> Case:
    """Lay a position, by default that of a seat about to play 5피 in mid-game."""
    given: dict[str, Any] = {
        "hands": ["5피 9열"],
        "floor": PILE + " 1광",
        "stock": "12띠 2피",
        "captured": seats(preset, ["", "3피 7피", "4피 7피"]),
        "script": "play 5피",
    }
    return Case(rule=f"{preset}: {rule}", base=preset, **(given | more))


def takes(preset: str, rule: str, pi: int, points: int, **more: Any) -> Case:
    """Expect a turn to take so many pi from each opponent, and to score so much."""
    stolen = ["", " ".join(["3피", "7피"][:pi]), " ".join(["4피", "7피"][:pi])]
    return one(preset, rule, after=Turn(stolen=seats(preset, stolen), points=points), **more)


LAST = {"hands": ["5피"], "script": ""}
SWEEP = {"floor": "5열 12열"}
TTADAK = {"floor": "5열 5띠 1광", "stock": "5피 2피"}
JJOK = {"floor": "1광", "stock": "5띠 2피"}

PATTERNS = [
    takes(preset, rule, pi, points, **position)
    for rule, position, table in [
        ("쪽", JJOK, {"arcade2": 1, "arcade3": 1, "matgo-online": 1, "tongil": 0}),
        ("따닥", TTADAK | {"script": "play 5피; on 5열"}, dict.fromkeys(ALL, 1)),
        ("another's pile", {"piles": {5: 1}}, dict.fromkeys(ALL, 1)),
        ("a dealt pile", {}, dict.fromkeys(ALL, 1)),
        (
            "its own pile",
            {"piles": {5: 0}},
            {"arcade2": 2, "arcade3": 2, "matgo-online": 2, "tongil": 1},
        ),
        ("a sweep", SWEEP, {"arcade2": 0, "arcade3": 0, "matgo-online": 1, "tongil": 1}),
        ("쪽 with the last card", JJOK | LAST, dict.fromkeys(ALL, 0)),
        (
            "따닥 with the last card",
            TTADAK | LAST | {"script": "on 5열"},
            {"arcade2": 0, "arcade3": 0, "matgo-online": 0, "tongil": 1},
        ),
        (
            "a pile with the last card",
            LAST,
            {"arcade2": 0, "arcade3": 0, "matgo-online": 1, "tongil": 0},
        ),
        ("a sweep with the last card", SWEEP | LAST, dict.fromkeys(ALL, 0)),
    ]
    for preset, pi in ({"tongil-joker": table["tongil"]} | table).items()
    for points in [1 if rule == "a sweep" and preset in ("arcade2", "arcade3") else 0]
]

BIRDS = "2열 4열 8열"
PPEOK = {"floor": "5열", "stock": "5띠 2피"}
SAFE = "11광 1피 1피 2피 2피 3피 3피 4피 4피"  # eight pi
SAFE_2 = "12광 12쌍피 6피 6피 7피 7피 8피 8피"  # eight more
RICH = BIRDS + " 1띠 2띠 3띠"  # eight points, no pi among them


def third(preset: str, winner: int, payments: list[int]) -> Case:
    end = End(by="triple_ppeok", winner=winner, actor=0, payments=payments)
    return one(preset, "the third 뻑", ppeoks=[2], turns=[4], end=end, **PPEOK | {"captured": []})


def wins(preset: str, rule: str, payments: list[int], *losers: str, **more: Any) -> Case:
    """Take 11피 with 11피 and stop, with 고도리 and 홍단."""
    return one(
        preset,
        rule,
        hands=["11피 12열"],
        floor="11피",
        stock="12띠 9띠",
        script="play 11피; stop",
        captured=[more.pop("cards", RICH), *(losers or seats(preset, ["", SAFE, SAFE_2])[1:])],
        end=End(by="stop", winner=0, payments=payments, factors=more.pop("factors", None)),
        **more,
    )


FOUR_GOES = {"goes": [4], "points_at_last_go": [7]}
TEN_PI = RICH + " 5피 5피 9피 9피 10피 10피 11쌍피"  # with the two taken: one point more

SETTLED = [
    third("arcade3", -1, [-14, 7, 7]),
    third("arcade2", 1, [-7, 7]),
    third("tongil", 0, [20, -10, -10]),
    third("tongil-joker", 0, [20, -10, -10]),
    third("matgo-online", 0, [7, -7]),
    *(
        one(
            preset,
            "a 뻑 on the first turn",
            **PPEOK,
            plays=1,
            end=End(by="nagari", payments=payments),
        )
        for preset, payments in [
            ("arcade2", [0, 0]),
            ("arcade3", [0, 0, 0]),
            ("matgo-online", [7, -7]),
            ("tongil", [0, 0, 0]),
        ]
    ),
    one(
        "matgo-online",
        "a 뻑 on the second turn too",
        turns=[1],
        ppeoks=[1],
        end=End(by="nagari", payments=[14, -14]),
        **PPEOK,
    ),
    one(
        "matgo-online",
        "a 뻑 on the third turn too, which is the third",
        turns=[2],
        ppeoks=[2],
        end=End(by="triple_ppeok", winner=0, points=7, payments=[21 + 7, -28]),
        **PPEOK,
    ),
    # four goes: (8 + 4) x 4, or x 2 under double_once
    wins("arcade2", "four goes", [48, -48], factors=["3고", "3고"], **FOUR_GOES),
    wins("arcade3", "four goes", [96, -48, -48], **FOUR_GOES),
    wins("matgo-online", "four goes", [48, -48], **FOUR_GOES),
    wins("tongil", "four goes", [48, -24, -24], **FOUR_GOES),
    wins("tongil-joker", "four goes", [48, -24, -24], **FOUR_GOES),
    wins("arcade3", "a bomb", [32, -16, -16], bombs=[1]),
    wins("arcade2", "a bomb", [16, -16], bombs=[1]),
    wins("matgo-online", "a bomb", [16, -16], bombs=[1]),
    wins("tongil", "a bomb", [16, -8, -8], bombs=[1]),
    wins("tongil", "a shake", [32, -16, -16], shakes=[1]),
    wins("arcade3", "a loser who called go", [24, -16, -8], goes=[0, 1]),
    wins("arcade2", "a loser who called go", [16, -16], goes=[0, 1]),
    wins("matgo-online", "a loser who called go", [16, -16], goes=[0, 1]),
    wins("tongil", "a loser who called go", [16, -8, -8], goes=[0, 1]),
    wins("arcade3", "four pi, no pi scored", [24, -16, -8], "11광 1피 1피 2피 2피", SAFE_2),
    wins("arcade3", "five pi", [16, -8, -8], "11광 1피 1피 2피 2피 3피", SAFE_2),
    wins("tongil", "four pi, no pi scored", [16, -8, -8], "11광 1피 1피 2피 2피", SAFE_2),
    wins(
        "tongil",
        "five pi, pi scored",
        [27, -18, -9],
        "11광 1피 1피 2피 2피 3피",
        SAFE_2,
        cards=TEN_PI,
    ),
    wins(
        "tongil",
        "six pi, pi scored",
        [18, -9, -9],
        "11광 1피 1피 2피 2피 3피 3피",
        SAFE_2,
        cards=TEN_PI,
    ),
    wins("arcade2", "seven pi, no pi scored", [8, -8], "11광 1피 1피 2피 2피 3피 3피 4피"),
    wins("arcade2", "seven pi", [18, -18], "11광 1피 1피 2피 2피 3피 3피 4피", cards=TEN_PI),
    wins("arcade2", "eight pi", [9, -9], SAFE, cards=TEN_PI),
    wins("arcade2", "no pi at all", [18, -18], "11광", cards=TEN_PI),
    wins("matgo-online", "seven pi", [18, -18], "11광 1피 1피 2피 2피 3피 3피 4피", cards=TEN_PI),
    wins("matgo-online", "no pi at all", [9, -9], "11광", cards=TEN_PI),
    wins(
        "matgo-online",
        "a joker of three saves it",
        [9, -9],
        "11광 1피 1피 2피 2피 3피 J3",
        cards=TEN_PI,
    ),
    wins("matgo-online", "carried", [64, -64], carry=8),
    wins(
        "arcade3",
        "no 광, three 광 scored",
        [18, -12, -6],
        "1피 1피 2피 2피 3피",
        SAFE_2,
        cards="1광 3광 8광 1띠 2띠 3띠",
    ),
    wins(
        "tongil",
        "no 광, three 광 scored",
        [12, -6, -6],
        "1피 1피 2피 2피 3피",
        SAFE_2,
        cards="1광 3광 8광 1띠 2띠 3띠",
    ),
]

HANDS_3 = [
    "1광 1띠 1피 1피 2열 3광 4열",
    "5열 5띠 6열 6띠 7열 7띠 8광",
    "9열 9띠 10열 10띠 11광 11쌍피 12광",
]
HANDS_2 = ["1광 1띠 1피 1피 2열 3광 4열 5열 5띠 6열", "6띠 7열 7띠 8광 9열 9띠 10열 10띠 11광 12광"]
FIVE_BRIGHTS = [
    "1띠 2열 2띠 3띠 4열 4띠 10피",
    "1광 3광 8광 11광 12광 5열 5띠",
    "9열 9띠 10열 10띠 11쌍피 12열 12띠",
]


def dealt(preset: str, rule: str, hands: list[str], floor: str, **more: Any) -> Case:
    return Case(rule=f"{preset}: {rule}", base=preset, dealt=True, hands=hands, floor=floor, **more)


def chongtong(preset: str, payments: list[int]) -> Case:
    hands = HANDS_3 if preset in THREE else HANDS_2
    floor = "2피 3피 4피 5피 6피 7피" if preset in THREE else "2피 3피 4피 5피 6피 7피 8피 9피"
    end = End(by="chongtong", winner=0, payments=payments, turns=0)
    return dealt(preset, "총통", hands, floor, end=end)


DEALT = [
    chongtong("arcade3", [14, -7, -7]),
    chongtong("arcade2", [7, -7]),
    chongtong("tongil", [12, -6, -6]),
    chongtong("tongil-joker", [12, -6, -6]),
    chongtong("matgo-online", [10, -10]),
    dealt(
        "tongil",
        "five 광 in the dealt hand",
        FIVE_BRIGHTS,
        "1피 2피 3피 4피 5피 6피",
        end=End(by="five_brights", winner=1, payments=[-15, 30, -15]),
    ),
    dealt(
        "arcade3",
        "five 광 in the dealt hand",
        FIVE_BRIGHTS,
        "1피 2피 3피 4피 5피 6피",
        script="play 10피",
    ),
    dealt(
        "matgo-online",
        "four on the floor",
        [
            "1띠 2열 2띠 3띠 4열 4띠 10피 10열 1광 5피",
            "3광 11광 12광 5열 5띠 9열 9띠 10띠 11쌍피 12열",
        ],
        "8광 8열 8피 8피 1피 2피 3피 4피",
        end=End(by="floor_four", winner=-1, payments=[0, 0]),
    ),
    dealt(
        "matgo-online",
        "both jokers on the floor",
        [
            "1띠 2열 2띠 3띠 4열 4띠 10피 10열 1광 5피",
            "3광 11광 12광 5열 5띠 9열 9띠 10띠 11쌍피 12열",
        ],
        "J2 J3 8피 8피 1피 2피 3피 4피",
        stock="6열 7열 6피",
        script="0 play 5피",
        after=Turn(captured="6열 6피", floor="5피 7열 8피 8피 1피 2피 3피 4피", pi=6),
    ),
    dealt(
        "tongil",
        "a dealt triple is asked for",
        ["1광 1띠 1피 2열 3광 3띠 4열", *HANDS_3[1:]],
        "2피 3피 4피 5피 6피 7피",
        script="0 shake 1 yes; 0 play 1광",
    ),
    dealt(
        "arcade3",
        "a triple is asked for as it is played",
        ["1광 1띠 1피 2열 3광 3띠 4열", *HANDS_3[1:]],
        "2피 3피 4피 5피 6피 7피",
        stock="8열",
        script="0 play 1광; 0 shake yes",
        after=Turn(events="shake"),
    ),
]

POINTS = [
    one(
        preset,
        f"{points} points {'are' if asked else 'are not'} enough",
        hands=["11피 11쌍피"],
        floor="11피",
        stock="12띠 9띠",
        captured=[cards],
        script="play 11피; stop" if asked else "play 11피",
        after=Turn(points=points, choice=asked),
    )
    for preset in ALL
    for points, cards in [(2, "1광 3광 12광"), (3, "1띠 2띠 3띠"), (7, BIRDS + " 1광 3광 12광")]
    for asked in [points >= (3 if preset in THREE else 7)]
]

CASES = PATTERNS + SETTLED + DEALT + POINTS


@pytest.mark.parametrize("case", CASES, ids=str)
def test_presets(case: Case) -> None:
    check(case)


class Habit(Script):
    """Answers by a rule instead of a script: goes once in a game, and takes turns otherwise."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self.given: list[tuple[int, str, str]] = []

    def __call__(self, seat: int, kind: str, options: Sequence[str]) -> int:
        words = sorted(options)
        answer = words[(7 * len(self.given)) % len(words)]
        if "go" in words:
            gone = any(word == "go" for _, _, word in self.given)
            answer = "stop" if gone else "go"
        self.given.append((seat, "go" if kind == "deferred" else kind, answer))
        self.kinds.append(kind)
        return options.index(answer)


def arithmetic(preset: str, first: int) -> Case:
    """Deal every 19th card of the pack, which is all of them."""
    rules = Rules.preset(preset)
    pack = 48 + len(rules.jokers)
    names = [card_name((first + 19 * place) % pack, rules.jokers) for place in range(pack)]
    cuts = [rules.hand_size * seat for seat in range(rules.players + 1)]
    floor = cuts[-1] + rules.floor_size
    return Case(
        rule=f"{preset}: {first}",
        base=preset,
        dealt=True,
        hands=[" ".join(names[a:b]) for a, b in pairwise(cuts)],
        floor=" ".join(names[cuts[-1] : floor]),
        stock=" ".join(names[floor:]),
    )


GOLDEN: dict[tuple[str, int], End] = {
    ("arcade2", 25): End(
        by="stop",
        winner=1,
        points=16,
        goes=1,
        payments=[-17, 17],
        multipliers=[1, 1],
        factors=["", ""],
        turns=20,
    ),
    ("arcade2", 45): End(
        by="stop",
        winner=1,
        points=17,
        goes=1,
        payments=[-36, 36],
        multipliers=[2, 1],
        factors=["피박", ""],
        turns=18,
    ),
    ("arcade3", 13): End(
        by="nagari",
        winner=-1,
        points=0,
        goes=0,
        payments=[0, 0, 0],
        multipliers=[1, 1, 1],
        factors=["", "", ""],
        turns=21,
    ),
    ("arcade3", 21): End(
        by="stop",
        winner=2,
        points=8,
        goes=1,
        payments=[-9, -18, 27],
        multipliers=[1, 2, 1],
        factors=["", "피박", ""],
        turns=18,
    ),
    ("matgo-online", 25): End(
        by="stop",
        winner=1,
        points=14,
        goes=1,
        payments=[-30, 30],
        multipliers=[2, 1],
        factors=["피박", ""],
        turns=18,
    ),
    ("matgo-online", 3): End(
        by="stop",
        winner=0,
        points=16,
        goes=1,
        payments=[34, -34],
        multipliers=[1, 2],
        factors=["", "피박"],
        turns=17,
    ),
    ("tongil", 14): End(
        by="stop",
        winner=1,
        points=5,
        goes=1,
        payments=[-12, 24, -12],
        multipliers=[2, 1, 2],
        factors=["피박", "", "피박"],
        turns=14,
    ),
    ("tongil", 32): End(
        by="stop",
        winner=1,
        points=6,
        goes=1,
        payments=[-7, 14, -7],
        multipliers=[1, 1, 1],
        factors=["", "", ""],
        turns=20,
    ),
    ("tongil-joker", 36): End(
        by="stop",
        winner=1,
        points=5,
        goes=1,
        payments=[-6, 12, -6],
        multipliers=[1, 1, 1],
        factors=["", "", ""],
        turns=17,
    ),
    ("tongil-joker", 8): End(
        by="stop",
        winner=0,
        points=4,
        goes=0,
        payments=[8, -4, -4],
        multipliers=[1, 1, 1],
        factors=["", "", ""],
        turns=19,
    ),
}
"""How the games of `arithmetic` end under `Habit`."""


@pytest.mark.parametrize(("preset", "first"), GOLDEN)
def test_golden_games(preset: str, first: int) -> None:
    case = replace(arithmetic(preset, first), end=GOLDEN[preset, first])
    habits = Habit(case), Habit(case)
    ours, our_result = on_engine(case, habits[0])
    theirs, their_result = on_oracle(case, habits[1])
    assert habits[0].given == habits[1].given
    assert ours == theirs
    assert our_result == their_result
    assert our_result is not None
    assert_equal("engine", our_result, expected(GOLDEN[preset, first]))


def test_every_preset_is_here() -> None:
    assert {preset for preset, _ in GOLDEN} == set(ALL) == set(preset_names())
