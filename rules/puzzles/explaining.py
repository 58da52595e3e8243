"""What a puzzle asks for and why its answers are right, in sentences and further pictures.

All of it is read off the rules again, when somebody looks at it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rules.engine import knowledge_of
from rules.engine.hints import Kind, Merit
from rules.errors import MoveError
from rules.game import Captured, Cell, Colour, Connected, CutOff, Move, Outcome, Position, Reason
from rules.outcomes import outcome_text
from rules.puzzles.goals import AT_ONCE, GoalKind
from rules.puzzles.puzzle import Puzzle
from rules.texts import Counted, Text, either, in_a_row, sentences

_MOST_THREATS, _OFTEN = 2, 10
_RARE = 3  # a next move that fits no more than one of so many answers is not named
_FEW = 4  # pieces that can move are named where they are no more


@dataclass(frozen=True, slots=True)
class Scene:
    """A further picture: the board after ``move`` in ``position``, and what it shows."""

    said: Text
    position: Position
    move: Move


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why the answers of a puzzle are right, for whoever solves it."""

    said: Text
    scenes: tuple[Scene, ...] = ()


def task_of(puzzle: Puzzle) -> Text:
    """What is asked for, in a sentence or two."""
    if puzzle.task is not None:
        return puzzle.task
    goal = puzzle.goal
    if goal.feature:
        features = knowledge_of(puzzle.position).features
        asked = next(each.asks for each in features if each.name == goal.feature)
        assert asked is not None
        return asked
    if goal == AT_ONCE:
        return _WIN_NOW
    return _TASKS[goal.kind].of(number=goal.moves, side=_next_side(puzzle.position))


@lru_cache(maxsize=64)
def explained(puzzle: Puzzle, answer: Move | None = None) -> Explanation:
    """Why an answer is right; of what is no puzzle of the Daily only in general.

    It is the first move of the main line if none is given.
    """
    goal, line = puzzle.goal, puzzle.main_line()
    if puzzle.why is not None:
        return Explanation(puzzle.why)
    if not line or goal == AT_ONCE:
        general = _HOLDS if goal.kind is GoalKind.HOLD else _WINS_LATER
        return Explanation(_WINS_NOW if goal == AT_ONCE else general)
    right = answer or line[0]
    also, main = _also(puzzle, right), puzzle.position.after(line[0])
    if goal.feature:
        after = puzzle.position.after(right)
        told = _gain(puzzle, right), _changes(puzzle, puzzle.position, right)
        return Explanation(sentences(*told, _movable(after), _next_best(puzzle), also))
    wrong = [*_wrong(puzzle, right)]
    stops = [*(stopped for stopped, _ in wrong if stopped), _returning(str(right).split("-"))]
    scenes = tuple(scene for _, scene in wrong)
    if goal.kind is GoalKind.HOLD:
        return Explanation(sentences(*stops, also), scenes)
    is_other = puzzle.position.after(right) != main
    how = _HOW.of(move=f"`{line[0].written}`") if is_other else None
    changes = _changes(puzzle, puzzle.position, line[0])
    gain = None if any(stops) or _movable(main) else _gain(puzzle, line[0])
    why = how, _movable(main), gain, changes, _next_move(puzzle)
    said = sentences(_WINS.of(number=goal.moves), also, *stops, *why)
    return Explanation(said, (*_going_on(puzzle, line), *scenes))


def marked(puzzle: Puzzle, position: Position, move: Move) -> tuple[Cell, ...]:
    """The pieces that a solver's move stops moving, or counting, of the side that it is about."""
    if position.to_move != puzzle.position.to_move:
        return ()
    was, then = (_idle(each, _colour(puzzle)) for each in (position, position.after(move)))
    return tuple(cell for cell in then if cell not in was)


def _idle(position: Position, colour: Colour) -> list[Cell]:
    """The pieces of a colour that cannot move, or do not count, in a game that has such."""
    lens, pieces = position.lens(), position.pieces()
    idle = (*lens.stuck, *(each.cell for each in lens.spots if each.faint)) if lens else ()
    return [cell for cell in idle if pieces[cell].colour == colour]


def _colour(puzzle: Puzzle) -> Colour:
    """The side whose pieces a puzzle is about: one's own if they are to be many, or the next."""
    position, seat = puzzle.position, puzzle.position.to_move or 0
    own = puzzle.goal.kind is GoalKind.MOST
    return position.colour_of(seat if own else (seat + 1) % position.variant.seats)


def _changes(puzzle: Puzzle, position: Position, move: Move) -> Text | None:
    """What a move changes for the pieces of the side in question, and why; what it cuts off."""
    after, seat = position.after(move), position.to_move or 0
    told = after.changes(position, _colour(puzzle)) if after.to_move is not None else ()
    cuts = (each.pieces for each in position.events(move) if isinstance(each, CutOff))
    gone = [piece.colour for pieces in cuts for _, piece in pieces]
    if gone and after.to_move is not None:
        mine, left = gone.count(position.colour_of(seat)), len(after.pieces())
        told = (*told, _CUT_OFF.of(number=len(gone), mine=mine, left=left))
    return sentences(*told) if told else None


def other_answers(puzzle: Puzzle, move: Move) -> list[str]:
    """The answers of a puzzle of the Daily that lead to other boards, one for each, as quoted."""
    position, others = puzzle.position, dict[Position, str]()
    for text in sorted(puzzle.answers, key=len):
        answer = position.parse(text)
        others.setdefault(position.after(answer), f"`{answer.written}`")
    others.pop(position.after(move))
    return list(others.values())


def _also(puzzle: Puzzle, move: Move) -> Text:
    others = other_answers(puzzle, move)
    return _ALSO.of(moves=in_a_row(others)) if others else _ONLY


def _gain(puzzle: Puzzle, move: Move) -> Text | None:
    """What the right move changes most for the better: ``Your points: from 3 to 5.``"""
    position, seat = puzzle.position, puzzle.position.to_move
    after, knowledge = position.after(move), knowledge_of(position)
    if seat is None or after.outcome is not None:
        return None
    now, then = knowledge.measured(position, seat), knowledge.measured(after, seat)
    told = [
        (each.weight * each.sign * (then[each.name] - now[each.name]), each.name)
        for each in knowledge.features
        if each.asks is not None and each.name in now.keys() & then.keys()
        if puzzle.goal.feature in ("", each.name)
    ]
    best, name = max(told, default=(0, ""))
    merit = Merit(Kind.COUNTS, name, now.get(name, 0), then.get(name, 0))
    return merit.said(position) if best > 0 else None


def _movable(after: Position) -> Text | None:
    """In a game that bars pieces, with which the next player can still move if those are few."""
    lens = after.lens()
    if lens is None or not lens.stuck or after.to_move is None:
        return None
    own, side = after.colour_of(after.to_move), _side(after, after.to_move)
    free = [
        cell
        for cell, piece in after.pieces().items()
        if piece.colour == own and cell not in lens.stuck
    ]
    return _MOVABLE.of(side=side, cells=either(free)) if len(free) <= _FEW else None


def _next_best(puzzle: Puzzle) -> Text:
    """What the best of the wrong moves brings where a number is asked for."""
    position, goal = puzzle.position, puzzle.goal
    measured, seat = knowledge_of(position).measured, position.to_move
    assert seat is not None
    brings = defaultdict[int, list[str]](list)
    for move in position.moves():
        if not puzzle.accepts(move):
            brings[measured(position.after(move), seat)[goal.feature]].append(move.written)
    best = (max if goal.kind is GoalKind.MOST else min)(brings)
    said = _SECOND if len(brings[best]) == 1 else _SECOND_ALIKE
    return said.of(move=f"`{min(brings[best], key=len)}`", number=best)


def _next_move(puzzle: Puzzle) -> Text | None:
    if not puzzle.following:
        return None
    move, often, number, *other = puzzle.following.split()
    after, few = puzzle.position.after(puzzle.main_line()[0]), int(number) - int(often)
    told = _NO_NEXT if int(often) * _RARE <= int(number) else _NEXT_MOSTLY if few else _NEXT
    if few == 1:
        told = _NEXT_BUT_ONE.of(answer=other[0], other=other[1])
    some = None
    if any(after.after(each).outcome is not None for each in after.moves()):
        some, told = _SOME_LOSE, _NEXT_OTHERS if told is _NEXT else told
    return sentences(some, told.of(move=move, often=often, number=int(number)))


def _going_on(puzzle: Puzzle, line: Sequence[Move]) -> Iterator[Scene]:
    """Each further move of the one who wins, with the answers before it, up to the end.

    Where the other player can only pass then, it is said why, and how it ends.
    """
    position, seat = puzzle.position.after(line[0]), puzzle.position.to_move
    told, stuck, last = list[Text](), None, len(line) - 1
    for number, move in enumerate(line[1:], 1):
        is_own, after = position.to_move == seat, position.after(move)
        stuck = (None if is_own else position.stuck()) or stuck
        told.append((_YOU if is_own else _THEY).of(move=f"`{move.written}`"))
        if number == last or (is_own and number + 1 < last):
            end = sentences(stuck, _result(after)) if stuck and number == last else None
            changes = _changes(puzzle, position, move) if is_own else None
            yield Scene(sentences(*told, changes, end), position, move)
            told = []
        position = after


def _wrong(puzzle: Puzzle, right: Move) -> Iterator[tuple[Text | None, Scene]]:
    """What stops the answers to wrong moves, each with a board on which the answer wins.

    Where wrong moves do not lose at once it is one answer that keeps from winning in time.
    """
    position, refutations, side = puzzle.position, puzzle.refutations, _next_side(puzzle.position)
    assert refutations is not None
    moves = {str(move): move for move in position.moves() if not puzzle.accepts(move)}
    refuted = {text: each for text, each in refutations.each([*moves]).items() if each}
    holds = puzzle.goal.kind is GoalKind.HOLD
    for threat, texts in _threats(refuted, str(right), _MOST_THREATS if holds else 1):
        other = moves[max(texts, key=lambda text: _alike(text, str(right)))]
        before = position.after(other)
        answer = before.parse(threat)
        won = before.after(answer).outcome
        said = _EVADES if won is None else _INSTEAD
        said = said.of(side=side, other=f"`{other.written}`", move=f"`{answer.written}`")
        stops = _stopped(position, right, other, answer) if won is not None else None
        is_stuck = won is not None and won.reason is Reason.NO_MOVE
        end = _result(before.after(answer)) if is_stuck else None
        yield stops, Scene(sentences(said, end), before, answer)


def _threats(
    refuted: Mapping[str, str], right: str, most: int
) -> Iterator[tuple[str, Sequence[str]]]:
    """The commonest answers to wrong moves, each with these.

    Of a move with a new piece, one to those with the same new piece, and one to those without.
    """
    parts = _parts(right)
    alike = [
        [text for text in refuted if _parts(text)[number] == parts[number]]
        for number in (1, 0)
        if parts[1] and most > 1
    ]
    groups = [*filter(None, alike)] or [[*refuted]]
    for group in groups:
        counted = Counter(refuted[text] for text in group).most_common(most // len(groups))
        for threat, many in counted:
            if many * _OFTEN >= len(group) or many == counted[0][1]:
                yield threat, [text for text in group if refuted[text] == threat]


def _alike(text: str, other: str) -> int:
    """With how many characters in common two texts begin."""
    pairs = enumerate(zip(text, other, strict=False))
    return next((number for number, (one, two) in pairs if one != two), len(text))


def _stopped(position: Position, right: Move, other: Move, threat: Move) -> Text:
    """What of the right move stops a threat that wins after another one, and why."""
    (part, placed), (other_part, other_placed) = map(_parts, (str(right), str(other)))
    after, before = position.after(right), position.after(other)
    told = _STOPS
    if placed and (part == other_part or placed == other_placed):
        told = _PLACED.of(cell=placed) if part == other_part else _PART
    chain = [each.cells for each in before.events(threat) if isinstance(each, Connected)]
    if chain:
        reason = _cut(position, after, threat, chain[0])
    else:
        reason = _failing(position, right, threat, before.after(threat).outcome)
    return sentences(told.of(move=f"`{threat.written}`"), reason)


def _failing(position: Position, right: Move, threat: Move, won: Outcome | None) -> Text | None:
    """Why a threat cannot be made after the right move, or does not win then as elsewhere."""
    after = position.after(right)
    try:
        end, events = after.play(threat), after.events(after.parse(str(threat)))
    except MoveError as error:
        return _taken(position, right, str(threat)) or error.message
    if end.outcome is None:
        return _lacking(end, won)
    taken = [each.cell for each in events if isinstance(each, Captured)]
    return _BACKFIRES.of(cells=in_a_row(taken)) if taken else _result(end)


def _cut(position: Position, after: Position, threat: Move, chain: Sequence[Cell]) -> Text | None:
    """Which hexes of a chain, by which a threat wins elsewhere, it cannot have ``after``."""
    (part, placed), side = _parts(str(threat)), _next_side(position)
    possible = [each for each in after.moves() if _parts(str(each))[0] == part]
    if not possible:
        try:
            after.parse(part)
        except MoveError as error:
            return error.message
    move = threat if threat in possible else possible[0]
    end, enemy = after.after(move).pieces(), after.colour_of(after.to_move or 0)
    lacks = [cell for cell in chain if cell not in end or end[cell].colour != enemy]
    was = position.pieces()
    flipped = [cell for cell in lacks if cell in was and was[cell].colour == enemy]
    if flipped:
        return _FLIPPED.of(side=side, cells=in_a_row(flipped))
    return (_EMPTY if lacks == [placed] else _HELD).of(side=side, cells=in_a_row(lacks))


def _taken(position: Position, right: Move, threat: str) -> Text | None:
    """Why a chain of jumps breaks, if that is a piece less on the line of a jump."""
    after, board = position.after(right), position.variant.board
    taken = [each.cell for each in position.events(right) if isinstance(each, Captured)]
    path = threat.split("-")
    for number, (start, end) in enumerate(pairwise(path), 2):
        try:
            after.steps(path[:number])
        except MoveError:
            x, y = _offset(board.place(start), board.place(end))
            offsets = {cell: _offset(board.place(start), board.place(cell)) for cell in taken}
            cells = [cell for cell, (p, q) in offsets.items() if x * q == y * p]
            broken = _BROKEN.of(start=start, end=end, side=_next_side(position))
            return broken.of(cells=in_a_row(cells)) if cells else None
    return None


def _returning(path: Sequence[str]) -> Text | None:
    """That a chain of jumps may return, where it does."""
    return _RETURNS.of(cell=path[0]) if path[0] in path[1:] else None


def _offset(start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int]:
    return end[0] - start[0], end[1] - start[1]


def _lacking(position: Position, won: Outcome | None) -> Text | None:
    """What is lacking to win as it is ``won`` elsewhere.

    That is an answer, or what the lens says of the winner's side in a game where it does.
    """
    if won is not None and won.reason is Reason.NO_MOVE:
        return _ANSWERED.of(move=f"`{next(position.moves()).written}`")
    lens = position.lens()
    if won is None or lens is None or len(lens.said) < position.variant.seats:
        return None
    return lens.said[won.winners[0]]


def _parts(text: str) -> tuple[str, str]:
    """A move and, if it ends by that, the cell of a new piece; else nothing."""
    part, _, placed = text.partition("@")
    return part, placed


def _result(position: Position) -> Text | None:
    """How a position that is over ended."""
    end = position.outcome
    if end is None:
        return None
    names = [_side(position, seat) for seat in range(position.variant.seats)]
    return outcome_text(end.ranking, end.reason, end.scores, position.info, names)


def _side(position: Position, seat: int) -> Text:
    return position.info.sides[position.colour_of(seat)]


def _next_side(position: Position) -> Text:
    """The side that moves next."""
    return _side(position, ((position.to_move or 0) + 1) % position.variant.seats)


_WIN_NOW = Text("Win at once, with one move.")
_TASKS = {
    GoalKind.WIN: Counted(
        "Win in {number} move, whatever the answer.",
        "Win in {number} moves, whatever the answers.",
    ),
    GoalKind.OUTPLAY: Text("One move wins against every answer. All others lose. Which is it?"),
    GoalKind.HOLD: Text("Keep {side} from winning at once."),
}
_WINS_NOW = Text("It wins at once. Nothing else does.")
_WINS_LATER = Text("It wins, whatever the answers. Nothing else does.")
_HOLDS = Text("After every other move the other player wins at once.")
_WINS = Counted(
    "It wins in {number} move, whatever the answers.",
    "It wins in {number} moves, whatever the answers.",
)
_HOW = Text("Here is how {move} wins.")
_ONLY, _ALSO = Text("No other move is right."), Text("Also right: {moves}.")
_SECOND = Text("The next best move, {move}, brings {number}.")
_SECOND_ALIKE = Text("The next best moves, such as {move}, bring {number}.")
_NEXT = Counted(
    "They have one answer. Then `{move}` wins, for example.",
    "After each of their {number} answers `{move}` wins, for example.",
)
_NEXT_MOSTLY = Text(
    "After {often} of their {number} answers `{move}` wins, for example, after the others another "
    "move."
)
_NEXT_BUT_ONE = Text("After `{answer}` go on with `{other}`, after the others with `{move}`.")
_NO_NEXT = Text("Your next move depends on which of their {number} answers they choose.")
_NEXT_OTHERS = Text("After each of the {number} others `{move}` wins, for example.")
_SOME_LOSE = Text("Some of their answers lose at once.")
_MOVABLE = Text("{side} can now detach only {cells}.")
_CUT_OFF = Counted(
    "It cuts off {number} tile, {mine} of them yours. Left: {left}.",
    "It cuts off {number} tiles, {mine} of them yours. Left: {left}.",
)
_THEY, _YOU = Text("They play {move}."), Text("You play {move}.")
_PART = Text("Your separation stops {move}.")
_PLACED = Text("Your new piece on {cell} stops {move}.")
_STOPS = Text("Your move stops {move}.")
_FLIPPED = Text("For that {side} needs {cells}, which you flipped.")
_HELD = Text("For that {side} needs {cells}, where you stand now.")
_EMPTY = Text("{side} needs the empty hex {cells} for the new piece. You stand there now.")
_RETURNS = Text("A chain may land once on {cell}, where it began: the piece has left it.")
_BACKFIRES = Text("Played now, it takes {cells}, and you win: no two of your pieces touch.")
_BROKEN = Text(
    "You took {cells}: with fewer pieces on that line {side} cannot jump from {start} to {end}."
)
_ANSWERED = Text("After it you can still move, by {move}.")
_INSTEAD = Text("If you play {other} instead, {side} wins by {move}.")
_EVADES = Text(
    "If you play {other} instead, {side} answers {move}, and you can no longer win in time."
)
