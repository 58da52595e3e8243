"""What leaving costs, what a gift may be, and what becomes of games of a cancelled tournament."""

from datetime import timedelta

import pytest

from bot.core.clocks import Gift
from bot.core.matches import MatchState, MovesStand
from bot.features.timekeeping import ClockService
from bot.features.timekeeping.errors import GivenOnce
from bot.features.timekeeping.service import VacationService
from bot.features.tournaments.acts import Act
from data.ids import PlayerId
from data.states import UnratedReason
from tests.features.tournaments.cup_club import Cup
from tests.kit.club import Club


def seated(match: MatchState, seat: int) -> PlayerId:
    found = match.players[seat]
    assert isinstance(found, int)
    return found


async def why_unrated(club: Club) -> list[str | None]:
    return [why for (why,) in await club.sql("SELECT unrated FROM results ORDER BY number")]


async def test_withdrawing_costs_no_more_than_staying_away(club: Club) -> None:
    again, late = UnratedReason.REPEATED_TIMEOUT.value, Cup.time_out
    cup = await Cup.begun(club, 5, games=1)
    for other in (1, 2, 3, 4):
        await club.play(await cup.match(5, other), 4)
    await cup.withdraw(5)
    assert await why_unrated(club) == [None, again, again, again]
    other = await Cup.begun(club, 3, games=1)
    await club.play(await other.match(3, 1), 4)
    await late(other, 3, 1)
    assert (await why_unrated(club))[4:] == [None]
    await club.play(await other.match(3, 2), 4)
    await other.withdraw(3)
    assert (await why_unrated(club))[5:] == [again]


async def test_after_two_days_a_withdrawal_counts_again(club: Club) -> None:
    cups = [await Cup.begun(club, 3, games=1) for _ in range(2)]
    for cup in cups:
        for other in (1, 2):
            await club.play(await cup.match(3, other), 4)
    await cups[0].withdraw(3)
    club.clock.advance(days=2, hours=1)
    await cups[1].withdraw(3)
    assert (await why_unrated(club)).count(None) == 2


async def test_time_is_given_once_in_a_game(club: Club) -> None:
    cup = await Cup.begun(club, 3, games=1)
    match = await club.play(await cup.match(1, 2), 1)
    giver = seated(match, 0)
    clocks = club.services[ClockService]
    await clocks.give(club.actor(giver), match.id, Gift.PERIOD)
    with pytest.raises(GivenOnce):
        await clocks.give(club.actor(giver), match.id, Gift.PERIOD)
    await club.play(await club.state(match.id), 1)
    other = seated(match, 1)
    await clocks.give(club.actor(other), match.id, Gift.PERIOD)


async def test_games_of_a_cancelled_tournament_are_friendly_ones(club: Club) -> None:
    cup = await Cup.begun(club, 3, games=1)
    match = await club.play(await cup.match(1, 2), 1)
    mover = seated(match, 0)
    with pytest.raises(MovesStand):
        await club.undo.ask(club.actor(mover), match.id)
    await cup.act(Act.CANCEL, reason="nobody has time")
    await club.undo.ask(club.actor(mover), match.id)
    waiting = seated(match, 1)
    away = await club.services[VacationService].start(club.actor(waiting), days=9)
    assert away.matches
    deadline = (await club.state(match.id)).match.deadline
    assert deadline is None or deadline > club.clock.now + timedelta(days=9)
    assert (await club.state(match.id)).match.unrated is not None
    await cup.win(1, 2)
    assert await cup.stored() == await cup.field()
