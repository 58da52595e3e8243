"""Scripts and styles that are added to simcord's pages: menus, links, lists, pictures, scrolling.

An open page follows its newest message until the user scrolls or presses a button.
"""

MENUS = """
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

MENU_STYLE = """
.app-menu{position:fixed;z-index:99;background:#111214;border-radius:6px;padding:6px;
box-shadow:0 8px 16px #0008}
.app-menu button{display:block;width:100%;border:0;border-radius:4px;background:none;color:#dbdee1;
cursor:pointer;font:inherit;padding:8px 12px;text-align:left}
.app-menu button:hover,.app-menu button:focus{background:#4752c4;color:#fff}
"""

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

PICTURE_STYLE = """
#channel-message-list img:not([src]){display:block;min-height:0;overflow:hidden;
background:#232428;color:transparent}
#channel-message-list img:not([src]):not([height]){min-height:300px}
"""
"""Pictures of unknown size get a minimum height, so that the page jumps less."""

SIZED = "    image.height = height;\n"
"""The line of simcord's script that sets a picture's size."""

KEPT = "    image.style.aspectRatio = `${width} / ${height}`;\n"
"""Browsers need this to reserve the height of a picture without a source."""

SIGHT_STYLE = """
.component-gallery .gallery-image{
max-height:min(max(300px,50vh),var(--room,100vh));object-fit:contain;object-position:left}
#history-older.is-out-of-sight{display:none}
"""
"""Pictures leave room for their buttons; the link to earlier messages hides when not needed."""

SIGHT = """
(() => {
  const HEADING = 320, LONG = 1.25, LEAST = 220, OFTEN = 150;
  const list = document.getElementById("channel-message-list");
  const timeline = document.getElementById("channel-timeline");
  const older = document.getElementById("history-older");
  const shown = () => [...list.querySelectorAll("[data-message-id]")];
  const newest = () => shown().at(-1)?.dataset.messageId;
  const box = each => each.getBoundingClientRect();
  const pictureOf = message => message.querySelector(".gallery-image");
  const headingOf = message => {
    const picture = pictureOf(message), above = picture ? box(picture).top - box(message).top : 0;
    return above < HEADING ? above : 0;
  };
  const leadOf = message => headingOf(message) ? pictureOf(message) : null;
  const beginningOf = message =>
    leadOf(message)?.alt ?? message.querySelector(".text-display")?.textContent;
  const isInSight = message => {
    const seen = box(timeline), lead = leadOf(message), part = box(lead ?? message);
    if (!lead) return part.top >= seen.top && part.top < seen.bottom;
    const visible = Math.min(part.bottom, seen.bottom) - Math.max(part.top, seen.top);
    return visible >= part.height / 2;
  };
  const isLong = (message, less = 0) =>
    box(message).height - headingOf(message) - less > LONG * box(timeline).height;
  const fit = message => {
    const picture = pictureOf(message);
    if (!picture || !message.querySelector(".component-row")) return;
    const {top, height} = box(picture);
    const excess = box(message).bottom - top - box(timeline).height;
    const room = Math.floor(Math.max(height - excess, LEAST));
    if (excess <= 0 || room >= height || isLong(message, height - room)) return;
    message.style.setProperty("--room", `${room}px`);
  };
  let before = null, follows = true, pressed = null, beginning = null, held = null;
  const showTop = message => {
    fit(message);
    const {top, bottom} = box(message), seen = box(timeline);
    timeline.scrollTop += Math.min(top + headingOf(message) - seen.top, bottom - seen.bottom);
  };
  const follow = () => {
    if (before !== null && newest() !== before) { follows = true; pressed = held = null; }
    if (held) return showTop(held);
    const last = shown().at(-1);
    if (follows && last) {
      fit(last);
      if (isLong(last)) showTop(last);
      else timeline.scrollTop = timeline.scrollHeight;
    }
    if (pressed && beginningOf(pressed) !== beginning && !isInSight(pressed)) {
      held = pressed;
      showTop(held);
    }
  };
  document.addEventListener("click", event => {
    const control = event.target.closest("button, .select-option");
    const message = control?.closest("#channel-message-list [data-message-id]");
    if (!message || control.closest(".component-gallery")) return;
    before = newest();
    pressed = message;
    beginning = beginningOf(message);
    held = null;
    if (control.closest(".preview-select")) return;
    follows = message === shown().at(-1) && !isLong(message);
    follow();
  }, true);
  for (const own of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    document.addEventListener(own, event => {
      const types = event.target.closest?.("#channel-composer");
      if (types && event.key !== "Enter" && !event.target.closest("#send-message")) return;
      follows = Boolean(types);
      before = pressed = held = null;
    }, true);
  }
  const atTop = () => older.classList.toggle("is-out-of-sight", timeline.scrollTop > 0);
  timeline.addEventListener("scroll", atTop, {passive: true});
  setInterval(follow, OFTEN);
})();
"""
"""After a press the page scrolls to its effect: the last message, or a new one below it.

It keeps following until the user scrolls, and again when they send something. A picture shrinks,
down to a readable size, to make room for its buttons. A message much longer than the page is shown
from its beginning, or from the picture below its heading. If a press changes the picture or the
beginning of its own message out of view, the page scrolls there.
"""

STYLES = PICTURE_STYLE + MENU_STYLE + CALM_STYLE + SIGHT_STYLE
