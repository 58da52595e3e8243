"""``/tournament``: what a community plays together."""

from collections.abc import Mapping
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.common.names import plain
from bot.chat.interaction import Interaction, command
from bot.chat.interaction.command_words import told
from bot.chat.interaction.match_option import NumberOption
from bot.chat.tournaments import creating, managing, showing
from bot.chat.tournaments.layouts import CupAction, CupButton
from bot.chat.tournaments.text import named
from bot.services.tournaments import UnknownTournament
from data.ids import PlayerId, TournamentId
from rules.texts import Text, Words

SHOWN = partial(CupButton, action=CupAction.SHOW)
TOLD = partial(CupButton, action=CupAction.HISTORY)
WHICH = Text("Which tournament, where there are several", "command")


async def _offered(ours: Interaction) -> Mapping[TournamentId, Words]:
    found = await ours.services.tournaments.here(ours.actor)
    return {each.id: named(each, plain) for each in found}


AnyTournament = app_commands.Transform[TournamentId, NumberOption(_offered, UnknownTournament)]


@app_commands.guild_only()
class Tournaments(
    commands.GroupCog,
    name="tournament",
    description=told(Text("Leagues, cups and other tournaments of this server", "command")),
):
    """Looking, and what managers do; everything else is a button."""

    @command(
        "Tournaments you can join or that are running, your place and your games", tournament=WHICH
    )
    async def show(self, interaction: Interaction, tournament: AnyTournament | None = None) -> None:
        cup_id = await showing.meant(interaction, tournament, SHOWN)
        if cup_id is not None:
            await showing.show(interaction, cup_id)

    @command("Make a league, a knockout cup or a Swiss tournament (managers)")
    async def create(self, interaction: Interaction) -> None:
        await interaction.services.rulings.check_place(interaction.actor)
        await interaction.show(creating.panel(creating.first()))

    @command(
        "Begin, pause, rename; add or withdraw players (organisers)",
        tournament=WHICH,
        player="The player you want to change",
        opponent="An opponent they have not played yet",
    )
    async def manage(
        self,
        interaction: Interaction,
        tournament: AnyTournament | None = None,
        player: discord.User | None = None,
        opponent: discord.User | None = None,
    ) -> None:
        one, other = (PlayerId(0 if each is None else each.id) for each in (player, opponent))
        way = partial(managing.CupAct, act=managing.Act.SHOW, player_id=one, opponent_id=other)
        cup_id = await showing.meant(interaction, tournament, way)
        if cup_id is not None:
            await managing.show(interaction, way(cup_id))

    @command("Who entered and left, and what organisers did, with reasons", tournament=WHICH)
    async def history(
        self, interaction: Interaction, tournament: AnyTournament | None = None
    ) -> None:
        cup_id = await showing.meant(interaction, tournament, TOLD)
        if cup_id is not None:
            await showing.show_history(interaction, cup_id)
