"""Why a list is not put into a channel."""

from bot.services.errors import ServiceError
from data.ids import ChannelId


class AlreadyLive(ServiceError):
    """The channel has such a list."""

    channel_id: ChannelId
