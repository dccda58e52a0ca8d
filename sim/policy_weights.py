"""Weights of the heuristic player: read from text or a TOML file, and checked."""

import math
from collections.abc import Mapping

from gostop.errors import InputError
from gostop.kernels.weights import WEIGHTS
from gostop.rules import as_toml, did_you_mean
from gostop.toml_text import parse_toml

Weights = tuple[tuple[str, float], ...]
"""Names and values of the weights that are not the defaults, in the order of `WEIGHTS`."""

DEFAULTS: Mapping[str, float] = {name: default for name, default, _ in WEIGHTS}

LARGEST = 1e6
"""Greatest size of a weight."""

_FILE = "weights"
_MAX_FILE_BYTES = 1_000_000


def check_weights(given: Mapping[str, object]) -> Weights:
    """The weights of `given` that differ from the defaults.

    Raises
    ------
    InputError
        If there is no such weight, or a value is no number or too large.
    """
    values = {name: _check_weight(name, value) for name, value in given.items()}
    return tuple(
        (name, values[name])
        for name, default in DEFAULTS.items()
        if name in values and values[name] != default
    )


def _check_weight(name: str, value: object) -> float:
    if name not in DEFAULTS:
        near = did_you_mean(name, DEFAULTS) or f": choose from {', '.join(DEFAULTS)}"
        raise InputError(f"policy heuristic has no weight {as_toml(name)}{near}")
    # True is a number to Python, but no weight; what is not a number compares as nothing.
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST:
        return float(value)
    said = value if not isinstance(value, float) or math.isfinite(value) else str(value)
    raise InputError(
        f"weight {name} of policy heuristic is {as_toml(said)}, but must be a number "
        f"from {-LARGEST:.0f} to {LARGEST:.0f}"
    )


def parse_weights(arguments: str) -> Weights:
    """The weights that a policy's `arguments` say: ``weights="file.toml", steal=1.2``.

    What is named stands over what the file says.

    Raises
    ------
    InputError
        If the arguments or the file cannot be read, or a weight is wrong.
    """
    try:
        given = parse_toml(f"given = {{ {arguments} }}")["given"]
    except ValueError:
        raise InputError(
            f"policy heuristic was given {as_toml(arguments)}: write names and numbers, like "
            'heuristic(steal=1.2, deny=0.5), or a file, like heuristic(weights="mine.toml")'
        ) from None
    path = given.pop(_FILE, None)
    return check_weights({**_read_file(path), **given})


def _read_file(path: object) -> dict[str, object]:
    """Everything that a file of weights says."""
    if path is None:
        return {}
    if not isinstance(path, str):
        raise InputError(f"weights of policy heuristic is {as_toml(path)}, but must name a file")
    try:
        with open(path, "rb") as file:
            text = file.read(_MAX_FILE_BYTES).decode("utf-8-sig")
        return parse_toml(text + "\n")
    except UnicodeDecodeError:
        raise InputError(f"weights file {as_toml(path)} is not UTF-8: save it as UTF-8") from None
    except OSError as error:
        raise InputError(
            f"weights file {as_toml(path)} cannot be read: {error.strerror or error}"
        ) from None
    except ValueError as error:  # also of a zero byte in the name
        raise InputError(f"weights file {as_toml(path)} is no TOML: {error}") from None
