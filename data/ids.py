"""What the numbers mean: one type per kind of id, so that they cannot be mixed up."""

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
AbsenceId = NewType("AbsenceId", int)

_DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)

Key = NewType("Key", str)
"""Under which something is written at most once: ``interaction:123``, ``timer:challenge:7``."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A program that holds a seat. ``level`` says how well it plays, from 1."""

    level: int


Holder: TypeAlias = PlayerId | Engine
"""Who sits at a place of a match."""


def interaction_key(interaction_id: InteractionId) -> Key:
    """The key of what a person did once, by clicking or typing."""
    return Key(f"interaction:{interaction_id}")


def interaction_time(key: Key) -> datetime | None:
    """When that reached Discord, in UTC; None for a key of what no person did.

    What was done to several things at once has keys that go on after another colon.
    """
    made_by, _, number = key.partition(":")
    return made_at(int(number.partition(":")[0])) if made_by == "interaction" else None


def acted_at(key: Key, now: datetime) -> datetime:
    """When somebody acted under this key: when that reached Discord, however late it is heard of.

    ``now`` for what no person did, and where it would be later than that: then the clock of this
    machine is behind Discord's, and what it has written down so far is by its own.
    """
    return min(interaction_time(key) or now, now)


def made_at(number: int) -> datetime:
    """When Discord made what has this number, in UTC.

    It numbers everything by the milliseconds since 2015, above 22 bits of its own:
    https://discord.com/developers/docs/reference#snowflakes
    """
    return _DISCORD_EPOCH + timedelta(milliseconds=number >> 22)
