"""Tournaments that repeat, and waiting for a place in one that is full."""

from datetime import datetime, timedelta

import pytest

from bot.services import tournaments as cups
from bot.services.tournaments import Repeat, storage
from data.ids import PlayerId
from data.states import TournamentState
from tests.kit.club import Club
from tests.services.tournaments.cup_club import Cup


async def following(cup: Cup) -> Cup | None:
    found = await cup.club.database.read(storage.after, cup.id)
    return None if found is None else Cup(cup.club, found.id)


async def end(cup: Cup) -> None:
    """Let the lower number win every game."""
    while True:
        running = [each for each in (await cup.field()).pairings if each.is_running]
        if not running:
            return
        await cup.win(*sorted(map(int, running[0].players)), running[0].seats.game)


@pytest.mark.parametrize(
    ("repeat", "days"),
    [(Repeat.WEEKLY, 7), (Repeat.TWO_WEEKS, 14), (Repeat.MONTHLY, 31)],
)
async def test_the_next_card_opens_when_one_begins(club: Club, repeat: Repeat, days: int) -> None:
    club.clock.now = datetime(2026, 12, 28, 18, tzinfo=club.clock.now.tzinfo)
    cup = await Cup.open(club, 3, games=1, repeat=repeat)
    await cup.enter(4, stays=False)
    await cup.begin()
    then = await following(cup)
    assert then is not None
    opened = await then.field()
    begun = (await cup.field()).tournament.begins_at
    assert begun is not None
    assert opened.tournament.begins_at == begun + timedelta(days=days)
    assert opened.tournament.number == 2
    assert {each.player_id for each in opened.entrants} == {1, 2, 3}
    await end(cup)
    await club.sweep(timedelta(days=days))
    assert (await then.field()).tournament.state is TournamentState.RUNNING
    assert await following(then) is not None


@pytest.mark.parametrize("days", [1, 10])
async def test_the_next_one_follows_the_last_game(club: Club, days: int) -> None:
    cup = await Cup.begun(club, 3, games=1, repeat=Repeat.AFTER, rest_days=days)
    assert await following(cup) is None
    await end(cup)
    then = await following(cup)
    assert then is not None
    ended = (await cup.field()).tournament.ended_at
    begins = (await then.field()).tournament.begins_at
    assert ended is not None
    assert begins is not None
    assert timedelta(days=days) <= begins - ended < timedelta(days=days + 1)


async def test_a_swiss_that_repeats_has_as_many_rounds_as_suit_again(club: Club) -> None:
    cup = await Cup.begun(club, 6, "swiss", repeat=Repeat.WEEKLY)
    assert (await cup.field()).tournament.rules.rounds == 3
    then = await following(cup)
    assert then is not None
    assert (await then.field()).tournament.rules.rounds == 0


async def test_who_comes_when_it_is_full_waits_for_a_place(club: Club) -> None:
    cup = await Cup.open(club, 6, games=1, most=4)
    assert [each.player_id for each in (await cup.field()).waiting] == [5, 6]
    with pytest.raises(cups.TournamentFull) as full:
        await cup.enter(6)
    assert (full.value.most, full.value.place) == (4, 2)
    await cup.service.leave(cup.actor(2), cup.id)
    assert [each.player_id for each in (await cup.field()).waiting] == [6]
    await cup.begin()
    field = await cup.field()
    assert {each.player_id for each in field.entrants} == {1, 3, 4, 5}
    assert PlayerId(6) not in field.by_id
    assert not field.waiting


async def test_the_line_ends_too(club: Club) -> None:
    cup = await Cup.open(club, 6, games=1, most=3)
    with pytest.raises(cups.TournamentFull) as full:
        await cup.enter(7)
    assert full.value.place == 0


@pytest.mark.parametrize(
    ("repeat", "days"), [(Repeat.AFTER, 0), (Repeat.AFTER, 91), (Repeat.WEEKLY, 7)]
)
async def test_days_after_the_end_are_for_what_repeats_so(
    club: Club, repeat: Repeat, days: int
) -> None:
    with pytest.raises(cups.BadRules):
        await Cup.open(club, repeat=repeat, rest_days=days)


async def test_a_league_does_not_repeat_in_another_way(club: Club) -> None:
    with pytest.raises(cups.BadRules):
        await Cup.open(club, kind="league", repeat=Repeat.WEEKLY)


async def test_what_too_few_enter_is_put_off_three_times_and_rests(club: Club) -> None:
    cup = await Cup.begun(club, 3, games=1, repeat=Repeat.WEEKLY)
    then = await following(cup)
    assert then is not None
    await then.service.leave(then.actor(1), then.id)
    for _ in range(6):
        await club.sweep(timedelta(days=7))
    field = await then.field()
    assert field.tournament.state is TournamentState.OPEN
    assert field.tournament.begins_at is None
    assert await club.rows("tournament_log", "kind = 'postponed'") == 4
    assert await following(then) is None
