"""The **Share** button, and the card of a match that is over in the channel where it was played."""

from dataclasses import replace

import discord

from bot.chat.common.custom_ids import MatchButton, ReplayAction, ReplayButton
from bot.chat.common.names import Names
from bot.chat.common.page import Accent, Button, Page, Picture, Row
from bot.chat.common.permissions import first_missing
from bot.chat.common.text import LOOK_BACK, match_title
from bot.chat.interaction.acknowledging import defer_beside
from bot.chat.interaction.answering import say
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import Interaction, services
from bot.chat.messenger.faces import Face, names_in
from bot.chat.messenger.text import players_line, result
from bot.chat.replay import text as words
from bot.services.matches import MatchState, picture_of
from bot.services.replay import SharedMatch
from renderer import alt_text

NEEDED = ("view_channel", "send_messages", "attach_files")
"""Without these the bot cannot post a card."""


async def share(click: Click[MatchButton]) -> None:
    """Have the card posted, or say where it stands or why it cannot be."""
    await defer_beside(click.interaction)
    match = await services(click.interaction).matches.visible(click.actor, click.id.match_id)
    refusal = _refusal(click.interaction, match)
    if refusal is not None:
        await say(click.interaction, refusal)
        return
    sharing = await services(click.interaction).sharing.share(click.actor, match.id)
    await say(click.interaction, words.shared(sharing))


def face_of(shared: SharedMatch) -> Face:
    """The card, for people who have not seen the match played; it mentions nobody."""
    match, names = shared.match, shared.names or dict.fromkeys(shared.match.players, "")
    told = f"### {match_title(match)}\n{players_line(match, names)}\n**{result(match)}**"
    again = ReplayButton(match.id, 0, ReplayAction.LAST)
    shown = Picture(alt_text(picture_of(match), match.sentence))
    page = Page(told, shown, Row(Button(LOOK_BACK, again)), accent=Accent.GREY)
    return Face(page, (), str(again))


async def with_names(shared: SharedMatch, names: Names) -> SharedMatch:
    """The same with the names of those who played."""
    return replace(shared, names=await names_in(shared.match, names))


def _refusal(interaction: Interaction, match: MatchState) -> str | None:
    """Why no card can be posted where the match was played, None if it can."""
    server, person = interaction.guild, interaction.user
    channel = None if server is None else server.get_channel(match.channel_id)
    if server is None or channel is None or not isinstance(person, discord.Member):
        return words.NOWHERE_TO_SHARE
    missing = first_missing(channel.permissions_for(server.me), NEEDED)
    if missing is not None:
        return words.cannot_post(match.channel_id, missing)
    if not channel.permissions_for(person).send_messages:
        return words.may_not_write(match.channel_id)
    return None
