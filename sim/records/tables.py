"""The tables of a TOML text, read key by key; an error says on which line."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from gostop.errors import InputError
from gostop.records.lines import Lines, about
from gostop.rules import as_toml, did_you_mean

__all__ = ["Tables"]

T = TypeVar("T")


class Tables:
    """What `tomllib` made of a text, with the lines of the text.

    Parameters
    ----------
    data : mapping
    lines : Lines
    name : str
        What the text is called, in messages.
    """

    def __init__(self, data: Mapping[str, Any], lines: Lines, name: str) -> None:
        self.data, self.lines, self.name = data, lines, name

    def place(self, table: str, key: str = "", number: int = 0) -> str:
        """Say where a key stands, or a table; `number` is the entry of an array of tables."""
        line = self.lines.of(table, key, number)
        return self.name if line is None else f"{self.name}, line {line}"

    def error(self, table: str, key: str, sentence: str, number: int = 0) -> InputError:
        """Make an error about a key."""
        return InputError(f"{self.place(table, key, number)}: {sentence}")

    def table(self, name: str) -> Mapping[str, Any]:
        """Return a table, an empty one where it is not there."""
        table = self.data.get(name, {})
        if not isinstance(table, dict):
            raise self.error("", name, f"{name} must be a table: write [{name}].")
        return table

    def known(
        self, table: str, data: Mapping[str, Any], keys: Sequence[str], number: int = 0
    ) -> None:
        """Refuse keys that say nothing."""
        for key in data:
            if key not in keys:
                where = f"[{table}]" if table else "a record"
                raise self.error(
                    table,
                    key,
                    f"{as_toml(key)} is no key of {where}{did_you_mean(key, keys)}: it has "
                    f"{', '.join(keys)}.",
                    number,
                )

    def entry(
        self,
        table: str,
        data: Mapping[str, Any],
        key: str,
        read: Callable[[Any], T],
        default: Any,
        number: int = 0,
    ) -> Any:
        """Read what is under a key; `read` raises ValueError with what it must be."""
        if key not in data:
            return default
        try:
            return read(data[key])
        except InputError as error:
            raise self.error(table, key, str(error), number) from None
        except ValueError as error:
            raise self.error(
                table, key, f"{key} is {as_toml(data[key])}, but must be {error}.", number
            ) from None

    @contextmanager
    def located(self, tables: Sequence[str]) -> Iterator[None]:
        """Put the line of what an error is about in front of its sentence."""
        try:
            yield
        except InputError as error:
            sentence = str(error)
            key, token, nth = about(sentence)
            for table in tables:
                if line := self.lines.of(table, key, token=token, nth=nth):
                    raise InputError(f"{self.name}, line {line}: {sentence}") from None
            raise InputError(f"{self.place(tables[0])}: {sentence}") from None
