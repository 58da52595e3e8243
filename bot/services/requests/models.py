"""What one player asks of the others, as people see it."""

from dataclasses import dataclass

from bot.services.matches import MatchState, MoveMade
from bot.services.requests.storage import Request
from data.ids import ChannelId, MessageId, PlayerId, RequestId
from data.states import RequestKind, RequestState


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """A request, and its match as it stands now."""

    stored: Request
    match: MatchState

    @property
    def id(self) -> RequestId:
        """The request's number."""
        return self.stored.id

    @property
    def kind(self) -> RequestKind:
        """What is asked for."""
        return self.stored.kind

    @property
    def asker_id(self) -> PlayerId:
        """Who asks."""
        return self.stored.player_id

    @property
    def state(self) -> RequestState:
        """How the request stands."""
        return self.stored.state

    @property
    def granted(self) -> tuple[PlayerId, ...]:
        """Those who have agreed."""
        return self.stored.granted

    @property
    def awaiting(self) -> tuple[PlayerId, ...]:
        """Those who have not agreed yet."""
        return tuple(
            seat.holder
            for seat in self.match.seats
            if isinstance(seat.holder, int)
            and not seat.left
            and seat.holder != self.asker_id
            and seat.holder not in self.granted
        )

    @property
    def return_to(self) -> int | None:
        """The ply to which an undo takes the match back; None for other requests."""
        return int(self.stored.text) if self.kind is RequestKind.UNDO else None

    @property
    def forgiven(self) -> PlayerId | None:
        """Who shall play on though their time ran out; None for other requests."""
        if self.kind is not RequestKind.FORGIVE:
            return None
        holder = self.match.players[int(self.stored.text)]
        return holder if isinstance(holder, int) else None

    @property
    def taken_back(self) -> tuple[MoveMade, ...]:
        """The moves that a pending undo would take back, the first one first."""
        ply = self.return_to
        return () if ply is None else tuple(made for made in self.match.moves if made.ply > ply)

    @property
    def card(self) -> tuple[ChannelId, MessageId] | None:
        """The message that shows the request, once there is one."""
        stored = self.stored
        if stored.channel_id is None or stored.message_id is None:
            return None
        return stored.channel_id, stored.message_id
