"""Making a challenge or a rematch; the outbox posts its card."""

from dataclasses import replace

from bot.core.matches import MatchService
from bot.features.challenges.offer import ChallengeOffer
from bot.features.challenges.service import ChallengeService
from bot.features.challenges.storage import Challenge
from bot.features.challenges.words import offered, practice_begun, rematch
from bot.screen.buttons import rules_button
from bot.screen.choices import MOVE
from bot.screen.ids import MatchAction, MatchButton
from bot.screen.interaction import Click, Interaction, command_options
from bot.screen.page import Button, Page, Row, Style
from bot.screen.words import LOOK, board_link
from data.ids import Engine
from data.states import SeatChoice
from rules.game import Seat
from rules.texts import Text


async def _answer(interaction: Interaction, challenge: Challenge, told: Text) -> None:
    """Answer with ``told``, or that the match has begun, and link to its board once posted."""
    if not challenge.is_practice:
        await interaction.say(told)
        return
    message = await interaction.show(begun(challenge))
    if message is None or challenge.match_id is None:
        return
    match = await interaction.services[MatchService].first_board(challenge.match_id)
    board = None if match is None else board_link(match)
    if match is not None and board is not None:
        # if this fails, the answer still has the button for the first move
        page = begun(challenge, board, match.seat_of(interaction.actor.id))
        await interaction.change(message, page, "answer left without its link")


def begun(challenge: Challenge, board: str | None = None, seat: Seat | None = None) -> Page:
    """The answer when a practice match has begun; its button moves, or shows the board."""
    told = practice_begun(challenge, board, seat)
    if challenge.match_id is None:
        return Page(told)
    first = challenge.seat_choice is SeatChoice.FIRST
    label, action = (MOVE, MatchAction.MOVE) if first else (LOOK, MatchAction.BOARD)
    begin = Button(label, MatchButton(challenge.match_id, 0, action), Style.PRIMARY)
    return Page(told, Row(begin, rules_button(challenge.info.id)))


async def make_offer(
    interaction: Interaction, offer: ChallengeOffer, level: int = command_options.CASUAL
) -> None:
    """Make the challenge; the bot itself, if named, takes a seat at ``level``."""
    await interaction.defer_private()
    interaction.stands()
    people = tuple(each for each in offer.opponents if not is_me(interaction, each.id))
    engines = (Engine(level),) * (len(offer.opponents) - len(people))
    offer = replace(offer, opponents=people, engines=(*offer.engines, *engines))
    challenge = await interaction.services[ChallengeService].offer(interaction.actor, offer)
    await _answer(interaction, challenge, offered(challenge))


def is_me(interaction: Interaction, user_id: int) -> bool:
    me = interaction.client.user
    return me is not None and me.id == user_id


async def offer_rematch(click: Click[MatchButton]) -> None:
    """Ask for a rematch, or accept it."""
    click.stands()
    challenges = click.services[ChallengeService]
    challenge = await challenges.rematch(click.actor, click.id.match_id)
    await _answer(click, challenge, rematch(challenge, click.actor.id))
