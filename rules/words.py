"""Typed text as words, read liberally: any case, any arrow, dash or comma between them."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.errors import NotationError, Span

_GAP = re.compile(r"[\s,;:/|()<>+.@\u2010-\u2015\u2190-\u21ff\u2212\u2794-\u27be\u27f0-\u27ff-]+")
_TOKEN = re.compile(r"[^\s,;:/|()<>+@-]+|\S")
_SWAPPED = re.compile(r"([0-9]{1,2})([a-z])(?![a-z0-9])", re.IGNORECASE | re.ASCII)
_LETTERS = re.compile(r"[^\W\d_]+")
_HALF = 2  # digits of a cell's name
CELLS = ("cell", "hex", "square")
"""What games call a cell."""

_LONGEST = 20  # characters of a word that is quoted

PASSING = {"pass", "passes", "passing", "skip"}
"""What people type to pass."""


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of typed text in lower case, and where it was typed."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Notation:
    """How the moves of a game are typed: ``word`` is what can be read, ``most`` how many of them.

    ``game`` is its name and ``noun`` what it calls a cell. ``told`` says what a move names, in
    words: ``a stone and the two hexes where its stones land``.
    """

    game: str
    noun: str
    told: str
    word: re.Pattern[str]
    most: int

    def read_all(self, text: str, cells: Collection[str] = ()) -> tuple[Word, ...]:
        """The words of ``text``, one at least; NotationError for anything else, or more.

        ``cells`` are the names that there are, where the board has an end.
        """
        words, rest = read_words(text, self.word, self.most)
        if words and rest == len(text):
            return words
        extra = self.word.match(text, rest)
        if extra:
            message = f"{extra[0].lower()} is too much; a move names {self.told}"
            raise NotationError("too_much", message, text=text, span=(rest, len(text)))
        raise self.unreadable(text, rest, cells)

    def unreadable(self, text: str, start: int, cells: Collection[str] = ()) -> NotationError:
        """The error for what stands in ``text`` from ``start`` on, which is no word of a move."""
        token = _swapped_at(text, start) or _TOKEN.match(text, start)
        if token is None:
            message = f"nothing was typed that can be read; a move names {self.told}"
            return NotationError("unreadable", message, text=text)
        code, message = "unreadable", f"{self._said(token[0], cells)}; a move names {self.told}"
        if token[0].casefold() in PASSING:
            code, message = "no_passing", f"nobody can pass in {self.game}; a move must be made"
        return NotationError(code, message, text=text, span=token.span())

    def _said(self, token: str, cells: Collection[str]) -> str:
        """What is wrong with a token."""
        quoted = token if len(token) <= _LONGEST else f"{token[:_LONGEST]}\u2026"
        swapped = _SWAPPED.fullmatch(token)
        if swapped:
            name = f"{swapped[2]}{swapped[1]}"
            if cells and name.lower() not in cells:
                return f"the letter comes first, and {name} is not on the board"
            return f"the letter comes first, so {token} is written {name}"
        is_half = self.noun in CELLS and len(token) <= _HALF
        if is_half and token.isdecimal():
            return f"{token} is half a {self.noun}: a letter belongs before it"
        if is_half and len(token) == 1 and _LETTERS.fullmatch(token):
            return f"{token} is half a {self.noun}: a number belongs behind it"
        if _LETTERS.fullmatch(token):
            return f"{quoted} is no part of a move"
        return f"{quoted} {f'is no {self.noun}' if token.isalnum() else 'cannot be read'}"


def _swapped_at(text: str, start: int) -> re.Match[str] | None:
    """A cell with its number first that ends with the letter at ``start``, or begins there."""
    while start and text[start - 1].isdigit():
        start -= 1
    return _SWAPPED.match(text, start)


def read_words(text: str, pattern: re.Pattern[str], most: int) -> tuple[tuple[Word, ...], int]:
    """The words that match ``pattern`` from the start of ``text``, at most ``most`` of them.

    Also gives where the rest begins: the first character that belongs to no word and no gap, or
    the text's length when everything was read.
    """
    words: list[Word] = []
    start = _after_gap(text, 0)
    while len(words) < most and (match := pattern.match(text, start)):
        words.append(Word(match[0].lower(), match.span()))
        start = _after_gap(text, match.end())
    return tuple(words), start


def _after_gap(text: str, start: int) -> int:
    gap = _GAP.match(text, start)
    return gap.end() if gap else start


def listed(words: Sequence[str], last_by: str = "and") -> str:
    """``words``, one at least, as a list in a sentence: ``a, b and c``."""
    *others, last = words
    return f"{', '.join(others)} {last_by} {last}" if others else last


def parts_to(parts: Sequence[tuple[str, int]]) -> str:
    """Where parts of a stack go, in their order: ``1 to e2, 5 to a2``."""
    return ", ".join(f"{height} to {cell}" for cell, height in parts)


def counted(number: int, noun: str) -> str:
    """``1 stone``, ``2 stones``, ``3 hexes``."""
    return f"{number} {plural(number, noun)}"


def plural(number: int, noun: str) -> str:
    """``noun`` as it stands after ``number``: ``stone`` after 1, ``stones`` after any other."""
    if number == 1:
        return noun
    return f"{noun}es" if noun.endswith("x") else f"{noun}s"
