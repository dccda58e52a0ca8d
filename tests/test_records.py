"""Reading game records: every key, every way to give the cards, and what is refused where."""

from pathlib import Path
from unicodedata import normalize

import pytest

from gostop.cards import format_cards, parse_cards
from gostop.deals import Deal
from gostop.game import Game
from gostop.records.actions import VERBS, parse_action
from gostop.records.reading import parse_record, read_record
from gostop.rules import Rules

from records import FULL, POSITION, RICH, SEEDED, TAN, played, refusal, swapped


def deck_of(deal: Deal) -> list[int]:
    """The cards of a deal in dealing order: packets to the floor and to the seats, twice."""
    hand, floor = len(deal.hands[0]), len(deal.floor)
    deck: list[int] = []
    for part in (0, 1):
        for cards, size in ((deal.floor, floor), *((one, hand) for one in deal.hands)):
            half = (size + 1) // 2
            deck += cards[:half] if part == 0 else cards[half:]
    return [*deck, *deal.stock]


# --- the deal ----------------------------------------------------------------------------------

SIZES = ["players = 2\nhand_size = 9\nfloor_size = 12", "hand_size = 6\nfloor_size = 12"]


@pytest.mark.parametrize("rules", ["arcade3", "arcade2", "tongil-joker", "matgo-online"])
@pytest.mark.parametrize("override", ["", *SIZES, "hand_size = 5\nfloor_size = 18"])
def test_a_deck_is_dealt_in_packets(rules: str, override: str) -> None:
    if override.count("\n") == 1 and Rules.preset(rules).players == 2:
        override = SIZES[0]
    head = f'rules = "{rules}"\n[override]\n{override}\n'
    law = parse_record(f"{head}[deal]\nseed = 7").rules
    given = Deal.from_game(Game(law, seed=7, game=3))
    deck = format_cards(deck_of(given), law.jokers)
    replayed = played(f'{head}[deal]\ndeck = "{deck}"')
    seeded = played(f"{head}[deal]\nseed = 7\ngame = 3")
    names = [format_cards(one.game.deck(), law.jokers) for one in (replayed, seeded)]
    assert names[0] == names[1]


def test_packets_as_they_are_written_down() -> None:
    """Three players: floor 3, 4 to each, floor 3, 3 to each; two: floor 4, 5, floor 4, 5."""
    pack = [*range(48)]
    three, two = (
        Deal.from_deck(Rules.preset(name).replace(floor_four="nagari"), pack)
        for name in ("arcade3", "arcade2")
    )
    assert three.floor == (0, 1, 2, 15, 16, 17)
    assert three.hands[1] == (7, 8, 9, 10, 21, 22, 23)
    assert two.floor == (0, 1, 2, 3, 14, 15, 16, 17)
    assert two.hands[1] == (9, 10, 11, 12, 13, 23, 24, 25, 26, 27)


def test_a_seed_is_the_deal_of_a_run() -> None:
    text = SEEDED.format(rules="arcade3", seed=2**64 - 1, game=2**63 - 1)
    assert played(text).game.deck() == Game("arcade3", seed=2**64 - 1, game=2**63 - 1).deck()
    assert parse_record('rules = "arcade3"\n[deal]\nseed = 7').seeded == (7, 0)


@pytest.mark.parametrize(
    "form",
    [
        pytest.param(lambda text: text, id="as it is"),
        pytest.param(lambda text: normalize("NFD", text), id="decomposed"),
        pytest.param(lambda text: text.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(lambda text: "\ufeff" + text, id="byte order mark"),
        pytest.param(
            lambda text: text.replace(" play ", " PLAY ").replace(" go", " Go"), id="case"
        ),
        pytest.param(lambda text: text.replace("\n0 ", "  # said\n\n#\n \t0  \t"), id="comments"),
        pytest.param(lambda text: text.replace('"""', "'''"), id="literal text"),
    ],
)
def test_forms_of_one_record(form: "type[str]") -> None:
    replayed = played(form(TAN))
    assert replayed.difference is None
    assert replayed.result == played(TAN).result


def test_cards_in_ascii_and_verbs_in_korean() -> None:
    ascii_cards = TAN
    for korean, latin in [("쌍피", "S"), ("광", "G"), ("열", "Y"), ("띠", "T"), ("피", "p")]:
        ascii_cards = ascii_cards.replace(korean, latin)
    assert played(ascii_cards).difference is None
    verbs = TAN
    for korean, latin in VERBS.items():
        verbs = verbs.replace(f" {latin} ", f" {korean} ").replace(f" {latin}\n", f" {korean}\n")
    assert "0 내기 4열" in verbs
    assert "0 고\n" in verbs
    assert played(verbs).difference is None
    assert played(normalize("NFD", verbs)).difference is None


@pytest.mark.parametrize(("korean", "latin"), VERBS.items())
def test_each_korean_verb(korean: str, latin: str) -> None:
    rules = Rules.preset("tongil-joker")
    rest = {"bomb": " 9", "joker": " J2", "play": " 9피", "shake": " 9", "take": " 9피"}
    if latin == "on":
        korean, latin = f"내기 9피 {korean} 9열", f"play 9피 {latin} 9열"
    actions = [
        parse_action(f"1 {verb}{rest.get(latin, '')}", rules, "here") for verb in (korean, latin)
    ]
    for one, other in zip(*([a.seat, a.verb, a.cards, a.on, a.month] for a in actions)):  # noqa: B905
        assert one == other


# --- rules -------------------------------------------------------------------------------------


def test_a_rule_file_lies_beside_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/집.toml").write_text('base = "arcade3"\nwin_points = 5\n', encoding="utf-8")
    record = tmp_path / "game.toml"
    record.write_text(SEEDED.format(rules="rules/집.toml", seed=7, game=0), encoding="utf-8")
    monkeypatch.chdir("/")
    assert read_record(record).rules.win_points == 5


def test_single_fields_are_overridden() -> None:
    text = swapped(
        SEEDED.format(rules="고스톱", seed=7, game=0),
        ("[deal]", "[override]\njokers = [2, 3]\nwin_points = 4\n[deal]"),
    )
    assert parse_record(text).rules == Rules.preset("arcade3").replace(jokers=(2, 3), win_points=4)


# --- positions ---------------------------------------------------------------------------------


def test_every_key_of_a_position() -> None:
    at = parse_record(FULL).position
    assert at is not None
    jokers = (2, 2, 2)

    def mask(text: str) -> int:
        return sum(1 << card for card in parse_cards(text, jokers))

    assert at.hands[2] == mask("6열 8피")
    assert at.stock[:2] == tuple(parse_cards("10피 12띠"))
    assert (at.turn, at.carry, at.last_go) == (1, 2, 1)
    assert (at.goes, at.points_at_last_go) == ((0, 1, 0), (0, 5, 0))
    assert (at.shakes, at.bombs, at.flips_saved) == ((1, 0, 0), (0, 1, 0), (0, 1, 0))
    assert (at.ppeoks, at.sweeps, at.turns) == ((0, 0, 1), (1, 0, 0), (2, 2, 1))
    assert at.shaken == ((10,), (), ())
    assert at.reserved[1] == (mask("3피"), 0, mask("12쌍피"))
    assert at.deferred == (False, True, False)
    (pile,) = at.piles
    assert (pile.month, pile.owner, pile.jokers) == (2, 2, 1 << 48)


def test_a_deferred_choice_comes_before_the_turn() -> None:
    replayed = played(f'{RICH}[play]\nactions = """\n1 go\n1 play 7피\n"""\n')
    (turn,) = replayed.turns
    assert [answer.kind for answer in turn.answers][:2] == ["go", "turn"]
    said = refusal(f'{RICH}[play]\nactions = """\n1 play 7피\n"""\n')
    assert "seat 1 must first say go or stop; legal here: stop, go." in said


def test_a_deferred_stop_is_no_turn() -> None:
    """The reserved pi go back, and no turn is told of it."""
    replayed = played(f'{RICH}[play]\nactions = "1 stop"\n')
    assert replayed.turns == []
    assert replayed.result is not None
    assert (replayed.result.ended_by, replayed.result.winner) == ("stop", 1)


def test_a_pile_without_an_entry_was_dealt() -> None:
    text = swapped(FULL, ("piles", "#"), (" J2", ""), ('5피 9열"', '2피 9열"'), ("turn = 1", ""))
    text = swapped(text, ("deferred", "#"))
    (turn,) = played(f'{text}[play]\nactions = "0 play 2피"\n').turns
    assert turn.events >= {"eat_floor"}


@pytest.mark.parametrize("jokers", ["1", '"J2"', '"J"'])
def test_jokers_under_a_pile(jokers: str) -> None:
    at = parse_record(swapped(FULL, ('jokers = "J2"', f"jokers = {jokers}"))).position
    assert at is not None
    assert at.piles[0].jokers.bit_count() == 1


# --- unknown cards -----------------------------------------------------------------------------

KNOWN = 5


def cut_off(text: str, known: int = KNOWN) -> str:
    """Make all cards of a stock but the first few unknown."""
    line = next(line for line in text.split("\n") if line.startswith("stock"))
    cards = line.split('"')[1].split()
    hidden = ["?"] * (len(cards) - known)
    return text.replace(line, f'stock = "{" ".join(cards[:known] + hidden)}"')


def test_unknown_cards_are_no_matter_until_they_are_reached() -> None:
    head, actions = TAN.split('actions = """\n')
    lines = actions.split("\n")
    # The fourth turn takes one card of the stock, as each before it, and goes.
    short = "\n".join(lines[:5])
    text = cut_off(head) + f'actions = """\n{short}\n"""\n'
    assert parse_record(text).unknown == 24 - KNOWN
    assert len(played(text).turns) == 4
    again = swapped(text, ("0 go\n", "0 go\n1 play 2피\n2 play 4띠\n"))
    assert "turn 6 needs a card of the stock that is unknown ('?')" in refusal(again)
    place = again.split("\n").index("2 play 4띠") + 1
    assert refusal(again).startswith(f"record, line {place}: ")


def test_no_question_is_asked_about_an_unknown_card() -> None:
    """The card turned up would take one of two, if it were known."""
    assert len(played(POSITION).turns) == 2
    text = swapped(POSITION, ("2피 12띠 1광 3광 8광 10열 6피 ?", " ".join("?" * 8)))
    assert "line 10: turn 1 needs a card of the stock that is unknown" in refusal(text)
    text = swapped(text, ("0 take 2열\n1 play 7피\n", ""))
    assert "line 10: turn 1 needs a card of the stock that is unknown" in refusal(text)


def test_a_card_drawn_for_a_joker_is_known() -> None:
    hands, floor = '"J2 5피", "7피 4띠", "6열 8피"', 'floor = "9열 9띠"\n'
    head = 'rules = "tongil-joker"\n[deal]\nhands = [' + hands + "]\n" + floor
    unknown = " ".join("?" * 9)
    for stock, said in (("", "turn 1 needs"), ("9피 ", "turn 1 needs"), ("9피 J2 ", "turn 1")):
        text = f'{head}stock = "{stock}{unknown}"\n[start]\n[play]\nactions = """\n0 joker J2\n'
        assert said in refusal(f'{text}0 play 5피\n"""\n')
        if stock:
            assert played(f'{text}"""\n').turns == []
    text = f'{head}stock = "9피 J2 1광 {unknown}"\n[start]\n[play]\nactions = """\n0 joker J2\n'
    assert played(f'{text}0 play 9피 on 9열\n"""\n').turns[0].flipped[-1] == 0


def test_an_opening_that_needs_an_unknown_card() -> None:
    hands = [
        "1광 1띠 1피 2열 2띠 2피 3광",
        "3띠 3피 4열 4띠 4피 5열 5띠",
        "5피 6열 6띠 6피 7열 7띠 7피",
    ]
    floor = "J2 8광 9열 10열 11광 12열"
    stock = " ".join("?" * (51 - 21 - 6))
    head = f'rules = "tongil-joker"\n[deal]\nhands = {hands}\nfloor = "{floor}"\n'
    said = refusal(f'{head}stock = "{stock}"\n')
    assert said == (
        "record: the opening needs a card of the stock that is unknown ('?'): write which."
    )
    assert played(f'{head}stock = "8피 {stock[2:]}"\n').turns == []
