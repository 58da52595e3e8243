"""Catalogs: read as Babel reads them, said with care, and up to date with the code."""

import io
from gettext import c2py
from pathlib import Path
from unittest.mock import patch

import pytest
from babel.messages import Message as BabelMessage
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from languages import CatalogError, Language, own_names, read_all, read_catalog, spoken
from languages.checking import mistakes
from languages.extracting import ExtractionError, Found, messages_of
from languages.known import CATALOG, CATALOGS, TEMPLATE, template_of
from languages.plurals import PluralError, plurals_of
from languages.reading import Catalog, Packed, read_file, read_template
from languages.upkeep import behind, folders, template, written
from rules.texts import ENGLISH, Counted, Message, Text
from tests.kit.examples import examples

LETTERS = 'abc{}"\\\n\té日 '
OPERATORS = ["||", "&&", "==", "!=", "<", ">", "<=", ">=", "%", "+", "-", "*", "/"]
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


POLISH = (
    GERMAN
    + r"""
msgctxt "of_side"
msgid "White"
msgstr "Białych"

msgid "{cell} is a stone of {side}, beside {other}."
msgstr "Na {cell} stoi kamień {of_side}, obok {of_other}."

msgid "{cell} is of {side}."
msgstr "{cell}: {of_player}."
"""
)


def test_a_language_may_have_a_second_form_of_sides() -> None:
    polish, white = Language("pl", read_catalog(POLISH)), Text("White", "side")
    held = Text("{cell} is a stone of {side}, beside {other}.", cell="d4", side=white, other="Ada")
    assert held.said(polish) == "Na d4 stoi kamień Białych, obok Ada."
    black = held.of(side=Text("Black", "side"))  # which has only one form
    assert black.said(polish) == "Na d4 stoi kamień Black, obok Ada."
    wrong = Text("{cell} is of {side}.", cell="d4", side=white)
    assert wrong.said(polish) == "d4 is of Weiß."


def test_fuzzy_and_wrong_messages_are_english(german: Language) -> None:
    assert Text("One.").said(german) == "One."
    held = Text("{cell} holds a stone of {side}.", cell="d4", side=Text("White", "side"))
    assert held.said(german) == "d4 holds a stone of Weiß."


async def test_a_language_on_trial_is_read_once_somebody_has_it() -> None:
    there = read_all(CATALOGS)
    with patch("languages.known.all_known", lambda: there):
        assert own_names()["de"].said(ENGLISH) == "Deutsch"
        packed = there.on_trial["de"].catalog
        assert isinstance(packed, Packed)
        assert not packed.is_read
        assert Text("Accept", "button").said(await spoken("de")) == "Annehmen"
        assert packed.is_read
    text = (CATALOGS / "de" / CATALOG).read_text("utf-8")
    assert packed.sound == read_catalog(text).sound


@pytest.mark.parametrize("reader", ["en", *(each.name for each in folders(CATALOGS))])
async def test_languages_are_named_in_themselves_whoever_reads_the_list(reader: str) -> None:
    named = {code: name.said(await spoken(reader)) for code, name in own_names().items()}
    assert named["en"] == "English"
    assert len(set(named.values())) == len(named)
    assert named == {code: name.said(ENGLISH) for code, name in own_names().items()}


NOTES = st.lists(
    st.sampled_from(
        [
            "# said on the board",
            "#. for translators",
            "#: bot/a.py bot/b.py:3",
            "#, fuzzy",
            "#,fuzzy",
            "#, python-format, fuzzy",
            "#, not-fuzzy",
            '#| msgid "before"',
            # without a note before it Babel takes it for a part of the entry above
            '# was\n#~| msgid "before"',
        ]
    ),
    max_size=3,
)
FORMS = st.lists(st.just("eins") | st.text(LETTERS, max_size=20), max_size=4)


@st.composite
def odd_entries(draw: st.DrawFn, number: int) -> list[str]:
    """The lines of an entry as tools and people leave them, such as one that is no more."""
    lines = []
    if draw(st.booleans()):
        lines += ["msgctxt " + quoted("side", broken=draw(st.booleans()))]
    lines += ["msgid " + quoted(f"message {number}", broken=draw(st.booleans()))]
    forms = draw(FORMS)
    if draw(st.booleans()):
        lines += [f"msgid_plural {quoted(f'messages {number}')}"]
        lines += [f"msgstr[{at}] {quoted(form)}" for at, form in enumerate(forms)]
        lines = draw(st.sampled_from([lines, [each for each in lines if "[0]" not in each]]))
    else:
        lines += [f"msgstr {quoted(form, broken=draw(st.booleans()))}" for form in forms[:1]]
    before = "#~ " if draw(st.booleans()) else ""
    told = [f"{before}{line}" for each in lines for line in each.split("\n")]
    return [*draw(NOTES), *told, *[""] * draw(st.integers(0, 2))]


def quoted(text: str, *, broken: bool = False) -> str:
    r"""The text between quotes, in two lines if it is ``broken``."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'""\n"{escaped}"' if broken else f'"{escaped}"'


@examples(40)
@given(st.data(), st.integers(1, 3), st.integers(1, 3))
def test_odd_entries_are_read_as_babel_reads_them(
    data: st.DataObject, number: int, kinds: int
) -> None:
    rule = "0" if kinds == 1 else "n != 1"
    header = f'msgid ""\nmsgstr "Plural-Forms: nplurals={kinds}; plural=({rule});\\n"\n'
    lines = [line for at in range(number) for line in data.draw(odd_entries(at))]
    text = "\n".join((header, *lines))
    assert read_catalog(text).forms == babels(text)


@pytest.mark.parametrize("folder", folders(CATALOGS), ids=lambda each: str(each.name))
def test_each_language_is_read_as_babel_reads_it(folder: Path) -> None:
    text = (folder / CATALOG).read_text("utf-8")
    catalog = read_catalog(text)
    assert len(catalog.forms) > 2000
    assert catalog.forms == babels(text)
    rule = c2py(get_plural(folder.name).plural_expr)
    assert [catalog.plural(each) for each in range(200)] == [rule(each) for each in range(200)]


def test_the_template_is_read_as_babel_reads_it() -> None:
    text = (CATALOGS / TEMPLATE).read_text("utf-8")
    files = {message(each): tuple(file for file, _ in each.locations) for each in po(text)}
    assert read_template(text) == files


def po(text: str) -> list[BabelMessage]:
    """The messages of a file as Babel reads them, without its header."""
    return [each for each in read_po(io.StringIO(text)) if each.id]


def message(read: BabelMessage) -> Message:
    english, plural = (read.id, "") if isinstance(read.id, str) else read.id
    return Message(english, read.context or "", plural)


def babels(text: str) -> dict[Message, tuple[str, ...]]:
    """What is said in a file, by Babel's reading; what is fuzzy, or not said whole, is not."""
    said = {message(each): each for each in po(text) if not each.fuzzy}
    forms = {
        each: (found.string,) if isinstance(found.string, str) else tuple(found.string or [""])
        for each, found in said.items()
    }
    return {each: found for each, found in forms.items() if all(found)}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b'msgid "a', 1),
        (b"\nhello", 2),
        (b'"a"', 1),
        (b'msgid "a"\nmsgstr "b"\n\n<<<<<<< HEAD\n', 4),
        (b'msgid "a "word" b"', 1),
        (b'msgid "a"' + b'+"a"' * 100_000, 1),
        (b'msgid "a"\nmsgstr "\xfc"', 2),
        (b'msgid ""\nmsgstr ""\n"plural=__import__(1);"', 3),
        (b'msgid ""\nmsgstr "plural=' + b"(" * 199 + b'"', 2),
        (b'msgstr "a"\nmsgid "a"', 1),
        (b'msgid "a"\n# between\nmsgstr "a"', 3),
        (b'msgid "a"\nmsgstr "b"\nmsgstr "c"', 3),
        (b'msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"', 5),
    ],
)
def test_a_broken_catalog_is_refused_with_its_line(tmp_path: Path, text: bytes, line: int) -> None:
    path = tmp_path / CATALOG
    path.write_bytes(text)
    with pytest.raises(CatalogError, match=rf"{CATALOG}: line {line} "):
        read_file(path, read_catalog)


@given(
    st.recursive(
        st.sampled_from(["n", "0", "1", "2", "10", "100", "12345", "99999999999999999999"]),
        lambda part: st.one_of(
            st.tuples(part, st.sampled_from(OPERATORS), part).map(" ".join),
            st.tuples(part, part, part).map(lambda each: "({} ? {} : {})".format(*each)),
            part.map("!({})".format),
            part.map("({})".format),
            part.map("!{}".format),
        ),
        max_leaves=8,
    ),
    st.integers(0, 3),
    st.lists(st.integers(0) | st.integers(0, 100_000), max_size=20),
)
def test_a_rule_for_plurals_gives_every_number_a_form_or_is_refused(
    rule: str, forms: int, numbers: list[int]
) -> None:
    try:
        plurals = plurals_of(f"Plural-Forms: nplurals={forms}; plural={rule};\n")
    except PluralError:
        return
    message = Message("{number} hex", "", "{number} hexes")
    said = tuple(map(str, range(forms)))
    language = Language("de", Catalog({message: said}, plurals))
    for number in (*range(200), *numbers):
        assert language.template(message, number) in said


@pytest.mark.parametrize(
    "rule",
    [
        "n/0",
        "n%0",
        "n%n",
        "1/(n-7)",
        "n-1",
        "n==12345 ? 2 : 0",
        "n ? 1",
        "n" + " && n" * 1000,
        "!" * 150 + "n?3:0",
        "9" * 150,
    ],
)
def test_a_language_whose_rule_fails_is_not_offered_and_check_names_it(tmp_path, rule: str) -> None:
    (tmp_path / TEMPLATE).write_text('#: a.py\nmsgid "A."\nmsgstr ""\n')
    path = tmp_path / "de" / CATALOG
    path.parent.mkdir()
    header = f'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural={rule};\\n"\n'
    path.write_text(f'{header}\nmsgid "A."\nmsgstr "B."\n')
    known = read_all(tmp_path)
    assert not known.offered
    assert not known.on_trial
    assert known.broken == tuple(mistakes(path.parent))
    assert str(path) in known.broken[0]
    template_of.cache_clear()


def test_a_template_that_is_behind_the_code_is_told(tmp_path: Path) -> None:
    """Of the project's own one ``make check`` tells."""
    (tmp_path / "bot").mkdir()
    catalogs = tmp_path / "languages"
    catalogs.mkdir()
    (catalogs / TEMPLATE).write_text(written(template(tmp_path)), "utf-8")
    assert list(behind(catalogs)) == []
    (tmp_path / "bot" / "text.py").write_text('a = Text("Move", "button")\n', "utf-8")
    (told,) = behind(catalogs)
    assert "python -m languages update" in told


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
            Message("{number} hex", "", "{number} hexes"), ("bot/text.py",), ("a hex of the board",)
        ),
    ]


def test_a_template_that_is_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "text.py").write_text('Text(f"{cell} is empty.")\n', encoding="utf-8")
    with pytest.raises(ExtractionError, match=r"bot/text\.py:1"):
        messages_of(tmp_path)
