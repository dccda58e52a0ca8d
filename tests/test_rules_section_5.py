"""Section 5 of the rules, go and stop: cases worked out by hand, for both engines."""

import pytest

from cases import Case, End, Turn, check

BIRDS = "2열 4열 8열"  # 고도리, 5 points
SAFE = ["11광 1피 1피 2피 2피 3피", "12광 4피 4피 5피 5피 6피"]
"""What losers hold that suffer neither 광박 nor 피박."""

CHOICE = [
    Case(
        rule="choice: at `win_points` 3 a seat chooses",
        hands=["3띠 6열"],
        floor="3피 9열",
        stock="10피 12띠",
        captured=["1띠 2띠"],
        script="play 3띠; stop",
        after=Turn(points=3, choice=True),
        end=End(by="stop", winner=0, points=3, goes=0, turns=1),
    ),
    Case(
        rule="choice: with two points it does not",
        hands=["3광 6열"],
        floor="3피 9열",
        stock="10피 12띠",
        captured=["1광 12광"],
        script="play 3광",
        after=Turn(points=2, choice=False),
    ),
    Case(
        rule="choice: with six of 7 points it does not",
        base="arcade2",
        hands=["3띠 6열"],
        floor="3피 9열",
        stock="10피 12띠",
        # with 3띠 two 단 of 2 points, and six 띠 are 2
        captured=["1띠 2띠 6띠 9띠 10띠"],
        change={"dan": 2},
        script="play 3띠",
        after=Turn(points=6, choice=False),
    ),
    Case(
        rule="choice: at 7 of 7 points it does",
        base="arcade2",
        hands=["3띠 6열"],
        floor="3피 9열",
        stock="10피 12띠",
        captured=["1띠 2띠 6띠 9띠 10띠"],
        sweeps=[1],
        change={"dan": 2},
        script="play 3띠; stop",
        after=Turn(points=7, choice=True),
        end=End(by="stop", winner=0, points=7),
    ),
    Case(
        rule="choice: multipliers do not help to reach `win_points`",
        hands=["3광 6열"],
        floor="3피 9열",
        stock="10피 12띠",
        captured=["1광 12광"],
        shakes=[1],
        bombs=[1],
        script="play 3광",
        after=Turn(points=2, choice=False),
    ),
    Case(
        rule="choice: 국진 is read as gives more",
        hands=["3광 6열"],
        floor="3피 9피",
        stock="10피 12띠",
        # as pi: worth ten with 3피, 1 point; 비광 with two is 2
        captured=["1광 12광 9열 1피 1피 2피 2피 4피 4피 5피"],
        script="play 3광; stop",
        after=Turn(points=3, choice=True),
    ),
    Case(
        rule="choice: of the seat that moved only",
        turn=1,
        hands=["", "10피 6열"],
        floor="10띠 9열",
        stock="11피 12띠",
        captured=[BIRDS],
        goes=[1],
        points_at_last_go=[5],
        script="1 play 10피",
        after=Turn(points=0, choice=False),
    ),
]

GO = [
    Case(
        rule="stop: the game ends and the seat wins",
        hands=["8피 6열", "7피 7띠"],
        floor="8열 9열",
        stock="10피 12띠 12열 3피",
        captured=["2열 4열", *SAFE],
        script="0 play 8피; 0 stop",
        end=End(by="stop", winner=0, actor=0, points=5, payments=[10, -5, -5], turns=1),
    ),
    Case(
        rule="go: the game goes on, the next seat moves",
        hands=["8피 6열", "7피 7띠"],
        floor="8열 9열",
        stock="10피 12띠 12열 3피",
        captured=["2열 4열"],
        script="0 play 8피; 0 go; 1 play 7띠",
        plays=2,
    ),
    Case(
        rule="go: adds `go_points`, and a second one too",
        hands=["8피 3띠 6열"],
        floor="8열 3피 9열",
        stock="10피 12띠 12열",
        captured=["2열 4열 1띠 2띠", *SAFE],
        # 고도리 5; with 홍단 8; and two goes
        script="play 8피; go; play 3띠; go",
        end=End(by="highest", points=8, goes=2, payments=[20, -10, -10], multipliers=[1, 1, 1]),
    ),
    Case(
        rule="go: with no more points than at the last go there is no choice",
        hands=["10피 6열"],
        floor="10띠 9열",
        stock="11피 12띠",
        captured=[BIRDS],
        goes=[1],
        points_at_last_go=[5],
        script="play 10피",
        after=Turn(points=5, choice=False),
    ),
    Case(
        rule="go: with one point more there is",
        hands=["10피 6열"],
        floor="10띠 9열",
        stock="11피 12띠",
        captured=[BIRDS + " 1피 1피 2피 2피 3피 3피 4피 4피 5피"],
        goes=[1],
        points_at_last_go=[5],
        script="play 10피; stop",
        after=Turn(points=6, choice=True),
    ),
]

STANDING = [
    Case(
        rule="standing above: a turn that takes nothing ends in a choice; stop",
        hands=["7피 6열"],
        floor="9열",
        stock="10피 12띠",
        captured=[BIRDS, *SAFE],
        script="play 7피; stop",
        after=Turn(captured="", points=5, choice=True),
        end=End(by="stop", winner=0, points=5, payments=[10, -5, -5], turns=1),
    ),
    Case(
        rule="standing above: and go, once",
        hands=["7피 6열 11피"],
        floor="9열",
        stock="10피 12띠 12열",
        captured=[BIRDS, *SAFE],
        script="play 7피; go; play 6열",
        plays=2,
        after=Turn(captured="", points=5, choice=False, goes=1),
    ),
    Case(
        rule="standing above: its last card wins, unasked",
        hands=["7피"],
        floor="9열",
        stock="10피",
        captured=[BIRDS, *SAFE],
        after=Turn(captured="", choice=False),
        end=End(by="stop", winner=0, points=5, payments=[10, -5, -5]),
    ),
    Case(
        rule="standing above: one point below is no choice",
        hands=["7피 6열"],
        floor="9열",
        stock="10피 12띠",
        captured=["1광 3광 12광"],
        script="play 7피",
        after=Turn(points=2, choice=False),
    ),
    Case(
        rule="standing above its last go: a choice",
        hands=["7피 6열"],
        floor="9열",
        stock="10피 12띠",
        captured=[BIRDS],
        goes=[1],
        points_at_last_go=[4],
        script="play 7피; stop",
        after=Turn(captured="", points=5, choice=True),
        end=End(by="stop", points=5, goes=1),
    ),
    Case(
        rule="standing at its last go: no choice",
        hands=["7피 6열"],
        floor="9열",
        stock="10피 12띠",
        captured=[BIRDS],
        goes=[1],
        points_at_last_go=[5],
        script="play 7피",
        after=Turn(captured="", points=5, choice=False),
    ),
    Case(
        rule="standing above: a 뻑 is a turn like any other",
        hands=["7피 6열"],
        floor="9열 7열",
        stock="7띠 12띠",
        captured=[BIRDS],
        script="play 7피; stop",
        after=Turn(events="ppeok", captured="", choice=True),
        end=End(by="stop", points=5),
    ),
    Case(
        rule="standing above: another seat's turn brings it no choice",
        turn=1,
        hands=["", "10열 6열"],
        floor="9열",
        stock="11피 12띠",
        captured=[BIRDS],
        script="1 play 10열",
        after=Turn(captured="", points=0, choice=False),
    ),
]

# Seat 0 holds 고도리 and ten pi. It takes two and goes at 8, seat 1 robs one pi by a 쪽: 7; one pi
# more is 8 again, and the next is 9.
ROBBED = {
    "hands": ["9피 10피 11피 8피", "7피 4띠"],
    "floor": "9피 12광",
    "stock": "10띠 7피 11광 3띠 5띠 6띠",
    "captured": [BIRDS + " 1피 1피 2피 2피 3피 3피 5피 5피 6피 6피"],
}
ROBBERY = [
    Case(
        rule="go at 8, robbed to 7, back at 8: no choice",
        script="0 play 9피; 0 go; 1 play 7피; 0 play 10피",
        plays=3,
        after=Turn(captured="10피 10띠", points=8, choice=False),
        **ROBBED,
    ),
    Case(
        rule="go at 8, robbed to 7, back at 8, and at 9: a choice",
        script="0 play 9피; 0 go; 1 play 7피; 0 play 10피; 0 play 11피; 0 stop",
        after=Turn(captured="11피 11광", points=9, choice=True),
        # 9 and a go; the losers have three pi and none
        end=End(by="stop", points=9, goes=1, payments=[40, -20, -20], turns=5),
        **ROBBED,
    ),
]

LAST_TURN = [
    Case(
        rule="cannot go: with its last card played the seat wins without a choice",
        hands=["8피", "7피 7띠"],
        floor="8열 9열",
        stock="10피 12띠 12열",
        captured=["2열 4열", *SAFE],
        after=Turn(points=5, choice=False),
        end=End(by="stop", winner=0, actor=0, points=5, goes=0, payments=[10, -5, -5]),
    ),
    Case(
        rule="cannot go: with a saved flip it can",
        hands=["8피"],
        floor="8열 9열",
        stock="10피 12띠",
        captured=["2열 4열", *SAFE],
        flips_saved=[1],
        script="play 8피; go",
        end=End(by="highest", winner=0, points=5, goes=1, payments=[12, -6, -6], turns=2),
    ),
    Case(
        rule="cannot go: no more points than at its last go, and it does not win",
        hands=["10피", "7피 7띠"],
        floor="10띠 9열",
        stock="11피 12띠 12열",
        captured=[BIRDS],
        goes=[1],
        points_at_last_go=[5],
        script="1 play 7피",
        plays=2,
    ),
]

GOES_MULTIPLY = [
    Case(
        rule=f"go: {goes} of them, (5 + {goes}) x {times} {''.join(change.values())}".rstrip(),
        change=change,
        hands=["3피 6열"],
        floor="3광 9열",
        stock="10피 12띠",
        captured=[BIRDS + " 7피 7피 8피 8피 9피 9피 10피", "1피 1피 2피 2피 4피 11광", "12광"],
        goes=[goes],
        points_at_last_go=[4],
        script="play 3피; stop",
        # pi worth eight: 고도리 alone, 5; seat 2 holds 비광 alone and suffers 피박
        end=End(
            points=5,
            goes=goes,
            payments=[3 * (5 + goes) * times, -(5 + goes) * times, -2 * (5 + goes) * times],
            multipliers=[times, times, 2 * times],
            factors=[word, word, word + " 피박"],
        ),
    )
    for goes, times, change, word in [
        (0, 1, {}, ""),
        (1, 1, {}, ""),
        (2, 1, {}, ""),
        (3, 2, {}, "3고"),
        (4, 4, {}, "3고"),
        (5, 8, {}, "3고"),
        (2, 1, {"go_multiplier": "double_once"}, ""),
        (3, 2, {"go_multiplier": "double_once"}, "3고"),
        (5, 2, {"go_multiplier": "double_once"}, "3고"),
    ]
]


def every_card_played(rule: str, last: int, captured: list[str], end: End, **more: object) -> Case:
    """Let seat `last` lay the very last card, 6띠, beside what is turned up, 12띠."""
    hands = ["", "", ""]
    hands[last] = "6띠"
    return Case(
        rule=rule,
        turn=last,
        hands=hands,
        floor="9열",
        stock="12띠",
        captured=captured,
        end=end,
        **more,
    )


FIVE_PI = [" 7피 7피 8피 8피 9피", " 10피 10피 11피 11피 6피"]
RED, GRASS = "1띠 2띠 3띠", "4띠 5띠 7띠"

EXHAUSTION = [
    every_card_played(
        "exhaustion: the highest points win, counted without goes, paid with them",
        2,
        # 5 and a go against 4 and two goes: who called go and loses pays double
        [BIRDS + FIVE_PI[0], "1광 3광 8광 11광" + FIVE_PI[1], "12광 1피 1피 2피 2피 3피"],
        End(by="highest", winner=0, actor=0, points=5, goes=1, payments=[18, -12, -6]),
        goes=[1, 2, 0],
        points_at_last_go=[5, 4, 0],
    ),
    every_card_played(
        "exhaustion: a tie goes to the first from the seat of the last turn: 2, 0, 1",
        2,
        [RED + FIVE_PI[0], GRASS + FIVE_PI[1]],
        End(by="highest", winner=0, points=3, goes=1),
        goes=[1, 1, 0],
        points_at_last_go=[3, 3, 0],
    ),
    every_card_played(
        "exhaustion: a tie goes to the first from the seat of the last turn: 1, 2, 0",
        1,
        [RED + FIVE_PI[0], "", GRASS + FIVE_PI[1]],
        End(by="highest", winner=2, points=3, goes=1),
        goes=[1, 0, 1],
        points_at_last_go=[3, 0, 3],
    ),
    every_card_played(
        "exhaustion: a tie goes to the seat of the last turn itself",
        1,
        [RED + FIVE_PI[0], GRASS + FIVE_PI[1]],
        End(by="highest", winner=1, points=3, goes=1),
        goes=[1, 1, 0],
        points_at_last_go=[3, 3, 0],
    ),
    every_card_played(
        "exhaustion: nobody has `win_points`: 나가리, nobody pays",
        0,
        ["1광 12광 3광", "1띠 2띠 4띠 7띠 10띠", ""],
        End(
            by="nagari",
            winner=-1,
            actor=-1,
            points=0,
            goes=0,
            payments=[0, 0, 0],
            multipliers=[1, 1, 1],
        ),
    ),
    every_card_played(
        "exhaustion: who lost the points of its go has them no more",
        0,
        ["1광 12광 3광", ""],
        End(by="nagari", payments=[0, 0, 0]),
        goes=[1],
        points_at_last_go=[3],
    ),
    every_card_played(
        "exhaustion: drawn under `exhaustion` nagari",
        2,
        [BIRDS],
        End(by="nagari", winner=-1, payments=[0, 0, 0]),
        goes=[1],
        points_at_last_go=[5],
        change={"exhaustion": "nagari"},
    ),
    Case(
        rule="exhaustion: points made with the last card win by stop, against more points",
        turn=2,
        hands=["", "", "3띠"],
        floor="3피 9열",
        stock="12띠",
        captured=[BIRDS + FIVE_PI[0], "", "1띠 2띠"],
        goes=[1],
        points_at_last_go=[5],
        end=End(by="stop", winner=2, points=3),
    ),
]

CASES = CHOICE + GO + STANDING + ROBBERY + LAST_TURN + GOES_MULTIPLY + EXHAUSTION


@pytest.mark.parametrize("case", CASES, ids=str)
def test_section_5(case: Case) -> None:
    check(case)
