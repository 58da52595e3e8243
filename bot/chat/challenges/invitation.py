"""Challenging a person from the menu on that person: the list of games, then the card."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

import discord

from bot.chat.challenges import menu_text as words
from bot.chat.challenges.offering import make_offer
from bot.chat.common.custom_id import CustomId
from bot.chat.common.page import Menu, Page, options
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import Interaction
from bot.services.actor import Person
from bot.services.challenges import Offer, OpponentNotHere
from data.ids import PlayerId
from rules import GAMES


@dataclass(frozen=True, slots=True)
class Invitation(CustomId):
    """The list of games to which somebody can be challenged."""

    PREFIX: ClassVar[str] = "o"
    opponent_id: PlayerId


async def visible_person(interaction: Interaction, player_id: PlayerId) -> Person:
    """The person, for people in a server of both. Raises OpponentNotHere."""
    if interaction.guild is None:
        raise OpponentNotHere(player_id)
    try:
        member = await interaction.guild.fetch_member(player_id)
    except discord.NotFound as error:
        raise OpponentNotHere(player_id) from error
    return Person(player_id, is_bot=member.bot)


async def on_invitation(click: Click[Invitation]) -> None:
    """Challenge the person to the game that was chosen."""
    game, _, variant = click.value.partition(" ")
    await defer_private(click.interaction)
    opponent = await visible_person(click.interaction, click.id.opponent_id)
    await make_offer(click.interaction, Offer(game, (opponent,), variant))


def games_for(opponent_id: PlayerId, allowed: Collection[str] | None) -> Page:
    """The games to which one person can be challenged, where ``allowed`` ones are played.

    None allows all.
    """
    found = {
        f"{name} {variant.id}": words.game(game.info, variant)
        for name, game in GAMES.items()
        if allowed is None or name in allowed
        for variant in game.info.variants
        if variant.is_for_two
    }
    if not found:
        return Page(words.NO_GAME)
    menu = Menu(Invitation(opponent_id), options(found), words.GAMES)
    return Page(words.which_game(opponent_id), menu)
