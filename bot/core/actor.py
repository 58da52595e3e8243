"""Who does something, and where."""

from collections.abc import Callable
from dataclasses import dataclass, field

from data.ids import ChannelId, InteractionId, Key, PlayerId, RoleId, ServerId, interaction_key


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord, as they are in the server where this happens.

    ``manages_server`` says that Discord lets them manage the server. ``locale`` is that of their
    Discord, None where it is not known.
    """

    id: PlayerId
    is_bot: bool = False
    roles: frozenset[RoleId] = frozenset()
    manages_server: bool = False
    locale: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where something happens: no server in direct messages; the parent channel of a thread."""

    server_id: ServerId | None
    channel_id: ChannelId
    thread_id: ChannelId | None = None

    @property
    def here(self) -> ChannelId:
        """The thread, or the channel where there is none."""
        return self.thread_id or self.channel_id


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who does something once: the same interaction again is the same thing.

    ``sees`` says whether they may look into a channel of the server in which they act; everybody
    into all of them where nobody tells otherwise. It may be asked in any thread.
    """

    person: Person
    place: Place
    interaction_id: InteractionId
    sees: Callable[[ChannelId], bool] = field(default=lambda _: True, compare=False, repr=False)

    @property
    def id(self) -> PlayerId:
        return self.person.id

    @property
    def key(self) -> Key:
        """The key under which what they do is written at most once."""
        return interaction_key(self.interaction_id)
