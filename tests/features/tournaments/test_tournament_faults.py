"""A tournament is cut off anywhere: nothing is doubled or missing."""

from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from bot.core.timers import Timer
from bot.features.tournaments import progress
from bot.features.tournaments.acts import Act
from bot.features.tournaments.storage import TOURNAMENT_TIMER
from data.ids import PlayerId
from tests.features.tournaments.cup_club import Cup
from tests.kit.club import Club, OpenClub

TABLES = (
    *("tournaments", "tournament_players", "pairings", "tournament_log"),
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
    action, now = cup.club.scheduler.rules[TOURNAMENT_TIMER].act, cup.club.clock.now

    def work(connection: Connection) -> None:
        seen = 0

        def count(*_: object) -> None:
            nonlocal seen
            seen += 1
            if seen == statement:
                raise CutOffError

        event.listen(connection, "before_cursor_execute", count)
        try:
            action(connection, Timer(TOURNAMENT_TIMER, cup.id, now), now)
        finally:
            event.remove(connection, "before_cursor_execute", count)

    try:
        await cup.club.database.write(work)
    except CutOffError:
        return True
    return False


async def a_withdrawal(club: Club) -> Cup:
    """The games of somebody who has left go on yet."""
    cup = await Cup.begun(club, 4, games=1)
    await cup.win(1, 2)
    await cup.service.withdraw(cup.actor(4), cup.id)
    return cup


async def an_overtaken_final(club: Club) -> Cup:
    """A final that has begun, after which a ruling lets another one into it."""
    cup = await Cup.begun(club, 4, "knockout")
    for winner, loser in ((1, 4), (2, 3)):
        await cup.win_tie(winner, loser)
    for game in (1, 2):
        match = await cup.match(1, 4, game)
        seat = match.players.index(PlayerId(4))
        await club.rulings.decide(cup.boss, match.id, ((seat,), (1 - seat,)), "a mistake")
    return cup


async def a_round_that_is_closed(club: Club) -> Cup:
    """The next one has to have three games, a bye, and half a point."""
    cup = await Cup.begun(club, 7, "swiss", rounds=3)
    await cup.enter(8)
    await cup.service.sit_out(cup.actor(6), cup.id)
    await cup.act(Act.CLOSE, reason="it takes too long")
    return cup


@pytest.mark.parametrize(
    ("prepare", "paired", "matches", "running"),
    [
        (a_withdrawal, 6, 6, 2),
        pytest.param(an_overtaken_final, 6, 8, 2, marks=pytest.mark.night),
        # with two byes and two who sat out in all
        pytest.param(a_round_that_is_closed, 10, 6, 6, marks=pytest.mark.night),
    ],
)
async def test_what_follows_is_cut_off_before_every_statement(
    open_club: OpenClub,
    monkeypatch: pytest.MonkeyPatch,
    prepare: Any,
    paired: int,
    matches: int,
    running: int,
) -> None:
    cup = await prepare(await open_club())
    monkeypatch.setattr(progress, "BATCH", 3)
    before, statement = await cup.club.database.read(dump), 1
    while await cut_off_at(cup, statement):
        assert await cup.club.database.read(dump) == before
        statement += 1
    assert statement > 30
    again = Cup(await open_club(), cup.id)  # on a program that remembers nothing
    await again.sweep()
    field = await again.field()
    assert await again.stored() == field
    assert (len(field.pairings), await again.club.rows("matches")) == (paired, matches)
    begun = [each.match_id for each in field.pairings if each.match_id is not None]
    assert len(begun) == len(set(begun))
    assert sum(each.is_running for each in field.pairings) == running
