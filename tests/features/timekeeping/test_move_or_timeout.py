"""A move that came in time meets the timeout, in two programs at once: one of them is written."""

import asyncio
from datetime import timedelta

import pytest

from bot.core.clocks import GRACE
from bot.core.errors import ServiceError
from bot.core.matches import MatchOver, MatchState, OutdatedBoard
from data.ids import PlayerId
from data.states import EntryKind
from tests.kit.club import Club, OpenClub, first_move
from tests.kit.timed import check_ledger, look, timed
from tests.kit.times import DAY

AT_ONCE = 5
"""Timeouts that are believed without asking anybody."""


async def moved(club: Club, match: MatchState) -> type[ServiceError] | None:
    """Make a move that reached Discord right before the deadline; why it was refused."""
    now, club.clock.now = club.clock.now, club.clock.now - GRACE - timedelta(seconds=1)
    clicked = club.actor(match.people[0])
    club.clock.now = now
    try:
        await club.matches.submit(clicked, first_move(match), match.id, match.ply)
    except ServiceError as error:
        return type(error)
    return None


@pytest.mark.parametrize("move_first", [True, False])
async def test_exactly_one_of_them_wins(open_club: OpenClub, move_first: bool) -> None:
    first = await open_club()
    second = await open_club(first.discord)
    for number in range(1, 4):
        people = [PlayerId(100 * number + each) for each in range(2 * AT_ONCE)]
        matches = [
            await timed(first, "1d", *pair)
            for pair in zip(people[:AT_ONCE], people[AT_ONCE:], strict=True)
        ]
        first.clock.now += DAY + GRACE
        moving = [moved(first, match) for match in matches]
        sweeping = [second.sweep() for _ in range(AT_ONCE)]
        both = (
            zip(moving, sweeping, strict=True) if move_first else zip(sweeping, moving, strict=True)
        )
        ended = await asyncio.gather(*(each for pair in both for each in pair))
        refused = ended[0 if move_first else 1 :: 2]
        for match, why in zip(matches, refused, strict=True):
            after = await first.from_the_log(match.id)
            assert after.ply == 1
            assert after.last.kind is (EntryKind.MOVE if why is None else EntryKind.TIMEOUT)
            assert why in (None, MatchOver, OutdatedBoard)
            assert after.is_running is (why is None)
            check_ledger(await look(first, match, match.people[0]))
