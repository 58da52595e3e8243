"""Messages: replies, files, whom they name, direct messages, and the same one sent again."""

import re
from collections.abc import Iterator
from typing import Any

from simcord.backend import Backend, errors, serializers
from simcord.backend.models import Message

from tests.kit.limits import components
from tests.kit.strict.documented import EDIT_MESSAGE, POST_MESSAGE
from tests.kit.strict.request import Instead, Request, kept, laid_round, refused

LARGEST_FILE = 10 * 2**20
EVERYBODY = {"parse": ["users", "roles", "everyone"]}
"""Whom a message mentions that says nothing about it."""
NAMED = re.compile(r"<@!?(\d+)>")
ATTACHED = re.compile(r"^attachment://(.+)$")


def check_files(request: Request) -> None:
    """Refuse files that are too large, or where the bot may attach none."""
    for file in request.files:
        place = file.fp.tell()
        size = file.fp.seek(0, 2)
        file.fp.seek(place)
        if size > LARGEST_FILE:
            raise refused("40005")
    if request.files and request.call in (POST_MESSAGE, EDIT_MESSAGE):
        channel, me = request.channel, request.backend.bot_user.id
        if channel is not None and channel.guild_id:
            permission = "attach_files"
            request.backend.require_permissions(channel.guild_id, me, channel.id, permission)


def check_reply(request: Request) -> None:
    """Refuse an answer to a message that the bot may not read, or that is not there."""
    reference = request.field("message_reference")
    if request.call != POST_MESSAGE or not reference:
        return
    if not request.has("read_message_history"):
        raise refused("160002")
    there = request.backend.messages.get(int(request.parts[1]), {})
    if int(reference["message_id"]) not in there and reference.get("fail_if_not_exists", True):
        raise errors.invalid_form_body("message_reference: Unknown message")


def check_direct(request: Request) -> None:
    """Refuse messages to people who take none, or who share no server with the bot."""
    channel = request.channel
    if request.call != POST_MESSAGE or channel is None or channel.guild_id is not None:
        return
    for person in channel.recipient_ids:
        if person in kept(request.backend, "closed", set):
            raise refused("50007")
        if not _meets(request.backend, person):
            raise refused("50278")


def _meets(backend: Backend, person: int) -> bool:
    me = backend.bot_user.id
    return any(me in each.members and person in each.members for each in backend.guilds.values())


def close_directs(backend: Backend, user_id: int) -> None:
    """Let this person take no direct messages any more."""
    kept(backend, "closed", set).add(user_id)


def open_directs(backend: Backend, user_id: int) -> None:
    """Let this person take direct messages again."""
    kept(backend, "closed", set).discard(user_id)


def nonces(backend: Backend) -> dict[tuple[str, str], Any]:
    """The messages that were posted, by the path and the nonce."""
    return kept(backend, "nonces", dict)  # type: ignore[no-any-return]


def forget_nonces(backend: Backend) -> None:
    """Take the next post for a new one, as Discord does after some minutes."""
    nonces(backend).clear()


def nonce_of(request: Request) -> tuple[str, str] | None:
    """By what a post is known that is not to be made twice."""
    if request.method != "POST" or not request.field("enforce_nonce"):
        return None
    return "/".join(request.parts), str(request.field("nonce"))


def with_defaults(request: Request) -> Any:
    """The body, with whom an edit mentions that says nothing: everybody whom it names."""
    shows = request.field("components") is not None or request.field("content") is not None
    if request.method == "PATCH" and shows and request.field("allowed_mentions") is None:
        return {**request.body, "allowed_mentions": EVERYBODY}
    return request.body


def lost_files(request: Request) -> Iterator[str]:
    """What is wrong with an edit that shows files: each has to be kept or sent."""
    if request.method != "PATCH" or request.field("components") is None:
        return
    attached = _attached_to(request)
    if attached is None:
        return  # the message is gone, which Discord answers itself
    there = {str(each["id"]): each["filename"] for each in attached}
    listed = request.field("attachments")
    kept_ids = [] if listed is None else [str(each["id"]) for each in listed]
    known = {there.get(each) for each in kept_ids} | {each.filename for each in request.files}
    for name in _shown_files(request.field("components")):
        if name not in known:
            yield f"{name} is shown, and neither kept nor sent"


def _attached_to(request: Request) -> list[dict[str, Any]] | None:
    """What is attached to the message that is edited; None if it is not there."""
    backend = request.backend
    if request.parts[0] == "channels":
        stored = backend.messages.get(int(request.parts[1]), {}).get(int(request.parts[3]))
        return None if stored is None else stored.attachments
    record = backend.interactions.get(backend.interaction_tokens.get(request.parts[2], 0))
    if record is None:
        return None
    number = record.message_id if request.parts[-1] == "@original" else int(request.parts[-1])
    stored = backend.messages.get(record.channel_id, {}).get(number or 0)
    return None if stored is None else stored.attachments


def _shown_files(shown: Any) -> Iterator[str]:
    for each in components(shown):
        media = [item.get("media") for item in each.get("items") or ()]
        for one in (*media, each.get("media"), each.get("file")):
            match = ATTACHED.match(str((one or {}).get("url", "")))
            if match:
                yield match[1]


@laid_round(serializers, "message_payload")
def _naming(payload: Instead, backend: Backend, message: Message, **options: Any) -> Any:
    """A message names only those whom it may mention; others are shown as ``@unknown-user``."""
    sent: Any = payload(backend, message, **options)
    if message.system_metadata is None and message.allowed_mentions.users is not None:
        resolved = {str(each) for each in message.ping_user_ids}
        sent["mentions"] = [each for each in sent["mentions"] if each["id"] in resolved]
    return sent
