"""Why somebody is not told of another's matches. Nothing was written."""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.errors import ServiceError
from data.ids import PlayerId


@dataclass(eq=False, repr=False)
class FollowsThemselves(ServiceError):
    """Whoever plays in a match knows how it ends."""


@dataclass(eq=False, repr=False)
class FollowsTooMany(ServiceError):
    """Somebody follows ``most`` people, or running matches, already."""

    most: int


@dataclass(eq=False, repr=False)
class CannotFollow(ServiceError):
    """The other has blocked the person, who is not told so."""

    person_id: PlayerId
