"""Matches of hundreds of plies, written below the surface, and who replays them."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from unittest.mock import patch

from sqlalchemy import Connection, update

from bot.core.matches import Entry, MatchState, storage
from data.ids import Key, PlayerId
from data.states import EntryKind
from data.tables import matches
from rules import GAMES
from rules.game import Position
from tests.kit.club import Club

LONG = 300
SEED, MOST_OPTIONS = 7, 10
"""With these a game of Apart is long."""


@cache
def long_game(plies: int = LONG) -> tuple[str, ...]:
    """That many moves of Apart, after which it still goes on."""
    randomness, position, moves = Random(SEED), GAMES["apart"].start(), []
    for _ in range(plies):
        options = [move for move, _ in zip(position.moves(), range(MOST_OPTIONS), strict=False)]
        moves.append(randomness.choice(options))
        position = position.play(moves[-1])
    assert position.to_move is not None
    return tuple(map(str, moves))


async def lengthen(club: Club, match: MatchState, moves: tuple[str, ...]) -> None:
    """Write the moves into the log of a match that has just begun, as if they had been made."""

    def write(connection: Connection) -> None:
        for ply, text in enumerate(moves, start=1):
            seat = (ply - 1) % 2
            player = match.players[seat]
            assert isinstance(player, int)
            key, now = Key(f"seeded:{match.id}:{ply}"), club.clock.now
            storage.add_entry(
                connection,
                Entry(match.id, ply, seat, PlayerId(player), EntryKind.MOVE, text, key, now),
            )
        connection.execute(
            update(matches)
            .where(matches.c.id == match.id)
            .values(ply=len(moves), to_move=len(moves) % 2)
        )

    await club.database.write(write)
    club.store.forget(match.id)


@contextmanager
def watching_replays() -> Iterator[dict[str, int]]:
    """How many moves of Apart were read, by where: in threads made for that, or elsewhere."""
    read = {"beside": 0, "elsewhere": 0}
    kind: type[Position] = type(GAMES["apart"].start())
    parse: Callable[..., object] = kind.parse

    def counted(position: Position, text: str) -> object:
        beside = threading.current_thread().name.startswith("asyncio_")
        read["beside" if beside else "elsewhere"] += 1
        return parse(position, text)

    with patch.object(kind, "parse", counted):
        yield read
