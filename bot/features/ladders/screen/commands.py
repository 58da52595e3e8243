"""``/ladder``: places that are won by challenges; all else is a button of what these show."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.ladders import pages
from bot.features.ladders.pages import LadderAction, LadderButton
from bot.features.ladders.screen import managing, showing
from bot.features.ladders.values import LadderCard, LadderNews
from bot.screen.interaction import AnyGame, Handler, Interaction, Screen, command
from bot.screen.interaction.command_words import told
from rules.texts import Text

WHICH = Text("Which ladder, where there are several", "command")


@app_commands.guild_only()
class Ladders(
    commands.GroupCog,
    name="ladder",
    description=told(Text("Places won by challenges", "command")),
):
    @command("The standings of a ladder, your own place and what happened", game=WHICH)
    async def show(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        await showing.choose(interaction, game, LadderAction.NEWS)

    @command("Enter a ladder at the bottom", game=WHICH)
    async def join(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        await showing.choose(interaction, game, LadderAction.JOIN)

    @command(
        "Challenge a player for their place; leave it out to see whom you may",
        opponent="The player you challenge",
        game=WHICH,
    )
    async def challenge(
        self,
        interaction: Interaction,
        opponent: discord.User | None = None,
        game: AnyGame | None = None,
    ) -> None:
        if opponent is None:
            await showing.choose(interaction, game, LadderAction.CHALLENGE)
        else:
            await showing.choose(interaction, game, LadderAction.PICK, opponent.id)

    @command("Make a ladder, or change one: places, freezing, closing (managers)", game=WHICH)
    async def manage(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        await managing.manage(interaction, game)


SCREEN = Screen(
    cogs=(Ladders,),
    handlers=(
        Handler(LadderButton, showing.on_ladder),
        Handler(managing.LadderAct, managing.on_act, defer=False),
        Handler(managing.LadderAct, managing.on_form, is_form=True),
    ),
    faces={LadderCard: pages.face_of_standings, LadderNews: pages.face_of_news},
    named={LadderCard: pages.with_names},
)
