"""What a puzzle asks for and why its answers are right, in sentences and further pictures.

All of it is read off the rules again, when somebody looks at it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.engine import knowledge_of
from rules.engine.hints import Kind, Merit
from rules.engine.lacking import Pair, counting
from rules.game import Cell, Colour, CutOff, Move, Position, Reason, Removed, Swapped
from rules.puzzles.goals import AT_ONCE, GoalKind
from rules.puzzles.puzzle import Puzzle
from rules.puzzles.threats import (
    Scene,
    Threat,
    is_answered,
    next_side,
    result_of,
    shared,
    side_of,
    threats,
    two_ways,
    why_not,
)
from rules.texts import Counted, Text, either, in_a_row, sentences

_MINUS = "\u2212"
_RARE = 3  # a next move that fits no more than one of so many answers is not named
_OWN = ("mine", "points")  # what a goal counts of oneself
_FEW = 4  # pieces that can move are named where they are no more


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
    return _TASKS[goal.kind].of(number=goal.moves, side=next_side(puzzle.position))


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
    puzzle = puzzle.along(right)
    line, after = puzzle.main_line(), puzzle.position.after(right)
    if goal.feature:
        told = _gain(puzzle, right), _changes(puzzle, puzzle.position, right)
        return Explanation(sentences(*told, _also(puzzle, right), _next_best(puzzle, right)))
    wrong = [*threats(puzzle, right)]
    also, scenes = _also(puzzle, right, wrong), [scene for each in wrong for scene in each.scenes]
    returns = _returning(str(right).split("-"))
    stops = [two_ways(puzzle, wrong), *(each.stops for each in wrong), returns]
    if goal.kind is GoalKind.HOLD:
        return Explanation(sentences(*stops, also), tuple(scenes))
    changes = _changes(puzzle, puzzle.position, right)
    is_told = any(stops) or _movable(after) or (changes and _parts(after))
    why = _movable(after), None if is_told else _gain(puzzle, right), changes
    said = sentences(_WINS.of(number=goal.moves), *stops, also, *why, _next_move(puzzle))
    return Explanation(said, (*_going_on(puzzle, line), *_tricky(puzzle, line), *scenes))


def marked(puzzle: Puzzle, position: Position, move: Move) -> tuple[Cell, ...]:
    """The pieces that do not count after a move.

    Where pieces are to be parted, those that touch after a move of whoever is to be kept from it.
    """
    after, mover = position.after(move), position.colour_of(position.to_move or 0)
    lens, pieces = after.lens(), after.pieces()
    if lens is None or not _parts(position):
        return tuple(each.cell for each in lens.spots if each.faint) if lens else ()
    is_own = position.to_move == puzzle.position.to_move
    told = lens.spots if is_own is not (puzzle.goal.kind is GoalKind.HOLD) else ()
    return tuple(each.cell for each in told if pieces[each.cell].colour == mover)


def _parts(position: Position) -> bool:
    """Whether the game is won by parting one's own pieces."""
    return Reason.ISOLATED in position.info.endings


def _colour(puzzle: Puzzle) -> Colour:
    """The side whose pieces a puzzle is about: one's own if they are to be many, or the next."""
    position, seat = puzzle.position, puzzle.position.to_move or 0
    own = puzzle.goal.feature in _OWN or _parts(position)
    return position.colour_of(seat if own else (seat + 1) % position.variant.seats)


def _changes(puzzle: Puzzle, position: Position, move: Move) -> Text | None:
    """What a move changes for the pieces of the side in question, and why; what it cuts off."""
    after = position.after(move)
    if after.to_move is None and not _parts(position):
        return None
    told, own = after.changes(position, _colour(puzzle)), position.colour_of(position.to_move or 0)
    events = position.events(move)
    for cut in (each for each in events if isinstance(each, CutOff)):
        stays = _CHOOSES if "/" in str(move) else _STAYS
        cell = next(each.cell for each in events if isinstance(each, Removed))
        told = (*told, stays.of(cell=cell, number=len(after.pieces())))
        lost = sum(piece.colour == own for _, piece in cut.pieces)
        if lost:
            told = (*told, _GONE.of(number=lost))
    return sentences(*told) if told else None


def other_answers(puzzle: Puzzle, move: Move) -> list[str]:
    """The answers of a puzzle of the Daily that lead to other boards, one for each, as quoted."""
    position, others = puzzle.position, dict[Position, str]()
    for text in sorted(puzzle.answers, key=len):
        answer = position.parse(text)
        others.setdefault(position.after(answer), f"`{answer.written}`")
    others.pop(position.after(move))
    return list(others.values())


def _also(puzzle: Puzzle, move: Move, wrong: Sequence[Threat] = ()) -> Text:
    """The other right moves, and whether what stops threats is the same of them.

    Where it is not, one of them is named with what it stops, unless that would be too much.
    """
    others, wins = other_answers(puzzle, move), [each for each in wrong if each.stops]
    if not others:
        return _ONLY
    also, mine = _ALSO.of(moves=in_a_row(others)), _reasons(puzzle, move, wins)
    for other in others:
        reasons = _reasons(puzzle, puzzle.position.parse(other.strip("`")), wins)
        for each, one, two in zip(wins, mine, reasons, strict=True):
            if one != two and not is_answered(one):
                if puzzle.goal.kind is not GoalKind.HOLD:
                    return also
                if is_answered(two):
                    side = next_side(puzzle.position)
                    return sentences(also, _CAN_MOVE_TOO.of(answer=other, side=side))
                too = _STOPS_TOO if others[1:] else _IT_STOPS_TOO
                return sentences(also, too.of(answer=other, move=f"`{each.answer.written}`"), two)
    return _ALSO_SO.of(moves=in_a_row(others)) if wins else also


def _reasons(puzzle: Puzzle, move: Move, wins: Sequence[Threat]) -> list[Text | None]:
    return [why_not(puzzle.position, move, each.before, each.answer) for each in wins]


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
    if best <= 0:
        return None
    terms = [now[name], *_terms(puzzle, move, name)]
    if sum(terms) != then[name] or len(terms) == 1:
        return Merit(Kind.COUNTS, name, now[name], then[name]).said(position)
    what = next(each.what for each in knowledge.features if each.name == name)
    added = "".join(f" {'+' if each > 0 else _MINUS} {abs(each)}" for each in terms[1:])
    return _SUM.of(what=what, sum=f"{now[name]}{added} = {then[name]}")


def _terms(puzzle: Puzzle, move: Move, name: str) -> Iterator[int]:
    """What a move changes of what a feature counts: less what it removes, less all else, plus."""
    position, seat = puzzle.position, puzzle.position.to_move or 0
    is_own = "their" not in name
    colour = position.colour_of(seat if is_own else (seat + 1) % position.variant.seats)
    was, then = (counting(each, colour) for each in (position, position.after(move)))
    for event in position.events(move):
        if isinstance(event, Swapped) and event.origin in was:
            was[event.landing] = was.pop(event.origin)
        if isinstance(event, Removed) and is_own:
            yield -was.pop(event.cell)
    gains = [then.get(each, 0) - was.get(each, 0) for each in was.keys() | then.keys()]
    yield from filter(None, (sum(each for each in gains if each * sign > 0) for sign in (-1, 1)))


def _movable(after: Position) -> Text | None:
    """In a game that bars pieces, with which the next player can still move if those are few."""
    lens = after.lens()
    if lens is None or not lens.stuck or after.to_move is None:
        return None
    own, side = after.colour_of(after.to_move), side_of(after, after.to_move)
    free = [*counting(after, own)]
    return _MOVABLE.of(side=side, cells=either(free)) if len(free) <= _FEW else None


def _next_best(puzzle: Puzzle, right: Move) -> Text:
    """What the best of the wrong moves brings where a number is asked for, and what it lacks.

    Of several, the one that has most in common with the right move is named.
    """
    position, goal, colour = puzzle.position, puzzle.goal, _colour(puzzle)
    knowledge, seat = knowledge_of(position), position.to_move
    assert seat is not None
    brings = defaultdict[int, list[Move]](list)
    for move in position.moves():
        if not puzzle.accepts(move):
            brings[knowledge.measured(position.after(move), seat)[goal.feature]].append(move)
    best = brings[(max if goal.kind is GoalKind.MOST else min)(brings)]
    shown = min(best, key=lambda each: (-shared(each, right), len(each.written)))
    fact = next(each.text for each in position.after(shown).facts() if each.colour == colour)
    lacks = next(each.lacks for each in knowledge.features if each.name == goal.feature)
    told = (_SECOND if len(best) == 1 else _SECOND_ALIKE).of(move=f"`{shown.written}`", facts=fact)
    lack = lacks(Pair(position, right, shown, colour)) if lacks else ()
    return sentences(told, next(iter(lack), None))


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
        some = _SOME_PART if _parts(after) else _SOME_LOSE
        told = _NEXT_OTHERS if told is _NEXT else told
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
        says = _YOU if is_own else _THEY if number == 1 else _THEN_THEY
        told.append(says.of(move=f"`{move.written}`"))
        if number == last or (is_own and number + 1 < last):
            is_told = stuck or (after.outcome and after.outcome.reason is Reason.NO_MOVE)
            end = (
                sentences(stuck or after.stuck(), result_of(after))
                if is_told and number == last
                else None
            )
            changes = (_changes(puzzle, position, move), _movable(after)) if is_own else ()
            yield Scene(sentences(*told, *changes, end), position, move)
            told = []
        position = after


def _tricky(puzzle: Puzzle, line: Sequence[Move]) -> Iterator[Scene]:
    """The answer after which another move than after most goes on, and that move."""
    _, _, _, *other = puzzle.following.split() or [""] * 3
    if other and other[0] != line[1].written:
        after = puzzle.position.after(line[0])
        position = after.play(other[0])
        move = position.parse(other[1])
        said = _IF_THEY.of(answer=f"`{other[0]}`", move=f"`{other[1]}`")
        yield Scene(sentences(said, _changes(puzzle, position, move)), position, move)


def _returning(path: Sequence[str]) -> Text | None:
    """That a chain of jumps may return, where it does."""
    return _RETURNS.of(cell=path[0]) if path[0] in path[1:] else None


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
_ONLY, _ALSO = Text("No other move is right."), Text("Also right: {moves}.")
_STOPS_TOO = Text("{answer} stops {move}, too.")
_IT_STOPS_TOO = Text("It stops {move}, too.")
_CAN_MOVE_TOO = Text(
    "Whoever cannot move loses. After {answer} you still can, whatever {side} answers."
)
_ALSO_SO = Text("Also right, for the same reason: {moves}.")
_SECOND = Text("The next best, {move}: {facts}.")
_SECOND_ALIKE = Text("The next best, such as {move}: {facts}.")
_SUM = Text("{what}: {sum}.")
_NEXT = Counted(
    "They have one answer. Then go on with `{move}`.",
    "After each of their {number} answers go on with `{move}`.",
)
_NEXT_MOSTLY = Text(
    "After {often} of their {number} answers go on with `{move}`, after the others with another "
    "move."
)
_NEXT_BUT_ONE = Text("After `{answer}` go on with `{other}`, after the others with `{move}`.")
_NO_NEXT = Text("Your next move depends on which of their {number} answers they choose.")
_NEXT_OTHERS = Text("After each of the {number} others go on with `{move}`.")
_SOME_LOSE = Text("Some of their answers lose at once.")
_SOME_PART = Text("Some of their answers lose at once, as they part your pieces.")
_MOVABLE = Text("{side} can now detach only {cells}.")
_STAYS = Counted(
    "Without {cell} the shape falls apart. Only the largest part stays: {number} tile.",
    "Without {cell} the shape falls apart. Only the largest part stays: {number} tiles.",
)
_CHOOSES = Counted(
    "Without {cell} the shape falls apart. The largest parts have {number} tile each, and you "
    "choose which one stays.",
    "Without {cell} the shape falls apart. The largest parts have {number} tiles each, and you "
    "choose which one stays.",
)
_GONE = Counted(
    "{number} of your tiles goes with the rest.", "{number} of your tiles go with the rest."
)
_IF_THEY = Text("If they play {answer} first, you play {move}.")
_THEY, _THEN_THEY = Text("They play {move}."), Text("Then they play {move}.")
_YOU = Text("You play {move}.")
_RETURNS = Text("A chain may land once on {cell}, where it began: the piece has left it.")
