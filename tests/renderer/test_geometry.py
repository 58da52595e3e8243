"""Nothing lies over anything else: worked out from the layout and the drawn parts, not by eye."""

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from renderer import THEMES
from renderer.backdrop import draw_backdrop
from renderer.layout import Layout, lay_out, roomiest
from renderer.lettering import Lettering
from renderer.marks import draw_below, draw_coordinate, draw_marks
from renderer.paint import Painter
from renderer.palette import STILL, load_palette
from renderer.pieces import UP_LEFT, DrawContext, draw_figure
from renderer.request import PictureRequest
from renderer.scene import CellLook, Figure, Mark, MarkKind, Panel, Presence, Scene
from renderer.scenes import build_scene
from renderer.shapes import Floats, Surface, hexagon, hull, polygon, rounded_square
from renderer.strips import Strips
from renderer.themes import REGULAR
from rules import GAMES
from rules.game import Shape
from rules.geometry.board import Board, hex_board, hex_shape, square_board
from rules.geometry.openfield import OPEN_FIELD
from tests.kit.rules import Moment, moments
from tests.renderer.boards import check_cells, strips, written

POSITIONS = 500
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
FAINT = 3  # what nobody sees of a shadow
SHADOW = 70  # what a shadow may darken a pixel by, at most


@pytest.fixture(scope="module")
def lettering() -> Lettering:
    return Lettering()


def context_of(theme: str, lettering: Lettering, pitch: int) -> DrawContext:
    materials = THEMES[theme].materials(("white", "black", "grey"))
    return DrawContext(THEMES[theme], materials, lettering, pitch, 8)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("board", [*BOARDS, *ODD_BOARDS], ids=repr)
def test_boards_fit_between_the_strips(board: Board, turned: bool, size: int) -> None:
    check_cells(lay_out(board, size, turned), list(board.names))


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("board", [*BOARDS, *ODD_BOARDS], ids=repr)
def test_the_plate_lies_under_every_cell_and_inside_the_picture(
    lettering: Lettering, board: Board, turned: bool
) -> None:
    theme, layout = THEMES["wood"], lay_out(board, 500, turned)
    plate = draw_backdrop(theme, layout, lettering).pixels
    here = np.abs(plate - np.array(theme.plate)).max(2) < 30
    across, up = layout.reach
    for cell in board.names:
        x, y = layout.centre(cell)
        assert here[y - up : y + up : 4, x].all()
        assert here[y, x - across : x + across : 4].all()
    assert not here[:, :4].any()
    assert not here[:, -4:].any()
    page = np.abs(plate - np.array(theme.page)).max(2) < FAINT  # so its shadow is whole
    assert page[-1].all() or board not in BOARDS
    assert page[:, [0, -1]].all()


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
def five_hundred() -> list[tuple[Scene, int]]:
    """Scenes from the middle of games of every variant, with sizes to draw them at."""
    chance = random.Random(11)
    return [
        (
            build_scene(PictureRequest(position, events, viewer=chance.choice((0, 1)))),
            chance.choice(SIZES),
        )
        for position, events in itertools.islice(middle_games(chance), POSITIONS)
    ]


def test_five_hundred_random_positions_lie_within_the_picture(five_hundred) -> None:
    for scene, size in five_hundred:
        layout = lay_out(scene.board, size, scene.turned, scene.looks)
        check_cells(layout, list(scene.looks))


def test_the_words_of_five_hundred_positions_have_room(five_hundred) -> None:
    """No word reaches the picture's side or another colour's panel."""
    drawn: dict[object, Strips] = {}
    for scene, size in five_hundred[::3]:
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


def test_words_that_can_never_fit_are_cut_at_the_side() -> None:
    drawn = strips("wood", 240, Shape.STONE, ("White", "Black"))
    long = "as long as can be " * 20
    panels = tuple(Panel(Figure(Shape.STONE, (0,)), "White", long) for _ in range(2))
    for strip in (drawn.header(panels), drawn.footer(long, long)):
        assert strip.shape[1] == 240
        assert written(strip).mean() > 0.5


def test_a_long_result_is_told_in_lines() -> None:
    drawn = strips("tide", 1000, Shape.TILE, ("Light", "Dark", "Grey"))
    short, long = (
        "Light wins.",
        "Light and Dark share first place: their last tiles went with one another, at once.",
    )
    assert drawn.footer(long, "").shape[0] > drawn.footer(short, "").shape[0]
    assert not written(drawn.footer(long, ""))[:12].any()


@pytest.mark.parametrize("shape", Shape)
def test_every_word_is_legible_on_a_phone(shape: Shape) -> None:
    """No word is set smaller than nine pixels of a picture that is shown 300 pixels wide."""
    set_at: list[int] = []

    class Watched(Lettering):
        def word(self, text: str, height: int, weight: int = REGULAR) -> Floats:
            set_at.append(height)
            return super().word(text, height, weight)

    palette = load_palette("slate", shape, STILL)

    @cache  # what one has drawn once is not drawn again, and was watched
    def painter(layout: Layout, colours: tuple[str, ...]) -> Painter:
        return Painter(THEMES["slate"], layout, Watched(), palette, colours)

    for game in (game for game in GAMES.values() if game.info.shape is shape):
        for variant in game.info.variants:
            played = list(itertools.islice(moments(game.info.id, variant.id, 4), 60))
            for position, events in (played[0], played[len(played) // 2], played[-1]):
                options = () if position.to_move is None else position.steps().options
                scene = build_scene(PictureRequest(position, events, options))
                layout = lay_out(scene.board, 1000, scene.turned, scene.looks)
                painter(layout, scene.colours).paint(scene, layout)
    assert min(set_at) * 0.3 >= 9


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


@pytest.mark.parametrize("pitch", [38, 78])
@pytest.mark.parametrize("hexagonal", [True, False])
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


@pytest.mark.parametrize("board", [hex_board(4), hex_board(5), hex_board(6)])
@pytest.mark.parametrize("size", [360, 1000])
def test_names_fit_in_their_cells(lettering: Lettering, board: Board, size: int) -> None:
    pitch = lay_out(board, size, turned=False).pitch
    for cell in board.names:
        for mark in ((), (Mark(MarkKind.OPTION, "88"),)):
            check_name(lettering, pitch, cell, CellLook(marks=mark))


@pytest.mark.parametrize("pitch", [40, 78, 118])
@pytest.mark.parametrize("figure", [None, Figure(Shape.TILE, (0,))])
def test_names_of_tiles_fit(lettering: Lettering, pitch: int, figure: Figure | None) -> None:
    for cell in ("m50", "l48", "v41", "t60"):
        for marks in ((), (Mark(MarkKind.OPTION, "38"),)):
            check_name(lettering, pitch, cell, CellLook(figure, marks, open=figure is None))


def test_every_tile_has_its_name(five_hundred, lettering: Lettering) -> None:
    """Also where there are many, and small: legible, and none runs into another's."""
    seen: set[int] = set()
    for scene, _ in five_hundred:
        pitch = lay_out(scene.board, 1000, scene.turned, scene.looks).pitch
        if scene.shape is Shape.TILE and pitch not in seen:
            seen.add(pitch)
            check_name(lettering, pitch, "k53", CellLook(Figure(Shape.TILE, (2,))), smallest=30)
    assert min(seen) < 92


@pytest.mark.parametrize("kind", [MarkKind.CUT_OFF, MarkKind.REMOVED])
def test_tiles_that_went_have_their_names_below_the_sign(
    lettering: Lettering, kind: MarkKind
) -> None:
    gone = CellLook(Figure(Shape.TILE, (0,), presence=Presence.TAKEN), (Mark(kind),))
    for pitch, smallest in ((70, 30), (78, 30), (118, 30)):
        check_name(lettering, pitch, "o48", gone, smallest)


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


@pytest.mark.parametrize("pitch", [28, 38, 78, 104])
@pytest.mark.parametrize("height", [2, 12, 99])
@pytest.mark.parametrize("shape", [Shape.STACK, Shape.PILE])
def test_an_options_number_leaves_the_pieces_own_to_be_read(
    lettering: Lettering, shape: Shape, height: int, pitch: int
) -> None:
    colours = (0,) * height if shape is Shape.PILE else (0,)
    figure, side = Figure(shape, colours, height), 2 * pitch + 1
    context = context_of("slate", lettering, pitch)
    number, badge = (
        Surface(np.full((side, side, 3), PLAIN, np.float32), (side / 2, side / 2)) for _ in range(2)
    )
    draw_figure(number, figure, context, number_aside=UP_LEFT)
    draw_marks(badge, CellLook(figure, (Mark(MarkKind.OPTION, "27"),)), context, hexagonal=True)
    ink = THEMES["slate"].pieces["white"].ink
    dark = np.abs(number.pixels - np.array(ink)).max(2) < 60
    laid = np.abs(badge.pixels - PLAIN).max(2) > 60
    top = dark & (number.y < 0.08 * pitch)  # below are the edges of discs
    assert top.sum() > 0.01 * pitch**2
    assert not (top & laid & (np.abs(number.x) < 0.25 * pitch)).any()


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


def grid(side: int) -> tuple[np.ndarray, np.ndarray]:
    along = np.arange(side, dtype=np.float32) - np.float32(side / 2)
    return along[None, :], along[:, None]


@pytest.mark.parametrize("corner", [0.0, 7.0])
def test_a_polygon_is_the_shape_that_its_corners_say(corner: float) -> None:
    x, y = grid(160)
    inner = 40.0 - corner
    square = [(-inner, -inner), (inner, -inner), (inner, inner), (-inner, inner)]
    assert np.allclose(
        polygon(x, y, hull(square), corner), rounded_square(x, y, 40, corner), atol=1e-3
    )
    radius = 2 * inner / math.sqrt(3)
    turns = (math.radians(60 * number + 30) for number in range(6))
    six = [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]
    assert np.allclose(polygon(x, y, hull(six), corner), hexagon(x, y, 40, corner), atol=1e-3)
