"""The form in which a manager gives the reason for a ruling; sending it carries it out."""

import re
from dataclasses import dataclass
from typing import Annotated, ClassVar

from bot.chat.common.custom_id import CustomId
from bot.chat.common.page import Field, Form
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.answering import say
from bot.chat.interaction.click import Click, takes
from bot.chat.interaction.client import services
from bot.chat.rulings import text as words
from bot.services.matches import MatchState, read_ranking
from bot.services.settings import LONGEST_REASON
from data.ids import ChannelId, MatchId


@dataclass(frozen=True, slots=True)
class DecideFormId(CustomId):
    """The form that asks why a match is decided with this ranking of its seats: ``0>1=2``."""

    PREFIX: ClassVar[str] = "d"
    match_id: MatchId
    ranking: Annotated[str, re.compile("[0-9]([=>][0-9]){1,3}")]


@dataclass(frozen=True, slots=True)
class AnnulFormId(CustomId):
    """The form that asks why a match is annulled."""

    PREFIX: ClassVar[str] = "n"
    match_id: MatchId


@dataclass(frozen=True, slots=True)
class ForgiveFormId(CustomId):
    """The form that asks why a player may play on whose time ran out."""

    PREFIX: ClassVar[str] = "y"
    match_id: MatchId


@dataclass(frozen=True, slots=True)
class PlaceFormId(CustomId):
    """The form that asks why a match is moved to a channel."""

    PREFIX: ClassVar[str] = "w"
    match_id: MatchId
    channel_id: ChannelId


def ruling_form(title: str, custom_id: CustomId) -> Form:
    """Asks for the reason; what handles ``custom_id`` carries out what is sent."""
    return Form(title, custom_id, (Field("reason", words.REASON, LONGEST_REASON, least=3),))


async def on_decide(click: Click[DecideFormId]) -> None:
    """Decide the match as was confirmed with a reason."""
    await defer_update(click.interaction)
    ranking = read_ranking(click.id.ranking)
    rulings = services(click.interaction).rulings
    view = await rulings.decide(click.actor, click.id.match_id, ranking, click.value)
    await _tell(click, view)


async def on_annul(click: Click[AnnulFormId]) -> None:
    """Annul the match, as was confirmed with a reason."""
    await defer_update(click.interaction)
    rulings = services(click.interaction).rulings
    view = await rulings.annul(click.actor, click.id.match_id, click.value)
    await _tell(click, view)


async def on_forgive(click: Click[ForgiveFormId]) -> None:
    """Let a player play on, as was confirmed with a reason."""
    await defer_update(click.interaction)
    rulings = services(click.interaction).rulings
    view = await rulings.forgive(click.actor, click.id.match_id, click.value)
    await _tell(click, view)


async def on_place(click: Click[PlaceFormId]) -> None:
    """Have the match played in the channel that was confirmed with a reason."""
    await defer_update(click.interaction)
    guild, channel_id = click.interaction.guild, click.id.channel_id
    if guild is None or guild.get_channel(channel_id) is None:
        await say(click.interaction, words.NOT_DONE)
        return
    rulings = services(click.interaction).rulings
    view = await rulings.move_elsewhere(click.actor, click.id.match_id, channel_id, click.value)
    await _tell(click, view)


async def _tell(click: Click[CustomId], match: MatchState) -> None:
    await say(click.interaction, words.done(match))


HANDLERS = (
    takes(DecideFormId, on_decide),
    takes(AnnulFormId, on_annul),
    takes(ForgiveFormId, on_forgive),
    takes(PlaceFormId, on_place),
)
