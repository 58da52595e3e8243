"""What Abande says when a typed move does not work: a code, a sentence, a place, a few hints."""

import pytest

from rules.errors import IllegalMove, NotationError
from rules.games.abande import Abande

GAME = Abande()
KEEP = "square ply:4 reserve:16,16 passes:0 stacks:c2=B,c3=W,c4=B,d2=W"
EMPTIED = "square ply:40 reserve:0,3 passes:0 stacks:c2=B,c3=W,c4=B,d2=W"
TALL = "hex ply:12 reserve:10,10 passes:0 stacks:d3=BW,d4=WB,d5=W,e3=BWW,e4=B"
STAR = "square ply:12 reserve:10,10 passes:0 stacks:b2=B,d4=W,f6=B,e5=B,c3=B,c5=B,e3=B"
EARLY = "square ply:2 reserve:17,17 passes:0 stacks:d4=W,d5=B"
ONE = "square ply:2 reserve:17,18 passes:0 stacks:d4=W"
FORMAT = "a move reads like c3 to insert a stone, c3-d4 to move a piece, or pass"


@pytest.mark.parametrize(
    ("position", "text", "code", "message", "span"),
    [
        (KEEP, "", "unreadable", FORMAT, None),
        (KEEP, "hello", "unreadable", FORMAT, None),
        (KEEP, "passing", "unreadable", FORMAT, None),
        (KEEP, "d22", "unreadable", FORMAT, None),
        (KEEP, "d2-c2 x", "unreadable", f"{FORMAT}; what comes after c2 does not fit", (6, 7)),
        (KEEP, "d2 c2 c3", "unreadable", f"{FORMAT}; what comes after c2 does not fit", (6, 8)),
        (KEEP, "pass c3", "unreadable", f"{FORMAT}; what comes after pass does not fit", (5, 7)),
        (KEEP, "c9", "no_such_cell", "there is no cell c9 on this board", (0, 2)),
        (TALL, "d3 a5", "no_such_cell", "there is no cell a5 on this board", (3, 5)),
        (KEEP, "d2", "incomplete", "d2 needs an enemy piece next to it to move onto", None),
    ],
)
def test_what_does_not_read_as_a_move(position, text, code, message, span):
    with pytest.raises(NotationError) as raised:
        GAME.decode(position).parse(text)
    error = raised.value
    assert (error.code, error.message, error.text, error.span) == (code, message, text, span)


@pytest.mark.parametrize(
    ("position", "text", "code", "message", "span"),
    [
        (
            KEEP,
            "pass",
            "may_not_pass",
            "White still has 16 stones in reserve, so may not pass yet",
            None,
        ),
        (
            "hex ply:5 reserve:0,1 passes:0 stacks:d4=W",
            "pass",
            "may_not_pass",
            "Black still has 1 stone in reserve, so may not pass yet",
            None,
        ),
        (
            KEEP,
            " g7",
            "bad_insert",
            "g7 touches no piece; a stone is inserted next to one",
            (1, 3),
        ),
        (
            KEEP,
            "c2",
            "bad_insert",
            "c2 holds a black stone; stones are inserted on empty cells",
            (0, 2),
        ),
        (
            TALL,
            "e3",
            "bad_insert",
            "e3 holds a white stack of 3; stones are inserted on empty cells",
            (0, 2),
        ),
        (
            EMPTIED,
            "b1",
            "bad_insert",
            "White has no stone left in reserve to insert on b1",
            (0, 2),
        ),
        (KEEP, "e1-e2", "bad_piece", "e1 is empty, so nothing can move from it", (0, 2)),
        (
            KEEP,
            "c2-c3",
            "bad_piece",
            "c2 holds a black stone, and it is White's turn",
            (0, 2),
        ),
        (
            EARLY,
            "d4-d5",
            "bad_piece",
            "pieces move only after 3 stones have been inserted; so far it is 2",
            (0, 2),
        ),
        (
            ONE,
            "d4-d5",
            "bad_piece",
            "pieces move only after 3 stones have been inserted; so far it is 1",
            (0, 2),
        ),
        (KEEP, "d2-c4", "bad_target", "c4 is not next to d2", (3, 5)),
        (KEEP, "d2-d2", "bad_target", "d2 is not next to d2", (3, 5)),
        (KEEP, "d2-d3", "bad_target", "d3 is empty; a piece moves onto an enemy piece", (3, 5)),
        (
            KEEP,
            "d2-c3",
            "bad_target",
            "c3 holds a white stone; a piece moves onto an enemy piece",
            (3, 5),
        ),
        (
            TALL,
            "d3-d4",
            "bad_target",
            "d3-d4 would make a stack of 4; 3 stones are the most",
            (3, 5),
        ),
        (KEEP, "c3-c2", "bad_target", "c3-c2 would split the band in two", (3, 5)),
        (
            "square ply:3 reserve:16,17 passes:0 stacks:d4=W,d5=B,e5=W",
            "d5-d6",
            "bad_target",
            "d6 is empty; a piece moves onto an enemy piece",
            (3, 5),
        ),
        (
            "square ply:8 reserve:14,14 passes:0 stacks:c2=B,c3=BW,c4=B",
            "c3-c4",
            "bad_target",
            "c3-c4 would split the band in two",
            (3, 5),
        ),
        (STAR, "d4-e5", "bad_target", "d4-e5 would split the band in four", (3, 5)),
    ],
)
def test_what_the_rules_forbid(position, text, code, message, span):
    with pytest.raises(IllegalMove) as raised:
        GAME.decode(position).parse(text)
    error = raised.value
    assert (error.code, error.message, error.text, error.span) == (code, message, text, span)


@pytest.mark.parametrize(
    ("position", "text", "hints"),
    [
        (KEEP, "pass", ("b1", "b2", "b3")),
        (KEEP, "g7", ("b1", "b2", "b3")),
        (KEEP, "c2-c3", ("b1", "b2", "b3")),
        (KEEP, "d2-d3", ("d2-c2",)),
        (KEEP, "d2", ("d2-c2",)),
        (KEEP, "c3-c2", ("b1", "b2", "b3")),
        (TALL, "d5-d6", ("d5-d4", "d5-e4")),
        (EMPTIED, "b1", ("d2-c2", "pass")),
        (KEEP, "hello", ()),
    ],
)
def test_hints_are_a_few_things_that_work(position, text, hints):
    with pytest.raises((IllegalMove, NotationError)) as raised:
        GAME.decode(position).parse(text)
    assert raised.value.hints == hints


@pytest.mark.parametrize(
    ("variant", "around", "count"),
    [
        ("square", "c3=B,e5=B", "two"),
        ("square", "c3=B,e5=B,c5=B", "three"),
        ("square", "c3=B,e3=B,c5=B,e5=B", "four"),
        ("hex", "d3=B,d5=B", "two"),
        ("hex", "d3=B,d5=W", "two"),
        ("hex", "d3=B,e4=B,c4=B", "three"),
    ],
)
def test_the_number_of_parts_is_said(variant, around, count):
    position = GAME.decode(f"{variant} ply:12 reserve:10,10 passes:0 stacks:d4=W,{around}")
    with pytest.raises(IllegalMove) as raised:
        position.parse(f"d4-{around[:2]}")
    assert raised.value.message == f"d4-{around[:2]} would split the band in {count}"
