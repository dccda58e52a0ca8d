"""Games told to a person at a table: cards in colour, turns, scores, who pays whom and why."""

from collections.abc import Iterable, Iterator, Sequence
from math import prod

from rich.text import Text

from gostop.bill import Bill, Factor, Share
from gostop.cards import card_name
from gostop.deals import Deal
from gostop.game import Game, Result
from gostop.kernels.cards import (
    ANIMALS,
    BLUE_DAN,
    BRIGHTS,
    DOUBLE_PIS,
    GRASS_DAN,
    JOKERS,
    RED_DAN,
    RIBBONS,
)
from gostop.points import DANS, PARTS, Score, score
from gostop.records.actions import turn_words
from gostop.rules import Rules
from gostop.terms import TERMS, romanised, term
from gostop.turn import Answer, Turn

_STYLES = (
    (int(BRIGHTS), "bold yellow"),
    (int(ANIMALS), "green"),
    (int(RED_DAN), "red"),
    (int(BLUE_DAN), "blue"),
    (int(GRASS_DAN), "magenta"),
    (int(RIBBONS), "bright_red"),
    (int(DOUBLE_PIS) | int(JOKERS), "bold cyan"),
)
"""Colours by what a card is good for; a plain pi has none."""

_INDENT = " " * 6


class Teller:
    """Writes what happens in a game as text for a terminal.

    Parameters
    ----------
    rules : Rules
    ascii : bool
        Write nothing but ASCII: cards as 8G, terms in Latin letters.
    you : int, optional
        The seat of the person who reads; it is called "you".
    """

    def __init__(self, rules: Rules, ascii: bool = False, you: int | None = None) -> None:
        self.rules, self.ascii, self.you = rules, ascii, you

    # --- words and cards ------------------------------------------------------------------------

    def text(self, words: str) -> str:
        """A piece of text as this teller writes it."""
        return romanised(words) if self.ascii else words

    def term(self, word: str) -> str:
        """A term of the game and what it means."""
        return term(word, self.ascii)

    def card(self, number: int) -> Text:
        """A card's name, in its colour."""
        style = next((style for mask, style in _STYLES if mask >> number & 1), "")
        return Text(card_name(number, self.rules.jokers, self.ascii), style)

    def cards(self, cards: int | Iterable[int], none: str = "-") -> Text:
        """Cards separated by spaces; a mask's from the lowest bit up."""
        if isinstance(cards, int):
            cards = [card for card in range(cards.bit_length()) if cards >> card & 1]
        return Text(" ").join(map(self.card, cards)) or Text(none)

    def seat(self, seat: int) -> str:
        """What a seat is called."""
        return "you" if seat == self.you else f"seat {seat}"

    def seats(self) -> range:
        """All seats."""
        return range(self.rules.players)

    # --- the deal and the turns -----------------------------------------------------------------

    def deal(self, deal: Deal) -> Iterator[Text]:
        """Every card where it is dealt."""
        yield Text.assemble("floor   ", self.cards(sorted(deal.floor)))
        for seat, hand in enumerate(deal.hands):
            yield Text.assemble(f"seat {seat}  ", self.cards(sorted(hand)))
        known = deal.stock[: len(deal.stock) - deal.unknown]
        unknown = f" and {deal.unknown} unknown" if deal.unknown else ""
        yield Text.assemble("stock   ", self.cards(known), unknown)

    def shown_at_the_deal(self, answers: Sequence[Answer]) -> Iterator[Text]:
        """Triples that seats showed before the first turn."""
        if self.rules.shake_timing != "deal":
            return
        for one in answers:
            if one.kind == "shake" and one.option:
                yield Text(f"{self.seat(one.seat)}: {self.term('shake')}, month {one.month}")

    def turn(self, turn: Turn, number: int | None = None) -> Iterator[Text]:
        """What a seat did and what came of it, in a few lines."""
        yield self._head(turn, turn.number if number is None else number)
        if turn.captured:
            yield Text.assemble(_INDENT, "takes ", self.cards(turn.captured))
        if turn.events:
            yield Text(f"{_INDENT}{self._events(turn)}", "bold")
        for victim, cards in self._robbed(turn):
            yield Text.assemble(_INDENT, f"from {self.seat(victim)}: ", self.cards(cards))
        yield Text.assemble(
            _INDENT, "floor ", self.cards(turn.floor, none="empty"), "; ", self._standing(turn)
        )
        if turn.choice:
            yield Text(f"{_INDENT}{self.chosen(turn)}", "bold")

    def briefly(self, turn: Turn, remark: str = "", choice: bool = True) -> Iterator[Text]:
        """The same in two lines, for one who sees the table.

        Parameters
        ----------
        turn : Turn
        remark : str
            Said of what was played.
        choice : bool
            Say go or stop.
        """
        head = self._head(turn, turn.number, remark)
        if turn.captured:
            head.append_text(Text.assemble("; takes ", self.cards(turn.captured)))
        yield head
        told = [Text(self._events(turn), "bold")] if turn.events else []
        told += [
            Text.assemble(f"from {self.seat(victim)}: ", self.cards(cards))
            for victim, cards in self._robbed(turn)
        ]
        if turn.captured or told:
            told.append(Text(self._standing(turn)))
        if turn.choice and choice:
            told.append(Text(self.chosen(turn), "bold"))
        if told:
            yield Text.assemble(_INDENT, Text("; ").join(told))

    def _head(self, turn: Turn, number: int, remark: str = "") -> Text:
        """Who played what, and what was turned up."""
        played = self.played(self.own(turn))
        head = Text(f"{number:>3}  {self.seat(turn.seat)}: {played}{remark}")
        if turn.flipped:
            head.append_text(Text.assemble("; turns up ", self.cards(turn.flipped)))
        return head

    def _events(self, turn: Turn) -> str:
        return ", ".join(self.term(event) for event in sorted(turn.events))

    def _robbed(self, turn: Turn) -> Iterator[tuple[int, int]]:
        """Give each seat that cards were stolen from, and which."""
        return ((victim, cards) for victim, cards in enumerate(turn.stolen) if cards)

    def _standing(self, turn: Turn) -> str:
        """What the seat has after its turn."""
        points = f"{amount(turn.points, 'point')}{self.parts(turn.held, turn.points)}"
        return f"{points}, pi worth {turn.pi}"

    def parts(self, held: int, points: int) -> str:
        """What points are made of, in a word each; what the cards do not give came of sweeps."""
        counted = score(held, self.rules)
        parts = {part: counted.parts[part] for part in PARTS if counted.parts[part]}
        parts |= {"sweep": rest} if (rest := points - counted.points) else {}
        if not parts:
            return ""
        told = ", ".join(f"{TERMS[part][0]} {points}" for part, points in parts.items())
        return self.text(f" ({told})")

    def own(self, turn: Turn) -> list[Answer]:
        """What was decided in a turn itself; shakes at the deal only count as part of the first."""
        at_play = self.rules.shake_timing == "play"
        return [one for one in turn.answers if one.kind != "shake" or at_play]

    def played(self, answers: Sequence[Answer]) -> str:
        """The actions of a turn as a record writes them, but for go and stop at its end."""
        while answers and answers[-1].kind == "go" and len(answers) > 1:
            answers = answers[:-1]
        return turn_words(answers, self.rules, self.ascii)

    def chosen(self, turn: Turn) -> str:
        """Go or stop, as a turn that was asked has it at its end."""
        return self.text("고 go" if turn.answers[-1].option else "스톱 stop")

    # --- scores and settlements -----------------------------------------------------------------

    def score(self, counted: Score) -> Iterator[Text]:
        """Points part by part, each with its cards."""
        for part in PARTS:
            if counted.parts[part] or counted.cards[part]:
                line = self._part(counted.parts[part], part)
                line.append_text(self.cards(counted.cards[part]))
                yield line.append(self._remark(part, counted))

    def _part(self, points: int, word: str, what: str = "") -> Text:
        return Text(f"{points:>4}  {padded(self.term(word), 20)}{what}")

    def _remark(self, part: str, counted: Score) -> str:
        if part == "dan":
            held = [name for name, dan in DANS.items() if counted.cards["dan"] & dan == dan]
            return self.text(f" ({', '.join(TERMS[name][0] for name in held)})")
        if part == "pi":
            worth = f" (worth {counted.pi_value}"
            cup = self.text(", 국진 as two") if counted.cup_as == "pi" else ""
            return f"{worth}{cup})"
        if part == "animals" and counted.cup_as == "animal":
            return self.text(f" ({counted.animals}, 국진 one of them)")
        if part in ("animals", "ribbons"):
            return f" ({counted.cards[part].bit_count()})"
        return ""

    def result(self, game: Game, result: Result, bill: Bill) -> Iterator[Text]:
        """How a game ended, what it is worth, and every payment with its reasons."""
        yield self._ending(result)
        if bill.score is not None:
            yield from self.score(bill.score)
            if bill.sweep_points:
                yield Text(f"{bill.sweep_points:>4}  {padded(self.term('sweep'), 18)}{bill.sweeps}")
            if bill.go_points:
                goes = self.text(f"{bill.goes}고")
                yield Text(f"{bill.go_points:>4}  {padded(self.term('goes'), 18)}{goes}")
            yield Text(f"{bill.base:>4}  together", "bold")
        elif bill.price:
            yield Text(f"{bill.price:>4}  a fixed price, to be paid by each", "bold")
        for factor in bill.common:
            yield Text(f"{'x' + str(factor.times):>4}  {self.factor(factor)}")
        for share in bill.shares:
            yield Text.assemble(_INDENT, self.share(share, bill))
        if any(bill.first_money):
            told = ", ".join(f"{money:+,}" for money in bill.first_money)
            yield Text(f"{_INDENT}{self.term('first_ppeok_paid')}: {told}")
        yield self._payments(result)

    def _ending(self, result: Result) -> Text:
        how = self.term(result.ended_by)
        if result.winner >= 0:
            wins = "win" if result.winner == self.you else "wins"
            return Text(f"{self.seat(result.winner)} {wins}: {how}", "bold")
        if result.actor >= 0:
            return Text(f"nobody wins: {how} of {self.seat(result.actor)}", "bold")
        return Text(f"nobody wins: {how}", "bold")

    def factor(self, factor: Factor) -> str:
        """The name of what multiplies."""
        note = self.text(f" ({factor.note})") if factor.note else ""
        return f"{self.term(factor.name)}{note}"

    def share(self, share: Share, bill: Bill) -> str:
        """What one seat pays another, and how that comes about."""
        common = prod(one.times for one in bill.common)
        steps = [f"{bill.base:,}"] + ([str(common)] if common > 1 else [])
        steps += [f"{one.times} ({self.factor(one)})" for one in share.own]
        told = " x ".join(steps)
        if len(steps) > 1:
            told += f" = {share.full:,}"
        if share.amount < share.full:
            told += f", {self.term('capped')} at {share.amount:,}"
        whose = (
            ""
            if share.payer == share.of
            else (f" for {self.seat(share.of)} ({self.term('pays_all')})")
        )
        pays = "pay" if share.payer == self.you else "pays"
        return f"{self.seat(share.payer)} {pays} {self.seat(share.payee)}{whose}: {told}"

    def _payments(self, result: Result) -> Text:
        told = ", ".join(
            f"{self.seat(seat)} {payment:+,}" for seat, payment in enumerate(result.payments)
        )
        return Text(f"paid: {told}")


def padded(text: str, width: int) -> str:
    """Fill a text up to so many columns of a terminal, where Korean takes two each."""
    from rich.cells import cell_len

    return text + " " * max(1, width - cell_len(text))


def amount(number: int, word: str) -> str:
    """So many of a thing."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
