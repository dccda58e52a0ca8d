"""Card notation: every name both ways, every form of input, and any garbage."""

import time
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gostop.cards import card_name, cards_named, format_cards, parse_card, parse_cards
from gostop.errors import InputError

JOKERS = (1, 2, 3)

# Typed from the rules, month by month, in the order of the bits.
KOREAN = (
    "1광 1띠 1피 1피 2열 2띠 2피 2피 3광 3띠 3피 3피 4열 4띠 4피 4피 "
    "5열 5띠 5피 5피 6열 6띠 6피 6피 7열 7띠 7피 7피 8광 8열 8피 8피 "
    "9열 9띠 9피 9피 10열 10띠 10피 10피 11광 11쌍피 11피 11피 "
    "12광 12열 12띠 12쌍피 J1 J2 J3"
)
ASCII = (
    "1G 1T 1P 1P 2Y 2T 2P 2P 3G 3T 3P 3P 4Y 4T 4P 4P 5Y 5T 5P 5P 6Y 6T 6P 6P "
    "7Y 7T 7P 7P 8G 8Y 8P 8P 9Y 9T 9P 9P 10Y 10T 10P 10P 11G 11S 11P 11P "
    "12G 12Y 12T 12S J1 J2 J3"
)


def message(text: str, jokers: tuple[int, ...] = ()) -> str:
    """Return the sentence that refuses a list of cards."""
    with pytest.raises(InputError) as caught:
        parse_cards(text, jokers)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert len(sentence) < 250
    return sentence


@pytest.mark.parametrize(
    "text",
    [
        KOREAN,
        ASCII,
        normalize("NFD", KOREAN),
        ASCII.lower(),
        KOREAN.replace(" ", "\n\t "),
    ],
)
def test_the_whole_pack_is_read_in_every_form(text: str) -> None:
    assert parse_cards(text, JOKERS) == list(range(51))


def test_the_whole_pack_is_written() -> None:
    assert format_cards((1 << 51) - 1, JOKERS) == KOREAN
    assert format_cards(range(51), JOKERS, ascii=True) == ASCII


@pytest.mark.parametrize("number", range(51))
@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_card_round_trips(number: int, ascii_only: bool) -> None:
    name = card_name(number, JOKERS, ascii_only)
    assert name.isascii() or not ascii_only
    for form in (name, name.lower(), normalize("NFD", name)):
        assert number in cards_named(form, JOKERS)
        assert parse_card(form, JOKERS) == cards_named(form, JOKERS)[0]


def test_twins_take_the_lower_bit_first() -> None:
    assert cards_named("1피") == (2, 3)
    assert parse_cards("1피 1P") == [2, 3]
    assert parse_cards("1피", taken=1 << 2) == [3]
    assert cards_named("11피") == (42, 43)
    assert cards_named("12쌍피") == (47,)


def test_jokers_are_named_by_worth() -> None:
    assert parse_cards("J j2 J3", (2, 3, 2)) == [48, 50, 49]
    assert card_name(49, (2, 3)) == "J3"
    assert message("J3", (2,)).endswith("is not in this game: its jokers are J2.")
    assert "it has no jokers" in message("J")


def test_an_empty_list_is_no_cards() -> None:
    assert parse_cards("  \n") == []
    assert format_cards(0) == ""


def test_order_is_kept_for_numbers_and_masks_go_upwards() -> None:
    assert format_cards([28, 0]) == "8광 1광"
    assert format_cards(1 << 28 | 1) == "1광 8광"
    numpy = pytest.importorskip("numpy")
    assert format_cards(numpy.uint64(1 << 28 | 1)) == "1광 8광"


@given(st.lists(st.integers(0, 50), unique=True), st.booleans())
def test_lists_round_trip_up_to_twins(numbers: list[int], ascii_only: bool) -> None:
    text = format_cards(numbers, JOKERS, ascii_only)
    assert format_cards(parse_cards(text, JOKERS), JOKERS, ascii_only) == text


@pytest.mark.parametrize(
    ("text", "place"),
    [("8광 2열 8G", 3), ("1피 1피 1p", 3), ("J J J2", 3)],
)
def test_a_name_used_too_often(text: str, place: int) -> None:
    sentence = message(text, (2, 2))
    assert f"(card {place} of the list)" in sentence
    assert repr(text.split()[place - 1]) in sentence


def test_messages_name_the_list() -> None:
    with pytest.raises(InputError, match=r"'2광' \(card 2 of hand 1\) does not exist"):
        parse_cards("1광 2광", where="hand 1")
    with pytest.raises(InputError, match=r"'8광' .* is named too often"):
        parse_cards("8광", taken=1 << 28)


@pytest.mark.parametrize("text", ["2광", "12피", "1s", "10G", "11띠"])
def test_a_kind_that_the_month_lacks(text: str) -> None:
    assert f"month {text[:-1]} has {text[:-1]}" in message(text)


@pytest.mark.parametrize(
    "text",
    [
        "0광",
        "13광",
        "01광",
        "광",
        "1",
        "8광,",
        "8光",
        "８광",
        "12ſ",
        "-1광",
        "1.0광",
        "J0",
        "J4",
        "J22",
        "?",
    ],
)
def test_what_is_no_card(text: str) -> None:
    assert f"{text!r} (card 1 of the list)" in message(text, JOKERS)


@pytest.mark.parametrize("number", [-1, 48, 51, 10**30])
def test_numbers_of_no_card(number: int) -> None:
    with pytest.raises(InputError, match="0 to 47"):
        card_name(number)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        numbers = parse_cards(text, JOKERS)
    except InputError:
        return
    assert len(numbers) == len(set(numbers)) == len(text.split())


TOKENS = st.text(alphabet="0123456789광열띠피쌍GYTPSJ\u1100\u1161\u0301gyt", max_size=8)


@given(st.lists(TOKENS).map(" ".join))
def test_near_misses_are_read_or_refused(text: str) -> None:
    try:
        numbers = parse_cards(text, JOKERS)
    except InputError:
        assert "(card " in message(text, JOKERS)
    else:
        assert all(0 <= number <= 50 for number in numbers)


@pytest.mark.parametrize(
    "text",
    [
        "9" * 1_000_000 + "광",
        "\u0301\u0316" * 500_000,
        "1광" * 500_000,
        "1광 " * 500_000,
        "\u1100" * 1_000_000,
        "(" * 1_000_000,
    ],
)
def test_long_garbage_is_refused_quickly(text: str) -> None:
    start = time.perf_counter()
    message(text, JOKERS)
    assert time.perf_counter() - start < 1
