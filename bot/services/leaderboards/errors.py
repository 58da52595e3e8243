"""Why a list is not put into a channel."""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.errors import ServiceError
from data.ids import ChannelId


@dataclass(eq=False, repr=False)
class AlreadyLive(ServiceError):
    """The channel has such a list."""

    channel_id: ChannelId
