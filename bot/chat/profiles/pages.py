"""Showing profiles, and what their buttons and lists lead to."""

from bot.chat.common.listing import LONGEST, Listed, may_name, mentioned
from bot.chat.common.names import harmless
from bot.chat.interaction.acknowledging import defer_private, defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, services
from bot.chat.profiles import layouts
from bot.chat.profiles import text as words
from bot.chat.profiles.layouts import ProfileAction, ProfileButton
from data.ids import PlayerId
from renderer.charts import Chart, chart_text


async def show_profile(interaction: Interaction, player_id: PlayerId, game: str) -> None:
    """Show a player, in one game or over all of them; acknowledged before."""
    if game == layouts.ALL:
        await _show_all(interaction, player_id)
    else:
        await _show_game(interaction, player_id, game)


async def _show_all(interaction: Interaction, player_id: PlayerId) -> None:
    actor = actor_of(interaction)
    found = await services(interaction).profiles.profile(player_id, actor.place.server_id)
    if await _is_shut(interaction, player_id, is_hidden=found.is_hidden):
        return
    chart = found.activity if found.overall.played else None
    picture = await _picture(interaction, chart)
    alt = None if chart is None else chart_text(chart)
    name = await _name(interaction, player_id)
    by = await _reading(interaction, player_id)
    await show(interaction, layouts.profile(found, name, by, alt), picture)


async def _show_game(interaction: Interaction, player_id: PlayerId, game: str) -> None:
    actor = actor_of(interaction)
    profiles = services(interaction).profiles
    found = await profiles.in_game(player_id, game, actor.place.server_id)
    if await _is_shut(interaction, player_id, is_hidden=found.is_hidden):
        return
    picture = await _picture(interaction, found.curve)
    alt = None if found.curve is None else chart_text(found.curve)
    name = await _name(interaction, player_id)
    by = await _reading(interaction, player_id)
    met = [Listed(other, other in found.hidden) for other, _ in found.opponents]
    names = interaction.client.names
    opponents = await mentioned(names, met, actor.id, actor.place.server_id)
    layout = layouts.game_profile(found, player_id, name, opponents, by, alt)
    await show(interaction, layout, picture)


async def show_versus(interaction: Interaction, other: PlayerId) -> None:
    """Show how the reader stands against somebody; acknowledged before."""
    actor = actor_of(interaction)
    if other == actor.id:
        await say(interaction, words.YOURSELF)
        return
    found = await services(interaction).profiles.versus(actor.id, other)
    hides = found.is_hidden and not found.last  # who has met them knows who they are
    if await _is_shut(interaction, other, is_hidden=hides):
        return
    one, two = await _name(interaction, actor.id), await _name(interaction, other)
    await show(interaction, layouts.versus(found, one, two, actor.place.server_id))


async def _is_shut(interaction: Interaction, player_id: PlayerId, *, is_hidden: bool) -> bool:
    """Whether the profile is not for this reader, who is told so then."""
    actor = actor_of(interaction)
    person, here = Listed(player_id, is_hidden), actor.place.server_id
    if await may_name(interaction.client.names, person, actor.id, here):
        return False
    await say(interaction, words.NOT_SEEN)
    return True


async def _reading(interaction: Interaction, player_id: PlayerId) -> layouts.Reading:
    """Who reads the profile; following goes by server, so there is none in direct messages."""
    actor = actor_of(interaction)
    if actor.place.server_id is None:
        return layouts.Reading(actor.id)
    followed = await services(interaction).following.followed(actor)
    return layouts.Reading(actor.id, player_id in followed)


async def _name(interaction: Interaction, player_id: PlayerId) -> str:
    here = actor_of(interaction).place.server_id
    return harmless(await interaction.client.names.of(player_id, here), LONGEST)


async def _picture(interaction: Interaction, chart: Chart | None) -> bytes | None:
    if chart is None:
        return None
    chosen = await services(interaction).settings.of_player(actor_of(interaction).id)
    return await services(interaction).pictures.chart(chart, chosen.theme)


async def on_profile(click: Click[ProfileButton]) -> None:
    """Follow the player or no more, show another game, or how the reader stands against them."""
    if click.id.action is ProfileAction.VERSUS:
        await defer_private(click.interaction)
        await show_versus(click.interaction, click.id.player_id)
        return
    await defer_update(click.interaction)
    following = services(click.interaction).following
    if click.id.action is ProfileAction.FOLLOW:
        await following.follow(click.actor, click.id.player_id)
    elif click.id.action is ProfileAction.UNFOLLOW:
        await following.unfollow(click.actor, click.id.player_id)
    is_choice = click.id.action is ProfileAction.GAME
    game = click.value if is_choice else click.id.game
    await show_profile(click.interaction, click.id.player_id, game)


HANDLERS = (handles(ProfileButton, on_profile),)
