"""What stays in sight on the demo's pages: a picture with its buttons, and what follows a press."""

from __future__ import annotations

STYLE = """
.component-gallery .gallery-image{
max-height:max(300px,50vh);object-fit:contain;object-position:left}
"""
"""A picture is no higher than leaves room for what is asked about it."""

SCRIPT = """
(() => {
  const list = document.getElementById("channel-message-list");
  const timeline = document.getElementById("channel-timeline");
  const shown = () => [...list.querySelectorAll("[data-message-id]")];
  const newest = () => shown().at(-1)?.dataset.messageId;
  let follows = false, before = null;
  const follow = () => {
    if (before !== null && newest() !== before) follows = true;
    if (!follows) return;
    const last = shown().at(-1).getBoundingClientRect(), seen = timeline.getBoundingClientRect();
    const isLong = last.height > LONG * seen.height;
    timeline.scrollTop = isLong ? timeline.scrollTop + last.top - seen.top : timeline.scrollHeight;
  };
  document.addEventListener("click", event => {
    const pressed = event.target.closest("#channel-message-list button");
    if (!pressed || pressed.closest(".component-gallery")) return;
    before = newest();
    if (pressed.closest(".preview-select")) return;
    follows = pressed.closest("[data-message-id]") === shown().at(-1);
    follow();
  }, true);
  for (const own of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    document.addEventListener(own, () => { follows = false; before = null; }, true);
  }
  setInterval(follow, OFTEN);
})();
""".replace("LONG", "1.25").replace("OFTEN", "150")
"""Who presses something sees what comes of it: in the last message, or in one that is new below.

As it grows, until they look around themselves; what is far longer than the page from its beginning.
"""
