"""What a typed turn of Glaisher means, or why it means none.

A turn names a stack, its parts and direction in either order, and a placement.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.errors import NotationError
from rules.games.glaisher import separating
from rules.games.glaisher.info import BOARD, INFO, NAMES
from rules.games.glaisher.separating import Parts, Separation, parts_text
from rules.games.glaisher.state import FIRST_HEIGHT, GlaisherState
from rules.geometry.board import DIRECTIONS
from rules.geometry.cellset import cells_in
from rules.texts import Counted, Text, in_a_row, listed, sentences
from rules.words import Notation, Word, read_words

_HINTS = 3
_ONLY_PLACED = re.compile(r"\s*@\s*[a-z][0-9]{1,3}\s*", re.IGNORECASE | re.ASCII)
_MOST = 12  # a stack, a direction, a placement, and more parts than a line has room for
_WORD = re.compile(
    r"[a-z][0-9]{1,3}(?![0-9])|[0-9]{1,20}(?![0-9])"
    r"|(?:[ns]|north|south|east|west|up|down|left|right)(?![a-z0-9])|(?:ne|nw|se|sw|e|w)(?![0-9])",
    re.IGNORECASE | re.ASCII,
)
_TAKEN_AWAY = re.compile(r"(?<=[\s:+,])[-\u2212][0-9]+")
_LONGEST = 20  # characters that are quoted
_TOLD = Text("A move names a stack, its parts, a direction, and where the new piece goes.")
_NOTATION = Notation(INFO.name, _TOLD, _WORD, _MOST)


@dataclass(frozen=True, slots=True)
class _Typed:
    """A turn as far as it was typed; ``numbers`` are the parts as they stand there."""

    origin: Word
    numbers: Word | None = None
    direction: Word | None = None
    placement: Word | None = None


def parts_of(numbers: str, height: int) -> Parts:
    """The parts of a stack of ``height`` that typed numbers mean, the tallest first.

    A lone number is read digit by digit, and so are several if only that adds up: ``321`` and
    ``32 1`` are 3+2+1.
    """
    parts = sorted(map(int, numbers.split("+")), reverse=True)
    digits = sorted(map(int, numbers.replace("+", "")), reverse=True)
    return tuple(digits if len(parts) == 1 or sum(digits) == height != sum(parts) else parts)


def read_some_words(text: str) -> tuple[tuple[Word, ...], int]:
    """The words ``text`` begins with, parts joined into one, and where the rest begins."""
    words, rest = read_words(text, _WORD, _MOST)
    return _joined(words), rest


def _read_turn(text: str) -> _Typed:
    """What was typed of a turn; NotationError when it does not read as one."""
    minus = _TAKEN_AWAY.search(text)
    if minus:
        message = Text(
            "{typed} is not a part. Each part is at least 1 high, and together they are as "
            "high as their stack.",
            typed=minus[0][:_LONGEST],
        )
        raise NotationError("negative", message, text=text, span=minus.span())
    origin, *others = _joined(_NOTATION.read_all(text))
    if kind_of(origin) != "cell":
        message = Text(
            "{typed} is not a stack. A move begins with the stack that separates.",
            typed=origin.quoted,
        )
        raise origin.misread("no_stack_named", message)
    found: dict[str, Word] = {}
    for word in others:
        if kind_of(word) == "numbers" and "numbers" in found:
            message = Text(
                "Type all parts together, as in 3+2+1. {first} and {second} stand apart.",
                first=found["numbers"].quoted,
                second=word.quoted,
            )
            raise word.misread("parts_apart", message)
        if kind_of(word) in found or "cell" in found:
            raise _NOTATION.too_much(word.quoted, word.typed, word.span)
        found[kind_of(word)] = word
    return _Typed(origin, found.get("numbers"), found.get("direction"), found.get("cell"))


def kind_of(word: Word) -> str:
    """What a word is: ``cell``, ``numbers`` or ``direction``."""
    if word.text[0].isdigit():
        return "numbers"
    return "cell" if word.text[-1].isdigit() else "direction"


def _joined(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """``words`` with neighbouring numbers joined by plus signs."""
    joined: list[Word] = []
    for word in words:
        if joined and kind_of(word) == kind_of(joined[-1]) == "numbers":
            first = joined.pop()
            span = first.span[0], word.span[1]
            word = Word(f"{first.text}+{word.text}", span, word.typed)
        joined.append(word)
    return tuple(joined)


def _read_set_up(state: GlaisherState, text: str) -> separating.SetUp:
    words, rest = read_some_words(text)
    if not words:
        told = Text(
            "A move names the empty hex where your {height}-stack goes.", height=FIRST_HEIGHT
        )
        raise replace(_NOTATION, told=told).unreadable(text, rest)
    if len(words) > 1 or rest < len(text) or kind_of(words[0]) != "cell":
        told = Text(
            "Stacks are set up first. This turn only places your {height}-stack.",
            height=FIRST_HEIGHT,
        )
        start = words[1].span[0] if len(words) > 1 else rest
        extra = text[start:].rstrip()
        if extra:
            told = sentences(Text("Leave out {typed}.", typed=extra[:_LONGEST]), told)
        span = (start, start + len(extra)) if extra else None
        raise NotationError("set_up_first", told, text=text, span=span)
    cell = words[0].cell_on(BOARD)
    if not state.empty() >> cell & 1:
        raise words[0].illegal("occupied", _held(state, cell))
    return separating.SetUp(cell)


def read_move(state: GlaisherState, text: str) -> separating.SetUp | separating.GlaisherTurn:
    """The move that ``text`` means in ``state``; raises MoveError when it means none."""
    if state.is_set_up():
        return _read_set_up(state, text)
    if _ONLY_PLACED.fullmatch(text):
        message = Text("A piece is placed after a stack has separated, in the same turn.")
        raise NotationError("nothing_separated", message, text=text)
    typed = _read_turn(text)
    origin = _read_origin(state, typed.origin)
    separation = _read_separation(state, origin, typed, text)
    return _read_placement(state, separation, typed.placement, text)


def _read_origin(state: GlaisherState, word: Word) -> int:
    origin = word.cell_on(BOARD)
    name, height = BOARD.names[origin], state.heights[origin]
    if not state.stacks.own >> origin & 1:
        code = "no_stack"
        message = Text("{cell} is empty, so nothing can separate there.", cell=name)
        if height:
            to_move = Text("{mover} is to move.", mover=NAMES[state.turn])
            message = sentences(_held(state, origin), to_move)
    elif height < separating.LOWEST:
        code = "too_low"
        message = Text(
            "{cell} holds a stack {height} high. Only stacks of {lowest} or more can separate.",
            cell=name,
            height=height,
            lowest=separating.LOWEST,
        )
    elif not separating.separations_of(origin, state.stacks):
        code = "stuck"
        message = Text(
            "Every separation of {cell} would leave the board or land on a taller enemy stack.",
            cell=name,
        )
    else:
        return origin
    raise word.illegal(code, message)


def _read_separation(state: GlaisherState, origin: int, typed: _Typed, text: str) -> Separation:
    """The separation that was typed, whole and legal."""
    possible = separating.separations_of(origin, state.stacks)
    direction = _read_direction(typed.direction)
    towards = [other for other in possible if direction in (None, other.direction)]
    hints = _turns(state, towards or possible)
    if typed.numbers is None:
        message = _unfinished(origin, direction)
        raise NotationError("incomplete", message, text=text, hints=hints)
    height = state.heights[origin]
    parts = parts_of(typed.numbers.text, height)
    wrong = _no_sum(parts, height)
    if direction is None and not wrong:
        message = Text(
            "Say in which direction {parts} goes from {cell}.",
            parts=parts_text(parts),
            cell=BOARD.names[origin],
        )
        into = [other for other in possible if other.parts == parts]
        hints = _turns(state, into or possible)
        raise NotationError("incomplete", message, text=text, hints=hints)
    if direction is None:
        start = {"parts": parts_text(parts), "cell": BOARD.names[origin]}
        message = sentences(Text("{parts} from {cell} is not possible.", **start), wrong)
        raise typed.numbers.illegal("bad_separation", message, hints)
    wanted = Separation(origin, direction, parts)
    if wanted in possible:
        return wanted
    reason = wrong or _blocked(state, wanted)
    no = Text("{parts} from {cell} towards {way} is not possible.", **_places_of(wanted))
    message = sentences(no, reason, _instead(towards) if towards else None)
    raise typed.numbers.illegal("bad_separation", message, hints)


def _read_direction(word: Word | None) -> int | None:
    """The number of the direction that was typed, None where there was none."""
    if word is None:
        return None
    if word.text.upper() not in DIRECTIONS:
        message = Text(
            "{typed} is not a direction. Type one of these: {directions}.",
            typed=word.quoted,
            directions=listed(DIRECTIONS),
        )
        raise word.misread("no_direction", message)
    return DIRECTIONS.index(word.text.upper())


def _unfinished(origin: int, direction: int | None) -> Text:
    """What a turn lacks that names no parts."""
    name = BOARD.names[origin]
    if direction is None:
        return Text(
            "Say into which parts {cell} separates, and in which direction they go.", cell=name
        )
    way = _way(origin, direction)
    return Text("Say into which parts {cell} separates towards {way}.", cell=name, way=way)


def _turns(state: GlaisherState, possible: Sequence[Separation]) -> tuple[str, ...]:
    """Whole turns that begin with the first few of ``possible``."""
    return tuple(
        str(
            separating.GlaisherTurn(
                *other, next(cells_in(separating.placements(other, state.stacks)), None)
            )
        )
        for other in possible[:_HINTS]
    )


def _read_placement(
    state: GlaisherState, separation: Separation, word: Word | None, text: str
) -> separating.GlaisherTurn:
    empty = tuple(cells_in(separating.placements(separation, state.stacks)))
    if not empty:
        if word is None:
            return separating.GlaisherTurn(*separation)
        message = Text(
            "{parts} from {cell} towards {way} connects two sides and wins, so nothing is placed.",
            **_places_of(separation),
        )
        raise word.illegal("no_placement", message, hints=(str(separation),))
    hints = tuple(str(separating.GlaisherTurn(*separation, cell)) for cell in empty[:_HINTS])
    if word is None:
        message = Text("The new piece is missing. It goes on any empty hex.")
        raise NotationError("incomplete", message, text=text, hints=hints)
    cell = word.cell_on(BOARD)
    if cell in empty:
        return separating.GlaisherTurn(*separation, cell)
    taken = Text("A part lands on {cell}.", cell=BOARD.names[cell])
    if cell not in separation.landings():
        taken = _held(state, cell)
    message = sentences(taken, Text("The new piece goes on an empty hex."))
    raise word.illegal("occupied", message, hints)


def _held(state: GlaisherState, cell: int) -> Text:
    """What stands on a hex, where something does."""
    return Text(
        "{cell} holds a stack of {side}, {height} high.",
        cell=BOARD.names[cell],
        side=NAMES[0 if state.stones[0] >> cell & 1 else 1],
        height=state.heights[cell],
    )


def _places_of(separation: Separation) -> dict[str, str]:
    """What fills the places of a sentence about a separation."""
    way = _way(separation.origin, separation.direction)
    return {"parts": separation.into, "cell": BOARD.names[separation.origin], "way": way}


def _way(origin: int, direction: int) -> str:
    """A direction by the hex that lies there, which holds however the board is turned."""
    ray = BOARD.rays[origin][direction]
    return BOARD.names[ray[0]] if ray else DIRECTIONS[direction]


def _no_sum(parts: Parts, height: int) -> Text | None:
    """Why ``parts`` are no separation of a stack of ``height`` anywhere; None where they are."""
    if len(parts) < 2 or 0 in parts:
        return Text("A stack separates into two parts or more, each at least 1 high.")
    if len(set(parts)) < len(parts):
        return Text("All parts must have different heights.")
    if sum(parts) != height:
        return Text(
            "The parts add up to {total}, but the stack is {height} high.",
            total=sum(parts),
            height=height,
        )
    return None


def _blocked(state: GlaisherState, wanted: Separation) -> Text:
    """What is in the way of a separation whose parts add up."""
    ray = BOARD.rays[wanted.origin][wanted.direction]
    taller = separating.taller_on(ray, state.stacks)
    part = next(part for part in wanted.parts if part > len(ray) or part in taller)
    if part > len(ray):
        return Text("The {part} would leave the board.", part=part)
    return Text(
        "The {part} would land on {cell}, where {side} has a stack {height} high.",
        part=part,
        cell=BOARD.names[ray[part - 1]],
        side=NAMES[1 - state.turn],
        height=state.heights[ray[part - 1]],
    )


def _instead(towards: Sequence[Separation]) -> Text:
    """What is possible in the direction that was typed."""
    possible = [other.into for other in towards]
    if len(possible) <= _HINTS:
        return Text("Possible that way: {parts}.", parts=listed(possible))
    return Counted(
        "Possible that way: {parts} and {number} more.",
        "",
        len(possible) - _HINTS,
        parts=in_a_row(possible[:_HINTS]),
    )
