"""Giving an opponent time."""

import pytest

from bot.services.clocks import Gift, LedgerKind
from bot.services.matches import MatchOver, NotYourMatch, OutdatedBoard
from bot.services.timekeeping import LiveMatch, OwnTime, WithoutClock
from tests.kit.club import ADA, BEN, CHLOE, Club
from tests.kit.timed import DAY, check_ledger, clock_of, deadline, lines_of, look, played, timed


@pytest.mark.parametrize(("gift", "amount"), [(Gift.PERIOD, 3 * DAY), (Gift.DAY, DAY)])
async def test_an_opponent_gives_time(club: Club, gift: Gift, amount: object) -> None:
    match = await timed(club, "3d")
    before = await deadline(club, match)
    assert before is not None
    view = await club.clocks.give(club.actor(BEN), match.id, gift)
    assert await deadline(club, match) == before + amount  # type: ignore[operator]
    line = (await lines_of(club, match, 0))[-1]
    assert (line.kind, line.amount, line.by) == (LedgerKind.GIFT, amount, BEN)
    assert view.match.match.deadline == await deadline(club, match)
    check_ledger(view)


async def test_everybody_hears_of_it(club: Club) -> None:
    match = await timed(club, "3d")
    await club.clocks.give(club.actor(BEN), match.id, Gift.DAY)
    await club.delivery.deliver_due()
    assert club.discord.cards[-1].shown == ["gift"]


async def test_a_click_that_comes_twice_gives_once(club: Club) -> None:
    match = await timed(club, "3d")
    clicked = club.actor(BEN)
    first = await club.clocks.give(clicked, match.id, Gift.DAY)
    assert await club.clocks.give(clicked, match.id, Gift.DAY) == first
    assert await club.rows("outbox", "kind = 'clock'") == 1


async def test_what_was_given_does_not_last_beyond_the_turn(club: Club) -> None:
    match = await timed(club, "3d")
    await club.clocks.give(club.actor(BEN), match.id, Gift.PERIOD)
    await played(club, match)
    assert (await clock_of(club, match, 0)).balance == 3 * DAY
    check_ledger(await look(club, match))


async def test_time_given_within_the_grace_saves_the_match(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.now += DAY
    await club.clocks.give(club.actor(BEN), match.id, Gift.DAY)
    club.clock.advance(minutes=1)
    await club.scheduler.sweep()
    assert (await club.state(match.id)).is_running
    await club.play(match)


async def test_who_gives_what_to_whom_is_looked_at(club: Club) -> None:
    match = await timed(club, "3d")
    with pytest.raises(OwnTime):
        await club.clocks.give(club.actor(ADA), match.id, Gift.DAY)
    with pytest.raises(NotYourMatch):
        await club.clocks.give(club.actor(CHLOE), match.id, Gift.DAY)
    with pytest.raises(OutdatedBoard):
        await club.clocks.give(club.actor(BEN), match.id, Gift.DAY, 7)
    live, untimed = await timed(club, "15m+30s"), await club.start()
    with pytest.raises(LiveMatch):
        await club.clocks.give(club.actor(BEN), live.id, Gift.DAY)
    with pytest.raises(WithoutClock):
        await club.clocks.give(club.actor(BEN), untimed.id, Gift.DAY)
    await club.resign(match, ADA)
    with pytest.raises(MatchOver):
        await club.clocks.give(club.actor(BEN), match.id, Gift.DAY)
    assert await club.rows("clock_lines", "kind = 'gift'") == 0
