"""Words of pictures have room in every language: none is cut, and none is too small on a phone."""

import functools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from languages import CATALOGS
from languages.known import CATALOG, read_language
from languages.pseudo import Pseudo
from languages.upkeep import folders
from renderer import PictureRequest, Poster, ShareCard, Still
from renderer.charts import Chart
from renderer.drawing import Renderer
from renderer.scenes.captions import COUNTED
from rules.texts import ENGLISH, Text, Wording
from tests.kit import charts
from tests.kit.by_day import ONE_OF_EACH, mostly_at_night
from tests.kit.plain_english import plain, words_of
from tests.kit.rules import CASES, moments
from tests.renderer import posters
from tests.renderer.cases import PHONE, boards
from tests.renderer.measuring import Measuring, measured
from tests.renderer.test_charts import CHARTS as EXAMPLES

SMALLEST = 9
BESIDE_A_RIBBON = 6
SLATE = [each for each in boards() if each.name.endswith("-slate")]
FOLDERS = folders(CATALOGS)
DAY = ("de",)
"""A language of long words."""
EVERY_CHART = tuple({type(each): each for each in EXAMPLES}.values())
CHARTS = (charts.curve, charts.places, charts.activity, charts.expectations)
GIVEN = words_of("Rating", "Ladder, last 30 days", "Player", "Matches by week")
"""Titles and people that these come with."""


@pytest.fixture(scope="module")
def drawing() -> tuple[Renderer, Measuring]:
    return measured()


@pytest.mark.slow
@pytest.mark.parametrize("folder", mostly_at_night(FOLDERS, DAY, "name"))
def test_every_word_of_a_picture_has_room(
    drawing: tuple[Renderer, Measuring], folder: Path
) -> None:
    renderer, lettering = drawing
    language, _ = read_language(folder / CATALOG)
    lettering.cut.clear()
    lettering.heights.clear()
    lettering.most_lines = 3
    for case in SLATE:
        renderer.still(replace(case.request, wording=language, size=PHONE))
    assert min(lettering.heights) >= SMALLEST
    lettering.most_lines = BESIDE_A_RIBBON
    for game, variant in ONE_OF_EACH:
        renderer.poster(poster(game, variant, language))
    assert lettering.cut == set()


def cut_from(chart: Chart, language: Wording) -> set[str]:
    renderer, lettering = measured()
    renderer.chart(chart, "slate", language)
    return lettering.cut


@functools.cache
def cut_in_english() -> tuple[set[str], ...]:
    return tuple(cut_from(chart, ENGLISH) for chart in EVERY_CHART)


@pytest.mark.parametrize("folder", mostly_at_night(FOLDERS, (), "name"))
def test_charts_have_room_for_its_words(folder: Path) -> None:
    """What is whole in English is whole in every language."""
    language, _ = read_language(folder / CATALOG)
    for chart, in_english in zip(EVERY_CHART, cut_in_english(), strict=True):
        assert cut_from(chart, language) <= in_english


@pytest.mark.parametrize("make", CHARTS)
def test_no_word_of_a_chart_is_plain_english(make: Callable[[], Chart]) -> None:
    renderer, lettering = measured()
    renderer.chart(make(), "slate", Pseudo())
    assert lettering.set
    assert [each for text in lettering.set for each in plain(text, GIVEN)] == []


@pytest.mark.parametrize(("game", "variant"), mostly_at_night(CASES, ONE_OF_EACH[:2]))
def test_no_word_of_a_poster_is_plain_english(game: str, variant: str) -> None:
    """Nor of the share card and the boards that are on it."""
    renderer, lettering = measured()
    renderer.poster(poster(game, variant, Pseudo()))
    assert lettering.set
    assert [each for text in lettering.set for each in plain(text)] == []


def poster(game: str, variant: str, language: Wording) -> Poster:
    played = list(moments(game, variant, 2))
    last, first = (PictureRequest(*played[at], wording=language) for at in (-1, 1))
    card = ShareCard(last, ("Ada", "Ben", "Chloe")[: last.position.variant.seats], game)
    swing = Text("From move {number} on, {who} was ahead.", number=12), 0
    film = (Still(first, COUNTED.of(number=1)),)
    whole = posters.poster(game, variant)
    return replace(whole, card=card, subtitle="24", film=film, swing=(swing,))
