"""Moving, resigning and looking, and everything that is refused."""

import asyncio

import pytest

from bot.core import matches, pictures
from bot.core.matches import Entry
from bot.features.requests.errors import NoDrawsHere
from data.ids import MatchId, PlayerId
from data.states import Ending, EntryKind, RequestState
from tests.kit.club import ADA, BEN, CHLOE, Club, first_move
from tests.kit.refusals import refusal


async def test_a_move_changes_the_position_and_the_turn(club: Club) -> None:
    match = await club.start()
    click = club.actor(ADA)
    played = await club.matches.submit(click, " B2-B4 ", match.id, 0)
    after = played.state
    assert after.position == match.position.play("b2-b4")
    assert (after.ply, after.to_move_player) == (1, BEN)
    assert after.sentence == match.position.describe(match.position.parse("b2-b4"))
    assert after.events == match.position.events(match.position.parse("b2-b4"))
    assert after.last == Entry(
        match.id, 1, 0, ADA, EntryKind.MOVE, "b2-b4", click.key, club.clock.now
    )
    assert await club.state(match.id) == after
    assert await club.from_the_log(match.id) == after


async def test_what_is_stored_of_a_match_goes_with_each_move(club: Club) -> None:
    match = await club.start()
    club.clock.advance(minutes=1)
    stored = (await club.play(match)).match
    assert (stored.ply, stored.to_move, stored.updated_at) == (1, 1, club.clock.now)
    over = (await club.resign(match, BEN)).match
    assert (over.ply, over.to_move) == (2, None)
    assert (over.finished_at, over.has_left) == (club.clock.now, (False, True))
    assert over.result == matches.Result(((0,), (1,)), Ending.RESIGNED)
    assert over == (await club.state(match.id)).match


async def test_the_same_click_is_one_move(club: Club) -> None:
    match = await club.start()
    click = club.actor(ADA)
    once = (await club.matches.submit(click, "b2-b4", match.id, 0)).state
    await club.play(once)
    again = (await club.matches.submit(click, "b2-b4", match.id, 0)).state
    assert (again.ply, again.position, again.sentence) == (1, once.position, once.sentence)
    assert await club.rows("entries") == 2


@pytest.mark.parametrize(
    ("ply", "error"),
    [(0, matches.OutdatedBoard), (None, matches.NotYourTurn)],
    ids=["clicked", "typed"],
)
@pytest.mark.both_databases
async def test_moves_at_the_same_instant_are_one_move(
    club: Club, ply: int | None, error: type[Exception]
) -> None:
    match = await club.start()
    answers = await asyncio.gather(
        *(
            club.matches.submit(club.actor(ADA), text, match.id, ply)
            for text in ("b2-b4", "c2-c4", "d2-d4")
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, error) for answer in answers) == 2
    assert await club.rows("entries") == 1
    assert await club.rows("outbox", "kind = 'board'") == 2
    assert (await club.state(match.id)).ply == 1


@pytest.mark.parametrize("text", ["", "banana", "b2-b3-b4", "b2-g8", "@everyone", "a" * 3000])
async def test_what_is_no_move_is_refused_with_the_reason(club: Club, text: str) -> None:
    match = await club.start()
    with pytest.raises(matches.IllegalText) as refused:
        await club.matches.submit(club.actor(ADA), text, match.id, 0)
    assert refused.value.error.message
    assert refused.value.view == match
    assert await club.rows("entries") == 0


async def test_only_the_player_to_move_moves(club: Club) -> None:
    match = await club.start()
    with pytest.raises(matches.NotYourTurn) as refused:
        await club.matches.submit(club.actor(BEN), "b7-b5", match.id, 0)
    assert refused.value.view.to_move_player == ADA
    with pytest.raises(matches.NotYourMatch):
        await club.matches.submit(club.actor(CHLOE), "b2-b4", match.id, 0)
    await refusal(matches.NotYourMatch, club.matches.resign(club.actor(CHLOE), match.id))
    with pytest.raises(matches.UnknownMatch):
        await club.matches.submit(club.actor(ADA), "b2-b4", MatchId(404), 0)
    assert await club.rows("entries") == 0


@pytest.mark.parametrize("expected", [0, 2, -1])
async def test_an_outdated_or_forged_ply_is_refused(club: Club, expected: int) -> None:
    match = await club.play(await club.start())
    with pytest.raises(matches.OutdatedBoard) as refused:
        await club.matches.submit(club.actor(BEN), first_move(match), match.id, expected)
    assert refused.value.view == match


async def test_resigning_gives_the_match_away(club: Club) -> None:
    match = await club.play(await club.start())
    click = club.actor(ADA)
    over = await club.matches.resign(click, match.id, 1)
    assert over.result == matches.Result(((1,), (0,)), Ending.RESIGNED)
    assert over.result.winners == (1,)
    assert over.to_move_player is None
    assert [seat.left for seat in over.seats] == [True, False]
    assert over.sentence == match.sentence
    assert pictures.picture_of(match).events
    shown = pictures.picture_of(over)  # which tells how it ended, not the last move
    assert shown.result is not None
    assert (shown.events, str(shown.result.text)) == ((), "Black wins by resignation.")
    assert await club.matches.resign(click, match.id, 1) == over
    for late in (
        club.matches.submit(club.actor(BEN), "b7-b5", match.id),
        club.matches.resign(club.actor(BEN), match.id),
    ):
        await refusal(matches.MatchOver, late)
    assert await club.rows("entries") == 2
    assert (await club.inbox.read(ADA)).others == ()


async def test_three_play_on_as_two(club: Club) -> None:
    match = await club.start(ADA, BEN, CHLOE, game="halves", variant="3p")
    match = await club.play(match)
    second, third = match.people[1:]
    match = await club.resign(match, second)
    assert match.is_running
    assert match.to_move_player == third
    assert (await club.inbox.read(second)).others == ()
    assert [each.id for each in (await club.inbox.read(third)).waiting] == [match.id]
    gone = club.actor(second)
    for late in (
        club.matches.resign(gone, match.id),
        club.matches.abort(gone, match.id),
        club.matches.submit(gone, first_move(match), match.id),
        club.matches.current(gone, match.id),  # from which one is asked whether to resign
        club.matches.to_move(gone, match.id),
        club.composer.open(gone, match.id),
    ):
        await refusal(matches.AlreadyLeft, late)
    match = await club.play(match, 3)
    assert match.to_move_player == ADA
    await refusal(matches.TooLateToAbort, club.matches.abort(club.actor(third), match.id))
    over = await club.resign(match, ADA)
    assert over.result.winners == (2,)


async def test_a_match_is_played_to_its_end(club: Club) -> None:
    match = await club.start(game="abande", variant="hex")
    while match.to_move_player is not None:
        match = await club.play(match)
    assert match.position.outcome is not None
    assert match.result == matches.by_the_rules(match.position.outcome)
    assert await club.rows("outbox", "kind = 'board'") == match.ply + 1
    assert await club.from_the_log(match.id) == await club.state(match.id) == match
    assert (match.match.result, match.match.to_move) == (match.result, None)
    assert match.match.finished_at == club.clock.now


async def test_what_was_typed_before_the_last_move_is_not_made_after_it(club: Club) -> None:
    match = await club.start()
    late = club.actor(ADA)  # nobody heard of it at first, so she typed it again
    club.clock.advance(seconds=5)
    played = await club.matches.submit(club.actor(ADA), "b2-b4", match.id)
    played = await club.matches.submit(club.actor(BEN), "b7-b5", match.id)
    refused = await refusal(matches.OutdatedBoard, club.matches.submit(late, "g2-g4", match.id))
    assert refused.view.ply == 2
    assert await club.state(match.id) == played.state
    assert (await club.matches.submit(club.actor(ADA), "g2-g4", match.id)).state.ply == 3


DRAW = matches.Result(((0, 1),), Ending.AGREED)


@pytest.mark.both_databases
async def test_crossing_offers_are_a_draw(club: Club) -> None:
    match = await club.start()
    answers = await asyncio.gather(
        club.draws.ask(club.actor(ADA), match.id), club.draws.ask(club.actor(BEN), match.id)
    )
    assert {answer.state for answer in answers} == {RequestState.OPEN, RequestState.GRANTED}
    assert (await club.state(match.id)).result == DRAW
    assert await club.rows("entries") == 1


async def test_some_games_know_no_draw(club: Club) -> None:
    match = await club.start(game="detach")
    await refusal(NoDrawsHere, club.draws.ask(club.actor(ADA), match.id))


@pytest.mark.parametrize(("plies", "player"), [(0, BEN), (1, ADA)])
async def test_calling_off_until_both_have_moved(club: Club, plies: int, player: PlayerId) -> None:
    match = await club.play(await club.start(), plies)
    await refusal(matches.NotYourMatch, club.matches.abort(club.actor(CHLOE), match.id))
    with pytest.raises(matches.OutdatedBoard):
        await club.matches.abort(club.actor(player), match.id, plies + 1)
    click = club.actor(player)
    ended = await club.matches.abort(click, match.id, plies)
    assert ended.result == matches.Result((), Ending.ABORTED)
    assert ended.to_move_player is None
    assert (ended.last.kind, ended.last.author_id) == (EntryKind.ABORT, player)
    assert await club.matches.abort(click, match.id, plies) == ended
    assert (await club.inbox.read(player)).waiting == ()
