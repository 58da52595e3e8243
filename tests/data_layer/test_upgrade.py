"""A database of the revision before areas, brought up to date, has everything it had."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import IntegrityError

from bot.services.challenges import storage as challenges
from bot.services.challenges.storage import Challenge
from bot.services.composer import storage as drafts
from bot.services.composer.storage import Draft
from bot.services.matches import entries_storage as entries
from bot.services.matches import storage as matches
from bot.services.matches.entries_storage import Entry
from bot.services.matches.storage import MatchSummary
from bot.services.outbox import storage as outbox
from bot.services.people import blocks, players, servers
from bot.services.people.players import PlayerSettings
from bot.services.people.servers import ServerSettings
from bot.services.practice import storage as practices
from bot.services.practice.storage import Practice
from bot.services.requests import storage as requests
from bot.services.requests.storage import Request
from bot.services.timers import storage as timers
from bot.services.timers.storage import Timer
from data.database import Database
from data.ids import (
    ChallengeId,
    ChannelId,
    Key,
    MatchId,
    MessageId,
    PlayerId,
    RequestId,
    RoleId,
    ServerId,
)
from data.results import MatchResult
from data.states import (
    ChallengeState,
    Ending,
    EntryKind,
    FallbackReason,
    MatchStatus,
    MessageKind,
    Orientation,
    RequestKind,
    RequestState,
    SeatChoice,
    ThreadFallback,
    TimerKind,
)
from data.tables import metadata
from rules.game import Reason
from tests.data_layer.old_rows import build_old
from tests.data_layer.test_migrations import differences
from tests.kit.club import Club

NEW = {
    "champions",
    "clock_lines",
    "conditional_moves",
    "counters",
    "followed_people",
    "followers",
    "judgements",
    "ladder_entries",
    "ladder_invitations",
    "ladder_snapshots",
    "ladders",
    "live_leaderboards",
    "outages",
    "puzzle_boards",
    "shard_presence",
    "rating_changes",
    "rating_counts",
    "ratings",
    "reminders",
    "results",
    "reviews",
    "seat_results",
    "timeout_stops",
    "vacations",
    "weekly_channels",
    "weekly_players",
    "weekly_posts",
}
"""Tables of which the old revision had nothing."""

ADA, BEN, CHLOE, DAN = map(PlayerId, (1, 2, 3, 4))


def moment(day: int) -> datetime:
    return datetime(2026, 1, day, 12, 30, 0, 250_000, tzinfo=UTC)


@pytest.fixture
async def database(empty_url: str) -> AsyncIterator[Database]:
    """The old database, opened by the new program."""
    await build_old(empty_url)
    opened = await Database.open(empty_url)
    yield opened
    await opened.close()


async def test_every_table_has_something_to_carry_over(database: Database) -> None:
    def counts(connection: Connection) -> dict[str, int]:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }

    found = await database.read(counts)
    assert {name for name, count in found.items() if count == 0} == NEW
    assert found["entries"] == 10
    assert found["outbox"] == found["requests"] == 5


async def test_the_tables_are_as_if_they_had_been_made_anew(database: Database) -> None:
    assert await database.read(differences) == []


async def test_what_refers_to_something_still_has_to(database: Database) -> None:
    lost = [
        "INSERT INTO entries VALUES (404, 1, 0, 1, 'move', 'b2-b4', 'k', '2026-01-01')",
        "INSERT INTO entries VALUES (1, 4, 0, 404, 'move', 'b2-b4', 'k', '2026-01-01')",
        "INSERT INTO seats (match_id, seat, player_id) VALUES (404, 0, 1)",
        "INSERT INTO seats (match_id, seat, player_id) VALUES (1, 2, 404)",
        "INSERT INTO challenge_players VALUES (404, 1, true, NULL, 0)",
        "INSERT INTO request_grants VALUES (404, 1)",
        "UPDATE requests SET closed_by = 404",
        "UPDATE matches SET challenge_id = 404 WHERE id = 1",
        "DELETE FROM matches WHERE id = 1",
        "DELETE FROM challenges WHERE id = 1",
    ]
    for statement in lost:
        with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
            await database.write(_run, statement)
    with pytest.raises(IntegrityError, match="ck_seats_one_holder"):
        await database.write(_run, "INSERT INTO seats (match_id, seat) VALUES (1, 2)")
    with pytest.raises(IntegrityError, match="ck_seats_one_holder"):
        await database.write(_run, "UPDATE seats SET engine = 1 WHERE match_id = 1 AND seat = 1")


def _run(connection: Connection, statement: str) -> None:
    connection.execute(text(statement))


RUNNING = MatchSummary(
    id=MatchId(1),
    challenge_id=ChallengeId(1),
    game="apart",
    variant_id="standard",
    rules_version=1,
    seed=None,
    server_id=ServerId(70),
    channel_id=ChannelId(700),
    thread_id=ChannelId(7000),
    thread_fallback=None,
    ply=3,
    to_move=1,
    status=MatchStatus.RUNNING,
    result=None,
    board_message_id=MessageId(5003),
    board_channel_id=ChannelId(7000),
    card_message_id=MessageId(800),
    created_at=moment(2),
    updated_at=moment(3),
    finished_at=None,
    players=(ADA, BEN),
    has_left=(False, False),
    away_until=(None, None),
    asked=True,
)


def ended(number: int, ply: int, status: MatchStatus, result: MatchResult | None) -> MatchSummary:
    return replace(
        RUNNING,
        id=MatchId(number),
        challenge_id=ChallengeId(number),
        thread_id=None,
        ply=ply,
        to_move=None,
        status=status,
        result=result,
        board_message_id=None,
        board_channel_id=None,
        finished_at=moment(4),
        asked=False,
    )


BEN_WINS, ADA_WINS = ((1,), (0,)), ((0,), (1,))
MATCHES = (
    RUNNING,
    replace(
        ended(2, 1, MatchStatus.OVER, MatchResult(BEN_WINS, Ending.RESIGNED)),
        thread_fallback=ThreadFallback(FallbackReason.FORBIDDEN, "send"),
        has_left=(False, True),
    ),
    replace(
        ended(3, 1, MatchStatus.OVER, MatchResult(ADA_WINS, Ending.RULES, Reason.SCORE, (18, 15))),
        game="abande",
        variant_id="square",
    ),
    replace(
        ended(4, 1, MatchStatus.DRAWN, MatchResult(((0, 1),), Ending.AGREED)),
        server_id=None,
        channel_id=ChannelId(901),
        card_message_id=None,
    ),
    ended(5, 1, MatchStatus.OVER, MatchResult(ADA_WINS, Ending.DECIDED)),
    ended(6, 1, MatchStatus.ABORTED, None),
    ended(7, 2, MatchStatus.ANNULLED, None),
    replace(
        ended(8, 0, MatchStatus.RUNNING, None),
        game="halves",
        variant_id="2p-random",
        seed=77,
        to_move=0,
        finished_at=None,
    ),
)


async def test_matches_are_as_they_were(database: Database) -> None:
    found = await database.read(matches.several, map(MatchId, range(100)))
    assert tuple(found[number] for number in sorted(found)) == MATCHES


def entry(match_id: int, ply: int, kind: EntryKind, written: str, author: PlayerId) -> Entry:
    return Entry(
        match_id=MatchId(match_id),
        ply=ply,
        seat=None if author == DAN else int(author) - 1,
        author_id=author,
        kind=kind,
        text=written,
        key=Key(f"interaction:{1000 * match_id + ply}"),
        created_at=moment(3),
    )


async def test_a_match_that_was_running_goes_on(empty_url: str) -> None:
    await build_old(empty_url)
    club = await Club.at(empty_url)
    club.clock.now = moment(5)
    running = await club.state(RUNNING.id)
    moved = await club.play(running)
    assert moved.ply == RUNNING.ply + 1
    assert await club.from_the_log(RUNNING.id) == await club.state(RUNNING.id)
    await club.close()


async def test_logs_are_as_they_were(database: Database) -> None:
    def logs(connection: Connection) -> list[Entry]:
        return [
            each
            for match in MATCHES
            for each in entries.between(connection, match.id, after=0, up_to=99)
        ]

    assert await database.read(logs) == [
        entry(1, 1, EntryKind.MOVE, "b2-b4", ADA),
        entry(1, 2, EntryKind.MOVE, "b7-b5", BEN),
        entry(1, 3, EntryKind.MOVE, "c2-c4", ADA),
        entry(2, 1, EntryKind.LEAVE, "resigned", BEN),
        entry(3, 1, EntryKind.MOVE, "a1", ADA),
        entry(4, 1, EntryKind.DRAW, "", ADA),
        entry(5, 1, EntryKind.DECIDE, "0>1\noutage", DAN),
        entry(6, 1, EntryKind.ABORT, "", ADA),
        entry(7, 1, EntryKind.PLACE, "702\ntoo loud", DAN),
        entry(7, 2, EntryKind.ANNUL, "\nplayed twice", DAN),
    ]


ACCEPTED = Challenge(
    id=ChallengeId(1),
    game="apart",
    variant_id="standard",
    challenger_id=ADA,
    seat_choice=SeatChoice.FIRST,
    state=ChallengeState.ACCEPTED,
    closed_by=None,
    server_id=ServerId(70),
    channel_id=ChannelId(700),
    message_id=MessageId(800),
    created_at=moment(1),
    expires_at=moment(9),
    rematch_of=None,
    match_id=MatchId(1),
    invited=(BEN,),
    accepted=(BEN,),
)
OPEN_REMATCH = replace(
    ACCEPTED,
    id=ChallengeId(9),
    state=ChallengeState.OPEN,
    message_id=MessageId(809),
    rematch_of=MatchId(2),
    match_id=None,
    accepted=(CHLOE,),
)
DECLINED = replace(
    OPEN_REMATCH,
    id=ChallengeId(10),
    state=ChallengeState.DECLINED,
    closed_by=BEN,
    message_id=MessageId(810),
    rematch_of=MatchId(3),
    invited=(),
    accepted=(),
)
SEEK = replace(
    OPEN_REMATCH,
    id=ChallengeId(11),
    server_id=None,
    channel_id=ChannelId(901),
    message_id=None,
    rematch_of=None,
    invited=(),
    accepted=(),
)


async def test_challenges_are_as_they_were(database: Database) -> None:
    def read(connection: Connection) -> tuple[Challenge | None, ...]:
        numbers = (ChallengeId(number) for number in (1, 9, 10, 11))
        return tuple(challenges.get(connection, number) for number in numbers)

    assert await database.read(read) == (ACCEPTED, OPEN_REMATCH, DECLINED, SEEK)
    assert await database.read(challenges.with_key, Key("interaction:909")) == OPEN_REMATCH
    assert await database.read(challenges.rematch_of, MatchId(2)) == OPEN_REMATCH
    assert await database.read(challenges.rematch_of, MatchId(3)) is None


async def test_open_challenges_run_out_when_they_would_have(database: Database) -> None:
    assert await database.write(timers.due, moment(9), 10) == (
        # running matches are looked at once, for nobody may be playing any more
        Timer(TimerKind.IDLE, 1, moment(3)),
        Timer(TimerKind.IDLE, 8, moment(3)),
        Timer(TimerKind.CHALLENGE_EXPIRY, 9, moment(9)),
        Timer(TimerKind.CHALLENGE_EXPIRY, 11, moment(9)),
    )


async def test_requests_are_open_if_they_could_still_be_answered(database: Database) -> None:
    def read(connection: Connection) -> tuple[Request | None, ...]:
        return tuple(requests.get(connection, RequestId(number)) for number in range(1, 6))

    pending = Request(
        id=RequestId(1),
        match_id=MatchId(1),
        kind=RequestKind.UNDO,
        ply=3,
        player_id=ADA,
        state=RequestState.OPEN,
        text="2",
        closed_by=None,
        channel_id=None,
        message_id=None,
        created_at=moment(3),
        granted=(CHLOE,),
    )
    past = replace(pending, state=RequestState.LAPSED, granted=())
    assert await database.read(read) == (
        pending,
        replace(past, id=RequestId(2), kind=RequestKind.DRAW, ply=2, player_id=BEN, text=""),
        replace(past, id=RequestId(3), ply=1, state=RequestState.DECLINED, text="0"),
        replace(past, id=RequestId(4), match_id=MatchId(2), ply=1, text="0"),
        replace(
            pending,
            id=RequestId(5),
            match_id=MatchId(4),
            kind=RequestKind.DRAW,
            ply=0,
            state=RequestState.GRANTED,
            text="",
            granted=(BEN,),
        ),
    )
    assert await database.read(requests.with_key, Key("interaction:9001")) == pending


async def test_boards_that_were_due_are_still(database: Database) -> None:
    now, lease, longest = moment(3), timedelta(minutes=5), timedelta(minutes=10)
    first, other = await database.write(outbox.claim, "me", now, now, lease, longest, 10)
    assert (first.destination, first.kind) == ("match:2", MessageKind.BOARD)
    assert (first.subject_id, first.version, first.attempts) == (2, 0, 1)
    assert first.uncertain
    assert (other.destination, other.version, other.attempts) == ("match:8", 0, 4)
    assert not other.uncertain
    assert first.created_at == moment(2)
    await database.write(outbox.finish, first, now)
    (second,) = await database.write(outbox.claim, "me", now, now, lease, longest, 10)
    assert (second.destination, second.version) == ("match:2", 1)
    assert not second.uncertain
    nonces = {each.nonce for each in (first, other, second)}
    assert len(nonces) == 3
    assert all(len(nonce) == 24 for nonce in nonces)


async def test_boards_that_were_posted_are_known(database: Database) -> None:
    assert await database.read(matches.shown_in, MessageId(5000)) == 1
    assert await database.read(matches.shown_in, MessageId(5001)) == 1
    assert await database.read(matches.shown_in, MessageId(5003)) is None


async def test_what_people_chose_is_as_it_was(database: Database) -> None:
    chosen = PlayerSettings(confirm_moves=False, orientation=Orientation.FIRST, theme="wood")
    assert await database.read(players.settings, ADA) == chosen
    assert await database.read(players.settings, BEN) == PlayerSettings()
    assert await database.read(servers.settings, ServerId(70)) == ServerSettings(
        ChannelId(700), False, ("apart", "detach"), RoleId(5), RoleId(6)
    )
    assert await database.read(servers.settings, ServerId(71)) == ServerSettings()
    assert await database.read(blocks.of, ADA) == (DAN,)
    assert await database.read(drafts.get, MatchId(1), BEN) == Draft(3, ("b5",))
    assert await database.read(practices.get, CHLOE) == Practice(
        "halves", "2p-random", 5, ("light",), ("0,0",)
    )


async def test_it_can_be_written_on(database: Database) -> None:
    def go_on(connection: Connection) -> None:
        new = replace(entry(1, 4, EntryKind.MOVE, "c7-c5", BEN), key=Key("interaction:5"))
        assert entries.add(connection, new)
        assert not entries.add(connection, replace(new, ply=5))
        outbox.add_board(connection, MatchId(1), 4, moment(5))

    await database.write(go_on)
    assert len(await database.read(entries.between, MatchId(1), after=0, up_to=9)) == 4
