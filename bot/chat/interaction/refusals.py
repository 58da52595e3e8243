"""What is refused, and why: one sentence for every error, from the area that it belongs to."""

from bot.chat.common.permissions import spoken
from bot.chat.common.text import UNREADABLE
from bot.chat.interaction.client import Interaction
from bot.services.errors import ServiceError
from data.errors import InDoubtError, StorageError, UnreadableError

NOT_STORED = (
    "Nothing was changed: the database could not be written just now. Please try again in a moment."
)
IN_DOUBT = "The database did not answer in time. Look again before you repeat it: it may be done."


def refusal(interaction: Interaction, error: ServiceError | StorageError) -> str:
    """The sentence for something that was not done."""
    if isinstance(error, StorageError):
        return {InDoubtError: IN_DOUBT, UnreadableError: UNREADABLE}.get(type(error), NOT_STORED)
    return interaction.client.refusals[type(error)](error)


def missing_permission(name: str) -> str:
    """What to say when the bot lacks a permission to play here."""
    return f"I cannot play in this channel: I need the **{spoken(name)}** permission here."
