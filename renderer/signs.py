"""Signs of how a match ended, as distances from what is drawn."""

import math
from collections.abc import Callable, Mapping

import numpy as np

from renderer.scene import Sign
from renderer.shapes import Floats, circle, outline, polygon, rounded_box, segment, slash

_LINE = 0.26  # of a sign's radius


def draw_sign(sign: Sign, x: Floats, y: Floats, radius: float) -> Floats:
    """The distance to a sign that reaches ``radius`` pixels around the origin."""
    return _DRAWN[sign](x, y, radius)


def _half(x: Floats, y: Floats, radius: float) -> Floats:
    """A disc of which one half is filled: a draw."""
    body = circle(x, y, radius)
    return np.minimum(_ring(x, y, radius), np.maximum(body, x))


def _flag(x: Floats, y: Floats, radius: float) -> Floats:
    """A flag on its pole: somebody resigned."""
    pole = _line(x, y, (-0.62, -0.92), (-0.62, 0.98), radius)
    cloth = [(-0.62, -0.92), (0.95, -0.5), (-0.62, 0.1)]
    return np.minimum(pole, polygon(x, y, [(a * radius, b * radius) for a, b in cloth]))


def _clock(x: Floats, y: Floats, radius: float) -> Floats:
    """A clock: somebody's time ran out."""
    hands = np.minimum(
        _line(x, y, (0, 0), (0, -0.52), radius), _line(x, y, (0, 0), (0.36, 0.2), radius)
    )
    return np.minimum(_ring(x, y, radius), hands)


def _gavel(x: Floats, y: Floats, radius: float) -> Floats:
    """A gavel over its block: managers decided."""
    turn = math.sqrt(0.5)
    along, beside = (x + y) * turn + np.float32(0.42 * radius), (y - x) * turn
    head = rounded_box(along, beside, 0.27 * radius, 0.68 * radius, 0.06 * radius)
    handle = _line(x, y, (-0.2, -0.2), (0.9, 0.62), radius)
    block = _line(x, y, (-0.95, 0.92), (0.15, 0.92), radius)
    return np.minimum(np.minimum(head, handle), block)


def _void(x: Floats, y: Floats, radius: float) -> Floats:
    """A ring with a stroke through it: there is no result."""
    stroke = slash(x, y, 0.6 * radius, _LINE * radius)
    return np.minimum(_ring(x, y, radius), stroke)


def _ring(x: Floats, y: Floats, radius: float) -> Floats:
    width = _LINE * radius
    return outline(circle(x, y, radius - width / 2), width)


def _line(
    x: Floats, y: Floats, start: tuple[float, float], end: tuple[float, float], radius: float
) -> Floats:
    """A stroke between two places, in radii."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = math.hypot(across, down)
    right, below = x - np.float32(start[0] * radius), y - np.float32(start[1] * radius)
    ahead = ((right * across + below * down) / length).astype(np.float32)
    aside = ((below * across - right * down) / length).astype(np.float32)
    return segment(ahead, aside, length * radius, _LINE * radius)


_DRAWN: Mapping[Sign, Callable[[Floats, Floats, float], Floats]] = {
    Sign.DRAWN: _half,
    Sign.RESIGNED: _flag,
    Sign.TIMED_OUT: _clock,
    Sign.DECIDED: _gavel,
    Sign.WITHOUT: _void,
}
