"""Settling finished positions, writing records, scoring captured cards."""

import pytest

from gostop.errors import InputError
from gostop.game import Game
from gostop.points import score
from gostop.position import Position
from gostop.records.reading import parse_record
from gostop.records.settling import Settlement, settle_record
from gostop.records.writing import write_record
from gostop.rules import Rules

from records import POSITION, SETTLE, TAN, played, refusal, swapped

# --- settling ----------------------------------------------------------------------------------


def settled(text: str) -> Settlement:
    return settle_record(parse_record(text))


def test_a_settlement() -> None:
    done = settled(SETTLE)
    assert done.difference is None
    assert done.game.result.payments == (24, -8, -16)
    wrong = settled(swapped(SETTLE, ("[24, -8, -16]", "[24, -12, -12]")))
    assert wrong.difference == (
        "record, line 7: payments should be [24, -12, -12], but is [24, -8, -16]"
    )


@pytest.mark.parametrize(
    ("ended", "override", "payments"),
    [
        ("stop", "", (24, -8, -16)),
        ("highest", "", (24, -8, -16)),
        ("chongtong", "", (14, -7, -7)),
        ("five_brights", "five_brights_dealt_points = 15\n", (30, -15, -15)),
        ("floor_four", 'floor_four = "first_wins"\n', (14, -7, -7)),
        ("triple_ppeok", "triple_ppeok_points = 10\n", (20, -10, -10)),
        ("stop", "max_payment = 10\n", (18, -8, -10)),
        ("stop", "nagari_carry_max = 4\n", (24, -8, -16)),
    ],
)
def test_every_way_to_end(ended: str, override: str, payments: tuple[int, ...]) -> None:
    text = swapped(
        SETTLE.split("[result]")[0],
        ("winner = 0\n", f'winner = 0\nended_by = "{ended}"\n'),
        ("[start]", f"[override]\n{override}[start]"),
    )
    assert settled(text).game.result.payments == payments


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            ("winner = 0", 'winner = 0\nended_by = "nagari"'),
            "cannot win by nagari under these",
        ),
        (
            ("winner = 0", 'winner = 0\nended_by = "triple_ppeok"'),
            "cannot win by triple_ppeok",
        ),
        (("winner = 0", 'winner = 0\nended_by = "five_brights"'), "cannot win by five_brights"),
        (("winner = 0", 'winner = 0\nended_by = "floor_four"'), "cannot win by floor_four"),
        (("winner = 0", 'winner = 0\nended_by = "end"'), "must be one of stop, highest"),
        (("winner = 0", "winner = 3"), "winner is 3, but must be a whole number from 0 to 2."),
        (("winner = 0", "winner = -1"), "winner is -1, but must be a whole number from 0 to 2."),
        (("winner = 0", ""), "turn is 0, but that seat has neither a card nor"),
    ],
)
def test_what_cannot_be_settled(change: tuple[str, str], said: str) -> None:
    assert said in refusal(swapped(SETTLE, change), settled)


def test_who_pays_for_all_has_to_be_known() -> None:
    """Of two losers who called go the last pays; whether the winner did does not matter."""
    text = swapped(
        SETTLE.split("[result]")[0], ("[start]", "[override]\ngo_bak = 'pays_all'\n[start]")
    )
    for goes, last, payments in (
        ("[1, 1, 0]", "", (24, -24, 0)),
        ("[0, 1, 1]", "last_go = 1\n", (18, -18, 0)),
        ("[0, 1, 1]", "last_go = 2\n", (18, 0, -18)),
    ):
        one = swapped(text, ("[1, 0, 0]", f"{goes}\n{last}"))
        assert settled(one).game.result.payments == payments
    unclear = swapped(text, ("[1, 0, 0]", "[1, 1, 1]"))
    assert "last_go is missing" in refusal(unclear, settled)


def test_a_game_is_not_settled_and_a_position_not_played() -> None:
    assert "a game that is played is for gostop replay" in refusal(TAN, settled)
    assert "this is a finished position: use gostop settle." in refusal(SETTLE)


# --- writing -----------------------------------------------------------------------------------


def test_a_written_game() -> None:
    text = write_record(played(TAN).game, title="탄")
    assert text.startswith('title = "탄"\nrules = "tongil-joker"\n\n[deal]\nfloor = "')
    assert text.endswith(
        '\n[result]\nwinner = 0\nended_by = "stop"\npoints = 42\ngoes = 5\n'
        "multipliers = [4, 8, 8]\npayments = [752, -376, -376]\n"
    )
    ascii = write_record(played(TAN).game, ascii=True, title="탄")
    assert ascii.isascii()
    assert parse_record(ascii).title == "탄"


@pytest.mark.parametrize(
    "title",
    ["", "x" * 1000, 'a "b" \\ c', "a\nb\r\tc", "\0\x1b\x7f\x85\u2028", "\U000e0001\U0001f600"],
)
def test_any_title(title: str) -> None:
    for ascii in (False, True):
        text = write_record(played(TAN).game, ascii=ascii, title=title)
        assert parse_record(text).title == title


def test_a_title_that_is_no_text() -> None:
    assert parse_record(write_record(played(TAN).game, title="a\udcffb")).title == "a?b"


def test_a_game_from_a_position_has_no_deal_to_write() -> None:
    with pytest.raises(InputError, match="began from a position: there is no deal to write"):
        write_record(played(POSITION).game)


def test_many_changes_of_the_rules_are_written() -> None:
    rules = Rules.preset("arcade3").replace(
        jokers=(2, 3),
        last_turn_excludes=("jjok", "ttadak", "sweep", "eat", "ppeok"),
        consecutive_ppeok_points=(14, 21),
        defer_pi_wins=True,
        go_bak="pays_all",
    )
    assert parse_record(write_record(Game(rules, seed=1))).rules == rules


# --- scores ------------------------------------------------------------------------------------


def test_the_form_of_a_score() -> None:
    assert score("1광 3광 12광 2열 4열 8열 1피", "arcade3").to_dict() == {
        "points": 7,
        "parts": {"bright": 2, "godori": 5, "dan": 0, "animals": 0, "ribbons": 0, "pi": 0},
        "pi_value": 1,
        "animals": 3,
        "cup_as": None,
    }


@pytest.mark.parametrize(
    ("cards", "reading", "points", "pi", "animals"),
    [
        ("9열", "animal", 0, 0, 1),
        ("9열 2열 4열 5열 6열", "animal", 1, 0, 5),
        ("9열 1피 2피 3피 4피 5피 6피 7피 8피", "pi", 1, 10, 0),
        ("9열 2열 4열 5열 6열 1피 2피 3피 4피 5피 6피 7피 8피", "animal", 1, 8, 5),
        ("9열 11쌍피 12쌍피 1피 2피 3피 4피 5피 6피", "pi", 3, 12, 0),
    ],
)
def test_the_readings_of_gukjin(
    cards: str, reading: str, points: int, pi: int, animals: int
) -> None:
    counted = score(cards, "arcade3")
    assert (counted.cup_as, counted.points) == (reading, points)
    assert (counted.pi_value, counted.animals) == (pi, animals)
    other = {"animal": "pi", "pi": "animal"}[reading]
    assert score(cards, "arcade3", cup_as=other).points <= points
    assert score(cards, "arcade3", cup_as=other).cup_as == other


def test_what_cannot_be_scored() -> None:
    with pytest.raises(InputError, match="cup_as is 'cup', but must be one of animal, pi"):
        score("1광", "arcade3", cup_as="cup")
    for mask in (-1, 1 << 48, 1 << 64):
        with pytest.raises(InputError, match="a mask has bits 0 to 47"):
            score(mask, "arcade3")
    with pytest.raises(InputError, match=r"'1광' \(card 2 of the cards\) is named too often"):
        score("1광 1광", "arcade3")


def test_a_position_may_be_settled_from_outside() -> None:
    at = Position.of(Rules.preset("arcade3"), hands=["", "", ""], captured=["1광 3광 8광", "", ""])
    assert Game.ended("arcade3", at, 0).result.points == 3
