"""Where things stand in a TOML text, for messages: `tomllib` does not tell."""

import re

__all__ = ["Lines", "about"]

_HEADER = re.compile(r"\s*\[\[?\s*([\w-]{1,40})\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([\w-]{1,40})\s*=")
_QUOTES = ('"""', "'''")
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
_NEAR = 20
"""Lines after a key on which something under it is looked for."""


class Lines:
    """The lines of a text in which tables and keys begin.

    This reads TOML as people lay it out, a key on a line; where it is written otherwise no line is
    found, and a message does without.
    """

    def __init__(self, text: str) -> None:
        self._text = text.split("\n")
        self._found: dict[tuple[str, str, int], int] = {}
        self._scan()

    def _scan(self) -> None:
        table, entry, open_quote = "", 0, ""
        entries: dict[str, int] = {}
        for number, line in enumerate(self._text, 1):
            if open_quote:
                open_quote = "" if open_quote in line else open_quote
                continue
            if line.lstrip().startswith("#"):
                continue
            if header := _HEADER.match(line):
                table = header[1]
                entry = entries[table] = entries.get(table, -1) + 1
                self._found.setdefault((table, "", entry), number)
            elif key := _KEY.match(line):
                self._found.setdefault((table, key[1], entry if table else 0), number)
            open_quote = next((quote for quote in _QUOTES if line.count(quote) % 2), "")

    def of(
        self, table: str, key: str = "", entry: int = 0, token: str = "", nth: int = -1
    ) -> int | None:
        """Return the line of a key, of a table if no key is given, or of something under either.

        Parameters
        ----------
        table, key : str
            "" for what stands above all tables.
        entry : int
            Which one of an array of tables.
        token : str
            Something that stands on that line or on one soon after it.
        nth : int
            Instead: which text of a list that begins there, counted from 0.
        """
        start = self._found.get((table, key, entry))
        if start is None:
            return None
        texts = -1
        for number in range(start, min(start + _NEAR, len(self._text) + 1)):
            line = self._text[number - 1]
            texts += len(_QUOTED.findall(line))
            if (texts >= nth) if nth >= 0 else (token in line):
                return number
        return start

    def has(self, number: int, token: str) -> bool:
        """Whether something stands on a line."""
        return number <= len(self._text) and token in self._text[number - 1]

    def of_text(self, table: str, key: str, value: str) -> int | None:
        """Return the line on which the first line of a many-lined text stands."""
        start = self._found.get((table, key, 0))
        if start is None:
            return None
        first = value.split("\n")[0]
        for number in (start, start + 1):
            if self.has(number, first):
                quoted = any(quote in self._text[number - 1] for quote in _QUOTES)
                if first or not quoted:
                    return number
        return None


_PLACES = re.compile(
    r"hand (?P<hands>\d+)"
    r"|the captures of seat (?P<captured>\d+)"
    r"|the (?P<floor>floor)"
    r"|the (?P<stock>stock)"
    r"|the (?P<deck>deck)"
    r"|the (?P<reserved>reserved)"
    r"|^(?P<key>\w+)"
)


def about(sentence: str) -> tuple[str, str, int]:
    """Guess the key that a sentence is about, what of it is quoted, and which text of a list."""
    quoted = re.search(r"'([^']{1,20})'", sentence)
    token = quoted[1] if quoted else ""
    if re.search(r"^buried:|(?:the jokers|joker) under", sentence):
        return "piles", token, -1
    for found in _PLACES.finditer(sentence):
        key, nth = next((key, text) for key, text in found.groupdict().items() if text)
        return (nth if key == "key" else key), token, int(nth) if nth.isdigit() else -1
    return "", token, -1
