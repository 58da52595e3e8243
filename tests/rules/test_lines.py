"""How positions are written in a line, and what is said of lines that tell none."""

import pytest

from rules import GAMES, PositionError
from tests.kit.positions import printed

THIRTEEN = "a1,a2,a3,a4,a5,a6,a7,a8,b1,b2,b3,b4,b5"
STACKS = printed("glaisher", "a taller stack in the way").encode()
LINKED = (
    "basic ply:9 red:e1=1,e2=1,e3=1,e4=1,e5=1,e6=1,e7=1,f7=1,f8=1"
    " yellow:d1=1,d2=1,d3=1,d4=1,d5=1,d6=1,d7=1,d8=1"
)
TILES = "2p waning ply:39 turn:0 light:-2,0;0,0;2,0 dark:-1,0;1,0 seats:light,dark"
WAXING = TILES.replace("waning", "waxing")
CONTRACT = GAMES["halves"].start("2p-random", seed=7).encode()
NO_CONTRACT = CONTRACT.replace("2p-random", "2p-nocontract").replace(" seed:7", "")

SEEDED = (
    "2p-random contract ply:0 turn:0 light:-4,1;-4,3;-3,0;-2,1;-1,-1;0,0;0,3;1,1;2,-1;2,1;4,-1;5,-2"
    " dark:-4,2;-3,1;-3,2;-2,0;0,-2;0,-1;0,2;1,-1;1,0;1,2;3,-1;5,-1 seats:light,dark seed:7"
)
"""A seed lays the same tiles for ever."""
STARTS = {
    "abande": [f"{board} ply:0 reserve:18,18 passes:0 stacks:" for board in ("square", "hex")],
    "apart": [printed("apart", "setup").encode()],
    "detach": [
        "hexhex6 ply:0 white:b6,f2,j6 black:b2,f10,j2",
        "hexhex5 ply:0 white:b5,e2,h5 black:b2,e8,h2",
    ],
    "glaisher": ["basic ply:0 red:b1=6,d8=6,i2=6 yellow:a4=6,f1=6,h6=6"],
    "halves": [
        "2p waxing ply:0 turn:0 light:0,0 dark:1,0 seats:light,dark",
        "3p waxing ply:0 turn:0 light:0,0 dark:1,0 grey:0,1 seats:light,dark,grey",
        SEEDED,
    ],
}
WELL = {
    "abande": (
        "square ply:0 reserve:18,18 passes:0 stacks:",
        "square ply:8 reserve:15,16 passes:0 stacks:c2=B,c3=W,c4=BW,d2=W",
        "hex ply:40 reserve:0,0 passes:0 stacks:d3=WB,d4=W,d5=B,d6=BWW left:1",
    ),
    "apart": (f"standard ply:10 white:{THIRTEEN.removesuffix(',b5')} black:h1,h2",),
    "detach": ("hexhex6 ply:1 white:b5,c7,f2,j6 black:b2,f10,j2",),
    "glaisher": (LINKED, STACKS),
    "halves": (TILES, CONTRACT, NO_CONTRACT.replace("-nocontract", "")),
}
DAMAGED = {
    "abande": {
        "hex ply:0 reserve:18,18 passes:3 stacks:": "not a position of Abande",
        "hex ply:0 reserve:18,18 passes:0 stacks:\n": "not a position of Abande",
        "hex ply:0 reserve:19,18 passes:0 stacks:": "a reserve of 19 is more than 18",
        "hex ply:0 reserve:18,99 passes:0 stacks:": "a reserve of 99 is more than 18",
        "hex ply:0 reserve:18,18 passes:0 stacks:c3": "c3 is not a stack",
        "hex ply:0 reserve:18,18 passes:0 stacks:c3=WWBB": "c3=WWBB is not a stack",
        "hex ply:0 reserve:18,18 passes:0 stacks:a5=W": "a5=W is not a stack",
        "hex ply:0 reserve:18,18 passes:0 stacks:c3=W,c3=B": "c3 holds two stacks",
        "hex ply:0 reserve:18,18 passes:0 stacks:c3=W,c5=B": "the pieces do not form one band",
    },
    "apart": {
        "standard ply:3 white:a1 black:a9": "not a position of Apart",
        "standard ply:3 white:a1,b1 black:b1": "b1 holds two pieces",
        f"standard ply:3 white:{THIRTEEN} black:": "13 pieces of a colour; there are 12",
        "standard ply:1 white:a1 black:b5 quiet:a2-a1,b6-b5": "2 quiet moves",
        "standard ply:4 white:a1,a2 black:b5 quiet:a3-a1": "the quiet move a3-a1 cannot",
        "standard ply:3 white:a1,a2 black:b5 quiet:a3-b5": "the quiet move a3-b5 cannot",
        "standard ply:3 white:a1,a2 black:b5 quiet:b5-a1": "the quiet move b5-a1 cannot",
        "standard ply:3 white:a1,a2 black:b5 quiet:a2-a1": "the quiet move a2-a1 cannot",
    },
    "detach": {
        "hexhex7 ply:0 white: black:": "not a position of Detach",
        "hexhex6 ply:0 white:b6 black:b2 left:2": "not a position of Detach",
        "hexhex6 ply:0 white:b6 black:b2\n": "not a position of Detach",
        "hexhex6 ply:0 white:b6,z9 black:b2": "there is no hex z9",
        "hexhex5 ply:0 white:b6,k1 black:b2": "there is no hex k1",
        "hexhex6 ply:0 white:b6,c1 black:b2,c1": "c1 holds two stones",
    },
    "glaisher": {
        STACKS.replace("basic", "other"): "not a position of Glaisher",
        STACKS + " left:2": "not a position of Glaisher",
        STACKS.replace("e4=2", "a6=2"): "there is no hex a6",
        STACKS.replace("e4=2", "e2=2"): "e2 holds two stacks",
        STACKS.replace("e4=2", "e4=0"): "the stack on e4 has no height",
        "advanced ply:1 red:a1=5 yellow:": "stacks are set up in turn",
        "advanced ply:2 red:a1=6 yellow:": "stacks are set up in turn",
        "advanced ply:5 red:a1=6,a2=6 yellow:a3=6,a4=6,a5=6": "stacks are set up in turn",
        LINKED + ",e9=1": "only one player can have connected",
    },
    "halves": {
        TILES.replace("light:", "white:"): "not a position of Halves, such as 2p waxing",
        TILES.replace("2p", "5p"): "Halves has no variant 5p",
        TILES.replace("2p", "3p"): "3p is played with light, dark, grey",
        TILES.replace("seats:light,dark", "seats:light,light"): "2p is played with light, dark",
        TILES.replace(" seats", " grey:3,0 seats"): "2p is played with light, dark",
        TILES.replace("2,0 ", "2,0;36,0 "): "36,0 is further out",
        TILES.replace("2,0 ", "2,0;1,0 "): "1,0 is listed twice",
        TILES.replace("turn:0", "turn:2"): "seat 2 cannot have the turn",
        TILES + " left:0": "seat 0 cannot have the turn",
        TILES + " left:1,1": "a seat can leave once, and not all can",
        TILES + " left:2": "a seat can leave once, and not all can",
        TILES + " left:1,0": "a seat can leave once, and not all can",
        TILES + " seed:3": "a seed belongs to random tiles, and to nothing else",
        TILES.replace("2p", "2p-random"): "a seed belongs to random tiles, and to nothing else",
        TILES.replace("-1,0;", ""): "the tiles are not one connected shape",
        TILES.replace("-2,0;0,0;2,0", "").replace("-1,0;1,0", ""): "the tiles are not one",
        TILES.replace("2,0 ", ";".join(f"{q},0" for q in range(2, 13)) + " "): "each colour has 12",
        WAXING.replace("-1,0;1,0", "").replace(
            "-2,0;0,0;2,0", "0,0"
        ): "no colour is without a tile",
        WAXING: "the tiles were not placed in turn",
        WAXING.replace("1,0 ", "1,0;1,1;2,1;3,0 "): "the tiles were not placed in turn",
        TILES.replace("waning", "contract").replace("-2,0;", ""): "with these tiles the phase is",
        CONTRACT.replace("contract", "waxing"): "with these tiles the phase is not waxing",
        NO_CONTRACT: "2p-nocontract has no contract",
        "2p-random waxing ply:0 turn:0 light:0,0 dark:1,0 seats:light,dark seed:7": (
            "with these tiles the phase is not waxing"
        ),
    },
}


@pytest.mark.parametrize(
    ("game", "line"), [(game, line) for game in STARTS for line in STARTS[game]]
)
def test_a_match_starts_as_the_sheet_says(game: str, line: str) -> None:
    variant = line.split()[0]
    start = GAMES[game].start(variant, seed=7 if "random" in variant else None)
    assert (start.encode(), start.to_move) == (line, 0)


@pytest.mark.parametrize(("game", "line"), [(game, line) for game in WELL for line in WELL[game]])
def test_a_line_is_written_as_it_was_read(game: str, line: str) -> None:
    assert GAMES[game].decode(line).encode() == line


@pytest.mark.parametrize(
    ("game", "line"), [(game, line) for game, lines in DAMAGED.items() for line in lines]
)
def test_a_damaged_line_says_what_is_wrong(game: str, line: str) -> None:
    with pytest.raises(PositionError) as refusal:
        GAMES[game].decode(line)
    assert str(refusal.value).startswith(DAMAGED[game][line])


def test_who_connects_first_has_won() -> None:
    assert GAMES["glaisher"].decode(LINKED).outcome.winners == (0,)
