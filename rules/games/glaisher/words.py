"""Typed turns of Glaisher: a stack, its parts and direction in either order, and a placement."""

import re
from dataclasses import dataclass

from rules.errors import NotationError
from rules.games.glaisher.info import INFO
from rules.games.glaisher.separation import Parts
from rules.words import Notation, Word, read_words

_MOST = 12  # a stack, a direction, a placement, and more parts than a line has room for
_WORD = re.compile(
    r"[a-z][0-9]{1,3}(?![0-9])|[0-9]{1,20}(?![0-9])"
    r"|(?:[ns]|north|south|east|west|up|down|left|right)(?![a-z0-9])|(?:ne|nw|se|sw|e|w)(?![0-9])",
    re.IGNORECASE | re.ASCII,
)
_TAKEN_AWAY = re.compile(r"(?<=[\s:+,])[-\u2212][0-9]+")
_LONGEST = 20  # characters that are quoted
NOTATION = Notation(
    INFO.name, "hex", "a stack, its parts, a direction, and where the new piece goes", _WORD, _MOST
)


@dataclass(frozen=True, slots=True)
class Typed:
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


def read_turn(text: str) -> Typed:
    """What was typed of a turn; NotationError when it does not read as one."""
    minus = _TAKEN_AWAY.search(text)
    if minus:
        message = (
            f"{minus[0][:_LONGEST]} is no part; every part is 1 high at least, and together they "
            "are as high as their stack"
        )
        raise NotationError("negative", message, text=text, span=minus.span())
    origin, *others = _joined(NOTATION.read_all(text))
    if kind_of(origin) != "cell":
        named = text[slice(*origin.span)]
        message = f"{named} is no stack, and a move begins with the stack that separates"
        raise NotationError("no_stack_named", message, text=text, span=origin.span)
    found: dict[str, Word] = {}
    for word in others:
        if kind_of(word) == "numbers" and "numbers" in found:
            raise _parts_apart(found["numbers"], word, text)
        if kind_of(word) in found or "cell" in found:
            message = f"{text[slice(*word.span)]} is too much; a move names {NOTATION.told}"
            raise NotationError("too_much", message, text=text, span=word.span)
        found[kind_of(word)] = word
    return Typed(origin, found.get("numbers"), found.get("direction"), found.get("cell"))


def _parts_apart(first: Word, second: Word, text: str) -> NotationError:
    """The error for parts in two places."""
    one, other = (text[slice(*word.span)] for word in (first, second))
    message = f"{one} and {other} stand apart; all parts are typed side by side, as in 3+2+1"
    return NotationError("parts_apart", message, text=text, span=second.span)


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
            word = Word(f"{first.text}+{word.text}", (first.span[0], word.span[1]))
        joined.append(word)
    return tuple(joined)
