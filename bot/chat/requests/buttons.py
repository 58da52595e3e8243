"""What players do in a match besides moving: its menu, taking back, draws, calling it off."""

from __future__ import annotations

from bot.chat.common.custom_ids import MatchButton, RequestAction, RequestButton
from bot.chat.interaction.acknowledging import defer_beside, defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import edit, own_picture, say, show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.guards import current_match, own_match
from bot.chat.messenger.text import last_line
from bot.chat.requests import layouts as request_layouts
from bot.chat.requests import text as words
from bot.services.delivery.messenger import CannotPost, ChannelGone, TryLater
from bot.services.matches.errors import RequestClosed
from bot.services.matches.models import MatchView, RequestView
from bot.services.requests.service import RequestService
from data.ids import MatchId
from data.states import RequestKind, RequestState
from renderer import alt_text


async def on_request(click: Click[RequestButton]) -> None:
    """Agree, decline or take back what was ever asked."""
    await defer_beside(click.interaction)
    try:
        view = await _decided(click)
    except RequestClosed as closed:
        view = closed.request  # the message says how it ended, and loses its buttons
    await edit(click.interaction, request_layouts.request(view))


async def show_menu(interaction: Interaction, view: MatchView) -> None:
    """Show one of its players how the match stands and what can be done; acknowledged before."""
    undo_, draws = services(interaction).undo, services(interaction).draws
    asked = [await each.pending(view.id) for each in (undo_, draws)]
    picture = await services(interaction).pictures.still(await own_picture(interaction, view))
    layout = request_layouts.menu(
        view,
        actor_of(interaction).id,
        alt_text(view.position, view.events, view.sentence),
        [each for each in asked if each is not None],
    )
    await show(interaction, layout, picture)


async def more(click: Click[MatchButton]) -> None:
    """Show the menu, of the match as it is now."""
    await defer_update(click.interaction)
    await show_menu(click.interaction, await own_match(click.interaction, click.id.match_id))


async def undo(click: Click[MatchButton]) -> None:
    """Ask the others to let the player's last move be taken back."""
    await ask(click.interaction, RequestKind.UNDO, click.id.match_id, click.id.ply)


async def draw(click: Click[MatchButton]) -> None:
    """Offer a draw."""
    await ask(click.interaction, RequestKind.DRAW, click.id.match_id, click.id.ply)


async def abort(click: Click[MatchButton]) -> None:
    """Ask before the match is called off."""
    await defer_update(click.interaction)
    view = await current_match(click.interaction, click.id.match_id, click.id.ply)
    await show(click.interaction, request_layouts.confirm_abort(view))


async def aborted(click: Click[MatchButton]) -> None:
    """Call the match off, having asked."""
    await defer_update(click.interaction)
    actor, matches = click.actor, services(click.interaction).matches
    view = await matches.abort(click.id.match_id, actor.id, actor.interaction_id, click.id.ply)
    await say(click.interaction, last_line(view))


async def ask(
    interaction: Interaction, kind: RequestKind, match_id: MatchId, ply: int | None = None
) -> None:
    """Ask the other players for something, and tell the one who asks how that stands."""
    await defer_update(interaction)
    actor = actor_of(interaction)
    view = await _asking(interaction, kind).ask(match_id, actor.id, actor.interaction_id, ply)
    posted = view.state is not RequestState.OPEN or await _announce(interaction, view)
    said = words.asked(view) if posted else words.ASKED_ELSEWHERE
    await show(interaction, request_layouts.asked(view, said))


async def _decided(click: Click[RequestButton]) -> RequestView:
    asking, request_id = _asking(click.interaction, click.id.kind), click.id.request_id
    match click.id.action:
        case RequestAction.GRANT:
            return await asking.grant(request_id, click.actor.id, click.actor.interaction_id)
        case RequestAction.DECLINE:
            return await asking.decline(request_id, click.actor.id)
        case RequestAction.WITHDRAW:
            return await asking.withdraw(request_id, click.actor.id)


async def _announce(interaction: Interaction, view: RequestView) -> bool:
    """Post where the match is played what somebody asks; whether that could be done."""
    match = view.match
    where = match.board_channel_id or match.thread_id or match.channel_id
    try:
        await interaction.client.messenger.announce(where, request_layouts.request(view))
    except (CannotPost, ChannelGone, TryLater):
        return False
    return True


def _asking(interaction: Interaction, kind: RequestKind) -> RequestService:
    asking = services(interaction)
    return asking.undo if kind is RequestKind.UNDO else asking.draws


HANDLERS = (handles(RequestButton, on_request),)
