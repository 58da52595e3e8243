"""Who was ahead: the strip below a match that is looked back at."""

from dataclasses import replace
from typing import Any

import pytest
from PIL import ImageChops

from renderer import THEMES, Theme
from renderer.charts import ExpectationsChart
from renderer.charts.canvas import Canvas
from rules.texts import Words
from tests.renderer.charted import every_theme, near, picture, told_of
from tests.renderer.colour_science import contrast, linear

PAIRS = (("White", "Black"), ("Light", "Dark"), ("Red", "Yellow"))
TOP, BOTTOM = 72, 386 - 86
MIDDLE = (TOP + BOTTOM) // 2


def ahead(*first: float, colours: tuple[str, ...] = PAIRS[0], **more: Any) -> ExpectationsChart:
    both = tuple((each, -each) for each in first)
    return ExpectationsChart(("Ada", "Ben"), both, (colours,) * len(first), **more)


@every_theme
@pytest.mark.parametrize("colours", PAIRS)
def test_whoever_is_ahead_is_drawn_in_the_colour_of_their_pieces(theme, colours) -> None:
    pieces, ground = theme.materials(colours), theme.cells[0]
    for way, piece in zip((1, -1), pieces, strict=True):
        shown = picture(ahead(*[0.8 * way] * 3, colours=colours), theme)
        assert near(shown.getpixel((300, MIDDLE - 30 * way)), piece.base)
        assert near(shown.getpixel((300, MIDDLE + 30 * way)), ground)
        assert near(shown.getpixel((300, MIDDLE)), theme.text)


@every_theme
def test_who_has_a_half_of_the_strip_is_named_beside_it(theme: Theme) -> None:
    shown = picture(ahead(0, 0.5), theme)
    quarter = (BOTTOM - TOP) // 4
    for way, piece in zip((-1, 1), theme.materials(PAIRS[0]), strict=True):
        assert near(shown.getpixel((36, MIDDLE + way * quarter)), piece.base)
    for names, (top, bottom) in (
        (("Eve", "Ben"), (TOP, MIDDLE)),
        (("Ada", "Eve"), (MIDDLE, BOTTOM)),
    ):
        other = picture(replace(ahead(0, 0.5), names=names), theme)
        changed = ImageChops.difference(shown, other).convert("L").point(lambda each: each > 40)
        _, first, _, last = changed.getbbox() or (0, 0, 0, 0)
        assert top < first < last < bottom


@every_theme
def test_colours_that_are_exchanged_change_in_the_strip(theme: Theme) -> None:
    held = (("Light", "Dark"),) * 2 + (("Dark", "Light"),) * 2
    chart = ExpectationsChart(("Ada", "Ben"), ((0.8, -0.8),) * 4, held)
    shown, (light, dark) = picture(chart, theme), theme.materials(("Light", "Dark"))
    assert near(shown.getpixel((330, MIDDLE - 30)), light.base)
    assert near(shown.getpixel((700, MIDDLE - 30)), dark.base)


@every_theme
def test_three_bands_are_as_high_as_what_each_may_expect(theme: Theme) -> None:
    names = ("Light", "Dark", "Grey")
    chart = ExpectationsChart(("Ada", "Ben", "Chloe"), ((0.8, 0, -0.8),) * 3, (names,) * 3)
    shown = picture(chart, theme)
    for shares, piece in zip(
        ((0.05, 0.55), (0.65, 0.88), (0.97,)), theme.materials(names), strict=True
    ):
        for share in shares:
            y = round(TOP + share * (BOTTOM - TOP))
            assert near(shown.getpixel((300, y)), piece.base)


@every_theme
@pytest.mark.parametrize("names", [*PAIRS, ("Light", "Dark", "Grey")])
def test_every_side_stands_out_from_the_ground(theme: Theme, names: tuple[str, ...]) -> None:
    ground = linear(theme.cells[0])
    for piece in theme.materials(names):
        assert max(contrast(linear(each), ground) for each in (piece.base, piece.rim)) >= 2.9


def test_somebody_called_as_a_colour_is_named_too(monkeypatch: pytest.MonkeyPatch) -> None:
    set_words = list[str]()

    def noted(_: Canvas, x: float, y: float, words: Words, *__: object, **___: object) -> None:
        del x, y
        set_words.append(str(words))

    monkeypatch.setattr(Canvas, "text", noted)
    picture(
        ExpectationsChart(("White", "Ben"), ((0.0, 0.0),) * 2, (PAIRS[0],) * 2), THEMES["slate"]
    )
    assert set_words.count("White") == 2


@every_theme
def test_marks_and_the_shown_step_are_drawn(theme: Theme) -> None:
    plain, marked = (picture(ahead(0, 0.5, 0.5, marks=marks), theme) for marks in ((), ((2, 0),)))
    assert plain.tobytes() != marked.tobytes()
    x, y = 776, round(MIDDLE - 0.5 * (BOTTOM - TOP - 26) / 2)
    assert near(marked.getpixel((x, y)), theme.last)
    assert near(marked.getpixel((x, y - 11)), theme.edge)
    cursor, without = (picture(ahead(0.5, 0.5, 0.5, at=at), theme) for at in (2, None))
    assert near(cursor.getpixel((x, MIDDLE - 20)), theme.last)
    assert not near(without.getpixel((x, MIDDLE - 20)), theme.last)


@every_theme
@pytest.mark.parametrize("way", [1, -1])
def test_the_dot_of_who_has_all_chances_lies_within_the_strip(theme: Theme, way: int) -> None:
    shown = picture(ahead(0, way, way, marks=((1, 0),)), theme)
    plain = picture(ahead(0, way, way), theme)
    changed = ImageChops.difference(shown, plain).crop((200, 0, 700, BOTTOM)).convert("L")
    dot = changed.point(lambda each: 255 * (each > 40)).getbbox()
    assert dot is not None
    assert TOP <= dot[1] < dot[3] <= BOTTOM


@every_theme
def test_a_key_says_what_dots_and_the_stroke_mean(theme: Theme) -> None:
    """Only those that there are."""
    for more in ({}, {"marks": ((1, 0),)}, {"at": 1}):
        key = picture(ahead(0, 0.5, 0.5, **more), theme).crop((20, 346, 260, 386)).convert("L")
        low, high = key.getextrema()
        assert (high - low > 100) is bool(more)


def test_who_was_ahead_in_words() -> None:
    chart = ahead(0, 0.05, 0.6, 0.7, -0.3, -1, marks=((4, 0),))
    assert told_of(chart) == (
        "Who was ahead, move by move. Ada has White, Ben has Black. At the start: Even. "
        "From move 2: Ada. From move 4: Ben. Pointed out: move 4."
    )
    restless = ahead(*(0.9 if step % 2 else -0.9 for step in range(40)))
    assert "It changed 27 more times. At the end: Ada." in told_of(restless)
    seats = ("Light", "Dark", "Grey")
    three = ExpectationsChart(("Light", "Ada", "Chloe"), ((0, 0.5, 0.4), (-1, 1, -1)), (seats,) * 2)
    assert told_of(three) == (
        "Who was ahead, move by move. Light has Light, Ada has Dark, Chloe has Grey. "
        "At the start: Even. From move 1: Ada."
    )
    alone = ExpectationsChart(("Ada", "Ada"), ((0, 0), (-1, 1)), (("Red", "Yellow"),) * 2)
    assert told_of(alone).endswith("At the start: Even. From move 1: Yellow.")
