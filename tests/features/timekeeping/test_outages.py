"""Nobody loses because the bot was away: outages are made good, whole and once."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection

from bot.core.actor import Place
from bot.core.clocks import GRACE, LedgerKind
from bot.core.clocks import storage as clocks
from bot.core.events import Events
from bot.core.matches import MatchState, NewEntry
from bot.core.timers import Scheduler
from bot.features.timekeeping import Heart, OutageMadeGood, Presence, storage
from bot.features.timekeeping.hooks import timeouts
from bot.features.timekeeping.service import VacationService
from bot.features.timekeeping.storage import DEADLINE_TIMER
from data.errors import StorageError
from data.ids import ChannelId, ServerId
from data.shards import Shard, Shards
from data.states import EntryKind
from tests.kit.club import ADA, BEN, Club, OpenClub, first_move
from tests.kit.logs import captured
from tests.kit.refusals import refusal
from tests.kit.timed import check_ledger, clock_of, deadline, due, lines_of, look, timed
from tests.kit.times import DAY, HOUR, MINUTE, SECOND


@pytest.fixture
async def presence(club: Club) -> Presence:
    """The club's, since a moment ago."""
    await club.services[Presence].lost(())
    club.clock.now += GRACE
    await club.services[Presence].beat()
    return club.services[Presence]


async def be_away(club: Club, length: timedelta) -> None:
    """Let so much pass of which nobody hears, and hear again."""
    club.clock.now += length
    await club.services[Presence].beat()


async def pass_by(club: Club, length: timedelta) -> None:
    while length > timedelta():
        await be_away(club, min(length, 15 * SECOND))
        length -= 15 * SECOND


async def credits(club: Club, match: MatchState, seat: int = 0) -> list[timedelta]:
    return [x.amount for x in await lines_of(club, match, seat) if x.kind is LedgerKind.OUTAGE]


@pytest.mark.usefixtures("presence")
@pytest.mark.parametrize("damage", ["clocks = 'moon'", "clock = 'moon'", "result = '[1]'"])
@pytest.mark.parametrize("length", [30 * SECOND, 5 * HOUR])
async def test_a_match_that_cannot_be_read_costs_the_others_nothing(
    club: Club, damage: str, length: timedelta
) -> None:
    broken, match = await timed(club, "15m+30s"), await timed(club, "10m")
    await pass_by(club, 2 * MINUTE)
    before = await deadline(club, match)
    assert before is not None
    await club.sql(f"UPDATE matches SET {damage} WHERE id = {broken.id}")
    await be_away(club, length)
    assert await deadline(club, match) >= before + length
    assert await club.rows("outages", "NOT done") == 0


@pytest.mark.usefixtures("presence")
@pytest.mark.parametrize("shards", [Shards(), Shards(0, 0, 2)], ids=["alike", "other shards"])
async def test_a_restart_is_an_outage_of_its_length(club: Club, shards: Shards) -> None:
    match = await timed(club, "1d")
    before = await due(club, match)
    club.clock.now += 2 * HOUR
    again = Presence(club.database, club.clock, Heart(), shards)
    await again.disconnected()
    club.clock.now += MINUTE
    await again.lost(())
    assert await deadline(club, match) == before + 2 * HOUR + MINUTE


async def test_no_timeout_before_it_is_made_good(club: Club, presence: Presence) -> None:
    match = await timed(club, "1d")
    await presence.beat()
    await club.sweep(2 * DAY)
    assert (await club.state(match.id)).is_running
    await presence.beat()
    await club.sweep()
    assert await deadline(club, match) is not None
    assert (await club.state(match.id)).is_running


async def test_no_timeout_while_cut_off_or_catching_up(club: Club, presence: Presence) -> None:
    match = await timed(club, "1h")
    until = await due(club, match)
    await pass_by(club, until - 5 * SECOND - club.clock.now)
    await presence.disconnected()
    club.clock.now = until + GRACE
    await club.sweep()
    assert (await club.state(match.id)).is_running
    await presence.lost(())
    await club.sweep()
    assert (await club.state(match.id)).is_running
    club.clock.now += GRACE
    await presence.beat()
    await club.sweep()
    assert not (await club.state(match.id)).is_running


@pytest.mark.usefixtures("presence")
async def test_two_that_begin_in_the_same_instant_are_both_made_good(club: Club) -> None:
    match = await timed(club, "1d")
    before = await due(club, match)
    for length in (HOUR, -HOUR, 2 * HOUR):
        await be_away(club, length)
    assert await credits(club, match) == [HOUR, 2 * HOUR]
    assert await deadline(club, match) == before + 3 * HOUR


async def test_what_follows_the_first_move_is_made_good(club: Club, presence: Presence) -> None:
    match = await timed(club, "1d")
    await presence.disconnected()
    club.clock.now += HOUR
    match = await club.play(match, posted=True)  # had come before, and was answered late
    await be_away(club, HOUR)
    await presence.lost(())
    assert await credits(club, match, 0) == [HOUR]
    assert await credits(club, match, 1) == [HOUR]
    assert await deadline(club, match) == club.clock.now + DAY


async def test_a_clock_set_back_and_right_while_cut_off(club: Club, presence: Presence) -> None:
    match = await timed(club, "1d+1h/9d", posted=False)
    await presence.disconnected()
    await be_away(club, -90 * MINUTE)
    await club.deliver()  # by the wrong clock
    await be_away(club, 90 * MINUTE + 5 * SECOND)
    await presence.lost(())
    assert await credits(club, match) == [90 * MINUTE + 5 * SECOND]
    match = await club.play(match, posted=True)
    assert (await clock_of(club, match, 0)).balance == DAY + HOUR
    check_ledger(await look(club, match))


async def test_an_outage_is_logged_once(club: Club, presence: Presence) -> None:
    match = await timed(club, "1d")
    club.clock.now += HOUR
    with captured() as logged:
        await club.play(match, posted=True)
        await presence.beat()
        await presence.beat()
    assert [each["seconds"] for each in logged if each["event"] == "was away"] == [3600]


async def test_a_process_that_dies_halfway_is_followed_by_one_that_goes_on(
    club: Club, presence: Presence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.timekeeping.presence.CREDITED_AT_ONCE", 2)
    matches = [await timed(club, "1d") for _ in range(5)]
    before = [await deadline(club, match) for match in matches]
    club.clock.now += HOUR
    asked = clocks.timed_after
    calls = 0

    def dying(*about: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise StorageError("gone")
        return asked(*about)  # type: ignore[arg-type]

    monkeypatch.setattr(clocks, "timed_after", dying)
    await refusal(StorageError, presence.beat())
    again = Presence(club.database, club.clock, Heart())
    await again.lost(())
    for match, then in zip(matches, before, strict=True):
        assert then is not None
        assert await deadline(club, match) == then + HOUR
        assert await credits(club, match) == [HOUR]


async def test_others_are_done_while_timeouts_wait(club: Club, presence: Presence) -> None:
    await timed(club, "1h")
    await club.offer()
    await presence.disconnected()
    club.clock.now += 30 * DAY
    rules = club.scheduler.rules | {DEADLINE_TIMER: timeouts(club.store, presence)}
    held = Scheduler(club.database, rules.values(), club.clock)
    assert await held.sweep() > 0
    assert await club.rows("timers", "kind = 'challenge_expiry'") == 0
    assert await club.rows("timers", "kind = 'deadline'") == 1


FAR = Place(ServerId(1 << 22), ChannelId(711))
"""In a server of the second of two shards."""


@pytest.fixture
async def halves(club: Club) -> tuple[Presence, Presence]:
    """Two processes with a shard each, both there since a moment ago."""
    both = (
        Presence(club.database, club.clock, Heart(), Shards(0, 0, 2)),
        Presence(club.database, club.clock, Heart(), Shards(1, 1, 2)),
    )
    for each in both:
        await each.lost(())
    club.clock.now += GRACE
    for each in both:
        await each.beat()
    return both


async def test_only_its_shard_is_credited(club: Club, halves: tuple[Presence, Presence]) -> None:
    near, far = await timed(club, "1d"), await timed(club, "1d", place=FAR)
    before = await due(club, near)
    first, second = halves
    for _ in range(4):
        club.clock.now += 50 * SECOND
        await first.beat()
    await second.lost(())
    assert await deadline(club, near) == before
    assert await deadline(club, far) == before + 200 * SECOND
    assert (await credits(club, near), await credits(club, far)) == ([], [200 * SECOND])


async def test_others_may_have_heard_them(club: Club, halves: tuple[Presence, Presence]) -> None:
    match = await timed(club, "1h", place=FAR)
    first, second = halves
    held = Scheduler(club.database, [timeouts(club.store, first)], club.clock)
    until = await due(club, match)
    while until - club.clock.now > 30 * SECOND:
        club.clock.now += 15 * SECOND
        await first.beat()
        await second.beat()
    await second.disconnected()
    club.clock.now = until + GRACE
    await first.beat()
    assert await held.sweep() == 1
    assert (await club.state(match.id)).is_running
    club.clock.now += 10 * SECOND
    await second.lost(())
    for seconds, running in ((5, True), (15, False)):
        club.clock.now += seconds * SECOND
        await first.beat()
        assert await held.sweep() == 1
        assert (await club.state(match.id)).is_running is running


@pytest.mark.usefixtures("presence")
async def test_a_machine_behind_discord_takes_nobodys_time(club: Club) -> None:
    match = await timed(club, "10m")
    clicked = club.actor(ADA)
    club.clock.now -= HOUR
    await club.matches.submit(clicked, first_move(match), match.id, match.ply)
    assert (await clock_of(club, match, 0)).balance == 10 * MINUTE
    await club.deliver()
    club.clock.now += HOUR + MINUTE
    clicked = club.actor(BEN)
    club.clock.now -= HOUR
    match = await club.state(match.id)
    await club.matches.submit(clicked, first_move(match), match.id, match.ply)
    assert (await club.state(match.id)).ply == 2


async def spent(club: Club, match: MatchState, seat: int) -> timedelta:
    """What the seat's turns have cost, less what was made good."""
    costs = (LedgerKind.MOVED, LedgerKind.OUTAGE)
    lines = await lines_of(club, match, seat)
    return -sum((line.amount for line in lines if line.kind in costs), timedelta())


@pytest.mark.parametrize("minutes", [20, 90])
@pytest.mark.parametrize("restarted", [False, True])
async def test_a_clock_that_is_wrong_for_less_than_a_beat_costs_nobody_time(
    open_club: OpenClub, monkeypatch: pytest.MonkeyPatch, *, restarted: bool, minutes: int
) -> None:
    club = await open_club()
    await club.services[Presence].lost(())
    match = await timed(club, "3d+1d/9d")
    if restarted:  # a process of which no beat is stored yet
        club.clock.now += SECOND
        club = await open_club(club.discord)
        with monkeypatch.context() as patched:
            patched.setattr(club.services[Presence], "_beat", out_of_order)
            await refusal(StorageError, club.services[Presence].lost(()))
    club.clock.now -= minutes * MINUTE
    match = await club.play(match, posted=True)
    club.clock.now += minutes * MINUTE + 5 * SECOND
    match = await club.play(match, posted=True)
    await club.services[Presence].beat()
    assert abs(await spent(club, match, 1) - 5 * SECOND) <= 5 * SECOND
    check_ledger(await look(club, match))


async def test_a_board_that_is_posted_by_a_wrong_clock_costs_nobody_time(club: Club) -> None:
    await club.services[Presence].lost(())
    match = await timed(club, "3d+1d/9d")
    match = await club.play(match)
    club.clock.now -= 90 * MINUTE
    await club.deliver()
    club.clock.now += 90 * MINUTE + 5 * SECOND
    match = await club.play(match, posted=True)
    await club.services[Presence].beat()
    assert abs(await spent(club, match, 1) - 5 * SECOND) <= 5 * SECOND
    check_ledger(await look(club, match))


@pytest.mark.usefixtures("presence")
async def test_a_beat_that_is_written_after_the_clock_jumped_hides_no_outage(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, read = await timed(club, "1d"), storage.last_present
    beats = [club.clock.now + 2 * SECOND, club.clock.now + SECOND]
    club.clock.now += 2 * SECOND + 5 * HOUR

    def overtaken(connection: Connection, shard: Shard, now: datetime) -> datetime | None:
        found = read(connection, shard, now)
        if beats:
            storage.note_presence(connection, {shard: found}, beats.pop())
        return found

    monkeypatch.setattr(storage, "last_present", overtaken)
    await club.play(match)
    assert await credits(club, match) == [5 * HOUR]


def out_of_order(_: Connection) -> None:
    raise StorageError("out of order")


async def test_who_acts_while_one_is_made_good_knows_that_there_may_be_one(club: Club) -> None:
    match = await timed(club, "1d")
    known: list[bool] = []

    def act(connection: Connection, *_: object) -> None:
        new = NewEntry(EntryKind.MOVE, "", 0, ADA, club.actor(ADA).key)
        heard = presence.hear(connection, match, new, club.clock.now)
        known.append(heard is not None and heard.time is not None and heard.time.owed)

    events = Events()
    events.listeners = {OutageMadeGood: (act,)}
    presence = Presence(club.database, club.clock, Heart(), events=events)
    await presence.lost(())
    club.clock.now += HOUR
    await presence.beat()
    await club.database.read(act)
    assert known == [True, False]


@pytest.mark.usefixtures("presence")
async def test_a_vacation_heard_first_costs_no_time_of_the_outage(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.now += 5 * HOUR
    await club.services[VacationService].start(club.actor(ADA), 2)
    assert await credits(club, match) == [5 * HOUR]
    assert (await clock_of(club, match, 0)).balance == DAY
    check_ledger(await look(club, match))
