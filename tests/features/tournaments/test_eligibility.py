"""Who no longer fits is taken out at the start; and who hears of what by direct message."""

from collections.abc import Collection
from typing import Any

import pytest

from bot.core.actor import Person
from bot.core.posting import CannotPost, RoleGone, TryLater
from bot.features.places import AbsenceService
from bot.features.ratings import Rating
from bot.features.reminders import Wishes
from bot.features.tournaments.acts import Act
from bot.features.tournaments.eligibility import Eligibility
from bot.features.tournaments.errors import RolesUnknown
from data.ids import PlayerId, RoleId
from data.states import ReminderWay, TournamentEvent, TournamentState
from tests.features.tournaments.cup_club import Cup, enter_all
from tests.kit.club import Club
from tests.kit.rated_crowd import add_crowd

ROLE = RoleId(77)


async def entered(club: Club, people: int, **chosen: int) -> Cup:
    """One for people with a role, which so many have entered who have it."""
    cup = await Cup.open(club, role_id=ROLE, **chosen)
    for number in range(1, people + 1):
        member = club.actor(Person(PlayerId(number), roles=frozenset({ROLE})))
        await cup.service.enter(member, cup.id, stays=True)
    club.discord.having[ROLE] = {PlayerId(each) for each in range(1, people + 1)}
    return cup


async def taken_out(club: Club) -> list[tuple[int, str]]:
    sql = "SELECT player_id, reason FROM tournament_log WHERE kind = 'unfit' ORDER BY id"
    return [(row[0], row[1]) for row in await club.sql(sql)]


async def test_who_has_lost_the_role_is_taken_out_before_seeds_are_made(club: Club) -> None:
    cup = await entered(club, 5, games=1)
    await cup.act(Act.PUT_IN, 6)  # whatever the limits are
    await club.reminders.choose(club.actor(PlayerId(2)), Wishes(way=ReminderWay.DIRECT))
    club.discord.having[ROLE] -= {PlayerId(2), PlayerId(5)}
    await cup.begin()
    field = await cup.field()
    assert field.tournament.state is TournamentState.RUNNING
    assert {each.player_id: each.number for each in field.entrants} == {1: 1, 3: 2, 4: 3, 6: 4}
    assert await taken_out(club) == [(2, "role 77"), (5, "role 77")]
    assert club.discord.calls.count("holders") == 1
    told = await club.sql("SELECT subject_id FROM outbox WHERE kind = 'tournament_line'")
    assert [row[0] for row in told] == [2]
    news = await club.sql("SELECT subject_id FROM outbox WHERE kind = 'tournament_news'")
    events = await cup.service.history(cup.actor(1), cup.id, None)
    ineligible = {each.id for each in events if each.kind is TournamentEvent.UNFIT}
    assert ineligible <= {row[0] for row in news}


async def test_places_that_come_free_so_go_to_who_waits_for_one(club: Club) -> None:
    cup = await entered(club, 5, most=4, games=1)
    club.discord.having[ROLE].remove(PlayerId(1))
    await cup.begin()
    assert {each.player_id for each in (await cup.field()).entrants} == {2, 3, 4, 5}


async def test_too_few_who_fit_are_too_few(club: Club) -> None:
    cup = await entered(club, 3)
    club.discord.having[ROLE].remove(PlayerId(3))
    await cup.begin()
    tournament = (await cup.field()).tournament
    assert tournament.is_open
    assert await cup.begins_at() > club.clock.now
    assert [each.player_id for each in (await cup.field()).entrants] == [1, 2]
    club.clock.advance(minutes=1)
    member = club.actor(Person(PlayerId(3), roles=frozenset({ROLE})))
    await cup.service.enter(member, cup.id, stays=True)
    await cup.begin()  # an earlier answer does not count for a new beginning
    assert await taken_out(club) == [(3, "role 77")] * 2


@pytest.mark.parametrize("error", [TryLater(), CannotPost(None, "403")])
async def test_it_begins_later_when_discord_does_not_answer(club: Club, error: Exception) -> None:
    cup = await entered(club, 4, games=1)
    club.discord.having[ROLE].remove(PlayerId(4))
    club.discord.fail("holders", error)
    await cup.begin()
    assert (await cup.field()).tournament.is_open
    assert await taken_out(club) == []
    club.clock.advance(minutes=2)
    await cup.sweep()
    assert (await cup.field()).tournament.state is TournamentState.RUNNING
    assert await taken_out(club) == [(4, "role 77")]


async def test_a_thousand_are_asked_about_a_hundred_at_a_time(club: Club) -> None:
    cup = await Cup.open(club, 0, "swiss", role_id=ROLE, most=1000)
    await club.database.write(enter_all, cup.id, club.clock.now, 1000)
    field, eligibility = (
        await cup.field(),
        Eligibility(club.discord, club.clock),
    )
    club.discord.having[ROLE] = {PlayerId(each) for each in range(1, 998)}
    ask, answered = club.discord.holders, 0

    async def failing(*asked: Any) -> Collection[PlayerId]:
        nonlocal answered
        if answered == 4:
            club.discord.holders = ask  # type: ignore[method-assign]
            raise TryLater
        answered += 1
        return await ask(*asked)

    club.discord.holders = failing  # type: ignore[method-assign]
    with pytest.raises(RolesUnknown):
        await club.database.read(eligibility.ineligible, field)
    club.clock.advance(minutes=1)
    ineligible = await club.database.read(eligibility.ineligible, field)
    assert ineligible == dict.fromkeys((998, 999, 1000), "role 77")
    assert club.discord.calls.count("holders") == 10  # nobody was asked about again


async def test_a_role_that_is_gone_keeps_nobody_out(club: Club) -> None:
    cup = await entered(club, 4, games=1)
    limit = (await cup.field()).tournament.rules.role_id
    assert limit is not None
    club.discord.deleted_roles.add(limit)
    await cup.enter(5)
    (lost,) = await club.services[AbsenceService].lost_in((await cup.field()).tournament.server_id)
    assert lost.tournament_id == cup.id
    assert "The role that may enter" in str(lost.says)
    club.discord.fail("holders", RoleGone())
    await cup.begin()
    assert len((await cup.field()).entrants) == 5
    assert (await cup.field()).tournament.state is TournamentState.RUNNING


async def test_rated_matches_are_counted_again_and_ratings_are_not(club: Club) -> None:
    crowd = [Rating(each, 1, club.clock.now) for each in (30, 25, 25)]
    await club.database.write(add_crowd, "apart", 70, crowd, 1)
    await club.sql("UPDATE ratings SET won = 2")
    limited = await Cup.open(club, 3, matches=2, rating_to=1800, games=1)
    await club.sql("UPDATE ratings SET mu = 3 * mu WHERE player_id = 1")
    await club.sql("UPDATE ratings SET won = 0, lost = 1 WHERE player_id = 3")
    await limited.act(Act.PUT_IN, 4)
    await limited.begin()
    assert await taken_out(club) == [(3, "matches 2")]
    field = await limited.field()
    assert {each.player_id for each in field.entrants} == {1, 2, 4}
    assert (field.by_id[PlayerId(1)].seed or 0) > 1800


LINES = "kind = 'tournament_line'"


async def hears(club: Club, number: int, way: ReminderWay) -> None:
    await club.reminders.choose(club.actor(PlayerId(number)), Wishes(way=way))


async def lines(club: Club) -> list[int]:
    """Who heard something, in order."""
    found = await club.sql(f"SELECT subject_id FROM outbox WHERE {LINES} ORDER BY id")
    return [row[0] for row in found]


async def test_a_round_is_told_to_those_who_chose_so_and_once(club: Club) -> None:
    cup = await Cup.open(club, 7, "swiss", rounds=3)
    await hears(club, 1, ReminderWay.DIRECT)
    await hears(club, 2, ReminderWay.DIGEST)
    await hears(club, 7, ReminderWay.DIRECT)  # who has a bye has nothing to do
    await cup.begin()
    assert await lines(club) == [1, 2]
    await cup.sweep()
    assert await lines(club) == [1, 2]


async def test_who_is_withdrawn_and_who_goes_up_or_down_hears_of_it(club: Club) -> None:
    cup = await Cup.begun(club, 8, "league", size=4, games=1)
    for number in range(1, 9):
        await hears(club, number, ReminderWay.DIRECT)
    await cup.act(Act.EXPEL, 8, reason="he asked me to")
    await cup.sweep()
    assert await lines(club) == [8]
    await cup.play_out()
    assert await lines(club) == [8, 4, 5]
