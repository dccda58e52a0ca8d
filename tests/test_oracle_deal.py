"""The oracle on the deal: section 2, worked out by hand."""

from collections.abc import Sequence
from typing import Any

import pytest

from oracle import ALL, Game, RedealNeeded, Result, Rules, TurnRecord, dealt, play, written_deal
from oracle.houses import preset
from oracle.positions import ARCADE, TONGIL, Answers, listed


def test_packets() -> None:
    three = dealt(ARCADE, ALL)
    assert [card.number for card in three.floor] == [0, 1, 2, 15, 16, 17]
    assert [card.number for card in three.hands[1]] == [7, 8, 9, 10, 21, 22, 23]
    assert [card.number for card in three.stock] == list(range(27, 48))
    two = dealt(preset("arcade2"), ALL)
    assert [card.number for card in two.floor] == [0, 1, 2, 3, 14, 15, 16, 17]
    assert [card.number for card in two.hands[0]] == [*range(4, 9), *range(18, 23)]


def opened(rules: Rules, floor: str, hands: Sequence[str], stock: str = "") -> Result:
    deal = written_deal(rules, floor, hands, stock)
    return play(rules, deal, Answers(("turn", None)))


def test_jokers_on_the_opening_floor_go_to_the_first_seat() -> None:
    rules = preset("tongil-joker", players=2, hand_size=1)
    deal = written_deal(rules, "J2 1광 J2", ["2피", "3피"], "J2 4피 5피 6피 7피")
    records: list[TurnRecord] = []
    play(rules, deal, Answers(), on_turn=lambda _, record: records.append(record))
    assert listed(records[0].captures[0], rules) == "J2 J2 J2"
    assert listed(records[0].floor, rules) == "1광 2피 4피 5피 6피"
    assert records[0].stolen == [[], []]


def test_four_on_the_floor() -> None:
    floor, hands = "8광 8열 8피 8피 1광 2열", ["9열", "9띠", "9피"]
    with pytest.raises(RedealNeeded):
        opened(ARCADE, floor, hands)
    draw = opened(preset("arcade3", floor_four="nagari"), floor, hands)
    assert (draw.ended_by, draw.winner, draw.payments) == ("floor_four", -1, [0, 0, 0])
    win = opened(preset("arcade3", floor_four="first_wins"), floor, hands)
    assert (win.ended_by, win.winner, win.payments) == ("floor_four", 0, [14, -7, -7])


def test_chongtong() -> None:
    one = ["1광", "9열 9띠 9피 9피 5열 5띠 5피 5피", "10피 10피 10열 10띠"]
    result = opened(ARCADE, "2피", one)
    assert (result.winner, result.ended_by, result.points) == (1, "chongtong", 7)
    assert result.payments == [-7, 14, -7]
    assert (result.turns, result.multipliers) == (0, [1, 1, 1])
    draw = opened(preset("arcade3", two_chongtong="nagari"), "2피", one)
    assert (draw.winner, draw.ended_by, draw.payments) == (-1, "chongtong", [0, 0, 0])
    single = [one[0], one[1], "10피"]
    assert opened(preset("arcade3", two_chongtong="nagari"), "2피", single).winner == 1


def test_five_brights_dealt() -> None:
    hands = ["1피", "1광 3광 8광 11광 12광", "2피"]
    result = opened(TONGIL, "5피", hands)
    assert (result.winner, result.ended_by, result.payments) == (1, "five_brights", [-15, 30, -15])


def test_shake_at_the_deal() -> None:
    months: list[tuple[int, int | None]] = []

    def ask(seat: int, kind: str, options: Sequence[Any], view: Game) -> Any:
        if kind != "shake":
            raise InterruptedError
        months.append((seat, view.shaking))
        return False

    deal = written_deal(TONGIL, "9열", ["9띠 9피 9피 2피 2피 2띠", "1피", "4피 4피 4띠"], "3피")
    with pytest.raises(InterruptedError):
        play(TONGIL, deal, ask)
    assert months == [(0, 2), (0, 9), (2, 4)]
