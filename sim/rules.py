"""Rule sets: every setting of the game, the presets, and the files that change them.

A `Rules` object assigns a value to every setting. It is checked when it is made, so whoever holds
one holds a game that can be dealt, played and paid. What a setting means, its unit and its range
stand beside its declaration below and nowhere else; messages, tables and tests read them there.

Importing this module is cheap: the standard library only, and of that the slow parts when used.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from numbers import Integral
from types import MappingProxyType
from typing import Any, Self

from gostop.errors import InputError
from gostop.toml_text import parse_toml

__all__ = [
    "FIELDS",
    "SECTIONS",
    "FieldSpec",
    "Rules",
    "as_toml",
    "parse_setting",
    "worst_payment",
]

SUIT_CARDS = 48
"""Cards of the pack without jokers; `gostop.kernels.cards` says the same, but imports NumPy."""

MAX_JOKERS = 3

INT32_MAX = 2**31 - 1

SECTIONS: Mapping[int, str] = MappingProxyType(
    {
        1: "Cards",
        2: "The deal",
        3: "A turn",
        4: "Points",
        5: "Go and stop",
        6: "Settlement",
        7: "Deferred wins (승부유보)",
        8: "Sessions",
    }
)
"""Titles of the sections of RULES.md that have settings."""


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """What one setting means and which values it takes.

    Attributes
    ----------
    meaning : str
        One sentence.
    unit : str
        What the value counts: points, pi, cards, seats, factor and so on; "word" for a choice
        among words, "yes or no" for a flag.
    section : int
        Section of RULES.md that uses the setting, a key of `SECTIONS`.
    low, high : int or None
        Least and greatest number allowed; None where the setting is not a number.
    words : tuple of str
        Words allowed, in canonical order; empty where the setting is not a word.
    count : tuple of int or None
        Least and greatest length of a list; None where the setting is a single value.
    """

    meaning: str
    unit: str
    section: int
    low: int | None = None
    high: int | None = None
    words: tuple[str, ...] = ()
    count: tuple[int, int] | None = None

    @property
    def allowed(self) -> str:
        """The values allowed, as the end of a sentence that begins "must be"."""
        if self.words:
            words = ", ".join(self.words)
            return f"one of {words}" if self.count is None else f"a list of words out of {words}"
        if self.low is None:
            return "true or false"
        if self.count is None:
            return f"a whole number from {self.low} to {self.high}"
        least, most = self.count
        length = f"{least}" if least == most else f"{least} to {most}"
        return f"a list of {length} whole numbers from {self.low} to {self.high}"

    def clean(self, value: object) -> Any:
        """Return `value` in its canonical form.

        Lists become tuples, integers of any type `int`; a list of words is put in the order of
        `words`, and a list of any length (jokers) in rising order, as order means nothing there.

        Raises
        ------
        ValueError
            If the value is not allowed.
        """
        if self.count is None:
            return self._clean_one(value)
        least, most = self.count
        if not isinstance(value, (list, tuple)):
            raise ValueError
        items = [self._clean_one(item) for item in value]
        if self.words:
            return tuple(word for word in self.words if word in items)
        if not least <= len(items) <= most:
            raise ValueError
        return tuple(items if least == most else sorted(items))

    def _clean_one(self, value: object) -> bool | int | str:
        """Return one flag, number or word in canonical form, or raise ValueError."""
        if self.words:
            if isinstance(value, str) and value in self.words:
                return value
        elif self.low is None or self.high is None:
            if isinstance(value, bool):
                return value
        # True is an int to Python, but "3 points" and "true points" are not the same kind of thing.
        elif isinstance(value, Integral) and not isinstance(value, bool):
            number = int(value)
            if self.low <= number <= self.high:
                return number
        raise ValueError

    def hint(self, value: object) -> str:
        """Return " (did you mean ...?)" where a word of `value` is close to an allowed one."""
        if not self.words:
            return ""
        items = value if isinstance(value, (list, tuple)) else (value,)
        wrong = (item for item in items if isinstance(item, str) and item not in self.words)
        return next((did_you_mean(item, self.words) for item in wrong), "")


def _field(
    *,
    meaning: str,
    unit: str,
    section: int,
    low: int | None = None,
    high: int | None = None,
    words: tuple[str, ...] = (),
    count: tuple[int, int] | None = None,
) -> Any:
    """Declare a setting; the parameters are the attributes of `FieldSpec`."""
    return field(metadata={"spec": FieldSpec(meaning, unit, section, low, high, words, count)})


def _points(meaning: str, section: int, low: int = 0) -> Any:
    """Declare a number of points."""
    return _field(meaning=meaning, unit="points", section=section, low=low, high=1000)


def _steal(what: str) -> Any:
    """Declare how many pi a pattern takes from each opponent."""
    meaning = f"Pi taken from each opponent for {what}."
    return _field(meaning=meaning, unit="pi", section=3, low=0, high=10)


def _factor(meaning: str, section: int, high: int = 16) -> Any:
    """Declare a multiplier of payments, 1 being off."""
    return _field(meaning=meaning, unit="factor", section=section, low=1, high=high)


def _flag(meaning: str, section: int) -> Any:
    """Declare a rule that is in force or not."""
    return _field(meaning=meaning, unit="yes or no", section=section)


def _word(meaning: str, section: int, *words: str) -> Any:
    """Declare a choice of one among `words`."""
    return _field(meaning=meaning, unit="word", section=section, words=words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A complete rule set: one value for every setting.

    Immutable and hashable. Every setting must be given, by name; `Rules.preset`, `Rules.load` and
    `replace` are the usual ways to one. Each field's meaning, unit and range are in `FIELDS`.

    Raises
    ------
    InputError
        If a value is outside its range, the sizes do not add up to the pack, or a payment could
        be too large for the 32 bits that results are stored in. The sentence names the field.
    """

    players: int = _field(
        meaning="Seats in a game, numbered from 0 (선) in turn order.",
        unit="seats",
        section=2,
        low=2,
        high=3,
    )
    hand_size: int = _field(
        meaning="Cards dealt to each seat.", unit="cards", section=2, low=4, high=11
    )
    floor_size: int = _field(
        meaning="Cards dealt to the floor.", unit="cards", section=2, low=4, high=32
    )
    jokers: tuple[int, ...] = _field(
        meaning="Worth in pi of each joker (조커, 보너스패) in the pack.",
        unit="pi",
        section=1,
        low=1,
        high=3,
        count=(0, MAX_JOKERS),
    )
    floor_four: str = _word(
        "What happens when four of a month are dealt to the floor.",
        2,
        "redeal",
        "nagari",
        "first_wins",
    )
    chongtong_points: int = _points(
        "Price of 총통, four of a month in a dealt hand, from each opponent; 0 is off.", 2
    )
    two_chongtong: str = _word(
        "What happens when two seats are dealt 총통: the first in turn order wins, or a draw.",
        2,
        "first",
        "nagari",
    )
    five_brights_dealt_points: int = _points(
        "Price of all five 광 in a dealt hand, from each opponent; 0 is off.", 2
    )
    win_points: int = _points("Points a seat needs for its first choice of go or stop.", 5, low=1)
    go_points: int = _points("Points added to the winner's score for each go.", 5)
    max_payment: int = _field(
        meaning="The most that one loser pays for a game (first-뻑 money apart); 0 is no limit.",
        unit="points",
        section=6,
        low=0,
        high=1_000_000_000,
    )
    joker_in_ppeok: str = _word(
        "Where a joker goes that is turned up in a turn that makes a 뻑: into the pile or kept.",
        3,
        "buried",
        "kept",
    )
    steal_jjok: int = _steal("쪽")
    steal_ttadak: int = _steal("따닥")
    steal_ppeok: int = _steal("eating a pile that another seat's 뻑 made")
    steal_own_ppeok: int = _steal("자뻑, eating the pile of one's own 뻑")
    steal_floor_three: int = _steal("eating a pile that was dealt to the floor")
    steal_bomb: int = _steal("a bomb (폭탄)")
    steal_sweep: int = _steal("a sweep (쓸, 판쓸이)")
    steal_joker: int = _steal("a joker played or turned up")
    sweep_points: int = _points("Points that a sweep adds to the seat's score for good.", 4)
    triple_ppeok_points: int = _points(
        "Price of a third 뻑 from each opponent to its maker; negative, the maker pays; 0 is off.",
        3,
        low=-1000,
    )
    last_ppeok_counts: bool = _flag(
        "Whether a 뻑 annulled by the last-card rule still counts as the third one.", 3
    )
    last_turn: str = _word(
        "Which turn is a seat's last: by its hand running out, or by the stock running out.",
        3,
        "hand",
        "stock",
    )
    last_turn_excludes: tuple[str, ...] = _field(
        meaning="Patterns that do not count on a seat's last turn.",
        unit="words",
        section=3,
        words=("jjok", "ttadak", "sweep", "eat", "ppeok"),
        count=(0, 5),
    )
    first_ppeok_points: int = _points(
        "Paid at once by each opponent for a 뻑 on a seat's first turn; 0 is off.", 3
    )
    consecutive_ppeok_points: tuple[int, int] = _field(
        meaning="Paid at once for a 뻑 on the second and on the third turn running from the first.",
        unit="points",
        section=3,
        low=0,
        high=1000,
        count=(2, 2),
    )
    shake_timing: str = _word(
        "When 흔들기 is declared: as one of its three cards is played, or before the first turn.",
        3,
        "play",
        "deal",
    )
    shake_multiplier: int = _factor("Multiplies the payments for each month shaken.", 6)
    bomb_multiplier: int = _factor("Multiplies the payments for each bomb.", 6)
    animals7_multiplier: int = _factor(
        "Multiplies the payments when the winner counts seven 열끗 or more (멍박, 멍텅구리).", 6
    )
    go_multiplier: str = _word(
        "How goes multiply: double for the third and every later one, or once from the third on.",
        5,
        "double_each",
        "double_once",
    )
    exhaustion: str = _word(
        "Who wins when every card is played: nobody, or the highest points.", 5, "nagari", "highest"
    )
    bright_bak: bool = _flag("광박: a loser without a 광 pays double where 광 scored.", 6)
    pi_bak_below: int = _field(
        meaning="피박: a loser whose pi are worth less than this pays double; 0 is off.",
        unit="pi",
        section=6,
        low=0,
        high=40,
    )
    pi_bak_needs_pi_points: bool = _flag("Whether 피박 applies only if the winner scored pi.", 6)
    pi_bak_zero_exempt: bool = _flag("Whether a loser without any pi is spared 피박.", 6)
    go_bak: str = _word(
        "고박: a loser that had called go pays double, pays for all (독박), or nothing special.",
        6,
        "own_share",
        "pays_all",
        "off",
    )
    defer_pi_wins: bool = _flag("Articles 5 to 8 of the 통일안: reserved pi and 승부유보.", 7)
    nagari_carry: int = _factor("Multiplies the next game's payments after a drawn one.", 8)
    nagari_carry_max: int = _factor("The most that draws in a row may multiply by.", 8, high=1024)
    bright_sale_points: int = _points(
        "Paid by each player for each 광 of a hand pushed out of the game (광팔기); 0 is off.", 8
    )
    rain_bright_alone_from: int = _field(
        meaning="People at the table from which on a lone 비광 is paid for in a sale; 0 is never.",
        unit="people",
        section=8,
        low=0,
        high=6,
    )
    no_two_folds: bool = _flag("의무방어전: who folded in the last game may not fold again.", 8)
    bright3: int = _points("Three 광, none of them 비광.", 4)
    bright3_rain: int = _points("Three 광, one of them 비광.", 4)
    bright4: int = _points("Four 광.", 4)
    bright5: int = _points("Five 광.", 4)
    godori: int = _points("고도리: the birds of months 2, 4 and 8.", 4)
    dan: int = _points("Each of 홍단, 청단 and 초단.", 4)

    def __post_init__(self) -> None:
        for name, spec in FIELDS.items():
            value = getattr(self, name)
            try:
                clean = spec.clean(value)
            except ValueError:
                raise InputError(
                    f"{name} is {as_toml(value)}, but must be {spec.allowed}{spec.hint(value)}."
                ) from None
            object.__setattr__(self, name, clean)
        _check_sizes(self)
        _check_carry(self)
        _check_payments(self)

    @staticmethod
    def preset(name: str) -> "Rules":
        """Return the rule set of the preset `name`, a name or an alias; see `load_preset`."""
        from gostop.rule_files import load_preset

        return load_preset(name).rules

    @staticmethod
    def load(name_or_path: str | os.PathLike[str]) -> "Rules":
        """Return the rule set of a preset or of a rule file; see `load_rule_set`."""
        from gostop.rule_files import load_rule_set

        return load_rule_set(name_or_path).rules

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Make a rule set from plain values, as `to_dict`, TOML or JSON give them.

        Parameters
        ----------
        data : mapping of str to object
            A value for every field.

        Raises
        ------
        InputError
            If a field is unknown, missing or wrong.
        """
        for name in data:
            check_name(name)
        missing = [name for name in FIELDS if name not in data]
        if missing:
            more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
            raise InputError(
                f"the rule set lacks {', '.join(missing[:3])}{more}: give every field, "
                'or start from a preset with base = "arcade3".'
            )
        return cls(**dict[str, Any](data))

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as plain TOML and JSON types, in the order of the fields."""
        values = {name: getattr(self, name) for name in FIELDS}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
        }

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some fields changed.

        Raises
        ------
        InputError
            If a field is unknown, or the changed rule set is not valid.
        """
        return self.from_dict({**self.to_dict(), **changes})

    def changed(self, settings: Iterable[str]) -> Self:
        """Return a copy changed by texts of the form ``field=VALUE``, the last one winning.

        All are applied together, so sizes that only fit together can be changed.

        Raises
        ------
        InputError
            If a setting cannot be read, or the changed rule set is not valid.
        """
        return self.replace(**dict(map(parse_setting, settings)))

    @property
    def session_settings(self) -> tuple[str, ...]:
        """The settings at work between the games of a session, of no use to single games."""
        return tuple(name for name, off in _WITHOUT_SESSIONS.items() if getattr(self, name) != off)

    def differences(self, base: "Rules") -> dict[str, tuple[Any, Any]]:
        """Return the fields whose value differs from that in `base`: (value there, value here)."""
        ours, theirs = self.to_dict(), base.to_dict()
        return {name: (theirs[name], ours[name]) for name in FIELDS if theirs[name] != ours[name]}


_WITHOUT_SESSIONS: Mapping[str, Any] = MappingProxyType(
    {"nagari_carry": 1, "nagari_carry_max": 1, "bright_sale_points": 0, "no_two_folds": False}
)
"""Settings that act between the games of a session, with the values that switch them off."""


FIELDS: Mapping[str, FieldSpec] = MappingProxyType(
    {item.name: item.metadata["spec"] for item in fields(Rules)}
)
"""Every setting by name, in the order of the fields."""


def _check_sizes(rules: Rules) -> None:
    """Refuse hands and a floor that do not leave one stock card for every card of a hand."""
    dealt = 2 * rules.players * rules.hand_size + rules.floor_size
    if dealt != SUIT_CARDS:
        raise InputError(
            f"players {rules.players}, hand_size {rules.hand_size} and floor_size "
            f"{rules.floor_size} do not fit: 2 x players x hand_size + floor_size is {dealt}, "
            f"but must be {SUIT_CARDS}."
        )


def _check_carry(rules: Rules) -> None:
    """Refuse a ceiling of the carry that is lower than the carry itself."""
    if rules.nagari_carry_max < rules.nagari_carry:
        raise InputError(
            f"nagari_carry_max is {rules.nagari_carry_max}, but must be at least nagari_carry, "
            f"which is {rules.nagari_carry}."
        )


def _check_payments(rules: Rules) -> None:
    """Refuse rule sets under which a payment might not fit the column that stores it."""
    worst = worst_payment(rules)
    if worst > INT32_MAX:
        raise InputError(
            f"the multipliers are too large: with shake_multiplier {rules.shake_multiplier}, "
            f"bomb_multiplier {rules.bomb_multiplier}, animals7_multiplier "
            f"{rules.animals7_multiplier} and nagari_carry_max {rules.nagari_carry_max} a payment "
            f"could reach {worst:,}, but must stay within {INT32_MAX:,}; lower one of them."
        )


def worst_payment(rules: Rules) -> int:
    """Return a number that no payment of a game can exceed, in points.

    It is generous: everything that can pay is taken to happen in one game, `max_payment` is left
    out of account because multipliers are stored uncapped, and the sum of all losers is taken.
    """
    opponents = rules.players - 1
    # Stored with a game's result; a session settles a dealt win with up to five others.
    fixed = 5 * max(
        rules.chongtong_points, rules.five_brights_dealt_points, abs(rules.triple_ppeok_points)
    )
    played = opponents * _worst_points(rules) * _worst_multiplier(rules)
    first_money = rules.first_ppeok_points + sum(rules.consecutive_ppeok_points)
    return max(fixed, played) * rules.nagari_carry_max + rules.players * first_money


def _worst_points(rules: Rules) -> int:
    """Return a bound of a winner's points, goes included."""
    brights = max(rules.bright3, rules.bright3_rain, rules.bright4, rules.bright5)
    # Ten 띠 are 6 points and nine 열끗 5; pi worth 22 + 4, 국진 2 and the jokers give all but 9.
    rows = 6 + 5 + 19 + sum(rules.jokers)
    # A seat has one turn for each card dealt to it (a bomb's three cards are one turn and two
    # flips), and can sweep and call go at most once in each.
    each_turn = rules.hand_size * (rules.sweep_points + rules.go_points)
    return brights + rules.godori + 3 * rules.dan + rows + each_turn


def _worst_multiplier(rules: Rules) -> int:
    """Return a bound of what multiplies a loser's payment, the carry apart."""
    doublings = 1 if rules.go_multiplier == "double_once" else rules.hand_size - 2
    doublings += rules.bright_bak + (rules.pi_bak_below > 0) + (rules.go_bak == "own_share")
    months = rules.hand_size // 3
    shown = max(rules.shake_multiplier, rules.bomb_multiplier) ** months
    return int(2**doublings * shown * rules.animals7_multiplier)


# --- settings given as text ------------------------------------------------------------------


def parse_setting(text: str) -> tuple[str, Any]:
    """Read ``field=VALUE``, with the value as TOML or, for words, bare.

    Parameters
    ----------
    text : str
        Such as ``win_points=5``, ``jokers=[2, 2]``, ``floor_four=nagari``, ``bright_bak=True`` or
        ``last_turn_excludes=[sweep, eat]``.

    Returns
    -------
    tuple of str and object
        The field's name and the value, not yet checked against the field's range.

    Raises
    ------
    InputError
        If there is no equals sign, no such field, or no value that can be read.
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(
            f"setting {as_toml(text)} must have the form field=VALUE, like win_points=7."
        )
    name = name.strip()
    check_name(name)
    return name, _parse_value(name, value.strip())


def _parse_value(name: str, text: str) -> Any:
    """Read a value as TOML, else as a bare word or a bracketed list of bare words."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        data = parse_toml(f"value = {text}")
    except ValueError:
        data = {}
    if data.keys() == {"value"}:
        return data["value"]
    if _is_bare(text):
        return text
    if text.startswith("[") and text.endswith("]"):
        words = [word.strip() for word in text[1:-1].split(",")]
        if all(map(_is_bare, words)):
            return words
    raise InputError(
        f"the value of {name}, {as_toml(text)}, cannot be read: write it as TOML, and it must be "
        f"{FIELDS[name].allowed}."
    )


def _is_bare(text: str) -> bool:
    """Whether `text` is a single word that needs no quotes."""
    return text.replace("_", "").replace("-", "").isalnum()


def as_toml(value: object) -> str:
    """Return a value as TOML writes it, shortened where it is too long to read in a message."""
    import json

    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):  # a number of more digits than Python prints, a deep list
        return "a value too long to show"
    if not text.isprintable():  # control characters, or bytes of the command line not in UTF-8
        text = json.dumps(value, default=str)
    return text if len(text) <= 80 else text[:76] + " ..."


def check_name(name: str) -> None:
    """Refuse a name that is no setting, with the closest that is."""
    if name not in FIELDS:
        raise InputError(
            f"there is no setting {as_toml(name)}{did_you_mean(name, FIELDS)}; "
            "`gostop rules show arcade3` lists them all."
        )


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return " (did you mean ...?)" with the closest known word, or nothing where none is close."""
    from difflib import get_close_matches

    # Comparing costs the product of the lengths, and no long text is close to a name.
    if not isinstance(word, str) or len(word) > 100:
        return ""
    close = get_close_matches(word.lower(), list(known), n=1)
    return f" (did you mean {close[0]}?)" if close else ""
