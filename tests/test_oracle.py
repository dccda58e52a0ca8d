"""The oracle itself: the golden game, and what holds in every game."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oracle import (
    ALL,
    Deal,
    Game,
    RedealNeeded,
    Result,
    Rules,
    TurnRecord,
    dealt,
    deck,
    pi_worth,
    play,
    random_player,
    shuffled_deal,
)
from oracle.houses import ARCADE3, CHOICES, PRESETS, any_rules, preset
from oracle.positions import ARCADE, table
from oracle.records import play_record

TAN = Path(__file__).parent.parent / "sim/records/examples/tan.toml"


def test_the_golden_game() -> None:
    turns, result = play_record(TAN.read_text(encoding="utf-8"))
    assert len(turns) == 19
    assert result is not None
    assert (result["winner"], result["points"], result["goes"]) == (0, 42, 5)
    assert result["payments"] == [752, -376, -376]
    assert result["factors"] == [{"3고", "멍박"}, {"3고", "멍박", "피박"}, {"3고", "멍박", "피박"}]


# What holds in every game, under any rules.


class Watch:
    """Looks over the shoulder of a random game, at every question and after every turn."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.rules = rules
        self.cards = sorted(deck(rules))
        self.player = random_player(rng)
        self.records: list[TurnRecord] = []
        self.events: set[str] = set()

    def ask(self, seat: int, kind: str, options: Sequence[Any], view: Game) -> Any:
        assert len(options) > 1
        assert len({str(option) for option in options}) == len(options)
        assert kind != "go" or view.seats[seat].has_turn
        return self.player(seat, kind, options, view)

    def on_turn(self, game: Game, record: TurnRecord) -> None:
        self.records.append(record)
        self.events |= record.events
        assert record.number == len(self.records)
        places = [record.floor, set(record.stock), *record.hands, *record.captures]
        assert sorted(card for place in places for card in place) == self.cards
        assert sum(record.first_money) == 0
        assert all(got <= had for got, had in zip(record.reserved, record.captures, strict=True))
        assert all(len(game.on_floor(month)) == 3 for month in record.piles)
        assert {card.month for card in record.floor if len(game.on_floor(card.month)) == 3} - {
            0
        } == set(record.piles)
        for seat, cards in enumerate(record.stolen):
            assert not cards or seat != record.seat
            assert pi_worth(set(cards), self.rules) >= len(cards)


def random_game(rules: Rules, rng: Random, carry: int = 1) -> tuple[Watch, Result]:
    while True:
        watch = Watch(rules, rng)
        try:
            result = play(rules, shuffled_deal(rules, rng), watch.ask, carry, watch.on_turn)
        except RedealNeeded:
            assert rules.floor_four == "redeal"
            continue
        return watch, result


def check_result(rules: Rules, watch: Watch, result: Result) -> None:
    assert sum(result.payments) == 0
    assert result.turns == len(watch.records)
    assert len(result.payments) == len(result.multipliers) == rules.players
    assert (result.winner == -1) <= (result.points == result.goes == 0)
    assert result.ended_by in {
        "stop",
        "highest",
        "nagari",
        "chongtong",
        "five_brights",
        "triple_ppeok",
        "floor_four",
    }
    if result.ended_by == "nagari":
        last = watch.records[-1]
        assert not any(last.hands)
        assert not any(last.flips_saved)
        assert all(card.kind == "J" for card in last.stock)
    if result.ended_by in {"stop", "highest"}:
        assert result.winner == result.actor >= 0
        assert all(each % result.multipliers[result.winner] == 0 for each in result.multipliers)
        if not (rules.max_payment or rules.go_bak == "pays_all"):
            money = watch.records[-1].first_money if watch.records else [0] * rules.players
            price = result.points + result.goes * rules.go_points
            for seat in set(range(rules.players)) - {result.winner}:
                assert result.payments[seat] - money[seat] == -price * result.multipliers[seat]


@pytest.mark.parametrize("name", PRESETS)
def test_random_games_of_a_preset(name: str) -> None:
    rules, rng = preset(name), Random(f"{name} 1")
    seen: set[str] = set()
    for _ in range(1000):
        watch, result = random_game(rules, rng)
        check_result(rules, watch, result)
        seen |= watch.events
    assert seen >= {"bomb", "jjok", "ttadak", "ppeok", "eat", "eat_own", "eat_floor", "sweep"}
    assert ("shake" in seen) == (rules.shake_timing == "play")
    assert ("joker" in seen) == bool(rules.jokers)


def test_random_games_of_random_rules() -> None:
    rng = Random(2)
    ends: set[str] = set()
    for _ in range(2500):
        rules = any_rules(rng)
        watch, result = random_game(rules, rng, carry=rng.choice([1, 1, 2, 4]))
        check_result(rules, watch, result)
        ends.add(result.ended_by)
    assert ends >= {"stop", "highest", "nagari", "chongtong", "triple_ppeok", "floor_four"}


def test_the_same_game_twice() -> None:
    rules = any_rules(Random(5))
    games = [random_game(rules, Random(6)) for _ in range(2)]
    assert games[0][1] == games[1][1]
    assert games[0][0].records == games[1][0].records


def test_random_rules_draw_every_field() -> None:
    drawn = {"players", "hand_size", "floor_size", "jokers", "last_turn_excludes"}
    assert CHOICES.keys() | drawn == ARCADE3.keys()


def test_what_ask_raises_is_passed_on() -> None:
    def ask(*_: Any) -> Any:
        raise KeyboardInterrupt

    rules = preset("arcade3")
    deal = shuffled_deal(rules, Random(3))
    with pytest.raises(KeyboardInterrupt):
        play(rules, deal, ask)


def test_an_answer_must_be_an_option() -> None:
    rules = preset("arcade3")
    deal: Deal = shuffled_deal(rules, Random(3))
    with pytest.raises(ValueError, match="not one of"):
        play(rules, deal, lambda *_: "nothing")


def test_random_player_is_even() -> None:
    ask = random_player(Random(1))
    game = table(ARCADE)
    drawn = [ask(0, "turn", "abc", game) for _ in range(3000)]
    assert all(900 < drawn.count(letter) < 1100 for letter in "abc")


def test_a_deal_is_not_used_up() -> None:
    deal = dealt(ARCADE, ALL)
    copy = Deal([list(hand) for hand in deal.hands], list(deal.floor), list(deal.stock))
    play(preset("arcade3", floor_four="nagari"), deal, random_player(Random(1)))
    assert deal == copy
