"""What a typed turn of Glaisher means, or why it means none."""

import re
from collections.abc import Sequence
from dataclasses import replace

from rules.errors import IllegalMove, NotationError
from rules.game import Seat
from rules.games.glaisher.info import BOARD, COLOURS
from rules.games.glaisher.separation import (
    LOWEST,
    GlaisherTurn,
    Parts,
    Separation,
    SetUp,
    parts_text,
    placements,
    separations_of,
    taller_on,
)
from rules.games.glaisher.state import FIRST_HEIGHT, State
from rules.games.glaisher.words import (
    NOTATION,
    Typed,
    kind_of,
    parts_of,
    read_some_words,
    read_turn,
)
from rules.geometry.cellset import cells_in
from rules.geometry.hexboard import DIRECTIONS
from rules.words import Word, listed

_HINTS = 3
_FIRST = f"{FIRST_HEIGHT}-stack"
_LONGEST = 20  # characters that are quoted
_ONLY_PLACED = re.compile(r"\s*@\s*[a-z][0-9]{1,3}\s*", re.IGNORECASE | re.ASCII)


def read_set_up(state: State, text: str) -> SetUp:
    """The stack that ``text`` sets up in ``state``; raises MoveError when it cannot."""
    words, rest = read_some_words(text)
    if not words:
        told = f"the empty hex where your {_FIRST} goes"
        raise replace(NOTATION, told=told).unreadable(text, rest)
    if len(words) > 1 or rest < len(text) or kind_of(words[0]) != "cell":
        told = f"the stacks are set up first, and this turn only names where your {_FIRST} goes"
        start = words[1].span[0] if len(words) > 1 else rest
        extra = text[start:].rstrip()
        message = f"{extra[:_LONGEST]} is too much: {told}" if extra else told
        span = (start, start + len(extra)) if extra else None
        raise NotationError("set_up_first", message, text=text, span=span)
    cell = _read_cell(words[0], text)
    if not state.empty() >> cell & 1:
        message = f"{BOARD.names[cell]} already holds {stack_on(state, cell)}"
        raise IllegalMove("occupied", message, text=text, span=words[0].span)
    return SetUp(cell)


def read_move(state: State, text: str) -> GlaisherTurn:
    """The turn that ``text`` means in ``state``; raises MoveError when it means none."""
    if _ONLY_PLACED.fullmatch(text):
        message = "a piece is placed after a stack has separated, in the same turn"
        raise NotationError("nothing_separated", message, text=text)
    typed = read_turn(text)
    origin = _read_origin(state, typed.origin, text)
    separation = _read_separation(state, origin, typed, text)
    return _read_placement(state, separation, typed.placement, text)


def stack_on(state: State, cell: int) -> str:
    """What to call the stack on ``cell`` inside a sentence: ``a red 5-stack``."""
    seat = 0 if state.stones[0] >> cell & 1 else 1
    return f"a {stack_of(seat, state.heights[cell])}"


def stack_of(seat: Seat, height: int) -> str:
    """What to call a stack: ``red 5-stack``."""
    return f"{COLOURS[seat].lower()} {height}-stack"


def _read_cell(word: Word, text: str) -> int:
    cell = BOARD.index.get(word.text)
    if cell is None:
        raise NotationError("no_such_cell", BOARD.no_cell(word.text), text=text, span=word.span)
    return cell


def _read_origin(state: State, word: Word, text: str) -> int:
    origin = _read_cell(word, text)
    name, height = BOARD.names[origin], state.heights[origin]
    if not state.stacks.own >> origin & 1:
        code, message = "no_stack", f"{name} is empty, so nothing can separate there"
        if height:
            message = (
                f"{name} holds {stack_on(state, origin)}, and it is {COLOURS[state.turn]}'s turn"
            )
    elif height < LOWEST:
        code = "too_low"
        message = f"{name} holds a {height}-stack, and no two different parts make {height}"
    elif not separations_of(origin, state.stacks):
        code = "stuck"
        message = (
            f"every separation of {name} would leave the board or land on a taller enemy stack"
        )
    else:
        return origin
    raise IllegalMove(code, message, text=text, span=word.span)


def _read_separation(state: State, origin: int, typed: Typed, text: str) -> Separation:
    """The separation that was typed, whole and legal."""
    possible = separations_of(origin, state.stacks)
    direction = _read_direction(typed.direction, text)
    towards = [other for other in possible if direction in (None, other.direction)]
    hints = _turns(state, towards or possible)
    if typed.numbers is None:
        message = _unfinished(origin, direction)
        raise NotationError("incomplete", message, text=text, hints=hints)
    height, span = state.heights[origin], typed.numbers.span
    parts = parts_of(typed.numbers.text, height)
    wrong = _no_sum(parts, height)
    if direction is None and not wrong:
        message = f"say in which direction {parts_text(parts)} goes from {BOARD.names[origin]}"
        into = [other for other in possible if other.parts == parts]
        hints = _turns(state, into or possible)
        raise NotationError("incomplete", message, text=text, hints=hints)
    if direction is None:
        message = f"{parts_text(parts)} from {BOARD.names[origin]}: {wrong}"
        raise IllegalMove("bad_separation", message, text=text, span=span, hints=hints)
    wanted = Separation(origin, direction, parts)
    if wanted in possible:
        return wanted
    reason = wrong or _blocked(state, wanted)
    message = f"{_said(wanted)}: {reason}; {_instead(towards)}"
    raise IllegalMove("bad_separation", message, text=text, span=span, hints=hints)


def _read_direction(word: Word | None, text: str) -> int | None:
    """The number of the direction that was typed, None where there was none."""
    if word is None:
        return None
    if word.text.upper() not in DIRECTIONS:
        named = text[slice(*word.span)]
        message = f"there is no direction {named}; they are {listed(DIRECTIONS)}"
        raise NotationError("no_direction", message, text=text, span=word.span)
    return DIRECTIONS.index(word.text.upper())


def _unfinished(origin: int, direction: int | None) -> str:
    """What a turn lacks that names no parts."""
    name = BOARD.names[origin]
    if direction is None:
        return f"say into which parts {name} separates, and in which direction they go"
    return f"say into which parts {name} separates {_towards(origin, direction)}"


def _turns(state: State, possible: Sequence[Separation]) -> tuple[str, ...]:
    """Whole turns that begin with the first few of ``possible``."""
    return tuple(
        str(GlaisherTurn(*other, next(cells_in(placements(other, state.stacks)), None)))
        for other in possible[:_HINTS]
    )


def _read_placement(
    state: State, separation: Separation, word: Word | None, text: str
) -> GlaisherTurn:
    empty = tuple(cells_in(placements(separation, state.stacks)))
    if not empty:
        if word is None:
            return GlaisherTurn(*separation)
        message = f"{_said(separation)} connects two sides and wins, so nothing is placed"
        wins = (str(separation),)
        raise IllegalMove("no_placement", message, text=text, span=word.span, hints=wins)
    hints = tuple(str(GlaisherTurn(*separation, cell)) for cell in empty[:_HINTS])
    if word is None:
        message = "the new piece is missing; it goes on any empty hex"
        raise NotationError("incomplete", message, text=text, hints=hints)
    cell = _read_cell(word, text)
    if cell in empty:
        return GlaisherTurn(*separation, cell)
    taken = f"{BOARD.names[cell]} holds {stack_on(state, cell)}"
    if cell in separation.landings():
        taken = f"a part lands on {BOARD.names[cell]}"
    message = f"{taken}, and the new piece goes on an empty hex"
    raise IllegalMove("occupied", message, text=text, span=word.span, hints=hints)


def _said(separation: Separation) -> str:
    origin, towards = separation.origin, _towards(separation.origin, separation.direction)
    return f"{parts_text(separation.parts)} from {BOARD.names[origin]} {towards}"


def _towards(origin: int, direction: int) -> str:
    """A direction by the hex that lies there, which holds however the board is turned."""
    ray = BOARD.rays[origin][direction]
    if not ray:
        return f"towards {DIRECTIONS[direction]}, where the board ends"
    return f"towards {BOARD.names[ray[0]]}"


def _no_sum(parts: Parts, height: int) -> str:
    """Why ``parts`` are no separation of a stack of ``height`` anywhere, or nothing."""
    if len(parts) < 2 or 0 in parts:
        return "a stack separates into two parts or more, each at least 1 high"
    if len(set(parts)) < len(parts):
        return "all parts must have different heights"
    if sum(parts) != height:
        return f"the parts add up to {sum(parts)}, but the stack is {height} high"
    return ""


def _blocked(state: State, wanted: Separation) -> str:
    """What is in the way of a separation whose parts add up."""
    ray = BOARD.rays[wanted.origin][wanted.direction]
    taller = taller_on(ray, state.stacks)
    part = next(part for part in wanted.parts if part > len(ray) or part in taller)
    if part > len(ray):
        return f"the {part} would leave the board"
    return f"the {part} would land on {stack_on(state, ray[part - 1])}, which is taller"


def _instead(towards: Sequence[Separation]) -> str:
    """What is possible in the direction that was typed."""
    texts = [parts_text(other.parts) for other in towards]
    if not texts:
        return "nothing is possible that way"
    if len(texts) > _HINTS:
        texts[_HINTS:] = [f"{len(texts) - _HINTS} more"]
    return f"{listed(texts)} {'is' if len(texts) == 1 else 'are'} possible"
