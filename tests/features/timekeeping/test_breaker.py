"""More timeouts at once than can be believed: nothing is applied until an operator decides."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from hypothesis import Phase, given
from hypothesis import settings as settings_of
from hypothesis import strategies as st
from sqlalchemy import Connection, bindparam, delete, insert, update

from bot.app.doctor import examine
from bot.app.operating import NOTHING, decide_timeouts
from bot.app.settings import Settings
from bot.core.clocks import GRACE
from bot.core.matches import MatchState
from bot.features.timekeeping import Presence, held_timeouts
from bot.features.timekeeping import storage as timekeeping
from bot.features.timekeeping.errors import OutOfTime
from bot.features.timekeeping.hooks import must_wait, too_many_timeouts
from bot.features.timekeeping.storage import DEADLINE_TIMER
from data import tables
from data.ids import Engine, PlayerId
from data.states import AbsenceReason
from tests.core.delivery.test_cost import counting
from tests.kit.club import Club
from tests.kit.timed import check_ledger, deadline, look, timed
from tests.kit.times import DAY, MINUTE

SECOND_PLAYER = PlayerId(50)
"""Whose opponents are to move first."""


async def against_one(club: Club, number: int, clock: str = "1d", **terms: Any) -> MatchState:
    """A match of a player of this number, who is to move."""
    return await timed(club, clock, PlayerId(100 + number), SECOND_PLAYER, **terms)


@pytest.fixture
async def stopped(club: Club) -> list[MatchState]:
    """Six players of seven, whose time has run out at once."""
    await against_one(club, 7, "7d")
    matches = [await against_one(club, number) for number in range(1, 7)]
    await club.sweep(DAY + GRACE)
    assert await running(club, matches) == 6
    return matches


def settings(url: str) -> Settings:
    return Settings("", url)


async def running(club: Club, matches: list[MatchState]) -> int:
    return sum([(await club.state(match.id)).is_running for match in matches])


async def test_it_stops_and_stays_so_after_a_restart(
    club: Club, url: str, stopped: list[MatchState], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await running(club, stopped) == 6
    await club.sweep(DAY)
    stop = await club.database.read(timekeeping.current_stop)
    assert stop is not None
    assert (stop.due, stop.running, stop.allowed) == (6, 7, False)
    found = {each.about: each for each in await examine(settings(url))}
    assert not found["timeouts"].ok
    assert "6 of 7 players to move" in found["timeouts"].says
    assert await decide_timeouts(settings(url), "show", now=club.clock) == 0
    told = capsys.readouterr().out
    assert "the time of 6 of 7 players to move had run out at once" in told
    assert "6 players are late in 6 matches" in told
    assert "match 2 (apart), player 101, 1 day, 0:00:10 ago" in told
    assert "timeouts forgive" in told


async def test_five_are_believed(club: Club) -> None:
    matches = [await against_one(club, number) for number in range(5)]
    await club.sweep(DAY + GRACE)
    assert await running(club, matches) == 0


async def test_one_player_is_one_however_many_matches_they_leave(club: Club) -> None:
    matches = [await timed(club, "1d") for _ in range(8)]
    await club.sweep(DAY + GRACE)
    assert await running(club, matches) == 0


async def test_an_early_timer_is_no_timeout(club: Club) -> None:
    """Boards that are not posted have a minute more than their timers wait at first."""
    matches = [await against_one(club, number, posted=False) for number in range(9)]
    await club.sweep(DAY + GRACE)
    assert await running(club, matches) == 9
    assert await club.database.read(timekeeping.current_stop) is None


async def test_who_is_late_in_many_matches_is_shown_once(
    club: Club, url: str, stopped: list[MatchState], capsys: pytest.CaptureFixture[str]
) -> None:
    again = await against_one(club, 1)
    await club.sweep(DAY + GRACE)
    assert await running(club, [*stopped, again]) == 7
    assert await decide_timeouts(settings(url), "show", now=club.clock) == 0
    assert "6 players are late in 7 matches" in capsys.readouterr().out
    assert await _apply(club, url, iter("7")) == 1
    assert await decide_timeouts(settings(url), "forgive", now=club.clock) == 0
    assert "6 players have time to move" in capsys.readouterr().out


async def test_what_was_allowed_once_is_not_allowed_later(
    club: Club, url: str, stopped: list[MatchState]
) -> None:
    assert await _apply(club, url, iter("6")) == 0
    await club.sweep()
    assert await running(club, stopped) == 0
    await club.sweep()
    later = [await against_one(club, number) for number in range(1, 8)]
    await club.sweep(DAY + GRACE)
    assert await running(club, later) == 7


async def _apply(club: Club, url: str, typed: Iterator[str]) -> int:
    return await decide_timeouts(settings(url), "apply", lambda _: next(typed), club.clock)


async def test_applied_when_typed_back(club: Club, url: str, stopped: list[MatchState]) -> None:
    typed = iter(("7", "", "yes", " 6 "))
    for code in (1, 1, 1):
        assert await _apply(club, url, typed) == code
    await club.sweep()
    assert await running(club, stopped) == 6
    assert await _apply(club, url, typed) == 0
    await club.sweep()
    assert await running(club, stopped) == 0
    await club.sweep(6 * DAY)
    assert await club.database.read(timekeeping.current_stop) is None


async def test_forgiven(
    club: Club, url: str, stopped: list[MatchState], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await decide_timeouts(settings(url), "forgive", now=club.clock) == 0
    assert "6 players have time to move" in capsys.readouterr().out
    for match in stopped:
        assert await deadline(club, match) == club.clock.now + DAY
        check_ledger(await look(club, match, SECOND_PLAYER))
    await club.sweep()
    assert await decide_timeouts(settings(url), "show", now=club.clock) == 0
    assert NOTHING in capsys.readouterr().out
    assert (await club.play(await club.state(stopped[0].id))).is_running


async def test_a_late_move_is_taken_until_an_operator_has_decided(
    club: Club, url: str, stopped: list[MatchState]
) -> None:
    first, second, *_ = stopped
    assert (await look(club, first, SECOND_PLAYER)).match.match.timeouts_held
    moved = await club.play(first, posted=True)
    assert moved.is_running
    check_ledger(await look(club, first, SECOND_PLAYER))
    assert (await look(club, first, SECOND_PLAYER)).seats[0].balance == DAY
    assert await deadline(club, moved) == club.clock.now + DAY
    assert len((await club.database.write(held_timeouts, club.clock.now)).matches) == 5
    assert await _apply(club, url, iter("5")) == 0
    with pytest.raises(OutOfTime):
        await club.play(second)
    assert not (await look(club, second, SECOND_PLAYER)).match.match.timeouts_held


@pytest.mark.usefixtures("stopped")
async def test_a_turn_that_is_looked_at_early_is_not_among_them(club: Club) -> None:
    before = await club.database.write(held_timeouts, club.clock.now)
    await timed(club, "10m", posted=False)
    club.clock.now += 11 * MINUTE + GRACE
    held = await club.database.write(held_timeouts, club.clock.now)
    assert len(held.matches) == len(before.matches) == 6
    await club.deliver()
    club.clock.now += 11 * MINUTE + GRACE
    held = await club.database.write(held_timeouts, club.clock.now)
    assert len(held.matches) == 7


async def test_a_sweep_asks_no_more_often_for_early_timers(club: Club) -> None:
    for number in range(9):
        await against_one(club, number, posted=False)
    with counting() as usual:
        await club.sweep()
    club.clock.now += DAY + GRACE
    held = partial(must_wait, club.services[Presence])
    with counting() as early:
        assert not await club.database.write(held, club.clock.now)
    assert early.cost[0] == HELD < usual.cost[0]


HELD = 1
"""Statements that decide before a sweep whether anybody may lose on time."""


@dataclass(frozen=True)
class Standing:
    """A match as the breaker may find it: whose turn it is, and when their time is over."""

    mover: int
    minutes: int | None
    timer: int
    """Minutes from now; deadlines are looked at early, never late."""


PLAYED = 90
SEATED = [
    # own players, the same few again and again, and some of whom nobody is left
    (3 * number, 3 * number + 1, 3 * number + 2)
    if number % 3
    else (1001 + number % 4, 1011 + number % 5, None if number % 2 else -number)
    for number in range(1, PLAYED + 1)
]
"""Who sits in each match, None for an engine."""


LEFT = 70
"""A server that has removed the bot."""


def is_left(number: int) -> bool:
    """Whether a match is played there."""
    return number % 8 == 0


def lay(connection: Connection, now: datetime) -> None:
    """Store the matches, and nothing else of them."""
    people = {who for sitting in SEATED for who in sitting if who is not None}
    connection.execute(
        insert(tables.players), [{"id": who, "created_at": now} for who in sorted(people)]
    )
    connection.execute(insert(tables.servers), {"id": LEFT, "created_at": now})
    gone = {"server_id": LEFT, "channel_id": 0, "reason": AbsenceReason.REMOVED, "began": now}
    connection.execute(insert(tables.absences), gone)
    rows = [
        {"id": number, "game": "halves", "variant": "3p", "rules_version": 1, "channel_id": 7}
        | {"ply": 0, "created_at": now, "updated_at": now, "clock": "1d"}
        | {"server_id": LEFT if is_left(number) else None}
        for number in range(1, PLAYED + 1)
    ]
    connection.execute(insert(tables.matches), rows)
    sitting = [
        {"match_id": number, "seat": seat, "player_id": who, "engine": Engine(1)}
        if who is None
        else {"match_id": number, "seat": seat, "player_id": who, "engine": None}
        for number, each in enumerate(SEATED, 1)
        for seat, who in enumerate(each)
    ]
    connection.execute(insert(tables.seats), sitting)


def set_up(connection: Connection, found: list[Standing], now: datetime) -> None:
    for table in (tables.timers, tables.timeout_stops):
        connection.execute(delete(table))
    connection.execute(update(tables.matches).values(deadline=None))
    until = {number: now + (each.minutes or 0) * MINUTE for number, each in enumerate(found, 1)}
    changed = [
        {
            "number": number,
            "until": None if each.minutes is None else until[number],
            "mover": each.mover,
        }
        for number, each in enumerate(found, 1)
    ]
    values: dict[str, Any] = {"deadline": bindparam("until"), "to_move": bindparam("mover")}
    this = tables.matches.c.id == bindparam("number")
    connection.execute(update(tables.matches).where(this).values(values), changed)
    due = [
        {"kind": DEADLINE_TIMER, "subject_id": number}
        | {"due_at": min(now + each.timer * MINUTE, until[number] + GRACE)}
        for number, each in enumerate(found, 1)
        if each.minutes is not None
    ]
    if due:
        connection.execute(insert(tables.timers), due)


def late_and_to_move(standings: list[Standing]) -> tuple[int, int]:
    """How many people are late, and to move, each counted once."""
    to_move, late = set(), set()
    for number, (sitting, each) in enumerate(zip(SEATED, standings, strict=False), 1):
        who = sitting[each.mover]
        if each.minutes is None or who is None or who < 0 or is_left(number):
            continue
        to_move.add(who)
        if each.minutes < 0:  # a whole minute is more than the grace
            late.add(who)
    return len(late), len(to_move)


def standings(in_time: int) -> st.SearchStrategy[list[Standing]]:
    """Matches of which one in about so many is late."""
    minutes = st.sampled_from((None, -900, -1, 0, 1, *[5000] * in_time))
    each = st.builds(Standing, st.integers(0, 2), minutes, st.integers(-2000, 2000))
    return st.lists(each, min_size=40, max_size=PLAYED)


@pytest.mark.slow
async def test_it_decides_as_one_would_in_words(club: Club) -> None:
    await club.database.write(lay, club.clock.now)
    must, loop = partial(must_wait, club.services[Presence]), asyncio.get_running_loop()
    decided = set()

    async def decide(standings: list[Standing]) -> None:
        await club.database.write(set_up, standings, club.clock.now)
        held = await club.database.write(must, club.clock.now)
        late, to_move = late_and_to_move(standings)
        believed = late <= 5 or late <= to_move / 10
        assert held is not believed
        shown = await club.database.write(held_timeouts, club.clock.now)
        assert shown.players == late
        if shown.stop is not None:
            assert (shown.stop.due, shown.stop.running) == (late, to_move)
        decided.add(believed)

    @settings_of(max_examples=25, phases=(Phase.generate,))
    @given(st.sampled_from((1, 12, 20, 30)).flatmap(standings))
    def examples(standings: list[Standing]) -> None:
        asyncio.run_coroutine_threadsafe(decide(standings), loop).result()

    await asyncio.to_thread(examples)
    assert decided == {True, False}


@pytest.mark.parametrize(
    ("due", "running", "held"),
    [(5, 5, False), (6, 5, True), (6, 60, False), (7, 60, True), (100, 1000, False), (0, 0, False)],
)
def test_more_timeouts_than_can_be_believed(due: int, running: int, held: bool) -> None:
    assert too_many_timeouts(due, running) is held
