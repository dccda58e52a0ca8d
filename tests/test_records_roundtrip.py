"""Games written down and played again, and the bill of every settlement."""

from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gostop.bill import Bill, bill_of
from gostop.cards import format_cards
from gostop.cli.telling import Teller
from gostop.deals import Deal
from gostop.errors import InputError
from gostop.game import Game, Result
from gostop.position import Position
from gostop.records.legal import choices
from gostop.records.reading import parse_record
from gostop.records.replaying import Replay, play_record
from gostop.records.writing import write_record
from gostop.rule_files import preset_names
from gostop.rules import Rules
from gostop.turn import Turn

from legs import games
from records import played, seeded
from strategies import valid_rules

usual = settings(max_examples=games(100))


def seen(turn: Turn, rules: Rules) -> tuple[object, ...]:
    """What a turn was, with cards by their names: a record does not tell twins apart."""

    def named(cards: int) -> list[str]:
        return sorted(format_cards(cards, rules.jokers).split())

    return (
        *(turn.number, turn.seat, turn.events, turn.points, turn.pi, turn.choice),
        format_cards(turn.flipped, rules.jokers),
        *(named(cards) for cards in (turn.captured, turn.floor, turn.held, *turn.stolen)),
        [(one.seat, one.kind, one.month) for one in turn.answers],
    )


def check_round(game: Game, turns: list[Turn], ascii: bool) -> Replay:
    """Write a game, read it and play it: nothing may have changed."""
    text = write_record(game, ascii=ascii, title=f'a "title" with \\ and\n 한글 {"." * 90}')
    assert text.isascii() or not ascii
    record = parse_record(text)
    assert record.title.endswith(f" 한글 {'.' * 90}")
    assert record.rules == game.rules
    again = play_record(record)
    assert again.difference is None
    assert again.result == game.result
    rules = game.rules
    assert [seen(turn, rules) for turn in again.turns] == [seen(turn, rules) for turn in turns]
    assert write_record(again.game, ascii=ascii, title=record.title) == text
    return again


def check_told(game: Game, turns: list[Turn], ascii: bool) -> None:
    """Everything about a game can be told, and in ASCII if that is wanted."""
    teller = Teller(game.rules, ascii)
    lines = [*teller.deal(Deal.from_game(game)), *teller.shown_at_the_deal(game.answers)]
    for number, turn in enumerate(turns, 1):
        lines += teller.turn(turn, number)
    lines += teller.result(game, game.result, bill_of(game))
    told = "\n".join(map(str, lines))
    assert told.isascii() or not ascii
    assert "\n\n" not in told


def check_bill(game: Game) -> Bill:
    """The factors that are named multiply to what is paid, and the shares add up to it."""
    result, bill, rules = game.result, bill_of(game), game.rules
    common = prod(one.times for one in bill.common)
    paid = list(bill.first_money)
    for share in bill.shares:
        own = prod(one.times for one in share.own)
        assert share.full == bill.base * common * own
        assert share.amount == min(share.full, rules.max_payment or share.full)
        assert share.payer != share.payee
        paid[share.payer] -= share.amount
        paid[share.payee] += share.amount
        if result.ended_by in ("stop", "highest"):
            check_multipliers(result, bill, common, share.of, own)
    assert paid == list(result.payments)
    assert sum(paid) == 0
    assert all(one.times > 1 for one in bill.common)
    check_points(result, bill)
    return bill


def check_multipliers(result: Result, bill: Bill, common: int, loser: int, own: int) -> None:
    assert result.multipliers[result.winner] == common
    assert result.multipliers[loser] == common * own
    names = {one.name for one in bill.common}
    words = result.factors[result.winner] - {"capped", "pays_all"}
    assert names <= words
    for word in words - names:  # it is named where it multiplies by more than 1
        assert word in ("shake", "bomb", "animals7", "go")


def check_points(result: Result, bill: Bill) -> None:
    if bill.score is None:
        assert (bill.base, bill.sweep_points, bill.go_points) == (bill.price, 0, 0)
        assert result.points == (bill.price if result.winner >= 0 else 0)
        return
    assert sum(bill.score.parts.values()) == bill.score.points
    assert bill.score.points + bill.sweep_points == result.points
    assert bill.base == result.points + bill.go_points
    assert bill.score.cup_as == result.cup_as


def check_games(rules: Rules, seed: int, first: int, last: int) -> None:
    for number in range(first, last):
        game, turns = seeded(rules, seed, number)
        check_round(game, turns, ascii=number % 2 == 1)
        check_told(game, turns, ascii=number % 4 > 1)
        check_bill(game)


@pytest.mark.parametrize("preset", preset_names())
def test_games_of_a_preset(preset: str) -> None:
    check_games(Rules.preset(preset), 2026, 0, games(100))


@pytest.mark.heavy
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("preset", preset_names())
def test_many_games_of_a_preset(preset: str, part: int) -> None:
    check_games(Rules.preset(preset), 7, part * 1000, part * 1000 + 1000)


@usual
@given(valid_rules(), st.integers(0, 2**64 - 1))
def test_games_of_any_rules(rules: Rules, seed: int) -> None:
    check_games(rules, seed, 0, 2)


@settings(usual, max_examples=games(50))
@given(valid_rules(go_bak="pays_all", players=3), st.integers(0, 2**64 - 1))
def test_games_in_which_one_pays_for_all(rules: Rules, seed: int) -> None:
    check_games(rules, seed, 0, 2)


@pytest.mark.parametrize("preset", preset_names())
def test_games_broken_off(preset: str) -> None:
    """A game that is not over can be written down, too; its turns are those that were played."""
    rules = Rules.preset(preset)
    for number in range(games(30)):
        turns: list[Turn] = []
        game = Game(rules, seed=3, game=number, on_turn=lambda _, turn: turns.append(turn))  # noqa: B023
        while game.decision is not None and len(turns) < number % 15:
            game.answer(game.decision.options[number % len(game.decision.options)])
        again = played(write_record(game, ascii=number % 2 == 1))
        assert [seen(turn, rules) for turn in again.turns] == [seen(turn, rules) for turn in turns]
        assert again.game.over == game.over


# --- positions -----------------------------------------------------------------------------------


@st.composite
def positions(draw: st.DrawFn, rules: Rules) -> Position:
    """Positions in which every number that a settlement reads is drawn."""
    seats = rules.players
    cards = draw(st.permutations(range(48 + len(rules.jokers))))
    piles: list[int] = []
    for _ in range(seats):
        size = draw(st.integers(0, 16))
        piles.append(sum(1 << card for card in cards[:size]))
        cards = cards[size:]
    months, turns = rules.hand_size // 3, rules.hand_size
    most = {"goes": turns, "shakes": months, "bombs": months, "sweeps": turns, "ppeoks": 2}
    counts: dict[str, Any] = {
        name: tuple(draw(st.lists(st.integers(0, high), min_size=seats, max_size=seats)))
        for name, high in most.items()
    }
    callers = [seat for seat, goes in enumerate(counts["goes"]) if goes]
    return Position(
        hands=(0,) * seats,
        captured=tuple(piles),
        carry=draw(st.integers(1, rules.nagari_carry_max)),
        last_go=draw(st.sampled_from(callers)) if callers else None,
        **counts,
    )


ENDED = ("stop", "highest", "chongtong", "five_brights", "floor_four", "triple_ppeok")


@usual
@given(st.data(), valid_rules(), st.sampled_from(ENDED))
def test_a_bill_of_any_finished_position(data: st.DataObject, rules: Rules, ended: str) -> None:
    position = data.draw(positions(rules))
    winner = data.draw(st.integers(0, rules.players - 1))
    try:
        game = Game.ended(rules, position, winner, ended)
    except InputError:  # a price of nothing
        game = Game.ended(rules, position, winner, "stop")
    check_bill(game)
    for ascii in (False, True):
        told = [*Teller(rules, ascii).result(game, game.result, bill_of(game))]
        assert not ascii or "\n".join(map(str, told)).isascii()


# --- every action --------------------------------------------------------------------------------


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("preset", preset_names())
def test_every_legal_action_is_read_as_it_is_listed(preset: str, ascii: bool) -> None:
    """Whatever is listed as legal can be written as the next action, and is then played."""
    rules, tried = Rules.preset(preset), set()
    for number in range(games(12)):
        game, _ = seeded(rules, 11, number)
        head, _, rest = write_record(game, ascii=ascii).partition('actions = """\n')
        actions = rest.partition('"""')[0].splitlines(keepends=True)
        for cut, action in enumerate(actions):
            verb = action.split()[1]
            # The record cannot end where a take must be said, and silence is no before the deal.
            dealt = verb == "shake" and action.split()[-1].isdigit()
            if verb == "take" or dealt or (verb == "play" and cut % 6):
                continue
            before = f'{head}actions = """\n{"".join(actions[:cut])}'
            at = played(f'{before}"""\n').game
            assert at.decision is not None
            for choice in choices(at, ascii):
                check_taken(f'{before}{at.decision.seat} {choice.words}\n"""', at)
                tried.add(choice.words.split()[0])
    assert tried >= {"play", "go", "stop"}


def check_taken(text: str, before: Game) -> None:
    """The action was taken: something else is asked, or which of two floor cards is meant."""
    try:
        after = played(text).game
    except InputError as error:
        if " must choose: write " not in str(error):
            raise
        return
    assert (after.decision, after.answers) != (before.decision, before.answers)
