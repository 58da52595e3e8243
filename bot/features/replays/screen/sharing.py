"""**Share**: a preview of a match that is over, the button to post it, and what is posted."""

import discord

from bot.core.matches import MatchService, MatchState, picture_of
from bot.features.replays import words
from bot.features.replays.reviews import Reviews
from bot.features.replays.sharing import SharedMatch, SharingService
from bot.screen.buttons import match_button
from bot.screen.ids import MatchAction, MatchButton, ReplayAction, ReplayButton
from bot.screen.interaction import Click, Interaction
from bot.screen.messenger.channels import Purpose
from bot.screen.messenger.faces import Face, with_players
from bot.screen.messenger.words import players_line, result
from bot.screen.page import Accent, Button, Page, Part, Picture, Row, Style
from bot.screen.words import LOOK_BACK, match_title
from renderer import alt_text
from rules.texts import Plain, Text, Words, lines, sentences


async def share(click: Click[MatchButton]) -> None:
    """Show what would be posted, with the button to post it, or say where it was posted."""
    sharing = await click.services[SharingService].preview(click.actor, click.id.match_id)
    if sharing.before is not None:
        await click.say(words.shared(sharing))
        return
    match = sharing.shown.match
    review = await click.services[Reviews].of(match)
    told, ways = refusal(click, match), None
    if told is None:
        told = words.would_be_posted(match, review)
        button = match_button(match, words.POST_IT, MatchAction.POST, Style.SUCCESS)
        ways = Row(button)
    shown = await with_players(sharing.shown, click.client.names)
    picture = await click.services[SharingService].drawn(shown, await click.wording())
    await click.show(_page(shown, told, ways), picture)


async def post(click: Click[MatchButton]) -> None:
    """Post the match, or say where it was posted or why it cannot be."""
    match = await click.services[MatchService].visible(click.actor, click.id.match_id)
    told = refusal(click, match)
    if told is None:
        told = words.shared(await click.services[SharingService].share(click.actor, match.id))
    await click.say(told)


def face_of(shown: SharedMatch) -> Face:
    """The shared match; it mentions nobody."""
    back = ReplayButton(shown.match.id, 0, ReplayAction.LAST)
    return Face(_page(shown, Row(Button(LOOK_BACK, back))), (), str(back))


def _page(shown: SharedMatch, *below: Part | None) -> Page:
    """The picture of a match, with its players and result."""
    match = shown.match
    names = shown.names or dict.fromkeys(match.players, "")
    title = Plain("### {match}", match=match_title(match))
    outcome = Plain("**{result}**", result=result(match))
    told = lines(title, players_line(match, names), outcome)
    return Page(told, Picture(_alt(shown)), *below, accent=Accent.GREY)


def _alt(shown: SharedMatch) -> Words:
    match = shown.match
    board = alt_text(picture_of(match), match.sentence)
    if shown.review is None:
        return board
    swing = sentences(*(text.of(who=match.seats[seat].colour_name) for text, seat in shown.swing))
    return words.poster_alt(shown.moments, swing, board)


def refusal(interaction: Interaction, match: MatchState) -> Text | None:
    """Why this person cannot post there; raises CannotStandError if the bot cannot."""
    server, person = interaction.raw.guild, interaction.raw.user
    channel = None if server is None else server.get_channel_or_thread(match.channel_id)
    if channel is None or not isinstance(person, discord.Member):
        return words.NOWHERE_TO_SHARE
    interaction.stands(match.channel_id, Purpose.PICTURE)
    speaks = "send_messages_in_threads" if isinstance(channel, discord.Thread) else "send_messages"
    if not getattr(channel.permissions_for(person), speaks):
        return words.MAY_NOT_WRITE.of(channel=f"<#{match.channel_id}>")
    return None
