"""A clock and a Discord that a test holds in its hand."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.services.delivery.messenger import ChannelGone
from bot.services.matches.models import Detour, MatchView
from bot.services.pictures.service import Frame
from renderer import PictureRequest


class ManualClock:
    """Stands still until it is moved on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **parts: float) -> None:
        self.now += timedelta(**parts)


class PlainRenderer:
    """Draws nothing, quickly."""

    def still(self, request: PictureRequest) -> bytes:
        return f"picture at {request.position.ply}".encode()

    def replay(self, positions_and_events: Iterable[Frame], theme: str) -> bytes:
        return f"{theme} replay of {len(list(positions_and_events))}".encode()


@dataclass
class Message:
    id: int
    channel_id: int
    match_id: int
    ply: int
    nonce: str
    note: Detour | None
    alt: str
    buttons: bool = True


@dataclass(frozen=True)
class Fault:
    """What goes wrong with a call: ``error`` is raised before or after it is done."""

    error: BaseException | Callable[[], None]
    afterwards: bool = False


@dataclass
class ScriptedDiscord:
    """A Messenger that keeps messages in memory and fails as it is told to."""

    messages: list[Message] = field(default_factory=list)
    threads: dict[int, int] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    forbidden: dict[int, BaseException] = field(default_factory=dict)
    faults: dict[str, deque[Fault | None]] = field(default_factory=lambda: defaultdict(deque))
    hanging: set[int] = field(default_factory=set)
    calls: list[str] = field(default_factory=list)

    def fail(self, call: str, error: BaseException, *, afterwards: bool = False) -> None:
        """Let one call of this name go wrong."""
        self.faults[call].append(Fault(error, afterwards))

    def posted(self, match_id: int) -> list[int]:
        """The plies shown for the match, in the order in which they were posted."""
        return [message.ply for message in self.messages if message.match_id == match_id]

    async def open_thread(self, view: MatchView) -> int:
        fault = await self._begin("open_thread", view.channel_id)
        thread_id = self.threads.setdefault(view.id, 1_000_000 + view.id)
        self._end(fault)
        return thread_id

    async def post_board(
        self,
        channel_id: int,
        view: MatchView,
        png: bytes,
        alt: str,
        nonce: str,
        note: Detour | None,
    ) -> int:
        assert png
        fault = await self._begin("post_board", channel_id)
        message_id = 2_000_000 + len(self.messages)
        message = Message(message_id, channel_id, view.id, view.ply, nonce, note, alt)
        self.messages.append(message)
        self._end(fault)
        return message_id

    async def retire_board(self, channel_id: int, message_id: int, view: MatchView) -> None:
        fault = await self._begin("retire_board", channel_id)
        (message,) = [message for message in self.messages if message.id == message_id]
        assert (message.match_id, message.ply) == (view.id, view.ply)
        message.buttons = False
        self._end(fault)

    async def find_posted(self, channel_id: int, view: MatchView) -> int | None:
        fault = await self._begin("find_posted", channel_id)
        found = [
            message.id
            for message in self.messages
            if (message.channel_id, message.match_id, message.ply)
            == (channel_id, view.id, view.ply)
        ]
        self._end(fault)
        return found[0] if found else None

    async def _begin(self, call: str, channel_id: int) -> Fault | None:
        self.calls.append(call)
        await asyncio.sleep(0)
        if channel_id in self.hanging:
            await asyncio.Event().wait()
        if channel_id in self.gone:
            raise ChannelGone
        if channel_id in self.forbidden:
            raise self.forbidden[channel_id]
        fault = self.faults[call].popleft() if self.faults[call] else None
        if fault is not None and not fault.afterwards:
            raise fault.error
        return fault

    def _end(self, fault: Fault | None) -> None:
        if fault is not None:
            raise fault.error
