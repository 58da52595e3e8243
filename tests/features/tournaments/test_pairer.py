"""Rounds that a process pairs: one that dies, hangs, lies or answers too late."""

import asyncio
import sys
from datetime import timedelta
from functools import partial

import pytest

from bot.core.timers import Scheduler, TimerRule, set_timer
from bot.features.reminders.storage import IDLE_TIMER
from bot.features.tournaments import TournamentService, pairer, storage
from bot.features.tournaments.errors import PairingFailed
from bot.features.tournaments.pairer import Pairer
from bot.features.tournaments.standings import Histories
from bot.features.tournaments.storage import TOURNAMENT_TIMER
from bot.features.tournaments.swiss_pairing import NoPairingError, Round, pair_round
from data.database import UnpreparedError
from tests.features.tournaments.cup_club import Cup
from tests.features.tournaments.written import histories_of
from tests.kit.club import Club
from tests.kit.scripted import ManualClock

FIELD: Histories = {number: [] for number in range(1, 71)}


def answering(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", f"import sys, time; sys.stdin.readline(); {code}")


def prepared(pairs: Pairer, field: Histories = FIELD) -> Round:
    """The round, when what it needs has been prepared once."""
    with pytest.raises(UnpreparedError) as asked:
        pairs.pair(field, field, ())
    asked.value.prepare()
    return pairs.pair(field, field, ())


def test_a_process_pairs_as_we_do_and_is_asked_once() -> None:
    pairs = Pairer(ManualClock())
    assert prepared(pairs) == pair_round(FIELD, FIELD)
    assert pairs.pair(FIELD, FIELD, ()) == pair_round(FIELD, FIELD)
    with pytest.raises(UnpreparedError):  # another field is another question
        pairs.pair(FIELD, [*FIELD][1:], ())


def test_it_says_that_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairer, "SMALL_FIELD", 1)
    with pytest.raises(NoPairingError):
        prepared(Pairer(ManualClock()), histories_of({1: "2w1", 2: "1b0"}))


@pytest.mark.parametrize(
    "code",
    [
        "sys.exit(1)",
        "print('nonsense')",
        "print('[]')",
        'print(\'{"meetings": [[1, 2], [1, 3]], "byes": []}\')',
        'print(\'{"meetings": [[1, 900]], "byes": []}\')',
        "time.sleep(60)",
    ],
)
def test_what_is_no_answer_is_asked_for_again_in_a_minute(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairer, "PATIENCE", timedelta(seconds=1))
    clock = ManualClock()
    pairs = Pairer(clock, answering(code))
    with pytest.raises(PairingFailed):
        prepared(pairs)
    clock.advance(minutes=1)
    with pytest.raises(UnpreparedError):
        pairs.pair(FIELD, FIELD, ())


def test_a_process_that_works_too_long_is_ended() -> None:
    field: Histories = {number: [] for number in range(1, 1001)}
    quick = Pairer(ManualClock(), (*pairer.COMMAND[:-1], "1"))
    with pytest.raises(PairingFailed) as ended:
        prepared(quick, field)
    assert "CalledProcessError(-" in ended.value.reason


async def test_a_tournament_waits_a_minute_for_a_process_that_dies(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pairer, "SMALL_FIELD", 1)
    cup = await Cup.open(club, 6, "swiss", rounds=3)
    failing = partial(club.database.read, storage.failing)
    pairs = club.services[TournamentService]._progress._pairer
    monkeypatch.setattr(pairs, "_command", answering("sys.exit(1)"))
    await cup.begin()
    assert not (await cup.field()).pairings
    monkeypatch.setattr(pairs, "_command", pairer.COMMAND)
    await cup.sweep()
    assert not (await cup.field()).pairings
    assert caplog.text.count("no round was paired") == 1
    monkeypatch.setattr(pairs, "_command", answering("sys.exit(1)"))
    for failed in (2, 3):
        assert not await failing(failed)
        club.clock.advance(minutes=1)
        await cup.sweep()
    assert [each.id for each in await failing(3)] == [cup.id]
    monkeypatch.setattr(pairs, "_command", pairer.COMMAND)
    club.clock.advance(minutes=1)
    await cup.sweep()
    assert len((await cup.field()).pairings) == 3
    assert not await failing(1)


async def test_what_takes_long_holds_up_nothing_else(club: Club) -> None:
    done, may_end = asyncio.Event(), asyncio.Event()

    def slow(*_: object) -> None:
        if not may_end.is_set():
            raise UnpreparedError(
                lambda: asyncio.run_coroutine_threadsafe(may_end.wait(), loop).result()
            )

    loop = asyncio.get_running_loop()
    rules = (
        TimerRule(TOURNAMENT_TIMER, slow, slow=True),
        TimerRule(IDLE_TIMER, lambda *_: loop.call_soon_threadsafe(done.set)),
    )
    scheduler = Scheduler(club.database, rules, club.clock)
    for kind in (rule.kind for rule in rules):
        await club.database.write(set_timer, kind, 1, club.clock.now)
    running = asyncio.ensure_future(scheduler.run())
    await asyncio.wait_for(done.wait(), 10)
    may_end.set()
    running.cancel()
