"""Presets and rule files: rule sets with a name, and with a source for every value.

A preset is a TOML file beside this module that assigns every field; a rule file of a user's gives a
`base` and single fields, or all fields. Both are read by the same reader.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from gostop.errors import InputError
from gostop.rules import FIELDS, Rules, as_toml, check_name, did_you_mean
from gostop.toml_text import parse_toml

__all__ = [
    "PRESET_ALIASES",
    "Preset",
    "Provenance",
    "describe",
    "is_preset",
    "load_preset",
    "load_rule_set",
    "nearest_preset",
    "preset_names",
]

PRESET_ALIASES: Mapping[str, str] = MappingProxyType({"고스톱": "arcade3", "맞고": "arcade2"})
"""Everyday names of presets."""

_MAX_FILE_BYTES = 100_000
_FILE_KEYS = ("base", "title", "source", "notes")
_ENTRY_KEYS = ("value", "source", "assumed")
_MOST_CHANGES = 4
"""Of a preset, that are named before the rest is only counted."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a value comes from: its source, and whether it is assumed where that is silent."""

    source: str
    assumed: bool


@dataclass(frozen=True, slots=True, eq=False)
class Preset:
    """A rule set with its name and its sources.

    Attributes
    ----------
    name : str
        The preset's name, or the path of the file it was read from.
    title, source : str
        What it is, and whose rules they are.
    rules : Rules
        The rule set.
    provenance : mapping of str to Provenance
        The source of every field's value.
    base : str or None
        The preset that a rule file starts from.
    notes : tuple of str
        Remarks on what no field says.
    """

    name: str
    title: str
    source: str
    rules: Rules
    provenance: Mapping[str, Provenance]
    base: str | None = None
    notes: tuple[str, ...] = ()


def _preset_folder() -> Path:
    """Return the folder of the preset files, which are package data beside this module."""
    return Path(__file__).parent / "presets"


@cache
def preset_names() -> tuple[str, ...]:
    """Return the names of the presets, sorted."""
    return tuple(sorted(path.stem for path in _preset_folder().glob("*.toml")))


def _find_preset(name: str) -> str | None:
    """Return the preset that `name` means, or None; case and Unicode composition do not matter."""
    from unicodedata import normalize

    if len(name) > 100:
        return None
    key = normalize("NFC", name).strip().casefold()
    key = PRESET_ALIASES.get(key, key)
    return key if key in preset_names() else None


def is_preset(name: str) -> bool:
    """Whether a text names a preset."""
    return _find_preset(name) is not None


def load_preset(name: str) -> Preset:
    """Return a preset with the source of each value.

    Parameters
    ----------
    name : str
        One of `preset_names` or `PRESET_ALIASES`.

    Raises
    ------
    InputError
        If there is no such preset.
    """
    found = _find_preset(name)
    if found is None:
        names = (*preset_names(), *PRESET_ALIASES)
        raise InputError(
            f"there is no preset {as_toml(name)}{did_you_mean(name, names)}; "
            f"the presets are {', '.join(names)}."
        )
    return _read_preset(found)


@cache
def _read_preset(name: str) -> Preset:
    """Read the preset file `name`, once."""
    text = (_preset_folder() / f"{name}.toml").read_text(encoding="utf-8")
    return _parse_rule_file(text, name)


def nearest_preset(rules: Rules) -> tuple[str, dict[str, object]]:
    """Return the preset that a rule set differs least from, and the fields that do, with values."""
    nearest = min(
        (load_preset(name) for name in preset_names()),
        key=lambda preset: len(rules.differences(preset.rules)),
    )
    changes = rules.differences(nearest.rules)
    return nearest.name, {field: value for field, (_, value) in changes.items()}


def describe(rules: Rules) -> str:
    """Name a rule set for a reader: a preset, or the nearest one and what differs from it."""
    name, changes = nearest_preset(rules)
    told = [f"{field} = {as_toml(value)}" for field, value in changes.items()]
    if len(told) > _MOST_CHANGES:
        told[_MOST_CHANGES:] = [f"{len(told) - _MOST_CHANGES} more"]
    return f"{name} with {', '.join(told)}" if told else name


def load_rule_set(name_or_path: str | os.PathLike[str]) -> Preset:
    """Return a preset, or the rule set of a rule file, with the source of each value.

    A rule file is TOML. It gives all fields, or ``base = "arcade3"`` (any preset) and the fields
    that differ. A field is written as its value alone or, as in the presets, as
    ``{ value = ..., source = "...", assumed = true }``; `title`, `source` and `notes` are optional.

    Parameters
    ----------
    name_or_path : str or path
        A text that names a preset means the preset; anything else is the path of a file.

    Raises
    ------
    InputError
        If there is neither such a preset nor such a file, or the file has a fault; the sentence
        names the file and the field, and the line where it is not valid TOML.
    """
    if isinstance(name_or_path, str) and _find_preset(name_or_path):
        return load_preset(name_or_path)
    path = os.fspath(name_or_path)
    with _blame(f"rule file {path[:200] if path.isprintable() else as_toml(path)}"):
        return _parse_rule_file(_read_rule_file(path), path)


@contextmanager
def _blame(place: str) -> Iterator[None]:
    """Put the place in front of the sentence of any InputError raised inside."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def _read_rule_file(path: str) -> str:
    """Return the text of a rule file, or raise InputError."""
    try:
        with open(path, "rb") as file:
            data = file.read(_MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        known = (*preset_names(), *PRESET_ALIASES)
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"cannot be read ({reason}), nor is it a preset{did_you_mean(path, known)}; "
            f"the presets are {', '.join(known)}."
        ) from None
    if len(data) > _MAX_FILE_BYTES:
        raise InputError(f"is longer than the {_MAX_FILE_BYTES:,} bytes a rule file may have.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1} is not UTF-8; save it as UTF-8.") from None


def _parse_rule_file(text: str, name: str) -> Preset:
    """Read the text of a rule file or preset; `name` is what it will be called."""
    try:
        # Without the line's end a fault in the last line is reported "at end of document".
        data = parse_toml(text + "\n")
    except ValueError as error:
        raise InputError(f"not valid TOML: {error}.") from None
    entries = {key: value for key, value in data.items() if key not in _FILE_KEYS}
    base = _base_of(data)
    source = _text_of(data, "source", f"rule file {name}")
    values = base.rules.to_dict() if base else {}
    provenance = dict(base.provenance) if base else {}
    for key, entry in entries.items():
        check_name(key)
        values[key], provenance[key] = _read_entry(key, entry, source)
    return Preset(
        name=name,
        title=_text_of(data, "title", f"rules of {name}"),
        source=source,
        rules=Rules.from_dict(values),
        provenance=MappingProxyType({key: provenance[key] for key in FIELDS}),
        base=base.name if base else None,
        notes=_notes_of(data) or (base.notes if base else ()),
    )


def _base_of(data: Mapping[str, object]) -> Preset | None:
    """Return the preset that a rule file starts from, if any."""
    base = data.get("base")
    if base is None:
        return None
    if not isinstance(base, str):
        raise InputError(f"base is {as_toml(base)}, but must be the name of a preset, in quotes.")
    with _blame("base"):
        return load_preset(base)


def _text_of(data: Mapping[str, object], key: str, default: str) -> str:
    """Return the text under `key`, or `default` where there is none."""
    value = data.get(key, default)
    if not isinstance(value, str):
        raise InputError(f"{key} is {as_toml(value)}, but must be a text in quotes.")
    return value


def _notes_of(data: Mapping[str, object]) -> tuple[str, ...]:
    """Return the notes of a rule file."""
    notes = data.get("notes", [])
    if not isinstance(notes, list) or not all(isinstance(note, str) for note in notes):
        raise InputError(f"notes is {as_toml(notes)}, but must be a list of texts in quotes.")
    return tuple(notes)


def _read_entry(name: str, entry: object, source: str) -> tuple[object, Provenance]:
    """Return the value of a field and its provenance; `source` where the entry names none."""
    if not isinstance(entry, dict):
        return entry, Provenance(source, assumed=False)
    for key in entry:
        if key not in _ENTRY_KEYS:
            raise InputError(
                f"{name} has the key {as_toml(key)}{did_you_mean(key, _ENTRY_KEYS)}, "
                f"but may only have {', '.join(_ENTRY_KEYS)}."
            )
    if "value" not in entry:
        raise InputError(f"{name} has no value: write {name} = {{ value = ... }}.")
    assumed = entry.get("assumed", False)
    if not isinstance(assumed, bool):
        raise InputError(f"{name}.assumed is {as_toml(assumed)}, but must be true or false.")
    with _blame(name):
        return entry["value"], Provenance(_text_of(entry, "source", source), assumed)
