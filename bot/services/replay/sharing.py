"""A card of a match that is over, for people who have not seen it played."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.matches import MatchRunning, MatchState, MatchStore, Now, check_seen
from bot.services.outbox import storage as outbox
from bot.services.outbox.storage import Due, Told
from bot.services.part import Part
from bot.services.posting import CannotPost, ChannelGone, Post, PostKind, Wire
from data.database import Database
from data.ids import Holder, MatchId
from data.states import MessageKind
from data.tables import matches
from renderer import ShareCard

AGAIN = timedelta(days=1)
"""After so long a match may be shared once more."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """A match whose card was asked for. ``before`` is the one of today, if there was one."""

    match: MatchState
    before: Told | None


class SharingService:
    """Has cards posted where their matches were played, one a day for each."""

    def __init__(self, database: Database, store: MatchStore, now: Now) -> None:
        self._database = database
        self._store = store
        self._now = now

    async def share(self, actor: Actor, match_id: MatchId) -> Sharing:
        """Have the match's card posted, unless it was today.

        Raises UnknownMatch, NotYoursToSee, or MatchRunning.
        """

        def share(connection: Connection) -> Sharing:
            match = self._store.read(connection, match_id)
            check_seen(actor, match)
            if match.is_running:
                raise MatchRunning(match)
            now, before = self._now(), outbox.newest(connection, MessageKind.SHARE, match_id)
            if before is not None and now < before.created_at + AGAIN:
                return Sharing(match, before)
            version = 0 if before is None else before.version + 1
            row = outbox.Row(
                MessageKind.SHARE,
                match_id,
                f"share:{match_id}",
                (matches, match_id),
                version=version,
            )
            outbox.add(connection, row, now)
            return Sharing(match, None)

        return await self._database.write(share)


@dataclass(frozen=True, slots=True)
class SharedMatch:
    """A match that is over as its card shows it, with the ``names`` of those who played."""

    match: MatchState
    names: Mapping[Holder, str] = field(default_factory=dict)


def sharing_part(
    store: MatchStore, wire: Wire, draw: Callable[[ShareCard], Awaitable[bytes]]
) -> Part:
    """Cards of matches are posted once; where they cannot be, nobody needs them any more."""

    def load(connection: Connection, due: Due) -> Post[SharedMatch] | None:
        match = store.read(connection, MatchId(due.subject_id))
        return None if match.is_running else Post(SharedMatch(match), (match.channel_id,))

    async def drawn(card: SharedMatch) -> bytes:
        return await draw(await wire.soon(wire.messenger.share_card(card.match)))

    refused = dict.fromkeys((CannotPost, ChannelGone))
    return Part(posts=(PostKind(kind=MessageKind.SHARE, load=load, draw=drawn, refused=refused),))
