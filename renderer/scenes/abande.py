"""Abande: piles that show the colour of every stone in them."""

from __future__ import annotations

from renderer.scene import Shape
from renderer.scenes.style import Style

STYLE = Style(Shape.PILE)
