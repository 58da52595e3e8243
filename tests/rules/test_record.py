import dataclasses

import pytest

from rules import GAMES, MoveError, Outcome, Reason, record

SHORT = """\
Game: apart
Variant: standard
Version: 1
Seat 0: Ann
Seat 1: Bob
Result: 1 > 0 (left)

1. b2-b4
2. c7-c5
3. leaves 0
"""
RECORD = record.Record(
    game="apart",
    variant="standard",
    version=1,
    entries=("b2-b4", "c7-c5", "leaves 0"),
    outcome=Outcome(((1,), (0,)), Reason.LEFT),
    players=("Ann", "Bob"),
)


def damaged(old: str, new: str) -> record.RecordError:
    assert old in SHORT
    with pytest.raises(record.RecordError) as damage:
        record.read(SHORT.replace(old, new))
    return damage.value


def test_a_record_is_written_as_text_and_read_back_also_from_an_editor() -> None:
    assert record.write(RECORD) == SHORT
    edited = "\n" + SHORT.replace("\n", "  \r\n") + "\n\n"
    for text in (SHORT, edited, SHORT.replace("b2-b4", "B2 \u2192 b4")):
        assert record.read(text) == RECORD


def test_a_running_match_has_no_result_and_perhaps_no_entry() -> None:
    running = dataclasses.replace(RECORD, entries=("b2-b4",), outcome=None, players=())
    assert "Result: *\n\n1. b2-b4\n" in record.write(running)
    assert record.read(record.write(running)) == running
    empty = record.Record("apart", "standard", 1)
    assert record.write(empty) == "Game: apart\nVariant: standard\nVersion: 1\nResult: *\n"
    assert record.read(record.write(empty)) == empty


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (record.Settlement(((0, 1),), record.SettledBy.AGREED), "0 = 1 (agreed)"),
        (record.Settlement(((0,), (1,)), record.SettledBy.DECIDED), "0 > 1 (decided)"),
    ],
)
def test_people_may_end_a_match_outside_the_rules_or_overrule_them(outcome, text: str) -> None:
    entries = RECORD.entries if "decided" in text else RECORD.entries[:1]
    settled = dataclasses.replace(RECORD, entries=entries, outcome=outcome)
    assert f"Result: {text}\n" in record.write(settled)
    assert record.read(record.write(settled)) == settled


def test_scores_and_three_seats_are_kept_in_the_result() -> None:
    outcome = Outcome(((2, 0), (1,)), Reason.SCORE, (18, -3, 15))
    text = record.write(dataclasses.replace(RECORD, outcome=outcome))
    assert "Result: 2 = 0 > 1 (score 18/-3/15)\n" in text
    with pytest.raises(record.RecordError) as damage:
        record.read(text)
    assert damage.value.message == "the entries lead to the result 1 > 0 (left)"


def test_names_stay_on_their_line() -> None:
    named = dataclasses.replace(RECORD, players=("Ann\nResult: *", ""))
    assert "Seat 0: Ann Result: *\nSeat 1: \n" in record.write(named)
    assert record.read(record.write(named)).players == ("Ann Result: *", "")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("Game: apart", "Game: chess", 1, "there is no game called chess"),
        ("Game: apart\n", "", 1, "the header Game is missing"),
        ("Variant: standard", "Variant: huge", 1, "Apart has no variant huge"),
        ("Version: 1", "Version: one", 3, "one is not a number"),
        ("Version: 1", "Version: 2", 1, "the match was played by version 2 of the rules, and this"),
        ("Seat 0: Ann\n", "", 4, "not every seat has a name"),
        ("Seat 1: Bob", "Seat 2: Bob", 5, "no header is called Seat 2 here"),
        ("Seat 1: Bob", "Seat 0: Bob", 5, "this is neither a header nor entry 1"),
        ("Seat 1: Bob", "Site: Rome", 5, "no header is called Site here"),
        ("1 > 0 (left)", "1-0", 6, "a result reads like 1 > 0 (left), not 1-0"),
        ("1 > 0 (left)", "1 > 0 (luck)", 6, "a result reads like 1 > 0 (left), not 1 > 0 (luck)"),
        ("1 > 0 (left)", "0 > 1 (left)", 6, "the entries lead to the result 1 > 0 (left)"),
        ("1 > 0 (left)", "*", 6, "the entries lead to the result 1 > 0 (left)"),
        ("1 > 0 (left)", "0 = 1 (agreed)", 6, "the entries lead to the result 1 > 0 (left)"),
        ("3. leaves 0\n", "", 6, "the entries lead to the result *"),
        ("2. c7-c5", "3. c7-c5", 9, "this is neither a header nor entry 2"),
        ("2. c7-c5", "Seed: 3", 9, "this is neither a header nor entry 2"),
        ("2. c7-c5", "", 10, "this is neither a header nor entry 2"),
        ("2. c7-c5", "2. c7-c4", 9, "c7-c4: The line of c7 towards c4 has 2 pieces"),
        ("2. c7-c5", f"{'9' * 5000}. c7-c5", 9, "this is neither a header nor entry 2"),
        ("3. leaves 0", "3. leaves \u0660", 10, "leaves \u0660: leaves is not part of a move"),
        ("(left)", f"(left {'9' * 5000})", 6, "a result reads like 1 > 0 (left), not"),
        ("3. leaves 0", "3. leaves 4", 10, "leaves 4: seat 4 has no place in this match"),
        ("3. leaves 0", "3. leaves", 10, "leaves: leaves is not part of a move"),
        ("1. b2-b4", "Note: early\n1. b2-b4", 8, "no header is called Note here"),
    ],
)
def test_damage_is_found_at_its_line(old: str, new: str, line: int, message: str) -> None:
    damage = damaged(old, new)
    assert damage.line == line
    assert damage.message.startswith(message)
    assert str(damage) == f"line {line}: {damage.message}"


def test_a_record_that_was_not_read_is_checked_when_replayed() -> None:
    with pytest.raises(ValueError, match="no game called chess"):
        record.start_of(dataclasses.replace(RECORD, game="chess"))
    with pytest.raises(MoveError):
        list(record.replay(dataclasses.replace(RECORD, entries=("b2-b5",))))
    left = record.after(GAMES["apart"].start(), record.leaving(1))
    assert left.outcome == Outcome(((0,), (1,)), Reason.LEFT)
