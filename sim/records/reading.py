"""Reading a game record; whatever is wrong with one is a sentence that says where."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from gostop.cards import parse_cards
from gostop.deals import Deal
from gostop.errors import InputError
from gostop.kernels.state import ENDINGS
from gostop.plan import check_seed
from gostop.position import Position
from gostop.records.actions import Action, parse_action
from gostop.records.lines import Lines
from gostop.records.record import RESULT_KEYS, Expectation, Record, kin
from gostop.rules import Rules, as_toml, did_you_mean, parse_toml
from gostop.turn import TURN_EVENTS

__all__ = ["MAX_BYTES", "parse_record", "read_record"]

MAX_BYTES = 100_000
"""The longest record that is read; a whole game takes two thousand."""

MAX_GAME = 2**63 - 1
_EXAMPLES = Path(__file__).parent / "examples"
_ALIASES = {"탄": "tan"}
_MOST = 1000
"""No number of a record is larger, but for its seed and what is paid."""

_REMARKS = ("title", "section", "asked", "source", "notes")
"""Texts at the top that are for people."""

_TOP = (*_REMARKS, "rules", "override", "deal", "start", "play", "expect", "result")
_SETTLED = ("winner", "ended_by")
_DEAL = ("hands", "floor", "stock", "deck", "seed", "game")
_COUNTS = (
    "goes",
    "points_at_last_go",
    "shakes",
    "bombs",
    "flips_saved",
    "ppeoks",
    "sweeps",
    "turns",
)
_START = ("turn", "captured", *_COUNTS, "last_go", "shaken", "reserved", "deferred", "carry")
_EXPECT = (
    "turn",
    "seat",
    "flipped",
    "events",
    "captured",
    "stolen",
    "floor",
    "points",
    "pi",
    "choice",
)

T = TypeVar("T")


def example_names() -> list[str]:
    """Return the names of the records that are shipped, which `read_record` takes for paths."""
    return sorted(path.stem for path in _EXAMPLES.glob("*.toml"))


def read_record(path: str | Path) -> Record:
    """Read a game record.

    Parameters
    ----------
    path : str or path
        A file, or the name of a shipped example.

    Raises
    ------
    InputError
        If it cannot be read or is no record; the sentence names the file and the line.
    """
    from unicodedata import normalize

    name = str(path)
    example = normalize("NFC", name)[:40]
    example = _ALIASES.get(example, example)
    if example in example_names():
        return parse_record((_EXAMPLES / f"{example}.toml").read_text(encoding="utf-8"), example)
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"record '{name[:200]}' cannot be read ({reason}): give the path of a game record, or "
            f"the name of an example: {', '.join(example_names())}."
        ) from None
    if len(data) > MAX_BYTES:
        raise InputError(f"record '{name}' is longer than the {MAX_BYTES:,} bytes it may have.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"record '{name}': byte {error.start + 1} is not UTF-8; save it as UTF-8."
        ) from None
    return parse_record(text, name, Path(path).parent)


def parse_record(text: str, name: str = "record", folder: Path | None = None) -> Record:
    """Read the text of a game record.

    Parameters
    ----------
    text : str
    name : str
        What it is called, in messages.
    folder : path, optional
        Where a rule file that it names lies; default: the working folder.

    Raises
    ------
    InputError
        If it is no record; the sentence gives the line.
    """
    text = text.replace("\r\n", "\n")
    if len(text) > MAX_BYTES:
        raise InputError(f"{name} is longer than the {MAX_BYTES:,} characters it may have.")
    try:
        data = parse_toml(text + "\n")
    except ValueError as error:
        raise InputError(f"{name}: not valid TOML: {error}.") from None
    return _Reader(data, Lines(text), name, folder or Path()).record()


class _Reader:
    """Reads a record out of the tables of its text."""

    def __init__(self, data: Mapping[str, Any], lines: Lines, name: str, folder: Path) -> None:
        self._data, self._lines, self._name, self._folder = data, lines, name, folder

    def record(self) -> Record:
        self._known("", self._data, (*_TOP, *_SETTLED))
        for key in _REMARKS:
            self._entry("", self._data, key, _text, "")
        self.rules = self._rules()
        deal, start = self._table("deal"), self._table("start")
        self._known("deal", deal, _DEAL)
        fields: dict[str, Any] = {}
        if "start" in self._data:
            fields |= self._position(deal, start)
        elif "winner" not in self._data:
            fields |= self._deal(deal)
        else:
            raise self._error("", "winner", "a position to settle needs a [start] with captures.")
        return Record(
            rules=self.rules,
            name=self._name,
            title=self._entry("", self._data, "title", _text, ""),
            actions=self._actions(),
            expectations=tuple(self._expectations()),
            result=self._result(),
            result_place=self._place("result"),
            winner=self._entry("", self._data, "winner", self._seat, None),
            ended_by=self._entry("", self._data, "ended_by", _ending, "stop"),
            **fields,
        )

    # --- where and what -------------------------------------------------------------------------

    def _place(self, table: str, key: str = "", entry: int = 0, token: str = "") -> str:
        line = self._lines.of(table, key, entry, token)
        return self._name if line is None else f"{self._name}, line {line}"

    def _error(self, table: str, key: str, sentence: str, entry: int = 0) -> InputError:
        return InputError(f"{self._place(table, key, entry)}: {sentence}")

    def _table(self, name: str) -> Mapping[str, Any]:
        table = self._data.get(name, {})
        if not isinstance(table, dict):
            raise self._error("", name, f"{name} must be a table: write [{name}].")
        return table

    def _known(
        self, table: str, data: Mapping[str, Any], keys: Sequence[str], entry: int = 0
    ) -> None:
        for key in data:
            if key not in keys:
                where = f"[{table}]" if table else "a record"
                raise self._error(
                    table,
                    key,
                    f"{as_toml(key)} is no key of {where}{did_you_mean(key, keys)}: it has "
                    f"{', '.join(keys)}.",
                    entry,
                )

    def _entry(
        self,
        table: str,
        data: Mapping[str, Any],
        key: str,
        read: Callable[[Any], T],
        default: Any,
        entry: int = 0,
    ) -> Any:
        """Read what is under a key; `read` raises ValueError with what it must be."""
        if key not in data:
            return default
        try:
            return read(data[key])
        except InputError as error:
            raise self._error(table, key, str(error), entry) from None
        except ValueError as error:
            raise self._error(
                table, key, f"{key} is {as_toml(data[key])}, but must be {error}.", entry
            ) from None

    @contextmanager
    def _located(self, tables: Sequence[str]) -> Iterator[None]:
        """Put the line of what an error is about in front of its sentence."""
        try:
            yield
        except InputError as error:
            sentence = str(error)
            key, token = _about(sentence)
            for table in tables:
                if self._lines.of(table, key):
                    raise InputError(f"{self._place(table, key, 0, token)}: {sentence}") from None
            raise InputError(f"{self._place(tables[0])}: {sentence}") from None

    # --- rules ----------------------------------------------------------------------------------

    def _rules(self) -> Rules:
        if "rules" not in self._data:
            raise self._error("", "rules", 'rules is missing: write rules = "arcade3" at the top.')
        rules: Rules = self._entry("", self._data, "rules", self._load_rules, None)
        override = self._table("override")
        if not override:
            return rules
        with self._located(["override"]):
            return Rules.from_dict({**rules.to_dict(), **override})

    def _load_rules(self, value: Any) -> Rules:
        from gostop.rule_files import is_preset

        name = _text(value)
        if is_preset(name):
            return Rules.load(name)
        return Rules.load(self._folder / name)

    # --- the deal and the position --------------------------------------------------------------

    def _deal(self, deal: Mapping[str, Any]) -> dict[str, Any]:
        ways = [key for key in ("hands", "deck", "seed") if key in deal]
        if len(ways) != 1:
            raise self._error(
                "deal",
                "",
                "[deal] gives either hands, floor and stock, or a deck, or a seed and a game"
                + (f", but this one has {' and '.join(ways)}." if ways else "."),
            )
        if ways == ["seed"]:
            return self._seeded(deal)
        with self._located(["deal"]):
            made = self._from_deck(deal) if ways == ["deck"] else self._from_hands(deal)
        return {"deal": made, "unknown": made.unknown}

    def _seeded(self, deal: Mapping[str, Any]) -> dict[str, Any]:
        seed = self._entry("deal", deal, "seed", check_seed, 0)
        game = self._entry("deal", deal, "game", _whole(0, MAX_GAME), 0)
        return {"seeded": (seed, game)}

    def _from_deck(self, deal: Mapping[str, Any]) -> Deal:
        cards, unknown = _split_unknown(self._entry("deal", deal, "deck", _text, ""), "the deck")
        return Deal.from_deck(self.rules, self._cards(cards, "the deck"), unknown)

    def _from_hands(self, deal: Mapping[str, Any]) -> Deal:
        taken: list[int] = []

        def read(text: str, where: str) -> list[int]:
            used = sum(1 << card for card in taken)
            cards = parse_cards(text, self.rules.jokers, where=where, taken=used)
            taken.extend(cards)
            return cards

        texts = self._entry("deal", deal, "hands", _texts, [])
        hands = [read(text, f"hand {seat}") for seat, text in enumerate(texts)]
        floor = read(self._entry("deal", deal, "floor", _text, ""), "the floor")
        known, unknown = _split_unknown(self._entry("deal", deal, "stock", _text, ""), "the stock")
        return Deal.of(self.rules, hands, floor, read(known, "the stock"), unknown)

    def _cards(self, text: str, where: str) -> list[int]:
        return parse_cards(text, self.rules.jokers, where=where)

    def _position(self, deal: Mapping[str, Any], start: Mapping[str, Any]) -> dict[str, Any]:
        self._known("start", start, (*_START, "piles"))
        for key in ("deck", "seed", "game"):
            if key in deal:
                raise self._error("deal", key, f"with [start] the cards are given, and no {key}.")
        stock = self._entry("deal", deal, "stock", _text, "")
        given = {
            "hands": self._entry("deal", deal, "hands", _texts, [""] * self.rules.players),
            "floor": self._entry("deal", deal, "floor", _text, ""),
            **self._started(start),
        }
        with self._located(["start", "deal"]):
            known, unknown = _split_unknown(stock, "the stock")
            position = Position.of(self.rules, stock=known, **given)
            return {"position": position.filled(self.rules, unknown), "unknown": unknown}

    def _started(self, start: Mapping[str, Any]) -> dict[str, Any]:
        """Read [start] as `Position.of` wants it."""
        read: dict[str, Callable[[Any], Any]] = {
            "turn": _whole(0, _MOST),
            "captured": _texts,
            "last_go": _whole(0, _MOST),
            "shaken": _list_of(_list_of(_whole(1, 12))),
            "carry": _whole(1, _MOST),
            "reserved": _list_of(_reserved),
            "deferred": _list_of(_flag),
            **dict.fromkeys(_COUNTS, _list_of(_whole(0, _MOST))),
        }
        given = {
            key: self._entry("start", start, key, read[key], None) for key in start if key in read
        }
        piles = self._entry("start", start, "piles", _list_of(_pile), [])
        given["piles"] = {month: owner for month, owner, _ in piles}
        given["buried"] = {month: jokers for month, _, jokers in piles if jokers}
        if len(given["piles"]) != len(piles):
            raise self._error("start", "piles", "piles: a month is named twice.")
        return given

    # --- play, expectations and result ----------------------------------------------------------

    def _actions(self) -> tuple[Action, ...]:
        play = self._table("play")
        self._known("play", play, ("actions",))
        text: str = self._entry("play", play, "actions", _text, "")
        first = self._lines.of_text("play", "actions", text)
        found = []
        for number, line in enumerate(text.split("\n")):
            if line := line.split("#")[0].strip():
                place = f"action line {number + 1}" if first is None else f"line {first + number}"
                found.append(parse_action(line, self.rules, f"{self._name}, {place}"))
        return tuple(found)

    def _expectations(self) -> Iterator[Expectation]:
        entries = self._data.get("expect", [])
        if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
            raise self._error("", "expect", "expect must be tables: write [[expect]].")
        for number, entry in enumerate(entries):
            self._known("expect", entry, _EXPECT, number)
            if "turn" not in entry:
                raise self._error("expect", "", "[[expect]] names no turn.", number)
            values = {
                key: self._entry("expect", entry, key, self._expected(key), None, number)
                for key in entry
            }
            turn = values.pop("turn")
            yield Expectation(turn, values, self._place("expect", "", number))

    def _expected(self, key: str) -> Callable[[Any], Any]:
        """Return what reads one key of an expectation."""
        reads: dict[str, Callable[[Any], Any]] = {
            "seat": self._seat,
            "flipped": lambda value: self._named(value, key, ordered=True),
            "events": _events,
            "captured": lambda value: self._named(value, key),
            "floor": lambda value: self._named(value, key),
            "stolen": self._stolen,
            "choice": _flag,
            "turn": _whole(1, _MOST),
        }
        return reads.get(key, _whole(0, _MOST))

    def _named(self, value: Any, where: str, ordered: bool = False) -> tuple[int, ...]:
        return kin(self._cards(_text(value), where), self.rules, ordered)

    def _stolen(self, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != self.rules.players:
            raise ValueError(f"a list of {self.rules.players} numbers or texts, one a seat")
        return tuple(
            self._named(one, "stolen") if isinstance(one, str) else _whole(0, _MOST)(one)
            for one in value
        )

    def _result(self) -> Mapping[str, Any]:
        result = self._table("result")
        self._known("result", result, RESULT_KEYS)
        money = _list_of(_whole(-(2**31), 2**31))
        reads: dict[str, Callable[[Any], Any]] = {
            "winner": _whole(-1, self.rules.players - 1),
            "ended_by": _ending,
            "payments": money,
            "multipliers": money,
        }
        return {
            key: self._entry("result", result, key, reads.get(key, _whole(0, 2**31)), None)
            for key in RESULT_KEYS
            if key in result
        }

    def _seat(self, value: Any) -> int:
        return _whole(0, self.rules.players - 1)(value)


# --- values of TOML, each read or refused with what it must be ------------------------------------


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a text in quotes")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return value

    return read


def _list_of(read: Callable[[Any], T]) -> Callable[[Any], list[T]]:
    def read_all(value: Any) -> list[T]:
        if not isinstance(value, list) or len(value) > _MOST:
            raise ValueError("a list")
        try:
            return [read(one) for one in value]
        except ValueError as error:
            raise ValueError(f"a list, each entry {error}") from None

    return read_all


_texts = _list_of(_text)


def _ending(value: Any) -> str:
    if value not in ENDINGS:
        raise ValueError(f"one of {', '.join(ENDINGS)}")
    return str(value)


def _events(value: Any) -> frozenset[str]:
    names = _texts(value)
    for name in names:
        if name not in TURN_EVENTS:
            raise ValueError(f"a list of words among {', '.join(TURN_EVENTS)}")
    return frozenset(names)


def _reserved(value: Any) -> int | dict[int, str]:
    if isinstance(value, dict):
        if not all(re.fullmatch("[0-9]", seat) for seat in value):
            raise ValueError('a number, or cards by seat: { "1" = "3피" }')
        return {int(seat): _text(cards) for seat, cards in value.items()}
    return _whole(0, _MOST)(value)


def _pile(value: Any) -> tuple[int, int | None, int | str]:
    wanted = "a pile: { month = 8, owner = 2, jokers = 1 }, owner and jokers if it has any"
    if not isinstance(value, dict) or not {"month"} <= value.keys() <= {"month", "owner", "jokers"}:
        raise ValueError(wanted)
    jokers = value.get("jokers", 0)
    try:
        month = _whole(1, 12)(value["month"])
        owner = _whole(0, 2)(value["owner"]) if "owner" in value else None
        return month, owner, jokers if isinstance(jokers, str) else _whole(0, 3)(jokers)
    except ValueError:
        raise ValueError(wanted) from None


def _split_unknown(text: str, where: str) -> tuple[str, int]:
    """Return a list of cards without the ``?`` at its end, and how many there are."""
    cards = text.split()
    known = len(cards)
    while known and cards[known - 1] == "?":
        known -= 1
    if "?" in cards[:known]:
        raise InputError(f"{where}: '?' stands before a known card; it may only end the list.")
    return " ".join(cards[:known]), len(cards) - known


_KEY_OF_PLACE = (
    (re.compile(r"hand (\d)"), "hands"),
    (re.compile(r"the floor"), "floor"),
    (re.compile(r"the stock"), "stock"),
    (re.compile(r"the deck"), "deck"),
    (re.compile(r"the captures of seat (\d)"), "captured"),
    (re.compile(r"the jokers under|joker under"), "piles"),
)


def _about(sentence: str) -> tuple[str, str]:
    """Guess the key that a sentence is about, and what of it is quoted."""
    quoted = re.search(r"'([^']{1,20})'", sentence)
    token = quoted[1] if quoted else ""
    for pattern, key in _KEY_OF_PLACE:
        if pattern.search(sentence):
            return key, token
    word = re.match(r"\w+", sentence)
    return (word[0] if word else ""), token
