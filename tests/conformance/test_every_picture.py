"""What holds for the pictures of every game: everything is shown, and in words as well."""

import io
import itertools
import random

import numpy as np
import pytest
from PIL import Image

from renderer import THEMES, PictureRequest, alt_text
from renderer.drawing import Renderer
from renderer.layout import lay_out
from renderer.scenes import build_scene
from rules import Position
from rules.outcomes import outcome_text
from tests.conformance.cases import every_variant
from tests.kit.by_day import mostly_at_night
from tests.kit.rules import random_match, sampled
from tests.renderer.boards import check_pieces
from tests.renderer.cases import pixels

SIZE = 300


def a_position(game: str, variant: str) -> Position:
    return sampled(game, variant)[-1]


@every_variant
@pytest.mark.parametrize("theme", mostly_at_night(THEMES, ["slate"]))
def test_every_piece_is_drawn_in_its_colour(renderer, game: str, variant: str, theme: str) -> None:
    position = max(sampled(game, variant), key=_tallest)  # where a top lies furthest from its cell
    request = PictureRequest(position, theme=theme, size=SIZE)
    picture = pixels(renderer.still(request))
    assert check_pieces(build_scene(request), picture, theme, SIZE) == len(position.pieces())


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
def test_the_end_is_told_with_its_reason(renderer: Renderer, game: str, variant: str) -> None:
    *_, (_, _, last) = random_match(game, variant, 7)
    outcome = last.outcome
    assert outcome is not None
    told = str(alt_text(PictureRequest(last), None))
    assert "Over: " in told
    names = [last.info.sides[last.colour_of(seat)] for seat in range(last.variant.seats)]
    said = outcome_text(outcome.ranking, outcome.reason, outcome.scores, last.info, names)
    assert f"Over: {said!s}" in told
    assert "{" not in told
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
