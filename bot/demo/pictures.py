"""Showing pictures on the demo's pages at once, and reserving their place.

simcord knows the size of a picture only after another process has decoded it, one picture after
the other. Until then messages would be shown without their board.
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
"""Pictures of unknown size get a minimum height, so that the page jumps less."""

SIZED = "    image.height = height;\n"
"""The line of simcord's script that sets a picture's size."""

KEPT = "    image.style.aspectRatio = `${width} / ${height}`;\n"
"""Browsers need this to reserve the height of a picture without a source."""

PNG, ANIMATED = b"\x89PNG\r\n\x1a\n", b"acTL"
SIZE_AT, HEADER, EARLY = 16, 33, 1024
"""In a PNG: offset of the size, length up to its end, and where an animation is declared."""


def hasten_pictures() -> None:
    """Patch simcord to send sizes first, and to serve PNGs without decoding them."""
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

    _replace(asset, "to_wire", sized, to_wire)
    _replace(page, "_resolve_blob", measured, resolve)
    _replace(worker, "validate", served, validate)


def _replace(place: Any, name: str, ours: Any, plain: Any) -> None:
    """Replace a method, and keep the original in ``plain`` so that it is wrapped once."""
    ours.plain = plain
    setattr(place, name, ours)


def _size(blob: bytes) -> tuple[int, int] | None:
    """The width and height of a still PNG in pixels; None for other files."""
    if not blob.startswith(PNG) or len(blob) < HEADER or ANIMATED in blob[:EARLY]:
        return None
    width, height = struct.unpack_from(">II", blob, SIZE_AT)
    return width, height
