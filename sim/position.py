"""A position in the middle of a game: the cards where they lie, and what has been counted."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from gostop.cards import card_name, format_cards, parse_cards
from gostop.errors import InputError
from gostop.kernels.cards import (
    DOUBLE_PIS,
    FIRST_JOKER,
    JOKERS,
    MAX_JOKERS,
    MONTHS,
    SINGLE_PI,
)
from gostop.rules import Rules

__all__ = ["Pile", "Position"]

_COUNTS = (
    "goes",
    "points_at_last_go",
    "shakes",
    "bombs",
    "flips_saved",
    "ppeoks",
    "sweeps",
    "turns",
)
"""Fields that are a number for each seat, 0 where nothing is said."""

_MONTH = 0b1111
_ALL_CARDS = (1 << FIRST_JOKER + MAX_JOKERS) - 1
_JOKERS = int(JOKERS)
_PI = int(SINGLE_PI) | int(DOUBLE_PIS) | _JOKERS


class Pile(NamedTuple):
    """Three cards of a month that lie on the floor as one.

    Attributes
    ----------
    month : int
    owner : int or None
        The seat whose 뻑 made it; None: it was dealt.
    jokers : int
        The jokers that lie under it, a mask. Only a 뻑 buries any.
    """

    month: int
    owner: int | None = None
    jokers: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A game at the start of a turn.

    Cards are numbers, sets of cards bit masks, as in `gostop.kernels.cards`; `Position.of` reads
    them from text. Everything that is for each seat has one entry a seat, and may be left out where
    all of it is 0 or empty. Cards that are nowhere are out of play.

    Attributes
    ----------
    hands : tuple of int
        Each seat's hand, a mask; their number is that of the seats.
    floor : int
        The cards on the floor, a mask, piles and the jokers under them included.
    stock : tuple of int
        The cards to be turned up, top first.
    captured : tuple of int
        The cards each seat has taken, masks.
    turn : int
        Seat to move.
    goes : tuple of int
        How often each seat called go.
    points_at_last_go : tuple of int
        Each seat's points when it last did; without meaning where `goes` is 0.
    last_go : int or None
        Who called go last; needed where several have and one pays for all (독박). It is found by
        itself where only one seat has.
    shakes, bombs : tuple of int
        How many months each seat has shaken and bombed.
    flips_saved : tuple of int
        Flip-only turns saved.
    ppeoks, sweeps : tuple of int
        How many each seat has made.
    shaken : tuple of tuple of int
        Months each seat has shown, which it cannot show again. `shakes`, left out, is their number.
    turns : tuple of int
        Turns each seat has taken.
    carry : int
        Multiplier from drawn games of the session.
    piles : tuple of Pile
        Piles by month. Three of a month on the floor without an entry are given that of a dealt
        pile.
    reserved : tuple of tuple of int
        Under `defer_pi_wins`: of each seat's captures, the pi that are only reserved, one mask for
        each seat that they were taken from.
    deferred : tuple of bool or None
        Under `defer_pi_wins`: whether each seat is to choose go or stop as its next turn begins.
        None: each does whose points are enough only with its reserved pi. That is so unless it
        called go in its last turn, which defers nothing.

    Raises
    ------
    InputError
        If a card is in two places, a pile has not three cards, a joker on the floor lies under no
        pile, a number is negative or the seats of two fields differ in number; the sentence names
        the field.
    """

    hands: tuple[int, ...]
    floor: int = 0
    stock: tuple[int, ...] = ()
    captured: tuple[int, ...] = ()
    turn: int = 0
    goes: tuple[int, ...] = ()
    points_at_last_go: tuple[int, ...] = ()
    last_go: int | None = None
    shakes: tuple[int, ...] = ()
    bombs: tuple[int, ...] = ()
    flips_saved: tuple[int, ...] = ()
    ppeoks: tuple[int, ...] = ()
    sweeps: tuple[int, ...] = ()
    shaken: tuple[tuple[int, ...], ...] = ()
    turns: tuple[int, ...] = ()
    carry: int = 1
    piles: tuple[Pile, ...] = ()
    reserved: tuple[tuple[int, ...], ...] = ()
    deferred: tuple[bool, ...] | None = None

    def __post_init__(self) -> None:
        _check_seats(len(self.hands))
        self._set("hands", tuple(map(int, self.hands)))
        self._set("stock", tuple(map(int, self.stock)))
        self._set("shaken", tuple(tuple(sorted(set(one))) for one in self._each("shaken", ())))
        self._set("captured", tuple(map(int, self._each("captured", 0))))
        if not self.shakes:
            self._set("shakes", tuple(len(months) for months in self.shaken))
        for name in _COUNTS:
            self._set(name, self._counted(name))
        self._check_cards()
        self._check_shaken()
        self._check_seat("turn", self.turn)
        if self.carry < 1:
            raise InputError(f"carry is {self.carry}, but must be at least 1.")
        self._set("last_go", self._found_last_go())
        self._set("piles", self._all_piles())
        self._set("reserved", self._all_reserved())
        if self.deferred is not None:
            self._set("deferred", tuple(map(bool, self._each("deferred", False))))

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _each(self, name: str, nothing: Any) -> tuple[Any, ...]:
        """Return a field with one entry a seat, filled with `nothing` where it was left out."""
        given = tuple(getattr(self, name))
        if given and len(given) != len(self.hands):
            raise InputError(
                f"{name} has {len(given)} entries, but there are {len(self.hands)} seats."
            )
        return given or (nothing,) * len(self.hands)

    def _counted(self, name: str) -> tuple[int, ...]:
        """Return a field of numbers that cannot be negative."""
        numbers = tuple(map(int, self._each(name, 0)))
        if min(numbers) < 0:
            raise InputError(f"{name} holds {min(numbers)}, but cannot be negative.")
        return numbers

    def _check_cards(self) -> None:
        """Refuse a card that does not exist or is in two places."""
        jokers = (2,) * MAX_JOKERS
        everywhere = Counter(self.stock)
        for mask in (*self.hands, self.floor, *self.captured):
            everywhere.update(card for card in range(mask.bit_length()) if mask >> card & 1)
        for card, times in sorted(everywhere.items()):
            name = card_name(card, jokers)
            if times > 1:
                what = name if card < FIRST_JOKER else "one joker"
                raise InputError(f"{what} (card number {card}) is in {times} places.")

    def _check_shaken(self) -> None:
        """Refuse months that do not exist, and more of them than were shaken."""
        for seat, months in enumerate(self.shaken):
            for month in months:
                _check_month("shaken", month)
            if self.shakes[seat] < len(months):
                raise InputError(
                    f"shaken: seat {seat} has shown {len(months)} months, "
                    f"but its shakes are {self.shakes[seat]}."
                )

    def _check_seat(self, name: str, seat: int) -> None:
        if not 0 <= seat < len(self.hands):
            raise InputError(f"{name} is {seat}, but the seats are 0 to {len(self.hands) - 1}.")

    def _found_last_go(self) -> int | None:
        """Return who called go last, which is plain where only one seat ever did."""
        callers = [seat for seat, goes in enumerate(self.goes) if goes]
        if self.last_go is None:
            return callers[0] if len(callers) == 1 else None
        self._check_seat("last_go", self.last_go)
        if self.last_go not in callers:
            raise InputError(f"last_go is {self.last_go}, but goes says that seat called none.")
        return self.last_go

    def _all_piles(self) -> tuple[Pile, ...]:
        """Return the piles given and those that were dealt, by month."""
        piles: dict[int, Pile] = {}
        loose = self.floor & _JOKERS
        for month, owner, jokers in self.piles:
            _check_month("piles", month)
            if month in piles:
                raise InputError(f"piles: month {month} is named twice.")
            if owner is not None:
                self._check_seat(f"piles: the owner of month {month}", owner)
            elif jokers:
                raise InputError(f"piles: the dealt pile of month {month} has no jokers under it.")
            if (lying := self._lying(month)) != 3:
                raise InputError(
                    f"piles: {lying} cards of month {month} lie on the floor, but a pile has 3."
                )
            if jokers & ~loose:
                raise InputError(
                    f"piles: a joker under month {month} is not on the floor or lies under another."
                )
            loose &= ~jokers
            piles[month] = Pile(month, owner, int(jokers))
        if loose:
            raise InputError("floor: a joker lies there that is under no pile.")
        for month in range(1, MONTHS + 1):
            if self._lying(month) == 4:
                raise InputError(f"floor: all four cards of month {month} lie there.")
            if self._lying(month) == 3:
                piles.setdefault(month, Pile(month))
        return tuple(piles[month] for month in sorted(piles))

    def _lying(self, month: int) -> int:
        """Count the cards of a month on the floor."""
        return (self.floor >> 4 * (month - 1) & _MONTH).bit_count()

    def _all_reserved(self) -> tuple[tuple[int, ...], ...]:
        """Return the reserved pi by thief and victim; refuse what the thief cannot hold so."""
        seats = len(self.hands)
        rows = []
        for thief, given in enumerate(self._each("reserved", ())):
            row = tuple(map(int, given)) or (0,) * seats
            if len(row) != seats:
                raise InputError(
                    f"reserved: seat {thief} has {len(row)} entries, but there are {seats} seats."
                )
            if row[thief]:
                raise InputError(f"reserved: seat {thief} cannot have taken pi from itself.")
            free = self.captured[thief]
            for cards in row:
                if cards & ~free:
                    raise InputError(
                        f"reserved: seat {thief} has not captured all of its cards, or one is "
                        "named twice."
                    )
                if cards & ~_PI:
                    raise InputError(f"reserved: not all cards of seat {thief} are pi.")
                free &= ~cards
            rows.append(row)
        return tuple(rows)

    @classmethod
    def of(
        cls,
        rules: Rules,
        *,
        hands: Sequence[str],
        floor: str = "",
        stock: str = "",
        captured: Sequence[str] = (),
        turn: int = 0,
        goes: Sequence[int] = (),
        points_at_last_go: Sequence[int] = (),
        last_go: int | None = None,
        shakes: Sequence[int] = (),
        bombs: Sequence[int] = (),
        flips_saved: Sequence[int] = (),
        ppeoks: Sequence[int] = (),
        sweeps: Sequence[int] = (),
        shaken: Sequence[Iterable[int]] = (),
        turns: Sequence[int] = (),
        carry: int = 1,
        piles: Mapping[int, int | None] | None = None,
        buried: Mapping[int, int | str] | None = None,
        reserved: Sequence[int | Mapping[int, str]] = (),
        deferred: Sequence[bool] | None = None,
    ) -> "Position":
        """Make a position from lists of card names.

        Parameters
        ----------
        rules : Rules
            The rules it is played by.
        hands, floor, stock, captured
            Card names separated by spaces, one list a seat for hands and captures; of two plain pi
            of a month the first one named is the lower.
        piles : mapping of int to int or None
            The owner of each pile by its month.
        turn, goes, points_at_last_go, last_go, shakes, bombs, flips_saved, ppeoks, sweeps
            As the attributes of those names.
        shaken, turns, carry, deferred
            As the attributes of those names.
        buried : mapping of int to int or str
            The jokers under piles by month, by their names or as a number. Of those on the floor,
            numbers take the lowest that no name takes, the pile of the lowest month first.
        reserved : sequence of int or mapping of int to str
            For each seat, the pi that are only reserved, among those in its `captured`: by name for
            each seat that they were taken from, as ``{1: "3피", 2: "4피"}``. A number leaves open
            which and whose; it is read as that many of the cheapest in `captured`, taken one by
            one from the opponents in turn order.

        Raises
        ------
        InputError
            If a name is no card, or the position is not one of these rules.
        """
        read = _Reader(rules)
        _check_seats(len(hands))
        hand_masks = tuple(read.mask(text, f"hand {seat}") for seat, text in enumerate(hands))
        floor_mask = read.mask(floor, "the floor")
        captures = tuple(
            read.mask(text, f"the captures of seat {seat}") for seat, text in enumerate(captured)
        )
        under = read.buried(buried or {}, floor_mask)
        if strangers := under.keys() - (piles or {}).keys():
            raise InputError(f"buried: piles names none of month {min(strangers)}.")
        position = cls(
            hands=hand_masks,
            floor=floor_mask,
            captured=captures,
            stock=tuple(read(stock, "the stock")),
            turn=turn,
            goes=tuple(goes),
            points_at_last_go=tuple(points_at_last_go),
            last_go=last_go,
            shakes=tuple(shakes),
            bombs=tuple(bombs),
            flips_saved=tuple(flips_saved),
            ppeoks=tuple(ppeoks),
            sweeps=tuple(sweeps),
            shaken=tuple(tuple(months) for months in shaken),
            turns=tuple(turns),
            carry=carry,
            piles=tuple(
                Pile(month, owner, under.get(month, 0)) for month, owner in (piles or {}).items()
            ),
            reserved=read.reserved(reserved, captures, len(hands)),
            deferred=None if deferred is None else tuple(deferred),
        )
        position.check(rules)
        return position

    def filled(self, rules: Rules, unknown: int) -> "Position":
        """Return the position with that many more cards under its stock, of those that are nowhere.

        Raises
        ------
        InputError
            If there are not as many.
        """
        used = sum(1 << card for card in self.stock) | self.floor
        for mask in (*self.hands, *self.captured):
            used |= mask
        pack = range(FIRST_JOKER + len(rules.jokers))
        nowhere = [card for card in pack if not used >> card & 1]
        if unknown > len(nowhere):
            raise InputError(
                f"the stock has {unknown} unknown cards, but only {len(nowhere)} are nowhere else."
            )
        return replace(self, stock=(*self.stock, *nowhere[:unknown]))

    def check(self, rules: Rules) -> None:
        """Refuse a position that cannot come up under these rules.

        The bounds on what multiplies are those that keep payments inside the result columns.

        Raises
        ------
        InputError
            With a sentence that names the field.
        """
        seats, cards = len(self.hands), FIRST_JOKER + len(rules.jokers)
        if seats != rules.players:
            raise InputError(f"hands has {seats} entries, but the rules seat {rules.players}.")
        masks = (*self.hands, *self.captured, sum(1 << card for card in self.stock))
        if max(map(int.bit_length, masks)) > cards:
            raise InputError("the position holds a joker that is not in the rules' pack.")
        if not rules.defer_pi_wins and (any(map(any, self.reserved)) or any(self.deferred or ())):
            raise InputError("reserved or deferred is given, but defer_pi_wins is off.")
        if self.carry > rules.nagari_carry_max:
            raise InputError(
                f"carry is {self.carry}, but nagari_carry_max is {rules.nagari_carry_max}."
            )
        turns, months = rules.hand_size, rules.hand_size // 3
        limits = dict.fromkeys(("goes", "turns", "ppeoks", "sweeps"), turns)
        limits |= {"shakes": months, "bombs": months, "flips_saved": 2 * months}
        for name, limit in limits.items():
            if (most := max(getattr(self, name))) > limit:
                raise InputError(
                    f"{name} holds {most}, but with hands of {rules.hand_size} cards "
                    f"it cannot be more than {limit}."
                )

    def check_playable(self, rules: Rules) -> None:
        """Refuse a position that cannot be played on to the end.

        Raises
        ------
        InputError
            If it is not one of these rules, the seat to move cannot, the stock is too short for
            the turns to come, or it is unclear who would pay for all.
        """
        self.check(rules)
        if not self.hands[self.turn] and not self.flips_saved[self.turn]:
            raise InputError(
                f"turn is {self.turn}, but that seat has neither a card nor a saved flip-only turn."
            )
        coming = sum(map(int.bit_count, self.hands)) + sum(self.flips_saved)
        draws = sum((hand & _JOKERS).bit_count() for hand in self.hands)
        cards = sum(card < FIRST_JOKER for card in self.stock)
        if cards < coming + draws:
            besides = f" and {draws} cards to be drawn for jokers" if draws else ""
            raise InputError(
                f"stock has {cards} cards besides jokers, but {coming} turns are still to be "
                f"played{besides}."
            )
        if rules.go_bak == "pays_all" and self.last_go is None and any(self.goes):
            raise InputError("last_go is missing: several seats have called go, and one pays all.")


class _Reader:
    """Reads the lists of a position, no card twice."""

    def __init__(self, rules: Rules) -> None:
        self._jokers = rules.jokers
        self._taken = 0

    def __call__(self, text: str, where: str) -> list[int]:
        """Return the numbers of the cards in a list."""
        cards = parse_cards(text, self._jokers, where=where, taken=self._taken)
        self._taken |= sum(1 << card for card in cards)
        return cards

    def mask(self, text: str, where: str) -> int:
        """Return the mask of the cards in a list."""
        return sum(1 << card for card in self(text, where))

    def among(self, cards: int, text: str, where: str) -> int:
        """Return the mask of the cards in a list that were all read before, as these `cards`."""
        try:
            named = parse_cards(text, self._jokers, where=where, taken=_ALL_CARDS & ~cards)
        except InputError:
            parse_cards(text, self._jokers, where=where)
            have = format_cards(cards, self._jokers) or "nothing"
            raise InputError(f"{where}: not all of {text} are there, only {have}.") from None
        return sum(1 << card for card in named)

    def buried(self, given: Mapping[int, int | str], floor: int) -> dict[int, int]:
        """Return the jokers under each pile: those that are named, then those that are counted."""
        loose, under = floor & _JOKERS, {}
        for month, jokers in given.items():
            if isinstance(jokers, str):
                under[month] = self.among(loose, jokers, f"the jokers under month {month}")
                loose &= ~under[month]
        for month, jokers in sorted(given.items(), key=lambda item: item[0]):
            if not isinstance(jokers, str):
                if not 0 <= jokers <= loose.bit_count():
                    raise InputError(
                        f"buried: {jokers} jokers lie under month {month}, "
                        f"but the floor has {loose.bit_count()} for it."
                    )
                under[month] = sum(1 << card for card in _lowest(loose, jokers))
                loose &= ~under[month]
        return under

    def reserved(
        self, given: Sequence[int | Mapping[int, str]], captures: Sequence[int], seats: int
    ) -> tuple[tuple[int, ...], ...]:
        """Return the reserved pi by thief and victim."""
        if not any(given):
            return ()
        rows = []
        for thief, said in enumerate(given):
            cards = captures[thief] if thief < len(captures) else 0
            victims = [(thief + step) % seats for step in range(1, seats)]
            row = [0] * seats
            if isinstance(said, Mapping):
                for victim, text in said.items():
                    if victim not in victims:
                        raise InputError(f"reserved: seat {thief} has no opponent {victim}.")
                    row[victim] = self.among(cards, text, f"the reserved pi of seat {thief}")
                    cards &= ~row[victim]
            else:
                pi = sorted(_lowest(cards & _PI), key=self._worth)
                if not 0 <= said <= len(pi):
                    raise InputError(
                        f"reserved holds {said} for seat {thief}, which has captured {len(pi)} pi."
                    )
                for turn, card in enumerate(pi[:said]):
                    row[victims[turn % len(victims)]] |= 1 << card
            rows.append(tuple(row))
        return tuple(rows)

    def _worth(self, card: int) -> int:
        """Return what a pi is worth."""
        if card >= FIRST_JOKER:
            return self._jokers[card - FIRST_JOKER]
        return 2 if int(DOUBLE_PIS) >> card & 1 else 1


def _lowest(mask: int, number: int | None = None) -> list[int]:
    """Return the lowest cards of a mask, all of them if no number is given."""
    return [card for card in range(mask.bit_length()) if mask >> card & 1][:number]


def _check_seats(seats: int) -> None:
    if not 2 <= seats <= 3:
        raise InputError(f"hands has {seats} entries, but a game has 2 or 3 seats.")


def _check_month(name: str, month: int) -> None:
    if not 1 <= month <= MONTHS:
        raise InputError(f"{name}: {month} is no month, which are numbered 1 to {MONTHS}.")
