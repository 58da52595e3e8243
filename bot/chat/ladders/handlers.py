"""What answers the buttons and lists of ladders, and the form that closes one."""

from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.answering import say
from bot.chat.interaction.click import Click, handles, takes
from bot.chat.interaction.client import services
from bot.chat.ladders import showing
from bot.chat.ladders import text as words
from bot.chat.ladders.layouts import LadderAction, LadderButton, LadderCloseFormId
from bot.services.actor import Person
from data.ids import PlayerId

NOBODY = 0
"""Whom a choice names that nobody here wrote."""


async def on_ladder(click: Click[LadderButton]) -> None:
    """Show or do what was pressed; whoever pressed it is answered alone."""
    await defer_update(click.interaction)
    interaction, ladder_id = click.interaction, click.id.ladder_id
    match click.id.action:
        case LadderAction.CHALLENGE:
            await showing.show_targets(interaction, ladder_id)
        case LadderAction.PICK:
            opponent = Person(PlayerId(click.number_or(NOBODY)))
            await showing.challenge(interaction, ladder_id, opponent)
        case LadderAction.JOIN:
            await showing.join(interaction, ladder_id)
        case LadderAction.LEAVE:
            await showing.leave(interaction, ladder_id)
        case LadderAction.STAY:
            await say(interaction, words.STAYED)
        case LadderAction.SHOW:
            await showing.show_page(interaction, ladder_id, click.id.number)
        case LadderAction.NEWS:
            await showing.show_page(interaction, ladder_id)
        case LadderAction.HISTORY:
            await showing.show_history(interaction, ladder_id, click.id.number)


async def on_close(click: Click[LadderCloseFormId]) -> None:
    """Close the ladder, as was confirmed with a reason."""
    await defer_update(click.interaction)
    management = services(click.interaction).ladder_management
    state = await management.close(click.actor, click.id.ladder_id, click.value)
    await say(click.interaction, words.done(state.ladder))


HANDLERS = (handles(LadderButton, on_ladder), takes(LadderCloseFormId, on_close))
