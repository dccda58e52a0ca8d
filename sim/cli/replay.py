"""`gostop replay`, `score`, `settle` and `show`."""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from gostop.bill import bill_of
from gostop.cards import format_cards
from gostop.cli.console import plain_console
from gostop.cli.simulate import parse_seed, read_rules, whole_number
from gostop.cli.telling import Teller
from gostop.deals import Deal
from gostop.errors import InputError
from gostop.game import Game
from gostop.plan import Plan
from gostop.points import score
from gostop.policies import parse_policies
from gostop.records.actions import turn_words
from gostop.records.legal import choices
from gostop.records.reading import read_record
from gostop.records.record import Record
from gostop.records.replaying import play_record
from gostop.records.settling import settle_record
from gostop.records.writing import write_record
from gostop.rule_files import describe
from gostop.rules import Rules
from gostop.turn import Turn

MAX_GAME = 2**63 - 1


def replay_command(path: str, as_json: bool, ascii: bool) -> None:
    """Run `gostop replay`."""
    record = read_record(path)
    done = play_record(record)
    if as_json:
        _print_json(_told(record.rules, done.turns, done.game, ascii))
    else:
        console = plain_console()
        console.print(_heading(record, ascii), soft_wrap=True)
        _print_game(record.rules, done.turns, done.game, ascii, _known_deal(record, done.game))
    _fail_on(done.difference)


def _heading(record: Record, ascii: bool) -> str:
    """Return a record's title on one line, or what it is where it has none to be shown."""
    title = "".join(letter if letter.isprintable() else " " for letter in record.title)
    title = " ".join(title.split()) or f"{record.name}: a game of {describe(record.rules)}"
    return title if title.isascii() or not ascii else f"a game of {describe(record.rules)}"


def _known_deal(record: Record, game: Game) -> Deal | None:
    if record.position is not None:
        return None
    return record.deal or Deal.from_game(game)


def settle_command(path: str, as_json: bool, ascii: bool) -> None:
    """Run `gostop settle`."""
    settled = settle_record(read_record(path))
    game = settled.game
    if as_json:
        _print_json(_result(game, ascii))
    else:
        for line in Teller(game.rules, ascii).result(game, game.result, bill_of(game)):
            plain_console().print(line, soft_wrap=True)
    _fail_on(settled.difference)


def score_command(
    cards: str, rules: str, settings: Sequence[str], as_json: bool, ascii: bool
) -> None:
    """Run `gostop score`."""
    law = read_rules(rules, settings)
    counted = score(cards, law)
    if as_json:
        _print_json(counted.to_dict())
        return
    console = plain_console()
    for line in Teller(law, ascii).score(counted):
        console.print(line, soft_wrap=True)
    console.print(f"{counted.points:>4}  points", style="bold")


def show_command(
    *,
    run: str | None,
    game: str,
    rules: str | None,
    settings: Sequence[str],
    seed: str,
    policy: str,
    rotate: bool,
    record: bool,
    as_json: bool,
    ascii: bool,
) -> None:
    """Run `gostop show`."""
    if record and as_json:
        raise InputError("--record and --json are two ways to print a game: leave one out")
    number = whole_number("game", game, 0, MAX_GAME)
    if run is None:
        law = read_rules(rules or "arcade3", settings)
        plan = Plan(law, parse_policies(policy, law.players), parse_seed(seed), rotate)
    elif rules is not None or settings or (seed, rotate) != ("0", False):
        raise InputError("a run has its own rules and seed: give the run, or --rules and --seed")
    else:
        plan = _plan_of(run, number, policy)
    turns: list[Turn] = []
    players = plan.seated(number)
    played = Game(
        plan.rules,
        seed=plan.seed,
        game=number,
        policies=players,
        on_turn=lambda _, turn: turns.append(turn),
    )
    names = ", ".join(player.name for player in players)
    title = f"game {number} of seed {plan.seed}, {describe(plan.rules)}: {names}"
    if record:
        print(write_record(played, ascii=ascii, title=title), end="")
    elif as_json:
        _print_json(_told(plan.rules, turns, played, ascii))
    else:
        plain_console().print(title)
        _print_game(plan.rules, turns, played, ascii, Deal.from_game(played))


def _plan_of(path: str, game: int, policy: str) -> Plan:
    """Return a run's plan; its own functions have to be given again, as the policy."""
    from gostop.run import Run

    run = Run.open(path)
    if game >= run.games:
        raise InputError(f"game {game} is not in run '{path}': its games are 0 to {run.games - 1}")
    if policy == "random":
        return run.plan
    given = parse_policies(policy, run.plan.rules.players)
    if given != run.plan.policies:
        names = ",".join(one.name for one in run.plan.policies)
        raise InputError(f"run '{path}' was played by {names}: --policy {policy} is another player")
    return replace(run.plan, policies=given)


def _print_game(
    rules: Rules, turns: Sequence[Turn], game: Game, ascii: bool, deal: Deal | None
) -> None:
    """Print a game turn by turn, and its settlement if it is over."""
    teller = Teller(rules, ascii)
    lines: list[Any] = []
    if deal is not None:
        lines += [*teller.deal(deal), *teller.shown_at_the_deal(game.answers), ""]
    for number, turn in enumerate(turns, 1):
        lines += [*teller.turn(turn, number), ""]
    if game.over:
        lines += teller.result(game, game.result, bill_of(game))
    elif decision := game.decision:
        told = ", ".join(choice.words for choice in choices(game, ascii))
        lines.append(f"The actions end here; seat {decision.seat} may now: {told}.")
    console = plain_console()
    for line in lines:
        console.print(line, soft_wrap=True)


def _told(rules: Rules, turns: Iterable[Turn], game: Game, ascii: bool) -> dict[str, Any]:
    """Return a game as `gostop replay --json` prints it."""
    return {
        "rules": rules.to_dict(),
        "turns": [_turn(turn, number, rules, ascii) for number, turn in enumerate(turns, 1)],
        "result": _result(game, ascii) if game.over else None,
    }


def _turn(turn: Turn, number: int, rules: Rules, ascii: bool) -> dict[str, Any]:
    def named(cards: int | Sequence[int]) -> str:
        return format_cards(cards, rules.jokers, ascii)

    return {
        "turn": number,
        "seat": turn.seat,
        "action": turn_words(turn.answers, rules, ascii),
        "flipped": named(turn.flipped),
        "captured": named(turn.captured),
        "events": sorted(turn.events),
        "stolen": [named(cards) for cards in turn.stolen],
        "floor": named(turn.floor),
        "points": turn.points,
        "pi": turn.pi,
        "choice": turn.choice,
    }


def _result(game: Game, ascii: bool) -> dict[str, Any]:
    result = game.result
    return {
        "winner": result.winner,
        "ended_by": result.ended_by,
        "points": result.points,
        "goes": result.goes,
        "multipliers": list(result.multipliers),
        "payments": list(result.payments),
        "breakdown": bill_of(game).to_dict(ascii),
    }


def _print_json(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False))


def _fail_on(difference: str | None) -> None:
    """Leave with exit code 1 where something came otherwise than expected."""
    if difference:
        print(f"gostop: {difference}", file=sys.stderr)
        raise SystemExit(1)
