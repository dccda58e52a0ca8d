"""The oracle: the rules of Go-Stop told a second time, slowly, in sets of named cards.

Nothing here is taken from the product, and nothing is made fast. One function is one rule,
and its docstring names the section of the rules that it tells.

Readings
--------
Where the rules leave a point open, this is how it is read.

- Two 총통 that draw the game under `two_chongtong` "nagari" end it by `chongtong`, as four on
  the floor end it by `floor_four`.
- Four of a month in a dealt hand, where 총통 is off, may be shaken at the deal like three.
- The third 뻑 ends the game at once: no sweep and no steals in that turn, and no go or stop;
  a first-뻑 payment of the same turn is made before.
- A 뻑 annulled by the last card and yet the third (`last_ppeok_counts`) raises the count of its
  maker to three, but is no event and earns no first-뻑 money; without a price for the third
  뻑 it does not count.
- A 뻑 running on from the first turn is judged by the seat's own turns, whatever they were; the
  two prices of `consecutive_ppeok_points` hold even if `first_ppeok_points` is 0.
- The carry also multiplies what the maker of a costly third 뻑 pays, and `max_payment` caps
  each of its payments.
- A fixed win reports the goes of its winner, though they are not paid.
- A seat that cannot go wins as if it had stopped: its reserved pi go back first.
- At the end of the cards (`highest`) reserved pi count neither for who is highest nor in what
  the winner is paid, but as nobody stopped they stay where they lie, and so a victim may
  suffer 피박 for them.
- Reserved pi return to the seat they were taken from, even if that had only reserved them.
- Whoever scored 광 or pi has points of that part; a part priced at 0 is not scored.
- A loser with only 국진 may read it as 열끗 and have no pi, where that exempts it from 피박.
- A factor is named only where it changes something: a bomb that multiplies by 1 is none.
  The winner's names are those of the common factors, a loser's are all that applied to it.
- Of the goes under `pays_all` the last is counted among the losers' own.
- A turn after which the last-card rule has something switched off is still the seat's turn in
  every other respect: a bomb and its steals, the jokers, and go or stop.
- If nothing but jokers is left in the stock, nothing is turned up (no regular deal comes to it).
"""

from .cards import ALL, Card, Reader, Rules, card_of, deck, name_of, pi_value
from .deal import Deal, dealt, shuffled_deal, written_deal
from .game import OnTurn, play, play_on
from .opening import RedealNeeded
from .players import random_player
from .points import Parts, best_points, parts_of, pi_worth
from .record import Result, TurnRecord
from .state import Ask, Game, Pile, Seat, Turn

__all__ = [
    "ALL",
    "Ask",
    "Card",
    "Deal",
    "Game",
    "OnTurn",
    "Parts",
    "Pile",
    "Reader",
    "RedealNeeded",
    "Result",
    "Rules",
    "Seat",
    "Turn",
    "TurnRecord",
    "best_points",
    "card_of",
    "dealt",
    "deck",
    "name_of",
    "parts_of",
    "pi_value",
    "pi_worth",
    "play",
    "play_on",
    "random_player",
    "shuffled_deal",
    "written_deal",
]
