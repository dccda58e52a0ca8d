"""Jokers (조커), sections 1 to 4 of the rules: cases worked out by hand, for both engines."""

from typing import Any

import pytest

from cases import Case, End, Turn, check

TWO_THREE = {"jokers": [2, 3]}
STEALING = {"jokers": [2, 3], "steal_joker": 1}
KEPT = STEALING | {"joker_in_ppeok": "kept"}
NOTHING = ["", "", ""]
PI = ["", "3피 7피", "4피 7피"]
ONE_EACH, TWO_EACH = ["", "3피", "4피"], PI
PILE = "5열 5띠 5피"

HANDS = [
    "1광 1띠 2열 2띠 3광 3띠 4열",
    "5열 5띠 6열 6띠 7열 7띠 12쌍피",
    "9열 9띠 10열 10띠 11광 11쌍피 12광",
]


def opening(rule: str, jokers: list[int], floor: str, stock: str, **more: Any) -> Case:
    """Deal with jokers on the floor; seat 0 begins."""
    return Case(
        rule=f"opening floor: {rule}",
        dealt=True,
        hands=more.pop("hands", HANDS),
        floor=floor,
        stock=stock,
        change={"jokers": jokers} | more.pop("change", {}),
        **more,
    )


OPENING = [
    opening(
        "a joker goes to seat 0, and the next stock card takes its place",
        [2],
        "J2 2피 3피 4피 5피 6피",
        "7피 8열",
        script="0 play 4열",
        # the joker is no card of this turn; with it and 4피 the pi are worth three
        after=Turn(
            events="",
            captured="4열 4피",
            stolen=NOTHING,
            floor="2피 3피 5피 6피 7피 8열",
            points=0,
            pi=3,
        ),
    ),
    opening(
        "a joker in the place of a joker goes too",
        [2, 3],
        "J2 2피 3피 4피 5피 6피",
        "J3 7피 8열",
        script="0 play 4열",
        after=Turn(events="", captured="4열 4피", floor="2피 3피 5피 6피 7피 8열", pi=6),
    ),
    opening(
        "a joker further down the stock stays there",
        [2, 3],
        "J2 2피 3피 4피 5피 6피",
        "7피 8열 J3",
        script="0 play 4열",
        after=Turn(events="", captured="4열 4피", floor="2피 3피 5피 6피 7피 8열", pi=3),
    ),
    opening(
        "three at once",
        [2, 2, 2],
        "J2 J2 J2 4피 5피 6피",
        "7피 8피 10피 8열",
        script="0 play 4열",
        after=Turn(captured="4열 4피 8열 8피", floor="5피 6피 7피 10피", pi=8),
    ),
    opening(
        "two at once and one in the place of the second",
        [1, 2, 3],
        "J1 J3 3피 4피 5피 6피",
        "7피 J2 10피 8열",
        script="0 play 4열",
        after=Turn(captured="4열 4피", floor="3피 5피 6피 7피 10피 8열", pi=7),
    ),
    opening(
        "no pi is taken for them, whatever `steal_joker` says",
        [2],
        "J2 2피 3피 4피 5피 6피",
        "7피 8열 9피",
        change={"steal_joker": 1},
        script="0 play 4열; 1 play 5열",
        # seat 0 keeps its joker and 4피, and seat 1 takes 5피 with nothing turned up for it
        plays=2,
        after=Turn(events="", captured="5열 5피", stolen=NOTHING, pi=1),
    ),
    opening(
        "the card in its place may make three of a month, a dealt pile",
        [2],
        "1피 1피 J2 4피 5피 6피",
        "1띠 8열",
        hands=["1광 2열 2띠 3광 3띠 4열 4띠", *HANDS[1:]],
        script="0 play 3광",
        after=Turn(captured="", floor="1피 1피 1띠 4피 5피 6피 3광 8열", piles={1: None}),
    ),
    opening(
        "the card in its place may make four of a month: jokers come first",
        [2],
        "8광 8열 8피 J2 1피 2피",
        "8피",
        change={"floor_four": "nagari"},
        end=End(by="floor_four", winner=-1, payments=[0, 0, 0], turns=0),
    ),
    opening(
        "and seat 0 wins it under `floor_four` first_wins",
        [2],
        "8광 8열 8피 J2 1피 2피",
        "8피",
        change={"floor_four": "first_wins"},
        end=End(by="floor_four", winner=0, payments=[14, -7, -7], turns=0),
    ),
    opening(
        "총통 beside a joker in the dealt hand",
        [2],
        "2피 3피 4피 5피 6피 7피",
        "8열",
        hands=["J2 1광 1띠 1피 1피 2열 3광", *HANDS[1:]],
        end=End(by="chongtong", winner=0, payments=[14, -7, -7], turns=0),
    ),
    opening(
        "a card drawn for a joker makes no 총통",
        [2],
        "2피 3피 4피 5피 6피 7피",
        "1피 8열",
        hands=["J2 1광 1띠 1피 2열 3광 4열", *HANDS[1:]],
        offers="play J2, play 1광, play 1띠, play 1피, play 2열, play 3광, play 4열",
        script="0 play J2; 0 play 2열",
        after=Turn(events="joker", captured="J2 2열 2피", floor="3피 4피 5피 6피 7피 8열"),
    ),
]


def in_hand(rule: str, **more: Any) -> Case:
    """Hold a joker."""
    given: dict[str, Any] = {
        "hands": ["J2 5피 9열"],
        "floor": "5열 6열 1광",
        "stock": "6띠 10피 11피 12띠 12열 12쌍피",
        "captured": PI,
        "change": TWO_THREE,
    }
    return Case(rule=f"joker in hand: {rule}", **(given | more))


IN_HAND = [
    in_hand(
        "it is captured, a card is drawn for it, and the turn goes on",
        offers="play J2, play 5피, play 9열",
        script="0 play J2; 0 play 5피",
        # 6띠 was drawn, so 10피 is turned up
        after=Turn(
            events="joker", captured="J2 5피 5열", stolen=NOTHING, floor="6열 1광 10피", pi=3
        ),
    ),
    in_hand(
        "the card drawn may be played at once",
        script="play J2; play 6띠",
        after=Turn(events="joker", captured="J2 6띠 6열", floor="5열 1광 10피"),
    ),
    in_hand(
        "the card drawn may be kept and played in the next turn",
        script="play J2; play 5피; play 6띠",
        plays=2,
        after=Turn(events="", captured="6띠 6열", floor="1광 10피 11피"),
    ),
    in_hand(
        "it need not be played",
        script="play 5피",
        # and 6띠 is turned up
        after=Turn(events="", captured="5피 5열 6띠 6열", floor="1광", pi=1),
    ),
    in_hand(
        "it steals `steal_joker` from each",
        change=STEALING,
        script="play J2; play 5피",
        after=Turn(stolen=ONE_EACH, pi=5),
    ),
    in_hand(
        "the only card: what is drawn for it must be played",
        hands=["J2"],
        stock="6띠 10피",
        after=Turn(events="joker", captured="J2 6띠 6열", floor="5열 1광 10피"),
    ),
    in_hand(
        "that turn is then the last: 쪽 is off",
        hands=["J2"],
        floor="1광",
        stock="5피 5띠",
        after=Turn(events="joker", captured="J2 5피 5띠", stolen=NOTHING),
    ),
    in_hand(
        "two in one turn",
        change=STEALING,
        hands=["J2 J3 5피 9열"],
        stock="6띠 7띠 10피 11피 12띠 12열",
        script="play J2; play J3; play 5피",
        after=Turn(
            events="joker",
            captured="J2 J3 5피 5열",
            stolen=TWO_EACH,
            floor="6열 1광 10피",
            pi=10,
        ),
    ),
    in_hand(
        "the card drawn is a joker too, and may be played",
        hands=["J2 5피"],
        stock="J3 6띠 10피 11피",
        script="play J2; play J3; play 6띠",
        after=Turn(events="joker", captured="J2 J3 6띠 6열", floor="5열 1광 10피"),
    ),
    in_hand(
        "the card drawn is a joker too, and may be kept",
        hands=["J2 5피"],
        stock="J3 6띠 10피 11피",
        script="play J2; play 5피",
        after=Turn(events="joker", captured="J2 5피 5열 6띠 6열", floor="1광", pi=3),
    ),
    in_hand(
        "with a saved flip, the flip may follow it",
        hands=["J2"],
        flips_saved=[1],
        stock="6띠 10피 11피",
        offers="play J2, flip",
        script="play J2; flip",
        after=Turn(events="joker", captured="J2", floor="5열 6열 1광 10피", flips=0),
    ),
    in_hand(
        "a triple completed by the card drawn may be shaken",
        hands=["J2 5띠 5피 9열"],
        floor="1광",
        stock="5열 10피 11피 12띠 12열",
        script="play J2; play 5열; shake yes",
        after=Turn(events="joker shake", captured="J2", floor="1광 5열 10피"),
    ),
    in_hand(
        "a triple completed by the card drawn may be bombed",
        hands=["J2 5띠 5피 9열"],
        floor="5피 1광",
        stock="5열 10피 11피 12띠 12열",
        offers="play J2, play 5띠, play 5피, play 9열",
        script="play J2; bomb 5",
        after=Turn(events="joker bomb", captured="J2 5열 5띠 5피 5피", stolen=ONE_EACH, flips=2),
    ),
    in_hand(
        "a joker and two of a month are no triple",
        hands=["J2 5띠 5피 9열"],
        floor="1광",
        stock="10피 11피 12띠 12열 12쌍피",
        script="play 5띠",
        after=Turn(events=""),
    ),
    in_hand(
        "jokers of one worth are one choice",
        change={"jokers": [2, 2, 3]},
        hands=["J2 J2 5피"],
        stock="6띠 7띠 10피 11피 12띠",
        offers="play J2, play 5피",
        script="play 5피",
    ),
    in_hand(
        "jokers of different worth are two",
        hands=["J2 J3 5피"],
        stock="6띠 7띠 10피 11피 12띠",
        offers="play J2, play J3, play 5피",
        script="play 5피",
    ),
    in_hand(
        "a turn that takes nothing else can bring go or stop",
        hands=["J3 5피 9열"],
        floor="1광",
        captured=["1피 1피 2피 2피 3피 4피 4피 6피 6피", "3피", "7피"],
        # nine pi and the joker's three
        script="play J3; play 5피; stop",
        after=Turn(captured="J3", points=3, choice=True),
        end=End(by="stop", winner=0, points=3, payments=[12, -6, -6]),
    ),
    in_hand(
        "a joker of two is not enough for it",
        floor="1광",
        captured=["1피 1피 2피 2피 3피 4피 4피 6피 6피", "3피", "7피"],
        script="play J2; play 5피",
        after=Turn(captured="J2", points=2, choice=False),
    ),
]


def turned(rule: str, stock: str, after: Turn, **more: Any) -> Case:
    """Play 5피 and turn up a joker."""
    given: dict[str, Any] = {
        "hands": ["5피 9열"],
        "floor": "5열 6열 1광",
        "captured": PI,
        "change": STEALING,
        "script": "play 5피",
    }
    return Case(rule=f"joker turned up: {rule}", stock=stock, after=after, **(given | more))


TURNED = [
    turned(
        "it is captured and the next card is turned up",
        "J2 6띠 2피",
        Turn(events="joker", captured="J2 5피 5열 6띠 6열", stolen=NOTHING, floor="1광"),
        change=TWO_THREE,
    ),
    turned(
        "repeatedly",
        "J3 J2 6띠 2피",
        Turn(events="joker", captured="J3 J2 5피 5열 6띠 6열", floor="1광", pi=6),
        change=TWO_THREE,
    ),
    turned("it steals `steal_joker` from each", "J2 6띠 2피", Turn(stolen=ONE_EACH, pi=5)),
    turned("each of two steals", "J3 J2 6띠 2피", Turn(stolen=TWO_EACH, pi=10)),
    turned(
        "after a flip",
        "J2 6띠 2피 2띠",
        Turn(events="joker", captured="J2 6띠 6열", stolen=ONE_EACH, flips=0),
        flips_saved=[1],
        script="flip",
    ),
    turned(
        "after a bomb",
        "J2 6띠 2피 2띠 3띠",
        Turn(
            events="joker bomb",
            captured="J2 5열 5띠 5피 5피 6띠 6열",
            stolen=TWO_EACH,
            floor="1광",
            flips=2,
        ),
        hands=["5피 5열 5띠 9열"],
        floor="5피 6열 1광",
        script="bomb 5",
    ),
    turned(
        "after a joker from the hand",
        "8열 J3 6띠 2피 2띠",
        Turn(events="joker", captured="J2 J3 5피 5열 6띠 6열", stolen=TWO_EACH),
        hands=["J2 5피 9열"],
        script="play J2; play 5피",
    ),
    turned(
        "the card under it may be a 쪽",
        "J2 5띠 2피",
        Turn(events="joker jjok", captured="J2 5피 5띠", stolen=TWO_EACH, floor="6열 1광"),
        floor="6열 1광",
    ),
    turned(
        "the card under it may be a 따닥",
        "J2 5피 2피",
        Turn(events="joker ttadak", captured="J2 5피 5피 5열 5띠", stolen=TWO_EACH),
        floor="5열 5띠 1광",
        script="play 5피; on 5열",
    ),
    turned(
        "the turn can still sweep",
        "J2 6띠 2피",
        Turn(events="joker sweep", captured="J2 5피 5열 6띠 6열", floor="", points=1),
        floor="5열 6열",
    ),
    turned(
        "at the bottom of the stock it belongs to nobody",
        "10피 J2",
        Turn(events="", captured="5피 5열", stolen=NOTHING, floor="6열 1광 10피", pi=1),
        hands=["5피"],
        script="",
    ),
    turned(
        "two at the bottom",
        "10피 J2 J3",
        Turn(events="", captured="5피 5열", floor="6열 1광 10피", pi=1),
        hands=["5피"],
        script="",
        end=End(by="nagari", payments=[0, 0, 0], turns=1),
    ),
    turned(
        "above the last other card it is turned up",
        "J2 10피",
        Turn(events="joker", captured="J2 5피 5열", floor="6열 1광 10피"),
        hands=["5피"],
        script="",
    ),
    turned(
        "below cards of other turns it is still to come",
        "10피 J2 11피",
        Turn(events="joker", captured="J2", floor="6열 1광 10피 9열 11피"),
        plays=2,
    ),
    turned(
        "`last_turn` stock: no card but jokers is left, so 쪽 is off",
        "5띠 J2",
        Turn(events="", captured="5피 5띠", stolen=NOTHING),
        change=STEALING | {"last_turn": "stock"},
        hands=["5피"],
        floor="1광",
        script="",
    ),
    turned(
        "`last_turn` stock: with a card under the joker it is on",
        "5띠 J2 11피",
        Turn(events="jjok", captured="5피 5띠", stolen=ONE_EACH),
        change=STEALING | {"last_turn": "stock"},
        hands=["5피", "2열"],
        floor="1광",
        script="",
    ),
]


def in_ppeok(rule: str, stock: str, after: Turn, **more: Any) -> Case:
    """Play 5피 to 5열 and turn up 5띠."""
    given: dict[str, Any] = {
        "hands": ["5피 9열"],
        "floor": "5열 1광",
        "captured": PI,
        "change": STEALING,
        "script": "play 5피",
    }
    return Case(rule=f"joker in 뻑: {rule}", stock=stock, after=after, **(given | more))


def digging(rule: str, after: Turn, **more: Any) -> Case:
    """Eat a pile with a joker under it."""
    given: dict[str, Any] = {
        "hands": ["5피 9열"],
        "floor": PILE + " 1광 J2",
        "stock": "12띠 2피",
        "captured": PI,
        "piles": {5: 1},
        "buried": {5: "J2"},
        "change": STEALING,
        "script": "play 5피",
    }
    return Case(rule=f"buried joker: {rule}", after=after, **(given | more))


BURIED = [
    in_ppeok(
        "turned up it is buried, and steals nothing",
        "J2 5띠 2피",
        Turn(
            events="joker ppeok",
            captured="",
            stolen=NOTHING,
            floor="5열 5피 5띠 J2 1광",
            piles={5: 0},
            pi=0,
        ),
    ),
    in_ppeok(
        "two are buried",
        "J2 J3 5띠 2피",
        Turn(events="joker ppeok", captured="", stolen=NOTHING, floor="5열 5피 5띠 J2 J3 1광"),
    ),
    in_ppeok(
        "`joker_in_ppeok` kept: the seat has it, and it steals",
        "J2 5띠 2피",
        Turn(
            events="joker ppeok",
            captured="J2",
            stolen=ONE_EACH,
            floor="5열 5피 5띠 1광",
            piles={5: 0},
            pi=4,
        ),
        change=KEPT,
    ),
    in_ppeok(
        "one played from the hand is kept and steals, one turned up is buried",
        "6띠 J3 5띠 2피 2띠",
        Turn(
            events="joker ppeok",
            captured="J2",
            stolen=ONE_EACH,
            floor="5열 5피 5띠 J3 1광",
            pi=4,
        ),
        hands=["J2 5피 9열"],
        script="play J2; play 5피",
    ),
    in_ppeok(
        "nothing captured earlier comes back",
        "J2 5띠 2피",
        Turn(captured="", floor="5열 5피 5띠 J2 1광", pi=3),
        captured=["J3"],
    ),
    in_ppeok(
        "annulled by the last card nothing is buried, and it steals",
        "J2 5띠",
        Turn(events="joker", captured="J2 5열 5피 5띠", stolen=ONE_EACH, floor="1광", piles={}),
        hands=["5피"],
        script="",
    ),
    in_ppeok(
        "buried by seat 0 it is eaten by seat 1",
        "J2 5띠 12띠 2피 3띠",
        Turn(
            events="eat",
            captured="5열 5띠 5피 5피 J2",
            stolen=["3피", "", "4피"],
            floor="1광 12띠",
            piles={},
            pi=6,
        ),
        hands=["5피 9열", "5피 6열"],
        captured=["3피 7피", "", "4피 7피"],
        script="0 play 5피; 1 play 5피",
        plays=2,
    ),
    in_ppeok(
        "buried by seat 0 it is eaten by seat 0, with its own pile",
        "J2 5띠 5피 2피 3띠",
        Turn(
            events="eat_own",
            captured="5열 5띠 5피 5피 J2",
            stolen=TWO_EACH,
            floor="1광 9열",
        ),
        hands=["5피 9열 6열"],
        script="play 5피; play 9열",
        plays=2,
    ),
    digging(
        "eaten it is taken along, and steals nothing",
        Turn(
            events="eat",
            captured="5열 5띠 5피 5피 J2",
            stolen=ONE_EACH,
            floor="1광 12띠",
            piles={},
            pi=6,
        ),
    ),
    digging(
        "eaten by the card turned up too",
        Turn(events="eat", captured="5열 5띠 5피 5피 J2", stolen=ONE_EACH, floor="1광 12띠"),
        hands=["12띠 9열"],
        stock="5피 2피",
        script="play 12띠",
    ),
    digging(
        "two under one pile",
        Turn(events="eat", captured="5열 5띠 5피 5피 J2 J3", stolen=ONE_EACH, pi=9),
        floor=PILE + " 1광 J2 J3",
        buried={5: "J3 J2"},
    ),
    digging(
        "only those of the pile eaten: 5",
        Turn(
            captured="5열 5띠 5피 5피 J3",
            floor="6열 6띠 6피 J2 12띠",
            piles={6: 2},
        ),
        floor=PILE + " 6열 6띠 6피 J2 J3",
        piles={5: 1, 6: 2},
        buried={5: "J3", 6: "J2"},
    ),
    digging(
        "only those of the pile eaten: 6",
        Turn(
            captured="6열 6띠 6피 6피 J2",
            floor=PILE + " J3 12띠",
            piles={5: 1},
        ),
        hands=["6피 9열"],
        floor=PILE + " 6열 6띠 6피 J2 J3",
        piles={5: 1, 6: 2},
        buried={5: "J3", 6: "J2"},
        script="play 6피",
    ),
    digging(
        "on the last turn, with `eat` off, it is taken all the same",
        Turn(events="", captured="5열 5띠 5피 5피 J2", stolen=NOTHING, floor="1광 12띠"),
        hands=["5피"],
        stock="12띠",
        script="",
    ),
    digging(
        "while it lies there the floor is not empty, with it taken it is: a sweep",
        Turn(events="eat sweep", captured="5열 5띠 5피 5피 J2 12띠 12열", floor="", points=1),
        floor=PILE + " J2 12열",
    ),
]


def stealing(rule: str, pile: int, victim: str, stolen: str, *jokers: int) -> Case:
    """Eat a pile of seat 1 for one pi, or one's own for two."""
    return Case(
        rule=f"jokers as pi: {rule}",
        change={"jokers": jokers or [2, 3]},
        floor=PILE + " 1광",
        hands=["5피 6열"],
        stock="8열 2열",
        captured=["", victim],
        piles={5: pile},
        script="play 5피",
        after=Turn(stolen=["", stolen, ""]),
    )


def scores(rule: str, cards: str, points: int, pi: int) -> Case:
    """Hold some cards, and take 11피 with 11피: two pi."""
    return Case(
        rule=f"jokers as pi: {rule}",
        change={"jokers": [1, 2, 3]},
        hands=["11피 11쌍피"],
        floor="11피",
        stock="10피 10피",
        captured=[cards],
        script="play 11피",
        after=Turn(captured="11피 11피", points=points, pi=pi),
    )


def pi_bak(rule: str, loser: str, payments: list[int]) -> Case:
    """Win with 고도리 against a loser who may be short of five pi."""
    return Case(
        rule=f"jokers as pi: {rule}",
        change=TWO_THREE,
        hands=["11피 11쌍피"],
        floor="11피",
        stock="12띠 9띠",
        captured=["2열 4열 8열", loser, "12광 4피 4피 5피 5피 6피"],
        script="play 11피; stop",
        end=End(by="stop", points=5, payments=payments),
    )


AS_PI = [
    scores("one of three is worth three", "1피 1피 2피 2피 3피 J3", 1, 10),
    scores("one of two is worth two", "1피 1피 2피 2피 3피 J2", 0, 9),
    scores("one of one is worth one", "1피 1피 2피 2피 3피 3피 4피 J1", 1, 10),
    scores("all three are worth six", "1피 1피 2피 J1 J2 J3", 2, 11),
    stealing("a 쌍피 goes before a joker of two", 1, "12쌍피 J2", "12쌍피"),
    stealing("both 쌍피 go before a joker of two", 0, "J2 12쌍피 11쌍피", "11쌍피 12쌍피"),
    stealing("a 피 goes before any", 1, "J2 J3 10피", "10피"),
    stealing("one of two goes before one of three", 1, "J3 J2", "J2"),
    stealing("one of three is given for one pi, and no change", 1, "J3", "J3"),
    stealing("one of two is given before it", 0, "J3 10피 J2", "10피 J2"),
    stealing("a 피 goes before a joker of one", 1, "J1 10피", "10피", 1, 2),
    stealing("a joker of one goes before a 쌍피", 1, "J1 11쌍피", "J1", 1, 2),
    pi_bak("five with a joker of three escape 피박", "11광 1피 1피 J3", [10, -5, -5]),
    pi_bak("four with a joker of two do not", "11광 1피 1피 J2", [15, -10, -5]),
]

CASES = OPENING + IN_HAND + TURNED + BURIED + AS_PI


@pytest.mark.parametrize("case", CASES, ids=str)
def test_jokers(case: Case) -> None:
    check(case)
