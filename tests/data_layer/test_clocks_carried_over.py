"""Clocks that were rows of their own are in the rows of their matches, and run on."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.services.clocks import LedgerKind
from bot.services.clocks.storage import MatchTime
from bot.services.matches import storage as matches
from bot.services.matches.storage import MatchSummary
from bot.services.timers import storage as timers
from bot.services.timers.storage import Timer
from data.database import Database
from data.ids import MatchId
from data.states import TimerKind
from data.stored_clocks import StoredClock, StoredClocks
from tests.data_layer.old_rows import at, build_old
from tests.data_layer.test_upgrade import moment
from tests.kit.club import ADA, BEN, Club
from tests.kit.timed import look

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
THREE_DAYS = 3 * 86_400 * 1_000_000
SEEN, UNSEEN, AGAINST_AN_ENGINE, UNTIMED = map(MatchId, (1, 2, 3, 4))


def match(number: int, clock: str, deadline: str) -> str:
    return (
        "INSERT INTO matches (id, game, variant, rules_version, server_id, channel_id, ply,"
        " to_move, status, clock, deadline, created_at, updated_at) VALUES"
        f" ({number}, 'apart', 'standard', 1, 70, 700, 0, 0, 'running', '{clock}', {deadline},"
        f" {at(2)}, {at(2)})"
    )


def seat_clock(
    number: int,
    seat: int,
    turn: str = "NULL, NULL, 0, false",
    pauses: str = "[]",
    credited: str = "[]",
    out: str = "NULL",
) -> str:
    """``turn``: its ply, from when its time runs, the head start, and whether it was posted."""
    return (
        "INSERT INTO seat_clocks (match_id, seat, balance, turn_ply, runs_from, head_start,"
        " posted, pauses, credited, timed_out_at) VALUES"
        f" ({number}, {seat}, {THREE_DAYS}, {turn}, '{pauses}', '{credited}', {out})"
    )


def opened(number: int, seat: int) -> str:
    return (
        "INSERT INTO clock_lines (match_id, seat, kind, amount, balance, at, ply)"
        f" VALUES ({number}, {seat}, 'opened', {THREE_DAYS}, {THREE_DAYS}, {at(2)}, 0)"
    )


STATEMENTS = (
    f"INSERT INTO players (id, created_at) VALUES (1, {at(1)}), (2, {at(1)})",
    f"INSERT INTO servers (id, created_at) VALUES (70, {at(1)})",
    match(1, "3d", at(5)),
    match(2, "3d", at(5)),
    match(3, "3d", at(5)),
    match(4, "none", "NULL"),
    *(f"INSERT INTO seats (match_id, seat, player_id) VALUES ({n}, 0, 1)" for n in range(1, 5)),
    *(f"INSERT INTO seats (match_id, seat, player_id) VALUES ({n}, 1, 2)" for n in (1, 2, 4)),
    "INSERT INTO seats (match_id, seat, engine) VALUES (3, 1, 2)",
    seat_clock(1, 0, f"0, {at(2)}, 60000000, true", credited="[7, 9]"),
    seat_clock(1, 1, pauses='["agreed", "vacation"]', out=at(3)),
    seat_clock(2, 0, f"0, {at(2)}, 0, false"),
    seat_clock(2, 1),
    seat_clock(3, 0, f"0, {at(2)}, 0, true"),
    *(opened(number, 0) for number in (1, 2, 3)),
    *(opened(number, 1) for number in (1, 2)),
    *(
        f"INSERT INTO timers (kind, subject_id, due_at) VALUES ('{kind}', {number}, {at(5)})"
        for kind in ("deadline", "reminder", "idle")
        for number in (1, 2)
    ),
    *(
        "INSERT INTO requests (match_id, kind, ply, player_id, state, text, key, created_at)"
        f" VALUES ({number}, 'draw', 0, 1, '{state}', '', 'r{number}', {at(3)})"
        for number, state in ((1, "open"), (2, "declined"))
    ),
    "INSERT INTO outbox (destination, kind, key, subject_id, version, nonce, next_attempt_at,"
    f" created_at, server_id) VALUES ('match:2', 'board', 'board:2:0', 2, 0, 'n', {at(1)},"
    f" {at(1)}, 70)",
)
IDLE = StoredClock(3 * DAY, None, None, timedelta(), False, (), (), None)
TO_MOVE = replace(IDLE, turn_ply=0, runs_from=moment(2), posted=True)


@pytest.fixture
async def old_url(empty_url: str) -> str:
    await build_old(empty_url, "ladder_snapshots", STATEMENTS)
    return empty_url


async def read(url: str) -> dict[MatchId, MatchSummary]:
    database = await Database.open(url)
    found = await database.read(matches.several, map(MatchId, range(9)))
    await database.close()
    return found


def clocks(match: MatchSummary) -> StoredClocks:
    assert isinstance(match.time, MatchTime)
    return match.time.clocks


async def test_every_match_has_what_its_seats_had(old_url: str) -> None:
    found = await read(old_url)
    assert clocks(found[SEEN]).seats == (
        replace(TO_MOVE, head_start=timedelta(minutes=1), credited=(7, 9)),
        replace(IDLE, pauses=("agreed", "vacation"), timed_out_at=moment(3)),
    )
    assert clocks(found[UNSEEN]).seats == (replace(TO_MOVE, posted=False), IDLE)
    assert clocks(found[AGAINST_AN_ENGINE]).seats == (TO_MOVE, None)
    assert found[UNTIMED].time is None
    assert {number: match.deadline for number, match in found.items()} == {
        **dict.fromkeys((SEEN, UNSEEN, AGAINST_AN_ENGINE), moment(5)),
        UNTIMED: None,
    }
    assert [number for number, match in found.items() if match.asked] == [SEEN]


async def test_it_is_looked_early_enough_whether_time_is_over(old_url: str) -> None:
    database = await Database.open(old_url)
    before = moment(5) - timedelta(minutes=1)
    found = await database.write(timers.due, before, 10)
    await database.close()
    assert found == (
        Timer(TimerKind.DEADLINE, UNSEEN, before),
        Timer(TimerKind.REMINDER, UNSEEN, before),
    )


async def test_time_runs_on_where_a_board_is_still_to_be_posted(old_url: str) -> None:
    club = await Club.at(old_url)
    club.clock.now = now = moment(2) - timedelta(seconds=50)
    await club.delivery.deliver_due()
    view = await look(club, await club.state(UNSEEN))
    assert view.match.match.deadline == now + 3 * DAY
    assert view.ledger[-1][1].kind is LedgerKind.POSTED
    club.clock.now = moment(3)
    moved = await club.play(await club.state(UNSEEN))
    assert moved.match.time is not None
    assert moved.match.deadline == moment(6) + timedelta(minutes=1)
    await club.close()


async def test_whoever_has_no_time_left_loses_then(old_url: str) -> None:
    club = await Club.at(old_url)
    club.clock.now = moment(5) + HOUR
    await club.scheduler.sweep()
    ended = await club.state(UNSEEN)
    assert ended.players == (ADA, BEN)
    assert not ended.is_running
    await club.close()
