"""Every question to the database for whose answer a person waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from random import Random
from typing import Any

from sqlalchemy import Connection

from benchmarks.filling import NOW, REGULAR, Size, key_of, message_of, thread_of
from bot.services.challenges import storage as challenges
from bot.services.composer import storage as drafts
from bot.services.matches import entries_storage as entries
from bot.services.matches import storage as matches
from bot.services.outbox import storage as outbox
from bot.services.people import blocks, players, servers
from bot.services.practice import storage as practices
from bot.services.requests import storage as requests
from bot.services.timers import storage as timers
from data.states import RequestKind

LEASE, LONGEST_PAUSE = timedelta(minutes=2), timedelta(minutes=10)

Query = Callable[[Connection], Any]


def queries(size: Size, chance: Random) -> Mapping[str, Query]:
    """The questions, each about somebody or something else every time.

    What one of them writes is taken back.
    """

    def match() -> Any:
        return chance.randrange(1, size.matches + 1)

    def player() -> Any:
        return chance.randrange(2, size.players + 1)

    def server() -> Any:
        return chance.randrange(1, size.servers + 1)

    def ply() -> Any:
        return chance.randrange(1, size.plies + 1)

    regular: Any = REGULAR
    return {
        "a match": lambda c: matches.get(c, match()),
        "a thread's match": lambda c: matches.in_thread(c, thread_of(match())),
        "a message's match": lambda c: matches.shown_in(c, message_of(match())),
        "another message's match": lambda c: matches.shown_in(c, match()),
        "25 matches": lambda c: matches.several(c, [match() for _ in range(25)]),
        "running matches": lambda c: matches.running_of(c, player()),
        "running matches, a regular's": lambda c: matches.running_of(c, regular),
        "how many matches wait": lambda c: matches.count_waiting(c, player()),
        "how many wait for a regular": lambda c: matches.count_waiting(c, regular),
        "ended matches": lambda c: matches.finished_of(c, player(), 10),
        "ended matches, a regular's": lambda c: matches.finished_of(c, regular, 10),
        "a server's matches": lambda c: matches.in_server(c, server(), 25),
        "another server's matches": lambda c: matches.in_server(c, size.servers + match(), 25),
        "a match's log": lambda c: entries.between(c, match(), after=0, up_to=size.plies),
        "an interaction's entry": lambda c: entries.with_key(c, key_of(match(), ply())),
        "a challenge": lambda c: challenges.get(c, match()),
        "an interaction's challenge": lambda c: challenges.with_key(c, key_of(match(), 0)),
        "a match's rematch": lambda c: challenges.rematch_of(c, match()),
        "challenges to answer": lambda c: challenges.awaiting(c, player()),
        "a match's requests": lambda c: requests.made_at(c, match(), RequestKind.UNDO, size.plies),
        "an interaction's request": lambda c: requests.with_key(c, key_of(match(), 0)),
        "requests that lapse": lambda c: requests.lapse(c, match()),
        "a draft": lambda c: drafts.get(c, match(), player()),
        "a practice board": lambda c: practices.get(c, player()),
        "a player's settings": lambda c: players.settings(c, player()),
        "a server's settings": lambda c: servers.settings(c, server()),
        "a player's blocks": lambda c: blocks.of(c, player()),
        "blocks between two": lambda c: blocks.among(c, (player(), player())),
        "boards to post": lambda c: outbox.claim(c, "benchmark", NOW, NOW, LEASE, LONGEST_PAUSE, 8),
        "the next board to post": lambda c: outbox.next_attempt(c, NOW),
        "a challenge's card": lambda c: outbox.add_challenge(c, match(), NOW),
        "timers that ran out": lambda c: timers.due(c, NOW, 50),
        "the next timer": timers.next_due,
    }
