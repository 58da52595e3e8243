"""Challenging a person from the menu on that person: the list of games, then the card."""

from __future__ import annotations

import re

import discord
from discord import ui

from bot.chat.challenges import menu_text as words
from bot.chat.challenges.card import post_card
from bot.chat.common.custom_ids import invitation_id
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.interaction.refusals import missing_permission
from bot.chat.messenger import layouts
from bot.services.matches.models import Person
from data.ids import PlayerId
from data.states import SeatChoice
from rules import GAMES

IN_LIST = 25


async def on_invitation(interaction: Interaction, says: re.Match[str]) -> None:
    """Challenge the person to the game that was chosen."""
    missing = first_missing(interaction.app_permissions, POSTING)
    if missing is not None:
        await answers.say(interaction, missing_permission(missing))
        return
    game, _, variant = next(iter(answers.picked(interaction)), "").partition(" ")
    view = await answers.services(interaction).challenges.offer(
        answers.you(interaction),
        (Person(PlayerId(int(says["person"]))),),
        game,
        variant,
        SeatChoice.RANDOM,
        answers.place(interaction),
        answers.once(interaction),
    )
    await post_card(interaction, view)


def games_for(person: int) -> ui.LayoutView:
    """The games to which one person can be challenged."""
    options = [
        discord.SelectOption(label=words.game(game.info, variant), value=f"{name} {variant.id}")
        for name, game in GAMES.items()
        for variant in game.info.variants
        if variant.seats == 2
    ]
    menu: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=invitation_id(person), placeholder=words.GAMES, options=options[:IN_LIST]
    )
    return layouts.layout(ui.TextDisplay(words.which_game(person)), ui.ActionRow(menu))
