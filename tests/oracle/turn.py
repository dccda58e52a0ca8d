"""Section 3, a turn: play, shake, bomb, flip or joker; turn up; resolve; sweep; steal."""

from typing import Any, NamedTuple

from .cards import Card, by_number, is_joker
from .resolve import by_itself, resolve, sweep
from .state import Game, Turn
from .steal import steal


class Played(NamedTuple):
    """A card on its way from the hand, and the floor card it is aimed at where there are two."""

    card: Card
    aim: Card | None


def in_hand(game: Game, seat: int, month: int) -> list[Card]:
    """Return the cards of a month in a hand; jokers have no month."""
    return [card for card in game.seats[seat].hand if card.month == month and not is_joker(card)]


def options(game: Game, seat: int) -> list[tuple[Any, ...]]:
    """Section 3 step 2: every card in hand, a saved flip, and every bomb."""
    me = game.seats[seat]
    plays: list[tuple[Any, ...]] = [("play", card) for card in by_number(me.hand)]
    flips: list[tuple[Any, ...]] = [("flip",)] if me.flips_saved else []
    bombs: list[tuple[Any, ...]] = [
        ("bomb", month)
        for month in range(1, 13)
        if len(in_hand(game, seat, month)) == 3 and len(game.on_floor(month)) == 1
    ]
    return plays + flips + bombs


def play_joker(game: Game, turn: Turn, joker: Card) -> None:
    """Section 3, joker from the hand: captured, replaced from the stock; the turn goes on."""
    me = game.seats[turn.seat]
    me.hand.remove(joker)
    me.captured.add(joker)
    turn.captured.add(joker)
    turn.events.add("joker")
    turn.steals += game.rules.steal_joker
    if game.stock:
        me.hand.add(game.stock.pop(0))


def shake(game: Game, turn: Turn, month: int) -> None:
    """Section 3, 흔들기: three or four in hand, none on the floor, once for each month."""
    me = game.seats[turn.seat]
    if game.rules.shake_timing != "play" or month in me.shaken:
        return
    if len(in_hand(game, turn.seat, month)) < 3 or game.on_floor(month):
        return
    game.shaking = month
    if game.choose(turn.seat, "shake", (False, True)):
        me.shaken.add(month)
        turn.events.add("shake")
        turn.actions.append(("shake", month))
    game.shaking = None


def aim(game: Game, turn: Turn, card: Card) -> Card | None:
    """Section 3, play: with two matching floor cards the seat chooses before the stock opens."""
    matching = game.on_floor(card.month)
    if len(matching) != 2:
        return None
    target: Card = game.choose(turn.seat, "aim", matching)
    turn.actions.append(("aim", target))
    return target


def play_card(game: Game, turn: Turn, card: Card) -> Played:
    """Section 3, play: shake if it may be, aim, and let go of the card."""
    shake(game, turn, card.month)
    target = aim(game, turn, card)
    game.seats[turn.seat].hand.remove(card)
    return Played(card, target)


def bomb(game: Game, turn: Turn, month: int) -> None:
    """Section 3, 폭탄: all four are taken, and two flip-only turns gained."""
    me = game.seats[turn.seat]
    three = set(in_hand(game, turn.seat, month))
    four = three | set(game.on_floor(month))
    me.hand -= three
    game.floor -= four
    me.captured |= four
    turn.captured |= four
    me.bombed.add(month)
    me.flips_saved += 2
    turn.events.add("bomb")
    turn.steals += game.rules.steal_bomb


def act(game: Game, turn: Turn) -> Played | None:
    """Section 3 step 2: do one of the things a turn may be, after any jokers from the hand."""
    while True:
        action = game.choose(turn.seat, "turn", options(game, turn.seat))
        turn.actions.append(action)
        match action:
            case ("play", card) if is_joker(card):
                play_joker(game, turn, card)
            case ("play", card):
                return play_card(game, turn, card)
            case ("bomb", month):
                bomb(game, turn, month)
                return None
            case _:
                game.seats[turn.seat].flips_saved -= 1
                return None


def turn_up(game: Game, turn: Turn) -> Card | None:
    """Section 3 step 3: jokers turned up are captured until another card comes."""
    me = game.seats[turn.seat]
    while not game.only_jokers_left():
        card = game.stock.pop(0)
        turn.flipped.append(card)
        if not is_joker(card):
            return card
        me.captured.add(card)
        turn.captured.add(card)
        turn.events.add("joker")
        turn.steals += game.rules.steal_joker
    return None


def take_turn(game: Game, turn: Turn) -> None:
    """Section 3 steps 2 to 6; a third 뻑 ends the game at once, before sweep and steals."""
    game.turns += 1
    game.seats[turn.seat].turns += 1
    turn.stolen = [[] for _ in game.seats]
    played = act(game, turn)
    turned = turn_up(game, turn)
    if played:
        resolve(game, turn, played.card, played.aim, turned)
    elif turned:
        by_itself(game, turn, turned)
    if not turn.third_ppeok:
        sweep(game, turn)
        steal(game, turn)
