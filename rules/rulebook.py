"""What is written about a game: the text of its rules, and the positions that explain them.

Both lie beside the game, in ``rules.md`` and ``examples.json`` of its package. Languages translate
each heading, paragraph, item of a list and row of a table.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from importlib import resources
from typing import Any

from rules.game import Cell, Game
from rules.texts import NOTHING, Plain, Text

_TEXT = "rules.md"
_EXAMPLES = "examples.json"
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_MARK = re.compile(r"^\s*(?:[-*>#]+ |\d+\. )?")


@dataclass(frozen=True, slots=True)
class Example:
    """A position worth a picture, and what to point out on it.

    ``section`` is the heading of the rules text that it belongs to; all but the first of a section
    have a ``title`` of their own. ``position`` is encoded.
    ``move`` is played there, and shown as a last move. ``notes`` are words on cells, ``options``
    ringed cells, ``arrows`` pairs of cells, ``chain`` a winning chain.
    """

    id: str
    section: str
    caption: str
    position: str
    title: str = ""
    move: str | None = None
    notes: Mapping[Cell, str] = field(default_factory=dict)
    options: tuple[Cell, ...] = ()
    arrows: tuple[tuple[Cell, Cell], ...] = ()
    chain: tuple[Cell, ...] = ()


def rules_text(game: Game) -> str:
    """The rules of ``game`` as Markdown; FileNotFoundError when nobody wrote them."""
    return resources.files(game.package).joinpath(_TEXT).read_text("utf-8")


def examples(game: Game) -> tuple[Example, ...]:
    """The positions that explain ``game``, in the order of its rules text.

    Raises FileNotFoundError when there are none.
    """
    text = resources.files(game.package).joinpath(_EXAMPLES).read_text("utf-8")
    return tuple(Example(**_frozen(entry)) for entry in json.loads(text))


def _frozen(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry of the file with tuples instead of lists."""
    cells = {name: tuple(entry[name]) for name in ("options", "chain") if name in entry}
    arrows = {"arrows": tuple(map(tuple, entry["arrows"]))} if "arrows" in entry else {}
    return entry | cells | arrows


def sections(game: Game) -> Iterator[tuple[str, str]]:
    """Heading and text of each section, the text by ``in_lines``; raises FileNotFoundError."""
    _, *parts = _HEADING.split(rules_text(game))
    for title, text in zip(parts[::2], parts[1::2], strict=True):
        yield title.strip(), in_lines(text)


def told(text: str, game: Game) -> Text:
    """A text of some lines in any language, line by line."""
    said = [_line(each, game.info.id) for each in text.splitlines()]
    return reduce(lambda one, other: Plain("{one}\n{other}", one=one, other=other), said)


def _line(line: str, game: str) -> Text:
    words = _MARK.sub("", line, count=1)
    begun = line.removesuffix(words)
    return Plain("{mark}{words}", mark=begun, words=Text.of_file(words, game)) if words else NOTHING


def units(game: Game) -> Iterator[Text]:
    """Everything that is written about a game and translated: headings, lines, captions, titles."""
    name = game.info.id
    for title, text in sections(game):
        yield Text.of_file(title, name)
        yield told(text, game)
    for example in examples(game):
        yield from (Text.of_file(each, name) for each in (example.title, example.caption) if each)


_OWN_LINE = re.compile(r"\s*([-*] |[>#|]|\d+\. )")
_RULE = re.compile(r"\|[\s:|-]+\|")


def in_lines(text: str) -> str:
    """The text with each paragraph on one line, and tables as lists."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(_paragraphs(text.splitlines()))).strip()


def _paragraphs(lines: Sequence[str]) -> Iterator[str]:
    table: list[str] = []
    paragraph: list[str] = []
    for line in (*lines, ""):
        is_row = line.startswith("|")
        if table and not is_row:
            yield from _as_list(table)
            table = []
        if paragraph and (not line.strip() or _OWN_LINE.match(line)):
            yield " ".join(paragraph)
            paragraph = []
        if is_row:
            table.append(line)
        elif not line.strip():
            yield ""
        else:
            paragraph.append(line.strip() if paragraph else line.rstrip())


def _as_list(table: Sequence[str]) -> Iterator[str]:
    """A line for each row: what it is about, then its other cells, named if there are several."""
    lines = [row.strip() for row in table]
    headings, *rows = (
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines
        if not _RULE.fullmatch(line)
    )
    for about, *others in rows:
        named = [f"{name} {cell}" for name, cell in zip(headings[1:], others, strict=True)]
        yield f"- {about}: {'; '.join(named) if len(others) > 1 else others[0]}"
