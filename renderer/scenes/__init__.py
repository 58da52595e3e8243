"""What to draw for a position, for every game in the same way."""

from renderer.scenes.board import build_scene
