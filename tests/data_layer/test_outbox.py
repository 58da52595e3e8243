"""Claims: what may be worked on, by whom, for how long, and in which order."""

from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection, update

from bot.core import outbox, outbox_claims
from bot.core.outbox import BOARD_MESSAGE, Due
from bot.features.challenges import storage as challenges
from bot.features.challenges.storage import CHALLENGE_MESSAGE
from bot.features.ladders.storage import LADDER_MESSAGE
from bot.features.requests.storage import REQUEST_MESSAGE
from data.database import Database
from data.ids import ChallengeId, ChannelId, MatchId
from data.tables import outbox as outbox_table
from tests.kit.times import SECOND

pytestmark = pytest.mark.both_databases

NOW = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
LEASE = timedelta(minutes=5)
EVERYTHING = 100
REQUEST_CARD = outbox.NewMessage(REQUEST_MESSAGE, 9, "match:1")


def note_board(connection: Connection, match_id: MatchId, ply: int, now: datetime) -> None:
    outbox.add(connection, outbox.of_match(BOARD_MESSAGE, match_id, match_id, ply), now)


class Outbox:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.now = self.discord = NOW

    async def add_boards(self, match_id: int, *plies: int) -> None:
        for ply in plies:
            await self.database.write(note_board, MatchId(match_id), ply, self.now)

    async def claim(self, most: int = EVERYTHING, by: str = "me") -> tuple[Due, ...]:
        return await self.database.write(outbox_claims.claim, by, self.now, self.discord, most)

    async def claimed(self, most: int = EVERYTHING) -> list[tuple[int, int]]:
        """Matches and plies of the boards that could be claimed."""
        return [(due.subject_id, due.version) for due in await self.claim(most)]

    async def finish(self, due: Due) -> None:
        await self.database.write(outbox_claims.finish, due, self.now)

    async def postpone(self, due: Due, pause: timedelta, *, uncertain: bool = False) -> None:
        until = self.now + pause
        kept = {"uncertain": uncertain, "faults": due.faults}
        await self.database.write(outbox_claims.postpone, due, until, "told", **kept)

    async def next_attempt(self) -> datetime | None:
        return await self.database.read(outbox_claims.next_attempt, self.now)


@pytest.fixture
def box(database: Database) -> Outbox:
    return Outbox(database)


async def test_a_row_says_what_is_to_be_shown(box: Outbox) -> None:
    await box.add_boards(7, 3)
    await box.database.write(challenges.note_card, ChallengeId(8), NOW)
    await box.database.write(outbox.add, REQUEST_CARD, NOW)
    rows = board, challenge, request = await box.claim()
    assert (board.subject_id, board.version, board.begun) == (7, 3, 1)
    assert (board.attempts, board.created_at, board.uncertain) == (0, NOW, False)
    assert [(each.destination, each.kind) for each in rows] == [
        ("match:7", BOARD_MESSAGE),
        ("challenge:8", CHALLENGE_MESSAGE),
        ("match:1", REQUEST_MESSAGE),
    ]
    assert (challenge.subject_id, request.subject_id) == (8, 9)
    assert len({each.nonce for each in rows}) == 3


async def test_each_destination_is_worked_off_in_order(box: Outbox) -> None:
    await box.add_boards(1, 0, 1)
    await box.add_boards(2, 0)
    await box.database.write(outbox.add, REQUEST_CARD, NOW)
    first, other = await box.claim()
    assert (first.subject_id, first.version, other.subject_id) == (1, 0, 2)
    assert await box.claim() == ()
    await box.finish(first)
    (second,) = await box.claim()
    assert (second.subject_id, second.version) == (1, 1)
    await box.postpone(second, SECOND)
    assert await box.claim() == (), "what comes later has to wait too"
    box.now += SECOND
    (again,) = await box.claim()
    await box.finish(again)
    (request,) = await box.claim()
    assert request.kind is REQUEST_MESSAGE


async def test_a_kind_of_another_version_holds_up_its_own_destination_alone(box: Outbox) -> None:
    await box.add_boards(1, 0, 1)
    await box.add_boards(2, 0)
    first = outbox_table.c.destination == "match:1", outbox_table.c.version == 0
    later = sa.update(outbox_table).where(*first)
    await box.database.write(sa.Connection.execute, later.values(kind=sa.literal("hologram")))
    (due,) = await box.claim()
    assert due.subject_id == 2
    await box.finish(due)
    assert await box.next_attempt() is None
    board = sa.update(outbox_table).where(*first).values(kind=BOARD_MESSAGE)
    await box.database.write(sa.Connection.execute, board)
    assert await box.claimed() == [(1, 0)]


async def test_the_longest_waiting_come_first_and_what_failed_after_what_is_new(
    box: Outbox,
) -> None:
    for match_id in (3, 1, 2):
        await box.add_boards(match_id, 0)
        box.now += SECOND
    assert await box.claimed(2) == [(3, 0), (1, 0)]
    await box.add_boards(4, 0)
    (failed,) = await box.claim(1)
    assert failed.subject_id == 2
    await box.postpone(failed, SECOND)
    box.now += 2 * SECOND
    await box.add_boards(5, 0)
    assert [await box.claimed(1) for _ in range(3)] == [[(4, 0)], [(5, 0)], [(2, 0)]]


async def test_what_goes_to_a_full_channel_is_left(box: Outbox) -> None:
    for match_id in (1, 2, 3):
        await box.add_boards(match_id, 0)

    def place(connection: Connection, match_id: int) -> None:
        there = outbox_table.c.subject_id == match_id
        connection.execute(update(outbox_table).where(there).values(channel_id=700 + match_id))

    for match_id in (1, 2):  # where the third goes is not known
        await box.database.write(place, match_id)
    full: list[ChannelId | None] = [ChannelId(701), None]

    def claim(connection: Connection) -> list[int]:
        times = (box.now, box.discord)
        claimed = outbox_claims.claim(connection, "me", *times, EVERYTHING, full=full)
        outbox_claims.unclaim(connection, claimed)
        return [due.subject_id for due in claimed]

    assert await box.database.write(claim) == [2]
    full.clear()
    assert await box.database.write(claim) == [1, 2, 3]
    assert not any(due.uncertain for due in await box.claim()), "as if nobody had had them"


async def test_a_claim_holds_until_its_lease_ends(box: Outbox) -> None:
    await box.add_boards(1, 0)
    (due,) = await box.claim(by="one")
    box.now += LEASE - SECOND
    assert await box.claim(by="other") == ()
    assert await box.next_attempt() == NOW + LEASE
    box.now += SECOND
    (again,) = await box.claim(by="other")
    assert (again.id, again.nonce) == (due.id, due.nonce)
    assert again.uncertain, "whoever had it may have posted it"


async def test_the_next_attempt_is_when_something_can_be_claimed(box: Outbox) -> None:
    assert await box.next_attempt() is None
    await box.add_boards(1, 0, 1)
    await box.add_boards(2, 0)
    first, second = await box.claim()
    assert await box.next_attempt() == NOW + LEASE
    await box.postpone(first, 3 * SECOND)
    await box.postpone(second, 2 * SECOND)
    assert await box.next_attempt() == NOW + 2 * SECOND
    box.now += 2 * SECOND
    assert [due.id for due in await box.claim()] == [second.id]
    assert await box.next_attempt() == NOW + 3 * SECOND
    await box.finish(second)
    assert await box.next_attempt() == NOW + 3 * SECOND


async def test_a_clock_set_back_a_little_is_waited_for_and_more_holds_nothing_up(
    box: Outbox,
) -> None:
    await box.add_boards(1, 0)
    (postponed,) = await box.claim()
    await box.postpone(postponed, SECOND)
    box.now -= timedelta(minutes=1)
    assert await box.claim() == ()
    assert await box.next_attempt() == NOW + SECOND
    await box.add_boards(2, 0)
    (claimed,) = await box.claim()
    box.now -= timedelta(days=1)
    await box.add_boards(3, 0)
    assert await box.claimed() == [(1, 0), (2, 0), (3, 0)]
    assert claimed.subject_id == 2


async def test_the_claims_of_the_dead_are_taken_back_and_times_of_a_wrong_clock_mended(
    box: Outbox,
) -> None:
    for match_id in (1, 2, 3):
        await box.add_boards(match_id, 0)
    held, postponed, wrong = await box.claim()
    await box.postpone(postponed, SECOND)
    await box.postpone(wrong, timedelta(days=365))
    await box.database.write(outbox_claims.release_all, box.now)
    again, mended = await box.claim()
    assert (again.id, again.uncertain, mended.id) == (held.id, True, wrong.id)
    assert await box.next_attempt() == NOW + SECOND


async def test_claims_that_got_lost_are_taken_back_and_no_others(box: Outbox) -> None:
    for match_id in (1, 2, 3):
        await box.add_boards(match_id, 0)
    (held,) = await box.claim(1)
    (lost,) = await box.claim(1)
    (theirs,) = await box.claim(1, by="other")
    await box.database.write(outbox_claims.release_lost, "me", [held.id])
    (again,) = await box.claim()
    assert (again.id, again.uncertain) == (lost.id, True)
    await box.database.write(outbox_claims.release_lost, "me", [])
    assert {due.id for due in await box.claim()} == {held.id, lost.id}
    assert theirs.id not in {held.id, lost.id}


async def test_whoever_has_lost_a_row_writes_nothing_more_about_it(box: Outbox) -> None:
    await box.add_boards(1, 0)
    (late,) = await box.claim()
    box.now += LEASE
    (due,) = await box.claim(by="other")
    assert not await box.database.write(outbox_claims.finish, late, box.now)
    await box.postpone(late, SECOND)
    box.now += 2 * SECOND
    assert await box.claim() == (), "it is still the other's"
    assert await box.database.write(outbox_claims.finish, due, box.now)
    assert not await box.database.write(outbox_claims.finish, due, box.now), "noted once"


async def test_the_time_at_discord_is_kept_while_a_row_is_in_doubt(box: Outbox) -> None:
    await box.add_boards(1, 0)
    began = box.discord = NOW - timedelta(minutes=90)  # ours is ahead
    (due,) = await box.claim()
    assert due.posted_after == began
    box.discord += timedelta(minutes=1)
    await box.postpone(due, SECOND, uncertain=True)
    box.now += SECOND
    (due,) = await box.claim()
    assert (due.posted_after, due.uncertain) == (began, True)
    box.now += LEASE  # whoever had it has died
    (due,) = await box.claim()
    assert (due.posted_after, due.uncertain) == (began, True)
    await box.postpone(due, SECOND, uncertain=False)  # nothing was posted
    box.now += SECOND
    (due,) = await box.claim()
    assert (due.posted_after, due.uncertain) == (box.discord, False)


async def test_what_was_put_off_is_not_overtaken_by_all_that_is_new(box: Outbox) -> None:
    late = outbox.NewMessage(LADDER_MESSAGE, 1, "ladder:1")
    await box.database.write(outbox.add, late, box.now, NOW + SECOND)
    box.now += 2 * SECOND
    await box.add_boards(1, 0)
    (first,) = await box.claim(most=1)
    assert first.kind is LADDER_MESSAGE
