"""How positions are written in a line, and what is said of lines that tell none.

``tests/data/lines.json`` has for each game how its variants start, lines that are read and written
as they are, and damaged ones with what is said of them.
"""

import json
from pathlib import Path

import pytest

from rules import GAMES, PositionError

LINES = json.loads((Path(__file__).parents[1] / "data" / "lines.json").read_text("utf-8"))


def rows(kind: str) -> list[tuple[str, str]]:
    return [(game, line) for game in GAMES for line in LINES[game][kind]]


@pytest.mark.parametrize(("game", "line"), rows("starts"))
def test_a_match_starts_as_the_sheet_says(game: str, line: str) -> None:
    """A seed lays the same tiles for ever."""
    variant = line.split()[0]
    start = GAMES[game].start(variant, seed=7 if "random" in variant else None)
    assert (start.encode(), start.to_move) == (line, 0)


@pytest.mark.parametrize(("game", "line"), rows("well"))
def test_a_line_is_written_as_it_was_read(game: str, line: str) -> None:
    assert GAMES[game].decode(line).encode() == line


@pytest.mark.parametrize(("game", "line"), rows("damaged"))
def test_a_damaged_line_says_what_is_wrong(game: str, line: str) -> None:
    with pytest.raises(PositionError) as refusal:
        GAMES[game].decode(line)
    assert str(refusal.value).startswith(LINES[game]["damaged"][line])
