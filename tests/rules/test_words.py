"""Typed text as words."""

import re

import pytest

from rules.errors import NotationError
from rules.words import Word, read_all_words, read_words

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


def test_reading_everything_gives_the_words():
    words = read_all_words("a1 b2", CELL, 2, "like a1")
    assert [word.text for word in words] == ["a1", "b2"]


@pytest.mark.parametrize(
    ("text", "message", "span"),
    [
        ("", "a move reads like a1", None),
        (" - ", "a move reads like a1", None),
        ("?a1", "a move reads like a1", None),
        ("a1 ?", "a move reads like a1; what comes after a1 does not fit", (3, 4)),
        ("a1 b2 c3!", "a move reads like a1; what comes after b2 does not fit", (6, 9)),
    ],
)
def test_reading_everything_says_what_does_not_fit(text, message, span):
    with pytest.raises(NotationError) as raised:
        read_all_words(text, CELL, 2, "like a1")
    error = raised.value
    assert (error.code, error.message, error.text, error.span) == (
        "unreadable",
        message,
        text,
        span,
    )
