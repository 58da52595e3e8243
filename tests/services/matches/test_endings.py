"""Draws, calling a match off, and rematches."""

from __future__ import annotations

import asyncio

import pytest

from bot.services.matches.errors import (
    AlreadyLeft,
    AlreadyRematched,
    MatchOver,
    MatchRunning,
    NoDrawsHere,
    NotYourMatch,
    OutdatedBoard,
    TooLateToAbort,
)
from bot.services.matches.models import Person
from data.states import ChallengeState, EntryKind, MatchState, RequestState, SeatChoice
from rules.game import Reason
from tests.kit.club import ADA, BEN, CHLOE, PLACE, Club


async def test_an_accepted_offer_is_a_draw(club: Club) -> None:
    match = await club.play(await club.start())
    offered = await club.draws.ask(match.id, BEN, club.interaction(), 1)
    assert offered.return_to is None
    drawn = (await club.draws.grant(offered.id, ADA, club.interaction())).match
    assert drawn.state is MatchState.DRAWN
    assert drawn.outcome is not None
    assert (drawn.outcome.ranking, drawn.outcome.reason) == (((0, 1),), Reason.AGREED)
    assert drawn.outcome.winners == ()
    assert drawn.to_move_player is None
    with pytest.raises(MatchOver):
        await club.matches.submit(match.id, BEN, "b7-b5", club.interaction())
    assert await club.matches.running_of(ADA) == ()


async def test_crossing_offers_are_a_draw(club: Club) -> None:
    match = await club.start()
    answers = await asyncio.gather(
        club.draws.ask(match.id, ADA, club.interaction()),
        club.draws.ask(match.id, BEN, club.interaction()),
    )
    assert {answer.state for answer in answers} == {RequestState.OPEN, RequestState.GRANTED}
    assert (await club.matches.view(match.id)).state is MatchState.DRAWN
    assert await club.rows("moves") == 1


async def test_an_offer_ends_with_the_next_move(club: Club) -> None:
    match = await club.start()
    offered = await club.draws.ask(match.id, ADA, club.interaction())
    await club.play(match)
    assert (await club.draws.view(offered.id)).state is RequestState.LAPSED


async def test_a_draw_while_an_undo_is_pending_ends_both(club: Club) -> None:
    match = await club.play(await club.start())
    undo = await club.undo.ask(match.id, ADA, club.interaction())
    offer = await club.draws.ask(match.id, BEN, club.interaction())
    await club.draws.grant(offer.id, ADA, club.interaction())
    assert (await club.undo.view(undo.id)).state is RequestState.LAPSED


async def test_some_games_know_no_draw(club: Club) -> None:
    match = await club.start(game="detach")
    with pytest.raises(NoDrawsHere):
        await club.draws.ask(match.id, ADA, club.interaction())


@pytest.mark.parametrize("plies", [0, 1])
@pytest.mark.parametrize("player", [ADA, BEN])
async def test_a_match_can_be_called_off_until_both_have_moved(
    club: Club, plies: int, player: int
) -> None:
    match = await club.play(await club.start(), plies)
    with pytest.raises(NotYourMatch):
        await club.matches.abort(match.id, CHLOE, club.interaction())
    with pytest.raises(OutdatedBoard):
        await club.matches.abort(match.id, player, club.interaction(), plies + 1)
    ended = await club.matches.abort(match.id, player, 71, plies)
    assert (ended.state, ended.outcome) == (MatchState.ABORTED, None)
    assert ended.to_move_player is None
    assert await club.matches.abort(match.id, player, 71, plies) == ended
    assert await club.matches.running_of(player) == ()


async def test_it_is_too_late_once_both_have_moved(club: Club) -> None:
    match = await club.play(await club.start(), 2)
    with pytest.raises(TooLateToAbort):
        await club.matches.abort(match.id, ADA, club.interaction())
    assert (await club.matches.view(match.id)).state is MatchState.RUNNING


async def test_of_three_whoever_left_has_no_say(club: Club) -> None:
    match = await club.start(ADA, BEN, CHLOE, game="halves", variant="3p")
    _, second, third = match.players
    match = await club.matches.resign(match.id, second, club.interaction())
    with pytest.raises(AlreadyLeft):
        await club.matches.abort(match.id, second, club.interaction())
    match = await club.play(match, 2)
    with pytest.raises(TooLateToAbort):
        await club.matches.abort(match.id, third, club.interaction())


async def over(club: Club, *players: int, **options: object) -> int:
    match = await club.start(*players, **options)
    while match.state is MatchState.RUNNING:
        leaver = next(seat.player_id for seat in match.seats if not seat.left)
        match = await club.matches.resign(match.id, leaver, club.interaction())
    return match.id


async def test_a_rematch_swaps_the_seats(club: Club) -> None:
    before = await over(club)
    asked = await club.challenges.rematch(before, Person(ADA), PLACE, club.interaction())
    assert (asked.invited, asked.rematch_of) == ((BEN,), before)
    assert asked.seat_choice is SeatChoice.ROTATED
    agreed = await club.challenges.accept(asked.id, BEN)
    assert (await club.matches.view(agreed.match_id)).players == (BEN, ADA)


async def test_both_asking_for_a_rematch_have_one(club: Club) -> None:
    before = await over(club)
    answers = await asyncio.gather(
        club.challenges.rematch(before, Person(ADA), PLACE, club.interaction()),
        club.challenges.rematch(before, Person(BEN), PLACE, club.interaction()),
    )
    assert {answer.id for answer in answers} == {answers[0].id}
    assert {answer.state for answer in answers} == {ChallengeState.OPEN, ChallengeState.ACCEPTED}
    assert await club.rows("matches") == 2
    with pytest.raises(AlreadyRematched) as again:
        await club.challenges.rematch(before, Person(ADA), PLACE, club.interaction())
    assert again.value.challenge.match_id is not None


async def test_asking_again_is_still_one_rematch(club: Club) -> None:
    before = await over(club)
    asked = await club.challenges.rematch(before, Person(ADA), PLACE, club.interaction())
    assert await club.challenges.rematch(before, Person(ADA), PLACE, club.interaction()) == asked
    await club.challenges.decline(asked.id, BEN)
    for player in (ADA, BEN):
        with pytest.raises(AlreadyRematched):
            await club.challenges.rematch(before, Person(player), PLACE, club.interaction())


async def test_a_rematch_runs_out_like_any_challenge(club: Club) -> None:
    before = await over(club)
    await club.challenges.rematch(before, Person(ADA), PLACE, club.interaction())
    club.clock.advance(days=14)
    with pytest.raises(AlreadyRematched):
        await club.challenges.rematch(before, Person(BEN), PLACE, club.interaction())


async def test_only_players_of_an_ended_match_have_a_rematch(club: Club) -> None:
    running = await club.start()
    with pytest.raises(MatchRunning):
        await club.challenges.rematch(running.id, Person(ADA), PLACE, club.interaction())
    with pytest.raises(NotYourMatch):
        await club.challenges.rematch(running.id, Person(CHLOE), PLACE, club.interaction())


async def test_three_move_up_one_seat_each(club: Club) -> None:
    before = await over(club, ADA, BEN, CHLOE, game="halves", variant="3p")
    players = (await club.matches.view(before)).players
    for player in (BEN, CHLOE, ADA):
        asked = await club.challenges.rematch(before, Person(player), PLACE, club.interaction())
    after = await club.matches.view(asked.match_id)
    assert after.players == (*players[1:], players[0])


async def test_every_ending_has_its_board(club: Club) -> None:
    match = await club.matches.abort((await club.start()).id, ADA, club.interaction())
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1]
    assert match.last_entry is not None
    assert match.last_entry.kind is EntryKind.ABORT
