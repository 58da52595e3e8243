"""Posting on Discord: the one place where delivery's wishes become requests."""

import io
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, TypeAlias

import discord

from bot.chat.common.components import THREAD_TITLE, View, cut, layout
from bot.chat.common.names import Names, plain
from bot.chat.common.page import PICTURE, File, Page, Picture
from bot.chat.common.permissions import OPENING_THREADS
from bot.chat.common.text import match_title
from bot.chat.messenger import channels
from bot.chat.messenger.discord_clock import DiscordClock
from bot.chat.messenger.faces import Face, Faces, WithNames, holder_in
from bot.chat.messenger.post_language import locale_of, wording_in
from bot.chat.messenger.roles import DiscordRoles
from bot.chat.messenger.text import room_in_title, thread_title
from bot.services.matches import MatchState, picture_of
from bot.services.people import is_stand_in
from bot.services.posting import CannotPost
from bot.services.settings import SettingsService
from data.ids import ChannelId, MessageId, PlayerId, ServerId
from renderer import ShareCard
from renderer.charts import Chart
from rules.texts import Text, Wording, said

DrawsCharts: TypeAlias = Callable[[Chart, Wording], Awaitable[bytes]]


class DiscordMessenger(DiscordRoles):
    """Posts through a client. Raises what Messenger says."""

    def __init__(
        self,
        client: discord.Client,
        names: Names,
        faces: Faces,
        with_names: WithNames,
        charts: DrawsCharts,
        settings: Callable[[], SettingsService],
    ) -> None:
        super().__init__(client)
        self._settings = settings
        self._charts = charts
        self._names = names
        self._faces = faces
        self._with_names = with_names
        self.clock = DiscordClock()
        self.time = self.clock.now

    async def open_thread(self, match: MatchState, since: datetime) -> ChannelId:
        """The match's thread, made from its challenge's card, or beside it if that is gone."""
        channel = await self._channel(match.channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise CannotPost(None, "no threads are made here")
        channels.require(channel, OPENING_THREADS)
        card, title = match.match.card_message_id, await self._title(match, channel)
        known = _known_thread(channel, card, title, since)
        if known is None:
            async with channels.translate_http_errors(channel):
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
            except (discord.HTTPException, discord.RateLimited, *channels.CONNECTION_LOST):
                # they left, may not look in, or blocked the bot; or Discord is in trouble. The
                # board mentions who is to move, and nobody waits for it because of this
                continue

    async def direct(self, player_id: PlayerId) -> ChannelId:
        async with channels.translate_http_errors(None):
            channel = await self._client.create_dm(discord.Object(player_id))
        return ChannelId(channel.id)

    def locale_of(self, server_id: ServerId) -> str | None:
        """The locale that a Community server has chosen in Discord; None for others."""
        server = self._client.get_guild(server_id)
        return None if server is None else locale_of(server)

    async def wording(self, channel_id: ChannelId, card: object) -> Wording:
        return await wording_in(await self._channel(channel_id), self._settings(), card)

    async def post(
        self,
        channel_id: ChannelId,
        card: object,
        nonce: str,
        wording: Wording,
        png: bytes | None = None,
        reply_to: MessageId | None = None,
    ) -> MessageId:
        """Post the card, which mentions whom it names, with its picture if it needs it or may."""
        channel = await self._channel(channel_id)
        in_thread = isinstance(channel, discord.Thread)
        speaking = "send_messages_in_threads" if in_thread else "send_messages"
        channels.require(channel, ("view_channel", speaking))
        face = await self._face(card)
        if face.plain is None and png is not None:
            channels.require(channel, ("attach_files",))
        page, pictures = _page(face, channel)
        png = png if face.chart is None else await self._charts(face.chart, wording)
        files = [discord.File(io.BytesIO(png), PICTURE)] if png and pictures else []
        view = layout(page, wording)
        return await self._send(channel, view, face.mentioned, nonce, files, reply_to)

    async def edit(self, channel_id: ChannelId, message_id: MessageId, card: object) -> None:
        """Show the card as it is now; its picture stays, unless it is a chart or shown no more."""
        channel = await self._channel(channel_id)
        face = await self._face(card)
        page, pictures = _page(face, channel)
        wording = await wording_in(channel, self._settings(), card)
        files: dict[str, Any] = {}
        if face.chart is not None:
            drawn = await self._charts(face.chart, wording) if pictures else None
            files["attachments"] = [discord.File(io.BytesIO(drawn), PICTURE)] if drawn else []
        elif not any(isinstance(part, Picture | File) for part in face.page.parts):
            files["attachments"] = []
        view = layout(page, wording)
        async with channels.translate_http_errors(channel):
            await channel.get_partial_message(message_id).edit(
                view=view, allowed_mentions=discord.AllowedMentions.none(), **files
            )

    async def find(self, channel_id: ChannelId, card: object, since: datetime) -> MessageId | None:
        """The bot's own message with the card's mark, posted after ``since``."""
        channel, me = await self._channel(channel_id), self._client.user
        mark = self._faces[type(card)](card).mark
        if isinstance(mark, Text):
            mark = mark.said(await wording_in(channel, self._settings(), card))
        async with channels.translate_http_errors(channel):
            async for message in channel.history(limit=None, after=since):
                if message.author == me and mark in _marks(message.components):
                    return MessageId(message.id)
        return None

    async def remove(self, channel_id: ChannelId, message_id: MessageId) -> None:
        channel = await self._channel(channel_id)
        async with channels.translate_http_errors(channel):
            await channel.get_partial_message(message_id).delete()

    async def share_card(self, match: MatchState, wording: Wording) -> ShareCard:
        """The final board with the players' names, and the game at its foot."""
        async with channels.translate_http_errors(None):
            names = [await holder_in(match, each, self._names) for each in match.players]
        told = tuple(said(plain(each), wording) for each in names)
        picture = picture_of(match, wording=wording)
        return ShareCard(picture, told, match_title(match))

    def server_name(self, match: MatchState) -> str | None:
        """What the server is called in which a match is played; None if it is not known."""
        server = self._client.get_guild(match.server_id or 0)
        return None if server is None else server.name

    async def may_look(self, player_id: PlayerId, match: MatchState) -> bool:
        """Whether somebody is in the match's server, and sees the channel it is played in."""
        server = self._client.get_guild(match.server_id or 0)
        channel = None if server is None else server.get_channel(match.channel_id)
        if server is None or channel is None:
            return False
        async with channels.translate_http_errors(None):
            try:
                member = await server.fetch_member(player_id)
            except discord.NotFound:
                return False
        return channel.permissions_for(member).view_channel

    async def _send(
        self,
        channel: channels.Channel,
        view: View,
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
        async with channels.translate_http_errors(channel):
            message = await channel.send(
                view=view, files=files, nonce=nonce, allowed_mentions=mentions, **options
            )
        self.clock.hear(message.id)
        return MessageId(message.id)

    async def _channel(self, channel_id: ChannelId) -> channels.Channel:
        channel: Any = self._client.get_channel(channel_id)
        if channel is None:
            async with channels.translate_http_errors(None):
                channel = await self._client.fetch_channel(channel_id)
        if not isinstance(channel, discord.TextChannel | discord.Thread | discord.DMChannel):
            raise CannotPost(None, "boards cannot be posted in a channel of this kind")
        return channel

    async def _face(self, card: object) -> Face:
        named = self._with_names.get(type(card))
        if named is not None:
            async with channels.translate_http_errors(None):
                card = await named(card, self._names)
        return self._faces[type(card)](card)

    async def _title(self, match: MatchState, channel: channels.Channel) -> str:
        async with channels.translate_http_errors(None):
            names = [await holder_in(match, each, self._names) for each in match.players]
        wording = await wording_in(channel, self._settings(), match)
        told = thread_title(match, [plain(each, room_in_title(len(names))) for each in names])
        return cut(told, THREAD_TITLE, wording)


def _page(face: Face, channel: channels.Channel) -> tuple[Page, bool]:
    """What the card looks like there, and whether its picture may be attached."""
    pictures = channels.missing_in(channel, ("attach_files",)) is None
    return (face.page if pictures or face.plain is None else face.plain()), pictures


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
            if error.code not in (channels.UNKNOWN_MESSAGE, channels.HAS_A_THREAD):
                raise
            made = await _thread_at(channel, card) if error.code == channels.HAS_A_THREAD else None
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


def _marks(components: Iterable[Any]) -> Iterator[str]:
    """Every ``custom_id`` and every text in a message's components, however deep."""
    for component in components:
        for mark in (getattr(component, "custom_id", None), getattr(component, "content", None)):
            if mark:
                yield mark
        yield from _marks(getattr(component, "children", ()))
