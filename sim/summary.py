"""The summary of a run: the kernels' counts and histograms, added up and kept as JSON."""

from typing import Any

import numpy as np
import numpy.typing as npt

from gostop.kernels.summary import SUMMARY


class Summary:
    """Counts and joint histograms of a number of games.

    Every field of ``gostop.kernels.summary.SUMMARY`` is an attribute: an ``int64`` array, or an
    int where it is a single count. Summaries add up with ``+``.

    Parameters
    ----------
    record : numpy array of one SUMMARY row, optional
        Taken over, not copied. Default: no games.
    """

    def __init__(self, record: npt.NDArray[np.void] | None = None) -> None:
        self.record = np.zeros(1, SUMMARY) if record is None else record

    def __getattr__(self, name: str) -> Any:
        """One field: an int, or an array that must not be written to."""
        if name not in (SUMMARY.names or ()):
            raise AttributeError(name)
        value = self.record[name][0]
        return int(value) if np.ndim(value) == 0 else value

    @property
    def _words(self) -> npt.NDArray[np.int64]:
        return self.record.view(np.int64)

    def __add__(self, other: "Summary") -> "Summary":
        return Summary((self._words + other._words).view(SUMMARY))

    def __iadd__(self, other: "Summary") -> "Summary":
        self._words[:] += other._words
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Summary) and bool((self._words == other._words).all())

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """The summary in plain types: a number, or the places and values that are not 0.

        An array is a list of ``[place, value]``, the place counted through the array in C order.
        """
        plain: dict[str, Any] = {}
        for name in SUMMARY.names or ():
            values = self.record[name].reshape(-1)
            if values.size == 1:
                plain[name] = int(values[0])
            else:
                plain[name] = [[int(place), int(values[place])] for place in values.nonzero()[0]]
        return plain

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> "Summary":
        """The summary that `to_dict` wrote."""
        summary = cls()
        for name in SUMMARY.names or ():
            values = summary.record[name].reshape(-1)
            if values.size == 1:
                values[0] = plain[name]
            else:
                for place, value in plain[name]:
                    values[place] = value
        return summary
