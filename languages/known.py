"""Which languages there are, and which of them a locale of Discord's means."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from languages.language import Language
from languages.reading import CatalogError, read_catalog
from rules.texts import ENGLISH, Plain, Text, Wording

CATALOGS = Path(__file__).resolve().parent
CATALOG = "messages.po"
DEFAULT = "en"
"""The code of English, which is always there."""
DRAFT = "# Draft"
"""How a catalog begins that nobody who speaks the language has read yet: it is not offered."""
# For translators: the name of your own language
NAME = Text("English", "language")


def read_all(folder: Path) -> tuple[dict[str, Wording], tuple[str, ...]]:
    """The languages in a folder by their codes, and why others there cannot be read."""
    found: dict[str, Wording] = {}
    broken = []
    for path in sorted(folder.glob(f"*/{CATALOG}")):
        try:
            text = path.read_text("utf-8")
            catalog = read_catalog(text)
            if not text.startswith(DRAFT):
                found[path.parent.name] = Language(path.parent.name, catalog)
        except (CatalogError, OSError, UnicodeError) as error:
            broken.append(f"{path}: {error}")
    return found, tuple(broken)


@cache
def languages() -> Mapping[str, Wording]:
    """All languages but English by their codes, such as ``pt_BR``; read once."""
    return read_all(CATALOGS)[0]


def own_names() -> dict[str, Text]:
    """All languages by their codes, English first, each with its name in itself."""
    own = {code: Plain(NAME.said(each)) for code, each in languages().items()}
    return {DEFAULT: NAME, **own}


def wording(code: str) -> Wording:
    """The language; English for a code that is none."""
    return languages().get(code, ENGLISH)


def code_of(locale: str) -> str:
    """The code of the language that a locale such as ``pt-BR`` means; ``en`` for unknown ones."""
    exact = locale.replace("-", "_")
    return next((each for each in (exact, exact.split("_")[0]) if each in languages()), DEFAULT)
