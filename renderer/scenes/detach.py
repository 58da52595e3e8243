"""Detach: plain stones."""

from __future__ import annotations

from renderer.scene import Shape
from renderer.scenes.style import Style

STYLE = Style(Shape.STONE)
