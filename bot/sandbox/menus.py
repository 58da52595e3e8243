"""The menus on people and messages, which simcord's pages do not have: a right click opens them.

On a phone that is a long press. The page says what was chosen to the demo, which chooses it there.
"""

import json
from typing import Any

from discord import AppCommandType, app_commands

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
    """The script that opens the menus of ``tree``; it tells ``way`` what was chosen."""
    people, messages = (
        json.dumps([each.name for each in tree.get_commands(type=kind)])
        for kind in (AppCommandType.user, AppCommandType.message)
    )
    filled = SCRIPT.replace("ON_PEOPLE", people).replace("ON_MESSAGES", messages)
    return filled.replace("WAY", json.dumps(way))
