import dataclasses

import pytest

from rules import GAMES, MoveError, Outcome, Reason
from rules.record import (
    Record,
    RecordError,
    SettledBy,
    Settlement,
    after,
    leaving,
    read,
    replay,
    start_of,
    write,
)

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
RECORD = Record(
    game="apart",
    variant="standard",
    version=1,
    entries=("b2-b4", "c7-c5", "leaves 0"),
    outcome=Outcome(((1,), (0,)), Reason.LEFT),
    players=("Ann", "Bob"),
)


def damaged(old: str, new: str) -> RecordError:
    assert old in SHORT
    with pytest.raises(RecordError) as damage:
        read(SHORT.replace(old, new))
    return damage.value


def test_a_record_is_written_as_text() -> None:
    assert write(RECORD) == SHORT


def test_a_record_is_read_back() -> None:
    assert read(SHORT) == RECORD


def test_a_record_survives_editors() -> None:
    assert read("\n" + SHORT.replace("\n", "  \r\n") + "\n\n") == RECORD


def test_entries_become_canonical() -> None:
    assert read(SHORT.replace("b2-b4", "B2 \u2192 b4")) == RECORD


def test_a_record_is_replayed_move_by_move() -> None:
    start, first, second, last = replay(RECORD)
    assert start == GAMES["apart"].start()
    assert first == start.play("b2-b4")
    assert second.play("b4-c4").ply == 3
    assert last.outcome == RECORD.outcome


def test_a_running_match_has_no_result() -> None:
    running = dataclasses.replace(RECORD, entries=("b2-b4",), outcome=None, players=())
    assert "Result: *\n\n1. b2-b4\n" in write(running)
    assert read(write(running)) == running


def test_a_match_without_entries_is_a_record() -> None:
    empty = Record("apart", "standard", 1)
    assert write(empty) == "Game: apart\nVariant: standard\nVersion: 1\nResult: *\n"
    assert read(write(empty)) == empty


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Settlement(((0, 1),), SettledBy.AGREED), "0 = 1 (agreed)"),
        (Settlement(((1,), (0,)), SettledBy.DECIDED), "1 > 0 (decided)"),
    ],
)
def test_people_may_end_a_match_outside_the_rules(outcome: Settlement, text: str) -> None:
    agreed = dataclasses.replace(RECORD, entries=("b2-b4",), outcome=outcome)
    assert f"Result: {text}\n" in write(agreed)
    assert read(write(agreed)) == agreed


def test_managers_may_overrule_what_was_played() -> None:
    overruled = dataclasses.replace(RECORD, outcome=Settlement(((0,), (1,)), SettledBy.DECIDED))
    assert read(write(overruled)) == overruled


def test_scores_and_three_seats_are_kept_in_the_result() -> None:
    outcome = Outcome(((2, 0), (1,)), Reason.SCORE, (18, -3, 15))
    text = write(dataclasses.replace(RECORD, outcome=outcome))
    assert "Result: 2 = 0 > 1 (score 18/-3/15)\n" in text
    with pytest.raises(RecordError) as damage:
        read(text)
    assert damage.value.message == "the entries lead to the result 1 > 0 (left)"


def test_a_seed_is_kept() -> None:
    seeded = Record("apart", "standard", 1, seed=-7)
    assert "\nSeed: -7\n" in write(seeded)
    with pytest.raises(RecordError, match="line 1: Apart starts without a seed"):
        read(write(seeded))


def test_names_stay_on_their_line() -> None:
    named = dataclasses.replace(RECORD, players=("Ann\nResult: *", ""))
    assert "Seat 0: Ann Result: *\nSeat 1: \n" in write(named)
    assert read(write(named)).players == ("Ann Result: *", "")


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("Game: apart", "Game: chess", 1, "there is no game called chess"),
        ("Game: apart\n", "", 1, "the header Game is missing"),
        ("Variant: standard", "Variant: huge", 1, "Apart has no variant huge"),
        ("Version: 1", "Version: one", 3, "one is not a number"),
        (
            "Version: 1",
            "Version: 2",
            1,
            "the match was played by version 2 of the rules, and this is version 1",
        ),
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
        ("2. c7-c5", "", 10, "this is neither a header nor entry 2"),
        ("2. c7-c5", "2. c7-c4", 9, "c7-c4: the line of c7 towards c4 has 2 pieces"),
        ("2. c7-c5", f"{'9' * 5000}. c7-c5", 9, "this is neither a header nor entry 2"),
        ("3. leaves 0", "3. leaves \u0660", 10, "leaves \u0660: leaves is no part of a move"),
        ("(left)", f"(left {'9' * 5000})", 6, "a result reads like 1 > 0 (left), not"),
        ("3. leaves 0", "3. leaves 4", 10, "leaves 4: seat 4 has no place in this match"),
        ("3. leaves 0", "3. leaves", 10, "leaves: leaves is no part of a move"),
        ("1. b2-b4", "Note: early\n1. b2-b4", 8, "no header is called Note here"),
    ],
)
def test_damage_is_found_at_its_line(old: str, new: str, line: int, message: str) -> None:
    damage = damaged(old, new)
    assert damage.line == line
    assert damage.message.startswith(message)
    assert str(damage) == f"line {line}: {damage.message}"


def test_headers_do_not_follow_entries() -> None:
    assert damaged("2. c7-c5", "Seed: 3").line == 9


def test_a_record_that_was_not_read_is_checked_when_replayed() -> None:
    with pytest.raises(ValueError, match="no game called chess"):
        start_of(dataclasses.replace(RECORD, game="chess"))
    with pytest.raises(MoveError):
        list(replay(dataclasses.replace(RECORD, entries=("b2-b5",))))
    assert after(GAMES["apart"].start(), leaving(1)).outcome == Outcome(((0,), (1,)), Reason.LEFT)
