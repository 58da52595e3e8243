"""Looking back at a match, for one reader. Each button says which position it leads to."""

from __future__ import annotations

import re
from dataclasses import replace

import discord

from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.replay import layouts as replay_layouts
from bot.chat.replay import text as words
from bot.services.matches.errors import NotYoursToSee
from bot.services.replay.service import Story
from data.ids import ChannelId, MatchId
from renderer import alt_text


async def on_replay(interaction: Interaction, says: re.Match[str]) -> None:
    """Show the position that was asked for, or the animation."""
    match, action = MatchId(int(says["match"])), says["action"]
    if action == "film":
        await answers.think(interaction)
        await show_animation(interaction, match)
        return
    await answers.take_over(interaction)
    number = None if action == "last" else _wanted(interaction, int(says["number"]))
    await show_scene(interaction, match, number)


def _wanted(interaction: Interaction, number: int) -> int:
    """The position to show: the one chosen from the list, or else the button's."""
    picked = next(iter(answers.picked(interaction)), str(number))
    return int(picked) if re.fullmatch(r"[0-9]{1,18}", picked) else number


async def show_scene(interaction: Interaction, match: MatchId, number: int | None) -> None:
    """Show a position, the last one for None or a number too high; acknowledged before.

    Raises UnknownMatch or NotYoursToSee.
    """
    story = await story_of(interaction, match)
    last = len(story.scenes) - 1
    number = last if number is None else min(number, last)
    scene = story.scenes[number]
    request = replace(
        await answers.own_picture(interaction, story.view),
        position=scene.position,
        events=scene.events,
    )
    picture = await answers.services(interaction).pictures.still(request)
    alt = alt_text(scene.position, scene.events, scene.sentence)
    await answers.show(interaction, replay_layouts.scene(story, number, alt), picture)


async def show_animation(interaction: Interaction, match: MatchId) -> None:
    """Show the match as an animated picture; acknowledged before.

    Raises UnknownMatch, NotYoursToSee or TooLongToAnimate.
    """
    story = await story_of(interaction, match)
    services = answers.services(interaction)
    chosen = await services.settings.of_player(answers.player(interaction))
    frames = tuple((scene.position, scene.events) for scene in story.scenes)
    animated = await services.pictures.replay(frames, chosen.theme)
    last = story.scenes[-1]
    alt = words.animation_alt(story, alt_text(last.position, last.events, last.sentence))
    layout = replay_layouts.animation(story, alt)
    await answers.show(interaction, layout, animated, replay_layouts.ANIMATION)


async def story_of(interaction: Interaction, match: MatchId) -> Story:
    """The match, if this person may look back at it. Raises UnknownMatch or NotYoursToSee."""
    you, server = answers.player(interaction), answers.server(interaction)
    story = await answers.services(interaction).history.story(match, you, server)
    if story.view.seat_of(you) is None and not _sees(interaction, story.view.channel_id):
        raise NotYoursToSee(match)
    return story


def _sees(interaction: Interaction, channel_id: ChannelId) -> bool:
    """Whether somebody may look into the channel; nobody into one that is gone."""
    channel = None if interaction.guild is None else interaction.guild.get_channel(channel_id)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return False
    return channel.permissions_for(interaction.user).view_channel
