"""Everybody can tell the pieces and read the words, in every theme."""

from colorsys import rgb_to_hls
from datetime import date
from itertools import combinations, permutations

import pytest

from renderer.charts import ActivityChart, WeekOfPlay
from renderer.drawing import Renderer
from renderer.marks import QUIET
from renderer.pieces import PLACE, TAKEN, UNCOUNTED
from renderer.themes import THEMES, Rgb, Theme, rgb, written_on
from tests.renderer.cases import pixels
from tests.renderer.colour_science import SIGHTS, contrast, difference, linear, seen

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
every_sight = pytest.mark.parametrize("sight", SIGHTS)


def ratio(one: Rgb, other: Rgb, sight: str = "usual") -> float:
    return contrast(seen(linear(one), sight), seen(linear(other), sight))


def unlike(one: Rgb, other: Rgb, sight: str = "usual") -> float:
    return difference(seen(linear(one), sight), seen(linear(other), sight))


def least(colour: Rgb, theme: Theme) -> float:
    """The contrast of ``colour`` on the cell that it shows least on."""
    return min(ratio(colour, cell) for cell in theme.cells)


def everything(theme: Theme) -> list[Rgb]:
    """What marks lie on: cells, the page and every piece."""
    return [*theme.cells, theme.page, *(piece.base for piece in theme.pieces.values())]


def test_the_formulas_agree_with_published_values() -> None:
    assert ratio(rgb("#000000"), rgb("#FFFFFF")) == pytest.approx(21)
    assert ratio(rgb("#777777"), rgb("#FFFFFF")) == pytest.approx(4.48, abs=0.01)
    assert unlike(rgb("#FF0000"), rgb("#0000FF")) == pytest.approx(52.88, abs=0.1)
    assert unlike(rgb("#000000"), rgb("#FFFFFF")) == pytest.approx(100, abs=0.01)


PAIRS = (("white", "black"), ("red", "yellow"))
TOGETHER = (("white", "black", "grey"), ("red", "yellow"))
"""The colours that meet on a board."""


def marks(theme: Theme, under: Rgb, sight: str = "usual") -> float:
    """The better of the two lines of a mark on what lies below it."""
    return max(ratio(line, under, sight) for line in (theme.last, theme.edge))


@every_theme
@every_sight
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_two_players_contrast(theme: Theme, sight: str, pair: tuple[str, str]) -> None:
    first, second = (theme.pieces[name].base for name in pair)
    assert ratio(first, second, sight) >= 3.5


@every_theme
@every_sight
@pytest.mark.parametrize("names", TOGETHER, ids="-".join)
def test_any_two_players_differ(theme: Theme, sight: str, names: tuple[str, ...]) -> None:
    bases = [theme.pieces[name].base for name in names]
    assert min(unlike(one, other, sight) for one, other in combinations(bases, 2)) >= 28


HUES = {"red": (345, 20), "yellow": (38, 60)}
"""From where to where on the colour circle, in degrees."""


@every_theme
def test_pieces_have_the_colour_of_their_name(theme: Theme) -> None:
    for name, material in theme.pieces.items():
        hue, light, saturation = rgb_to_hls(*(channel / 255 for channel in material.base))
        if name in HUES:
            first, last = HUES[name]
            assert (hue * 360 - first) % 360 <= (last - first) % 360, name
            assert saturation > 0.7
        else:
            assert max(material.base) - min(material.base) <= 24, name
            low, high = {"white": (0.85, 1), "black": (0, 0.2), "grey": (0.35, 0.65)}[name]
            assert low <= light <= high, name


@every_theme
def test_pieces_stand_out_from_the_cells(theme: Theme) -> None:
    for material in theme.pieces.values():
        assert max(least(material.base, theme), least(material.rim, theme)) >= 3
    # only tiles can be nobody's, and they lie on the table
    assert ratio(theme.neutral.rim, theme.table) >= 3


@every_theme
def test_what_is_written_on_a_piece_is_legible(theme: Theme) -> None:
    for name, material in theme.pieces.items():
        # grey lies between white and black, and no ink has more than this on it
        assert ratio(material.ink, material.base) >= (5.5 if name == "grey" else 7)
    assert ratio(theme.neutral.ink, theme.neutral.base) >= 4.5


@every_theme
def test_words_and_marks_are_legible(theme: Theme) -> None:
    assert least(theme.coordinate, theme) >= 4.4
    assert ratio(theme.text, theme.page) >= 13
    assert ratio(theme.secondary, theme.page) >= 4.5
    assert least(theme.last, theme) >= 2.9
    assert ratio(theme.turn, theme.page) >= 4.5
    assert least(theme.legal, theme) >= 4.4


@every_theme
@every_sight
def test_names_of_bare_cells_are_quiet_and_legible(theme: Theme, sight: str) -> None:
    for cell in theme.shades:
        quiet = mixed(cell, theme.coordinate, QUIET)
        assert 3 <= ratio(quiet, cell, sight) < ratio(theme.coordinate, cell, sight)


@every_theme
@every_sight
def test_marks_of_a_game_are_not_taken_for_its_pieces(theme: Theme, sight: str) -> None:
    for colours in PAIRS:
        line = theme.beside(colours).last
        for name in ("red", "yellow") if "yellow" in colours else ():
            assert unlike(line, theme.pieces[name].base, sight) >= 12, name
        assert min(ratio(line, cell, sight) for cell in theme.cells) >= 2.5


@every_theme
def test_rims_part_pieces_from_cells_that_are_like_them(theme: Theme) -> None:
    """As drawn: a rim lies over its piece with some strength."""
    for material in theme.pieces.values():
        assert material.faint == (least(material.base, theme) < 1.5)
        if material.faint:
            drawn = mixed(material.base, material.rim, material.rim_strength)
            assert least(drawn, theme) >= 3


@every_theme
@every_sight
def test_marks_stand_out_from_everything_below_them(theme: Theme, sight: str) -> None:
    """One of their two lines does."""
    assert min(marks(theme, under, sight) for under in everything(theme)) >= 3
    assert ratio(theme.last, theme.edge, sight) >= 3


@every_theme
def test_who_won_is_legible(theme: Theme) -> None:
    assert ratio(written_on(theme.win), theme.win) >= 4.5
    assert ratio(theme.win, theme.page) >= 3


@every_theme
@every_sight
def test_numbers_to_choose_by_have_the_colour_of_no_piece(theme: Theme, sight: str) -> None:
    for piece in theme.pieces.values():
        assert unlike(theme.badge, piece.base, sight) >= 18


@every_theme
def test_numbers_to_choose_by_are_legible_and_stand_out(theme: Theme) -> None:
    """The number on its badge, and the badge's border or face on a cell, a piece, and the page."""
    ink = written_on(theme.badge)
    assert ratio(ink, theme.badge) >= 4.5
    for under in everything(theme):
        assert max(ratio(ink, under), ratio(theme.badge, under)) >= 2.5


def taken(theme: Theme, name: str, under: Rgb, share: float = TAKEN) -> Rgb:
    """The colour of a piece that was taken, or counts no more, on what shows through it."""
    return mixed(under, theme.pieces[name].base, share)


def mixed(under: Rgb, over: Rgb, share: float) -> Rgb:
    """What is seen where ``share`` of a colour lies over another."""
    red, green, blue = (round(u + (o - u) * share) for u, o in zip(under, over, strict=True))
    return red, green, blue


@every_theme
@every_sight
@pytest.mark.parametrize("names", TOGETHER, ids="-".join)
def test_whose_a_taken_piece_was_is_plain(theme: Theme, sight: str, names: tuple[str, ...]) -> None:
    """Taken pieces of two players contrast, and each is nearest to the standing ones of its own."""
    bases = {name: theme.pieces[name].base for name in names}
    for under in (*theme.cells, theme.page):
        left = {name: taken(theme, name, under) for name in names}
        for one, other in permutations(names, 2):
            assert len(names) > 2 or ratio(left[one], left[other], sight) >= 3
            assert unlike(left[one], left[other], sight) >= 25
            assert unlike(left[one], bases[one], sight) < unlike(left[one], bases[other], sight)


@every_theme
@every_sight
def test_whose_a_stack_is_that_does_not_count_is_plain(theme: Theme, sight: str) -> None:
    for under in theme.cells:
        white, black = (taken(theme, name, under, UNCOUNTED) for name in PAIRS[0])
        assert ratio(white, black, sight) >= 3.5


@every_theme
def test_a_stack_that_does_not_count_is_seen_by_its_rims(theme: Theme) -> None:
    assert min(least(theme.pieces[name].rim, theme) for name in PAIRS[0]) >= 3


@every_theme
def test_pieces_and_marks_stand_out_where_a_move_ended(theme: Theme) -> None:
    assert theme.tint
    for cell in theme.cells:
        under = mixed(cell, theme.last, theme.tint)
        assert max(ratio(theme.last, under), ratio(theme.edge, under)) >= 3
        for piece in (theme.pieces[name] for name in PAIRS[0]):
            assert max(ratio(piece.base, under), ratio(piece.rim, under)) >= 3


@every_theme
@every_sight
def test_the_cross_on_a_taken_piece_stands_out(theme: Theme, sight: str) -> None:
    for name in theme.pieces:
        for under in (*theme.cells, theme.page):
            assert marks(theme, taken(theme, name, under), sight) >= 3


@every_theme
@every_sight
def test_the_outline_of_what_was_taken_is_seen(theme: Theme, sight: str) -> None:
    """Dashes round an empty place."""
    for under in theme.cells:
        assert ratio(mixed(under, theme.coordinate, PLACE), under, sight) >= 3


@every_theme
@every_sight
def test_why_it_was_won_is_seen(theme: Theme, sight: str) -> None:
    """What winning pieces lie on parts from the board and from them."""
    both = theme.win, written_on(theme.win)
    for cell in (*theme.cells, theme.page):
        assert max(ratio(colour, cell, sight) for colour in both) >= 3
    for name in ("white", "black", "grey"):
        assert max(unlike(colour, theme.pieces[name].base, sight) for colour in both) >= 20


@every_theme
@every_sight
def test_the_bar_on_a_piece_that_cannot_move_is_seen(theme: Theme, sight: str) -> None:
    for piece in theme.pieces.values():
        assert ratio(piece.ink, piece.base, sight) >= 4.5


@every_theme
@every_sight
def test_what_was_won_and_drawn_is_told_by_how_dark_it_is(theme: Theme, sight: str) -> None:
    weeks = (WeekOfPlay(date(2026, 3, 2), 2, 0, 0), WeekOfPlay(date(2026, 3, 9), 0, 2, 0))
    shown = pixels(Renderer().chart(ActivityChart("Matches", weeks), theme.id))
    won, drawn = (tuple(map(int, shown[164, x])) for x in (240, 593))
    assert ratio(won, drawn, sight) > 1.8
