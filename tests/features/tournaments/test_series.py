"""Tournaments that repeat, and waiting for a place in one that is full."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.features.reminders import Wishes
from bot.features.reminders.service import ReminderService
from bot.features.tournaments import errors
from bot.features.tournaments.acts import Act
from bot.features.tournaments.values import Repeat
from data.ids import PlayerId
from data.states import TournamentEvent, TournamentState
from tests.features.tournaments.cup_club import BOSS, Cup
from tests.kit.club import Club


@pytest.mark.parametrize(
    ("repeat", "days"),
    [(Repeat.WEEKLY, 7), (Repeat.MONTHLY, 31)],
)
async def test_the_next_card_opens_when_one_begins(club: Club, repeat: Repeat, days: int) -> None:
    club.clock.now = datetime(2026, 12, 28, 18, tzinfo=club.clock.now.tzinfo)
    cup = await Cup.open(club, 3, games=1, repeat=repeat)
    await cup.enter(4, stays=False)
    await cup.begin()
    then = await cup.following()
    opened = await then.field()
    assert await then.begins_at() == await cup.begins_at() + timedelta(days=days)
    assert opened.tournament.number == 2
    assert {each.player_id for each in opened.entrants} == {1, 2, 3}
    await cup.play_out()
    await club.sweep(timedelta(days=days))
    assert (await then.field()).tournament.state is TournamentState.RUNNING
    assert await then.next_one() is not None


async def test_a_swiss_that_repeats_has_as_many_rounds_as_suit_again(club: Club) -> None:
    cup = await Cup.begun(club, 6, "swiss", repeat=Repeat.WEEKLY)
    assert (await cup.field()).tournament.rules.rounds == 3
    then = await cup.following()
    assert (await then.field()).tournament.rules.rounds == 0


async def test_who_comes_when_it_is_full_waits_for_a_place(club: Club) -> None:
    cup = await Cup.open(club, 6, games=1, most=4)
    assert [each.player_id for each in (await cup.field()).waiting] == [5, 6]
    with pytest.raises(errors.TournamentFull) as full:
        await cup.enter(6)
    assert (full.value.most, full.value.place) == (4, 2)
    await cup.service.leave(cup.actor(2), cup.id)
    assert [each.player_id for each in (await cup.field()).waiting] == [6]
    await cup.begin()
    field = await cup.field()
    assert {each.player_id for each in field.entrants} == {1, 3, 4, 5}
    assert PlayerId(6) not in field.by_id
    assert not field.waiting
    assert (await cup.kinds()).count(TournamentEvent.LEFT) == 2  # one left, and one had no place
    longer = await Cup.open(club, 6, games=1, most=3)
    with pytest.raises(errors.TournamentFull) as full:
        await longer.enter(7)
    assert full.value.place == 0  # the line ends too


async def out_of(cup: Cup, who: int, how: TournamentEvent) -> None:
    """Somebody is withdrawn, in one way or another."""
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


@pytest.mark.parametrize(
    "how", [TournamentEvent.WITHDREW, TournamentEvent.EXPELLED, TournamentEvent.TIMED_OUT]
)
@pytest.mark.parametrize("again", [False, True])
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
            with pytest.raises(errors.WithdrawnLately):
                await then.enter(5)
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
        ((2027, 10, 27, 17), Repeat.WEEKLY, ["2027-11-03T18", "2027-11-10T18"]),
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
