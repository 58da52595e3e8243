"""What Detach says when a typed move does not work: a code, a sentence, a place, a few hints."""

import pytest

from rules.errors import IllegalMove, NotationError
from rules.games.detach import Detach

GAME = Detach()
START = "hexhex6 ply:0 white:b6,f2,j6 black:b2,f10,j2"
CLOSE = "hexhex5 ply:6 white:e5,a1,a2 black:e4,e6,g6,h6,c1,c3"
FAR = "hexhex6 ply:7 white:h6,h7,i6,i7,g6 black:d4,d3,e4,a6"
BLOCKED = "hexhex5 ply:6 white:e5,e6 black:e4,d1"
BIG = "hexhex5 ply:6 white:a1,a2,a3,a4,a5,b1,b2,b3,b4,i1 black:e5"
CORNER = "hexhex5 ply:6 white:a1,e5 black:a2,b1,b2"
SWAPS = "hexhex5 ply:6 white:a1,a2 black:a3,c1,c3"
SINGLE = "hexhex5 ply:6 white:a1,e5 black:b1,b2"
FORMAT = "a move reads like d4>d3,d5: a stone, then the two hexes where its stones land"


@pytest.mark.parametrize(
    ("position", "text", "code", "message", "span"),
    [
        (START, "", "unreadable", FORMAT, None),
        (START, "hello", "unreadable", FORMAT, None),
        (START, "b6>b5,z", "unreadable", f"{FORMAT}; what comes after b5 does not fit", (6, 7)),
        (
            START,
            "b6 b5 c6 c7",
            "unreadable",
            f"{FORMAT}; what comes after c6 does not fit",
            (9, 11),
        ),
        (START, "b6 a11", "no_such_cell", "there is no hex a11 on this board", (3, 6)),
        (START, "k7 a1", "no_such_cell", "there is no hex k7 on this board", (0, 2)),
        (START, "b6", "incomplete", "b6 needs two hexes for its two stones to land on", None),
        (START, "b6>b5", "incomplete", "b6 needs two hexes for its two stones to land on", None),
    ],
)
def test_what_does_not_read_as_a_move(position, text, code, message, span):
    with pytest.raises(NotationError) as raised:
        GAME.decode(position).parse(text)
    error = raised.value
    assert (error.code, error.message, error.text, error.span) == (code, message, text, span)


FORCE_1 = "b6 has force 1, so each stone travels exactly 1 hex; "
FORCE_2 = "e5 has force 2, so each stone travels exactly 2 hexes; "
FORCE_3 = "d4 has force 3, so each stone travels exactly 3 hexes; "


@pytest.mark.parametrize(
    ("position", "text", "code", "message", "span"),
    [
        (START, "d4", "no_stone", "d4 is empty, so nothing can detach from it", (0, 2)),
        (START, "b2", "no_stone", "b2 holds a black stone, and it is White's turn", (0, 2)),
        (
            START,
            "b6 b5 b5",
            "bad_pair",
            "the two stones part, so they cannot both land on b5",
            (6, 8),
        ),
        (START, "b6 b4", "bad_landing", FORCE_1 + "towards W that is b5, not b4", (3, 5)),
        (START, "b6 d7", "bad_landing", FORCE_1 + "no straight line leads to d7", (3, 5)),
        (START, "b6 b6", "bad_landing", FORCE_1 + "no straight line leads to b6", (3, 5)),
        (START, "b6 c7x", "bad_landing", "c7 is empty, so there is no stone to swap with", (3, 6)),
        (
            FAR,
            "d4>g6",
            "bad_landing",
            FORCE_3 + "towards NE g6 holds a white stone of force 5, more than 3",
            (3, 5),
        ),
        (
            BLOCKED,
            "e5 e3",
            "bad_landing",
            FORCE_2 + "towards W a black stone on e4 is in the way",
            (3, 5),
        ),
        (
            "hexhex5 ply:7 white:d5 black:e5,e6",
            "e5 c5",
            "bad_landing",
            FORCE_2 + "towards SE a white stone on d5 is in the way",
            (3, 5),
        ),
        (
            "hexhex5 ply:6 white:a1,a2,c3 black:i1",
            "a1 c3",
            "bad_landing",
            "a1 has force 2, so each stone travels exactly 2 hexes;"
            " towards NE c3 holds a white stone, one of its own",
            (3, 5),
        ),
        (
            "hexhex5 ply:6 white:a4,a5 black:i1",
            "a4 a5",
            "bad_landing",
            "a4 has force 2, so each stone travels exactly 2 hexes;"
            " towards E the board ends sooner",
            (3, 5),
        ),
        (
            CLOSE,
            "e5 e4x e6x",
            "bad_pair",
            "only one of the two stones may swap, and e4 and e6 both hold enemy stones",
            (7, 10),
        ),
        (
            BIG,
            "a1",
            "stuck",
            "a1 has force 9 and no hex at exactly that distance to land on",
            (0, 2),
        ),
        (
            CORNER,
            "a1",
            "stuck",
            "a1 has force 1 and no hex at exactly that distance to land on",
            (0, 2),
        ),
        (
            SWAPS,
            "a1",
            "stuck",
            "a1 has force 2 and could only swap (a3, c1, c3), which one stone alone may do",
            (0, 2),
        ),
        (
            SINGLE,
            "a1 a2",
            "stuck",
            "a1 has force 1 and could land only on a2, but its two stones need two hexes",
            (0, 2),
        ),
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
        (START, "d4", ("b6>", "f2>", "j6>")),
        (START, "b6", ("b6>a5,a6", "b6>a5,b5", "b6>a5,b7")),
        (START, "b6>c7", ("b6>a5,c7", "b6>a6,c7", "b6>b5,c7")),
        (START, "b6>c7,c7", ("b6>a5,c7", "b6>a6,c7", "b6>b5,c7")),
        (START, "b6>b4", ("b6>a5,a6", "b6>a5,b5", "b6>a5,b7")),
        (SINGLE, "a1", ("e5>",)),
        (SINGLE, "a1 d4", ()),
        (CLOSE, "e5 e4 e6", ("e5>d4,e4x", "e5>d5,e4x", "e5>e4x,f4")),
        (START, "hello", ()),
    ],
)
def test_hints_are_a_few_things_that_work(position, text, hints):
    with pytest.raises((IllegalMove, NotationError)) as raised:
        GAME.decode(position).parse(text)
    assert raised.value.hints == hints
