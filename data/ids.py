"""What the numbers mean: one type per kind of id, so that they cannot be mixed up."""

from __future__ import annotations

from typing import NewType

PlayerId = NewType("PlayerId", int)
ServerId = NewType("ServerId", int)
ChannelId = NewType("ChannelId", int)
MessageId = NewType("MessageId", int)
RoleId = NewType("RoleId", int)
InteractionId = NewType("InteractionId", int)
ChallengeId = NewType("ChallengeId", int)
MatchId = NewType("MatchId", int)
RequestId = NewType("RequestId", int)
