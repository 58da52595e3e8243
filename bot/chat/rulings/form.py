"""The form in which a manager gives the reason for a ruling; sending it carries it out."""

from __future__ import annotations

import re

from discord import ui

from bot.chat.common.custom_ids import ruling_id
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.matches.move_form import typed
from bot.chat.messenger.text import REASON
from bot.chat.rulings import text as words
from bot.services.matches.match_log import read_ranking
from bot.services.matches.models import MatchView
from data.ids import ChannelId, MatchId


class RulingForm(ui.Modal):
    """Asks for the reason. What is sent is handled by ``on_ruling_form``."""

    def __init__(self, title: str, kind: str, match: MatchId, deed: str) -> None:
        super().__init__(title=title, custom_id=ruling_id(kind, match, deed), timeout=None)
        field: ui.TextInput[RulingForm] = ui.TextInput(
            custom_id="reason", min_length=3, max_length=REASON
        )
        self.add_item(ui.Label(text=words.REASON, component=field))
        self.stop()  # on_ruling_form has what is sent, so nothing is remembered


async def on_ruling_form(interaction: Interaction, says: re.Match[str]) -> None:
    """Carry out the ruling that was confirmed with a reason."""
    await answers.take_over(interaction)
    try:
        view = await _rule(interaction, says, typed(interaction.data)[:REASON])
    except ValueError:
        await answers.say(interaction, words.NOT_DONE)
        return
    await answers.say(interaction, words.done(view))


async def _rule(interaction: Interaction, says: re.Match[str], reason: str) -> MatchView:
    rulings = answers.services(interaction).adjudication
    number, manager = MatchId(int(says["match"])), answers.you(interaction)
    place, once = answers.place(interaction), answers.once(interaction)
    flat = " ".join(reason.split())
    match says["kind"]:
        case "decide":
            ranking = read_ranking(says["deed"])
            return await rulings.decide(number, manager, place, ranking, flat, once)
        case "annul":
            return await rulings.annul(number, manager, place, flat, once)
        case _:
            channel = _own_channel(interaction, int(says["deed"]))
            return await rulings.move_elsewhere(number, manager, place, channel, flat, once)


def _own_channel(interaction: Interaction, number: int) -> ChannelId:
    if interaction.guild is None or interaction.guild.get_channel(number) is None:
        raise ValueError(f"{number} is no channel of this server")
    return ChannelId(number)
