"""A language whose letters no face has: its pictures are in English, all else is in it."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

from languages import CATALOGS, Language, __main__
from languages.checking import GLOSSARY
from languages.known import CATALOG, DRAFT, TEMPLATE, read_language
from languages.upkeep import written
from renderer import PictureRequest, ShareCard, alt_text
from renderer.drawing import Renderer
from rules import GAMES
from rules.texts import ENGLISH, Message, Wording
from tests.kit import charts
from tests.kit.by_day import ONE_OF_EACH, mostly_at_night
from tests.languages.test_room import poster
from tests.renderer.measuring import measured

WORDS = "كلمات"


@pytest.fixture(scope="module")
def catalogs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a catalog that says everything with the same Arabic word."""
    made = tmp_path_factory.mktemp("languages")
    shutil.copy(CATALOGS / TEMPLATE, made)
    with (CATALOGS / TEMPLATE).open("rb") as file:
        template = read_po(file)
    catalog = Catalog("ar", charset="utf-8", header_comment=DRAFT, fuzzy=False)
    for each in template:
        english = each.id if isinstance(each.id, str) else " ".join(each.id)
        if english:
            said = " ".join((WORDS, *(f"{{{place}}}" for place in Message(english).places)))
            forms = said if isinstance(each.id, str) else (said,) * catalog.num_plurals
            catalog.add(each.id, forms, context=each.context)
    (made / "ar").mkdir()
    (made / "ar" / CATALOG).write_text(written(catalog), "utf-8")
    (made / "ar" / GLOSSARY).write_text("English,Arabic,source,note\n")
    return made


@pytest.fixture(scope="module")
def arabic(catalogs: Path) -> Language:
    return read_language(catalogs / "ar" / CATALOG)[0]


def asked(wording: Wording) -> PictureRequest:
    position = GAMES["halves"].start()
    return PictureRequest(position, names=("Ada", "Ben"), wording=wording)


DRAWN: tuple[Callable[[Renderer, Wording], Any], ...] = (
    lambda draw, wording: draw.still(asked(wording)),
    lambda draw, wording: draw.lens(asked(wording)),
    lambda draw, wording: draw.replay([asked(wording)]),
    lambda draw, wording: draw.chart(charts.places(), "slate", wording),
    lambda draw, wording: draw.share_card(ShareCard(asked(wording), ("Ada", "Ben"), "")),
    lambda draw, wording: draw.poster(poster(*ONE_OF_EACH[0], wording)),
)


@pytest.mark.parametrize("draw", mostly_at_night(DRAWN, DRAWN[::3]))
def test_its_pictures_are_whole_english(
    arabic: Language, draw: Callable[[Renderer, Wording], Any]
) -> None:
    (own, letters), (english, expected) = measured(), measured()
    assert draw(own, arabic) == draw(english, ENGLISH)
    assert letters.set == expected.set != set()


def test_its_texts_are_in_the_language(arabic: Language) -> None:
    told = alt_text(asked(arabic), "")
    assert WORDS in told.said(arabic)


def test_the_check_says_so_and_finds_nothing_else_about_letters(catalogs: Path, capsys) -> None:
    assert not [each for each in __main__.check(catalogs) if "pictures have not" in each]
    assert "ar: no face has its letters" in capsys.readouterr().out
