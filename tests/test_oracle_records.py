"""Game records on the oracle: every conformance case, the examples, and the runner itself."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from oracle.records import (
    Played,
    RecordError,
    check_record,
    check_score,
    count_cards,
    differences,
    play_record,
    read_toml,
    rules_of,
    settle_record,
)

HERE = Path(__file__).parent
CASES = sorted((HERE / "cases").glob("*.toml"))
EXAMPLES = sorted(HERE.parent.glob("sim/**/examples/*.toml"))
PRESETS = ("arcade3", "arcade2", "tongil", "tongil-joker", "matgo-online")


def told(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    check = check_score if "cards" in tomllib.loads(text) else check_record
    return check(text)


@pytest.mark.parametrize("path", [*CASES, *EXAMPLES], ids=lambda path: path.stem)
def test_what_is_expected(path: Path) -> None:
    assert told(path) == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_cases_say_what_they_are_about(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    data = tomllib.loads(text)
    assert text.startswith("# ")
    assert all(data[key] for key in ("title", "section", "asked"))
    assert data["section"].startswith("section ")


def test_every_section_and_every_preset_has_cases() -> None:
    cases = [tomllib.loads(path.read_text(encoding="utf-8")) for path in CASES]
    sections = [case["section"].split(",")[0] for case in cases]
    assert {f"section {number}" for number in range(1, 8)} == set(sections)
    presets = [case["rules"] for case in cases]
    assert all(presets.count(preset) >= 2 for preset in PRESETS)
    titles = [case["title"] for case in cases]
    assert len(titles) == len(set(titles))


# --- the runner ------------------------------------------------------------------------------

POSITION = """
rules = "arcade3"
{top}
[deal]
floor = "{floor}"
hands = ["{hand}", "", ""]
stock = "{stock}"
[start]
captured = ["", "3피 7피", "4피"]
{start}
[play]
actions = '''
{actions}
'''
{expect}
"""


def record(**said: str) -> str:
    usual = {
        "top": "",
        "hand": "5피 10열",
        "floor": "5열 5띠 1광",
        "stock": "9피 11피",
        "start": "",
        "actions": "0 play 5피 on 5열",
        "expect": "",
    }
    return POSITION.format(**{**usual, **said})


def test_a_record_may_stop_before_the_game_does() -> None:
    turns, result = play_record(record())
    assert result is None
    assert turns == [
        {
            "turn": 1,
            "seat": 0,
            "flipped": ["9피"],
            "events": set(),
            "captured": ["5열", "5피"],
            "stolen": [[], [], []],
            "floor": ["1광", "5띠", "9피"],
            "points": 0,
            "pi": 1,
            "choice": False,
        }
    ]
    assert play_record(record(actions="")) == ([], None)


@pytest.mark.parametrize(
    "actions",
    [
        "0 play 5p on 5Y",
        "0 play 5P on 5y # aimed",
        normalize("NFD", "0 play 5피 on 5열"),
        "\n0 play 5피 on 5열\n",
    ],
)
def test_spellings(actions: str) -> None:
    assert play_record(record(actions=actions)) == play_record(record())


WRONG = {
    "another seat": "1 play 5피 on 5열",
    "no seat": "3 play 5피 on 5열",
    "a card that is not held": "0 play 5열",
    "no card": "0 play 5광",
    "no verb": "0 throw 5피",
    "neither of the two": "0 play 5피 on 1광",
    "no aim": "0 play 5피",
    "a choice that is not offered": "0 play 5피 on 5열\n0 stop",
    "a choice where a turn is due": "0 go",
    "a take without two": "0 play 5피 on 5열\n0 take 1광",
    "no bomb": "0 bomb 5",
    "no saved flip": "0 flip",
    "a card that is no joker": "0 joker 5피",
    "a joker that is not held": "0 joker J2",
    "two are no shake": "0 shake 5피",
    "more than the game has": "0 play 5피 on 5열\n0 play 10열\n0 play 9피",
    "a shake at the deal": "0 shake 5\n0 play 5피 on 5열",
}


@pytest.mark.parametrize("why", WRONG)
def test_a_wrong_action_is_refused(why: str) -> None:
    with pytest.raises(RecordError):
        play_record(record(actions=WRONG[why]))


def test_a_shake_needs_three_and_none_on_the_floor() -> None:
    three = {"hand": "6열 6띠 6피", "stock": "9피 11피 12띠", "actions": "0 shake 6피"}
    turns, _ = play_record(record(**three))
    assert turns[0]["events"] == {"shake"}
    assert play_record(record(**three, start="shaken = [[7], [], []]")).turns == turns
    for spoilt in (
        {"hand": "6열 6띠 10피", "actions": "0 shake 6띠"},
        {"floor": "6피 1광"},
        {"start": "shaken = [[6], [], []]"},
        {"top": '[override]\nshake_timing = "deal"'},
    ):
        with pytest.raises(RecordError, match="cannot be shaken"):
            play_record(record(**{**three, **spoilt}))


def test_take_is_needed_where_the_two_differ() -> None:
    said = {"hand": "10열 12열", "stock": "5피 11피"}
    with pytest.raises(RecordError, match="must choose"):
        play_record(record(**said, actions="0 play 10열"))
    turns, _ = play_record(record(**said, actions="0 play 10열\n0 take 5띠"))
    assert turns[0]["captured"] == ["5띠", "5피"]
    twins, _ = play_record(
        record(**said, floor="8피 8피")
        .replace("5피 11피", "8열 11피")
        .replace("5피 on 5열", "10열")
    )
    assert twins[0]["captured"] == ["8열", "8피"]


def test_unknown_cards_may_not_come_up() -> None:
    assert play_record(record(stock="9피 ?")).turns == play_record(record()).turns
    with pytest.raises(RecordError, match="unknown"):
        play_record(record(stock="9피 ?", actions="0 play 5피 on 5열\n0 play 10열"))


def test_a_seat_that_cannot_go_needs_no_stop() -> None:
    said = {"hand": "3띠", "floor": "3피", "stock": "9피"}
    captured = {"start": ""}
    text = record(**said, **captured, actions="0 play 3띠").replace(
        '["", "3피 7피"', '["1띠 2띠", "7피"'
    )
    turns, result = play_record(text)
    assert turns[0]["choice"] is False
    assert result is not None
    assert result["winner"] == 0
    assert sum(result["payments"]) == 0


@pytest.mark.parametrize(
    "entry",
    [
        "turn = 2",
        "turn = 1\nseat = 1",
        'turn = 1\nflipped = "11피"',
        'turn = 1\nevents = ["jjok"]',
        'turn = 1\ncaptured = "5피"',
        "turn = 1\nstolen = [0, 1, 0]",
        'turn = 1\nstolen = ["", "3피", ""]',
        'turn = 1\nfloor = ""',
        "turn = 1\npoints = 1",
        "turn = 1\npi = 2",
        "turn = 1\nchoice = true",
    ],
)
def test_a_wrong_expectation_is_noticed(entry: str) -> None:
    assert check_record(record(expect=f"[[expect]]\n{entry}"))


def test_a_result_of_a_game_that_does_not_end_is_noticed() -> None:
    assert check_record(record(expect="[result]\nwinner = 0"))


def other(key: str, value: Any) -> Any:
    """Return another value than a case expects under a key."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if key == "events":
        return sorted(set(value) ^ {"jjok"})
    if isinstance(value, list):
        return [*value[:-1], other(key, value[-1])]
    if key == "ended_by":
        return "highest" if value == "stop" else "stop"
    return f"{value} 1광"


def with_others(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Give a case again and again, one thing that it expects changed."""
    entries, result = data.get("expect", []), data.get("result", {})
    for place, entry in enumerate(entries):
        for key in entry.keys() - {"turn"}:
            wrong = {**entry, key: other(key, entry[key])}
            yield {**data, "expect": [*entries[:place], wrong, *entries[place + 1 :]]}
    for key in result:
        yield {**data, "result": {**result, key: other(key, result[key])}}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_all_that_a_case_expects_is_looked_at(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    data = tomllib.loads(text)
    if "cards" in data:
        points = data["score"]["points"]
        assert check_score(text.replace(f"points = {points}", f"points = {points + 1}"))
        return
    played = Played([], settle_record(text)) if "winner" in data else play_record(text)
    assert not list(differences(data, played))
    spoilt = list(with_others(data))
    assert spoilt
    assert all(len(list(differences(one, played))) == 1 for one in spoilt)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[play]", "[played]"),
        ("captured =", "taken ="),
        ("actions =", "action ="),
        ('floor = "5열', 'floor = "J2 5열'),
        ('floor = "5열', 'floor = "3피 3피 5열'),
        ('stock = "9피', 'stock = "5피 5피'),
        ("[start]", "[start]\npiles = [{ month = 5, owner = 1 }]"),
        ("[start]", "[start]\ngoes = [0, 0]"),
    ],
)
def test_a_record_that_is_none(old: str, new: str) -> None:
    text = record()
    assert old in text
    with pytest.raises(RecordError):
        play_record(text.replace(old, new))


def test_four_on_the_floor_of_a_written_deal() -> None:
    text = next(path for path in CASES if path.stem == "deal-floor-four-nagari").read_text(
        encoding="utf-8"
    )
    redeal = text.replace("[deal]", '[override]\nfloor_four = "redeal"\n[deal]')
    with pytest.raises(RecordError, match="written deal"):
        play_record(redeal)


SETTLED = """
rules = "tongil"
winner = 0
{top}
[start]
captured = ["2열 4열 8열 1피", "7피", "10피"]
{start}
"""


def test_settling() -> None:
    assert settle_record(SETTLED.format(top="", start=""))["payments"] == [10, -5, -5]
    fixed = SETTLED.format(top='ended_by = "triple_ppeok"', start="")
    assert settle_record(fixed)["payments"] == [20, -10, -10]
    with pytest.raises(RecordError):
        settle_record(SETTLED.format(top='ended_by = "nagari"', start=""))
    with pytest.raises(RecordError):
        settle_record(record())
    with pytest.raises(RecordError):
        play_record(SETTLED.format(top="", start=""))


def test_reserved_pi_by_number_or_by_name() -> None:
    pi = "1피 1피 2피 2피 3피 3피 4피 4피 5피 5피"
    text = SETTLED.replace("8열 1피", f"8열 {pi}").replace('"7피"', '"6피 6피 7피 8피 10피"')
    kept = settle_record(text.format(top="", start=""))
    assert (kept["points"], kept["multipliers"]) == (6, [1, 2, 2])
    for said in ("[1, 0, 0]", '[{ "1" = "1피" }, 0, 0]'):
        back = settle_record(text.format(top="", start=f"reserved = {said}"))
        assert (back["points"], back["payments"]) == (5, [10, -5, -5])


def test_counting() -> None:
    rules = rules_of(read_toml('rules = "arcade3"'))
    counted = count_cards("1G 3g 12광 9열", rules)
    assert (counted["points"], counted["animals"], counted["pi_value"]) == (2, 1, 0)
    assert check_score('rules = "arcade3"\ncards = "1광"\n[score]\npoints = 1')
    assert check_score('rules = "arcade3"\ncards = "1광"\n[score]\npoints = 0\nparts = { pi = 1 }')
