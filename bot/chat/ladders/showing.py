"""Showing somebody a ladder, and making their challenges."""

from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.refusals import missing_permission
from bot.chat.ladders import layouts
from bot.chat.ladders import text as words
from bot.services.actor import Person
from bot.services.ladders import EVENTS, NotOnLadder
from data.ids import LadderId
from renderer.charts import chart_text


async def show_page(interaction: Interaction, ladder_id: LadderId, page: int | None = None) -> None:
    """Show a page of the standings, the one with the reader's place if none is named."""
    actor = actor_of(interaction)
    view = await services(interaction).ladders.look(actor, ladder_id, page)
    chart = None
    if view.page == 0:  # the lines of the picture are those of the first page
        chart = await services(interaction).ladders.chart(actor, ladder_id)
    if chart is None:
        await show(interaction, layouts.page(view))
        return
    theme = (await services(interaction).settings.of_player(actor.id)).theme
    picture = await services(interaction).pictures.chart(chart, theme)
    await show(interaction, layouts.page(view, chart_text(chart)), picture)


async def show_targets(interaction: Interaction, ladder_id: LadderId) -> None:
    """Show whom the reader may challenge, and why not the others."""
    view = await services(interaction).ladders.prospects(actor_of(interaction), ladder_id)
    targets = layouts.legal(view)
    known = [each.player_id for each in targets]
    names = await interaction.client.names.in_time(known, view.state.ladder.server_id)
    await show(interaction, layouts.challenge_menu(view, targets, names))


async def show_history(interaction: Interaction, ladder_id: LadderId, before: int = 0) -> None:
    """Show a page of what happened, of what came before an entry; 0 is the end."""
    ladders, actor = services(interaction).ladders, actor_of(interaction)
    view = await ladders.look(actor, ladder_id)
    events = await ladders.history(actor, ladder_id, before or None)
    await show(interaction, layouts.history(view.state.ladder, events, before, EVENTS))


async def challenge(interaction: Interaction, ladder_id: LadderId, opponent: Person) -> None:
    """Make the challenge where the bot may post its card."""
    missing = first_missing(interaction.app_permissions, POSTING)
    if missing is not None:
        await say(interaction, missing_permission(missing))
        return
    actor = actor_of(interaction)
    made = await services(interaction).ladders.challenge(actor, ladder_id, opponent)
    await say(interaction, words.challenged(made))


async def ask_to_leave(interaction: Interaction, ladder_id: LadderId) -> None:
    """Ask before somebody gives up their place."""
    actor = actor_of(interaction)
    view = await services(interaction).ladders.look(actor, ladder_id)
    if view.place is None:
        raise NotOnLadder(view.state.ladder, actor.id)
    await show(interaction, layouts.leave(view.state.ladder, view.place))


async def leave(interaction: Interaction, ladder_id: LadderId) -> None:
    """Let the person leave, having been asked."""
    state = await services(interaction).ladders.leave(actor_of(interaction), ladder_id)
    await say(interaction, words.left(state.ladder))


async def join(interaction: Interaction, ladder_id: LadderId) -> None:
    """Let the person join."""
    actor = actor_of(interaction)
    state = await services(interaction).ladders.join(actor, ladder_id)
    await say(interaction, words.joined(state, actor.id))
