"""Typed moves of Halves as words: cells by either of their names, and names of colours."""

import re

from rules.games.halves.info import COLOURS
from rules.geometry import openfield
from rules.words import Word

_SIGN = "[+\\-\u2010-\u2015\u2212]"
_GAP = rf"(?:[\s,;:/|()<>.=\u2190-\u21ff\u2794-\u27be\u27f0-\u27ff]|{_SIGN}(?![0-9]))*"
_NUMBER = rf"({_SIGN}?[0-9]{{1,9}})(?![0-9])"
_WORD = re.compile(
    rf"{_NUMBER}{_GAP}{_NUMBER}(?![a-z])|(?ai:(light|dark|gr[ae]y)(?![a-z]))"
    r"|(?ai:([a-z]{1,2}[0-9]{1,4})(?![a-z0-9]))"
)
_SKIPPED = re.compile(_GAP)
_COLOURS = {colour.lower() for colour in COLOURS}
_MOST = 2


def read_choices(text: str) -> tuple[tuple[Word, ...], int]:
    """The cells and colours ``text`` begins with, two at most, and where the rest begins.

    A cell's word is its name, ``m52``, or that of records where no tile can come so far, and a
    colour's is in lower case.
    """
    words: list[Word] = []
    start = _after_gap(text, 0)
    while len(words) < _MOST and (match := _WORD.match(text, start)):
        words.append(Word(_name(match), match.span()))
        start = _after_gap(text, match.end())
    return tuple(words), start


def rest_after(text: str, words: tuple[Word, ...]) -> int:
    """Where the rest of ``text`` begins after ``words``, the gap behind them passed over."""
    return _after_gap(text, words[-1].span[1] if words else 0)


def place_named(word: Word) -> tuple[int, int] | None:
    """The q and r that a word names; None for a colour."""
    return None if word.text in _COLOURS else openfield.place_named(word.text)


def _name(match: re.Match[str]) -> str:
    q, r, colour, name = match.groups()
    if colour is not None:
        return "grey" if colour.lower() == "gray" else colour.lower()
    if name is not None:
        return str(name.lower())
    place = _number(q), _number(r)
    cell = openfield.cell_at(*place)
    return ",".join(map(str, place)) if cell is None else openfield.name_of(cell)


def _number(text: str) -> int:
    """A number with any of the signs that people and their phones type."""
    return int(text) if text[0] == "+" or text[0].isdigit() else -int(text[1:])


def _after_gap(text: str, start: int) -> int:
    gap = _SKIPPED.match(text, start)
    return gap.end() if gap else start
