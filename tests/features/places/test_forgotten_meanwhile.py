"""Somebody is forgotten while the bot cannot be where they play."""

import pytest

from bot.features.privacy.service import PrivacyService
from data.states import Ending
from tests.features.ladders.ladder_club import LadderClub
from tests.features.tournaments.cup_club import Cup
from tests.kit.club import ADA, BEN, CHLOE, DIRECT, Club
from tests.kit.leaving import come_back, leave, pass_days
from tests.kit.timed import deadline, timed
from tests.kit.times import DAY


@pytest.mark.parametrize("back", [True, False])
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
