"""``/tournament``: what a community plays together."""

from collections.abc import Mapping

from discord import app_commands
from discord.ext import commands

from bot.core.matches import MatchService
from bot.features.tournaments import pages
from bot.features.tournaments.errors import UnknownTournament
from bot.features.tournaments.pages import TournamentAction, TournamentButton
from bot.features.tournaments.screen import creating, managing, showing
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.store import TournamentNotice
from bot.features.tournaments.values import TournamentCard, TournamentNews
from bot.features.tournaments.words import WHICH, named
from bot.screen.interaction import Handler, Interaction, Screen, command
from bot.screen.interaction.command_words import told
from bot.screen.interaction.match_option import NumberOption
from bot.screen.names import plain
from bot.screen.page import Button, Page, rows
from data.ids import TournamentId
from rules.texts import Text, Words


async def _offered(ours: Interaction) -> Mapping[TournamentId, Words]:
    found = await ours.services[TournamentService].here(ours.actor)
    return {each.id: named(each, plain) for each in found}


AnyTournament = app_commands.Transform[TournamentId, NumberOption(_offered, UnknownTournament)]


@app_commands.guild_only()
class Tournaments(
    commands.GroupCog,
    name="tournament",
    description=told(Text("Leagues, cups and other tournaments of this server", "command")),
):
    """Looking, and making one; everything else is a button."""

    @command(
        "Tournaments you can join or that are running, your place and your games",
        tournament="Which tournament, where there are several",
    )
    async def show(self, interaction: Interaction, tournament: AnyTournament | None = None) -> None:
        found = await interaction.services[TournamentService].meant(interaction.actor, tournament)
        if len(found) == 1:
            await showing.show(interaction, found[0].id)
            return
        ways = (
            Button(named(each, plain), TournamentButton(each.id, TournamentAction.SHOW))
            for each in found
        )
        await interaction.show(Page(WHICH, *rows(*ways)))

    @command("Make a league, a knockout cup or a Swiss tournament (managers)")
    async def create(self, interaction: Interaction) -> None:
        await interaction.services[MatchService].check_manager(interaction.actor)
        await interaction.show(creating.panel(creating.first()))


SCREEN = Screen(
    cogs=(Tournaments,),
    handlers=(
        Handler(TournamentButton, showing.on_tournament),
        Handler(creating.SetupPanel, creating.on_panel, defer=False),
        Handler(creating.SetupPanel, creating.on_form, is_form=True),
        Handler(managing.ManageButton, managing.on_act, defer=False),
        Handler(managing.ManageButton, managing.on_form, is_form=True),
    ),
    faces={
        TournamentCard: pages.face_of_card,
        TournamentNews: pages.face_of_news,
        TournamentNotice: pages.face_of_notice,
    },
    named={
        TournamentCard: pages.with_names,
        TournamentNews: pages.news_with_names,
    },
)
