"""Typed text as words."""

import re

import pytest

from rules.errors import NotationError
from rules.words import Notation, Word, read_words

CELL = re.compile(r"[a-h][1-8]", re.IGNORECASE)


@pytest.mark.parametrize(
    "text",
    [
        "a1b2",
        "A1 B2",
        " a1 , b2 ",
        "a1-b2",
        "a1>b2",
        "(a1/b2)",
        "a1 \u2192 b2",
        "a1\u2212b2",
        "a1\u2013b2",
        "a1\u21d2b2",
        "a1 \u279c b2.",
        "a1\u27f6b2",
        "a1;b2",
        "a1:b2",
        "a1|b2",
        "a1+b2",
        "a1\n\tb2",
        "a1->b2",
        "a1\u2794b2",
    ],
)
def test_anything_between_words_that_only_separates_is_passed_over(text):
    words, rest = read_words(text, CELL, 5)
    assert [word.text for word in words] == ["a1", "b2"]
    assert rest == len(text)


def test_words_know_where_they_were_typed():
    words, _ = read_words(" A1 -> b2", CELL, 5)
    assert words == (Word("a1", (1, 3)), Word("b2", (7, 9)))


@pytest.mark.parametrize(
    ("text", "count", "rest"),
    [("", 0, 0), ("a1 z9 b2", 1, 3), ("a1 b2 c3", 2, 6), ("zz", 0, 0), ("  zz", 0, 2)],
)
def test_reading_stops_at_what_does_not_fit_or_is_too_much(text, count, rest):
    words, start = read_words(text, CELL, 2)
    assert (len(words), start) == (count, rest)


NOTATION = Notation("Toy", "square", "one square or two", CELL, 2)


def test_a_cell_written_backwards_that_is_not_on_the_board_is_told_so():
    said = {}
    for typed in ("9a", "2A"):
        with pytest.raises(NotationError) as raised:
            NOTATION.read_all(typed, ("a1", "a2"))
        said[typed] = raised.value.message.partition(";")[0]
    assert said == {
        "9a": "the letter comes first, and a9 is not on the board",
        "2A": "the letter comes first, so 2A is written A2",
    }


def test_reading_everything_gives_the_words():
    words = NOTATION.read_all("a1 b2")
    assert [word.text for word in words] == ["a1", "b2"]


@pytest.mark.parametrize(
    ("text", "code", "message", "span"),
    [
        ("", "unreadable", "nothing was typed that can be read; a move names", None),
        (" - ", "unreadable", "nothing was typed that can be read; a move names", None),
        ("hello a1", "unreadable", "hello is no part of a move; a move names", (0, 5)),
        ("a1 ?", "unreadable", "? cannot be read; a move names", (3, 4)),
        ("a1 z9", "unreadable", "z9 is no square; a move names", (3, 5)),
        ("a1 9z", "unreadable", "the letter comes first, so 9z is written z9; a move", (3, 5)),
        ("12", "unreadable", "12 is half a square: a letter belongs before it; a move names", None),
        ("x" * 30, "unreadable", "x" * 20 + "\u2026 is no part of a move; a move names", None),
        ("a1 b2 c3!", "too_much", "c3 is too much; a move names", (6, 9)),
        ("a1 PASS", "no_passing", "nobody can pass in Toy; a move must be made", (3, 7)),
    ],
)
def test_reading_everything_says_what_does_not_fit(text, code, message, span):
    with pytest.raises(NotationError) as raised:
        NOTATION.read_all(text)
    error = raised.value
    assert (error.code, error.text, error.span) == (code, text, span)
    assert error.message.startswith(message)
    assert error.message.endswith(("a move names one square or two", "a move must be made"))
