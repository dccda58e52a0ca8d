"""Game records on the oracle: their format told a second time, as everything here is.

Of the product only the rule sets are used, which a record may name.
"""

import tomllib
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize

from gostop.rules import Rules

from .cards import Card, Reader, by_number, is_joker, name_of, pi_value
from .deal import Deal, dealt
from .decide import qualifies
from .game import play_on
from .opening import RedealNeeded, open_game
from .points import READINGS, animal_count, parts_of, pi_worth
from .positions import called
from .record import Result, TurnRecord
from .settle import fixed_win, won
from .state import Ask, Game, Pile, Seat
from .steal import cheapest_first, give_back
from .turn import in_hand

KINDS = {"g": "광", "y": "열", "t": "띠", "p": "피", "s": "쌍피"}
KOREAN_KINDS = tuple(KINDS.values())

REMARKS = {"title", "section", "asked", "source", "notes"}
TOP = REMARKS | {"rules", "override", "deal", "start", "play", "expect", "result"}
SETTLED = {"winner", "ended_by"}
COUNTS = ("goes", "points_at_last_go", "flips_saved", "turns", "ppeoks", "sweeps")
START = {"turn", "captured", *COUNTS, "shakes", "bombs", "shaken", "last_go", "carry"}
START |= {"piles", "reserved", "deferred"}

TURN_KEYS = ("turn", "seat", "flipped", "events", "captured", "stolen", "floor", "points", "pi")
CARD_KEYS = {"flipped", "captured", "floor"}
RESULT_KEYS = ("winner", "ended_by", "points", "goes", "multipliers", "payments")
EVENTS = {"joker", "shake", "bomb", "jjok", "ttadak", "ppeok", "eat", "eat_own", "eat_floor"}
EVENTS |= {"sweep"}

FIXED = {
    "chongtong": "chongtong_points",
    "floor_four": "chongtong_points",
    "five_brights": "five_brights_dealt_points",
    "triple_ppeok": "triple_ppeok_points",
}
"""The settings that price a win without points."""


class RecordError(ValueError):
    """A record that is none, or an action that is not legal where it stands."""


class RecordEnds(Exception):  # noqa: N818 - not an error: a record may stop before the game does
    """The actions are all played."""


# --- cards -----------------------------------------------------------------------------------


def card_word(text: str) -> str:
    """Return a card's name as the oracle writes it: 8g and a decomposed 8광 are 8광, J is J2."""
    word = normalize("NFC", text).lower()
    if word == "j":
        return "J2"
    if word[:1] == "j" and word[1:].isdigit():
        return word.upper()
    month = word.rstrip("".join({*KINDS, *KOREAN_KINDS}))
    kind = word[len(month) :]
    kind = KINDS.get(kind, kind)
    if kind not in KOREAN_KINDS or not month.isdigit() or month[0] == "0":
        raise RecordError(f"{text} is no card")
    return month + kind


def card_words(text: str) -> list[str]:
    """Return the names in a list of cards."""
    return [card_word(word) for word in text.split()]


def taken(read: Reader, text: str) -> list[Card]:
    """Read cards, each once in a record."""
    try:
        return read(" ".join(card_words(text)))
    except ValueError as error:
        raise RecordError(str(error)) from None


def named(cards: Any, rules: Rules) -> list[str]:
    """Name cards, in an order in which lists can be compared."""
    return sorted(name_of(card, rules) for card in cards)


# --- what a record says ----------------------------------------------------------------------


def check_keys(where: str, given: Mapping[str, Any], known: set[str]) -> None:
    """Refuse a key that nobody reads."""
    if unknown := given.keys() - known:
        raise RecordError(f"{where} has no {', '.join(sorted(unknown))}")


def read_toml(text: str) -> dict[str, Any]:
    """Read a record's tables."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RecordError(f"not valid TOML: {error}") from None
    check_keys("a record", data, TOP | SETTLED)
    check_keys("[start]", data.get("start", {}), START)
    check_keys("[play]", data.get("play", {}), {"actions"})
    check_keys("[result]", data.get("result", {}), set(RESULT_KEYS))
    for entry in data.get("expect", []):
        check_keys("[[expect]]", entry, {*TURN_KEYS, "choice"})
    return data


def rules_of(data: Mapping[str, Any], folder: Path | None = None) -> Rules:
    """Return the rule set, single fields overridden; a rule file lies beside the record."""
    try:
        rules = Rules.preset(data["rules"])
    except ValueError:
        rules = Rules.load((folder or Path()) / data["rules"])
    return Rules.from_dict({**rules.to_dict(), **data.get("override", {})})


class Action(NamedTuple):
    """One line of the play: a verb, the card or month it is about, the card aimed at."""

    seat: int
    verb: str
    what: str
    on: str | None
    line: str


def actions_of(data: Mapping[str, Any], rules: Rules) -> Iterator[Action]:
    """Read the play line by line."""
    for line in data.get("play", {}).get("actions", "").split("\n"):
        if words := line.split("#")[0].split():
            yield action_of(words, rules, line.strip())


def action_of(words: Sequence[str], rules: Rules, line: str) -> Action:
    """Read one action."""
    if words[0] not in {str(seat) for seat in range(rules.players)}:
        raise RecordError(f"{line}: an action begins with a seat")
    seat, (verb, *rest) = int(words[0]), words[1:] or [""]
    match verb, rest:
        case (("flip" | "go" | "stop"), []):
            return Action(seat, verb, "", None, line)
        case (("bomb" | "shake"), [month]) if month.isdigit():
            return Action(seat, verb, month, None, line)
        case (("play" | "shake" | "joker" | "take"), [card]):
            return Action(seat, verb, card_word(card), None, line)
        case (("play" | "shake"), [card, "on", target]):
            return Action(seat, verb, card_word(card), card_word(target), line)
    raise RecordError(f"{line}: no such action")


# --- playing ---------------------------------------------------------------------------------


class AskingGame(Game):
    """A game in which a turn is asked for even if nothing else can be done: it has its line."""

    def choose(self, seat: int, kind: str, options: Sequence[Any]) -> Any:
        """Ask a seat; where two floor cards bear one name, a line about them may be left out."""
        return self.ask(seat, kind, options, self)


class Script:
    """Answers with the actions of a record, and refuses one that does not fit."""

    def __init__(self, actions: Iterator[Action], rules: Rules, opening: bool) -> None:
        self.rules = rules
        self.left = deque(actions)
        self.current: Action | None = None
        self.shows: list[Action] = []  # at the deal
        while opening and self.left and self.is_dealt_shake(self.left[0]):
            self.shows.append(self.left.popleft())

    def is_dealt_shake(self, action: Action) -> bool:
        """Tell a shake at the deal, which names a month, from one that plays a card."""
        return action.verb == "shake" and action.what.isdigit()

    def __call__(self, seat: int, kind: str, options: Sequence[Any], view: Game) -> Any:
        """Answer one question of the oracle."""
        if kind == "shake":
            return self.shake(seat, view)
        if kind == "aim":
            assert self.current
            return self.one_of(seat, options, self.current.on)
        if kind == "take":
            return self.take(seat, options)
        action = self.next_of(seat)
        return self.turn(action, options, view) if kind == "turn" else self.go(action)

    def next_of(self, seat: int) -> Action:
        """Return the next action, which must be this seat's."""
        if self.shows:
            raise RecordError(f"{self.shows[0].line}: no such triple was dealt to that seat")
        if not self.left:
            raise RecordEnds
        self.current = self.left.popleft()
        if self.current.seat != seat:
            raise RecordError(f"{self.current.line}: but seat {seat} is asked")
        return self.current

    def go(self, action: Action) -> bool:
        """Answer go or stop."""
        if action.verb not in ("go", "stop"):
            raise RecordError(f"{action.line}: but go or stop is asked")
        return action.verb == "go"

    def turn(self, action: Action, options: Sequence[Any], view: Game) -> Any:
        """Find an action among what a seat may do with its turn."""
        wanted = action.what
        if action.verb in ("flip", "bomb"):
            wanted = f"{action.verb} {action.what}".strip()
        for option in options:
            joker = option[0] == "play" and is_joker(option[1])
            fits = joker == (action.verb == "joker") and action.verb not in ("take", "go", "stop")
            if fits and called(option, self.rules) == wanted:
                self.check_table(action, option, view)
                return option
        raise RecordError(f"{action.line}: may be {[called(one, self.rules) for one in options]}")

    def check_table(self, action: Action, option: Any, view: Game) -> None:
        """Refuse a shake without three in hand and none on the floor, and an aim at nothing."""
        if action.verb not in ("play", "shake"):
            return
        month = option[1].month
        lying = view.on_floor(month)
        if action.verb == "shake":
            known = month in view.seats[action.seat].shaken or self.rules.shake_timing != "play"
            if known or lying or len(in_hand(view, action.seat, month)) < 3:
                raise RecordError(f"{action.line}: that month cannot be shaken")
        if action.on is not None and action.on not in named(lying, self.rules):
            raise RecordError(f"{action.line}: no such card of that month lies there")

    def shake(self, seat: int, view: Game) -> bool:
        """Answer whether a triple is shown, as it is played or at the deal."""
        if self.rules.shake_timing == "play":
            return self.current is not None and self.current.verb == "shake"
        for action in self.shows:
            if (action.seat, action.what) == (seat, str(view.shaking)):
                self.shows.remove(action)
                return True
        return False

    def take(self, seat: int, options: Sequence[Card]) -> Card:
        """Answer which floor card the one turned up takes."""
        said = None
        if self.left and self.left[0].verb == "take":
            said = self.next_of(seat).what
        return self.one_of(seat, options, said)

    def one_of(self, seat: int, options: Sequence[Card], said: str | None) -> Card:
        """Return the floor card that is named, or either if both bear one name."""
        names = [name_of(card, self.rules) for card in options]
        if said is None and len(set(names)) == 1:
            return options[0]
        if said not in names:
            line = self.current.line if self.current else ""
            raise RecordError(f"{line}: seat {seat} must choose one of {names}")
        return options[names.index(said)]


class Played(NamedTuple):
    """A record that was played: what each turn did, and the result if the game ended."""

    turns: list[dict[str, Any]]
    result: dict[str, Any] | None


def play_record(text: str, folder: Path | None = None) -> Played:
    """Play the actions of a record, which must all fit."""
    data = read_toml(text)
    rules = rules_of(data, folder)
    if "winner" in data:
        raise RecordError("a finished position is settled, not played")
    script = Script(actions_of(data, rules), rules, opening="start" not in data)
    turns: list[dict[str, Any]] = []
    game, seat, unknown = table(data, rules, script)

    def on_turn(game: Game, record: TurnRecord) -> None:
        check_known(game, unknown)
        turns.append({"turn": len(turns) + 1, **turn_seen(record, rules)})

    try:
        check_known(game, unknown)
        opened = None if "start" in data else open_game(game)
        check_known(game, unknown)
        result = opened or play_on(game, seat, on_turn)
    except RecordEnds:
        return Played(turns, None)
    except RedealNeeded:
        raise RecordError("four of a month lie on the floor, and a written deal is final") from None
    if left := [*script.shows, *script.left]:
        raise RecordError(f"{left[0].line}: the game is over")
    return Played(turns, result_seen(result))


def settle_record(text: str, folder: Path | None = None) -> dict[str, Any]:
    """Settle the finished position of a record."""
    data = read_toml(text)
    rules = rules_of(data, folder)
    if "winner" not in data or "start" not in data:
        raise RecordError("to be settled it needs a winner and [start]")
    winner, ended_by = data["winner"], data.get("ended_by", "stop")
    game, _, _ = table(data, rules, Script(iter(()), rules, opening=False))
    if ended_by in FIXED:
        price = getattr(rules, FIXED[ended_by])
        if price <= 0:
            raise RecordError(f"nobody wins by {ended_by}")
        return result_seen(fixed_win(game, winner, price, ended_by))
    if ended_by not in ("stop", "highest"):
        raise RecordError(f"nobody wins by {ended_by}")
    if ended_by == "stop":
        give_back(game, winner)
    return result_seen(won(game, winner, ended_by))


def check_known(game: Game, unknown: int) -> None:
    """Refuse a game that came to cards of the stock which are written "?"."""
    if len(game.stock) < unknown:
        raise RecordError("the game needs a card that is unknown")


# --- the table -------------------------------------------------------------------------------


def table(data: Mapping[str, Any], rules: Rules, ask: Ask) -> tuple[Game, int, int]:
    """Lay out a deal or a position; return it, the seat to move, the unknown cards of the stock."""
    if "start" in data:
        return position(data, rules, ask)
    deal, unknown = deal_of(data.get("deal", {}), rules)
    sizes = [len(deal.floor), *map(len, deal.hands)]
    if sizes != [rules.floor_size, *[rules.hand_size] * rules.players]:
        raise RecordError(f"floor and hands have {sizes} cards")
    seats = [Seat(hand=set(hand)) for hand in deal.hands]
    return AskingGame(rules, ask, seats, set(deal.floor), deal.stock), 0, unknown


def deal_of(said: Mapping[str, Any], rules: Rules) -> tuple[Deal, int]:
    """Read a deal that holds the whole pack."""
    read = Reader(rules)
    check_keys("[deal]", said, {"deck"} if "deck" in said else {"floor", "hands", "stock"})
    if "deck" in said:
        cards, unknown = with_unknown(read, said["deck"])
        deal = dealt(rules, cards)
    else:
        floor, hands = taken(read, said["floor"]), [taken(read, hand) for hand in said["hands"]]
        stock, unknown = with_unknown(read, said["stock"])
        deal = Deal(hands, floor, stock)
    if read.left:
        raise RecordError(f"{named(read.left, rules)} are not dealt")
    return deal, unknown


def with_unknown(read: Reader, text: str) -> tuple[list[Card], int]:
    """Read a stock; what is unknown at its end is filled with cards that are nowhere else."""
    words = text.split()
    unknown = words.count("?")
    known = words[: len(words) - unknown]
    cards = taken(read, " ".join(known))
    if len(read.left) < unknown:
        raise RecordError(f"{unknown} cards are unknown, but {len(read.left)} are left")
    return cards + taken(read, " ".join(named(read.left, read.rules)[:unknown])), unknown


def position(data: Mapping[str, Any], rules: Rules, ask: Ask) -> tuple[Game, int, int]:
    """Lay out a position; where it says nothing there is nothing."""
    said, start = data.get("deal", {}), data["start"]
    check_keys("[deal]", said, {"floor", "hands", "stock"})
    read = Reader(rules)
    hands = each(said, "hands", "", rules)
    seats = [Seat(hand=set(taken(read, hand))) for hand in hands]
    floor = set(taken(read, said.get("floor", "")))
    for seat, text in zip(seats, each(start, "captured", "", rules), strict=True):
        seat.captured = set(taken(read, text))
    stock, unknown = with_unknown(read, said.get("stock", ""))
    game = AskingGame(rules, ask, seats, floor, stock, start.get("carry", 1))
    count(game, start)
    lay_piles(game, start)
    reserve(game, start)
    return game, start.get("turn", 0), unknown


def each(given: Mapping[str, Any], key: str, nothing: Any, rules: Rules) -> list[Any]:
    """Return what a key says of each seat."""
    value = given.get(key, [nothing] * rules.players)
    if len(value) != rules.players:
        raise RecordError(f"{key} needs {rules.players} entries")
    return list(value)


def count(game: Game, start: Mapping[str, Any]) -> None:
    """Set what is counted; months that are only counted are all different."""
    rules = game.rules
    for name in COUNTS:
        for seat, number in zip(game.seats, each(start, name, 0, rules), strict=True):
            setattr(seat, name, number)
    for seat, shaken, shakes, bombs in zip(
        game.seats,
        each(start, "shaken", (), rules),
        each(start, "shakes", 0, rules),
        each(start, "bombs", 0, rules),
        strict=True,
    ):
        unnamed = max(0, shakes - len(shaken))
        seat.shaken = {*shaken, *(100 + more for more in range(unnamed))}
        seat.bombed = {200 + more for more in range(bombs)}
        seat.ppeok_run = seat.ppeoks if seat.ppeoks == seat.turns else -1
    game.turns = sum(seat.turns for seat in game.seats)
    callers = [number for number, seat in enumerate(game.seats) if seat.goes]
    game.go_calls = sorted(callers, key=lambda seat: seat == start.get("last_go"))


def lay_piles(game: Game, start: Mapping[str, Any]) -> None:
    """Put three of a month on the floor together, with the jokers under them."""
    given = {pile["month"]: pile for pile in start.get("piles", [])}
    loose = by_number(card for card in game.floor if is_joker(card))
    for month in range(1, 13):
        three = game.on_floor(month)
        pile = given.pop(month, {})
        if len(three) == 3:
            under, loose = loose[: pile.get("jokers", 0)], loose[pile.get("jokers", 0) :]
            game.piles[month] = Pile(pile.get("owner"), frozenset([*three, *under]))
        elif pile or len(three) == 4:
            raise RecordError(f"{len(three)} cards of month {month} are no pile")
    if loose or given:
        raise RecordError(f"no pile for {named(loose, game.rules)} {sorted(given)}")


def reserve(game: Game, start: Mapping[str, Any]) -> None:
    """Section 7: mark captures as only reserved; who is to choose as its next turn begins."""
    for number, said in enumerate(each(start, "reserved", 0, game.rules)):
        seat = game.seats[number]
        if isinstance(said, int):
            cheapest = cheapest_first(seat.captured, game.rules)[:said]
            victims = game.others(number)
            seat.reserved = {c: victims[i % len(victims)] for i, c in enumerate(cheapest)}
        else:
            read = Reader(game.rules)
            read.left = [card for card in read.left if card in seat.captured]
            for victim, text in said.items():
                seat.reserved |= dict.fromkeys(taken(read, text), int(victim))
        if not all(pi_value(card, game.rules) for card in seat.reserved):
            raise RecordError(f"seat {number} has reserved what is no pi")
    for number, seat in enumerate(game.seats):
        deferred = qualifies(game, number, game.points(number)) and not qualifies(
            game, number, game.settled_points(number)
        )
        seat.deferred = start["deferred"][number] if "deferred" in start else deferred


# --- what is seen, and what was expected -----------------------------------------------------


def turn_seen(record: TurnRecord, rules: Rules) -> dict[str, Any]:
    """Describe a turn in the words of a record."""
    return {
        "seat": record.seat,
        "flipped": [name_of(card, rules) for card in record.flipped],
        "events": set(record.events),
        "captured": named(record.captured, rules),
        "stolen": [named(cards, rules) for cards in record.stolen],
        "floor": named(record.floor, rules),
        "points": record.points,
        "pi": record.pi,
        "choice": record.choice,
    }


def result_seen(result: Result) -> dict[str, Any]:
    """Describe a result in the words of a record."""
    seen = {key: getattr(result, key) for key in RESULT_KEYS}
    return {**seen, "factors": [set(names) for names in result.factors]}


def expected(key: str, value: Any) -> Any:
    """Return an expectation in the form in which a turn is described."""
    if key in CARD_KEYS:
        names = card_words(value)
        return names if key == "flipped" else sorted(names)
    if key == "events":
        check_keys("events", dict.fromkeys(value), EVENTS)
        return set(value)
    if key == "stolen":
        return [one if isinstance(one, int) else sorted(card_words(one)) for one in value]
    return value


def same(seen: Any, wanted: Any) -> bool:
    """Compare; a number may stand for that many stolen cards."""
    if not isinstance(wanted, list) or isinstance(seen, int):
        return bool(seen == wanted)
    return len(seen) == len(wanted) and all(
        have == want or (isinstance(have, list) and len(have) == want)
        for have, want in zip(seen, wanted, strict=True)
    )


def differences(data: Mapping[str, Any], played: Played) -> Iterator[str]:
    """Tell what came otherwise than a record expects."""
    for entry in data.get("expect", []):
        number = entry["turn"]
        if not 1 <= number <= len(played.turns):
            yield f"turn {number} is not played, but {len(played.turns)} are"
            continue
        seen = played.turns[number - 1]
        for key in entry:
            if not same(seen[key], wanted := expected(key, entry[key])):
                yield f"turn {number}: {key} is {seen[key]}, not {wanted}"
    if data.get("result"):
        if played.result is None:
            yield "the actions end before the game does"
            return
        for key, wanted in data["result"].items():
            if played.result[key] != wanted:
                yield f"result: {key} is {played.result[key]}, not {wanted}"


def check_record(text: str, folder: Path | None = None) -> list[str]:
    """Play or settle a record; return all that came otherwise than it expects."""
    data = read_toml(text)
    if "winner" in data:
        return list(differences(data, Played([], settle_record(text, folder))))
    return list(differences(data, play_record(text, folder)))


def count_cards(text: str, rules: Rules) -> dict[str, Any]:
    """Count captured cards, 국진 as it gives more points and as 열끗 if that is equal."""
    cards = set(taken(Reader(rules), text))
    cup = max(READINGS, key=lambda reading: parts_of(cards, 0, rules, reading).total)
    parts = parts_of(cards, 0, rules, cup)
    return {
        "points": parts.total,
        "parts": {name: value for name, value in parts._asdict().items() if name != "sweeps"},
        "pi_value": pi_worth(cards, rules, cup),
        "animals": animal_count(cards, cup),
    }


def check_score(text: str) -> list[str]:
    """Count the `cards` of a file that has a `[score]`; return what is otherwise."""
    data = tomllib.loads(text)
    check_keys("a count", data, REMARKS | {"rules", "override", "cards", "score"})
    wanted = {**data["score"], **data["score"].get("parts", {})}
    wanted.pop("parts", None)
    seen = count_cards(data["cards"], rules_of(data))
    seen |= seen.pop("parts")
    return [f"{key} is {seen[key]}, not {one}" for key, one in wanted.items() if seen[key] != one]
