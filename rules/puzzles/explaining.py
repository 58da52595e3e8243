"""What a puzzle asks for and why its answers are right, in sentences and further pictures.

All of it is read off the rules again, when somebody looks at it.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from rules.engine import knowledge_of
from rules.engine.hints import Kind, Merit
from rules.errors import MoveError
from rules.game import Cell, Colour, Move, Outcome, Position, Reason
from rules.outcomes import outcome_text
from rules.puzzles.goals import AT_ONCE, GoalKind
from rules.puzzles.puzzle import Puzzle
from rules.texts import Counted, Text, either, in_a_row, sentences

_MOST_THREATS, _OFTEN = 2, 10
_RARE = 3  # a next move that fits no more than one of so many answers is not named
_SAME = 4  # moves that have a part of the right one, of which one shows what that does
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
    if goal.kind is GoalKind.HOLD:
        threats = [*_threats(puzzle, right)]
        said = sentences(*(told for told, _ in threats), also)
        return Explanation(said, tuple(scene for _, scene in threats))
    if goal.feature:
        told = _gain(puzzle, right), _counting(puzzle, right)
        left = _movable(puzzle.position.after(right))
        return Explanation(sentences(*told, left, _next_best(puzzle), also))
    is_other = puzzle.position.after(right) != main
    how = _HOW.of(move=f"`{line[0].written}`") if is_other else None
    gain = _movable(main) or _gain(puzzle, line[0])
    said = sentences(_WINS.of(number=goal.moves), also, how, _next_move(puzzle.following), gain)
    return Explanation(said, tuple(_going_on(puzzle, line)))


def _also(puzzle: Puzzle, move: Move) -> Text:
    """Which moves do it as well, one for each board that they lead to."""
    position, others = puzzle.position, dict[Position, str]()
    for text in sorted(puzzle.answers, key=len):
        answer = position.parse(text)
        others.setdefault(position.after(answer), f"`{answer.written}`")
    others.pop(position.after(move))
    return _ALSO.of(moves=in_a_row(list(others.values()))) if others else _ONLY


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
    named = _MOVABLE.of(side=side, cells=either(free)) if len(free) <= _FEW else None
    return sentences(named, _BARRED)


def _counting(puzzle: Puzzle, move: Move) -> Text | None:
    """Which pieces of the side in question begin to count by a move, and which cease to."""
    position, is_own = puzzle.position, puzzle.goal.kind is GoalKind.MOST
    after, seat = position.after(move), position.to_move or 0
    colour = position.colour_of(seat if is_own else (seat + 1) % position.variant.seats)
    was, then = (_uncounted(each, colour) for each in (position, after))
    lost = [each for each in then if each not in was]
    won = [each for each in was if each not in then]
    return sentences(
        _COUNT_NOW.of(cells=in_a_row(won)) if won else None,
        _COUNT_NO_MORE.of(cells=in_a_row(lost)) if lost else None,
        _STRUCK if then else None,
    )


def _uncounted(position: Position, colour: Colour) -> list[Cell]:
    """The pieces of a colour that do not count as things stand, in a game with such pieces."""
    lens, pieces = position.lens(), position.pieces()
    faint = (each.cell for each in lens.spots if each.faint) if lens else ()
    return [cell for cell in faint if pieces[cell].colour == colour]


def _next_best(puzzle: Puzzle) -> Text:
    """What the best of the wrong moves brings where a number is asked for."""
    position, goal = puzzle.position, puzzle.goal
    measured, seat = knowledge_of(position).measured, position.to_move
    assert seat is not None
    brings = {
        measured(position.after(move), seat)[goal.feature]: move
        for move in position.moves()
        if not puzzle.accepts(move)
    }
    best = (max if goal.kind is GoalKind.MOST else min)(brings)
    return _SECOND.of(move=f"`{brings[best].written}`", number=best)


def _next_move(following: str) -> Text | None:
    if not following:
        return None
    move, often, number, *other = following.split()
    if often == number:
        return _NEXT.of(move=move, number=int(number))
    if int(often) * _RARE <= int(number):
        return _NO_NEXT.of(number=int(number))
    answer, then = other
    return _OFTEN_NEXT.of(move=move, often=often, number=number, answer=answer, other=then)


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
            yield Scene(sentences(*told, end), position, move)
            told = []
        position = after


def _threats(puzzle: Puzzle, right: Move) -> Iterator[tuple[Text, Scene]]:
    """The moves that refute most wrong ones, what stops each, and a board on which it wins."""
    position, refutations = puzzle.position, puzzle.refutations
    assert refutations is not None
    counted, met, in_parts = refutations.counted(), set[str](), "@" in str(right)
    for threat, many in counted.most_common():
        if not threat or many * _OFTEN < counted.total() or len(met) == _MOST_THREATS:
            break
        part = _parts(threat)[0]
        if part in met:
            continue
        met.add(part)
        tried = ((each, position.after(each)) for each in _like(position, right))
        found = ((each, _winning(after, threat, in_parts)) for each, after in tried)
        other, move = next(((each, won) for each, won in found if won), (right, None))
        if move is None:
            continue
        moves = {"other": f"`{other.written}`", "move": f"`{move.written}`"}
        shown, after = _INSTEAD.of(side=_next_side(position), **moves), position.after(other)
        won = after.after(move).outcome
        is_placed = _parts(str(other))[0] == _parts(str(right))[0]
        yield _stopped(position, right, str(move), is_placed, won), Scene(shown, after, move)


def _stopped(
    position: Position, right: Move, threat: str, is_placed: bool, won: Outcome | None
) -> Text:
    """What of the right move stops a threat, by which after another move is ``won``, and why."""
    after, placed = position.after(right), _parts(str(right))[1]
    try:
        end = after.play(threat)
        told, reason = _IN_VAIN, _result(end) or _lacking(end, won)
    except MoveError as error:
        told, reason = _IMPOSSIBLE, error.message
    if placed:
        told = _PLACED if is_placed else _PART
    threatened = _THREAT.of(side=_next_side(position), move=f"`{threat}`")
    return sentences(threatened, told.of(cell=placed) if told is _PLACED else told, reason)


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


def _like(position: Position, right: Move) -> Iterator[Move]:
    """Moves that have a part of the right one, a few of each; then one of each first part."""
    for number, part in enumerate(_parts(str(right))):
        same = (move for move in position.moves() if _parts(str(move))[number] == part)
        yield from islice(same, _SAME)
    yield from {_parts(str(move))[0]: move for move in position.moves()}.values()


def _winning(position: Position, text: str, in_parts: bool) -> Move | None:
    """The move of this text, or one with another new piece, that wins at once."""
    part = _parts(text)[0]
    for move in position.moves() if in_parts else _legal(position, text):
        if _parts(str(move))[0] == part:
            outcome = position.after(move).outcome
            if outcome is not None and position.to_move in outcome.winners:
                return move
    return None


def _legal(position: Position, text: str) -> Iterator[Move]:
    with suppress(MoveError):
        yield position.parse(text)


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
_NEXT = Counted(
    "They have one answer. Then your next move is `{move}`.",
    "Your next move is `{move}`, whichever of their {number} answers they choose.",
)
_OFTEN_NEXT = Text(
    "Your next move is `{move}` after {often} of their {number} answers. After `{answer}` it is "
    "`{other}`."
)
_NO_NEXT = Text("Your next move depends on which of their {number} answers they choose.")
_MOVABLE = Text("{side} can now detach only {cells}.")
_BARRED = Text("Barred: cannot detach.")
_STRUCK = Text("Pieces struck through do not count.")
_COUNT_NOW = Text("These pieces count now: {cells}.")
_COUNT_NO_MORE = Text("These pieces do not count any more: {cells}.")
_THEY, _YOU = Text("They play {move}."), Text("You play {move}.")
_THREAT = Text("{side} threatened to win by {move}.")
_PART = Text("Your separation stops that.")
_PLACED = Text("Your new piece on {cell} stops that.")
_IMPOSSIBLE = Text("That is not possible now.")
_IN_VAIN = Text("That does not win now.")
_ANSWERED = Text("You could still answer {move}.")
_INSTEAD = Text("If you play {other} instead, {side} wins by {move}.")
