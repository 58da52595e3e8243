"""Tables of wrong moves: what was typed, what is said, and what would be legal instead.

They are Markdown for a person to read, ``tests/data/wrong_moves/<game>.md``. The positions and what
is typed there are written by hand; ``python -m tests.kit.wrong_moves`` fills in the answers anew.
Read every sentence that it changes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rules import GAMES, MoveError, Position
from rules.textboard import textboard

FOLDER = Path(__file__).parents[1] / "data" / "wrong_moves"
HEAD = "| typed | kind | wrong part | what is said | legal instead |\n|---|---|---|---|---|"
_POSITION = re.compile(r"^## (?P<title>.+)\n\n`(?P<position>.+)`\n", re.MULTILINE)
_ROW = re.compile(r"^\| `(?P<typed>[^`]*)` \|.*\|$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Row:
    """A wrong move in a position, and the whole row as it is written down."""

    title: str
    position: str
    typed: str
    written: str


def rows(game: str) -> Iterator[Row]:
    text = (FOLDER / f"{game}.md").read_text("utf-8")
    for title, position, part in _parts(text):
        for row in _ROW.finditer(part):
            yield Row(title, position, row["typed"], row[0])


def refused(position: Position, typed: str) -> MoveError:
    """Why what is typed is no move; AssertionError when it is one."""
    try:
        move = position.parse(typed)
    except MoveError as error:
        return error
    raise AssertionError(f"{typed} is the legal move {move}")


def answered(position: Position, typed: str) -> str:
    """The row for what is typed, with the answer that is given now."""
    error = refused(position, typed)
    wrong = "" if error.span is None else f"`{typed[slice(*error.span)]}`"
    hints = " ".join(f"`{hint}`" for hint in error.hints)
    return f"| `{typed}` | {error.code} | {wrong} | {error.message!s} | {hints} |"


def written_anew(game: str) -> str:
    """The file of a game with the answers that are given now."""
    text = (FOLDER / f"{game}.md").read_text("utf-8")
    parts = [text[: text.index("## ")].rstrip()]
    for title, line, part in _parts(text):
        position = GAMES[game].decode(line)
        turn = position.info.colours[position.colour_of(position.to_move or 0)]
        board = f"```\n{textboard(position)}\n```\n\n{turn} to move."
        table = [HEAD, *(answered(position, row["typed"]) for row in _ROW.finditer(part))]
        parts.append(f"## {title}\n\n`{line}`\n\n{board}\n\n" + "\n".join(table))
    return "\n\n".join(parts) + "\n"


def _parts(text: str) -> Iterator[tuple[str, str, str]]:
    """Title, encoded position and text of every section."""
    found = list(_POSITION.finditer(text))
    ends = [following.start() for following in found[1:]] + [len(text)]
    for match, end in zip(found, ends, strict=True):
        yield match["title"], match["position"], text[match.end() : end]


def main() -> None:
    for path in sorted(FOLDER.glob("*.md")):
        path.write_text(written_anew(path.stem), "utf-8")


if __name__ == "__main__":
    main()
