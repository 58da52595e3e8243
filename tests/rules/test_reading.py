"""What is typed is read liberally, completed and corrected; a choice off the menu is refused.

``tests/data/reading.json`` has for some positions what is typed for a move, how texts are split
into steps and a rest, and choices that are refused, with a few that are offered instead. What is
said of typed moves that are refused is in other tables, see ``test_wrong_moves``.
"""

import json
import re
from pathlib import Path

import pytest

from rules import GAMES, IllegalMove, Position
from rules.completion import complete, suggestions
from rules.errors import NotationError
from rules.texts import Text
from rules.words import Notation, read_words

TABLES = json.loads((Path(__file__).parents[1] / "data" / "reading.json").read_text("utf-8"))


def rows(kind: str) -> list[tuple[Position, str, object]]:
    """Each position that has such rows, with the text and what is told of it."""
    return [
        (GAMES[table["game"]].decode(table["position"]), text, told)
        for table in TABLES
        for text, told in table.get(kind, {}).items()
    ]


@pytest.mark.parametrize(
    ("position", "move", "typed"),
    [(position, move, typed) for position, move, texts in rows("meant") for typed in texts],
)
def test_a_move_is_read_liberally(position: Position, move: str, typed: str) -> None:
    assert str(position.parse(typed)) == move


@pytest.mark.parametrize(("position", "typed", "told"), rows("read"))
def test_typed_text_is_split_into_steps_and_a_rest(position: Position, typed: str, told) -> None:
    steps, rest = told
    assert position.read(typed) == (tuple(steps.split()), rest)


@pytest.mark.parametrize(("position", "text", "hints"), rows("refused"))
def test_a_choice_off_the_menu_is_refused(position: Position, text: str, hints: str) -> None:
    taken = text.split()
    for choose in (position.steps, position.draft):
        with pytest.raises(IllegalMove) as refusal:
            choose(taken)
        assert refusal.value.code == "not_offered"
        assert str(refusal.value) == f"{taken[-1]} cannot be chosen here."
    with pytest.raises(IllegalMove) as refusal:
        position.steps(taken)
    assert refusal.value.hints == tuple(hints.split())


def test_people_are_told_the_names_that_pictures_show() -> None:
    assert GAMES["halves"].start().parse("2,-1").written == "n52"


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


APART = GAMES["apart"]
MIDDLE = APART.decode("standard ply:10 white:d3,d4,d7,f4,h1 black:d6,b6,h7,h8")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("D", "d3 d4 d7"),
        ("d4-d", "d4-d2 d4-d6"),
        ("d4 D", "d4-d2 d4-d6"),
        ("d4-captures", "d4-d6"),  # a word of what is said of it
        ("d4-c", "d4-c3 d4-c4 d4-c5 d4-d6"),  # squares first, then words
        ("d4-t", "d4-d6"),
        *((nothing, "") for nothing in ("zz", "d4-zz", "a1", "d4-d6-h8")),
    ],
)
def test_a_beginning_is_completed_by_notation_and_then_by_words(typed: str, offered: str) -> None:
    assert [completion.text for completion in complete(MIDDLE, typed, 25)] == offered.split()


def test_a_turn_that_may_stop_is_offered_first_in_words() -> None:
    stop, *onward = complete(MIDDLE, "d4-d6")
    assert stop.text == "d4-d6"
    assert str(stop.label) == "White jumps d4 to d6. It captures the piece on d6."
    assert str(stop.move) == "d4-d6"
    assert [completion.text for completion in onward] == ["d4-d6-d4", "d4-d6-d8"]


def test_a_word_that_could_go_on_is_completed_both_ways() -> None:
    """On a hexagonal board f1 is a cell, and the beginning of f10."""
    position = GAMES["detach"].decode("hexhex6 ply:2 white:f1,f10,c3 black:a1,a3,k6")
    offered = [completion.text for completion in complete(position, "f1")]
    assert offered[0] == "f10"
    assert offered[1:] == [completion.text for completion in complete(position, "f1>")]
    assert len(offered) > 2
    assert "f10" not in [completion.text for completion in complete(position, "f1 ")]


@pytest.mark.parametrize(
    ("game", "taken", "moves"),
    [
        ("apart", (), ("b1-a2", "b2-a1", "c1-a3")),
        ("apart", ("b2",), ("b2-a1", "b2-b4", "b2-c3")),
        ("apart", ("b2", "b4"), ("b2-b4",)),
        ("detach", ("b6",), ("b6>a5,a6", "b6>a5,b5", "b6>a5,b7")),
        ("detach", ("b6", "b5"), ("b6>a5,b5", "b6>a6,b5", "b6>b5,b7")),
        ("halves", (), ("l50", "n51", "l51")),
    ],
)
def test_what_was_begun_is_kept(game: str, taken: tuple[str, ...], moves: tuple[str, ...]) -> None:
    assert suggestions(GAMES[game].start(), taken) == moves


def test_when_the_game_is_over_there_is_nothing_to_suggest() -> None:
    with pytest.raises(IllegalMove, match="The game is over") as refusal:
        GAMES["apart"].start().leave(0).play("b2-b4")
    assert refusal.value.hints == ()
