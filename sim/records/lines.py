"""Where things stand in a TOML text, for messages: `tomllib` does not tell."""

import re

_HEADER = re.compile(r"\s*\[\[?\s*([\w-]{1,40})\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([\w-]{1,40})\s*=")
_QUOTES = ('"""', "'''")


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
            if header := _HEADER.match(line):
                table = header[1]
                entry = entries[table] = entries.get(table, -1) + 1
                self._found.setdefault((table, "", entry), number)
            elif key := _KEY.match(line):
                self._found.setdefault((table, key[1], entry if table else 0), number)
            open_quote = next((quote for quote in _QUOTES if line.count(quote) % 2), "")

    def of(self, table: str, key: str = "", entry: int = 0, token: str = "") -> int | None:
        """Return the line of a key, of a table if no key is given, or of the token after either.

        Parameters
        ----------
        table, key : str
            "" for what stands above all tables.
        entry : int
            Which one of an array of tables.
        token : str
            Something that stands on that line or on one soon after it.
        """
        start = self._found.get((table, key, entry))
        if start is None or not token:
            return start
        for number in range(start, min(start + 20, len(self._text) + 1)):
            if token in self._text[number - 1]:
                return number
        return start

    def of_text(self, table: str, key: str, value: str) -> int | None:
        """Return the line on which the first line of a many-lined text stands."""
        start = self._found.get((table, key, 0))
        if start is None:
            return None
        first = value.split("\n")[0]
        for number in (start, start + 1):
            if number <= len(self._text) and first in self._text[number - 1]:
                quoted = any(quote in self._text[number - 1] for quote in _QUOTES)
                if first or not quoted:
                    return number
        return None
