"""Matches in every state of their time, and a bot that is started anew, killed or cut off.

All are played at once, so that each way to be away costs one table.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

import pytest

from bot.services.clocks import GRACE, LedgerKind
from bot.services.matches import MatchState
from bot.services.requests import MatchRequest
from bot.services.timekeeping import Heart
from data.ids import PlayerId
from tests.kit.club import Club, OpenClub
from tests.kit.timed import check_ledger, deadline, due, look, timed
from tests.kit.times import HOUR, MINUTE, SECOND

BEAT, AWAY = Heart(HOUR, 2 * HOUR), 5 * HOUR
Way = Literal["started anew", "killed", "cut off"]
LENGTH: dict[Way, timedelta] = {"started anew": 40 * SECOND, "killed": AWAY, "cut off": AWAY}


@dataclass
class Table:
    """A match in each state, by its name; what was asked in one of them, and what was told."""

    matches: dict[str, MatchState]
    request: MatchRequest
    before: dict[str, datetime | None]
    told: list[str]


RUNNING = ("running", "reminded", "in grace", "live", "asked")
STANDING = ("paused", "on vacation")
REMINDED = {"live": 1, "reminded": 2, "running": 3}
"""How many reminders stand there when a turn is over."""


def pair(number: int) -> tuple[PlayerId, PlayerId]:
    return PlayerId(2 * number + 1), PlayerId(2 * number + 2)


async def look_around(club: Club) -> None:
    await club.services.presence.beat()
    await club.look_around()


async def pass_by(club: Club, length: timedelta) -> None:
    while length > timedelta():
        club.clock.now += min(length, 100 * MINUTE)
        length -= 100 * MINUTE
        await look_around(club)


async def there(club: Club) -> None:
    """Let it be there from now on."""
    club.services.presence._heart = BEAT
    await club.services.presence.connected()


async def laid_out(club: Club) -> Table:
    """Matches that come into their states at the same moment, which is now."""
    await there(club)
    matches = {"in grace": await timed(club, "13h", *pair(0))}
    matches["running"] = await timed(club, "3d", *pair(1))
    for number, name in enumerate(("reminded", "paused", "on vacation"), 2):
        matches[name] = await timed(club, "1d", *pair(number))
    until = await due(club, matches["in grace"])
    await pass_by(club, HOUR)
    asked = await club.pauses.ask(club.actor(pair(3)[0]), matches["paused"].id, wish="3")
    await club.pauses.grant(club.actor(pair(3)[1]), asked.id)
    await club.services.vacations.start(club.actor(pair(4)[0]), 3)
    await pass_by(club, until - 10 * MINUTE - club.clock.now)
    matches["live"] = await timed(club, "15m+30s", *pair(5))
    matches["asked"] = await timed(club, "1d", *pair(6))
    request = await club.pauses.ask(club.actor(pair(6)[0]), matches["asked"].id, wish="2")
    await pass_by(club, until + GRACE / 2 - club.clock.now)
    before = {name: await deadline(club, match) for name, match in matches.items()}
    return Table(matches, request, before, sorted(club.discord.reminders()))


async def be_away(open_club: OpenClub, club: Club, way: Way) -> Club:
    if way == "cut off":
        await club.services.presence.disconnected()
        club.clock.now += LENGTH[way] / 2
        await look_around(club)
        club.clock.now += LENGTH[way] / 2
    else:
        club.clock.now += LENGTH[way]
        club = await open_club(club.discord)
    await there(club)
    await look_around(club)
    return club


async def credits(club: Club, match: MatchState) -> dict[int, list[timedelta]]:
    view = await look(club, match, match.people[0])
    check_ledger(view)
    got: dict[int, list[timedelta]] = {0: [], 1: []}
    for line in view.ledger:
        if line.kind is LedgerKind.OUTAGE:
            got[line.seat].append(line.amount)
    return got


@pytest.mark.slow
@pytest.mark.parametrize("way", LENGTH)
async def test_nobody_loses_or_wins_time(open_club: OpenClub, way: Way) -> None:
    club = await open_club()
    table = await laid_out(club)
    left = club.clock.now
    club = await be_away(open_club, club, way)
    for name, match in table.matches.items():
        assert (await club.state(match.id)).is_running, name
        before = table.before[name]
        assert (before is None) is (name in STANDING), name
        made_good = LENGTH[way] if LENGTH[way] == AWAY or name == "live" else timedelta()
        got = made_good
        if before is not None and made_good and left < before < club.clock.now:
            got = max(got, club.clock.now + HOUR - before)  # an hour at least, if it fell into it
        assert await deadline(club, match) == (None if before is None else before + got), name
        credited = [got] if got and name in RUNNING else []
        assert await credits(club, match) == {0: credited, 1: []}, name
    assert (
        sorted(club.discord.reminders()) == table.told
    )  # nothing twice, and nothing that is not due yet
    await times_out_after_the_grace(club, table)
    await everything_goes_on(club, table)


async def times_out_after_the_grace(club: Club, table: Table) -> None:
    """Whoever had no time left before gets none, but for a moment in which moves are heard of."""
    club.clock.now += GRACE
    await look_around(club)
    assert not (await club.state(table.matches["in grace"].id)).is_running
    for name in set(table.matches) - {"in grace"}:
        assert (await club.state(table.matches[name].id)).is_running, name


async def everything_goes_on(club: Club, table: Table) -> None:
    """What was asked can be granted, pauses end at their time, and so do turns, each once told."""
    await club.pauses.grant(club.actor(pair(6)[1]), table.request.id)
    assert await deadline(club, table.matches["asked"]) is None
    for name in ("live", "reminded", "running"):
        match = table.matches[name]
        until = await due(club, match)
        await pass_by(club, until - 2 * MINUTE - club.clock.now)
        await pass_by(club, until + GRACE - SECOND - club.clock.now)
        assert (await club.state(match.id)).is_running, name
        stands = [
            each for each in sorted(club.discord.reminders()) if each.endswith(f" in {match.id}")
        ]
        assert len(stands) == len(set(stands)) == REMINDED[name], name
        await pass_by(club, SECOND)
        assert not (await club.state(match.id)).is_running, name
    await pass_by(club, 2 * HOUR)
    for name in STANDING:
        match = table.matches[name]
        clock = (await look(club, match, match.people[0])).seats[0]
        assert clock.balance == 23 * HOUR, name
        assert clock.deadline is not None
        assert clock.deadline > club.clock.now + 15 * HOUR, name
