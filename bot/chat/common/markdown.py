"""Markdown as it is written in files, made fit for chat.

Discord knows no tables, and shows every line break of a paragraph.
"""

import re
from collections.abc import Iterator, Sequence

_OWN_LINE = re.compile(r"\s*([-*>#|]|\d+\. )")
_RULE = re.compile(r"\|[\s:|-]+\|")


def for_chat(text: str) -> str:
    """The text with each paragraph on one line, and tables as lists."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(_lines(text.splitlines()))).strip()


def _lines(lines: Sequence[str]) -> Iterator[str]:
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
    headings, *rows = (_cells(row) for row in table if not _RULE.fullmatch(row.strip()))
    for about, *others in rows:
        named = [f"{name} {cell}" for name, cell in zip(headings[1:], others, strict=True)]
        yield f"- {about}: {'; '.join(named) if len(others) > 1 else others[0]}"


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]
