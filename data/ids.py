"""Types of ids, one for each kind, and the time in Discord's ids."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NewType, TypeAlias

PlayerId = NewType("PlayerId", int)
ServerId = NewType("ServerId", int)
ChannelId = NewType("ChannelId", int)
MessageId = NewType("MessageId", int)
RoleId = NewType("RoleId", int)
InteractionId = NewType("InteractionId", int)
ChallengeId = NewType("ChallengeId", int)
MatchId = NewType("MatchId", int)
RequestId = NewType("RequestId", int)
ReminderId = NewType("ReminderId", int)
LadderId = NewType("LadderId", int)
TournamentId = NewType("TournamentId", int)
PairingId = NewType("PairingId", int)
ClubId = NewType("ClubId", int)
AbsenceId = NewType("AbsenceId", int)

_DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)

Key = NewType("Key", str)
"""An idempotency key of a row: ``interaction:123``, ``timer:challenge:7``."""


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine that holds a seat; ``level`` is its strength, from 1."""

    level: int


Holder: TypeAlias = PlayerId | Engine
"""The holder of a seat."""


def is_stand_in(player_id: int) -> bool:
    """Whether this is the id of a stand-in, or of nobody: Discord has no such id."""
    return player_id <= 0


def interaction_key(interaction_id: InteractionId) -> Key:
    """The key of rows that an interaction writes."""
    return Key(f"interaction:{interaction_id}")


def interaction_time(key: Key) -> datetime | None:
    """When the interaction of the key reached Discord, in UTC; None for other keys.

    An interaction that writes several rows adds another part behind a colon.
    """
    made_by, _, number = key.partition(":")
    return made_at(int(number.partition(":")[0])) if made_by == "interaction" else None


def acted_at(key: Key, now: datetime) -> datetime:
    """When the person of this key acted, which may be long before this process heard of it.

    ``now`` for other keys, and if this machine's clock is behind Discord's: times already stored
    are by this machine's clock.
    """
    return min(interaction_time(key) or now, now)


def made_at(number: int) -> datetime:
    """When Discord created the object with this id, in UTC.

    Its ids hold the milliseconds since 2015 above 22 other bits:
    https://discord.com/developers/docs/reference#snowflakes
    """
    return _DISCORD_EPOCH + timedelta(milliseconds=number >> 22)
