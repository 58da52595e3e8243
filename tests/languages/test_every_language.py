"""Every language that is there; that nothing is wrong in it, ``make check`` tells."""

import csv
import shutil
import sys
from pathlib import Path

import pytest

from languages import (
    CATALOGS,
    Language,
    __main__,
    code_of,
    languages,
    on_trial,
    read_catalog,
    wording,
)
from languages.checking import GLOSSARY, mistakes, other_words
from languages.known import CATALOG, DRAFT, REVIEWED, TEMPLATE, read_all, read_language, template_of
from languages.shares import Shares
from languages.upkeep import PAGE, folders, new, table
from tests.kit.speaking import Tagged, known

FOLDERS = folders(CATALOGS)
NAMES = [each.name for each in FOLDERS]
HEADER = (
    'msgid ""\nmsgstr ""\n"Language: it\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
)


def language_in(folder: Path) -> Language:
    return read_language(folder / CATALOG)[0]


def test_there_are_languages() -> None:
    assert {"de", "ja"} <= set(NAMES)
    assert not read_all(CATALOGS).broken


@pytest.mark.parametrize("folder", FOLDERS, ids=NAMES)
def test_its_glossary_has_a_word_for_every_term(folder: Path) -> None:
    with (folder / GLOSSARY).open(encoding="utf-8", newline="") as file:
        terms = list(csv.reader(file))[1:]
    assert len({each[0] for each in terms}) == len(terms) > 30
    assert all(words and source for _, words, source, *_ in terms)


@pytest.mark.parametrize(
    ("locale", "code"),
    [
        ("de", "de"),
        ("es-ES", "es"),
        ("es-419", "es"),
        ("pt-BR", "pt_BR"),
        ("pt-PT", "en"),
        ("en-GB", "en"),
        ("en-US", "en"),
        ("ar", "en"),
        ("xx", "en"),
        ("", "en"),
    ],
)
def test_a_locale_means_a_language_that_is_offered(locale: str, code: str) -> None:
    with known(**{each: Tagged(each) for each in ("de", "es", "pt_BR")}):
        assert code_of(locale) == code
        assert getattr(wording(code), "code", "en") == code


def test_the_page_says_how_much_each_language_says() -> None:
    """``python -m languages update`` writes its table, whose numbers grow with every message."""
    page = (CATALOGS.parent / PAGE).read_text("utf-8")
    head, _, *rows = table(CATALOGS).splitlines()
    assert head in page
    assert all(f"{row.split(') |')[0]}) |" in page for row in rows)


@pytest.mark.parametrize(
    ("shares", "state"),
    [
        (Shares((100, 100), (95, 100)), "offered"),
        (Shares((100, 100), (95, 100), is_draft=True), "on trial, a draft"),
        (Shares((100, 100), (95, 100), by_machine=True), "reviewed"),
        (Shares((100, 100), (94, 100), by_machine=True), "on trial"),
        (Shares((100, 100), (94, 100)), "on trial"),
        (Shares((99, 100), (100, 100)), "on trial"),
        (Shares((90, 100), (10, 100)), "on trial"),
        (Shares((89, 100), (99, 100)), "not yet"),
    ],
)
def test_a_language_is_chosen_for_what_it_says(shares: Shares, state: str) -> None:
    assert shares.state == state
    assert shares.on_trial is (state != "not yet")
    assert shares.offered is (state == "offered")
    assert shares.reviewed is (state == "reviewed")


@pytest.mark.parametrize("header", [DRAFT, REVIEWED, "#"])
def test_the_first_line_says_who_has_read_a_language(tmp_path: Path, header: str) -> None:
    (tmp_path / TEMPLATE).write_text('#: bot/screen/a.py\nmsgid "A."\nmsgstr ""\n')
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / CATALOG).write_text(f'{header}\n{HEADER}msgid "A."\nmsgstr "B."\n')
    there = read_all(tmp_path)
    template_of.cache_clear()
    assert list(there.offered) == (["de"] if header == "#" else [])
    kept = [(each.is_draft, each.is_reviewed) for each in there.on_trial.values()]
    assert kept == {DRAFT: [(True, False)], REVIEWED: [(False, True)]}.get(header, [])


def test_a_draft_is_never_offered_by_itself() -> None:
    drafts = {each.name for each in FOLDERS if language_in(each).is_draft}
    assert not drafts & languages().keys()
    assert all(each.is_draft or code not in drafts for code, each in on_trial().items())


@pytest.fixture
def catalogs(tmp_path: Path) -> Path:
    """A folder with the template and German alone."""
    made = tmp_path / "languages"
    made.mkdir()
    shutil.copy(CATALOGS / TEMPLATE, made / TEMPLATE)
    shutil.copytree(CATALOGS / "de", made / "de")
    return made


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ('msgctxt "button"\nmsgid "Cancel"\nmsgstr "%s"' % ("x" * 81), "longer"),
        ('msgctxt "nowhere"\nmsgid "Cancel"\nmsgstr "x"', "context"),
        ('msgid "{cell} is empty."\nmsgstr "{cel} x."', "places"),
        ('msgid "Type `/help` first."\nmsgstr "Scrivi `/aiuto`."', "code"),
        ('msgid "**Bold** words."\nmsgstr "Parole."', "code"),
        ('msgid "{number} hex"\nmsgid_plural "{number} hexes"\nmsgstr[0] "x"', "forms"),
        ('msgid "a\nmsgstr "b"', "line 7"),
    ],
)
def test_what_is_wrong_is_said(catalogs: Path, entry: str, wrong: str) -> None:
    folder = catalogs / "it"
    folder.mkdir()
    (folder / CATALOG).write_text(f"{HEADER}{entry}\n", encoding="utf-8")
    (told,) = mistakes(folder)
    assert wrong in told


def test_a_wrong_header_is_said(catalogs: Path) -> None:
    folder = catalogs / "pl"
    folder.mkdir()
    (folder / CATALOG).write_text(HEADER, encoding="utf-8")
    named, numbers = mistakes(folder)
    assert "does not name pl" in named
    assert "3 kinds of numbers" in numbers


@pytest.mark.parametrize("command", ["check", "words"])
def test_tools_tell_where_a_catalog_cannot_be_read(
    catalogs: Path,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And change nothing in it."""
    path = catalogs / "de" / CATALOG
    path.write_bytes(path.read_bytes().replace(b"\n\n", b"\n\n<<<<<<< HEAD\n", 1))
    broken, line = path.read_bytes(), path.read_bytes().split(b"\n").index(b"<<<<<<< HEAD") + 1
    monkeypatch.setattr(__main__, "CATALOGS", catalogs)
    monkeypatch.setattr(sys, "argv", ["", command, *(["de"] if command == "words" else [])])
    assert __main__.main() == 1
    assert f"{path}: line {line}" in capsys.readouterr().out
    assert path.read_bytes() == broken


def test_words_beside_the_glossary_are_found(catalogs: Path) -> None:
    folder = catalogs / "it"
    folder.mkdir()
    (folder / GLOSSARY).write_text("English,Italian,source,note\nboard,tavola; plancia,,\n")
    said = 'msgid "The board."\nmsgstr "%s"\n\nmsgid "Aboard."\nmsgstr "A bordo."\n'
    for word, found in (("La plancia.", 0), ("Il tavolo.", 1)):
        (folder / CATALOG).write_text(HEADER + said % word, encoding="utf-8")
        assert len(list(other_words(folder))) == found


def test_a_new_language_has_everything_to_translate(catalogs: Path) -> None:
    (catalogs.parent / "rules").symlink_to(CATALOGS.parent / "rules")
    folder = new(catalogs, "it")
    assert list(mistakes(folder)) == []
    text = (folder / CATALOG).read_text("utf-8")
    assert text.startswith("# Draft: Italian")
    assert read_catalog(text).forms == {}
    assert "Text" not in text
    assert "board,,," in (folder / GLOSSARY).read_text("utf-8")
    with pytest.raises(FileExistsError):
        new(catalogs, "it")
    with pytest.raises(ValueError, match="klingon"):
        new(catalogs, "klingon")
