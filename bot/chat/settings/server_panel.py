"""A server's settings as one private panel for those who manage it."""

import re
from dataclasses import replace
from typing import Annotated

from bot.chat.common.ids import CustomId, FieldName
from bot.chat.common.page import Accent, Button, ChannelMenu, Page, Part, RoleMenu, Row
from bot.chat.common.permissions import POSTING, first_missing, spoken
from bot.chat.common.text import NOT_KEPT, clock_label
from bot.chat.interaction import Click, Interaction
from bot.chat.settings.setting import (
    OneHere,
    OneLanguage,
    OneOf,
    Setting,
    SomeOf,
    Switch,
    of_language,
)
from bot.services.clocks import OFFERED
from bot.services.people import ServerSettings
from data.ids import ChannelId
from languages import DEFAULT, code_of, languages, own_names
from rules import GAMES
from rules.texts import Text, Words


class ServerSettingId(CustomId, prefix="v"):
    field: FieldName


class OfferedLanguage(CustomId, prefix="vl"):
    code: Annotated[str, re.compile("[a-z]{2,3}(_[A-Z]{2})?")]


HEADING = Text(
    "### Settings of this server\n-# Only people with **{permission}** can change them.",
    permission=spoken("manage_guild"),
)
CANNOT_POST = Text(
    "I may not post in that channel: I need **{look}** and **{speak}** there. Nothing was changed.",
    look=spoken("view_channel"),
    speak=spoken("send_messages"),
)
CLOCKS = {str(clock): clock_label(clock) for clock in OFFERED}
SETTINGS: tuple[Setting[ServerSettings], ...] = (
    Setting(
        "channel_id",
        Text("**Where challenges can be made.** Nothing chosen: in every channel I can write in."),
        OneHere(ChannelMenu, Text("Every channel")),
    ),
    Setting(
        "threads",
        {
            True: Text("**Threads:** every match gets a thread of its own."),
            False: Text("**Threads:** off; boards are posted in the channel of the challenge."),
        },
        Switch(
            {True: Text("Post in the channel instead"), False: Text("Give each match a thread")}
        ),
    ),
    Setting(
        "allowed_games",
        Text("**Games that are played here**"),
        SomeOf(choices={name: game.info.name for name, game in GAMES.items()}),
    ),
    Setting("default_clock", Text("**Default clock** for challenges that set none"), OneOf(CLOCKS)),
    Setting(
        "allowed_clocks",
        Text("**Clocks players can choose.** Nothing chosen: any clock."),
        SomeOf(choices=CLOCKS, nothing=Text("Every clock")),
    ),
    Setting(
        "rated",
        {
            True: Text("**Rated or friendly:** challenges are rated by default."),
            False: Text("**Rated or friendly:** challenges are friendly by default."),
        },
        Switch({True: Text("Friendly by default"), False: Text("Rated by default")}),
    ),
    Setting(
        "named_on_posters",
        {
            True: Text("**Posters** of matches name this server."),
            False: Text("**Posters** of matches do not name this server."),
        },
        Switch({True: Text("Hide the server's name"), False: Text("Show the server's name")}),
    ),
    Setting(
        "starter_role_id",
        Text("**Who may challenge.** Nothing chosen: everybody."),
        OneHere(RoleMenu, Text("Everybody")),
    ),
    Setting(
        "manager_role_id",
        Text(
            "**Who may decide, annul or move matches** with `/manage`, besides those with "
            "**{permission}**. Nothing chosen: nobody else.",
            permission=spoken("manage_guild"),
        ),
        OneHere(RoleMenu, Text("Nobody else")),
    ),
    Setting(
        "language",
        Text("**Language** of what I post here"),
        OneLanguage(Text("Same as in Discord's server settings, else the players'")),
    ),
)
BY_FIELD = {setting.field: setting for setting in SETTINGS}


async def on_server_setting(click: Click[ServerSettingId]) -> None:
    settings = click.services.settings
    before = await settings.own_server(click.actor)
    try:
        setting = BY_FIELD[click.id.field]
        chosen = setting.changed(before, click.values)
    except (KeyError, ValueError):
        await click.say(NOT_KEPT)
        return
    moved = chosen.channel_id != before.channel_id
    if moved and not _can_post(click, chosen.channel_id):
        await click.show(panel(before, CANNOT_POST))
        return
    # worked out again on what is stored then, so that no other change made meanwhile is lost
    kept = await settings.change_server(click.actor, lambda now: setting.changed(now, click.values))
    await click.show(panel(kept))


def _can_post(interaction: Interaction, channel: ChannelId | None) -> bool:
    if channel is None or interaction.raw.guild is None:
        return True
    found = interaction.raw.guild.get_channel(channel)
    us = interaction.raw.guild.me
    return found is not None and first_missing(found.permissions_for(us), POSTING) is None


async def show_server_settings(interaction: Interaction) -> None:
    """Show them; the first manager whose Discord has an offered language is asked about it."""
    settings, code = interaction.services.settings, code_of(interaction.locale)
    chosen = await settings.own_server(interaction.actor)
    if code == DEFAULT or chosen.language is not None or chosen.language_offered:
        await interaction.show(panel(chosen))
        return
    await interaction.show(panel(chosen, offer=code))
    await settings.change_server(interaction.actor, lambda now: replace(now, language_offered=True))


async def on_offered_language(click: Click[OfferedLanguage]) -> None:
    settings, code = click.services.settings, click.id.code
    if code not in languages():
        await click.say(NOT_KEPT)
        return
    await click.show(
        panel(await settings.change_server(click.actor, lambda now: replace(now, language=code)))
    )


def panel(chosen: ServerSettings, remark: Words | None = None, offer: str | None = None) -> Page:
    """The settings, each with what can be chosen, below a remark on what was just asked for.

    A language can be on ``offer`` for what is posted.
    """
    return Page(
        remark,
        HEADING,
        *(() if offer is None else _offered(offer)),
        *(
            item
            for setting in SETTINGS
            for item in setting.items(ServerSettingId(setting.field), chosen)
        ),
        of_language(chosen.language),
        accent=Accent.BLURPLE,
    )


def _offered(code: str) -> tuple[Words | Part, ...]:
    language = own_names()[code]
    return (
        Text("I can post here in the language of your Discord: **{language}**.", language=language),
        Row(Button(Text("Post in {language}", "button", language=language), OfferedLanguage(code))),
    )
