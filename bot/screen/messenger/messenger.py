"""The messenger: sends the requests of delivery to Discord."""

import io
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal, cast

import discord
from cachetools import FIFOCache

from bot.core.matches import MatchState
from bot.core.people import SettingsService
from bot.core.pictures import PicturesBusy, PictureService
from bot.core.posting import CannotPost, TryLater
from bot.screen.components import THREAD_TITLE, View, cut, layout, texts_of
from bot.screen.messenger.channels import (
    DIRECT_PAUSE,
    HAS_A_THREAD,
    NAMED,
    UNKNOWN_MESSAGE,
    Channel,
    OpeningTooFast,
    Purpose,
    ReplyRefused,
    obstacle,
    require,
    translate_http_errors,
)
from bot.screen.messenger.pages import Face, Faces, WithNames, holder_in
from bot.screen.messenger.servers import DiscordClock, DiscordServers
from bot.screen.messenger.words import room_in_title, thread_title
from bot.screen.names import LONGEST_LISTED, Names, harmless, plain
from bot.screen.page import PICTURE, File, Page, Picture
from data.ids import ChannelId, MessageId, PlayerId, ServerId, is_stand_in
from languages import code_of, speaks_others, spoken
from rules.texts import ENGLISH, Text, Wording, said

A_DAY: Final = 1440
A_WEEK: Final = 10080
"""After how many minutes of inactivity a thread is archived; the longest that Discord allows."""
MAX_TEXT = 4000
"""Discord's limit of a message, in characters."""
MENTION = re.compile("<@([0-9]+)>")
MAX_FILES = 10_000
"""Of how many messages the files are cached, for the edit after the next board."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file of a message that an edit keeps."""

    id: int
    filename: str

    def to_dict(self) -> dict[str, Any]:
        """Called by discord.py for the request."""
        return {"id": self.id, "filename": self.filename}


class DiscordMessenger(DiscordServers):
    """``Messenger`` by a client of discord.py."""

    def __init__(
        self,
        client: discord.Client,
        names: Names,
        faces: Faces,
        with_names: WithNames,
        pictures: Callable[[], PictureService],
        settings: Callable[[], SettingsService],
    ) -> None:
        super().__init__(client)
        self._settings = settings
        self._pictures = pictures
        self._names = names
        self._faces = faces
        self._with_names = with_names
        self.clock = DiscordClock()
        self.time = self.clock.now
        self._files: FIFOCache[MessageId, tuple[KeptFile, ...]] = FIFOCache(MAX_FILES)
        self._directs_from = 0.0  # by the monotonic clock

    async def open_thread(self, match: MatchState, since: datetime) -> ChannelId:
        """The match's thread, opened on its challenge's card, or in the channel if that is gone."""
        channel = await self._channel(match.channel_id)
        require(channel, Purpose.THREAD)
        if not isinstance(channel, discord.TextChannel):
            raise CannotPost(None, "no threads are made here")
        card, title = match.match.card_message_id, await self._title(match, channel)
        hidden_after: Literal[1440, 10080] = A_DAY if match.clock.live else A_WEEK
        known = _known_thread(channel, card, title, since)
        if known is None:
            async with translate_http_errors(channel):
                known = await _new_thread(channel, card, title, hidden_after)
        return ChannelId(known.id)

    async def open_talk(self, channel_id: ChannelId, message_id: MessageId, title: Text) -> None:
        channel = await self._channel(channel_id)
        require(channel, Purpose.THREAD)
        assert isinstance(channel, discord.TextChannel)
        name = cut(title, THREAD_TITLE, await self._wording(channel, None))
        async with translate_http_errors(channel):
            message = channel.get_partial_message(message_id)
            await message.create_thread(name=name, auto_archive_duration=A_WEEK)

    async def direct(self, player_id: PlayerId) -> ChannelId:
        wait = self._directs_from - time.monotonic()
        if wait > 0:
            raise TryLater(timedelta(seconds=wait))
        try:
            async with translate_http_errors(None, direct=True):
                channel = await self._client.create_dm(discord.Object(player_id))
        except OpeningTooFast:
            self._directs_from = time.monotonic() + DIRECT_PAUSE.total_seconds()
            raise
        return ChannelId(channel.id)

    def locale_of(self, server_id: ServerId) -> str | None:
        server = self._client.get_guild(server_id)
        return None if server is None else _locale_of(server)

    async def _wording(self, channel: Channel, card: object) -> Wording:
        """The receiver's language, else the match's, else the server's; raises StorageError.

        A match that stands in two servers speaks each one's own.
        """
        if not speaks_others():
            return ENGLISH
        match = card if isinstance(card, MatchState) else getattr(card, "match", None)
        if isinstance(channel, discord.DMChannel):
            person = PlayerId(getattr(channel.recipient, "id", 0))
            chosen = await self._settings().of_player(person)
            return await spoken(chosen.language or code_of(chosen.locale))
        if isinstance(match, MatchState) and match.match.beside is None:
            return await spoken(match.match.language)
        here = await self._settings().of_server(ServerId(channel.guild.id))
        return await spoken(here.language or code_of(_locale_of(channel.guild) or ""))

    async def post(
        self,
        channel_id: ChannelId,
        card: object,
        nonce: str,
        reply_to: MessageId | None = None,
    ) -> MessageId:
        """Post the card with its picture, or its plain page where that is not allowed."""
        channel = await self._channel(channel_id)
        require(channel, Purpose.MESSAGE)
        face, wording = await self._face(card), await self._wording(channel, card)
        if face.plain is None and face.picture is not None:
            require(channel, Purpose.PICTURE)
        page, files = await self._drawn(face, channel, wording)
        mentions = _mentions(face, channel)
        view = await self._layout(page, wording, face, channel)
        try:
            return await self._send(channel, view, mentions, nonce, files, reply_to)
        except CannotPost:
            if not files or face.plain is None:
                raise
        # perhaps only the picture was refused
        plain = await self._layout(face.plain(), wording, face, channel)
        return await self._send(channel, plain, mentions, nonce)

    async def edit(self, channel_id: ChannelId, message_id: MessageId, card: object) -> None:
        """Edit the message to show the card; its picture stays unless it is redrawn or gone."""
        channel = await self._channel(channel_id)
        face = await self._face(card)
        wording = await self._wording(channel, card)
        page, files = face.page, list[discord.File | KeptFile]()
        if face.redrawn:
            page, drawn = await self._drawn(face, channel, wording)
            files += drawn
        elif any(isinstance(part, Picture | File) for part in page.parts):
            files += await self._kept(channel, message_id)
            if not files and face.plain is not None:  # it was posted without one
                page = face.plain()
        view = await self._layout(page, wording, face, channel)
        message, given = channel.get_partial_message(message_id), cast("list[Any]", files)
        async with translate_http_errors(channel):
            # an edit notifies nobody; only allowed mentions are shown with names
            await message.edit(view=view, attachments=given, allowed_mentions=NAMED)

    async def _drawn(
        self, face: Face, channel: Channel, wording: Wording
    ) -> tuple[Page, list[discord.File]]:
        """The page for this channel, and its pictures unless none may be attached."""
        if face.plain is not None and obstacle(channel, Purpose.PICTURE) is not None:
            return face.plain(), []
        if face.picture is None:
            return face.page, []
        drawing = {PICTURE: face.picture, **face.beside}
        try:
            drawn = {name: await draw(self._pictures(), wording) for name, draw in drawing.items()}
        except PicturesBusy as error:
            raise TryLater from error
        return face.page, [discord.File(io.BytesIO(png), name) for name, png in drawn.items()]

    async def _kept(self, channel: Channel, message_id: MessageId) -> tuple[KeptFile, ...]:
        """The files of a message; an edit must list those that stay."""
        if message_id not in self._files:
            async with translate_http_errors(channel):
                message = await channel.fetch_message(message_id)
            self._files[message_id] = _files_of(message)
        return self._files[message_id]

    async def find(self, channel_id: ChannelId, card: object, since: datetime) -> MessageId | None:
        """The bot's own message with the card's mark, posted after ``since``."""
        channel, me = await self._channel(channel_id), self._client.user
        face = self._faces[type(card)](card)
        mark = face.mark
        if isinstance(mark, Text):
            wording = await self._wording(channel, card)
            (mark,) = await self._named([mark.said(wording)], wording, face, channel)
        async with translate_http_errors(channel):
            async for message in channel.history(limit=None, after=since):
                if message.author == me and mark in _marks(message.components):
                    return MessageId(message.id)
        return None

    async def remove(self, channel_id: ChannelId, message_id: MessageId) -> None:
        channel = await self._channel(channel_id)
        async with translate_http_errors(channel):
            await channel.get_partial_message(message_id).delete()

    async def may_look(self, player_id: PlayerId, match: MatchState) -> bool:
        server = self._client.get_guild(match.server_id or 0)
        channel = None if server is None else server.get_channel_or_thread(match.channel_id)
        if server is None or channel is None:
            return False
        async with translate_http_errors(None):
            try:
                member = await server.fetch_member(player_id)
            except discord.NotFound:
                return False
        return channel.permissions_for(member).view_channel

    async def _send(
        self,
        channel: Channel,
        view: View,
        mentions: discord.AllowedMentions,
        nonce: str,
        files: Sequence[discord.File] = (),
        reply_to: MessageId | None = None,
    ) -> MessageId:
        options: dict[str, Any] = {"nonce": nonce, "allowed_mentions": mentions}
        if reply_to is not None and obstacle(channel, Purpose.REPLY) is None:
            reply = discord.MessageReference(
                message_id=reply_to, channel_id=channel.id, fail_if_not_exists=False
            )
            try:
                return await self._sent(channel, view=view, files=files, reference=reply, **options)
            except ReplyRefused:
                for file in files:
                    file.reset()
        return await self._sent(channel, view=view, files=files, **options)

    async def _sent(self, channel: Channel, **options: Any) -> MessageId:
        async with translate_http_errors(channel):
            message = await channel.send(**options)
        self.clock.hear(message.id)
        self._files[MessageId(message.id)] = _files_of(message)
        return MessageId(message.id)

    async def _channel(self, channel_id: ChannelId) -> Channel:
        channel: Any = self._client.get_channel(channel_id)
        if channel is None:
            async with translate_http_errors(None):
                channel = await self._client.fetch_channel(channel_id)
        if not isinstance(channel, Channel):
            raise CannotPost(None, "channels of this sort take no messages")
        return channel

    async def _layout(self, page: Page, wording: Wording, face: Face, channel: Channel) -> View:
        """The page as a view, with names instead of mentions that do not notify."""
        view = layout(page, wording)
        texts = texts_of(view)
        named = await self._named([each.content for each in texts], wording, face, channel)
        if sum(map(len, named)) <= MAX_TEXT:
            for each, content in zip(texts, named, strict=True):
                each.content = content
        return view

    async def _named(
        self, texts: Sequence[str], wording: Wording, face: Face, channel: Channel
    ) -> list[str]:
        """Replace mentions of people whom the message does not notify by their names.

        Discord sends no names for those, and readers may see ``@unknown-user``.
        """
        known, server = set[int](face.mentioned), None
        if isinstance(channel, discord.DMChannel):
            known = {each.id for each in channel.recipients}
        else:
            server = channel.guild.id
        names = dict[str, str]()
        for each in {int(each) for text in texts for each in MENTION.findall(text)} - known:
            async with translate_http_errors(None):
                name = harmless(await self._names.of(each, server), LONGEST_LISTED)
            names[f"<@{each}>"] = said(name, wording)
        return [MENTION.sub(lambda each: names.get(each[0], each[0]), text) for text in texts]

    async def _face(self, card: object) -> Face:
        named = self._with_names.get(type(card))
        if named is not None:
            async with translate_http_errors(None):
                card = await named(card, self._names)
        return self._faces[type(card)](card)

    async def _title(self, match: MatchState, channel: Channel) -> str:
        async with translate_http_errors(None):
            names = [await holder_in(match, each, self._names) for each in match.players]
        wording = await self._wording(channel, match)
        told = thread_title(match, [plain(each, room_in_title(len(names))) for each in names])
        return cut(told, THREAD_TITLE, wording)


def _locale_of(server: discord.Guild) -> str | None:
    """The locale that a Community server chose in Discord; None for other servers."""
    return str(server.preferred_locale.value) if "COMMUNITY" in server.features else None


def _files_of(message: discord.Message) -> tuple[KeptFile, ...]:
    return tuple(KeptFile(each.id, each.filename) for each in message.attachments)


def _mentions(face: Face, channel: Channel) -> discord.AllowedMentions:
    """Whom a card notifies: those in ``mentioned``; in direct messages everybody."""
    if isinstance(channel, discord.DMChannel):
        return NAMED
    people = [discord.Object(each) for each in face.mentioned if not is_stand_in(each)]
    return discord.AllowedMentions(everyone=False, roles=False, users=people, replied_user=False)


def _known_thread(
    channel: discord.TextChannel, card: MessageId | None, title: str, since: datetime
) -> discord.Thread | None:
    """The match's thread, if an earlier attempt has opened it; only threads of the bot count.

    A thread that is not on the card is found by its title. One older than the first attempt
    belongs to a match with this id in another database.
    """
    for thread in channel.threads:
        if thread.owner_id != channel.guild.me.id:
            continue
        # a thread on a message has the message's id
        is_new = discord.utils.snowflake_time(thread.id) >= since
        if thread.id == card or (is_new and thread.name == title):
            return thread
    return None


async def _new_thread(
    channel: discord.TextChannel,
    card: MessageId | None,
    title: str,
    hidden_after: Literal[1440, 10080],
) -> discord.Thread:
    if card is not None:
        message = channel.get_partial_message(card)
        try:
            return await message.create_thread(name=title, auto_archive_duration=hidden_after)
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, HAS_A_THREAD):
                raise
            made = await _thread_at(channel, card) if error.code == HAS_A_THREAD else None
        if made is not None:
            return made
    public, news = discord.ChannelType.public_thread, discord.ChannelType.news_thread
    return await channel.create_thread(
        name=title,
        type=news if channel.is_news() else public,
        auto_archive_duration=hidden_after,
    )


async def _thread_at(channel: discord.TextChannel, card: MessageId) -> discord.Thread | None:
    """The thread on this message; None if it is not the bot's, or gone.

    Discord may open a thread and still answer with a server error; discord.py then retries.
    """
    try:
        found = await channel.guild.fetch_channel(card)  # a thread has its message's id
    except (discord.NotFound, discord.Forbidden):
        return None
    if not isinstance(found, discord.Thread) or found.owner_id != channel.guild.me.id:
        return None
    return found


def _marks(components: Iterable[Any]) -> Iterator[str]:
    """Every ``custom_id`` and every text in a message's components, nested ones included."""
    for component in components:
        for mark in (getattr(component, "custom_id", None), getattr(component, "content", None)):
            if mark:
                yield mark
        yield from _marks(getattr(component, "children", ()))
