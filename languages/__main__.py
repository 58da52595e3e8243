"""``python -m languages update``: what the code says now, in the template and in each catalog."""

import argparse
import io
import re
import sys
from pathlib import Path

from babel import Locale
from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from languages.extracting import messages_of, written_messages
from languages.known import CATALOG, CATALOGS

TEMPLATE = CATALOGS / "messages.pot"
_LEFT_OUT = re.compile(
    r'"(POT-Creation-Date|PO-Revision-Date|Project-Id|Report-Msgid|Last-Translator|Language-Team)'
)


def template(root: Path) -> Catalog:
    """The messages of the code as Babel keeps them."""
    catalog = Catalog(charset="utf-8", fuzzy=False, header_comment="# What Quintet says.")
    for found in (*messages_of(root), *written_messages()):
        english, context, plural = found.message
        catalog.add(
            (english, plural) if plural else english,
            locations=[(file, 0) for file in found.files],
            auto_comments=found.comments,
            context=context or None,
        )
    return catalog


def written(catalog: Catalog) -> str:
    """A catalog as text, without dates, names and line numbers: as much as the code changed."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, omit_header=False, include_lineno=False)
    kept = [each for each in out.getvalue().decode().splitlines() if not _LEFT_OUT.match(each)]
    return "\n".join(kept).strip() + "\n"


def update(root: Path) -> None:
    """Bring the template and every catalog up to date; a changed sentence makes its old fuzzy."""
    now = template(root)
    TEMPLATE.write_text(written(now), encoding="utf-8")
    for path in sorted(CATALOGS.glob(f"*/{CATALOG}")):
        old = read_po(io.StringIO(path.read_text("utf-8")), locale=Locale.parse(path.parent.name))
        old.update(now)
        path.write_text(written(old), encoding="utf-8")


def main() -> int:
    """Do what the command line says; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m languages", description=__doc__)
    parser.add_argument("command", choices=("update",))
    parser.parse_args()
    update(CATALOGS.parent)
    return 0


if __name__ == "__main__":
    sys.exit(main())
