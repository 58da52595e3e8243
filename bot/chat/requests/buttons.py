"""``/match`` and the match's menu: what players do besides moving."""

from collections.abc import Awaitable, Callable

from discord import app_commands
from discord.ext import commands

from bot.chat.clocks.panel import USUAL_PAUSE, show_clocks
from bot.chat.common.ids import MatchButton
from bot.chat.interaction import Click, Interaction, PlayedMatch, anywhere, command, handles, meant
from bot.chat.interaction.command_words import told
from bot.chat.messenger.text import last_line
from bot.chat.requests import layouts as request_layouts
from bot.chat.requests import text as words
from bot.chat.requests.layouts import Forgotten, RequestAction, RequestButton
from bot.services.clocks import LONGEST_PAUSE, SHORTEST_PAUSE
from bot.services.matches import MatchState, TooLateToAbort
from bot.services.requests import MatchRequest
from data.ids import MatchId
from data.states import RequestKind
from renderer import alt_text
from rules.texts import Text


async def on_request(click: Click[RequestButton]) -> None:
    """Agree, decline or take back what was ever asked; its card follows by itself."""
    on_private = click.is_on_private
    await (click.defer_update() if on_private else click.defer_beside())
    request = await _decided(click)
    if on_private:
        await click.show(request_layouts.request(request))


async def show_menu(interaction: Interaction, match: MatchState) -> None:
    """Show one of its players how the match stands and what can be done; acknowledged before."""
    asked = [await interaction.services.requests.of(kind).pending(match.id) for kind in RequestKind]
    request = await interaction.own_picture(match)
    picture = await interaction.draw(request)
    idle = await interaction.services.idle.of(match)
    actor = interaction.actor
    layout = request_layouts.menu(
        match,
        actor.id,
        alt_text(request, match.sentence),
        [each for each in asked if each is not None],
        Forgotten.at(idle, interaction.client.now()),
        is_here=match.server_id == actor.place.server_id,
    )
    await interaction.show(layout, picture)


async def more(click: Click[MatchButton]) -> None:
    match = await click.services.matches.own(click.actor, click.id.match_id)
    await show_menu(click, match)


def asks(kind: RequestKind, wish: str = "") -> Callable[[Click[MatchButton]], Awaitable[None]]:
    """What answers a button of a match that asks the other players for something."""

    async def asked(click: Click[MatchButton]) -> None:
        await ask(click, kind, click.id.match_id, click.id.ply, wish)

    return asked


async def end_pause(interaction: Interaction, match_id: MatchId) -> None:
    await interaction.services.requests.pauses.end(interaction.actor, match_id)
    await interaction.say(words.PAUSE_ENDED)


async def abort(click: Click[MatchButton]) -> None:
    matches = click.services.matches
    view = await matches.check_abort(click.actor, click.id.match_id, click.id.ply)
    await click.show(request_layouts.confirm_abort(view))


async def aborted(click: Click[MatchButton]) -> None:
    known, match_id, ply = click.services, click.id.match_id, click.id.ply
    try:
        view = await known.matches.abort(click.actor, match_id, ply)
    except TooLateToAbort as error:
        if error.view.match.is_timed:
            raise
        view = await known.idle.call_off(click.actor, match_id, ply)
    await click.say(last_line(view))


async def nudge(interaction: Interaction, match_id: MatchId, ply: int | None = None) -> None:
    """Remind the player to move in a match without a clock; acknowledged before."""
    nudged = await interaction.services.idle.nudge(interaction.actor, match_id, ply)
    await interaction.say(words.nudged(nudged))


async def ask(
    interaction: Interaction,
    kind: RequestKind,
    match_id: MatchId,
    ply: int | None = None,
    wish: str = "",
) -> None:
    """Ask the other players for something, and tell the one who asks how that stands."""
    asking = interaction.services.requests.of(kind)
    request = await asking.ask(interaction.actor, match_id, ply, wish)
    await interaction.show(request_layouts.asked(request))


async def _decided(click: Click[RequestButton]) -> MatchRequest:
    asking = click.services.requests.of(click.id.kind)
    match click.id.action:
        case RequestAction.GRANT:
            return await asking.grant(click.actor, click.id.request_id)
        case RequestAction.DECLINE:
            return await asking.decline(click.actor, click.id.request_id)
        case RequestAction.WITHDRAW:
            return await asking.withdraw(click.actor, click.id.request_id)


HANDLERS = (handles(RequestButton, on_request, defer=False),)


@anywhere
class MatchActions(
    commands.GroupCog,
    name="match",
    description=told(Text("What you can do besides moving", "command")),
):
    @command("A match of yours: its board, and all you can do")
    async def show(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        match_id, actor = await meant(interaction, match), interaction.actor
        await show_menu(interaction, await interaction.services.matches.own(actor, match_id))

    @command("Ask the others to let you take back your last move")
    async def undo(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        await ask(interaction, RequestKind.UNDO, await meant(interaction, match))

    @command("Offer a draw, in games that can be drawn")
    async def draw(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        await ask(interaction, RequestKind.DRAW, await meant(interaction, match))

    @command("How much time is left, and every change of the clocks")
    async def clock(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        await show_clocks(interaction, await meant(interaction, match))

    @command(
        "Ask for a pause: the clocks stop until someone ends it",
        days="How long, unless someone ends it earlier",
    )
    async def pause(
        self,
        interaction: Interaction,
        days: app_commands.Range[int, SHORTEST_PAUSE.days, LONGEST_PAUSE.days] = USUAL_PAUSE,
        match: PlayedMatch = None,
    ) -> None:
        match_id = await meant(interaction, match)
        await ask(interaction, RequestKind.PAUSE, match_id, wish=str(days))

    @command("End a pause and start the clocks again")
    async def resume(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        await end_pause(interaction, await meant(interaction, match))

    @command("Remind someone who has not moved for two weeks, in a match without a clock")
    async def nudge(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        await nudge(interaction, await meant(interaction, match))

    @command("Cancel a match without a winner: before all have moved, or if nobody moves")
    async def cancel(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        match_id, actor = await meant(interaction, match), interaction.actor
        view = await interaction.services.matches.check_abort(actor, match_id)
        await interaction.show(request_layouts.confirm_abort(view))
