"""The client as the chat knows it, so that nothing here needs to know the program round it."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, TypeAlias

from discord.ext import commands

from bot.core.errors import ServiceError
from bot.core.matches import Now
from bot.core.services import Services
from bot.screen.interaction.private_messages import OpenComposers, WaitingPages
from bot.screen.messenger.messenger import DiscordMessenger
from bot.screen.names import Names
from bot.screen.words import distance, game_name, mention, moment
from rules.texts import Filling, Text, Words

Refusals: TypeAlias = Mapping[type[ServiceError], Words | Callable[[Any], Words]]
"""The sentence for each reason why something is refused; what the reason carries fills its places.

Where it takes more than that, what makes the sentence.
"""
SAID: Mapping[str, tuple[str, Callable[[Any], Filling]]] = {
    "player": ("player_id", mention),
    "person": ("person_id", mention),
    "organiser": ("organiser_id", mention),
    "game": ("info", attrgetter("name")),
    "name": ("info", attrgetter("name")),
    "ladder": ("ladder", lambda ladder: game_name(ladder.info, ladder.variant)),
    "match": ("match_id", int),
    "role": ("role_id", int),
    "reason": ("error", attrgetter("message")),
    "until": ("until", moment),
    **{place: (place, distance) for place in ("at", "again_at", "deadline")},
}
"""Places that say a field of a reason in their own way; others are filled by that of their name."""


def refused(refusals: Refusals, error: ServiceError) -> Words:
    told = refusals[type(error)]
    if isinstance(told, str):
        return told
    if not isinstance(told, Text):
        return told(error)
    filling = {}
    for place in told.message.places - dict(told.filling).keys():
        field, say = SAID.get(place, (place, None))
        found = getattr(error, field)
        filling[place] = found if say is None else say(found)
    return told.of(**filling)


class PlayingClient(commands.AutoShardedBot):
    messenger: DiscordMessenger
    names: Names
    open_composers: OpenComposers
    waiting_pages: WaitingPages
    now: Now
    refusals: Refusals
    """Those of all areas."""
    invite_url: str | None
    support_url: str | None
    """Where people add the bot, and where they ask; None where the operator has no such place."""

    @property
    @abstractmethod
    def services(self) -> Services:
        """What people can do; raises RuntimeError before the start."""
