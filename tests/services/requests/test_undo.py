"""Taking moves back, and everything that can come between."""

from __future__ import annotations

import asyncio

import pytest

from bot.services.matches.errors import (
    AlreadyLeft,
    MatchOver,
    NothingToUndo,
    NotYourMatch,
    NotYourRequest,
    OutdatedBoard,
    OwnRequest,
    RequestClosed,
    RequestPending,
    RequestRefused,
    UnknownRequest,
)
from data.states import EntryKind, MatchState, RequestState
from tests.kit.club import ADA, BEN, CHLOE, Club


async def test_a_granted_undo_takes_up_the_earlier_position(club: Club) -> None:
    start = await club.start()
    match = await club.play(start)
    asked = await club.undo.ask(match.id, ADA, club.interaction(), 1)
    assert (asked.state, asked.return_to, asked.awaiting) == (RequestState.OPEN, 0, (BEN,))
    granted = await club.undo.grant(asked.id, BEN, club.interaction())
    assert (granted.state, granted.granted, granted.awaiting) == (RequestState.GRANTED, (BEN,), ())
    back = granted.match
    assert (back.position, back.sentence, back.events) == (start.position, None, ())
    assert (back.ply, back.position.ply, back.to_move_player) == (2, 0, ADA)
    assert back.last_entry is not None
    assert (back.last_entry.kind, back.last_entry.player_id) == (EntryKind.UNDO, ADA)
    assert club.changed == [match.id] * 3
    club.logbook._standings.clear()
    assert await club.matches.view(match.id) == back


async def test_it_goes_back_to_before_the_askers_own_move(club: Club) -> None:
    two = await club.play(await club.start(), 2)
    four = await club.play(two, 2)
    asked = await club.undo.ask(four.id, ADA, club.interaction(), 4)
    back = (await club.undo.grant(asked.id, BEN, club.interaction())).match
    assert (back.position, back.sentence) == (two.position, two.sentence)
    again = await club.undo.ask(four.id, ADA, club.interaction(), 5)
    assert again.return_to == 0


async def test_a_button_from_before_an_undo_stays_dead(club: Club) -> None:
    match = await club.play(await club.start())
    asked = await club.undo.ask(match.id, ADA, club.interaction())
    await club.undo.grant(asked.id, BEN, club.interaction())
    for old in (0, 1):
        with pytest.raises(OutdatedBoard):
            await club.matches.submit(match.id, ADA, "b2-b4", club.interaction(), old)
    assert (await club.matches.submit(match.id, ADA, "c2-c4", club.interaction(), 2)).ply == 3


async def test_the_match_goes_on_and_can_be_replayed(club: Club) -> None:
    match = await club.play(await club.start(), 3)
    asked = await club.undo.ask(match.id, ADA, club.interaction())
    back = (await club.undo.grant(asked.id, BEN, club.interaction())).match
    after = await club.play(back, 2)
    club.logbook._standings.clear()
    assert await club.matches.view(match.id) == after
    assert (await club.matches.view(match.id, 3)).position == match.position


async def test_a_move_makes_a_request_lapse(club: Club) -> None:
    match = await club.play(await club.start())
    asked = await club.undo.ask(match.id, ADA, club.interaction())
    await club.play(match)
    assert (await club.undo.view(asked.id)).state is RequestState.LAPSED
    with pytest.raises(RequestClosed):
        await club.undo.grant(asked.id, BEN, club.interaction())
    with pytest.raises(RequestClosed):
        await club.undo.withdraw(asked.id, ADA)
    assert (await club.matches.view(match.id)).ply == 2


async def test_a_move_and_a_grant_at_the_same_instant_are_one_of_them(club: Club) -> None:
    match = await club.play(await club.start())
    asked = await club.undo.ask(match.id, ADA, club.interaction())
    answers = await asyncio.gather(
        club.matches.submit(match.id, BEN, "b7-b5", club.interaction(), 1),
        club.undo.grant(asked.id, BEN, club.interaction()),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, OutdatedBoard | RequestClosed) for answer in answers) == 1
    assert (await club.matches.view(match.id)).ply == 2


async def test_crossing_requests_leave_the_first_one(club: Club) -> None:
    match = await club.play(await club.start(), 2)
    answers = await asyncio.gather(
        club.undo.ask(match.id, ADA, club.interaction()),
        club.undo.ask(match.id, BEN, club.interaction()),
        return_exceptions=True,
    )
    (pending,) = [answer for answer in answers if isinstance(answer, RequestPending)]
    (asked,) = [answer for answer in answers if not isinstance(answer, RequestPending)]
    assert pending.request == asked
    assert await club.rows("requests") == 1


async def test_clicks_that_come_twice_are_answered_alike(club: Club) -> None:
    match = await club.play(await club.start())
    asked = await club.undo.ask(match.id, ADA, 61)
    assert await club.undo.ask(match.id, ADA, 61) == asked
    assert await club.undo.ask(match.id, ADA, 62) == asked
    granted = await club.undo.grant(asked.id, BEN, 63)
    assert await club.undo.grant(asked.id, BEN, 63) == granted
    assert (await club.undo.ask(match.id, ADA, 61)).state is RequestState.GRANTED
    assert (await club.matches.view(match.id)).ply == 2


async def test_a_no_is_final_for_this_ply(club: Club) -> None:
    match = await club.play(await club.start())
    asked = await club.undo.ask(match.id, ADA, club.interaction())
    declined = await club.undo.decline(asked.id, BEN)
    assert declined.state is RequestState.DECLINED
    assert await club.undo.decline(asked.id, BEN) == declined
    with pytest.raises(RequestClosed):
        await club.undo.grant(asked.id, BEN, club.interaction())
    with pytest.raises(RequestRefused):
        await club.undo.ask(match.id, ADA, club.interaction())
    later = await club.play(match, 2)
    assert (await club.undo.ask(later.id, ADA, club.interaction())).state is RequestState.OPEN


async def test_a_request_can_be_taken_back(club: Club) -> None:
    match = await club.play(await club.start())
    asked = await club.undo.ask(match.id, ADA, club.interaction())
    with pytest.raises(NotYourRequest):
        await club.undo.withdraw(asked.id, BEN)
    withdrawn = await club.undo.withdraw(asked.id, ADA)
    assert withdrawn.state is RequestState.WITHDRAWN
    assert await club.undo.withdraw(asked.id, ADA) == withdrawn
    with pytest.raises(RequestClosed):
        await club.undo.decline(asked.id, BEN)


async def test_who_may_ask_and_answer(club: Club) -> None:
    match = await club.play(await club.start())
    with pytest.raises(NothingToUndo):
        await club.undo.ask(match.id, BEN, club.interaction())
    with pytest.raises(NotYourMatch):
        await club.undo.ask(match.id, CHLOE, club.interaction())
    asked = await club.undo.ask(match.id, ADA, club.interaction())
    with pytest.raises(NotYourMatch):
        await club.undo.grant(asked.id, CHLOE, club.interaction())
    with pytest.raises(OwnRequest):
        await club.undo.grant(asked.id, ADA, club.interaction())
    with pytest.raises(UnknownRequest):
        await club.undo.grant(404, BEN, club.interaction())
    with pytest.raises(UnknownRequest):
        await club.draws.grant(asked.id, BEN, club.interaction())
    await club.matches.resign(match.id, BEN, club.interaction())
    with pytest.raises(MatchOver):
        await club.undo.ask(match.id, ADA, club.interaction())


async def test_of_three_both_others_have_to_agree(club: Club) -> None:
    match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves", variant="3p"))
    _, second, third = match.players
    asked = await club.undo.ask(match.id, ADA, club.interaction())
    half = await club.undo.grant(asked.id, third, club.interaction())
    assert (half.state, half.awaiting) == (RequestState.OPEN, (second,))
    assert await club.undo.grant(asked.id, third, club.interaction()) == half
    done = await club.undo.grant(asked.id, second, club.interaction())
    assert (done.state, done.match.ply) == (RequestState.GRANTED, 2)


async def test_whoever_left_stays_away_when_the_others_go_back(club: Club) -> None:
    match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves", variant="3p"))
    _, second, third = match.players
    match = await club.matches.resign(match.id, second, club.interaction())
    match = await club.play(match)
    with pytest.raises(AlreadyLeft):
        await club.undo.ask(match.id, second, club.interaction())
    asked = await club.undo.ask(match.id, ADA, club.interaction())
    assert asked.awaiting == (third,)
    with pytest.raises(AlreadyLeft):
        await club.undo.grant(asked.id, second, club.interaction())
    back = (await club.undo.grant(asked.id, third, club.interaction())).match
    assert back.state is MatchState.RUNNING
    assert [seat.left for seat in back.seats] == [False, True, False]
    assert back.position.ply == 0
    assert (await club.play(back)).to_move_player == third
