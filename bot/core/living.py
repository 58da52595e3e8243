"""Messages that are edited when what they show has changed, such as the standings of a ladder."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Generic, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.core import outbox
from bot.core.matches import Now
from bot.core.posting import OnRefusal, Post, PostKind, Sent, Wanted, sent_or_none
from data.ids import ChannelId
from data.states import MessageKind


class Shows(Protocol):
    """What such a message shows; cards with the same ``digest`` look the same."""

    @property
    def digest(self) -> str: ...


Card = TypeVar("Card", bound=Shows)


def digest(*shown: object) -> str:
    """Equal for values that look the same."""
    return sha256(repr(shown).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Living(Generic[Card]):
    """A kind of message of which each row of ``table`` has one.

    The row keeps the channel, the message, the digest of what it shows, and when it was edited, in
    the column ``edited_at``. ``row`` gives the row of a card. ``news``: a kind of messages that are
    posted beside it, one for each entry of a log.
    """

    kind: MessageKind
    table: sa.Table
    row: Callable[[Card], Any]
    edited_at: str = "shown_at"
    news: MessageKind | None = None

    def queue(
        self,
        connection: Connection,
        row_id: int,
        now: datetime,
        edited_at: datetime | None = None,
        order: int | None = None,
    ) -> None:
        """Queue posting a message, or its edit if it was last edited at ``edited_at``.

        Messages of the same ``order``, by default the row's id, are posted in order.
        """
        queue, home = f"{self.kind}:{order or row_id}", (self.table, row_id)
        message = outbox.NewMessage(self.kind, row_id, queue, home)
        outbox.update_message(connection, message, now, edited_at)

    def queue_news(self, connection: Connection, row_id: int, news_id: int, now: datetime) -> None:
        """Queue the message with this news."""
        assert self.news is not None
        queue, home = f"{self.news}:{row_id}", (self.table, row_id)
        message = outbox.NewMessage(self.news, news_id, queue, home, version=0)
        outbox.add(connection, message, now)

    def move(
        self, connection: Connection, row_id: int, channel_id: ChannelId, now: datetime
    ) -> None:
        """Post it, and news, in another channel from now on."""
        there = {"channel_id": channel_id, "message_id": None, "shown": None, self.edited_at: None}
        connection.execute(sa.update(self.table).filter_by(id=row_id).values(there))
        queues = [f"{kind}:{row_id}" for kind in (self.kind, self.news) if kind]
        outbox.redirect(connection, queues, channel_id, now)
        self.queue(connection, row_id, now)

    def post_kind(
        self,
        load: Callable[[Connection, int], Card | None],
        now: Now,
        *,
        edited: OnRefusal[Card],
        wanted: Callable[[Card], Wanted] = lambda _: Wanted.SHOWN,
    ) -> PostKind[Card]:
        """How the messages are posted; ``load`` reads the card of a row."""

        def post(connection: Connection, due: outbox.Due) -> Post[Card] | None:
            card = load(connection, due.subject_id)
            if card is None:
                return None
            row = self.row(card)
            if row.channel_id is None or row.shown == card.digest:
                return None
            known = sent_or_none(row.channel_id, row.message_id)
            return Post(card, (row.channel_id,), known, wanted(card))

        def remember(connection: Connection, card: Card, message: Sent) -> None:
            """Store the message and what it shows, unless it has been moved meanwhile."""
            there = sa.update(self.table).filter_by(id=self.row(card).id, channel_id=message[0])
            shown = {"message_id": message[1], "shown": card.digest, self.edited_at: now()}
            connection.execute(there.values(shown))

        return PostKind(kind=self.kind, load=post, remember=remember, edited=edited, waits=True)
