"""Pictures, drawn by a few threads beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol

from bot.services.pictures.errors import PicturesBusy, TooLongToAnimate
from renderer import Illustration, PictureRequest
from renderer.scene import Scene
from rules.game import Event, Position

Frame = tuple[Position, tuple[Event, ...]]
"""A position, and what the move that led to it did."""


class Draws(Protocol):
    """What draws; several threads call it at once."""

    def still(self, request: PictureRequest) -> bytes:
        """The picture as a PNG file."""

    def picture(self, scene: Scene, theme: str) -> bytes:
        """The scene as a PNG file."""

    def replay(self, positions_and_events: Iterable[Frame], theme: str) -> bytes:
        """The positions as an animated GIF file."""


class PictureService:
    """Draws what is asked for. The same request twice at once is drawn once."""

    def __init__(self, renderer: Draws, workers: int = 2, queue: int = 64) -> None:
        self._renderer = renderer
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="pictures")
        self._queue = queue
        self._drawing: dict[Hashable, asyncio.Future[bytes]] = {}

    async def still(self, request: PictureRequest) -> bytes:
        """The picture as a PNG file; raises PicturesBusy when too many are asked for."""
        return await self._draw(request, partial(self._renderer.still, request))

    async def illustration(self, shown: Illustration, theme: str) -> bytes:
        """The illustration as a PNG file; raises PicturesBusy."""
        draw = partial(self._renderer.picture, shown.scene, theme)
        return await self._draw((shown.game, shown.id, theme), draw)

    async def replay(self, frames: tuple[Frame, ...], theme: str) -> bytes:
        """The match as an animated GIF file; raises PicturesBusy or TooLongToAnimate."""
        try:
            return await self._draw((frames, theme), partial(self._renderer.replay, frames, theme))
        except ValueError as error:
            raise TooLongToAnimate from error

    async def aclose(self) -> None:
        """Finish what is being drawn and drop what is not begun."""
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)

    async def _draw(self, asked: Hashable, draw: Callable[[], bytes]) -> bytes:
        drawing = self._drawing.get(asked)
        if drawing is None:
            if len(self._drawing) >= self._queue:
                raise PicturesBusy
            drawing = asyncio.get_running_loop().run_in_executor(self._threads, draw)
            self._drawing[asked] = drawing
            drawing.add_done_callback(lambda _: self._drawing.pop(asked, None))
        # somebody who stops waiting must not take the picture from the others
        return await asyncio.shield(drawing)
