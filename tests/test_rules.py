"""Rule sets: settings, ranges, presets, rule files, and the book that describes them."""

import re
import subprocess
import sys
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gostop.rules
from gostop.errors import InputError
from gostop.rule_files import (
    PRESET_ALIASES,
    Provenance,
    describe,
    load_preset,
    load_rule_set,
    preset_names,
)
from gostop.rules import FIELDS, SECTIONS, Rules, parse_setting, worst_payment

from strategies import valid_rules

ROOM = Path(gostop.rules.__file__).parent
PRESETS = ["arcade3", "arcade2", "tongil", "tongil-joker", "matgo-online"]
ALL_FIVE = ["jjok", "ttadak", "sweep", "eat", "ppeok"]
ONLINE_EXCLUDES = ["jjok", "ttadak", "sweep", "ppeok"]
TONGIL_EXCLUDES = ["sweep", "eat", "ppeok"]

# The table of presets, typed from the rules and not from the preset files, in the order of PRESETS.
TABLE: dict[str, list[Any]] = {
    "players": [3, 2, 3, 3, 2],
    "hand_size": [7, 10, 7, 7, 10],
    "floor_size": [6, 8, 6, 6, 8],
    "jokers": [[], [], [], [2, 2, 2], [2, 3]],
    "floor_four": ["redeal", "redeal", "redeal", "redeal", "nagari"],
    "chongtong_points": [7, 7, 6, 6, 10],
    "two_chongtong": ["first"] * 5,
    "five_brights_dealt_points": [0, 0, 15, 15, 0],
    "win_points": [3, 7, 3, 3, 7],
    "go_points": [1] * 5,
    "max_payment": [0] * 5,
    "joker_in_ppeok": ["buried"] * 5,
    "steal_jjok": [1, 1, 0, 0, 1],
    "steal_ttadak": [1] * 5,
    "steal_ppeok": [1] * 5,
    "steal_own_ppeok": [2, 2, 1, 1, 2],
    "steal_floor_three": [1] * 5,
    "steal_bomb": [1] * 5,
    "steal_sweep": [0, 0, 1, 1, 1],
    "steal_joker": [0] * 5,
    "sweep_points": [1, 1, 0, 0, 0],
    "triple_ppeok_points": [-7, -7, 10, 10, 7],
    "last_ppeok_counts": [False, False, True, True, False],
    "last_turn": ["hand"] * 5,
    "last_turn_excludes": [ALL_FIVE, ALL_FIVE, TONGIL_EXCLUDES, TONGIL_EXCLUDES, ONLINE_EXCLUDES],
    "first_ppeok_points": [0, 0, 0, 0, 7],
    "consecutive_ppeok_points": [[0, 0], [0, 0], [0, 0], [0, 0], [14, 21]],
    "shake_timing": ["play", "play", "deal", "deal", "play"],
    "shake_multiplier": [2] * 5,
    "bomb_multiplier": [2, 2, 1, 1, 2],
    "animals7_multiplier": [2] * 5,
    "go_multiplier": ["double_each", "double_each", "double_once", "double_once", "double_each"],
    "exhaustion": ["highest", "highest", "nagari", "nagari", "nagari"],
    "bright_bak": [True, True, False, False, True],
    "pi_bak_below": [5, 8, 6, 6, 8],
    "pi_bak_needs_pi_points": [False, True, True, True, True],
    "pi_bak_zero_exempt": [False, False, False, False, True],
    "go_bak": ["own_share", "own_share", "off", "off", "own_share"],
    "defer_pi_wins": [False, False, True, True, False],
    "nagari_carry": [1, 1, 1, 1, 2],
    "nagari_carry_max": [1, 1, 1, 1, 8],
    "bright_sale_points": [0, 0, 2, 2, 0],
    "rain_bright_alone_from": [0, 0, 5, 5, 0],
    "no_two_folds": [False, False, True, True, False],
    "bright3": [3] * 5,
    "bright3_rain": [2] * 5,
    "bright4": [4] * 5,
    "bright5": [15] * 5,
    "godori": [5] * 5,
    "dan": [3] * 5,
}

# Values that the sources leave open, likewise.
ASSUMED: dict[str, set[str]] = {
    "arcade3": {
        "floor_four",
        "two_chongtong",
        "steal_floor_three",
        "last_turn",
        "last_turn_excludes",
        "shake_timing",
    },
    "arcade2": {
        "floor_four",
        "two_chongtong",
        "steal_floor_three",
        "last_turn",
        "last_turn_excludes",
        "shake_timing",
        "chongtong_points",
        "win_points",
        "triple_ppeok_points",
        "animals7_multiplier",
        "go_multiplier",
        "exhaustion",
        "bright_bak",
        "pi_bak_below",
        "pi_bak_needs_pi_points",
        "go_bak",
    },
    "tongil": {
        "floor_four",
        "two_chongtong",
        "joker_in_ppeok",
        "last_turn",
        "exhaustion",
        "bright3",
        "bright3_rain",
        "bright4",
    },
    "matgo-online": {
        "two_chongtong",
        "five_brights_dealt_points",
        "go_points",
        "max_payment",
        "joker_in_ppeok",
        "last_ppeok_counts",
        "defer_pi_wins",
        "bright_sale_points",
        "rain_bright_alone_from",
        "no_two_folds",
        "bright3",
        "bright3_rain",
        "bright4",
        "bright5",
        "godori",
        "dan",
    },
}
ASSUMED["tongil-joker"] = ASSUMED["tongil"] | {"jokers"}


def arcade() -> Rules:
    return Rules.preset("arcade3")


def message(function: Any, *arguments: Any, **named: Any) -> str:
    """Return the sentence of the InputError that a call raises."""
    with pytest.raises(InputError) as caught:
        function(*arguments, **named)
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 600
    return text


# --- the fields ------------------------------------------------------------------------------


def test_the_table_has_every_field_in_order() -> None:
    assert list(FIELDS) == list(TABLE)


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_explains_itself(name: str) -> None:
    spec = FIELDS[name]
    assert re.fullmatch(r"[^.]+\.", spec.meaning), "one sentence"
    assert spec.unit
    assert spec.section in SECTIONS


def test_words_and_pack_are_those_of_the_kernels() -> None:
    cards = pytest.importorskip("gostop.kernels.cards")
    kernel = pytest.importorskip("gostop.kernels.rules")
    assert gostop.rules.SUIT_CARDS == cards.SUIT_CARDS
    assert gostop.rules.MAX_JOKERS == cards.MAX_JOKERS
    for name, spec in FIELDS.items():
        if spec.words:
            assert getattr(kernel, name.upper()) == spec.words


def test_importing_rules_is_cheap() -> None:
    code = (
        "import sys; before = set(sys.modules); import gostop.rules; "
        "heavy = {'numpy', 'numba', 'rich', 'typer', 'pandas'}; "
        "sys.exit(sorted(heavy & (set(sys.modules) - before)) or 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def numbers() -> list[str]:
    return [name for name, spec in FIELDS.items() if spec.low is not None and spec.count is None]


@pytest.mark.parametrize("name", numbers())
def test_numbers_outside_their_range_are_refused(name: str) -> None:
    spec = FIELDS[name]
    assert spec.low is not None
    assert spec.high is not None
    for bad in (spec.low - 1, spec.high + 1, 10**5000, True, 1.0, "1", None, [1]):
        text = message(arcade().replace, **{name: bad})
        assert text.startswith(f"{name} is ")
        assert f"from {spec.low} to {spec.high}" in text


@pytest.mark.parametrize("name", [name for name, spec in FIELDS.items() if spec.words])
def test_unknown_words_are_refused_with_the_closest(name: str) -> None:
    spec = FIELDS[name]
    for word in spec.words:
        typo = word[:-1] + "x" if len(word) > 4 else word + "x"
        bad = typo if spec.count is None else [typo]
        text = message(arcade().replace, **{name: bad})
        assert text.startswith(f"{name} is ")
        assert all(known in text for known in spec.words)
        assert "did you mean" in text
    for other in (3, None, True, {"a": 1}):
        assert message(arcade().replace, **{name: other}).startswith(f"{name} is ")


@pytest.mark.parametrize(
    "name", [name for name, spec in FIELDS.items() if spec.unit == "yes or no"]
)
def test_flags_are_true_or_false_only(name: str) -> None:
    for bad in (0, 1, "true", None):
        assert message(arcade().replace, **{name: bad}) == (
            f"{name} is {gostop.rules.as_toml(bad)}, but must be true or false."
        )


@pytest.mark.parametrize("bad", [[0], [4], [1, 1, 1, 1], 2, [True], ["2"], None])
def test_jokers_out_of_range(bad: Any) -> None:
    assert message(arcade().replace, jokers=bad).startswith("jokers is ")


@pytest.mark.parametrize("bad", [[1], [1, 2, 3], [1, -1], [1, 1001], 7])
def test_consecutive_ppeok_points_out_of_range(bad: Any) -> None:
    text = message(arcade().replace, consecutive_ppeok_points=bad)
    assert "a list of 2 whole numbers from 0 to 1000" in text


def test_values_are_put_in_canonical_form() -> None:
    rules = arcade().replace(last_turn_excludes=["ppeok", "jjok", "ppeok"], jokers=[3, 2])
    assert rules.last_turn_excludes == ("jjok", "ppeok")
    assert rules.jokers == (2, 3)
    assert rules == arcade().replace(last_turn_excludes=("jjok", "ppeok"), jokers=(2, 3))
    assert arcade().replace(consecutive_ppeok_points=[21, 14]).consecutive_ppeok_points == (21, 14)


def test_numpy_integers_count_as_integers() -> None:
    numpy = pytest.importorskip("numpy")
    rules = arcade().replace(win_points=numpy.int64(5))
    assert type(rules.win_points) is int


def test_rules_are_immutable_and_hashable() -> None:
    assert len({arcade(), arcade().replace(), arcade().replace(win_points=5)}) == 2
    with pytest.raises(AttributeError):
        arcade().win_points = 5  # type: ignore[misc]


# --- checks across fields --------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [(2, 7, 6), (3, 10, 8), (3, 7, 5), (2, 10, 9)])
def test_sizes_that_do_not_fit_are_refused(sizes: tuple[int, int, int]) -> None:
    changes = dict(zip(("players", "hand_size", "floor_size"), sizes, strict=True))
    text = message(arcade().replace, **changes)
    assert all(name in text for name in changes)
    assert "must be 48" in text


def test_the_ceiling_of_the_carry_is_not_below_the_carry() -> None:
    assert "nagari_carry_max is 1" in message(arcade().replace, nagari_carry=2)
    assert arcade().replace(nagari_carry=2, nagari_carry_max=2).nagari_carry == 2


def test_payments_that_could_overflow_are_refused() -> None:
    arcade2 = Rules.preset("arcade2")
    text = message(
        arcade2.replace, shake_multiplier=16, nagari_carry=16, nagari_carry_max=1024, bright5=1000
    )
    assert "multiplier" in text
    assert "2,147,483,647" in text


def test_the_bound_of_payments_covers_a_rich_game() -> None:
    # 42 points and five goes, doubled for 3고, 멍텅구리 and 피박, from each of two.
    assert worst_payment(Rules.preset("tongil-joker")) >= 2 * 376
    # Nine goes of two players who show three months, with every 박 and the greatest carry.
    points = 15 + 5 + 9 + 6 + 5 + 24 + 9
    assert worst_payment(Rules.preset("matgo-online")) >= points * 2**7 * 2**3 * 2 * 2**3 * 8


# --- presets ---------------------------------------------------------------------------------


def test_the_presets_are_those_of_the_table() -> None:
    assert sorted(preset_names()) == sorted(PRESETS)


@pytest.mark.parametrize("field", TABLE)
def test_preset_values(field: str) -> None:
    assert [Rules.preset(name).to_dict()[field] for name in PRESETS] == TABLE[field]


@pytest.mark.parametrize("name", PRESETS)
def test_presets_give_a_source_for_every_field(name: str) -> None:
    preset = load_preset(name)
    assert preset.name == name
    assert preset.title
    assert preset.source
    assert preset.base is None
    assert list(preset.provenance) == list(FIELDS)
    assert all(origin.source for origin in preset.provenance.values())
    assumed = {field for field, origin in preset.provenance.items() if origin.assumed}
    assert assumed == ASSUMED[name]


@pytest.mark.parametrize("name", PRESETS)
def test_preset_files_state_everything_themselves(name: str) -> None:
    data = tomllib.loads((ROOM / "presets" / f"{name}.toml").read_text(encoding="utf-8"))
    assert data.keys() - FIELDS.keys() == {"title", "source", "notes"}
    for field in FIELDS:
        assert data[field].keys() == {"value", "source", "assumed"}


def test_fields_without_an_article_say_so() -> None:
    tongil = load_preset("tongil").provenance
    for field in ("bomb_multiplier", "bright_bak", "go_bak"):
        assert "no article" in tongil[field].source
    assert "not mentioned" in load_preset("arcade3").provenance["five_brights_dealt_points"].source


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("name", ["고스톱", "ARCADE3", " Arcade3 "])
def test_preset_names_in_any_form(name: str, form: Literal["NFC", "NFD"]) -> None:
    name = normalize(form, name)
    assert Rules.preset(name) == Rules.load(name) == arcade()


def test_aliases_name_presets() -> None:
    assert set(PRESET_ALIASES.values()) <= set(preset_names())
    assert Rules.preset("맞고").players == 2


def test_unknown_presets_are_refused_with_the_closest() -> None:
    assert "did you mean arcade3?" in message(Rules.preset, "arcad3")
    assert "'" not in message(Rules.preset, "\x1b[31m" + "x" * 10**6)
    message(Rules.preset, "arcade3" + " " * 200 + "x")
    message(Rules.preset, "")


# --- dictionaries and settings ---------------------------------------------------------------


@given(valid_rules())
def test_dictionary_round_trip(rules: Rules) -> None:
    data = rules.to_dict()
    assert list(data) == list(FIELDS)
    assert all(type(value) in (bool, int, str, list) for value in data.values())
    again = Rules.from_dict(data)
    assert again == rules
    assert hash(again) == hash(rules)


@given(valid_rules(players=3, defer_pi_wins=True))
def test_fixed_fields_of_the_strategy(rules: Rules) -> None:
    assert rules.players == 3
    assert rules.defer_pi_wins


@given(valid_rules())
def test_settings_round_trip(rules: Rules) -> None:
    settings = [f"{name}={gostop.rules.as_toml(value)}" for name, value in rules.to_dict().items()]
    assert arcade().changed(settings) == rules


@given(valid_rules(), valid_rules())
def test_differences_lead_from_one_to_the_other(old: Rules, new: Rules) -> None:
    changes = new.differences(old)
    assert old.replace(**{name: after for name, (_, after) in changes.items()}) == new
    assert (changes == {}) == (old == new)


def test_from_dict_names_what_is_unknown_or_missing() -> None:
    data = arcade().to_dict()
    assert "did you mean win_points?" in message(Rules.from_dict, data | {"win_point": 3})
    del data["dan"]
    assert "lacks dan" in message(Rules.from_dict, data)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("win_points=5", 5),
        (" win_points = 5 ", 5),
        ("max_payment=1_000", 1000),
        ("jokers=[2,2]", [2, 2]),
        ("jokers=[]", []),
        ("floor_four=nagari", "nagari"),
        ('floor_four="nagari"', "nagari"),
        ("bright_bak=True", True),
        ("bright_bak=false", False),
        ("last_turn_excludes=[sweep, eat]", ["sweep", "eat"]),
        ('last_turn_excludes=["sweep", "eat"]', ["sweep", "eat"]),
    ],
)
def test_parse_setting(text: str, value: Any) -> None:
    assert parse_setting(text) == (text.partition("=")[0].strip(), value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "win_points",
        "=5",
        "win_points=",
        "win_points=5\ngo_points=2",
        "win_points=[[[",
        "jokers=[2,,2]",
        "win_points=" + "9" * 10**5,
        "jokers=" + "[" * 10**5,
        "winpoints=5",
    ],
)
def test_settings_that_cannot_be_read(text: str) -> None:
    message(arcade().changed, [text])


@given(st.text() | st.text().map("win_points={}".format))
def test_any_setting_is_read_or_refused(text: str) -> None:
    with suppress(InputError):
        arcade().changed([text])


def test_settings_are_applied_together_and_the_last_wins() -> None:
    rules = arcade().changed(["players=2", "hand_size=10", "floor_size=8", "dan=1", "dan=2"])
    assert (rules.players, rules.hand_size, rules.floor_size, rules.dan) == (2, 10, 8, 2)


# --- rule files ------------------------------------------------------------------------------


def written(folder: Path, text: str) -> Path:
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_rule_file_with_a_base(tmp_path: Path) -> None:
    path = written(tmp_path, 'base = "맞고"\nwin_points = 5\n')
    assert Rules.load(path) == Rules.load(str(path)) == Rules.preset("맞고").replace(win_points=5)
    loaded = load_rule_set(path)
    assert loaded.base == "arcade2"
    assert loaded.provenance["win_points"].source == f"rule file {path}"
    assert loaded.provenance["dan"] == load_preset("arcade2").provenance["dan"]
    assert loaded.notes == load_preset("arcade2").notes


def test_rule_file_with_sources(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'base = "tongil"\ntitle = "우리집"\nsource = "grandmother"\nnotes = ["n"]\ndan = 4\n'
        'godori = { value = 6, source = "uncle", assumed = true }\n',
    )
    loaded = load_rule_set(path)
    assert (loaded.title, loaded.source, loaded.notes) == ("우리집", "grandmother", ("n",))
    assert loaded.provenance["dan"].source == "grandmother"
    assert loaded.provenance["godori"] == Provenance("uncle", assumed=True)


@given(rules=valid_rules())
def test_rule_file_with_all_fields(rules: Rules, tmp_path_factory: pytest.TempPathFactory) -> None:
    lines = [f"{name} = {gostop.rules.as_toml(value)}" for name, value in rules.to_dict().items()]
    path = written(tmp_path_factory.mktemp("rules"), "\ufeff" + "\n".join(lines))
    assert Rules.load(path) == rules
    assert load_rule_set(path).base is None


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('base = "arcade3"\nwin_points = 0', ["win_points is 0"]),
        ('base = "arcade3"\nwin_point = 5', ["did you mean win_points?"]),
        ('base = "arcade3"\nwin_points 5', ["not valid TOML", "line 2"]),
        ('base = "arcade3"\ndan = 1\ndan = 2', ["not valid TOML", "line 3"]),
        ('base = "arcade"', ["base:", "there is no preset", "did you mean arcade"]),
        ("base = 3", ["base is 3"]),
        ("dan = 3", ["lacks players", 'base = "arcade3"']),
        ('base = "arcade3"\ndan = { val = 3 }', ["dan", "did you mean value?"]),
        ('base = "arcade3"\ndan = { source = "x" }', ["dan has no value"]),
        ('base = "arcade3"\ndan = { value = 3, assumed = 1 }', ["dan.assumed is 1"]),
        ('base = "arcade3"\ndan = { value = 3, source = 1 }', ["dan: source is 1"]),
        ('base = "arcade3"\ntitle = 3', ["title is 3"]),
        ('base = "arcade3"\nnotes = "x"', ["notes is"]),
        ('base = "arcade3"\ndan = 1979-05-27', ["dan is"]),
        ('base = "arcade3"\ndan = ' + "9" * 5000, ["not valid TOML"]),
        ("dan = " + "[" * 50_000, ["not valid TOML"]),
        ("# " + "x" * 1_000_001, ["is longer than"]),
    ],
)
def test_faults_of_rule_files(tmp_path: Path, text: str, parts: list[str]) -> None:
    path = written(tmp_path, text)
    sentence = message(Rules.load, path)
    assert sentence.startswith(f"rule file {path}: ")
    for part in parts:
        assert part in sentence


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "No such file" in message(Rules.load, tmp_path / "none.toml")
    assert "did you mean tongil" in message(Rules.load, "tongi1")
    message(Rules.load, tmp_path)
    message(Rules.load, "a\0b")
    message(Rules.load, "x" * 10_000)
    path = tmp_path / "latin.toml"
    path.write_bytes(b'title = "\xff"')
    assert "byte 10 is not UTF-8" in message(Rules.load, path)


# --- the book --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIELDS)
def test_the_book_names_every_field(name: str) -> None:
    assert f"`{name}`" in (ROOM / "RULES.md").read_text(encoding="utf-8")


def test_the_book_has_the_sections_that_fields_refer_to() -> None:
    book = (ROOM / "RULES.md").read_text(encoding="utf-8")
    for number, title in SECTIONS.items():
        assert f"\n## {number}. {title}\n" in book


def book_table() -> dict[str, list[str]]:
    """Return the table of presets in the book: the cells of each setting."""
    book = (ROOM / "RULES.md").read_text(encoding="utf-8").partition("## 9. Presets")[2]
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", book, flags=re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split("|")] for name, cells in rows}


@pytest.mark.parametrize("name", FIELDS)
def test_the_table_of_the_book_is_right(name: str) -> None:
    cells = book_table()[name]
    for preset, value, cell in zip(PRESETS, TABLE[name], cells, strict=True):
        assert ("*(a" in cell) == (name in ASSUMED[preset]), (preset, cell)
        shown = re.split(r" \*\(| \(|, twice|, from", cell)[0]
        assert shown == in_words(value), (preset, cell)


def in_words(value: Any) -> str:
    """Return a value as the table of the book writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value == ALL_FIVE:
        return "all five"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def test_session_settings_are_those_at_work() -> None:
    assert Rules.preset("arcade3").session_settings == ()
    assert Rules.preset("matgo-online").session_settings == ("nagari_carry", "nagari_carry_max")
    assert Rules.preset("tongil").session_settings == ("bright_sale_points", "no_two_folds")


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_described_by_its_name(name: str) -> None:
    assert describe(Rules.preset(name)) == name


def test_a_house_is_described_by_what_it_changes() -> None:
    rules = Rules.preset("arcade3").replace(win_points=5, jokers=(2,))
    assert describe(rules) == "arcade3 with jokers = [2], win_points = 5"
    odd = rules.replace(godori=6, dan=4, bright3=5, bright4=6, bright5=9)
    assert describe(odd).endswith(", 3 more")
