"""What answers the composer's buttons, lists and form."""

from bot.chat.common.custom_ids import ComposerButton, MoveFormId
from bot.chat.composer.buttons import choose, on_composer
from bot.chat.composer.played import played
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.click import Click, handles, takes
from bot.chat.interaction.client import services
from bot.chat.interaction.refusals import refusal
from bot.services.matches import IllegalText


async def on_move_form(click: Click[MoveFormId]) -> None:
    """Make the move that was typed, or say why not beside the choices there are."""
    await defer_update(click.interaction, counts=True)
    known, actor, named = services(click.interaction), click.actor, click.id
    try:
        made = await known.matches.submit(actor, click.value, named.match_id, named.ply)
    except IllegalText as error:
        now = await known.composer.open(actor, named.match_id, named.ply)
        await choose(click.interaction, now, remark=refusal(click.interaction, error))
    else:
        await played(click.interaction, made)


HANDLERS = (handles(ComposerButton, on_composer), takes(MoveFormId, on_move_form))
