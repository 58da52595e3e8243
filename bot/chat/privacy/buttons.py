"""What answers the questions before something is deleted."""

from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import services
from bot.chat.privacy import layouts
from bot.chat.privacy import text as words
from bot.chat.privacy.layouts import PrivacyAction, PrivacyButton


async def on_privacy(click: Click[PrivacyButton]) -> None:
    """Ask once more, delete, or leave it."""
    await defer_update(click.interaction)
    match click.id.action:
        case PrivacyAction.ASK:
            await show(click.interaction, layouts.ask_again())
        case PrivacyAction.DELETE:
            await services(click.interaction).privacy.delete(click.actor)
            await say(click.interaction, words.DELETED)
        case PrivacyAction.KEEP:
            await say(click.interaction, words.KEPT)


HANDLERS = (handles(PrivacyButton, on_privacy),)
