"""Reading a game record; whatever is wrong with one is a sentence that says where."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gostop.cards import parse_cards
from gostop.deals import Deal, check_size
from gostop.errors import InputError
from gostop.plan import check_seed
from gostop.position import Position
from gostop.records import values
from gostop.records.actions import Action, parse_action
from gostop.records.lines import Lines
from gostop.records.record import RESULT_KEYS, Expectation, Record, kin
from gostop.records.tables import Tables
from gostop.rules import Rules
from gostop.toml_text import parse_toml

__all__ = ["MAX_BYTES", "parse_record", "read_record"]

MAX_BYTES = 100_000
"""The longest record that is read; a whole game takes two thousand."""

MAX_GAME = 2**63 - 1
_EXAMPLES = Path(__file__).parent / "examples"
_ALIASES = {"탄": "tan"}
_LONGEST_EXAMPLE = 40
_LONGEST_PATH = 200
"""Characters of a path that a message shows."""
_REMARKS = ("title", "section", "asked", "source", "notes")
"""Texts at the top that are for people."""

_TOP = (*_REMARKS, "rules", "override", "deal", "start", "play", "expect", "result")
_SETTLED = ("winner", "ended_by")
_WAYS = {"hands": ("hands", "floor", "stock"), "deck": ("deck",), "seed": ("seed", "game")}
"""The ways to give a deal, each with the keys that go together."""

_DEAL = tuple(key for keys in _WAYS.values() for key in keys)
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
    if example := _example(str(path)):
        return parse_record((_EXAMPLES / f"{example}.toml").read_text(encoding="utf-8"), example)
    name = _shown(str(path))
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"record '{name}' cannot be read ({reason}): give the path of a game record, or "
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


def _example(name: str) -> str | None:
    """Return the shipped example that a name means, if it means one."""
    from unicodedata import normalize

    if len(name) > _LONGEST_EXAMPLE:
        return None
    name = normalize("NFC", name)
    name = _ALIASES.get(name, name)
    return name if name in example_names() else None


def _shown(path: str) -> str:
    """Return a path as a message can have it: on one line, its end if it is long."""
    if not path.isprintable():
        path = repr(path)[1:-1]
    return path if len(path) <= _LONGEST_PATH else "..." + path[-_LONGEST_PATH:]


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
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if len(text) > MAX_BYTES:
        raise InputError(f"{name} is longer than the {MAX_BYTES:,} characters it may have.")
    try:
        data = parse_toml(text + "\n")
    except ValueError as error:
        raise InputError(f"{name}: not valid TOML: {error}.") from None
    return _Reader(data, Lines(text), name, folder or Path()).record()


class _Reader(Tables):
    """Reads a record out of the tables of its text."""

    def __init__(self, data: Mapping[str, Any], lines: Lines, name: str, folder: Path) -> None:
        super().__init__(data, lines, name)
        self._folder = folder

    def record(self) -> Record:
        self.known("", self.data, (*_TOP, *_SETTLED))
        for key in _REMARKS:
            self.entry("", self.data, key, values.text, "")
        self.rules = self._rules()
        self._check_settled()
        deal, start = self.table("deal"), self.table("start")
        self.known("deal", deal, _DEAL)
        fields: dict[str, Any] = {}
        if "start" in self.data:
            fields |= self._position(deal, start)
        else:
            fields |= self._deal(deal)
        return Record(
            rules=self.rules,
            name=self.name,
            title=self.entry("", self.data, "title", values.text, ""),
            actions=self._actions(),
            expectations=tuple(self._expectations()),
            result=self._result(),
            result_place=self.place("result"),
            winner=self.entry("", self.data, "winner", self._seat, None),
            ended_by=self.entry("", self.data, "ended_by", values.ending, "stop"),
            **fields,
        )

    def _check_settled(self) -> None:
        """Refuse what a finished position cannot have, and what only it can."""
        if "winner" not in self.data:
            if "ended_by" in self.data:
                raise self.error(
                    "", "ended_by", "ended_by is for a position to settle, which names its winner."
                )
            return
        if "start" not in self.data:
            raise self.error("", "winner", "a position to settle needs a [start] with captures.")
        for key in ("play", "expect"):
            if key in self.data:
                raise self.error(
                    key, "", f"a position to settle is not played on: leave out {key}, or winner."
                )

    # --- rules ----------------------------------------------------------------------------------

    def _rules(self) -> Rules:
        if "rules" not in self.data:
            raise self.error("", "rules", 'rules is missing: write rules = "arcade3" at the top.')
        rules: Rules = self.entry("", self.data, "rules", self._load_rules, None)
        override = self.table("override")
        if not override:
            return rules
        with self.located(["override"]):
            return Rules.from_dict({**rules.to_dict(), **override})

    def _load_rules(self, value: Any) -> Rules:
        from gostop.rule_files import is_preset

        name = values.text(value)
        if is_preset(name):
            return Rules.load(name)
        return Rules.load(self._folder / name)

    # --- the deal and the position --------------------------------------------------------------

    def _deal(self, deal: Mapping[str, Any]) -> dict[str, Any]:
        ways = [key for key in _WAYS if key in deal]
        if len(ways) != 1:
            raise self.error(
                "deal",
                "",
                "[deal] gives either hands, floor and stock, or a deck, or a seed and a game"
                + (f", but this one has {' and '.join(ways)}." if ways else "."),
            )
        for key in deal:
            if key not in _WAYS[ways[0]]:
                raise self.error("deal", key, f"{key} does not go with {ways[0]}: leave one out.")
        if ways == ["seed"]:
            return self._seeded(deal)
        with self.located(["deal"]):
            made = self._from_deck(deal) if ways == ["deck"] else self._from_hands(deal)
        return {"deal": made, "unknown": made.unknown}

    def _seeded(self, deal: Mapping[str, Any]) -> dict[str, Any]:
        seed = self.entry("deal", deal, "seed", check_seed, 0)
        game = self.entry("deal", deal, "game", values.whole(0, MAX_GAME), 0)
        return {"seeded": (seed, game)}

    def _from_deck(self, deal: Mapping[str, Any]) -> Deal:
        cards, unknown = values.split_unknown(self._listed(deal, "deck"), "the deck")
        return Deal.from_deck(self.rules, self._cards(cards, "the deck"), unknown)

    def _from_hands(self, deal: Mapping[str, Any]) -> Deal:
        taken, law = 0, self.rules

        def read(text: str, where: str, size: int | None = None) -> list[int]:
            nonlocal taken
            cards = parse_cards(text, law.jokers, where=where, taken=taken)
            if size is not None:  # before its surplus is found to stand twice in a later list
                check_size(where, len(cards), size)
            taken |= sum(1 << card for card in cards)
            return cards

        texts = self.entry("deal", deal, "hands", values.texts, [])
        hands = [read(text, f"hand {seat}", law.hand_size) for seat, text in enumerate(texts)]
        floor = read(self._listed(deal, "floor"), "the floor", law.floor_size)
        known, unknown = values.split_unknown(self._listed(deal, "stock"), "the stock")
        return Deal.of(law, hands, floor, read(known, "the stock"), unknown)

    def _listed(self, deal: Mapping[str, Any], key: str) -> str:
        text: str = self.entry("deal", deal, key, values.text, "")
        return text

    def _cards(self, text: str, where: str) -> list[int]:
        return parse_cards(text, self.rules.jokers, where=where)

    def _position(self, deal: Mapping[str, Any], start: Mapping[str, Any]) -> dict[str, Any]:
        self.known("start", start, (*_START, "piles"))
        for key in ("deck", "seed", "game"):
            if key in deal:
                raise self.error("deal", key, f"with [start] the cards are given, and no {key}.")
        stock = self._listed(deal, "stock")
        given = {
            "hands": self.entry("deal", deal, "hands", values.texts, [""] * self.rules.players),
            "floor": self._listed(deal, "floor"),
            **self._started(start),
        }
        with self.located(["start", "deal"]):
            known, unknown = values.split_unknown(stock, "the stock")
            position = Position.of(self.rules, stock=known, **given).filled(self.rules, unknown)
            if "winner" not in self.data:
                position.check_playable(self.rules)
        return {"position": position, "unknown": unknown}

    def _started(self, start: Mapping[str, Any]) -> dict[str, Any]:
        """Read [start] as `Position.of` wants it."""
        read: dict[str, Callable[[Any], Any]] = {
            "turn": values.whole(0, values.MOST),
            "captured": values.texts,
            "last_go": values.whole(0, values.MOST),
            "shaken": values.list_of(values.list_of(values.whole(1, 12))),
            "carry": values.whole(1, values.MOST),
            "reserved": values.list_of(values.reserved),
            "deferred": values.list_of(values.flag),
            **dict.fromkeys(_COUNTS, values.list_of(values.whole(0, values.MOST))),
        }
        given = {
            key: self.entry("start", start, key, read[key], None) for key in start if key in read
        }
        piles = self.entry("start", start, "piles", values.list_of(values.pile), [])
        given["piles"] = {month: owner for month, owner, _ in piles}
        given["buried"] = {month: jokers for month, _, jokers in piles if jokers}
        if len(given["piles"]) != len(piles):
            raise self.error("start", "piles", "piles: a month is named twice.")
        return given

    # --- play, expectations and result ----------------------------------------------------------

    def _actions(self) -> tuple[Action, ...]:
        play = self.table("play")
        self.known("play", play, ("actions",))
        text: str = self.entry("play", play, "actions", values.text, "")
        first = self.lines.of_text("play", "actions", text) or 0
        found = []
        for number, line in enumerate(text.split("\n")):
            if line := line.split("#")[0].strip():
                there = first and self.lines.has(first + number, line)
                place = f"line {first + number}" if there else f"action line {number + 1}"
                found.append(parse_action(line, self.rules, f"{self.name}, {place}"))
        return tuple(found)

    def _expectations(self) -> Iterator[Expectation]:
        entries = self.data.get("expect", [])
        if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
            raise self.error("", "expect", "expect must be tables: write [[expect]].")
        for number, entry in enumerate(entries):
            self.known("expect", entry, _EXPECT, number)
            if "turn" not in entry:
                raise self.error("expect", "", "[[expect]] names no turn.", number)
            wanted = {
                key: self.entry("expect", entry, key, self._expected(key), None, number)
                for key in entry
            }
            turn = wanted.pop("turn")
            yield Expectation(turn, wanted, self.place("expect", "", number))

    def _expected(self, key: str) -> Callable[[Any], Any]:
        """Return what reads one key of an expectation."""
        reads: dict[str, Callable[[Any], Any]] = {
            "seat": self._seat,
            "flipped": lambda value: self._named(value, key, ordered=True),
            "events": values.events,
            "captured": lambda value: self._named(value, key),
            "floor": lambda value: self._named(value, key),
            "stolen": self._stolen,
            "choice": values.flag,
            "turn": values.whole(1, values.MOST),
        }
        return reads.get(key, values.whole(0, values.MOST))

    def _named(self, value: Any, where: str, ordered: bool = False) -> tuple[int, ...]:
        return kin(self._cards(values.text(value), where), self.rules, ordered)

    def _stolen(self, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != self.rules.players:
            raise ValueError(f"a list of {self.rules.players} numbers or texts, one a seat")
        count = values.whole(0, values.MOST)
        return tuple(
            self._named(one, "stolen") if isinstance(one, str) else count(one) for one in value
        )

    def _result(self) -> Mapping[str, Any]:
        result = self.table("result")
        self.known("result", result, RESULT_KEYS)
        money = values.list_of(values.whole(-(2**31), 2**31))
        reads: dict[str, Callable[[Any], Any]] = {
            "winner": values.whole(-1, self.rules.players - 1),
            "ended_by": values.ending,
            "payments": money,
            "multipliers": money,
        }
        return {
            key: self.entry("result", result, key, reads.get(key, values.whole(0, 2**31)), None)
            for key in RESULT_KEYS
            if key in result
        }

    def _seat(self, value: Any) -> int:
        return values.whole(0, self.rules.players - 1)(value)
