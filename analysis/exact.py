"""Exact probabilities of what a deal holds, as fractions: 총통, three of a month, 광, jokers.

Let the pack have m months of c cards, and let places (hands, the floor) of sizes s_1 ... s_p be
filled from it, all deals equally likely. For any choice of k_1 months to lie whole in place 1, k_2
other months in place 2 and so on, K in all, that happens with probability

    (s_1)_{c k_1} ... (s_p)_{c k_p} / (m c)_{c K}

where (x)_j = x (x - 1) ... (x - j + 1) is the number of ordered draws of j out of x: the c K cards
are spread over the pack's m c positions, and each place offers as many as it has. Months can be
chosen in m! / (k_1! ... k_p! (m - K)!) ways. A month cannot lie whole in two places, so by
inclusion and exclusion over all such choices the probability that *no* place holds a whole month is

    sum over k_1 ... k_p of (-1)^K * m! / (k_1! ... k_p! (m - K)!)
                            * (s_1)_{c k_1} ... (s_p)_{c k_p} / (m c)_{c K}.

The factors of each place depend on its own k alone, so they are gathered by K as coefficients of a
product of polynomials, one a place; what remains is a sum over K. All that is asked for follows:

- a place has a whole month: 1 - none(place);
- some hand has one, given that the floor has none: 1 - none(hands, floor) / none(floor), since a
  redeal for four on the floor is dealt anew until the floor has none.

**Jokers** are cards of no month. In a hand they take the room of a card; on the opening floor each
is replaced from the stock until none lies there, so that the floor is as many cards of the months,
whatever the jokers do. Given how many jokers each hand has, the rest is a deal without jokers into
smaller hands, all equally likely; so the probabilities are averages over the jokers' places: j_s of
the J jokers fall into hand s, of size h, with probability

    C(h, j_1) ... C(h, j_p) * C(m c + J - p h, J - j_1 - ... - j_p) / C(m c + J, J).

**Several hands.** Let N_b be the probability that b given hands (and the floor, where that is
asked) hold no whole month. Of p hands exactly j hold none with probability

    C(p, j) * sum over i of (-1)^i C(p - j, i) N_{j + i}.

**Exactly e of a month.** That k given months have exactly e cards each in a place of size s, and K
other months lie whole on a floor of size f, happens with probability

    C(c, e)^k * C(m c - c k - c K, s - e k) * C(m c - s - c K, f - c K) / (C(m c, s) C(m c - s, f)):

the place is filled from what is neither of the k months nor reserved for the floor. Again the
months can be chosen in m! / (k! K! (m - k - K)!) ways, and inclusion and exclusion over k and K
follows.

**Five 광** are one card of each of B months. A hand that holds them completes one of those months
with its c - 1 other cards. That it holds them and b of those months whole, while K other months lie
whole in given places, has a probability of the same kind as the first one, with (s)_{B + (c - 1) b
+ c k} for the hand and C(B, b) (m - B)! / (k_1! ... (m - B - K)!) choices.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, factorial, perm, prod

from gostop.errors import InputError


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of cards, jokers not counted.

    Attributes
    ----------
    months : int
    size : int
        Cards a month.
    brights : int
        Number of 광, each of a month of its own.
    """

    months: int = 12
    size: int = 4
    brights: int = 5

    @property
    def cards(self) -> int:
        """Number of cards."""
        return self.months * self.size


HWATU = Pack()


def hand_four(hand_size: int, jokers: int = 0, *, pack: Pack = HWATU) -> Fraction:
    """Probability that one dealt hand holds four of a month.

    Examples
    --------
    >>> hand_four(7)
    Fraction(7, 3243)
    """
    return chongtong(1, hand_size, 0, jokers, given_no_floor_four=False, pack=pack)


def floor_four(floor_size: int, jokers: int = 0, *, pack: Pack = HWATU) -> Fraction:
    """Probability that the opening floor holds four of a month.

    Jokers on the floor are replaced first, so their number makes no difference.

    Examples
    --------
    >>> floor_four(6)
    Fraction(1, 1081)
    """
    _check(0, 0, floor_size, jokers, pack)
    return 1 - _none((floor_size,), pack)


def chongtong(
    players: int,
    hand_size: int,
    floor_size: int,
    jokers: int = 0,
    given_no_floor_four: bool = True,
    *,
    at_least: int = 1,
    pack: Pack = HWATU,
) -> Fraction:
    """Probability that at least one dealt hand, or so many, hold four of a month.

    Parameters
    ----------
    players : int
        Number of hands dealt.
    hand_size, floor_size : int
        Cards of each hand and of the floor.
    jokers : int
        How many are in the pack.
    given_no_floor_four : bool
        Of the deals whose floor does not hold four of a month, as where those are dealt anew; else
        of all deals.
    at_least : int
        How many hands: 2 for two at once.
    pack : Pack
        Another pack than the twelve months of four.

    Raises
    ------
    InputError
        If a number is negative or the pack too small.

    Examples
    --------
    >>> chongtong(3, 7, 6)
    Fraction(15754055491, 2440493273790)
    >>> float(chongtong(3, 7, 6, at_least=2))
    1.8304971572662505e-05
    """
    _check(players, hand_size, floor_size, jokers, pack)
    floor = (floor_size,) if given_no_floor_four else ()
    without = _possible(sum(floor), pack)
    none_of = [
        _none_of_first(hands, players, hand_size, floor, jokers, pack) / without
        for hands in range(players + 1)
    ]
    few = max(players - at_least + 1, 0)
    return 1 - sum((_exactly_without(j, none_of) for j in range(few, players + 1)), Fraction(0))


def first_chongtong(
    seat: int,
    hand_size: int,
    floor_size: int,
    jokers: int = 0,
    given_no_floor_four: bool = True,
    *,
    pack: Pack = HWATU,
) -> Fraction:
    """Probability that a seat holds four of a month and no seat before it does.

    So it wins by 총통 where the first of several wins.

    Parameters
    ----------
    seat : int
        From 0.
    hand_size, floor_size, jokers, given_no_floor_four, pack
        As for `chongtong`.

    Examples
    --------
    >>> sum(first_chongtong(seat, 7, 6) for seat in range(3)) == chongtong(3, 7, 6)
    True
    """
    sizes = (hand_size, floor_size, jokers, given_no_floor_four)
    return chongtong(seat + 1, *sizes, pack=pack) - chongtong(seat, *sizes, pack=pack)


def exactly(
    count: int,
    hand_size: int,
    floor_size: int = 0,
    jokers: int = 0,
    given_no_floor_four: bool = False,
    *,
    pack: Pack = HWATU,
) -> Fraction:
    """Probability that a dealt hand holds exactly so many cards of at least one month.

    Parameters
    ----------
    count : int
        From 1 to the cards of a month: 3 for what can be shaken.
    hand_size : int
        A floor of this many cards has the same probability, without jokers.
    floor_size, jokers, given_no_floor_four, pack
        As for `chongtong`; the floor matters only where its deals are dealt anew.

    Examples
    --------
    >>> exactly(3, 7)
    Fraction(4087, 46483)
    """
    _check(1, hand_size, floor_size, jokers, pack)
    if not 1 <= count <= pack.size:
        raise InputError(f"count {count} is out of range: give 1 to {pack.size}")
    floor = floor_size if given_no_floor_four else 0
    found = sum(
        (
            weight * _exactly_without_jokers(count, hand, floor, pack)
            for (hand,), weight in _hands_without_jokers(1, hand_size, jokers, pack)
        ),
        Fraction(0),
    )
    return found / _possible(floor, pack)


def five_brights(
    players: int,
    hand_size: int,
    floor_size: int = 0,
    jokers: int = 0,
    given_no_floor_four: bool = False,
    *,
    without_chongtong: bool = False,
    pack: Pack = HWATU,
) -> Fraction:
    """Probability that a dealt hand holds all five 광.

    Parameters
    ----------
    players, hand_size, floor_size, jokers, given_no_floor_four, pack
        As for `chongtong`.
    without_chongtong : bool
        And that no hand holds four of a month, which would come first.

    Examples
    --------
    >>> five_brights(1, 7)
    Fraction(7, 570768)
    """
    _check(players, hand_size, floor_size, jokers, pack)
    floor = floor_size if given_no_floor_four else 0
    found = Fraction(0)
    for hands, weight in _hands_without_jokers(players, hand_size, jokers, pack):
        for seat, hand in enumerate(hands):
            others = hands[:seat] + hands[seat + 1 :] if without_chongtong else ()
            found += weight * _brights_and_none(hand, without_chongtong, (*others, floor), pack)
    return found / _possible(floor, pack)


def jokers_in_hand(count: int, hand_size: int, jokers: int, *, pack: Pack = HWATU) -> Fraction:
    """Probability that a dealt hand holds exactly so many of the pack's jokers.

    Whether the floor holds four of a month makes no difference to it.

    Examples
    --------
    >>> jokers_in_hand(1, 7, 2)
    Fraction(43, 175)
    """
    _check(1, hand_size, 0, jokers, pack)
    if count < 0:
        raise InputError(f"count {count} is out of range: give 0 or more")
    if count > min(jokers, hand_size):
        return Fraction(0)
    ways = comb(jokers, count) * comb(pack.cards, hand_size - count)
    return Fraction(ways, comb(pack.cards + jokers, hand_size))


def _possible(floor: int, pack: Pack) -> Fraction:
    """Probability that the floor holds no whole month.

    Raises
    ------
    InputError
        If it always does.
    """
    without = _none((floor,), pack)
    if without == 0:
        raise InputError(f"a floor of {floor} always holds a whole month: nothing to condition on")
    return without


def _none_of_first(
    hands: int, players: int, hand_size: int, floor: tuple[int, ...], jokers: int, pack: Pack
) -> Fraction:
    """Probability that the first few hands, and the floor, hold no whole month."""
    return sum(
        (
            weight * _none((*dealt[:hands], *floor), pack)
            for dealt, weight in _hands_without_jokers(players, hand_size, jokers, pack)
        ),
        Fraction(0),
    )


def _exactly_without(hands: int, none_of: Sequence[Fraction]) -> Fraction:
    """Probability that exactly so many hands hold no whole month; `none_of[b]`: that b given do."""
    players = len(none_of) - 1
    rest = players - hands
    return comb(players, hands) * sum(
        ((-1) ** more * comb(rest, more) * none_of[hands + more] for more in range(rest + 1)),
        Fraction(0),
    )


def _exactly_without_jokers(count: int, hand: int, floor: int, pack: Pack) -> Fraction:
    """A month of exactly `count` in the hand, and the floor without a whole month."""
    cards, size, found = pack.cards, pack.size, 0
    for held in range(1, min(pack.months, hand // count) + 1):
        for whole in range(min(pack.months - held, floor // size) + 1):
            months = comb(pack.months, held) * comb(pack.months - held, whole)
            fill_hand = _comb(cards - size * (held + whole), hand - count * held)
            fill_floor = _comb(cards - hand - size * whole, floor - size * whole)
            ways = months * comb(size, count) ** held * fill_hand * fill_floor
            found += (-1) ** (held + 1 + whole) * ways
    return Fraction(found, comb(cards, hand) * comb(cards - hand, floor))


def _comb(n: int, k: int) -> int:
    return comb(n, k) if n >= 0 else 0


def _brights_and_none(hand: int, none_in_hand: bool, others: Iterable[int], pack: Pack) -> Fraction:
    """A hand holds every 광, and neither the other places nor (if asked) it a whole month."""
    elsewhere = [Fraction(1)]
    for size in others:
        elsewhere = _multiply(elsewhere, _whole_months(size, pack))
    found, plain = Fraction(0), pack.months - pack.brights
    for completed in range(pack.brights + 1 if none_in_hand else 1):
        for own in range(plain + 1 if none_in_hand else 1):
            held = pack.brights + (pack.size - 1) * completed + pack.size * own
            ways = (-1) ** (completed + own) * comb(pack.brights, completed) * perm(hand, held)
            for whole, coefficient in enumerate(elsewhere[: plain - own + 1]):
                chosen = Fraction(perm(plain, own + whole), factorial(own))
                spread = perm(pack.cards, held + pack.size * whole)
                found += ways * chosen * coefficient / spread
    return found


def _check(players: int, hand_size: int, floor_size: int, jokers: int, pack: Pack) -> None:
    numbers = {
        "players": players,
        "hand_size": hand_size,
        "floor_size": floor_size,
        "jokers": jokers,
    }
    for name, value in numbers.items():
        if value < 0:
            raise InputError(f"{name} {value} is out of range: give 0 or more")
    wanted = players * hand_size + floor_size
    if wanted > pack.cards:
        raise InputError(f"hands and floor take {wanted} cards, but the pack has {pack.cards}")


def _none(sizes: Iterable[int], pack: Pack) -> Fraction:
    """Probability that no place of these sizes holds a whole month, in a pack without jokers."""
    gathered = [Fraction(1)]
    for size in sizes:
        gathered = _multiply(gathered, _whole_months(size, pack))[: pack.months + 1]
    return sum(
        (
            coefficient * perm(pack.months, whole) / perm(pack.cards, pack.size * whole)
            for whole, coefficient in enumerate(gathered)
        ),
        Fraction(0),
    )


def _whole_months(size: int, pack: Pack) -> list[Fraction]:
    """The signed factors of one place, by the number of whole months in it."""
    return [
        Fraction((-1) ** whole * perm(size, pack.size * whole), factorial(whole))
        for whole in range(size // pack.size + 1)
    ]


def _multiply(left: Sequence[Fraction], right: Sequence[Fraction]) -> list[Fraction]:
    """Coefficients of the product of two polynomials."""
    made = [Fraction(0)] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            made[i + j] += a * b
    return made


def _hands_without_jokers(
    players: int, hand_size: int, jokers: int, pack: Pack
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """How many cards that are no jokers each hand gets, with the probability of that."""
    rest = pack.cards + jokers - players * hand_size
    ways = comb(pack.cards + jokers, jokers)
    for held in product(range(min(jokers, hand_size) + 1), repeat=players):
        if sum(held) <= jokers:
            ways_here = prod(comb(hand_size, one) for one in held) * comb(rest, jokers - sum(held))
            yield tuple(hand_size - one for one in held), Fraction(ways_here, ways)
