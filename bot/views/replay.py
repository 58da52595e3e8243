"""Looking back at a match, for one reader. Each button says which position it leads to."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from bot import answers
from bot.answers import Interaction
from bot.services.history import Story
from bot.text import history as words
from bot.views import replay_layouts
from bot.views.ids import REPLAY
from data.ids import MatchId
from renderer import alt_text


class ReplayItem(ui.DynamicItem[ui.Item[ui.LayoutView]], template=REPLAY):
    """Any button or list that leads to a position of a match."""

    def __init__(self, item: ui.Item[ui.LayoutView], says: re.Match[str]) -> None:
        super().__init__(item)
        self._says = says

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> ReplayItem:
        return cls(item, match)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await answers.answered(answers.quintet(interaction), self._act(interaction))

    async def _act(self, interaction: discord.Interaction[Any]) -> None:
        ours = answers.quintet(interaction)
        match, action = MatchId(int(self._says["match"])), self._says["action"]
        if action == "film":
            await answers.think(ours)
            await show_animation(ours, match)
            return
        await answers.take_over(ours)
        number = None if action == "last" else _wanted(ours, int(self._says["number"]))
        await show_scene(ours, match, number)


def _wanted(interaction: Interaction, number: int) -> int:
    """The position to show: the one chosen from the list, or else the button's."""
    data: Any = interaction.data
    values = data.get("values") or [str(number)]
    return int(values[0]) if re.fullmatch(r"[0-9]{1,18}", values[0]) else number


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
    return await answers.services(interaction).history.story(match, you, server)
