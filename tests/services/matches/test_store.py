"""Writing to a log that somebody else has written to meanwhile, and remembering what was read."""

from __future__ import annotations

import pytest

from bot.services.matches import store as logbook
from bot.services.matches.errors import OutdatedBoard
from bot.services.matches.store import Logbook, NewEntry
from data.states import EntryKind
from tests.kit.club import ADA, Club


async def test_another_process_that_was_quicker_is_not_written_over(club: Club) -> None:
    match = await club.start()
    async with club.database.reading() as connection:
        stale = await club.logbook.read(connection, match.id)
    quicker = await club.play(match)
    late = NewEntry(EntryKind.MOVE, "g2-g4", 0, ADA, club.interaction())

    async def append_late() -> None:
        async with club.database.transaction() as connection:
            await club.logbook.append(connection, stale, late)

    with pytest.raises(OutdatedBoard):
        await append_late()
    assert await club.matches.view(match.id) == quicker
    assert await club.rows("outbox") == 2


async def test_what_is_remembered_is_bounded_and_never_wrong(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logbook, "REMEMBERED", 3)
    match = await club.play(await club.start(), 6)
    views = [await club.matches.view(match.id, ply) for ply in (0, 1, 2, 3, 4, 5, 6, 2, 0)]
    assert [view.position.ply for view in views] == [0, 1, 2, 3, 4, 5, 6, 2, 0]
    assert len(club.logbook._standings) == 3
    fresh = Logbook(club.clock)
    async with club.database.reading() as connection:
        assert (await fresh.read(connection, match.id)).view == match
