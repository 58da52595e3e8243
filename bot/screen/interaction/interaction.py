"""An interaction, the client, and answering with words, a page, a form or a board.

Every answer is private.
"""

import functools
import io
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

import discord
import structlog
from discord import app_commands
from discord.ext import commands
from structlog.contextvars import bind_contextvars

from bot.core.actor import Actor, Person, Place
from bot.core.errors import ServiceError
from bot.core.matches import MatchService, MatchState, Now
from bot.core.people import PlayerSettings, SettingsService
from bot.core.pictures import PictureService, picture_of
from bot.core.posting import ChannelGone, TryLater
from bot.core.services import Services
from bot.screen.components import OPTION_LABEL, OPTIONS, View, cut, layout, modal
from bot.screen.ids import CustomId, number
from bot.screen.interaction import acknowledging
from bot.screen.interaction.acknowledging import Follows
from bot.screen.messenger import channels, pages
from bot.screen.messenger.channels import CONNECTION_LOST, NAMED, Obstacle, Purpose, Reason
from bot.screen.messenger.messenger import DiscordMessenger
from bot.screen.names import Names
from bot.screen.page import PICTURE, Accent, Form, Page, Part, Picture
from bot.screen.words import REFERENCE, UNREADABLE, on_hold, sentence
from data.errors import InDoubtError, StorageError, UnreadableError
from data.ids import ChannelId, InteractionId, MatchId, PlayerId, RoleId, ServerId
from data.states import Orientation
from languages import code_of, speaks_others, spoken
from renderer import PictureRequest, alt_text
from renderer.charts import Chart, chart_text
from rules.texts import ENGLISH, Text, Wording, Words, lines, said

logger = structlog.get_logger(__name__)

NOT_STORED = Text(
    "Nothing was changed, because I could not write to my database. Please try again in a moment."
)
IN_DOUBT = Text(
    "My database did not answer in time. Check before you try again: it may have worked."
)

UNKNOWN_ROUTE = "unknown"
NO_CHOICE = -1
"""Stands for no choice in a list."""

AnyId = TypeVar("AnyId", bound=CustomId, covariant=True)
Value = TypeVar("Value", str, int)

PrivateMessage: TypeAlias = discord.InteractionMessage | discord.WebhookMessage
CHANGEABLE = timedelta(minutes=15)
"""How long after a click its private message can be edited."""
_CHOSEN = "what this person chose"
HANDLED_BY = "handler"
"""Keys of ``extras``: the person's settings, and the name of what answers a click."""
REFERENCE_DIGITS = 8


class CannotStandError(ServiceError):
    """What is asked for would be posted in a channel that does not take it."""

    channel_id: ChannelId
    obstacle: Obstacle


class PlayingClient(commands.AutoShardedBot):
    """The bot, as screens see it, so that they do not depend on ``bot.app``."""

    messenger: DiscordMessenger
    names: Names
    now: Now
    invite_url: str | None
    support_url: str | None
    """Where people add the bot, and where they get help; None if the operator has set none."""
    additions: Mapping[type[Any], Sequence[Any]]
    """The ``Adds`` of features, by the type of what the page shows."""

    @property
    @abstractmethod
    def services(self) -> Services:
        """The services; raises RuntimeError before the start."""


class Interaction:
    """A person used a command or pressed something. ``raw`` is discord.py's object."""

    def __init__(self, raw: discord.Interaction[Any]) -> None:
        self.raw: discord.Interaction[PlayingClient] = raw
        self.client: PlayingClient = raw.client

    @property
    def services(self) -> Services:
        return self.client.services

    @property
    def reference(self) -> str:
        """What an operator finds in the log: the last digits of the interaction's id."""
        return str(self.raw.id)[-REFERENCE_DIGITS:]

    @property
    def route(self) -> str:
        """The name of the command, or of the kind of button, list or form."""
        command = self.raw.command
        if command is not None:
            return command.qualified_name
        return str(self.raw.extras.get(HANDLED_BY, UNKNOWN_ROUTE))

    def note_in_log(self) -> None:
        """Let every line that is logged for this interaction name it."""
        bind_contextvars(reference=self.reference, command=self.route, server=self.raw.guild_id)

    @functools.cached_property
    def actor(self) -> Actor:
        manages = self.raw.permissions.manage_guild
        person = replace(person_of(self.raw.user, manages_server=manages), locale=self.locale)
        server = None if self.raw.guild_id is None else ServerId(self.raw.guild_id)
        place = Place(server, ChannelId(self.raw.channel_id or 0))
        if isinstance(self.raw.channel, discord.Thread):
            parent = self.raw.channel.parent
            if isinstance(parent, discord.TextChannel):  # a forum post counts as a channel
                place = Place(server, ChannelId(parent.id), thread_id=place.channel_id)
        return Actor(person, place, InteractionId(self.raw.id), self._sees)

    @property
    def is_on_private(self) -> bool:
        """Whether a component of a private message was pressed."""
        message = self.raw.message
        return message is not None and message.flags.ephemeral

    async def defer_private(self, *, counts: bool = False) -> None:
        """Acknowledge; a private answer follows. ``counts`` as in ``acknowledge``."""
        await acknowledging.acknowledge(self.raw, Follows.PRIVATE, counts=counts)

    async def defer_update(self, *, counts: bool = False) -> None:
        """Acknowledge; the answer replaces the private message that was pressed.

        For a public message or a command the answer is a new private message. ``counts`` as in
        ``acknowledge``.
        """
        await acknowledging.acknowledge(
            self.raw, Follows.PRIVATE, thinking=not self.is_on_private, counts=counts
        )

    async def defer_beside(self) -> None:
        """Acknowledge; the pressed message stays, and the answer is a new private message."""
        await acknowledging.acknowledge(self.raw, Follows.BESIDE, thinking=False)

    @property
    def locale(self) -> str:
        """The locale of this person's Discord."""
        return str(self.raw.locale.value)

    async def chosen(self) -> PlayerSettings:
        """This person's settings; read once for each interaction."""
        if _CHOSEN not in self.raw.extras:
            self.chose(await self.services[SettingsService].known(self.actor.id))
        return self.raw.extras[_CHOSEN] or PlayerSettings()

    def chose(self, settings: PlayerSettings | None) -> None:
        """Set this person's settings for the rest of the interaction; None if not stored."""
        self.raw.extras[_CHOSEN] = settings

    def ask_for_no_settings(self) -> None:
        """Do not read settings any more, since the database is failing."""
        self.raw.extras.setdefault(_CHOSEN, None)

    async def wording(self) -> Wording:
        """The language of answers: of this person's settings, else of their Discord.

        If the settings cannot be read, that of their Discord.
        """
        if not speaks_others():
            return ENGLISH
        with suppress(StorageError, RuntimeError):
            return await spoken((await self.chosen()).language or code_of(self.locale))
        return await spoken(code_of(self.locale))

    async def say(self, content: Words) -> None:
        await self.show(Page(content))

    async def warn(self, content: Words) -> None:
        """Answer with a warning."""
        await self.show(Page(content, accent=Accent.AMBER))

    async def show(
        self,
        page: Page,
        file: bytes | None = None,
        name: str = PICTURE,
        beside: Mapping[str, bytes] = MappingProxyType({}),
    ) -> PrivateMessage | None:
        """Answer with a page and its files, whether acknowledged before or not.

        ``beside`` are further files by name. Returns the message, or None if Discord does not send
        it back.
        """
        files = dict(beside) if file is None else {name: file, **beside}
        pictures = [part.name for part in page.parts if isinstance(part, Picture)]
        if pictures and await self.reads_text():
            page = page.in_words()
            files = {name: files[name] for name in files.keys() - pictures}
        expected = self.raw.extras.get(acknowledging.FOLLOWS, Follows.NOTHING)
        view = layout(page, await self.wording())
        try:
            shown = await self._show(view, _files(files), expected)
        except discord.NotFound:
            if acknowledging.IN_DOUBT not in self.raw.extras:
                raise
            # it was not acknowledged after all, so this is the first response
            shown = await self._show(view, _files(files), Follows.NOTHING)
        known = self.raw.extras.get(_CHOSEN)
        # stored for messages outside interactions
        if known is not None and known.locale != self.locale:
            with suppress(StorageError):
                self.chose(
                    await self.services[SettingsService].note_locale(self.actor.id, self.locale)
                )
        return shown

    async def add(self, page: Page) -> None:
        """Show a further private message, once the answer is there."""
        self.raw.extras[acknowledging.FOLLOWS] = Follows.BESIDE
        await self.show(page)

    async def show_with(self, chart: Chart | None, page: Callable[[Words | None], Page]) -> None:
        """Answer with a chart; ``page`` is called with its alternative text, or None without one.

        It is drawn in this person's theme and language. Raises PicturesBusy.
        """
        if chart is None:
            await self.show(page(None))
            return
        picture = b""
        if not await self.reads_text():
            theme, wording = await self.theme(), await self.wording()
            picture = await self.services[PictureService].chart(chart, theme, wording)
        await self.show(page(chart_text(chart)), picture)

    async def ask(self, form: Form) -> None:
        """Open a form; the interaction must not be acknowledged before."""
        await self.raw.response.send_modal(modal(form, await self.wording()))

    async def offer(
        self, labels: Mapping[Value, Words], typed: object = ""
    ) -> list[app_commands.Choice[Value]]:
        """Completions of an option: values whose label or value contains ``typed``."""
        wording, part = await self.wording(), str(typed).casefold()
        told = {value: said(label, wording) for value, label in labels.items()}
        found = [value for value, label in told.items() if part in f"{label} {value}".casefold()]
        return [
            app_commands.Choice(name=cut(told[value], OPTION_LABEL, wording), value=value)
            for value in found[:OPTIONS]
        ]

    async def change(self, message: PrivateMessage, page: Page, otherwise: str) -> None:
        """Edit an earlier private answer to show a page; logs ``otherwise`` if that fails."""
        view = layout(page, await self.wording())
        try:
            await message.edit(view=view, attachments=[], allowed_mentions=NAMED)
        except (discord.HTTPException, *CONNECTION_LOST) as error:  # perhaps dismissed
            logger.info(otherwise, **acknowledging.short(error))

    async def show_board(self, match: MatchState, remark: Words | None = None) -> None:
        """Answer with the board by this person's settings."""
        request = replace(await self.own_picture(match), strengths=True)
        picture = await self.draw(request)
        alt = alt_text(request, match.sentence)
        told = lines(remark, on_hold(match.match))
        await self.show(pages.own_board(match, alt, self.actor.id, told), picture)

    async def own_picture(self, match: MatchState) -> PictureRequest:
        """The match's picture by this person's settings: side, theme and language."""
        chosen = await self.chosen()
        own = chosen.orientation is Orientation.OWN
        viewer = match.seat_of(self.actor.id) if own else None
        shown = picture_of(match, viewer=viewer, theme=chosen.theme)
        return replace(shown, wording=await self.wording())

    async def draw(self, request: PictureRequest) -> bytes:
        """The picture in this person's language, as a PNG file; raises PicturesBusy.

        Empty for people who read boards as text.
        """
        if await self.reads_text():
            return b""
        own = replace(request, wording=await self.wording())
        return await self.services[PictureService].still(own)

    async def added(self, shown: object) -> tuple[Part, ...]:
        """The parts that other features add to the page of this person that shows this value."""
        adding = self.client.additions.get(type(shown), ())
        return tuple([part for each in adding for part in await each(self, shown)])

    async def reads_text(self) -> bool:
        """Whether this person reads boards as text, without pictures."""
        return (await self.chosen()).text_mode

    async def theme(self) -> str:
        return (await self.chosen()).theme

    def stands(
        self, channel_id: ChannelId | None = None, purpose: Purpose = Purpose.MESSAGE
    ) -> ChannelId:
        """The channel, by default the present one, if the bot can post there.

        Raises CannotStandError. Call it before storing anything that will be posted.
        """
        wanted = self.actor.place.channel_id if channel_id is None else channel_id
        found = self.obstacle(wanted, purpose)
        if found is not None:
            raise CannotStandError(wanted, found)
        return wanted

    async def check_match(self, match_id: MatchId) -> None:
        """Raise CannotStandError unless the bot can post where their match is played."""
        match = await self.services[MatchService].own(self.actor, match_id)
        if match.match.club_id is not None:  # the cards are posted elsewhere
            return
        channel = self.client.get_channel(match.where)
        with suppress(ChannelGone, TryLater):
            found = None if channel is None else channels.obstacle(channel)
            if found is not None:
                raise CannotStandError(match.where, found)

    def obstacle(
        self, channel_id: ChannelId, purpose: Purpose = Purpose.MESSAGE
    ) -> Obstacle | None:
        """Why the bot cannot post in a channel of this server; None if it can."""
        if self.raw.guild_id is None:
            return None if self.raw.context.dm_channel else Obstacle(Reason.PRIVATE)
        server = self.client.get_guild(self.raw.guild_id)
        if server is None:
            return Obstacle(Reason.AWAY)
        is_here = channel_id == self.raw.channel_id
        channel = server.get_channel_or_thread(channel_id)
        if channel is None:
            return Obstacle(Reason.GONE)
        try:
            return channels.obstacle(
                channel, purpose, self.raw.app_permissions if is_here else None
            )
        except ChannelGone:
            return Obstacle(Reason.GONE)
        except TryLater:  # unknown; posting will tell
            return None

    def referring(self, says: Words) -> Words:
        """A sentence with the reference below it."""
        return lines(says, REFERENCE.of(reference=self.reference))

    def refusal(self, error: ServiceError | StorageError) -> Words:
        if isinstance(error, StorageError):
            known = {InDoubtError: IN_DOUBT, UnreadableError: UNREADABLE}
            return self.referring(known.get(type(error), NOT_STORED))
        return sentence(error)

    async def _show(
        self, view: View, files: list[discord.File], expected: Follows
    ) -> PrivateMessage | None:
        raw = self.raw
        if expected is Follows.PRIVATE:
            return await raw.edit_original_response(
                view=view, attachments=files, allowed_mentions=NAMED
            )
        if expected is Follows.BESIDE or raw.response.is_done():
            return await raw.followup.send(
                view=view, files=files, ephemeral=True, wait=True, allowed_mentions=NAMED
            )
        told = await raw.response.send_message(
            view=view, files=files, ephemeral=True, allowed_mentions=NAMED
        )
        return told.resource if isinstance(told.resource, discord.InteractionMessage) else None

    def _sees(self, channel_id: ChannelId) -> bool:
        """Whether they may see the channel; False for a deleted one."""
        if channel_id == self.raw.channel_id:
            return True
        server = self.raw.guild
        channel = None if server is None else server.get_channel_or_thread(channel_id)
        if channel is None or not isinstance(self.raw.user, discord.Member):
            return False
        return channel.permissions_for(self.raw.user).view_channel


Adds: TypeAlias = Callable[[Interaction, Any], Awaitable[Sequence[Part]]]
"""Makes the parts that a feature adds to a page, from the value that the page shows."""


class Click(Interaction, Generic[AnyId]):
    """A person pressed a button, chose from a list or sent a form.

    ``values`` are the chosen ones of a list, or those of a form's fields, which ``written`` has by
    name; a button has none.
    """

    def __init__(self, raw: discord.Interaction[Any], custom_id: AnyId) -> None:
        super().__init__(raw)
        self.id = custom_id
        data: Any = raw.data or {}
        chosen = tuple(str(value) for value in data.get("values", ()))
        self.written = _written(data.get("components", ()))
        self.values: tuple[str, ...] = chosen or tuple(self.written.values())

    @property
    def value(self) -> str:
        """The first of ``values``; empty without one."""
        return next(iter(self.values), "")

    def choice(self, button: int) -> int:
        """The number chosen in a list (NO_CHOICE if it is none), or that of the button."""
        return self.number_or(NO_CHOICE) if self.values else button

    @property
    def number(self) -> int | None:
        """The chosen value as a number; None if it is none."""
        return _number(self.value)

    def field(self, name: str) -> str:
        """The value of a form's field; may be empty."""
        return self.written.get(name, "")

    def numbered(self, name: str) -> int | None:
        """The value of a form's field as a number; None if it is none."""
        return _number(self.field(name))

    def number_or(self, otherwise: int) -> int:
        return otherwise if self.number is None else self.number


def person_of(user: discord.User | discord.Member, *, manages_server: bool = False) -> Person:
    roles = user.roles if isinstance(user, discord.Member) else ()
    role_ids = frozenset(RoleId(role.id) for role in roles)
    return Person(PlayerId(user.id), user.bot, role_ids, manages_server)


def _number(text: str) -> int | None:
    try:
        return number(text)
    except ValueError:
        return None


def _files(files: Mapping[str, bytes]) -> list[discord.File]:
    return [discord.File(io.BytesIO(file), name) for name, file in files.items()]


def _written(rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The values of a form's fields by name, in order; empty ones included."""
    found = {}
    for row in rows:
        inner = [row["component"]] if "component" in row else row.get("components", ())
        for field in inner:
            value = field.get("value", next(iter(field.get("values", ())), ""))
            found[str(field.get("custom_id"))] = str(value)
    return found
