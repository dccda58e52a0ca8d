"""Settling a finished position: who pays whom."""

from dataclasses import dataclass

from gostop.errors import InputError
from gostop.game import Game
from gostop.records.record import Record

__all__ = ["Settlement", "settle_record"]


@dataclass(frozen=True)
class Settlement:
    """A finished position that was settled.

    Attributes
    ----------
    game : Game
        Over, so that it has a result.
    difference : str or None
        The first thing that came otherwise than the record expects.
    """

    game: Game
    difference: str | None


def settle_record(record: Record) -> Settlement:
    """Settle a record that has a `winner` and a `[start]`.

    Raises
    ------
    InputError
        If it has not, or nobody wins so.
    """
    if record.winner is None or record.position is None:
        raise InputError(
            f"{record.name}: to settle, a record names its winner at the top (winner = 0) and has "
            "captures and counts in [start]; a game that is played is for gostop replay."
        )
    try:
        game = Game.ended(record.rules, record.position, record.winner, record.ended_by)
    except InputError as error:
        raise InputError(f"{record.name}: {error}") from None
    return Settlement(game, record.differs(game.result))
