"""Leagues: seasons that follow each other, with going up and down."""

from datetime import timedelta

import pytest

from bot.features.tournaments import storage
from bot.features.tournaments.errors import NoSittingOut, SatOutBefore
from bot.features.tournaments.storage import NewEvent
from data.ids import Key, PlayerId
from data.states import TournamentEvent, TournamentState
from tests.features.tournaments.cup_club import Cup
from tests.kit.club import Club

WEEK = timedelta(days=7)


async def divisions(cup: Cup) -> list[list[int]]:
    field = await cup.field()
    return [list(field.members(each)) for each in sorted(field.within)]


async def test_the_best_go_up_and_the_last_go_down(club: Club) -> None:
    cup = await Cup.begun(club, 8, "league", size=4, games=1)
    assert await divisions(cup) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    club.clock.advance(hours=5)
    await cup.play_out()
    after = await cup.following()
    field = await after.field()
    assert (field.tournament.number, field.tournament.is_open) == (2, True)
    assert all(each.carried and each.stays for each in field.entrants)
    begins_at = await after.begins_at()
    assert begins_at.time() == (await cup.begins_at()).time()
    assert WEEK <= begins_at - club.clock.now < WEEK + timedelta(days=1)
    await after.enter(9)
    club.clock.now = begins_at
    await after.sweep()
    assert await divisions(after) == [[1, 2, 3], [5, 4, 6], [7, 8, 9]]


async def test_who_was_withdrawn_for_time_goes_down_in_place_of_the_last(club: Club) -> None:
    cup = await Cup.begun(club, 8, "league", size=4, games=1)
    for other in (2, 3, 4):
        await club.play(await cup.match(1, other), 2)
    await cup.win(1, 2)
    await cup.time_out(1, 3)
    club.clock.advance(days=1)
    await cup.time_out(1, 4)
    await cup.play_out()
    after = await cup.following()
    await after.begin()
    assert await divisions(after) == [[2, 3, 4], [5, 6, 7, 8]]


async def test_who_sits_out_keeps_the_place_but_not_twice_running(club: Club) -> None:
    cup = await Cup.begun(club, 5, "league", games=1)
    with pytest.raises(NoSittingOut):
        await cup.service.sit_out(cup.actor(2), cup.id)
    await cup.play_out()
    second = await cup.following()
    await second.service.sit_out(second.actor(2), second.id)
    await second.begin()
    assert await divisions(second) == [[1, 3, 4, 5]]
    await second.play_out()
    third = await second.following()
    with pytest.raises(SatOutBefore):
        await third.service.sit_out(third.actor(2), third.id)
    await third.begin()
    assert await divisions(third) == [[1, 2, 3, 4, 5]]


async def test_too_few_wait_a_week_three_times_and_then_it_rests(club: Club) -> None:
    cup = await Cup.open(club, 3, "league", days=2)
    for _ in range(4):
        club.clock.now = await cup.begins_at()
        await cup.sweep()
        await cup.sweep()
    field = await cup.field()
    assert (field.tournament.state, field.tournament.begins_at) == (TournamentState.OPEN, None)
    assert (await cup.kinds())[-4:] == [TournamentEvent.POSTPONED] * 4
    await cup.enter(4)
    await cup.begin()
    assert (await cup.field()).tournament.state is TournamentState.RUNNING


async def test_who_waits_for_a_place_goes_on_waiting_while_too_few_play(club: Club) -> None:
    cup = await Cup.begun(club, 4, "league", games=1, most=4)
    await cup.play_out()
    second = await cup.following()
    await second.service.sit_out(second.actor(2), second.id)
    await second.enter(5)
    for _ in range(4):
        club.clock.now = await second.begins_at()
        await second.sweep()
        waiting = (await second.field()).waiting
        assert [each.player_id for each in waiting] == [5]
    assert (await second.kinds())[-4:] == [TournamentEvent.POSTPONED] * 4
    assert await club.rows("timers", "failures > 0") == 0
    await second.service.sit_out(second.actor(2), second.id)  # plays after all
    await second.begin()
    assert await divisions(second) == [[1, 2, 3, 4]]
    assert 5 not in (await second.field()).by_id


async def test_who_was_let_go_and_waits_again_keeps_nothing_from_beginning(club: Club) -> None:
    """As 1.0.0 may have left it."""
    cup = await Cup.open(club, 5, "league", games=1, most=4)
    new = NewEvent(TournamentEvent.LEFT, Key(f"left:{cup.id}:5"), PlayerId(5))
    await club.database.write(storage.write, cup.id, new, club.clock.now)
    await cup.begin()
    assert await divisions(cup) == [[1, 2, 3, 4]]


async def test_a_ruling_after_the_next_season_began_corrects_the_record_alone(club: Club) -> None:
    cup = await Cup.begun(club, 8, "league", size=4, games=1)
    await cup.play_out()
    after = await cup.following()
    await after.begin()
    drawn = await divisions(after)
    await cup.rule(4, 1)
    assert [row[2] for row in await cup.table()] == [2, 2, 1, 1]
    assert await divisions(after) == drawn
