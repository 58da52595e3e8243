"""Who does something, where, and in which interaction."""

from __future__ import annotations

from dataclasses import dataclass

from data.ids import ChannelId, InteractionId, PlayerId, RoleId, ServerId


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord, as they are in the server where this happens.

    ``manages_server`` says that Discord lets them manage the server.
    """

    id: PlayerId
    is_bot: bool = False
    roles: frozenset[RoleId] = frozenset()
    manages_server: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where something happens; ``server_id`` is None in direct messages.

    In a thread ``channel_id`` is the channel that the thread belongs to.
    """

    server_id: ServerId | None
    channel_id: ChannelId
    thread_id: ChannelId | None = None

    @property
    def here(self) -> ChannelId:
        """Where people read and write: the thread, or else the channel."""
        return self.thread_id or self.channel_id


@dataclass(frozen=True, slots=True)
class Actor:
    """A person who does something somewhere; what is written, is written once an interaction."""

    person: Person
    place: Place
    interaction_id: InteractionId

    @property
    def id(self) -> PlayerId:
        """Who does it."""
        return self.person.id
