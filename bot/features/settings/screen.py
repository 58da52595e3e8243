"""``/settings``, ``/server`` and ``/block``."""

from dataclasses import replace
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.core.people import PlayerSettings, SettingsService
from bot.features.leaderboards import ChampionService
from bot.features.leaderboards.screen import champions_listed
from bot.features.places import AbsenceService
from bot.features.reminders.screen import show_reminders
from bot.features.settings import pages
from bot.features.settings.service import BlockService
from bot.features.timekeeping import ClockService
from bot.features.timekeeping.screen import show_vacation
from bot.screen.buttons import SettingsTab, SettingsTabButton, other_tabs
from bot.screen.ids import CustomId
from bot.screen.interaction import Click, Handler, Interaction, Screen, command, menu
from bot.screen.interaction.boundary import UNDELIVERED
from bot.screen.interaction.declaring import check_named
from bot.screen.interaction.interaction import CannotStandError
from bot.screen.names import SOMEBODY
from bot.screen.page import Button, Page, Part, Row, rows
from bot.screen.words import NOT_KEPT, ON_HOLD, mention, some_of
from data.errors import StorageError
from data.ids import PlayerId
from data.states import Orientation
from languages import (
    DEFAULT,
    Language,
    code_of,
    find,
    languages,
    own_names,
    reviewed_code,
    spoken,
)
from renderer import PictureRequest
from rules import GAMES
from rules.game import Event
from rules.texts import Text, Words, lines

logger = structlog.get_logger(__name__)
MOVES_IN_SAMPLE = 6
SECOND_SEAT = 1
_NO_EVENTS: tuple[Event, ...] = ()
MENU_BLOCK, UNBLOCK = Text("Block or unblock"), Text("Unblock", "button")
UNBLOCK_ONE = Text("Unblock {player}", "button")
BLOCKED = Text("You and {person} can no longer challenge each other. Matches in progress continue.")
UNBLOCKED = Text("You and {person} can play again.")
SHOWN = 50
"""How many people a block list names."""
UNBLOCKED_AT_ONCE = 25
"""How many people a block list has buttons for."""


class Settings(commands.Cog):
    @command("How you see boards, and how you are reminded of your turn", everywhere=True)
    async def settings(self, interaction: Interaction) -> None:
        await show_settings(interaction, SettingsTab.BOARDS)

    @commands.Cog.listener()
    async def on_app_command_completion(self, raw: discord.Interaction[Any], _: object) -> None:
        await tell_of_language(Interaction(raw))

    @command("How this server plays: channels, games, time controls, roles")
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def server(self, interaction: Interaction) -> None:
        await show_server_settings(interaction)

    @command(
        "Block or unblock a player; without one, those you have blocked",
        everywhere=True,
        bots=True,
        person="Neither can challenge the other then; they are not notified",
    )
    async def block(self, interaction: Interaction, person: discord.User | None = None) -> None:
        if person is None:
            await show_blocked(interaction)
        else:
            await toggle_block(interaction, person)


async def on_tab(click: Click[SettingsTabButton]) -> None:
    match click.id.tab:
        case SettingsTab.REMINDERS:
            await show_reminders(click)
        case SettingsTab.VACATION:
            await show_vacation(click, *other_tabs(SettingsTab.VACATION))
        case tab:
            await show_settings(click, tab)


async def on_setting(click: Click[pages.PlayerSettingId]) -> None:
    try:
        tab, setting = pages.PLAYER_FIELDS[click.id.field]
        setting.changed(PlayerSettings(), click.values)
    except (KeyError, ValueError):
        await click.say(NOT_KEPT)
        return
    settings = click.services[SettingsService]
    click.chose(
        await settings.change_player(click.actor, lambda now: setting.changed(now, click.values))
    )
    await show_settings(click, tab)


async def tell_of_language(interaction: Interaction) -> None:
    """Tell a person once, after a command, of the reviewed language that their Discord has."""
    code = reviewed_code(interaction.locale)
    if code is None:
        return
    before = list[PlayerSettings]()

    def noted(now: PlayerSettings) -> PlayerSettings:
        before.append(now)
        return replace(now, language_offered=True)

    try:
        chosen = await interaction.chosen()
        if chosen.language is not None or chosen.language_offered:
            return
        settings = interaction.services[SettingsService]
        chosen = await settings.change_player(interaction.actor, noted)
        if not before[-1].language_offered:  # also if two commands end at once
            interaction.chose(replace(chosen, language=code))  # it is told in that language
            await interaction.add(pages.told_of(code))
    except (StorageError, *UNDELIVERED) as error:
        logger.info("language not told", error=type(error).__name__)


async def on_own_language(click: Click[pages.OwnLanguage]) -> None:
    if click.id.code not in own_names():
        await click.say(NOT_KEPT)
        return
    settings, code = click.services[SettingsService], click.id.code
    click.chose(await settings.change_player(click.actor, lambda now: replace(now, language=code)))
    await show_settings(click, SettingsTab.LANGUAGE)


async def on_wrong(click: Click[pages.ReadsWrong]) -> None:
    await click.ask(pages.wrong_form(click.id.code))


async def on_wrong_words(click: Click[pages.ReadsWrong]) -> None:
    language = await spoken(click.id.code)
    said = language.catalog.sound if isinstance(language, Language) else {}
    found = find(click.field(pages.WORDS), said)
    await click.add(pages.wrong_page(click.id.code, found, click.client.support_url))


async def show_settings(interaction: Interaction, tab: SettingsTab) -> None:
    """Show a panel of the reader's settings; that of boards has a sample board."""
    chosen = await interaction.chosen()
    picture = await interaction.draw(_sample(chosen)) if tab is SettingsTab.BOARDS else None
    await interaction.show(pages.player_page(tab, chosen), picture)


def _sample(chosen: PlayerSettings) -> PictureRequest:
    position, events = next(iter(GAMES.values())).start(), _NO_EVENTS
    for _ in range(MOVES_IN_SAMPLE):
        move = next(iter(position.moves()))
        position, events = position.play(move), position.events(move)
    own = chosen.orientation is Orientation.OWN
    return PictureRequest(
        position, events, viewer=SECOND_SEAT if own else None, theme=chosen.theme, size=600
    )


async def on_server_setting(click: Click[pages.ServerSettingId]) -> None:
    settings = click.services[SettingsService]
    before = await settings.own_server(click.actor)
    try:
        page, setting = pages.SERVER_FIELDS[click.id.field]
        chosen = setting.changed(before, click.values)
    except (KeyError, ValueError):
        await click.say(NOT_KEPT)
        return
    if chosen.channel_id is not None and chosen.channel_id != before.channel_id:
        try:
            click.stands(chosen.channel_id)
        except CannotStandError as error:
            await _show_server(click, page, click.refusal(error))
            return
    # applied to what is stored then, so that another change made meanwhile is not lost
    await settings.change_server(click.actor, lambda now: setting.changed(now, click.values))
    await _show_server(click, page)


async def show_people_and_posts(interaction: Interaction, remark: Words | None) -> None:
    """Show the second page of the settings, for a feature that has changed something there."""
    await _show_server(interaction, 1, remark)


async def show_server_settings(interaction: Interaction) -> None:
    """Show the settings, once with an offer to post in the language of the manager's Discord."""
    settings, code = interaction.services[SettingsService], code_of(interaction.locale)
    chosen = await settings.own_server(interaction.actor)
    server_id = interaction.actor.place.server_id
    found = (
        () if server_id is None else await interaction.services[AbsenceService].lost_in(server_id)
    )
    held = ON_HOLD if await interaction.services[ClockService].are_held() else None
    remark = lines(held, *(each.warning for each in found))
    if code == DEFAULT or chosen.language is not None or chosen.language_offered:
        await _show_server(interaction, 0, remark)
        return
    await _show_server(interaction, 0, remark, offer=code)
    await settings.change_server(interaction.actor, lambda now: replace(now, language_offered=True))


async def on_server_page(click: Click[pages.ServerPage]) -> None:
    await _show_server(click, min(click.id.page, len(pages.SERVER_PAGES) - 1))


async def on_offered_language(click: Click[pages.OfferedLanguage]) -> None:
    settings, code = click.services[SettingsService], click.id.code
    if code not in languages():
        await click.say(NOT_KEPT)
        return
    await settings.change_server(click.actor, lambda now: replace(now, language=code))
    await _show_server(click, 1)


async def _show_server(
    interaction: Interaction, page: int, remark: Words | None = None, offer: str | None = None
) -> None:
    """Show a page of the settings, below a remark and the ``offer`` of a language."""
    actor, can = interaction.actor, interaction.services
    chosen = await can[SettingsService].own_server(actor)
    others: tuple[Part, ...] = ()
    if page:
        roles = champions_listed(await can[ChampionService].list(actor))
        others = (*await interaction.added(chosen), roles)
    await interaction.show(pages.server_page(chosen, page, remark, offer, others))


class BlockButton(CustomId, prefix="bk"):
    """The button that unblocks a person."""

    player_id: PlayerId


@menu(MENU_BLOCK, bots=True)
async def block_menu(interaction: Interaction, person: discord.User) -> None:
    await toggle_block(interaction, person)


async def toggle_block(interaction: Interaction, person: discord.User) -> None:
    """Block a person, or unblock them if they are blocked."""
    blocks, actor = interaction.services[BlockService], interaction.actor
    other = PlayerId(person.id)
    if other in await blocks.list(actor.id):
        await unblock(interaction, other)
        return
    check_named([person])
    await blocks.block(actor, other)
    undo = Button(UNBLOCK, BlockButton(other))
    await interaction.show(Page(BLOCKED.of(person=mention(other)), Row(undo)))


async def show_blocked(interaction: Interaction, remark: Text | None = None) -> None:
    """Show whom the reader has blocked, with buttons that unblock them."""
    found = await interaction.services[BlockService].list(interaction.actor.id)
    named = found[:UNBLOCKED_AT_ONCE]
    names = await interaction.client.names.in_time(named, None)
    buttons = (
        Button(UNBLOCK_ONE.of(player=names.get(each, SOMEBODY)), BlockButton(each))
        for each in named
    )
    told = Text("You have blocked nobody.")
    if found:
        shown = some_of([*map(mention, found)], SHOWN)
        told = Text("You have blocked {players}.", players=shown)
    await interaction.show(Page(remark, told, *rows(*buttons)))


async def unblock(interaction: Interaction, other: PlayerId) -> None:
    """Unblock a person; a person who was not blocked is not named."""
    blocks, actor = interaction.services[BlockService], interaction.actor
    was_blocked = other in await blocks.list(actor.id)
    await blocks.unblock(actor, other)
    remark = UNBLOCKED.of(person=mention(other)) if was_blocked else None
    await show_blocked(interaction, remark)


SCREEN = Screen(
    cogs=(Settings,),
    menus=(block_menu,),
    handlers=(
        Handler(pages.PlayerSettingId, on_setting),
        Handler(pages.ServerSettingId, on_server_setting),
        Handler(pages.ServerPage, on_server_page),
        Handler(pages.OfferedLanguage, on_offered_language),
        Handler(pages.OwnLanguage, on_own_language),
        Handler(pages.ReadsWrong, on_wrong, defer=False),
        Handler(pages.ReadsWrong, on_wrong_words, is_form=True),
        Handler(SettingsTabButton, on_tab),
        Handler(BlockButton, lambda click: unblock(click, click.id.player_id)),
    ),
)
