"""Hypothesis strategies that several test files share."""

from typing import Any

from hypothesis import strategies as st

from gostop.rules import FIELDS, FieldSpec, Rules

SIZES = [(2, 10, 8), (3, 7, 6), (2, 9, 12), (2, 11, 4), (3, 6, 12), (3, 5, 18)]
"""Players, hand and floor that fit; the two usual ones first, as examples shrink to them."""

USUAL_HIGH = {"win_points": 12, "nagari_carry_max": 8, "max_payment": 500}
"""Greatest number drawn of some fields, where the whole range would make most games alike."""

USUAL_FACTOR = 3
"""Greatest multiplier drawn: all of them at once keep payments inside 32 bits."""

USUAL_NUMBER = 20
"""Greatest size of any other number drawn."""


def _value(name: str, spec: FieldSpec) -> st.SearchStrategy[Any]:
    """Values of one field, numbers kept to a size that occurs in play."""
    if spec.words:
        word = st.sampled_from(spec.words)
        return word if spec.count is None else st.lists(word, unique=True).map(tuple)
    if spec.low is None or spec.high is None:
        return st.booleans()
    usual = USUAL_FACTOR if spec.unit == "factor" else USUAL_NUMBER
    number = st.integers(max(spec.low, -USUAL_NUMBER), min(spec.high, USUAL_HIGH.get(name, usual)))
    if spec.count is None:
        return number
    least, most = spec.count
    return st.lists(number, min_size=least, max_size=most).map(tuple)


@st.composite
def valid_rules(draw: st.DrawFn, /, **fixed: Any) -> Rules:
    """Rule sets of every kind that are valid, with some fields fixed by name.

    Parameters
    ----------
    **fixed
        Fields and the values they must have, such as ``players=3`` or ``defer_pi_wins=False``.
    """
    fits = [s for s in SIZES if s[0] == fixed.get("players", s[0])]
    names = ("players", "hand_size", "floor_size")
    sizes = dict(zip(names, draw(st.sampled_from(fits)), strict=True))
    drawn = {
        name: draw(_value(name, spec))
        for name, spec in FIELDS.items()
        if name not in fixed and name not in sizes
    }
    values = {**drawn, **sizes, **fixed}
    if "nagari_carry_max" not in fixed:
        values["nagari_carry_max"] = max(values["nagari_carry_max"], values["nagari_carry"])
    return Rules(**values)
