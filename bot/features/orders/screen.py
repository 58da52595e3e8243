"""What people are told whom the bot does not answer."""

from typing import Any

from bot.core.people import BlockedByOperator
from bot.features.orders.service import OrderService
from bot.features.privacy.screen import PrivacyButton
from bot.screen.interaction import Interaction
from bot.screen.page import Accent, Link, Page, Row
from bot.screen.words import ASK_FOR_HELP
from data.ids import PlayerId, ServerId
from rules.texts import Text, lines

SERVER = Text("The operator of this bot has decided that I do not play in this server.")
STILL_POSSIBLE = Text("You can still have your data, or delete it, with `/privacy`.")


def refusal_page(interaction: Interaction) -> Page | None:
    """What to answer instead of the interaction; None if it is to be answered as always."""
    raw, orders = interaction.raw, interaction.services[OrderService]
    server_id = None if raw.guild_id is None else ServerId(raw.guild_id)
    if orders.is_blocked(PlayerId(raw.user.id)):
        says = BlockedByOperator.says
    elif orders.is_left(server_id):
        says = SERVER
    else:
        return None
    if _is_about_data(raw.data or {}):
        return None
    support = interaction.client.support_url
    link = None if support is None else Row(Link(ASK_FOR_HELP, support))
    return Page(lines(says, STILL_POSSIBLE), link, accent=Accent.GREY)


def _is_about_data(data: Any) -> bool:
    """Whether it is ``/privacy`` or one of its buttons, to which everybody has a right."""
    custom_id = str(data.get("custom_id", ""))
    return data.get("name") == "privacy" or PrivacyButton.parse(custom_id) is not None
