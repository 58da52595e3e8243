"""Posting on Discord: the one place where delivery's wishes become requests."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeAlias

import discord

from bot.chat.common.components import layout
from bot.chat.common.listing import Listed, listed_names
from bot.chat.common.names import Names, harmless, plain
from bot.chat.common.page import PICTURE, Page
from bot.chat.common.permissions import OPENING_THREADS
from bot.chat.common.text import NO_PICTURE, match_title
from bot.chat.messenger import layouts, text
from bot.chat.messenger.channels import Channel, missing_in, require, speaking_in
from bot.chat.messenger.discord_clock import DiscordClock
from bot.chat.messenger.errors import (
    CONNECTION_LOST,
    HAS_A_THREAD,
    UNKNOWN_MESSAGE,
    translate_http_errors,
)
from bot.chat.messenger.roles import pass_role
from bot.services.delivery import (
    Board,
    CannotPost,
    Card,
    LookedBack,
    Sent,
    ShownCard,
)
from bot.services.leaderboards import LiveLeaderboard
from bot.services.matches import MatchState, picture_of
from bot.services.people import is_stand_in
from data.ids import ChannelId, Engine, Holder, MessageId, PlayerId, RoleId, ServerId
from data.states import EntryKind
from renderer import ShareCard, alt_text


@dataclass(frozen=True, slots=True)
class Face:
    """What a card looks like. Posting it mentions ``mentioned``.

    ``mark`` is the ``custom_id`` of one of its buttons, by which it is recognised. ``png`` is the
    picture that it shows, for a message to come.
    """

    page: Page
    mentioned: tuple[PlayerId, ...]
    mark: str
    png: bytes | None = None


FaceOf: TypeAlias = Callable[[Card], Face]


class DiscordMessenger:
    """Posts through a client. Raises what Messenger says."""

    def __init__(self, client: discord.Client, names: Names, face_of: FaceOf) -> None:
        self._client = client
        self._names = names
        self._face_of = face_of
        self.clock = DiscordClock()

    def time(self) -> datetime:
        """A time that is past by Discord's clock, and was the present when it was heard last."""
        return self.clock.now()

    async def open_thread(self, match: MatchState, since: datetime) -> ChannelId:
        """The match's thread, made from its challenge's card, or beside it if that is gone."""
        channel = await self._channel(match.channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise CannotPost(None, "no threads are made here")
        require(channel, OPENING_THREADS)
        card, title = match.match.card_message_id, await self._title(match)
        known = _known_thread(channel, card, title, since)
        if known is None:
            async with translate_http_errors(channel):
                known = await _new_thread(channel, card, title)
        return ChannelId(known.id)

    async def invite(self, thread_id: ChannelId, match: MatchState) -> None:
        """Add the players to the thread; whoever cannot be added is left out."""
        thread = await self._channel(thread_id)
        if not isinstance(thread, discord.Thread):
            return
        for player in match.people:
            if is_stand_in(player):
                continue
            try:
                await thread.add_user(discord.Object(player))
            except (discord.HTTPException, discord.RateLimited, *CONNECTION_LOST):
                # they left, may not look in, or blocked the bot; or Discord is in trouble. The
                # board mentions who is to move, and nobody waits for it because of this
                continue

    async def post_board(self, channel_id: ChannelId, board: Board) -> MessageId:
        """Post a turn's board, with one mention: the player to move, unless there is a pause."""
        channel = await self._channel(channel_id)
        require(channel, ("view_channel", speaking_in(channel)))
        match = board.match
        pictures = missing_in(channel, ("attach_files",)) is None
        remarks = [] if board.fallback is None else [text.thread_fallback(board.fallback)]
        remarks += [] if pictures else [NO_PICTURE]
        names = await self._names_in(match)
        page = layouts.board(
            match,
            names,
            board.alt if pictures else None,
            note=" ".join(remarks),
            until=board.until,
            aftermath=board.aftermath,
            effect=board.effect,
        )
        files = [discord.File(io.BytesIO(board.png), PICTURE)] if pictures else []
        to_move = match.to_move_player
        is_paused = match.last is not None and match.last.kind is EntryKind.PAUSE
        is_past = match.match.ply > match.ply  # then a later board mentions who is to move
        quiet = is_paused or is_past
        mentioned = [to_move] if isinstance(to_move, int) and not quiet else []
        return await self._send(channel, page, mentioned, board.nonce, files)

    async def retire_board(
        self, channel_id: ChannelId, message_id: MessageId, match: MatchState
    ) -> None:
        """Take the buttons off an earlier board; its picture stays."""
        channel = await self._channel(channel_id)
        alt = alt_text(picture_of(match), match.sentence)
        pictures = missing_in(channel, ("attach_files",)) is None
        names = await self._names_in(match)
        page = layouts.board(match, names, alt if pictures else None, buttons=False)
        await self._edit(channel, message_id, page)

    async def show_looked_back(
        self, channel_id: ChannelId, message_id: MessageId, looked: LookedBack
    ) -> None:
        """Say on the last board of a match that it was looked back at; its picture stays."""
        match, channel = looked.match, await self._channel(channel_id)
        alt = alt_text(picture_of(match), match.sentence)
        pictures = missing_in(channel, ("attach_files",)) is None
        page = layouts.board(
            match,
            await self._names_in(match),
            alt if pictures else None,
            aftermath=looked.aftermath,
            looked_back=looked.moments,
        )
        await self._edit(channel, message_id, page)

    async def find_board(
        self, channel_id: ChannelId, match: MatchState, since: datetime
    ) -> MessageId | None:
        """The board of this ply, recognised by its buttons."""
        return await self._find(channel_id, layouts.board_mark(match), since)

    async def pass_role(
        self,
        server_id: ServerId,
        role_id: RoleId,
        before: Collection[PlayerId],
        after: PlayerId | None,
    ) -> PlayerId | None:
        """Take a role from those who had it before and give it to another; who has it then."""
        return await pass_role(self._client, server_id, role_id, before, after)

    async def share_card(self, match: MatchState) -> ShareCard:
        """The final board with the players' names, and the game at its foot."""
        async with translate_http_errors(None):
            names = [plain(await self._name(holder, match)) for holder in match.players]
        return ShareCard(picture_of(match), tuple(names), match_title(match))

    async def post_share(self, channel_id: ChannelId, card: ShownCard) -> MessageId:
        """Post the card of a match that is over; it mentions nobody."""
        channel = await self._channel(channel_id)
        require(channel, ("view_channel", speaking_in(channel), "attach_files"))
        page = layouts.share(card.match, await self._names_in(card.match), card.alt)
        files = [discord.File(io.BytesIO(card.png), PICTURE)]
        return await self._send(channel, page, (), card.nonce, files)

    async def find_share(
        self, channel_id: ChannelId, match: MatchState, since: datetime
    ) -> MessageId | None:
        """The match's card, recognised by its button."""
        return await self._find(channel_id, layouts.share_mark(match), since)

    async def post_card(
        self,
        channel_id: ChannelId,
        card: Card,
        nonce: str,
        reply_to: MessageId | None = None,
    ) -> MessageId:
        """Post the card, which mentions those who are asked."""
        channel = await self._channel(channel_id)
        face = self._face_of(await self._named(card))
        files = [] if face.png is None else [discord.File(io.BytesIO(face.png), PICTURE)]
        attaching = ("attach_files",) if files else ()
        require(channel, ("view_channel", speaking_in(channel), *attaching))
        return await self._send(channel, face.page, face.mentioned, nonce, files, reply_to)

    async def edit_card(self, channel_id: ChannelId, message_id: MessageId, card: Card) -> None:
        """Show the card as it is now."""
        channel = await self._channel(channel_id)
        face = self._face_of(await self._named(card))
        await self._edit(channel, message_id, face.page)

    async def _named(self, card: Card) -> Card:
        """The same with the names of those whom it lists."""
        if not isinstance(card, LiveLeaderboard):
            return card
        lines = card.page.lines
        listed = [Listed(each.player_id, each.is_hidden, each.stays_named) for each in lines]
        async with translate_http_errors(None):
            names = await listed_names(
                self._names, listed, None, card.list.server_id, of_server=True
            )
        return replace(card, names=names)

    async def find_card(
        self, channel_id: ChannelId, card: Card, since: datetime
    ) -> MessageId | None:
        """The card, recognised by its buttons."""
        return await self._find(channel_id, self._face_of(card).mark, since)

    async def remove(self, channel_id: ChannelId, message_id: MessageId) -> None:
        """Take a message of the bot's away."""
        channel = await self._channel(channel_id)
        async with translate_http_errors(channel):
            await channel.get_partial_message(message_id).delete()

    async def post_direct_card(self, player_id: PlayerId, card: Card, nonce: str) -> Sent:
        """Post the card in somebody's direct messages."""
        channel = await self._direct(player_id)
        page = self._face_of(card).page
        return ChannelId(channel.id), await self._send(channel, page, (), nonce)

    async def find_direct_card(
        self, player_id: PlayerId, card: Card, since: datetime
    ) -> Sent | None:
        """The card, recognised by its buttons."""
        channel = await self._direct(player_id)
        found = await self._find_in(channel, self._face_of(card).mark, since)
        return None if found is None else (ChannelId(channel.id), found)

    async def post_direct(self, player_id: PlayerId, words: str, nonce: str) -> Sent:
        """Tell somebody in direct messages."""
        channel = await self._direct(player_id)
        page = Page(words)
        return ChannelId(channel.id), await self._send(channel, page, (), nonce)

    async def find_direct(self, player_id: PlayerId, words: str, since: datetime) -> Sent | None:
        """The direct message that says this, if there is one."""
        channel = await self._direct(player_id)
        async with translate_http_errors(None):
            async for message in channel.history(limit=None, after=since):
                if message.author == self._client.user and words in texts(message.components):
                    return ChannelId(channel.id), MessageId(message.id)
        return None

    async def may_look(self, player_id: PlayerId, match: MatchState) -> bool:
        """Whether somebody is in the match's server, and sees the channel it is played in."""
        server = self._client.get_guild(match.server_id or 0)
        channel = None if server is None else server.get_channel(match.channel_id)
        if server is None or channel is None:
            return False
        async with translate_http_errors(None):
            try:
                member = await server.fetch_member(player_id)
            except discord.NotFound:
                return False
        return channel.permissions_for(member).view_channel

    async def _direct(self, player_id: PlayerId) -> discord.DMChannel:
        async with translate_http_errors(None):
            return await self._client.create_dm(discord.Object(player_id))

    async def _send(
        self,
        channel: Channel,
        page: Page,
        mentioned: Sequence[int],
        nonce: str,
        files: Sequence[discord.File] = (),
        reply_to: MessageId | None = None,
    ) -> MessageId:
        mentions = discord.AllowedMentions(
            everyone=False,
            roles=False,
            users=[discord.Object(each) for each in mentioned if not is_stand_in(each)],
            replied_user=False,
        )
        options: dict[str, Any] = {}
        if reply_to is not None:
            options["reference"] = discord.MessageReference(
                message_id=reply_to, channel_id=channel.id, fail_if_not_exists=False
            )
        async with translate_http_errors(channel):
            message = await channel.send(
                view=layout(page), files=files, nonce=nonce, allowed_mentions=mentions, **options
            )
        self.clock.hear(message.id)
        return MessageId(message.id)

    async def _edit(self, channel: Channel, message_id: MessageId, page: Page) -> None:
        async with translate_http_errors(channel):
            await channel.get_partial_message(message_id).edit(
                view=layout(page), allowed_mentions=discord.AllowedMentions.none()
            )

    async def _find(self, channel_id: ChannelId, mark: str, since: datetime) -> MessageId | None:
        """The bot's own message with a button that is marked so, posted after ``since``."""
        return await self._find_in(await self._channel(channel_id), mark, since)

    async def _find_in(self, channel: Channel, mark: str, since: datetime) -> MessageId | None:
        me = self._client.user
        async with translate_http_errors(channel):
            async for message in channel.history(limit=None, after=since):
                if message.author == me and mark in custom_ids(message.components):
                    return MessageId(message.id)
        return None

    async def _channel(self, channel_id: ChannelId) -> Channel:
        channel: Any = self._client.get_channel(channel_id)
        if channel is None:
            async with translate_http_errors(None):
                channel = await self._client.fetch_channel(channel_id)
        if not isinstance(channel, discord.TextChannel | discord.Thread | discord.DMChannel):
            raise CannotPost(None, "boards cannot be posted in a channel of this kind")
        return channel

    async def _title(self, match: MatchState) -> str:
        async with translate_http_errors(None):
            names = [plain(await self._name(each, match), 24) for each in match.players]
        return f"{match.info.name} #{match.id} · {' vs '.join(names)}"[:100]

    async def _names_in(self, match: MatchState) -> layouts.NamesOf:
        async with translate_http_errors(None):
            return {holder: harmless(await self._name(holder, match)) for holder in match.players}

    async def _name(self, holder: Holder, match: MatchState) -> str:
        if isinstance(holder, Engine):
            return text.holder_name(holder)
        return await self._names.of(holder, match.server_id)


def _known_thread(
    channel: discord.TextChannel, card: MessageId | None, title: str, since: datetime
) -> discord.Thread | None:
    """The match's thread, if an earlier attempt has made it: the bot's own, and no other's.

    One beside the card is known by its title, unless it is older than the first attempt: then it
    belongs to a match of this number in another database.
    """
    for thread in channel.threads:
        if thread.owner_id != channel.guild.me.id:
            continue
        # a thread made from a message has the message's id, however it was renamed since
        is_new = discord.utils.snowflake_time(thread.id) >= since
        if thread.id == card or (is_new and thread.name == title):
            return thread
    return None


async def _new_thread(
    channel: discord.TextChannel, card: MessageId | None, title: str
) -> discord.Thread:
    if card is not None:
        try:
            return await channel.get_partial_message(card).create_thread(name=title)
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, HAS_A_THREAD):
                raise
            made = await _thread_at(channel, card) if error.code == HAS_A_THREAD else None
        if made is not None:
            return made
    return await channel.create_thread(name=title, type=discord.ChannelType.public_thread)


async def _thread_at(channel: discord.TextChannel, card: MessageId) -> discord.Thread | None:
    """The bot's own thread at this message; None if it is another's, or gone.

    discord.py asks again where Discord has made a thread and then answered with a server error.
    """
    try:
        found = await channel.guild.fetch_channel(card)  # a thread has its message's id
    except (discord.NotFound, discord.Forbidden):
        return None
    if not isinstance(found, discord.Thread) or found.owner_id != channel.guild.me.id:
        return None
    return found


def texts(components: Iterable[Any]) -> Iterator[str]:
    """Every text in a message's components, however deep."""
    for component in components:
        if isinstance(component, discord.TextDisplay):
            yield component.content
        yield from texts(getattr(component, "children", ()))


def custom_ids(components: Iterable[Any]) -> Iterator[str]:
    """Every ``custom_id`` in a message's components, however deep."""
    for component in components:
        if getattr(component, "custom_id", None):
            yield component.custom_id
        yield from custom_ids(getattr(component, "children", ()))
