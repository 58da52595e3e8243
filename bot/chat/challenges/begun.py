"""What somebody is told whose match against the bot has begun, with the way to the first move."""

from bot.chat.challenges.text import practice_begun
from bot.chat.common.choice_text import MOVE
from bot.chat.common.custom_ids import MatchAction, MatchButton
from bot.chat.common.page import Button, Page, Row, Style
from bot.chat.common.rules_button import rules_button
from bot.chat.common.text import BOARD, board_link
from bot.chat.interaction.actor import player_id
from bot.chat.interaction.answering import change, show
from bot.chat.interaction.client import Interaction, services
from bot.services.challenges import Challenge
from data.states import SeatChoice
from rules.game import Seat


async def show_begun(interaction: Interaction, challenge: Challenge) -> None:
    """Answer at once, and lead to the board as soon as that is posted."""
    message = await show(interaction, begun(challenge))
    if message is None or challenge.match_id is None:
        return
    match = await services(interaction).matches.first_board(challenge.match_id)
    board = None if match is None else board_link(match)
    if match is None or board is None:
        return
    seat = match.players.index(player_id(interaction))
    # the answer has the way to the first move anyhow
    await change(message, begun(challenge, board, seat), "answer left without its link")


def begun(challenge: Challenge, board: str | None = None, seat: Seat | None = None) -> Page:
    """The answer; whose move it is not yet gets to the board as it stands."""
    told = practice_begun(challenge, board, seat)
    if challenge.match_id is None:
        return Page(told)
    first = challenge.seat_choice is SeatChoice.FIRST
    label, action = (MOVE, MatchAction.MOVE) if first else (BOARD, MatchAction.BOARD)
    begin = Button(label, MatchButton(challenge.match_id, 0, action), Style.PRIMARY)
    return Page(told, Row(begin, rules_button(challenge.info.id)))
