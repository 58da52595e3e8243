"""Taking moves back and letting somebody play on, and everything that can come between."""

import asyncio
from datetime import timedelta

import pytest

from bot.core import matches
from bot.core.actor import Person
from bot.core.clocks import GRACE, Gift, LedgerKind
from bot.core.matches import AlreadyLeft, BadReason, Entry, MatchOver, NotYourMatch, OutdatedBoard
from bot.core.people import NotAManager
from bot.features import requests
from bot.features.requests import OwnRequest, RequestClosed
from bot.features.requests.errors import MOST_A_PLY, OwnTimeout, TooLateToForgive
from bot.features.timekeeping import ClockService
from bot.features.timekeeping.service import VacationService
from data.ids import PlayerId, RequestId
from data.states import Ending, EntryKind, RequestState
from tests.kit.club import ADA, BEN, CHLOE, DAN, Club
from tests.kit.refusals import refusal
from tests.kit.timed import check_ledger, clock_of, deadline, due, lines_of, look, timed
from tests.kit.times import DAY, HOUR


async def stands_as(club: Club, request: requests.MatchRequest, state: RequestState) -> bool:
    return await club.rows("requests", f"id = {request.id} AND state = '{state.value}'") == 1


async def test_a_granted_undo_takes_up_the_earlier_position(club: Club) -> None:
    start = await club.start()
    match = await club.play(start)
    asked = await club.undo.ask(club.actor(ADA), match.id, 1)
    assert (asked.state, asked.return_to, asked.awaiting) == (RequestState.OPEN, 0, (BEN,))
    assert [made.ply for made in asked.taken_back] == [1]
    click = club.actor(BEN)
    granted = await club.undo.grant(click, asked.id)
    assert (granted.state, granted.granted, granted.awaiting) == (RequestState.GRANTED, (BEN,), ())
    back = granted.match
    assert (back.position, back.sentence, back.events) == (start.position, None, ())
    assert (back.ply, back.position.ply, back.to_move_player) == (2, 0, ADA)
    assert back.last == Entry(match.id, 2, 0, ADA, EntryKind.UNDO, "0", click.key, club.clock.now)
    assert await club.state(match.id) == await club.from_the_log(match.id) == back
    for old in (0, 1):
        await refusal(OutdatedBoard, club.matches.submit(club.actor(ADA), "b2-b4", match.id, old))
    four = await club.play(back, 4)
    again = await club.undo.ask(club.actor(ADA), match.id, four.ply)
    assert again.return_to == 4, "to before her own last move"


async def test_whatever_happens_makes_a_request_lapse(club: Club) -> None:
    match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves", variant="3p"), 3)
    asked = await club.undo.ask(club.actor(ADA), match.id)
    match = await club.play(match)
    await refusal(requests.RequestClosed, club.undo.grant(club.actor(BEN), asked.id))
    await refusal(requests.RequestClosed, club.undo.withdraw(club.actor(ADA), asked.id))
    again = await club.undo.ask(club.actor(ADA), match.id)
    await club.resign(match, match.people[2])
    last = await club.undo.ask(club.actor(ADA), match.id)
    await club.resign(match, ADA)
    for each in (asked, again, last):
        assert await stands_as(club, each, RequestState.LAPSED)


@pytest.mark.both_databases
async def test_a_move_and_a_grant_at_the_same_instant_are_one_of_them(club: Club) -> None:
    match = await club.play(await club.start())
    asked = await club.undo.ask(club.actor(ADA), match.id)
    answers = await asyncio.gather(
        club.matches.submit(club.actor(BEN), "b7-b5", match.id, 1),
        club.undo.grant(club.actor(BEN), asked.id),
        return_exceptions=True,
    )
    assert (
        sum(isinstance(answer, OutdatedBoard | requests.RequestClosed) for answer in answers) == 1
    )
    assert (await club.state(match.id)).ply == 2


@pytest.mark.both_databases
async def test_crossing_requests_leave_the_first_one(club: Club) -> None:
    match = await club.play(await club.start(), 2)
    answers = await asyncio.gather(
        club.undo.ask(club.actor(ADA), match.id),
        club.undo.ask(club.actor(BEN), match.id),
        return_exceptions=True,
    )
    (pending,) = [answer for answer in answers if isinstance(answer, requests.RequestPending)]
    (asked,) = [answer for answer in answers if isinstance(answer, requests.MatchRequest)]
    assert pending.asker_id == asked.player_id
    assert await club.rows("requests") == 1


async def test_clicks_that_come_twice_are_answered_alike(club: Club) -> None:
    match = await club.play(await club.start())
    click = club.actor(ADA)
    asked = await club.undo.ask(click, match.id)
    assert await club.undo.ask(click, match.id) == asked
    assert await club.undo.ask(club.actor(ADA), match.id) == asked
    answer = club.actor(BEN)
    granted = await club.undo.grant(answer, asked.id)
    assert await club.undo.grant(answer, asked.id) == granted
    assert (await club.undo.ask(click, match.id)).state is RequestState.GRANTED
    assert (await club.state(match.id)).ply == 2


async def test_a_no_is_final_for_this_ply(club: Club) -> None:
    match = await club.play(await club.start())
    asked = await club.undo.ask(club.actor(ADA), match.id)
    declined = await club.undo.decline(club.actor(BEN), asked.id)
    assert (declined.state, declined.closed_by) == (RequestState.DECLINED, BEN)
    assert await club.undo.decline(club.actor(BEN), asked.id) == declined
    await refusal(requests.RequestClosed, club.undo.grant(club.actor(BEN), asked.id))
    await refusal(requests.RequestRefused, club.undo.ask(club.actor(ADA), match.id))
    later = await club.play(match, 2)
    assert (await club.undo.ask(club.actor(ADA), later.id)).state is RequestState.OPEN


async def test_a_request_can_be_taken_back(club: Club) -> None:
    match = await club.play(await club.start())
    asked = await club.undo.ask(club.actor(ADA), match.id)
    await refusal(requests.NotYourRequest, club.undo.withdraw(club.actor(BEN), asked.id))
    withdrawn = await club.undo.withdraw(club.actor(ADA), asked.id)
    assert (withdrawn.state, withdrawn.closed_by) == (RequestState.WITHDRAWN, None)
    assert await club.undo.withdraw(club.actor(ADA), asked.id) == withdrawn
    await refusal(requests.RequestClosed, club.undo.decline(club.actor(BEN), asked.id))
    assert (await club.undo.ask(club.actor(ADA), match.id)).state is RequestState.OPEN


async def test_nobody_asks_and_withdraws_without_end(club: Club) -> None:
    match = await club.play(await club.start(), 2)
    for service in (club.undo, club.draws):
        for _ in range(MOST_A_PLY):
            asked = await service.ask(club.actor(ADA), match.id)
            await service.withdraw(club.actor(ADA), asked.id)
        await refusal(requests.AskedTooOften, service.ask(club.actor(ADA), match.id))
        theirs = await service.ask(club.actor(BEN), match.id)
        await service.decline(club.actor(ADA), theirs.id)
    later = await club.play(match)
    assert (await club.undo.ask(club.actor(ADA), later.id)).state is RequestState.OPEN


async def test_who_may_ask_and_answer(club: Club) -> None:
    match = await club.play(await club.start())
    await refusal(requests.NothingToUndo, club.undo.ask(club.actor(BEN), match.id))
    await refusal(NotYourMatch, club.undo.ask(club.actor(CHLOE), match.id))
    await refusal(OutdatedBoard, club.undo.ask(club.actor(ADA), match.id, 0))
    asked = await club.undo.ask(club.actor(ADA), match.id)
    await refusal(NotYourMatch, club.undo.grant(club.actor(CHLOE), asked.id))
    await refusal(requests.OwnRequest, club.undo.grant(club.actor(ADA), asked.id))
    await refusal(requests.OwnRequest, club.undo.decline(club.actor(ADA), asked.id))
    await refusal(requests.UnknownRequest, club.undo.grant(club.actor(BEN), RequestId(404)))
    await club.resign(match, BEN)
    await refusal(MatchOver, club.undo.ask(club.actor(ADA), match.id))


async def test_whoever_left_stays_away_when_the_others_go_back(club: Club) -> None:
    match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves", variant="3p"))
    second, third = match.people[1:]
    match = await club.resign(match, second)
    match = await club.play(match)
    await refusal(AlreadyLeft, club.undo.ask(club.actor(second), match.id))
    asked = await club.undo.ask(club.actor(ADA), match.id)
    assert asked.awaiting == (third,)
    await refusal(AlreadyLeft, club.undo.grant(club.actor(second), asked.id))
    back = (await club.undo.grant(club.actor(third), asked.id)).match
    assert back.is_running
    assert [seat.left for seat in back.seats] == [False, True, False]
    assert back.match.has_left == (False, True, False)
    assert back.position.ply == 0
    assert (await club.play(back)).to_move_player == third


HALF = 1.5 * DAY
"""Of a bank of three days, which a forgiven player has at least."""


async def timed_out(
    club: Club, clock: str = "1d", *players: PlayerId, game: str = "apart"
) -> matches.MatchState:
    match = await timed(club, clock, *players, game=game)
    club.clock.now = await due(club, match) + GRACE
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
    await refusal(matches.OutdatedBoard, club.forgiveness.ask(club.actor(BEN), match.id, 0))


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
    await refusal(matches.AlreadyLeft, club.forgiveness.grant(club.actor(gone), asked.id))
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
    await refusal(RequestClosed, club.forgiveness.grant(club.actor(first), asked.id))
    await refusal(matches.NothingToForgive, club.forgiveness.ask(club.actor(first), match.id))


async def test_what_was_not_answered_within_a_day_is_too_late(club: Club) -> None:
    match, (_, first, second) = await of_three(club)
    await club.services[ClockService].give(club.actor(second), match.id, Gift.DAY)
    asked = await club.forgiveness.ask(club.actor(second), match.id, match.ply)
    club.clock.now += DAY + HOUR
    await refusal(TooLateToForgive, club.forgiveness.grant(club.actor(first), asked.id))


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
