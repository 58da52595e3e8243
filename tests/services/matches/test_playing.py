"""Moving, resigning and looking, and everything that is refused."""

from __future__ import annotations

import asyncio

import pytest

from bot.services.matches.errors import (
    AlreadyLeft,
    IllegalText,
    MatchOver,
    NoMatchHere,
    NotYourMatch,
    NotYourTurn,
    OutdatedBoard,
    SeveralMatches,
    UnknownMatch,
)
from data import matches
from data.states import EntryKind, MatchState
from rules.game import Reason
from tests.kit.club import ADA, BEN, CHLOE, Club, first_move


async def test_a_move_changes_the_position_and_the_turn(club: Club) -> None:
    match = await club.start()
    after = await club.matches.submit(match.id, ADA, " B2-B4 ", club.interaction(), 0)
    assert after.position == match.position.play("b2-b4")
    assert (after.ply, after.to_move_player) == (1, BEN)
    assert after.sentence == match.position.describe(match.position.parse("b2-b4"))
    assert after.events == match.position.events(match.position.parse("b2-b4"))
    assert after.last_entry is not None
    assert (after.last_entry.kind, after.last_entry.text) == (EntryKind.MOVE, "b2-b4")
    assert club.changed == [match.id, match.id]
    assert await club.matches.view(match.id) == after


async def test_the_same_click_is_one_move(club: Club) -> None:
    match = await club.start()
    once = await club.matches.submit(match.id, ADA, "b2-b4", 77, 0)
    await club.play(once)
    again = await club.matches.submit(match.id, ADA, "b2-b4", 77, 0)
    assert (again.ply, again.position, again.sentence) == (1, once.position, once.sentence)
    assert await club.rows("moves") == 2


async def test_clicks_at_the_same_instant_are_one_move(club: Club) -> None:
    match = await club.start()
    same = await asyncio.gather(
        *(club.matches.submit(match.id, ADA, "b2-b4", 77, 0) for _ in range(5))
    )
    assert len(set(map(id, same))) == 5
    assert all(view == same[0] for view in same)
    assert await club.rows("moves") == 1


async def test_two_moves_at_the_same_instant_are_one_move(club: Club) -> None:
    match = await club.start()
    answers = await asyncio.gather(
        *(
            club.matches.submit(match.id, ADA, text, club.interaction(), 0)
            for text in ("b2-b4", "c2-c4", "d2-d4")
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, OutdatedBoard) for answer in answers) == 2
    assert await club.rows("moves") == 1
    assert await club.rows("outbox") == 2
    assert (await club.matches.view(match.id)).ply == 1


async def test_typed_moves_at_the_same_instant_are_one_move(club: Club) -> None:
    match = await club.start()
    answers = await asyncio.gather(
        *(
            club.matches.submit(match.id, ADA, text, club.interaction())
            for text in ("b2-b4", "c2-c4")
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, NotYourTurn) for answer in answers) == 1
    assert await club.rows("moves") == 1


@pytest.mark.parametrize("text", ["", "banana", "b2-b3-b4", "b2-g8", "@everyone", "a" * 3000])
async def test_what_is_no_move_is_refused_with_the_reason(club: Club, text: str) -> None:
    match = await club.start()
    with pytest.raises(IllegalText) as refused:
        await club.matches.submit(match.id, ADA, text, club.interaction(), 0)
    assert refused.value.error.message
    assert refused.value.view == match
    assert await club.rows("moves") == 0


async def test_only_the_player_to_move_moves(club: Club) -> None:
    match = await club.start()
    with pytest.raises(NotYourTurn) as refused:
        await club.matches.submit(match.id, BEN, "b7-b5", club.interaction(), 0)
    assert refused.value.view.to_move_player == ADA
    with pytest.raises(NotYourMatch):
        await club.matches.submit(match.id, CHLOE, "b2-b4", club.interaction(), 0)
    with pytest.raises(NotYourMatch):
        await club.matches.resign(match.id, CHLOE, club.interaction())
    with pytest.raises(UnknownMatch):
        await club.matches.submit(404, ADA, "b2-b4", club.interaction(), 0)
    assert await club.rows("moves") == 0


@pytest.mark.parametrize("expected", [0, 2, -1])
async def test_an_outdated_or_forged_ply_is_refused(club: Club, expected: int) -> None:
    match = await club.play(await club.start())
    with pytest.raises(OutdatedBoard) as refused:
        await club.matches.submit(match.id, BEN, first_move(match), club.interaction(), expected)
    assert refused.value.view == match


async def test_resigning_gives_the_match_away(club: Club) -> None:
    match = await club.play(await club.start())
    over = await club.matches.resign(match.id, ADA, 88, 1)
    assert over.state is MatchState.OVER
    assert over.outcome is not None
    assert (over.outcome.winners, over.outcome.reason) == ((1,), Reason.LEFT)
    assert over.to_move_player is None
    assert [seat.left for seat in over.seats] == [True, False]
    assert over.sentence == match.sentence
    assert await club.matches.resign(match.id, ADA, 88, 1) == over
    for late in (
        club.matches.submit(match.id, BEN, "b7-b5", club.interaction()),
        club.matches.resign(match.id, BEN, club.interaction()),
    ):
        with pytest.raises(MatchOver):
            await late
    assert await club.rows("moves") == 2
    assert await club.matches.running_of(ADA) == ()


async def test_three_play_on_as_two(club: Club) -> None:
    match = await club.start(ADA, BEN, CHLOE, game="halves", variant="3p")
    match = await club.play(match)
    second, third = match.players[1], match.players[2]
    match = await club.matches.resign(match.id, second, club.interaction())
    assert match.state is MatchState.RUNNING
    assert match.to_move_player == third
    assert [line.id for line in await club.matches.running_of(second)] == []
    assert [line.id for line in await club.matches.running_of(third)] == [match.id]
    with pytest.raises(AlreadyLeft):
        await club.matches.resign(match.id, second, club.interaction())
    match = await club.play(match, 3)
    assert match.to_move_player == ADA
    over = await club.matches.resign(match.id, ADA, club.interaction())
    assert over.outcome is not None
    assert over.outcome.winners == (2,)


async def test_a_match_is_played_to_its_end(club: Club) -> None:
    match = await club.start(game="abande", variant="hex")
    while match.to_move_player is not None:
        match = await club.play(match)
    assert match.state is MatchState.OVER
    assert match.outcome == match.position.outcome
    assert await club.rows("outbox") == match.ply + 1
    club.logbook._standings.clear()
    assert await club.matches.view(match.id) == match
    (stored,) = [await matches_row(club, match.id)]
    assert (stored.outcome, stored.to_move) == (match.outcome, None)
    assert stored.finished_at == club.clock.now


async def matches_row(club: Club, match_id: int) -> matches.Match:
    async with club.database.reading() as connection:
        found = await matches.get(connection, match_id)
    assert found is not None
    return found


async def test_a_match_can_be_looked_at_as_it_was(club: Club) -> None:
    start = await club.start()
    later = await club.play(await club.play(start), 3)
    then = await club.matches.view(start.id, 0)
    assert (then.position, then.ply, then.to_move_player) == (start.position, 0, ADA)
    assert later.position.ply == 4


async def test_the_match_is_picked_by_the_thread(club: Club) -> None:
    match = await club.start()
    other = await club.start()
    await club.delivery.deliver_due()
    thread_id = club.discord.threads[match.id]
    assert (await club.matches.pick(ADA, thread_id)).id == match.id
    assert (await club.matches.pick(ADA, thread_id, other.id)).id == other.id
    with pytest.raises(NoMatchHere):
        await club.matches.pick(CHLOE, thread_id)


async def test_the_match_is_picked_if_only_one_can_be_meant(club: Club) -> None:
    anywhere = 12345
    with pytest.raises(NoMatchHere):
        await club.matches.pick(ADA, anywhere)
    mine = await club.start()
    assert (await club.matches.pick(ADA, anywhere)).id == mine.id
    assert (await club.matches.pick(BEN, anywhere)).id == mine.id
    theirs = await club.start(BEN, ADA)
    assert (await club.matches.pick(ADA, anywhere)).id == mine.id
    assert (await club.matches.pick(BEN, anywhere)).id == theirs.id
    third = await club.start()
    with pytest.raises(SeveralMatches) as several:
        await club.matches.pick(ADA, anywhere)
    assert {line.id for line in several.value.matches} == {mine.id, third.id}
    with pytest.raises(NotYourMatch):
        await club.matches.pick(CHLOE, anywhere, mine.id)


async def test_the_longest_untouched_match_comes_first(club: Club) -> None:
    first = await club.start()
    club.clock.advance(minutes=1)
    second = await club.start()
    club.clock.advance(minutes=1)
    await club.play(await club.play(first))
    assert [line.id for line in await club.matches.running_of(ADA)] == [second.id, first.id]
    assert [line.id for line in await club.matches.waiting_for(BEN)] == []


async def test_completions_are_parts_of_moves(club: Club) -> None:
    match = await club.start()
    assert {each.text for each in club.matches.completions(match, "b2-b")} >= {"b2-b4"}
    over = await club.matches.resign(match.id, ADA, club.interaction())
    assert club.matches.completions(over, "b2") == ()
