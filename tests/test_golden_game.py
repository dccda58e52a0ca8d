"""The stacked-deck story (section 10 of the rules) on the engine, turn by turn."""

import tan
from cases import Case, End, Script, assert_equal, check, expected, listed, on_engine

# What is forced is not asked: neither the two flips of seat 0 nor its stop at the end.
SCRIPT = """
0 shake 9 no;
0 play 4열; 1 play 3띠; 2 play 8광;
0 play 8피; 0 go; 1 play 2피; 2 play 4띠;
0 play 10띠; 0 go; 1 play 2띠; 2 play 6피;
0 play 6띠; 0 go; 1 play 7열; 2 play 7피;
0 bomb 9; 0 go; 1 play 12쌍피; 2 play 6피;
0 go; 1 play 1띠; 2 play 5띠
"""

GAME = Case(
    rule="the stacked deck",
    base="tongil-joker",
    dealt=True,
    hands=tan.HANDS,
    floor=tan.FLOOR,
    stock=tan.STOCK,
    script=SCRIPT,
    end=End(
        by="stop",
        winner=0,
        actor=0,
        points=42,
        goes=5,
        payments=[752, -376, -376],
        multipliers=[4, 8, 8],
        factors=["3고 멍박", "3고 멍박 피박", "3고 멍박 피박"],
        turns=19,
    ),
)


def test_the_story_is_all_of_the_pack() -> None:
    cards = listed(" ".join([*tan.HANDS, tan.FLOOR, tan.STOCK]))
    assert len(cards) == 48 + 3
    assert len(GAME.deal) == 48 + 3


def test_each_turn() -> None:
    script = Script(GAME)
    turns, result = on_engine(GAME, script)
    assert not script.left
    told = [
        (turn["floor"], turn["points"], turn["pi"], turn["events"], [*map(len, turn["stolen"])])
        for turn in turns
    ]
    assert told == [(listed(floor), *rest) for floor, *rest in tan.TURNS]
    assert [number for number, turn in enumerate(turns, 1) if turn["choice"]] == list(tan.CHOICES)
    assert result is not None
    assert GAME.end is not None
    assert_equal("engine", result, expected(GAME.end))


def test_the_same_script_on_both_engines() -> None:
    check(GAME)
