"""What is typed is read liberally, as far as it fits; a choice off the menu is refused.

What is said of typed moves that are refused is in tables, see ``test_wrong_moves``.
"""

import pytest

from rules import GAMES, IllegalMove, MoveError, Position
from rules.errors import AmbiguousMove
from tests.kit.positions import printed

ABANDE = GAMES["abande"].decode("square ply:8 reserve:15,16 passes:0 stacks:c2=B,c3=W,c4=BW,d2=W")
PASSING = GAMES["abande"].decode("hex ply:40 reserve:0,0 passes:0 stacks:d3=WB,d4=W,d5=B,d6=BWW")
APART = GAMES["apart"].decode("standard ply:10 white:d3,d4,d7,f4,h1 black:a4,b6,h7,h8")
CAPTURE = GAMES["apart"].decode("standard ply:10 white:d4,e4,f4,g4,h1 black:b4,b6,h7,h8")
DETACH = GAMES["detach"].start()
LONE = GAMES["detach"].decode("hexhex6 ply:6 white:d4 black:a1,a2")
SWAP = GAMES["detach"].decode("hexhex5 ply:6 white:e5 black:e4,e6")
GLAISHER = GAMES["glaisher"].start()
BLOCKED = printed("glaisher", "a taller stack in the way")
SET_UP = GAMES["glaisher"].start("advanced").play("@c3")
TALL = GAMES["glaisher"].decode(
    printed("glaisher", "tall stacks").encode().replace("e1=36", "e1=11")
)
HALVES = GAMES["halves"].start()
MINUS = HALVES.play("1,-1").play("0,1")
CONTRACT = GAMES["halves"].start("2p-random", seed=3)
CHOICE = printed("halves", "a choice of two")
TURNED = printed("halves", "turned around")
UNEVEN = GAMES["halves"].decode(
    "2p waning ply:39 turn:0 light:-1,0;0,0;2,0 dark:1,0 seats:light,dark"
)

MEANT: list[tuple[Position, str, tuple[str, ...]]] = [
    (ABANDE, "d2-c2", ("d2-c2", "D2 C2", "d2c2", "d2 \u2192 c2", "d2\u2212c2", "d2>c2.", "d2 xc2")),
    (ABANDE, "b1", (" B1 ", "b1.")),
    (PASSING, "pass", ("pass", "PASS", " Pass. ")),
    (APART, "d4-d6-d8", ("d4-d6-d8", "D4 D6 D8", "d4d6d8", "d4>d6>d8", "d4\u2212d6\u2013d8")),
    (CAPTURE, "f4-b4", ("f4xb4", "f4 x b4", "f4 \u00d7b4", "F4Xb4")),
    (DETACH, "b6>b5,c7", ("B6 C7 b5", "b6-b5/c7", "b6b5c7", "b6 \u2192 c7; b5", " b6>c7,b5. ")),
    (LONE, "d4>d3,d5", ("D4 d3 d5", "d4-d3/d5", "d4>d5,d3")),
    (SWAP, "e5>d4,e4x", ("e5>d4,e4x", "e5 e4 d4", "e5 E4X d4", "e5 e4\u00d7 d4", "e5 d4 e4 x")),
    (
        GLAISHER,
        "i2:3+2+1>SE@f8",
        (
            "I2:1+2+3>se@F8",
            "i2 321 se f8",
            "i2 se 321 f8",
            "i2 32 1 se f8",
            "i2 3 2 1 se f8",
            "i2-3-2-1-se-f8",
            "i2 213sef8",
            "i2: 3 + 1 + 2 > SE @ f8",
            "i2 \u2192 3+2+1 \u2192 SE \u2192 f8",
            "i2 3\u22122\u22121 se (f8)",
            "\ti2,3,2,1,Se,f8\n",
        ),
    ),
    (GLAISHER, "i2:3+2+1>E@f8", ("i2 321 e f8",)),
    (SET_UP, "@c4", ("@c4", "c4", " C4", "@ c4", "> C4.")),
    (TALL, "e1:8+3>E@a2", ("e1 83 e a2",)),
    (
        HALVES,
        "2,-1",
        (
            *(" 2 , -1 ", "2 -1", "(2,-1)", "2-1", "+2,-1", "2;-1", "2,\u22121", "2/\u20131"),
            *("-> 2,-1", "\u2192 2,-1", "2, \u00a0-1", "02,-01", "n52", "N52", " n52 ", "n052"),
        ),
    ),
    (MINUS, "-1,1", ("-1,1", "\u22121,1", "- -1,1", "-1 - 1", "\u20141 1")),
    (CHOICE, "0,0/1,0", ("0,0/1,0", "0,0/2,0", "0 0 1 0", "0,0 \u2192 2,0", "0,0 - 1,0")),
    (CHOICE, "0,0/1,0", ("(0,0)(1,0)", "m50/m51", "m50 m52", "M50>m51", "0,0/m51", "m50/1,0")),
    (CHOICE, "2,0", ("2,0/1,0",)),
    (UNEVEN, "0,0", ("0,0/2,0",)),
    (CONTRACT, "dark", ("dark", "DARK", " Dark ", "> dark")),
    (GAMES["halves"].start("3p-random", seed=3), "grey", ("Gray",)),
]
READ: list[tuple[Position, dict[str, tuple[tuple[str, ...], str]]]] = [
    (
        ABANDE,
        {
            "": ((), ""),
            "d": ((), "d"),
            "D2-": (("d2",), ""),
            "d2 c": (("d2",), "c"),
            "d2 c2": (("d2", "c2"), ""),
            "d2 c2 c3": (("d2", "c2"), "c3"),
            "d2 c4": (("d2",), "c4"),
            "b1 b2": (("b1",), "b2"),
            "pas": ((), "pas"),
            "pass": ((), "pass"),
        },
    ),
    (
        APART,
        {
            "d4-d6-a1-a2": (("d4", "d6"), "a1-a2"),
            "d4-d": (("d4",), "d"),
            "a5": ((), "a5"),
        },
    ),
    (CAPTURE, {"f4xb4": (("f4", "b4"), "")}),
    (
        DETACH,
        {
            "b": ((), "b"),
            "B6 > ": (("b6",), ""),
            "b6>c": (("b6",), "c"),
            "b6>c7,b5": (("b6", "c7", "b5"), ""),
            "b6>c7,c7": (("b6", "c7"), "c7"),
            "b6>c7x": (("b6",), "c7x"),
            "b6>c7,b5 j2": (("b6", "c7", "b5"), "j2"),
            "d4 b6": ((), "d4 b6"),
        },
    ),
    (SWAP, {"e5 e4": (("e5", "e4x"), ""), "e5>e4x": (("e5", "e4x"), "")}),
    (
        BLOCKED,
        {
            "e4": ((), "e4"),
            "42 ne": ((), "42 ne"),
            "E2 42": (("e2", "4+2"), ""),
            "e2 ne 42": (("e2", "NE", "4+2"), ""),
            "e2:4+2>ne@A1": (("e2", "NE", "4+2", "a1"), ""),
            "e2 4 + ": (("e2",), "4 + "),
            "e2 ne 32": (("e2", "NE"), "32"),
            "e2 ne 42 f": (("e2", "NE", "4+2"), "f"),
            "e2 e 42": (("e2", "E"), "42"),
            "e2 42 e": (("e2", "4+2"), "e"),
            "e2 ne 42 i2": (("e2", "NE", "4+2"), "i2"),
            "e2 ne 42 a1 a2": (("e2", "NE", "4+2", "a1"), "a2"),
        },
    ),
    (SET_UP, {"c4 3": (("c4",), "3"), "3": ((), "3")}),
    (
        CHOICE,
        {
            "0 0 / 2 0": (("m50", "m51"), ""),
            "0,0/-1": (("m50",), "-1"),
            "0,0/7,7": (("m50",), "7,7"),
            "0,0/99,99": (("m50",), "99,99"),
            "0,0 light": (("m50",), "light"),
            "2,0/0,0": (("m52",), "0,0"),
            "1,0": ((), "1,0"),
            "0,0/1,0/1,0": (("m50", "m51"), "1,0"),
        },
    ),
    (TURNED, {"2, -1": (("n52",), "")}),
    (CONTRACT, {"Dark 1,1": (("dark",), "1,1"), "grey": ((), "grey")}),
    (HALVES, {"1,1 0,1": (("l51",), "0,1")}),
]
DRAFTS: list[tuple[Position, dict[tuple[str, ...], str]]] = [
    (ABANDE, {(): "", ("d2",): "d2", ("d2", "c2"): "d2-c2", ("b1",): "b1"}),
    (PASSING, {("pass",): "pass"}),
    (DETACH, {("b6",): "b6", ("b6", "c7"): "b6>c7", ("b6", "c7", "b5"): "b6>b5,c7"}),
    (
        BLOCKED,
        {
            ("e2",): "e2",
            ("e2", "NE"): "e2>NE",
            ("e2", "4+2"): "e2:4+2",
            ("e2", "NE", "4+2"): "e2:4+2>NE",
            ("e2", "4+2", "NE"): "e2:4+2>NE",
            ("e2", "NE", "4+2", "a1"): "e2:4+2>NE@a1",
        },
    ),
    (SET_UP, {(): "", ("a1",): "@a1"}),
    (CHOICE, {(): "", ("m50",): "m50", ("m50", "m51"): "m50/m51"}),
]
REFUSED: list[tuple[Position, tuple[str, ...]]] = [
    (ABANDE, ("c2", "d2 c3", "b1 b2", "d2 c2 c2", "pass", "z")),
    (APART, ("d4 d9", "a4")),
    (DETACH, ("b2", "b6 b4", "b6 b5 b5", "b6 b5 c7 c6")),
    (BLOCKED, ("e3", "e4", "zz", "e2 W", "e2 4+1", "e2 E 4+2", "e2 E NE", "e2 5+1 3+2+1")),
    (BLOCKED, ("e2 5+1 NE", "e2 E 5+1 e3", "e2 E 5+1 a1 a2")),
    (SET_UP, ("c3", "a1 a2")),
    (printed("glaisher", "a separation can win"), ("f7 W 2+1 g5",)),
    (CHOICE, ("m51", "m52 m50", "m50 m52", "m50 m51 m51")),
]


@pytest.mark.parametrize(
    ("position", "move", "typed"),
    [(position, move, typed) for position, move, texts in MEANT for typed in texts],
)
def test_a_move_is_read_liberally(position: Position, move: str, typed: str) -> None:
    assert str(position.parse(typed)) == move


def test_people_are_told_the_names_that_pictures_show() -> None:
    assert HALVES.parse("2,-1").written == "n52"
    assert CHOICE.parse("0,0/1,0").written == "m50/m51"


def test_choosing_between_equal_subsets_is_ambiguous() -> None:
    with pytest.raises(AmbiguousMove):
        CHOICE.parse("0,0")


@pytest.mark.parametrize(
    ("position", "typed", "message"),
    [
        (TALL, "e1:10+1>E@a2", "10+1 from e1 towards e2 is not possible. The 10 would leave"),
        (GLAISHER, "b1 41 e a1", "4+1 from b1 towards b2 is not possible. The parts add up to 5"),
    ],
)
def test_numbers_are_digits_or_parts(position: Position, typed: str, message: str) -> None:
    with pytest.raises(MoveError) as refusal:
        position.parse(typed)
    assert str(refusal.value).startswith(message)


def test_one_separation_is_possible() -> None:
    position = GAMES["glaisher"].decode("basic ply:2 red:e1=4 yellow:a4=6")
    with pytest.raises(MoveError, match=r"Possible that way: 3\+1\.$"):
        position.parse("e1 22 e a1")


@pytest.mark.parametrize(
    ("position", "typed", "read"),
    [(position, typed, read) for position, texts in READ for typed, read in texts.items()],
)
def test_typed_text_is_split_into_steps_and_a_rest(position: Position, typed: str, read) -> None:
    assert position.read(typed) == read


@pytest.mark.parametrize(
    ("position", "taken", "text"),
    [(position, taken, text) for position, drafts in DRAFTS for taken, text in drafts.items()],
)
def test_a_draft_says_what_was_chosen(position, taken, text: str) -> None:
    assert position.draft(taken) == text


@pytest.mark.parametrize(
    ("position", "taken"),
    [(position, taken.split()) for position, texts in REFUSED for taken in texts],
)
def test_a_choice_off_the_menu_is_refused(position: Position, taken: list[str]) -> None:
    for choose in (position.steps, position.draft):
        with pytest.raises(IllegalMove) as refusal:
            choose(taken)
        assert refusal.value.code == "not_offered"
        assert str(refusal.value) == f"{taken[-1]} cannot be chosen here."
        assert len(refusal.value.hints) <= 3


def test_a_refused_choice_is_told_a_few_that_are_offered() -> None:
    for position, taken, hints in (
        (APART, ("d4", "d9"), ("c3", "c4", "c5")),
        (CHOICE, ("m51",), ("m48", "m50", "m52")),
        (BLOCKED, ("e2", "E", "NE"), ("5+1", "3+2+1")),
        (DETACH, ("b2",), ("b6", "f2", "j6")),
    ):
        with pytest.raises(IllegalMove) as refusal:
            position.steps(taken)
        assert refusal.value.hints == hints
