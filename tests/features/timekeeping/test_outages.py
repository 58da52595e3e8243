"""Nobody loses because the bot was away: outages are made good, whole and once."""

from datetime import datetime, timedelta
from typing import Any, Self

import pytest
from sqlalchemy import Connection

from bot.app.discordpy import LOOKS, PAUSE
from bot.app.features import HEART
from bot.core.actor import Place
from bot.core.clocks import GRACE, SHORTEST_OUTAGE, LedgerKind
from bot.core.clocks import storage as clocks
from bot.core.events import Events
from bot.core.matches import MatchState, NewEntry
from bot.core.timers import Scheduler
from bot.features.timekeeping import Heart, OutageMadeGood, Presence, storage
from bot.features.timekeeping.hooks import timeouts
from bot.features.timekeeping.storage import DEADLINE_TIMER
from data.errors import StorageError
from data.ids import ChannelId, ServerId
from data.shards import Shard, Shards
from data.states import EntryKind
from tests.kit.by_day import at_night
from tests.kit.club import ADA, PLACE, Club, OpenClub
from tests.kit.logs import captured
from tests.kit.outages import read_outages
from tests.kit.refusals import refusal
from tests.kit.timed import check_ledger, deadline, due, lines_of, look, timed
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
@pytest.mark.parametrize(
    ("damage", "length"),
    [("clocks = 'moon'", 30 * SECOND), ("clock = 'moon'", 5 * HOUR), ("result = '[1]'", 5 * HOUR)],
)
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
async def test_a_restart_with_other_shards_is_an_outage_of_its_length(club: Club) -> None:
    match = await timed(club, "1d")
    before = await due(club, match)
    club.clock.now += 2 * HOUR
    again = Presence(club.database, club.clock, Heart(), Shards(0, 0, 2))
    await again.disconnected()
    club.clock.now += MINUTE
    await again.lost(())
    assert await deadline(club, match) == before + 2 * HOUR + MINUTE


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


async def test_others_may_have_heard_them(club: Club) -> None:
    """Two processes have a shard each."""
    first, second = [
        Presence(club.database, club.clock, Heart(), Shards(number, number, 2)) for number in (0, 1)
    ]
    for each in (first, second):
        await each.lost(())
    match = await timed(club, "1h", place=FAR)
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


async def spent(club: Club, match: MatchState, seat: int) -> timedelta:
    """What the seat's turns have cost, less what was made good."""
    costs = (LedgerKind.MOVED, LedgerKind.OUTAGE)
    lines = await lines_of(club, match, seat)
    return -sum((line.amount for line in lines if line.kind in costs), timedelta())


@pytest.mark.parametrize("restarted", [at_night(False), True])
@pytest.mark.parametrize("moved", ["before the clock is wrong", "while it is"])
async def test_a_clock_that_is_wrong_for_less_than_a_beat_costs_nobody_time(
    open_club: OpenClub, monkeypatch: pytest.MonkeyPatch, *, restarted: bool, moved: str
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
    if moved.startswith("before"):
        match = await club.play(match)
    club.clock.now -= 90 * MINUTE
    if moved.startswith("while"):
        match = await club.play(match)
    await club.deliver()
    club.clock.now += 90 * MINUTE + 5 * SECOND
    match = await club.play(match, posted=True)
    await club.services[Presence].beat()
    assert abs(await spent(club, match, 1) - 5 * SECOND) <= 5 * SECOND
    check_ledger(await look(club, match))


def out_of_order(_: Connection) -> None:
    raise StorageError("out of order")


def telling(listener: Any) -> Events:
    """Events that tell this listener, and nobody else, of outages that are made good."""
    events = Events()
    events.listeners = {OutageMadeGood: (listener,)}
    return events


async def test_who_acts_while_one_is_made_good_knows_that_there_may_be_one(club: Club) -> None:
    match = await timed(club, "1d")
    known: list[bool] = []

    def act(connection: Connection, *_: object) -> None:
        new = NewEntry(EntryKind.MOVE, "", 0, ADA, club.actor(ADA).key)
        heard = presence.hear(connection, match, new, club.clock.now)
        known.append(heard is not None and heard.time is not None and heard.time.owed)

    presence = Presence(club.database, club.clock, Heart(), events=telling(act))
    await presence.lost(())
    club.clock.now += HOUR
    await presence.beat()
    await club.database.read(act)
    assert known == [True, False]


LIVE, STEP = "1m+5s", 5 * SECOND
PATIENCE = timedelta(seconds=LOOKS * PAUSE)


class Living:
    def __init__(self, club: Club, presence: Presence | None = None) -> None:
        self.club = club
        self.presence = presence or club.services[Presence]
        rules = [timeouts(club.store, self.presence)]
        self.scheduler = Scheduler(club.database, rules, club.clock)
        self.silent: frozenset[int] = frozenset()
        self.beaten = self.answered = club.clock.now

    async def begin(self, *, asks: bool = False) -> Self:
        """As a process does that has just been started, until Discord is ready."""
        if asks:
            self.presence.ask = self.asked
        await self.presence.disconnected()
        await self.presence.lost(())
        self.beaten = self.club.clock.now
        return self

    async def asked(self) -> frozenset[int]:
        """Which shards are silent when Discord is asked; they cost the patience there is."""
        if self.silent:
            self.club.clock.now += PATIENCE
        else:
            self.answered = self.club.clock.now
        return self.silent

    async def live(self, until: datetime) -> None:
        while self.club.clock.now < until:
            self.club.clock.now = min(self.club.clock.now + STEP, until)
            await self.look()

    async def look(self) -> None:
        now = self.club.clock.now
        if now - self.beaten >= HEART.every:
            await self.presence.beat()
            self.beaten = now
        await self.scheduler.sweep()


async def begun(club: Club, clock: str = LIVE, place: Place = PLACE) -> tuple[MatchState, datetime]:
    """A match in its third turn, which has no time extra, and until when the player has time."""
    match = await timed(club, clock, place=place)
    for _ in range(2):
        match = await club.play(match, posted=True)
    return match, await due(club, match)


async def still_runs(club: Club, match: MatchState) -> bool:
    return (await club.state(match.id)).is_running


async def test_ladders_hear_of_no_gap_of_seconds(club: Club) -> None:
    told: list[timedelta] = []
    events = telling(lambda _, outage, __: told.append(outage.ended - outage.began))
    presence = Presence(club.database, club.clock, Heart(), events=events)
    await presence.lost(())
    for seconds in (5, 60, 61):
        await presence.disconnected()
        club.clock.now += seconds * SECOND
        await presence.lost(())
    assert told == [SHORTEST_OUTAGE + SECOND]


def test_the_spans_of_a_heartbeat_fit_together() -> None:
    assert HEART.every < HEART.late < 2 * HEART.every < HEART.missed_after == SHORTEST_OUTAGE
    assert HEART.every + PATIENCE < HEART.late, "waiting for an answer makes no beat late"


async def test_a_dead_connection_of_one_shard_is_made_good_on_that_alone(club: Club) -> None:
    presence = Presence(club.database, club.clock, Heart(), Shards(0, 1, 2))
    living = await Living(club, presence).begin(asks=True)
    near, near_until = await begun(club)
    far, far_until = await begun(club, place=FAR)
    await living.live(far_until - 40 * SECOND)
    living.silent = frozenset({1})
    last = living.answered
    await living.live(club.clock.now + 30 * SECOND)
    living.silent = frozenset()
    await living.live(club.clock.now + HEART.every)
    ((began, _),) = await club.database.read(read_outages)
    assert began == last
    assert await deadline(club, near) == near_until
    assert await due(club, far) >= far_until + 30 * SECOND


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
