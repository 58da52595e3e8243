"""The websocket on which a local Discord tells the bot what happens; a lost one can be resumed."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import discord
from aiohttp import web
from simcord import intents
from simcord.backend import Backend, serializers

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO, BEATEN = 0, 1, 2, 6, 9, 10, 11
HEARTBEAT_MILLISECONDS = 40_000
ON_THE_WAY = 0.05
"""Seconds that the answer to a heartbeat takes."""
LOST = 4000
"""The code with which Discord closes a connection that may be resumed."""
KEPT = 1000
"""How many of the last events somebody who comes back can catch up with."""


@dataclass
class Session:
    """What one identified connection was told, for the next one to catch up with."""

    intents: discord.Intents
    told: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT))
    number: int = 0
    """How many events there have been."""
    outbox: asyncio.Queue[str] | None = None
    resumed: int = 0


class Gateway:
    """Tells every identified bot what happens to a backend."""

    def __init__(self, backend: Backend) -> None:
        self.sessions: list[Session] = []
        self._backend = backend
        self._sockets: list[web.WebSocketResponse] = []
        backend.subscribers.append(self._spread)

    async def cut(self) -> None:
        """Close the connections that are open; the bot has to come back."""
        sockets, self._sockets = self._sockets, []
        for session in self.sessions:
            session.outbox = None
        for socket in sockets:
            await socket.close(code=LOST)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from the greeting to its end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self._sockets.append(socket)
        outbox: asyncio.Queue[str] = asyncio.Queue()
        writing = asyncio.create_task(_write(socket, outbox))
        hello = {"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MILLISECONDS}}
        outbox.put_nowait(json.dumps(hello))
        async for message in socket:
            self._hear(json.loads(message.data), outbox, str(request.host))
        for session in self.sessions:
            if session.outbox is outbox:
                session.outbox = None
        writing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writing
        return socket

    def _hear(self, message: Mapping[str, Any], outbox: asyncio.Queue[str], host: str) -> None:
        if message["op"] == HEARTBEAT:
            # discord.py notes when it has sent one, and an answer must not come before that
            beaten = json.dumps({"op": BEATEN})
            asyncio.get_running_loop().call_later(ON_THE_WAY, outbox.put_nowait, beaten)
        elif message["op"] == IDENTIFY:
            self._identify(message["d"], outbox, host)
        elif message["op"] == RESUME:
            self._resume(message["d"], outbox)

    def _identify(self, about: Mapping[str, Any], outbox: asyncio.Queue[str], host: str) -> None:
        number = len(self.sessions)
        session = Session(discord.Intents._from_value(about["intents"]), outbox=outbox)
        self.sessions.append(session)
        ready = {
            "v": 10,
            "user": serializers.user_payload(self._backend.bot_user),
            "guilds": [],
            "session_id": str(number),
            "resume_gateway_url": f"ws://{host}/gateway",
            "shard": about.get("shard", [0, 1]),
            "application": {"id": str(self._backend.application_id), "flags": 0},
        }
        _tell(session, "READY", ready)
        for guild in self._backend.guilds.values():
            _tell(session, "GUILD_CREATE", serializers.guild_create_payload(self._backend, guild))

    def _resume(self, about: Mapping[str, Any], outbox: asyncio.Queue[str]) -> None:
        session = self.sessions[int(about["session_id"])]
        missed = session.number - about["seq"]
        if missed > len(session.told):
            outbox.put_nowait(json.dumps({"op": INVALID, "d": False}))
            return
        session.outbox = outbox
        session.resumed += 1
        for event in list(session.told)[len(session.told) - missed :]:
            outbox.put_nowait(event)
        _tell(session, "RESUMED", {})

    def _spread(self, event: str, payload: Mapping[str, Any]) -> None:
        needed = intents.required_intent(event, payload)
        for session in self.sessions:
            if needed is None or getattr(session.intents, needed):
                _tell(session, event, payload)


def _tell(session: Session, event: str, payload: Mapping[str, Any]) -> None:
    session.number += 1
    text = json.dumps({"op": DISPATCH, "t": event, "s": session.number, "d": payload}, default=str)
    session.told.append(text)
    if session.outbox is not None:
        session.outbox.put_nowait(text)


async def _write(socket: web.WebSocketResponse, outbox: asyncio.Queue[str]) -> None:
    while True:
        await socket.send_str(await outbox.get())
