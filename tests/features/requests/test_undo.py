"""Taking moves back, and everything that can come between."""

import asyncio

from bot.core.matches import AlreadyLeft, Entry, MatchOver, NotYourMatch, OutdatedBoard
from bot.features import requests
from bot.features.requests.errors import MOST_A_PLY
from data.ids import RequestId
from data.states import EntryKind, RequestState
from tests.kit.club import ADA, BEN, CHLOE, Club
from tests.kit.refusals import refusal


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
    assert (granted.state, granted.granted, granted.awaiting) == (
        RequestState.GRANTED,
        (BEN,),
        (),
    )
    back = granted.match
    assert (back.position, back.sentence, back.events) == (start.position, None, ())
    assert (back.ply, back.position.ply, back.to_move_player) == (2, 0, ADA)
    assert back.last == Entry(match.id, 2, 0, ADA, EntryKind.UNDO, "0", click.key, club.clock.now)
    assert await club.state(match.id) == await club.from_the_log(match.id) == back


async def test_it_goes_back_to_before_the_askers_own_move(club: Club) -> None:
    two = await club.play(await club.start(), 2)
    four = await club.play(two, 2)
    asked = await club.undo.ask(club.actor(ADA), four.id, 4)
    back = (await club.undo.grant(club.actor(BEN), asked.id)).match
    assert (back.position, back.sentence) == (two.position, two.sentence)
    again = await club.undo.ask(club.actor(ADA), four.id, 5)
    assert again.return_to == 0


async def test_a_button_from_before_an_undo_stays_dead(club: Club) -> None:
    match = await club.play(await club.start())
    await club.agree(club.undo, match)
    for old in (0, 1):
        await refusal(OutdatedBoard, club.matches.submit(club.actor(ADA), "b2-b4", match.id, old))
    played = await club.matches.submit(club.actor(ADA), "c2-c4", match.id, 2)
    assert played.state.ply == 3


async def test_a_move_makes_a_request_lapse(club: Club) -> None:
    match = await club.play(await club.start())
    asked = await club.undo.ask(club.actor(ADA), match.id)
    await club.play(match)
    assert await stands_as(club, asked, RequestState.LAPSED)
    await refusal(requests.RequestClosed, club.undo.grant(club.actor(BEN), asked.id))
    await refusal(requests.RequestClosed, club.undo.withdraw(club.actor(ADA), asked.id))
    assert (await club.state(match.id)).ply == 2


async def test_whatever_happens_makes_a_request_lapse(club: Club) -> None:
    match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves", variant="3p"))
    asked = await club.undo.ask(club.actor(ADA), match.id)
    await club.resign(match, match.people[2])
    assert await stands_as(club, asked, RequestState.LAPSED)
    again = await club.undo.ask(club.actor(ADA), match.id)
    assert again.id != asked.id
    await club.resign(match, ADA)
    assert await stands_as(club, again, RequestState.LAPSED)


async def test_what_was_answered_does_not_lapse(club: Club) -> None:
    match = await club.play(await club.start())
    declined = await club.undo.ask(club.actor(ADA), match.id)
    await club.undo.decline(club.actor(BEN), declined.id)
    match = await club.play(match)
    granted = await club.undo.ask(club.actor(BEN), match.id)
    await club.undo.grant(club.actor(ADA), granted.id)
    assert await stands_as(club, declined, RequestState.DECLINED)
    assert await stands_as(club, granted, RequestState.GRANTED)


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


async def test_of_three_both_others_have_to_agree(club: Club) -> None:
    match = await club.play(await club.start(ADA, BEN, CHLOE, game="halves", variant="3p"))
    second, third = match.people[1:]
    asked = await club.undo.ask(club.actor(ADA), match.id)
    half = await club.undo.grant(club.actor(third), asked.id)
    assert (half.state, half.awaiting) == (RequestState.OPEN, (second,))
    assert await club.undo.grant(club.actor(third), asked.id) == half
    done = await club.undo.grant(club.actor(second), asked.id)
    assert (done.state, done.match.ply) == (RequestState.GRANTED, 2)


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
