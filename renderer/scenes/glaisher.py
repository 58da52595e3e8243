"""Glaisher: stacks with their height on top."""

from __future__ import annotations

from renderer.scene import Shape
from renderer.scenes.style import Style

STYLE = Style(Shape.STACK)
