"""What explains why other moves are wrong is true by a plain reading of the rules."""

import itertools
import re
from collections.abc import Collection, Iterator
from typing import Any

import pytest

from rules import GAMES, Position
from rules.errors import MoveError
from rules.game import Move, Reason
from rules.puzzles import GoalKind, Puzzle, Scene, explained
from tests.kit.by_day import at_night
from tests.rules.plain.places import SQUARE_STEPS, around, squares
from tests.rules.puzzles.checking import forces, wins_at_once
from tests.rules.puzzles.told import ALONG, HELD, WON, cells_of, moves_in, rights, said, side_of

PARTS, BY_DAY = 27, 3
"""How many parts the puzzles have, and one in which most kinds of sentences occur."""
STOPS = re.compile(
    r"Your (move|separation|new piece on (\w+)) stops `(\S+)`"
    r"(?: and every other way of \w+ to win)?\."
    r"(?: (.*?))??"
    r"(?= Your (?:move|separation|new)| No other| Also right| A chain|$)"
)
STAYS = re.compile(r"(\w+), (\d) high, bars `(\S+)`, so leave it there\.")
STILL = r"Whoever cannot move loses\. After {} you still can, whatever \w+ answers\."
ANSWERED, CAN_TOO = (re.compile(STILL.format(each)) for each in ("your move", r"`(\S+)`"))
STUCK = re.compile(r"instead, you cannot move after `(\S+)`\. .*cannot move\.")
ALLOWED = re.compile(
    r"After your separation \w+ threatens `(\S+)`\. Your new piece on (\w+) stops it\."
)
NO_WIN = re.compile(r"After your move \w+ no longer wins by `(\S+)`\.")
NEXT_SIDE = re.compile(r"\b(?!the )(\w+) (?:threatens|no longer wins by|answers\.)")
ALSO = re.compile(r"Also right(, for the same reason)?: ([^.]*)\.")
TOO = re.compile(r"(`\S+`|It) stops `(\S+)`, too\. (.*)")
WRONG = re.compile(
    r"(?:If you play|After any other move, such as|If the new piece goes anywhere but "
    r"(?P<cell>\w+), as in) (?P<moves>.*?)(?: instead)?, (?:you let )?"
    r"\w+ (?P<does>wins by|win by|answers|cannot move after) "
    r"`(?P<answer>\S+?)`"
)
EVERY = re.compile(r"Your move stops `(\S+)` and every other way of (\w+) to win\.")
UNMET = re.compile(r"After `(\S+)` that move is not possible\.")
TRIED = re.compile(r"After `(\S+)` \w+ does not win by `(\S+)`\.")
MOVES_STILL = "You can still move."
BARRED = "After `{}` that answer is not possible."
MET = re.compile(r"After `(\S+)` you would answer that with `(\S+)`\.")


@pytest.mark.parametrize("part", [BY_DAY, *map(at_night, {*range(PARTS)} - {BY_DAY})])
def test_what_stops_a_threat_is_so_by_the_rules(part: int) -> None:
    told = set[str]()
    for puzzle, right in [
        (each, right) for each in [*HELD, *WON][part::PARTS] for right in rights(each)
    ]:
        scenes = explained(puzzle, right).scenes
        stuck = "".join(move for each in scenes for move in STUCK.findall(str(each.said)))
        text = STAYS.sub(r"Your move stops `\3`. Still \2 high: \1", said(puzzle, right))
        text = NO_WIN.sub(r"Your move stops `\1`.", text)
        text = ANSWERED.sub(f"Your move stops `{stuck}`. {MOVES_STILL}", text)
        text, allowed = ALLOWED.sub(r"Your new piece on \2 stops `\1`.", text), ALLOWED.search(text)
        stops = STOPS.findall(text)
        wins = [each for each in scenes if re.search("wins by|cannot move after", str(each.said))]
        for threat in [threat for _, placed, threat, _ in stops if placed]:
            stood = wins_by(passed(puzzle.position), {threat})
            assert stood == (allowed is None or threat != allowed[1]), puzzle.id
        assert [threat for _, _, threat, _ in stops] == [each.move.written for each in wins]
        assert all(wins_at_once(each.position, each.move) for each in wins)
        assert stops or puzzle.goal.kind is GoalKind.WIN
        failing = {*tried(puzzle, right)}
        assert {*NO_WIN.findall(said(puzzle, right))} <= failing
        assert failing <= {threat for _, _, threat, _ in stops}
        assert {*NEXT_SIDE.findall(said(puzzle, right))} <= {side_of(puzzle, 1)}
        for (what, placed, threat, why), scene in zip(stops, wins, strict=True):
            other = moves_in(str(scene.said))[0]
            told.add(cause(puzzle, right, threat, why, scene))
            parts_of = [text.split("@") for text in (str(right), other)]
            assert not placed or parts_of[0] == [parts_of[1][0], placed]
            assert what != "separation" or parts_of[0][1] == parts_of[1][1]
        also, too = ALSO.search(said(puzzle, right)), TOO.search(said(puzzle, right))
        can_too = CAN_TOO.search(said(puzzle, right))
        if also and puzzle.goal.kind is GoalKind.HOLD:
            assert [also[1], too, can_too].count(None) == 2
        for text in moves_in(also[2]) if also and also[1] else ():
            for scene, (_, _, threat, why) in zip(wins, stops, strict=True):
                cause(puzzle, puzzle.position.parse(text), threat, why, scene)
        if can_too:
            assert also is not None
            assert can_too[1] in moves_in(also[2])
            assert_can_move(puzzle, puzzle.position.parse(can_too[1]))
        if too:
            assert also is not None
            assert too[1] == "It" or (too[1] in also[2] and len(moves_in(also[2])) > 1)
            assert f"`{too[2]}`" in said(puzzle, right).split(also[0])[0]
            scene = next(each for each in wins if each.move.written == too[2])
            (other,) = moves_in(too[1]) or moves_in(also[2])
            cause(puzzle, puzzle.position.parse(other), too[2], too[3], scene)
    assert told


def assert_can_move(puzzle: Puzzle, right: Move) -> None:
    """Every answer to a right move leaves a move, or ends the match otherwise."""
    after = puzzle.position.after(right)
    for end in map(after.after, after.moves()):
        if end.outcome is None:
            assert end.to_move == puzzle.position.to_move
            assert next(end.moves(), None) is not None, puzzle.id
        else:
            assert end.outcome.reason is not Reason.NO_MOVE, puzzle.id


def tried(puzzle: Puzzle, right: Move) -> Iterator[str]:
    """The threats that are shown to fail after the right move."""
    for scene in explained(puzzle, right).scenes:
        if told := TRIED.fullmatch(str(scene.said)):
            assert told.group(1, 2) == (right.written, scene.move.written)
            assert scene.position == puzzle.position.after(right)
            assert not wins_at_once(scene.position, scene.move)
            yield told[2]


def cause(puzzle: Puzzle, right: Move, threat: str, why: str, scene: Scene) -> str:
    """Which cause is told, once it is seen on the board."""
    before, after = puzzle.position, puzzle.position.after(right)
    enemy = after.colour_of(after.to_move or 0)
    was, then = ({c: p.colour for c, p in at.pieces().items()} for at in (before, after))
    assert not won_by(after, threat.split("@")[0]), puzzle.id
    if found := re.fullmatch(r"Still (\d) high: (\w+)", why):
        at = scene.position.pieces().get(found[2])
        assert before.pieces()[found[2]] == after.pieces()[found[2]] != at
        assert before.pieces()[found[2]].height == int(found[1])
        assert not is_legal(after, threat)
        return "stays"
    if found := re.search(r"You took (.*?): .* from (\w\d) to (\w\d) needs (\d) pieces", why):
        start, landing = (squares(8)[found[each]] for each in (2, 3))
        for cell in cells_of(found[1]):
            x, y = squares(8)[cell]
            assert max(abs(landing[0] - start[0]), abs(landing[1] - start[1])) == int(found[4])
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
    if found := re.search(r"It takes ([a-h0-9, ]+)\. Then no two pieces of either side", why):
        end = after.play(threat)
        assert end.outcome is not None
        assert before.to_move in end.outcome.winners
        assert cells_of(found[1]) == {c for c, p in then.items() if p != enemy} - {
            c for c, p in end.pieces().items() if p.colour != enemy
        }
        for colour in (0, 1):
            own = {squares(8)[c] for c, p in end.pieces().items() if p.colour == colour}
            assert not any(around(at, SQUARE_STEPS) & own for at in own)
        return "backfires"
    if why == MOVES_STILL:
        assert_can_move(puzzle, right)
        return "answer"
    if found := re.search(r"pieces? of \w+ still touch(?:es)?: ([a-h0-9, ]+)\.", why):
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


@pytest.mark.parametrize("step", [4, at_night(1)])
def test_the_picture_of_an_answer_to_wrong_moves_shows_it_after_one_that_is_named(
    step: int,
) -> None:
    for puzzle in [*HELD, *WON][::step]:
        for right in rights(puzzle):
            kept = set[str]()
            for scene in explained(puzzle, right).scenes:
                found = WRONG.match(str(scene.said))
                for other in moves_in(found["moves"]) if found else ():
                    kept |= cells_of(other) & cells_of(right.written)
                    refuted = puzzle.refuted(puzzle.position.parse(other))
                    assert found is not None
                    assert refuted is not None
                    assert refuted.written == found["answer"] == scene.move.written
                if found:
                    assert scene.position == puzzle.position.play(moves_in(found["moves"])[0])
                    wins = wins_at_once(scene.position, scene.move)
                    assert wins == (found["does"] != "answers") != ("in time" in str(scene.said))
                    if puzzle.game == "apart" and wins:
                        stood = wins_by(passed(puzzle.position), {found["answer"]})
                        assert stood == (found["does"] == "wins by"), puzzle.id
                    if found["does"] == "win by":
                        assert f"`{found['answer']}`" not in said(puzzle, right), puzzle.id
                    assert_deciding(scene, str(scene.said))
                    barred = BARRED.format(right.written) in str(scene.said)
                    after = puzzle.position.after(right)
                    assert barred == (not wins and not is_legal(after, found["answer"]))
            if puzzle.game == "detach":
                assert kept >= kept_by(puzzle, right), puzzle.id


@pytest.mark.parametrize("step", [4, at_night(1)])
def test_what_is_told_of_all_moves_of_a_kind_is_so_of_each(step: int) -> None:
    told = set[str]()
    for puzzle, right in [
        (each, right) for each in [*HELD, *WON][::step] for right in rights(each)
    ]:
        text, scenes = said(puzzle, right), explained(puzzle, right).scenes
        found = [(each, WRONG.match(str(each.said))) for each in scenes]
        others = [each for each in puzzle.position.moves() if not puzzle.accepts(each)]
        for scene, match in found:
            if match and match["cell"]:
                part, _, placed = str(right).partition("@")
                assert match["cell"] == placed
                kind = [
                    each
                    for each in puzzle.position.moves()
                    if str(each).startswith(f"{part}@") and each != right
                ]
            elif match and match[0].startswith("After any other"):
                kind = others
                assert "No other move is right." in text
            else:
                continue
            told.add(match[0][:8])
            ends = [puzzle.position.after(each) for each in kind]
            assert all(wins_by(each, {str(scene.move)}) for each in ends), puzzle.id
        if "threatens to win in more than one way" in text:
            told.add("two")
            threats = [scene.move.written for scene, match in found if match]
            assert len({*threats}) == 2
            for each in map(puzzle.position.after, others):
                assert any(wins_by(each, {threat}) for threat in threats), puzzle.id
        if every := EVERY.search(text):
            told.add("every")
            assert every[1].startswith(f"{every[2]}-")
            before = next(scene.position for scene, match in found if match)
            wins = [each for each in before.moves() if wins_at_once(before, each)]
            own = {before.after(each) for each in wins if str(each).startswith(every[2] + "-")}
            assert len(own) > 1
            after = puzzle.position.after(right)
            assert not any(wins_at_once(after, each) for each in after.moves())
    assert len(told) > 2


@pytest.mark.parametrize("step", [8, at_night(1)])
def test_a_picture_shows_a_wrong_move_with_another_separation_where_there_is_one(step: int) -> None:
    told = 0
    for puzzle in [each for each in [*HELD, *WON] if each.game == "glaisher"][::step]:
        fit = {text.split("@")[0] for text in puzzle.answers}
        wrong = [each for each in puzzle.position.moves() if not puzzle.accepts(each)]
        if all(str(each).split("@")[0] in fit for each in wrong if puzzle.refuted(each)):
            continue
        for right in rights(puzzle):
            shown = [WRONG.match(str(each.said)) for each in explained(puzzle, right).scenes]
            others = [text for each in shown if each for text in moves_in(each["moves"])]
            own = str(right).split("@")[0]
            assert any(each.split("@")[0] != own for each in others), puzzle.id
            told += 1
    assert told > 60 // step


def passed(position: Position) -> Position:
    """A position in which the other player moves next."""
    told = re.sub(" quiet:.*", "", position.encode())
    later = re.sub(r"ply:(\d+)", lambda found: f"ply:{int(found[1]) + 1}", told)
    return GAMES[position.info.id].decode(later)


def assert_deciding(scene: Scene, said: str) -> None:
    """What is told of a win that is hard to see is so on the board."""
    end, mover = scene.position.after(scene.move), scene.position.to_move
    if "you cannot move after" in said:
        assert end.outcome is not None
        assert end.outcome.reason is Reason.NO_MOVE
    stood, stands = scene.position.pieces(), end.pieces()
    if "has no stack of 3" in said:
        assert all(each.height < 3 for each in stands.values() if each.colour != mover)
    if re.search(r"No stack of \w+ can separate\.", said):
        assert not [*end.moves()]
    if found := re.search(r"The new piece on (\w+) connects", said):
        assert str(scene.move).endswith(f"@{found[1]}")
        part = str(scene.move).split("@")[0]
        others = [each for each in map(str, scene.position.moves()) if each.split("@")[0] == part]
        assert not all(wins_by(scene.position, {each}) for each in others)
        came = {cell for cell, each in stands.items() if each.colour == mover}
        came -= {cell for cell, each in stood.items() if each.colour == mover}
        assert found[1] in came


def kept_by(puzzle: Puzzle, right: Move) -> set[str]:
    """The hexes that wrong moves of Detach have in common with a right one but for one landing."""
    wrong = [each for each in puzzle.position.moves() if not puzzle.accepts(each)]
    common = [cells_of(str(each)) & cells_of(str(right)) for each in wrong if puzzle.refuted(each)]
    origin = str(right).split(">")[0]
    return {cell for cells in common if origin in cells and len(cells) == 2 for cell in cells}


@pytest.mark.parametrize("step", [20, at_night(1)])
def test_the_answers_that_are_told_to_single_moves_win(step: int) -> None:
    told = 0
    for puzzle in [each for each in ALONG if each.following][::step]:
        seat, known, main = puzzle.position.to_move, dict[Any, bool](), puzzle.main_line()[0]
        assert seat is not None
        for scene in explained(puzzle).scenes:
            answer, move = scene.move.written, ""
            if met := MET.search(str(scene.said)):
                assert met[1] == main.written
                move = met[2]
            elif found := re.match(
                r"If they play `(\S+)` first, you play `(\S+)`\.", str(scene.said)
            ):
                answer, move = found.groups()
                assert scene.position == puzzle.position.after(main).play(answer)
                assert scene.move.written == move
            for other in UNMET.findall(str(scene.said)):
                assert met is not None
                assert not is_legal(puzzle.position.play(other).play(scene.move), met[2])
            if move:
                end = puzzle.position.after(main).play(answer).play(move)
                assert forces(end, seat, puzzle.goal.moves - 2, known), puzzle.id
                told += 1
    assert told
