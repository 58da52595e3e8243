"""Things that one person may have made only one at a time."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.core.errors import ServiceError
from data.ids import PlayerId


class StillBusy(ServiceError):
    """The last one that the person asked for is still being made."""


class OneAtATime:
    """Lets everybody in once at a time."""

    def __init__(self) -> None:
        self._inside: set[PlayerId] = set()

    @contextmanager
    def for_(self, player_id: PlayerId) -> Iterator[None]:
        """Let the player in while the block runs; raises StillBusy for one who is inside."""
        if player_id in self._inside:
            raise StillBusy
        self._inside.add(player_id)
        try:
            yield
        finally:
            self._inside.remove(player_id)
