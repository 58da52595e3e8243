"""A server's settings as one private panel for those who manage it."""

from dataclasses import dataclass
from typing import ClassVar

from bot.chat.common.clocks import clock_label
from bot.chat.common.custom_id import CustomId, FieldName
from bot.chat.common.page import Accent, Page
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.common.text import NOT_KEPT
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import Interaction, services
from bot.chat.settings.setting import OneChannel, OneOf, OneRole, Setting, SomeOf, Switch
from bot.services.clocks import OFFERED
from bot.services.people import ServerSettings
from data.ids import ChannelId
from rules import GAMES


@dataclass(frozen=True, slots=True)
class ServerSettingId(CustomId):
    """What one of a server's settings is chosen with."""

    PREFIX: ClassVar[str] = "v"
    field: FieldName


HEADING = "### Settings of this server\n-# Only people with **Manage Server** can change them."
CANNOT_POST = (
    "I may not post in that channel: I need **View Channel** and **Send Messages** there. "
    "Nothing was changed."
)
CLOCKS = {str(clock): clock_label(clock) for clock in OFFERED}
SETTINGS: tuple[Setting[ServerSettings], ...] = (
    Setting(
        "channel_id",
        "**Where challenges can be made.** Nothing chosen: in every channel I can write in.",
        OneChannel("Every channel"),
    ),
    Setting(
        "threads",
        {
            True: "**Threads:** every match gets a thread of its own.",
            False: "**Threads:** off; boards are posted in the channel of the challenge.",
        },
        Switch({True: "Post in the channel instead", False: "Give each match a thread"}),
    ),
    Setting(
        "allowed_games",
        "**Games that are played here**",
        SomeOf(choices={name: game.info.name for name, game in GAMES.items()}),
    ),
    Setting("default_clock", "**The usual clock** of challenges that name none", OneOf(CLOCKS)),
    Setting(
        "allowed_clocks",
        "**Clocks that can be chosen.** Nothing chosen: all, and any that is typed.",
        SomeOf(choices=CLOCKS, nothing="Every clock"),
    ),
    Setting(
        "rated",
        {
            True: "**Rated or friendly:** challenges are rated where nothing else is said.",
            False: "**Rated or friendly:** challenges are friendly where nothing else is said.",
        },
        Switch({True: "Friendly as usual", False: "Rated as usual"}),
    ),
    Setting(
        "starter_role_id",
        "**Who may challenge.** Nothing chosen: everybody.",
        OneRole("Everybody"),
    ),
    Setting(
        "manager_role_id",
        "**Who may decide, annul or move matches** with `/manage`, "
        "besides those with **Manage Server**. Nothing chosen: nobody else.",
        OneRole("Nobody else"),
    ),
)
BY_FIELD = {setting.field: setting for setting in SETTINGS}


async def on_server_setting(click: Click[ServerSettingId]) -> None:
    """Keep what was chosen for the server."""
    await defer_update(click.interaction)
    settings = services(click.interaction).settings
    before = await settings.own_server(click.actor)
    try:
        setting = BY_FIELD[click.id.field]
        chosen = setting.changed(before, click.values)
    except (KeyError, ValueError):
        await say(click.interaction, NOT_KEPT)
        return
    moved = chosen.channel_id != before.channel_id
    if moved and not _can_post(click.interaction, chosen.channel_id):
        await show(click.interaction, panel(before, CANNOT_POST))
        return
    # worked out again on what is stored then, so that no other change made meanwhile is lost
    kept = await settings.change_server(click.actor, lambda now: setting.changed(now, click.values))
    await show(click.interaction, panel(kept))


def _can_post(interaction: Interaction, channel: ChannelId | None) -> bool:
    if channel is None or interaction.guild is None:
        return True
    found = interaction.guild.get_channel(channel)
    us = interaction.guild.me
    return found is not None and first_missing(found.permissions_for(us), POSTING) is None


async def show_server_settings(interaction: Interaction) -> None:
    """Show the panel; acknowledged before."""
    settings = services(interaction).settings
    await show(interaction, panel(await settings.own_server(actor_of(interaction))))


def panel(chosen: ServerSettings, remark: str | None = None) -> Page:
    """The settings, each with what can be chosen, below a remark on what was just asked for."""
    return Page(
        remark,
        HEADING,
        *(
            item
            for setting in SETTINGS
            for item in setting.items(ServerSettingId(setting.field), chosen)
        ),
        accent=Accent.BLURPLE,
    )
