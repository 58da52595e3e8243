"""Moves that are suggested are told apart in one picture: letters where they end, and arrows."""

import random
from collections import defaultdict
from dataclasses import replace

import pytest

from renderer import PictureRequest
from renderer.badges import shared_badge
from renderer.drawing import Renderer
from renderer.scene import Arrow, Mark, MarkKind, Scene
from renderer.scenes import build_scene
from rules import GAMES, Position
from rules.game import Elected, Moved, Placed, Removed, Split
from tests.kit.positions import printed
from tests.kit.rules import CASES, random_move, start
from tests.renderer.boards import Picture, told
from tests.renderer.cases import APART, DETACH, GLAISHER, pixels

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


def test_a_landing_that_all_moves_share_has_one_arrow() -> None:
    scene = build_scene(suggesting(STONES, "i2>i1,i3", "i2>h2,i3"))
    assert arrows(scene) == {("i2", "i1"), ("i2", "i3"), ("i2", "h2")}
    assert {arrow.end for arrow in scene.arrows if arrow.dashed} == {"h2"}


def test_moves_that_begin_in_several_places_have_letters_there() -> None:
    moves = [str(move) for move in PIECES.moves() if str(move)[-2:] == "b2"][:2]
    assert len({move[:2] for move in moves}) == 2
    scene = build_scene(suggesting(PIECES, *moves, "h8-g7"))
    assert letters(scene) == {"b2": "A B", "g7": "C"}
    begun = {moves[0][:2]: "A", moves[1][:2]: "B", "h8": "C"}
    assert told(scene.looks, MarkKind.BEGINS) == begun
    assert arrows(scene) == {(move[:2], move[-2:]) for move in (*moves, "h8-g7")}


def test_only_the_first_path_is_shown_whole() -> None:
    """Nothing tells the way of another but a line to its end, unless it ends where it began."""
    paths = ("d8-f6-d4-b6", "d5-b5-e5-g5", "d8-f6-d4-b6-d8")
    scene = build_scene(suggesting(GAMES["apart"].decode(APART), *paths))
    assert {(arrow.start, arrow.end) for arrow in scene.arrows if arrow.thin} == {("d5", "g5")}
    whole = {("d8", "f6"), ("f6", "d4"), ("d4", "b6")}
    assert {each for each in arrows(scene) if "d5" not in each} == whole | {("b6", "d8")}
    assert told(scene.looks, MarkKind.BEGINS) == {"d8": "A C", "d5": "B"}
    for one in (("d8-f6-d4-b6",), ("d8-f6-d4-b6", "d8-f6-d4-d2")):
        looks = build_scene(suggesting(GAMES["apart"].decode(APART), *one)).looks
        assert not told(looks, MarkKind.BEGINS)


def test_a_new_piece_where_its_move_begins_has_its_plus_beside_the_letter() -> None:
    looks = build_scene(suggesting(STACKS, "e2:3+2+1>E@c4", "e2:5+1>E@e2")).looks
    badge = shared_badge(looks["e2"])
    assert badge is not None
    assert badge.texts == ("B", "+")
    assert shared_badge(looks["c4"]) is None


def test_slides_that_differ_have_an_arrow_each() -> None:
    scene = build_scene(suggesting(STACKS, "e2:3+2+1>E@c4", "e2:5+1>E@e2"))
    stops = {(arrow.start, arrow.end): arrow.stops for arrow in scene.arrows}
    assert stops == {("e2", "e5"): ("e3", "e4"), ("e2", "e7"): ("e3",)}
    assert len({arrow.aside for arrow in scene.arrows}) == 2
    assert [cell for cell, look in scene.looks.items() if START in look.marks] == ["e2"]


def test_a_slide_of_all_moves_is_drawn_once_and_its_new_pieces_have_a_letter_each() -> None:
    scene = build_scene(suggesting(STACKS, *(f"e2:5+1>E@{new}" for new in ("c4", "c5", "e2"))))
    assert letters(scene) == {"e7": "A B C", "c4": "A", "c5": "B", "e2": "C"}
    assert scene.arrows == (Arrow("e2", "e7", suggested=True, stops=("e3",)),)


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
            led = {cell for arrow in scene.arrows for cell in (arrow.end, *arrow.stops)}
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
            assert all(any(one == way for one, _ in arrows(scene)) for way in starts)
        position = position.play(moves[0])


def test_an_arrow_passes_below_letters_that_share_its_cells(renderer: Renderer) -> None:
    request = suggesting(STACKS, "e2:3+2+1>E@c4", "e2:3+2+1>E@c5", "e2:5+1>E@e2")
    scene = build_scene(request)
    assert letters(scene)["e5"] == "A B"
    picture = Picture(renderer, request)
    without = pixels(renderer.picture(replace(scene, arrows=()), request.theme))
    changed = (picture.pixels != without).any(2)
    assert changed.any()
    pitch = picture.layout.pitch
    for cell, look in scene.looks.items():
        if (shared := shared_badge(look)) is not None:
            x, y = picture.layout.centre(cell)
            x, y = round(x + shared.place[0] * pitch), round(y + shared.place[1] * pitch)
            across, up = round(0.7 * shared.wide * pitch), round(0.7 * shared.high * pitch)
            assert not changed[y - up : y + up, x - across : x + across].any()
