"""Cases of the rules, written once in card names and played on both engines.

A case lays a position, or deals every card, and gives the answers in order: ``"play 5피; on 5열"``.
What it then expects was worked out by hand from the rules. The answers are these, each of them
with the seat before it where that is worth checking, as in ``"1 play 5피"``:

``play 5피``, ``flip``, ``bomb 5``, ``shake yes``, ``shake no``, ``on 5열`` (which of two the played
card takes), ``take 5열`` (which of two the turned-up card takes), ``go``, ``stop``. Where shakes
are declared at the deal they name the month: ``0 shake 5 yes``.

A question without an answer, and an answer that was not asked for, are errors.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from gostop.cards import card_name, format_cards, parse_cards
from gostop.game import Game
from gostop.kernels.decisions import FIRST_BOMB, FLIP_ONLY
from gostop.kernels.state import EVENTS
from gostop.kernels.steal import reserved_pi
from gostop.position import Position
from gostop.rules import Rules
from gostop.turn import Turn as GameTurn

from oracle import Ask, Card, Deal, Pile, Reader, Seat, TurnRecord, card_of, name_of, play, play_on
from oracle import Game as OracleGame
from oracle.decide import qualifies
from oracle.positions import called

WORD_OF_FACTOR = {
    "bright_bak": "광박",
    "pi_bak": "피박",
    "go_bak": "고박",
    "pays_all": "독박",
    "animals7": "멍박",
    "go": "3고",
    "shake": "흔들기",
    "bomb": "폭탄",
    "carry": "carry",
    "capped": "capped",
}
"""The names of the engine's factors that cases use, as the oracle does."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What is expected of the last turn that a case plays; None: whatever it is.

    `captured` is what the turn took without stolen pi; `stolen` the cards taken from each seat;
    `floor` what lies there after it; `points` and `pi` those of the seat that moved; `choice`
    whether it was asked go or stop at the end of the turn; `piles` each pile's month and owner;
    `flips` the flip-only turns it has saved; `reserved` the pi in each seat's captures that are
    only reserved; `goes` and `ppeoks` the goes it has called and the 뻑 that count for it.
    """

    events: str | None = None
    captured: str | None = None
    stolen: Sequence[str] | None = None
    floor: str | None = None
    points: int | None = None
    choice: bool | None = None
    piles: Mapping[int, int | None] | None = None
    flips: int | None = None
    pi: int | None = None
    reserved: Sequence[str] | None = None
    goes: int | None = None
    ppeoks: int | None = None


@dataclass(frozen=True, kw_only=True)
class End:
    """What is expected of the end of the game; None: whatever it is.

    `points` are the winner's as paid, without goes; `factors` the names of what multiplies, in one
    text a seat; `turns` those played in the game.
    """

    by: str | None = None
    winner: int | None = None
    actor: int | None = None
    points: int | None = None
    goes: int | None = None
    payments: Sequence[int] | None = None
    multipliers: Sequence[int] | None = None
    factors: Sequence[str] | None = None
    turns: int | None = None


@dataclass(frozen=True, kw_only=True)
class Case:
    """One rule at work; all but the first six fields are those of `Position.of`.

    Attributes
    ----------
    rule : str
        The section, and what the rules say there; the name of the test.
    base : str
        The preset played by.
    change : mapping
        Settings that differ from it.
    script : str
        The answers, separated by semicolons.
    offers : str, optional
        All that the first question may be answered with, separated by commas.
    after : Turn, optional
        Expected of the last turn played.
    end : End, optional
        Expected of the end; without it the case ends after `plays` turns.
    plays : int
        Turns to play where the end is not looked at.
    dealt : bool
        The cards are a deal, every one of them, and the opening rules are applied. What is left of
        the pack lies under the stock that is given.
    """

    rule: str
    base: str = "arcade3"
    change: Mapping[str, Any] | None = None
    script: str = ""
    offers: str | None = None
    after: Turn | None = None
    end: End | None = None
    plays: int = 1
    dealt: bool = False
    hands: Sequence[str] = ()
    floor: str = ""
    stock: str = ""
    captured: Sequence[str] = ()
    turn: int = 0
    goes: Sequence[int] = ()
    points_at_last_go: Sequence[int] = ()
    last_go: int | None = None
    shakes: Sequence[int] = ()
    bombs: Sequence[int] = ()
    flips_saved: Sequence[int] = ()
    ppeoks: Sequence[int] = ()
    sweeps: Sequence[int] = ()
    shaken: Sequence[Iterable[int]] = ()
    turns: Sequence[int] = ()
    carry: int = 1
    piles: Mapping[int, int | None] | None = None
    buried: Mapping[int, str] | None = None
    reserved: Sequence[Mapping[int, str]] = ()
    deferred: Sequence[bool] | None = None

    def __str__(self) -> str:
        return self.rule

    @cached_property
    def rules(self) -> Rules:
        """The rule set it is played by."""
        return Rules.preset(self.base).replace(**(self.change or {}))

    def each(self, name: str, nothing: Any) -> list[Any]:
        """Return a field with one entry a seat, filled up with `nothing`."""
        given = list(getattr(self, name))
        return given + [nothing] * (self.rules.players - len(given))

    @property
    def position(self) -> Position:
        """The position, for the engine."""
        each_seat = {
            item.name: self.each(item.name, nothing)
            for item in fields(self)
            if (nothing := EMPTY.get(item.name)) is not None
        }
        if not self.shakes:
            each_seat["shakes"] = ()
        whole = ("floor", "stock", "turn", "last_go", "carry", "piles", "buried", "deferred")
        return Position.of(self.rules, **each_seat, **{name: getattr(self, name) for name in whole})

    @property
    def deal(self) -> np.ndarray:
        """Every card's number in the order hands, floor, stock, for a case that is dealt."""
        listed_cards: list[int] = []
        for text in (*self.hands, self.floor, self.stock):
            taken = sum(1 << card for card in listed_cards)
            listed_cards += parse_cards(text, self.rules.jokers, taken=taken)
        pack = range(48 + len(self.rules.jokers))
        return np.array(
            listed_cards + [card for card in pack if card not in listed_cards], np.uint8
        )


EMPTY: Mapping[str, Any] = {
    "hands": "",
    "captured": "",
    "shaken": (),
    "reserved": {},
    **dict.fromkeys(("goes", "points_at_last_go", "flips_saved", "turns"), 0),
    **dict.fromkeys(("shakes", "bombs", "ppeoks", "sweeps"), 0),
}
"""What a seat has of each field of a position where nothing is said."""


class Script:
    """Gives a case's answers in order, each to a question that offers it."""

    def __init__(self, case: Case) -> None:
        self.left = [line.strip() for line in case.script.split(";") if line.strip()]
        self.offered: list[str] | None = None
        self.kinds: list[str] = []

    def __call__(self, seat: int, kind: str, options: Sequence[str]) -> int:
        """Return the place among the options of the next answer."""
        question = f"seat {seat} is asked {kind}: {', '.join(options)}"
        if self.offered is None:
            self.offered = list(options)
        assert self.left, f"{question}; the script has no answer"
        line = self.left.pop(0)
        who, _, answer = line.partition(" ")
        if who.isdigit():
            assert int(who) == seat, f"{question}; the script says {line}"
            line = answer
        assert line in options, f"{question}; the script says {line}"
        self.kinds.append(kind)
        return options.index(line)

    def turn_is_over(self) -> bool:
        """Forget the turn's questions; tell whether go or stop was among them."""
        asked = "go" in self.kinds
        self.kinds.clear()
        return asked


WORDS = {"go": ("stop", "go"), "shake": ("shake no", "shake yes")}
AIMED = {"aim": "on", "take": "take"}


def listed(names: str) -> list[str]:
    """Put card names in an order in which lists can be compared."""
    return sorted(names.split())


def names_of(mask: int, rules: Rules) -> list[str]:
    """Name the cards of a mask, in the order of `listed`."""
    return listed(format_cards(mask, rules.jokers))


def at_the_deal(seat_rules: Rules, kind: str, month: int | None, words: Sequence[str]) -> list[str]:
    """Say which month a shake is about, where that is asked before the first turn."""
    if kind == "shake" and seat_rules.shake_timing == "deal":
        return [word.replace("shake", f"shake {month}") for word in words]
    return list(words)


# --- the engine ------------------------------------------------------------------------------


def engine_word(kind: str, option: int, rules: Rules) -> str:
    """Write one of the engine's options as a script does."""
    if kind in WORDS:
        return WORDS[kind][option]
    if kind in AIMED:
        return f"{AIMED[kind]} {card_name(option)}"
    if option == FLIP_ONLY:
        return "flip"
    if option >= FIRST_BOMB:
        return f"bomb {option - FIRST_BOMB + 1}"
    return f"play {card_name(option, rules.jokers)}"


def months_in(lows: Any) -> list[int]:
    """List the months whose lowest bits are set."""
    return [month for month in range(1, 13) if int(lows) >> 4 * (month - 1) & 1]


def piles_of(game: Game) -> dict[int, int | None]:
    """Return the owner of each pile by its month."""
    seats = range(game.rules.players)
    owned = [months_in(game.table.pile_owner[seat]) for seat in seats]
    piles = months_in(game.table.piles)
    return {month: next((s for s in seats if month in owned[s]), None) for month in piles}


def turn_seen(game: Game, turn: GameTurn) -> dict[str, Any]:
    """Describe the engine's turn by the fields of `Turn`."""
    table, seat, rules = game.table, turn.seat, game.rules
    reserved = [
        int(reserved_pi(table, np.uint64(other)) & table.captured[other])
        for other in range(rules.players)
    ]
    return {
        "events": set(turn.events),
        "captured": names_of(turn.captured, rules),
        "stolen": [names_of(cards, rules) for cards in turn.stolen],
        "floor": names_of(turn.floor, rules),
        "points": turn.points,
        "choice": turn.choice,
        "piles": piles_of(game),
        "flips": int(table.flips[seat]),
        "pi": turn.pi,
        "reserved": [names_of(cards, rules) for cards in reserved],
        "goes": int(table.count[seat, EVENTS.index("goes")]),
        "ppeoks": int(table.count[seat, EVENTS.index("ppeoks")]),
    }


def on_engine(case: Case, script: Script) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """Play a case on the engine: what each turn did, and the result if the game ended."""
    turns: list[dict[str, Any]] = []

    def on_turn(game: Game, turn: GameTurn) -> None:
        turns.append(turn_seen(game, turn))
        assert script.turn_is_over() == turn.choice

    start: dict[str, Any] = {"position": case.position} if not case.dealt else {"deal": case.deal}
    game = Game(case.rules, on_turn=on_turn, **start)
    while game.decision is not None and (case.end or len(turns) < case.plays):
        seat, kind, options = game.decision.seat, game.decision.kind, game.decision.options
        words = [engine_word(kind, option, case.rules) for option in options]
        place = script(
            seat,
            "deferred" if kind == "go" and is_deferred(game, script) else kind,
            at_the_deal(case.rules, kind, game.decision.month, words),
        )
        game.answer(options[place])
    return turns, result_seen(game.result, WORD_OF_FACTOR) if game.over else None


def is_deferred(game: Game, script: Script) -> bool:
    """Tell whether go or stop is asked before the turn: no case has both in a turn unasked else."""
    assert game.decision is not None
    return not script.kinds and bool(game.table.deferred[game.decision.seat])


def result_seen(result: Any, words: Mapping[str, str]) -> dict[str, Any]:
    """Describe a result of either engine by the fields of `End`."""
    return {
        "by": result.ended_by,
        "winner": result.winner,
        "actor": result.actor,
        "points": result.points,
        "goes": result.goes,
        "payments": list(result.payments),
        "multipliers": list(result.multipliers),
        "factors": [{words.get(name, name) for name in names} for names in result.factors],
        "turns": result.turns,
    }


# --- the oracle ------------------------------------------------------------------------------


class EnoughPlayed(Exception):  # noqa: N818 - not an error, but the end of a case
    """The turns that a case looks at are played."""


def oracle_word(kind: str, option: Any, rules: Rules) -> str:
    """Write one of the oracle's options as a script does."""
    if kind in WORDS:
        return WORDS[kind][option]
    name = called(option, rules)
    if kind in AIMED:
        return f"{AIMED[kind]} {name}"
    return f"play {name}" if option[0] == "play" else name


def oracle_seats(case: Case, read: Reader) -> list[Seat]:
    """Set up the oracle's seats; months shaken or bombed that are not named are all different."""
    seats = [Seat(hand=set(read(hand))) for hand in case.each("hands", "")]
    for number, seat in enumerate(seats):
        for name in ("goes", "points_at_last_go", "flips_saved", "turns", "ppeoks", "sweeps"):
            setattr(seat, name, case.each(name, 0)[number])
        seat.captured = set(read(case.each("captured", "")[number]))
        seat.shaken = set(case.each("shaken", ())[number])
        while len(seat.shaken) < case.each("shakes", 0)[number]:
            seat.shaken.add(100 + len(seat.shaken))
        seat.bombed = {200 + month for month in range(case.each("bombs", 0)[number])}
        read_captured = by_name(seat.captured, case.rules)
        for victim, text in case.each("reserved", {})[number].items():
            for name in text.split():
                seat.reserved[read_captured[name].pop(0)] = victim
        seat.ppeok_run = seat.ppeoks if seat.ppeoks == seat.turns else -1
    return seats


def by_name(cards: Iterable[Card], rules: Rules) -> dict[str, list[Card]]:
    """Sort cards by what they are called, the lower number first."""
    named: dict[str, list[Card]] = {}
    for card in sorted(cards, key=lambda card: card.number):
        named.setdefault(name_of(card, rules), []).append(card)
    return named


def defer(game: OracleGame, case: Case) -> None:
    """Mark the seats that choose as their next turn begins: article 6 unless the case says who."""
    for number, seat in enumerate(game.seats):
        if case.deferred is not None:
            seat.deferred = case.deferred[number]
        elif seat.reserved:
            enough = qualifies(game, number, game.points(number))
            seat.deferred = enough and not qualifies(game, number, game.settled_points(number))


def oracle_table(case: Case, ask: Ask) -> OracleGame:
    """Lay the position on the oracle's table."""
    read = Reader(case.rules)
    seats = oracle_seats(case, read)
    game = OracleGame(case.rules, ask, seats, set(read(case.floor)), read(case.stock), case.carry)
    game.turns = sum(case.turns)
    callers = [seat for seat, goes in enumerate(case.goes) if goes]
    game.go_calls = sorted(callers, key=lambda seat: seat == case.last_go)
    for month in range(1, 13):
        if len(game.on_floor(month)) == 3:
            owner = (case.piles or {}).get(month)
            jokers = by_name((card for card in game.floor if card.month == 0), case.rules)
            names = (case.buried or {}).get(month, "").split()
            under = [jokers[name].pop(0) for name in names]
            game.piles[month] = Pile(owner, frozenset([*game.on_floor(month), *under]))
    defer(game, case)
    return game


def record_seen(record: TurnRecord, rules: Rules) -> dict[str, Any]:
    """Describe the oracle's turn by the fields of `Turn`."""

    def named(cards: Any) -> list[str]:
        return sorted(name_of(card, rules) for card in cards)

    return {
        "events": record.events,
        "captured": named(record.captured),
        "stolen": [named(cards) for cards in record.stolen],
        "floor": named(record.floor),
        "points": record.points,
        "choice": record.choice,
        "piles": record.piles,
        "flips": record.flips_saved[record.seat],
        "pi": record.pi,
        "reserved": [named(cards) for cards in record.reserved],
        "goes": record.goes[record.seat],
        "ppeoks": record.ppeoks[record.seat],
    }


def on_oracle(case: Case, script: Script) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """Play a case on the oracle, as `on_engine` does."""
    rules = case.rules
    turns: list[dict[str, Any]] = []

    def ask(seat: int, kind: str, options: Sequence[Any], view: OracleGame) -> Any:
        if not case.end and len(turns) >= case.plays:
            raise EnoughPlayed
        words = [oracle_word(kind, one, rules) for one in options]
        return options[script(seat, kind, at_the_deal(rules, kind, view.shaking, words))]

    def on_turn(game: OracleGame, record: TurnRecord) -> None:
        turns.append(record_seen(record, rules))

    try:
        if case.dealt:
            cards = [card_of(int(number), rules) for number in case.deal]
            result = play(rules, deal_of(rules, cards), ask, on_turn=on_turn)
        else:
            result = play_on(oracle_table(case, ask), case.turn, on_turn)
    except EnoughPlayed:
        return turns, None
    return turns, result_seen(result, {})


def deal_of(rules: Rules, cards: list[Card]) -> Deal:
    """Cut a deck that has the hands first, then the floor, then the stock."""
    size, floor = rules.hand_size, rules.players * rules.hand_size
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(rules.players)]
    return Deal(hands, cards[floor : floor + rules.floor_size], cards[floor + rules.floor_size :])


# --- the check -------------------------------------------------------------------------------


def expected(value: Any) -> dict[str, Any]:
    """Return what a `Turn` or an `End` expects, in the form in which engines are described."""
    form = {
        "events": lambda text: set(text.split()),
        "captured": listed,
        "floor": listed,
        "stolen": lambda texts: [listed(text) for text in texts],
        "reserved": lambda texts: [listed(text) for text in texts],
        "factors": lambda texts: [set(text.split()) for text in texts],
        "payments": list,
        "multipliers": list,
    }
    given = {item.name: getattr(value, item.name) for item in fields(value)}
    return {
        name: form.get(name, lambda same: same)(one)
        for name, one in given.items()
        if one is not None
    }


def assert_equal(engine: str, seen: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Compare what is expected and nothing else; a message names all that differs."""
    wrong = [f"{key} is {seen[key]}, not {one}" for key, one in wanted.items() if seen[key] != one]
    assert not wrong, f"{engine}: {'; '.join(wrong)}"


def check(case: Case) -> None:
    """Play a case on both engines and compare each with what is expected."""
    for name, engine in (("engine", on_engine), ("oracle", on_oracle)):
        script = Script(case)
        turns, result = engine(case, script)
        assert not script.left, f"{name}: these answers were not asked for: {script.left}"
        if case.offers is not None:
            offers = {one.strip() for one in case.offers.split(",")}
            assert set(script.offered or ()) == offers, name
        if case.after:
            seen = turns[-1 if case.end else case.plays - 1]
            assert_equal(name, seen, expected(case.after))
        if case.end:
            assert result is not None, f"{name}: the game has not ended"
            assert sum(result["payments"]) == 0, name
            assert_equal(name, result, expected(case.end))
