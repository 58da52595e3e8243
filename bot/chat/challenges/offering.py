"""Making a challenge, or one for a rematch. Its card is posted by the outbox."""

from dataclasses import replace

from bot.chat.challenges.text import NOT_HERE, offered, practice_begun
from bot.chat.common.buttons import rules_button
from bot.chat.common.choices import MOVE
from bot.chat.common.ids import MatchAction, MatchButton
from bot.chat.common.page import Button, Page, Row, Style
from bot.chat.common.permissions import POSTING
from bot.chat.common.text import BOARD, board_link
from bot.chat.interaction import Click, Interaction, game_options
from bot.services.challenges import Challenge, ChallengeOffer
from data.ids import Engine
from data.states import ChallengeState, SeatChoice
from rules.game import Seat


async def show_begun(interaction: Interaction, challenge: Challenge) -> None:
    """Answer at once, and lead to the board as soon as that is posted."""
    message = await interaction.show(begun(challenge))
    if message is None or challenge.match_id is None:
        return
    match = await interaction.services.matches.first_board(challenge.match_id)
    board = None if match is None else board_link(match)
    if match is None or board is None:
        return
    seat = match.players.index(interaction.actor.id)
    # the answer has the way to the first move anyhow
    page = begun(challenge, board, seat)
    await interaction.change(message, page, "answer left without its link")


def begun(challenge: Challenge, board: str | None = None, seat: Seat | None = None) -> Page:
    """The answer; whose move it is not yet gets to the board as it stands."""
    told = practice_begun(challenge, board, seat)
    if challenge.match_id is None:
        return Page(told)
    first = challenge.seat_choice is SeatChoice.FIRST
    label, action = (MOVE, MatchAction.MOVE) if first else (BOARD, MatchAction.BOARD)
    begin = Button(label, MatchButton(challenge.match_id, 0, action), Style.PRIMARY)
    return Page(told, Row(begin, rules_button(challenge.info.id)))


async def make_offer(
    interaction: Interaction, offer: ChallengeOffer, level: int = game_options.CASUAL
) -> None:
    """Make the challenge where the bot may post its card.

    Who names the bot itself as an opponent plays against it, at ``level``.
    """
    await interaction.defer_private()
    if interaction.raw.guild_id is None and not interaction.raw.context.dm_channel:
        await interaction.say(NOT_HERE)
        return
    if interaction.raw.guild_id is not None:
        interaction.require(POSTING)
    people = tuple(each for each in offer.opponents if not is_me(interaction, each.id))
    engines = (Engine(level),) * (len(offer.opponents) - len(people))
    offer = replace(offer, opponents=people, engines=(*offer.engines, *engines))
    challenge = await interaction.services.challenges.offer(interaction.actor, offer)
    if challenge.state is ChallengeState.ACCEPTED:
        await show_begun(interaction, challenge)
    else:
        await interaction.say(offered(challenge))


def is_me(interaction: Interaction, user_id: int) -> bool:
    me = interaction.client.user
    return me is not None and me.id == user_id


async def offer_rematch(click: Click[MatchButton]) -> None:
    """Ask for a rematch, or agree to it; its card, or the new match's board, is posted.

    Engines are not asked.
    """
    challenges = click.services.challenges
    challenge = await challenges.rematch(click.actor, click.id.match_id)
    if challenge.state is ChallengeState.OPEN:
        await click.say(offered(challenge))
    elif not challenge.accepted:
        await show_begun(click, challenge)
