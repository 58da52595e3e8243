"""What a turn costs: how often the database is asked, from the click to the board."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from bot.core import delivery
from bot.core.matches import MatchState
from tests.kit.club import ADA, PLACE, Club, first_move
from tests.kit.timed import timed
from tests.kit.waiting import running, until

MOST = (12, 4)
"""Statements and transactions from the click until the board is noted as done."""

MOST_WITH_A_LOOK_FOR_MORE = (13, 4)
NOTIFY = "SELECT pg_notify"
"""Tells other processes of what there is to do, where there may be any."""


class Ledger:
    """Statements and transactions since it was opened; to begin is none, nor to notify others."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.transactions = 0
        self.when_done: tuple[int, int] | None = None

    @property
    def cost(self) -> tuple[int, int]:
        return len(self.statements), self.transactions

    def count(self, beginning: str) -> int:
        return sum(each.startswith(beginning) for each in self.statements)

    def note_statement(self, *told: Any) -> None:
        statement: str = told[2]
        if not statement.startswith(("BEGIN", NOTIFY)):
            self.statements.append(statement)

    def note_transaction(self, _: Connection) -> None:
        self.transactions += 1

    def note_commit(self, _: Connection) -> None:
        done = any(each.startswith("UPDATE outbox SET done") for each in self.statements)
        if done and self.when_done is None:
            self.when_done = self.cost


@contextmanager
def counting() -> Iterator[Ledger]:
    ledger = Ledger()
    noted = {
        "before_cursor_execute": ledger.note_statement,
        "begin": ledger.note_transaction,
        "commit": ledger.note_commit,
    }
    for name, note in noted.items():
        event.listen(Engine, name, note)
    try:
        yield ledger
    finally:
        for name, note in noted.items():
            event.remove(Engine, name, note)


@pytest.fixture(params=[None, "3d"], ids=["untimed", "timed"])
async def match(club: Club, request: pytest.FixtureRequest) -> MatchState:
    """A match under way in its thread; where time runs, reminders are planned."""
    begun = await (timed(club, request.param) if request.param else club.start())
    return await club.play(begun, 2, posted=True)


async def test_a_typed_move_costs_little(club: Club, match: MatchState) -> None:
    actor = club.actor(ADA, replace(PLACE, thread_id=club.discord.threads[match.id]))
    with counting() as ledger:
        await club.matches.submit(actor, first_move(match))
        await club.deliver()
    assert club.discord.messages[-1].ply == 3
    assert [message.buttons for message in club.discord.messages] == [False] * 3 + [True]
    check(ledger)


async def test_a_composed_move_costs_no_more(club: Club, match: MatchState) -> None:
    actor = club.actor(ADA)
    composing = await club.composer.open(actor, match.id, match.ply)
    while composing.composition.menu.complete is None:
        stage = composing.composition.stage
        composing = await club.composer.take(actor, match.id, match.ply, stage, 0)
    with counting() as ledger:
        await club.composer.play(actor, match.id, match.ply, composing.composition.stage)
        await club.deliver()
    check(ledger)


def check(ledger: Ledger) -> None:
    told = "\n".join(statement.split("\n")[0] for statement in ledger.statements)
    assert ledger.when_done is not None
    for cost, most in zip(ledger.when_done, MOST, strict=True):
        assert cost <= most, told
    for cost, most in zip(ledger.cost, MOST_WITH_A_LOOK_FOR_MORE, strict=True):
        assert cost <= most, told


LOOK = "SELECT min(coalesce(outbox"
"""What asks when there is something to deliver next."""


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)  # a server's notices take their time
async def test_a_message_is_followed_by_one_look_for_more(
    club: Club, match: MatchState, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The delivery looks again once the message's worker has ended, and not before as well."""
    monkeypatch.setattr(delivery, "STARTING_TIME", timedelta(hours=1))
    with counting() as before:
        async with running(club.delivery.run()):
            await until(lambda: before.count(LOOK))
            await settle(club)
            with counting() as ledger:
                await club.move(match, first_move(match))
                await until(lambda: ledger.when_done is not None and ledger.count(LOOK))
                await settle(club)
    assert (ledger.count("WITH ready"), ledger.count(LOOK)) == (1, 1)


async def settle(club: Club) -> None:
    """Let whatever was to be looked for by now be looked for: the file has one writer."""
    for _ in range(5):
        await club.database.write(lambda _: None)
