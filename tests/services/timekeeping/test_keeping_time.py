"""The time of players as matches go on: each change in the transaction of what caused it."""

import pytest

from bot.services.clocks import LedgerKind
from bot.services.matches import NotYourMatch
from bot.services.timekeeping import OutOfTime, WithoutClock, promised_deadline
from tests.kit.club import ADA, BEN, CHLOE, Club, first_move
from tests.kit.timed import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    check_ledger,
    clock_of,
    deadline,
    lines_of,
    look,
    played,
    timed,
)


async def test_time_runs_from_when_the_board_is_posted(club: Club) -> None:
    match = await timed(club, "3d", posted=False)
    assert await deadline(club, match) == club.clock.now + MINUTE + 3 * DAY
    club.clock.advance(seconds=20)
    await club.delivery.deliver_due()
    assert await deadline(club, match) == club.clock.now + 3 * DAY


async def test_time_runs_a_minute_after_the_commit_in_any_case(club: Club) -> None:
    match = await timed(club, "3d", posted=False)
    latest = club.clock.now + MINUTE + 3 * DAY
    club.clock.advance(hours=2)
    await club.delivery.deliver_due()
    assert await deadline(club, match) == latest


async def test_the_board_promises_no_more_than_there_is(club: Club) -> None:
    match = await timed(club, "15m+30s", posted=False)
    promised = promised_deadline(match, club.clock.now)
    assert promised == club.clock.now + MINUTE + 15 * MINUTE
    club.clock.advance(seconds=3)
    await club.delivery.deliver_due()
    actual = await deadline(club, match)
    assert actual is not None
    assert promised <= actual == promised + 3 * SECOND
    club.clock.advance(minutes=2)
    state = await club.state(match.id)
    assert promised_deadline(state, club.clock.now) == actual


async def test_thinking_costs_time_and_a_move_brings_some(club: Club) -> None:
    match = await timed(club, "3d+1d/5d")
    club.clock.advance(hours=30)
    match = await played(club, match)
    assert (await clock_of(club, match, 0)).balance == 3 * DAY - 30 * HOUR + DAY
    club.clock.advance(hours=1)
    match = await played(club, match)
    assert (await clock_of(club, match, 1)).balance == 4 * DAY - HOUR
    kinds = [line.kind for line in await lines_of(club, match, 0)]
    assert kinds == [
        LedgerKind.OPENED,
        LedgerKind.TURN,
        LedgerKind.POSTED,
        LedgerKind.MOVED,
        LedgerKind.INCREMENT,
        LedgerKind.TURN,
        LedgerKind.POSTED,
    ]
    check_ledger(await look(club, match))


async def test_a_move_that_came_too_late_is_refused(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.advance(days=1)
    with pytest.raises(OutOfTime) as refused:
        await club.play(match)
    assert refused.value.deadline == club.clock.now
    assert (await club.state(match.id)).ply == 0
    assert await club.rows("entries") == 0


async def test_a_move_counts_from_when_it_reached_discord(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.advance(hours=23, minutes=59, seconds=59)
    clicked = club.actor(ADA)
    club.clock.advance(seconds=9)
    after = (await club.matches.submit(clicked, first_move(match), match.id, match.ply)).state
    assert after.ply == 1
    moved = next(x for x in await lines_of(club, match, 0) if x.kind is LedgerKind.MOVED)
    assert moved.amount == -(DAY - SECOND)


async def test_the_end_of_a_match_stops_its_clocks(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.advance(hours=3)
    await club.resign(match, ADA)
    clock = await clock_of(club, match, 0)
    assert clock.turn is None
    assert clock.balance == DAY - 3 * HOUR
    assert await deadline(club, match) is None
    check_ledger(await look(club, match))


async def test_an_undo_gives_the_clocks_back(club: Club) -> None:
    match = await timed(club, "3d+1d/5d")
    club.clock.advance(hours=5)
    match = await played(club, match)
    club.clock.advance(hours=7)
    asked = await club.undo.ask(club.actor(ADA), match.id)
    await club.undo.grant(club.actor(BEN), asked.id)
    await club.delivery.deliver_due()
    for seat in (0, 1):
        assert (await clock_of(club, match, seat)).balance == 3 * DAY
    assert await deadline(club, match) == club.clock.now + 3 * DAY
    check_ledger(await look(club, match))


async def test_of_three_the_time_of_the_next_one_runs(club: Club) -> None:
    match = await timed(club, "2d", ADA, BEN, CHLOE, game="halves")
    mover = match.to_move_player
    assert isinstance(mover, int)
    club.clock.advance(hours=1)
    match = await club.resign(match, mover)
    await club.delivery.deliver_due()
    view = await look(club, match)
    running = [seat for seat, clock in view.seats.items() if clock.turn]
    assert running == [match.to_move]
    assert view.seats[0].balance + view.seats[1].balance + view.seats[2].balance == 6 * DAY - HOUR
    check_ledger(view)


async def test_somebody_else_who_leaves_changes_nothing_for_the_one_to_move(club: Club) -> None:
    match = await timed(club, "2d", ADA, BEN, CHLOE, game="halves")
    before = await deadline(club, match)
    other = next(who for who in match.people if who != match.to_move_player)
    club.clock.advance(hours=1)
    match = await club.resign(match, other)
    await club.delivery.deliver_due()
    assert await deadline(club, match) == before


async def test_only_players_see_clocks_and_only_where_there_are_any(club: Club) -> None:
    match = await timed(club, "2d")
    with pytest.raises(NotYourMatch):
        await look(club, match, CHLOE)
    with pytest.raises(WithoutClock):
        await look(club, await club.start())


async def test_without_a_clock_nothing_is_kept(club: Club) -> None:
    match = await club.play(await club.start(), 3)
    await club.delivery.deliver_due()
    assert await club.rows("matches", "clocks IS NOT NULL") == await club.rows("clock_lines") == 0
    assert await deadline(club, match) is None
