"""Writing to a log that somebody else has written to meanwhile, and remembering what was read."""

import pytest
from sqlalchemy import Connection

from bot.core.matches import CorruptLog, MatchState, NewEntry, NewMatch, OutdatedBoard
from data.ids import Key, MatchId
from data.states import EntryKind
from tests.kit.club import ADA, BEN, PLACE, Club
from tests.kit.refusals import refusal

LATE = NewEntry(EntryKind.MOVE, "g2-g4", 0, ADA, Key("interaction:1"))
EARLIEST, LATEST = 0, 6


@pytest.mark.both_databases
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
