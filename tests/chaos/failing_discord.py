"""A Discord that outlives the bots, fails on the wire as it is told, and notes what it was sent."""

import asyncio
import json
import re
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any

from aiohttp import web
from discord.utils import snowflake_time

from benchmarks.busy_discord import NoFiles, WallClock
from tests.kit import discord_rules
from tests.kit.limits import components
from tests.kit.loopback import Loopback, in_json
from tests.kit.shown import look
from tests.kit.strict.documented import (
    DELETE_MESSAGE,
    EDIT_MESSAGE,
    OPEN_THREAD,
    OPEN_THREAD_AT,
    POST_MESSAGE,
    REFUSALS,
    About,
    refusals_of,
)
from tests.kit.strict.request import call_of, parts_of

BOARD = re.compile(r"m:(\d+):(\d+):")
WRITING = (POST_MESSAGE, EDIT_MESSAGE, DELETE_MESSAGE, OPEN_THREAD, OPEN_THREAD_AT)
"""The calls that are not made again once they were refused for good."""
ASKED = web.RequestKey("asked", dict[str, Any])
"""The JSON of a request: the bytes of a form can be read only once."""
PICTURED = web.RequestKey("pictured", bool)
"""Whether files came with a request."""
MOST_TIMES = 2
"""So often the same may be refused: where a fall-back fails for a while, all is tried anew."""
LATE = 60.0
"""Seconds by which an answer, or a click that comes again, is late."""
LONG_WAIT = 8.0
"""Seconds that Discord asks to wait at most."""
FORGETTING = 45.0
"""Seconds after which Discord knows a nonce no more; in life it is some minutes.

It is longer than the half minute that delivery gives discord.py for its own attempts.
"""


@dataclass(frozen=True)
class Post:
    """A message as it was posted: where, with what nonce, and whom it notified."""

    id: int
    channel_id: int
    nonce: str
    mark: str
    pinged: frozenset[int]


@dataclass
class Witness:
    """What was really posted: of each thread the plies of its boards, in the order of posting."""

    boards: dict[int, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    at: dict[tuple[int, int], datetime] = field(default_factory=dict)
    """When the first board of a match and a ply was posted."""
    seen: set[int] = field(default_factory=set)
    others: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Of every nonce the messages that were posted with it and are no boards, in a few words."""
    posts: list[Post] = field(default_factory=list)
    """Every message, in the order of posting."""

    def note(self, channel_id: int, nonce: str, answer: Any, pinged: Iterable[int] = ()) -> None:
        """Note a message that was posted; one that Discord only repeats is none."""
        number = int(answer["id"])
        if number in self.seen:
            return
        self.seen.add(number)
        marked = list(components(answer["components"]))
        # cards lead to the move too, but only boards have a picture
        marked_as = marked if answer.get("attachments") else []
        marks = (BOARD.match(str(each.get("custom_id"))) for each in marked_as)
        found = next((mark for mark in marks if mark), None)
        if found is not None:
            board = (int(found[1]), int(found[2]))
            self.boards[channel_id].append(board)
            self.at.setdefault(board, snowflake_time(number))
        else:
            made = next((each["custom_id"] for each in marked if "custom_id" in each), "words")
            self.others[nonce].append(f"{made} at {snowflake_time(number):%H:%M:%S}")
        mark = next((str(each["custom_id"]) for each in marked if "custom_id" in each), "")
        self.posts.append(Post(number, channel_id, nonce, mark, frozenset(pinged)))


class FailingDiscord(Loopback):
    """Fails with some of the requests, until there were as many faults as wanted."""

    def __init__(self, randomness: Random, rate: float) -> None:
        super().__init__(WallClock())
        self.backend.cdn = NoFiles()
        nothing: Any = deque(maxlen=0)
        self.backend.http_requests = self.backend.transcript = nothing
        self.witness = Witness()
        self.failed: Counter[str] = Counter()
        self.rate = rate
        self.gone: set[int] = set()
        """The channels that were deleted."""
        self.shut_out: set[int] = set()
        """Who took no direct messages for a while."""
        self.changes = 0
        """How often places were opened or closed; then what was refused may be tried again."""
        self.tried_again: list[str] = []
        """What was asked again though it had been refused for good, and nothing had changed."""
        self._refused: dict[Any, tuple[Any, int]] = {}
        self._unwritten = 0
        self._randomness = randomness
        self._late: set[asyncio.Task[None]] = set()

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Do what is asked for, unless it is to go wrong before or after."""
        if self._randomness.random() >= self.rate or request.match_info["path"] == "gateway/bot":
            answer = await self._carried_out(request)
            self._note_refused(request, answer)
            return answer
        kind = self._randomness.choices(*zip(*FAULTS, strict=True))[0]
        self.failed[kind] += 1
        if kind == "429":
            wait = self._randomness.choice([0.05, 0.5, LONG_WAIT])
            body = {"message": "slower", "retry_after": wait, "global": False}
            return in_json(body, 429)
        if kind == "refused":
            refusal = self._refusal(request)
            return await self._carried_out(request) if refusal is None else refusal
        done = await self._carried_out(request) if "after" in kind or kind == "late" else None
        if kind.startswith("5xx"):
            return in_json({"message": "it went wrong", "code": 0}, self._randomness.choice(ERRORS))
        if kind == "late":
            await asyncio.sleep(self._randomness.choice([1.0, 5.0, LATE]))
            return done or web.Response()
        if request.transport is not None:
            request.transport.abort()
        return web.Response()

    def _refusal(self, request: web.Request) -> web.Response | None:
        """One of the answers that Discord documents for the call; None if it is to be done.

        After each of them the same request may be taken later.
        """
        call = call_of(request.method, parts_of(request.match_info["path"]))
        refusals = () if call is None else refusals_of(call)
        known = [each for each in refusals if each.about is About.LATER]
        if not known:
            return None
        told = self._randomness.choice(known)
        body = {"message": told.message, "code": told.code, "retry_after": 0.5, "global": False}
        return in_json(body, told.status)

    def _note_refused(self, request: web.Request, answer: web.StreamResponse) -> None:
        """Note what was refused for good, as the bot hears, and whether it asks that again.

        It may once it has begun anew, after a change, and where its fall-back failed for a while. A
        message is the same that has the same nonce, and else the same content.
        """
        parts = parts_of(request.match_info["path"])
        call = call_of(request.method, parts)
        if call not in WRITING or answer.status < 400 or not isinstance(answer, web.Response):
            return
        told, body = _read(answer), request[ASKED]
        known = REFUSALS.get(str(told.get("code")))
        if known is None or known.about in (About.LATER, About.BOT):
            return
        content = json.dumps(body, sort_keys=True)
        said = str(body.get("nonce") or content)
        asked = (request.method, parts, said, request[PICTURED], "message_reference" in body)
        self.failed["refused for good"] += 1
        era = object() if self._unwritten else (self.changes, len(self.gateway.identified))
        before, times = self._refused.get(asked, (era, 0))
        times = times + 1 if before == era else 1
        if times > MOST_TIMES:
            where, what = "/".join(parts), content[:400]
            self.tried_again.append(f"{times}. {request.method} {where} after {told}: {what}")
        self._refused[asked] = era, times

    @contextmanager
    def unwritten(self) -> Iterator[None]:
        """While the bots cannot write, they cannot note what was refused: they may ask it again."""
        self._unwritten += 1
        try:
            yield
        finally:
            self._unwritten -= 1
            self.changes += 1

    async def _carried_out(self, request: web.Request) -> web.StreamResponse:
        return await super().answer(request)

    def _do(self, request: web.Request, path: str, body: Any, files: Any) -> web.Response:
        request[ASKED], request[PICTURED] = body or {}, bool(files)
        answer = super()._do(request, path, body, files)
        parts = path.strip("/").split("/")
        posts = request.method == "POST" and parts[0] == "channels" and parts[2:] == ["messages"]
        if posts and answer.status == 200:
            posted = _read(answer)
            message = self.backend.get_message(int(parts[1]), int(posted["id"]))
            self.witness.note(int(parts[1]), str(body["nonce"]), posted, look(message).pinged)
        return answer

    def send_again(self, event: str, payload: Any, seconds: float) -> None:
        """Tell the bots of something a second time, some time later."""
        self.failed["click twice"] += 1
        task = asyncio.create_task(self._send_later(event, payload, seconds))
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def _send_later(self, event: str, payload: Any, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self.backend.emit(event, payload)

    async def forget(self) -> None:
        known: dict[Any, float] = {}
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            for nonce in discord_rules.nonces(self.backend):
                known.setdefault(nonce, now)
            for nonce in [each for each, since in known.items() if now - since > FORGETTING]:
                del known[nonce]
                discord_rules.nonces(self.backend).pop(nonce, None)


FAULTS = (
    ("429", 20),
    ("5xx before", 15),
    ("5xx after", 15),
    ("dropped before", 20),
    ("dropped after", 20),
    ("late", 10),
    ("refused", 20),
)
"""What goes wrong, and how often beside the others."""
ERRORS = (500, 502, 503, 504)


def _read(answer: web.Response) -> Any:
    assert isinstance(answer.body, bytes)
    return json.loads(answer.body)
