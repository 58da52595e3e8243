"""Which languages there are, and which of them a locale of Discord's means."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from languages.language import Language
from languages.reading import CatalogError, Packed, read_catalog, read_file, read_template
from languages.shares import Shares, shares_of
from rules.texts import ENGLISH, Message, Plain, Text, Wording

CATALOGS = Path(__file__).resolve().parent
CATALOG, TEMPLATE = "messages.po", "messages.pot"
DEFAULT = "en"
"""The code of English, which is always there."""
DRAFT = "# Draft"
"""How a catalog begins that no native player has read yet: it is never more than on trial."""
REVIEWED = "# Reviewed by machine, by no native player yet"
"""How one begins that a machine has reviewed: people whose Discord has it are told of it once."""
# For translators: the name of your own language
NAME = Text("English", "language")


@dataclass(frozen=True, slots=True)
class Known:
    """The languages in a folder by their codes: those ``offered``, and those only ``on_trial``.

    ``broken`` says why others there cannot be read; ``names`` are those of ones on trial.
    """

    offered: dict[str, Wording]
    on_trial: dict[str, Language]
    broken: tuple[str, ...]
    names: Mapping[str, str] = field(default_factory=dict)


def read_all(folder: Path) -> Known:
    """The languages in a folder that say enough to be chosen."""
    known, broken, names = Known({}, {}, ()), [], {}
    for path in sorted(folder.glob(f"*/{CATALOG}")):
        try:
            language, shares, text = _read(path)
        except (CatalogError, OSError) as error:
            broken.append(str(error))
            continue
        if shares.offered:
            known.offered[language.code] = language
        elif shares.on_trial:
            names[language.code] = _own_name(language.code, language)
            known.on_trial[language.code] = replace(language, catalog=Packed(text))
    return replace(known, broken=tuple(broken), names=names)


def read_language(path: Path) -> tuple[Language, Shares]:
    """The language of a catalog, and how much it says; raises CatalogError and OSError."""
    language, shares, _ = _read(path)
    return language, shares


def _read(path: Path) -> tuple[Language, Shares, str]:
    """The same, and the catalog's text."""
    catalog, text = read_file(path, lambda text: (read_catalog(text), text))
    shares = shares_of(
        catalog,
        template_of(path.parents[1]),
        is_draft=text.startswith(DRAFT),
        by_machine=text.startswith(REVIEWED),
    )
    return Language(path.parent.name, catalog, shares.is_draft, shares.reviewed), shares, text


@cache
def template_of(folder: Path) -> Mapping[Message, tuple[str, ...]]:
    """The messages of the template in a folder, each with its files; raises CatalogError."""
    return read_file(folder / TEMPLATE, read_template)


@cache
def all_known() -> Known:
    """The languages of this program."""
    known = read_all(CATALOGS)
    template_of.cache_clear()  # asked only how much they say
    return known


def languages() -> Mapping[str, Wording]:
    """The languages that are offered besides English by their codes, such as ``pt_BR``."""
    return all_known().offered


def unreadable() -> tuple[str, ...]:
    """Why the catalogs that cannot be read cannot: file, line and reason of each."""
    return all_known().broken


def on_trial() -> Mapping[str, Language]:
    """Further ones, which somebody can choose and nobody gets unasked."""
    return all_known().on_trial


def reviewed() -> Mapping[str, Language]:
    """Those of them of which people are told whose Discord has the language."""
    return {code: each for code, each in on_trial().items() if each.is_reviewed}


def offer(code: str) -> None:
    """Let a language be offered, however little it says, so that it can be looked at.

    Raises CatalogError for a catalog that cannot be read, OSError where there is none.
    """
    all_known().offered[code] = read_language(CATALOGS / code / CATALOG)[0]


def speaks_others() -> bool:
    """Whether anything can be in another language than English."""
    return bool(languages() or on_trial())


def own_names() -> dict[str, Text]:
    """All languages by their codes, English first, each with its name in itself for everybody."""
    there = {**languages(), **on_trial()}
    names = all_known().names
    own = {code: names.get(code) or _own_name(code, there[code]) for code in sorted(there)}
    return {code: Plain(name) for code, name in {DEFAULT: NAME.said(ENGLISH), **own}.items()}


def _own_name(code: str, language: Wording) -> str:
    """What a language calls itself; its code where it does not say that."""
    name = NAME.said(language)
    return code if name == NAME.said(ENGLISH) else name


def wording(code: str) -> Wording:
    """The language, which may be on trial; English for a code that is none."""
    return languages().get(code) or on_trial().get(code) or ENGLISH


async def spoken(code: str) -> Wording:
    """The same, read in a thread where nobody has needed the language before."""
    found = wording(code)
    catalog = found.catalog if isinstance(found, Language) else None
    if isinstance(catalog, Packed) and not catalog.is_read:
        await asyncio.to_thread(lambda: catalog.sound)
    return found


def code_of(locale: str) -> str:
    """The code of the language that a locale such as ``pt-BR`` means; ``en`` for unknown ones."""
    return _meant(locale, languages())


def reviewed_code(locale: str) -> str | None:
    """The code of the reviewed language that a locale means; None for others."""
    found = _meant(locale, reviewed())
    return None if found == DEFAULT else found


def of_commands(locale: str) -> Wording | None:
    """The language in which Discord shows commands to a locale; None for English."""
    there = {**languages(), **reviewed()}
    return there.get(_meant(locale, there))


def _meant(locale: str, there: Mapping[str, Wording]) -> str:
    exact = locale.replace("-", "_")
    return next((each for each in (exact, exact.split("_")[0]) if each in there), DEFAULT)
