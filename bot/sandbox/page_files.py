"""What the demo adds to the files of simcord's pages: steady pictures, links that stay, menus."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from aiohttp import web
from simcord.preview import Preview
from simcord.preview._server import PreviewServer

from bot.sandbox.menus import STYLE

# A picture that is not loaded yet has no height; without this the page jumps whenever it is drawn.
STEADY_PICTURES = "\n#channel-message-list img:not([src]){display:block;min-height:300px}\n"

# Links to a channel or a message lead to Discord itself, which knows nothing of this one.
LINKS_STAY_HERE = """
document.addEventListener("click", event => {
  const link = event.target.closest("a[href^='https://discord.com/channels/']");
  if (!link) return;
  event.preventDefault();
  window.open(WAY + link.href.split("/")[5], "_self");
}, true);
"""


POLICY, MAY_TELL = "Content-Security-Policy", r"connect-src 'self'(?: http\S*)? *"
"""Where simcord says what its pages may load and tell whom."""


def dress_pages(
    way_to: Callable[[Preview], str], menus: Callable[[Preview], str], home: str
) -> None:
    """Serve the pages with all three, and let them tell ``home`` what is chosen in a menu.

    ``way_to`` says where a page's person finds a channel, ``menus`` is the script that opens them.
    """
    pages: Any = PreviewServer
    allowed = re.sub(MAY_TELL, f"connect-src 'self' {home} ", pages._SECURITY_HEADERS[POLICY])
    pages._SECURITY_HEADERS = {**pages._SECURITY_HEADERS, POLICY: allowed}
    serve = getattr(pages._static, "plain", pages._static)

    async def dressed(self: PreviewServer, request: web.Request) -> Any:
        response = await serve(self, request)
        if isinstance(response, web.Response):
            if request.path == "/preview.css":
                response.text = f"{response.text}{STEADY_PICTURES}{STYLE}"
            elif request.path == "/app.js":
                way = json.dumps(way_to(self.preview))
                links = LINKS_STAY_HERE.replace("WAY", way)
                response.text = f"{response.text}{links}{menus(self.preview)}"
        return response

    dressed.plain = serve  # type: ignore[attr-defined] # so that they are dressed once
    pages._static = dressed
