"""Limiting each person to one running operation."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.core.errors import ServiceError
from data.ids import PlayerId
from rules.texts import Text


class StillBusy(ServiceError):
    """The last one that the person asked for is still being made."""

    says = Text("I am still working on your last request. It comes in a moment.")


class OneAtATime:
    """Allows each player one running operation."""

    def __init__(self) -> None:
        self._inside: set[PlayerId] = set()

    @contextmanager
    def for_(self, player_id: PlayerId) -> Iterator[None]:
        """Run the block for the player; raises StillBusy while another block runs for them."""
        if player_id in self._inside:
            raise StillBusy
        self._inside.add(player_id)
        try:
            yield
        finally:
            self._inside.remove(player_id)
