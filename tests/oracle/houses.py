"""Section 9: the five presets, typed out once more; and random rule sets."""

from random import Random
from types import SimpleNamespace
from typing import Any

ARCADE3: dict[str, Any] = {
    "players": 3,
    "hand_size": 7,
    "floor_size": 6,
    "jokers": (),
    "floor_four": "redeal",
    "chongtong_points": 7,
    "two_chongtong": "first",
    "five_brights_dealt_points": 0,
    "win_points": 3,
    "go_points": 1,
    "max_payment": 0,
    "joker_in_ppeok": "buried",
    "steal_jjok": 1,
    "steal_ttadak": 1,
    "steal_ppeok": 1,
    "steal_own_ppeok": 2,
    "steal_floor_three": 1,
    "steal_bomb": 1,
    "steal_sweep": 0,
    "steal_joker": 0,
    "sweep_points": 1,
    "triple_ppeok_points": -7,
    "last_ppeok_counts": False,
    "last_turn": "hand",
    "last_turn_excludes": ("jjok", "ttadak", "sweep", "eat", "ppeok"),
    "first_ppeok_points": 0,
    "consecutive_ppeok_points": (0, 0),
    "shake_timing": "play",
    "shake_multiplier": 2,
    "bomb_multiplier": 2,
    "animals7_multiplier": 2,
    "go_multiplier": "double_each",
    "exhaustion": "highest",
    "bright_bak": True,
    "pi_bak_below": 5,
    "pi_bak_needs_pi_points": False,
    "pi_bak_zero_exempt": False,
    "go_bak": "own_share",
    "defer_pi_wins": False,
    "bright3": 3,
    "bright3_rain": 2,
    "bright4": 4,
    "bright5": 15,
    "godori": 5,
    "dan": 3,
}

ARCADE2 = ARCADE3 | {
    "players": 2,
    "hand_size": 10,
    "floor_size": 8,
    "win_points": 7,
    "pi_bak_below": 8,
    "pi_bak_needs_pi_points": True,
}

TONGIL = ARCADE3 | {
    "chongtong_points": 6,
    "five_brights_dealt_points": 15,
    "steal_jjok": 0,
    "steal_own_ppeok": 1,
    "steal_sweep": 1,
    "sweep_points": 0,
    "triple_ppeok_points": 10,
    "last_ppeok_counts": True,
    "last_turn_excludes": ("sweep", "ppeok", "eat"),
    "shake_timing": "deal",
    "bomb_multiplier": 1,
    "go_multiplier": "double_once",
    "exhaustion": "nagari",
    "bright_bak": False,
    "pi_bak_below": 6,
    "pi_bak_needs_pi_points": True,
    "go_bak": "off",
    "defer_pi_wins": True,
}

TONGIL_JOKER = TONGIL | {"jokers": (2, 2, 2)}

MATGO_ONLINE = ARCADE2 | {
    "jokers": (2, 3),
    "floor_four": "nagari",
    "chongtong_points": 10,
    "steal_sweep": 1,
    "sweep_points": 0,
    "triple_ppeok_points": 7,
    "first_ppeok_points": 7,
    "consecutive_ppeok_points": (14, 21),
    "last_turn_excludes": ("jjok", "ttadak", "sweep", "ppeok"),
    "exhaustion": "nagari",
    "pi_bak_zero_exempt": True,
}

PRESETS = {
    "arcade3": ARCADE3,
    "arcade2": ARCADE2,
    "tongil": TONGIL,
    "tongil-joker": TONGIL_JOKER,
    "matgo-online": MATGO_ONLINE,
}

CHOICES: dict[str, tuple[Any, ...]] = {
    "floor_four": ("redeal", "nagari", "first_wins"),
    "chongtong_points": (0, 5, 10),
    "two_chongtong": ("first", "nagari"),
    "five_brights_dealt_points": (0, 15),
    "win_points": (1, 3, 7),
    "go_points": (0, 1, 2),
    "max_payment": (0, 0, 10, 50),
    "joker_in_ppeok": ("buried", "kept"),
    "steal_jjok": (0, 1, 2),
    "steal_ttadak": (0, 1, 2),
    "steal_ppeok": (0, 1, 2),
    "steal_own_ppeok": (0, 1, 2),
    "steal_floor_three": (0, 1),
    "steal_bomb": (0, 1, 2),
    "steal_sweep": (0, 1),
    "steal_joker": (0, 1),
    "sweep_points": (0, 1, 2),
    "triple_ppeok_points": (-7, 0, 7),
    "last_ppeok_counts": (False, True),
    "last_turn": ("hand", "stock"),
    "first_ppeok_points": (0, 7),
    "consecutive_ppeok_points": ((0, 0), (14, 21)),
    "shake_timing": ("play", "deal"),
    "shake_multiplier": (1, 2, 3),
    "bomb_multiplier": (1, 2, 3),
    "animals7_multiplier": (1, 2),
    "go_multiplier": ("double_each", "double_once"),
    "exhaustion": ("nagari", "highest"),
    "bright_bak": (False, True),
    "pi_bak_below": (0, 5, 6, 8),
    "pi_bak_needs_pi_points": (False, True),
    "pi_bak_zero_exempt": (False, True),
    "go_bak": ("own_share", "pays_all", "off"),
    "defer_pi_wins": (False, True),
    "bright3": (0, 3),
    "bright3_rain": (0, 2),
    "bright4": (4, 8),
    "bright5": (15, 20),
    "godori": (5, 7),
    "dan": (3, 4),
}


def preset(name: str, **changes: Any) -> SimpleNamespace:
    """Return a preset, with single fields changed."""
    return SimpleNamespace(**PRESETS[name] | changes)


def any_rules(rng: Random) -> SimpleNamespace:
    """Draw a rule set, each field for itself."""
    players, hand_size, floor_size = rng.choice([(3, 7, 6), (2, 10, 8)])
    excludable = ARCADE3["last_turn_excludes"]
    return SimpleNamespace(
        players=players,
        hand_size=hand_size,
        floor_size=floor_size,
        jokers=rng.choice([(), (2,), (2, 3), (2, 2, 2), (1, 2, 3)]),
        last_turn_excludes=tuple(rule for rule in excludable if rng.random() < 0.5),
        **{name: rng.choice(values) for name, values in CHOICES.items()},
    )
