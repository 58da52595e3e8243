"""The life of a match besides its moves: its menu, taking back, draws, calling it off."""

from __future__ import annotations

import re

import discord

from bot.chat.common.text import UNKNOWN_BUTTON
from bot.chat.interaction import answers, guards
from bot.chat.interaction.answers import Interaction
from bot.chat.messenger.text import last_line
from bot.chat.requests import layouts as life_layouts
from bot.chat.requests import text as words
from bot.services.delivery.messenger import CannotPost, ChannelGone, TryLater
from bot.services.matches.errors import RequestClosed
from bot.services.matches.models import MatchView, RequestView
from bot.services.requests.service import RequestService
from data.ids import MatchId, RequestId
from data.states import RequestState
from renderer import alt_text


async def on_request(interaction: Interaction, says: re.Match[str]) -> None:
    """Agree, decline or take back what was ever asked."""
    you, number = answers.player(interaction), RequestId(int(says["request"]))
    asking = _service(interaction, says["kind"])
    try:
        match says["action"]:
            case "grant":
                view = await asking.grant(number, you, answers.once(interaction))
            case "decline":
                view = await asking.decline(number, you)
            case "withdraw":
                view = await asking.withdraw(number, you)
            case _:
                await answers.say(interaction, UNKNOWN_BUTTON)
                return
    except RequestClosed as closed:
        view = closed.request  # the message says how it ended, and loses its buttons
    await interaction.response.edit_message(
        view=life_layouts.request(view), allowed_mentions=discord.AllowedMentions.none()
    )


async def show_menu(interaction: Interaction, view: MatchView) -> None:
    """Show one of its players how the match stands and what can be done; acknowledged before."""
    services = answers.services(interaction)
    asked = [await each.pending(view.id) for each in (services.undo, services.draws)]
    picture = await services.pictures.still(await answers.own_picture(interaction, view))
    layout = life_layouts.menu(
        view,
        answers.player(interaction),
        alt_text(view.position, view.events, view.sentence),
        [each for each in asked if each is not None],
    )
    await answers.show(interaction, layout, picture)


async def more(interaction: Interaction, match: MatchId, ply: int) -> None:
    """Show the menu, of the match as it is now."""
    del ply
    await answers.take_over(interaction)
    await show_menu(interaction, await guards.own_match(interaction, match))


async def undo(interaction: Interaction, match: MatchId, ply: int) -> None:
    """Ask the others to let the player's last move be taken back."""
    await _ask(interaction, answers.services(interaction).undo, match, ply)


async def draw(interaction: Interaction, match: MatchId, ply: int) -> None:
    """Offer a draw."""
    await _ask(interaction, answers.services(interaction).draws, match, ply)


async def abort(interaction: Interaction, match: MatchId, ply: int) -> None:
    """Ask before the match is called off."""
    await answers.take_over(interaction)
    view = await guards.current_match(interaction, match, ply)
    await answers.show(interaction, life_layouts.confirm_abort(view))


async def aborted(interaction: Interaction, match: MatchId, ply: int) -> None:
    """Call the match off, having asked."""
    await answers.take_over(interaction)
    view = await answers.services(interaction).matches.abort(
        match, answers.player(interaction), answers.once(interaction), ply
    )
    await answers.say(interaction, last_line(view))


async def _ask(
    interaction: Interaction, asking: RequestService, match: MatchId, ply: int | None
) -> None:
    await answers.take_over(interaction)
    view = await asking.ask(match, answers.player(interaction), answers.once(interaction), ply)
    said = words.asked(view)
    if view.state is RequestState.OPEN and not await _announce(interaction, view):
        said = words.ASKED_ELSEWHERE
    await answers.say(interaction, said)


async def _announce(interaction: Interaction, view: RequestView) -> bool:
    """Post where the match is played what somebody asks; whether that could be done."""
    match = view.match
    where = match.board_channel_id or match.thread_id or match.channel_id
    try:
        await interaction.client.messenger.announce(where, life_layouts.request(view))
    except (CannotPost, ChannelGone, TryLater):
        return False
    return True


def _service(interaction: Interaction, kind: str) -> RequestService:
    services = answers.services(interaction)
    return services.undo if kind == "undo" else services.draws
