"""Declaring the commands, handlers and pages of a feature."""

import functools
import inspect
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.screen.ids import CustomId
from bot.screen.interaction import command_words
from bot.screen.interaction.interaction import Click, Interaction
from bot.screen.interaction.match_option import WHICH_MATCH
from bot.screen.interaction.naming import check_named
from bot.screen.messenger.faces import Faces, WithNames
from rules.texts import Text, Words

Id = TypeVar("Id", bound=CustomId)
Cog = TypeVar("Cog", bound=commands.Cog)
Target = TypeVar("Target")
P = ParamSpec("P")
Command: TypeAlias = app_commands.Command[Cog, P, None]
Answer: TypeAlias = Callable[Concatenate[Cog, Interaction, P], Coroutine[Any, Any, None]]
USER = discord.AppCommandOptionType.user
Someone = TypeVar("Someone", discord.User, discord.Member, discord.Message)


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
        told = {name: command_words.describe(says) for name, says in options.items()}
        with_options = app_commands.describe(**told)(answered) if told else answered
        says = command_words.describe(description)
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

        return app_commands.ContextMenu(name=command_words.locale_string(name), callback=answered)

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
    """

    cogs: tuple[type[commands.Cog], ...] = ()
    menus: tuple[app_commands.ContextMenu, ...] = ()
    handlers: tuple[Handler[Any], ...] = ()
    faces: Faces = field(default_factory=dict)
    named: WithNames = field(default_factory=dict)
