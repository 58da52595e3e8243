"""A tournament is cut off anywhere, or served by two programs: nothing is doubled or missing."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from bot.services.timers import Timer
from bot.services.tournaments import progress
from data.ids import PlayerId
from data.states import TimerKind, TournamentState
from tests.kit.club import Club, OpenClub
from tests.services.tournaments.cup_club import Cup

TABLES = (
    *("tournaments", "tournament_players", "pairings", "pairing_seats", "tournament_log"),
    *("matches", "outbox"),
)


class CutOffError(Exception):
    """The program died here."""


def dump(connection: Connection) -> dict[str, list[Any]]:
    """What is stored, but for what is drawn by lot."""
    found = {
        name: connection.execute(text(f"SELECT * FROM {name} ORDER BY 1, 2")) for name in TABLES
    }
    secret = {"nonce", "key", "seed"}
    return {
        name: [{k: v for k, v in row.items() if k not in secret} for row in rows.mappings()]
        for name, rows in found.items()
    }


async def cut_off_at(cup: Cup, statement: int) -> bool:
    """Do what is due and die before this statement; whether there were so many."""
    action = cup.club.scheduler._actions[TimerKind.TOURNAMENT]

    def work(connection: Connection) -> None:
        seen = 0

        def count(*_: object) -> None:
            nonlocal seen
            seen += 1
            if seen == statement:
                raise CutOffError

        event.listen(connection, "before_cursor_execute", count)
        try:
            action(connection, Timer(TimerKind.TOURNAMENT, cup.id, cup.club.clock.now))
        finally:
            event.remove(connection, "before_cursor_execute", count)

    try:
        await cup.club.database.write(work)
    except CutOffError:
        return True
    return False


async def test_the_beginning_is_cut_off_before_every_statement(
    open_club: OpenClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "AT_ONCE", 3)
    club = await open_club()
    cup = await Cup.open(club, 3)
    await cup.management.begin(cup.boss, cup.id)
    before, statement = await club.database.read(dump), 1
    while await cut_off_at(cup, statement):
        assert await club.database.read(dump) == before
        statement += 1
    assert statement > 60
    again = await open_club()  # after the first batch, on a program that remembers nothing
    await Cup(again, cup.id).sweep()
    field = await cup.field()
    assert all(each.is_running for each in field.pairings)
    assert len({each.match_id for each in field.pairings}) == 6
    assert await again.rows("matches") == 6


async def test_a_withdrawal_is_cut_off_before_every_statement(club: Club) -> None:
    cup = await Cup.begun(club, 4, games=1)
    await cup.win(1, 2)
    await cup.service.withdraw(cup.actor(4), cup.id)
    before, statement = await club.database.read(dump), 1
    while await cut_off_at(cup, statement):
        assert await club.database.read(dump) == before
        statement += 1
    assert statement > 30
    assert not any(each.is_running for each in (await cup.field()).of(PlayerId(4)))
    assert await cup.stored() == await cup.field()


async def test_two_programs_begin_every_game_once(
    open_club: OpenClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "AT_ONCE", 2)
    cup = await Cup.open(await open_club(), 6, games=1, at_once=0)
    other = Cup(await open_club(), cup.id)
    await cup.management.begin(cup.boss, cup.id)
    for _ in range(12):
        await asyncio.gather(cup.club.scheduler.sweep(), other.club.scheduler.sweep())
    field = await cup.field()
    assert field.tournament.state is TournamentState.RUNNING
    assert len(field.pairings) == 15
    assert all(each.is_running for each in field.pairings)
    assert await cup.club.rows("matches") == 15


async def test_the_last_game_ends_in_two_programs_at_once(open_club: OpenClub) -> None:
    cup = await Cup.begun(await open_club(), 3, games=1)
    other = Cup(await open_club(), cup.id)
    await cup.win(1, 2)
    one, two = await cup.match(1, 3), await cup.match(2, 3)
    await asyncio.gather(cup.club.resign(one, PlayerId(3)), other.club.resign(two, PlayerId(3)))
    for _ in range(3):
        await asyncio.gather(cup.club.scheduler.sweep(), other.club.scheduler.sweep())
    assert (await cup.field()).tournament.state is TournamentState.OVER
    assert await cup.club.rows("tournament_log", "kind = 'over'") == 1
    assert await cup.table() == [(1, 1, 2), (2, 2, 1), (3, 3, 0)]


async def an_overtaken_final(club: Club) -> Cup:
    """A final that has begun, after which a ruling lets another one into it."""
    cup = await Cup.begun(club, 4, "knockout")
    for winner, loser in ((1, 4), (2, 3)):
        for game in (1, 2):
            await cup.win(winner, loser, game)
    for game in (1, 2):
        match = await cup.match(1, 4, game)
        seat = match.players.index(PlayerId(4))
        await club.rulings.decide(cup.boss, match.id, ((seat,), (1 - seat,)), "a mistake")
    return cup


async def a_round_that_is_over(club: Club) -> Cup:
    """The last game of a Swiss round has ended, and nothing has followed."""
    cup = await Cup.begun(club, 6, "swiss", rounds=3)
    *others, last = [each for each in (await cup.field()).pairings if each.is_running]
    for each in others:
        await cup.win(*each.players)
    assert last.match_id is not None
    await club.resign(await club.state(last.match_id), last.players[1])
    return cup


@pytest.mark.parametrize(
    ("prepare", "paired", "matches"), [(an_overtaken_final, 6, 8), (a_round_that_is_over, 6, 6)]
)
async def test_what_follows_in_other_formats_is_cut_off_before_every_statement(
    open_club: OpenClub, prepare: Any, paired: int, matches: int
) -> None:
    cup = await prepare(await open_club())
    before, statement = await cup.club.database.read(dump), 1
    while await cut_off_at(cup, statement):
        assert await cup.club.database.read(dump) == before
        statement += 1
    assert statement > 40
    again = Cup(await open_club(), cup.id)
    await again.sweep()
    field = await again.field()
    assert await again.stored() == field
    assert (len(field.pairings), await again.club.rows("matches")) == (paired, matches)
    assert len({each.match_id for each in field.pairings}) == paired


async def test_a_round_of_a_swiss_is_cut_off_before_every_statement(club: Club) -> None:
    cup = await Cup.begun(club, 7, "swiss", rounds=3)
    await cup.enter(8)
    await cup.service.sit_out(cup.actor(6), cup.id)
    await cup.management.close_round(cup.boss, cup.id, "it takes too long")
    before, statement = await club.database.read(dump), 1
    while await cut_off_at(cup, statement):
        assert await club.database.read(dump) == before
        statement += 1
    assert statement > 30
    field = await cup.field()
    assert [each.seats.round for each in field.pairings].count(
        2
    ) == 5  # three games, a bye, and half a point
    assert await cup.stored() == field


async def test_two_programs_pair_a_round_of_a_swiss_once(open_club: OpenClub) -> None:
    cup = await Cup.begun(await open_club(), 6, "swiss", rounds=3)
    other = Cup(await open_club(), cup.id)
    running = [each for each in (await cup.field()).pairings if each.is_running]
    for each in running[1:]:
        await cup.win(*map(int, each.players))
    await other.management.close_round(other.boss, cup.id, "it takes too long")
    await cup.club.resign(await cup.match(*map(int, running[0].players)), running[0].players[0])
    for _ in range(4):
        await asyncio.gather(cup.club.scheduler.sweep(), other.club.scheduler.sweep())
    field = await cup.field()
    assert [each.seats.round for each in field.pairings].count(2) == 3
    assert await cup.club.rows("tournament_log", "kind = 'round'") == 2
    assert await cup.club.rows("matches") == 6
