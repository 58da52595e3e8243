"""Positions as pictures: stills, replays, and the words for people who do not see them."""

from __future__ import annotations

from renderer.alt import alt_text as alt_text
from renderer.drawing import Renderer as Renderer
from renderer.illustrations import Illustration as Illustration
from renderer.illustrations import illustrations as illustrations
from renderer.request import PictureRequest as PictureRequest
from renderer.request import Result as Result
from renderer.request import own_result as own_result
from renderer.share import ShareCard as ShareCard
from renderer.themes import THEMES as THEMES
from renderer.themes import Theme as Theme
