"""Processes that think: real ones, which die, hang and answer nonsense."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.core.thinking import PrioritySemaphore, Processes, ThinkingFailedError
from rules import GAMES
from rules.engine.worker import move_question
from tests.kit.by_day import at_night
from tests.kit.refusals import refusal

POSITION = GAMES["apart"].start()
QUESTION = move_question(POSITION, level=1, seed=3)


@pytest.fixture
async def processes() -> AsyncIterator[Processes]:
    opened = Processes(most=1)
    yield opened
    await opened.aclose()


def scripted(script: str, timeout: float = 20.0) -> Processes:
    command = (sys.executable, "-c", f"import sys, os, json, time\n{script}")
    return Processes(1, timedelta(seconds=timeout), command)


async def test_a_question_is_answered_by_one_process_after_another(processes: Processes) -> None:
    first = await processes.ask(QUESTION)
    POSITION.play(first)
    assert await processes.ask(QUESTION) == first
    assert len(processes._all) == 1


@pytest.mark.night
async def test_who_thinks_lets_everybody_else_go_first() -> None:
    script = (
        "from rules.engine.worker import step_back\n"
        "before = os.nice(0)\n"
        "step_back()\n"
        "print(json.dumps({'answer': [before, os.nice(0)]}), flush=True)\n"
        "sys.stdin.read()"
    )
    meek = scripted(script)
    before, after = await meek.ask(QUESTION)
    assert after == min(before + 15, 19)
    await meek.aclose()


async def test_a_process_that_was_killed_is_replaced(processes: Processes) -> None:
    first = await processes.ask(QUESTION)
    (process,) = processes._all
    os.kill(process.pid, signal.SIGKILL)
    await process.wait()
    await refusal(ThinkingFailedError, processes.ask(QUESTION))
    assert await processes.ask(QUESTION) == first


async def test_who_cannot_answer_says_why(processes: Processes) -> None:
    over = GAMES["apart"].decode("standard ply:40 white:a1,c1 black:h7,h8")
    with pytest.raises(ThinkingFailedError, match="the match is over"):
        await processes.ask(move_question(over, level=1, seed=3))
    POSITION.play(await processes.ask(QUESTION))  # and goes on


async def test_one_that_takes_too_long_is_put_away() -> None:
    hanging = scripted("for line in sys.stdin: time.sleep(600)", timeout=0.2)
    with pytest.raises(ThinkingFailedError, match="TimeoutError"):
        await hanging.ask(QUESTION)
    assert not hanging._all


@pytest.mark.night
async def test_who_is_patient_gives_it_longer() -> None:
    slow = scripted(
        "for line in sys.stdin: time.sleep(6); print(json.dumps({'answer': 1}), flush=True)",
        timeout=3,
    )
    assert await slow.ask(QUESTION, patient=True) == 1
    with pytest.raises(ThinkingFailedError, match="TimeoutError"):
        await slow.ask(QUESTION)


@pytest.mark.parametrize(
    "script",
    [
        at_night("sys.stdin.readline(); os._exit(3)", name="dies"),
        "sys.stdin.readline(); print('{', flush=True); sys.stdin.readline()",
        at_night("sys.stdin.readline(); print('x' * (1 << 23), flush=True)", name="endless"),
    ],
)
async def test_whatever_a_process_does_the_next_question_is_asked_anew(script: str) -> None:
    broken = scripted(script)
    for _ in range(2):
        await refusal(ThinkingFailedError, broken.ask(QUESTION))
    await broken.aclose()


async def test_no_program_is_told_so() -> None:
    missing = Processes(1, command=("/nowhere/python",))
    with pytest.raises(ThinkingFailedError, match="no process"):
        await missing.ask(QUESTION)


async def test_who_has_time_waits_for_those_who_have_not() -> None:
    echo = "for n, line in enumerate(sys.stdin): print(json.dumps({'answer': n}), flush=True)"
    one = scripted(echo)
    patient = [asyncio.create_task(one.ask("a", patient=True)) for _ in range(3)]
    await asyncio.sleep(0)  # the first of them is being answered
    hurried = [asyncio.create_task(one.ask("b")) for _ in range(2)]
    assert [await each for each in hurried] == [1, 2]
    assert [await each for each in patient] == [0, 3, 4]
    await one.aclose()


async def test_who_gives_up_waiting_holds_up_nobody() -> None:
    turns = PrioritySemaphore(1)

    async def have() -> bool:
        async with turns.turn(patient=True):
            return True

    async with turns.turn():
        waiting = [asyncio.create_task(have()) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
    waiting[1].cancel()  # just when it was given the turn
    async with asyncio.timeout(60):
        ended = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(each) for each in ended] == [asyncio.CancelledError] * 2 + [bool]
        assert await have()
