"""Vacations: a player's time stands still, in every match but those of one sitting."""

from datetime import timedelta

import pytest

from bot.services.clocks import GRACE, LedgerKind
from bot.services.matches import MatchState
from bot.services.timekeeping import (
    AlreadyOnVacation,
    BadVacation,
    DeadlineTooNear,
    NotOnVacation,
    VacationTooLong,
    VacationView,
)
from bot.services.timers import storage as timers
from tests.kit.club import ADA, BEN, Club
from tests.kit.timed import DAY, HOUR, check_ledger, clock_of, deadline, look, played, timed


async def away(club: Club, days: int = 3, who: int = ADA) -> VacationView:
    view = await club.services.vacations.start(club.actor(who), days)  # type: ignore[arg-type]
    await club.delivery.deliver_due()
    return view


async def state(club: Club, match: MatchState) -> MatchState:
    return await club.state(match.id)


async def test_time_stands_still_until_the_vacation_ends_by_itself(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.now += 2 * HOUR
    view = await away(club)
    assert view == VacationView(club.clock.now + 3 * DAY, 2026, 27, 1)
    assert await deadline(club, match) is None
    assert (await state(club, match)).away == {ADA: club.clock.now + 3 * DAY}
    assert await club.database.read(timers.next_due) == club.clock.now + 3 * DAY
    club.clock.now += 3 * DAY
    assert await club.scheduler.sweep() == 1
    assert await deadline(club, match) == club.clock.now + DAY - 2 * HOUR
    assert (await state(club, match)).away == {}
    assert (await club.services.vacations.look(club.actor(ADA))).left == 27
    await club.delivery.deliver_due()
    assert [card.shown for card in club.discord.cards[-2:]] == [
        ["vacation_began"],
        ["vacation_ended"],
    ]
    club.clock.now += DAY - 2 * HOUR + GRACE
    await club.scheduler.sweep()
    assert not (await state(club, match)).is_running
    check_ledger(await look(club, match))


async def test_whoever_is_away_may_move_and_the_others_time_runs(club: Club) -> None:
    match = await timed(club, "1d+1h/2d")
    await away(club)
    club.clock.now += DAY
    match = await played(club, match)
    assert (await clock_of(club, match, 0)).balance == DAY + HOUR
    assert await deadline(club, match) == club.clock.now + DAY
    match = await played(club, match)
    assert await deadline(club, match) is None
    check_ledger(await look(club, match))


async def test_coming_back_early_costs_the_days_that_have_begun(club: Club) -> None:
    match = await timed(club, "1d")
    await away(club, 10)
    club.clock.now += DAY + HOUR
    with pytest.raises(AlreadyOnVacation):
        await away(club)
    view = await club.services.vacations.end(club.actor(ADA))
    assert view == VacationView(None, 2026, 28, 1)
    assert await deadline(club, match) == club.clock.now + DAY
    with pytest.raises(NotOnVacation):
        await club.services.vacations.end(club.actor(ADA))
    assert await club.rows("timers", "kind = 'vacation_end'") == 0


async def test_thirty_days_a_year(club: Club) -> None:
    for days in (0, 31, -1):
        with pytest.raises(BadVacation):
            await away(club, days)
    await away(club, 30)
    club.clock.now += 30 * DAY
    await club.scheduler.sweep()
    with pytest.raises(VacationTooLong) as refused:
        await away(club, 1)
    assert refused.value.left == {2026: 0}
    club.clock.now = club.clock.now.replace(year=2027, month=1, day=1)
    await away(club, 30)


async def test_a_click_that_comes_twice_begins_one(club: Club) -> None:
    await timed(club, "1d")
    clicked = club.actor(ADA)
    first = await club.services.vacations.start(clicked, 3)
    assert await club.services.vacations.start(clicked, 3) == first
    assert await club.rows("vacations") == 1
    assert await club.rows("clock_lines", "kind = 'vacation_began'") == 1


async def test_no_vacation_saves_from_a_deadline_that_is_near(club: Club) -> None:
    far, near = await timed(club, "7d"), await timed(club, "1d")
    club.clock.now += DAY - HOUR + timedelta(seconds=1)
    with pytest.raises(DeadlineTooNear) as refused:
        await away(club)
    assert refused.value.view.id == near.id
    assert await club.rows("vacations") == await club.rows("timers", "kind = 'vacation_end'") == 0
    assert (await state(club, far)).away == {}
    await played(club, near)
    assert (await away(club)).matches == 2


async def test_live_and_untimed_matches_go_on(club: Club) -> None:
    live, untimed = await timed(club, "15m+30s"), await club.start()
    assert (await away(club)).matches == 0
    assert await deadline(club, live) is not None
    assert (await state(club, live)).away == (await state(club, untimed)).away == {}


async def test_matches_that_begin_meanwhile_wait_too(club: Club) -> None:
    await away(club)
    match = await timed(club, "1d")
    assert await deadline(club, match) is None
    assert set((await state(club, match)).away) == {ADA}
    await away(club, who=BEN)
    assert set((await state(club, match)).away) == {ADA, BEN}
    await club.services.vacations.end(club.actor(ADA))
    assert await deadline(club, match) == club.clock.now + DAY


async def test_an_agreed_pause_and_a_vacation_each_hold_the_time(club: Club) -> None:
    match = await timed(club, "1d")
    asked = await club.pauses.ask(club.actor(ADA), match.id, wish="3")
    await club.pauses.grant(club.actor(BEN), asked.id)
    await away(club, 5)
    await club.pauses.end(club.actor(BEN), match.id)
    assert await deadline(club, match) is None
    await club.services.vacations.end(club.actor(ADA))
    assert await deadline(club, match) is not None
    check_ledger(await look(club, match))


async def test_who_plays_on_after_a_vacation_has_time_that_runs(club: Club) -> None:
    match = await timed(club, "1d")
    await away(club, who=BEN)
    club.clock.now += DAY + GRACE
    await club.scheduler.sweep()
    over = await state(club, match)
    assert not over.is_running
    await club.services.vacations.end(club.actor(BEN))
    await club.services.requests.forgiveness.ask(club.actor(BEN), match.id, over.ply)
    assert not (await clock_of(club, match, 1)).pauses
    kinds = [line.kind for line in (await look(club, match)).ledger if line.seat == 1]
    assert kinds[-1] is LedgerKind.VACATION_ENDED


async def test_somebody_deleted_is_not_away(club: Club) -> None:
    await timed(club, "1d")
    await away(club)
    await club.services.privacy.delete(club.actor(ADA))
    assert await club.rows("vacations") == 0
    club.clock.now += 3 * DAY
    await club.scheduler.sweep()
    assert await club.rows("timers") == 0
