"""Whatever is given for a record, a list of cards or rules: a sentence or a result, and soon."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gostop.errors import InputError
from gostop.points import score
from gostop.records.reading import MAX_BYTES, parse_record
from gostop.records.writing import write_record
from gostop.rules import Rules
from gostop.toml_text import toml_value

from legs import JIT
from records import POSITION, SETTLE, TAN, check_sentence, read_whatever, seeded

SLOW = 1.0 if JIT else 60.0
"""Seconds that no input may take; with the JIT off a game alone takes one."""

TRIES = 300 if JIT else 20
MANY = 100_000

WORST: dict[str, float] = {}
"""The longest that any input of a kind took, for who looks: `pytest -s`."""

usual = settings(max_examples=TRIES, derandomize=True)


def soon(kind: str, act: Callable[[], object]) -> None:
    """Do something: an InputError may come of it, with one good sentence, and soon."""
    taken = SLOW
    for _ in range(3):  # a machine on which much else runs may be slow once
        begun = time.perf_counter()
        try:
            act()
        except InputError as error:
            check_sentence(error)
        taken = time.perf_counter() - begun
        if taken < SLOW:
            break
    WORST[kind] = max(taken, WORST.get(kind, 0.0))
    assert taken < SLOW, taken


# --- texts near to records -----------------------------------------------------------------------

OVERRIDE = """
base = "tongil-joker"
title = "ours"
jokers = [2, 3]
win_points = 5
last_turn_excludes = ["sweep", "eat"]
go_bak = { value = "pays_all", source = "us", assumed = true }
consecutive_ppeok_points = [14, 21]
"""

CASES = tuple(
    path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parent / "cases").glob("*.toml"))
)
"""The conformance cases; a few of them are no records, but nearly."""

RECORDS = (
    TAN,
    POSITION,
    SETTLE,
    'rules = "matgo-online"\n[deal]\nseed = 7\ngame = 12\n[play]\nactions = """\n0 go\n"""\n',
    'rules = "arcade3"\n[override]\njokers = [2, 2]\nshake_timing = "deal"\n[deal]\nseed = 1\n',
    *(
        write_record(seeded(Rules.preset(name), 7, game)[0], ascii=game % 2 == 1)
        for game, name in enumerate(("arcade3", "arcade2", "tongil", "matgo-online"))
    ),
)

RIGHT = """
1광 1G 9열 9Y 10띠 3피 12쌍피 11S J J2 J3 13광 0피 8광광 ? play shake bomb joker flip
take go stop on 내기 흔들기 폭탄 조커 뒤집기 먹기 고 스톱 title rules override deal start play
expect result winner ended_by hands floor stock deck seed game turn captured
goes last_go shaken reserved deferred carry piles month owner jokers actions
events flipped stolen points pi choice seat multipliers payments true false
nan inf arcade3 tongil-joker nagari stop highest [deal] [start] [[expect]]
[result] [play] [override] {} [] [[]] = == , . ' " # / - [[[[[[ ]]]]]]
{a={a={a=1}}} a.b.c.d 2020-01-01 07:32:00 0x1F 1e400 -0 -1 0 1 2 3 7 12 13 99
127 128 255 256 1000 1001 32768 2147483648
"""
ODD = "\0 \x1b[31m \x7f \x85 \u2028 \u200b \u202e \ufeff \ud7ff \U000e0001 \U0001f600 \\ \\u001b"
QUEER = "１광 1㉿ ᄀ 1가 ſ K İ ß 1피\u0301 é"

WORDS = (
    *(word for text in (RIGHT, ODD, QUEER) for word in re.split("[ \n]+", text.strip())),
    *map(str, (2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30)),
    *('"""', "'''", '""""', "9" * 5000, "x" * 700, "\u0301" * 700, "a." * 300),
    *("\n", "\r", "\r\n", "\t", " ", "\u3000", "\x1f", "\x00"),
)
"""What is put into a record: right words in wrong places, and what no record has."""

places = st.integers(0, 4000)
pieces = st.one_of(st.sampled_from(WORDS), st.text(max_size=8), st.integers().map(str))


def spliced(draw: st.DrawFn, text: str) -> str:
    """Put a piece into a text, in place of some of its letters."""
    at = draw(places) % (len(text) + 1)
    return text[:at] + draw(pieces) + text[at + draw(st.integers(0, 6)) :]


def reworded(draw: st.DrawFn, text: str) -> str:
    """Put a piece in place of a word or a number."""
    words = text.split(" ")
    words[draw(places) % len(words)] = draw(pieces)
    return " ".join(words)


def relined(draw: st.DrawFn, text: str) -> str:
    """Take a line to another place, or its copy, or take it away."""
    lines = text.split("\n")
    at, to = (draw(places) % len(lines) for _ in range(2))
    line = lines[at] if draw(st.booleans()) else lines.pop(at)
    if draw(st.booleans()):
        lines.insert(to, line)
    return "\n".join(lines)


def revalued(draw: st.DrawFn, text: str) -> str:
    """Put a piece in place of what stands after an equals sign."""
    lines = text.split("\n")
    at = draw(places) % len(lines)
    key, equals, _ = lines[at].partition("=")
    lines[at] = f"{key}{equals or '='}{draw(pieces)}"
    return "\n".join(lines)


def retold(draw: st.DrawFn, text: str) -> str:
    """Put one of a text's own cards, numbers or words in place of another, which may be right."""
    found = [*re.finditer(r"[0-9]+[가-힣]+|-?[0-9]+|\w+", text)]
    if not found:
        return text
    old, new = (found[draw(places) % len(found)] for _ in range(2))
    return text[: old.start()] + new[0] + text[old.end() :]


changes = st.one_of(
    st.lists(st.just(retold), min_size=1, max_size=3),
    st.lists(
        st.sampled_from((spliced, reworded, relined, revalued, retold)), min_size=1, max_size=5
    ),
)


@st.composite
def changed(draw: st.DrawFn, texts: tuple[str, ...] = RECORDS) -> str:
    """Texts that were right before a few things were done to them."""
    text = draw(st.sampled_from(texts))
    for change in draw(changes):
        text = change(draw, text)
    return text


changed_records = st.one_of(changed(), changed(CASES))


lines_of_play = st.lists(
    st.lists(st.one_of(st.sampled_from(WORDS), st.sampled_from(["0", "1", "2"])), max_size=6).map(
        " ".join
    ),
    max_size=8,
).map("\n".join)


# --- what is tried -------------------------------------------------------------------------------


def any_text(text: str) -> None:
    soon("text", lambda: read_whatever(text))


def any_record(text: str) -> None:
    soon("record", lambda: read_whatever(text))


def any_actions(text: str) -> None:
    """Escaped, so that every letter gets to the parser of actions."""
    play = f"[play]\nactions = {toml_value(text)}\n"
    for head in ('rules = "tongil-joker"\n[deal]\nseed = 7\n', POSITION.split("[play]")[0]):
        soon("actions", lambda head=head: read_whatever(head + play))  # type: ignore[misc]


def any_cards(text: str) -> None:
    soon("cards", lambda: score(text, "matgo-online"))
    hands = f"hands = [{toml_value(text)}, '', '']"
    soon("cards", lambda: read_whatever(f"rules = 'tongil-joker'\n[deal]\n{hands}\n[start]\n"))
    captured = f"captured = [{toml_value(text)}, '', '']"
    soon("cards", lambda: read_whatever(f"winner = 0\nrules = 'arcade3'\n[start]\n{captured}\n"))


def any_rules(folder: Path, text: str) -> None:
    path = folder / "any.toml"
    path.write_text(text, encoding="utf-8", errors="replace")
    soon("rule file", lambda: Rules.load(path))
    if text.startswith("\n"):
        override = text.replace('base = "tongil-joker"\n', "").replace('title = "ours"\n', "")
        soon("override", lambda: read_whatever(f"{RECORDS[3]}[override]{override}"))


card_lists = st.one_of(
    st.text(), st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join), changed(tuple(WORDS))
)


@usual
@given(st.one_of(st.text(), st.lists(pieces, max_size=40).map("".join), lines_of_play))
def test_any_text(text: str) -> None:
    any_text(text)


@usual
@given(changed_records)
def test_a_record_changed(text: str) -> None:
    any_record(text)


@usual
@given(st.one_of(st.text(), lines_of_play, changed(tuple(t.split('"""')[1] for t in RECORDS[:1]))))
def test_any_actions(text: str) -> None:
    any_actions(text)


@usual
@given(card_lists)
def test_any_cards(text: str) -> None:
    any_cards(text)


@settings(usual, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.text(), changed((OVERRIDE,))))
def test_any_rules(tmp_path: Path, text: str) -> None:
    any_rules(tmp_path, text)


@pytest.mark.heavy
@pytest.mark.parametrize("part", range(10))
def test_many_tries(part: int, tmp_path: Path) -> None:
    """Two hundred thousand in all, most of them near to what is right."""

    @settings(max_examples=MANY // 50, database=None, derandomize=False)
    @given(
        st.text(),
        st.lists(pieces, max_size=40).map("".join),
        st.one_of(lines_of_play, st.text()),
        card_lists,
        st.one_of(changed((OVERRIDE,)), changed()),
    )
    def others(text: str, mixed: str, actions: str, cards: str, rules: str) -> None:
        any_text(text if len(text) > len(mixed) else mixed)
        any_actions(actions)
        any_cards(cards)
        any_rules(tmp_path, rules)

    @settings(max_examples=MANY // 20, database=None, derandomize=False)
    @given(changed_records)
    def records(text: str) -> None:
        any_record(text)

    records()
    others()
    print(part, {kind: round(taken, 3) for kind, taken in WORST.items()})


# --- long texts that would take the square of their length ---------------------------------------

HEAD = 'rules = "arcade3"\n[deal]\nseed = 7\n'
ACTIONS = HEAD + '[play]\nactions = """\n'


def filled(head: str, piece: str, tail: str = "") -> str:
    """Repeat a piece until the text is as long as a record may be."""
    return head + piece * ((MAX_BYTES - len(head) - len(tail)) // len(piece)) + tail


LONG = {
    "one dotted key": filled("", "a.", "a = 1"),
    "dotted with spaces": filled("", "a . ", "a = 1"),
    "dotted and quoted": filled("", '"a.".', "a = 1"),
    "dotted literal": filled("", "'a'.", "a = 1"),
    "dotted header": filled("[", "a.", "a]"),
    "dotted array header": filled("[[", "a.", "a]]"),
    "dotted in a table": filled("x = {", "a.", "a = 1}"),
    "dotted after a text": filled('x = {y = """a"""", ', "a.", "a = 1}"),
    "dotted after a literal": filled("x = {y = '''a'''', ", "a.", "a = 1}"),
    "dotted on many lines": filled("", "a." * 199 + "a.a = 1\n"),
    "dotted headers": filled("", "[" + "a." * 190 + "a]\n"),
    "dotted and different": "".join(f"{'a.' * 190}k{n} = 1\n" for n in range(250)),
    "nested arrays": filled("x = ", "["),
    "nested tables": filled("x = ", "{a="),
    "arrays side by side": filled("", "".join(f"k = {'[' * 150}{']' * 150}\n" for _ in "x")),
    "keys": "".join(f"k{n} = 1\n" for n in range(9000)),
    "tables": "".join(f"[k{n}]\n" for n in range(9000)),
    "arrays of tables": filled(HEAD, "[[expect]]\n"),
    "expectations": filled(TAN, "[[expect]]\nturn = 1\n"),
    "expectations of a floor": filled(TAN, '[[expect]]\nturn=1\nfloor="3피 3피 4피 9띠"\n'),
    "expectations at the end": filled(TAN, "[[expect]]\nturn=19\nchoice=false\nevents=[]\n"),
    "remarks": filled(HEAD, "#\n"),
    "empty lines": filled(HEAD, "\n"),
    "spaces": filled(HEAD, " "),
    "a long title": filled('title = "', "x", f'"\n{HEAD}'),
    "a title of marks": filled('title = "e', "\u0301", f'"\n{HEAD}'),
    "a text that is not closed": filled(f'{HEAD}title = "', "a"),
    "texts that are not closed": filled(f'{HEAD}title = """', '"" '),
    "literals that are not closed": filled(f"{HEAD}title = '''", "'' "),
    "escaped quotes": filled(f"{HEAD}title = ", '"\\'),
    "dots and escaped quotes": filled(f"{HEAD}title = {'.' * 300}", '"\\"'),
    "escapes": filled('title = "', "\\u0041", f'"\n{HEAD}'),
    "an integer": filled(f"{HEAD}game = ", "9"),
    "a number in hexadecimal": filled(f"{HEAD}game = 0x", "f"),
    "digits with lines": filled(f"{HEAD}game = ", "1_", "1"),
    "a float": filled(f"{HEAD}game = 1.", "9"),
    "actions": filled(ACTIONS, "0 flip\n", '"""'),
    "actions with remarks": filled(ACTIONS, "0 flip # and\n", '"""'),
    "actions on one line": filled(ACTIONS, "0 flip ", '"""'),
    "an action's long word": filled(f"{ACTIONS}0 ", "play", '"""'),
    "an action of marks": filled(f"{ACTIONS}0 e", "\u0301", '"""'),
    "an action's long card": filled(f"{ACTIONS}0 play 1", "\u1100", '"""'),
    "an action of spaces": filled(f"{ACTIONS}0", " ", 'go"""'),
    "an action's seat": filled(ACTIONS, "0", ' go"""'),
    "remarks in actions": filled(ACTIONS, "#", '\n0 go"""'),
    "shakes at the deal": filled(
        f'{HEAD.replace("arcade3", "tongil")}[play]\nactions = """\n', "0 shake 1\n", '"""'
    ),
    "a deck": filled("rules = 'arcade3'\n[deal]\ndeck = '", "1광 ", "'"),
    "an unknown deck": filled("rules = 'arcade3'\n[deal]\ndeck = '", "? ", "'"),
    "unknown cards": filled(f"{POSITION.split('?')[0]}", "? ", f'"{POSITION.split("?")[1][1:]}'),
    "hands": filled("rules = 'arcade3'\n[deal]\nhands = [", "'', ", "]"),
    "captures": filled("winner = 0\nrules = 'arcade3'\n[start]\ncaptured = [", "'', ", "]"),
    "piles": filled("winner=0\nrules='arcade3'\n[start]\npiles=[", "{month=1}, ", "]"),
    "reserved": filled("winner=0\nrules='tongil'\n[start]\nreserved=[", "{1='1피'}, ", "]"),
    "months": filled("winner=0\nrules='tongil'\n[start]\nshaken=[[", "1, ", "]]"),
    "payments": filled(f"{HEAD}[result]\npayments = [", "1, ", "]"),
    "events": filled(f"{TAN}[[expect]]\nturn = 1\nevents = [", "'joker', ", "]"),
    "brackets": filled(HEAD, "[ "),
    "an unknown key": filled(HEAD, "k", " = 1"),
    "a table declared twice": filled("[", "k", "]\n") + filled("[", "k", "]\n")[: MAX_BYTES // 2],
    "a rule file's name": filled('rules = "', "a/", '"'),
    "an override": filled(f"{HEAD}[override]\n", "jokers", " = 1"),
    "an override's value": filled(f"{HEAD}[override]\njokers = [", "2, ", "]"),
    "an override's word": filled(f'{HEAD}[override]\ngo_bak = "', "off", '"'),
}


@pytest.mark.parametrize("kind", LONG)
def test_long_texts(kind: str, tmp_path: Path) -> None:
    soon("long", lambda: read_whatever(LONG[kind]))
    any_rules(tmp_path, LONG[kind][-MAX_BYTES:])


def test_a_title_may_have_dots() -> None:
    """The limit is one of keys: texts and remarks have as many as they like."""
    dots = "." * 1000
    notes = f'notes = """\n{dots}\\"""" # {dots}\nsource = \'{dots}\'\n'
    assert parse_record(f"{notes}{HEAD}").seeded == (7, 0)
    with pytest.raises(InputError, match=r"a key has more than 200 dots \(at line 4\)"):
        parse_record(f"{notes}{'a.' * 201}b = 1\n")
