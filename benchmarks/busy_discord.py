"""A local Discord that takes many requests: it notes when they come and forgets what it can."""

import asyncio
import time
from collections import deque
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

from aiohttp import web
from simcord._clock import Clock
from simcord.backend.cdn import CdnStore

from tests.kit import discord_rules
from tests.kit.loopback import Loopback, in_json

OUTSIDE_THE_LIMIT = {"interactions", "webhooks"}
REMEMBERED_POSTS = 1000
SLOWLY, LATER = 0.5, 5.0
"""Seconds until a slow channel answers, and after which it says that one may ask again."""


class WallClock(Clock):
    """The time as it passes, so that Discord's own deadlines hold."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class NoFiles(CdnStore):
    """Takes files and keeps none, as nobody is going to look at them."""

    def store_attachment(self, *about: Any) -> dict[str, Any]:
        stored = super().store_attachment(*about)
        self._blobs.clear()
        return stored


class GlobalLimit:
    """Discord's limit on all of a bot's requests together: so many in a second."""

    def __init__(self, each_second: int | None) -> None:
        self._each_second = each_second
        self._began = 0.0
        self._taken = 0

    def wait(self, resource: str) -> float:
        """Seconds until a request to ``resource`` is taken; 0 takes it."""
        if self._each_second is None or resource in OUTSIDE_THE_LIMIT:
            return 0
        now = time.monotonic()
        if now - self._began >= 1:
            self._began, self._taken = now, 0
        if self._taken >= self._each_second:
            return self._began + 1 - now
        self._taken += 1
        return 0


class SlowChannels:
    """Channels in which posts, or edits alone, are told again and again to come later."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._methods: Collection[str] = ()
        self.refused = 0

    def slow_down(self, channels: Collection[int], methods: Collection[str]) -> None:
        """Take nothing of these methods in these channels from now on."""
        self._ids, self._methods = {str(each) for each in channels}, methods

    def refuse(self, method: str, path: str) -> bool:
        """Whether a request is refused."""
        match path.split("/"):
            case ("channels", channel_id, "messages", *_) if channel_id in self._ids:
                self.refused += method in self._methods
                return method in self._methods
        return False


class BusyDiscord(Loopback):
    """The moments are those of ``time.perf_counter``."""

    def __init__(self, limit: int | None = None) -> None:
        super().__init__(WallClock())
        discord_rules.trust(self.backend)
        self.backend.cdn = NoFiles()
        nothing: Any = deque(maxlen=0)
        self.backend.http_requests = self.backend.transcript = nothing
        self.acknowledged: dict[int, float] = {}
        self.answered: dict[str, float] = {}
        self.requests = 0
        self.refused = 0
        self._taking = asyncio.Event()
        self._taking.set()
        self._limit = GlobalLimit(limit)
        self.slow = SlowChannels()
        self._expected: dict[int, asyncio.Future[float]] = {}
        self._posts = 0

    def expect_board(self, channel_id: int) -> asyncio.Future[float]:
        """The moment at which the bot's next message in the channel is there."""
        expected = asyncio.get_running_loop().create_future()
        self._expected[channel_id] = expected
        return expected

    def hold(self) -> None:
        """Leave every post without an answer from now on."""
        self._taking.clear()

    def let_go(self) -> None:
        """Take posts again; those that were left without an answer were never made."""
        self._taking.set()

    async def answer(self, request: web.Request) -> web.StreamResponse:
        came = time.perf_counter()
        if self.slow.refuse(request.method, request.match_info["path"]):
            await asyncio.sleep(SLOWLY)
            return _limited(LATER, everywhere=False)
        self.requests += 1
        match (request.method, *request.match_info["path"].split("/")):
            case ("POST", "interactions", number, _, "callback"):
                self.acknowledged[int(number)] = came
            case ("PATCH", "webhooks", _, token, "messages", "@original"):
                self.answered[token] = came
            case ("POST", "channels", channel_id, "messages"):
                return await self._post(request, int(channel_id))
        return await self._within_limit(request)

    async def _post(self, request: web.Request, channel_id: int) -> web.StreamResponse:
        if not self._taking.is_set():
            await self._taking.wait()
            return in_json({"message": "too late", "code": 0}, 503)
        answer = await self._within_limit(request)
        self._posts += 1
        if self._posts % REMEMBERED_POSTS == 0:
            discord_rules.forget_nonces(self.backend)
        expected = self._expected.pop(channel_id, None) if answer.status == 200 else None
        if expected is not None:
            expected.set_result(time.perf_counter())
        return answer

    async def _within_limit(self, request: web.Request) -> web.StreamResponse:
        wait = self._limit.wait(request.match_info["path"].partition("/")[0])
        if not wait:
            return await super().answer(request)
        self.refused += 1
        return _limited(wait, everywhere=True)


def _limited(wait: float, *, everywhere: bool) -> web.Response:
    body = {"message": "You are being rate limited.", "retry_after": wait, "global": everywhere}
    refusal = in_json(body, 429)
    refusal.headers["Retry-After"] = str(wait)
    if everywhere:
        refusal.headers["X-RateLimit-Global"] = "true"
    return refusal
