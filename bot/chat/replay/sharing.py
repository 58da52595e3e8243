"""What is posted of a match that is over in the channel where it was played: card and poster."""

from collections.abc import Mapping

import discord

from bot.chat.common.ids import MatchButton, ReplayAction, ReplayButton
from bot.chat.common.page import Accent, Button, Page, Picture, Row
from bot.chat.common.permissions import first_missing
from bot.chat.common.text import LOOK_BACK, match_title
from bot.chat.interaction import Click, Interaction
from bot.chat.messenger.faces import Face
from bot.chat.messenger.text import players_line, result
from bot.chat.replay import text as words
from bot.services.matches import MatchState, picture_of
from bot.services.posters import MatchPoster
from bot.services.replay import SharedMatch
from data.ids import Holder
from data.states import ReviewState
from renderer import alt_text
from rules.texts import Plain, Text, Words, lines, sentences

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


async def ask_for_poster(click: Click[MatchButton]) -> None:
    """Have the poster posted, or say where it stands or why there is none yet."""
    match = await click.services.matches.visible(click.actor, click.id.match_id)
    told = refusal(click, match)
    if told is None and not match.is_running:
        review = await click.services.reviews.of(match)
        if review is not None and review.state is ReviewState.WAITING:
            told = words.poster_waits(len(review.stored.judged), review.stored.moves)
    if told is None:
        told = words.poster(await click.services.sharing.poster(click.actor, match.id))
    await click.say(told)


def face_of_shared(shared: SharedMatch) -> Face:
    """The card, for people who have not seen the match played; it mentions nobody."""
    match = shared.match
    back = ReplayButton(match.id, 0, ReplayAction.LAST)
    return posted(match, shared.names, alt_text(picture_of(match), match.sentence), back)


def face_of_poster(shown: MatchPoster) -> Face:
    """The poster, for people who have not seen the match played; it mentions nobody."""
    match = shown.match
    swing = sentences(*(text.of(who=match.seats[seat].colour_name) for text, seat in shown.swing))
    board = alt_text(picture_of(match), match.sentence)
    alt = words.poster_alt(shown.moments, swing, board)
    last = len(shown.replay.steps) - 1
    return posted(match, shown.names, alt, ReplayButton(match.id, last, ReplayAction.MARK))


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
