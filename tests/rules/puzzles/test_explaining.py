"""Every sentence that explains a puzzle of the Daily is true by a plain reading of the rules."""

import re
from collections.abc import Collection
from typing import Any

import pytest

from rules import GAMES, Position
from rules.errors import MoveError
from rules.game import Move
from rules.puzzles import GoalKind, Puzzle, daily_puzzles, explained, task_of
from tests.kit.by_day import at_night
from tests.rules.engine.test_counted import COUNTED
from tests.rules.plain.abande import BOARDS, stacks_of
from tests.rules.plain.places import around, parts
from tests.rules.puzzles.checking import forces, wins_at_once

DAILY = daily_puzzles()
COUNTING = [each for each in DAILY if each.goal.feature]
WON = [each for each in DAILY if each.goal.kind is GoalKind.WIN]
HELD = [each for each in DAILY if each.goal.kind is GoalKind.HOLD]
LONGEST, SAMPLE, PARTS = 370, 300, 27


def said(puzzle: Puzzle, answer: Move | None = None) -> str:
    return str(explained(puzzle, answer).said)


def rights(puzzle: Puzzle) -> list[Move]:
    """The answers, one for each board that they lead to."""
    found = (puzzle.position.parse(text) for text in puzzle.answers)
    return [*{puzzle.position.after(each): each for each in found}.values()]


def moves_in(text: str) -> list[str]:
    return re.findall(r"`(\S+)`", text)


def number_of(puzzle: Puzzle, after: Position) -> int:
    assert puzzle.position.to_move is not None
    return COUNTED[puzzle.game](after, puzzle.position.to_move)[puzzle.goal.feature]


every_puzzle = pytest.mark.parametrize("step", [5, at_night(1)])
"""By day a fifth of them."""


@every_puzzle
def test_what_explains_is_short_and_the_task_a_question_or_a_request(step: int) -> None:
    for puzzle in DAILY[::step]:
        assert 20 < len(said(puzzle)) <= LONGEST, puzzle.id
        assert str(task_of(puzzle))[-1] == "?" if puzzle.goal.feature else "."


@every_puzzle
def test_other_right_moves_are_named_one_for_each_board(step: int) -> None:
    for puzzle in DAILY[::step]:
        position, also = puzzle.position, re.search(r"Also right: ([^.]*)\.", said(puzzle))
        named = [] if also is None else moves_in(also[1])
        others = {position.play(text) for text in named}
        assert len(others) == len(named)
        right = {position.play(text) for text in puzzle.answers}
        assert others == right - {position.after(puzzle.main_line()[0])}
        assert also or said(puzzle).count("No other move is right.") == 1


@every_puzzle
@pytest.mark.parametrize("game", GAMES)
def test_a_number_goes_from_what_it_was_to_what_it_becomes(game: str, step: int) -> None:
    for puzzle in DAILY[::step]:
        told = re.search(r": from (\d+) to (\d+)\.", said(puzzle))
        if puzzle.game != game or told is None:
            continue
        position, (move, *_) = puzzle.position, puzzle.main_line()
        assert position.to_move is not None
        was, then = (
            COUNTED[game](each, position.to_move) for each in (position, position.after(move))
        )
        both = was.keys() & then.keys()
        assert (int(told[1]), int(told[2])) in [(was[each], then[each]) for each in both]


@every_puzzle
def test_the_next_best_move_brings_what_is_said(step: int) -> None:
    for puzzle in COUNTING[::step]:
        told = re.search(r"The next best move, `(\S+)`, brings (\d+)\.", said(puzzle))
        assert told is not None
        position, is_most = puzzle.position, puzzle.goal.kind is GoalKind.MOST
        wrong = [number_of(puzzle, position.after(each)) for each in wrong_moves(puzzle)]
        assert int(told[2]) == (max if is_most else min)(wrong)
        assert number_of(puzzle, position.play(told[1])) == int(told[2])


def wrong_moves(puzzle: Puzzle) -> list[Move]:
    return [each for each in puzzle.position.moves() if not puzzle.accepts(each)]


def test_the_pieces_that_can_move_are_those_that_the_moves_begin_with() -> None:
    told = 0
    for puzzle in DAILY:
        named = re.search(r"can now detach only (.*?)\.", said(puzzle))
        after = puzzle.position.after(puzzle.main_line()[0])
        if named is not None:
            cells = set(re.findall(r"[a-z]\d+", named[1]))
            assert cells == {str(move).split(">")[0] for move in after.moves()}
            told += 1
    assert told > 100


def test_pieces_that_cease_to_count_or_begin_to_are_named() -> None:
    told = 0
    for puzzle in (each for each in COUNTING if each.game == "abande"):
        now = re.search(r"pieces count now: (.*?)\.", said(puzzle))
        no_more = re.search(r"not count any more: (.*?)\.", said(puzzle))
        before, after = puzzle.position, puzzle.position.after(puzzle.main_line()[0])
        side = (before.to_move or 0) ^ (puzzle.goal.kind is GoalKind.FEWEST)
        was, then = alone(before, "WB"[side]), alone(after, "WB"[side])
        assert (cells_in(no_more), cells_in(now)) == (then - was, was - then)
        told += len(cells_in(now) | cells_in(no_more))
    assert told > 5


def cells_in(named: re.Match[str] | None) -> set[str]:
    return set(re.findall(r"[a-z]\d+", named[1])) if named else set()


def alone(found: Position, owner: str) -> set[str]:
    (board, steps), stacks = BOARDS[found.variant.id], stacks_of(found)
    return {
        name
        for name, at in board.items()
        if at in stacks and stacks[at][-1] == owner
        if all(stacks[near][-1] == stacks[at][-1] for near in around(at, steps) & stacks.keys())
    }


NEXT = re.compile(
    r"ext move is `(\S+)`(?: after (\d+) of|, whichever of)?(?: their (\d+) answers)?"
    r"(?:.* After `(\S+)` it is `(\S+)`)?"
)
"""The next move, after how many answers, of how many, and another answer with the move after it."""


@pytest.mark.parametrize("step", [20, at_night(1)])
def test_the_next_move_wins_after_as_many_answers_as_is_said(step: int) -> None:
    told = [(each, named) for each in WON if (named := NEXT.search(said(each)))]
    assert len(told) > 200
    for puzzle, named in told[::step]:
        seat, left = puzzle.position.to_move, puzzle.goal.moves - 2
        assert seat is not None
        after, known = puzzle.position.after(puzzle.main_line()[0]), dict[Any, bool]()
        answered = {
            each.written: at for each in after.moves() if (at := after.after(each)).outcome is None
        }
        wins = {
            text: [
                move.written
                for move in at.moves()
                if move.written in named.groups() and forces(at.after(move), seat, left, known)
            ]
            for text, at in answered.items()
        }
        assert len(answered) == int(named[3] or 1), puzzle.id
        assert sum(named[1] in each for each in wins.values()) == int(named[2] or len(answered))
        if named[4]:
            assert named[1] not in wins[named[4]], puzzle.id
            assert named[5] in wins[named[4]], puzzle.id


def test_further_pictures_lead_from_the_right_move_to_the_win() -> None:
    for puzzle in WON:
        line = puzzle.main_line()
        position, told = puzzle.position.after(line[0]), list[str]()
        for scene in explained(puzzle).scenes:
            for text in moves_in(str(scene.said)):
                told.append(text)
                shown, position = position, position.play(text)
            assert (scene.position, scene.position.after(scene.move)) == (shown, position)
        assert told == [move.written for move in line[1:]]
        assert position.outcome is not None
        assert puzzle.position.to_move in position.outcome.winners


def test_who_can_only_pass_has_no_other_move_for_the_reasons_that_are_given() -> None:
    told = 0
    for puzzle in (each for each in WON if each.game == "abande"):
        *_, scene = explained(puzzle).scenes
        text = str(scene.said)
        if "can only pass" not in text:
            continue
        told += 1
        stacks, own = stacks_of(scene.position), "WB"[1 - (puzzle.position.to_move or 0)]
        board, steps = BOARDS[puzzle.position.variant.id]
        places = {cell: board[cell] for cell, place in board.items() if place in stacks}
        breaking = re.search(r"If (.*?) moved", text)
        named = set(re.findall(r"[a-z]\d+", breaking[1])) if breaking else set()
        low, high = set(), set()
        for cell, place in places.items():
            near = [stacks[each] for each in around(place, steps) & stacks.keys()]
            enemies = [each for each in near if each[-1] != own]
            if stacks[place][-1] == own and enemies:
                fits = any(len(each) + len(stacks[place]) <= 3 for each in enemies)
                (low if fits else high).add(cell)
        assert named == low
        assert all(len(parts(stacks.keys() - {places[cell]}, steps)) > 1 for cell in low)
        assert bool(high) == ("Any other stack would be more than 3 high." in text)
        assert str(scene.position.after(scene.move).outcome.scores[puzzle.position.to_move]) in text
    assert told > 40


@pytest.mark.parametrize("part", [0, *map(at_night, range(1, PARTS))])
def test_threats_win_after_many_wrong_moves_and_not_after_the_right_one(part: int) -> None:
    for puzzle, right in [(each, right) for each in HELD[part::PARTS] for right in rights(each)]:
        position, after = puzzle.position, puzzle.position.after(right)
        threats = re.findall(r"threatened to win by `(\S+)`\. (.*?)\.", said(puzzle, right))
        assert len(threats) == len(explained(puzzle, right).scenes) in (1, 2)
        wrong = wrong_moves(puzzle)
        wrong = wrong[:: 1 + len(wrong) // SAMPLE]
        for threat, stops in threats:
            assert not wins_by(after, {threat})
            part_of_it = threat.split("@")[0]
            wins = [each for each in wrong if won_by(position.after(each), part_of_it)]
            assert len(wins) * 12 >= len(wrong), puzzle.id
            assert ("not possible" in stops) <= (not is_legal(after, threat))
            if puzzle.game == "glaisher":
                assert stops_it(puzzle, right, threat) == stops


def test_of_two_ways_to_win_it_says_which_one_goes_on() -> None:
    told = 0
    for puzzle in WON:
        for right in rights(puzzle):
            main = puzzle.main_line()[0]
            is_main = puzzle.position.after(right) == puzzle.position.after(main)
            assert (f"Here is how `{main.written}` wins." in said(puzzle, right)) is not is_main
            assert explained(puzzle, right).scenes == explained(puzzle).scenes
            told += not is_main
    assert told > 10


def stops_it(puzzle: Puzzle, right: Move, threat: str) -> str:
    """Which half of a move of Glaisher does it: whether with another new piece it still wins."""
    separation, placed = str(right).split("@")
    others = [each for each in wrong_moves(puzzle) if str(each).startswith(f"{separation}@")]
    won = [won_by(puzzle.position.after(each), threat.split("@")[0]) for each in others]
    assert len(won) > 10
    assert len(set(won)) == 1, puzzle.id
    return f"Your new piece on {placed} stops that" if won[0] else "Your separation stops that"


def won_by(position: Position, separation: str) -> bool:
    """Whether a move wins, of Glaisher with any new piece."""
    if ":" not in separation:
        return wins_by(position, {separation})
    texts = map(str, position.moves())
    return wins_by(position, [each for each in texts if each.split("@")[0] == separation])


def wins_by(position: Position, texts: Collection[str]) -> bool:
    legal = (position.parse(each) for each in texts if is_legal(position, each))
    return any(wins_at_once(position, each) for each in legal)


def is_legal(position: Position, text: str) -> bool:
    try:
        position.parse(text)
    except MoveError:
        return False
    return True


STILL = re.compile(
    r"by `(\S+)`\. [^.]*\. (?:You could still answer `(\S+)`|\w+ lacks [^:]*: ([a-i0-9 ]+))"
)
"""A threat that can still be made, and how it can be answered, or the cells that it lacks."""


def test_a_threat_that_can_still_be_made_leaves_an_answer_or_lacks_what_is_named() -> None:
    told = 0
    for puzzle in HELD:
        after, seat = puzzle.position.after(puzzle.main_line()[0]), puzzle.position.to_move
        for threat, answer, lacked in STILL.findall(said(puzzle)):
            end = after.play(threat)
            told += 1
            if answer:
                assert is_legal(end, answer)
            own = {cell for cell, piece in end.pieces().items() if piece.colour != seat}
            assert not own & set(lacked.split())
    assert told > 15


def test_the_picture_of_a_threat_shows_it_win_after_the_move_that_is_named() -> None:
    for puzzle in HELD:
        scenes = [scene for right in rights(puzzle) for scene in explained(puzzle, right).scenes]
        for scene in scenes:
            other, threat = moves_in(str(scene.said))
            assert not puzzle.accepts(puzzle.position.parse(other))
            assert scene.position == puzzle.position.play(other)
            assert threat == scene.move.written
            assert wins_at_once(scene.position, scene.move)
