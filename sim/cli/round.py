"""One game that a person plays at a terminal: what is shown, asked, typed and answered."""

import shlex
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.text import Text

from gostop.bill import bill_of
from gostop.cli.moves import Move, read_move, tidied
from gostop.cli.table import Screen, TableView
from gostop.cli.telling import Teller, amount, padded
from gostop.deals import Deal
from gostop.errors import InputError
from gostop.game import Decision, Game
from gostop.kernels.cards import FIRST_JOKER
from gostop.kernels.decisions import FLIP_ONLY, NO, YES
from gostop.kernels.settlement import go_factor
from gostop.kernels.state import EVENTS
from gostop.records.legal import choices
from gostop.records.writing import write_record
from gostop.rule_files import describe, nearest_preset
from gostop.rules import Rules, as_toml
from gostop.turn import Turn

__all__ = ["LeaveError", "Place", "Round"]

_COMMANDS = {
    "?": "help",
    "도움말": "help",
    "무르기": "undo",
    "저장": "save",
    "판": "table",
    "규칙": "rules",
    "q": "quit",
    "exit": "quit",
    "그만": "quit",
}
_PROMPTS = {
    "turn": "your move> ",
    "shake": "show them? ",
    "aim": "which> ",
    "take": "which> ",
    "go": "go or stop> ",
}

_WORDS = ("help", "undo", "save", "table", "rules", "quit")

_HELP = (
    ("a move", "its number; or its card, 8광 or 8G; or as in a record:"),
    ("", "play 3띠 on 3피, shake 6띠, bomb 9 (폭탄 9), joker J2, flip,"),
    ("", "take 5열, go (고), stop (스톱)"),
    ("table", "show the table again; so does Enter alone"),
    ("undo", "take back your last answer, within your turn"),
    ("save FILE", "write a record for gostop replay; FILE may be left out"),
    ("rules", "name the rules of this game"),
    ("quit", "leave; so do q and Ctrl-D"),
    ("->", "what a card takes for sure"),
    ("피 7:", "what the 피 that follow are worth"),
)


class LeaveError(Exception):
    """The person leaves; its text is what is said then."""


@dataclass(frozen=True)
class Place:
    """Where the person sits, and against whom.

    Attributes
    ----------
    rules : Rules
    players : tuple of str or None
        Who plays each seat; None is the person's.
    seed : int
    you : int
        The person's seat.
    ascii : bool
    """

    rules: Rules
    players: tuple[str | None, ...]
    seed: int
    you: int
    ascii: bool

    def how_again(self, number: int) -> str:
        """The command that deals a game again."""
        preset, changes = nearest_preset(self.rules)
        words = ["gostop", "play", "--rules", preset]
        for field, value in changes.items():
            words += ["--set", f"{field}={as_toml(value)}"]
        opponents = [name for name in self.players if name is not None]
        words += ["--against", opponents[0] if len(set(opponents)) == 1 else ",".join(opponents)]
        words += ["--seed", str(self.seed), "--game", str(number)]
        words += ["--seat", str(self.you)] if self.you else []
        words += ["--ascii"] if self.ascii else []
        return shlex.join(words)


class Match(Game):
    """A game that keeps its turns, and that can be copied to look ahead."""

    def __init__(self, rules: Rules, seed: int, game: int, players: Sequence[str | None]) -> None:
        self.turns: list[Turn] = []
        super().__init__(rules, seed=seed, game=game, policies=players, on_turn=_keep)

    def ahead(self) -> "Match":
        """A copy in which the turn in hand was played to its end, or stopped.

        What it has turned up by now, and what a stop would pay, are the same in the game itself;
        questions that are still open are answered with the first option.
        """
        copy = deepcopy(self)
        while copy.decision is not None and len(copy.turns) == len(self.turns):
            copy.answer(copy.decision.options[0])
        return copy


def _keep(game: Game, turn: Turn) -> None:
    assert isinstance(game, Match)
    game.turns.append(turn)


class Round:
    """One game, from the deal to the settlement.

    Parameters
    ----------
    place : Place
    number : int
        Of the game among those of the seed.
    """

    def __init__(self, place: Place, number: int) -> None:
        self.place, self.number = place, number
        self.rules, self.you = place.rules, place.you
        self.screen = Screen(place.ascii)
        self.teller = Teller(place.rules, place.ascii, place.you)
        self.view = TableView(self.teller, [name or "" for name in place.players])
        self.game = Match(place.rules, place.seed, number, place.players)
        self._before: list[Match] = []
        self._told = 0
        self._answered = self._seen_end = self._seen_shakes = False

    def play(self) -> int:
        """Play it and tell how it ended: what the person gained or lost."""
        self.screen.say_all(self._welcome())
        while (decision := self.game.decision) is not None:
            self._tell_turns()
            self._show(decision)
            self._answer()
        self._tell_turns()
        self.screen.say()
        self.screen.say_all(self._ending(), 28)
        return self.game.result.payments[self.you]

    def _welcome(self) -> Iterator[Text | str]:
        others = ", ".join(
            f"{self.teller.seat(seat)} is {name}"
            for seat, name in enumerate(self.place.players)
            if name
        )
        yield ""
        title = f"Game {self.number} of seed {self.place.seed}, {describe(self.rules)}."
        yield Text(title, "bold")
        first = self.teller.text(" (선)") if self.you == 0 else ""
        yield f"You are seat {self.you}{first}; {others}."
        if self.game.table.redeals:
            yield "Dealt anew: four of a month lay on the floor."
        jokers = [card for card in Deal.from_game(self.game).floor if card >= FIRST_JOKER]
        if jokers:
            takes = "takes" if self.you else "take"
            yield Text.assemble(
                f"{self.teller.seat(0)} {takes} what was dealt to the floor: ",
                self.teller.cards(jokers),
            )

    def _ending(self) -> Iterator[Text | str]:
        game = self.game
        result = game.result
        if result.ended_by in ("chongtong", "five_brights") and result.actor >= 0:
            shown = self.teller.cards(game.dealt(result.actor))
            yield Text.assemble(f"{self.teller.seat(result.actor)} dealt: ", shown)
        yield from self.teller.result(game, result, bill_of(game))

    # --- what is shown --------------------------------------------------------------------------

    def _tell_turns(self) -> None:
        """Tell what was played since the person was asked last."""
        game = self.game
        for turn in game.turns[self._told :]:
            if turn.number == 1 and not self._seen_shakes:
                self.screen.say_all(self.teller.shown_at_the_deal(turn.answers))
            mine = turn.seat == self.you
            if mine and self._seen_end:
                self.screen.say(Text(f"      {self.teller.chosen(turn)}", "bold"))
            else:
                forced = mine and not self._answered
                remark = " (your only move)" if forced else ""
                self.screen.say_all(self.teller.briefly(turn, remark))
            if mine:
                self._answered = self._seen_end = False
        self._told = len(game.turns)

    def _show(self, decision: Decision) -> None:
        """Show the table, and what is asked."""
        game = self.game
        width = self.screen.width
        if decision.kind == "go":
            self._show_end(game)
        elif decision.kind in ("aim", "take"):
            self.screen.say(self._which(game, decision.kind))
        else:
            self._show_shakes(game, decision)
            self.screen.say()
            hand = self._hand(decision)
            self._show_table(game, hand)
            if drawn := hand & ~game.hand(self.you):
                self.screen.say(Text.assemble("drawn for a joker: ", self.teller.cards(drawn)))
            if decision.kind == "shake":
                self.screen.say(self._shake_question(decision))
        moves = self.view.moves(game, choices(game, self.place.ascii), width)
        self.screen.say_all(moves, 4)

    def _show_table(self, game: Game, hand: int) -> None:
        self.screen.say(self.view.head(game, self.screen.width))
        self.screen.say_all(self.view.lines(game, hand))

    def _hand(self, decision: Decision) -> int:
        """The person's cards; one drawn for a joker in this turn is among the options only."""
        if decision.kind == "turn":
            return sum(1 << card for card in decision.options if card < FLIP_ONLY)
        return self.game.hand(self.you)

    def _show_shakes(self, game: Match, decision: Decision) -> None:
        """Tell the triples shown at the deal, before the first turn of a person who begins."""
        if game.turns or decision.kind != "turn" or self._seen_shakes:
            return
        if self.rules.shake_timing == "deal":
            first = game.ahead().turns[0]
            self.screen.say_all(self.teller.shown_at_the_deal(first.answers))
            self._seen_shakes = True

    def _shake_question(self, decision: Decision) -> Text:
        assert decision.month is not None
        shift = 4 * (decision.month - 1)
        shown = self.teller.cards(self.game.hand(self.you) & 0b1111 << shift)
        return Text.assemble(f"{self.teller.term('shake')}: show ", shown, "?")

    def _which(self, game: Match, kind: str) -> Text:
        """Tell which card could take either of two."""
        turn = game.ahead().turns[len(game.turns)]
        if kind == "take":
            played = self.teller.played(
                [one for one in self.teller.own(turn) if one.kind != "take"]
            )
            lead = Text.assemble(f"You {played}; turned up is ", self.teller.cards(turn.flipped))
        else:
            card = next(one.option for one in reversed(turn.answers) if one.kind == "turn")
            lead = Text.assemble("You play ", self.teller.card(card))
        return lead.append(": which does it take?")

    def _show_end(self, game: Match) -> None:
        """Tell the turn in hand, the table after it, and what stopping now would pay."""
        ahead = game.ahead()
        new = ahead.turns[len(game.turns) :]
        for turn in new:
            forced = " (your only move)" if not self._answered else ""
            self.screen.say_all(self.teller.briefly(turn, forced, choice=False))
        self._seen_end = bool(new)
        self.screen.say()
        self._show_table(ahead, ahead.hand(self.you))
        bill, result = bill_of(ahead), ahead.result
        self.screen.say(Text(f"stop: {result.payments[self.you]:+,} for you", "bold"))
        if common := ", ".join(f"x{one.times} {self.teller.factor(one)}" for one in bill.common):
            self.screen.say(f"      {common}")
        self.screen.say_all(f"      {self.teller.share(share, bill)}" for share in bill.shares)
        self.screen.say(self._going(game))

    def _going(self, game: Game) -> Text:
        """What one more go would add."""
        goes = int(game.table.count[self.you, EVENTS.index("goes")]) + 1
        points = amount(goes * self.rules.go_points, "point")
        times = int(go_factor(np.int64(goes), game.law))
        told = f"{goes}고, {points} for goes" + (f", x{times}" if times > 1 else "")
        if self.rules.go_bak != "off":
            told += "; 고박 if another wins"
        return Text.assemble(("go: ", "bold"), self.teller.text(f"  {told}"))

    # --- what is typed --------------------------------------------------------------------------

    def _answer(self) -> None:
        """Ask until there is an answer, or a step back."""
        game = self.game
        assert game.decision is not None
        listed = choices(game, self.place.ascii)
        while game is self.game:
            text = self.read(_PROMPTS[game.decision.kind])
            if self.commanded(text):
                continue
            try:
                self._do(read_move(text, game, listed))
                return
            except InputError as error:
                self.screen.say(f"{error} (help tells more)")

    def _do(self, move: Move) -> None:
        """Give an answer, and those that it says of the questions that follow."""
        game = self.game
        turns = len(game.turns)
        self._before.append(deepcopy(game))
        game.answer(move.choice.option)
        if len(game.turns) == turns and self._asks("shake") and self.rules.shake_timing == "play":
            game.answer(YES if move.choice.shakes else NO)
        if len(game.turns) == turns and self._asks("aim") and game.decision is not None:
            aimed = [card for card in move.on if card in game.decision.options]
            if aimed:
                game.answer(aimed[0])
        self._answered = True
        if len(game.turns) > turns or game.over:
            self._before.clear()

    def _asks(self, kind: str) -> bool:
        asked = self.game.decision
        return asked is not None and asked.kind == kind

    def read(self, prompt: str) -> str:
        """Read a line, or leave where there are no more."""
        try:
            text = input(prompt)
        except (EOFError, OSError, RuntimeError):  # RuntimeError: standard input is closed
            print()
            raise LeaveError("There is nothing more to read.") from None
        if not sys.stdin.isatty():
            self.screen.say(tidied(text))  # or the transcript would run on behind the prompt
        return text

    # --- commands -------------------------------------------------------------------------------

    def commanded(self, text: str) -> bool:
        """Do what a command says; whether it was one."""
        word, _, rest = text.strip().partition(" ")
        word = tidied(word).lower()
        word = _COMMANDS.get(word, word)
        if not word:
            word = "table"
        if word not in _WORDS or (rest and word != "save"):
            return False
        if word == "quit":
            raise LeaveError("You leave.")
        actions = {
            "help": self._help,
            "undo": self._undo,
            "table": self._table,
            "rules": self._rules,
        }
        self._save(rest) if word == "save" else actions[word]()
        return True

    def _help(self) -> None:
        for what, told in _HELP:
            line = Text(f"{padded(self.teller.text(what), 11)}{self.teller.text(told)}")
            self.screen.say(line, 11)

    def _rules(self) -> None:
        rules = self.rules
        preset, _ = nearest_preset(rules)
        self.screen.say(
            f"{describe(rules)}: go or stop from {amount(rules.win_points, 'point')}, "
            f"{amount(rules.go_points, 'point')} a go; gostop rules show {preset} tells all."
        )

    def _table(self) -> None:
        decision = self.game.decision
        if decision is not None:
            if decision.kind in ("aim", "take"):
                self._show_table(self.game, self.game.hand(self.you))
            self._show(decision)

    def _undo(self) -> None:
        if not self._before:
            self.screen.say("There is nothing to take back: undo goes back within your turn only.")
            return
        self.game = self._before.pop()
        self._answered, self._seen_end = bool(self._before), False
        self._seen_shakes = self._seen_shakes and bool(self.game.turns)
        self.screen.say("Taken back.")

    def _save(self, name: str) -> None:
        game = self.game
        name = name.strip().strip("\"'") or f"gostop-{self.place.seed}-{self.number}.toml"
        if not name.isprintable():
            self.screen.say("A file's name must be printable: type save OTHER-NAME.")
            return
        title = f"game {self.number} of seed {self.place.seed}, played by hand in seat {self.you}"
        try:
            with open(Path(name).expanduser(), "x", encoding="utf-8") as file:
                file.write(write_record(game, ascii=self.place.ascii, title=title))
        except FileExistsError:
            self.screen.say(f"'{name}' exists already and is left as it is: type save OTHER-NAME.")
            return
        except (OSError, RuntimeError) as error:  # RuntimeError: a home that is not known
            reason = getattr(error, "strerror", None) or str(error)
            self.screen.say(f"'{name}' cannot be written ({reason}); the game goes on.")
            return
        what = "the whole game" if game.over else f"{amount(len(game.turns), 'turn')} so far"
        self.screen.say(f"Saved {what} to {name}; gostop replay {shlex.quote(name)} shows it.")
        if not game.over:
            self.screen.say("It shows all hands and the stock: to look into it now is to peek.")
