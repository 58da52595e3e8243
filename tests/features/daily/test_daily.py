"""The Daily on a database: chosen once, counted once, posted once a day, and by whose clocks."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from bot.core.actor import Person
from bot.core.outbox import EDIT_INTERVAL
from bot.core.people import NoServerHere, NotAManager
from bot.features.daily import calendar, storage
from bot.features.daily.calendar import AT_ONCE, day_of, next_post, puzzle_for
from bot.features.moves import MovedOn
from bot.features.practice.puzzles import PuzzleBoard
from bot.features.privacy.service import PrivacyService
from bot.features.reminders import ReminderService, Wishes
from data.ids import ChannelId, PlayerId, ServerId
from rules import GAMES
from rules.puzzles import Puzzle, daily_puzzles
from tests.kit.club import ADA, BEN, CHLOE, DIRECT, ELSEWHERE, Club, OpenClub
from tests.kit.examples import examples

KEEPER = Person(PlayerId(9), manages_server=True)
SERVER, CHANNEL = ServerId(70), ChannelId(700)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


async def keep(club: Club, channel: ChannelId = CHANNEL, **fields: Any) -> None:
    await club.daily.keep(club.actor(KEEPER), channel, fields)
    await club.look_around()


async def answer(
    club: Club, who: PlayerId, *moves: str, day: int | None = None, **where: Any
) -> PuzzleBoard:
    """Open a Daily and give answers, the right one if none are named."""
    puzzle = await club.daily.open(club.actor(who, **where), day)
    for move in moves or (str(puzzle.answer()),):
        board = await club.puzzles.open(club.actor(who), puzzle.id)
        if board.composition is None:
            board = await club.puzzles.back(club.actor(who), puzzle.id, board.stage)
        board = await club.puzzles.submit(club.actor(who), puzzle.id, board.stage, move)
    return board


def wrong(puzzle: Puzzle) -> str:
    return next(str(move) for move in puzzle.position.moves() if not puzzle.accepts(move))


async def todays(club: Club) -> Puzzle:
    return await club.daily.open(club.actor(PlayerId(77), DIRECT))


def shown(club: Club) -> list[tuple[str, list[str]]]:
    return [(card.name, card.shown) for card in club.discord.cards]


async def played(club: Club, who: PlayerId, day: int) -> tuple[int, bool, bool]:
    (found,) = await club.database.read(storage.played, who, [day])
    return found.tries, found.solved_at is not None, found.counted


@pytest.mark.both_databases
async def test_two_processes_choose_and_post_the_same(open_club: OpenClub) -> None:
    club = await open_club()
    other = await open_club(club.discord)
    await keep(club)
    for _ in range(4):
        club.clock.now += DAY
        await asyncio.gather(club.sweep(), other.sweep())
        found = await asyncio.gather(todays(club), answer(other, ADA), answer(club, BEN))
        assert len({found[0].id, found[1].puzzle.id, found[2].puzzle.id}) == 1
        await asyncio.gather(club.deliver(), other.deliver())
    assert [name for name, _ in shown(club)] == [f"daily {number}" for number in range(1, 6)]


async def test_a_bot_that_was_away_posts_the_newest_once(open_club: OpenClub) -> None:
    club = await open_club()
    await keep(club)
    again = await open_club(club.discord)
    await again.look_around(3 * DAY - 5 * HOUR)  # before the hour of the post
    assert [name for name, _ in shown(again)] == ["daily 1", "daily 4"]
    await again.look_around(4 * HOUR)
    await again.look_around(DAY)
    assert [name for name, _ in shown(again)] == ["daily 1", "daily 4", "daily 5"]


async def test_a_press_that_is_heard_twice_counts_once(club: Club) -> None:
    puzzle = await todays(club)
    await club.daily.open(club.actor(ADA))
    board, press = await club.puzzles.open(club.actor(ADA), puzzle.id), club.actor(ADA)
    first = await club.puzzles.submit(press, puzzle.id, board.stage, wrong(puzzle))
    again = await club.puzzles.submit(press, puzzle.id, board.stage, wrong(puzzle))
    assert again == first
    with pytest.raises(MovedOn):  # the answer got lost, and the old board is pressed again
        await club.puzzles.submit(club.actor(ADA), puzzle.id, board.stage, wrong(puzzle))
    assert await played(club, ADA, 1) == (1, False, False)


@pytest.mark.parametrize(("hours", "counts"), [(12.9, True), (13.1, False)])
async def test_a_try_after_midnight_counts_for_an_hour(
    club: Club, hours: float, *, counts: bool
) -> None:
    await club.daily.open(club.actor(ADA))
    club.clock.advance(hours=hours)
    await answer(club, ADA, day=1)
    assert await played(club, ADA, 1) == (int(counts), counts, counts)
    assert await club.daily.solved_by(ADA) == (int(counts), int(counts))
    await answer(club, BEN, day=1)  # who opens it late
    assert await club.database.read(storage.played, BEN, [1]) == []


async def test_while_its_post_is_the_last_one_it_counts_there_but_not_for_the_month(
    club: Club,
) -> None:
    await keep(club, weekday=3)
    await club.look_around(3 * DAY)
    await answer(club, ADA, day=1)
    await club.look_around()
    assert shown(club) == [("daily 1", ["0/0", "1/1"])]
    assert await played(club, ADA, 1) == (1, True, False)
    await club.look_around(4 * DAY)
    assert [name for name, _ in shown(club)] == ["daily 1", "daily 8"]


async def test_a_deleted_post_comes_again_with_the_next_day(club: Club) -> None:
    await keep(club)
    club.discord.cards.clear()
    await answer(club, ADA)
    await club.look_around(EDIT_INTERVAL)
    assert shown(club) == []
    await club.look_around(DAY)
    assert [name for name, _ in shown(club)] == ["daily 2"]
    assert club.discord.talks == {}


async def test_managers_move_it_and_turn_it_off_and_on(club: Club) -> None:
    assert not await club.daily.end(club.actor(KEEPER))
    await keep(club)
    await keep(club, ChannelId(701))
    assert [card.channel_id for card in club.discord.cards] == [700, 701]
    assert await club.daily.end(club.actor(KEEPER))
    await club.look_around(HOUR)
    await keep(club, ChannelId(701), hour=15)
    assert club.discord.cards[-1].shown == ["0/0", "0/0 closed", "0/0"]
    await club.look_around(DAY + 3 * HOUR)
    assert [name for name, _ in shown(club)] == ["daily 1", "daily 1", "daily 2"]
    for actor in (club.actor(ADA), club.actor(KEEPER, DIRECT)):
        with pytest.raises((NotAManager, NoServerHere)):
            await club.daily.keep(actor, CHANNEL)
        with pytest.raises((NotAManager, NoServerHere)):
            await club.daily.end(actor)


async def test_hours_are_those_of_the_manager(club: Club) -> None:
    await club.services[ReminderService].choose(club.actor(KEEPER), Wishes(zone="Tokyo"))
    await keep(club, hour=9)
    ((due,),) = await club.sql("SELECT due_at FROM timers WHERE kind = 'daily'")
    assert str(due).startswith("2026-01-02 00:00")


async def test_who_is_deleted_stays_counted(club: Club) -> None:
    await keep(club)
    puzzle = await todays(club)
    await answer(club, ADA)
    await answer(club, BEN, wrong(puzzle), str(puzzle.answer()))
    await club.services[PrivacyService].delete(club.actor(ADA))
    assert await club.rows("daily_players", "player_id = 1") == 0
    assert await club.database.read(storage.counts, 1, SERVER) == storage.Counts(2, 2, 1)
    await club.look_around(EDIT_INTERVAL)
    assert shown(club)[0][1][-1] == "2/1"


async def test_the_month_lists_people_of_a_server_with_all_their_days(club: Club) -> None:
    await answer(club, ADA)
    await answer(club, BEN, place=ELSEWHERE)
    await answer(club, CHLOE, wrong(await todays(club)))
    club.clock.now += DAY
    await answer(club, ADA, place=DIRECT)
    await club.settings.change_player(
        club.actor(ADA), lambda now: replace(now, hidden_elsewhere=True)
    )
    (here,) = await club.daily.month(club.actor(BEN))
    assert here == storage.MonthLine(ADA, 2, 2, is_hidden=True)
    for number in range(12):
        await answer(club, PlayerId(1000 + number), place=ELSEWHERE)
    everywhere = await club.daily.month(club.actor(PlayerId(1011), DIRECT))
    assert [each.player_id for each in everywhere] == [ADA, BEN, *range(1000, 1008), 1011]
    club.clock.now += 31 * DAY
    assert await club.daily.month(club.actor(ADA)) == ()
    assert await club.daily.solved_by(ADA) == (0, 2)


async def test_the_last_thirty_days_are_chosen_late_and_a_day_keeps_its_puzzle(club: Club) -> None:
    first = await todays(club)
    club.clock.now += 40 * DAY
    found = await club.daily.past(club.actor(ADA))
    assert [day for day, _, _ in found] == list(range(40, 10, -1))
    assert await club.daily.past(club.actor(ADA)) == found
    assert (await club.daily.open(club.actor(ADA), 40)).id == found[0][1].id
    assert await club.daily.open(club.actor(ADA), 3) == await todays(club)  # too long ago
    assert await club.daily.open(club.actor(ADA), 999) == await todays(club)
    assert (await club.database.read(storage.chosen, [1]))[1] == first
    gone = "UPDATE daily_puzzles SET puzzle = 'no-more' WHERE day = 41"
    await club.sql(gone)  # a version without this puzzle
    assert (await todays(club)).position.to_move is not None


async def test_other_puzzles_change_no_day_that_was_chosen(club: Club) -> None:
    first = await todays(club)
    other = next(each for each in daily_puzzles() if each != first)
    await club.database.write(
        lambda it: it.execute(text(f"UPDATE daily_puzzles SET puzzle = '{other.id}'"))
    )
    assert await todays(club) == other


def test_games_take_turns_and_no_puzzle_comes_before_those_used_longer_ago() -> None:
    history: dict[str, int] = {}
    found = list[Puzzle]()
    for day in range(1, 141):
        found.append(puzzle_for(day, history))
        history[found[-1].id] = day
    for day, one in enumerate(found, 1):
        assert one.game == list(GAMES)[day % 5]
        slow = [e for e in daily_puzzles() if e.game == one.game and e.goal != AT_ONCE]
        assert one.goal != AT_ONCE or not slow or calendar.date_of(day).weekday() == 0
        used = [each.id for each in found[:day]].count(one.id)
        fitting = [e for e in slow if e.difficulty == one.difficulty]
        assert not fitting or used <= day // (5 * len(fitting)) + 1
    assert puzzle_for(200, history) == puzzle_for(200, dict(reversed(history.items())))


ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "UTC")


@examples(40)
@given(
    st.integers(0, 2 * 365 * 24),
    st.sampled_from([*ZONES, "Africa/Cairo", "Asia/Beirut", "Pacific/Auckland"]),
    st.integers(0, 23),
    st.none() | st.integers(0, 6),
)
def test_posts_follow_the_hour_through_daylight_saving(
    start: int, name: str, hour: int, weekday: int | None
) -> None:
    zone, at = ZoneInfo(name), datetime(2026, 1, 1, tzinfo=UTC) + start * HOUR
    before = None
    for _ in range(60):
        at = next_post(at, hour, weekday, zone)
        local = at.astimezone(zone)
        wall = datetime.combine(local.date(), time(hour))
        skipped = wall.replace(tzinfo=zone).astimezone(UTC).astimezone(zone).replace(tzinfo=None)
        assert local.replace(tzinfo=None) == wall or wall < local.replace(tzinfo=None) <= skipped
        assert before is None or local.date() - before == timedelta(
            days=7 if weekday is not None else 1
        )
        assert weekday in (None, local.weekday())
        before = local.date()


def test_days_change_at_midnight_of_utc() -> None:
    midnight = datetime(2026, 3, 1, tzinfo=UTC)
    assert day_of(midnight - timedelta(seconds=1)) + 1 == day_of(midnight) == 60
    assert calendar.end_of(59) == midnight
    assert calendar.month_of(60) == range(60, 91)
    assert calendar.month_of(59) == range(32, 60)
