"""Discord's limits that stand in its prose and not in its API document."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

COMPONENTS_V2 = 1 << 15
BUTTON, TEXT_LIST, FIELD, TEXT = 2, 3, 4, 10
"""Discord's numbers for components."""


def beyond_limits(template: str, body: Any) -> list[str]:
    """What of a request's body is over a limit."""
    if template.endswith("/commands"):
        return list(_command_faults(body))
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
    if sum(len(each.get("content") or "") for each in found if each.get("type") == TEXT) > 4000:
        yield "more than 4000 characters of text"
    ids = [each["custom_id"] for each in found if each.get("custom_id")]
    if len(ids) != len(set(ids)):
        yield "the same custom_id twice"
    if any(len(each) > 100 for each in ids):
        yield "a custom_id longer than 100 characters"
    for each in found:
        yield from _component_faults(each)
    if (message.get("flags") or 0) & COMPONENTS_V2 and (
        message.get("content") or message.get("embeds")
    ):
        yield "content or embeds together with Components V2"


def _component_faults(component: dict[str, Any]) -> Iterator[str]:
    kind = component.get("type")
    if kind == TEXT and _is_blank(component.get("content")):
        yield "a text without a word"
    if kind == BUTTON and _is_blank(component.get("label")) and not component.get("emoji"):
        yield "a button that says nothing"
    if kind == FIELD and len(component.get("value") or "") > component.get("max_length", 4000):
        yield "a field that is filled with more than fits"
    if "options" in component or "default_values" in component:
        yield from _list_faults(component)


def _list_faults(component: dict[str, Any]) -> Iterator[str]:
    options = component.get("options") or []
    least, most = component.get("min_values", 1), component.get("max_values", 1)
    chosen = [each for each in options if each.get("default")]
    chosen += component.get("default_values") or ()
    if len(options) > 25:
        yield "a select with more than 25 options"
    if len(chosen) > most:
        yield f"a select of at most {most} in which {len(chosen)} are chosen"
    if component.get("default_values") and len(chosen) < least:
        yield f"a select of at least {least} in which {len(chosen)} are chosen"
    if component.get("type") == TEXT_LIST and most > len(options):
        yield f"a select of {len(options)} options from which {most} may be chosen"
    if any(_is_blank(each.get("label")) or _is_blank(each.get("value")) for each in options):
        yield "an option that says nothing"
    yield from _twice("option value", (each.get("value") for each in options))


def _is_blank(text: Any) -> bool:
    return not str(text or "").strip()


def _twice(what: str, values: Iterable[Any]) -> Iterator[str]:
    for value, count in Counter(values).items():
        if count > 1:
            yield f"the {what} {value!r} is there {count} times"


def _command_faults(commands: list[dict[str, Any]]) -> Iterator[str]:
    if len(commands) > 100:
        yield "more than 100 commands"
    yield from _names_twice(commands)
    for command in commands:
        size = size_of(command)
        if size > 8000:
            yield f"/{command['name']} has {size} characters, at most 8000"
        yield from _option_faults(command)


def _option_faults(holder: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the options and choices of a command or option, however deep."""
    options, choices = holder.get("options") or [], holder.get("choices") or []
    if max(len(options), len(choices)) > 25:
        yield f"{holder['name']} has more than 25 options or choices"
    required = [bool(each.get("required")) for each in options]
    if required != sorted(required, reverse=True):
        yield f"{holder['name']} has a required option after one that is not"
    yield from _names_twice(options)
    yield from _names_twice(choices)
    yield from _twice("choice", (each["value"] for each in choices))
    for option in options:
        yield from _option_faults(option)


def _names_twice(named: list[dict[str, Any]]) -> Iterator[str]:
    """Names that are not the only ones among their neighbours, in any language."""
    languages = {code for each in named for code in each.get("name_localizations") or ()}
    yield from _twice("name", (each["name"] for each in named))
    for code in sorted(languages):
        said = ((each.get("name_localizations") or {}).get(code, each["name"]) for each in named)
        yield from (f"{fault} in {code}" for fault in _twice("name", said))


def size_of(part: dict[str, Any]) -> int:
    """The characters of names, descriptions and values, each in its longest language."""
    own = sum(_longest(part, key) for key in ("name", "description"))
    value = part.get("value", "")
    nested = (*(part.get("options") or ()), *(part.get("choices") or ()))
    return own + len(str(value)) + sum(map(size_of, nested))


def _longest(part: dict[str, Any], key: str) -> int:
    told = (part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values())
    return max(map(len, told))
