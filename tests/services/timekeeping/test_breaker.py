"""More timeouts at once than can be believed: nothing is applied until an operator decides."""

from collections.abc import Iterator

import pytest

from bot.app.doctor import examine
from bot.app.operating import NOTHING, decide_timeouts
from bot.app.settings import Settings
from bot.services.clocks import GRACE
from bot.services.matches import MatchState
from bot.services.timekeeping import held_timeouts
from bot.services.timekeeping import stops_storage as timeout_stops
from bot.services.timekeeping.breaker import too_many_timeouts
from tests.kit.club import Club
from tests.kit.timed import check_ledger, deadline, look, timed
from tests.kit.times import DAY, MINUTE


@pytest.fixture
async def stopped(club: Club) -> list[MatchState]:
    """Six matches of seven in which the time has run out at once."""
    await timed(club, "7d")
    matches = [await timed(club, "1d") for _ in range(6)]
    await club.sweep(DAY + GRACE)
    assert await running(club, matches) == 6
    return matches


def settings(url: str) -> Settings:
    return Settings("", url)


async def running(club: Club, matches: list[MatchState]) -> int:
    return sum([(await club.state(match.id)).is_running for match in matches])


async def test_it_stops_and_stays_so_after_a_restart(
    club: Club, url: str, stopped: list[MatchState], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await running(club, stopped) == 6
    await club.sweep(DAY)
    stop = await club.database.read(timeout_stops.current)
    assert (stop.due, stop.running, stop.allowed) == (6, 7, False)
    found = {each.about: each for each in await examine(settings(url))}
    assert not found["timeouts"].ok
    assert "6 of 7 clocks" in found["timeouts"].says
    assert await decide_timeouts(settings(url), "show", now=club.clock) == 0
    told = capsys.readouterr().out
    assert "the time of 6 of 7 running clocks had run out at once" in told
    assert "match 2 (apart), player 1, 1 day, 0:00:10 ago" in told
    assert "timeouts forgive" in told


async def test_five_are_believed(club: Club) -> None:
    matches = [await timed(club, "1d") for _ in range(5)]
    await club.sweep(DAY + GRACE)
    assert await running(club, matches) == 0


async def _apply(club: Club, url: str, typed: Iterator[str]) -> int:
    return await decide_timeouts(settings(url), "apply", lambda _: next(typed), club.clock)


async def test_applied_when_typed_back(club: Club, url: str, stopped: list[MatchState]) -> None:
    typed = iter(("7", "", "yes", " 6 "))
    for code in (1, 1, 1):
        assert await _apply(club, url, typed) == code
    await club.sweep()
    assert await running(club, stopped) == 6
    assert await _apply(club, url, typed) == 0
    await club.sweep()
    assert await running(club, stopped) == 0
    await club.sweep(6 * DAY)
    assert await club.database.read(timeout_stops.current) is None


async def test_forgiven(
    club: Club, url: str, stopped: list[MatchState], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await decide_timeouts(settings(url), "forgive", now=club.clock) == 0
    assert "6 players have time to move" in capsys.readouterr().out
    for match in stopped:
        assert await deadline(club, match) == club.clock.now + DAY
        check_ledger(await look(club, match))
    await club.sweep()
    assert await decide_timeouts(settings(url), "show", now=club.clock) == 0
    assert NOTHING in capsys.readouterr().out
    assert (await club.play(await club.state(stopped[0].id))).is_running


@pytest.mark.usefixtures("stopped")
async def test_a_turn_that_is_looked_at_early_is_not_among_them(club: Club) -> None:
    before = await club.database.write(held_timeouts, club.clock.now)
    await timed(club, "10m", posted=False)
    club.clock.now += 11 * MINUTE + GRACE
    held = await club.database.write(held_timeouts, club.clock.now)
    assert len(held.matches) == len(before.matches) == 6
    club.clock.now += MINUTE
    held = await club.database.write(held_timeouts, club.clock.now)
    assert len(held.matches) == 7


@pytest.mark.parametrize(
    ("due", "running", "held"),
    [(5, 5, False), (6, 5, True), (6, 60, False), (7, 60, True), (100, 1000, False), (0, 0, False)],
)
def test_more_timeouts_than_can_be_believed(due: int, running: int, held: bool) -> None:
    assert too_many_timeouts(due, running) is held
