"""What people see: a simulated message as it stands on the screen."""

from dataclasses import dataclass
from typing import Any

from tests.kit.limits import components

BUTTON, LIST, TEXT, GALLERY = 2, 3, 10, 12
EPHEMERAL = 64
WRITTEN = {0, 19, 20}  # messages, replies and answers to commands, not Discord's own notices


@dataclass(frozen=True)
class Shown:
    id: int
    text: str
    buttons: tuple[str, ...]
    custom_ids: tuple[str, ...]
    alt: str | None
    pictures: int
    ephemeral: bool
    pinged: tuple[int, ...]
    nameless: tuple[int, ...]
    """People whom the text names and Discord does not: some read ``@unknown-user``."""


def called(person: Any) -> str:
    """How a post names somebody whom it does not notify."""
    return f"\u2068{person.name}\u2069"


def with_mentions(text: str, *people: Any) -> str:
    """What a post says, with mentions in place of these people's names."""
    for each in people:
        text = text.replace(called(each), f"<@{each.id}>")
    return text


def message_of(result: Any) -> Any:
    return result.followups[-1] if result.followups else result.response


def components_of(message: Any) -> list[dict[str, Any]]:
    """Every component of a message, as Discord keeps it."""
    return list(components(getattr(message, "_message", message).components))


def lists(message: Any) -> list[dict[str, Any]]:
    """The lists of texts in a message, from above."""
    return [each for each in components_of(message) if each["type"] == LIST]


async def file_of(message: Any) -> bytes:
    """What is in the one file of a message."""
    (attached,) = message.attachments
    return bytes(await attached.read())


def look(message: Any) -> Shown:
    stored = getattr(message, "_message", message)
    found = components_of(message)
    galleries = [each for each in found if each.get("type") == GALLERY]
    items = [item for gallery in galleries for item in gallery["items"]]
    buttons = [each for each in found if each.get("type") == BUTTON]
    return Shown(
        id=stored.id,
        text="\n".join(each["content"] for each in found if each.get("type") == TEXT)
        or stored.content,
        buttons=tuple(each.get("label", "") for each in buttons),
        custom_ids=tuple(each.get("custom_id", "") for each in buttons),
        alt=items[0].get("description") if items else None,
        pictures=len(stored.attachments),
        ephemeral=bool(stored.flags & EPHEMERAL),
        pinged=_pinged(stored),
        nameless=tuple(each for each in stored.mention_user_ids if each not in _named(stored)),
    )


def posted(backend: Any, channel_id: int) -> list[Shown]:
    """What stands in a channel for everybody, oldest first."""
    messages = backend.messages.get(channel_id, {})
    found = [
        look(messages[number])
        for number in sorted(messages)
        if messages[number].type in WRITTEN and not messages[number].flags & EPHEMERAL
    ]
    assert not any(each.nameless for each in found), "some read @unknown-user"
    return found


def _pinged(message: Any) -> tuple[int, ...]:
    """Whom the message notifies: those it names and may notify; private ones and edits nobody."""
    private = bool(message.flags & EPHEMERAL)
    return () if private or message.edited_timestamp is not None else _named(message)


def _named(message: Any) -> tuple[int, ...]:
    """Whom the message names and may mention, so that Discord sends their names."""
    named = dict.fromkeys(message.mention_user_ids)
    return tuple(each for each in named if message.allowed_mentions.allows_user(each))
