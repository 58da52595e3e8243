"""Everybody can tell the pieces and read the words, in every theme."""

from colorsys import rgb_to_hls
from itertools import combinations

import pytest

from renderer.marks import QUIET
from renderer.pieces import PLACE, TAKEN, UNCOUNTED
from renderer.themes import THEMES, Rgb, Theme, rgb, written_on
from tests.renderer.colour_science import SIGHTS, contrast, difference, linear, seen

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
every_sight = pytest.mark.parametrize("sight", SIGHTS)


def ratio(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    return contrast(linear(one), linear(other))


def least(colour: tuple[int, int, int], theme: Theme) -> float:
    """The contrast of ``colour`` on the cell that it shows least on."""
    return min(ratio(colour, cell) for cell in theme.cells)


def test_the_formulas_agree_with_published_values() -> None:
    assert ratio(rgb("#000000"), rgb("#FFFFFF")) == pytest.approx(21)
    assert ratio(rgb("#777777"), rgb("#FFFFFF")) == pytest.approx(4.48, abs=0.01)
    assert difference(linear(rgb("#FF0000")), linear(rgb("#0000FF"))) == pytest.approx(
        52.88, abs=0.1
    )
    assert difference(linear(rgb("#000000")), linear(rgb("#FFFFFF"))) == pytest.approx(
        100, abs=0.01
    )


PAIRS = (("white", "black"), ("red", "yellow"))
TOGETHER = (("white", "black", "grey"), ("red", "yellow"))
"""The colours that meet on a board."""


def marks(theme: Theme, under: Rgb, sight: str = "usual") -> float:
    """The better of the two lines of a mark on what lies below it."""
    below = seen(linear(under), sight)
    return max(contrast(seen(linear(line), sight), below) for line in (theme.last, theme.edge))


@every_theme
@every_sight
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_two_players_contrast(theme: Theme, sight: str, pair: tuple[str, str]) -> None:
    first, second = (seen(linear(theme.pieces[name].base), sight) for name in pair)
    assert contrast(first, second) >= 3.5


@every_theme
@every_sight
@pytest.mark.parametrize("names", TOGETHER, ids="-".join)
def test_any_two_players_differ(theme: Theme, sight: str, names: tuple[str, ...]) -> None:
    bases = [seen(linear(theme.pieces[name].base), sight) for name in names]
    assert min(difference(one, other) for one, other in combinations(bases, 2)) >= 28


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
        below = seen(linear(cell), sight)
        drawn = contrast(seen(linear(mixed(cell, theme.coordinate, QUIET)), sight), below)
        assert 3 <= drawn < contrast(seen(linear(theme.coordinate), sight), below)


@every_theme
@every_sight
def test_marks_of_a_game_are_not_taken_for_its_pieces(theme: Theme, sight: str) -> None:
    for colours in PAIRS:
        beside = theme.beside(colours)
        line = seen(linear(beside.last), sight)
        for name in ("red", "yellow") if "yellow" in colours else ():
            assert difference(line, seen(linear(theme.pieces[name].base), sight)) >= 12, name
        assert min(contrast(line, seen(linear(cell), sight)) for cell in theme.cells) >= 2.5


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
    """From cells, the page and every piece: one of their two lines does."""
    below = [*theme.cells, theme.page, *(piece.base for piece in theme.pieces.values())]
    assert min(marks(theme, under, sight) for under in below) >= 3
    lines = seen(linear(theme.last), sight), seen(linear(theme.edge), sight)
    assert contrast(*lines) >= 3


@every_theme
def test_who_won_is_legible(theme: Theme) -> None:
    assert ratio(written_on(theme.win), theme.win) >= 4.5
    assert ratio(theme.win, theme.page) >= 3
    for cell in theme.cells:
        assert max(ratio(theme.win, cell), ratio(written_on(theme.win), cell)) >= 3


@every_theme
@every_sight
def test_numbers_to_choose_by_have_the_colour_of_no_piece(theme: Theme, sight: str) -> None:
    badge = seen(linear(theme.badge), sight)
    for piece in theme.pieces.values():
        assert difference(badge, seen(linear(piece.base), sight)) >= 18


@every_theme
def test_numbers_to_choose_by_are_legible_and_stand_out(theme: Theme) -> None:
    """The number on its badge, and the badge's border or face on a cell, a piece, and the page."""
    ink = written_on(theme.badge)
    assert ratio(ink, theme.badge) >= 4.5
    below = [*theme.cells, theme.page, *(piece.base for piece in theme.pieces.values())]
    assert min(max(ratio(ink, under), ratio(theme.badge, under)) for under in below) >= 2.5


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
    bases = {name: seen(linear(theme.pieces[name].base), sight) for name in names}
    for under in (*theme.cells, theme.page):
        left = {name: seen(linear(taken(theme, name, under)), sight) for name in names}
        if len(names) == 2:
            assert contrast(*left.values()) >= 3
        for one, other in combinations(names, 2):
            assert difference(left[one], left[other]) >= 25
            assert difference(left[one], bases[one]) < difference(left[one], bases[other])
            assert difference(left[other], bases[other]) < difference(left[other], bases[one])


@every_theme
@every_sight
def test_whose_a_stack_is_that_does_not_count_is_plain(theme: Theme, sight: str) -> None:
    for under in theme.cells:
        white, black = (
            seen(linear(taken(theme, name, under, UNCOUNTED)), sight) for name in PAIRS[0]
        )
        assert contrast(white, black) >= 3.5


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
        drawn = mixed(under, theme.coordinate, PLACE)
        assert contrast(seen(linear(drawn), sight), seen(linear(under), sight)) >= 3


@every_theme
@every_sight
def test_why_it_was_won_is_seen(theme: Theme, sight: str) -> None:
    """What winning pieces lie on parts from the board and from them."""
    win, line = (seen(linear(colour), sight) for colour in (theme.win, written_on(theme.win)))
    for cell in (*theme.cells, theme.page):
        below = seen(linear(cell), sight)
        assert max(contrast(win, below), contrast(line, below)) >= 3
    for name in ("white", "black", "grey"):
        piece = theme.pieces[name]
        base = seen(linear(piece.base), sight)
        assert max(difference(win, base), difference(line, base)) >= 20


@every_theme
@every_sight
def test_the_bar_on_a_piece_that_cannot_move_is_seen(theme: Theme, sight: str) -> None:
    for piece in theme.pieces.values():
        bar, below = (seen(linear(colour), sight) for colour in (piece.ink, piece.base))
        assert contrast(bar, below) >= 4.5
