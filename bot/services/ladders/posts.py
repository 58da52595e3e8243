"""The standings of a ladder, posted once and then edited, and its news."""

from sqlalchemy import Connection

from bot.services.ladders import storage
from bot.services.ladders.models import LadderCard, LadderNews
from bot.services.ladders.shown import card_of, event_of
from bot.services.ladders.store import LadderStore
from bot.services.matches import Now
from bot.services.outbox.storage import Due
from bot.services.posting import ChannelGone, Post, PostKind, Refused, Sent, sent_at
from data.ids import LadderId
from data.states import MessageKind


def standings_posts(store: LadderStore, now: Now) -> PostKind[LadderCard]:
    """The standings, in the channel that a manager chose. They are edited if they have changed.

    Where the channel is gone, they are shown nowhere until a manager names another one.
    """

    def load(connection: Connection, due: Due) -> Post[LadderCard] | None:
        card = card_of(store.read(connection, LadderId(due.subject_id)))
        ladder = card.ladder
        if ladder.channel_id is None or ladder.shown == card.digest:
            return None
        return Post(card, (ladder.channel_id,), sent_at(ladder.channel_id, ladder.message_id))

    def remember(connection: Connection, card: LadderCard, message: Sent) -> None:
        storage.set_shown(connection, card.ladder.id, message, card.digest, now())

    def leave(connection: Connection, card: LadderCard) -> None:
        storage.set_channel(connection, card.ladder.id, None)

    gone: Refused[LadderCard] = {ChannelGone: leave}
    return PostKind(
        kind=MessageKind.LADDER, load=load, remember=remember, refused=gone, edited=gone
    )


def _load_news(connection: Connection, due: Due) -> Post[LadderNews] | None:
    """An entry of the history, where the standings are."""
    row = storage.entry(connection, due.subject_id)
    ladder = None if row is None else storage.get(connection, row["ladder_id"])
    if row is None or ladder is None or ladder.channel_id is None:
        return None
    return Post(LadderNews(ladder, event_of(row)), (ladder.channel_id,))


NEWS = PostKind(
    kind=MessageKind.LADDER_NEWS, load=_load_news, refused={ChannelGone: None}, once=True
)
"""Where the channel is gone, the history has it."""
