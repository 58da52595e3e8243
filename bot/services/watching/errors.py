"""Why somebody is not told of another's matches. Nothing was written."""

from bot.services.errors import ServiceError
from data.ids import PlayerId


class FollowsThemselves(ServiceError):
    """Whoever plays in a match knows how it ends."""


class FollowsTooMany(ServiceError):
    """Somebody follows ``most`` people, or running matches, already."""

    most: int


class CannotFollow(ServiceError):
    """The other has blocked the person, who is not told so."""

    person_id: PlayerId
