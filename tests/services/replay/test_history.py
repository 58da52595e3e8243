"""A match as a whole: its scenes, its record, its animation."""

from __future__ import annotations

import pytest

from bot.services.matches.errors import UnknownMatch
from rules import record
from tests.kit.club import ADA, BEN, CHLOE, Club


async def test_scenes_go_from_the_start_to_now(club: Club) -> None:
    match = await club.play(await club.start(), 3)
    scenes = await club.history.scenes(match.id)
    assert [scene.position.ply for scene in scenes] == [0, 1, 2, 3]
    assert (scenes[0].entry, scenes[0].sentence, scenes[0].events) == (None, None, ())
    last = scenes[-1]
    assert (last.position, last.events, last.sentence) == (
        match.position,
        match.events,
        match.sentence,
    )
    assert match.last_entry is not None
    assert last.entry == match.last_entry.text
    with pytest.raises(UnknownMatch):
        await club.history.scenes(404)


async def test_what_was_taken_back_is_not_shown(club: Club) -> None:
    match = await club.play(await club.start(), 3)
    asked = await club.undo.ask(match.id, ADA, club.interaction())
    await club.undo.grant(asked.id, BEN, club.interaction())
    after = await club.matches.submit(match.id, ADA, "g2-g4", club.interaction())
    scenes = await club.history.scenes(match.id)
    assert [scene.position.ply for scene in scenes] == [0, 1, 2, 3]
    assert scenes[-1].position == after.position
    assert scenes[-1].entry == "g2-g4"


async def test_the_record_can_be_read_and_replayed(club: Club) -> None:
    match = await club.play(await club.start(), 4)
    over = await club.matches.resign(match.id, BEN, club.interaction())
    text = await club.history.record(match.id, ("Ada", "Ben"))
    read = record.read(text)
    assert (read.players, read.outcome) == (("Ada", "Ben"), over.outcome)
    assert list(record.replay(read))[-1] == over.position
    with pytest.raises(UnknownMatch):
        await club.history.record(404)


async def test_a_leaver_and_a_seed_are_in_the_record(club: Club) -> None:
    match = await club.start(ADA, BEN, CHLOE, game="halves", variant="3p-random")
    match = await club.play(match, 2)
    leaver = match.players[1]
    match = await club.matches.resign(match.id, leaver, club.interaction())
    match = await club.play(match, 1)
    read = record.read(await club.history.record(match.id))
    assert record.leaving(1) in read.entries
    assert list(record.replay(read))[-1] == match.position
    scenes = await club.history.scenes(match.id)
    assert scenes[-1].position == match.position
    assert scenes[0].position.ply == 0


async def test_a_match_becomes_an_animation(club: Club) -> None:
    match = await club.play(await club.start(), 2)
    scenes = await club.history.scenes(match.id)
    frames = tuple((scene.position, scene.events) for scene in scenes)
    assert await club.pictures.replay(frames, "wood") == b"wood replay of 3"
