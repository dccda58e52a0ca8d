"""A single game, played from outside decision by decision on the engine of the batch runs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gostop.errors import InputError
from gostop.kernels import stepping
from gostop.kernels.calling import RAISED
from gostop.kernels.cards import CUP
from gostop.kernels.decisions import ASK, KINDS
from gostop.kernels.ending import settled_cards
from gostop.kernels.outcome import FACTORS, OUTCOME
from gostop.kernels.policies import OUTSIDE, OUTSIDE_ALL, WATCHED
from gostop.kernels.state import ENDINGS, MAX_ANSWERS, NOBODY, RUNNING, workspace
from gostop.laying import lay, write_deal
from gostop.points import CUP_READINGS
from gostop.policies import Policy, PolicyLike, find_again, parse_policy, seat_player
from gostop.position import Position
from gostop.rule_record import rule_record
from gostop.rules import Rules
from gostop.turn import Answer, Turn, noted


@dataclass(frozen=True)
class Decision:
    """What a seat is asked.

    Attributes
    ----------
    seat : int
    kind : str
        One of ``kernels.decisions.KINDS``: turn, shake, aim, take, go.
    options : tuple of int
        The legal answers, as ``kernels.decisions`` numbers them: for a turn 0 to 47 a card, 48 to
        50 a joker, 51 flip only, 52 to 63 a bomb; for aim and take a card; for shake and go 0 no
        (or stop) and 1 yes (or go).
    month : int or None
        The month that a shake is about.
    """

    seat: int
    kind: str
    options: tuple[int, ...]
    month: int | None = None


@dataclass(frozen=True)
class Result:
    """How a game ended and who pays whom.

    Attributes
    ----------
    ended_by : str
        One of ``kernels.state.ENDINGS``.
    winner, actor : int
        Seats, or -1; see the result columns of the same names.
    points, goes : int
        The winner's points as paid, without its goes; a fixed win: its price; a draw: 0.
    payments, multipliers : tuple of int
        One a seat; the winner's multiplier is the common part, a loser's all that it pays with.
    factors : tuple of frozenset of str
        What each multiplier is made of, words of ``kernels.outcome.FACTORS``.
    turns : int
        Turns played.
    cup_as : str or None
        The winner's reading of 국진, as it pays most: "animal" or "pi"; None where it has none, or
        did not win on points.
    """

    ended_by: str
    winner: int
    actor: int
    points: int
    goes: int
    payments: tuple[int, ...]
    multipliers: tuple[int, ...]
    factors: tuple[frozenset[str], ...]
    turns: int
    cup_as: str | None


class Game:
    """A game in which some or all seats are played from outside.

    Parameters
    ----------
    rules : str, path or Rules
    seed, game : int
        Which deal: the one that a run with this seed has as its game of this number.
    policies : sequence, optional
        Who plays each seat: what `parse_policy` reads, or None for a seat played from outside.
        Default: all from outside.
    deal : numpy array of uint8, optional
        Instead of the seeded deal: every card's number, hands first (all of seat 0, then of seat
        1 ...), then the floor, then the stock from its top.
    position : Position, optional
        Instead of a deal: a position to play on from, to which no opening rule is applied. `seed`
        and `game` then only start the random streams of the policies.
    ask_forced : bool
        Ask the seats that are played from outside even where their answers do not differ.
    on_turn : callable, optional
        Called with the game and a `gostop.turn.Turn` after every turn that was played.

    Attributes
    ----------
    rules : Rules
    decision : Decision or None
        What is asked; None when the game is over.
    answers : list of gostop.turn.Answer
        All that was decided in the turns played, by policies too, forced answers included.

    Examples
    --------
    >>> game = Game("arcade3", seed=7, game=0)
    >>> while game.decision is not None:
    ...     game.answer(game.decision.options[0])
    >>> sum(game.result.payments)
    0
    """

    def __init__(
        self,
        rules: str | Rules = "arcade3",
        *,
        seed: int = 0,
        game: int = 0,
        policies: Sequence[PolicyLike | None] | None = None,
        deal: npt.NDArray[np.uint8] | None = None,
        position: Position | None = None,
        ask_forced: bool = False,
        on_turn: Callable[["Game", Turn], None] | None = None,
    ) -> None:
        self._set_up(rules, on_turn)
        self._seat_players(policies, OUTSIDE_ALL if ask_forced else OUTSIDE)
        if deal is not None and position is not None:
            raise InputError("deal and position are both given, but a game starts from one of them")
        start: Any = stepping.start_seeded
        if position is not None:
            position.check_playable(self.rules)
            start = stepping.start_blank
        elif deal is not None:
            write_deal(self._work, self.rules, deal)
            start = stepping.start_written
        start(self._work, self._law, np.uint64(seed), np.uint64(game))
        if position is not None:
            lay(self._work, self.rules, self._law, position)
        self._play_on()

    def _set_up(
        self, rules: str | Rules, on_turn: Callable[["Game", Turn], None] | None = None
    ) -> None:
        self.rules = rules if isinstance(rules, Rules) else Rules.load(rules)
        self.decision: Decision | None = None
        self.answers: list[Answer] = []
        self._law = rule_record(self.rules)
        self._work, self._kept = workspace(), workspace()
        self._policies: list[Policy | None] = []
        self._on_turn = on_turn

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take up a pickled game, with the players' addresses in this process."""
        self.__dict__.update(state)
        for work in (self._work, self._kept):
            find_again(work[2], self._policies)

    @classmethod
    def ended(
        cls, rules: str | Rules, position: Position, winner: int, ended_by: str = "stop"
    ) -> "Game":
        """A game that is over, to be settled.

        Parameters
        ----------
        rules : str, path or Rules
        position : Position
            Where it stood when it ended; hands and stock do not matter.
        winner : int
            Its seat.
        ended_by : str
            How: stop, highest, chongtong, five_brights, floor_four or triple_ppeok. With a stop
            the winner's reserved pi go back first (article 8).

        Raises
        ------
        InputError
            If the position is not one of these rules, a game so ended has no such winner, or it
            is unclear who would pay for all.
        """
        game = cls.__new__(cls)
        game._set_up(rules)
        position.check(game.rules)
        if not 0 <= winner < game.rules.players:
            raise InputError(f"winner is {winner}, but the seats are 0 to {game.rules.players - 1}")
        _check_won(game.rules, position, winner, ended_by)
        stepping.start_blank(game._work, game._law, np.uint64(0), np.uint64(0))
        lay(game._work, game.rules, game._law, position)
        stepping.end_now(game._work, np.int64(ENDINGS.index(ended_by) + 1), np.uint64(winner))
        return game

    def _seat_players(self, policies: Sequence[PolicyLike | None] | None, outside: int) -> None:
        chosen: list[PolicyLike | None] = [None] * self.rules.players
        if policies is not None:
            chosen = list(policies)
        if len(chosen) != self.rules.players:
            raise InputError(
                f"policies name {len(chosen)} seats, but the rules seat {self.rules.players}"
            )
        players = self._work[2][0]
        self._policies = [None if one is None else parse_policy(one) for one in chosen]
        for seat, policy in enumerate(self._policies):
            if policy is None:
                players.policy[seat] = outside
            else:
                seat_player(players, seat, policy)
                players.policy[seat] += WATCHED

    @property
    def table(self) -> Any:
        """The public table, a record of ``kernels.state.TABLE``; for reading."""
        return self._work[0][0]

    @property
    def law(self) -> Any:
        """The rules as the kernels read them, a record of ``kernels.rules.RULES``."""
        return self._law[0]

    def hand(self, seat: int) -> int:
        """The cards in a seat's hand, a bit mask."""
        return int(self._work[1][0].seats[seat].hand)

    def dealt(self, seat: int) -> int:
        """The cards a seat was dealt, a bit mask."""
        return int(self._work[1][0].seats[seat].dealt)

    def deck(self) -> list[int]:
        """Every card's number in dealing order, the whole stock last."""
        hidden = self._work[1][0]
        return [int(card) for card in hidden.deck[: int(hidden.cards)]]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return int(self.table.ended_by) != RUNNING

    def answer(self, option: int) -> None:
        """Answer the decision that is asked, and play on to the next one.

        Raises
        ------
        InputError
            If nothing is asked, or the answer is not among its options.
        """
        if self.decision is None:
            raise InputError("answer: the game is over, nothing is asked")
        if option not in self.decision.options:
            raise InputError(
                f"answer {option} is not legal for '{self.decision.kind}' of seat "
                f"{self.decision.seat}: choose from {', '.join(map(str, self.decision.options))}"
            )
        answers = self._work[3][0]
        assert answers.count < MAX_ANSWERS
        answers.known[answers.count] = option
        answers.count += 1
        self._play_on()

    def _play_on(self) -> None:
        self.decision = None
        while not self.over:
            before = int(self.table.turn)
            if stepping.step_turn(self._work, self._kept, self._law) == ASK:
                answers = self._work[3][0]
                mask = int(answers.mask)
                options = tuple(place for place in range(64) if mask >> place & 1)
                month = int(answers.month).bit_length() // 4 + 1 if answers.month else None
                self.decision = Decision(int(answers.seat), KINDS[answers.kind], options, month)
                if self._work[2][0].policy[answers.seat] >= WATCHED:
                    self._refuse_answer(int(answers.wrong))
                return
            self.answers += noted(self._work[3][0])
            # A deferred stop ends the game at the start of a turn that is not taken.
            if self._on_turn is not None and int(self.table.turn) > before:
                turn = Turn.between(self._kept, self._work, self._law, self.rules.players)
                self._on_turn(self, turn)

    def _refuse_answer(self, answer: int) -> None:
        """Raise InputError: an own policy has raised an exception or given an illegal answer."""
        from gostop.records.legal import legal

        decision = self.decision
        assert decision is not None
        policy = self._policies[decision.seat]
        assert policy is not None
        what = f"answered {answer}, which is not legal" if answer != RAISED else self._raised()
        options = ", ".join(map(str, decision.options))
        raise InputError(
            f"policy {policy.name} {what}: seat {decision.seat}, turn {int(self.table.turn) + 1}, "
            f"was asked '{decision.kind}' and could answer {options} ({legal(self)})"
        )

    def _raised(self) -> str:
        """What an own policy raises where it stands, asked once more from Python."""
        decision, players = self.decision, self._work[2][0]
        assert decision is not None
        seat, policy = decision.seat, self._policies[decision.seat]
        assert policy is not None
        assert policy.own is not None
        try:
            policy.own.function(
                self.table,
                self._work[1][0].seats[seat],
                self._law[0],
                players.params[seat],
                players.stream[seat],
                np.int64(KINDS.index(decision.kind)),
                self._work[3][0].mask,
            )
        except Exception as error:  # whatever a user's policy raises
            return f"raised {type(error).__name__}: {error}"
        return "raised an exception"

    @property
    def result(self) -> Result:
        """The settlement of the finished game.

        Raises
        ------
        InputError
            If the game is not over.
        """
        if not self.over:
            raise InputError("result: the game is not over")
        row = np.zeros(1, OUTCOME)
        stepping.settle_one(self._work, self._law, row)
        outcome, seats = row[0], range(self.rules.players)
        return Result(
            ended_by=ENDINGS[int(outcome.ended_by) - 1],
            winner=int(outcome.winner),
            actor=int(outcome.actor),
            points=int(outcome.points),
            goes=int(outcome.goes),
            payments=tuple(int(outcome.payment[seat]) for seat in seats),
            multipliers=tuple(int(outcome.multiplier[seat]) for seat in seats),
            factors=tuple(_words(int(outcome.factors[seat])) for seat in seats),
            turns=int(outcome.turns),
            cup_as=self._cup_as(outcome),
        )

    def _cup_as(self, outcome: Any) -> str | None:
        if ENDINGS[int(outcome.ended_by) - 1] not in ("stop", "highest"):
            return None
        if not int(settled_cards(self.table, np.uint64(outcome.winner))) & int(CUP):
            return None
        return CUP_READINGS[int(outcome.cup_as)]


def _check_won(rules: Rules, position: Position, winner: int, ended_by: str) -> None:
    """Refuse an end that pays that seat nothing, and one of which it is unclear who pays."""
    to_first = rules.floor_four == "first_wins" and winner == 0
    prices = {
        "nagari": 0,
        "chongtong": rules.chongtong_points,
        "five_brights": rules.five_brights_dealt_points,
        "triple_ppeok": rules.triple_ppeok_points,
        "floor_four": rules.chongtong_points if to_first else 0,
    }
    if prices.get(ended_by, 1) <= 0:
        raise InputError(
            f"winner is {winner}, but that seat cannot win by {ended_by} under these rules"
        )
    callers = [seat for seat, goes in enumerate(position.goes) if goes and seat != winner]
    if (
        ended_by not in prices
        and rules.go_bak == "pays_all"
        and position.last_go is None
        and len(callers) > 1
    ):
        raise InputError("last_go is missing: several seats have called go, and one pays all.")


def _words(bits: int) -> frozenset[str]:
    return frozenset(name for place, name in enumerate(FACTORS) if bits >> place & 1)


__all__ = ["NOBODY", "Decision", "Game", "Result"]
