"""The German draft: read as it is, sound in every message, and not offered yet."""

import csv

import pytest

from languages import CATALOGS, Language, languages, read_catalog
from languages.known import CATALOG, DRAFT
from renderer.layout import BESIDE
from renderer.lettering import Lettering
from renderer.scenes.captions import panel_facts
from renderer.tools.gallery import moments
from rules.texts import Counted, Message, Text
from tests.kit.rules import CASES, start

FOLDER = CATALOGS / "de"
TEXT = (FOLDER / CATALOG).read_text("utf-8")
GERMAN = Language("de", read_catalog(TEXT))


def test_a_draft_is_not_offered() -> None:
    assert TEXT.startswith(DRAFT)
    assert "de" not in languages()


def test_every_message_has_the_places_of_the_english() -> None:
    forms = read_catalog(TEXT).forms
    assert len(forms) >= 400
    assert [message for message in forms if not GERMAN.knows(message)] == []
    assert not GERMAN.knows(Message("Nobody says this."))


def test_sides_stand_in_sentences_as_names() -> None:
    text = Counted(
        "{cell} holds a stone of {side}.",
        "{cell} holds a stack of {side}, {number} high.",
        3,
        cell="c4",
        side=Text("Black", "side"),
    )
    assert text.said(GERMAN) == "Auf c4 liegt ein Stapel von Schwarz, 3 hoch."


def test_the_glossary_has_a_word_for_every_term() -> None:
    with (FOLDER / "glossary.csv").open(encoding="utf-8", newline="") as file:
        terms = list(csv.DictReader(file))
    assert len({each["English"] for each in terms}) == len(terms) > 30
    assert all(each["German"] and each["source"] for each in terms)


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_what_stands_beside_the_board_fits(game: str, variant: str) -> None:
    lettering, seats = Lettering(), start(game, variant).variant.seats
    panel = (1000 - 2 * BESIDE - 12 * (seats - 1)) / seats
    for position, _ in list(moments(game, variant, 1))[::5]:
        for colour in range(seats):
            told = panel_facts(position, colour).said(GERMAN)
            assert lettering.word(told, 35).shape[1] <= panel - 106, told
