"""Everybody can tell the pieces and read the words, in every theme."""

from collections.abc import Callable, Iterator
from colorsys import rgb_to_hls
from datetime import date
from itertools import combinations, permutations

import pytest

from renderer.charts import ActivityChart, WeekOfPlay
from renderer.charts.activity import outcome_colours
from renderer.charts.style import line_colours, main_colour
from renderer.drawing import Renderer
from renderer.marks import QUIET
from renderer.pieces import PLACE, TAKEN, UNCOUNTED
from renderer.themes import THEMES, Rgb, Theme, rgb, written_on
from tests.renderer.cases import pixels
from tests.renderer.colour_science import SIGHTS, contrast, difference, linear, seen

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
every_sight = pytest.mark.parametrize("sight", SIGHTS)
PAIRS = (("white", "black"), ("red", "yellow"))
TOGETHER = (("white", "black", "grey"), ("red", "yellow"))
"""The colours that meet on a board."""
Needs = Iterator[tuple[float, float]]
"""Contrasts or differences that there are, and those that there have to be."""


def ratio(one: Rgb, other: Rgb, sight: str = "usual") -> float:
    return contrast(seen(linear(one), sight), seen(linear(other), sight))


def unlike(one: Rgb, other: Rgb, sight: str = "usual") -> float:
    return difference(seen(linear(one), sight), seen(linear(other), sight))


def least(colour: Rgb, theme: Theme, sight: str = "usual") -> float:
    """The contrast of ``colour`` on the cell that it shows least on."""
    return min(ratio(colour, cell, sight) for cell in theme.cells)


def everything(theme: Theme) -> list[Rgb]:
    """What marks lie on: cells, the page and every piece."""
    return [*theme.cells, theme.page, *(piece.base for piece in theme.pieces.values())]


def marks(theme: Theme, under: Rgb, sight: str) -> float:
    """The better of the two lines of a mark on what lies below it."""
    return max(ratio(line, under, sight) for line in (theme.last, theme.edge))


def mixed(under: Rgb, over: Rgb, share: float) -> Rgb:
    """What is seen where ``share`` of a colour lies over another."""
    red, green, blue = (round(u + (o - u) * share) for u, o in zip(under, over, strict=True))
    return red, green, blue


def taken(theme: Theme, name: str, under: Rgb, share: float = TAKEN) -> Rgb:
    """The colour of a piece that was taken, or counts no more, on what shows through it."""
    return mixed(under, theme.pieces[name].base, share)


def test_the_formulas_agree_with_published_values() -> None:
    assert ratio(rgb("#000000"), rgb("#FFFFFF")) == pytest.approx(21)
    assert ratio(rgb("#777777"), rgb("#FFFFFF")) == pytest.approx(4.48, abs=0.01)
    assert unlike(rgb("#FF0000"), rgb("#0000FF")) == pytest.approx(52.88, abs=0.1)
    assert unlike(rgb("#000000"), rgb("#FFFFFF")) == pytest.approx(100, abs=0.01)


def two_players(theme: Theme, sight: str) -> Needs:
    for pair in PAIRS:
        first, second = (theme.pieces[name].base for name in pair)
        yield ratio(first, second, sight), 3.5
    for names in TOGETHER:
        for one, other in combinations([theme.pieces[name].base for name in names], 2):
            yield unlike(one, other, sight), 28


def names_of_bare_cells(theme: Theme, sight: str) -> Needs:
    """Quiet and legible."""
    for cell in theme.shades:
        quiet = ratio(mixed(cell, theme.coordinate, QUIET), cell, sight)
        yield quiet, 3
        yield ratio(theme.coordinate, cell, sight), quiet + 0.001


def marks_of_a_game(theme: Theme, sight: str) -> Needs:
    """They are not taken for its pieces."""
    for colours in PAIRS:
        line = theme.beside(colours).last
        for name in ("red", "yellow") if "yellow" in colours else ():
            yield unlike(line, theme.pieces[name].base, sight), 12
        yield least(line, theme, sight), 2.5


def marks_on_all_below_them(theme: Theme, sight: str) -> Needs:
    """One of their two lines, also on a piece that was taken; and round an empty place."""
    yield ratio(theme.last, theme.edge, sight), 3
    ground = (*theme.cells, theme.page)
    left = [taken(theme, name, under) for name in theme.pieces for under in ground]
    for under in (*everything(theme), *left):
        yield marks(theme, under, sight), 3
    for under in theme.cells:
        yield ratio(mixed(under, theme.coordinate, PLACE), under, sight), 3


def numbers_to_choose_by(theme: Theme, sight: str) -> Needs:
    """They have the colour of no piece."""
    for piece in theme.pieces.values():
        yield unlike(theme.badge, piece.base, sight), 18


def taken_pieces(theme: Theme, sight: str) -> Needs:
    """Those of two players contrast, and each is nearest to the standing ones of its own."""
    for names in TOGETHER:
        bases = {name: theme.pieces[name].base for name in names}
        for under in (*theme.cells, theme.page):
            left = {name: taken(theme, name, under) for name in names}
            for one, other in permutations(names, 2):
                if len(names) == 2:
                    yield ratio(left[one], left[other], sight), 3
                yield unlike(left[one], left[other], sight), 25
                yield unlike(left[one], bases[other], sight), unlike(left[one], bases[one], sight)


def stacks_that_do_not_count(theme: Theme, sight: str) -> Needs:
    for under in theme.cells:
        white, black = (taken(theme, name, under, UNCOUNTED) for name in PAIRS[0])
        yield ratio(white, black, sight), 3.5


def why_it_was_won(theme: Theme, sight: str) -> Needs:
    """What winning pieces lie on parts from the board and from them."""
    both = theme.win, written_on(theme.win)
    for cell in (*theme.cells, theme.page):
        yield max(ratio(colour, cell, sight) for colour in both), 3
    for name in ("white", "black", "grey"):
        yield max(unlike(colour, theme.pieces[name].base, sight) for colour in both), 20


def the_bar_on_a_piece_that_cannot_move(theme: Theme, sight: str) -> Needs:
    for piece in theme.pieces.values():
        yield ratio(piece.ink, piece.base, sight), 4.5


NEEDED: tuple[Callable[[Theme, str], Needs], ...] = (
    *(two_players, names_of_bare_cells, marks_of_a_game, marks_on_all_below_them),
    *(numbers_to_choose_by, taken_pieces, stacks_that_do_not_count, why_it_was_won),
    the_bar_on_a_piece_that_cannot_move,
)


@every_theme
@pytest.mark.parametrize("needed", NEEDED, ids=lambda each: each.__name__)
def test_everybody_can_tell(needed: Callable[[Theme, str], Needs], theme: Theme) -> None:
    for sight in SIGHTS:
        found = list(needed(theme, sight))
        assert found
        assert [each for each in found if each[0] < each[1]] == [], sight


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
    """As drawn: a rim lies with some strength over a piece that is like the cells."""
    for material in theme.pieces.values():
        assert max(least(material.base, theme), least(material.rim, theme)) >= 3
        assert material.faint == (least(material.base, theme) < 1.5)
        if material.faint:
            drawn = mixed(material.base, material.rim, material.rim_strength)
            assert least(drawn, theme) >= 3
    # only tiles can be nobody's, and they lie on the table
    assert ratio(theme.neutral.rim, theme.table) >= 3
    # a stack that does not count is seen by its rims
    assert min(least(theme.pieces[name].rim, theme) for name in PAIRS[0]) >= 3


@every_theme
def test_words_and_marks_are_legible(theme: Theme) -> None:
    for name, material in theme.pieces.items():
        # grey lies between white and black, and no ink has more than this on it
        assert ratio(material.ink, material.base) >= (5.5 if name == "grey" else 7)
    assert ratio(theme.neutral.ink, theme.neutral.base) >= 4.5
    assert least(theme.coordinate, theme) >= 4.4
    assert ratio(theme.text, theme.page) >= 13
    assert ratio(theme.secondary, theme.page) >= 4.5
    assert least(theme.last, theme) >= 2.9
    assert ratio(theme.turn, theme.page) >= 4.5
    assert least(theme.legal, theme) >= 4.4
    assert ratio(written_on(theme.win), theme.win) >= 4.5
    assert ratio(theme.win, theme.page) >= 3
    for colour in (*line_colours(theme), main_colour(theme), *outcome_colours(theme)):
        assert ratio(colour, theme.page) >= 3


@every_theme
def test_numbers_to_choose_by_are_legible_and_stand_out(theme: Theme) -> None:
    """The number on its badge, and the badge's border or face on a cell, a piece, and the page."""
    ink = written_on(theme.badge)
    assert ratio(ink, theme.badge) >= 4.5
    for under in everything(theme):
        assert max(ratio(ink, under), ratio(theme.badge, under)) >= 2.5


@every_theme
def test_pieces_and_marks_stand_out_where_a_move_ended(theme: Theme) -> None:
    assert theme.tint
    for cell in theme.cells:
        under = mixed(cell, theme.last, theme.tint)
        assert marks(theme, under, "usual") >= 3
        for piece in (theme.pieces[name] for name in PAIRS[0]):
            assert max(ratio(piece.base, under), ratio(piece.rim, under)) >= 3


@every_theme
@every_sight
def test_what_was_won_and_drawn_is_told_by_how_dark_it_is(theme: Theme, sight: str) -> None:
    weeks = (WeekOfPlay(date(2026, 3, 2), 2, 0, 0), WeekOfPlay(date(2026, 3, 9), 0, 2, 0))
    shown = pixels(Renderer().chart(ActivityChart("Matches", weeks), theme.id))
    won, drawn = (tuple(map(int, shown[164, x])) for x in (240, 593))
    assert ratio(won, drawn, sight) > 1.8
