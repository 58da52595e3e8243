"""``quintet stuck``: an operator sees what failed, tries it again or drops it; so does doctor."""

import os
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.app.doctor import Finding, examine
from bot.app.observation import backlog
from bot.app.operating import NOTHING_STUCK, treat_stuck
from bot.app.settings import Settings
from bot.core import outbox, timers
from bot.core.faults import FIRST_DELAY
from bot.core.outbox import NewMessage
from bot.core.timers import TimerRule
from data.states import MessageKind, TimerKind
from tests.core.delivery.test_put_aside import deliver_all
from tests.kit import command_line
from tests.kit.club import Club

TIMERS, MESSAGES = tuple(TimerKind.known.values()), tuple(MessageKind.known.values())


class Ready:
    """All kinds of timers and messages, each of which fails until it is ``well``."""

    def __init__(self, club: Club, url: str) -> None:
        self.club, self.given = club, Settings("a.token.of.three", url)
        self.well, self.done = False, set[str]()
        scheduler, delivery = club.scheduler, club.delivery
        scheduler.rules = {kind: TimerRule(kind, self.act) for kind in TIMERS}
        scheduler._slow = frozenset()
        for kind in MESSAGES:
            poster = delivery._posters[kind]
            object.__setattr__(poster, "kind", _failing(poster.kind, self))

    def act(self, _: Connection, timer: timers.Timer, __: object) -> None:
        if not self.well:
            raise ZeroDivisionError
        self.done.add(f"{timer.kind}/{timer.subject_id}")

    def load(self, _: Connection, due: outbox.Due) -> None:
        if not self.well:
            raise ZeroDivisionError
        self.done.add(f"message/{due.id}")

    async def work(self) -> None:
        while await self.club.scheduler.sweep():
            pass
        await deliver_all(self.club)


def _failing(kind: object, ready: Ready) -> object:
    values = {name: getattr(kind, name) for name in type(kind).__slots__}  # type: ignore[attr-defined]
    return type(kind)(**values | {"load": ready.load})


async def set_all(club: Club) -> None:
    def write(connection: Connection) -> None:
        for kind in TIMERS:
            timers.set_timer(connection, kind, 5, club.clock.now)
        for number, each in enumerate(MESSAGES):
            row = NewMessage(each, number, f"there:{number}", version=0)
            outbox.add(connection, row, club.clock.now)

    await club.database.write(write)


@pytest.fixture
async def ready(club: Club, url: str) -> Ready:
    """Everything has failed once."""
    found = Ready(club, url)
    await set_all(club)
    await found.work()
    return found


async def stuck(ready: Ready, act: str = "show", *names: str) -> int:
    return await treat_stuck(ready.given, act, names, ready.club.clock)


async def test_each_kind_is_shown_and_counted(ready: Ready, capsys) -> None:
    assert await stuck(ready) == 0
    shown = capsys.readouterr().out
    for kind in TIMERS:
        assert f"{kind}/5: {kind} failed 1 times, again at 2026-01-01 12:01 UTC: Zero" in shown
    for number, message in enumerate(MESSAGES, start=1):
        assert f"message/{number}: {message} failed 1 times" in shown
    counted = await ready.club.database.read(backlog, ready.club.clock.now + timedelta(days=1))
    assert (counted["timers_put_aside"], counted["outbox_put_aside"]) == (
        len(TIMERS),
        len(MESSAGES),
    )
    assert counted["outbox_age_seconds"] == 0, "what waits for an operator is counted by itself"


async def test_all_of_them_are_tried_again_and_a_failure_after_that_waits_longer(
    ready: Ready, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await stuck(ready, "retry") == 0
    await ready.work()
    ready.well = True
    ready.club.clock.now += 2 * FIRST_DELAY - timedelta(milliseconds=1)
    await ready.work()
    assert ready.done == set()
    assert await stuck(ready, "retry") == 0
    await ready.work()
    assert len(ready.done) == len(TIMERS) + len(MESSAGES)
    assert await stuck(ready) == 0
    assert NOTHING_STUCK in capsys.readouterr().out


async def test_some_are_tried_or_dropped(ready: Ready, capsys: pytest.CaptureFixture[str]) -> None:
    ready.well = True
    assert await stuck(ready, "drop", "deadline/5", "message/2") == 0
    assert await stuck(ready, "retry", "idle/5", "message/3") == 0
    await ready.work()
    assert ready.done == {"idle/5", "message/3"}
    ready.club.clock.now += FIRST_DELAY
    await ready.work()
    assert not ready.done & {"deadline/5", "message/2"}
    assert len(ready.done) == len(TIMERS) + len(MESSAGES) - 2
    assert await stuck(ready, "drop") == os.EX_USAGE
    capsys.readouterr()
    assert await stuck(ready, "retry", "deadline/5") == 1
    assert "Not stuck: deadline/5" in capsys.readouterr().out


async def test_what_is_of_another_version_is_shown(ready: Ready, capsys) -> None:
    await ready.club.sql("UPDATE timers SET kind = 'juggling' WHERE kind = 'idle'")
    await ready.club.sql("UPDATE outbox SET kind = 'singing' WHERE id = 2")
    await ready.work()
    assert await stuck(ready) == 0
    shown = capsys.readouterr().out
    assert "juggling/5: juggling is of another version" in shown
    assert "message/2: singing is of another version" in shown
    assert await stuck(ready, "drop", "juggling/5", "message/2") == 0
    assert await ready.club.rows("timers", "kind = 'juggling'") == 0


async def test_doctor_tells_of_it(club: Club, url: str) -> None:
    ready = Ready(club, url)

    async def finding() -> Finding:
        (told,) = [each for each in await examine(Settings(None, url)) if each.about == "stuck"]
        return told

    assert (await finding()).ok
    await set_all(club)
    await ready.work()
    told = await finding()
    assert not told.ok
    assert told.says.startswith(f"{len(TIMERS) + len(MESSAGES)} timers or messages were put aside")
    assert "`quintet stuck`" in told.says


@pytest.mark.night
async def test_a_program_of_its_own_knows_the_kinds_of_all_features(
    club: Club, url: str, tmp_path: Path
) -> None:
    for kind in TIMERS:
        await club.database.write(timers.set_timer, kind, 1, club.clock.now)
    await club.close()
    ended = await command_line.run(tmp_path, "stuck", DATABASE_URL=url)
    assert ended.out.strip() == NOTHING_STUCK, ended.said
