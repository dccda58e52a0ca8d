"""Section 3 steps 4 and 5: what the played and the turned card do on the floor."""

from .cards import Card, is_joker
from .ppeok import annulled_ppeok, make_ppeok
from .state import Game, Turn


def switched_off(game: Game, turn: Turn, rule: str) -> bool:
    """Section 3, the last card: tell whether a rule is off, this being the seat's last turn."""
    if rule not in game.rules.last_turn_excludes:
        return False
    if game.rules.last_turn == "stock":
        return game.only_jokers_left()
    return not game.seats[turn.seat].has_turn


def capture(game: Game, turn: Turn, *cards: Card) -> None:
    """Move cards to the captures of the seat, from the floor or from its fingers."""
    game.floor -= set(cards)
    game.seats[turn.seat].captured |= set(cards)
    turn.captured |= set(cards)


def jjok(game: Game, turn: Turn, played: Card, turned: Card) -> None:
    """Section 3, 쪽: the card turned up takes the one just laid."""
    capture(game, turn, played, turned)
    if not switched_off(game, turn, "jjok"):
        turn.events.add("jjok")
        turn.steals += game.rules.steal_jjok
        game.seats[turn.seat].jjoks += 1


def ppeok(game: Game, turn: Turn, played: Card, turned: Card) -> None:
    """Section 3, 뻑: three cards of a month stay as a pile, unless the last card forbids it."""
    three = {played, turned, *game.on_floor(played.month)}
    if switched_off(game, turn, "ppeok"):
        capture(game, turn, *three)
        annulled_ppeok(game, turn)
    else:
        make_ppeok(game, turn, three)


def ttadak(game: Game, turn: Turn, played: Card, turned: Card) -> None:
    """Section 3, 따닥: all four of a month are taken, whichever was aimed at."""
    capture(game, turn, played, turned, *game.on_floor(played.month))
    if not switched_off(game, turn, "ttadak"):
        turn.events.add("ttadak")
        turn.late_steals += game.rules.steal_ttadak
        game.seats[turn.seat].ttadaks += 1


def eat(game: Game, turn: Turn, card: Card) -> None:
    """Section 3, eating a pile: its jokers come along and steal nothing."""
    pile = game.piles.pop(card.month)
    capture(game, turn, card, *pile.cards)
    if switched_off(game, turn, "eat"):
        return
    if pile.owner is None:
        event, pi = "eat_floor", game.rules.steal_floor_three
    elif pile.owner == turn.seat:
        event, pi = "eat_own", game.rules.steal_own_ppeok
    else:
        event, pi = "eat", game.rules.steal_ppeok
    turn.events.add(event)
    turn.late_steals += pi
    game.seats[turn.seat].eats += 1


def by_itself(game: Game, turn: Turn, card: Card, target: Card | None = None) -> None:
    """Section 3, a card by itself: it lies, takes one, takes one of two, or eats a pile."""
    matching = game.on_floor(card.month)
    if card.month in game.piles:
        eat(game, turn, card)
    elif not matching:
        game.floor.add(card)
    elif len(matching) == 1:
        capture(game, turn, card, *matching)
    else:
        capture(game, turn, card, target or take(game, turn, matching))


def take(game: Game, turn: Turn, matching: list[Card]) -> Card:
    """Section 3, the card turned up finds two of its month: the seat chooses."""
    target: Card = game.choose(turn.seat, "take", matching)
    turn.actions.append(("take", target))
    return target


def resolve(game: Game, turn: Turn, played: Card, target: Card | None, turned: Card | None) -> None:
    """Section 3 step 4: the table of what the floor had and what was turned up."""
    if turned is None or turned.month != played.month:
        by_itself(game, turn, played, target)
        if turned:
            by_itself(game, turn, turned)
        return
    together = {0: jjok, 1: ppeok, 2: ttadak}[len(game.on_floor(played.month))]
    together(game, turn, played, turned)


def sweep(game: Game, turn: Turn) -> None:
    """Section 3 step 5, 판쓸이: the captures of this turn left the floor empty."""
    took_something = any(not is_joker(card) for card in turn.captured)
    if game.floor or not took_something or switched_off(game, turn, "sweep"):
        return
    turn.events.add("sweep")
    turn.late_steals += game.rules.steal_sweep
    game.seats[turn.seat].sweeps += 1
