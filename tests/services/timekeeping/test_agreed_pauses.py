"""Pauses on which players agree, and which either ends."""

import pytest

from bot.services.clocks import GRACE, LedgerKind
from bot.services.matches import MatchState, NotYourMatch
from bot.services.requests import (
    AlreadyPaused,
    BadPause,
    NoTimeToPause,
    NotPaused,
    RequestPending,
)
from bot.services.timekeeping import OutOfTime
from data.ids import PlayerId
from tests.kit.club import ADA, BEN, CHLOE, Club
from tests.kit.timed import (
    DAY,
    HOUR,
    check_ledger,
    clock_of,
    deadline,
    lines_of,
    look,
    played,
    timed,
)


async def paused(club: Club, match: MatchState, days: int = 3) -> MatchState:
    """The match after Ada has asked for a pause and Ben has agreed."""
    asked = await club.pauses.ask(club.actor(ADA), match.id, wish=str(days))
    granted = await club.pauses.grant(club.actor(BEN), asked.id)
    await club.delivery.deliver_due()
    return granted.match


async def test_nobodys_time_runs_in_a_pause_which_ends_by_itself(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.now += HOUR
    match = await paused(club, match)
    assert await deadline(club, match) is None
    assert match.is_running
    club.clock.now += 3 * DAY
    assert (await clock_of(club, match, 0)).remaining(club.clock.now) == DAY - HOUR
    await club.scheduler.sweep()
    assert await deadline(club, match) == club.clock.now + DAY - HOUR
    await club.delivery.deliver_due()
    assert await deadline(club, match) == club.clock.now + DAY - HOUR
    club.clock.now += DAY - HOUR + GRACE
    await club.scheduler.sweep()
    assert not (await club.state(match.id)).is_running
    check_ledger(await look(club, match))


@pytest.mark.parametrize("who", [ADA, BEN])
async def test_either_ends_it(club: Club, who: PlayerId) -> None:
    match = await paused(club, await timed(club, "1d"))
    club.clock.now += DAY
    clicked = club.actor(who)
    after = await club.pauses.end(clicked, match.id)
    assert await club.pauses.end(clicked, match.id) == after
    assert await deadline(club, match) == club.clock.now + DAY
    with pytest.raises(NotPaused):
        await club.pauses.end(club.actor(who), match.id)
    club.clock.now += HOUR
    assert await club.scheduler.sweep() == 0
    kinds = [line.kind for line in await lines_of(club, match, 0)]
    assert kinds.count(LedgerKind.PAUSED) == kinds.count(LedgerKind.RESUMED) == 1


async def test_moves_go_on_in_a_pause_and_cost_nothing(club: Club) -> None:
    match = await paused(club, await timed(club, "1d+1h/2d"))
    club.clock.now += DAY
    match = await played(club, match)
    assert (await clock_of(club, match, 0)).balance == DAY + HOUR
    assert await deadline(club, match) is None
    await club.pauses.end(club.actor(BEN), match.id)
    await club.delivery.deliver_due()
    assert await deadline(club, match) == club.clock.now + DAY
    check_ledger(await look(club, match))


async def test_a_pause_ends_with_the_match(club: Club) -> None:
    match = await paused(club, await timed(club, "1d"))
    over = await club.resign(match, BEN)
    assert (await club.state(over.id)).match.paused_until is None
    assert await club.rows("timers") == 0


async def test_what_cannot_be_paused(club: Club) -> None:
    match = await timed(club, "1d")
    for days in ("0", "15", "x", "", "9" * 5000):
        with pytest.raises(BadPause):
            await club.pauses.ask(club.actor(ADA), match.id, wish=days)
    untimed = await club.start()
    with pytest.raises(NoTimeToPause):
        await club.pauses.ask(club.actor(ADA), untimed.id, wish="3")
    await club.pauses.ask(club.actor(ADA), match.id, wish="3")
    with pytest.raises(RequestPending):
        await club.pauses.ask(club.actor(BEN), match.id, wish="3")
    again = await paused(club, match)
    with pytest.raises(AlreadyPaused):
        await club.pauses.ask(club.actor(BEN), again.id, wish="3")
    with pytest.raises(NotYourMatch):
        await club.pauses.end(club.actor(CHLOE), again.id)


async def test_no_pause_saves_whose_time_is_over(club: Club) -> None:
    match = await timed(club, "1d")
    asked = await club.pauses.ask(club.actor(ADA), match.id, wish="3")
    club.clock.now += DAY
    with pytest.raises(OutOfTime):
        await club.pauses.grant(club.actor(BEN), asked.id)
    club.clock.now += GRACE
    await club.scheduler.sweep()
    assert not (await club.state(match.id)).is_running


async def test_a_pause_agreed_on_in_time_is_one_though_it_is_heard_of_late(club: Club) -> None:
    match = await timed(club, "1d")
    asked = await club.pauses.ask(club.actor(ADA), match.id, wish="3")
    club.clock.now += DAY - HOUR / 3600
    clicked = club.actor(BEN)
    club.clock.now += GRACE
    await club.pauses.grant(clicked, asked.id)
    assert await deadline(club, match) is None
    check_ledger(await look(club, match))
