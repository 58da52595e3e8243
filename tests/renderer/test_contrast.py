"""Everybody can tell the pieces and read the words, in every theme."""

from __future__ import annotations

from itertools import combinations

import pytest

from renderer.marks import written_on
from renderer.pieces import FADED
from renderer.themes import THEMES, Theme, rgb
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


@every_theme
@every_sight
def test_the_first_and_the_second_player_contrast(theme: Theme, sight: str) -> None:
    first, second = (seen(linear(material.base), sight) for material in theme.materials[:2])
    assert contrast(first, second) >= 3.5


@every_theme
@every_sight
def test_any_two_players_differ(theme: Theme, sight: str) -> None:
    bases = [seen(linear(material.base), sight) for material in theme.materials]
    assert min(difference(one, other) for one, other in combinations(bases, 2)) >= 28


@every_theme
def test_pieces_stand_out_from_the_cells(theme: Theme) -> None:
    for material in (*theme.materials, theme.neutral):
        assert max(least(material.base, theme), least(material.rim, theme)) >= 3


@every_theme
def test_what_is_written_on_a_piece_is_legible(theme: Theme) -> None:
    for material in theme.materials:
        assert ratio(material.ink, material.base) >= 7
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
def test_numbers_to_choose_by_are_legible_and_stand_out(theme: Theme) -> None:
    """The number on its badge, and the badge's border or face on a cell, a piece, and the page."""
    ink = written_on(theme.turn)
    assert ratio(ink, theme.turn) >= 4.5
    below = [*theme.cells, theme.page, *(material.base for material in theme.materials)]
    assert min(max(ratio(ink, under), ratio(theme.turn, under)) for under in below) >= 2.5


@every_theme
def test_names_of_tiles_that_went_are_legible(theme: Theme) -> None:
    for material in theme.materials:
        faint = [round(p + (m - p) * FADED) for p, m in zip(theme.page, material.base, strict=True)]
        assert ratio(theme.text, (faint[0], faint[1], faint[2])) >= 4.5


@every_theme
@every_sight
def test_marks_of_the_last_move_stand_out_from_the_cells(theme: Theme, sight: str) -> None:
    for cell in theme.cells:
        mark, under = seen(linear(theme.last), sight), seen(linear(cell), sight)
        assert contrast(mark, under) >= 2.5
        assert difference(mark, under) >= 20
