"""Changes of simcord's pages: they serve other files, show pictures at once, and take late clicks.

simcord knows the size of a picture only after another process has decoded it, one picture after
the other. Until then messages would be shown without their board.

simcord refuses a click on an older revision of a page, and demo pages change while people reach
for a button. Like Discord, this checks only that the clicked message has not changed.
"""

import json
import re
import struct
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from aiohttp import web
from discord import AppCommandType, app_commands
from simcord.preview import Preview
from simcord.preview._assets import _Asset
from simcord.preview._media import MediaInfo, MediaWorker
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.demo import page_files

REMEMBERED = 50
"""How many earlier revisions of pages are kept."""
BOUND = frozenset({"click", "select"})
"""Actions on a component of a message."""
FREE = frozenset(
    {
        "run_command",
        "autocomplete_command",
        "send_message",
        "modal_submit",
        "configure_presentation",  # the width of the window, sent when a page opens
    }
)
"""Actions that do not depend on the messages shown."""
REVISION = "published_revision"

Shown = dict[int, Any]
"""The components of every message in one revision."""
PNG, ANIMATED = b"\x89PNG\r\n\x1a\n", b"acTL"
SIZE_AT, HEADER, EARLY = 16, 33, 1024
"""In a PNG: offset of the size, length up to its end, and where an animation is declared."""
CHANGED = ("/preview.css", "/selects.js", "/media.js", "/app.js")
POLICY, MAY_TELL = "Content-Security-Policy", r"connect-src 'self'(?: http\S*)? *"
"""simcord's header that limits where pages may connect to, and its part to replace."""


def dress_pages(
    where: Callable[[Preview], tuple[str, int]], tree: app_commands.CommandTree[Any], home: str
) -> None:
    """Patch simcord to serve the changed files, and allow requests to ``home``.

    ``where`` says whose page it is, and of which channel; ``tree`` has the context menus.
    """
    hasten_pictures()
    calm = filled(page_files.CALM_SCRIPT, QUIET=page_files.QUIET)
    pages: Any = PreviewServer
    allowed = re.sub(MAY_TELL, f"connect-src 'self' {home} ", pages._SECURITY_HEADERS[POLICY])
    allowed = re.sub("frame-ancestors .*", f"frame-ancestors {home}", allowed)
    pages._SECURITY_HEADERS = {**pages._SECURITY_HEADERS, POLICY: allowed}
    pages._SECURITY_HEADERS.pop("X-Frame-Options", None)
    serve = getattr(pages._static, "plain", pages._static)

    async def dressed(self: PreviewServer, request: web.Request) -> Any:
        response = await serve(self, request)
        if not isinstance(response, web.Response) or request.path not in CHANGED:
            return response
        text = response.text or ""
        match request.path:
            case "/preview.css":
                response.text = text + page_files.STYLES
            case "/selects.js":
                drawn = page_files.LIST_DRAWN
                renewed = text.replace(drawn, page_files.LIST_RENEWED + drawn)
                response.text = renewed + page_files.KNOWN_LISTS
            case "/media.js":
                sized = page_files.SIZED
                response.text = text.replace(sized, sized + page_files.KEPT)
            case "/app.js":
                person, channel = where(self.preview)
                links = filled(page_files.LINKS_STAY_HERE, WAY=f"{home}/as/{person}/")
                menus = filled(
                    page_files.MENUS,
                    ON_PEOPLE=[each.name for each in tree.get_commands(type=AppCommandType.user)],
                    ON_MESSAGES=[
                        each.name for each in tree.get_commands(type=AppCommandType.message)
                    ],
                    WAY=f"{home}/menu/{person}/{channel}",
                )
                response.text = text + links + menus + calm + page_files.SIGHT
        return response

    _replace(pages, "_static", dressed, serve)


def filled(script: str, **values: object) -> str:
    """The script with these names replaced by JSON."""
    for name, value in values.items():
        script = script.replace(name, json.dumps(value))
    return script


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


def be_patient(preview: Any) -> Callable[[Any], bool]:
    """Make ``preview`` accept clicks on older revisions if the clicked message is unchanged.

    Returns a function that tells whether one of its pages is up to date.
    """
    publish, act = preview._publish, preview._action
    states: OrderedDict[tuple[str, int], Shown] = OrderedDict()

    def remembering(page: Any, **why: Any) -> None:
        publish(page, **why)
        states[page.id, page.revision] = _shown(preview)
        while len(states) > REMEMBERED:
            states.popitem(last=False)

    async def patient(context_id: str | None, body: Any) -> Any:
        page = preview._pages.get(context_id)
        if page is not None and _still_holds(preview, body, states, context_id):
            body = {**body, REVISION: page.revision}
        return await act(context_id, body)

    preview._publish = remembering
    preview._action = patient
    return lambda page: states.get((page.id, page.revision)) == _shown(preview)


def _still_holds(
    preview: Any, body: Any, states: OrderedDict[tuple[str, int], Shown], context_id: Any
) -> bool:
    kind, revision = body.get("kind"), body.get(REVISION)
    if kind in FREE:
        return isinstance(revision, int)
    seen = states.get((context_id, revision))
    if kind not in BOUND or seen is None:
        return False
    try:
        target = int(body["target_id"])
    except (KeyError, TypeError, ValueError):
        return False
    return target in seen and seen[target] == _shown(preview).get(target)


def _shown(preview: Any) -> Shown:
    messages = preview.env.backend.messages.get(preview.channel.id, {})
    # simcord replaces the components of an edited message, so these objects do not change
    return {message.id: message.components for message in messages.values()}
