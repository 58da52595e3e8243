"""Why something was not done: no picture.

Whenever one of these is raised, nothing was written.
"""

from bot.services.errors import ServiceError


class TooLongToAnimate(ServiceError):
    """The match has more moves than an animated picture can hold."""


class PicturesBusy(ServiceError):
    """Too many pictures are waiting to be drawn."""
