"""Scrolling of the demo's pages: pictures with their buttons and new messages stay in view.

An open page follows its newest message until the user scrolls or presses a button.
"""

STYLE = """
.component-gallery .gallery-image{
max-height:min(max(300px,50vh),var(--room,100vh));object-fit:contain;object-position:left}
#history-older.is-out-of-sight{display:none}
"""
"""Pictures leave room for their buttons; the link to earlier messages hides when not needed."""

SCRIPT = (
    """
(() => {
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
""".replace("HEADING", "320")
    .replace("LONG", "1.25")
    .replace("LEAST", "220")
    .replace("OFTEN", "150")
)
"""After a press the page scrolls to its effect: the last message, or a new one below it.

It keeps following until the user scrolls, and again when they send something. A picture shrinks,
down to a readable size, to make room for its buttons. A message much longer than the page is shown
from its beginning, or from the picture below its heading. If a press changes the picture or the
beginning of its own message out of view, the page scrolls there.
"""
