"""Logs: written to by two, remembered, played on by the rules they began with, replayed once."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.core.matches import (
    CorruptLog,
    IllegalText,
    MatchState,
    NewEntry,
    NewMatch,
    OutdatedBoard,
    RulesVersionMissing,
)
from bot.core.matches.match_store import MAX_INLINE_ENTRIES
from data.errors import StorageError
from data.ids import Key, MatchId
from data.states import EntryKind, RequestState
from rules import GAMES, record
from rules.game import Game
from rules.games import Games
from rules.games.apart import Apart
from rules.games.apart.position import ApartPosition
from tests.kit.club import ADA, BEN, PLACE, Club
from tests.kit.long_matches import LONG, lengthen, long_game, watching_replays
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


AS_BEFORE = Apart()
FIRST_VERSION = AS_BEFORE.info.version
OPENING = "b2-b4"


class MendedApart(Apart):
    """Apart as it might be after a rule fix: Black begins, on White's side."""

    info = replace(Apart.info, version=FIRST_VERSION + 1)

    def start(self, variant: str | None = None, *, seed: int | None = None) -> ApartPosition:
        white, black = super().start(variant, seed=seed).stones
        return ApartPosition((black, white))


Mend = Callable[..., None]


@pytest.fixture
def mend(monkeypatch: pytest.MonkeyPatch) -> Mend:
    """Lets the program be the next one, which knows the mended rules and these earlier ones."""

    def mend(*earlier: Game) -> None:
        others = (game for game in GAMES.values() if game.info.id != MendedApart.info.id)
        following = Games([MendedApart(), *others], earlier)
        for part in ("_games", "_earlier"):
            monkeypatch.setattr(GAMES, part, getattr(following, part))

    return mend


async def test_a_rule_fix_leaves_a_running_match_alone(club: Club, mend: Mend) -> None:
    match = await club.move(await club.start(), OPENING)
    mend(AS_BEFORE)
    assert await club.from_the_log(match.id) == match
    assert (await club.state(match.id)).match.rules_version == FIRST_VERSION
    match = await club.move(match, "b7-b5")
    assert await club.from_the_log(match.id) == match
    replayed = await club.replay.replay(club.actor(ADA), match.id)
    assert replayed.record.version == FIRST_VERSION
    assert replayed.steps[0].position == AS_BEFORE.start()


async def test_a_record_is_read_by_the_rules_of_its_version(club: Club, mend: Mend) -> None:
    match = await club.resign(await club.move(await club.start(), OPENING), BEN)
    mend(AS_BEFORE)
    replayed = await club.replay.replay(club.actor(ADA), match.id)
    written = record.write(replayed.record)
    assert list(record.replay(record.read(written)))[-1] == match.position
    mend()
    with pytest.raises(record.RecordError, match="version 1 of the rules, and this is version 2"):
        record.read(written)


async def test_a_match_that_begins_now_has_the_mended_rules(club: Club, mend: Mend) -> None:
    mend(AS_BEFORE)
    match = await club.start()
    assert match.match.rules_version == MendedApart.info.version
    assert match.position == MendedApart().start()
    await refusal(IllegalText, club.move(match, OPENING))
    assert await club.from_the_log(match.id) == match


async def test_a_match_whose_rules_are_missed_holds_up_no_others(club: Club, mend: Mend) -> None:
    lost = await club.play(await club.start())
    club.store._states.clear()
    mend()
    well = await club.play(await club.start())
    for _ in range(2):  # each of its boards is put aside alone
        await refusal(RulesVersionMissing, club.deliver())
    await club.deliver()
    assert club.discord.posted(well.id) == [0, 1]
    assert club.discord.posted(lost.id) == []
    mend(AS_BEFORE)
    await club.deliver(minutes=1)
    assert club.discord.posted(lost.id) == [0, 1]


@pytest.fixture
async def match(club: Club) -> MatchState:
    """A match of 300 plies, of which nobody remembers anything."""
    begun = await club.start()
    await lengthen(club, begun, long_game())
    await club.deliver()
    club.store.forget(begun.id)
    return begun


async def test_the_first_move_after_a_restart(club: Club, match: MatchState) -> None:
    with watching_replays() as read:
        state = await club.state(match.id)
    assert read == {"beside": LONG, "elsewhere": 0}
    move = str(next(iter(state.position.moves())))
    club.store.forget(match.id)
    club.discord.messages[-1].ply = LONG  # the board that stands there is of the last turn
    with watching_replays() as read:
        played = await club.matches.submit(club.actor(ADA), move, match.id, LONG)
        await club.deliver()
    assert played.state.ply == LONG + 1
    assert club.discord.posted(match.id)[-1] == LONG + 1
    assert read["beside"] == LONG
    assert read["elsewhere"] <= MAX_INLINE_ENTRIES


async def test_taking_back(club: Club, match: MatchState) -> None:
    asked = await club.undo.ask(club.actor(BEN), match.id)
    with watching_replays() as read:
        granted = await club.undo.grant(club.actor(ADA), asked.id)
    assert granted.state is RequestState.GRANTED
    assert granted.match.position.ply == LONG - 1
    assert read["elsewhere"] <= MAX_INLINE_ENTRIES
    assert granted.match == await club.from_the_log(match.id)


async def test_looking_back(club: Club, match: MatchState) -> None:
    with watching_replays() as read:
        replay = await club.replay.replay(club.actor(ADA), match.id)
        again = await club.replay.replay(club.actor(ADA), match.id)
    assert read == {"beside": LONG, "elsewhere": 0}
    assert len(replay.steps) == len(again.steps) == LONG + 1
    assert [step.entry for step in replay.steps[1:]] == list(long_game())
    assert replay.steps[-1].position == replay.match.position


async def test_a_move_onto_a_full_disk_can_be_made_again(tmp_path: Path) -> None:
    club = await Club.open(tmp_path / "club.db", busy_seconds=0.05)
    match = await club.start()
    await set_pages(club, 0)
    with pytest.raises(StorageError, match="full"):
        await club.play(match, 100)
    match = await club.state(match.id)
    assert match == await club.from_the_log(match.id)
    await set_pages(club, 1000)
    assert await club.rows("outbox", "kind = 'board'") == match.ply + 1
    assert (await club.play(match)).ply == match.ply + 1
    await club.close()


async def set_pages(club: Club, spare: int) -> None:
    def allow(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + spare}")

    await club.database.write(allow)
