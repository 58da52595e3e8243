"""Looking back at a match, for one reader. Each button says which position it leads to."""

from __future__ import annotations

import asyncio

from bot.chat.common.custom_ids import ReplayAction, ReplayButton
from bot.chat.common.names import plain
from bot.chat.interaction.acknowledging import defer_private, defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import own_picture, show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, services
from bot.chat.messenger.text import holder_name
from bot.chat.replay import layouts as replay_layouts
from bot.chat.replay import text as words
from bot.chat.replay.strip import strip
from bot.services.replay import MatchReplay
from data.ids import Engine, MatchId
from renderer import alt_text
from renderer.charts import Chart, chart_text


async def on_replay(click: Click[ReplayButton]) -> None:
    """Show the position that was asked for, or the animation."""
    interaction, match_id = click.interaction, click.id.match_id
    if click.id.action is ReplayAction.FILM:
        await defer_private(interaction)
        await show_animation(interaction, match_id)
        return
    await defer_update(interaction)
    is_last = click.id.action is ReplayAction.LAST
    await show_step(interaction, match_id, None if is_last else click.number_or(click.id.number))


async def show_step(interaction: Interaction, match_id: MatchId, number: int | None) -> None:
    """Show a position, the last one for None or a number too high; acknowledged before.

    Raises UnknownMatch or NotYoursToSee.
    """
    replay = await replay_of(interaction, match_id)
    last = len(replay.steps) - 1
    number = last if number is None else min(number, last)
    step = replay.steps[number]
    own = await own_picture(interaction, replay.match)
    request = replay.picture(number, viewer=own.viewer, theme=own.theme)
    picture = await services(interaction).pictures.still(request)
    alt = alt_text(request, step.sentence)
    review = await services(interaction).reviews.of(replay.match)
    chart = None
    if review is not None and review.is_whole:
        chart = strip(replay, review, number, await player_names(interaction, replay))
    told = None if chart is None else chart_text(chart)
    layout = replay_layouts.step(replay, number, alt, review, told)
    beside = {} if chart is None else await _strip(interaction, chart, own.theme)
    await show(interaction, layout, picture, beside=beside)


async def _strip(interaction: Interaction, chart: Chart, theme: str) -> dict[str, bytes]:
    return {replay_layouts.STRIP: await services(interaction).pictures.chart(chart, theme)}


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
