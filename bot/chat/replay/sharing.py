"""The **Share** button, and the card of a match that is over in the channel where it was played."""

from collections.abc import Mapping
from dataclasses import replace

import discord

from bot.chat.common.ids import MatchButton, ReplayAction, ReplayButton
from bot.chat.common.names import Names
from bot.chat.common.page import Accent, Button, Page, Picture, Row
from bot.chat.common.permissions import first_missing
from bot.chat.common.text import LOOK_BACK, match_title
from bot.chat.interaction import Click, Interaction
from bot.chat.messenger.faces import Face, names_in
from bot.chat.messenger.text import players_line, result
from bot.chat.replay import text as words
from bot.services.matches import MatchState, picture_of
from bot.services.replay import SharedMatch
from data.ids import Holder
from renderer import alt_text
from rules.texts import Plain, Text, Words, lines

NEEDED = ("view_channel", "send_messages", "attach_files")
"""Without these the bot cannot post a card."""


async def share(click: Click[MatchButton]) -> None:
    """Have the card posted, or say where it stands or why it cannot be."""
    match = await click.services.matches.visible(click.actor, click.id.match_id)
    told = refusal(click, match)
    if told is not None:
        await click.say(told)
        return
    sharing = await click.services.sharing.share(click.actor, match.id)
    await click.say(words.shared(sharing))


def face_of(shared: SharedMatch) -> Face:
    """The card, for people who have not seen the match played; it mentions nobody."""
    match = shared.match
    back = ReplayButton(match.id, 0, ReplayAction.LAST)
    return posted(match, shared.names, alt_text(picture_of(match), match.sentence), back)


def posted(
    match: MatchState, known: Mapping[Holder, Words], alt: Words, back: ReplayButton
) -> Face:
    """A picture of a match that is over, with who played, how it ended, and the way to look back.

    It is found again by that button.
    """
    names = known or dict.fromkeys(match.players, "")
    title = Plain("### {match}", match=match_title(match))
    outcome = Plain("**{result}**", result=result(match))
    told = lines(title, players_line(match, names), outcome)
    page = Page(told, Picture(alt), Row(Button(LOOK_BACK, back)), accent=Accent.GREY)
    return Face(page, (), str(back))


async def with_names(shared: SharedMatch, names: Names) -> SharedMatch:
    """The same with the names of those who played."""
    return replace(shared, names=await names_in(shared.match, names))


def refusal(interaction: Interaction, match: MatchState) -> Text | None:
    """Why no card can be posted where the match was played, None if it can."""
    server, person = interaction.raw.guild, interaction.raw.user
    channel = None if server is None else server.get_channel(match.channel_id)
    if server is None or channel is None or not isinstance(person, discord.Member):
        return words.NOWHERE_TO_SHARE
    missing = first_missing(channel.permissions_for(server.me), NEEDED)
    if missing is not None:
        return words.cannot_post(match.channel_id, missing)
    if not channel.permissions_for(person).send_messages:
        return words.may_not_write(match.channel_id)
    return None
