"""Showing leaderboards, and what their buttons and lists lead to."""

from bot.chat.common.listing import Listed, listed_names
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.refusals import missing_permission
from bot.chat.leaderboards import text as words
from bot.chat.leaderboards.ids import LeaderboardButton, ListAction, ListPlace
from bot.chat.leaderboards.layouts import leaderboard
from bot.services.leaderboards import Period


async def show_leaderboard(
    interaction: Interaction,
    game: str,
    place: ListPlace,
    period: Period = Period.ACTIVE,
    number: int | None = 0,
) -> None:
    """Show a page of a list, the reader's own for None; acknowledged before."""
    actor = actor_of(interaction)
    here = actor.place.server_id
    server = here if place is ListPlace.HERE else None
    page = await services(interaction).leaderboards.page(actor.id, game, server, period, number)
    listed = [Listed(each.player_id, each.is_hidden, each.stays_named) for each in page.lines]
    names = await listed_names(
        interaction.client.names, listed, actor.id, here, of_server=server is not None
    )
    is_live = await services(interaction).live_lists.offered(actor, game)
    await show(interaction, leaderboard(page, names, actor.id, here, is_live=is_live))


async def on_leaderboard(click: Click[LeaderboardButton]) -> None:
    """Turn a page, go to the reader's own, or to another list."""
    await defer_update(click.interaction)
    asked = click.id
    if asked.action in (ListAction.LIVE, ListAction.END):
        await _change_live(click)
        return
    place, period, number = asked.place, asked.period, asked.page
    if asked.action is ListAction.KIND:
        place, period, number = *_chosen(click), 0
    own = asked.action is ListAction.OWN
    await show_leaderboard(click.interaction, asked.game, place, period, None if own else number)


def _chosen(click: Click[LeaderboardButton]) -> tuple[ListPlace, Period]:
    """The list that was chosen; the one that is shown if none was, as only a forger can."""
    where, _, when = click.value.partition(" ")
    try:
        return ListPlace(where), Period(when)
    except ValueError:
        return click.id.place, click.id.period


async def _change_live(click: Click[LeaderboardButton]) -> None:
    """Put the list into the channel, or let it follow no more."""
    lists = services(click.interaction).live_lists
    if click.id.action is ListAction.END:
        ended = await lists.end(click.actor, click.id.game)
        await say(click.interaction, words.ENDED if ended else words.NO_LIVE_HERE)
        return
    missing = first_missing(click.interaction.app_permissions, POSTING)
    if missing is not None:
        await say(click.interaction, missing_permission(missing))
        return
    await lists.keep(click.actor, click.id.game)
    await say(click.interaction, words.kept(click.actor.place.channel_id))


HANDLERS = (handles(LeaderboardButton, on_leaderboard),)
