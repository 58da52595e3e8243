"""Moves that are suggested are told apart in one picture: letters where they end, and arrows."""

import random
from collections import defaultdict
from dataclasses import replace

import pytest

from renderer import PictureRequest
from renderer.badges import ended_badge
from renderer.drawing import Renderer
from renderer.scene import Mark, MarkKind, Scene
from renderer.scenes import build_scene
from rules import GAMES, Position
from rules.game import Elected, Moved, Placed, Removed, Split
from tests.kit.positions import printed
from tests.kit.rules import CASES, random_move, start
from tests.renderer.boards import told
from tests.renderer.cases import DETACH, GLAISHER

START = Mark(MarkKind.START)


def suggesting(position: Position, *moves: str, **more: object) -> PictureRequest:
    suggested = tuple(position.events(position.parse(move)) for move in moves)
    return PictureRequest(position, suggested=suggested, **more)


def letters(scene: Scene) -> dict[str, str]:
    return {
        cell: mark.text
        for cell, look in scene.looks.items()
        for mark in look.marks
        if mark.kind is MarkKind.OPTION
    }


def arrows(scene: Scene) -> set[tuple[str, str]]:
    return {(arrow.start, arrow.end) for arrow in scene.arrows if arrow.suggested}


STONES, STACKS = GAMES["detach"].decode(DETACH), GAMES["glaisher"].decode(GLAISHER)
LONG = GAMES["glaisher"].decode("basic ply:31 red:a1=1 yellow:e1=7")
PIECES = GAMES["apart"].decode("standard ply:30 white:a1,c3,e5,e6,h8 black:a6,a7,e8")
TILES = printed("halves", "a choice of two")
LETTERS = (
    (STONES, "i2>i1,i3 i2>h2,i3", {"i1": "A", "h2": "B", "i3": "A B"}),
    (STONES, "i2>i1,i3 i2>h2,i3 i2>i1,h2", {"i1": "A C", "i3": "A B", "h2": "B C"}),
    (STACKS, "e2:5+1>E@c4", {"e7": "A", "c4": "A"}),
    (STACKS, "e2:5+1>E@c4 e2:5+1>E@c4", {"e7": "A B", "c4": "A B"}),
    (STACKS, "e2:3+2+1>E@c4 e2:5+1>E@c4", {"e5": "A", "e7": "B", "c4": "A B"}),
    (STACKS, "e2:3+2+1>E@c4 e2:5+1>E@e2", {"e5": "A", "c4": "A", "e7": "B", "e2": "B"}),
    (
        LONG,  # letters where only one comes down
        "e1:4+2+1>E@a3 e1:4+3>E@a3",
        {"e2": "A", "e3": "A", "e4": "B", "e5": "A B", "a3": "A B"},
    ),
    (TILES, "m50/m48 m50/m51 m48", {"m50": "A B", "m48": "C"}),
)


@pytest.mark.parametrize(("position", "moves", "wanted"), LETTERS)
def test_letters_stand_where_moves_end(position: Position, moves: str, wanted) -> None:
    assert letters(build_scene(suggesting(position, *moves.split()))) == wanted


def test_colours_have_letters_on_their_tiles() -> None:
    position = GAMES["halves"].start("2p-random", seed=3)
    found = letters(build_scene(suggesting(position, "dark", "light")))
    assert found == {cell: "BA"[piece.colour] for cell, piece in position.pieces().items()}


def test_moves_that_begin_in_several_places_have_letters_there() -> None:
    moves = [str(move) for move in PIECES.moves() if str(move)[-2:] == "b2"][:2]
    assert len({move[:2] for move in moves}) == 2
    scene = build_scene(suggesting(PIECES, *moves, "h8-g7"))
    assert letters(scene) == {"b2": "A B", "g7": "C"}
    begun = {moves[0][:2]: "A", moves[1][:2]: "B"}  # the third is one step
    assert told(scene.looks, MarkKind.BEGINS) == begun
    assert arrows(scene) == {(move[:2], move[-2:]) for move in (*moves, "h8-g7")}


def test_what_happens_where_a_move_ends_is_shown_beside_its_letter() -> None:
    """A plus above the letter of a new piece, a cross, or what has changed places."""
    looks = build_scene(suggesting(STACKS, "e2:3+2+1>E@c4", "e2:5+1>E@e2")).looks
    assert told(looks, MarkKind.ADDED).keys() == {"c4", "e2"}
    badge = ended_badge(looks["e2"], hexagonal=True)
    assert badge is not None
    assert badge.place == pytest.approx((0, 0.34))
    position = GAMES["detach"].decode("hexhex6 ply:40 white:d4,d6 black:d5,f10")
    swaps = [move for move in map(str, position.moves()) if "x" in move]
    looks = build_scene(suggesting(position, *swaps[:2])).looks
    assert told(looks, MarkKind.SWAPPED).keys() == {"d5"}
    position = GAMES["apart"].decode("standard ply:30 white:a1,b1,c1,h8 black:d2,e1,f8,g8")
    looks = build_scene(suggesting(position, "h8-h7", "b1-e1")).looks
    assert told(looks, MarkKind.CAPTURED).keys() == {"e1"}


def test_neighbours_need_neither_letters_nor_arrows_to_be_told_from(renderer: Renderer) -> None:
    """A start has letters if a move from there ends afar, or beside another start."""
    afar = next(move for move in map(str, STONES.moves()) if move.startswith("d4"))
    alone = GAMES["detach"].decode("hexhex6 ply:40 white:d4,d6,i2 black:c3,f10,g8")
    for position, moves, begun in (
        (alone, ("i2>i1,i3", "d4>c4,d3"), {}),
        (alone, ("d6>c6,d5", "d4>d5,e4"), {"d6": "A", "d4": "B"}),
        (STONES, ("i2>i1,i3", afar), {"d4": "B"}),
    ):
        scene = build_scene(suggesting(position, *moves))
        assert told(scene.looks, MarkKind.BEGINS) == begun
        drawn = renderer.picture(scene, "slate") != renderer.picture(
            replace(scene, arrows=()), "slate"
        )
        assert drawn == (position is STONES)


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_every_move_is_told_from_the_others_and_read_whole(game: str, variant: str) -> None:
    """In any position, of any three: where it ends stands its letter, or an arrow ends of all."""
    chance = random.Random(f"{game} {variant}")
    position = start(game, variant, 3)
    while position.to_move is not None:
        moves = [random_move(position, chance) for _ in range(3)]
        suggested = tuple(position.events(move) for move in moves)
        scene = build_scene(PictureRequest(position, suggested=suggested))
        shown = defaultdict(set)
        for cell, text in letters(scene).items():
            for letter in text.split():
                shown[letter].add(cell)
        for letter, events in zip("ABC", suggested, strict=True):
            ends, starts = set(), set()
            led = {arrow.end for arrow in scene.arrows} | told(scene.looks, MarkKind.PART).keys()
            for event in events:
                match event:
                    case Placed() | Removed():
                        ends.add(event.cell)
                    case Moved():
                        ends.add(event.path[-1])
                        starts.add(event.origin)
                    case Split():
                        ends |= {cell for cell, _ in event.parts}
                        starts.add(event.origin)
                    case Elected():
                        pieces = position.pieces().items()
                        ends |= {cell for cell, piece in pieces if piece.colour == event.colour}
            assert shown[letter] <= ends | starts
            assert ends - shown[letter] <= led
            assert shown[letter] or not ends
            assert all(START in scene.looks[way].marks for way in starts)
            assert letter != "A" or starts <= {one for one, _ in arrows(scene)}
        position = position.play(moves[0])
