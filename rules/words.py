"""Typed text as words, read liberally: any case, any arrow, dash or comma between them."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.errors import IllegalMove, NotationError, Span
from rules.geometry.board import Board
from rules.texts import Text, in_a_row, sentences

_GAP = re.compile(r"[\s,;:/|()<>+.@\u2010-\u2015\u2190-\u21ff\u2212\u2794-\u27be\u27f0-\u27ff-]+")
_TOKEN = re.compile(r"[^\s,;:/|()<>+@-]+|\S")
_SWAPPED = re.compile(r"([0-9]{1,2})([a-z])(?![a-z0-9])", re.IGNORECASE | re.ASCII)
_LETTERS = re.compile(r"[^\W\d_]+")
_HALF = 2  # digits of a cell's name

_LONGEST = 20  # characters of a word that is quoted

PASSING = {"pass", "passes", "passing", "skip"}
"""What people type to pass."""


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of what was ``typed``, in lower case, and where it stands there."""

    text: str
    span: Span
    typed: str

    @property
    def quoted(self) -> str:
        return self.typed[slice(*self.span)]

    def misread(self, code: str, message: Text) -> NotationError:
        """The error for a word that does not read as a part of a move."""
        return NotationError(code, message, text=self.typed, span=self.span)

    def illegal(self, code: str, message: Text, hints: tuple[str, ...] = ()) -> IllegalMove:
        """The error for a word that the rules forbid."""
        return IllegalMove(code, message, text=self.typed, span=self.span, hints=hints)

    def cell_on(self, board: Board) -> int:
        """The cell of ``board`` that the word names; raises NotationError where it names none."""
        cell = board.index.get(self.text)
        if cell is None:
            raise self.misread("no_such_cell", board.no_cell(self.text))
        return cell


@dataclass(frozen=True, slots=True)
class Notation:
    """How the moves of a game are typed: ``word`` is what can be read, ``most`` how many of them.

    ``game`` is its name. ``told`` says what a move names, in a sentence. ``cells`` is whether cells
    can be among that.
    """

    game: str
    told: Text
    word: re.Pattern[str]
    most: int
    of_cells: bool = True

    def read_all(self, text: str, cells: Collection[str] = ()) -> tuple[Word, ...]:
        """The words of ``text``, one at least; NotationError for anything else, or more.

        ``cells`` are the names that there are, where the board has an end.
        """
        words, rest = read_words(text, self.word, self.most)
        if words and rest == len(text):
            return words
        extra = self.word.match(text, rest)
        if extra:
            raise self.too_much(extra[0].lower(), text, (rest, len(text)))
        raise self.unreadable(text, rest, cells)

    def too_much(self, extra: str, text: str, span: Span) -> NotationError:
        """The error for what stands in ``text`` behind a whole move."""
        message = sentences(Text("Leave out {typed}.", typed=extra), self.told)
        return NotationError("too_much", message, text=text, span=span)

    def unreadable(self, text: str, start: int, cells: Collection[str] = ()) -> NotationError:
        """The error for what stands in ``text`` from ``start`` on, which is no word of a move."""
        token = _swapped_at(text, start) or _TOKEN.match(text, start)
        if token is None:
            message = sentences(Text("Nothing you typed can be read as a move."), self.told)
            return NotationError("unreadable", message, text=text)
        code, message = "unreadable", sentences(self._said(token[0], cells), self.told)
        if token[0].casefold() in PASSING:
            code = "no_passing"
            message = Text("Nobody can pass in {game}. A move must be made.", game=self.game)
        return NotationError(code, message, text=text, span=token.span())

    def _said(self, token: str, cells: Collection[str]) -> Text:
        """What is wrong with a token."""
        typed = token if len(token) <= _LONGEST else f"{token[:_LONGEST]}\u2026"
        swapped = _SWAPPED.fullmatch(token)
        if swapped:
            name = f"{swapped[2]}{swapped[1]}"
            if cells and name.lower() not in cells:
                return Text("The letter comes first, and {cell} is not on the board.", cell=name)
            return Text(
                "The letter comes first: {typed} is written {cell}.", typed=token, cell=name
            )
        is_half = self.of_cells and len(token) <= _HALF
        if is_half and token.isdecimal():
            return Text("{typed} needs a letter before it.", typed=token)
        if is_half and len(token) == 1 and _LETTERS.fullmatch(token):
            return Text("{typed} needs a number after it.", typed=token)
        if token.isalnum():
            return Text("{typed} is not part of a move.", typed=typed)
        return Text("{typed} cannot be read.", typed=typed)


def _swapped_at(text: str, start: int) -> re.Match[str] | None:
    """A cell with its number first that ends with the letter at ``start``, or begins there."""
    while start and text[start - 1].isdigit():
        start -= 1
    return _SWAPPED.match(text, start)


def read_words(text: str, pattern: re.Pattern[str], most: int) -> tuple[tuple[Word, ...], int]:
    """The words that match ``pattern`` from the start of ``text``, at most ``most`` of them.

    A word's text is what the pattern's first group matched, or all of it where there is no group.
    Also gives where the rest begins: the first character that belongs to no word and no gap, or
    the text's length when everything was read.
    """
    words: list[Word] = []
    start = _after_gap(text, 0)
    while len(words) < most and (match := pattern.match(text, start)):
        said = (pattern.groups and match[1]) or match[0]
        words.append(Word(said.lower(), match.span(), text))
        start = _after_gap(text, match.end())
    return tuple(words), start


def _after_gap(text: str, start: int) -> int:
    gap = _GAP.match(text, start)
    return gap.end() if gap else start


def parts_to(parts: Sequence[tuple[str, int]]) -> Text:
    """Where parts of a stack go, in their order: ``1 to e2, 5 to a2``."""
    return in_a_row(
        [Text("{height} to {cell}", "part", height=high, cell=cell) for cell, high in parts]
    )
