"""What is refused of game records, and the line that is named for it."""

from pathlib import Path
from unicodedata import normalize

import pytest

from gostop.cards import format_cards
from gostop.errors import InputError
from gostop.records.reading import MAX_BYTES, example_names, parse_record, read_record
from gostop.records.record import Record

from records import FULL, POSITION, SEEDED, SETTLE, TAN, played, refusal, swapped

# --- what is refused, and where ----------------------------------------------------------------


def seeded_with(addition: str) -> str:
    return SEEDED.format(rules="arcade3", seed=7, game=0) + addition


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("rules is missing", "[deal]\nseed = 7"),
        ("line 1: rules is 3, but must be a text in quotes.", "rules = 3\n[deal]\nseed = 7"),
        ("line 1: rule file arcad: cannot be read", 'rules = "arcad"\n[deal]\nseed = 7'),
        ("not valid TOML: ", 'rules = "arcade3'),
        ("[deal] gives either hands", 'rules = "arcade3"'),
        ("this one has hands and seed", swapped(TAN, ("[deal]", "[deal]\nseed = 7"))),
        ("this one has deck and seed", seeded_with('deck = "1광"')),
        ("line 5: floor does not go with seed", seeded_with('floor = "1광"')),
        ("line 4: seed ", swapped(seeded_with(""), ("[deal]", "[deal]\n")).replace("= 7", "= -7")),
        ('line 4: game is "x"', seeded_with("").replace("game = 0", 'game = "x"')),
        ("(did you mean deal?)", seeded_with("[dael]\n")),
        ("(did you mean stock?)", seeded_with("stok = 3")),
        ("(did you mean captured?)", swapped(FULL, ("captured =", "capture ="))),
        ("line 8: there is no setting", swapped(FULL, ("nagari_carry_max", "nagari_cary_max"))),
        ("line 6: win_points is 0", seeded_with("[override]\nwin_points = 0\n")),
        (
            "line 4: the deck has 7 known cards, but 27 are dealt before the stock.",
            "rules = 'arcade3'\n[deal]\n\ndeck = '1광 1띠 1피 1피 2열 2띠 2피 ?'",
        ),
    ],
)  # fmt: skip
def test_what_is_refused(said: str, text: str) -> None:
    assert said in refusal(text)


CARDS = [
    ("4광", "4광' (card 7 of hand 0) does not exist: month 4 has 4열 4띠 4피 4피"),
    ("13열", "13열' (card 7 of hand 0) is not a card"),
    ("9열", "9열' (card 7 of hand 0) is named too often: the pack has only one such card"),
    ("9피 9피", "9피' (card 7 of hand 0) is named too often: the pack has only 2 such cards"),
    ("", "hand 0 has 6 cards, but the rules deal 7."),
    ("4열 5열", "hand 0 has 8 cards, but the rules deal 7."),
    ("J3", "J3' (card 7 of hand 0) is not in this game: its jokers are J2 J2 J2."),
]


@pytest.mark.parametrize(("instead", "said"), CARDS)
def test_a_card_that_is_not_there(instead: str, said: str) -> None:
    place = TAN.split("\n").index('  "9열 9피 9피 6띠 10띠 8피 4열",') + 1
    told = refusal(swapped(TAN, ("8피 4열", f"8피 {instead}")))
    assert said in told
    assert told.startswith((f"record, line {place}: ", f"record, line {place}: '"))


def test_each_hand_has_its_line() -> None:
    place = TAN.split("\n").index('  "4띠 5띠 7피 7피 6피 6피 8광",') + 1
    # The card that stands twice stands in the line of another hand, too.
    assert refusal(swapped(TAN, ("6피 6피 8광", "6피 6피 9열"))).startswith(
        f"record, line {place}: '9열' (card 7 of hand 2) is named too often"
    )
    assert refusal(swapped(TAN, ("6피 6피 8광", "6피 6피"))).startswith(
        f"record, line {place}: hand 2 has 6 cards"
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ((" 6열 1피 7띠", " 6열 1피"), "the stock has 23 cards, but 24 of the pack's 51 are left"),
        ((" 6열 1피 7띠", " 6열 ?"), "7띠 is nowhere (write ? for what is unknown)"),
        ((" 6열 1피 7띠", " 6열 ? ? ?"), "the stock has 25 cards, but 24 of the pack's 51"),
        ((" 6열 1피 7띠", " 6열 ? 7띠"), "'?' stands before a known card"),
        ((" 6열 1피 7띠", " 6열 1피 7띠 8피"), "'8피' (card 25 of the stock) is named too often"),
        (("stock =", "#"), "the stock has 0 cards"),
        (("3피 3피 4피 4피 9띠 2피", "3피 3피 4피 4피 9띠"), "the floor has 5 cards"),
        (("3피 3피 4피 4피 9띠 2피", "4열 3띠 3피 3피 3광 2피"), "too often"),
        (('"4띠 5띠 7피 7피 6피 6피 8광",', ""), "hands has 2 entries, but the rules seat 3"),
        (('"4띠 5띠 7피 7피 6피 6피 8광",', "3,"), "each entry a text in quotes"),
    ],
)
def test_a_deal_that_does_not_fit(change: tuple[str, str], said: str) -> None:
    told = refusal(swapped(TAN, change))
    assert said in told
    assert told.startswith("record, line ")


def test_four_of_a_month_on_a_written_floor() -> None:
    head = 'rules = "arcade3"\n[deal]\n'
    pack = format_cards([*range(18), *range(18, 48)]).split()
    deck = [*pack[0:3], *pack[4:16], pack[3], *pack[16:]]
    assert "the floor has all four cards of month 1, which these rules deal anew" in refusal(
        f'{head}deck = "{" ".join(deck)}"'
    )
    drawn = swapped(head, ("[deal]", '[override]\nfloor_four = "nagari"\n[deal]'))
    result = played(f'{drawn}deck = "{" ".join(deck)}"').result
    assert result is not None
    assert result.ended_by == "floor_four"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("turn = 1", "turn = 3"), "line 15: turn is 3, but the seats are 0 to 2."),
        (("turn = 1", 'turn = "1"'), 'line 15: turn is "1", but must be a whole number'),
        (("turn = 1", "turn = true"), "line 15: turn is true, but must be a whole number"),
        (('"5열"]', '"9열"]'), "line 16: '9열' (card 1 of the captures of seat 2) is named"),
        (('"5열"]', '"99"]'), "line 16: '99' (card 1 of the captures of seat 2) is not a card"),
        (('"5열"]', '"5열", ""]'), "line 16: captured has 4 entries, but there are 3 seats."),
        (("goes = [0, 1, 0]", "goes = [0, 1]"), "line 17: goes has 2 entries"),
        (("goes = [0, 1, 0]", "goes = [0, -1, 0]"), "line 17: goes is [0, -1, 0], but must be"),
        (("goes = [0, 1, 0]", "goes = 1"), "line 17: goes is 1, but must be a list."),
        (("goes = [0, 1, 0]", "goes = [0, 9, 0]"), "line 17: goes holds 9"),
        (("last_go = 1", "last_go = 2"), "line 19: last_go is 2, but goes says"),
        (("bombs = [0, 1, 0]", "bombs = [0, 3, 0]"), "line 21: bombs holds 3"),
        (("shaken = [[10], [], []]", "shaken = [[13], [], []]"), "line 25: shaken is"),
        (("shaken = [[10], [], []]", "shaken = [[9, 10], [], []]"), "line 25: shaken: seat 0"),
        (('"0" = "3피"', '"1" = "3피"'), "line 27: reserved: seat 1 has no opponent 1"),
        (('"0" = "3피"', '"0" = "6피"'), "line 27: the reserved pi of seat 1: not all of 6피"),
        (('"0" = "3피"', '"x" = "3피"'), "line 27: reserved is "),
        (("{ \"0\" = \"3피\", \"2\" = \"12쌍피\" }", "9"), "line 27: reserved holds 9 for seat 1"),
        (("deferred = [false", "deferred = [0"), "line 28: deferred is "),
        (("carry = 2", "carry = 8"), "line 29: carry is 8, but nagari_carry_max is 4."),
        (("carry = 2", "carry = 0"), "line 29: carry is 0, but must be a whole number from 1"),
        (("month = 2", "month = 5"), "line 30: piles: 0 cards of month 5 lie on the floor"),
        (("month = 2", "mont = 2"), "line 30: piles is "),
        (("owner = 2", "owner = 3"), "line 30: piles is "),
        (('jokers = "J2"', "jokers = 2"), "line 30: buried: 2 jokers lie under month 2"),
        (('jokers = "J2"', 'jokers = "1피"'), "line 30: the jokers under month 2: not all of 1피"),
        ((', jokers = "J2"', ""), "line 12: floor: a joker lies there that is under no pile."),
        (("2피 J2", "2피 2피 J2"), "line 30: piles: 4 cards of month 2 lie on the floor"),
        (("6피 11피", "6피"), "line 13: stock has 6 cards besides jokers, but 7 turns"),
        (("10피 12띠", "? 12띠"), "line 13: the stock: '?' stands before"),
        (('floor = "', 'seed = 7\nfloor = "'), "line 12: with [start] the cards are given"),
        (('["5피 9열", "7피 4띠", ', "["), "line 11: hands has 1 entries"),
        (("piles = [{", "piles = [{ month = 2 }, {"), "line 30: piles: a month is named twice"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be(change: tuple[str, str], said: str) -> None:
    assert said in refusal(swapped(FULL, change))


@pytest.mark.parametrize("seats", [0, 1, 4])
def test_pi_reserved_by_too_many_or_too_few(seats: int) -> None:
    """The number of seats is checked before anything is divided by it."""
    text = swapped(
        FULL,
        ('["5피 9열", "7피 4띠", "6열 8피"]', str([""] * seats)),
        ("reserved = [0, {", "reserved = [1, 1, 1] #"),
    )
    assert f"hands has {seats} entries" in refusal(text)


def test_what_only_a_finished_position_has() -> None:
    assert "this is a finished position: use gostop settle" in refusal(SETTLE)
    for key in ("play", "expect"):
        table = f"[[{key}]]\nturn = 1" if key == "expect" else f'[{key}]\nactions = "0 go"'
        assert f"leave out {key}, or winner" in refusal(f"{SETTLE}{table}\n", parse_record)
    assert "ended_by is for a position to settle" in refusal(f"ended_by = 'stop'\n{POSITION}")
    assert "needs a [start]" in refusal(f"winner = 0\n{seeded_with('')}")


# --- files -------------------------------------------------------------------------------------


def test_the_examples() -> None:
    assert example_names() == ["tan"]
    for name in ("tan", "탄", normalize("NFD", "탄")):
        assert read_record(name).name == "tan"


def read(path: Path) -> Record:
    return read_record(path)


def file_refused(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read(path)
    said = str(caught.value)
    assert said.isprintable()
    assert len(said) < 600
    return said


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "(No such file or directory)" in file_refused(tmp_path / "none.toml")
    assert "the name of an example: tan." in file_refused(tmp_path / "none.toml")
    assert "(Is a directory)" in file_refused(tmp_path)
    assert "(File name too long)" in file_refused(tmp_path / ("x" * 5000))
    assert "null byte" in file_refused(tmp_path / "a\0b")
    for name, data, said in (
        ("empty", b"", "rules is missing"),
        ("binary", bytes(range(256)), "not UTF-8"),
        ("utf-16", TAN.encode("utf-16"), "byte 1 is not UTF-8"),
        ("huge", b"#" * (MAX_BYTES + 1), "longer than the 100,000 bytes"),
        ("zero", b"\0" * 100, "not valid TOML"),
        ("old mac", TAN.replace("\n", "\r").encode(), "not valid TOML"),
    ):
        (tmp_path / name).write_bytes(data)
        told = file_refused(tmp_path / name)
        assert said in told
        assert name in told


def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    """It is named in the message, on one line, and without what a terminal would obey."""
    for name in ("a\nb", "a\x1b[31mb", "a\udcffb", "x" * 250):
        (tmp_path / name).write_text("rules = 3")
        assert "rules is 3" in file_refused(tmp_path / name)
        assert "cannot be read" in file_refused(tmp_path / f"{name}2")


def test_a_rule_file_whose_name_is_no_text() -> None:
    assert "cannot be read" in refusal('rules = "a\\nb\\u001b[31m"\n[deal]\nseed = 7')
    assert "cannot be read" in refusal(f'rules = "{"x" * 5000}"\n[deal]\nseed = 7')
