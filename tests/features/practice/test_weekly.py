"""A puzzle a week: posted once, whoever looks and however long nobody did."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.core import timers
from bot.core.actor import Person
from bot.core.outbox import EDIT_INTERVAL
from bot.core.people import NoServerHere, NotAManager, players
from bot.core.people.settings import ServerSettings, SettingsService
from bot.core.posting import CannotPost
from bot.features.practice import weekly
from bot.features.practice.puzzles import UnknownPuzzle
from bot.features.practice.weekly import WEEK, WEEKLY_TIMER, WeeklyPost, order_of
from data.ids import ChannelId, PlayerId, ServerId
from rules.puzzles import puzzle_of, weekly_puzzles
from tests.kit.club import ADA, BEN, CHLOE, DIRECT, Club, OpenClub

KEEPER = Person(PlayerId(9), manages_server=True)
SERVER, CHANNEL = ServerId(70), ChannelId(700)


async def keep(club: Club) -> None:
    await club.weekly.start(club.actor(KEEPER), CHANNEL)
    await club.look_around()


async def posts(club: Club) -> tuple[WeeklyPost, ...]:
    return await club.database.read(weekly.posts_of, SERVER)


async def solve(club: Club, who: PlayerId, post: WeeklyPost) -> None:
    puzzle = await club.weekly.open(club.actor(who), post.id)
    board = await club.puzzles.open(club.actor(who), puzzle.id)
    await club.puzzles.submit(club.actor(who), puzzle.id, board.stage, str(puzzle.answer()))


def shown(club: Club) -> list[tuple[str, list[str]]]:
    return [(card.name, card.shown) for card in club.discord.cards]


async def test_solvers_are_counted_and_the_solution_comes_a_week_later(club: Club) -> None:
    await keep(club)
    await keep(club)
    (post,) = await posts(club)
    assert shown(club) == [("weekly 1", ["0"])]
    await solve(club, ADA, post)
    await solve(club, BEN, post)
    await club.weekly.open(club.actor(CHLOE), post.id)
    await club.deliver()
    assert shown(club) == [("weekly 1", ["0"])]  # edited less than two minutes ago
    await club.look_around(EDIT_INTERVAL)
    assert shown(club) == [("weekly 1", ["0", "2"])]
    await club.look_around(WEEK - EDIT_INTERVAL)
    assert shown(club) == [("weekly 1", ["0", "2", "2 closed"]), ("weekly 2", ["0"])]
    first, second = await posts(club)
    assert first.puzzle != second.puzzle
    await solve(club, CHLOE, first)
    await club.look_around(EDIT_INTERVAL)
    assert shown(club)[0] == ("weekly 1", ["0", "2", "2 closed"])  # too late to be counted


async def test_a_bot_that_was_away_posts_one_puzzle(open_club: OpenClub) -> None:
    club = await open_club()
    await keep(club)
    began = club.clock.now
    again = await open_club(club.discord)
    await again.look_around(3 * WEEK + timedelta(days=2))
    assert [name for name, _ in shown(again)] == ["weekly 1", "weekly 2"]
    due = await again.database.read(timers.next_due, (WEEKLY_TIMER,))
    assert due == began + 4 * WEEK


@pytest.mark.both_databases
async def test_two_processes_post_it_once(open_club: OpenClub) -> None:
    club = await open_club()
    other = await open_club(club.discord)
    await keep(club)
    for _ in range(4):
        club.clock.now += WEEK
        await asyncio.gather(club.sweep(), other.sweep())
        await asyncio.gather(club.deliver(), other.deliver())
    assert [name for name, _ in shown(club)] == [f"weekly {number}" for number in range(1, 6)]


async def test_a_manager_ends_it(club: Club) -> None:
    assert not await club.weekly.end(club.actor(KEEPER))
    await keep(club)
    assert await club.weekly.end(club.actor(KEEPER))
    await club.look_around(2 * WEEK)
    assert shown(club) == [("weekly 1", ["0", "0 closed"])]
    assert await club.rows("timers", "kind = 'weekly'") == 0
    for actor in (club.actor(ADA), club.actor(KEEPER, DIRECT)):
        with pytest.raises((NotAManager, NoServerHere)):
            await club.weekly.start(actor, CHANNEL)
        with pytest.raises((NotAManager, NoServerHere)):
            await club.weekly.end(actor)


async def test_where_its_channel_is_gone_it_stands_still_until_there_is_another(club: Club) -> None:
    await keep(club)
    club.discord.cards.clear()  # which costs nothing but itself
    await club.look_around(WEEK)
    assert [name for name, _ in shown(club)] == ["weekly 2"]
    club.discord.gone.add(CHANNEL)
    await club.look_around(WEEK)
    before = shown(club)
    await club.look_around(WEEK)
    assert shown(club) == before
    assert await club.rows("weekly_channels") == 1
    await club.weekly.start(club.actor(KEEPER), ChannelId(701))
    await club.look_around()
    assert club.discord.cards[-1].channel_id == 701


async def test_what_may_not_be_posted_comes_when_it_may(club: Club) -> None:
    await keep(club)
    club.discord.forbidden[CHANNEL] = CannotPost("attach_files", "not allowed")
    await club.look_around(WEEK)
    assert [name for name, _ in shown(club)] == ["weekly 1"]
    await club.look_around(WEEK)
    del club.discord.forbidden[CHANNEL]
    await club.delivery.retry_refused(SERVER)
    await club.look_around()
    # the one that nobody has seen is over by now
    assert [name for name, _ in shown(club)] == ["weekly 1", "weekly 3"]


async def test_whoever_solved_it_elsewhere_counts(club: Club) -> None:
    await keep(club)
    (post,) = await posts(club)
    puzzle = puzzle_of(post.puzzle)
    board = await club.puzzles.open(club.actor(ADA), puzzle.id)
    await club.puzzles.submit(club.actor(ADA), puzzle.id, board.stage, str(puzzle.answer()))
    await club.look_around(EDIT_INTERVAL)
    assert shown(club) == [("weekly 1", ["0"])]
    await club.weekly.open(club.actor(ADA), post.id)
    await club.weekly.open(club.actor(ADA), post.id)
    await club.look_around()
    assert shown(club) == [("weekly 1", ["0", "1"])]
    with pytest.raises(UnknownPuzzle):
        await club.weekly.open(club.actor(ADA), 77)


async def test_no_puzzle_comes_again_within_a_year(club: Club) -> None:
    *had, last = order_of(SERVER, weekly_puzzles())
    assert order_of(ServerId(71), weekly_puzzles()) != (*had, last)

    def post_all_but_one(connection: Connection) -> None:
        now = club.clock.now
        players.ensure_server(connection, SERVER, now)
        for puzzle in had:
            weekly.close(
                connection, weekly.add_post(connection, SERVER, CHANNEL, puzzle.id, now, now)
            )

    await club.database.write(post_all_but_one)
    await keep(club)
    assert (await posts(club))[-1].puzzle == last.id
    await club.look_around(WEEK)
    assert (await posts(club))[-1].puzzle == had[0].id


async def test_a_server_gets_the_games_that_it_plays(club: Club) -> None:
    chosen = ServerSettings(allowed_games=("detach",))
    await club.services[SettingsService].change_server(club.actor(KEEPER), lambda _: chosen)
    await keep(club)
    for _ in range(3):
        await club.look_around(WEEK)
    found = [puzzle_of(post.puzzle) for post in await posts(club)]
    assert {each.game for each in found if each is not None} == {"detach"}
