"""What stands out in a bracket: who goes on, who won it all, and the reader."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from renderer import THEMES
from renderer.charts import BracketChart, BracketRound, BracketSide, BracketTie
from renderer.charts.bracket import FINAL
from renderer.charts.canvas import Canvas
from renderer.charts.rows import won_colour
from renderer.drawing import Renderer
from rules.texts import Words
from tests.renderer.boards import near
from tests.renderer.cases import pixels

ADA, BEN, CYD, DEE = (BracketSide(name, "1.5", number=7) for name in ("Ada", "Ben", "Cyd", "Dee"))


def won(side: BracketSide) -> BracketSide:
    return replace(side, won=True)


def cup(*ties: BracketTie) -> BracketChart:
    return BracketChart(
        "Cup", (BracketRound("Semi-final", ties[:2]), BracketRound(FINAL, ties[2:])), None, 0
    )


def win_colour(chart: BracketChart, theme: str) -> np.ndarray:
    return near(pixels(Renderer().chart(chart, theme)), won_colour(THEMES[theme]), 12)


@pytest.mark.parametrize("theme", THEMES)
def test_the_way_of_who_won_the_final_has_the_win_colour(theme: str) -> None:
    semis = BracketTie(won(ADA), BEN), BracketTie(CYD, won(DEE))
    for final, high in ((BracketTie(won(ADA), DEE), True), (BracketTie(ADA, won(DEE)), False)):
        drawn = win_colour(cup(*semis, final), theme)
        upper, lower = drawn[104:228, :380].sum(), drawn[228:352, :380].sum()
        assert bool(upper > 4 * lower) == high
        assert bool(lower > 4 * upper) != high
    assert win_colour(cup(*semis, BracketTie(ADA, DEE)), theme).sum() < 200


def test_a_number_stands_for_a_name_that_cannot_be_set() -> None:
    lines = [
        cup(*(BracketTie(replace(ADA, name=name), BEN) for _ in range(3)))
        for name in ("Maximiliane von Hohen", "Maximiliane von Hohenbergen", "\U0001f984", "No. 7")
    ]
    short, long, sign, numbered = (Renderer().chart(chart, "slate") for chart in lines)
    assert short != long
    assert sign == numbered


@pytest.mark.parametrize("name", ["Ada", "Maximiliane Magdalene von Weizenfeld", "Maximiliane" * 3])
def test_a_long_name_has_two_lines_and_points_where_there_is_room(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    heights, set_text = dict[str, float](), Canvas.text

    def noted(self: Canvas, x: float, y: float, words: Words, *rest: Any, **more: Any) -> float:
        heights[str(words)] = y
        return set_text(self, x, y, words, *rest, **more)

    monkeypatch.setattr(Canvas, "text", noted)
    final = BracketTie(BracketSide(name, "7", won=True), replace(BEN, points="6"))
    Renderer().chart(cup(BracketTie(ADA, CYD), BracketTie(BEN, DEE), final), "slate")
    lines = [each for each in heights if each and each.removesuffix("-") in name]
    assert " ".join(lines).replace("- ", "") == name
    assert len(lines) == 1 + (len(name) > 3)
    assert heights["7"] == heights[lines[0]]
    assert heights["6"] == heights["Ben"]


def test_the_readers_row_has_a_bar() -> None:
    ties = (BracketTie(ADA, BEN), BracketTie(CYD, DEE), BracketTie(ADA, CYD))
    own = (BracketTie(replace(ADA, own=True), BEN), *ties[1:])
    slate = THEMES["slate"]
    drawn = [
        near(pixels(Renderer().chart(cup(*each), "slate")), slate.turn, 20).sum()
        for each in (ties, own)
    ]
    assert drawn[0] == 0
    assert drawn[1] > 100
