"""What a reader of a language sees at once is said by ``python -m languages check``."""

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.plurals import get_plural

from languages import CATALOGS, __main__
from languages.checking import GLOSSARY, mistakes
from languages.known import CATALOG, DRAFT, TEMPLATE
from languages.upkeep import written

CONTRACT = "Colours come in the contract."
PLANTED = (
    ("ja", "The **basic** x. The **last** y.", "**基本**のx**。最後**のy。", "bold begins or ends"),
    ("de", "The **basic** game.", "Das **Grund**spiel.", "bold begins or ends"),
    ("de", "The **last** game.", "Das** letzte** Spiel.", "bold begins or ends"),
    ("de", "See [here](x).", "Siehe [hier] (x).", "it has ]( more or less"),
    ("de", "Read it (soon).", "Lies es (bald.", "are no pairs"),
    ("it", CONTRACT, "I colori (contract) dopo.", "English word 'contract'"),
    ("fr", "Which game?", "Quel jeu ?", "French has no ' ?'"),
    ("fr", "In: {cell}", "Dans: {cell}", "French has no ':'"),
    ("fr", 'A "wall".', 'Un "mur".', "French has no"),
    ("it", "side|White", "Bianc\u1200", "pictures have not all its letters"),
    ("it", "The new name", "x" * 46, "longer than the 45"),
    ("it", "Pause the tournament", "x" * 46, "longer than the 45"),
    ("it", "Slate: dark and calm", "x" * 101, "longer than the 100"),
    ("it", "Choose your opponent", "x" * 151, "longer than the 150"),
    ("it", "choice|casual", "x" * 101, "longer than the 100"),
    ("it", "{number} to place", "{number} da mettere giù", "longer than the 11"),
)
"""Languages, messages, what they say wrongly, and how that is named."""
WELL = (
    ("ja", "In **{cell}** the **last** one.", "**{cell}**では**最後**です。"),
    ("de", "**1. Move.** Then **{cell}**.", "**1. Ziehe.** Dann („**{cell}**“)."),
    (
        "fr",
        'Type `a: b?` at 12:30: "{cell}"!',
        "Écris `a: b?` à 12:30\u00a0: «\u00a0{cell}\u00a0»\u00a0!",
    ),
    ("de", CONTRACT, "Die Farben kommen danach."),
    ("ja", CONTRACT, "色はあとで決まります。"),
    ("it", "side|Black", "Nero"),
    ("it", "button|Go to move {number}", "Vai alla mossa numero {number}"),
)


@pytest.fixture
def catalogs(tmp_path: Path) -> Path:
    shutil.copy(CATALOGS / TEMPLATE, tmp_path)
    return tmp_path


def write(catalogs: Path, code: str, entries: Iterable[tuple[str, str]]) -> Catalog:
    made = Catalog(code, charset="utf-8", header_comment=DRAFT, fuzzy=False)
    for english, said in entries:
        context, _, one = english.rpartition("|")
        is_counted = one == "{number} to place"
        forms = (said,) * made.num_plurals if is_counted else said
        made.add((one, one) if is_counted else one, forms, context=context or None)
    folder = catalogs / code
    folder.mkdir()
    (folder / CATALOG).write_text(written(made), "utf-8")
    (folder / GLOSSARY).write_text("English,Own,source,note\n")
    return made


def test_each_planted_mistake_is_named_and_nothing_else(catalogs: Path, capsys) -> None:
    everything = [*(each[:3] for each in PLANTED), *WELL]
    for code in {each for each, *_ in everything}:
        write(catalogs, code, [each[1:] for each in everything if each[0] == code])
    wrong = __main__.check(catalogs)
    for code, english, _, named in PLANTED:
        message = repr(english.rpartition("|")[2])
        found = [each for each in wrong if f"/{code}/" in each and f" {message}: " in each]
        assert any(named in each for each in found), message
        wrong = [each for each in wrong if each not in found]
    assert wrong == []
    assert "it: a phone cuts the button 'Go to move {number}'" in capsys.readouterr().out


POLISH = (
    "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1"
    " : n!=1 && n%10<=1 || n%10>=5 && n%10<=9 || n%100>=12 && n%100<=14 ? 2 : 3"
)
"""As Poedit writes it; the last form is that of fractions."""


@pytest.mark.parametrize(
    ("code", "forms", "rule", "is_well"),
    [
        ("pl", 4, POLISH, True),
        ("pl", 3, get_plural("pl").plural_expr, True),
        ("pl", 4, "n==1 ? 0 : n%10==2 ? 1 : n%10==3 ? 2 : 3", False),
        ("pl", 2, "n != 1", False),
        ("fr", 2, "n > 1", True),
        ("fr", 2, "n != 1", False),
        ("ar", 6, get_plural("ar").plural_expr, True),
    ],
)
def test_a_rule_of_plurals_is_tried_over_numbers(
    catalogs: Path, code: str, forms: int, rule: str, *, is_well: bool
) -> None:
    made = write(catalogs, code, ())
    made.mime_headers = [("Plural-Forms", f"nplurals={forms}; plural=({rule});")]
    made.add(("{number} hex", "{number} hexes"), ("x",) * forms)
    (catalogs / code / CATALOG).write_text(written(made), "utf-8")
    wrong = list(mistakes(catalogs / code))
    assert (wrong == []) is is_well
    assert is_well or "kinds of numbers of the language" in wrong[0]


def test_what_a_language_leaves_in_english_is_named(tmp_path, capsys) -> None:
    shutil.copy(CATALOGS / TEMPLATE, tmp_path)
    shutil.copytree(CATALOGS / "de", tmp_path / "de")
    path = tmp_path / "de" / CATALOG
    text = path.read_text("utf-8")
    path.write_text(text.replace('msgstr "Aufgeben"', 'msgstr ""', 1), "utf-8")
    assert __main__.check(tmp_path) == []
    assert capsys.readouterr().out.count("de: in English: 'Resign'") == 1
