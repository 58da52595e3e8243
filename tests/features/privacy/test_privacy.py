"""People can see what is stored about them, and can have it forgotten."""

import asyncio
import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from bot.core.clocks import Gift
from bot.core.matches import storage as played
from bot.core.people import BlockedYou
from bot.core.people.forgotten import exported_columns, person_columns
from bot.features.moves import conditionals
from bot.features.moves.conditionals import Conditional
from bot.features.privacy.service import PrivacyService
from bot.features.watching import WatchService
from data.ids import PlayerId
from data.states import Ending
from data.tables import matches, metadata, outbox, players
from tests.kit.club import ADA, BEN, CHLOE, DAN, Club
from tests.kit.due import work_due
from tests.kit.refusals import refusal
from tests.kit.timed import timed
from tests.kit.times import DAY


async def exported(club: Club, who: PlayerId) -> dict[str, list[dict[str, Any]]]:
    told = json.loads(await club.services[PrivacyService].export(club.actor(who)))
    assert told["discord_user"] == who
    return {name: rows for name, rows in told["stored"].items() if rows}


async def everywhere(club: Club, who: PlayerId) -> dict[str, int]:
    """In how many rows each table names somebody, in columns of people or in texts."""

    def count(connection: Connection) -> dict[str, int]:
        found = {}
        for table in metadata.sorted_tables:
            rows = connection.execute(select(table)).mappings()
            found[table.name] = sum(_names(dict(row), who) for row in rows)
        return {name: number for name, number in found.items() if number}

    return await club.database.read(count)


def _names(row: dict[str, Any], who: PlayerId) -> bool:
    own = {key: value for key, value in row.items() if key.endswith(("_id", "_by")) or key == "id"}
    texts = [value for value in row.values() if isinstance(value, str)]
    return who in own.values() or any(str(int(who)) in text for text in texts)


LARGE = PlayerId(987_654_321_012_345_678)
"""A number that no other row has by chance."""


async def busy(club: Club) -> None:
    ended = await club.play(await club.start(LARGE, BEN), 3)
    await club.resign(ended, BEN)
    running = await club.play(await club.start(LARGE, CHLOE), 2)
    await club.composer.open(club.actor(LARGE), running.id)
    composing = await club.composer.open(club.actor(LARGE), running.id)
    await club.composer.take(
        club.actor(LARGE), running.id, running.ply, composing.composition.stage, 0
    )
    await club.undo.ask(club.actor(LARGE), running.id)
    await club.offer(LARGE, (DAN,))
    await club.offer(DAN, (LARGE,))
    await club.practice.open(club.actor(LARGE), "apart")
    await club.daily.open(club.actor(LARGE))
    puzzle = await club.puzzles.open(club.actor(LARGE), "halves-cut")
    await club.puzzles.submit(club.actor(LARGE), "halves-cut", puzzle.stage, "1,-1")
    await club.settings.change_player(club.actor(LARGE), lambda now: replace(now, theme="wood"))
    await club.blocks.block(club.actor(LARGE), PlayerId(55))
    await club.blocks.block(club.actor(PlayerId(56)), LARGE)
    await club.services[WatchService].follow_person(club.actor(LARGE), BEN)
    await club.services[WatchService].follow_person(club.actor(ADA), LARGE)


async def test_everything_about_somebody_is_told_and_nothing_about_others(club: Club) -> None:
    await busy(club)
    await club.play(await club.start(ADA, BEN), 3)
    told = await exported(club, LARGE)
    stored = await everywhere(club, LARGE)
    assert set(stored) <= set(told)
    assert [row["author_id"] for row in told["entries"]] == [LARGE] * 3
    assert {row["id"] for row in told["matches"]} == {1, 2}
    assert await exported(club, PlayerId(404)) == {}
    assert [row["blocked_id"] for row in told["blocks"]] == [55]
    assert [row["followed_id"] for row in told["followed_people"]] == [BEN]
    assert len(told["matches"]) == len(told["seats"]) == 2
    assert told["players"][0]["settings"]["theme"] == "wood"


async def test_times_are_told_as_people_and_programs_read_them(club: Club) -> None:
    match = await timed(club, "3d", LARGE, BEN)
    await club.clocks.give(club.actor(BEN), match.id, Gift.DAY)
    (played,) = (await exported(club, LARGE))["matches"]
    assert played["clocks"]["seats"][0]["balance"] == "P4D"
    (given,) = (await exported(club, BEN))["clock_lines"]
    assert given["amount"] == DAY.total_seconds()


TOLD = json.loads((Path(__file__).parents[2] / "data/exported_columns.json").read_text())
"""Every column that an export tells of. None of them is about what somebody else keeps secret."""


async def test_no_column_is_told_that_nobody_has_looked_at(club: Club) -> None:
    """A new column is added to the table in ``tests/data``, or to those that are kept back."""
    await busy(club)
    for name, rows in (await exported(club, LARGE)).items():
        assert set(rows[0]) == set(TOLD[name].split()), name
    named = [table for table in metadata.sorted_tables if table.info["people"] is not None]
    told = {table.name: exported_columns(table) for table in (*named, matches, outbox, players)}
    assert {name: " ".join(each.name for each in columns) for name, columns in told.items()} == TOLD


async def test_what_an_opponent_has_prepared_is_not_told(club: Club) -> None:
    match = await club.play(await club.start(), 1)
    before = await exported(club, BEN)
    secret = Conditional(ADA, 1, (("b7-b5", "c2-c4"),))

    def prepare(connection: Connection) -> None:
        conditionals.put(connection, match.id, secret, club.clock.now)
        played.change(connection, match.id, conditional=True)

    await club.database.write(prepare)
    assert await club.rows("matches", "conditional") == 1
    assert await exported(club, BEN) == before


async def test_deleting_six_times_at_once_leaves_one_stand_in(club: Club) -> None:
    match = await club.play(await club.start(), 2)
    presses = [club.actor(ADA) for _ in range(6)]
    await asyncio.gather(*(club.services[PrivacyService].delete(each) for each in presses))
    for each in presses:
        await club.services[PrivacyService].delete(each)
    nobody = club.actor(PlayerId(404))  # of whom nothing is stored
    await club.services[PrivacyService].delete(nobody)
    assert await club.rows("players", "id < 0") == 1
    after = await club.state(match.id)
    assert (after.players, after.ply) == ((-1, BEN), 3)


async def test_everything_about_somebody_can_be_forgotten(club: Club) -> None:
    await busy(club)
    await club.services[PrivacyService].delete(club.actor(LARGE))
    assert await everywhere(club, LARGE) == {}
    assert await exported(club, LARGE) == {}
    await club.deliver()
    assert await everywhere(club, LARGE) == {}


async def test_matches_stay_for_the_others(club: Club) -> None:
    await busy(club)
    await club.services[PrivacyService].delete(club.actor(LARGE))
    inbox = await club.inbox.read(BEN)
    (ended,) = inbox.recent
    assert ended.players == (-1, BEN)
    assert (await club.from_the_log(ended.id)).ply == 4
    (resigned,) = (await club.inbox.read(CHLOE)).recent
    assert (resigned.result.ending, resigned.result.winners) == (Ending.RESIGNED, (1,))
    states = dict(await club.sql("SELECT id, state FROM challenges WHERE id > 2"))
    assert states == {3: "cancelled", 4: "declined"}
    assert await club.rows("requests", "state = 'open'") == 0
    await work_due(club.reviews)  # what is found about the moves names nobody
    assert await club.rows("timers") == 0


@pytest.mark.both_databases
async def test_people_who_are_deleted_at_once_have_a_stand_in_each(club: Club) -> None:
    people = [PlayerId(100 + number) for number in range(12)]
    for one, other in itertools.pairwise(people):
        await club.play(await club.start(one, other), 1)
    await asyncio.gather(
        *(club.services[PrivacyService].delete(club.actor(each)) for each in people)
    )
    assert await club.rows("players", "id < 0") == len(people)
    assert await club.rows("players", "id > 0") == 0


async def test_whoever_comes_back_begins_anew_and_nobody_plays_a_stand_in(club: Club) -> None:
    match = await club.play(await club.start(), 2)
    await club.services[PrivacyService].delete(club.actor(ADA))
    assert (await club.inbox.read(ADA)).recent == ()
    await refusal(BlockedYou, club.challenges.rematch(club.actor(BEN), match.id))
    assert (await club.start()).players == (ADA, BEN)


async def test_a_damaged_match_does_not_keep_anybody(club: Club) -> None:
    match = await club.play(await club.start(), 2)
    club.store.forget(match.id)
    await club.sql("UPDATE entries SET text = 'banana'")
    await club.services[PrivacyService].delete(club.actor(ADA))
    assert await club.rows("seats", f"player_id = {ADA}") == 0


def test_every_table_that_names_people_is_decided_on() -> None:
    undecided = [
        table.name
        for table in metadata.sorted_tables
        if bool(person_columns(table)) is (table.info["people"] is None)
    ]
    assert undecided == []
    assert matches.info["people"] is None
