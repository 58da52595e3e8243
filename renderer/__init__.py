"""Positions as pictures: what is asked for, and the words for people who do not see them.

What draws is ``renderer.drawing``. Its libraries take 17 MB, so nothing here imports them.
"""

from renderer.alt import alt_text, lens_text
from renderer.illustrations import Illustration, illustrations
from renderer.poster import Poster, Still, Told
from renderer.request import PictureRequest, Result, ShareCard, own_result
from renderer.scene import Sign
from renderer.themes import THEMES, Theme
