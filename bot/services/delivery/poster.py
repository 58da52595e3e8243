"""How every kind of message is shown, in three steps between which the process may die."""

from dataclasses import dataclass, replace
from typing import Any

import structlog
from sqlalchemy import Connection

from bot.services.outbox.storage import Due
from bot.services.posting import (
    CannotPost,
    ChannelGone,
    Direct,
    DirectMessagesClosed,
    MessageGone,
    Place,
    Post,
    PostKind,
    Refused,
    Sent,
    Wanted,
    Wire,
    posted_since,
)
from data.database import Database
from data.ids import ChannelId

REFUSALS = (CannotPost, ChannelGone, DirectMessagesClosed, MessageGone)

logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """A card as it was shown, and the message that shows it."""

    card: Any
    message: Sent


class Poster:
    """Finds, posts, edits, removes and remembers the messages of one kind."""

    def __init__(self, kind: PostKind[Any], database: Database, wire: Wire) -> None:
        self._kind = kind
        self._database = database
        self._wire = wire

    def load(self, connection: Connection, due: Due) -> Post[Any] | None:
        """What is to be shown, None if there is nothing to show any more."""
        return self._kind.load(connection, due)

    async def show(self, due: Due, post: Post[Any]) -> Shown | None:
        """Show it; None if there is no message for it, and will be none.

        Raises CannotPost, ChannelGone or TryLater.
        """
        prepared = post if self._kind.prepare is None else await self._kind.prepare(due, post)
        shown = None if prepared is None else await self._bring(due, prepared)
        if shown is not None and self._kind.shown is not None:
            self._kind.shown(shown.card, shown.message)
        return shown

    def store(self, connection: Connection, shown: Shown) -> None:
        """Remember the message."""
        self._kind.remember(connection, shown.card, shown.message)

    async def _bring(self, due: Due, post: Post[Any]) -> Shown | None:
        known = post.known
        if known is None and due.uncertain:
            known = await self._find(due, post)
        if post.wanted is Wanted.REMOVED:
            await self._remove(known)
            return None
        if known is not None:
            return await self._edit(due, post, known)
        return await self._post(due, post) if post.wanted is Wanted.SHOWN else None

    async def _find(self, due: Due, post: Post[Any]) -> Sent | None:
        """Where an earlier attempt may have posted it."""
        since = posted_since(due)
        for place in post.places:
            try:
                channel_id = await self._channel(place)
                looking = self._wire.messenger.find(channel_id, post.card, since)
                message_id = await self._wire.soon(looking)
            except REFUSALS:
                continue  # what cannot be looked into holds nothing that people could see
            if message_id is not None:
                return channel_id, message_id
        return None

    async def _post(self, due: Due, post: Post[Any]) -> Shown | None:
        """Post it in the first place that takes it."""
        if not post.places:
            return None
        png = None if self._kind.draw is None else await self._kind.draw(post.card)
        *others, last = post.places
        for place in others:
            try:
                return await self._post_at(place, due, post, png)
            except REFUSALS as error:
                if self._kind.beside is not None:
                    post = replace(post, card=self._kind.beside(post.card, error))
        try:
            return await self._post_at(last, due, post, png)
        except REFUSALS as error:
            return await self._refused(error, self._kind.refused, due, post)

    async def _post_at(self, place: Place, due: Due, post: Post[Any], png: bytes | None) -> Shown:
        channel_id = await self._channel(place)
        reply_to = post.reply[1] if post.reply and post.reply[0] == channel_id else None
        posting = self._wire.messenger.post(channel_id, post.card, due.nonce, png, reply_to)
        return Shown(post.card, (channel_id, await self._wire.soon(posting)))

    async def _edit(self, due: Due, post: Post[Any], known: Sent) -> Shown | None:
        answers = self._kind.edited
        if answers is not None:
            try:
                await self._wire.soon(self._wire.messenger.edit(*known, post.card))
            except REFUSALS as error:
                if isinstance(error, MessageGone) and MessageGone not in answers:
                    return await self._bring(due, replace(post, known=None))
                return await self._refused(error, answers, due, post)
        return Shown(post.card, known)

    async def _remove(self, known: Sent | None) -> None:
        if known is None:
            return
        try:
            await self._wire.soon(self._wire.messenger.remove(*known))
        except REFUSALS:
            return  # nobody can see it, or it has to stay

    async def _refused(
        self, error: Exception, answers: Refused[Any], due: Due, post: Post[Any]
    ) -> Shown | None:
        """Do what the kind does about it; raises the error again where that is to try later."""
        if type(error) not in answers:
            raise error
        logger.info("not posted", kind=due.kind, subject=due.subject_id, reason=str(error))
        answer = answers[type(error)]
        if answer is None:
            return None
        instead = await self._database.write(answer, post.card)
        return None if instead is None else await self._post(due, instead)

    async def _channel(self, place: Place) -> ChannelId:
        if isinstance(place, Direct):
            return await self._wire.soon(self._wire.messenger.direct(place.player_id))
        return place
