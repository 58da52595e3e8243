"""Discord's limits that stand in its prose and not in its API document."""

from collections.abc import Iterator
from typing import Any

COMPONENTS_V2 = 1 << 15


def beyond_limits(template: str, body: Any) -> list[str]:
    """What of a request's body is over a limit."""
    if template.endswith("/commands"):
        return [] if len(body) <= 100 else ["more than 100 commands"]
    message = body.get("data", body) if isinstance(body, dict) else None
    if not isinstance(message, dict) or not _is_message(template):
        return []
    return list(_message_faults(message))


def components(nested: Any) -> Iterator[dict[str, Any]]:
    for component in nested or ():
        yield component
        yield from components(component.get("components"))
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield from components([component[key]])


def _is_message(template: str) -> bool:
    return any(part in template for part in ("/messages", "/callback", "/webhooks"))


def _message_faults(message: dict[str, Any]) -> Iterator[str]:
    found = list(components(message.get("components")))
    if len(str(message.get("content") or "")) > 2000:
        yield "content is longer than 2000 characters"
    if len(found) > 40:
        yield f"{len(found)} components, at most 40"
    if sum(len(each.get("content") or "") for each in found if each.get("type") == 10) > 4000:
        yield "more than 4000 characters of text"
    ids = [each["custom_id"] for each in found if each.get("custom_id")]
    if len(ids) != len(set(ids)):
        yield "the same custom_id twice"
    if any(len(each) > 100 for each in ids):
        yield "a custom_id longer than 100 characters"
    if any(len(each.get("options") or ()) > 25 for each in found):
        yield "a select with more than 25 options"
    if (message.get("flags") or 0) & COMPONENTS_V2 and (
        message.get("content") or message.get("embeds")
    ):
        yield "content or embeds together with Components V2"
