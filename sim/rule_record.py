"""From a rule set to the numbers that the kernels read."""

import numpy as np
import numpy.typing as npt

from gostop.kernels import rules as record
from gostop.kernels.cards import DOUBLE_PIS, FIRST_JOKER, SINGLE_PI
from gostop.rules import Rules

_WORDS = {
    "floor_four": record.FLOOR_FOUR,
    "two_chongtong": record.TWO_CHONGTONG,
    "joker_in_ppeok": record.JOKER_IN_PPEOK,
    "last_turn": record.LAST_TURN,
    "shake_timing": record.SHAKE_TIMING,
    "go_multiplier": record.GO_MULTIPLIER,
    "exhaustion": record.EXHAUSTION,
    "go_bak": record.GO_BAK,
}
_DERIVED = ("jokers", "last_turn_excludes", "first_ppeok_points", "consecutive_ppeok_points")
_BRIGHTS = ("bright3", "bright3_rain", "bright4", "bright5")


def rule_record(rules: Rules) -> npt.NDArray[np.void]:
    """One row of ``kernels.rules.RULES`` that says what `rules` say."""
    row = np.zeros(1, record.RULES)
    law = row[0]
    for name, value in rules.to_dict().items():
        if name in _WORDS:
            law[name] = _WORDS[name].index(value)
        elif name not in _DERIVED + _BRIGHTS:
            law[name] = value
    worth = {1: int(SINGLE_PI), 2: int(DOUBLE_PIS), 3: 0}
    for place, value in enumerate(rules.jokers):
        worth[value] |= 1 << (FIRST_JOKER + place)
    law["pi_1"], law["pi_2"], law["pi_3"] = worth[1], worth[2], worth[3]
    law["pi_odd"], law["pi_many"] = worth[1] | worth[3], worth[2] | worth[3]
    law["joker_count"] = len(rules.jokers)
    law["last_turn_excludes"] = sum(
        1 << record.LAST_TURN_EXCLUDES.index(word) for word in rules.last_turn_excludes
    )
    law["ppeok_money"] = (rules.first_ppeok_points, *rules.consecutive_ppeok_points)
    law["bright_points"] = [
        (0, 0, 0, three, rules.bright4, rules.bright5)
        for three in (rules.bright3, rules.bright3_rain)
    ]
    return row
