"""Declaring a feature, and its commands, handlers and pages.

Descriptions, choices and menus of commands are translated, which Discord shows. Names of commands
stay English in every language, as in mentions and sentences.
"""

import functools
import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.actor import Person
from bot.core.errors import ServiceError
from bot.core.services import Hooks, Maker, Services
from bot.screen.components import cut
from bot.screen.ids import CustomId
from bot.screen.interaction.interaction import Adds, Click, Interaction, person_of
from bot.screen.messenger.pages import Faces, WithNames
from data.ids import PlayerId
from languages import of_commands
from rules.texts import Text, Words

Id = TypeVar("Id", bound=CustomId)
Cog = TypeVar("Cog", bound=commands.Cog)
Target = TypeVar("Target")
P = ParamSpec("P")
Command: TypeAlias = app_commands.Command[Cog, P, None]
Answer: TypeAlias = Callable[Concatenate[Cog, Interaction, P], Coroutine[Any, Any, None]]
USER = discord.AppCommandOptionType.user
Someone = TypeVar("Someone", discord.User, discord.Member, discord.Message)
Value = TypeVar("Value", str, int)
LONGEST, LONGEST_NAME = 100, 32
"""Limits of a description or a choice, and of the name of a menu, in characters."""
_TEXT = "text"
WHICH_MATCH = Text("Which match, if not the one here", "command")


def locale_string(text: Text) -> app_commands.locale_str:
    """A text that Discord shows, for ``CommandTranslator``."""
    return app_commands.locale_str(str(text), **{_TEXT: text})


def describe(says: Words) -> app_commands.locale_str:
    """The same for a description in the declaration of a command."""
    return locale_string(says if isinstance(says, Text) else Text.of_file(says, "command"))


def choices(labels: Mapping[Value, Text]) -> list[app_commands.Choice[Value]]:
    """The choices of an option."""
    return [
        app_commands.Choice(name=locale_string(label), value=value)
        for value, label in labels.items()
    ]


class CommandTranslator(app_commands.Translator):
    """Translates ``locale_string`` values.

    A translation equal to the English text is None: Discord would drop it, and the commands would
    be sent again at each start.
    """

    def __init__(self) -> None:
        """Into the languages that are known now."""
        self._languages = {locale: of_commands(str(locale.value)) for locale in discord.Locale}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        text, found = string.extras.get(_TEXT), self._languages[locale]
        if found is None or not isinstance(text, Text):
            return None
        names = context.location is app_commands.TranslationContextLocation.command_name
        said = cut(text, LONGEST_NAME if names else LONGEST, found)
        return None if said == string.message else said


class NamedNobodyError(ServiceError):
    """Discord knows nobody by the id that came in place of a person."""

    says = Text("Discord does not know this person. Choose somebody else.")


class NamedBotError(ServiceError):
    """A bot was named where only people can be."""

    says = Text("{player} is a bot. Choose a person.")

    player_id: PlayerId


class NotHereError(ServiceError):
    """Somebody was named who is not in this server."""

    says = Text("This person is not in this server. Choose somebody who is.")


def check_named(people: Iterable[Any], *, bots: bool = False) -> None:
    """Raise NamedNobodyError or NamedBotError for values of options that name people.

    None is an option without a value. ``bots``: bots are allowed here.
    """
    for person in people:
        if person is None:
            continue
        # discord.py makes an Object for an id that Discord did not resolve
        if not isinstance(person, discord.User | discord.Member) or person.id <= 0:
            raise NamedNobodyError
        if person.bot and not bots:
            raise NamedBotError(PlayerId(person.id))


async def member_named(
    interaction: Interaction, player_id: PlayerId, *, bots: bool = False
) -> Person:
    """Fetch the member of this server whose id comes from a button or list, where it may be forged.

    Raises NotHereError, and NamedBotError as ``check_named``.
    """
    server = interaction.raw.guild
    if server is None or player_id <= 0:
        raise NotHereError
    try:
        member = await server.fetch_member(player_id)
    except discord.NotFound as error:
        raise NotHereError from error
    check_named([member], bots=bots)
    return person_of(member)


@dataclass(frozen=True, slots=True)
class Handler(Generic[Id]):
    """Answers the buttons and lists with one kind of ``custom_id``, or with ``is_form`` its forms.

    With ``defer`` they are acknowledged first; else ``answer`` does. ``counts`` as in
    ``acknowledge``.
    """

    kind: type[Id]
    answer: Callable[[Click[Id]], Awaitable[None]]
    _: KW_ONLY
    defer: bool = True
    counts: bool = False
    is_form: bool = False


def command(
    description: Words,
    /,
    *,
    everywhere: bool = False,
    counts: bool = False,
    bots: bool = False,
    **options: Words,
) -> Callable[[Answer[Cog, P]], Command[Cog, P]]:
    """A slash command, named like its method, with descriptions of itself and its ``options``.

    ``match`` has a default description. The command is acknowledged before the method runs;
    ``counts`` as in ``acknowledge``. ``everywhere``: it is available ``anywhere``. People who are
    named are checked by ``check_named`` with ``bots``.
    """

    def decorated(answer: Answer[Cog, P]) -> Command[Cog, P]:
        @functools.wraps(answer)
        async def answered(
            cog: Cog, raw: discord.Interaction[Any], /, *args: P.args, **kwargs: P.kwargs
        ) -> None:
            interaction = Interaction(raw)
            await interaction.defer_private(counts=counts)
            check_named((kwargs.get(each) for each in people), bots=bots)
            await answer(cog, interaction, *args, **kwargs)

        if "match" in inspect.signature(answer).parameters:
            options.setdefault("match", WHICH_MATCH)
        told = {name: describe(says) for name, says in options.items()}
        with_options = app_commands.describe(**told)(answered) if told else answered
        says = describe(description)
        made = app_commands.command(name=answer.__name__, description=says)(with_options)
        people = [each.name for each in made.parameters if each.type is USER]
        return anywhere(made) if everywhere else made

    return decorated


def menu(
    name: Text, *, bots: bool = False
) -> Callable[
    [Callable[[Interaction, Someone], Coroutine[Any, Any, None]]], app_commands.ContextMenu
]:
    """A context menu entry on a person or a message. ``bots`` as in ``command``."""

    def made(
        answer: Callable[[Interaction, Someone], Coroutine[Any, Any, None]],
    ) -> app_commands.ContextMenu:
        @functools.wraps(answer)
        async def answered(raw: discord.Interaction[Any], on: Someone) -> None:
            interaction = Interaction(raw)
            await interaction.defer_private()
            if not isinstance(on, discord.Message):
                check_named([on], bots=bots)
            await answer(interaction, on)

        return app_commands.ContextMenu(name=locale_string(name), callback=answered)

    return made


def anywhere(target: Target) -> Target:
    """Make a command or group available in servers and direct messages, for servers and users."""
    contexts = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return app_commands.allowed_installs(guilds=True, users=True)(contexts(target))


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What a feature shows.

    - ``cogs``: slash commands. ``menus``: context menus on people and messages.
    - ``handlers``: answers to buttons, lists and forms.
    - ``faces``: the pages of posted cards. ``named``: looks up the names that some cards show.
    - ``adds``: what it adds to private pages of other features, by the type of what they show.
    """

    cogs: tuple[type[commands.Cog], ...] = ()
    menus: tuple[app_commands.ContextMenu, ...] = ()
    handlers: tuple[Handler[Any], ...] = ()
    faces: Faces = field(default_factory=dict)
    named: WithNames = field(default_factory=dict)
    adds: Mapping[type[Any], Adds] = field(default_factory=dict)


Job = Callable[[Services], Callable[[], Any]]
"""Returns a coroutine function that runs until the bot stops."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A feature. ``bot.app`` finds the ``FEATURE`` of every folder in ``bot/features``.

    - ``services``: how each of its services is made. ``hooks``: what it takes part in.
    - ``screens``: its commands, buttons and pages. ``jobs``: its background tasks, by name.
    - ``after``, ``before``: features whose hooks are called before, or after, those of this one.
    """

    services: Mapping[type[Any], Maker] = field(default_factory=dict)
    hooks: Callable[[Services], Hooks] = lambda _: Hooks()
    screens: tuple[Screen, ...] = ()
    jobs: Mapping[str, Job] = field(default_factory=dict)
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
