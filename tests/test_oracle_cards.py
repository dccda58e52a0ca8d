"""The oracle on cards and their points: sections 1 and 4, worked out by hand."""

import pytest

from oracle import ALL, Reader, best_points, card_of, deck, parts_of
from oracle.houses import preset
from oracle.positions import ARCADE, cards, listed

# Section 1


def test_cards_and_numbers() -> None:
    rules = preset("matgo-online")
    assert [card.number for card in deck(rules)] == list(range(50))
    assert all(card_of(card.number, rules) == card for card in deck(rules))
    kinds = [card.kind for card in ALL]
    assert [kinds.count(kind) for kind in ("광", "열", "띠", "피", "쌍피")] == [5, 9, 10, 22, 2]
    assert listed([card_of(n, rules) for n in (0, 3, 29, 41, 47, 49)], rules) == (
        "1광 1피 8열 11쌍피 12쌍피 J3"
    )


def test_reader_gives_each_card_once() -> None:
    assert [card.copy for card in Reader(ARCADE)("1피 1피")] == [0, 1]
    with pytest.raises(ValueError, match="no card 1피"):
        Reader(ARCADE)("1피 1피 1피")


# Section 4


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ("1광 3광", 0),
        ("1광 3광 8광", 3),
        ("1광 3광 12광", 2),
        ("1광 3광 8광 12광", 4),
        ("1광 3광 8광 11광 12광", 15),
        ("2열 4열 8열", 5),
        ("2열 4열 12열", 0),
        ("1띠 2띠 3띠", 3),
        ("6띠 9띠 10띠", 3),
        ("4띠 5띠 7띠", 3),
        ("4띠 5띠 12띠", 0),
        ("1띠 2띠 3띠 4띠 12띠", 3 + 1),
        ("2열 4열 8열 5열 6열 7열", 5 + 2),
        ("5열 6열 7열 10열 9열", 1),
        ("1피 1피 2피 2피 3피 3피 4피 4피 5피", 0),
        ("1피 1피 2피 2피 3피 3피 4피 4피 11쌍피 12쌍피", 3),
        ("1피 1피 2피 2피 3피 3피 4피 4피 9열", 1),
    ],
)
def test_points(held: str, points: int) -> None:
    assert best_points(cards(held), 0, ARCADE) == points


def test_parts() -> None:
    held = cards("1광 3광 8광 2열 4열 8열 9열 6열 1띠 2띠 3띠 4띠 5띠")
    assert tuple(parts_of(held, 2, ARCADE, "열")) == (3, 5, 3, 1, 1, 0, 2)
