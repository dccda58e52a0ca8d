"""Section 1 of the rules, the cards: worked out by hand."""

from collections import Counter

import pytest

from gostop.cards import format_cards

from cases import Case, Turn, check
from oracle import ALL, name_of
from oracle.houses import preset

MONTHS = [
    "1광 1띠 1피 1피",
    "2열 2띠 2피 2피",
    "3광 3띠 3피 3피",
    "4열 4띠 4피 4피",
    "5열 5띠 5피 5피",
    "6열 6띠 6피 6피",
    "7열 7띠 7피 7피",
    "8광 8열 8피 8피",
    "9열 9띠 9피 9피",
    "10열 10띠 10피 10피",
    "11광 11쌍피 11피 11피",
    "12광 12열 12띠 12쌍피",
]


@pytest.mark.parametrize("month", range(12))
def test_the_four_cards_of_a_month(month: int) -> None:
    ours = format_cards(0b1111 << 4 * month)
    theirs = " ".join(name_of(card, preset("arcade3")) for card in ALL[4 * month : 4 * month + 4])
    assert ours == theirs == MONTHS[month]


def test_how_many_cards_there_are_of_each_kind() -> None:
    kinds = Counter(name.lstrip("0123456789") for name in format_cards((1 << 48) - 1).split())
    assert kinds == {"광": 5, "열": 9, "띠": 10, "피": 22, "쌍피": 2}


def takes_eleven(rule: str, cards: str, points: int) -> Case:
    """Hold some cards, and take 11피 with 11피, which is two pi and no more."""
    return Case(
        rule=rule,
        hands=["11피 11쌍피"],
        floor="11피",
        stock="10피 10피",
        captured=[cards],
        script="play 11피" + ("; stop" if points >= 3 else ""),
        after=Turn(captured="11피 11피", points=points),
    )


CASES = [
    takes_eleven("the birds of 2, 4 and 8 are the three of 고도리", "2열 4열 8열", 5),
    takes_eleven("the 열끗 of 비 is no bird", "2열 4열 12열", 0),
    takes_eleven("the 홍단 are of 1, 2 and 3", "1띠 2띠 3띠", 3),
    takes_eleven("the 띠 of 비 belongs to no 단: not to 홍단", "1띠 2띠 12띠", 0),
    takes_eleven("the 띠 of 비 belongs to no 단: not to 청단", "6띠 9띠 12띠", 0),
    takes_eleven("the 띠 of 비 belongs to no 단: not to 초단", "4띠 5띠 12띠", 0),
    takes_eleven("a 쌍피 is worth two", "12쌍피 1피 1피 2피 2피 3피 3피", 1),
    takes_eleven("a 피 is worth one", "4피 1피 1피 2피 2피 3피 3피", 0),
    takes_eleven("국진 is a 열끗", "9열 5열 6열 7열 10열", 1),
    takes_eleven("국진 may count as a 쌍피", "9열 1피 1피 2피 2피 3피 3피", 1),
    takes_eleven("no other 열끗 may", "10열 1피 1피 2피 2피 3피 3피", 0),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_section_1(case: Case) -> None:
    check(case)
