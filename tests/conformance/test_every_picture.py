"""What holds for the pictures of every game: everything is shown, and in words as well."""

import io
import itertools
import random

import numpy as np
import pytest
from PIL import Image

from renderer import THEMES, PictureRequest, Renderer, alt_text
from renderer.layout import HEADER, lay_out
from renderer.pieces import top_of
from renderer.scene import figure_of
from rules import GAMES, Position
from rules.game import Shape
from rules.textboard import textboard
from tests.conformance.cases import every_variant
from tests.kit.rules import random_match, sampled

SIZE = 300


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


def pixels(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def a_position(game: str, variant: str) -> Position:
    return sampled(game, variant)[-1]


@every_variant
@pytest.mark.parametrize("viewer", [0, 1])
def test_every_cell_lies_between_the_strips(game: str, variant: str, viewer: int) -> None:
    position = a_position(game, variant)
    board = position.variant.board
    cells = board.names or tuple(position.pieces())
    for size in (240, 1000):
        layout = lay_out(board, size, bool(viewer), cells)
        (across, up), scale = layout.reach, layout.scale
        for x, y in map(layout.centre, cells):
            assert across <= x < size - across
            assert up + HEADER * scale <= y < layout.bottom - up


@every_variant
@pytest.mark.parametrize("theme", THEMES)
def test_every_piece_is_drawn_in_its_colour(
    renderer: Renderer, game: str, variant: str, theme: str
) -> None:
    position = max(sampled(game, variant), key=_tallest)  # where a top lies furthest from its cell
    picture = pixels(renderer.still(PictureRequest(position, theme=theme, size=SIZE)))
    layout = lay_out(position.variant.board, SIZE, False, _shown(position))
    bases = np.array([material.base for material in THEMES[theme].materials(position.info.colours)])
    reach = round(0.26 * layout.pitch)
    for cell, piece in position.pieces().items():
        x, y = layout.centre(cell)
        figure = figure_of(position.info.shape, piece)
        if figure.shape in (Shape.STACK, Shape.PILE):
            y -= round(top_of(figure, layout.pitch))
        patch = picture[y - reach : y + reach + 1, x - reach : x + reach + 1].reshape(-1, 3)
        apart = np.abs(bases - np.median(patch, axis=0)).sum(1)
        assert int(apart.argmin()) == piece.colour, cell


def _tallest(position: Position) -> int:
    return max((piece.height for piece in position.pieces().values()), default=0)


def _shown(position: Position) -> list[str]:
    """The cells that a picture frames where there is no board: pieces and places for them."""
    offered = (step.cells for step in position.steps().options)
    return [*position.pieces(), *itertools.chain.from_iterable(offered)]


@every_variant
def test_a_match_is_animated(renderer: Renderer, game: str, variant: str) -> None:
    match = itertools.islice(random_match(game, variant, 2), 6)
    moments = [PictureRequest(after, position.events(move)) for position, move, after in match]
    image = Image.open(io.BytesIO(renderer.replay(moments, size=200)))
    assert getattr(image, "n_frames", 1) == len(moments)


@every_variant
def test_what_stands_is_told_in_words_and_as_text(game: str, variant: str) -> None:
    position = a_position(game, variant)
    told, text = alt_text(PictureRequest(position), None), textboard(position)
    info = GAMES[game].info
    assert told.startswith(f"{info.name}. ")
    assert position.variant.board.description in told
    for cell, piece in position.pieces().items():
        assert f" {cell}" in told, cell
        assert piece.colour is not None
        assert info.colours[piece.colour][0].upper() in text


@every_variant
def test_the_end_is_told_with_its_reason(renderer: Renderer, game: str, variant: str) -> None:
    *_, (_, _, last) = random_match(game, variant, 7)
    outcome = last.outcome
    assert outcome is not None
    told = alt_text(PictureRequest(last), None)
    assert "Over: " in told
    loser = last.info.colours[last.colour_of(outcome.ranking[-1][0])]
    because = dict(last.info.endings)[outcome.reason].format(loser=loser)
    assert because in told or outcome.scores
    assert renderer.still(PictureRequest(last, size=SIZE))


@every_variant
def test_an_offered_cell_is_marked(renderer: Renderer, game: str, variant: str) -> None:
    position = a_position(game, variant)
    options = position.steps().options
    plain = pixels(renderer.still(PictureRequest(position, size=SIZE)))
    marked = pixels(renderer.still(PictureRequest(position, options=options, size=SIZE)))
    layout = lay_out(position.variant.board, SIZE, False, _shown(position))
    for step in random.Random(1).sample(options, min(5, len(options))):
        for cell in step.cells[:1]:
            x, y = layout.centre(cell)
            half = layout.pitch // 2
            box = np.s_[y - half : y + half, x - half : x + half]
            assert (plain[box] != marked[box]).any(), cell
