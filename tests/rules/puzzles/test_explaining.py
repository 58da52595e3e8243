"""Every sentence that explains a puzzle of the Daily is true by a plain reading of the rules."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rules import GAMES, Position
from rules.game import Move, Reason
from rules.puzzles import GoalKind, Puzzle, explained, marked, task_of
from tests.kit.by_day import at_night
from tests.rules.engine.test_counted import COUNTED
from tests.rules.plain.abande import BOARDS, stacks_of
from tests.rules.plain.places import HEX_STEPS, SQUARE_STEPS, around, parts, squares
from tests.rules.puzzles.checking import forces, wins_at_once
from tests.rules.puzzles.plainly import (
    alone,
    ends_of,
    group_of,
    landings,
    number_of,
    origins,
    points,
)
from tests.rules.puzzles.told import (
    ALONG,
    COUNTING,
    DAILY,
    HELD,
    WON,
    cells_of,
    line_of,
    moves_in,
    rights,
    said,
)

LONGEST = 520


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
        position, also = puzzle.position, re.search(r"Also right[^:]*: ([^.]*)\.", said(puzzle))
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
        told = re.search(r": (?:from )?(\d+)(?: to|((?: [+\u2212] \d+)+) =) (\d+)\.", said(puzzle))
        if puzzle.game != game or told is None:
            continue
        if told[2]:
            terms = re.findall(r"[+-]\d+", told[2].replace("\u2212", "-").replace(" ", ""))
            assert int(told[1]) + sum(map(int, terms)) == int(told[3])
        position, (move, *_) = puzzle.position, puzzle.main_line()
        assert position.to_move is not None
        was, then = (
            COUNTED[game](each, position.to_move) for each in (position, position.after(move))
        )
        both = was.keys() & then.keys()
        assert (int(told[1]), int(told[3])) in [(was[each], then[each]) for each in both]


@every_puzzle
def test_the_next_best_move_brings_what_is_said(step: int) -> None:
    for puzzle in COUNTING[::step]:
        told = re.search(r"The next best, (?:such as )?`(\S+)`: (\d+) [a-z ]+\.", said(puzzle))
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
    for puzzle in (each for each in DAILY if each.game == "detach"):
        shown = [(said(puzzle), puzzle.position.after(puzzle.main_line()[0]))]
        shown += [(str(each.said), each.position.after(each.move)) for each in line_of(puzzle)]
        for text, after in shown:
            if named := re.search(r"can now detach only (.*?)\.", text):
                assert cells_of(named[1]) == {str(move).split(">")[0] for move in after.moves()}
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


STOPPED = re.compile(
    r"([a-k0-9, ]+) \(force (\d+)\) (cannot pass|cannot swap onto|cannot land on|lacks)"
    r"[^.]*?((?:[a-k]\d+(?:, | or )?)+)(?: \(force (\d+)\))?[^.]*\."
)
_TAKEN = r"(?:: the new stone on ([a-k0-9]+) is in the way)?"
LEFT = re.compile(rf"(?:No hex to land on|Only ([a-k0-9]+)) is left for ([a-k0-9, ]+){_TAKEN}\.")
SWAPS = re.compile(r"Only swaps are left for ([a-k0-9, ]+), and one")
SWAPPED = re.compile(
    r"The stone of (\w+), swapped to (\w+), (can detach now|stands alone and goes (1) hex|is in a "
    r"group of (\d+) and goes (\d+) hexes|joined the group of ([a-k0-9, ]+): each now goes (\d+) "
    r"hexes)\."
)
SPLIT = re.compile(
    r"The stone of (\w+) became two(?:\. Those that can detach: (.*?)|, of which none.*?)\."
)
OPEN = re.compile(r"Can detach now, with ([a-k0-9, ]+) to land on: ([a-k0-9, ]+)\.")
GROUPS = re.compile(
    r"(?<=\. )(?:([a-k0-9, ]+) left the group of )?(?:and )?(?:([a-k0-9, ]+) joined the "
    r"group of )?([a-k0-9, ]+): each now goes (\d+) hex(?:es)?\."
)


def detaching() -> Iterator[tuple[Puzzle, int, tuple[Position, Position], list[set[str]]]]:
    """Puzzles of Detach, the side in question, the boards, and where its stones left and came."""
    for puzzle in (each for each in DAILY if each.game == "detach" and each.goal.kind != "hold"):
        before = puzzle.position
        side = (before.to_move or 0) ^ (puzzle.goal.kind is not GoalKind.MOST)
        both = before, before.after(puzzle.main_line()[0])
        was, now = ({c for c, p in at.pieces().items() if p.colour == side} for at in both)
        yield puzzle, side, both, [was - now, now - was]


def test_stones_that_can_detach_no_more_or_newly_are_named_with_the_cause() -> None:
    told = 0
    for puzzle, side, (before, after), (gone, came) in detaching():
        could, can, text = origins(before, side), origins(after, side), said(puzzle)
        was, now, stopped, free = before.strengths(), after.strengths(), set[str](), set[str]()
        new = after.pieces().keys() - before.pieces().keys()
        for cells, force, why, at, other in STOPPED.findall(text):
            stopped |= cells_of(cells)
            assert {now[each] for each in cells_of(cells)} == {int(force)}
            for cell in cells_of(at):
                assert (after.pieces()[cell].colour == side) == (why == "cannot land on")
                assert why != "cannot swap onto" or now[cell] == int(other) > int(force)
                assert why != "lacks" or cell not in before.pieces()
        for left, few, taken in LEFT.findall(text):
            for cell in cells_of(few):
                stops = landings(after, cell)
                assert {at for at, found in stops.items() if not found} == cells_of(left)
                news = [found for found in stops.values() if found and found <= new]
                assert bool(taken) == (bool(news) and (cell in came or was[cell] != now[cell]))
                assert not taken or any(taken in found for found in news)
                stopped.add(cell)
        for few in SWAPS.findall(text):
            for cell in cells_of(few):
                swaps = {at for at, found in landings(after, cell).items() if not found}
                assert swaps
                assert swaps <= after.pieces().keys()
            stopped |= cells_of(few)
        for opened, stones in OPEN.findall(text):
            free |= cells_of(stones)
            for cell in cells_of(stones):
                had = ends_of(before, side, cell) if was[cell] == now[cell] else set()
                assert cells_of(opened) <= ends_of(after, side, cell) - had
        is_off = len(came) == 1 and gone <= could and not came <= can
        could, can = (could - gone) | (came if is_off else set()), can - came
        assert (stopped, free) == (could - can, can - could), puzzle.id
        only = [left for left, _, _ in LEFT.findall(text) if left]
        assert text.count("A stone that detaches needs two hexes. Only") == bool(only), puzzle.id
        told += len(stopped)
    assert told > 100


def test_of_stones_that_moved_it_says_which_can_detach_and_which_groups_they_change() -> None:
    told = 0
    for puzzle, side, both, moved in detaching():
        text, is_split = said(puzzle), side == puzzle.position.to_move
        (gone, came), can = moved, origins(both[1], side)
        could, found = gone <= origins(both[0], side), SWAPPED.search(text)
        sizes = [each.strengths() for each in both]
        assert bool(found) == (not is_split and bool(gone) and could != (came <= can))
        if found:
            assert ({found[1]}, {found[2]}, found[3] != "can detach now") == (gone, came, could)
            numbers = {int(each) for each in found.group(4, 5, 6, 8) if each}
            assert numbers <= {sizes[1][found[2]]}
            for cell in cells_of(found[7] or ""):
                assert found[2] in group_of(both[1], cell)
        split = SPLIT.search(text)
        assert bool(split) == is_split
        if split:
            assert ({split[1]}, cells_of(split[2] or "")) == (gone, came & can)
        for left, joined, cells, number in GROUPS.findall(text):
            for cell in cells_of(cells):
                assert sizes[0][cell] != sizes[1][cell] == int(number)
                assert cells_of(left) <= gone & group_of(both[0], cell)
                assert cells_of(joined) <= came & group_of(both[1], cell)
            assert left or joined
            told += 1
    assert told > 15


FALLS = re.compile(
    r"Without (\w+) the shape falls apart\. (?:Only the largest part stays: (\d+) tiles?|The "
    r"largest parts have (\d+) tiles? each, and you choose which one stays)\."
    r"(?: (\d+) of your tiles goe?s? with the rest\.)?"
)


def test_how_a_shape_falls_apart_is_told_with_what_stays() -> None:
    told = 0
    for puzzle in (each for each in DAILY if each.game == "halves"):
        before, (move, *_) = puzzle.position, puzzle.main_line()
        found = FALLS.search(said(puzzle))
        was, then = before.pieces().keys(), before.after(move).pieces().keys()
        assert (found is None) == (len(was) == len(then) + 1)
        if found is not None:
            removed, largest, equal, gone = found.groups()
            places = [before.variant.board.place(cell) for cell in was - {removed}]
            sizes = sorted(map(len, parts(places, HEX_STEPS)), reverse=True)
            assert sizes[0] == len(then) == int(largest or equal)
            assert (sizes[0] == sizes[1]) == bool(equal)
            own = before.colour_of(before.to_move or 0)
            lost = [c for c in was - then - {removed} if before.pieces()[c].colour == own]
            assert int(gone or 0) == len(lost)
            told += 1
    assert told > 40


TOUCHES = re.compile(r"(\d+) pieces? of (\w+) still touch(?:es)?: ([a-h0-9, ]+)\.")


def test_pieces_that_still_touch_and_that_no_longer_do_are_named() -> None:
    told = 0
    for puzzle in (each for each in DAILY if each.game == "apart" and each not in HELD):
        own = puzzle.position.to_move or 0
        shown = [(said(puzzle), puzzle.position, puzzle.main_line()[0])]
        scenes = [each for each in explained(puzzle).scenes if each.position.to_move == own]
        shown += [(str(each.said), each.position, each.move) for each in scenes]
        for text, before, move in shown:
            after, side = before.after(move), str(before.info.sides[own])
            found = next((each for each in TOUCHES.finditer(text) if each[2] == side), None)
            names = re.search(r"No longer touching another: ([a-h0-9, ]+)\.", text)
            freed = cells_of(names[1]) if names else set()
            stood, held = (
                {cell for cell, piece in at.pieces().items() if piece.colour == own}
                for at in (before, after)
            )
            was = near_own(before, own)
            was |= held - stood if was - held else set()
            assert freed == was & held - near_own(after, own), puzzle.id
            if found is None:
                assert f"No two pieces of {side} touch." in text
            named = cells_of(found[3]) if found else set()
            assert len(named) == int(found[1] if found else 0)
            assert named == near_own(after, own), puzzle.id
            told += len(freed)
    assert told > 100


def test_answers_that_lose_at_once_are_told_of_and_part_the_pieces_of_who_wins() -> None:
    told = 0
    for puzzle in (each for each in ALONG if each.game == "apart" and each.following):
        after, own = puzzle.position.after(puzzle.main_line()[0]), puzzle.position.to_move
        assert own is not None
        ends = [end for end in map(after.after, after.moves()) if end.outcome is not None]
        parting = "Some of their answers lose at once, as they part your pieces." in said(puzzle)
        assert parting == bool(ends), puzzle.id
        for end in ends:
            assert end.outcome is not None
            assert own in end.outcome.winners
            assert not near_own(end, own), puzzle.id
            told += 1
    assert told > 40


def near_own(found: Position, owner: int) -> set[str]:
    """The pieces of a side of Apart that touch another of it."""
    board = squares(8)
    own = {board[cell] for cell, piece in found.pieces().items() if piece.colour == owner}
    return {cell for cell, at in board.items() if at in own and around(at, SQUARE_STEPS) & own}


def test_pieces_that_do_not_count_and_those_that_touch_are_marked() -> None:
    for puzzle in COUNTING:
        before, move = puzzle.position, puzzle.main_line()[0]
        after, shown = before.after(move), set(marked(puzzle, before, move))
        if puzzle.game == "abande":
            assert shown == alone(after, "W") | alone(after, "B")
        elif puzzle.game == "apart":
            assert shown == near_own(after, before.to_move or 0)
        else:
            assert not shown


NEXT = re.compile(
    r"one answer\. Then go on with `(?P<only>\S+)`|"
    r"After each of (?:their (?P<all>\d+) answers|the (?P<most>\d+) others) "
    r"go on with `(?P<every>\S+)`|"
    r"After (?P<often>\d+) of their (?P<of>\d+) answers go on with `(?P<mostly>\S+)`|"
    r"After `(?P<answer>\S+)` go on with `(?P<other>\S+)`, after the others with `(?P<rest>\S+)`"
)
"""The next move, after how many answers, of how many, and another answer with the move after it."""


@pytest.mark.parametrize("step", [20, at_night(1)])
def test_the_next_move_wins_after_as_many_answers_as_is_said(step: int) -> None:
    some = ALONG[::step]
    told = [(each, named.groupdict()) for each in some if (named := NEXT.search(said(each)))]
    assert len(told) > 200 // step
    for puzzle, named in told:
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


@pytest.mark.parametrize("step", [6, at_night(1)])
def test_further_pictures_lead_from_the_right_move_to_the_win(step: int) -> None:
    for puzzle in ALONG[::step]:
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
        is_stuck = position.outcome.reason is Reason.NO_MOVE
        assert is_stuck == ("cannot move." in str(scene.said)), puzzle.id


def test_the_answer_shown_leaves_the_fewest_ways_to_win() -> None:
    seen = [each for each in ALONG if each.goal.moves == 2 and each.game in ("apart", "detach")]
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
    for puzzle in (each for each in ALONG if each.game == "abande"):
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


@pytest.mark.parametrize("step", [4, at_night(1)])
def test_each_right_move_is_explained_by_its_own_way_to_the_win(step: int) -> None:
    told = 0
    for puzzle in [each for each in WON if each.others][::step]:
        for right in rights(puzzle):
            begun = puzzle.along(right).main_line()[0]
            assert puzzle.position.after(begun) == puzzle.position.after(right), puzzle.id
            assert line_of(puzzle, right) == line_of(puzzle.along(right), begun)
            told += begun != puzzle.main_line()[0]
    assert told > 30 // step
