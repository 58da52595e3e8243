"""Who acts, and where."""

from collections.abc import Callable
from dataclasses import dataclass, field

from data.ids import ChannelId, InteractionId, Key, PlayerId, RoleId, ServerId, interaction_key


@dataclass(frozen=True, slots=True)
class Person:
    """A person on Discord, with their roles in the server where they act.

    ``manages_server``: they have Discord's permission to manage the server. ``locale``: of their
    Discord client, None if not known.
    """

    id: PlayerId
    is_bot: bool = False
    roles: frozenset[RoleId] = frozenset()
    manages_server: bool = False
    locale: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a person acts. ``channel_id`` is the parent channel of a thread."""

    server_id: ServerId | None
    channel_id: ChannelId
    thread_id: ChannelId | None = None

    @property
    def here(self) -> ChannelId:
        """The thread, or the channel outside threads."""
        return self.thread_id or self.channel_id


@dataclass(frozen=True, slots=True)
class Actor:
    """A person in one interaction.

    ``sees`` tells whether they may see a channel of the server; by default they see all. It is
    thread-safe.
    """

    person: Person
    place: Place
    interaction_id: InteractionId
    sees: Callable[[ChannelId], bool] = field(default=lambda _: True)

    @property
    def id(self) -> PlayerId:
        return self.person.id

    @property
    def key(self) -> Key:
        """The key under which this interaction is written at most once."""
        return interaction_key(self.interaction_id)
