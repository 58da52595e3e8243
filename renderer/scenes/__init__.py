"""What to draw for a position: one general way, and a small file of its own for every game."""

from __future__ import annotations

import importlib

from renderer.request import PictureRequest
from renderer.scene import Scene
from renderer.scenes.board import board_scene
from renderer.scenes.style import Style


def style_of(game: str) -> Style:
    """The style that ``renderer/scenes/<game>.py`` gives; ModuleNotFoundError without one."""
    style = importlib.import_module(f"renderer.scenes.{game}").STYLE
    if not isinstance(style, Style):
        raise TypeError(f"renderer.scenes.{game}.STYLE is not a Style")
    return style


def build_scene(request: PictureRequest) -> Scene:
    """The scene that ``request`` asks for."""
    return board_scene(request, style_of(request.position.info.id))
