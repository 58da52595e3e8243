"""The settings of a server as a private panel for its managers."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from bot.core.clocks import OFFERED
from bot.core.people import ServerSettings
from bot.core.settings import SettingsService
from bot.features.leaderboards import ChampionService
from bot.features.leaderboards.screen.champions import listed
from bot.features.places import LostService
from bot.features.puzzles import WeeklyService
from bot.features.settings.screen.setting import (
    OneHere,
    OneLanguage,
    OneOf,
    Setting,
    SomeOf,
    Switch,
    language_remark,
)
from bot.features.settings.words import WEEKLY_BEGINS, WEEKLY_ENDED
from bot.features.timekeeping import ClockService
from bot.screen.ids import CustomId, FieldName
from bot.screen.interaction import Click, Interaction
from bot.screen.interaction.interaction import CannotStandError
from bot.screen.messenger.channels import Purpose
from bot.screen.page import Accent, Button, ChannelMenu, Page, Part, RoleMenu, Row
from bot.screen.permissions import spoken
from bot.screen.words import FRIENDLY, NOT_KEPT, ON_HOLD, RATED, clock_label
from data.ids import ChannelId
from languages import DEFAULT, code_of, languages, own_names
from rules import GAMES
from rules.texts import Plain, Text, Words, lines


class ServerSettingId(CustomId, prefix="v"):
    field: FieldName


class ServerPage(CustomId, prefix="vp"):
    page: int


class OfferedLanguage(CustomId, prefix="vl"):
    code: Annotated[str, re.compile("[a-z]{2,3}(_[A-Z]{2})?")]


HEADING = Text(
    "### Settings of this server\n-# Only people with **{permission}** can change them.",
    permission=spoken("manage_guild"),
)
GONE = {
    "channel_id": Text(
        "The channel for challenges was deleted, so challenges can be made in every channel."
    ),
    "starter_role_id": Text("The role that may challenge was deleted, so everybody may."),
    "manager_role_id": Text(
        "The role that may decide matches was deleted. Only people with **{permission}** may now.",
        permission=spoken("manage_guild"),
    ),
}
"""Warnings about settings whose channel or role was deleted, until something else is chosen."""
CLOCKS = {str(clock): clock_label(clock) for clock in OFFERED}
KINDS = {
    None: Text("Friendly until all who play have finished three matches"),
    True: RATED,
    False: FRIENDLY,
}
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
        Text("**Rated or friendly**, where a challenge does not say"),
        OneOf(KINDS),
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
ON_PAGE = 6
"""How many settings are on the first page."""
WEEKLY = ServerSettingId("weekly")
WEEKLY_SAYS = Text(
    "**A puzzle a week:** everybody solves it privately, and the solution comes with the next one. "
    "Nothing chosen: none."
)
PAGES = (Text("How it is played", "button"), Text("People and posts", "button"))


async def on_server_setting(click: Click[ServerSettingId]) -> None:
    if click.id == WEEKLY:
        await _choose_weekly(click)
        return
    settings = click.services[SettingsService]
    before = await settings.own_server(click.actor)
    try:
        setting = BY_FIELD[click.id.field]
        chosen = setting.changed(before, click.values)
    except (KeyError, ValueError):
        await click.say(NOT_KEPT)
        return
    page = SETTINGS.index(setting) // ON_PAGE
    if chosen.channel_id is not None and chosen.channel_id != before.channel_id:
        try:
            click.stands(chosen.channel_id)
        except CannotStandError as error:
            await _show(click, page, click.refusal(error))
            return
    # applied to what is stored then, so that another change made meanwhile is not lost
    await settings.change_server(click.actor, lambda now: setting.changed(now, click.values))
    await _show(click, page)


async def _choose_weekly(click: Click[ServerSettingId]) -> None:
    """Post the weekly puzzle in the channel that was chosen, or end it."""
    weekly, number = click.services[WeeklyService], click.number
    if number is None:
        ended = await weekly.end(click.actor)
        await _show(click, 1, WEEKLY_ENDED if ended else None)
        return
    try:
        channel_id = click.stands(ChannelId(number), Purpose.PICTURE)
    except CannotStandError as error:
        await _show(click, 1, click.refusal(error))
        return
    began = await weekly.start(click.actor, channel_id)
    await _show(click, 1, WEEKLY_BEGINS.of(channel=f"<#{channel_id}>") if began else None)


async def show_server_settings(interaction: Interaction) -> None:
    """Show the settings, once with an offer to post in the language of the manager's Discord."""
    settings, code = interaction.services[SettingsService], code_of(interaction.locale)
    chosen = await settings.own_server(interaction.actor)
    server_id = interaction.actor.place.server_id
    found = (
        () if server_id is None else await interaction.services[LostService].of_server(server_id)
    )
    held = ON_HOLD if await interaction.services[ClockService].are_held() else None
    remark = lines(held, *(each.warning for each in found))
    if code == DEFAULT or chosen.language is not None or chosen.language_offered:
        await _show(interaction, 0, remark)
        return
    await _show(interaction, 0, remark, offer=code)
    await settings.change_server(interaction.actor, lambda now: replace(now, language_offered=True))


async def on_page(click: Click[ServerPage]) -> None:
    await _show(click, min(click.id.page, len(PAGES) - 1))


async def on_offered_language(click: Click[OfferedLanguage]) -> None:
    settings, code = click.services[SettingsService], click.id.code
    if code not in languages():
        await click.say(NOT_KEPT)
        return
    await settings.change_server(click.actor, lambda now: replace(now, language=code))
    await _show(click, 1)


async def _show(
    interaction: Interaction, page: int, remark: Words | None = None, offer: str | None = None
) -> None:
    """Show a page of the settings, below a remark and the ``offer`` of a language."""
    actor, can = interaction.actor, interaction.services
    chosen = await can[SettingsService].own_server(actor)
    others: tuple[Words | Part | None, ...] = ()
    if page:
        channel = await can[WeeklyService].channel(actor)
        control = ChannelMenu(WEEKLY, Text("No puzzle"), channel)
        others = (language_remark(chosen.language), WEEKLY_SAYS, control)
        others += (listed(await can[ChampionService].list(actor)),)
    await interaction.show(panel(chosen, page, remark, offer, others))


def panel(
    chosen: ServerSettings,
    page: int = 0,
    remark: Words | None = None,
    offer: str | None = None,
    others: Sequence[Words | Part | None] = (),
) -> Page:
    """A page of settings with their controls, and ``others`` below them."""
    return Page(
        remark,
        HEADING,
        *(Plain("⚠️ {told}", told=GONE[each]) for each in chosen.deleted if each in GONE),
        *(() if offer is None else _offered(offer)),
        *(
            item
            for setting in SETTINGS[page * ON_PAGE : (page + 1) * ON_PAGE]
            for item in setting.items(ServerSettingId(setting.field), chosen)
        ),
        *others,
        Row(Button(PAGES[1 - page], ServerPage(1 - page))),
        accent=Accent.BLURPLE,
    )


def _offered(code: str) -> tuple[Words | Part, ...]:
    language = own_names()[code]
    return (
        Text("I can post here in the language of your Discord: **{language}**.", language=language),
        Row(Button(Text("Post in {language}", "button", language=language), OfferedLanguage(code))),
    )
