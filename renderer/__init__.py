"""Positions as pictures: stills, replays, and the words for people who do not see them."""

from renderer.alt import alt_text, lens_text
from renderer.drawing import Renderer
from renderer.illustrations import Illustration, illustrations
from renderer.poster import Poster, Still, Told
from renderer.request import PictureRequest, Result, own_result
from renderer.strips import ShareCard
from renderer.themes import THEMES, Theme
