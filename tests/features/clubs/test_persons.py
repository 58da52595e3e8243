"""What becomes of a club match when people block each other, are in both servers, leave, or go."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from sqlalchemy import Connection, select

from bot.core.actor import Place
from bot.core.errors import ServiceError
from bot.core.matches import MatchState, NotYourMatch
from bot.core.people import BlockedByOperator, orders
from bot.core.people.settings import NoServerHere
from bot.features.clubs import errors
from bot.features.clubs.service import Asked
from bot.features.privacy.servers import ServerPrivacy
from bot.features.privacy.service import PrivacyService
from bot.features.reminders.service import Wishes
from bot.screen.words import sentence
from data.ids import ChannelId, PlayerId
from data.states import ClubState, EntryKind, OrderKind, ReminderWay
from data.tables import metadata
from rules.texts import ENGLISH, said
from tests.features.clubs.duel import BOSSES, HERONS, OTTERS, Duel
from tests.kit.club import DIRECT, ELSEWHERE, PLACE, Club, first_move

DRAWN = Asked(EntryKind.DECIDE, "0=1", "they agreed")


def _everything(connection: Connection) -> list[str]:
    tables = [each for each in metadata.sorted_tables if each.name != "players"]
    return sorted(f"{each} {tuple(row)}" for each in tables for row in _rows(connection, each))


def _rows(connection: Connection, table: object) -> list[tuple[object, ...]]:
    return [tuple(row) for row in connection.execute(select(table))]  # type: ignore[call-overload]


@asynccontextmanager
async def refused(club: Club, error: type[ServiceError]) -> AsyncIterator[None]:
    """It is refused, and nothing is written."""
    before = await club.database.read(_everything)
    with pytest.raises(error) as told:
        yield
    assert said(sentence(told.value), ENGLISH)
    assert await club.database.read(_everything) == before


def thread(match: MatchState, place: Place) -> Place:
    number = 1_000_000 if place is PLACE else 2_000_000
    return replace(place, thread_id=ChannelId(number + match.id))


async def test_a_block_in_the_middle_of_a_board_ends_nothing_and_is_not_told(club: Club) -> None:
    duel = await Duel.begun(club, 3, 2)
    match = await duel.move(await duel.match())
    await club.blocks.block(duel.actor(101), PlayerId(1))
    match = await duel.move(match)
    match = await duel.move(match)
    assert match.is_running
    assert [each.players for each in (await duel.now()).games][::2] == [(1, 101), (2, 102)]
    # nobody is put in whom a block parts from the opponent
    await club.blocks.block(duel.actor(102), PlayerId(3))
    async with refused(club, errors.IsApart):
        await duel.service.substitute(duel.boss(OTTERS), duel.id, PlayerId(2), PlayerId(3))


async def test_blocks_between_all_leave_no_board(club: Club) -> None:
    duel = await Duel.agreed(club, 1, 1)
    await club.blocks.block(duel.actor(1), PlayerId(101))
    for side in (OTTERS, HERONS):
        await duel.service.ready(duel.boss(side), duel.id)
    await duel.go_on()
    assert (await duel.now()).contest.state is ClubState.CANCELLED


async def test_who_is_in_both_servers_plays_and_looks_in_both_for_one_side(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.match()
    there = duel.actor(1, thread(match, ELSEWHERE))
    moved = await club.matches.submit(there, first_move(match))
    assert moved.state.ply == 1
    assert (await duel.service.look(there, duel.id)).side.number == HERONS
    async with refused(club, errors.OtherSide):
        await duel.service.enter(duel.actor(1, ELSEWHERE), duel.id)
    async with refused(club, errors.NotInClub):
        await duel.service.leave(duel.actor(1, ELSEWHERE), duel.id)
    async with refused(club, NoServerHere):
        await duel.service.look(duel.actor(1, DIRECT), duel.id)


async def test_nobody_else_moves_in_either_thread(club: Club) -> None:
    duel = await Duel.begun(club)
    match = await duel.match()
    for place in (PLACE, ELSEWHERE):
        for who in (2, 102, 50):
            actor = duel.actor(who, thread(match, place))
            async with refused(club, NotYourMatch):
                await club.matches.submit(actor, first_move(match), match.id)


async def test_a_captain_has_joined_and_leads_one_side(club: Club) -> None:
    duel = await Duel.agreed(club, 2, 2)
    for number in (50, 101):  # who was not asked; of the others
        async with refused(club, errors.NotInClub):
            await duel.service.name_captain(duel.boss(OTTERS), duel.id, PlayerId(number))
    async with refused(club, errors.OtherSide):
        await duel.service.enter(club.actor(BOSSES[OTTERS], ELSEWHERE), duel.id)


async def test_one_captain_of_both_sides_does_not_rule_alone(club: Club) -> None:
    duel = await Duel.begun(club)
    both = BOSSES[OTTERS]
    await duel.service.name_captain(club.actor(both, ELSEWHERE), duel.id, both.id)
    match = await duel.match()
    await duel.service.ask(duel.boss(OTTERS), duel.id, match.id, DRAWN)
    (asked,) = (await duel.service.look(duel.boss(OTTERS), duel.id)).asked
    async with refused(club, errors.OwnAsk):
        there = club.actor(both, ELSEWHERE)
        await duel.service.answer(there, duel.id, asked.id, agrees=True)
    # a captain who has left the server is replaced by a manager
    await duel.service.name_captain(duel.boss(HERONS), duel.id, BOSSES[HERONS].id)
    await duel.service.answer(duel.boss(HERONS), duel.id, asked.id, agrees=True)
    assert (await club.state(match.id)).result is not None


@pytest.mark.both_databases
async def test_everybody_can_be_deleted_in_the_middle(club: Club) -> None:
    duel = await Duel.begun(club, 1, 1)
    match = await duel.move(await duel.match())
    await duel.service.ask(duel.boss(OTTERS), duel.id, match.id, DRAWN)
    for who in (*BOSSES, PlayerId(1), PlayerId(101)):
        await club.services[PrivacyService].delete(club.actor(who))
        await duel.go_on(minutes=3)
    now = await duel.now()
    assert now.contest.state is ClubState.OVER
    known = {who for each in now.games for who in each.players}
    known |= {each.captain_id for each in now.sides} | {each.player_id for each in now.members}
    assert not known & {1, 101, 901, 902}
    assert await club.rows("club_log", "player_id > 0 OR other_id > 0") == 0


async def test_of_an_absence_the_players_of_that_server_hear_alone(club: Club) -> None:
    duel = await Duel.begun(club, 1, 1)
    for number in (1, 101):
        await club.reminders.choose(duel.actor(number), Wishes(way=ReminderWay.DIRECT))
    await duel.move(await duel.match())  # the Heron is to move in both games
    assert ELSEWHERE.server_id is not None
    club.discord.left.add(ELSEWHERE.server_id)
    await club.notice_places()
    await club.live(3)
    assert {who for who, words, _ in club.discord.directs if "absence" in words} == {101}


async def test_a_side_whose_captain_is_deleted_is_led_by_a_manager(club: Club) -> None:
    duel = await Duel.agreed(club)
    await club.services[PrivacyService].delete(duel.boss(OTTERS))
    await duel.service.name_captain(duel.boss(OTTERS), duel.id, BOSSES[OTTERS].id)
    assert (await duel.service.look(duel.boss(OTTERS), duel.id)).is_captain


async def test_a_server_that_is_forgotten_before_the_start_cancels_it(club: Club) -> None:
    duel = await Duel.agreed(club, 1, 1)
    assert ELSEWHERE.server_id is not None
    await club.services[ServerPrivacy].forget(ELSEWHERE.server_id)
    await duel.go_on(days=8)
    assert (await duel.now()).contest.state is ClubState.CANCELLED
    async with refused(club, errors.NotOpen):
        await duel.service.ready(duel.boss(OTTERS), duel.id)


@pytest.mark.both_databases
async def test_nothing_leads_back_to_a_server_that_was_forgotten(club: Club) -> None:
    duel = await Duel.begun(club, 1, 1)
    match = await duel.move(await duel.match())
    await duel.go_on(days=2, hours=12)  # the Heron is reminded there
    await duel.move(match)  # and the other place of the match is theirs now
    await duel.go_on()
    assert ELSEWHERE.server_id is not None
    there = (await duel.match()).match.in_server(ELSEWHERE.server_id)
    theirs = re.compile(rf"\b({ELSEWHERE.channel_id}|{there.thread_id})\b")
    assert theirs.search("\n".join(await club.database.read(_everything)))
    await club.services[ServerPrivacy].forget(ELSEWHERE.server_id)
    assert not theirs.search("\n".join(await club.database.read(_everything)))


async def test_a_game_goes_on_once_where_the_other_server_was_forgotten(club: Club) -> None:
    duel = await Duel.begun(club, 1, 1)
    await club.live(24 * 4)  # the first to move runs out of time
    match = await duel.match()
    wish = Asked(EntryKind.FORGIVE, "", "they were ill")
    await duel.service.ask(duel.boss(HERONS), duel.id, match.id, wish)
    (asked,) = (await duel.service.look(duel.boss(OTTERS), duel.id)).asked
    assert ELSEWHERE.server_id is not None
    await club.services[ServerPrivacy].forget(ELSEWHERE.server_id)
    await duel.service.answer(duel.boss(OTTERS), duel.id, asked.id, agrees=True)
    await duel.go_on()
    plies = [each.ply for each in club.discord.messages if each.match_id == match.id]
    assert max(plies) > match.ply
    assert plies.count(max(plies)) == 1


async def test_whom_the_operator_has_blocked_does_not_join(club: Club) -> None:
    duel = await Duel.agreed(club)
    given = (OrderKind.BLOCKED, 1, club.clock.now)
    await club.database.write(orders.give, *given)
    async with refused(club, BlockedByOperator):
        await duel.join(1)
