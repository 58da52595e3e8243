"""The sorts of channels, and what may stand in which."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from simcord.backend import Backend, errors, serializers
from simcord.backend.models import Channel
from simcord.backend.models import channel as channel_models

from tests.kit.strict.documented import OPEN_THREAD, OPEN_THREAD_AT, POST_MESSAGE, READ_HISTORY
from tests.kit.strict.request import Request, refused

TEXT, DIRECT, VOICE, GROUP, CATEGORY, NEWS = 0, 1, 2, 3, 4, 5
NEWS_THREAD, THREAD, PRIVATE_THREAD, STAGE, FORUM, MEDIA = 10, 11, 12, 13, 15, 16
"""Discord's numbers for them."""
SPOKEN_IN, POSTED_IN = {VOICE, STAGE}, {FORUM, MEDIA}
OPENED_IN = {TEXT: {THREAD, PRIVATE_THREAD}, NEWS: {NEWS_THREAD}}
"""Which threads are opened where, besides the posts of a forum."""


class Sort(StrEnum):
    """A sort of channel."""

    TEXT = "text"
    ANNOUNCEMENT = "announcement"
    VOICE = "voice"
    STAGE = "stage"
    FORUM = "forum"
    MEDIA = "media"
    CATEGORY = "category"
    PUBLIC_THREAD = "public thread"
    PRIVATE_THREAD = "private thread"
    ANNOUNCEMENT_THREAD = "announcement thread"
    FORUM_POST = "forum post"
    MEDIA_POST = "media post"
    DIRECT = "direct messages"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Facts:
    """What Discord says of a sort. ``takes_messages``: the bot may post in it.

    ``opens`` is the number of the public threads that are opened in it, None where there are none.
    ``within`` is the sort of the channel that a thread belongs to.
    """

    number: int
    takes_messages: bool
    opens: int | None = None
    within: Sort | None = None


FACTS = {
    Sort.TEXT: Facts(TEXT, takes_messages=True, opens=THREAD),
    Sort.ANNOUNCEMENT: Facts(NEWS, takes_messages=True, opens=NEWS_THREAD),
    Sort.VOICE: Facts(VOICE, takes_messages=True),
    Sort.STAGE: Facts(STAGE, takes_messages=True),
    Sort.FORUM: Facts(FORUM, takes_messages=False),
    Sort.MEDIA: Facts(MEDIA, takes_messages=False),
    Sort.CATEGORY: Facts(CATEGORY, takes_messages=False),
    Sort.PUBLIC_THREAD: Facts(THREAD, takes_messages=True, within=Sort.TEXT),
    Sort.PRIVATE_THREAD: Facts(PRIVATE_THREAD, takes_messages=True, within=Sort.TEXT),
    Sort.ANNOUNCEMENT_THREAD: Facts(NEWS_THREAD, takes_messages=True, within=Sort.ANNOUNCEMENT),
    Sort.FORUM_POST: Facts(THREAD, takes_messages=True, within=Sort.FORUM),
    Sort.MEDIA_POST: Facts(THREAD, takes_messages=True, within=Sort.MEDIA),
    Sort.DIRECT: Facts(DIRECT, takes_messages=True),
    Sort.GROUP: Facts(GROUP, takes_messages=False),
}


def make(backend: Backend, sort: Sort, server_id: int, people: tuple[int, ...] = ()) -> Channel:
    """A new channel of a sort in a server; a thread with the channel that it belongs to.

    ``people`` are in a private thread or a group; the first one has the direct messages, or began
    the thread. The bot is in no group.
    """
    facts = FACTS[sort]
    if sort is Sort.DIRECT:
        return backend.get_dm_channel(people[0])
    if sort is Sort.GROUP:
        return backend.create_channel(None, "friends", type=GROUP, recipient_ids=list(people))
    name = sort.value.replace(" ", "-")
    if facts.within is None:
        return backend.create_channel(server_id, name, type=facts.number)
    parent = make(backend, facts.within, server_id)
    begun_by = people[0] if people else backend.bot_user.id
    thread = backend.create_thread(parent.id, name, begun_by, type=facts.number)
    for each in people:
        backend.add_thread_member(thread.id, each)
    return thread


def check_sort(request: Request) -> None:
    """Refuse what cannot be done in a channel of this sort."""
    channel = request.channel
    if channel is None:
        return
    if channel.type == GROUP:
        raise errors.missing_access()
    if request.call == POST_MESSAGE and channel.type == CATEGORY:
        raise refused("50008")
    if request.call == POST_MESSAGE and channel.type in POSTED_IN:
        raise refused("40058")
    reads_or_writes = request.call in (POST_MESSAGE, READ_HISTORY)
    if reads_or_writes and channel.type in SPOKEN_IN and not request.has("connect"):
        raise errors.missing_access()  # without Connect nothing else is allowed there
    if request.call in (OPEN_THREAD, OPEN_THREAD_AT):
        _check_opening(request, channel)


def _check_opening(request: Request, channel: Channel) -> None:
    if channel.type in POSTED_IN and request.call == OPEN_THREAD:
        return
    opened = OPENED_IN.get(channel.type, set())
    wanted = request.field("type") if request.call == OPEN_THREAD else min(opened, default=None)
    if wanted not in opened:
        raise refused("50024")
    if request.call == OPEN_THREAD_AT and int(request.parts[3]) in request.backend.channels:
        raise refused("160004")


def install() -> None:
    """Let simcord know the sorts that it does not."""
    channel_models.THREAD_TYPES = (NEWS_THREAD, THREAD, PRIVATE_THREAD)  # type: ignore[assignment]
    serializers.channel_payload = _whole(serializers.channel_payload)
    used: Any = Backend
    used.create_thread = _of_its_channel(used.create_thread)


def _whole(payload: Callable[..., Any]) -> Callable[..., Any]:
    """With what Discord tells of a media channel or a group, which simcord leaves out."""

    @functools.wraps(payload)
    def told(backend: Backend, channel: Channel) -> Any:
        sent: Any = payload(backend, channel)
        if channel.type == MEDIA:
            sent["available_tags"] = list(channel.available_tags)
        elif channel.type == GROUP:
            people = channel.recipient_ids
            sent["recipients"] = [serializers.user_payload(backend.users[each]) for each in people]
            sent["owner_id"] = str(people[0])
        return sent

    return told


def _of_its_channel(create: Callable[..., Channel]) -> Callable[..., Channel]:
    """The threads of an announcement channel are announcement threads."""

    @functools.wraps(create)
    def created(backend: Backend, parent_id: int, *given: Any, **options: Any) -> Channel:
        if backend.get_channel(parent_id).type == NEWS:
            options["type"] = NEWS_THREAD
        return create(backend, parent_id, *given, **options)

    return created
