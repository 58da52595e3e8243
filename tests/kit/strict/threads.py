"""Threads: their hide time, locks and members."""

from datetime import datetime, timedelta
from typing import Any

import discord
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Message, ThreadMetadata

from tests.kit.strict.documented import CALLBACK, DELETE_MESSAGE, EDIT_MESSAGE, POST_MESSAGE
from tests.kit.strict.request import Instead, Request, laid_round, refused


def metadata_of(thread: Channel) -> ThreadMetadata:
    assert thread.thread_metadata is not None, "it is no thread"
    return thread.thread_metadata


def check_thread(request: Request) -> None:
    """Refuse what cannot be done in a thread that is archived or locked."""
    thread = _answered_in(request) if request.call == CALLBACK else request.channel
    if thread is None or not thread.is_thread:
        return
    about = metadata_of(thread)
    if about.archived and request.call in (EDIT_MESSAGE, CALLBACK):
        raise refused("50083")
    if not about.locked or request.has("manage_threads"):
        return
    if request.call in (POST_MESSAGE, EDIT_MESSAGE):
        raise refused("160005")
    if request.call == DELETE_MESSAGE and about.archived:
        raise refused("50083")


def _answered_in(request: Request) -> Channel | None:
    record = request.backend.interactions.get(int(request.parts[1]))
    return None if record is None else request.backend.channels.get(record.channel_id)


def set_archived(backend: Backend, thread: Channel, *, archived: bool) -> None:
    """Archive or reopen a thread, which the bot is told."""
    about = {"archived": archived, "archive_timestamp": backend.now_iso()}
    backend.edit_channel(thread.id, {}, thread_metadata=about)


def lock(backend: Backend, thread_id: int) -> None:
    """Let a moderator lock a thread and archive it."""
    backend.edit_channel(thread_id, {}, thread_metadata={"locked": True})
    set_archived(backend, backend.get_channel(thread_id), archived=True)


def hide_idle(backend: Backend) -> None:
    """Archive each thread in which nothing was posted for as long as it was set."""
    now = backend.clock.now()
    for guild in backend.guilds.values():
        for number in guild.thread_ids:
            thread = backend.channels.get(number)
            if thread is not None and not metadata_of(thread).archived:
                about = metadata_of(thread)
                hidden_after = timedelta(minutes=about.auto_archive_duration)
                if now - _last_used(thread) >= hidden_after:
                    set_archived(backend, thread, archived=True)


def _last_used(thread: Channel) -> datetime:
    touched = datetime.fromisoformat(metadata_of(thread).archive_timestamp)
    if thread.last_message_id is None:
        return touched
    return max(touched, discord.utils.snowflake_time(thread.last_message_id))


def open_for(backend: Backend, channel_id: int, user_id: int) -> None:
    """Reopen an archived thread for somebody who uses something in it, if they may do that."""
    thread = backend.get_channel(channel_id)
    if not thread.is_thread or not metadata_of(thread).archived:
        return
    permission = "manage_threads" if metadata_of(thread).locked else "send_messages_in_threads"
    try:
        backend.require_permissions(thread.guild_id, user_id, channel_id, permission)
    except BackendError:
        return
    set_archived(backend, thread, archived=False)


@laid_round(Backend, "advance_clock")
def _hiding(advance: Instead, backend: Backend, seconds: float) -> None:
    """Time hides threads."""
    advance(backend, seconds)
    hide_idle(backend)


@laid_round(Backend, "commit_message")
def _reopening(commit: Instead, backend: Backend, message: Message, **options: Any) -> Any:
    """A post reopens a thread, and takes those whom it mentions into it."""
    thread = backend.get_channel(message.channel_id)
    if not thread.is_thread or message.is_ephemeral:
        return commit(backend, message, **options)
    if metadata_of(thread).archived:
        set_archived(backend, thread, archived=False)
    made = commit(backend, message, **options)
    guild = backend.get_guild(thread.guild_id or 0)
    for each in made.ping_user_ids:
        if each in guild.members and each not in thread.thread_members:
            backend.add_thread_member(thread.id, each)
    return made
