"""A gateway that says what nobody can read: a log line, and everything else is heard."""

from pathlib import Path

import pytest

from tests.kit.remote import open_remote

FRAMES = {
    "no JSON": "{not json",
    "nothing": "",
    "another kind of value": "[1, 2]",
    "no payload": '{"op": 10, "d": null}',
    "an event without its parts": '{"op": 0, "t": "GUILD_CREATE", "s": %d, "d": {}}',
}


@pytest.mark.parametrize("name", FRAMES)
async def test_the_bot_goes_on(tmp_path: Path, name: str) -> None:
    async with open_remote(tmp_path / "quintet.db") as remote:
        thread_id = await remote.begin()
        for session in remote.discord.gateway.sessions:
            assert session.outbox is not None
            text = FRAMES[name]
            if "%d" in text:
                session.number += 1
                text %= session.number
                session.told.append(text)
            session.outbox.put_nowait(text)
        remote.move(remote.ada, thread_id, "b2-b4")
        boards = await remote.boards(thread_id, 2)
        assert "White jumps b2 to b4" in boards[-1].text
