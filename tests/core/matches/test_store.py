"""Writing to a log that somebody else has written to meanwhile, and remembering what was read."""

from dataclasses import replace

import pytest
from sqlalchemy import Connection

from bot.core import matches
from bot.core.matches import CorruptLog, MatchState, NewEntry, NewMatch, OutdatedBoard
from data.ids import Engine, Holder, Key, MatchId
from data.states import Ending, EntryKind
from tests.kit.club import ADA, BEN, PLACE, Club, first_move
from tests.kit.refusals import refusal

LATE = NewEntry(EntryKind.MOVE, "g2-g4", 0, ADA, Key("interaction:1"))
EARLIEST, LATEST = 0, 6


async def test_another_process_that_was_quicker_is_not_written_over(club: Club) -> None:
    stale = await club.start()
    quicker = await club.play(stale)
    await refusal(OutdatedBoard, club.database.write(club.store.append, stale, LATE))
    assert await club.state(stale.id) == quicker
    assert await club.rows("outbox", "kind = 'board'") == 2


async def test_what_is_remembered_is_bounded_and_never_wrong(club: Club) -> None:
    match = await club.play(await club.start(), LATEST)
    plies = [*range(EARLIEST, LATEST + 1), 2, EARLIEST, LATEST, 5, 1]
    states = [await club.state(match.id, ply) for ply in plies]
    assert [state.position.ply for state in states] == plies
    assert [state.ply for state in states] == plies
    assert sorted(club.store._states[match.id]) == [LATEST - 1, LATEST]
    assert await club.from_the_log(match.id) == match


async def test_a_log_that_was_damaged_says_where(club: Club) -> None:
    match = await club.play(await club.start(), 3)

    await club.sql("UPDATE entries SET text = 'b2-b9' WHERE ply = 2")
    with pytest.raises(CorruptLog) as corrupt:
        await club.from_the_log(match.id)
    assert (corrupt.value.match_id, corrupt.value.ply) == (match.id, 2)
    await club.sql("DELETE FROM entries WHERE ply = 2")
    with pytest.raises(CorruptLog) as corrupt:
        await club.from_the_log(match.id)
    assert corrupt.value.reason == "3 entries expected"


def new_match(game: str, variant: str) -> NewMatch:
    return NewMatch(
        challenge_id=None,
        game=game,
        variant=variant,
        rules_version=1,
        seed=None,
        server_id=None,
        channel_id=PLACE.channel_id,
        to_move=0,
        players=(ADA, BEN),
    )


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_a_match_whose_beginning_was_taken_back_is_forgotten(club: Club) -> None:
    await club.offer()  # which makes Ada and Ben known
    numbers: list[MatchId] = []

    def begin_in_vain(connection: Connection) -> None:
        numbers.append(club.store.begin(connection, new_match("detach", "hexhex5")).id)
        raise ZeroDivisionError

    await refusal(ZeroDivisionError, club.database.write(begin_in_vain))
    begun: MatchState = await club.database.write(club.store.begin, new_match("apart", "standard"))
    assert [begun.id] == numbers, "SQLite gives the number again"
    assert (await club.state(begun.id)).info.id == "apart"
    assert (await club.play(begun)).info.id == "apart"


ENGINE = Engine(3)


async def begin(
    club: Club, *players: Holder, game: str = "apart", variant: str = "standard"
) -> matches.MatchState:
    for each in players:
        if not isinstance(each, Engine):
            await club.settings.change_player(club.actor(each), lambda settings: settings)
    new = NewMatch(None, game, variant, 1, None, None, PLACE.channel_id, 0, players)
    return await club.database.write(club.store.begin, new)


async def append(
    club: Club, match: matches.MatchState, new: matches.NewEntry
) -> matches.MatchState:
    return await club.database.write(club.store.append, match, new)


def engine_move(match: matches.MatchState) -> matches.NewEntry:
    return matches.NewEntry(
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
    with pytest.raises(matches.NotYourTurn):
        await club.matches.submit(club.actor(ADA), first_move(match), match.id)
    answered = await append(club, match, engine_move(match))
    assert answered.to_move_player == ADA
    assert (answered.last.author_id, answered.last.seat) == (None, 1)
    assert await club.from_the_log(match.id) == answered
    assert await club.matches.meant(club.actor(ADA), matches.Scope.TO_MOVE) == match.id


async def test_an_engine_moves_once_for_each_ply(club: Club) -> None:
    match = await club.play(await begin(club, ADA, ENGINE))
    move = engine_move(match)
    after = await append(club, match, move)
    await refusal(matches.OutdatedBoard, append(club, match, move))
    later = await club.play(after)
    with pytest.raises(matches.OutdatedBoard):  # its key is taken for ever
        await append(club, later, replace(engine_move(later), key=move.key))
    assert await club.rows("entries") == 3
    told = await club.database.read(club.store.already_written, move.key)
    assert told is not None
    assert replace(told, match=after.match) == after


async def test_a_match_without_a_challenge_is_told_and_ends_like_any(club: Club) -> None:
    match = await begin(club, ADA, BEN)
    assert (match.match.challenge_id, match.match.card_message_id) == (None, None)
    await club.play(match, 2, posted=True)
    assert club.discord.posted(match.id) == [0, 1, 2]
    assert {message.channel_id for message in club.discord.messages} == {PLACE.channel_id}
    over = await club.resign(match, BEN)
    assert over.result.ending is Ending.RESIGNED
