"""What players do in a match besides moving: its menu, taking back, draws, calling it off."""

from bot.chat.clocks.layouts import USUAL_PAUSE
from bot.chat.common.custom_ids import MatchButton
from bot.chat.interaction.acknowledging import defer_beside, defer_update, is_on_private
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import own_picture, say, show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, services
from bot.chat.messenger.text import last_line
from bot.chat.requests import layouts as request_layouts
from bot.chat.requests import text as words
from bot.chat.requests.layouts import Forgotten, RequestAction, RequestButton
from bot.services.matches import MatchState, TooLateToAbort
from bot.services.requests import MatchRequest
from data.ids import MatchId
from data.states import RequestKind
from renderer import alt_text


async def on_request(click: Click[RequestButton]) -> None:
    """Agree, decline or take back what was ever asked; its card follows by itself."""
    if not is_on_private(click.interaction):
        await defer_beside(click.interaction)
        await _decided(click)
        return
    await defer_update(click.interaction)
    await show(click.interaction, request_layouts.request(await _decided(click)))


async def show_menu(interaction: Interaction, match: MatchState) -> None:
    """Show one of its players how the match stands and what can be done; acknowledged before."""
    asked = [
        await services(interaction).requests.of(kind).pending(match.id) for kind in RequestKind
    ]
    request = await own_picture(interaction, match)
    picture = await services(interaction).pictures.still(request)
    idle = await services(interaction).idle.of(match)
    actor = actor_of(interaction)
    layout = request_layouts.menu(
        match,
        actor.id,
        alt_text(request, match.sentence),
        [each for each in asked if each is not None],
        Forgotten.at(idle, interaction.client.now()),
        is_here=match.server_id == actor.place.server_id,
    )
    await show(interaction, layout, picture)


async def more(click: Click[MatchButton]) -> None:
    """Show the menu, of the match as it is now."""
    await defer_update(click.interaction)
    match = await services(click.interaction).matches.own(click.actor, click.id.match_id)
    await show_menu(click.interaction, match)


async def undo(click: Click[MatchButton]) -> None:
    """Ask the others to let the player's last move be taken back."""
    await ask(click.interaction, RequestKind.UNDO, click.id.match_id, click.id.ply)


async def draw(click: Click[MatchButton]) -> None:
    """Offer a draw."""
    await ask(click.interaction, RequestKind.DRAW, click.id.match_id, click.id.ply)


async def pause(click: Click[MatchButton]) -> None:
    """Ask for a pause of the usual length."""
    days = str(USUAL_PAUSE)
    await ask(click.interaction, RequestKind.PAUSE, click.id.match_id, click.id.ply, days)


async def forgiven(click: Click[MatchButton]) -> None:
    """Let somebody play on whose time ran out, having been asked."""
    await ask(click.interaction, RequestKind.FORGIVE, click.id.match_id, click.id.ply)


async def resume(click: Click[MatchButton]) -> None:
    """End the pause."""
    await defer_update(click.interaction)
    await end_pause(click.interaction, click.id.match_id)


async def end_pause(interaction: Interaction, match_id: MatchId) -> None:
    """Let the time of a match run again; acknowledged before."""
    await services(interaction).requests.pauses.end(actor_of(interaction), match_id)
    await say(interaction, words.PAUSE_ENDED)


async def abort(click: Click[MatchButton]) -> None:
    """Ask before the match is called off."""
    await defer_update(click.interaction)
    matches = services(click.interaction).matches
    view = await matches.check_abort(click.actor, click.id.match_id, click.id.ply)
    await show(click.interaction, request_layouts.confirm_abort(view))


async def aborted(click: Click[MatchButton]) -> None:
    """Call the match off, having asked."""
    await defer_update(click.interaction)
    known, match_id, ply = services(click.interaction), click.id.match_id, click.id.ply
    try:
        view = await known.matches.abort(click.actor, match_id, ply)
    except TooLateToAbort as error:
        if error.view.match.is_timed:
            raise
        view = await known.idle.call_off(click.actor, match_id, ply)
    await say(click.interaction, last_line(view))


async def nudge(click: Click[MatchButton]) -> None:
    """Remind the player to move."""
    await defer_update(click.interaction)
    await send_nudge(click.interaction, click.id.match_id, click.id.ply)


async def send_nudge(interaction: Interaction, match_id: MatchId, ply: int | None = None) -> None:
    """Remind the player to move in a match without a clock; acknowledged before."""
    nudged = await services(interaction).idle.nudge(actor_of(interaction), match_id, ply)
    await say(interaction, words.nudged(nudged))


async def ask(
    interaction: Interaction,
    kind: RequestKind,
    match_id: MatchId,
    ply: int | None = None,
    wish: str = "",
) -> None:
    """Ask the other players for something, and tell the one who asks how that stands."""
    await defer_update(interaction)
    asking = services(interaction).requests.of(kind)
    request = await asking.ask(actor_of(interaction), match_id, ply, wish)
    await show(interaction, request_layouts.asked(request, words.asked(request)))


async def _decided(click: Click[RequestButton]) -> MatchRequest:
    asking = services(click.interaction).requests.of(click.id.kind)
    match click.id.action:
        case RequestAction.GRANT:
            return await asking.grant(click.actor, click.id.request_id)
        case RequestAction.DECLINE:
            return await asking.decline(click.actor, click.id.request_id)
        case RequestAction.WITHDRAW:
            return await asking.withdraw(click.actor, click.id.request_id)


HANDLERS = (handles(RequestButton, on_request),)
