"""What profiles look like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import discord
from discord import ui

from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import MatchAction, MatchButton
from bot.chat.common.rating_ids import ProfileAction, ProfileButton
from bot.chat.messenger import layouts
from bot.chat.profiles import text as words
from bot.services.profiles import GameProfile, Profile, Versus
from data.ids import PlayerId, ServerId
from rules import GAMES

ALL = "all"
PAIR = 2


@dataclass(frozen=True, slots=True)
class Reading:
    """Who reads a profile; whether they follow the player, None where nobody can be followed."""

    reader: PlayerId
    follows: bool | None = None


def profile(found: Profile, name: str, by: Reading, alt: str | None) -> ui.LayoutView:
    """A player over all games, with a picture of how much was played where ``alt`` tells it."""
    return _framed(words.overview(found, name), found.player_id, ALL, by, alt)


def game_profile(
    found: GameProfile,
    player_id: PlayerId,
    name: str,
    opponents: Mapping[PlayerId, str],
    by: Reading,
    alt: str | None,
) -> ui.LayoutView:
    """A player in one game, with the curve of the rating where ``alt`` tells it."""
    told = words.in_game(found, name, opponents)
    return _framed(told, player_id, found.standing.info.id, by, alt)


def _framed(
    told: str, player_id: PlayerId, game: str, by: Reading, alt: str | None
) -> ui.LayoutView:
    said = f"{told}\n{words.FOLLOWING}" if by.follows else told
    items: list[layouts.Item] = [ui.TextDisplay(said)]
    if alt is not None:
        items.append(layouts.picture(alt))
    items.append(ui.ActionRow(_games(player_id, game)))
    if player_id != by.reader:
        items.append(ui.ActionRow(*_about_them(player_id, game, by)))
    return layouts.layout(*items, accent=discord.Colour.blurple())


def _about_them(player_id: PlayerId, game: str, by: Reading) -> Iterator[Button]:
    yield button(words.VERSUS, ProfileButton(player_id, ALL, ProfileAction.VERSUS))
    if by.follows is not None:
        action = ProfileAction.UNFOLLOW if by.follows else ProfileAction.FOLLOW
        label = words.STOP if by.follows else words.FOLLOW
        yield button(label, ProfileButton(player_id, game, action))


def _games(player_id: PlayerId, shown: str) -> ui.Select[ui.LayoutView]:
    named = {ALL: words.OVERVIEW, **{name: game.info.name for name, game in GAMES.items()}}
    return ui.Select(
        custom_id=str(ProfileButton(player_id, shown, ProfileAction.GAME)),
        placeholder=words.CHOOSE,
        options=[
            discord.SelectOption(label=label, value=name, default=name == shown)
            for name, label in named.items()
        ],
    )


def versus(found: Versus, one: str, other: str, here: ServerId | None) -> ui.LayoutView:
    """Two players against each other, for the first of them."""
    items: list[layouts.Item] = [ui.TextDisplay(words.versus(found, one, other))]
    ways: list[Button] = []
    if found.last and found.last[0].server_id == here and found.last[0].seats == PAIR and here:
        again = MatchButton(found.last[0].match_id, 0, MatchAction.REMATCH)
        ways.append(button(words.REMATCH, again, discord.ButtonStyle.success))
    ways.append(button(words.PROFILE, ProfileButton(found.other, ALL, ProfileAction.SHOW)))
    items.append(ui.ActionRow(*ways))
    return layouts.layout(*items, accent=discord.Colour.blurple())
