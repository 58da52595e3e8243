"""One renderer for all tests, since its sprites take a second to make."""

import functools

from renderer.drawing import Renderer


@functools.cache
def drawer() -> Renderer:
    """The renderer, made when it is first asked for."""
    return Renderer()
