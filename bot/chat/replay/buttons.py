"""Looking back at a match, for one reader. Each button says which position it leads to."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from bot.chat.common.custom_ids import ReplayAction, ReplayButton
from bot.chat.common.names import plain
from bot.chat.common.page import Page
from bot.chat.interaction.acknowledging import defer_private, defer_update, is_on_private
from bot.chat.interaction.actor import actor_of, player_id
from bot.chat.interaction.answering import own_picture, show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.open_composers import CHANGEABLE
from bot.chat.interaction.waiting_pages import WaitingPage
from bot.chat.messenger.text import holder_name
from bot.chat.replay import layouts as replay_layouts
from bot.chat.replay import text as words
from bot.chat.replay.strip import strip
from bot.chat.replay.views import View, view_of
from bot.services.replay import MatchReplay
from data.ids import Engine, MatchId
from data.states import ReviewState
from renderer import PictureRequest, alt_text
from renderer.charts import chart_text


@dataclass(frozen=True, slots=True)
class Shown:
    """A page with its pictures, and whether there will be more to it."""

    page: Page
    picture: bytes
    beside: Mapping[str, bytes]
    is_waiting: bool


async def on_replay(click: Click[ReplayButton]) -> None:
    """Show the position that was asked for, or the animation."""
    interaction, asked = click.interaction, click.id
    if asked.action is ReplayAction.FILM:
        await defer_private(interaction)
        await show_animation(interaction, asked.match_id)
        return
    if interaction.message is not None and is_on_private(interaction):
        interaction.client.waiting_pages.forget(interaction.message.id)  # its reader turns on
    await defer_update(interaction)
    await show_page(interaction, replace(asked, number=click.number_or(asked.number)))


async def show_start(interaction: Interaction, match_id: MatchId) -> None:
    """Show a match from its start; acknowledged before. Raises UnknownMatch or NotYoursToSee."""
    await show_page(interaction, ReplayButton(match_id, 0, ReplayAction.FIRST))


async def show_page(interaction: Interaction, asked: ReplayButton) -> None:
    """Show what a button asks for; acknowledged before. Raises UnknownMatch or NotYoursToSee.

    While the match is being looked back at, what is found will be shown there by itself.
    """
    shown = await _page(interaction, asked)
    message = await show(interaction, shown.page, shown.picture, beside=shown.beside)
    if shown.is_waiting and message is not None:
        until = interaction.created_at + CHANGEABLE
        again = partial(_show_again, interaction, asked)
        waiting = WaitingPage(message.id, asked.match_id, until, again)
        interaction.client.waiting_pages.note(waiting)


async def _show_again(interaction: Interaction, asked: ReplayButton, waiting: WaitingPage) -> None:
    """Show it once more, unless its reader has turned on meanwhile."""
    shown = await _page(interaction, asked)
    if interaction.client.waiting_pages.waits(waiting):
        await show(interaction, shown.page, shown.picture, beside=shown.beside)


async def _page(interaction: Interaction, asked: ReplayButton) -> Shown:
    replay = await replay_of(interaction, asked.match_id)
    review = await services(interaction).reviews.of(replay.match)
    reader = player_id(interaction)
    view = view_of(asked, replay, review, reader)
    own = await own_picture(interaction, replay.match)
    request = _picture(replay, view, own)
    pictures = services(interaction).pictures
    beside, told = dict[str, bytes](), None
    if review is not None and review.is_whole:
        names = await player_names(interaction, replay)
        chart = strip(replay, review, view.number, names)
        beside[replay_layouts.STRIP] = await pictures.chart(chart, own.theme)
        told = chart_text(chart)
    alt = alt_text(request, view.sentence(replay))
    page = replay_layouts.step(replay, view, alt, review, told, replay.match.seat_of(reader))
    is_waiting = review is not None and review.state is ReviewState.WAITING
    return Shown(page, await pictures.still(request), beside, is_waiting)


def _picture(replay: MatchReplay, view: View, own: PictureRequest) -> PictureRequest:
    if view.better is None:
        return replay.picture(view.number, viewer=own.viewer, theme=own.theme)
    return replay.instead(view.number, view.better, viewer=own.viewer, theme=own.theme)


async def show_animation(interaction: Interaction, match_id: MatchId) -> None:
    """Show the match as an animated picture; acknowledged before.

    Raises UnknownMatch, NotYoursToSee or TooLongToAnimate.
    """
    replay = await replay_of(interaction, match_id)
    reader = actor_of(interaction).id
    own = await own_picture(interaction, replay.match)
    frames = await asyncio.to_thread(replay.frames, viewer=own.viewer, theme=own.theme)
    animated = await services(interaction).pictures.replay(frames, reader)
    alt = words.animation_alt(replay, alt_text(frames[-1], replay.steps[-1].sentence))
    layout = replay_layouts.animation(replay, alt)
    await show(interaction, layout, animated, replay_layouts.ANIMATION)


async def replay_of(interaction: Interaction, match_id: MatchId) -> MatchReplay:
    """The match, if this person may look back at it. Raises UnknownMatch or NotYoursToSee."""
    return await services(interaction).replay.replay(actor_of(interaction), match_id)


async def player_names(interaction: Interaction, replay: MatchReplay) -> tuple[str, ...]:
    """Who plays, by seat, as text that nobody formats."""
    names, match = interaction.client.names, replay.match
    return tuple(
        [
            holder_name(holder)
            if isinstance(holder, Engine)
            else plain(await names.of(holder, match.server_id))
            for holder in match.players
        ]
    )


HANDLERS = (handles(ReplayButton, on_replay),)
