"""Playing game records: actions, what they are refused for, expectations, settling, scoring."""

from typing import Any

import pytest

from gostop.records.writing import write_record

from records import POSITION, TAN, played, refusal, swapped


def line_of(text: str, line: str) -> int:
    return text.split("\n").index(line) + 1


# --- actions -----------------------------------------------------------------------------------


def test_the_story() -> None:
    done = played(TAN)
    assert done.difference is None
    assert len(done.turns) == 19
    assert done.result is not None
    assert done.result.payments == (752, -376, -376)


def test_a_choice_between_twins_may_be_left_out() -> None:
    """Of two plain pi it is the same which; of a ribbon and a pi it is not."""
    floor = ("5열 5띠 1띠 2열 2띠", "7열 5띠 2피 1띠 3피 3피")
    text = swapped(POSITION, floor, ("2피 12띠", "3띠 12띠"))
    for said, actions in (
        ("play 5피 on 5열\n0 take 2열\n1 play 7피", "play 5피\n1 play 7피"),
        ("play 5피\n1 play 7피", "play 5피\n0 take 3피\n1 play 7피 on 7열"),
    ):
        text = swapped(text, (said, actions))
        first, second = played(text).turns
        assert first.captured.bit_count() == 4
        assert second.seat == 1
    assert "finds no such card of that month on the floor" in refusal(
        swapped(text, ("7피 on 7열", "7피 on 7띠"))
    )


def test_a_choice_that_matters_has_to_be_made() -> None:
    said = refusal(swapped(POSITION, (" on 5열", "")))
    assert said == ("record, line 10: '0 play 5피': seat 0 must choose: write on 5열 or 5띠.")
    assert "write take 2열 or 2띠" in refusal(swapped(POSITION, ("0 take 2열\n", "")))
    assert "'0 take 5띠': seat 0 must choose: write take 2열 or 2띠" in refusal(
        swapped(POSITION, ("take 2열", "take 5띠"))
    )


ILLEGAL = [
    ("1 play 9피", "seat 1 cannot do that; legal here: play 1피, play 4띠, play 7피."),
    ("1 play 5피", "seat 1 cannot do that; legal here: play 1피, play 4띠, play 7피."),
    ("2 play 6열", "seat 2 is not asked, but seat 1; legal here: seat 1: play 1피, play 4띠"),
    ("1 flip", "seat 1 cannot do that; legal here: play 1피"),
    ("1 bomb 7", "seat 1 cannot do that; legal here: play 1피"),
    ("1 joker J2", "'J2' is not in this game: it has no jokers."),
    ("1 shake 7피", "seat 1 cannot shake there; legal here: play 1피"),
    ("1 shake 7", "seat 1 cannot do that; legal here: play 1피"),
    ("1 take 7피", "seat 1 cannot take now; legal here: play 1피"),
    ("1 go", "seat 1 cannot go now; legal here: play 1피"),
    ("1 stop", "seat 1 cannot stop now; legal here: play 1피"),
    ("1 play 7피 on 1띠", "seat 1 finds no such card of that month on the floor"),
]


@pytest.mark.parametrize(("action", "said"), ILLEGAL)
def test_illegal_actions(action: str, said: str) -> None:
    """The line, the seat, the action and what was legal there."""
    told = refusal(swapped(POSITION, ("1 play 7피", f"# so\n\n  {action}   # why")))
    assert said in told
    assert told.startswith(f"record, line {line_of(POSITION, '1 play 7피') + 2}: ")
    if "jokers" not in said:
        assert f": '{action}': " in told


NO_ACTIONS = [
    ("3 play 7피", '"3" is no seat: an action begins with one of 0, 1, 2.'),
    ("-1 play 7피", '"-1" is no seat'),
    ("１ play 7피", '"１" is no seat'),
    ("play 7피", '"play" is no seat'),
    ("1", '"1" is no action: write a seat and play C'),
    ("1 play", '"1 play" is no action: write a seat and'),
    ("1 plai 7피", '"plai" is no action (did you mean play?): choose from play, shake, bomb'),
    ("1 7피", '"7피" is no action'),
    ("1 play 7피 7피", '"1 play 7피 7피" is no action'),
    ("1 play 7피 at 7열", '"at" is no action'),
    ("1 play 7피 on", '"1 play 7피 on" is no action'),
    ("1 take 7피 on 7열", '"1 take 7피 on 7열" is no action'),
    ("1 go 7피", '"1 go 7피" is no action'),
    ("1 on 7피", '"1 on 7피" is no action'),
    ("1 play 7광", "'7광' does not exist: month 7 has 7열 7띠 7피 7피."),
    ("1 play 13피", "'13피' is not a card"),
    ("1 play 7피 on 7광", "'7광' does not exist"),
    ("1 bomb 0", "0 is no month, which are numbered 1 to 12."),
    ("1 bomb 13", "13 is no month"),
    ("1 bomb 7피", '"1 bomb 7피" is no action'),
    ("1 joker", '"1 joker" is no action'),
]


@pytest.mark.parametrize(("action", "said"), NO_ACTIONS)
def test_what_is_no_action(action: str, said: str) -> None:
    told = refusal(swapped(POSITION, ("1 play 7피", action)))
    assert said in told
    assert told.startswith(f"record, line {line_of(POSITION, '1 play 7피')}: ")


def test_actions_in_one_line_of_text() -> None:
    """Where a line of the text is none of the file, its number in the text is given."""
    text = POSITION.split("[play]")[0] + r"[play]" + "\n"
    assert len(played(f'{text}actions = "0 play 5피 on 5열\\n0 take 2열"').turns) == 1
    said = refusal(f'{text}actions = "0 play 5피 on 5열\\n0 take 2열\\n\\n1 go"')
    assert said.startswith("record, action line 4: '1 go'")
    said = refusal(f'{text}actions = """0 play 5피 on 5열\\n\n0 take 2열\n1 go"""')
    assert said.startswith("record, action line 4: '1 go'")
    said = refusal(f'{text}actions = """0 play 5피 on 5열\n0 take 2열\n1 go"""')
    assert said.startswith(f"record, line {text.count(chr(10)) + 3}: '1 go'")


def test_odd_letters_in_actions() -> None:
    """What is shown of an action is one line that a terminal can show."""
    head = POSITION.split("[play]")[0] + "[play]\n"
    for odd in ("\\u001b[31m", "\\u2028", "\\u0000", "\\u200b", "x" * 5000, " " * 5000):
        refusal(f'{head}actions = "0{odd}go"')
        refusal(f'{head}actions = "0 go{odd}"')
        refusal(f'{head}actions = "0 play {odd} 5피"')


def test_actions_that_are_left() -> None:
    end = '0 flip\n"""'
    for more in ("1 play 1피", "0 stop", "0 go"):
        said = refusal(swapped(TAN, (end, f'0 flip\n{more}\n"""')))
        assert f"'{more}': seat {more[0]} cannot do that; legal here: nothing, the game is" in said
        assert said.startswith(f"record, line {line_of(TAN, '0 flip') + 5}: ") or "line" in said


def test_go_and_stop_stand_where_they_are_asked() -> None:
    before = "0 play 8피\n0 go\n"
    said = refusal(swapped(TAN, (before, "0 play 8피\n")))
    assert "'1 play 2피': seat 1 is not asked, but seat 0; legal here: seat 0: stop, go." in said
    assert "'0 play 10띠': seat 0 must first say go or stop" in refusal(
        swapped(TAN, (before, "0 play 8피\n0 play 10띠\n"))
    )
    stopped = swapped(TAN, (before, "0 play 8피\n0 stop\n")).split("1 play 2피")[0]
    done = played(f'{stopped}"""\n')
    assert done.result is not None
    assert (done.result.ended_by, done.result.points) == ("stop", 5)
    assert done.turns[-1].choice


def test_a_seat_that_cannot_go_on_wins_without_a_stop() -> None:
    assert not played(TAN).turns[-1].choice
    assert played(TAN).result.ended_by == "stop"  # type: ignore[union-attr]


# --- shakes at the deal ------------------------------------------------------------------------

SHAKEN = swapped(TAN.split("[[expect]]")[0], ("0 play 4열", "0 shake 9\n0 play 4열"))


def test_a_shake_at_the_deal() -> None:
    done = played(SHAKEN)
    plain = played(TAN).result
    assert done.result is not None
    assert plain is not None
    # The bomb with that month multiplies once, by the larger of the two.
    assert done.result.multipliers == tuple(2 * one for one in plain.multipliers)
    assert done.turns[0].answers[0].kind == "shake"
    assert not done.turns[0].events
    assert "0 shake 9\n0 play 4열" in write_record(done.game)


@pytest.mark.parametrize(
    "action", ["1 shake 9", "0 shake 8", "0 shake 9\n0 shake 9", "0 shake 9\n1 shake 9"]
)
def test_no_such_shake_at_the_deal(action: str) -> None:
    said = refusal(swapped(SHAKEN, ("0 shake 9", action)))
    assert "has no such triple in the dealt hand; legal here: " in said
    assert f"'{action.splitlines()[-1]}'" in said


def test_a_shake_at_the_deal_comes_before_the_first_turn() -> None:
    late = swapped(
        SHAKEN, ("0 shake 9\n0 play 4열\n1 play 3띠", "0 play 4열\n1 play 3띠\n2 shake 6")
    )
    assert "'2 shake 6': seat 2 cannot do that; legal here: " in refusal(late)
    assert "cannot shake there" in refusal(swapped(SHAKEN, ("0 play 4열", "0 shake 4열")))


def test_a_shake_as_a_card_is_played() -> None:
    text = swapped(
        POSITION,
        ("5피 9열 1피", "5피 5열 5띠"),
        ("5열 5띠 1띠 2열 2띠", "1띠 2열"),
        ("0 play 5피 on 5열\n0 take 2열\n", "0 shake 5피\n"),
    )
    assert played(text).turns[0].events == {"shake"}
    assert not played(swapped(text, ("shake 5피", "play 5피"))).turns[0].events
    said = refusal(swapped(text, ("shake 5피", "flip")))
    assert "legal here: play 5열, shake 5열, play 5띠, shake 5띠, play 5피, shake 5피." in said


# --- expectations ------------------------------------------------------------------------------

EXPECTED: list[tuple[str, str, str, str]] = [
    ("seat", "0", "1", "seat should be 1, but is 0"),
    ("flipped", '"J2 J2 11광"', '"J2 11광 J2"', 'should be "J2 11광 J2", but is "J2 J2 11광"'),
    ("events", '["joker"]', "[]", "events should be [], but is [joker]"),
    ("events", '["joker", "joker"]', '["joker", "sweep"]', "should be [joker, sweep], but is"),
    ("captured", '"11피 J2 6띠 6피 J2 11광"', '"11피"', 'should be "11피", but is "6띠 6피 11광'),
    ("stolen", '["", "", ""]', '["", "3피", ""]', "stolen should be [\"\", \"3피\", \"\"], but is"),
    ("stolen", "[0, '', 0]", "[0, 0, 2]", "stolen should be [0, 0, 2], but is [0, 0, 0]"),
    ("floor", '"10P 9띠"', '"9띠"', 'floor should be "9띠", but is "9띠 10피"'),
    ("points", "14", "15", "points should be 15, but is 14"),
    ("pi", "14", "13", "pi should be 13, but is 14"),
    ("choice", "true", "false", "choice should be false, but is true"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "right", "wrong", "said"), EXPECTED)
def test_each_key_of_an_expectation(key: str, right: str, wrong: str, said: str) -> None:
    head = TAN.split("[[expect]]")[0]
    entry = "[[expect]]\nturn = 10\n"
    assert played(f"{head}{entry}{key} = {right}\n").difference is None
    difference = played(f"{head}\n\n{entry}{key} = {wrong}\n").difference
    assert difference is not None
    assert said in difference
    place = head.count("\n") + 3
    assert difference.startswith(f"record, line {place}: turn 10: {key} should be ")


RESULT: list[tuple[str, Any, str]] = [
    ("winner", 1, "winner should be 1, but is 0"),
    ("winner", -1, "winner should be -1, but is 0"),
    ("ended_by", "highest", "ended_by should be highest, but is stop"),
    ("points", 43, "points should be 43, but is 42"),
    ("goes", 4, "goes should be 4, but is 5"),
    ("multipliers", [4, 4, 8], "multipliers should be [4, 4, 8], but is [4, 8, 8]"),
    ("payments", [0, 0, 0], "payments should be [0, 0, 0], but is [752, -376, -376]"),
    ("payments", [752], "payments should be [752], but is [752, -376, -376]"),
]


@pytest.mark.parametrize(("key", "wrong", "said"), RESULT)
def test_each_key_of_a_result(key: str, wrong: Any, said: str) -> None:
    head = TAN.split("[result]")[0]
    difference = played(f"{head}[result]\n{key} = {wrong!r}\n").difference
    assert difference == f"record, line {head.count(chr(10)) + 1}: {said}"


def test_the_first_difference_is_told() -> None:
    """In the order of the game, whatever the order in the file; the result last."""
    wrong = "[[expect]]\nturn = {}\npi = 99\n"
    text = TAN.replace("payments = [752", "payments = [751")
    assert "payments" in (played(text).difference or "")
    text = text.replace("[result]", wrong.format(7) + wrong.format(3) + "[result]")
    assert "turn 3: pi should be 99" in (played(text).difference or "")


def test_an_expectation_of_a_turn_that_is_not_played() -> None:
    text = TAN.replace("[result]", "[[expect]]\nturn = 20\n[result]")
    difference = played(text).difference
    assert difference is not None
    assert difference.endswith(": turn 20 is not played, but 19 are")


def test_a_result_of_a_game_that_does_not_end() -> None:
    done = played(f"{POSITION}[result]\nwinner = 0\n")
    assert done.result is None
    assert done.difference == "record, line 14: the actions end before the game does"


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("[[expect]]\npi = 1", "[[expect]] names no turn."),
        ("[[expect]]\nturn = 0", "turn is 0, but must be a whole number from 1 to 1000."),
        ("[[expect]]\nturn = 1\nseat = 3", "seat is 3, but must be a whole number from 0 to 2."),
        ("[[expect]]\nturn = 1\npis = 3", '"pis" is no key of [expect] (did you mean pi?)'),
        ("[[expect]]\nturn = 1\npi = '3'", 'pi is "3", but must be a whole number'),
        ("[[expect]]\nturn = 1\npi = 3.0", "pi is 3.0, but must be a whole number"),
        ("[[expect]]\nturn = 1\nchoice = 1", "choice is 1, but must be true or false."),
        ("[[expect]]\nturn = 1\nevents = 'eat'", 'events is "eat", but must be a list.'),
        ("[[expect]]\nturn = 1\nevents = ['meal']", "must be a list of words among joker, shake"),
        ("[[expect]]\nturn = 1\nstolen = [0, 0]", "must be a list of 3 numbers or texts"),
        ("[[expect]]\nturn = 1\nfloor = '13피'", "'13피' (card 1 of floor) is not a card"),
        ("[[expect]]\nturn = 1\nfloor = '9열 9열'", "(card 2 of floor) is named too often"),
        ("[expect]\nturn = 1", "expect must be tables: write [[expect]]."),
        ("expect = 1", "expect"),
        ("[result]\nwinner = 3", "winner is 3, but must be a whole number from -1 to 2."),
        ("[result]\nended_by = 'end'", "must be one of stop, highest, nagari, chongtong"),
        ("[result]\npayments = 3", "payments is 3, but must be a list."),
        ("[result]\nturns = 19", '"turns" is no key of [result]: it has winner'),
        ("[[result]]\nwinner = 3", "result must be a table: write [result]."),
    ],
)
def test_expectations_that_say_nothing(entry: str, said: str) -> None:
    text = POSITION.split("[play]")[0]
    assert said in refusal(f"{text}{entry}\n")
