"""Playing a record: its actions on the engine, and what it expects against what came."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gostop.cards import card_name
from gostop.errors import InputError
from gostop.game import Decision, Game, Result
from gostop.kernels.cards import FIRST_JOKER
from gostop.kernels.decisions import FIRST_BOMB, FLIP_ONLY, NO, YES
from gostop.records.actions import Action
from gostop.records.legal import can_shake, legal, matches, names_both
from gostop.records.reading import read_record
from gostop.records.record import Record
from gostop.turn import Turn

__all__ = ["Replay", "play_record", "replay"]


@dataclass
class Replay:
    """A record that was played.

    Attributes
    ----------
    record : Record
    game : Game
    turns : list of Turn
    difference : str or None
        The first thing that came otherwise than the record expects.
    """

    record: Record
    game: Game
    turns: list[Turn] = field(default_factory=list)
    difference: str | None = None

    @property
    def result(self) -> Result | None:
        """How it ended; None where the record stops before the game does."""
        return self.game.result if self.game.over else None


def replay(path: str | Path) -> Replay:
    """Read a game record and play it.

    Parameters
    ----------
    path : str or path
        A file, or the name of a shipped example, such as "tan".

    Returns
    -------
    Replay

    Raises
    ------
    InputError
        If it is no record, or an action is not legal; the sentence names the line, the seat, the
        action and what was legal there.

    Examples
    --------
    >>> replay("tan").result.payments
    (752, -376, -376)
    """
    return play_record(read_record(path))


def play_record(record: Record) -> Replay:
    """Play a record's actions and compare what it expects.

    Raises
    ------
    InputError
        If an action is not legal.
    """
    if record.winner is not None:
        raise InputError(
            f"{record.name}: with a winner this is a finished position: use gostop settle."
        )
    turns: list[Turn] = []
    game = record.game(lambda _, turn: turns.append(turn))
    reader = _Reader(record, game)
    reader.check_stock("the opening")
    while game.decision is not None:
        option = reader.answer(game.decision)
        if option is None:
            break
        played = len(turns)
        game.answer(option)
        if len(turns) > played or game.over:
            reader.end_turn()
    reader.check_all_read()
    done = Replay(record, game, turns)
    done.difference = next(_differences(done), None)
    return done


def _differences(done: Replay) -> Iterator[str]:
    """Give what came otherwise than expected, in the order of the game."""
    record = done.record
    for expected in sorted(record.expectations, key=lambda one: one.turn):
        if expected.turn > len(done.turns):
            yield f"{expected.place}: turn {expected.turn} is not played, but {len(done.turns)} are"
        elif difference := expected.difference(done.turns[expected.turn - 1], record.rules):
            yield difference
    if record.result:
        if done.result is None:
            yield f"{record.result_place}: the actions end before the game does"
        elif difference := record.differs(done.result):
            yield difference


class _Reader:
    """Gives a record's actions as answers, each to the question that it fits."""

    def __init__(self, record: Record, game: Game) -> None:
        self._record, self._game, self._rules = record, game, record.rules
        self._left = deque(record.actions)
        self._current: Action | None = None
        self._turns = 1
        self._drawn = 0
        self._begun = False
        self._shown = list(self._shakes_at_the_deal())

    def _shakes_at_the_deal(self) -> Iterator[Action]:
        """Take the shakes that come before the first turn off the actions."""
        while (
            self._record.position is None
            and self._rules.shake_timing == "deal"
            and self._left
            and self._left[0].verb == "shake"
            and self._left[0].month is not None
        ):
            yield self._left.popleft()

    def answer(self, decision: Decision) -> int | None:
        """Return the answer to a question, or None where the record ends."""
        self.check_stock(f"turn {self._turns}", self._needed(decision))
        if decision.kind == "shake":
            return self._shake(decision)
        if self._shown and decision.kind == "turn":
            raise self._illegal(self._shown[0], "has no such triple in the dealt hand")
        if decision.kind == "aim":
            return self._aim(decision)
        if decision.kind == "take":
            return self._take(decision)
        if not self._left:
            return None
        action = self._current = self._left.popleft()
        if action.seat != decision.seat:
            raise self._illegal(action, f"is not asked, but seat {decision.seat}")
        return self._go(action) if decision.kind == "go" else self._turn(decision, action)

    def _shake(self, decision: Decision) -> int:
        if self._rules.shake_timing == "play":
            return YES if self._current and self._current.verb == "shake" else NO
        for action in self._shown:
            if (action.seat, action.month) == (decision.seat, decision.month):
                self._shown.remove(action)
                return YES
        return NO

    def _turn(self, decision: Decision, action: Action) -> int:
        wanted: tuple[int, ...] = action.cards
        if action.verb == "flip":
            wanted = (FLIP_ONLY,)
        elif action.verb == "bomb":
            wanted = (FIRST_BOMB + (action.month or 0) - 1,)
        elif action.verb in ("take", "go", "stop"):
            raise self._illegal(action, f"cannot {action.verb} now")
        option = next((one for one in wanted if one in decision.options), None)
        joker = option is not None and FIRST_JOKER <= option < FLIP_ONLY
        if option is None or joker != (action.verb == "joker"):
            raise self._illegal(action, "cannot do that")
        if action.verb == "shake" and not can_shake(self._game, decision, option):
            raise self._illegal(action, "cannot shake there")
        if action.on and not any(matches(self._game, option) >> card & 1 for card in action.on):
            raise self._illegal(action, "finds no such card of that month on the floor")
        self._drawn += joker
        self._begun = not joker
        return option

    def _aim(self, decision: Decision) -> int:
        assert self._current is not None
        return self._one_of(decision, self._current.on, self._current, "on")

    def _take(self, decision: Decision) -> int:
        action = self._left[0] if self._left else None
        if action and action.verb == "take" and action.seat == decision.seat:
            self._left.popleft()
            return self._one_of(decision, action.cards, action, "take")
        return self._one_of(decision, (), self._current, "take")

    def _one_of(
        self, decision: Decision, named: tuple[int, ...], action: Action | None, word: str
    ) -> int:
        """Return which of two floor cards is named, or either where they bear one name."""
        first, second = decision.options
        for card in named:
            if card in decision.options:
                return card
        if not named and names_both(self._rules, first, second):
            return first
        names = " or ".join(card_name(card, self._rules.jokers) for card in (first, second))
        said = f"{action.place}: '{action.text}'" if action else self._record.name
        raise InputError(f"{said}: seat {decision.seat} must choose: write {word} {names}.")

    def _go(self, action: Action) -> int:
        if action.verb not in ("go", "stop"):
            raise self._illegal(action, "must first say go or stop")
        return YES if action.verb == "go" else NO

    def _illegal(self, action: Action, why: str) -> InputError:
        decision = self._game.decision
        seat = f"seat {decision.seat}: " if decision and decision.seat != action.seat else ""
        return InputError(
            f"{action.place}: '{action.text}': seat {action.seat} {why}; legal here: "
            f"{seat}{legal(self._game) or 'nothing, the game is over'}."
        )

    def end_turn(self) -> None:
        """Take note that a turn was played."""
        self._drawn, self._begun = 0, False
        self.check_stock(f"turn {self._turns}")
        self._turns += 1

    def _needed(self, decision: Decision) -> int:
        """Count the cards of the stock that the turn in hand has come to, as it asks this."""
        needed = self._drawn
        if self._begun and decision.kind in ("take", "go"):
            deck, left = self._game.deck(), int(self._game.table.stock_left)
            for card in deck[len(deck) - left + needed :]:
                needed += 1
                if card < FIRST_JOKER:
                    break
        return needed

    def check_stock(self, what: str, needed: int = 0) -> None:
        """Refuse what came to cards of the stock which the record does not know."""
        if int(self._game.table.stock_left) - needed < self._record.unknown:
            place = self._current.place if self._current else self._record.name
            raise InputError(
                f"{place}: {what} needs a card of the stock that is unknown ('?'): write which."
            )

    def check_all_read(self) -> None:
        """Refuse actions that are left when the game is over."""
        for action in (*self._shown, *self._left)[:1]:
            raise self._illegal(action, "cannot do that")
