"""The websocket on which a local Discord tells the bot what happens; a lost one can be resumed."""

import asyncio
import contextlib
import itertools
import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import discord
from aiohttp import ClientConnectionResetError, web
from simcord import intents
from simcord.backend import Backend, serializers

from tests.kit.strict.servers import is_named, is_told

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO, BEATEN = 0, 1, 2, 6, 9, 10, 11
HEARTBEAT_MILLISECONDS = 40_000
ON_THE_WAY = 0.05
"""Seconds that the answer to a heartbeat takes."""
LOST, REVOKED = 4000, 4004
"""Codes with which Discord closes a connection: one that may be resumed, a token that is none."""
KEPT = 1000
"""How many of the last events somebody who comes back can catch up with."""


@dataclass
class Session:
    """What one identified connection was told, for the next one to catch up with."""

    id: str
    intents: discord.Intents
    shard: int = 0
    shards: int = 1
    told: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT))
    number: int = 0
    """How many events there have been."""
    outbox: asyncio.Queue[str] | None = None
    resumed: int = 0

    def concerns(self, server_id: int | None) -> bool:
        """Whether Discord tells this shard what happens there; direct messages are shard 0's."""
        return ((server_id or 0) >> 22) % self.shards == self.shard


class Gateway:
    """Tells every identified bot what happens to a backend."""

    def __init__(self, backend: Backend) -> None:
        self.sessions: list[Session] = []
        self.identified: list[tuple[int, datetime]] = []
        """Which shard a bot has come for, and when, each time."""
        self.flowing = asyncio.Event()
        """Cleared, nothing is told: the connections look alive, and what is due waits."""
        self.flowing.set()
        self._backend = backend
        self._sockets: list[web.WebSocketResponse] = []
        self._numbers = itertools.count()
        backend.subscribers.append(self._spread)

    async def cut(self, code: int = LOST) -> None:
        """Close the connections that are open; the bot has to come back."""
        sockets, self._sockets = self._sockets, []
        for session in self.sessions:
            session.outbox = None
        for socket in sockets:
            await socket.close(code=code)

    def forget_lost(self) -> None:
        """Let no session be resumed that has no connection now."""
        self.sessions[:] = [session for session in self.sessions if session.outbox is not None]

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection, from the greeting to its end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self._sockets.append(socket)
        outbox: asyncio.Queue[str] = asyncio.Queue()
        writing = asyncio.create_task(self._write(socket, outbox))
        hello = {"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MILLISECONDS}}
        outbox.put_nowait(json.dumps(hello))
        async for message in socket:
            self._hear(json.loads(message.data), outbox, str(request.host))
        for session in self.sessions:
            if session.outbox is outbox:
                session.outbox = None
        writing.cancel()
        with contextlib.suppress(asyncio.CancelledError, ClientConnectionResetError):
            await writing  # which may have found the bot gone
        return socket

    async def _write(self, socket: web.WebSocketResponse, outbox: asyncio.Queue[str]) -> None:
        while True:
            text = await outbox.get()
            await self.flowing.wait()
            await socket.send_str(text)

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
        shard, shards = about.get("shard", [0, 1])
        wanted = discord.Intents._from_value(about["intents"])
        session = Session(str(next(self._numbers)), wanted, shard, shards, outbox=outbox)
        self.sessions.append(session)
        self.identified.append((shard, datetime.now(UTC)))
        named = [
            each
            for each in self._backend.guilds.values()
            if session.concerns(each.id) and is_named(self._backend, each.id)
        ]
        ready = {
            "v": 10,
            "user": serializers.user_payload(self._backend.bot_user),
            "guilds": [{"id": str(each.id), "unavailable": True} for each in named],
            "session_id": session.id,
            "resume_gateway_url": f"ws://{host}/gateway",
            "shard": [shard, shards],
            "application": {"id": str(self._backend.application_id), "flags": 0},
        }
        _tell(session, "READY", ready)
        for guild in named:
            if is_told(self._backend, guild.id):
                sent = serializers.guild_create_payload(self._backend, guild)
                _tell(session, "GUILD_CREATE", sent)

    def _resume(self, about: Mapping[str, Any], outbox: asyncio.Queue[str]) -> None:
        known = [session for session in self.sessions if session.id == about["session_id"]]
        session = known[0] if known else None
        missed = 0 if session is None else session.number - about["seq"]
        if session is None or missed > len(session.told):
            outbox.put_nowait(json.dumps({"op": INVALID, "d": False}))
            return
        session.outbox = outbox
        session.resumed += 1
        for event in list(session.told)[len(session.told) - missed :]:
            outbox.put_nowait(event)
        _tell(session, "RESUMED", {})

    def _spread(self, event: str, payload: Mapping[str, Any]) -> None:
        needed = intents.required_intent(event, payload)
        number = payload.get("id" if event.startswith("GUILD_") else "guild_id")
        server_id = payload.get("guild_id", number)
        for session in self.sessions:
            if not session.concerns(None if server_id is None else int(server_id)):
                continue
            if needed is None or getattr(session.intents, needed):
                _tell(session, event, payload)


def _tell(session: Session, event: str, payload: Mapping[str, Any]) -> None:
    session.number += 1
    text = json.dumps({"op": DISPATCH, "t": event, "s": session.number, "d": payload}, default=str)
    session.told.append(text)
    if session.outbox is not None:
        session.outbox.put_nowait(text)
