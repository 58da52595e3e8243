"""The sorts of channels, and what may stand in which."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from simcord.backend import Backend, errors, serializers
from simcord.backend.models import Channel

from tests.kit.strict.documented import OPEN_THREAD, OPEN_THREAD_AT, POST_MESSAGE, READ_HISTORY
from tests.kit.strict.request import Instead, Request, laid_round, refused

TEXT, DIRECT, VOICE, GROUP, CATEGORY, NEWS = 0, 1, 2, 3, 4, 5
NEWS_THREAD, THREAD, PRIVATE_THREAD, STAGE, FORUM, MEDIA = 10, 11, 12, 13, 15, 16
"""Discord's numbers for them."""
SPOKEN_IN, POSTED_IN = {VOICE, STAGE}, {FORUM, MEDIA}
OPENED_IN = {TEXT: {THREAD, PRIVATE_THREAD}, NEWS: {NEWS_THREAD}}
"""Which threads are opened where, besides the posts of a forum."""


@dataclass(frozen=True)
class Facts:
    """What Discord says of a sort. ``takes_messages``: the bot may post in it.

    ``opens`` is the number of the public threads that are opened in it, None where there are none.
    ``within`` is the sort of the channel that a thread belongs to.
    """

    number: int
    takes_messages: bool = True
    opens: int | None = None
    within: str = ""


class Sort(Enum):
    """A sort of channel, with what there is to say of it."""

    TEXT = Facts(TEXT, opens=THREAD)
    ANNOUNCEMENT = Facts(NEWS, opens=NEWS_THREAD)
    VOICE = Facts(VOICE)
    STAGE = Facts(STAGE)
    FORUM = Facts(FORUM, takes_messages=False)
    MEDIA = Facts(MEDIA, takes_messages=False)
    CATEGORY = Facts(CATEGORY, takes_messages=False)
    PUBLIC_THREAD = Facts(THREAD, within="TEXT")
    PRIVATE_THREAD = Facts(PRIVATE_THREAD, within="TEXT")
    ANNOUNCEMENT_THREAD = Facts(NEWS_THREAD, within="ANNOUNCEMENT")
    FORUM_POST = Facts(THREAD, within="FORUM")
    MEDIA_POST = Facts(THREAD, within="MEDIA")
    DIRECT = Facts(DIRECT)
    GROUP = Facts(GROUP, takes_messages=False)


def make(backend: Backend, sort: Sort, server_id: int, people: tuple[int, ...] = ()) -> Channel:
    """A new channel of a sort in a server; a thread with the channel that it belongs to.

    ``people`` are in a private thread or a group; the first one has the direct messages, or began
    the thread. The bot is in no group.
    """
    facts: Facts = sort.value
    if sort is Sort.DIRECT:
        return backend.get_dm_channel(people[0])
    if sort is Sort.GROUP:
        return backend.create_channel(None, "friends", type=GROUP, recipient_ids=list(people))
    name = sort.name.lower().replace("_", "-")
    if not facts.within:
        return backend.create_channel(server_id, name, type=facts.number)
    parent = make(backend, Sort[facts.within], server_id)
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


@laid_round(serializers, "channel_payload")
def _whole(payload: Instead, backend: Backend, channel: Channel) -> Any:
    """With what Discord tells of a media channel or a group, which simcord leaves out."""
    sent: Any = payload(backend, channel)
    if channel.type == MEDIA:
        sent["available_tags"] = list(channel.available_tags)
    elif channel.type == GROUP:
        people = channel.recipient_ids
        sent["recipients"] = [serializers.user_payload(backend.users[each]) for each in people]
        sent["owner_id"] = str(people[0])
    return sent


@laid_round(Backend, "create_thread")
def _of_its_channel(
    create: Instead, backend: Backend, parent_id: int, *given: Any, **options: Any
) -> Any:
    """The threads of an announcement channel are announcement threads."""
    if backend.get_channel(parent_id).type == NEWS:
        options["type"] = NEWS_THREAD
    return create(backend, parent_id, *given, **options)
