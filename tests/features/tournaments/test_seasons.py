"""Leagues and what repeats: one season or card follows another, and people wait for a place."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.features.reminders import Wishes
from bot.features.reminders.service import ReminderService
from bot.features.tournaments import errors, storage
from bot.features.tournaments.acts import Act
from bot.features.tournaments.errors import NoSittingOut, SatOutBefore
from bot.features.tournaments.storage import NewEvent
from bot.features.tournaments.values import Repeat
from data.ids import Key, PlayerId
from data.states import TournamentEvent, TournamentState
from tests.features.tournaments.cup_club import BOSS, Cup
from tests.kit.by_day import at_night
from tests.kit.club import Club
from tests.kit.refusals import refusal

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
    await refusal(NoSittingOut, cup.service.sit_out(cup.actor(2), cup.id))
    await cup.play_out()
    second = await cup.following()
    await second.service.sit_out(second.actor(2), second.id)
    await second.begin()
    assert await divisions(second) == [[1, 3, 4, 5]]
    await second.play_out()
    third = await second.following()
    await refusal(SatOutBefore, third.service.sit_out(third.actor(2), third.id))
    await third.begin()
    assert await divisions(third) == [[1, 2, 3, 4, 5]]


async def test_too_few_wait_a_week_three_times_and_so_does_who_waits_for_a_place(
    club: Club,
) -> None:
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
    tournament = (await second.field()).tournament
    assert (tournament.state, tournament.begins_at) == (TournamentState.OPEN, None)  # it rests
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


async def test_a_swiss_that_repeats_has_as_many_rounds_as_suit_again(club: Club) -> None:
    cup = await Cup.begun(club, 6, "swiss", repeat=Repeat.WEEKLY)
    assert (await cup.field()).tournament.rules.rounds == 3
    then = await cup.following()
    assert (await then.field()).tournament.rules.rounds == 0


async def test_who_comes_when_it_is_full_waits_for_a_place(club: Club) -> None:
    cup = await Cup.open(club, 6, games=1, most=4)
    assert [each.player_id for each in (await cup.field()).waiting] == [5, 6]
    full = await refusal(errors.TournamentFull, cup.enter(6))
    assert (full.most, full.place) == (4, 2)
    await cup.service.leave(cup.actor(2), cup.id)
    assert [each.player_id for each in (await cup.field()).waiting] == [6]
    await cup.begin()
    field = await cup.field()
    assert {each.player_id for each in field.entrants} == {1, 3, 4, 5}
    assert PlayerId(6) not in field.by_id
    assert not field.waiting
    assert (await cup.kinds()).count(TournamentEvent.LEFT) == 2  # one left, and one had no place
    longer = await Cup.open(club, 6, games=1, most=3)
    full = await refusal(errors.TournamentFull, longer.enter(7))
    assert full.place == 0  # the line ends too


async def out_of(cup: Cup, who: int, how: TournamentEvent) -> None:
    cup.club.clock.advance(hours=1)
    if how is TournamentEvent.WITHDREW:
        await cup.withdraw(who)
    elif how is TournamentEvent.EXPELLED:
        await cup.act(Act.EXPEL, who, reason="he asked me to")
    else:
        for other in (1, 2):
            await cup.time_out(who, other)
            cup.club.clock.advance(days=1)
    await cup.sweep()


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize(
    "how", [TournamentEvent.WITHDREW, TournamentEvent.TIMED_OUT, at_night(TournamentEvent.EXPELLED)]
)
async def test_who_is_out_of_one_is_looked_at_again_when_the_next_begins(
    club: Club, how: TournamentEvent, again: bool
) -> None:
    cup = await Cup.begun(club, 5, games=1, repeat=Repeat.WEEKLY)
    then = await cup.following()
    await out_of(cup, 5, how)
    assert PlayerId(5) in (await then.field()).by_id
    if again:  # wants to play nevertheless, and says so
        await then.service.leave(then.actor(5), then.id)
        if how is TournamentEvent.TIMED_OUT:
            await refusal(errors.WithdrawnLately, then.enter(5))
            await then.act(Act.PUT_IN, 5)
        else:
            await then.enter(5)
    await club.sweep(timedelta(days=7))
    assert (await then.field()).tournament.has_begun
    assert (PlayerId(5) in (await then.field()).by_id) is again
    third = await then.following()
    stays = again and how is not TournamentEvent.TIMED_OUT  # who is put in is so for once
    assert (PlayerId(5) in (await third.field()).by_id) is stays
    assert (await then.kinds()).count(TournamentEvent.UNFIT) == (not again)


async def test_a_barred_player_is_not_entered_every_time(club: Club) -> None:
    weekly = await Cup.begun(club, 4, games=1, repeat=Repeat.WEEKLY)
    then = await weekly.following()
    other = await Cup.begun(club, 4, games=1)
    await out_of(other, 4, TournamentEvent.TIMED_OUT)
    await club.sweep(timedelta(days=7))
    assert (await then.field()).by_id.keys() == {1, 2, 3}


async def test_who_is_barred_keeps_the_place_in_a_league(club: Club) -> None:
    league = await Cup.begun(club, 4, "league", games=1)
    await league.play_out()
    other = await Cup.begun(club, 4, games=1)
    await out_of(other, 4, TournamentEvent.TIMED_OUT)
    await club.sweep(timedelta(days=8))
    season = await league.following()
    assert (await season.field()).tournament.has_begun
    assert PlayerId(4) in (await season.field()).by_id


@pytest.mark.parametrize(
    ("begins", "repeat", "following_ones"),
    [
        ((2027, 1, 31, 18), Repeat.MONTHLY, ["2027-02-28T18", "2027-03-31T17", "2027-04-30T17"]),
        ((2027, 3, 15, 18), Repeat.WEEKLY, ["2027-03-22T18", "2027-03-29T17", "2027-04-05T17"]),
        at_night((2027, 10, 27, 17), Repeat.WEEKLY, ["2027-11-03T18", "2027-11-10T18"]),
    ],
)
async def test_it_repeats_on_its_day_and_at_its_hour_by_the_organisers_clocks(
    club: Club, begins: tuple[int, ...], repeat: Repeat, following_ones: list[str]
) -> None:
    club.clock.now = datetime(*begins, tzinfo=UTC)  # type: ignore[arg-type, misc]
    wishes = Wishes(zone="Europe/Berlin")
    await club.services[ReminderService].choose(club.actor(BOSS), wishes)
    cup = await Cup.begun(club, 3, games=1, repeat=repeat)
    for moment in following_ones:
        cup = await cup.following()
        begins_at = await cup.begins_at()
        assert begins_at.isoformat().startswith(moment)
        club.clock.now = begins_at
        await cup.sweep()


async def test_one_that_is_begun_early_is_not_begun_twice(club: Club) -> None:
    club.clock.now = datetime(2027, 6, 7, 18, tzinfo=UTC)
    cup = await Cup.begun(club, 3, games=1, repeat=Repeat.WEEKLY)
    then = await cup.following()
    club.clock.now = datetime(2027, 6, 14, 15, tzinfo=UTC)
    await then.begin()
    third = await then.following()
    assert await third.begins_at() == datetime(2027, 6, 21, 18, tzinfo=UTC)
