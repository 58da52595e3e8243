"""More timeouts at once than can be believed: nothing is applied until an operator decides."""

import io
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from bot.app.doctor import examine
from bot.app.operating import NOTHING, decide_timeouts
from bot.app.settings import Settings
from bot.core.clocks import GRACE
from bot.core.matches import MatchState
from bot.features.timekeeping import held_timeouts
from bot.features.timekeeping import storage as timekeeping
from bot.features.timekeeping.errors import OutOfTime
from bot.features.timekeeping.hooks import too_many_timeouts
from data.ids import PlayerId
from tests.kit.club import ELSEWHERE, Club
from tests.kit.timed import check_ledger, deadline, look, timed
from tests.kit.times import DAY, MINUTE

SECOND_PLAYER = PlayerId(50)
"""Whose opponents are to move first."""


async def against_one(club: Club, number: int, clock: str = "1d", **terms: Any) -> MatchState:
    """A match of a player of this number, who is to move."""
    return await timed(club, clock, PlayerId(100 + number), SECOND_PLAYER, **terms)


@pytest.fixture
async def stopped(club: Club) -> list[MatchState]:
    """Six players of seven, whose time has run out at once, the first one's in two matches."""
    await against_one(club, 7, "7d")
    matches = [await against_one(club, number) for number in (1, 1, 2, 3, 4, 5, 6)]
    await club.sweep(DAY + GRACE)
    assert await running(club, matches) == 7
    return matches


async def running(club: Club, matches: list[MatchState]) -> int:
    return sum([(await club.state(match.id)).is_running for match in matches])


async def test_it_stops_and_stays_so_after_a_restart(
    club: Club, url: str, stopped: list[MatchState], capsys: pytest.CaptureFixture[str]
) -> None:
    await club.sweep(DAY)
    assert await running(club, stopped) == 7
    stop = await club.database.read(timekeeping.current_stop)
    assert stop is not None
    assert (stop.due, stop.running, stop.allowed) == (6, 7, False)
    found = {each.about: each for each in await examine(Settings("", url))}
    assert not found["timeouts"].ok
    assert "6 of 7 players to move" in found["timeouts"].says
    assert await decide_timeouts(Settings("", url), "show", now=club.clock) == 0
    told = capsys.readouterr().out
    assert "the time of 6 of 7 players to move had run out at once" in told
    assert "6 players are late in 7 matches" in told
    assert "match 2 (apart), player 101, 1 day, 0:00:10 ago" in told
    assert "timeouts forgive" in told


async def _apply(club: Club, url: str, typed: Iterator[str]) -> int:
    return await decide_timeouts(Settings("", url), "apply", lambda _: next(typed), club.clock)


async def test_applied_when_typed_back(club: Club, url: str, stopped: list[MatchState]) -> None:
    typed = iter(("7", "", "yes", " 6 "))
    for code in (1, 1, 1):
        assert await _apply(club, url, typed) == code
    await club.sweep()
    assert await running(club, stopped) == 7
    assert await _apply(club, url, typed) == 0
    await club.sweep()
    assert await running(club, stopped) == 0
    await club.sweep(6 * DAY)
    assert await club.database.read(timekeeping.current_stop) is None
    later = [await against_one(club, number) for number in range(1, 8)]
    await club.sweep(DAY + GRACE)
    assert await running(club, later) == 7, "what was allowed once is not allowed later"


@pytest.mark.parametrize("stdin", [io.StringIO(), None], ids=["empty", "closed"])
@pytest.mark.usefixtures("stopped")
async def test_without_a_terminal_nothing_is_applied(
    club: Club,
    url: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    stdin: io.StringIO | None,
) -> None:
    monkeypatch.setattr(sys, "stdin", stdin)
    assert await decide_timeouts(Settings("", url), "apply", now=club.clock) == 1
    assert "Nothing was typed, which takes a terminal." in capsys.readouterr().out


async def test_forgiven(
    club: Club, url: str, stopped: list[MatchState], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await decide_timeouts(Settings("", url), "forgive", now=club.clock) == 0
    assert "6 players have time to move" in capsys.readouterr().out
    for match in stopped:
        assert await deadline(club, match) == club.clock.now + DAY
        check_ledger(await look(club, match, SECOND_PLAYER))
    await club.sweep()
    assert await decide_timeouts(Settings("", url), "show", now=club.clock) == 0
    assert NOTHING in capsys.readouterr().out
    assert (await club.play(await club.state(stopped[0].id))).is_running


async def test_a_late_move_is_taken_until_an_operator_has_decided(
    club: Club, url: str, stopped: list[MatchState]
) -> None:
    *_, second, first = stopped
    assert (await look(club, first, SECOND_PLAYER)).match.match.timeouts_held
    moved = await club.play(first, posted=True)
    assert moved.is_running
    check_ledger(await look(club, first, SECOND_PLAYER))
    assert (await look(club, first, SECOND_PLAYER)).seats[0].balance == DAY
    assert await deadline(club, moved) == club.clock.now + DAY
    assert len((await club.database.write(held_timeouts, club.clock.now)).matches) == 6
    assert await _apply(club, url, iter("5")) == 0
    with pytest.raises(OutOfTime):
        await club.play(second)
    assert not (await look(club, second, SECOND_PLAYER)).match.match.timeouts_held


@pytest.mark.both_databases
async def test_late_people_are_counted_once_each(club: Club) -> None:
    """Neither programs nor who was deleted; not where the bot cannot be, and not too early."""
    for number in (1, 1, 2, 3, 4):
        await against_one(club, number)
    await against_one(club, 6, place=ELSEWHERE)
    await against_one(club, 5, posted=False)  # whose timer comes a minute before the deadline
    await club.sql("UPDATE seats SET player_id = NULL, engine = 1 WHERE player_id = 103")
    columns = "settings, reminders, created_at"
    await club.sql(f"INSERT INTO players (id, {columns}) SELECT -1, {columns} FROM players LIMIT 1")
    await club.sql("UPDATE seats SET player_id = -1 WHERE player_id = 104")
    assert ELSEWHERE.server_id is not None
    club.discord.left.add(ELSEWHERE.server_id)
    await club.notice_places()
    for length, late in ((DAY, 0), (GRACE, 2), (MINUTE, 3)):
        club.clock.now += length
        found = await club.database.read(timekeeping.lateness, club.clock.now, 99)
        assert found.players == late
    assert await club.database.read(timekeeping.count_to_move) == 3


@pytest.mark.parametrize(
    ("due", "running", "held"),
    [(5, 5, False), (6, 5, True), (6, 60, False), (7, 60, True), (100, 1000, False), (0, 0, False)],
)
def test_more_timeouts_than_can_be_believed(due: int, running: int, held: bool) -> None:
    assert too_many_timeouts(due, running) is held
