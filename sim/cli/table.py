"""The table of a game in a terminal, as the person who sits at it may see it."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from gostop.cli.console import plain_console
from gostop.cli.telling import Teller, amount
from gostop.game import Game
from gostop.kernels.cards import ANIMALS, BRIGHTS, FIRST_JOKER, MONTHS, RIBBONS
from gostop.kernels.decisions import FIRST_BOMB, FLIP_ONLY
from gostop.kernels.ending import points_with
from gostop.kernels.scoring import pi_value
from gostop.kernels.state import EVENTS
from gostop.kernels.steal import reserved_pi
from gostop.records.legal import Choice, matches
from gostop.terms import TERMS, romanised

__all__ = ["Screen", "TableView"]

_NARROWEST, _WIDEST = 30, 100
_MONTH = 0b1111

# Only ASCII stands between the cards: many terminals with a Korean font draw a middle dot, an arrow
# or a line of a box two columns wide, and the columns that follow would then be out of place.


class Screen:
    """Prints lines no wider than the terminal; what does not fit goes on under the line's text.

    Parameters
    ----------
    ascii : bool
        Print nothing but ASCII, and no colour.
    """

    def __init__(self, ascii: bool) -> None:
        self.ascii = ascii
        self._console = Console(color_system=None) if ascii else plain_console()

    @property
    def width(self) -> int:
        """Columns to be used."""
        return max(_NARROWEST, min(self._console.width, _WIDEST))

    def say(self, line: Text | str = "", indent: int = 6) -> None:
        """Print one line; `indent` is that of its continuations."""
        text = line if isinstance(line, Text) else Text(line)
        if self.ascii:
            text = Text(_only_ascii(text.plain))
        first, *others = self._broken(text, indent)
        for piece in (first, *(Text.assemble(" " * indent, other) for other in others)):
            self._console.print(piece, soft_wrap=True)

    def say_all(self, lines: Iterable[Text | str], indent: int = 6) -> None:
        """Print several lines."""
        for line in lines:
            self.say(line, indent)

    def say_whole(self, line: str) -> None:
        """Print a line that is to be copied, however long it is."""
        self._console.print(_only_ascii(line) if self.ascii else line, soft_wrap=True)

    def _broken(self, text: Text, indent: int) -> list[Text]:
        """Break a line into pieces that fit, the later ones behind an indent."""
        if text.cell_len <= self.width:
            return [text]
        # The text may begin with spaces of its own, at which wrapping would break it.
        start = len(text.plain) - len(text.plain.lstrip())
        lead, rest = text[:start], text[start:]
        pieces = list(rest.wrap(self._console, self.width - max(indent, start)))
        for piece in pieces:
            piece.rstrip()
        return [Text.assemble(lead, pieces[0]), *pieces[1:]]


def _only_ascii(text: str) -> str:
    return romanised(text).encode("ascii", "backslashreplace").decode()


class TableView:
    """Draws the table of a game.

    Parameters
    ----------
    teller : Teller
        One that knows who reads.
    players : sequence of str
        Who plays each seat.
    """

    def __init__(self, teller: Teller, players: Sequence[str]) -> None:
        self._teller, self._players = teller, players

    def lines(self, game: Game, hand: int) -> Iterator[Text]:
        """The floor, what everyone has taken, and the reader's hand.

        Parameters
        ----------
        game : Game
            As it stands at the start of a turn, or one that was stopped to look at its end.
        hand : int
            The reader's cards, a mask.
        """
        you = self._teller.you
        for seat in self._teller.seats():
            if seat != you:
                yield from self._seat(game, seat)
        yield self.floor(game)
        assert you is not None
        yield from self._seat(game, you)
        yield Text.assemble(("hand  ", "bold"), self._by_month(hand))

    def head(self, game: Game, width: int) -> Text:
        """A line across that says whose turn it is."""
        number = int(game.table.turn) + (not game.over)
        left = f"-- turn {number}, {self._teller.seat(int(game.table.seat))} "
        right = f" {game.table.stock_left} in stock --"
        return Text(left + "-" * (width - cell_len(left + right)) + right, "bold")

    # --- the floor ------------------------------------------------------------------------------

    def floor(self, game: Game) -> Text:
        """The floor by months, piles in brackets."""
        table, groups = game.table, []
        for month in range(MONTHS):
            cards = int(table.floor) & _MONTH << 4 * month
            if int(table.piles) >> 4 * month & 1:
                groups.append(self._pile(game, month, cards))
            elif cards:
                groups.append(self._teller.cards(cards))
        return Text.assemble(("floor ", "bold"), Text("   ").join(groups) or Text("empty"))

    def _pile(self, game: Game, month: int, cards: int) -> Text:
        """Three cards that lie as one, jokers under them, and whose 뻑 it was."""
        table = game.table
        jokers = sum(
            1 << FIRST_JOKER + place
            for place, under in enumerate(table.buried)
            if int(under) >> 4 * month & 1
        )
        owner = next(
            (seat for seat, own in enumerate(table.pile_owner) if int(own) >> 4 * month & 1), None
        )
        whose = "dealt" if owner is None else f"뻑 of {self._teller.seat(owner)}"
        shown = self._teller.cards(cards | jokers)
        return Text.assemble("[", shown, self._teller.text(f" {whose}]"))

    # --- a seat ---------------------------------------------------------------------------------

    def _seat(self, game: Game, seat: int) -> Iterator[Text]:
        name = self._teller.seat(seat)
        who = name if seat == self._teller.you else f"{name} {self._players[seat]}"
        told = "; ".join(self._counts(game, seat))
        yield Text.assemble((who, "bold"), self._teller.text(f": {told}"))
        yield from self._captures(game, seat)

    def _counts(self, game: Game, seat: int) -> Iterator[str]:
        """What is public of a seat besides its cards."""
        table, count = game.table, dict(zip(EVENTS, game.table.count[seat].tolist(), strict=True))
        held = _held(game, seat)
        points = int(points_with(table, np.uint64(seat), np.uint64(held), game.law))
        yield f"{amount(points, 'point')}{self._teller.parts(held, points)}"
        if seat != self._teller.you:
            yield amount(game.hand(seat).bit_count(), "card")
        if count["goes"]:
            yield f"{count['goes']}고 at {table.last_go_points[seat]}"
        if flips := int(table.flips[seat]):
            yield f"{amount(flips, 'flip')} saved"
        shaken = [month + 1 for month in range(MONTHS) if int(table.shaken[seat]) >> 4 * month & 1]
        if shaken:
            yield f"흔들기 {' '.join(map(str, shaken))}"
        for event in ("bombs", "ppeoks"):
            if count[event]:
                yield f"{TERMS[event][0]} {count[event]}"

    def _captures(self, game: Game, seat: int) -> Iterator[Text]:
        held = _held(game, seat)
        rest = held & ~int(BRIGHTS | ANIMALS | RIBBONS)
        groups = [
            self._group(part, held & int(cards))
            for part, cards in (("bright", BRIGHTS), ("animals", ANIMALS), ("ribbons", RIBBONS))
            if held & int(cards)
        ]
        if groups:
            yield Text.assemble("      ", Text("   ").join(groups))
        if rest:
            worth = str(int(pi_value(np.uint64(held), game.law)))
            loose = int(reserved_pi(game.table, np.uint64(seat))).bit_count()
            if loose:
                worth += f" ({loose} only reserved)"
            yield Text.assemble("      ", self._group("pi", rest, f" {worth}:"))

    def _group(self, part: str, cards: int, note: str = "") -> Text:
        label = self._teller.text(TERMS[part][0])
        return Text.assemble((f"{label}{note} ", "dim"), self._teller.cards(cards))

    def _by_month(self, cards: int) -> Text:
        """Cards, those of one month close together."""
        months = [cards & _MONTH << 4 * month for month in range(MONTHS)]
        jokers = cards >> FIRST_JOKER << FIRST_JOKER
        groups = [self._teller.cards(one) for one in (*months, jokers) if one]
        return Text("  ").join(groups) or Text("empty")

    # --- moves ----------------------------------------------------------------------------------

    def moves(self, game: Game, listed: Sequence[Choice], width: int) -> Iterator[Text]:
        """What may be done, numbered, in as many columns as fit."""
        told = [
            Text.assemble((f"{number:>2}) ", "bold"), self._move(game, choice))
            for number, choice in enumerate(listed, 1)
        ]
        column = max(line.cell_len for line in told) + 2
        across = max(1, (width + 2) // column)
        down = -(-len(told) // across)
        for row in range(down):
            line = Text()
            for one in told[row::down]:
                line.append_text(one).append(" " * (column - one.cell_len))
            line.rstrip()
            yield line

    def _move(self, game: Game, choice: Choice) -> Text:
        """A move and what it takes for sure; that a card is played goes without saying."""
        assert game.decision is not None
        verb = choice.words.split()[0]
        if game.decision.kind in ("aim", "take"):
            return Text.assemble(f"{verb} ", self._teller.card(choice.option))
        if game.decision.kind != "turn" or choice.option == FLIP_ONLY:
            return Text(choice.words)
        if choice.option >= FIRST_BOMB:
            month = int(game.table.floor) & _MONTH << 4 * (choice.option - FIRST_BOMB)
            return Text.assemble(f"{choice.words} -> ", self._teller.cards(month))
        card = self._teller.card(choice.option)
        told = Text.assemble("" if verb == "play" else f"{verb} ", card)
        if found := matches(game, choice.option):
            told.append_text(Text.assemble(" -> ", self._taken(game, found)))
        return told

    def _taken(self, game: Game, found: int) -> Text:
        """The floor cards that a card takes: one, one of two, or a pile."""
        cards = [card for card in range(found.bit_length()) if found >> card & 1]
        names = {self._teller.card(card).plain: card for card in reversed(cards)}
        if len(cards) == 2 and len(names) == 2:
            return Text(" or ").join(map(self._teller.card, cards))
        return self._teller.cards(cards[:1] if len(cards) == 2 else cards)


def _held(game: Game, seat: int) -> int:
    """What a seat has taken.

    In a game that was stopped only to look at its end, reserved pi count as not given back.
    """
    held = int(game.table.captured[seat])
    if not game.over:
        return held
    for other in range(game.rules.players):
        back = int(reserved_pi(game.table, np.uint64(other)))
        held = held | back if other == seat else held & ~back
    return held
