"""The process is killed without warning; the next one finds everything that was told."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from data.ids import ChallengeId, MatchId
from data.states import ChallengeState
from tests.faults import doomed
from tests.kit.club import BEN, Club
from tests.kit.log_watch import WATCH
from tests.kit.waiting import until

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload([doomed.__name__])  # so that importing takes its time once


@contextmanager
def running(program: doomed.Program, folder: Path, plug: str = "") -> Iterator[Running]:
    """The program in a process of its own, and what it tells; it is dead at the end."""
    ours, its = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=doomed.run, args=(program, folder, plug, its))
    process.start()
    its.close()
    try:
        yield Running(process, ours)
    finally:
        process.kill()
        process.join()
        ours.close()
        WATCH.read_files(folder / doomed.LOG)


@dataclass(frozen=True)
class Running:
    """A process, and the pipe through which it tells what it does."""

    process: BaseProcess
    told: Pipe


def dies(program: doomed.Program, folder: Path, plug: str) -> None:
    """Run the program until the plug is pulled."""
    with running(program, folder, plug) as it:
        it.process.join()
        assert it.process.exitcode == -signal.SIGKILL


async def deliver_all(club: Club, buttons: list[bool] | None = None) -> None:
    """Deliver as the program does, until nothing is left and the boards have these buttons."""

    async def nothing_is_due() -> bool:
        shown = [message.buttons for message in club.discord.messages]
        return await club.rows("outbox", "NOT done") == 0 and buttons in (None, shown)

    delivering = asyncio.create_task(club.delivery.run())
    await until(nothing_is_due)
    delivering.cancel()
    with suppress(asyncio.CancelledError):
        await delivering


def moments(*calls: str) -> list[str]:
    return [f"{moment} {call}" for call in calls for moment in ("before", "after")]


async def test_every_move_that_was_told_is_there(tmp_path: Path) -> None:
    with running(doomed.play, tmp_path) as program:
        told = [program.told.recv() for _ in range(37)]
    match_id, ply = map(int, told[-1].split())
    club = await doomed.reopened(tmp_path)
    match = await club.state(MatchId(match_id))
    assert match.ply >= ply
    boards = await club.rows("outbox", "kind = 'board'")
    assert boards == await club.rows("entries") + await club.rows("matches")
    if match.to_move_player is not None:
        assert (await club.play(match)).ply == match.ply + 1
    await club.close()


@pytest.mark.night
@pytest.mark.parametrize("plug", moments("open_thread", "post_board", "retire_board"))
async def test_each_board_is_posted_once(tmp_path: Path, plug: str) -> None:
    dies(doomed.deliver, tmp_path, plug)
    club = await doomed.reopened(tmp_path)
    await deliver_all(club, buttons=[False, True])
    assert club.discord.posted(MatchId(1)) == [0, 1]
    assert len(club.discord.threads) == 1
    shown = await club.state(MatchId(1))
    assert shown.match.board_message_id == club.discord.messages[-1].id
    assert shown.match.thread_id == club.discord.threads[MatchId(1)]
    await club.close()


@pytest.mark.night
@pytest.mark.parametrize("plug", moments("post_card", "edit_card"))
async def test_each_card_is_posted_once_and_shows_how_things_stand(tmp_path, plug: str) -> None:
    dies(doomed.challenge, tmp_path, plug)
    club = await doomed.reopened(tmp_path)
    await deliver_all(club)
    (card,) = club.discord.cards
    challenge = await club.challenges.get(ChallengeId(1))
    assert challenge.message_id == card.id
    assert card.shown[-1] == challenge.state.value
    if challenge.state is ChallengeState.OPEN:
        await club.challenges.decline(club.actor(BEN), challenge.id)
        await deliver_all(club)
    assert card.shown[-1] == "declined"
    await club.close()
