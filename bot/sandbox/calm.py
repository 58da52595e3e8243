"""What the demo's pages show of simcord's own workings: only what somebody who plays can use.

Its tools (messages, refresh, capture, inspector, session) are for whoever tests a bot. Their row
is low, and says what is amiss; that a page has been measured anew is nobody's business there.
"""

from __future__ import annotations

import json

STYLE = """
#messages-toggle,.messages-sidebar,#refresh,#capture-open,#inspector-toggle,.session-menu,#back-activity,
#view-action-output{display:none}
.preview-shell{--toolbar-height:44px}
#viewer-picker{appearance:none;pointer-events:none;border:0;background:none;padding:0;font-weight:600}
.channel-composer{grid-template-columns:minmax(0,1fr)}
.command-context-text{white-space:normal}
.command-context-name{overflow-wrap:anywhere}
@media (max-width:760px){
.preview-toolbar{height:auto;min-height:var(--toolbar-height)}
#action-status{flex:1 1 0}
}
"""
"""The composer is as wide as the page, however long what stands in it."""

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
"""What the row does not say: that all is well. Whatever else simcord says there is shown."""

SCRIPT = """
(() => {
  const status = document.getElementById("action-status");
  const calm = () => { status.hidden = QUIET.includes(status.textContent); };
  new MutationObserver(calm).observe(status, {childList: true});
  calm();
})();
"""


def script() -> str:
    """The script that keeps the row quiet."""
    return SCRIPT.replace("QUIET", json.dumps(QUIET))
