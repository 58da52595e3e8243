"""Typed text as words."""

import re

import pytest

from rules.errors import NotationError
from rules.texts import Text
from rules.words import Notation, Word, read_words

CELL = re.compile(r"[a-h][1-8]", re.IGNORECASE)
NOTATION = Notation("Toy", Text("A move names one square or two."), CELL, 2)


SEPARATORS = (
    *" -/>;:|+,\u2212\u2013\u21d2\u27f6\u2794",
    "->",
    " , ",
    "\n\t",
    " \u2192 ",
    " \u279c ",
    "",
)


@pytest.mark.parametrize("between", SEPARATORS)
@pytest.mark.parametrize(("before", "behind"), [("", ""), (" ", " "), ("(", ")"), ("", ".")])
def test_anything_that_only_separates_words_is_passed_over(before, between, behind):
    text = f"{before}a1{between}B2{behind}"
    words, rest = read_words(text, CELL, 5)
    assert [word.text for word in words] == ["a1", "b2"]
    assert rest == len(text)
    assert [word.text for word in NOTATION.read_all(text)] == ["a1", "b2"]


def test_words_know_where_they_were_typed():
    typed = " A1 -> b2"
    words, _ = read_words(typed, CELL, 5)
    assert words == (Word("a1", (1, 3), typed), Word("b2", (7, 9), typed))


@pytest.mark.parametrize(
    ("text", "count", "rest"),
    [("", 0, 0), ("a1 z9 b2", 1, 3), ("a1 b2 c3", 2, 6), ("zz", 0, 0), ("  zz", 0, 2)],
)
def test_reading_stops_at_what_does_not_fit_or_is_too_much(text, count, rest):
    words, start = read_words(text, CELL, 2)
    assert (len(words), start) == (count, rest)


def test_a_cell_written_backwards_that_is_not_on_the_board_is_told_so():
    for typed, said in (("9a", ", and a9 is not on the board"), ("2A", ": 2A is written A2")):
        with pytest.raises(NotationError, match=rf"^The letter comes first{said}\."):
            NOTATION.read_all(typed, ("a1", "a2"))


@pytest.mark.parametrize(
    ("text", "code", "message", "span"),
    [
        ("", "unreadable", "Nothing you typed can be read as a move. A move names", None),
        (" - ", "unreadable", "Nothing you typed can be read as a move. A move names", None),
        ("hello a1", "unreadable", "hello is not part of a move. A move names", (0, 5)),
        ("a1 ?", "unreadable", "? cannot be read. A move names", (3, 4)),
        ("a1 z9", "unreadable", "z9 is not part of a move. A move names", (3, 5)),
        ("a1 9z", "unreadable", "The letter comes first: 9z is written z9. A move", (3, 5)),
        ("12", "unreadable", "12 needs a letter before it. A move names", None),
        ("x" * 30, "unreadable", "x" * 20 + "\u2026 is not part of a move. A move names", None),
        ("a1 b2 c3!", "too_much", "Leave out c3. A move names", (6, 9)),
        ("a1 PASS", "no_passing", "Nobody can pass in Toy. A move must be made", (3, 7)),
    ],
)
def test_reading_everything_says_what_does_not_fit(text, code, message, span):
    with pytest.raises(NotationError) as raised:
        NOTATION.read_all(text)
    error = raised.value
    assert (error.code, error.text, error.span) == (code, text, span)
    assert str(error).startswith(message)
    assert str(error).endswith(("A move names one square or two.", "A move must be made."))
