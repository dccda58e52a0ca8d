"""Section 7 of the rules, `defer_pi_wins`: cases worked out by hand, for both engines.

They are played by the 통일안: three points win, 피박 is below six pi and needs pi points, and of
the patterns that steal a 쪽 takes nothing and every other one pi.
"""

from typing import Any

import pytest

from cases import Case, End, Turn, check

NOTHING = ["", "", ""]
PI = ["", "3피 7피", "4피 7피"]
MORE_PI = ["", "3피 7피 10피", "4피 7피 10피"]
ONE_EACH = ["", "3피", "4피"]
SECOND_EACH = ["", "7피", "7피"]
ONE_OF_EACH = ["3피 4피", "", ""]
PILE = "5열 5띠 5피"


def case(rule: str, **more: Any) -> Case:
    return Case(rule=rule, base=more.pop("base", "tongil"), **more)


def steals(rule: str, stolen: list[str], reserved: list[str], **more: Any) -> Case:
    """Play one turn of seat 0 that steals."""
    given: dict[str, Any] = {
        "hands": ["5피 9열"],
        "floor": PILE + " 1광",
        "stock": "12띠 2피",
        "captured": PI,
        "script": "play 5피",
    }
    events = more.pop("events")
    return case(
        f"reserved: {rule}",
        after=Turn(events=events, stolen=stolen, reserved=reserved),
        **(given | more),
    )


BOMB = {
    "hands": ["5열 5띠 5피 9열"],
    "floor": "5피 1광",
    "stock": "10피 11피 12띠 12열 12쌍피 2열",
    "script": "bomb 5",
}

WHICH = [
    steals("for a dealt pile", ONE_EACH, ONE_OF_EACH, events="eat_floor"),
    steals("for another's pile", ONE_EACH, ONE_OF_EACH, events="eat", piles={5: 1}),
    steals("for its own pile", ONE_EACH, ONE_OF_EACH, events="eat_own", piles={5: 0}),
    steals(
        "for a pile that the card turned up eats",
        ONE_EACH,
        ONE_OF_EACH,
        events="eat_floor",
        hands=["12띠 9열"],
        stock="5피 2피",
        script="play 12띠",
    ),
    steals(
        "for 동시패션 (따닥)",
        ONE_EACH,
        ONE_OF_EACH,
        events="ttadak",
        floor="5열 5띠 1광",
        stock="5피 2피",
        script="play 5피; on 5열",
    ),
    steals(
        "for a sweep",
        ONE_EACH,
        ONE_OF_EACH,
        events="sweep",
        floor="5열 12열",
    ),
    steals(
        "for a pile and a sweep together",
        PI,
        ["3피 7피 4피 7피", "", ""],
        events="eat_floor sweep",
        floor=PILE + " 12열",
    ),
    steals("not for a bomb", ONE_EACH, NOTHING, events="bomb", **BOMB),
    steals(
        "not for a 쪽",
        ONE_EACH,
        NOTHING,
        events="jjok",
        floor="1광",
        stock="5띠 2피",
        change={"steal_jjok": 1},
    ),
    steals(
        "not for a joker turned up",
        ONE_EACH,
        NOTHING,
        events="joker",
        floor="5열 1광",
        stock="J2 12띠 2피",
        change={"jokers": [2], "steal_joker": 1},
    ),
    steals(
        "not for a joker from the hand",
        ONE_EACH,
        NOTHING,
        events="joker",
        hands=["J2 5피 9열"],
        floor="5열 1광",
        stock="8열 12띠 2피 3띠",
        change={"jokers": [2], "steal_joker": 1},
        script="play J2; play 5피",
    ),
    steals(
        "the bomb takes first, and what the pile takes is reserved",
        PI,
        ["7피 7피", "", ""],
        events="bomb eat",
        **(BOMB | {"floor": "5피 6열 6띠 6피 1광", "stock": "6피 11피 12띠 12열 12쌍피 2열"}),
        captured=MORE_PI,
        piles={6: 1},
    ),
    steals(
        "taken first are the cheaper ones: the 쌍피 is reserved",
        ["", "3피 12쌍피", "4피"],
        ["12쌍피", "", ""],
        events="bomb eat",
        **(BOMB | {"floor": "5피 6열 6띠 6피 1광", "stock": "6피 11피 12띠 12열 2열 2띠"}),
        captured=["", "12쌍피 3피", "4피"],
        piles={6: 1},
    ),
    steals(
        "the 쪽 takes first, and what the sweep takes is reserved",
        PI,
        ["7피 7피", "", ""],
        events="jjok sweep",
        floor="",
        stock="5띠 2피",
        change={"steal_jjok": 1},
    ),
    steals(
        "the joker takes first, and what the pile takes is reserved",
        PI,
        ["7피 7피", "", ""],
        events="joker eat_floor",
        stock="J2 12띠 2피",
        change={"jokers": [2], "steal_joker": 1},
    ),
    steals(
        "nothing without `defer_pi_wins`",
        ONE_EACH,
        NOTHING,
        events="eat_floor",
        change={"defer_pi_wins": False},
    ),
    steals(
        "of one opponent with two players",
        ["", "3피"],
        ["3피", ""],
        events="eat_floor",
        base="arcade2",
        change={"defer_pi_wins": True},
        captured=["", "3피 7피"],
    ),
]

# Seat 0 with eight pi takes a dealt pile: ten, one point; with one more from each: three points.
EIGHT = "12쌍피 1피 1피 2피 2피 3피 3피"
SEVEN_1, SIX_2 = "6피 6피 7피 7피 8피 8피 9피", "9피 10피 10피 11피 11피 4피"
EATING: dict[str, Any] = {
    "hands": ["5피 9열 6열"],
    "floor": PILE + " 1광",
    "stock": "12띠 7띠 10띠",
    "captured": [EIGHT, SEVEN_1, SIX_2],
}

UNTIL = [
    case(
        "reserved pi lie in the thief's captures and count there",
        script="play 5피",
        after=Turn(stolen=["", "6피", "4피"], reserved=["6피 4피", "", ""], pi=12, points=3),
        **EATING,
    ),
    case(
        "they are reserved until the seat's next turn begins",
        hands=["9열 6열"],
        floor="1광",
        stock="12띠 2띠",
        captured=["3피 4피 7피", "8피", "8피"],
        reserved=[{1: "3피", 2: "4피"}],
        script="play 9열",
        after=Turn(reserved=NOTHING, pi=3),
    ),
    case(
        "they are reserved while another seat moves",
        turn=1,
        hands=["9열 6열", "10열 7열"],
        floor="1광",
        stock="12띠 2띠 3띠 4띠",
        captured=["3피 4피 7피", "8피", "8피"],
        reserved=[{1: "3피", 2: "4피"}],
        script="1 play 10열",
        after=Turn(reserved=ONE_OF_EACH),
    ),
    case(
        "they count no more for the victim",
        hands=["5피 9열", "11피 7열"],
        floor=PILE + " 11광",
        stock="12띠 2띠 3띠 4띠",
        # ten pi less the one stolen, and 11피
        captured=["", "1피 1피 2피 2피 3피 3피 4피 4피 6피 6피"],
        script="0 play 5피; 1 play 11피",
        plays=2,
        after=Turn(pi=10, points=1),
    ),
    case(
        "they can be stolen in turn, and are then reserved by the new thief",
        turn=1,
        hands=["9열 6열", "5피 10열"],
        floor=PILE + " 1광",
        stock="12띠 2띠 3띠 4띠",
        captured=["3피 7피", "", "4피 8피"],
        reserved=[{2: "3피"}],
        script="1 play 5피",
        after=Turn(stolen=["3피", "", "4피"], reserved=["", "3피 4피", ""]),
    ),
    case(
        "stolen in turn for a bomb they are no longer reserved by anybody",
        turn=1,
        hands=["9열 6열", "5열 5띠 5피 10열"],
        floor="5피 1광",
        stock="12띠 2띠 3띠 4띠 6띠 7띠",
        captured=["3피 7피", "", "4피 8피"],
        reserved=[{2: "3피"}],
        script="1 bomb 5",
        after=Turn(stolen=["3피", "", "4피"], reserved=NOTHING),
    ),
    case(
        "one of two reserved is stolen in turn, the other stays reserved",
        turn=1,
        hands=["9열 6열", "5피 10열"],
        floor=PILE + " 1광",
        stock="12띠 2띠 3띠 4띠",
        captured=["3피 7피", "", "4피 8피"],
        reserved=[{1: "7피", 2: "3피"}],
        script="1 play 5피",
        after=Turn(reserved=["7피", "3피 4피", ""]),
    ),
]

# Seat 1 takes two pi and stops: 홍단 and ten pi are four points.
SEAT_1_STOPS: dict[str, Any] = {
    "turn": 1,
    "hands": ["9열", "11피 11쌍피"],
    "floor": "11피 1광",
    "stock": "12띠 9띠 10띠",
    "script": "1 play 11피; 1 stop",
}
RED_AND_EIGHT = "1띠 2띠 3띠 1피 1피 2피 2피 4피 4피 6피 6피"

FOR_EVERYBODY = [
    case(
        "reserved pi count for everybody: the thief escapes 피박, the victim suffers it",
        captured=["3피 3피 5피 5피 7피 7피", RED_AND_EIGHT, "8피 8피 9피 9피 10피"],
        reserved=[{2: "3피"}],
        end=End(by="stop", winner=1, points=4, payments=[-4, 12, -8], multipliers=[1, 1, 2]),
        **SEAT_1_STOPS,
    ),
    case(
        "where they were not taken it is the other way round",
        captured=["3피 5피 5피 7피 7피", RED_AND_EIGHT, "3피 8피 8피 9피 9피 10피"],
        end=End(by="stop", winner=1, points=4, payments=[-8, 12, -4], multipliers=[2, 1, 1]),
        **SEAT_1_STOPS,
    ),
    case(
        "stolen in turn they go back to the seat they were stolen from",
        turn=1,
        hands=["9열", "5피 6열"],
        floor=PILE + " 1광",
        stock="12띠 9띠 10띠",
        captured=[
            "3피 8피 8피 9피 9피 10피",
            "1띠 2띠 3띠 1피 1피 2피 2피 4피 4피 6피 6피",
            "7피 7피 10피 11피 11피 11쌍피",
        ],
        reserved=[{2: "3피"}],
        script="1 play 5피; 1 stop",
        # 홍단, and ten pi with the pile; 3피 is seat 0's again, which has six, and 7피 seat 2's
        end=End(by="stop", winner=1, points=4, payments=[-4, 8, -4], multipliers=[1, 1, 1]),
    ),
]

BY_0: dict[str, Any] = {"by": "stop", "winner": 0, "actor": 0}
# Both seats eat a pile, seat 1 after seat 0, and rob it of one pi.
ROBBED: dict[str, Any] = {
    "hands": ["5피 7열 8열", "6피 10열"],
    "floor": PILE + " 6열 6띠 6피 1광",
    "stock": "12띠 4띠 9띠 7띠 12열",
}
BOMBING = BOMB | {"stock": "10열 11광 12띠 12열 8열 2열"}
# Twelve pi, two of them reserved: three points, and one without them.
WAITING: dict[str, Any] = {
    "hands": ["9열 6열"],
    "floor": "1광",
    "stock": "12띠 2띠",
    "captured": [EIGHT + " 4피 4피 6피 7피", "6피 7피 8피 8피 9피 9피"],
}
RESERVED = [{1: "6피", 2: "7피"}]

ARTICLE_6 = [
    case(
        "article 6: a choice reached only thanks to reserved pi is not made now",
        script="play 5피",
        after=Turn(points=3, choice=False, goes=0),
        **EATING,
    ),
    case(
        "article 6: it is made at the start of the next turn; stop",
        script="play 5피; stop",
        # a deferred stop is no turn, and the pi stay: the victims have six and five
        end=End(**BY_0, points=3, goes=0, payments=[9, -3, -6], multipliers=[1, 1, 2], turns=1),
        **EATING,
    ),
    case(
        "article 6: it is made at the start of the next turn; go, and the turn is played",
        script="play 5피; go; play 9열",
        plays=2,
        after=Turn(goes=1, points=3, choice=False, floor="1광 12띠 9열 7띠", reserved=NOTHING),
        **EATING,
    ),
    case(
        "article 6: after that go more points bring a choice",
        script="play 5피; go; play 11쌍피; stop",
        hands=["5피 11쌍피 6열"],
        floor=PILE + " 1광 11광",
        stock="12띠 2띠 3띠",
        captured=EATING["captured"],
        # 쌍피 makes fourteen: five points, and a go
        end=End(**BY_0, points=5, goes=1, payments=[18, -6, -12], turns=2),
    ),
    case(
        "article 6: robbed so that its points do not qualify any more, it is not asked",
        # ten pi with the pile, twelve with those reserved, and seat 1 takes 1피: two points
        captured=[EIGHT, "7피 7피 8피 8피 9피", "9피 10피 10피"],
        script="0 play 5피; 1 play 6피; 0 play 7열",
        plays=3,
        after=Turn(points=2, choice=False, goes=0),
        **ROBBED,
    ),
    case(
        "article 6: robbed but still qualifying, it is asked",
        # eleven with the pile, thirteen with those reserved, twelve robbed
        captured=[EIGHT + " 4피", "7피 7피 8피 8피 9피", "9피 10피 10피"],
        script="0 play 5피; 1 play 6피; 0 stop",
        end=End(**BY_0, points=3, goes=0, turns=2),
        **ROBBED,
    ),
    case(
        "article 6: robbed of a reserved pi, it is not asked",
        # both 쌍피, 국진 and the pile are eight, ten with those reserved
        captured=["12쌍피 11쌍피 9열", "1피 1피 7피 7피", "2피 2피 8피 8피"],
        change={"win_points": 1},
        script="0 play 5피; 1 play 6피; 0 play 8열",
        plays=3,
        after=Turn(points=0, choice=False),
        **ROBBED,
    ),
    case(
        "article 6: not robbed of it, it is",
        captured=["12쌍피 11쌍피 9열", "1피 1피 7피 7피", "2피 2피 8피 8피"],
        change={"win_points": 1},
        script="0 play 5피; 1 play 10열; 0 stop",
        end=End(**BY_0, points=1, payments=[4, -2, -2], turns=2),
        **ROBBED,
    ),
    case(
        "article 6: more than at the last go only thanks to reserved pi",
        script="play 5피; stop",
        goes=[1],
        points_at_last_go=[3],
        # twelve pi with the pile are three points, fourteen five; the victims have six and four
        **(EATING | {"captured": [EIGHT + " 4피 4피", SEVEN_1, "9피 10피 10피 11피 11피"]}),
        end=End(**BY_0, points=5, goes=1, payments=[18, -6, -12]),
    ),
    case(
        "article 6: no more than at the last go with reserved pi, and no choice",
        script="play 5피; play 9열",
        goes=[1],
        points_at_last_go=[3],
        plays=2,
        after=Turn(points=3, choice=False, goes=1),
        **EATING,
    ),
    case(
        "article 6: what a bomb takes defers nothing",
        captured=EATING["captured"],
        after=Turn(points=3, choice=True, reserved=NOTHING),
        end=End(**BY_0, points=3, payments=[9, -3, -6], turns=1),
        **(BOMBING | {"script": "bomb 5; stop"}),
    ),
    case(
        "article 6: in a position, a seat with such pi is asked first",
        reserved=RESERVED,
        script="stop",
        end=End(**BY_0, points=3, payments=[9, -3, -6], turns=0),
        **WAITING,
    ),
    case(
        "article 6: a position may say that it is not",
        reserved=RESERVED,
        deferred=[False, False, False],
        # the pi are its own now, and it is asked at the end of its turn
        script="play 9열; stop",
        end=End(**BY_0, points=3, payments=[9, -3, -6], turns=1),
        **WAITING,
    ),
    case(
        "article 6: a position may say that it is, without any reserved pi left",
        deferred=[True, False, False],
        script="stop",
        end=End(**BY_0, points=3, payments=[9, -3, -6], turns=0),
        **WAITING,
    ),
    case(
        "article 6: in a position with points below, it is not asked first",
        reserved=RESERVED,
        deferred=[True, False, False],
        script="play 9열",
        after=Turn(points=2, choice=False, reserved=NOTHING),
        **(WAITING | {"captured": [EIGHT + " 4피 6피 7피", "8피"]}),
    ),
]

# The same with 홍단 beside: four points with ten pi, six with twelve.
RED: dict[str, Any] = EATING | {"captured": ["1띠 2띠 3띠 " + EIGHT, SEVEN_1, SIX_2]}
SEVEN = "12쌍피 1피 1피 2피 2피 3피"

ARTICLE_7 = [
    case(
        "article 7: a seat that qualifies without the reserved pi chooses now",
        script="play 5피; go",
        after=Turn(points=6, choice=True, goes=1, reserved=["6피 4피", "", ""]),
        **RED,
    ),
    case(
        "article 7: if it stops, they do not count in its points",
        script="play 5피; stop",
        end=End(**BY_0, points=4, goes=0, payments=[8, -4, -4], multipliers=[1, 1, 1], turns=1),
        **RED,
    ),
    case(
        "article 7: without `defer_pi_wins` they do",
        script="play 5피; stop",
        change={"defer_pi_wins": False},
        end=End(**BY_0, points=6, payments=[18, -6, -12], multipliers=[1, 1, 2]),
        **RED,
    ),
    case(
        "article 7: what a bomb takes counts in its points",
        captured=RED["captured"],
        end=End(**BY_0, points=6, payments=[18, -6, -12], multipliers=[1, 1, 2]),
        **(BOMBING | {"script": "bomb 5; stop"}),
    ),
    case(
        "article 7: of what a bomb and a pile take only the pile's goes back",
        captured=["1띠 2띠 3띠 " + EIGHT, SEVEN_1, "9피 10피 10피 11피 11피"],
        piles={4: 1},
        # eight pi, four of months 4 and 5, two of the bomb's: 5 points; 홍단, and five 띠
        end=End(**BY_0, points=9, payments=[27, -9, -18], multipliers=[1, 1, 2]),
        **(
            BOMB
            | {
                "floor": "5피 4열 4띠 4피 1광",
                "stock": "4피 12열 8열 2열 12띠 7열",
                "script": "bomb 5; stop",
            }
        ),
    ),
    case(
        "article 7: those of the turn before are its own, and count",
        script="play 9열; stop",
        hands=["9열 6열"],
        floor="1광",
        stock="12띠 7띠",
        captured=["1띠 2띠 3띠 " + EIGHT + " 4피 6피 7피", "6피 7피 8피 8피 9피 9피"],
        reserved=RESERVED,
        goes=[1],
        points_at_last_go=[3],
        deferred=[False, False, False],
        # eleven pi and 홍단, and a go
        end=End(**BY_0, points=5, goes=1, payments=[18, -6, -12]),
    ),
]

A_GO = [
    case(
        "a go in a turn with reserved pi records the points without them",
        script="play 5피; go; play 9열; stop",
        # it went at four and holds six; the victims have six pi and five
        end=End(**BY_0, points=6, goes=1, payments=[21, -7, -14], multipliers=[1, 1, 2], turns=2),
        **RED,
    ),
    case(
        "a go in a turn with reserved pi brings no deferred decision",
        script="play 5피; go; play 9열; go",
        plays=2,
        after=Turn(points=6, choice=True, goes=2),
        **RED,
    ),
    case(
        "robbed of one, it is still asked at the end of its next turn",
        captured=["1띠 2띠 3띠 " + EIGHT, "7피 7피 8피 8피 9피", "9피 10피 10피"],
        script="0 play 5피; 0 go; 1 play 6피; 0 play 7열; 0 stop",
        end=End(**BY_0, points=5, goes=1, turns=3),
        **ROBBED,
    ),
    case(
        "robbed of both, it is not: four points again",
        hands=["5피 7열 8열", "6피 10열"],
        floor=PILE + " 6열 6띠 6피 1광",
        stock="12띠 4띠 9띠 7띠 12열",
        captured=["1띠 2띠 3띠 " + EIGHT, "7피 7피 8피 8피 9피", "9피 10피 10피"],
        piles={6: 1},
        change={"steal_own_ppeok": 2},
        script="0 play 5피; 0 go; 1 play 6피; 0 play 7열",
        plays=3,
        after=Turn(points=4, choice=False, goes=1),
    ),
]

ARTICLE_8 = [
    case(
        "article 8: they return before 피박 is judged: six pi again, and none",
        script="play 5피; stop",
        end=End(payments=[8, -4, -4], factors=["", "", ""]),
        **(EATING | {"captured": ["1띠 2띠 3띠 " + EIGHT, "6피 6피 7피 7피 8피 8피", SIX_2]}),
    ),
    case(
        "article 8: five pi again are too few",
        script="play 5피; stop",
        end=End(payments=[12, -4, -8], factors=["", "", "피박"]),
        **(
            EATING
            | {
                "captured": [
                    "1띠 2띠 3띠 " + EIGHT,
                    "6피 6피 7피 7피 8피 8피",
                    "9피 10피 10피 11피 11피",
                ]
            }
        ),
    ),
    case(
        "article 8: the winner scores no pi without them, and so there is no 피박",
        script="play 5피; stop",
        end=End(points=3, payments=[6, -3, -3], factors=["", "", ""]),
        **(EATING | {"captured": ["1띠 2띠 3띠 " + SEVEN, "6피 7피", "4피"]}),
    ),
    case(
        "article 8: on a stop of a later turn they do not return",
        script="play 5피; go; play 9열; stop",
        end=End(payments=[28, -14, -14], factors=["", "피박", "피박"]),
        **(EATING | {"captured": ["1띠 2띠 3띠 " + EIGHT, "6피 6피 7피 7피 8피 8피", SIX_2]}),
    ),
]

# The last card of seat 0 is a 따닥, whose steals no exclusion of the 통일안 touches.
LAST: dict[str, Any] = {
    "hands": ["5피"],
    "floor": "5열 5띠 1광",
    "stock": "5피",
    "script": "on 5열",
}

NO_NEXT_TURN = [
    case(
        "no next turn: reserved pi do not win",
        captured=[EIGHT, SEVEN_1, SIX_2],
        after=Turn(events="ttadak", stolen=["", "6피", "4피"], points=3, choice=False),
        end=End(by="nagari", winner=-1, payments=[0, 0, 0], turns=1),
        **LAST,
    ),
    case(
        "no next turn: with enough besides it wins, unasked, and without them",
        captured=RED["captured"],
        end=End(**BY_0, points=4, payments=[8, -4, -4], factors=["", "", ""], turns=1),
        **LAST,
    ),
    case(
        "no next turn: a saved flip makes one, and the choice is deferred to it",
        captured=[EIGHT, SEVEN_1, SIX_2],
        flips_saved=[1],
        end=End(**BY_0, points=3, payments=[9, -3, -6], turns=1),
        **(LAST | {"stock": "5피 12띠", "script": "play 5피; on 5열; stop"}),
    ),
    case(
        "no next turn: nor by `exhaustion` highest",
        captured=[EIGHT, SEVEN_1, SIX_2],
        change={"exhaustion": "highest"},
        end=End(by="nagari", winner=-1, payments=[0, 0, 0]),
        **LAST,
    ),
    case(
        "no next turn: nor when another seat takes the last turn",
        captured=[EIGHT, SEVEN_1, SIX_2],
        change={"exhaustion": "highest"},
        end=End(by="nagari", winner=-1, payments=[0, 0, 0], turns=2),
        **(LAST | {"hands": ["5피", "9열"], "stock": "5피 12띠"}),
    ),
    case(
        "no next turn: highest wins without them, though they lie there",
        captured=RED["captured"],
        change={"exhaustion": "highest"},
        goes=[1],
        points_at_last_go=[6],
        # four points and a go; the victims have six pi and five
        end=End(by="highest", winner=0, points=4, goes=1, payments=[15, -5, -10]),
        **LAST,
    ),
]

ARTICLE_5 = [
    case(
        "article 5: pi lost since the go, and regained: no choice",
        hands=["10피 11피 9열"],
        floor="10띠 11광 1광",
        stock="12띠 2띠 3띠",
        # it went with twelve pi and has eleven
        captured=["12쌍피 1피 1피 2피 2피 3피 3피 4피 4피 6피"],
        goes=[1],
        points_at_last_go=[3],
        script="play 10피",
        after=Turn(points=3, choice=False),
    ),
    case(
        "article 5: and one point more: a choice",
        hands=["10피 11피 9열"],
        floor="10띠 11광 1광",
        stock="12띠 2띠 3띠",
        captured=["12쌍피 1피 1피 2피 2피 3피 3피 4피 4피 6피"],
        goes=[1],
        points_at_last_go=[3],
        script="play 10피; play 11피; stop",
        end=End(**BY_0, points=4, goes=1),
    ),
    case(
        "article 5: from the go on",
        hands=["10피 11피 8피 9열", "6피 7열"],
        floor="10피 11광 8광 6열 6띠 6피",
        stock="12띠 2띠 3띠 4띠 5띠 7띠",
        # twelve pi, a go at three; robbed, eleven; then twelve, and thirteen
        captured=["12쌍피 1피 1피 2피 2피 3피 3피 4피 4피"],
        script="0 play 10피; 0 go; 1 play 6피; 0 play 11피; 0 play 8피; 0 stop",
        end=End(**BY_0, points=4, goes=1, payments=[20, -10, -10], turns=5),
    ),
]

CASES = (
    WHICH
    + UNTIL
    + FOR_EVERYBODY
    + ARTICLE_5
    + ARTICLE_6
    + ARTICLE_7
    + A_GO
    + ARTICLE_8
    + NO_NEXT_TURN
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_section_7(case: Case) -> None:
    check(case)
