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
  let follows = false;
  const follow = () => { if (follows) timeline.scrollTop = timeline.scrollHeight; };
  document.addEventListener("click", event => {
    const pressed = event.target.closest("#channel-message-list button");
    if (!pressed || pressed.closest(".component-gallery, .preview-select")) return;
    const messages = list.querySelectorAll("[data-message-id]");
    follows = pressed.closest("[data-message-id]") === messages[messages.length - 1];
    follow();
  }, true);
  for (const own of ["wheel", "touchmove", "keydown"]) {
    document.addEventListener(own, () => { follows = false; }, true);
  }
  new ResizeObserver(follow).observe(list);
})();
"""
"""Who presses something in the last message sees what comes of it, there or below.

As it grows, until they look around themselves.
"""
