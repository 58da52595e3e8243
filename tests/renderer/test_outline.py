"""The shapes that plates are cut to."""

import math
import random

import numpy as np
import pytest

from renderer.shapes import hexagon, hull, polygon, rounded_square, widened

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


def test_a_hull_holds_all_points_and_no_more_corners_than_it_needs() -> None:
    inner = [(x, y) for x in range(5) for y in range(5)]
    assert sorted(hull(inner)) == sorted(SQUARE)


def test_sides_move_out_and_corners_stay_sharp() -> None:
    wider = widened(hull(SQUARE), 1)
    assert sorted(wider) == [(-1, -1), (-1, 5), (5, -1), (5, 5)]


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


def test_points_are_inside_the_hull_of_many() -> None:
    chance = random.Random(2)
    points = [(chance.uniform(-50, 50), chance.uniform(-50, 50)) for _ in range(60)]
    corners = hull(points)
    for px, py in points:
        here = polygon(np.full((1, 1), px, np.float32), np.full((1, 1), py, np.float32), corners)
        assert here[0, 0] <= 1e-3


def test_a_line_has_sides_as_well() -> None:
    bar = widened(hull([(0, 0), (1, 0), (3, 0)]), 1)
    assert (min(x for x, _ in bar), max(x for x, _ in bar)) == pytest.approx((-1, 4), abs=0.01)
    assert (min(y for _, y in bar), max(y for _, y in bar)) == pytest.approx((-1, 1), abs=0.01)
    assert len(widened(hull([(5, 5)]), 2)) == 4
