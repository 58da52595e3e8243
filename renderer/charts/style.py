"""What charts have in common: sizes, and colours for lines."""

from typing import TypeAlias

from renderer.themes import Rgb, Theme, rgb

WIDTH = 800
"""Pixels; on a telephone the picture is shown 300 wide, so letters of 24 are 9 there."""
LABEL, TITLE = 24, 28
"""The sizes of letters."""

_ON_DARK = ("#6FB7FF", "#FFB454", "#7BD88F", "#E58FD0", "#5ED4D2", "#C9A7FF", "#F2E06B", "#FF8F7A")
_ON_LIGHT = ("#1F6FB5", "#B85C00", "#1F8048", "#A8358A", "#0B6F73", "#6A46B8", "#716200", "#C23B2A")
_MAIN = {"wood": "#A8480F"}
"""Where the first of the lines is of another world than the theme."""
_HALF = 127.5

Point: TypeAlias = tuple[float, float]


def line_colours(theme: Theme) -> tuple[Rgb, ...]:
    """Colours for lines that people tell from each other on the theme's page."""
    is_dark = sum(theme.page) / 3 < _HALF
    return tuple(rgb(each) for each in (_ON_DARK if is_dark else _ON_LIGHT))


def main_colour(theme: Theme) -> Rgb:
    """The colour of what a chart is about."""
    return rgb(_MAIN[theme.id]) if theme.id in _MAIN else line_colours(theme)[0]
