"""Section 11: the random player, of whom frequencies are counted."""

from collections.abc import Sequence
from random import Random
from typing import Any

from .state import Ask, Game


def random_player(rng: Random) -> Ask:
    """Choose evenly among all options: cards, bombs and a flip; yes and no; this and that."""

    def ask(seat: int, kind: str, options: Sequence[Any], view: Game) -> Any:
        return options[rng.randrange(len(options))]

    return ask
