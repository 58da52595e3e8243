"""Outages while people play, beside an account of every bank that is kept outside the bot.

``QUINTET_TIMED_MATCHES`` says how many matches are played; a few if it is not set.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from random import Random

import pytest

from bot.services.matches import MatchState
from bot.services.timekeeping import ClockView, Heart
from data.ids import PlayerId
from tests.kit.club import Club
from tests.kit.timed import DAY, HOUR, MINUTE, check_ledger, look, played, timed

MATCHES = int(os.environ.get("QUINTET_TIMED_MATCHES", "3"))
ROUNDS = 30
A_ROUND = max(1, MATCHES // 3)
"""Moves between one event and the next, so that each match has as many of both, however many."""

START, INCREMENT, CAP = 20 * DAY, HOUR, 30 * DAY


class Account:
    """What every seat must have, by what happened."""

    def __init__(self, matches: list[MatchState], now: datetime) -> None:
        self.banks = {(each.id, seat): START for each in matches for seat in (0, 1)}
        self.since = {each.id: now for each in matches}
        self.credit = {each.id: timedelta() for each in matches}

    def away(self, length: timedelta, until: datetime) -> None:
        """The bot was away for so long; by a clock that was set back, not in every turn."""
        for match, since in self.since.items():
            if since < until:
                self.credit[match] += length

    def moved(self, match: MatchState, now: datetime) -> None:
        """The player to move has moved, and the next board stood there at once."""
        left = self.banks[match.id, match.ply % 2] - max(now - self.since[match.id], timedelta())
        left += self.credit[match.id]
        self.banks[match.id, match.ply % 2] = min(left + INCREMENT, CAP)
        self.since[match.id], self.credit[match.id] = now, timedelta()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
async def test_every_bank_is_what_it_must_be(club: Club, seed: int) -> None:
    chance, presence, clock = Random(seed), club.services.presence, club.clock
    presence._heart = Heart(15 * MINUTE, 30 * MINUTE)
    await presence.connected()
    pairs = [(PlayerId(number), PlayerId(MATCHES + number)) for number in range(1, MATCHES + 1)]
    begun = [await timed(club, "20d+1h/30d", *pair) for pair in pairs]
    matches = {each.id: each for each in begun}
    account = Account(list(matches.values()), clock.now)

    async def move() -> None:
        for match in chance.sample(list(matches.values()), A_ROUND):
            account.moved(match, clock.now)
            matches[match.id] = await played(club, match)

    for _ in range(ROUNDS):
        clock.now += chance.randrange(1, 20) * MINUTE
        await presence.beat()
        event = chance.choice(("move", "cut off", "jump", "killed", "set back"))
        if event == "set back":  # which takes and gives nobody anything
            clock.now -= chance.randrange(31, 600) * MINUTE
            await presence.beat()
        elif event != "move":
            length = chance.randrange(31, 600) * MINUTE
            if event != "jump":
                await presence.disconnected()
            if event == "killed":
                presence._noted.clear()  # a process that has just begun knows nothing
            clock.now += length
            account.away(length, clock.now)
        if event == "move" or chance.random() < 0.5:
            await move()  # also as the first thing that is heard
        await presence.connected()
        await presence.connected()
        await club.scheduler.sweep()
    for match in matches.values():
        check(account, await look(club, match, match.people[0]))


def check(account: Account, view: ClockView) -> None:
    """The match goes on, and each of its players has what the account says."""
    match = view.match
    assert match.is_running
    check_ledger(view)
    for seat, found in view.seats.items():
        pending = account.credit[match.id] if seat == match.to_move else timedelta()
        assert found.balance == account.banks[match.id, seat] + pending, (match.id, seat)
