"""Which answers wrong moves of a puzzle run into, and what of the right move keeps from them."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.duel import Duel
from rules.engine.lacking import own
from rules.errors import MoveError
from rules.game import Captured, Cell, Connected, Move, Outcome, Position, Reason
from rules.outcomes import outcome_text
from rules.puzzles.puzzle import Puzzle
from rules.texts import Counted, Filling, Text, either, in_a_row, sentences

_MOST, _OFTEN = 2, 10
_CELL, _SWAP = (re.compile(f"[a-z]+[0-9]+{ending}") for ending in ("", "x"))


@dataclass(frozen=True, slots=True)
class Scene:
    """A further picture: the board after ``move`` in ``position``, and what it shows."""

    said: Text
    position: Position
    move: Move


@dataclass(frozen=True, slots=True)
class Threat:
    """An ``answer`` to a wrong move, in the position ``before`` it, and ``scenes`` that show it.

    Of an answer that wins at once after most moves ``stops`` says how the right move prevents it.
    It is None for one that a wrong move makes possible, or that only wins time.
    """

    answer: Move
    before: Position
    stops: Text | None
    scenes: tuple[Scene, ...]


def threats(puzzle: Puzzle, right: Move) -> Iterator[Threat]:
    """The answers that show best why the other moves are wrong."""
    position, refutations = puzzle.position, puzzle.refutations
    assert refutations is not None
    moves = {str(move): move for move in position.moves() if not puzzle.accepts(move)}
    refuted = {text: each for text, each in refutations.each([*moves]).items() if each}
    chosen = [*_chosen(puzzle, right, refuted)]
    for number, (threat, others) in enumerate(chosen):
        wrong = [moves[each] for each in others]
        before = position.after(wrong[0])
        answer = before.parse(threat)
        if before.after(answer).outcome is None:
            told = sentences(
                _named(_EVADES, position, wrong, answer), *_met(puzzle, right, answer, wrong)
            )
            made = Threat(answer, before, None, (Scene(told, before, answer),))
        else:
            made = _winning(position, right, wrong, answer, is_alone=len(chosen) == 1)
        if made.stops or not number or _landings(str(right)):
            yield made


def _winning(
    position: Position, right: Move, wrong: Sequence[Move], answer: Move, *, is_alone: bool
) -> Threat:
    """An answer that wins at once; ``is_alone`` says that no other one will be told."""
    before, tried = position.after(wrong[0]), _tried(position, right, answer)
    why, stands = why_not(position, right, before, answer), _stands(position, answer)
    told, stopping = _kind(position, right, wrong[0], answer), _stopping(right, wrong[0])
    stops: Text | None = stopping if tried is None else _NO_WIN
    if is_answered(why):
        told, stops, why = _STUCK, why, None
    elif not stands and stopping.message == _PLACED.message:
        stops = _ALLOWED.of(cell=_parts(str(right))[1])
    elif not stands and told.message != _EVERY.message:
        told, stops = _LETS, None
    elif block := _standing(position, right, why):
        stops, why = block, None
    elif is_alone and _has_others(before, answer):
        stops = _STOPS_ALL.of(cell=_origin(answer))
    said = sentences(_named(told, position, wrong, answer), *_deciding(before, answer))
    scene = Scene(said, before, answer)
    if stops is None:
        return Threat(answer, before, None, (scene,))
    stops = stops.of(side=next_side(position), move=f"`{answer.written}`")
    scenes = (scene,) if tried is None else (tried, scene)
    return Threat(answer, before, sentences(stops, why), scenes)


def _named(told: Text, position: Position, wrong: Sequence[Move], answer: Move) -> Text:
    """A sentence about an answer to wrong moves."""
    names = either([f"`{each.written}`" for each in wrong])
    return told.of(side=next_side(position), other=names, move=f"`{answer.written}`")


def _chosen(
    puzzle: Puzzle, right: Move, refuted: Mapping[str, str]
) -> Iterator[tuple[str, Sequence[str]]]:
    """The commonest answers to wrong moves, each with one or two of these, as like as can be.

    Of a move with a new piece, one to those with the same new piece, and one to those without; of
    a move with two landings, one to those with each landing and another one, the same if it can be.
    Where no wrong move has the same new piece, it is one to those whose separation is never right.
    """
    position, text, found = puzzle.position, str(right), dict[str, list[str]]()
    after = position.after(right)
    alike = [[each for each in refuted if core in _cores(each)] for core in _cores(text)]
    if _parts(text)[1] and not alike[0]:
        fit = {_parts(each)[0] for each in puzzle.answers}
        alike[0] = [each for each in refuted if _parts(each)[0] not in fit]
    groups = [*filter(None, alike)] or [[*refuted]]
    for group in groups:
        counted = Counter(refuted[each] for each in group)
        common = counted.most_common(_MOST // len(groups))
        if _landings(text):
            best = max(counted, key=lambda each: (each in found, _is_barred(after, each)))
            common = [(best, counted[best])]
        for threat, many in common:
            if many * _OFTEN >= len(group) or many == common[0][1]:
                others = [each for each in group if refuted[each] == threat]
                nearest = max(others, key=lambda each: _alike(position, each, text))
                if not _landings(text):
                    yield threat, [nearest]
                elif nearest not in found.setdefault(threat, []):
                    found[threat].append(nearest)
    yield from found.items()


def _cores(text: str) -> list[str]:
    """A move but for one thing: its new piece alone, all but that, or the origin and a landing."""
    part, placed = _parts(text)
    origin = text.partition(">")[0]
    return [placed, part] if placed else [f"{origin}>{each}" for each in _landings(text)]


def _landings(text: str) -> list[str]:
    """The two landings of a move that has these."""
    landings = text.partition(">")[2].split(",")
    return landings if landings[1:] else []


def _alike(position: Position, text: str, other: str) -> tuple[int, int, float]:
    """With how many parts in common two texts begin, how alike in length, and how near they end."""
    one, two = (re.findall(f"{_CELL.pattern}|.", each) for each in (text, other))
    pairs = enumerate(zip(one, two, strict=False))
    common = next((n for n, (a, b) in pairs if a != b), min(len(one), len(two)))
    cells = [cell for each in (text, other) for cell in _CELL.findall(each)[-1:]]
    spots = [position.variant.board.spot(each) for each in cells]
    apart = math.dist(*((down, across / 2) for down, across in spots)) if spots[1:] else math.inf
    return common, -abs(len(one) - len(two)), -apart


def shared(move: Move, other: Move) -> int:
    """How many cells two moves have in common; one that both swap onto counts twice."""
    one, two = (
        {*_CELL.findall(each.written), *_SWAP.findall(each.written)} for each in (move, other)
    )
    return len(one & two)


def _is_barred(position: Position, text: str) -> bool:
    try:
        position.parse(text)
    except MoveError:
        return True
    return False


def _met(puzzle: Puzzle, right: Move, answer: Move, wrong: Sequence[Move]) -> Iterator[Text]:
    """Why an answer to wrong moves is none to the right one, as far as that is known."""
    after, shown = puzzle.position.after(right), f"`{right.written}`"
    try:
        after.parse(str(answer))
    except MoveError as error:
        yield from (_BARRED.of(answer=shown), error.message)
        return
    if not puzzle.following or after != puzzle.position.after(puzzle.main_line()[0]):
        return
    move, often, number, *other = puzzle.following.split()
    few = int(number) - int(often)
    if answer.written in other[:1]:
        move, few = other[1], 0
    if few == 0 or (few == 1 and bool(other)):
        yield _MET.of(answer=shown, move=f"`{move}`")
        for each in wrong:
            try:
                puzzle.position.after(each).play(answer).parse(move)
            except MoveError as error:
                yield sentences(_UNMET.of(answer=f"`{each.written}`"), error.message)


def _kind(position: Position, right: Move, other: Move, threat: Move) -> Text:
    """For which moves it is told that a threat wins: for all of a kind, or for one alone."""
    lost = [each for each in position.moves() if _loses(position.after(each), str(threat))]
    kept = {*position.moves()} - {*lost}
    part, placed = _parts(str(right))
    if len({position.after(each) for each in kept}) == 1:
        return _EVERY
    if placed and _parts(str(other))[0] == part:
        is_kind = [each for each in kept if _parts(str(each))[0] == part] == [right]
        return _ELSEWHERE.of(cell=placed) if is_kind else _INSTEAD
    return _INSTEAD


def _loses(after: Position, threat: str) -> bool:
    """Whether whoever is to move wins at once by a threat."""
    try:
        end = after.play(threat)
    except MoveError:
        return False
    return end.outcome is not None and after.to_move in end.outcome.winners


def _stands(position: Position, threat: Move) -> bool:
    """Whether a threat would win if no move were made before it, as far as that can be tried."""
    return not isinstance(position, Duel) or _loses(position.passed(), str(threat))


def _deciding(before: Position, threat: Move) -> Iterator[Text | None]:
    """Why a threat wins, where that is not to be seen: its new piece, or that no move is left."""
    end, placed = before.after(threat), _parts(str(threat))[1]
    stood = own(before, before.colour_of(before.to_move or 0))
    if end.outcome is not None and end.outcome.reason is Reason.NO_MOVE:
        yield from (end.stuck(), result_of(end))
    for event in before.events(threat):
        if isinstance(event, Connected) and {*event.cells}.difference(stood) == {placed}:
            yield _CONNECTS.of(cell=placed)


def two_ways(puzzle: Puzzle, wrong: Sequence[Threat]) -> Text | None:
    """That each move but the right ones loses to one of two threats, where that is so."""
    position, answers = puzzle.position, (each.answer for each in wrong if each.stops)
    texts = [str(each) for each in answers if _stands(position, each)]
    others = (position.after(each) for each in position.moves() if not puzzle.accepts(each))
    if len(texts) > 1 and all(any(_loses(each, text) for text in texts) for each in others):
        return _TWO_WAYS.of(side=next_side(position))
    return None


def _stopping(right: Move, other: Move) -> Text:
    """Which part of the right move does what the wrong ones do not."""
    (part, placed), (other_part, other_placed) = map(_parts, map(str, (right, other)))
    if placed and (part == other_part or placed == other_placed):
        return _PLACED.of(cell=placed) if part == other_part else _PART
    return _STOPS


def _has_others(before: Position, threat: Move) -> bool:
    """Whether the piece that wins by a threat could win otherwise, too."""
    alike = [each for each in before.moves() if str(each).startswith(f"{_origin(threat)}-")]
    wins = {before.after(each) for each in alike if _loses(before, str(each))}
    return bool(wins - {before.after(threat)})


def _origin(move: Move) -> str:
    return str(move).partition("-")[0]


def _tried(position: Position, right: Move, threat: Move) -> Scene | None:
    """The board after a threat that can be made after the right move, too, and does not win."""
    after = position.after(right)
    if _parts(str(right))[1] or _is_barred(after, str(threat)):
        return None
    said = _TRIED.of(answer=f"`{right.written}`", move=f"`{threat.written}`")
    return Scene(said.of(side=next_side(position)), after, after.parse(str(threat)))


def why_not(position: Position, right: Move, before: Position, threat: Move) -> Text | None:
    """Why a threat that wins in ``before`` does not win after a right move."""
    chain = [each.cells for each in before.events(threat) if isinstance(each, Connected)]
    if chain:
        return _cut(position, position.after(right), threat, chain[0])
    return _failing(position, right, threat, before.after(threat).outcome)


def _failing(position: Position, right: Move, threat: Move, won: Outcome | None) -> Text | None:
    """Why a threat cannot be made after the right move, or does not win then as elsewhere."""
    after = position.after(right)
    try:
        end, events = after.play(threat), after.events(after.parse(str(threat)))
    except MoveError as error:
        return _taken(position, right, str(threat)) or error.message
    if end.outcome is None:
        return _lacking(end, won)
    taken, side = [each.cell for each in events if isinstance(each, Captured)], next_side(position)
    return _BOTH.of(cells=in_a_row(taken), side=side) if taken else result_of(end)


def _standing(position: Position, right: Move, why: Text | None) -> Text | None:
    """That a stack bars a threat which did so before the right move, too, where that is why."""
    places = dict(_places(why)) if why is not None else {}
    cell, height = str(places.get("cell", "")), places.get("height")
    was, now = (at.pieces().get(cell) for at in (position, position.after(right)))
    if was is None or was != now or was.height != height:
        return None
    return _LEAVE.of(cell=cell, height=was.height)


def _places(text: Text) -> Iterator[tuple[str, Filling]]:
    """What fills the places of a text and of the texts in it."""
    for name, each in text.filling:
        yield name, each
        if isinstance(each, Text):
            yield from _places(each)


def is_answered(why: Text | None) -> bool:
    """Whether the reason is that whoever made the right move can still move."""
    return why is not None and why.message == _ANSWERED.message


def _cut(position: Position, after: Position, threat: Move, chain: Sequence[Cell]) -> Text | None:
    """Which hexes of a chain, by which a threat wins elsewhere, it cannot have ``after``."""
    (part, placed), side = _parts(str(threat)), next_side(position)
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
            length = max(map(abs, _offset(board.place(start), board.place(end))))
            broken = _BROKEN.of(start=start, end=end, number=length)
            return broken.of(cells=in_a_row(cells)) if cells else None
    return None


def _offset(start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int]:
    return end[0] - start[0], end[1] - start[1]


def _lacking(position: Position, won: Outcome | None) -> Text | None:
    """What is lacking to win as it is ``won`` elsewhere.

    That is a side that cannot move, or what the lens says of the winner's in a game where it does.
    """
    if won is not None and won.reason is Reason.NO_MOVE:
        return _ANSWERED.of(side=next_side(position))
    lens = position.lens()
    if won is None or lens is None or len(lens.said) < position.variant.seats:
        return None
    return lens.said[won.winners[0]]


def _parts(text: str) -> tuple[str, str]:
    """A move and, if it ends by that, the cell of a new piece; else nothing."""
    part, _, placed = text.partition("@")
    return part, placed


def result_of(position: Position) -> Text | None:
    """How a position that is over ended."""
    end = position.outcome
    if end is None:
        return None
    names = [side_of(position, seat) for seat in range(position.variant.seats)]
    return outcome_text(end.ranking, end.reason, end.scores, position.info, names)


def side_of(position: Position, seat: int) -> Text:
    """The name of the side that ``seat`` plays now."""
    return position.info.sides[position.colour_of(seat)]


def next_side(position: Position) -> Text:
    """The side that moves next."""
    return side_of(position, ((position.to_move or 0) + 1) % position.variant.seats)


_PART = Text("Your separation stops {move}.")
_PLACED = Text("Your new piece on {cell} stops {move}.")
_STOPS = Text("Your move stops {move}.")
_ALLOWED = Text("After your separation {side} threatens {move}. Your new piece on {cell} stops it.")
_NO_WIN = Text("After your move {side} no longer wins by {move}.")
_LEAVE = Text("{cell}, {height} high, bars {move}, so leave it there.")
_STOPS_ALL = Text("Your move stops {move} and every other way of {cell} to win.")
_TWO_WAYS = Text("{side} threatens to win in more than one way. Your move stops them all.")
_FLIPPED = Text("For that {side} needs {cells}, which you flipped.")
_HELD = Text("For that {side} needs {cells}, where you stand now.")
_EMPTY = Text("{side} needs the empty hex {cells} for the new piece. You stand there now.")
_BOTH = Text(
    "It takes {cells}. Then no two pieces of either side touch, and {side}, who made it so, loses."
)
_BROKEN = Counted(
    "You took {cells}: a jump from {start} to {end} needs {number} piece on that line.",
    "You took {cells}: a jump from {start} to {end} needs {number} pieces on that line.",
)
_ANSWERED = Text(
    "Whoever cannot move loses. After your move you still can, whatever {side} answers."
)
_STUCK = Text("If you play {other} instead, you cannot move after {move}.")
_INSTEAD = Text("If you play {other} instead, {side} wins by {move}.")
_LETS = Text("If you play {other} instead, you let {side} win by {move}.")
_CONNECTS = Text("The new piece on {cell} connects.")
_EVERY = Text("After any other move, such as {other}, {side} wins by {move}.")
_ELSEWHERE = Text(
    "If the new piece goes anywhere but {cell}, as in {other}, {side} wins by {move}."
)
_EVADES = Text(
    "If you play {other} instead, {side} answers {move}, and you can no longer win in time."
)
_TRIED = Text("After {answer} {side} does not win by {move}.")
_BARRED = Text("After {answer} that answer is not possible.")
_UNMET = Text("After {answer} that move is not possible.")
_MET = Text("After {answer} you would answer that with {move}.")
