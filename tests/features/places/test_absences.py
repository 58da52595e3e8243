"""While the bot cannot be somewhere, all that is played there stands still, and then goes on."""

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import product
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from bot.core.absences import Absence
from bot.core.actor import Place
from bot.core.clocks import LedgerKind
from bot.core.faults import FIRST_DELAY
from bot.core.matches import ABSENT, MatchStore, NewEntry
from bot.core.posting import MessageRefused
from bot.core.timers import TimerRule
from bot.features.ladders.acts import Act as LadderDeed
from bot.features.leaderboards.live import LiveService
from bot.features.places import AbsenceService, service
from bot.features.privacy.service import PrivacyService
from bot.features.reminders import Wishes
from bot.features.tournaments.acts import Act
from data.ids import ChannelId, MatchId
from data.states import ChallengeState, Ending, ReminderWay
from data.tables import matches, seats, timers
from tests.features.ladders.ladder_club import LadderClub
from tests.features.tournaments.cup_club import BOSS, SHOWN_IN, Cup
from tests.kit.by_day import at_night, mostly_at_night
from tests.kit.club import ADA, BEN, CHLOE, DIRECT, PLACE, Club, OpenClub, first_move
from tests.kit.due import follow_absences
from tests.kit.leaving import CHANNEL, GONE, SERVER, come_back, leave, pass_days
from tests.kit.timed import check_ledger, deadline, due, lines_of, look, timed
from tests.kit.times import DAY, HOUR, MINUTE


@pytest.mark.parametrize(
    ("how", "clock"),
    mostly_at_night(
        product(("server", "deleted", "closed"), ("1d", "3d+1d/5d", "10m")),
        day={("server", "3d+1d/5d"), ("deleted", "1d"), ("closed", "10m")},
    ),
)
async def test_nobody_loses_time_where_the_bot_cannot_be(club: Club, how: str, clock: str) -> None:
    match = await timed(club, clock)
    club.clock.now += 5 * MINUTE
    left = await due(club, match) - club.clock.now
    await leave(club, how)
    assert await deadline(club, match) is None
    await pass_days(club, 20)
    assert (await club.state(match.id)).ply == match.ply
    assert not club.discord.reminders()
    await come_back(club)
    until = await due(club, match)
    assert timedelta() <= until - club.clock.now - left <= MINUTE
    check_ledger(await look(club, match))
    await pass_days(club, 6)
    ended = await club.state(match.id)
    assert ended.result is not None
    assert ended.result.ending is Ending.TIMED_OUT


async def test_who_is_late_has_an_hour_when_the_bot_is_back(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.now += DAY - 2 * MINUTE
    await leave(club)
    club.clock.now += 3 * DAY
    await come_back(club)
    assert await due(club, match) == club.clock.now + HOUR


async def test_removed_and_invited_again_within_a_minute(club: Club) -> None:
    match = await timed(club, "1d")
    before = await due(club, match)
    await leave(club)
    club.clock.now += 40 * timedelta(seconds=1)
    await come_back(club)
    assert await due(club, match) == before + 40 * timedelta(seconds=1)
    assert not [card for card in club.discord.cards if card.name.startswith("clock")]


async def test_a_move_is_taken_meanwhile(club: Club) -> None:
    match = await timed(club, "1d")
    await leave(club)
    club.clock.now += 5 * DAY
    actor = club.actor(ADA, DIRECT)
    match = (await club.matches.submit(actor, first_move(match), match.id, match.ply)).state
    await club.look_around()
    assert match.ply == 1
    assert [each for each in club.discord.messages if each.ply == 1] == []
    club.clock.now += 5 * DAY
    await club.look_around()
    await come_back(club)
    assert club.discord.posted(match.id)[-1] == 1, "the newest board is posted then"
    assert await due(club, match) == club.clock.now + DAY
    check_ledger(await look(club, match))


async def test_an_outage_is_no_absence(club: Club) -> None:
    match = await timed(club, "1d")
    before = await deadline(club, match)
    club.discord.unknown = True
    await leave(club)
    assert await club.rows("absences") == 0
    assert await deadline(club, match) == before


@pytest.mark.parametrize("how", ["server", "deleted"])
async def test_a_knockout_stands_still(club: Club, how: str) -> None:
    cup = await Cup.begun(club, 4, "knockout", clock="1d")
    await club.look_around()
    games = len((await cup.field()).pairings)
    await leave(club, how, SHOWN_IN, *club.discord.threads.values())
    await club.look_around()
    before = len(club.discord.calls)
    await pass_days(club, 30)
    assert club.discord.calls[before:] == [], "nothing is asked where the bot cannot be"
    field = await cup.field()
    assert all(each.is_in for each in field.entrants)
    assert len(field.pairings) == games
    assert all(each.is_running for each in field.pairings)
    if how == "server":
        await come_back(club)
    else:
        elsewhere = ChannelId(778)
        await cup.act(Act.HERE, by=club.actor(BOSS, Place(SERVER, elsewhere)))
        await club.look_around()
        assert {each.channel_id for each in club.discord.messages[-2:]} != {SHOWN_IN}
    for each in (await cup.field()).pairings:
        assert each.match_id is not None
        assert (await club.state(each.match_id)).match.deadline is not None
    await pass_days(club, 1.2)
    assert len((await cup.field()).pairings) > games, "the next games are paired"


async def test_after_sixty_days_it_ends_without_a_result(club: Club) -> None:
    for who in (ADA, BEN):
        await club.reminders.choose(club.actor(who), Wishes(way=ReminderWay.DIRECT))
    found = [await timed(club, clock) for clock in ("1d", "none")]
    cup = await Cup.begun(club, 4)
    await club.look_around()
    await leave(club)
    await pass_days(club, 61)
    for match in found:
        ended = await club.state(match.id)
        assert ended.result is not None
        assert ended.result.ending is Ending.ABORTED
    assert (await cup.field()).tournament.ended_at is not None
    assert await club.rows("rating_changes") == 0
    assert await club.rows("outbox", "NOT done") == 0
    told = [(who, words) for who, words, _ in club.discord.directs]
    assert sorted(told) == [
        (who, f"absence {news} for {who}")
        for who in sorted((ADA, BEN))
        for news in ("over", "still")
    ]


@pytest.mark.parametrize("how", ["server", "deleted"])
async def test_what_stood_there_is_wanted_no_more_after_sixty_days(club: Club, how: str) -> None:
    ladder = await LadderClub.open(club, 3)
    await ladder.act(LadderDeed.POST)
    await club.services[LiveService].start(ladder.boss, "apart")
    await club.daily.keep(ladder.boss, CHANNEL)
    await club.look_around()
    await leave(club, how)
    before = len(club.discord.calls)
    await pass_days(club, 59, DAY)
    assert await club.rows("ladders", f"channel_id = {CHANNEL}") == 1
    await pass_days(club, 20, DAY)
    assert (await ladder.state()).ladder.channel_id is None
    assert await club.rows("live_leaderboards") == await club.rows("daily_channels") == 0
    assert await club.rows("outbox", "NOT done") == 0
    assert club.discord.calls[before:] == []


async def test_the_bot_that_is_back_as_sixty_days_end_ends_nothing(club: Club) -> None:
    match = await timed(club, "1d")
    await leave(club)
    club.clock.now += 61 * DAY
    club.discord.left.clear()  # which nobody has noticed yet
    await club.look_around()
    assert (await club.state(match.id)).is_running
    await come_back(club)
    assert await deadline(club, match) is not None


async def test_a_refusal_is_noted_once(club: Club) -> None:
    match = await timed(club, "1d", posted=False)
    club.discord.gone |= {CHANNEL}
    assert SERVER is not None
    club.discord.shut[CHANNEL] = GONE
    await club.deliver()
    assert await club.rows("absences", "ended IS NULL") == 1
    before = len(club.discord.calls)
    await pass_days(club, 10)
    assert len(club.discord.calls) == before
    assert await deadline(club, match) is None


async def test_a_thread_that_is_gone_is_no_absence(club: Club) -> None:
    match = await timed(club, "1d")
    thread = club.discord.threads[match.id]
    club.discord.gone.add(thread)
    club.discord.shut[thread] = GONE
    await club.notice_places()
    await club.play(match, posted=True)
    assert await club.rows("absences") == 0
    assert club.discord.messages[-1].channel_id == CHANNEL


async def test_a_restart_between_the_end_and_what_follows(open_club: OpenClub) -> None:
    club = await open_club()
    match = await timed(club, "1d")
    await leave(club)
    club.clock.now += 10 * DAY
    await club.sql("UPDATE absences SET ended = began")
    again = await open_club(club.discord)
    club.discord.left.clear()
    await again.services[AbsenceService].look()
    await follow_absences(again.scheduler)
    assert await due(again, match) > again.clock.now
    kinds = [line.kind for line in await lines_of(again, match, 0)]
    assert kinds[-2:] == [LedgerKind.ABSENCE_BEGAN, LedgerKind.ABSENCE_ENDED]


FAULTS = [RuntimeError("a fault"), IntegrityError("a", None, Exception("a key collides"))]


async def test_a_match_that_fails_keeps_no_other_from_going_on(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, well = await timed(club, "1d"), await timed(club, "1d")
    await leave(club)
    usual = service.timekeeping.end_absence

    def failing(connection: Connection, loaded: Any, *rest: Any) -> None:
        if loaded.match.id == broken.id:
            raise FAULTS[1]
        usual(connection, loaded, *rest)

    monkeypatch.setattr(service.timekeeping, "end_absence", failing)
    await pass_days(club, 3)
    await come_back(club)
    assert await deadline(club, well) is not None
    assert await club.rows("absences", "NOT done") == 0


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
async def test_a_place_that_fails_keeps_no_other_from_going_on(
    club: Club, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    beside = replace(PLACE, channel_id=ChannelId(PLACE.channel_id + 50))
    await timed(club, "1d")
    well = await club.start(clock="1d", place=beside, posted=True)
    await leave(club, "deleted")
    await leave(club, "deleted", beside.channel_id, (await club.state(well.id)).match.thread_id)
    usual = TimerRule.resume
    (first, *_) = await club.sql("SELECT id FROM absences ORDER BY id")

    def failing(rule: TimerRule, connection: Connection, absence: Absence, now: datetime) -> None:
        if absence.id == first[0]:
            raise fault
        usual(rule, connection, absence, now)

    with monkeypatch.context() as broken:
        broken.setattr(TimerRule, "resume", failing)
        await come_back(club)
        assert await deadline(club, well) is not None
        assert await club.rows("absences", "NOT done") == 1
    club.clock.now += FIRST_DELAY
    await club.notice_places()
    assert await club.rows("absences", "NOT done") == 0


async def test_a_match_that_fails_keeps_no_other_from_its_end(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, well = await timed(club, "1d"), await timed(club, "1d")
    await leave(club)
    usual = MatchStore.read

    def failing(store: Any, connection: Any, match_id: Any, *rest: Any, **by: Any) -> Any:
        if match_id == broken.id and by.get("lock"):
            raise FAULTS[0]
        return usual(store, connection, match_id, *rest, **by)

    monkeypatch.setattr(MatchStore, "read", failing)
    await pass_days(club, 61, DAY)
    assert (await club.state(well.id)).result is not None
    assert (await club.state(broken.id)).result is None


async def test_a_ladder_stands_still(club: Club) -> None:
    ladder = await LadderClub.open(club, 3)
    await club.challenges.decline(ladder.actor(1), await ladder.ask(3, 1))
    waiting = await ladder.ask(3, 2)
    before = (await ladder.state()).standings
    away = club.clock.now
    await leave(club)
    await pass_days(club, 44, DAY)
    await come_back(club)
    away = club.clock.now - away
    await pass_days(club, 2, DAY)  # 45 days without playing are not over yet
    after = (await ladder.state()).standings
    declined, known = before.rungs[ADA].declined, after.rungs[ADA].declined
    assert declined is not None
    assert known == replace(declined, at=declined.at + away)
    assert after.challenges[waiting].expires_at == before.challenges[waiting].expires_at + away
    assert not any(each.noticed_at for each in after.rungs.values())
    assert await ladder.order() == [1, 2, 3]


async def test_a_challenge_that_nobody_sees_is_not_declined(club: Club) -> None:
    ladder = await LadderClub.open(club, 3)
    waiting = await ladder.ask(3, 1)
    await club.look_around()
    await leave(club, "deleted")
    await pass_days(club, 6, DAY)
    state = (await ladder.state()).standings
    assert waiting not in state.challenges
    assert state.rungs[ADA].declined is None
    assert (await club.challenges.get(waiting)).state is ChallengeState.EXPIRED
    assert await ladder.order() == [1, 2, 3]


async def test_a_live_match_whose_board_cannot_be_posted_ends_without_a_result(club: Club) -> None:
    club.discord.forbidden[CHANNEL] = MessageRefused(None, "200000")
    match = await club.start(clock="10m")
    await club.look_around()
    await pass_days(club, 59, DAY)
    assert (await club.state(match.id)).is_running
    await pass_days(club, 2, DAY)
    ended = await club.state(match.id)
    assert ended.result is not None
    assert ended.result.ending is Ending.ABORTED


@pytest.mark.parametrize("back", [True, at_night(False)])
async def test_their_matches_end_as_for_everybody_who_is_deleted(club: Club, back: bool) -> None:
    two, three = (
        await timed(club, "1d"),
        await timed(club, "1d", ADA, BEN, CHLOE, game="halves", variant="3p"),
    )
    waiting = await club.offer(BEN, (CHLOE,))
    cup, ladder = await Cup.begun(club, 4), await LadderClub.open(club, 3)
    about_a_place = await ladder.begin(3, BEN)
    await club.look_around()
    await leave(club)
    await pass_days(club, 2, DAY)
    before = len(club.discord.calls)
    await club.services[PrivacyService].delete(club.actor(BEN, DIRECT))
    await pass_days(club, 3, DAY)
    assert club.discord.calls[before:] == []
    for match in (two, about_a_place):
        ended = (await club.state(match.id)).result
        assert ended is not None
        assert ended.ending is Ending.RESIGNED
    rest = await club.state(three.id)
    assert rest.is_running
    assert rest.match.deadline is None
    assert not [
        each for each in (await cup.field()).entrants if each.is_in and each.player_id == BEN
    ]
    assert BEN not in (await ladder.state()).standings.order
    if back:
        await come_back(club)
        assert club.discord.posted(two.id)[-1] == 1
        assert await deadline(club, three) is not None
        assert await club.rows("outbox", "NOT done") == 0
        await pass_days(club, 8, DAY)
        assert not (await club.state(three.id)).is_running
    else:
        await pass_days(club, 58, DAY)
        assert not (await club.state(three.id)).is_running
        assert await club.rows("outbox", "NOT done") == 0
    assert await club.rows("challenges", f"id = {waiting.id} AND state = 'open'") == 0
    assert await club.rows("players", f"id = {BEN}") == 0


MANY = service.BATCH + 10
RUNNING = "finished_at IS NULL"


def multiply(connection: Connection, match_id: MatchId, times: int) -> None:
    """Let there be so many matches that are as this one is."""
    for table, key in ((matches, "id"), (seats, "match_id"), (timers, "subject_id")):
        found = connection.execute(select(table).where(table.c[key] == match_id)).mappings()
        changed: dict[str, Any] = {"challenge_id": None} if table is matches else {}
        rows = [
            {**row, **changed, key: match_id + more} for row in found for more in range(1, times)
        ]
        for row in rows if table is matches else ():
            row["thread_id"] = 2_000_000 + row["id"]
        connection.execute(insert(table), rows)


async def test_many_matches_of_a_server(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: Counter[Connection] = Counter()
    usual = MatchStore.append

    def counted(
        store: MatchStore, connection: Connection, before: Any, entry: NewEntry, **rest: Any
    ) -> Any:
        ended[connection] += entry.text == ABSENT
        return usual(store, connection, before, entry, **rest)

    monkeypatch.setattr(MatchStore, "append", counted)
    match = await timed(club, "1d")
    await club.database.write(multiply, match.id, MANY)
    written: list[str] = []
    club.database.observe(lambda kind, *_: written.append(kind))
    await leave(club)
    assert written.count("write") <= 3, "the absence, that the server was left, and the timer"
    await pass_days(club, 3, DAY)
    assert await club.rows("matches", f"{RUNNING} AND clocks NOT LIKE '%absence%'") == MANY
    await come_back(club)
    assert await club.rows("absences", "NOT done") == 0
    await leave(club)
    club.clock.now += 61 * DAY
    while await club.rows("matches", RUNNING):
        assert await club.sweep()
    assert ended.total() == MANY
    assert max(ended.values()) == service.BATCH
