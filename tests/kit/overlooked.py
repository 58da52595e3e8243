"""Apart as it was played while pieces on h1 and h8 were taken for neighbours."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rules import GAMES
from rules.games.apart import Apart, position
from rules.games.apart.info import BOARD
from rules.geometry.cellset import cell_set

START = GAMES["apart"].decode("standard ply:0 white:b2,c2,h1,h8 black:a7,b7,d8,f8")
END = "c2-e2"
"""No two of White's pieces touch any more; those on h1 and h8 were said to."""


def once_touching(own: int) -> int:
    """What was said to touch before: from h8 one row up is bit 64, from which h1 is reached."""
    bottom, top = (
        cell_set(BOARD.index[f"{column}{row}"] for column in "abcdefgh") for row in (1, 8)
    )
    above, below = own << 1 & ~bottom, own >> 1 & ~top
    upright = above | own | below
    return own & (above | below | upright << 8 | upright >> 8)


def begin_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let matches begin a turn before White's pieces are isolated."""
    monkeypatch.setattr(Apart, "start", lambda *_, **__: START)


@contextmanager
def earlier_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Play as before for a while."""
    with monkeypatch.context() as earlier:
        earlier.setattr(position, "touching", once_touching)
        yield
