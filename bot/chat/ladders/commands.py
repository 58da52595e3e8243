"""``/ladder``: places that are won by challenges; what managers type is in the history, too."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.common.buttons import reason_field
from bot.chat.common.page import Form
from bot.chat.interaction import (
    AnyGame,
    Interaction,
    command,
    game_options,
    match_option,
    person_of,
)
from bot.chat.interaction.command_words import told
from bot.chat.ladders import history_text, showing
from bot.chat.ladders import text as words
from bot.chat.ladders.layouts import LadderCloseFormId
from bot.services.ladders import LadderState
from bot.services.settings import LONGEST_REASON
from data.ids import PlayerId
from rules.texts import Text

WHICH = Text("Which ladder, where there are several", "command")
WHY = Text("Why; everybody can read it", "command")

Reason = app_commands.Range[str, 3, LONGEST_REASON]


class ManagersCommands(commands.Cog):
    """Making ladders and ruling over them. Only people who manage the server may."""

    @command(
        "Make a ladder of a game (managers)",
        game="Which game",
        clock="How long players may think, such as 3d for every move",
        channel="Where the standings appear; here if left out",
        variant="Which variant; the usual one if left out",
        by_invitation="Whether players join by invitation only",
    )
    async def create(
        self,
        interaction: Interaction,
        game: AnyGame,
        clock: game_options.TimedClock,
        channel: discord.TextChannel | None = None,
        variant: game_options.VariantForTwo | None = None,
        by_invitation: bool = False,
    ) -> None:
        where = interaction.posting_channel(channel)
        state = await interaction.services.ladder_management.create(
            interaction.actor, game, clock, where, variant, by_invitation=by_invitation
        )
        await interaction.say(words.created(state.ladder))

    @command(
        "Post a ladder's standings in another channel (managers)",
        channel="Where; here if left out",
        game=WHICH,
    )
    async def post(
        self,
        interaction: Interaction,
        channel: discord.TextChannel | None = None,
        game: AnyGame | None = None,
    ) -> None:
        ladder_id = await showing.meant(interaction, game)
        where = interaction.posting_channel(channel)
        management = interaction.services.ladder_management
        state = await management.post(interaction.actor, ladder_id, where)
        await interaction.say(words.posted(state.ladder, where))

    @command("Invite a player to a ladder (managers)", player="The player", game=WHICH)
    async def invite(
        self, interaction: Interaction, player: discord.User, game: AnyGame | None = None
    ) -> None:
        ladder_id = await showing.meant(interaction, game)
        invited, management = PlayerId(player.id), interaction.services.ladder_management
        state = await management.invite(interaction.actor, ladder_id, invited)
        await interaction.say(words.invited(state.ladder, invited))

    @command(
        "Move a player to another place (managers)",
        player="The player",
        place="Which place, from 1",
        reason=WHY,
        game=WHICH,
    )
    async def place(
        self,
        interaction: Interaction,
        player: discord.User,
        place: app_commands.Range[int, 1, 100_000],
        reason: Reason,
        game: AnyGame | None = None,
    ) -> None:
        ladder_id = await showing.meant(interaction, game)
        moved, actor = PlayerId(player.id), interaction.actor
        management = interaction.services.ladder_management
        await _tell(interaction, await management.move(actor, ladder_id, moved, place, reason))

    @command(
        "Remove a player from a ladder (managers)",
        player="The player",
        reason=WHY,
        game=WHICH,
    )
    async def remove(
        self,
        interaction: Interaction,
        player: discord.User,
        reason: Reason,
        game: AnyGame | None = None,
    ) -> None:
        ladder_id = await showing.meant(interaction, game)
        removed, actor = PlayerId(player.id), interaction.actor
        management = interaction.services.ladder_management
        await _tell(interaction, await management.remove(actor, ladder_id, removed, reason))

    @command("Freeze a ladder for a while (managers)", reason=WHY, game=WHICH)
    async def freeze(
        self, interaction: Interaction, reason: Reason, game: AnyGame | None = None
    ) -> None:
        ladder_id = await showing.meant(interaction, game)
        management = interaction.services.ladder_management
        await _tell(interaction, await management.freeze(interaction.actor, ladder_id, reason))

    @command("Unfreeze a ladder (managers)", game=WHICH)
    async def unfreeze(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        ladder_id = await showing.meant(interaction, game)
        management = interaction.services.ladder_management
        await _tell(interaction, await management.thaw(interaction.actor, ladder_id))

    @command("Close a ladder for good; a form asks why (managers)", defer=False, game=WHICH)
    async def close(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        ladder_id, management = (
            await showing.meant(interaction, game),
            interaction.services.ladder_management,
        )
        state = await management.check(interaction.actor, ladder_id)
        reason = reason_field()
        form = Form(words.close_title(state.ladder), LadderCloseFormId(ladder_id), (reason,))
        await interaction.ask(form)

    @command(
        "Correct the result of a ladder match (managers)",
        match="Which match",
        reason=WHY,
        winner="Who won; leave it out for a draw",
    )
    async def correct(
        self,
        interaction: Interaction,
        match: match_option.ServerMatch,
        reason: Reason,
        winner: discord.User | None = None,
    ) -> None:
        actor, rulings = interaction.actor, interaction.services.rulings
        view = await rulings.check(actor, match)
        if view.match.ladder_id is None:
            await interaction.say(words.NOT_OF_A_LADDER)
            return
        seat = None if winner is None else view.seat_of(PlayerId(winner.id))
        if winner is not None and seat is None:
            await interaction.say(words.NOT_A_PLAYER)
            return
        ranking = ((0, 1),) if seat is None else ((seat,), (1 - seat,))
        await rulings.decide(actor, match, ranking, reason)
        ladder = await interaction.services.ladders.look(actor, view.match.ladder_id)
        await _tell(interaction, ladder.state)

    @command("Unusual records on a ladder, such as many timeouts (managers)", game=WHICH)
    async def audit(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        ladder_id = await showing.meant(interaction, game)
        management = interaction.services.ladder_management
        found = await management.review(interaction.actor, ladder_id)
        await interaction.say(history_text.review(found))


async def _tell(interaction: Interaction, state: LadderState) -> None:
    await interaction.say(words.done(state.ladder))


@app_commands.guild_only()
class Ladders(
    ManagersCommands,
    commands.GroupCog,
    name="ladder",
    description=told(Text("Places won by challenges", "command")),
):
    @command("Enter a ladder at the bottom", game=WHICH)
    async def join(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        await showing.join(interaction, await showing.meant(interaction, game))

    @command("Give up your place on a ladder", game=WHICH)
    async def leave(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        await showing.ask_to_leave(interaction, await showing.meant(interaction, game))

    @command("The standings of a ladder, and your own place", game=WHICH)
    async def show(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        await showing.show_page(interaction, await showing.meant(interaction, game))

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
        ladder_id = await showing.meant(interaction, game)
        if opponent is None:
            await showing.show_targets(interaction, ladder_id)
        else:
            await showing.challenge(interaction, ladder_id, person_of(opponent))

    @command("What happened on a ladder: matches, places, rulings", game=WHICH)
    async def history(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        await showing.show_history(interaction, await showing.meant(interaction, game))
