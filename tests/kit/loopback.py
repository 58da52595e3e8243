"""A Discord on this machine, reached through real HTTP and a real websocket.

The bot runs on discord.py as it is published, with its own retries and its own reconnecting; what
Discord would do is simcord's model. Faults happen on the wire, where they happen in life.
"""

import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord
import yarl
from aiohttp import BodyPartReader, web
from simcord._clock import Clock
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.http import router

from tests.kit import discord_rules
from tests.kit.gateway import Gateway
from tests.kit.redirect import API, GATEWAY, directed_to

LARGEST_REQUEST = 26 * 2**20
"""Bytes of one request: all the files that Discord takes at once, and room for the rest."""
PAUSE = 0.05
"""Seconds for which a rate limit asks to wait."""
SENT_THROUGH_DISCORD = {"Via": "1.1 google"}
"""Without it discord.py takes a 429 for a ban by the network in front of Discord."""


@dataclass
class Fault:
    """What goes wrong with the next ``times`` requests of a kind."""

    method: str
    ending: str
    status: int | None
    """The answer's status; None drops the connection without an answer."""
    done: bool = False
    """Whether the request is carried out all the same."""
    times: int = 1
    everywhere: bool = False
    """Whether a rate limit is that of the bot, not of the request's route."""
    code: int = 0
    """Discord's own code beside the status; without one something before Discord has answered."""


class Loopback:
    """A server on a free port of this machine, serving simcord's ``backend``."""

    def __init__(self, clock: Clock | None = None) -> None:
        discord_rules.install()
        self.backend = Backend(clock=clock)
        self.backend.clock._epoch = datetime.now(UTC)  # discord.py compares ids with the time
        self.gateway = Gateway(self.backend)
        self.faults: list[Fault] = []
        self.starts = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        self.forgetful = False  # Discord knows a nonce for some minutes only
        self.address = yarl.URL()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Serve while the block runs, with discord.py directed here."""
        async with self.listening():
            with directed_to(self.address):
                yield

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Serve while the block runs, for whoever finds the ``address``."""
        application = web.Application(client_max_size=LARGEST_REQUEST)
        application.router.add_route("*", f"/{API}/{{path:.*}}", self.answer)
        application.router.add_get(f"/{GATEWAY}", self.gateway.serve)
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        self.address = yarl.URL(f"http://{host}:{port}")
        try:
            yield
        finally:
            await runner.cleanup()

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Do what a request asks, or what is to go wrong with it."""
        path = f"/{request.match_info['path']}"
        body, files = await _content(request)
        fault = self._due(request.method, path)
        if fault is not None and not fault.done:
            return _failure(request, fault)
        answer = self._do(request, path, body, files)
        return answer if fault is None else _failure(request, fault)

    def _due(self, method: str, path: str) -> Fault | None:
        for fault in self.faults:
            if fault.times and fault.method == method and path.endswith(fault.ending):
                fault.times -= 1
                return fault
        return None

    def _do(
        self, request: web.Request, path: str, body: Any, files: list[discord.File]
    ) -> web.Response:
        if path == "/gateway/bot":
            return in_json(self._shards())
        if self.forgetful:
            discord_rules.forget_nonces(self.backend)
        try:
            answer = router.dispatch(
                self.backend,
                request.method,
                path,
                json=body,
                params=dict(request.query),
                files=files,
                reason=request.headers.get("X-Audit-Log-Reason"),
            )
        except BackendError as error:
            return in_json(error.to_json(), error.status)
        return web.Response(status=204) if answer is None else in_json(answer)

    def _shards(self) -> dict[str, Any]:
        url = str(self.address.with_scheme("ws") / GATEWAY)
        return {"url": url, "shards": 1, "session_start_limit": self.starts}


def in_json(content: Any, status: int = 200) -> web.Response:
    """An answer as Discord sends it."""
    # discord.py wants exactly this content type, which aiohttp would add a charset to
    headers = {**SENT_THROUGH_DISCORD, "Content-Type": "application/json"}
    return web.Response(
        body=json.dumps(content, default=str).encode(), status=status, headers=headers
    )


async def _content(request: web.Request) -> tuple[Any, list[discord.File]]:
    """The JSON of a request, and the files that came along."""
    if not request.content_type.startswith("multipart/"):
        return json.loads(await request.read() or b"null"), []
    if (size := request.content_length or 0) > LARGEST_REQUEST:  # aiohttp limits each part alone
        raise web.HTTPRequestEntityTooLarge(LARGEST_REQUEST, size)
    told, files = None, []
    # not by request.post(), which leaves a file open where the bot is killed while it sends
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        content = await part.read(decode=True)
        if part.filename:
            files.append(discord.File(io.BytesIO(content), part.filename))
        elif part.name == "payload_json":
            told = json.loads(content)
    return told, files


def _failure(request: web.Request, fault: Fault) -> web.Response:
    if fault.status is None:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()
    everywhere, told = fault.everywhere, {"message": "it went wrong", "code": fault.code}
    body = {**told, "retry_after": PAUSE, "global": everywhere}
    answer = in_json(body, fault.status)
    if everywhere:
        answer.headers.update({"X-RateLimit-Global": "true", "Retry-After": str(PAUSE)})
    return answer
