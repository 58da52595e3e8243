"""Typed text as words, read liberally: any case, any arrow, dash or comma between them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.errors import NotationError, Span

_GAP = re.compile(r"[\s,;:/|()>+.@\u2010-\u2015\u2190-\u21ff\u2212\u2794-\u27be\u27f0-\u27ff-]+")


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of typed text in lower case, and where it was typed."""

    text: str
    span: Span


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


def read_all_words(text: str, pattern: re.Pattern[str], most: int, form: str) -> tuple[Word, ...]:
    """The words of ``text``, one at least; NotationError when it holds anything else or more.

    ``form`` is how a move of the game reads, for the error.
    """
    words, rest = read_words(text, pattern, most)
    if rest == len(text) and words:
        return words
    if not words:
        raise NotationError("unreadable", f"a move reads {form}", text=text)
    message = f"a move reads {form}; what comes after {words[-1].text} does not fit"
    raise NotationError("unreadable", message, text=text, span=(rest, len(text)))


def _after_gap(text: str, start: int) -> int:
    gap = _GAP.match(text, start)
    return gap.end() if gap else start
