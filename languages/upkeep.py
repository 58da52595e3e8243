"""Keeping the catalogs: the template from the code, new languages, and how much each says."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from babel import Locale
from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from languages.checking import GLOSSARY, english_name
from languages.extracting import Found, messages_of, written_messages
from languages.known import CATALOG, DRAFT, TEMPLATE, read_language, template_of
from languages.places import explained
from languages.reading import read_catalog, read_file
from languages.shares import is_core
from rules.texts import OF_SIDE, Message

_LEFT_OUT = re.compile(
    r'"(POT-Creation-Date|PO-Revision-Date|Project-Id|Report-Msgid|Last-Translator|Language-Team)'
)
_CREDIT = re.compile(r'^"(?:Last-Translator|Language-Team|X-[\w-]+): .*\\n"$', re.MULTILINE)
CORE_MARK = "core"
"""Stands above what nobody can play without."""
WORDS_AN_HOUR = 290
"""How fast people translate such sentences with care."""
_HEADING = "| language | core | all | |"
PAGE = Path("docs") / "languages.md"
"""Where people read how much each language says."""


def template(root: Path) -> Catalog:
    """The messages of the code as Babel keeps them: those of the core first."""
    catalog = Catalog(charset="utf-8", fuzzy=False, header_comment="# What Quintet says.")
    said = (*messages_of(root), *written_messages())
    for found in sorted(said, key=lambda each: not is_core(each.message, each.files)):
        english, context, plural = found.message
        catalog.add(
            (english, plural) if plural else english,
            locations=[(file, 0) for file in found.files],
            auto_comments=_told(found),
            context=context or None,
        )
    return catalog


def _told(found: Found) -> Iterator[str]:
    """What translators are told of a message."""
    if is_core(found.message, found.files):
        yield CORE_MARK
    yield from found.comments
    yield from explained(found.message)
    if not (found.comments or found.message.context or " " in found.message.english.strip()):
        folder = PurePosixPath(found.files[0]).parent
        yield f"one word, of {folder.parent.name if folder.name == 'screen' else folder.name}"


def written(catalog: Catalog, before: str = "") -> str:
    """A catalog as text, without dates and line numbers: as much as the code changed.

    Who translated it by what stays as it was in the text ``before``.
    """
    out = io.BytesIO()
    write_po(out, catalog, width=100, omit_header=False, include_lineno=False)
    kept = [each for each in out.getvalue().decode().splitlines() if not _LEFT_OUT.match(each)]
    credit = _CREDIT.findall(before.partition("\n\n")[0])
    at = next((at for at, each in enumerate(kept, 1) if each.startswith('"Language: ')), 0)
    return "\n".join((*kept[:at], *credit, *kept[at:])).strip() + "\n"


def folders(catalogs: Path) -> list[Path]:
    """The folders of the languages there are."""
    return sorted(each.parent for each in catalogs.glob(f"*/{CATALOG}"))


def update(catalogs: Path) -> None:
    """Bring the template, every catalog and the page about them up to date.

    A changed sentence makes its old translation fuzzy. Raises CatalogError, and changes nothing,
    where one cannot be read: Babel would leave out what it cannot read.
    """
    for folder in folders(catalogs):
        read_file(folder / CATALOG, read_catalog)
    now = template(catalogs.parent)
    template_of.cache_clear()
    (catalogs / TEMPLATE).write_text(written(now), encoding="utf-8")
    for folder in folders(catalogs):
        path = folder / CATALOG
        before = path.read_text("utf-8")
        old = read_po(io.StringIO(before), locale=Locale.parse(folder.name))
        old.update(now)
        for each in old:
            if each.context == OF_SIDE and each.fuzzy:  # Babel takes the first form for it
                each.string, each.flags = "", each.flags - {"fuzzy"}
        path.write_text(written(old, before), encoding="utf-8")
    page = catalogs.parent / PAGE
    if page.exists():
        before, _, after = page.read_text("utf-8").partition(_HEADING)
        rest = after.partition("\n\n")[2]
        page.write_text(f"{before}{table(catalogs)}\n{rest}", encoding="utf-8")


def behind(catalogs: Path) -> Iterator[str]:
    """What to do if the template is not what the code beside ``catalogs`` says now."""
    if (catalogs / TEMPLATE).read_text("utf-8") != written(template(catalogs.parent)):
        yield f"{TEMPLATE} is behind the code: python -m languages update"


def new(catalogs: Path, code: str) -> Path:
    """The folder of a new language, with all that is to be translated.

    Raises ValueError for a code that is none, and FileExistsError.
    """
    try:
        locale = Locale.parse(code)
    except Exception as error:
        raise ValueError(f"{code} is the code of no language") from error
    folder = catalogs / code
    folder.mkdir()
    catalog = template(catalogs.parent)
    catalog.locale, catalog.fuzzy = locale, False
    catalog.header_comment = f"{DRAFT}: {english_name(code)}, read by no native player yet."
    (folder / CATALOG).write_text(written(catalog), encoding="utf-8")
    known = next(each for each in folders(catalogs) if (each / GLOSSARY).exists())
    with (known / GLOSSARY).open(encoding="utf-8", newline="") as file:
        terms = [row[0] for row in list(csv.reader(file))[1:]]
    with (folder / GLOSSARY).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("English", english_name(code), "source", "note"))
        writer.writerows((term, "", "", "") for term in terms)
    return folder


def table(catalogs: Path) -> str:
    """How much each language says, and what it may be chosen for, as a table in Markdown."""
    lines = [_HEADING, "|---|---|---|---|"]
    for folder in folders(catalogs):
        _, shares = read_language(folder / CATALOG)
        core, everything = (100 * said // of for said, of in (shares.core, shares.all))
        name = english_name(folder.name)
        lines.append(f"| {name} (`{folder.name}`) | {core} % | {everything} % | {shares.state} |")
    template = template_of(catalogs)
    important = [each for each, files in template.items() if is_core(each, files)]
    sums = (f"{len(each):,} messages, {_words(each):,} words" for each in (important, [*template]))
    hours = f"about {_words(template) // WORDS_AN_HOUR} hours"
    lines.append(f"| To translate (English) | {' | '.join(sums)} | {hours} |")
    return "\n".join(lines) + "\n"


def _words(messages: Iterable[Message]) -> int:
    return sum(len(f"{each.english} {each.plural}".split()) for each in messages)
