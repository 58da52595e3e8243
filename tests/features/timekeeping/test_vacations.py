"""Vacations: a player's time stands still, in every match but those of one sitting."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.core import timers
from bot.core.clocks import GRACE, LedgerKind
from bot.features import timekeeping
from bot.features.privacy.service import PrivacyService
from bot.features.timekeeping.service import Vacation, VacationService, days_used, overdrawn
from data.states import TimerKind
from tests.kit.club import ADA, BEN, Club
from tests.kit.refusals import refusal
from tests.kit.timed import check_ledger, clock_of, deadline, look, timed
from tests.kit.times import DAY, HOUR


async def away(club: Club, days: int = 3, who: int = ADA) -> timekeeping.VacationView:
    view = await club.services[VacationService].start(club.actor(who), days)  # type: ignore[arg-type]
    await club.deliver()
    return view


async def test_time_stands_still_until_the_vacation_ends_by_itself(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.now += 2 * HOUR
    view = await away(club)
    assert view == timekeeping.VacationView(club.clock.now + 3 * DAY, 2026, 27, 1)
    assert await deadline(club, match) is None
    assert (await club.state(match.id)).away == {ADA: club.clock.now + 3 * DAY}
    following = await club.database.read(timers.next_due, TimerKind.known)
    assert following == club.clock.now + 3 * DAY
    assert await club.sweep(3 * DAY) == 1
    assert await deadline(club, match) == club.clock.now + DAY - 2 * HOUR
    assert (await club.state(match.id)).away == {}
    assert (await club.services[VacationService].look(club.actor(ADA))).left == 27
    await club.deliver()
    assert [card.shown for card in club.discord.cards[-2:]] == [
        ["vacation_began"],
        ["vacation_ended"],
    ]
    await club.sweep(DAY - 2 * HOUR + GRACE)
    assert not (await club.state(match.id)).is_running
    check_ledger(await look(club, match))


async def test_coming_back_early_costs_the_days_that_have_begun(club: Club) -> None:
    match = await timed(club, "1d")
    clicked, vacations = club.actor(ADA), club.services[VacationService]
    first = await vacations.start(clicked, 10)
    assert await vacations.start(clicked, 10) == first, "though the click came twice"
    assert await club.rows("clock_lines", "kind = 'vacation_began'") == 1
    club.clock.now += DAY + HOUR
    await refusal(timekeeping.AlreadyOnVacation, away(club))
    view = await vacations.end(club.actor(ADA))
    assert view == timekeeping.VacationView(None, 2026, 28, 1)
    assert await deadline(club, match) == club.clock.now + DAY
    await refusal(timekeeping.NotOnVacation, vacations.end(club.actor(ADA)))
    assert await club.rows("timers", "kind = 'vacation_end'") == 0


async def test_thirty_days_a_year(club: Club) -> None:
    for days in (0, 31, -1):
        await refusal(timekeeping.BadVacation, away(club, days))
    await away(club, 30)
    await club.sweep(30 * DAY)
    refused = await refusal(timekeeping.VacationTooLong, away(club, 1))
    assert refused.left == {2026: 0}
    club.clock.now = club.clock.now.replace(year=2027, month=1, day=1)
    await away(club, 30)


async def test_no_vacation_saves_from_a_deadline_that_is_near(club: Club) -> None:
    far, near = await timed(club, "7d"), await timed(club, "1d")
    club.clock.now += DAY - HOUR + timedelta(seconds=1)
    refused = await refusal(timekeeping.DeadlineTooNear, away(club))
    assert refused.view.id == near.id
    assert await club.rows("vacations") == await club.rows("timers", "kind = 'vacation_end'") == 0
    assert (await club.state(far.id)).away == {}
    await club.play(near, posted=True)
    assert (await away(club)).matches == 2


async def test_matches_that_begin_meanwhile_wait_too(club: Club) -> None:
    await away(club)
    match = await timed(club, "1d")
    assert await deadline(club, match) is None
    assert set((await club.state(match.id)).away) == {ADA}
    await away(club, who=BEN)
    assert set((await club.state(match.id)).away) == {ADA, BEN}
    await club.services[VacationService].end(club.actor(ADA))
    assert await deadline(club, match) == club.clock.now + DAY


async def test_who_plays_on_after_a_vacation_has_time_that_runs(club: Club) -> None:
    match = await timed(club, "1d")
    await away(club, who=BEN)
    await club.sweep(DAY + GRACE)
    over = await club.state(match.id)
    assert not over.is_running
    await club.services[VacationService].end(club.actor(BEN))
    await club.forgiveness.ask(club.actor(BEN), match.id, over.ply)
    assert not (await clock_of(club, match, 1)).pauses
    kinds = [line.kind for line in (await look(club, match)).ledger if line.seat == 1]
    assert kinds[-1] is LedgerKind.VACATION_ENDED


async def test_somebody_deleted_is_not_away(club: Club) -> None:
    await timed(club, "1d")
    await away(club)
    await club.services[PrivacyService].delete(club.actor(ADA))
    assert await club.rows("vacations") == 0
    await club.sweep(3 * DAY)
    assert await club.rows("timers") == 0


NEARLY_NEW_YEAR = datetime(2026, 12, 30, 12, tzinfo=UTC)


def days_off(days: float, since: datetime = NEARLY_NEW_YEAR) -> Vacation:
    return since, since + timedelta(days=days)


@pytest.mark.parametrize(
    ("days", "used"),
    [(0, {}), (0.1, {2026: 1}), (1, {2026: 1}), (1.1, {2026: 2}), (4, {2026: 2, 2027: 2})],
)
def test_a_day_that_has_begun_counts_in_its_own_year(days: float, used: dict[int, int]) -> None:
    assert days_used([days_off(days)]) == used


def test_a_vacation_that_takes_more_than_is_left_is_told_what_is() -> None:
    summer = days_off(25, datetime(2026, 7, 1, tzinfo=UTC))
    autumn = datetime(2026, 10, 1, tzinfo=UTC)
    assert overdrawn([summer], days_off(5, autumn)) == {}
    assert overdrawn([summer], days_off(6, autumn)) == {2026: 5}
    assert overdrawn([summer], days_off(40)) == {2027: 30}
    assert overdrawn([], days_off(32)) == {}
