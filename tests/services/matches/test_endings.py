"""Draws, and calling a match off."""

import asyncio

import pytest

from bot.services.matches import (
    AlreadyLeft,
    MatchOver,
    NotYourMatch,
    OutdatedBoard,
    Result,
    TooLateToAbort,
)
from bot.services.matches.entries_storage import Entry
from bot.services.requests import NoDrawsHere
from data.ids import PlayerId
from data.states import Ending, EntryKind, RequestState
from tests.kit.club import ADA, BEN, CHLOE, Club

DRAW = Result(((0, 1),), Ending.AGREED)


async def test_an_accepted_offer_is_a_draw(club: Club) -> None:
    match = await club.play(await club.start())
    offered = await club.draws.ask(club.actor(BEN), match.id, 1)
    assert offered.return_to is None
    click = club.actor(ADA)
    drawn = (await club.draws.grant(click, offered.id)).match
    assert drawn.result == DRAW
    assert DRAW.winners == ()
    assert drawn.to_move_player is None
    assert drawn.last == Entry(match.id, 2, 1, BEN, EntryKind.DRAW, "", click.key, club.clock.now)
    with pytest.raises(MatchOver):
        await club.matches.submit(club.actor(BEN), "b7-b5", match.id)
    assert (await club.inbox.read(ADA)).others == ()
    assert await club.from_the_log(match.id) == drawn


async def test_crossing_offers_are_a_draw(club: Club) -> None:
    match = await club.start()
    answers = await asyncio.gather(
        club.draws.ask(club.actor(ADA), match.id),
        club.draws.ask(club.actor(BEN), match.id),
    )
    assert {answer.state for answer in answers} == {RequestState.OPEN, RequestState.GRANTED}
    assert (await club.state(match.id)).result == DRAW
    assert await club.rows("entries") == 1


async def test_an_offer_that_crosses_another_is_answered_alike_when_it_comes_twice(
    club: Club,
) -> None:
    match = await club.start()
    await club.draws.ask(club.actor(ADA), match.id)
    click = club.actor(BEN)
    drawn = await club.draws.ask(click, match.id)
    assert drawn.state is RequestState.GRANTED
    assert await club.draws.ask(click, match.id) == drawn


async def test_an_offer_ends_with_the_next_move(club: Club) -> None:
    match = await club.start()
    offered = await club.draws.ask(club.actor(ADA), match.id)
    assert await club.draws.pending(match.id) == offered
    await club.play(match)
    assert await club.draws.pending(match.id) is None
    assert await club.rows("requests", "state = 'lapsed'") == 1


async def test_a_draw_while_an_undo_is_pending_ends_both(club: Club) -> None:
    match = await club.play(await club.start())
    await club.undo.ask(club.actor(ADA), match.id)
    offer = await club.draws.ask(club.actor(BEN), match.id)
    await club.draws.grant(club.actor(ADA), offer.id)
    assert await club.rows("requests", "state = 'lapsed' AND kind = 'undo'") == 1
    assert await club.rows("requests", "state = 'granted' AND kind = 'draw'") == 1


async def test_some_games_know_no_draw(club: Club) -> None:
    match = await club.start(game="detach")
    with pytest.raises(NoDrawsHere):
        await club.draws.ask(club.actor(ADA), match.id)


@pytest.mark.parametrize("plies", [0, 1])
@pytest.mark.parametrize("player", [ADA, BEN])
async def test_a_match_can_be_called_off_until_both_have_moved(
    club: Club, plies: int, player: PlayerId
) -> None:
    match = await club.play(await club.start(), plies)
    with pytest.raises(NotYourMatch):
        await club.matches.abort(club.actor(CHLOE), match.id)
    with pytest.raises(OutdatedBoard):
        await club.matches.abort(club.actor(player), match.id, plies + 1)
    click = club.actor(player)
    ended = await club.matches.abort(click, match.id, plies)
    assert ended.result == Result((), Ending.ABORTED)
    assert ended.to_move_player is None
    assert await club.matches.abort(click, match.id, plies) == ended
    assert (await club.inbox.read(player)).waiting == ()


async def test_it_is_too_late_once_both_have_moved(club: Club) -> None:
    match = await club.play(await club.start(), 2)
    with pytest.raises(TooLateToAbort):
        await club.matches.abort(club.actor(ADA), match.id)
    assert (await club.state(match.id)).is_running


async def test_of_three_whoever_left_has_no_say(club: Club) -> None:
    match = await club.start(ADA, BEN, CHLOE, game="halves", variant="3p")
    second, third = match.people[1:]
    match = await club.resign(match, second)
    with pytest.raises(AlreadyLeft):
        await club.matches.abort(club.actor(second), match.id)
    match = await club.play(match, 2)
    with pytest.raises(TooLateToAbort):
        await club.matches.abort(club.actor(third), match.id)


async def test_every_ending_has_its_board(club: Club) -> None:
    match = await club.start()
    click = club.actor(ADA)
    ended = await club.matches.abort(click, match.id)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1]
    assert ended.last == Entry(match.id, 1, 0, ADA, EntryKind.ABORT, "", click.key, club.clock.now)
