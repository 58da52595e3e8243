"""The process is killed without warning; the next one finds everything that was told."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.doomed import reopened
from tests.kit.club import first_move

ROOT = Path(__file__).resolve().parents[2]


def doomed(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.faults.doomed", *map(str, arguments)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def hear(process: subprocess.Popen[str]) -> str:
    """What the program tells next; it logs in between."""
    for line in process.stdout:
        if line.startswith("told "):
            return line.removeprefix("told ").rstrip()
    raise EOFError


@pytest.mark.parametrize("lines", [1, 37])
async def test_every_move_that_was_told_is_there(tmp_path: Path, lines: int) -> None:
    with doomed("play", tmp_path) as process:
        told = [hear(process) for _ in range(lines)]
        process.kill()
    match_id, ply = map(int, told[-1].split())
    club = await reopened(tmp_path)
    match = await club.matches.state(match_id)
    assert match.ply >= ply
    assert await club.rows("outbox") == await club.rows("moves") + await club.rows("matches")
    if match.to_move_player is not None:
        after = await club.matches.submit(
            match.id, match.to_move_player, first_move(match), 5, match.ply
        )
        assert after.ply == match.ply + 1
    await club.close()


async def test_half_a_transaction_is_nothing(tmp_path: Path) -> None:
    with doomed("hold", tmp_path) as process:
        assert hear(process) == "inside"
        process.kill()
    club = await reopened(tmp_path)
    assert await club.rows("players") == 0
    assert (await club.start()).ply == 0
    await club.close()


@pytest.mark.parametrize(
    "plug",
    [
        f"{moment} {call}"
        for call in ("open_thread", "post_board", "retire_board")
        for moment in ("before", "after")
    ],
)
async def test_each_board_is_posted_once(tmp_path: Path, plug: str) -> None:
    with doomed("deliver", tmp_path, plug) as process:
        assert process.wait() == -signal.SIGKILL
    club = await reopened(tmp_path)
    await club.delivery.deliver_due()
    assert club.discord.posted(1) == [0, 1]
    assert [message.buttons for message in club.discord.messages] == [False, True]
    assert len(club.discord.threads) == 1
    shown = await club.matches.state(1)
    assert shown.board_message_id == club.discord.messages[-1].id
    assert shown.thread_id == club.discord.threads[1]
    await club.close()
