"""A damaged row stops no list: the others are there, and operators are told of it once."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.core import faults
from bot.core.matches import MatchState, Scope
from bot.features.leaderboards.service import LeaderboardService
from bot.features.leaderboards.values import Period
from bot.features.profiles.service import ProfileService
from bot.features.ratings import Rating, scope_of
from bot.features.timekeeping import WhatGoesOn
from bot.features.tournaments import TournamentService
from bot.features.tournaments.service import contests_of
from tests.features.tournaments.cup_club import Cup
from tests.kit.club import ADA, BEN, Club
from tests.kit.logs import captured
from tests.kit.rated_crowd import add_crowd


@pytest.fixture
def told() -> Iterator[list[Any]]:
    """What operators are told of rows that cannot be read, from now on."""
    faults._log_once.cache_clear()
    with captured() as lines:
        yield lines


def unreadable(lines: list[Any]) -> list[tuple[str, int]]:
    return [(line["what"], line["number"]) for line in lines if line["event"] == "not readable"]


async def damage(club: Club, statement: str) -> None:
    await club.database.write(lambda connection: connection.exec_driver_sql(statement))


async def four_matches(club: Club) -> list[MatchState]:
    """Two that run, and two that are over."""
    matches = [await club.play(await club.start(), 2) for _ in range(4)]
    for match in matches[2:]:
        await club.resign(match, ADA)
    return matches


async def test_a_damaged_match_is_offered_to_nobody(club: Club, told: list[Any]) -> None:
    await four_matches(club)
    await damage(club, "UPDATE matches SET result = '[1]' WHERE id IN (1, 3)")
    for scope in Scope:
        for _ in range(2):
            found = await club.matches.offered(club.actor(ADA), scope, 25)
            is_over_too = scope in (Scope.SEEN, Scope.SERVER)
            assert {each.id for each in found} == ({2, 4} if is_over_too else {2}), scope
    assert sorted(unreadable(told)) == [("match", 1), ("match", 3)]


async def test_a_damaged_result_stops_no_profile(club: Club, told: list[Any]) -> None:
    await four_matches(club)
    await damage(club, "UPDATE results SET ending = 'moon' WHERE match_id = 3")
    profiles, server = club.services[ProfileService], club.actor(ADA).place.server_id
    assert (await profiles.profile(ADA, server)).overall.played == 1
    assert (await profiles.in_game(ADA, "apart", server)).overall.played == 1
    assert [each.match_id for each in (await profiles.versus(ADA, BEN)).last] == [4]
    assert [what for what, _ in unreadable(told)] == ["result"]


async def test_whose_settings_are_damaged_is_listed_as_somebody_hidden(
    club: Club, told: list[Any]
) -> None:
    await four_matches(club)
    await damage(club, f"UPDATE players SET settings = '[1]' WHERE id = {BEN}")
    actor = club.actor(ADA)
    server_id = actor.place.server_id
    assert server_id is not None
    crowd = [Rating(30.0 - number, 2.0, club.clock.now) for number in range(2)]
    await club.database.write(add_crowd, "apart", scope_of(server_id), crowd, ADA)
    page = await club.services[LeaderboardService].page(ADA, "apart", server_id, Period.ALL)
    hidden = {line.player_id: line.is_hidden for line in page.lines}
    assert hidden == {ADA: False, BEN: True}
    found = await club.services[ProfileService].in_game(ADA, "apart", server_id)
    assert found.hidden == {BEN}
    assert unreadable(told) == [("players.settings", BEN)]


async def test_a_damaged_tournament_stops_no_other(club: Club, told: list[Any]) -> None:
    cups = [await Cup.open(club, 3, kind) for kind in ("round_robin", "knockout", "swiss")]
    await damage(club, f"UPDATE tournaments SET rules = '[1]' WHERE id = {cups[1].id}")
    here = await club.services[TournamentService].here(cups[0].actor(1))
    assert [each.id for each in here] == [cups[2].id, cups[0].id]
    assert await club.database.read(contests_of, WhatGoesOn(cups[0].actor(1).id)) == ()
    assert unreadable(told) == [("tournament", cups[1].id)]
