"""Accepting clicks on outdated pages of simcord.

simcord refuses a click on an older revision of a page, and demo pages change while people reach
for a button. Like Discord, this checks only that the clicked message has not changed.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

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
