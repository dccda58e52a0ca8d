"""Checks of what a user gives, shared by the functions that take it."""

import operator
from typing import Any

from gostop.errors import InputError
from gostop.rules import as_toml


def check_whole(name: str, value: Any, low: int, high: int, wanted: str) -> int:
    """A whole number as a plain int.

    Parameters
    ----------
    name : str
        What it is, for the error.
    value : object
        An int, or anything that stands for one exactly, such as NumPy's integers.
    low, high : int
        Least and greatest value allowed.
    wanted : str
        The same for the error, such as "1 to 1024".

    Raises
    ------
    InputError
        If it is no whole number, or out of range.
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        raise InputError(f"{name} {as_toml(value)} is not possible: give a whole number, {wanted}")
    return number
