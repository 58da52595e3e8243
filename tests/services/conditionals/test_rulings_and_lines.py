"""Managers rule over matches in which answers are prepared: one clear state, in whatever order."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.services.actor import Person
from bot.services.composer import MovedOn
from bot.services.errors import ServiceError
from bot.services.matches import MatchOver, MatchState, OutdatedBoard, Result
from data.ids import ChannelId
from data.states import Ending, EntryKind
from tests.kit.club import ADA, BEN, DAN, Club
from tests.kit.timed import timed
from tests.services.conditionals.test_conditionals import (
    FIRST,
    SECOND,
    THIRD,
    prepare,
    waiting,
)
from tests.services.opening import OpenClub

MANAGER = Person(DAN, manages_server=True)
QUIET = ChannelId(702)
WHY = "as agreed"

Rule = Callable[[Club, MatchState], Awaitable[MatchState]]


async def decide(club: Club, match: MatchState) -> MatchState:
    return await club.rulings.decide(club.actor(MANAGER), match.id, ((1,), (0,)), WHY)


async def annul(club: Club, match: MatchState) -> MatchState:
    return await club.rulings.annul(club.actor(MANAGER), match.id, WHY)


async def move_elsewhere(club: Club, match: MatchState) -> MatchState:
    return await club.rulings.move_elsewhere(club.actor(MANAGER), match.id, QUIET, WHY)


async def forgive(club: Club, match: MatchState) -> MatchState:
    return await club.rulings.forgive(club.actor(MANAGER), match.id, WHY)


async def nothing_is_prepared(club: Club) -> bool:
    kept = await club.rows("conditional_moves")
    return kept == await club.rows("matches", "conditional") == 0


@pytest.mark.parametrize("rule", [decide, annul])
async def test_a_ruling_that_ends_the_match_forgets_them(club: Club, rule: Rule) -> None:
    match = await waiting(club)
    shown = await prepare(club, ADA, match, SECOND, THIRD)
    over = await rule(club, match)
    assert not over.is_running
    assert await nothing_is_prepared(club)
    with pytest.raises(MatchOver):
        await club.matches.submit(club.actor(BEN), SECOND, match.id, match.ply)
    with pytest.raises(MatchOver):
        await club.conditionals.drop(club.actor(ADA), match.id, shown.stage, 0)
    with pytest.raises(MatchOver):
        await prepare(club, ADA, match, SECOND, THIRD)
    assert (await club.state(match.id)).ply == over.ply == 2
    again = await annul(club, match)  # and over what has ended they rule as ever
    assert again.result == Result((), Ending.ANNULLED)
    assert again == await club.from_the_log(match.id)


async def test_a_match_that_is_moved_elsewhere_keeps_them(club: Club) -> None:
    match = await waiting(club)
    shown = await prepare(club, ADA, match, SECOND, THIRD)
    moved = await move_elsewhere(club, match)
    assert moved.ply == 2
    with pytest.raises(MovedOn):  # a board from before says no more how it stands
        await club.conditionals.drop(club.actor(ADA), match.id, shown.stage, 0)
    assert (await club.conditionals.show(club.actor(ADA), match.id)).lines == ((SECOND, THIRD),)
    with pytest.raises(OutdatedBoard):
        await club.matches.submit(club.actor(BEN), SECOND, match.id, match.ply)
    await club.move(moved, SECOND)
    now = await club.state(match.id)
    assert (now.ply, now.line) == (4, (FIRST, SECOND, THIRD))
    assert now == await club.from_the_log(match.id)
    assert await nothing_is_prepared(club)


async def test_a_timeout_that_is_forgiven_brings_none_back(club: Club) -> None:
    match = await timed(club, "1d")
    match = await club.move(match, FIRST)
    await prepare(club, ADA, match, SECOND, THIRD)
    club.clock.now += timedelta(days=3)
    await club.scheduler.sweep()
    over = await club.state(match.id)
    assert over.timed_out == 1
    assert await nothing_is_prepared(club)
    running = await forgive(club, over)
    assert (running.is_running, running.position) == (True, match.position)
    assert (await club.conditionals.show(club.actor(ADA), match.id)).lines == ()
    await club.move(running, SECOND)
    assert (await club.state(match.id)).line == (FIRST, SECOND)


async def test_what_is_prepared_after_a_forgiven_timeout_is_played(club: Club) -> None:
    match = await timed(club, "1d")
    match = await club.move(match, FIRST)
    club.clock.now += timedelta(days=3)
    await club.scheduler.sweep()
    running = await forgive(club, await club.state(match.id))
    await prepare(club, ADA, running, SECOND, THIRD)
    await club.move(running, SECOND)
    now = await club.state(match.id)
    assert now.line == (FIRST, SECOND, THIRD)
    assert now == await club.from_the_log(match.id)


async def test_a_prepared_answer_that_is_overruled(club: Club) -> None:
    match = await waiting(club)
    await prepare(club, ADA, match, SECOND, THIRD)
    await club.move(match, SECOND)
    answered = await club.state(match.id)
    assert answered.last is not None
    assert answered.last.text == THIRD
    over = await decide(club, answered)
    assert over.last is not None
    assert (over.ply, over.last.kind) == (4, EntryKind.DECIDE)
    assert over == await club.from_the_log(match.id)


@pytest.mark.parametrize("rule", [decide, annul, move_elsewhere])
@pytest.mark.parametrize("turn", range(3))
async def test_a_ruling_and_a_move_at_the_same_instant(
    open_club: OpenClub, rule: Rule, turn: int
) -> None:
    """The move and its answer are never torn apart, whoever comes first."""
    club, beside = await open_club(), await open_club()
    match = await waiting(club)
    await prepare(club, ADA, match, SECOND, THIRD)

    async def moves() -> MatchState:
        await asyncio.sleep(0.002 * turn)
        who = beside.actor(BEN)
        return (await beside.matches.submit(who, SECOND, match.id, match.ply)).state

    async def rules() -> MatchState:
        await asyncio.sleep(0.002 * (2 - turn))
        return await rule(club, match)

    moved, ruled = await asyncio.gather(moves(), rules(), return_exceptions=True)
    assert not isinstance(ruled, BaseException), ruled
    assert isinstance(moved, MatchState | ServiceError), moved
    now = await club.from_the_log(match.id)
    assert now.line in ((FIRST,), (FIRST, SECOND, THIRD))
    assert (now.line == (FIRST,)) == isinstance(moved, ServiceError)
    assert now.is_running == (rule is move_elsewhere)
    if not now.is_running:
        assert now.last is not None
        assert now.last.kind in (EntryKind.DECIDE, EntryKind.ANNUL)
        assert await nothing_is_prepared(club)


@pytest.mark.parametrize("rule", [decide, annul, move_elsewhere])
async def test_a_ruling_while_somebody_prepares(open_club: OpenClub, rule: Rule) -> None:
    club, beside = await open_club(), await open_club()
    match = await waiting(club)
    prepared, ruled = await asyncio.gather(
        prepare(beside, ADA, match, SECOND, THIRD), rule(club, match), return_exceptions=True
    )
    assert not isinstance(ruled, BaseException), ruled
    now = await club.from_the_log(match.id)
    if not now.is_running:
        assert isinstance(prepared, MatchOver) or not isinstance(prepared, BaseException)
        assert await nothing_is_prepared(club)
        return
    assert not isinstance(prepared, BaseException), prepared
    await club.move(now, SECOND)
    assert (await club.state(match.id)).line == (FIRST, SECOND, THIRD)
