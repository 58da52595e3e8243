"""Changes of the files of simcord's pages: pictures, links, menus, lists and tools."""

import json
import re
from collections.abc import Callable
from typing import Any

from aiohttp import web
from discord import AppCommandType, app_commands
from simcord.preview import Preview
from simcord.preview._server import PreviewServer

from bot.demo import pictures, sight

SCRIPT = """
(() => {
  const PEOPLE = ".message-author, .message-avatar, .mention";
  let open = null;
  const close = () => { if (open) { open.remove(); open = null; } };
  const choose = (name, about) => {
    close();
    fetch(WAY, {method: "POST", mode: "no-cors", body: JSON.stringify({name, ...about})});
  };
  document.addEventListener("click", close);
  document.addEventListener("keydown", event => { if (event.key === "Escape") close(); });
  document.addEventListener("contextmenu", event => {
    const message = event.target.closest("[data-message-id]");
    if (!message) return;
    const person = event.target.closest(PEOPLE);
    const author = message.querySelector(".message-author");
    const named = person && person.matches(".message-avatar") ? author : person;
    const about = person
      ? {person: named.textContent.replace(/^@/, "").trim()}
      : {message: message.dataset.messageId};
    event.preventDefault();
    close();
    open = document.createElement("div");
    open.className = "app-menu";
    open.setAttribute("role", "menu");
    for (const name of person ? ON_PEOPLE : ON_MESSAGES) {
      const entry = document.createElement("button");
      entry.textContent = name;
      entry.setAttribute("role", "menuitem");
      entry.addEventListener("click", () => choose(name, about));
      open.append(entry);
    }
    document.body.append(open);
    open.style.left = `${Math.min(event.clientX, innerWidth - open.offsetWidth - 8)}px`;
    open.style.top = `${Math.min(event.clientY, innerHeight - open.offsetHeight - 8)}px`;
  });
})();
"""

STYLE = """
.app-menu{position:fixed;z-index:99;background:#111214;border-radius:6px;padding:6px;
box-shadow:0 8px 16px #0008}
.app-menu button{display:block;width:100%;border:0;border-radius:4px;background:none;color:#dbdee1;
cursor:pointer;font:inherit;padding:8px 12px;text-align:left}
.app-menu button:hover,.app-menu button:focus{background:#4752c4;color:#fff}
"""


def menu_script(tree: app_commands.CommandTree[Any], way: str) -> str:
    """The script for the context menus of ``tree``; it posts the choice to ``way``."""
    people, messages = (
        json.dumps([each.name for each in tree.get_commands(type=kind)])
        for kind in (AppCommandType.user, AppCommandType.message)
    )
    filled = SCRIPT.replace("ON_PEOPLE", people).replace("ON_MESSAGES", messages)
    return filled.replace("WAY", json.dumps(way))


# Links to channels and messages would lead to the real Discord.
LINKS_STAY_HERE = """
document.addEventListener("click", event => {
  const link = event.target.closest("a[href^='https://discord.com/channels/']");
  const thread = event.target.closest(".thread-summary")?.closest("[data-message-id]");
  if (!link && !thread) return;
  event.preventDefault();
  window.open(WAY + (link?.href.split("/")[5] ?? thread.dataset.messageId), "_top");
}, true);
"""

# Hides simcord's tools for testers (messages, refresh, capture, inspector, session).
# The status line is shown only when something is wrong.
CALM_STYLE = """
#messages-toggle,.messages-sidebar,#refresh,#capture-open,#inspector-toggle,.session-menu,#back-activity,
#view-action-output{display:none}
.thread-summary{cursor:pointer}
#channel-composer-input::placeholder{white-space:nowrap}
.preview-toolbar:has(#action-status[hidden]),.preview-brand,.viewer-control{display:none}
.preview-toolbar{position:fixed;right:0;top:0;z-index:9}
.channel-composer{grid-template-columns:minmax(0,1fr)}
.command-context-text{white-space:normal}
.command-context-name{overflow-wrap:anywhere}
@media (max-width:760px){.channel-header{display:none}}
"""
"""Also keeps the composer as wide as the page."""

QUIET = (
    "Preview ready",
    "Loading preview…",
    "Updating viewport…",
    "Viewport updated",
    "Updating preview…",
    "Preview refreshed",
    "Updating options…",
    "Options updated",
    "Loading conversation…",
    "Conversation updated",
    "Callback completed",
    "Action completed",
    "Message sent",
)
"""Status messages that are hidden; all others are shown."""

CALM_SCRIPT = """
(() => {
  const status = document.getElementById("action-status");
  const calm = () => { status.hidden = QUIET.includes(status.textContent); };
  new MutationObserver(calm).observe(status, {childList: true});
  calm();
  document.addEventListener("focusin", event => {  // an option offers its choices before one types
    const field = event.target;
    if (!field.matches(".command-option-input[aria-autocomplete]") || field.value) return;
    field.dispatchEvent(new Event("input", {bubbles: true}));
  });
  let chosen = null;  // simcord takes no choice while it is busy: then it is made again
  document.addEventListener("click", event => {
    const option = event.isTrusted && event.target.closest("[aria-multiselectable=false] > *");
    if (option) chosen = [option.dataset.value, option.closest(".preview-select").dataset];
  }, true);
  setInterval(() => {
    if (!chosen) return;
    const open = document.querySelector(".preview-select.is-open");
    const again = open?.dataset.controlKey === chosen[1].controlKey
      && [...open.querySelectorAll("[data-value]")].find(each => each.dataset.value === chosen[0]);
    if (again) again.click(); else chosen = null;
  }, 300);
})();
"""

# simcord remembers a choice by the list's position in its message, and would show it in a list that
# replaces the first one.
LIST_DRAWN = "  if (draftValue(key) === undefined) {\n"
"""The line of simcord's script that reads the choice when it draws a list."""

LIST_RENEWED = """
  const shown = JSON.stringify([component.custom_id, component.options]);
  if (LISTS.get(key) !== shown) {
    LISTS.set(key, shown);
    if (draftValue(key) !== undefined) {
      const isPlain = component.type === TYPE.STRING_SELECT;
      const chosen = isPlain ? optionDefaults(entries) : selectedIds(descriptor);
      options.onReconcileDraft?.(key, chosen.slice(0, maximum));
    }
  }
"""

KNOWN_LISTS = "\nconst LISTS = new Map();\n"

STYLES = pictures.STYLE + STYLE + CALM_STYLE + sight.STYLE

POLICY, MAY_TELL = "Content-Security-Policy", r"connect-src 'self'(?: http\S*)? *"
"""simcord's header that limits where pages may connect to, and its part to replace."""


def dress_pages(
    way_to: Callable[[Preview], str], menus_of: Callable[[Preview], str], home: str
) -> None:
    """Patch simcord to serve the changed files, and allow requests to ``home``."""
    pictures.hasten_pictures()
    pages: Any = PreviewServer
    allowed = re.sub(MAY_TELL, f"connect-src 'self' {home} ", pages._SECURITY_HEADERS[POLICY])
    allowed = re.sub("frame-ancestors .*", f"frame-ancestors {home}", allowed)
    pages._SECURITY_HEADERS = {**pages._SECURITY_HEADERS, POLICY: allowed}
    pages._SECURITY_HEADERS.pop("X-Frame-Options", None)
    serve = getattr(pages._static, "plain", pages._static)

    async def dressed(self: PreviewServer, request: web.Request) -> Any:
        response = await serve(self, request)
        if isinstance(response, web.Response):
            if request.path == "/preview.css":
                response.text = f"{response.text}{STYLES}"
            elif request.path == "/selects.js":
                begun_anew = (response.text or "").replace(LIST_DRAWN, LIST_RENEWED + LIST_DRAWN)
                response.text = begun_anew + KNOWN_LISTS
            elif request.path == "/media.js":
                response.text = (response.text or "").replace(
                    pictures.SIZED, pictures.SIZED + pictures.KEPT
                )
            elif request.path == "/app.js":
                way = json.dumps(way_to(self.preview))
                links = LINKS_STAY_HERE.replace("WAY", way)
                calm = CALM_SCRIPT.replace("QUIET", json.dumps(QUIET))
                ours = f"{links}{menus_of(self.preview)}{calm}{sight.SCRIPT}"
                response.text = f"{response.text}{ours}"
        return response

    dressed.plain = serve  # type: ignore[attr-defined] # so that it is wrapped once
    pages._static = dressed
