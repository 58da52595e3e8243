"""What lies beside the middle of a cell, and what a stroke or an arrow leaves to be read."""

import math
from dataclasses import replace

import pytest

from renderer.drawing import Renderer
from renderer.scene import MarkKind
from renderer.scenes import build_scene
from rules import GAMES
from rules.geometry.board import DIRECTIONS
from tests.renderer.boards import Picture, after, near, told
from tests.renderer.cases import pixels


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_no_arrow_meets_what_tells_a_flip(renderer: Renderer, direction: str) -> None:
    """Nor does it hide the new height. Both are seen wherever the parts came from and went."""
    board = GAMES["glaisher"].start().variant.board
    ray = [board.names[cell] for cell in board.rays[board.index["e5"]][DIRECTIONS.index(direction)]]
    request = after(
        "glaisher", f"basic ply:31 red:{ray[1]}=1 yellow:e5=6", f"e5:4+2>{direction}@a2"
    )
    picture, scene = Picture(renderer, request), build_scene(request)
    flip = next(mark for mark in scene.looks[ray[1]].marks if mark.kind is MarkKind.FLIPPED)
    without = pixels(renderer.picture(replace(scene, arrows=()), request.theme))
    x, y = picture.layout.centre(ray[1])
    turn, pitch = math.radians(flip.aside), picture.layout.pitch
    right, down = 0.32 * math.cos(turn), 0.32 * math.sin(turn)
    assert near(picture.at(ray[1], right, down), picture.materials[0].base, 60)
    for left, top in ((x + right * pitch, y + down * pitch), (x, y)):
        box = tuple(slice(round(at - 0.12 * pitch), round(at + 0.12 * pitch)) for at in (top, left))
        assert (picture.pixels[box] == without[box]).all()


BOTH_WAYS = (
    (
        "standard ply:3 white:b1,b2,b6,c1,c2,d2,e1,e2,f1,f2,g1,h1"
        " black:b7,b8,c6,c7,c8,d7,d8,e7,f7,f8,g7,g8",
        "b8-b6-b8-e8-e6-e4",
        {"1": "b6", "2": "b8", "3": "e8", "4": "e6"},
    ),
    (
        "standard ply:13 white:a4,a7,b2,d2,d4,f2,f3,f5,g1,g2 black:a3,b8,c8,d5,d7,f8,g5,g7,g8",
        "c8-e8-h8-f6-d8-d6-d3",
        {"1": "e8", "2": "h8", "3": "f6", "4": "d8", "5": "d6"},
    ),
)


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize(("text", "move", "numbers"), BOTH_WAYS, ids=["begun there", "crossed"])
def test_no_arrow_meets_the_number_of_a_stop(renderer, viewer, text, move, numbers) -> None:
    """Also where something was taken, whose number lies aside, and where the move began."""
    request = after("apart", text, move, viewer=viewer)
    picture, scene = Picture(renderer, request), build_scene(request)
    without = pixels(renderer.picture(replace(scene, arrows=()), request.theme))
    assert {text: cell for cell, text in told(scene.looks, MarkKind.VISITED).items()} == numbers
    for cell in numbers.values():
        marks = {mark.kind: mark for mark in scene.looks[cell].marks}
        turn = math.radians(marks[MarkKind.VISITED].aside)
        away = 0.37 * picture.layout.pitch if MarkKind.CAPTURED in marks else 0
        x, y = picture.layout.centre(cell)
        left, top = round(x + away * math.cos(turn)), round(y + away * math.sin(turn))
        box = (slice(top - 14, top + 15), slice(left - 14, left + 15))
        assert (picture.pixels[box] == without[box]).all(), cell
