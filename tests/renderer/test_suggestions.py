"""Moves that are suggested are told apart in one picture: letters where they end, and arrows."""

import random
from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from renderer import THEMES, PictureRequest
from renderer.drawing import Renderer
from renderer.marks import shared_badges
from renderer.scene import MarkKind, Scene
from renderer.scenes import build_scene
from rules import GAMES, Position
from rules.game import Elected, Moved, Placed, Removed, Split
from tests.kit.rules import CASES, random_move, start
from tests.renderer.boards import Picture, near
from tests.renderer.cases import ABANDE, DETACH, GLAISHER, pixels


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


APART = "standard ply:30 white:a1,c3,e5,e6,h8 black:a6,a7,e8"
HALVES = "2p waning ply:40 turn:0 light:-2,0;-1,0;0,0 dark:1,0;2,0 seats:light,dark"


def test_a_landing_that_all_moves_share_has_an_arrow_and_no_letters() -> None:
    position = GAMES["detach"].decode(DETACH)
    scene = build_scene(suggesting(position, "i2>i1,i3", "i2>h2,i3"))
    assert letters(scene) == {"i1": "A", "h2": "B"}
    assert arrows(scene) == {("i2", "i1"), ("i2", "i3"), ("i2", "h2")}
    assert {arrow.end for arrow in scene.arrows if arrow.dashed} == {"h2"}


def test_moves_from_elsewhere_that_end_in_one_place_have_letters_where_they_begin() -> None:
    position = GAMES["apart"].decode(APART)
    moves = [str(move) for move in position.moves() if str(move)[-2:] == "b2"][:2]
    assert len({move[:2] for move in moves}) == 2
    scene = build_scene(suggesting(position, *moves, "h8-g7"))
    told = letters(scene)
    assert told == {"b2": "A B", moves[0][:2]: "A", moves[1][:2]: "B", "g7": "C"}
    assert arrows(scene) == {(move[:2], move[-2:]) for move in (*moves, "h8-g7")}


def test_a_landing_that_some_moves_share_has_their_letters() -> None:
    position = GAMES["detach"].decode(DETACH)
    scene = build_scene(suggesting(position, "i2>i1,i3", "i2>h2,i3", "i2>i1,h2"))
    assert letters(scene) == {"i1": "A C", "i3": "A B", "h2": "B C"}


def test_moves_that_end_alike_keep_their_letters_there() -> None:
    position = GAMES["glaisher"].decode(GLAISHER)
    alone = build_scene(suggesting(position, "e2:5+1>E@c4"))
    assert letters(alone) == {"e3": "A", "e7": "A", "c4": "A"}
    twice = build_scene(suggesting(position, "e2:5+1>E@c4", "e2:5+1>E@c4"))
    assert letters(twice) == {"e3": "A B", "e7": "A B", "c4": "A B"}


def test_parts_have_letters_where_they_land_otherwise_and_so_is_the_new_piece() -> None:
    position = GAMES["glaisher"].decode(GLAISHER)
    scene = build_scene(suggesting(position, "e2:3+2+1>E@c4", "e2:5+1>E@e2"))
    assert letters(scene) == {"e4": "A", "e5": "A", "c4": "A", "e7": "B", "e2": "B"}
    assert arrows(scene) == {("e2", "e3"), ("e3", "e4"), ("e4", "e5"), ("e3", "e7")}


def test_tiles_and_colours_have_letters_where_they_lie() -> None:
    position = GAMES["halves"].decode(HALVES)
    scene = build_scene(suggesting(position, "m50/m48", "m50/m51", "m48"))
    assert letters(scene) == {"m50": "A B", "m48": "C"}
    start = GAMES["halves"].start("2p-random", seed=3)
    told = letters(build_scene(suggesting(start, "dark", "light")))
    assert {cell: "AB".index(letter) for cell, letter in told.items()} == {
        cell: 1 - piece.colour for cell, piece in start.pieces().items()
    }


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
        for cell, told in letters(scene).items():
            for letter in told.split():
                shown[letter].add(cell)
        for letter, events in zip("ABC", suggested, strict=True):
            ends, starts, ways, led = set(), set(), set(), {end for _, end in arrows(scene)}
            for event in events:
                match event:
                    case Placed() | Removed():
                        ends.add(event.cell)
                    case Moved():
                        ends.add(event.path[-1])
                        starts.add(event.origin)
                        ways |= {event.origin, *event.path}
                    case Split():
                        ends |= {cell for cell, _ in event.parts}
                        starts.add(event.origin)
                        ways |= {event.origin, *ends}
                    case Elected():
                        pieces = position.pieces().items()
                        ends |= {cell for cell, piece in pieces if piece.colour == event.colour}
            assert shown[letter] <= ends | starts
            unlettered = ends - shown[letter]
            assert unlettered <= led
            assert all(not cells & unlettered for cells in shown.values())
            assert shown[letter] or not ends
            assert all(any(one == way for one, _ in arrows(scene)) for way in starts)
        position = position.play(moves[0])


@pytest.mark.parametrize("theme", THEMES)
def test_letters_that_share_a_cell_stand_side_by_side(renderer: Renderer, theme: str) -> None:
    """As wide as on a phone: two badges with room between them, on a bare cell as on a piece."""
    for text, moves, cell in (
        (DETACH, ("i2>i1,i3", "i2>h2,i3", "i2>i1,h2"), "i3"),
        (GLAISHER, ("e2:3+2+1>E@c4", "e2:5+1>E@e2", "e2:4+2>NE@c4"), "e3"),
    ):
        game = "detach" if text == DETACH else "glaisher"
        request = suggesting(GAMES[game].decode(text), *moves, theme=theme, size=360)
        picture = Picture(renderer, request)
        alone = Picture(renderer, PictureRequest(request.position, theme=theme, size=360))
        badge = near(picture.patch(cell), picture.theme.badge, 30)
        assert badge.sum() > 40
        left, right = np.array_split(badge, 2, axis=1)
        assert min(left.sum(), right.sum()) > 0.3 * badge.sum()
        assert not near(alone.patch(cell), picture.theme.badge, 30).any()


@pytest.mark.parametrize("theme", THEMES)
def test_an_arrow_in_the_colour_of_choices_leads_to_a_neighbouring_cell(
    renderer: Renderer, theme: str
) -> None:
    position = GAMES["abande"].decode(ABANDE)
    move = next(str(move) for move in position.moves() if "-" in str(move))
    start, end = move.split("-")
    request = suggesting(position, move, theme=theme)
    picture = Picture(renderer, request)
    (ax, ay), (bx, by) = picture.layout.centre(start), picture.layout.centre(end)
    middle = picture.pixels[(ay + by) // 2, (ax + bx) // 2]
    assert near(middle, picture.theme.badge, 40)


def test_a_new_piece_of_all_moves_has_their_letters() -> None:
    """No arrow leads there."""
    position = GAMES["glaisher"].decode(GLAISHER)
    scene = build_scene(suggesting(position, "e2:3+2+1>E@c4", "e2:5+1>E@c4"))
    assert letters(scene) == {"e4": "A", "e5": "A", "e7": "B", "c4": "A B"}


def test_an_arrow_passes_below_letters_that_share_its_cells(renderer: Renderer) -> None:
    position = GAMES["glaisher"].decode(GLAISHER)
    request = suggesting(position, "e2:3+2+1>E@c4", "e2:3+2+1>E@c5", "e2:5+1>E@e2")
    scene = build_scene(request)
    assert letters(scene)["e4"] == letters(scene)["e5"] == "A B"
    picture = Picture(renderer, request)
    without = pixels(renderer.picture(replace(scene, arrows=()), request.theme))
    changed = (picture.pixels != without).any(2)
    assert changed.any()
    pitch, badge = picture.layout.pitch, round(0.13 * picture.layout.pitch)
    for cell, look in scene.looks.items():
        for _, (right, down) in shared_badges(look):
            x, y = picture.layout.centre(cell)
            x, y = round(x + right * pitch), round(y + down * pitch)
            assert not changed[y - badge : y + badge, x - badge : x + badge].any()
