"""TOML read from people and written for them, without what a hostile text could do to a reader."""

import re
from typing import Any

__all__ = ["parse_toml", "toml_value"]

_NO_CODE = re.compile(
    r'"""(?:\\.|[^"\\]|"(?!""))*+"{0,5}+'
    r"|'''(?:[^']|'(?!''))*+'{0,5}+"
    r'|"(?:\\.|[^"\\\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+",
    re.DOTALL,
)
"""Strings and comments. One that is not closed runs to its end, so that no text is slow."""

_MOST_DOTS = 200
"""In a line of code. Reading a key takes the square of its dots: half a minute for 50,000."""

_LONGEST = 160
"""Characters of a message; `tomllib` quotes keys of any length in its own."""

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML; whatever is wrong with it is a ValueError with a short sentence."""
    import tomllib

    _check_dots(text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise ValueError(_shortened(str(error))) from None
    except ValueError:  # from `int`
        raise ValueError("a number has too many digits") from None


def _check_dots(text: str) -> None:
    if not _many_dots(text):
        return
    # What strings and comments are replaced by keeps the lines apart and counted.
    code = _NO_CODE.sub(lambda found: '""' + "\n" * found[0].count("\n"), text)
    if place := _many_dots(code):
        raise ValueError(f"a key has more than {_MOST_DOTS} dots (at line {place})")


def _many_dots(text: str) -> int:
    """Return the number of the first line that has too many dots, or 0."""
    lines = enumerate(text.split("\n"), 1)
    return next((number for number, line in lines if line.count(".") > _MOST_DOTS), 0)


def _shortened(sentence: str) -> str:
    """Return a sentence whose end says where, without the middle of what it quotes."""
    if len(sentence) > _LONGEST:
        sentence = f"{sentence[: _LONGEST - 60]} ... {sentence[-55:]}"
    return "".join(letter if letter.isprintable() else "?" for letter in sentence)


def toml_value(value: object, ascii: bool = False) -> str:
    """Return a value as TOML, whole, on one line.

    Parameters
    ----------
    value : str, int, bool or list
    ascii : bool
        Write what is not ASCII as an escape.
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(toml_value(one, ascii) for one in value)}]"
    if isinstance(value, str):
        return f'"{"".join(_letter(letter, ascii) for letter in value)}"'
    return str(value)


def _letter(letter: str, ascii: bool) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable() and (letter.isascii() or not ascii):
        return letter
    if "\ud800" <= letter <= "\udfff":  # a byte that was not UTF-8, which TOML cannot say
        return "?"
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"
