"""Nothing lies over anything else: worked out from the layout and the drawn parts, not by eye."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from renderer import THEMES
from renderer.layout import lay_out, roomiest
from renderer.lettering import Lettering
from renderer.marks import draw_below, draw_coordinate, draw_marks
from renderer.pieces import DrawContext, draw_figure
from renderer.request import PictureRequest
from renderer.scene import CellLook, Figure, Mark, MarkKind, Presence, Scene
from renderer.scenes import build_scene
from renderer.shapes import Surface, hexagon, rounded_square
from renderer.strips import Strips
from rules import GAMES
from rules.game import Shape
from rules.geometry.board import Board, hex_board, hex_shape, square_board
from rules.geometry.openfield import OPEN_FIELD
from tests.kit.by_day import at_night, mostly_at_night
from tests.kit.rules import Moment, moments
from tests.renderer.boards import check_cells, strips, written

POSITIONS = 90
SIZES = (240, 360, 720, 1000)
BOARDS = [*map(hex_board, (4, 5, 6)), *map(square_board, (7, 8))]
ODD_BOARDS = [
    hex_shape("Rhombus", [(q, r) for q in range(4) for r in range(4)]),
    hex_shape("Triangle", [(q, r) for q in range(5) for r in range(5 - q)]),
    hex_shape("Row", [(q, 0) for q in range(7)]),
    hex_shape("Ring", [(q, r) for q, r in hex_board(4).places if (q, r) != (0, 0)]),
    square_board(9, 3),
    square_board(2, 11),
    square_board(1, 4),
]
PLAIN = (120, 120, 120)
SHADOW = 70  # what a shadow may darken a pixel by, at most


@pytest.fixture(scope="module")
def lettering() -> Lettering:
    return Lettering()


def context_of(theme: str, lettering: Lettering, pitch: int) -> DrawContext:
    materials = THEMES[theme].materials(("white", "black", "grey"))
    return DrawContext(THEMES[theme], materials, lettering, pitch, 8)


@pytest.mark.parametrize("board", [*BOARDS, *ODD_BOARDS], ids=repr)
def test_boards_fit_between_the_strips(board: Board) -> None:
    for size, turned in itertools.product(SIZES, (False, True)):
        check_cells(lay_out(board, size, turned), list(board.names))


@pytest.mark.parametrize("way", [(1, 0), (0, 1), (1, -1)])
@pytest.mark.parametrize("room", [(900, 500), (500, 900), (900, 900)])
def test_another_axis_runs_across_where_tiles_are_larger_so(
    way: tuple[int, int], room: tuple[int, int]
) -> None:
    row = [f"{chr(ord('m') - way[1] * step)}{50 + way[0] * step}" for step in range(9)]
    axis, (wide, high) = roomiest(OPEN_FIELD, row, room), room
    pitches = [lay_out(OPEN_FIELD, wide, False, row, high, each).pitch for each in range(3)]
    assert pitches[axis] > 0.9 * max(pitches)
    layout = lay_out(OPEN_FIELD, 1000, False, row, axis=axis)
    assert layout.axis == axis
    check_cells(layout, row)
    assert roomiest(hex_board(4), hex_board(4).names, room) == 0


@pytest.fixture(scope="module")
def many() -> list[tuple[Scene, int]]:
    """Scenes from the middle of games of every variant, with sizes to draw them at."""
    chance = random.Random(11)
    return [
        (
            build_scene(PictureRequest(position, events, viewer=chance.choice((0, 1)))),
            chance.choice(SIZES),
        )
        for position, events in itertools.islice(middle_games(chance), POSITIONS)
    ]


def test_many_random_positions_lie_within_the_picture(many) -> None:
    for scene, size in many:
        layout = lay_out(scene.board, size, scene.turned, scene.looks)
        check_cells(layout, list(scene.looks))


def test_the_words_of_many_positions_have_room(many) -> None:
    """No word reaches the picture's side or another colour's panel."""
    drawn: dict[object, Strips] = {}
    for scene, size in many[::3]:
        key = ("tide", size, scene.shape, scene.colours)
        if key not in drawn:
            drawn[key] = strips(*key)
        made = drawn[key]
        quiet = tuple(replace(panel, strong=False, winner=False) for panel in scene.panels)
        header, side = written(made.header(quiet)), round(0.012 * size)
        assert not header[:side].any(), scene.panels
        assert not header[-side:].any(), scene.panels
        gaps = [len(list(run)) for empty, run in itertools.groupby(~header) if empty]
        assert sum(gap >= round(0.01 * size) for gap in gaps) >= len(quiet) + 1
        below = written(made.footer(scene.result, scene.footer))
        assert not below[:side].any(), scene.footer
        assert not below[-side:].any(), scene.footer


def middle_games(chance: random.Random) -> Iterator[Moment]:
    """Ten positions from the middle of each of ever more games, of every variant in turn."""
    for seed in itertools.count():
        for game, rules in GAMES.items():
            variant = rules.info.variants[seed % len(rules.info.variants)].id
            played = list(itertools.islice(moments(game, variant, seed), 40))
            yield from chance.choices(played[len(played) // 3 :], k=10)


def every_look() -> list[CellLook]:
    """Every figure bare and under every mark, and every mark alone."""
    figures: list[Figure | None] = [None]
    for height in (1, 6, 99):
        figures.append(Figure(Shape.STACK, (1,), height))
        figures.append(Figure(Shape.PILE, tuple(n % 2 for n in range(height)), height))
    figures += [Figure(shape, (2,)) for shape in (Shape.STONE, Shape.TILE)]
    figures += [Figure(Shape.STONE, (0,), presence=how) for how in Presence]
    marks = [(), *((Mark(kind, "25", 0),) for kind in MarkKind)]
    return [CellLook(figure, mark) for figure in figures for mark in marks]


def below(look: CellLook) -> CellLook:
    """``look`` without the chain, whose band goes on in the cells beside it."""
    return replace(look, marks=tuple(m for m in look.marks if m.kind is not MarkKind.CHAIN))


@pytest.mark.parametrize(
    ("pitch", "hexagonal"),
    mostly_at_night([(38, True), (38, False), (78, True), (78, False)], [(38, True), (38, False)]),
)
def test_pieces_and_marks_stay_in_their_cell(lettering, pitch: int, hexagonal: bool) -> None:
    context = context_of("slate", lettering, pitch)
    side = 2 * pitch + 1
    shape = hexagon if hexagonal else rounded_square
    for look in every_look():
        tile = look.figure is not None and look.figure.shape is Shape.TILE
        if tile and not hexagonal:
            continue
        surface = Surface(np.full((side, side, 3), PLAIN, np.float32), (side / 2, side / 2))
        if look.figure is not None:
            draw_figure(surface, look.figure, context)
        draw_below(surface, below(look), context, hexagonal)
        draw_marks(surface, look, context, hexagonal)
        changed = np.abs(surface.pixels - PLAIN).max(2)
        outside = shape(surface.x, surface.y, pitch / 2 + 1) > 0
        assert (changed[outside] > SHADOW).sum() <= 2, look


@pytest.mark.parametrize("size", [360, at_night(1000)])
def test_names_fit_in_their_cells(lettering: Lettering, size: int) -> None:
    for board in (hex_board(4), hex_board(6)):
        pitch = lay_out(board, size, turned=False).pitch
        for cell in board.names[:: len(board.names) // 20]:
            for mark in ((), (Mark(MarkKind.OPTION, "88"),)):
                check_name(lettering, pitch, cell, CellLook(marks=mark))
    for cell in ("m50", "l48", "v41"):
        for figure in (None, Figure(Shape.TILE, (0,))):
            for marks in ((), (Mark(MarkKind.OPTION, "38"),)):
                look = CellLook(figure, marks, open=figure is None)
                check_name(lettering, size // 9, cell, look)


@pytest.mark.parametrize("pitch", [40, 78, 118])
@pytest.mark.parametrize(("letter", "digit"), [("l", "1"), ("o", "0"), ("z", "2"), ("s", "5")])
def test_a_letter_of_a_name_does_not_look_like_a_digit(
    lettering: Lettering, letter: str, digit: str, pitch: int
) -> None:
    """``l51`` must not be read as 151: they differ in a fifth of the ink at least."""
    context = replace(context_of("tide", lettering, pitch), smallest=1)
    drawn = []
    for head in (letter, digit):
        side = 2 * pitch + 1
        name = Surface(np.full((side, side, 3), 255, np.float32), (side / 2, side / 2))
        draw_coordinate(name, head, CellLook(Figure(Shape.TILE, (0,))), context)
        drawn.append((255 - name.pixels).max(2) > 90)
    one, other = drawn
    assert (one ^ other).sum() > (one | other).sum() / 5


def check_name(
    lettering: Lettering, pitch: int, cell: str, look: CellLook, smallest: int | None = None
) -> None:
    """The name lies within the cell, and its marks do not lie over it."""
    context = context_of("tide", lettering, pitch)
    side = 2 * pitch + 1

    def fresh() -> Surface:
        return Surface(np.full((side, side, 3), 255, np.float32), (side / 2, side / 2))

    name, marks = fresh(), fresh()
    context = replace(context, smallest=smallest or round(0.2 * pitch))
    draw_coordinate(name, cell, look, context)
    draw_marks(marks, look, context, hexagonal=True)
    written = np.abs(name.pixels - 255).max(2) > 30
    assert written.any() != look.offered, cell
    assert not (written & (hexagon(name.x, name.y, pitch / 2) > 0)).any(), cell
    marked = np.abs(marks.pixels - 255).max(2) > 30
    assert not (written & marked).any(), cell
