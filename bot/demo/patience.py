"""Pages on which a press counts although something else has just changed there.

simcord refuses what is pressed on a page that is no longer the newest, and in a demo pages change
while somebody reaches for a button. Discord goes by the message alone, and so is it here.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

REMEMBERED = 50
"""How many earlier states of a page are known."""
BOUND = frozenset({"click", "select"})
"""What is pressed below a message."""
FREE = frozenset(
    {
        *("run_command", "autocomplete_command", "send_message", "modal_submit"),
        "configure_presentation",  # how wide the window is, which a page says once, as it opens
    }
)
"""What has nothing to do with what the page shows elsewhere."""
REVISION = "published_revision"

Shown = dict[int, Any]
"""The components of every message, as they stood."""


def be_patient(preview: Any) -> Callable[[Any], bool]:
    """Let ``preview`` take what was pressed on an earlier state, where nothing pressed changed.

    What comes back tells of one of its pages whether that shows all there is.
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
    # simcord replaces the components of a message that is edited, so that these stay as they were
    return {message.id: message.components for message in messages.values()}
