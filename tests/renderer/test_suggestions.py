"""Moves that are suggested are told apart in one picture: numbers where they end, and arrows."""

import random
from collections import defaultdict

import numpy as np
import pytest

from renderer import THEMES, PictureRequest, Renderer
from renderer.scene import MarkKind, Scene
from renderer.scenes import build_scene
from rules import GAMES, Position
from rules.game import Elected, Moved, Placed, Removed, Split
from tests.kit.rules import CASES, random_move, start
from tests.renderer.boards import Picture, near


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


def suggesting(position: Position, *moves: str, **more: object) -> PictureRequest:
    suggested = tuple(position.events(position.parse(move)) for move in moves)
    return PictureRequest(position, suggested=suggested, **more)


def numbers(scene: Scene) -> dict[str, str]:
    return {
        cell: mark.text
        for cell, look in scene.looks.items()
        for mark in look.marks
        if mark.kind is MarkKind.OPTION
    }


def arrows(scene: Scene) -> set[tuple[str, str]]:
    return {(arrow.start, arrow.end) for arrow in scene.arrows if arrow.suggested}


DETACH = "hexhex6 ply:40 white:d4,e5,i2 black:c3,f10,g8"
APART = "standard ply:30 white:a1,c3,e5,e6,h8 black:a6,a7,e8"
GLAISHER = "basic ply:31 red:e4=2,e6=5,e7=4 yellow:e2=6,e3=2"
HALVES = "2p waning ply:40 turn:0 light:-2,0;-1,0;0,0 dark:1,0;2,0 seats:light,dark"
ABANDE = "square ply:40 reserve:1,1 passes:0 stacks:c3=WBW,c4=BBW,d3=B,d4=W,d5=WWB,e4=BW"


def test_a_landing_that_two_moves_share_has_both_their_numbers() -> None:
    position = GAMES["detach"].decode(DETACH)
    scene = build_scene(suggesting(position, "i2>i1,i3", "i2>h2,i3"))
    assert numbers(scene) == {"i1": "1", "i3": "1 2", "h2": "2"}
    assert arrows(scene) == {("i2", "i1"), ("i2", "i3"), ("i2", "h2")}


def test_moves_from_elsewhere_that_end_in_one_place_are_numbered_where_they_begin() -> None:
    position = GAMES["apart"].decode(APART)
    moves = [str(move) for move in position.moves() if str(move)[-2:] == "b2"][:2]
    assert len({move[:2] for move in moves}) == 2
    scene = build_scene(suggesting(position, *moves, "h8-g7"))
    told = numbers(scene)
    assert told == {"b2": "1 2", moves[0][:2]: "1", moves[1][:2]: "2", "g7": "3"}
    assert arrows(scene) == {(move[:2], move[-2:]) for move in (*moves, "h8-g7")}


def test_parts_are_numbered_where_each_lands_and_so_is_the_new_piece() -> None:
    position = GAMES["glaisher"].decode(GLAISHER)
    scene = build_scene(suggesting(position, "e2:3+2+1>E@c4", "e2:5+1>E@e2"))
    assert numbers(scene) == {"e3": "1 2", "e4": "1", "e5": "1", "c4": "1", "e7": "2", "e2": "2"}
    assert arrows(scene) == {("e2", "e3"), ("e3", "e4"), ("e4", "e5"), ("e3", "e7")}


def test_tiles_and_colours_are_numbered_where_they_lie() -> None:
    position = GAMES["halves"].decode(HALVES)
    scene = build_scene(suggesting(position, "m50/m48", "m50/m51", "m48"))
    assert numbers(scene) == {"m50": "1 2", "m48": "3"}
    start = GAMES["halves"].start("2p-random", seed=3)
    told = numbers(build_scene(suggesting(start, "dark", "light")))
    assert {cell: int(number) - 1 for cell, number in told.items()} == {
        cell: 1 - piece.colour for cell, piece in start.pieces().items()
    }


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_every_number_stands_where_its_move_ends(game: str, variant: str) -> None:
    """In any position, of any three moves; and each arrow leads on from where one begins."""
    chance = random.Random(f"{game} {variant}")
    position = start(game, variant, 3)
    while position.to_move is not None:
        moves = [random_move(position, chance) for _ in range(3)]
        suggested = tuple(position.events(move) for move in moves)
        scene = build_scene(PictureRequest(position, suggested=suggested))
        shown = defaultdict(set)
        for cell, told in numbers(scene).items():
            for number in told.split():
                shown[int(number)].add(cell)
        for number, events in enumerate(suggested, 1):
            ends, starts, ways = set(), set(), set()
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
            assert ends <= shown[number] <= ends | starts
            assert all(any(one == way for one, _ in arrows(scene)) for way in starts)
        position = position.play(moves[0])


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_that_share_a_cell_stand_side_by_side(renderer: Renderer, theme: str) -> None:
    """As wide as on a phone: two badges with room between them, on a bare cell as on a piece."""
    for text, moves, cell in (
        (DETACH, ("i2>i1,i3", "i2>h2,i3"), "i3"),
        (GLAISHER, ("e2:3+2+1>E@c4", "e2:5+1>E@e2"), "e3"),
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
