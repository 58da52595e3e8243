"""Many games begin together, and their boards wait in line: time runs from each board."""

from tests.features.tournaments.cup_club import SHOWN_IN, Cup
from tests.kit.club import Club
from tests.kit.timed import clock_of, deadline
from tests.kit.times import DAY, HOUR, MINUTE, SECOND

BANK = 3 * DAY


async def test_time_runs_from_a_board_that_is_posted_nine_minutes_later(club: Club) -> None:
    cup = await Cup.begun(club, 3, games=1)
    await club.deliver(minutes=9)
    match = await cup.match(1, 2)
    assert await deadline(club, match) == club.clock.now + BANK
    assert (await clock_of(club, match, 0)).used(club.clock.now + HOUR) == HOUR
    await club.play(match)
    assert await deadline(club, match) == club.clock.now + MINUTE + BANK


async def test_where_no_board_can_be_posted_no_time_runs(club: Club) -> None:
    club.discord.gone.add(SHOWN_IN)
    cup = await Cup.begun(club, 3, games=1)
    await club.live(hours=24)
    match = await cup.match(1, 2)
    assert await deadline(club, match) is None
    await club.look_around(BANK + 20 * SECOND)
    assert (await club.state(match.id)).is_running
