"""What to draw for a position, for every game in the same way."""

from __future__ import annotations

from renderer.scenes.board import build_scene as build_scene
