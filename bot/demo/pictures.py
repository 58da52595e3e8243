"""Pictures on the demo's pages: their place is kept from the beginning, and they come at once.

simcord tells a page how large a picture is only after a process of its own has decoded it, one
picture after the other. Until then a board's words would stand there without the board.
"""

import struct
from typing import Any

from simcord.preview._assets import _Asset
from simcord.preview._media import MediaInfo, MediaWorker
from simcord.preview._pages import _Page

STYLE = """
#channel-message-list img:not([src]){display:block;min-height:0;overflow:hidden;
background:#232428;color:transparent}
#channel-message-list img:not([src]):not([height]){min-height:300px}
"""
"""What has no size that is known keeps some place, so that the page does not jump that far."""

SIZED = "    image.height = height;\n"
"""In the function that shows a picture: where it is given the size that is known."""

KEPT = "    image.style.aspectRatio = `${width} / ${height}`;\n"
"""A browser gives a picture without an address no height by its size alone."""

PNG, ANIMATED = b"\x89PNG\r\n\x1a\n", b"acTL"
SIZE_AT, HEADER, EARLY = 16, 33, 1024
"""Where the size stands, how long what tells it is, and where it would say that it moves."""


def hasten_pictures() -> None:
    """Let pages know sizes before they load a picture, and serve the bot's pictures as they are."""
    asset: Any = _Asset
    page: Any = _Page
    worker: Any = MediaWorker
    to_wire = getattr(asset.to_wire, "plain", asset.to_wire)
    resolve = getattr(page._resolve_blob, "plain", page._resolve_blob)
    validate = getattr(worker.validate, "plain", worker.validate)

    def sized(self: Any) -> dict[str, Any]:
        told: dict[str, Any] = to_wire(self)
        if self.available and self.width and self.height:
            told |= {"displayWidth": self.width, "displayHeight": self.height}
        return told

    def measured(self: Any, record: Any, *about: Any) -> None:
        resolve(self, record, *about)
        if record.digest is not None and not record.validated:
            blob = self.preview._blobs[record.digest].data
            record.width, record.height = _size(blob) or (None, None)

    async def served(
        self: Any, key: str, blob: bytes, *, media_time: float | None = None
    ) -> MediaInfo:
        size = _size(blob) if media_time is None else None
        if size is None:
            found: MediaInfo = await validate(self, key, blob, media_time=media_time)
            return found
        return MediaInfo("PNG", *size, 1, 4 * size[0] * size[1], blob, "image/png")

    _stand_in(asset, "to_wire", sized, to_wire)
    _stand_in(page, "_resolve_blob", measured, resolve)
    _stand_in(worker, "validate", served, validate)


def _stand_in(place: Any, name: str, ours: Any, plain: Any) -> None:
    """Put ours in place of what is plain, and know it, so that nothing is put there twice."""
    ours.plain = plain
    setattr(place, name, ours)


def _size(blob: bytes) -> tuple[int, int] | None:
    """How wide and high a still PNG is, in pixels; None for anything else."""
    if not blob.startswith(PNG) or len(blob) < HEADER or ANIMATED in blob[:EARLY]:
        return None
    width, height = struct.unpack_from(">II", blob, SIZE_AT)
    return width, height
