"""What profiles look like."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.chat.common.custom_id import CustomId, Name
from bot.chat.common.custom_ids import MatchAction, MatchButton
from bot.chat.common.page import Accent, Button, Menu, Page, Picture, Row, Style, options
from bot.chat.profiles import text as words
from bot.services.profiles import GameProfile, Profile, Versus
from data.ids import PlayerId, ServerId
from rules import GAMES


class ProfileAction(StrEnum):
    """What a button or list below a profile does."""

    SHOW = "show"
    GAME = "game"
    VERSUS = "versus"
    FOLLOW = "follow"
    UNFOLLOW = "unfollow"


@dataclass(frozen=True, slots=True)
class ProfileButton(CustomId):
    """A button or list below somebody's profile; ``game`` is ``all`` for all of them."""

    PREFIX: ClassVar[str] = "pf"
    player_id: PlayerId
    game: Name
    action: ProfileAction


ALL = "all"
PAIR = 2


@dataclass(frozen=True, slots=True)
class Reading:
    """Who reads a profile; whether they follow the player, None where nobody can be followed."""

    reader: PlayerId
    follows: bool | None = None


def profile(found: Profile, name: str, by: Reading, alt: str | None) -> Page:
    """A player over all games, with a picture of how much was played where ``alt`` tells it."""
    return _framed(words.overview(found, name), found.player_id, ALL, by, alt)


def game_profile(
    found: GameProfile,
    player_id: PlayerId,
    name: str,
    opponents: Mapping[PlayerId, str],
    by: Reading,
    alt: str | None,
) -> Page:
    """A player in one game, with the curve of the rating where ``alt`` tells it."""
    told = words.in_game(found, name, opponents)
    return _framed(told, player_id, found.standing.info.id, by, alt)


def _framed(told: str, player_id: PlayerId, game: str, by: Reading, alt: str | None) -> Page:
    games = {ALL: words.OVERVIEW, **{name: game.info.name for name, game in GAMES.items()}}
    menu = ProfileButton(player_id, game, ProfileAction.GAME)
    return Page(
        f"{told}\n{words.FOLLOWING}" if by.follows else told,
        Picture(alt) if alt is not None else None,
        Menu(menu, options(games, game), words.CHOOSE),
        Row(*_about_them(player_id, game, by)) if player_id != by.reader else None,
        accent=Accent.BLURPLE,
    )


def _about_them(player_id: PlayerId, game: str, by: Reading) -> Iterator[Button]:
    yield Button(words.VERSUS, ProfileButton(player_id, ALL, ProfileAction.VERSUS))
    if by.follows is not None:
        action = ProfileAction.UNFOLLOW if by.follows else ProfileAction.FOLLOW
        label = words.STOP if by.follows else words.FOLLOW
        yield Button(label, ProfileButton(player_id, game, action))


def versus(found: Versus, one: str, other: str, here: ServerId | None) -> Page:
    """Two players against each other, for the first of them."""
    last = found.last[0] if found.last else None
    is_here = last is not None and here is not None and last.server_id == here
    again = None
    if last is not None and is_here and last.seats == PAIR:
        rematch = MatchButton(last.match_id, 0, MatchAction.REMATCH)
        again = Button(words.REMATCH, rematch, Style.SUCCESS)
    profile = Button(words.PROFILE, ProfileButton(found.other, ALL, ProfileAction.SHOW))
    return Page(words.versus(found, one, other), Row(again, profile), accent=Accent.BLURPLE)
