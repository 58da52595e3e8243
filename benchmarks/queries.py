"""Every question to the database for whose answer a person waits.

``QUERIES`` is all there is to change when the data layer's functions change.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from sqlalchemy import Connection

from benchmarks.filling import NOW, REGULAR, Size, interaction_of, message_of, thread_of
from data import audit, blocks, challenges, drafts, matches, outbox, players, practices, requests
from data import servers as server_rows
from data.states import RequestKind

Query = Callable[[Any], Any]


class Answering:
    """A connection whose answers can be awaited, as the data layer's functions do."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, *asked: Any) -> Any:
        return self._connection.execute(*asked)


def ask(query: Query, connection: Connection) -> Any:
    """What the query gives, whether it is a coroutine or not."""
    answer = query(Answering(connection))
    if not inspect.iscoroutine(answer):
        return answer
    try:
        answer.send(None)
    except StopIteration as ended:
        return ended.value
    raise RuntimeError("the query waits for something else than the database")


def queries(size: Size, chance: Random) -> Mapping[str, Query]:
    """The questions, each about somebody or something else every time."""

    def match() -> Any:
        return chance.randrange(1, size.matches + 1)

    def player() -> Any:
        return chance.randrange(2, size.players + 1)

    def server() -> Any:
        return chance.randrange(1, size.servers + 1)

    def ply() -> Any:
        return chance.randrange(1, size.plies + 1)

    regular: Any = REGULAR
    undo = RequestKind.UNDO
    return {
        "a match": lambda c: matches.get(c, match()),
        "a thread's match": lambda c: matches.in_thread(c, thread_of(match())),
        "a message's match": lambda c: matches.shown_in(c, message_of(match())),
        "another message's match": lambda c: matches.shown_in(c, match()),
        "a match's log": lambda c: matches.entries(c, match(), after=0, up_to=size.plies),
        "an interaction's entry": lambda c: matches.entry_of(c, interaction_of(match(), ply())),
        "an unknown interaction's entry": lambda c: matches.entry_of(c, match()),
        "running matches": lambda c: matches.running_of(c, player()),
        "running matches, a regular's": lambda c: matches.running_of(c, regular),
        "ended matches": lambda c: matches.finished_of(c, player(), 10),
        "ended matches, a regular's": lambda c: matches.finished_of(c, regular, 10),
        "a server's matches": lambda c: matches.in_server(c, server(), 25),
        "another server's matches": lambda c: matches.in_server(c, size.servers + match(), 25),
        "a challenge": lambda c: challenges.get(c, match()),
        "an interaction's challenge": lambda c: challenges.offered_by(
            c, interaction_of(match(), 0)
        ),
        "a match's rematch": lambda c: challenges.rematch_of(c, match()),
        "challenges to answer": lambda c: challenges.awaiting(c, player()),
        "a match's requests": lambda c: requests.made_at(c, match(), undo, size.plies),
        "an interaction's request": lambda c: requests.asked_by(c, match()),
        "a draft": lambda c: drafts.get(c, match(), player()),
        "a practice board": lambda c: practices.get(c, player()),
        "a player's settings": lambda c: players.settings(c, player()),
        "a server's settings": lambda c: server_rows.settings(c, server()),
        "a player's blocks": lambda c: blocks.of(c, player()),
        "blocks between two": lambda c: blocks.among(c, (player(), player())),
        "a match's rulings": lambda c: audit.of(c, match()),
        "boards due": lambda c: outbox.matches_due(c, NOW),
        "the next board due": lambda c: outbox.next_attempt(c, NOW),
        "a match's first board due": lambda c: outbox.head(c, match()),
        "the board before": lambda c: outbox.before(c, match(), size.boards),
        "challenges that ran out": lambda c: challenges.expired(c, NOW),
        "the next challenge to run out": challenges.next_expiry,
    }
