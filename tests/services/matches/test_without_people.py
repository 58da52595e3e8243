"""Matches in which not everything is done by somebody's click: engines, clocks, no challenge."""

from dataclasses import replace

import pytest

from bot.services.matches import (
    Change,
    ChangeKind,
    MatchOver,
    MatchState,
    NewEntry,
    NotYourTurn,
    OutdatedBoard,
    Result,
    Scope,
)
from bot.services.matches.entries_storage import Entry
from bot.services.matches.storage import NewMatch
from data.ids import Engine, Holder, Key
from data.states import Ending, EntryKind
from tests.kit.club import ADA, BEN, CHLOE, PLACE, Club, first_move
from tests.kit.views import match_state

ENGINE = Engine(3)


async def begin(
    club: Club, *players: Holder, game: str = "apart", variant: str = "standard"
) -> MatchState:
    """A match that nobody was challenged to, in direct messages."""
    for each in players:
        if not isinstance(each, Engine):
            await club.settings.change_player(club.actor(each), lambda settings: settings)
    new = NewMatch(None, game, variant, 1, None, None, PLACE.channel_id, 0, players)
    return await club.database.write(club.store.begin, new)


async def append(club: Club, match: MatchState, new: NewEntry) -> MatchState:
    return await club.database.write(club.store.append, match, new)


def engine_move(match: MatchState) -> NewEntry:
    return NewEntry(
        EntryKind.MOVE,
        first_move(match),
        match.to_move,
        None,
        Key(f"engine:{match.id}:{match.ply}"),
    )


async def test_an_engine_holds_a_seat(club: Club) -> None:
    match = await begin(club, ADA, ENGINE)
    assert (match.players, match.people) == ((ADA, ENGINE), (ADA,))
    assert [seat.holder for seat in match.seats] == [ADA, ENGINE]
    match = await club.play(match)
    assert match.to_move_player == ENGINE
    with pytest.raises(NotYourTurn):
        await club.matches.submit(club.actor(ADA), first_move(match), match.id)
    answered = await append(club, match, engine_move(match))
    assert answered.to_move_player == ADA
    assert answered.last is not None
    assert (answered.last.author_id, answered.last.seat) == (None, 1)
    assert await club.from_the_log(match.id) == answered
    assert await club.matches.meant(club.actor(ADA), Scope.TO_MOVE) == match.id


async def test_an_engine_moves_once_for_each_ply(club: Club) -> None:
    match = await club.play(await begin(club, ADA, ENGINE))
    move = engine_move(match)
    after = await append(club, match, move)
    with pytest.raises(OutdatedBoard):
        await append(club, match, move)
    later = await club.play(after)
    with pytest.raises(OutdatedBoard):  # its key is taken for ever
        await append(club, later, replace(engine_move(later), key=move.key))
    assert await club.rows("entries") == 3
    told = await club.database.read(club.store.repeated, move.key)
    assert told is not None
    assert replace(told, match=after.match) == after


async def test_two_engines_of_the_same_level_may_play(club: Club) -> None:
    match = await begin(club, ENGINE, ENGINE)
    assert (match.players, match.people) == ((ENGINE, ENGINE), ())
    match = await append(club, match, engine_move(match))
    assert match.to_move_player == ENGINE


async def test_a_match_without_a_challenge_is_told_and_ends_like_any(club: Club) -> None:
    match = await begin(club, ADA, BEN)
    assert (match.match.challenge_id, match.match.card_message_id) == (None, None)
    await club.play(match, 2)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1, 2]
    assert {message.channel_id for message in club.discord.messages} == {PLACE.channel_id}
    over = await club.resign(match, BEN)
    assert over.result.ending is Ending.RESIGNED


async def test_whose_time_is_over_loses(club: Club) -> None:
    match = await club.play(await club.start())
    timeout = NewEntry(EntryKind.TIMEOUT, "", 1, None, Key(f"timer:deadline:{match.id}:1"))
    over = await append(club, match, timeout)
    assert over.result == Result(((0,), (1,)), Ending.TIMED_OUT)
    assert over.last == Entry(
        match.id, 2, 1, None, EntryKind.TIMEOUT, "", timeout.key, club.clock.now
    )
    assert over.match.has_left == (False, True)
    assert await club.state(match.id) == await club.from_the_log(match.id) == over
    with pytest.raises(OutdatedBoard):
        await append(club, match, timeout)
    with pytest.raises(MatchOver):
        await club.matches.submit(club.actor(BEN), "b7-b5", match.id)
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1, 2]


async def test_of_three_only_the_one_whose_time_is_over_leaves(club: Club) -> None:
    match = await club.start(ADA, BEN, CHLOE, game="halves", variant="3p")
    match = await append(club, match, NewEntry(EntryKind.TIMEOUT, "", 0, None, Key("timer:1")))
    assert match.is_running
    assert match.to_move_player == match.players[1]
    assert (await club.inbox.read(ADA)).others == ()
    assert (await club.play(match)).to_move_player == match.players[2]


def test_a_change_tells_what_it_means_for_the_match() -> None:
    running = match_state()
    over = match_state(result=Result(((0,), (1,)), Ending.RESIGNED))
    assert Change(None, running).kind is ChangeKind.BEGUN
    assert Change(running, running).kind is ChangeKind.WENT_ON
    assert Change(running, over).kind is ChangeKind.ENDED
    assert Change(over, running).kind is ChangeKind.REOPENED
    assert Change(over, over).kind is ChangeKind.RULED
