"""Letting somebody play on whose time ran out."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection

from bot.core import matches
from bot.core.actor import Person
from bot.core.clocks import GRACE, Gift, LedgerKind
from bot.core.matches import BadReason
from bot.core.people import NotAManager
from bot.features.requests import OwnRequest, RequestClosed
from bot.features.requests.errors import OwnTimeout, TooLateToForgive
from bot.features.timekeeping import ClockService
from bot.features.timekeeping.service import VacationService
from data.ids import PlayerId
from data.states import Ending, EntryKind, RequestState
from tests.kit.club import ADA, BEN, CHLOE, DAN, Club
from tests.kit.refusals import refusal
from tests.kit.timed import check_ledger, clock_of, deadline, due, lines_of, look, timed
from tests.kit.times import DAY, HOUR

HALF = 1.5 * DAY
"""Of a bank of three days, which a forgiven player has at least."""


async def timed_out(
    club: Club, clock: str = "1d", *players: PlayerId, game: str = "apart"
) -> matches.MatchState:
    return await run_out(club, await timed(club, clock, *players, game=game))


async def run_out(club: Club, match: matches.MatchState) -> matches.MatchState:
    until = await due(club, match)
    club.clock.now = until + GRACE
    await club.sweep()
    await club.deliver()
    return await club.state(match.id)


async def forgive(club: Club, match: matches.MatchState, who: PlayerId = BEN) -> matches.MatchState:
    done = await club.forgiveness.ask(club.actor(who), match.id, match.ply)
    await club.deliver()
    return await club.state(done.match.id)


async def test_the_opponent_lets_a_player_play_on(club: Club) -> None:
    match = await timed_out(club, "3d+1d/5d")
    assert match.result.ending is Ending.TIMED_OUT
    clicked = club.actor(BEN)
    done = await club.forgiveness.ask(clicked, match.id, match.ply)
    assert done.state is RequestState.GRANTED
    assert await club.forgiveness.ask(clicked, match.id, match.ply) == done
    after = done.match
    assert after.is_running
    assert (after.to_move_player, after.left, after.result) == (ADA, (), None)
    assert after.position == (await club.state(match.id, 0)).position
    assert (after.match.finished_at, after.match.has_left) == (None, (False, False))
    await club.deliver()
    assert club.discord.posted(match.id) == [0, 1, 2]
    assert await deadline(club, after) == club.clock.now + HALF
    line = next(x for x in await lines_of(club, match, 0) if x.kind is LedgerKind.FORGIVEN)
    assert (line.amount, line.by) == (HALF, BEN)
    check_ledger(await look(club, match))
    await club.play(await club.state(match.id), posted=True)
    assert await club.from_the_log(match.id) == await club.state(match.id)
    assert (await clock_of(club, match, 0)).balance == HALF + DAY


async def test_listeners_hear_that_a_result_holds_no_more(club: Club) -> None:
    match = await timed_out(club)
    heard: list[matches.ChangeKind] = []

    def listen(_: Connection, change: matches.Change, __: datetime) -> None:
        heard.append(change.kind)

    hooks = club.store.hooks
    club.store.hooks = replace(hooks, changed=(*hooks.changed, matches.Hook(listen)))
    after = await forgive(club, match)
    await run_out(club, after)
    assert heard == [matches.ChangeKind.REOPENED, matches.ChangeKind.ENDED]


async def test_within_a_day(club: Club) -> None:
    match = await timed_out(club)
    club.clock.now += DAY + timedelta(seconds=1)
    await refusal(TooLateToForgive, forgive(club, match))
    club.clock.now -= timedelta(seconds=1)
    assert (await forgive(club, match)).is_running


async def test_who_may_and_when(club: Club) -> None:
    running = await timed(club, "1d")
    await refusal(matches.NothingToForgive, forgive(club, running))
    resigned = await club.resign(running, ADA)
    await refusal(matches.NothingToForgive, forgive(club, resigned))
    match = await timed_out(club)
    await refusal(OwnTimeout, forgive(club, match, ADA))
    await refusal(matches.NotYourMatch, forgive(club, match, CHLOE))
    with pytest.raises(matches.OutdatedBoard):
        await club.forgiveness.ask(club.actor(BEN), match.id, 0)


async def of_three(club: Club) -> tuple[matches.MatchState, list[PlayerId]]:
    """A match of three after the time of one has run out, and the two others, next one first."""
    match = await timed_out(club, "1d", ADA, BEN, CHLOE, game="halves")
    gone = match.timed_out
    assert gone is not None
    order = [match.players[(gone + step) % 3] for step in (0, 1, 2)]
    return match, [each for each in order if isinstance(each, int)]


async def test_of_three_both_others_have_to_agree(club: Club) -> None:
    match, (gone, first, second) = await of_three(club)
    assert match.is_running
    club.clock.now += HOUR
    asked = await club.forgiveness.ask(club.actor(first), match.id, match.ply)
    assert (asked.state, asked.awaiting, asked.forgiven) == (RequestState.OPEN, (second,), gone)
    await refusal(OwnRequest, club.forgiveness.grant(club.actor(first), asked.id))
    with pytest.raises(matches.AlreadyLeft):
        await club.forgiveness.grant(club.actor(gone), asked.id)
    done = await club.forgiveness.ask(club.actor(second), match.id, match.ply)
    assert done.state is RequestState.GRANTED
    await club.deliver()
    after = await club.state(match.id)
    assert (after.to_move_player, after.left) == (gone, ())
    assert after.match.has_left == (False, False, False)
    view = await look(club, after)
    assert [clock.balance for clock in view.seats.values()] == [DAY, DAY, DAY]
    assert [seat for seat, clock in view.seats.items() if clock.turn] == [after.to_move]
    check_ledger(view)


async def test_of_three_who_moves_on_has_decided(club: Club) -> None:
    match, (_, first, second) = await of_three(club)
    asked = await club.forgiveness.ask(club.actor(second), match.id, match.ply)
    await club.play(match, posted=True)
    with pytest.raises(RequestClosed):
        await club.forgiveness.grant(club.actor(first), asked.id)
    with pytest.raises(matches.NothingToForgive):
        await club.forgiveness.ask(club.actor(first), match.id)


async def test_what_was_not_answered_within_a_day_is_too_late(club: Club) -> None:
    match, (_, first, second) = await of_three(club)
    await club.services[ClockService].give(club.actor(second), match.id, Gift.DAY)
    asked = await club.forgiveness.ask(club.actor(second), match.id, match.ply)
    club.clock.now += DAY + HOUR
    with pytest.raises(TooLateToForgive):
        await club.forgiveness.grant(club.actor(first), asked.id)


async def test_two_who_click_at_once_have_both_agreed(club: Club) -> None:
    match, (_, first, second) = await of_three(club)
    await asyncio.gather(
        *(club.forgiveness.ask(club.actor(who), match.id, match.ply) for who in (first, second))
    )
    after = await club.state(match.id)
    assert after.last.kind is EntryKind.FORGIVE


async def test_a_manager_lets_a_player_play_on_at_any_time(club: Club) -> None:
    match = await timed_out(club)
    club.clock.now += 30 * DAY
    manager = Person(DAN, manages_server=True)
    await refusal(NotAManager, club.rulings.forgive(club.actor(DAN), match.id, "power cut"))
    await refusal(BadReason, club.rulings.forgive(club.actor(manager), match.id, " "))
    after = await club.rulings.forgive(club.actor(manager), match.id, "power cut")
    assert (after.is_running, after.reason) == (True, "power cut")
    ruled = await club.rulings.of(club.actor(manager), match.id)
    assert [each.reason for each in ruled] == ["power cut"]
    with pytest.raises(matches.NothingToForgive):
        await club.rulings.forgive(club.actor(manager), match.id, "power cut")
    assert await club.from_the_log(match.id) == await club.state(match.id)


async def test_whoever_is_away_by_then_is_told_to_be_so_at_once(club: Club) -> None:
    match = await timed_out(club)
    vacation = await club.services[VacationService].start(club.actor(ADA), 3)
    done = await club.forgiveness.ask(club.actor(BEN), match.id, match.ply)
    assert done.match.match.away_until == (vacation.until, None)
    assert done.match == await club.state(match.id)
    assert await deadline(club, match) is None
