"""Entries of ladders as they are stored."""

from dataclasses import fields

from bot.features.ladders.entries import LadderEntry, LadderKind
from data import standing_tables
from tests.features.ladders.ladder_club import LadderClub
from tests.kit.club import Club

WORDS = """
    joined left challenged accepted begun declined expired withdrawn voided lapsed ended forfeited
    refused retracted annulled corrected reopened shifted expelled noticed dropped frozen thawed
    unfrozen away absent closed
"""


def test_every_kind_of_entry_is_stored_under_its_word() -> None:
    assert set(LadderKind.known) == set(WORDS.split())
    columns = standing_tables.ladder_entries.c.keys()
    assert {field.name for field in fields(LadderEntry)} == set(columns)


async def test_a_damaged_entry_is_left_out(club: Club) -> None:
    ladder = await LadderClub.open(club, 4)
    await club.sql("UPDATE ladder_entries SET kind = 'moon' WHERE player_id = 2")
    assert (await ladder.remembered_by_nobody()).standings.order == (1, 3, 4)
    await ladder.ladders.join(ladder.actor(5), ladder.id)
    assert (await ladder.remembered_by_nobody()).standings.order[-1] == 5
