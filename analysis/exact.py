"""Exact probabilities of four of a month in a deal (총통), as fractions.

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
    """

    months: int = 12
    size: int = 4

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
    pack: Pack = HWATU,
) -> Fraction:
    """Probability that at least one dealt hand holds four of a month.

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
    """
    _check(players, hand_size, floor_size, jokers, pack)
    floor = (floor_size,) if given_no_floor_four else ()
    without = _none(floor, pack)
    if without == 0:
        raise InputError(
            f"a floor of {floor_size} always holds a whole month: nothing to condition on"
        )
    neither = sum(
        (
            weight * _none((*hands, *floor), pack)
            for hands, weight in _hands_without_jokers(players, hand_size, jokers, pack)
        ),
        Fraction(0),
    )
    return 1 - neither / without


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
