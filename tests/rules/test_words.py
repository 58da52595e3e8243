"""Typed text as words; what is said of those that do not fit is in the tables of wrong moves."""

import re

import pytest

from rules.errors import NotationError
from rules.texts import Text
from rules.words import Notation, read_words

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


def test_a_cell_written_backwards_that_is_not_on_the_board_is_told_so():
    for typed, said in (("9a", ", and a9 is not on the board"), ("2A", ": 2A is written A2")):
        with pytest.raises(NotationError, match=rf"^The letter comes first{said}\."):
            NOTATION.read_all(typed, ("a1", "a2"))


def test_a_long_word_that_cannot_be_read_is_shown_cut():
    with pytest.raises(NotationError, match=r"^x{20}\u2026 is not part of a move"):
        NOTATION.read_all("x" * 30)
