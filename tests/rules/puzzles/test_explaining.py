"""Every sentence that explains a puzzle of the Daily is true by a plain reading of the rules."""

import itertools
import re
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest

from rules import GAMES, Position
from rules.errors import MoveError
from rules.game import Move
from rules.games.detach.position import DetachPosition
from rules.puzzles import GoalKind, Puzzle, Scene, daily_puzzles, explained, marked, task_of
from tests.kit.by_day import at_night
from tests.rules.engine.test_counted import COUNTED
from tests.rules.plain.abande import BOARDS, stacks_of
from tests.rules.plain.places import SQUARE_STEPS, around, parts, squares
from tests.rules.puzzles.checking import forces, wins_at_once

DAILY = daily_puzzles()
COUNTING = [each for each in DAILY if each.goal.feature]
WON = [each for each in DAILY if each.goal.kind is GoalKind.WIN]
HELD = [each for each in DAILY if each.goal.kind is GoalKind.HOLD]
LONGEST, PARTS = 420, 27


def said(puzzle: Puzzle, answer: Move | None = None) -> str:
    return str(explained(puzzle, answer).said)


def rights(puzzle: Puzzle) -> list[Move]:
    """The answers, one for each board that they lead to."""
    found = (puzzle.position.parse(text) for text in puzzle.answers)
    return [*{puzzle.position.after(each): each for each in found}.values()]


def line_of(puzzle: Puzzle, right: Move | None = None) -> list[Scene]:
    """The pictures of how it goes on, without those of wrong moves."""
    scenes = explained(puzzle, right).scenes
    return [each for each in scenes if "instead" not in str(each.said)]


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
        told = re.search(
            r"The next best move(?:, |s, such as )`(\S+)`, brings? (\d+)\.", said(puzzle)
        )
        assert told is not None
        position, is_most = puzzle.position, puzzle.goal.kind is GoalKind.MOST
        wrong = [number_of(puzzle, position.after(each)) for each in wrong_moves(puzzle)]
        assert int(told[2]) == (max if is_most else min)(wrong)
        assert ("such as" in told[0]) == (wrong.count(int(told[2])) > 1)
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


POINTS = re.compile(
    r"([a-g]\d) (is covered|is empty|holds a piece of|touches|no longer touches)[^:]*: "
    r"(White|Black) ([+\u2212]\d)\."
)


def test_points_that_change_are_named_cell_by_cell_and_add_up() -> None:
    told = 0
    for puzzle in (each for each in DAILY if each.game == "abande"):
        before, after = puzzle.position, puzzle.position.after(puzzle.main_line()[0])
        own, is_most = before.to_move or 0, puzzle.goal.kind is GoalKind.MOST
        side = own if is_most else 1 - own
        was, then = (points(each, "WB"[side]) for each in (before, after))
        pieces, held = before.pieces(), after.pieces()
        named = dict[str, int]()
        for cell, why, colour, number in POINTS.findall(said(puzzle)):
            named[cell] = int(number.replace("\u2212", "-"))
            assert colour == ("White", "Black")[side]
            assert why == (
                "is empty" if cell not in held
                else "is covered" if held[cell].colour != side
                else "holds a piece of" if pieces.get(cell) != held[cell]
                else "touches" if named[cell] > 0
                else "no longer touches"
            )  # fmt: skip
        both = was.keys() | then.keys()
        gains = {cell: then.get(cell, 0) - was.get(cell, 0) for cell in both}
        assert named == {cell: gain for cell, gain in gains.items() if gain}, puzzle.id
        told += len(named)
    assert told > 100


def points(found: Position, owner: str) -> dict[str, int]:
    """What each stack of a side counts."""
    (board, _), stacks = BOARDS[found.variant.id], stacks_of(found)
    own = {name: stacks[at] for name, at in board.items() if at in stacks}
    idle = alone(found, owner)
    return {
        cell: len(stack) for cell, stack in own.items() if stack[-1] == owner and cell not in idle
    }


STOPPED = re.compile(
    r"(?:([a-k0-9, ]+) \(force (\d+)\) (cannot pass|cannot swap onto|cannot land on|lacks)"
    r"[^.]*?((?:[a-k]\d+(?:, | or )?)+)(?: \(force (\d+)\))?[^.]*"
    r"|Now of force (\d+)[^:]*: ([a-k0-9, ]+)"
    r"|Only ([a-k0-9]+) is left for ([a-k0-9, ]+)"
    r"|The stone of ([a-k0-9, ]+) (is swapped away|became two)"
    r"|Can detach now: ([a-k0-9, ]+))\."
)


def test_stones_that_can_detach_no_more_are_named_with_the_cause() -> None:
    told = 0
    for puzzle in (each for each in DAILY if each.game == "detach" and each.goal.kind != "hold"):
        before, after = puzzle.position, puzzle.position.after(puzzle.main_line()[0])
        side = (before.to_move or 0) ^ (puzzle.goal.kind is not GoalKind.MOST)
        could, can = origins(before, side), origins(after, side)
        forces_, colours = after.strengths(), {c: p.colour for c, p in after.pieces().items()}
        named, free = set[str](), set[str]()
        for found in STOPPED.finditer(said(puzzle)):
            cells, force, why, at, other, now, changed, left, few, gone, how, new = found.groups()
            stopped = cells_of(cells or changed or gone or "")
            named |= stopped
            free |= cells_of(new or "")
            if cells:
                assert {forces_[each] for each in stopped} == {int(force)}
                for cell in cells_of(at):
                    assert (colours[cell] == side) == (why == "cannot land on")
                    assert why != "cannot swap onto" or forces_[cell] == int(other) > int(force)
                    assert why != "lacks" or cell not in before.pieces()
            elif changed:
                assert {forces_[each] for each in stopped} == {int(now)}
                assert all(before.strengths()[each] != int(now) for each in stopped)
            elif left:
                assert left not in colours or colours[left] != side
                assert cells_of(few) <= could - can
            elif gone:
                assert all((how == "became two") == (side == before.to_move) for _ in stopped)
                assert all(colours.get(each) != side for each in stopped)
        assert (named, free) == (could - can, can - could), puzzle.id
        told += len(named)
    assert told > 100


def origins(found: Position, side: int) -> set[str]:
    """The stones of a side with which it could begin a move, were it its turn."""
    assert isinstance(found, DetachPosition)
    at = replace(found, ply=found.ply + ((found.ply % 2) != side))
    return {str(move).split(">")[0] for move in at.moves()}


def cells_of(text: str) -> set[str]:
    return set(re.findall(r"[a-k]\d+", text))


def test_tiles_that_are_cut_off_and_stay_are_counted() -> None:
    told = 0
    for puzzle in (each for each in DAILY if each.game == "halves"):
        found = re.search(
            r"cuts off (\d+) tiles?, (\d+) of them yours\. Left: (\d+)\.", said(puzzle)
        )
        before, after = puzzle.position, puzzle.position.after(puzzle.main_line()[0])
        own = before.colour_of(before.to_move or 0)
        was, then = before.pieces(), after.pieces()
        gone = [piece.colour for cell, piece in was.items() if cell not in then]
        assert (found is None) == (len(gone) == 1)
        if found is not None:
            counted = len(gone) - 1, gone.count(own) - 1, len(then)
            assert tuple(map(int, found.groups())) == counted
            told += 1
    assert told > 40


def test_only_pieces_that_a_move_stops_are_marked() -> None:
    for puzzle in COUNTING:
        before, move = puzzle.position, puzzle.main_line()[0]
        side = (before.to_move or 0) ^ (puzzle.goal.kind is GoalKind.FEWEST)
        after, shown = before.after(move), set(marked(puzzle, before, move))
        if puzzle.game == "detach":
            stays = {cell for cell, piece in after.pieces().items() if piece.colour == side}
            idle = [
                {c for c, p in at.pieces().items() if p.colour == side} - origins(at, side)
                for at in (before, after)
            ]
            assert shown == idle[1] - idle[0] <= stays
        elif puzzle.game == "abande":
            assert shown == alone(after, "WB"[side]) - alone(before, "WB"[side])
        else:
            assert not shown


def alone(found: Position, owner: str) -> set[str]:
    (board, steps), stacks = BOARDS[found.variant.id], stacks_of(found)
    return {
        name
        for name, at in board.items()
        if at in stacks and stacks[at][-1] == owner
        if all(stacks[near][-1] == stacks[at][-1] for near in around(at, steps) & stacks.keys())
    }


NEXT = re.compile(
    r"one answer\. Then `(?P<only>\S+)` wins|"
    r"After each of (?:their (?P<all>\d+) answers|the (?P<most>\d+) others) `(?P<every>\S+)` wins|"
    r"After (?P<often>\d+) of their (?P<of>\d+) answers `(?P<mostly>\S+)` wins|"
    r"After `(?P<answer>\S+)` go on with `(?P<other>\S+)`, after the others with `(?P<rest>\S+)`"
)
"""The next move, after how many answers, of how many, and another answer with the move after it."""


@pytest.mark.parametrize("step", [20, at_night(1)])
def test_the_next_move_wins_after_as_many_answers_as_is_said(step: int) -> None:
    told = [(each, named.groupdict()) for each in WON if (named := NEXT.search(said(each)))]
    assert len(told) > 200
    for puzzle, named in told[::step]:
        seat, left = puzzle.position.to_move, puzzle.goal.moves - 2
        assert seat is not None
        after, known = puzzle.position.after(puzzle.main_line()[0]), dict[Any, bool]()
        every = {each.written: after.after(each) for each in after.moves()}
        answered = {text: at for text, at in every.items() if at.outcome is None}
        assert ("Some of their answers lose" in said(puzzle)) == (len(every) > len(answered))
        move = named["only"] or named["every"] or named["mostly"] or named["rest"]
        wins = {
            text: [
                each.written
                for each in at.moves()
                if each.written in (move, named["other"])
                if forces(at.after(each), seat, left, known)
            ]
            for text, at in answered.items()
        }
        often = sum(move in each for each in wins.values())
        counted = named["all"] or named["most"] or named["of"]
        assert counted is None or int(counted) == len(answered), puzzle.id
        assert often == int(named["often"] or len(answered) - bool(named["answer"])), puzzle.id
        if named["answer"]:
            assert named["other"] in wins[named["answer"]], puzzle.id


def test_further_pictures_lead_from_the_right_move_to_the_win() -> None:
    for puzzle in WON:
        line = puzzle.main_line()
        position, told = puzzle.position.after(line[0]), list[str]()
        for scene in line_of(puzzle):
            for text in moves_in(str(scene.said)):
                told.append(text)
                shown, position = position, position.play(text)
            assert (scene.position, scene.position.after(scene.move)) == (shown, position)
        assert told == [move.written for move in line[1:]]
        assert position.outcome is not None
        assert puzzle.position.to_move in position.outcome.winners


def test_the_answer_shown_leaves_the_fewest_ways_to_win() -> None:
    seen = [each for each in WON if each.goal.moves == 2 and each.game in ("apart", "detach")]
    for puzzle in seen[::8]:
        right, shown, _ = puzzle.main_line()
        after, following = puzzle.position.after(right), puzzle.following.split()[0]
        ways = dict[str, list[str]]()
        for answer in after.moves():
            at = after.after(answer)
            if at.outcome is None:
                longest = sorted(at.moves(), key=lambda move: -len(str(move)))
                wins = {at.after(each): each for each in longest if wins_at_once(at, each)}
                goes_on = any(each.written == following for each in wins.values())
                ways[str(answer)] = [str(goes_on), *map(str, wins.values())]
        met = {text: each for text, each in ways.items() if each[0] == ways[str(shown)][0]}
        assert len(ways[str(shown)]) == min(map(len, met.values())), puzzle.id


def test_who_can_only_pass_has_no_other_move_for_the_reasons_that_are_given() -> None:
    told = 0
    for puzzle in (each for each in WON if each.game == "abande"):
        *_, scene = line_of(puzzle)
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


STOPS = re.compile(
    r"Your (move|separation|new piece on (\w+)) stops `(\S+)`\. (.*?)"
    r"(?= Your (?:move|separation|new)| No other| Also right| After| Some| They have| Here is|$)"
)


@pytest.mark.parametrize("part", [0, *map(at_night, range(1, PARTS))])
def test_what_stops_a_threat_is_so_by_the_rules(part: int) -> None:
    told = set[str]()
    for puzzle, right in [
        (each, right) for each in [*HELD, *WON][part::PARTS] for right in rights(each)
    ]:
        stops = STOPS.findall(said(puzzle, right))
        wrong = [each for each in explained(puzzle, right).scenes if "instead" in str(each.said)]
        wins = [each for each in wrong if wins_at_once(each.position, each.move)]
        assert [threat for _, _, threat, _ in stops] == [each.move.written for each in wins]
        assert stops if puzzle.goal.kind is GoalKind.HOLD else len(wrong) == 1
        for (what, placed, threat, why), scene in zip(stops, wins, strict=True):
            other = moves_in(str(scene.said))[0]
            told.add(cause(puzzle, right, threat, why, scene))
            parts_of = [text.split("@") for text in (str(right), other)]
            assert not placed or parts_of[0] == [parts_of[1][0], placed]
            assert what != "separation" or parts_of[0][1] == parts_of[1][1]
    assert told


def cause(puzzle: Puzzle, right: Move, threat: str, why: str, scene: Scene) -> str:
    """Which cause is told, once it is seen on the board."""
    before, after = puzzle.position, puzzle.position.after(right)
    enemy = after.colour_of(after.to_move or 0)
    was, then = ({c: p.colour for c, p in at.pieces().items()} for at in (before, after))
    assert not won_by(after, threat.split("@")[0]), puzzle.id
    if found := re.search(r"You took ([a-h0-9, ]+): .* from (\w\d) to (\w\d)\.", why):
        start, landing = (squares(8)[found[each]] for each in (2, 3))
        for cell in cells_of(found[1]):
            x, y = squares(8)[cell]
            assert was[cell] == enemy != then.get(cell)
            assert (landing[0] - start[0]) * (y - start[1]) == (landing[1] - start[1]) * (
                x - start[0]
            )
        path = threat.split("-")
        assert (found[2], found[3]) in itertools.pairwise(path)
        reached = path[: path.index(found[3], path.index(found[2]))]
        assert reached[1:] == [] or after.steps(reached)
        return "taken"
    if found := re.search(r"needs ([a-i0-9, ]+), (which you flipped|where you stand)", why):
        cells = cells_of(found[1])
        assert cells <= chain_of(scene)
        assert all(then[each] != enemy for each in cells)
        assert {was.get(each) == enemy for each in cells} == {found[2] == "which you flipped"}
        return "flipped" if found[2] == "which you flipped" else "held"
    if found := re.search(r"needs the empty hex (\w\d)", why):
        assert threat.endswith(f"@{found[1]}")
        assert then[found[1]] != enemy
        assert found[1] in chain_of(scene)
        return "empty"
    if found := re.search(r"it takes ([a-h0-9, ]+), and you win", why):
        end = after.play(threat)
        assert end.outcome is not None
        assert before.to_move in end.outcome.winners
        assert cells_of(found[1]) == {c for c, p in then.items() if p != enemy} - {
            c for c, p in end.pieces().items() if p.colour != enemy
        }
        return "backfires"
    if found := re.search(r"still move, by `(\S+)`", why):
        assert is_legal(after.play(threat), found[1])
        return "answer"
    if found := re.search(r"still touch(?:es)? another: ([a-h0-9 ]+)", why):
        end = after.play(threat)
        own = {squares(8)[c] for c, p in end.pieces().items() if p.colour == enemy}
        near = {at for at in own if around(at, SQUARE_STEPS) & own}
        assert {squares(8)[each] for each in cells_of(found[1])} == near
        return "touch"
    assert not is_legal(after, threat)
    return why


def chain_of(scene: Scene) -> set[str]:
    """The winner's stacks once a threat has won."""
    colour = scene.position.colour_of(scene.position.to_move or 0)
    end = scene.position.after(scene.move).pieces()
    return {cell for cell, piece in end.items() if piece.colour == colour}


def test_of_two_ways_to_win_it_says_which_one_goes_on() -> None:
    told = 0
    for puzzle in WON:
        for right in rights(puzzle):
            main = puzzle.main_line()[0]
            is_main = puzzle.position.after(right) == puzzle.position.after(main)
            assert (f"Here is how `{main.written}` wins." in said(puzzle, right)) is not is_main
            assert line_of(puzzle, right) == line_of(puzzle)
            told += not is_main
    assert told > 10


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


def test_the_picture_of_a_threat_shows_it_win_after_the_move_that_is_named() -> None:
    for puzzle in [*HELD, *WON]:
        scenes = [scene for right in rights(puzzle) for scene in explained(puzzle, right).scenes]
        for scene in (each for each in scenes if "instead" in str(each.said)):
            other, threat = moves_in(str(scene.said))
            assert not puzzle.accepts(puzzle.position.parse(other))
            assert scene.position == puzzle.position.play(other)
            assert threat == scene.move.written
            assert wins_at_once(scene.position, scene.move) != ("in time" in str(scene.said))
            assert puzzle.refuted(puzzle.position.parse(other)) is not None
