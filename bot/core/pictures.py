"""What the picture of a match shows, and drawing pictures in threads beside the event loop."""

import asyncio
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Protocol, TypeAlias

from cachetools import LRUCache

from bot.core.errors import ServiceError
from bot.core.matches import MatchState, result_words
from bot.core.measures import PICTURES
from data.ids import PlayerId
from data.states import Ending, EntryKind
from renderer import Illustration, PictureRequest, Poster, Result, ShareCard, Sign
from renderer.charts import Chart
from renderer.scene import Scene
from rules.game import Cell, Piece, Position, Seat
from rules.texts import ENGLISH, Text, Wording

_SIGNS = {
    Ending.RESIGNED: Sign.RESIGNED,
    Ending.TIMED_OUT: Sign.TIMED_OUT,
    Ending.DECIDED: Sign.DECIDED,
    Ending.ABORTED: Sign.WITHOUT,
    Ending.ANNULLED: Sign.WITHOUT,
}


def picture_of(
    match: MatchState,
    *,
    viewer: Seat | None = None,
    theme: str = "slate",
    wording: Wording = ENGLISH,
) -> PictureRequest:
    """The current board of ``match`` with its last move and its result."""
    moved_last = match.last is None or match.last.kind is EntryKind.MOVE
    stood: dict[
        Cell, Piece
    ] = {}  # where pieces stood before, for a finished match on an endless board
    for made in match.moves if match.result and match.variant.board.endless else ():
        stood |= made.before.pieces()
    return PictureRequest(
        match.position,
        match.events if moved_last or match.is_running else (),
        result=result_of(match),
        left=match.left,
        viewer=viewer,
        theme=theme,
        stood=tuple(stood.items()),
        wording=wording,
    )


def result_of(match: MatchState) -> Result | None:
    """The result of ``match`` in words, by the colours of its seats; None while it goes on."""
    if match.result is None:
        return None
    names = [seat.colour_name for seat in match.seats]
    words = result_words(match.result, match.info, names)
    drawn = len(match.result.ranking) == 1
    sign = Sign.DRAWN if drawn else _SIGNS.get(match.result.ending)
    return Result(words, match.result.winners, sign)


KEPT_BYTES = 6 * 2**20
"""Size of the cache of pictures: about eighty boards."""


class TooLongToAnimate(ServiceError):
    """The match has more moves than an animated picture can hold."""

    says = Text("This match is too long for one animated picture. Step through it instead.")


class PicturesBusy(ServiceError):
    """Too many pictures are waiting to be drawn."""

    says = Text("Too many pictures are being drawn. Please try again shortly.")


class Draws(Protocol):
    """A renderer. It must be thread-safe."""

    def still(self, request: PictureRequest) -> bytes:
        """The picture as a PNG file."""

    def picture(self, scene: Scene, theme: str) -> bytes:
        """The scene as a PNG file."""

    def share_card(self, card: ShareCard) -> bytes:
        """The card as a PNG file."""

    def poster(self, poster: Poster) -> bytes:
        """The poster as a PNG file."""

    def chart(self, chart: Chart, theme: str, wording: Wording = ENGLISH) -> bytes:
        """The chart in a language as a PNG file."""

    def lens(self, request: PictureRequest) -> bytes:
        """The board with what matters for the goal, as a PNG file."""

    def motion(self, before: Position, after: PictureRequest) -> bytes:
        """A move as an animated GIF file."""

    def replay(self, frames: Iterable[PictureRequest]) -> bytes:
        """The frames as an animated GIF file."""


Drawing: TypeAlias = Callable[[Draws], bytes]


class PictureService:
    """Draws pictures and caches them; equal requests at the same time are drawn once."""

    def __init__(
        self,
        renderer: Draws | None = None,
        workers: int = 2,
        queue: int = 64,
        films: int = 16,
        kept: int = KEPT_BYTES,
    ) -> None:
        self._renderer = renderer
        self._making = Lock()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="pictures")
        self._film_thread = ThreadPoolExecutor(1, thread_name_prefix="animations")
        self._queue = queue
        self._films = films
        self._drawing: dict[Hashable, asyncio.Future[bytes]] = {}
        self._filming: dict[PlayerId, Hashable] = {}
        self._drawn: LRUCache[Hashable, bytes] = LRUCache(kept, getsizeof=len)

    @property
    def waiting(self) -> int:
        return len(self._drawing)

    def _drawer(self) -> Draws:
        """The renderer, loaded with the first picture, since its libraries take 17 MB."""
        with self._making:
            if self._renderer is None:
                from renderer.drawing import Renderer

                self._renderer = Renderer()
            return self._renderer

    async def board(self, request: PictureRequest) -> bytes:
        """The picture of a turn's board as a PNG file; never raises PicturesBusy."""
        PICTURES.labels("board").inc()
        return await self._draw(self._threads, request, lambda drawer: drawer.still(request))

    async def still(self, request: PictureRequest) -> bytes:
        """The picture as a PNG file; raises PicturesBusy if too many are waiting."""
        return await self._queued("still", request, lambda drawer: drawer.still(request))

    async def illustration(self, shown: Illustration, theme: str) -> bytes:
        """The illustration as a PNG file; raises PicturesBusy."""
        return await self._queued(
            "illustration",
            (shown.game, shown.id, theme),
            lambda drawer: drawer.picture(shown.scene, theme),
        )

    async def share_card(self, card: ShareCard) -> bytes:
        """The final board with names, for sharing, as a PNG file; raises PicturesBusy."""
        return await self._queued("share card", card, lambda drawer: drawer.share_card(card))

    async def poster(self, poster: Poster) -> bytes:
        """The poster as a PNG file; drawn in the thread of animations, so that no board waits."""
        PICTURES.labels("poster").inc()
        return await self._draw(self._film_thread, poster, lambda drawer: drawer.poster(poster))

    async def chart(self, chart: Chart, theme: str, wording: Wording = ENGLISH) -> bytes:
        """The chart with its text in a language, as a PNG file; raises PicturesBusy."""
        return await self._queued(
            "chart", (chart, theme, wording), lambda drawer: drawer.chart(chart, theme, wording)
        )

    async def lens(self, request: PictureRequest) -> bytes:
        """The lens of a game that has one, as a PNG file; raises PicturesBusy."""
        return await self._queued("lens", ("lens", request), lambda drawer: drawer.lens(request))

    async def motion(self, before: Position, after: PictureRequest) -> bytes:
        """The move from one position to another, as an animated GIF file; raises PicturesBusy."""
        return await self._queued(
            "motion", (before, after), lambda drawer: drawer.motion(before, after)
        )

    async def replay(self, frames: tuple[PictureRequest, ...], asked_by: PlayerId) -> bytes:
        """The match as a GIF, one at a time for each player.

        Raises PicturesBusy or TooLongToAnimate.
        """
        key = frames
        if self._filming.get(asked_by, key) != key:
            raise PicturesBusy
        if not self._is_begun(key) and len(self._filming) >= self._films:
            raise PicturesBusy
        self._filming[asked_by] = key
        PICTURES.labels("animation").inc()
        try:
            return await self._draw(self._film_thread, key, lambda drawer: drawer.replay(frames))
        except ValueError as error:
            raise TooLongToAnimate from error
        finally:
            self._filming.pop(asked_by, None)

    async def aclose(self) -> None:
        """Wait for pictures being drawn, and drop those not begun."""
        for threads in (self._threads, self._film_thread):
            await asyncio.to_thread(threads.shutdown, wait=True, cancel_futures=True)

    async def _queued(self, kind: str, asked: Hashable, draw: Drawing) -> bytes:
        if not self._is_begun(asked) and len(self._drawing) >= self._queue:
            raise PicturesBusy
        PICTURES.labels(kind).inc()
        return await self._draw(self._threads, asked, draw)

    def _is_begun(self, asked: Hashable) -> bool:
        return asked in self._drawing or asked in self._drawn

    async def _draw(self, threads: ThreadPoolExecutor, asked: Hashable, draw: Drawing) -> bytes:
        known = self._drawn.get(asked)
        if known is not None:
            return known
        drawing = self._drawing.get(asked)
        if drawing is None:
            drawing = asyncio.get_running_loop().run_in_executor(
                threads, lambda: draw(self._drawer())
            )
            self._drawing[asked] = drawing
            drawing.add_done_callback(partial(self._keep, asked))
        # shielded: a cancelled caller must not cancel the drawing for others
        return await asyncio.shield(drawing)

    def _keep(self, asked: Hashable, drawing: asyncio.Future[bytes]) -> None:
        del self._drawing[asked]
        failed = drawing.cancelled() or drawing.exception() is not None
        if not failed and len(drawing.result()) <= self._drawn.maxsize:
            self._drawn[asked] = drawing.result()
