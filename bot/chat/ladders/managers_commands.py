"""What managers type about ladders; all of it is in the history, with their reasons."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.common.games import game_choices
from bot.chat.common.page import Field, Form
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.common.text import NOT_A_CHANNEL
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import ask, say
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.game_options import TimedClock, VariantForTwo
from bot.chat.interaction.match_option import ServerMatch
from bot.chat.interaction.refusals import missing_permission
from bot.chat.ladders import review_text
from bot.chat.ladders import text as words
from bot.chat.ladders.layouts import LadderCloseFormId
from bot.services.actor import Actor
from bot.services.ladders import LadderState
from bot.services.settings import LONGEST_REASON
from data.ids import ChannelId, LadderId, PlayerId

WHY = "Why; everybody can read it"

Reason = app_commands.Range[str, 3, LONGEST_REASON]


class ManagersCommands(commands.Cog):
    """Making ladders and ruling over them. Only people who manage the server may."""

    @app_commands.command(description="Make a ladder of a game (managers)")
    @app_commands.describe(
        game="Which game",
        clock="How long players may think, such as 3d for every move",
        channel="Where the standings are posted; here if left out",
        variant="How it is played; the usual way if left out",
        by_invitation="Whether people join by invitation only",
    )
    @app_commands.choices(game=game_choices())
    async def create(
        self,
        interaction: Interaction,
        game: str,
        clock: TimedClock,
        channel: discord.TextChannel | None = None,
        variant: VariantForTwo | None = None,
        by_invitation: bool = False,
    ) -> None:
        await defer_private(interaction)
        actor = actor_of(interaction)
        where = await _channel(interaction, actor, channel)
        if where is None:
            return
        state = await services(interaction).ladder_management.create(
            actor, game, clock, where, variant, by_invitation=by_invitation
        )
        await say(interaction, words.created(state.ladder))

    @app_commands.command(description="Post a ladder's standings in another channel (managers)")
    @app_commands.describe(channel="Where; here if left out", game=words.WHICH)
    @app_commands.choices(game=game_choices())
    async def post(
        self,
        interaction: Interaction,
        channel: discord.TextChannel | None = None,
        game: str | None = None,
    ) -> None:
        actor, ladder_id = await _meant(interaction, game)
        where = await _channel(interaction, actor, channel)
        if where is not None:
            management = services(interaction).ladder_management
            state = await management.post(actor, ladder_id, where)
            await say(interaction, words.posted(state.ladder, where))

    @app_commands.command(description="Let somebody join a ladder by invitation (managers)")
    @app_commands.describe(player="Whom you mean", game=words.WHICH)
    @app_commands.choices(game=game_choices())
    async def invite(
        self, interaction: Interaction, player: discord.User, game: str | None = None
    ) -> None:
        actor, ladder_id = await _meant(interaction, game)
        invited = PlayerId(player.id)
        state = await services(interaction).ladder_management.invite(actor, ladder_id, invited)
        await say(interaction, words.invited(state.ladder, invited))

    @app_commands.command(description="Put somebody on another place (managers)")
    @app_commands.describe(
        player="Whom you mean", place="Which place, from 1", reason=WHY, game=words.WHICH
    )
    @app_commands.choices(game=game_choices())
    async def move(
        self,
        interaction: Interaction,
        player: discord.User,
        place: app_commands.Range[int, 1, 100_000],
        reason: Reason,
        game: str | None = None,
    ) -> None:
        actor, ladder_id = await _meant(interaction, game)
        management = services(interaction).ladder_management
        moved = PlayerId(player.id)
        await _tell(interaction, await management.move(actor, ladder_id, moved, place, reason))

    @app_commands.command(description="Take somebody off a ladder (managers)")
    @app_commands.describe(player="Whom you mean", reason=WHY, game=words.WHICH)
    @app_commands.choices(game=game_choices())
    async def remove(
        self,
        interaction: Interaction,
        player: discord.User,
        reason: Reason,
        game: str | None = None,
    ) -> None:
        actor, ladder_id = await _meant(interaction, game)
        management = services(interaction).ladder_management
        removed = PlayerId(player.id)
        await _tell(interaction, await management.remove(actor, ladder_id, removed, reason))

    @app_commands.command(description="Let a ladder stand still for a while (managers)")
    @app_commands.describe(reason=WHY, game=words.WHICH)
    @app_commands.choices(game=game_choices())
    async def freeze(
        self, interaction: Interaction, reason: Reason, game: str | None = None
    ) -> None:
        actor, ladder_id = await _meant(interaction, game)
        management = services(interaction).ladder_management
        await _tell(interaction, await management.freeze(actor, ladder_id, reason))

    @app_commands.command(description="Let a ladder that stands still go on (managers)")
    @app_commands.describe(game=words.WHICH)
    @app_commands.choices(game=game_choices())
    async def thaw(self, interaction: Interaction, game: str | None = None) -> None:
        actor, ladder_id = await _meant(interaction, game)
        await _tell(
            interaction, await services(interaction).ladder_management.thaw(actor, ladder_id)
        )

    @app_commands.command(description="End a ladder for good; a form asks why (managers)")
    @app_commands.describe(game=words.WHICH)
    @app_commands.choices(game=game_choices())
    async def close(self, interaction: Interaction, game: str | None = None) -> None:
        actor = actor_of(interaction)
        ladder_id = await services(interaction).ladders.meant(actor, game)
        state = await services(interaction).ladder_management.check(actor, ladder_id)
        reason = Field("reason", words.REASON, LONGEST_REASON, least=3)
        form = Form(words.close_title(state.ladder), LadderCloseFormId(ladder_id), (reason,))
        await ask(interaction, form)

    @app_commands.command(description="Correct the result of a ladder match (managers)")
    @app_commands.describe(
        match="Which match", reason=WHY, winner="Who won; left out, it is a draw"
    )
    async def correct(
        self,
        interaction: Interaction,
        match: ServerMatch,
        reason: Reason,
        winner: discord.User | None = None,
    ) -> None:
        await defer_private(interaction)
        actor, rulings = actor_of(interaction), services(interaction).rulings
        view = await rulings.check(actor, match)
        if view.match.ladder_id is None:
            await say(interaction, words.NOT_OF_A_LADDER)
            return
        seat = None if winner is None else view.seat_of(PlayerId(winner.id))
        if winner is not None and seat is None:
            await say(interaction, words.NOT_A_PLAYER)
            return
        ranking = ((0, 1),) if seat is None else ((seat,), (1 - seat,))
        await rulings.decide(actor, match, ranking, reason)
        await _tell(interaction, await _state(interaction, actor, view.match.ladder_id))

    @app_commands.command(description="Unusual records on a ladder: pairs, timeouts (managers)")
    @app_commands.describe(game=words.WHICH)
    @app_commands.choices(game=game_choices())
    async def review(self, interaction: Interaction, game: str | None = None) -> None:
        actor, ladder_id = await _meant(interaction, game)
        found = await services(interaction).ladder_management.review(actor, ladder_id)
        await say(interaction, review_text.review(found))


async def _meant(interaction: Interaction, game: str | None) -> tuple[Actor, LadderId]:
    await defer_private(interaction)
    actor = actor_of(interaction)
    return actor, await services(interaction).ladders.meant(actor, game)


async def _state(interaction: Interaction, actor: Actor, ladder_id: LadderId) -> LadderState:
    return (await services(interaction).ladders.look(actor, ladder_id)).state


async def _tell(interaction: Interaction, state: LadderState) -> None:
    await say(interaction, words.done(state.ladder))


async def _channel(
    interaction: Interaction, actor: Actor, channel: discord.TextChannel | None
) -> ChannelId | None:
    """Where the standings go; None, and the person is told, if they cannot be posted there."""
    if channel is None:
        missing = first_missing(interaction.app_permissions, POSTING)
        if missing is not None:
            await say(interaction, missing_permission(missing))
            return None
        return actor.place.channel_id
    if first_missing(channel.permissions_for(channel.guild.me), POSTING) is not None:
        await say(interaction, NOT_A_CHANNEL)
        return None
    return ChannelId(channel.id)
