"""Entries of ladders as they are stored."""

from dataclasses import fields

from bot.features.ladders import entries
from data import standing_tables
from tests.features.ladders.ladder_club import LadderClub
from tests.kit.club import Club


def test_every_kind_of_entry_is_stored_under_its_word() -> None:
    columns = standing_tables.ladder_entries.c.keys()
    for word, kind in entries.KINDS.items():
        assert word == kind.__name__.lower()
        assert {field.name for field in fields(kind)} <= set(columns)
    assert len(entries.KINDS) == 27


async def test_a_damaged_entry_is_left_out(club: Club) -> None:
    ladder = await LadderClub.open(club, 4)
    await club.sql("UPDATE ladder_entries SET kind = 'moon' WHERE player_id = 2")
    assert (await ladder.remembered_by_nobody()).standings.order == (1, 3, 4)
    await ladder.ladders.join(ladder.actor(5), ladder.id)
    assert (await ladder.remembered_by_nobody()).standings.order[-1] == 5
