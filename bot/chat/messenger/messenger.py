"""Posting boards on Discord: the one place where delivery's wishes become requests."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.chat.common.custom_ids import MatchAction, MatchButton
from bot.chat.common.names import Names, harmless, plain
from bot.chat.common.permissions import OPENING_THREADS, POSTING, first_missing
from bot.chat.common.text import NO_PICTURE
from bot.chat.messenger import layouts
from bot.chat.messenger.text import detour
from bot.services.delivery.messenger import CannotPost, ChannelGone, TryLater
from bot.services.matches.models import MatchView
from data.ids import ChannelId, MessageId
from data.states import Detour
from renderer import alt_text

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
LOOKED_THROUGH = 50
"""How many messages are searched for a board that may have been posted."""

Channel = discord.TextChannel | discord.Thread | discord.DMChannel


class DiscordMessenger:
    """Posts through a client. Raises CannotPost, ChannelGone and TryLater as Messenger says."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._names = Names(client)

    async def open_thread(self, view: MatchView) -> ChannelId:
        """The match's thread, made from its challenge's card, or beside it if that is gone."""
        channel = await self._channel(view.channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise CannotPost(None, "no threads are made here")
        _require(channel, OPENING_THREADS)
        title = await self._title(view)
        known = next((thread for thread in channel.threads if thread.name == title), None)
        if known is None:
            async with _translated(channel):
                known = await _new_thread(channel, view.card_message_id, title)
        await self._invite(known, view)
        return ChannelId(known.id)

    async def post_board(
        self,
        channel_id: ChannelId,
        view: MatchView,
        png: bytes,
        alt: str,
        nonce: str,
        note: Detour | None,
    ) -> MessageId:
        """Post a turn's board, with one mention: the player to move."""
        channel = await self._channel(channel_id)
        _require(channel, ("view_channel", _speaking_in(channel)))
        pictures = _missing(channel, ("attach_files",)) is None
        remarks = [] if note is None else [detour(note)]
        remarks += [] if pictures else [NO_PICTURE]
        layout = layouts.board(
            view, await self._names_in(view), alt if pictures else None, note=" ".join(remarks)
        )
        to_move = [] if view.to_move_player is None else [discord.Object(view.to_move_player)]
        files = [discord.File(io.BytesIO(png), layouts.PICTURE)] if pictures else []
        async with _translated(channel):
            message = await channel.send(
                view=layout,
                files=files,
                nonce=nonce,
                allowed_mentions=discord.AllowedMentions(
                    everyone=False, roles=False, users=to_move, replied_user=False
                ),
            )
        return MessageId(message.id)

    async def retire_board(
        self, channel_id: ChannelId, message_id: MessageId, view: MatchView
    ) -> None:
        """Take the buttons off an earlier board; its picture stays."""
        channel = await self._channel(channel_id)
        alt = alt_text(view.position, view.events, view.sentence)
        pictures = _missing(channel, ("attach_files",)) is None
        layout = layouts.board(
            view, await self._names_in(view), alt if pictures else None, buttons=False
        )
        async with _translated(channel):
            await channel.get_partial_message(message_id).edit(
                view=layout, allowed_mentions=discord.AllowedMentions.none()
            )

    async def find_posted(self, channel_id: ChannelId, view: MatchView) -> MessageId | None:
        """The board of this ply, recognised by its buttons, among the newest messages."""
        channel = await self._channel(channel_id)
        wanted = str(MatchButton(view.id, view.ply, MatchAction.BOARD))
        me = self._client.user
        async with _translated(channel):
            async for message in channel.history(limit=LOOKED_THROUGH):
                if message.author == me and wanted in custom_ids(message.components):
                    return MessageId(message.id)
        return None

    async def announce(self, channel_id: ChannelId, layout: ui.LayoutView) -> None:
        """Post something that mentions nobody."""
        channel = await self._channel(channel_id)
        _require(channel, ("view_channel", _speaking_in(channel)))
        async with _translated(channel):
            await channel.send(view=layout, allowed_mentions=discord.AllowedMentions.none())

    async def _channel(self, channel_id: ChannelId) -> Channel:
        channel: Any = self._client.get_channel(channel_id)
        if channel is None:
            async with _translated(None):
                channel = await self._client.fetch_channel(channel_id)
        if not isinstance(channel, discord.TextChannel | discord.Thread | discord.DMChannel):
            raise CannotPost(None, "boards cannot be posted in a channel of this kind")
        return channel

    async def _title(self, view: MatchView) -> str:
        names = [plain(await self._names.of(seat, view.server_id), 24) for seat in view.players]
        return f"{view.info.name} #{view.id} · {' vs '.join(names)}"[:100]

    async def _names_in(self, view: MatchView) -> dict[int, str]:
        async with _translated(None):
            return {
                player: harmless(await self._names.of(player, view.server_id))
                for player in view.players
            }

    async def _invite(self, thread: discord.Thread, view: MatchView) -> None:
        for player in view.players:
            try:
                await thread.add_user(discord.Object(player))
            except (discord.Forbidden, discord.NotFound):
                continue  # somebody who left or may not look in; the others play on


async def _new_thread(
    channel: discord.TextChannel, card: MessageId | None, title: str
) -> discord.Thread:
    if card is not None:
        known = channel.get_thread(card)  # a thread made from a message has the message's id
        if known is not None:
            return known
        try:
            return await channel.get_partial_message(card).create_thread(name=title)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
    return await channel.create_thread(name=title, type=discord.ChannelType.public_thread)


def custom_ids(components: Iterable[Any]) -> Iterator[str]:
    """Every ``custom_id`` in a message's components, however deep."""
    for component in components:
        if getattr(component, "custom_id", None):
            yield component.custom_id
        yield from custom_ids(getattr(component, "children", ()))


def _speaking_in(channel: Channel) -> str:
    in_thread = isinstance(channel, discord.Thread)
    return "send_messages_in_threads" if in_thread else "send_messages"


def _missing(channel: Channel, needed: tuple[str, ...]) -> str | None:
    if isinstance(channel, discord.DMChannel):
        return None
    return first_missing(channel.permissions_for(channel.guild.me), needed)


def _require(channel: Channel, needed: tuple[str, ...]) -> None:
    missing = _missing(channel, needed)
    if missing is not None:
        raise CannotPost(missing, f"{missing} is missing")


@asynccontextmanager
async def _translated(channel: Channel | None) -> AsyncIterator[None]:
    """Turn what discord.py raises into what delivery understands."""
    try:
        yield
    except discord.RateLimited as error:
        raise TryLater(timedelta(seconds=error.retry_after)) from error
    except discord.HTTPException as error:
        if error.status == 429 or error.status >= 500:
            raise TryLater from error
        if error.code == UNKNOWN_CHANNEL:
            raise ChannelGone from error
        missing = None if channel is None else _missing(channel, POSTING)
        raise CannotPost(missing, f"{error.status} {error.code}") from error
    except (aiohttp.ClientError, OSError) as error:
        raise TryLater from error
