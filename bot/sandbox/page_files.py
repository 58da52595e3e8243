"""What the demo changes in the files of simcord's pages: pictures, links, menus, lists, tools."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from aiohttp import web
from simcord.preview import Preview
from simcord.preview._server import PreviewServer

from bot.sandbox import calm, lists, menus, pictures, sight

# Links to a channel or a message lead to Discord itself, which knows nothing of this one.
LINKS_STAY_HERE = """
document.addEventListener("click", event => {
  const link = event.target.closest("a[href^='https://discord.com/channels/']");
  if (!link) return;
  event.preventDefault();
  window.open(WAY + link.href.split("/")[5], "_self");
}, true);
"""

STYLES = pictures.STYLE + menus.STYLE + calm.STYLE + sight.STYLE

POLICY, MAY_TELL = "Content-Security-Policy", r"connect-src 'self'(?: http\S*)? *"
"""Where simcord says what its pages may load and tell whom."""


def dress_pages(
    way_to: Callable[[Preview], str], menus_of: Callable[[Preview], str], home: str
) -> None:
    """Serve the pages with all that, and let them tell ``home`` what is chosen in a menu.

    ``way_to`` says where a page's person finds a channel, ``menus_of`` is the script that opens
    the menus there.
    """
    pictures.hasten_pictures()
    pages: Any = PreviewServer
    allowed = re.sub(MAY_TELL, f"connect-src 'self' {home} ", pages._SECURITY_HEADERS[POLICY])
    pages._SECURITY_HEADERS = {**pages._SECURITY_HEADERS, POLICY: allowed}
    serve = getattr(pages._static, "plain", pages._static)

    async def dressed(self: PreviewServer, request: web.Request) -> Any:
        response = await serve(self, request)
        if isinstance(response, web.Response):
            if request.path == "/preview.css":
                response.text = f"{response.text}{STYLES}"
            elif request.path == "/selects.js":
                response.text = lists.renew_lists(response.text or "")
            elif request.path == "/media.js":
                response.text = pictures.keep_places(response.text or "")
            elif request.path == "/app.js":
                way = json.dumps(way_to(self.preview))
                links = LINKS_STAY_HERE.replace("WAY", way)
                ours = f"{links}{menus_of(self.preview)}{calm.script()}{sight.SCRIPT}"
                response.text = f"{response.text}{ours}"
        return response

    dressed.plain = serve  # type: ignore[attr-defined] # so that they are dressed once
    pages._static = dressed
