"""A match that is chosen from a list, and what is done with it then."""

from bot.chat.composer.buttons import open_composer
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.actor import actor_of, player_id
from bot.chat.interaction.answering import show, show_board
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.match_option import MatchList, Purpose
from bot.chat.messenger import layouts
from bot.chat.replay.buttons import show_start
from bot.chat.replay.commands import ABSTRACT_PLAY, OURS, show_export
from bot.chat.requests.buttons import show_menu
from bot.services.matches import UnknownMatch
from data.ids import MatchId

NONE = 0


async def on_list(click: Click[MatchList]) -> None:
    """Do what the list is for with the match that was chosen."""
    await defer_update(click.interaction)
    match_id = MatchId(click.number_or(NONE))
    if match_id == NONE:
        raise UnknownMatch(match_id)
    await show_match(click.interaction, match_id, click.id.purpose)


async def show_match(interaction: Interaction, match_id: MatchId, purpose: Purpose) -> None:
    """Show a match in one of many ways; acknowledged before.

    Raises UnknownMatch, NotYoursToSee, or what else stands against it.
    """
    if purpose is Purpose.REPLAY:
        await show_start(interaction, match_id)
        return
    if purpose in (Purpose.EXPORT, Purpose.RECORD):
        known = ABSTRACT_PLAY if purpose is Purpose.RECORD else OURS
        with services(interaction).exports.for_(player_id(interaction)):
            await show_export(interaction, match_id, known)
        return
    view = await services(interaction).matches.visible(actor_of(interaction), match_id)
    if purpose is Purpose.TEXT:
        await show(interaction, layouts.board_as_text(view))
    elif purpose is Purpose.OPEN and view.to_move_player == player_id(interaction):
        await open_composer(interaction, match_id)
    elif purpose is Purpose.OPEN and view.seat_of(player_id(interaction)) is not None:
        await show_menu(interaction, view)
    else:
        await show_board(interaction, view)
