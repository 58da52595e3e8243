"""Positions as pictures: stills, replays, and the words for people who do not see them."""

from __future__ import annotations

from renderer.alt import alt_text, seen_as
from renderer.drawing import Renderer
from renderer.illustrations import Illustration, illustrations
from renderer.request import PictureRequest
from renderer.themes import THEMES, Theme

__all__ = [
    "THEMES",
    "Illustration",
    "PictureRequest",
    "Renderer",
    "Theme",
    "alt_text",
    "illustrations",
    "seen_as",
]
