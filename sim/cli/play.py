"""`gostop play`: a person at a terminal against policies, on the engine of the batch runs."""

import re
import secrets
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper

from rich.text import Text

from gostop.cli.moves import NO_WORDS, YES_WORDS, tidied
from gostop.cli.round import LeaveError, Place, Round
from gostop.cli.simulate import parse_seed, read_rules, whole_number
from gostop.cli.table import Screen
from gostop.cli.telling import amount
from gostop.errors import InputError
from gostop.policies import parse_policy

__all__ = ["play_command"]

MAX_GAME = 2**63 - 1
_DRAWN_BITS = 32
"""Of a seed that nobody chose; few enough to be typed again."""


def play_command(
    *,
    rules: str,
    settings: Sequence[str],
    against: str,
    seed: str | None,
    game: str,
    seat: str,
    ascii: bool,
) -> None:
    """Run `gostop play`; arguments are as they were typed."""
    law = read_rules(rules, settings)
    you = whole_number("seat", seat, 0, law.players - 1)
    players = seated(against, law.players, you)
    drawn = secrets.randbits(_DRAWN_BITS) if seed is None else parse_seed(seed)
    number = whole_number("game", game, 0, MAX_GAME)
    _prepare_input()
    session = Session(Place(law, tuple(players), drawn, you, ascii), number)
    try:
        session.run()
    except KeyboardInterrupt:
        again = session.place.how_again(session.number)
        print(f"\ngostop: interrupted; the same deal again: {again}", file=sys.stderr)
        raise SystemExit(130) from None


def seated(against: str, players: int, you: int) -> list[str | None]:
    """Who plays each seat: a policy's name, or None for the person.

    Raises
    ------
    InputError
        If a policy is unknown, or there are neither one nor as many as opponents.
    """
    names = [name.strip() for name in re.split(r",(?![^()]*\))", against)]
    for name in names:
        parse_policy(name)
    opponents = players - 1
    if len(names) not in (1, opponents):
        meant = f"one for all or {opponents}, separated by commas" if opponents > 1 else "one"
        raise InputError(
            f"against names {len(names)} opponents, but these rules seat {opponents}: give {meant}"
        )
    found: list[str | None] = list(names * opponents if len(names) == 1 else names)
    found.insert(you, None)
    return found


def _prepare_input() -> None:
    """Let lines be edited as they are typed, and a byte that is no UTF-8 be a wrong answer."""
    with suppress(ImportError):  # there is none on Windows
        import readline  # noqa: F401 - input() uses it once it is loaded
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


class Session:
    """A person at a table, for one game after another.

    Parameters
    ----------
    place : Place
    number : int
        Of the first game; the others follow it.
    """

    def __init__(self, place: Place, number: int) -> None:
        self.place, self.number = place, number
        self.screen = Screen(place.ascii)
        self._played, self._balance = 0, 0

    def run(self) -> None:
        """Play until the person leaves."""
        try:
            while self._play_one():
                self.number += 1
        except LeaveError as leaving:
            self.screen.say(f"{leaving} The same deal again:")
            self.screen.say_whole(f"  {self.place.how_again(self.number)}")
        self.screen.say(f"{self._stand()} Goodbye.".lstrip())

    def _play_one(self) -> bool:
        """Play one game; whether another is wanted."""
        played = Round(self.place, self.number)
        gained = played.play()
        self._played += 1
        self._balance += gained
        self.screen.say(Text(f"You: {gained:+,} in this game. {self._stand()}", "bold"))
        return _again(played)

    def _stand(self) -> str:
        if not self._played:
            return ""
        return f"Your balance is {self._balance:+,} after {amount(self._played, 'game')}."


def _again(played: Round) -> bool:
    """Ask whether to play the next game."""
    while True:
        text = tidied(played.read("again? [y/N] ")).lower()
        if text in ("", *NO_WORDS):
            return False
        if text in YES_WORDS:
            return True
        if not played.commanded(text):
            played.screen.say("Type y for the next game, n to leave, or save or help.")
