"""Pictures, drawn by a few threads beside the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from bot.services.errors import PicturesBusy
from renderer import PictureRequest


class StillRenderer(Protocol):
    """What draws; several threads call it at once."""

    def still(self, request: PictureRequest) -> bytes:
        """The picture as a PNG file."""


class PictureService:
    """Draws what is asked for. The same request twice at once is drawn once."""

    def __init__(self, renderer: StillRenderer, workers: int = 2, queue: int = 64) -> None:
        self._renderer = renderer
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="pictures")
        self._queue = queue
        self._drawing: dict[PictureRequest, asyncio.Future[bytes]] = {}

    async def still(self, request: PictureRequest) -> bytes:
        """The picture as a PNG file; raises PicturesBusy when too many are asked for."""
        drawing = self._drawing.get(request)
        if drawing is None:
            if len(self._drawing) >= self._queue:
                raise PicturesBusy
            loop = asyncio.get_running_loop()
            drawing = loop.run_in_executor(self._threads, self._renderer.still, request)
            self._drawing[request] = drawing
            drawing.add_done_callback(lambda _: self._drawing.pop(request, None))
        # somebody who stops waiting must not take the picture from the others
        return await asyncio.shield(drawing)

    async def aclose(self) -> None:
        """Finish what is being drawn and drop what is not begun."""
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)
