"""Catalogs: read as Babel reads them, said with care, and up to date with the code."""

import io
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from hypothesis import given
from hypothesis import strategies as st

from languages import CatalogError, Language, read_catalog
from languages.extracting import ExtractionError, Found, messages_of
from languages.known import CATALOGS, TEMPLATE
from languages.pseudo import Pseudo
from languages.upkeep import template, written
from rules.texts import Counted, Message, Text

ROOT = Path(__file__).parents[2]
TEXTS = st.text(alphabet='abc{}"\\\n\té日 ', min_size=1, max_size=20)
GERMAN = r"""
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgctxt "side"
msgid "White"
msgstr "Weiß"

msgid "{cell} is empty, so nothing can move from it."
msgstr "{cell} ist leer, "
"von dort kann nichts ziehen."

msgid "{number} hex"
msgid_plural "{number} hexes"
msgstr[0] "ein Feld"
msgstr[1] "{number} Felder"

#, fuzzy
msgid "One."
msgstr "Zwei."

msgid "{cell} holds a stone of {side}."
msgstr "Auf {cell.real} liegt ein Stein von {side}."
"""


@pytest.fixture
def german() -> Language:
    return Language("de", read_catalog(GERMAN))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (Text("White", "side"), "Weiß"),
        (Text("White"), "White"),
        (
            Text("{cell} is empty, so nothing can move from it.", cell="d4"),
            "d4 ist leer, von dort kann nichts ziehen.",
        ),
        (Counted("{number} hex", "{number} hexes", 1), "ein Feld"),
        (Counted("{number} hex", "{number} hexes", 3), "3 Felder"),
    ],
    ids=["context", "no-context", "two-lines", "one", "many"],
)
def test_a_language_says_what_its_catalog_has(german: Language, text: Text, says: str) -> None:
    assert text.said(german) == says


def test_fuzzy_and_wrong_messages_are_english(german: Language) -> None:
    assert Text("One.").said(german) == "One."
    held = Text("{cell} holds a stone of {side}.", cell="d4", side=Text("White", "side"))
    assert held.said(german) == "d4 holds a stone of Weiß."


@given(st.dictionaries(st.tuples(TEXTS, st.sampled_from(["", "side"])), TEXTS, max_size=8))
def test_a_catalog_is_read_as_babel_reads_it(messages: dict[tuple[str, str], str]) -> None:
    catalog = Catalog()
    for (english, context), says in messages.items():
        catalog.add(english, says, context=context or None)
    out = io.BytesIO()
    write_po(out, catalog)
    text = out.getvalue().decode()
    again = {
        Message(str(each.id), each.context or ""): (each.string,)
        for each in read_po(io.StringIO(text))
        if each.id and each.string
    }
    assert read_catalog(text).forms == again


@pytest.mark.parametrize("text", ['msgid "a', "hello", 'msgid ""\nmsgstr "plural=__import__(1);"'])
def test_a_broken_catalog_is_refused(text: str) -> None:
    with pytest.raises(CatalogError):
        read_catalog(text)


def test_the_template_is_up_to_date() -> None:
    """``python -m languages update`` brings it up to date."""
    assert (CATALOGS / TEMPLATE).read_text("utf-8") == written(template(ROOT))


def test_messages_are_found_with_what_translators_are_told(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "text.py").write_text(
        'a = Text("Move", "button")\n# For translators: a hex of the board\n'
        'b = Counted("{number} hex", "{number} hexes", 2)\n',
        encoding="utf-8",
    )
    assert messages_of(tmp_path) == [
        Found(Message("Move", "button"), ("bot/text.py",)),
        Found(
            Message("{number} hex", "", "{number} hexes"),
            ("bot/text.py",),
            ("a hex of the board",),
        ),
    ]


def test_a_template_that_is_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "text.py").write_text('Text(f"{cell} is empty.")\n', encoding="utf-8")
    with pytest.raises(ExtractionError, match=r"bot/text\.py:1"):
        messages_of(tmp_path)


def test_the_pseudo_language_leaves_places_and_code_alone() -> None:
    text = Text("Use `/move` on {cell}.", cell="d4")
    assert text.said(Pseudo()).startswith("[Úšé `/move` óñ d4.~")
