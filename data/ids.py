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

    Discord numbers everything by the milliseconds since 2015, above 22 bits of its own:
    https://discord.com/developers/docs/reference#snowflakes
    """
    made_by, _, number = key.partition(":")
    if made_by != "interaction":
        return None
    return _DISCORD_EPOCH + timedelta(milliseconds=int(number.partition(":")[0]) >> 22)
