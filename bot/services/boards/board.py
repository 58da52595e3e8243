"""What a board shows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.services.ladders import Event
from bot.services.matches import MatchState
from bot.services.results import Aftermath
from data.ids import ChannelId, Holder
from data.states import ThreadFallback


@dataclass(frozen=True, slots=True)
class Board:
    """A match as its message shows it, with the ``names`` of those who play.

    ``until`` is when the time of whoever is to move is over; None where none runs. ``aftermath`` is
    what a match that is over came to, ``effect`` what it has done to the places of its ladder, and
    ``looked_back`` how many moves were pointed out since to somebody who practises. A board that
    another has followed is not the ``newest``, and has no buttons.

    It is posted in the thread, which is opened before if it ``opens_thread``, or else in the
    channel; ``fallback`` is why.
    """

    match: MatchState
    until: datetime | None = None
    aftermath: Aftermath | None = None
    effect: Event | None = None
    looked_back: int = 0
    newest: bool = True
    opens_thread: bool = False
    thread_id: ChannelId | None = None
    fallback: ThreadFallback | None = None
    names: Mapping[Holder, str] = field(default_factory=dict)
