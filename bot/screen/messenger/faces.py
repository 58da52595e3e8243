"""Pages of the cards that are posted, and the language in which they are."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

import discord

from bot.core.matches import MatchState
from bot.core.people import PlayerSettings, ServerSettings
from bot.screen.messenger.channels import Channel
from bot.screen.messenger.words import holder_name
from bot.screen.names import Names, harmless
from bot.screen.page import Page, Picture
from data.ids import Engine, Holder, PlayerId, ServerId
from languages import code_of, speaks_others, spoken
from renderer.charts import Chart, chart_text
from rules.texts import ENGLISH, Text, Wording, Words


@dataclass(frozen=True, slots=True)
class Face:
    """The page of a card, and whom it notifies (``mentioned``).

    - ``mark``: the ``custom_id`` of one of its buttons, or a paragraph; its message is found by it.
    - ``plain``: the page where no picture may be attached; None if it is not posted there.
    - ``chart``: drawn whenever the card is posted or edited.
    """

    page: Page
    mentioned: tuple[PlayerId, ...]
    mark: Words
    plain: Callable[[], Page] | None = None
    chart: Chart | None = None


def in_words(told: Text) -> Face:
    """A card of one text, which is also its mark; it notifies nobody."""
    return Face(Page(told), (), told)


def charted(plain: Page, chart: Chart | None, mark: str) -> Face:
    """A card with a chart, if any, below its heading; it notifies nobody."""
    if chart is None:
        return Face(plain, (), mark)
    heading, *others = plain.parts
    page = Page(heading, Picture(chart_text(chart)), *others, accent=plain.accent)
    return Face(page, (), mark, lambda: plain, chart)


Faces: TypeAlias = Mapping[type[Any], Callable[[Any], Face]]
"""The function that makes the face of each type of card, without looking up names."""
WithNames: TypeAlias = Mapping[type[Any], Callable[[Any, Names], Awaitable[Any]]]
"""The function that looks up the names of each type of card that shows some."""


async def with_players(card: Any, names: Names) -> Any:
    """A match's card with its field ``names`` filled with the players' names."""
    match: MatchState = card.match
    found = {each: harmless(await holder_in(match, each, names)) for each in match.players}
    return replace(card, names=found)


async def holder_in(match: MatchState, holder: Holder, names: Names) -> Words:
    """The name of a seat's holder."""
    if isinstance(holder, Engine):
        return holder_name(holder)
    return await names.of(holder, match.server_id)


COMMUNITY = "COMMUNITY"
"""The feature of servers that choose a locale; all others have English."""


class ReadsSettings(Protocol):
    """Reads settings; raises StorageError."""

    async def of_player(self, player_id: PlayerId) -> PlayerSettings: ...

    async def of_server(self, server_id: ServerId) -> ServerSettings: ...


def locale_of(server: discord.Guild) -> str | None:
    """The locale chosen for a server in Discord; None if it cannot choose one."""
    return str(server.preferred_locale.value) if COMMUNITY in server.features else None


async def wording_in(channel: Channel, settings: ReadsSettings, card: object) -> Wording:
    """The receiver's language, else the match's, else the server's; raises StorageError."""
    if not speaks_others():
        return ENGLISH
    match = card if isinstance(card, MatchState) else getattr(card, "match", None)
    if isinstance(channel, discord.DMChannel):
        chosen = await settings.of_player(PlayerId(getattr(channel.recipient, "id", 0)))
        return await spoken(chosen.language or code_of(chosen.locale))
    if isinstance(match, MatchState):
        return await spoken(match.match.language)
    here = await settings.of_server(ServerId(channel.guild.id))
    return await spoken(here.language or code_of(locale_of(channel.guild) or ""))
