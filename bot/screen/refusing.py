"""Why something is not done, as a sentence."""

from collections.abc import Callable, Mapping
from functools import singledispatch
from operator import attrgetter
from typing import Any

from bot.core.errors import ServiceError
from bot.screen.words import distance, game_name, mention, moment
from rules.texts import Filling, Text, Words, in_a_row

SAID: Mapping[str, tuple[str, Callable[[Any], Filling]]] = {
    "player": ("player_id", mention),
    "person": ("person_id", mention),
    "organiser": ("organiser_id", mention),
    "asker": ("asker_id", mention),
    "game": ("info", attrgetter("name")),
    "name": ("info", attrgetter("name")),
    "known": ("info", lambda info: in_a_row([f"`{each.id}`" for each in info.variants])),
    "ladder": ("ladder", lambda ladder: game_name(ladder.info, ladder.variant)),
    "match": ("match_id", int),
    "role": ("role_id", int),
    "reason": ("error", attrgetter("message")),
    "until": ("until", moment),
    "paused_until": ("view", lambda view: moment(view.match.paused_until)),
    **{place: (place, distance) for place in ("at", "again_at", "deadline")},
}
"""Places that say a field of an error in their own way; others are filled by that of their name."""


@singledispatch
def sentence(error: ServiceError) -> Words:
    """The sentence of an error: what its type ``says``, filled by its fields.

    Where that takes more, a feature registers a function for the type of error.
    """
    return filled(error.says, error)


def filled(says: Words, error: ServiceError) -> Words:
    """The sentence with its places filled by the fields of the error."""
    if not isinstance(says, Text):
        return says
    filling = {}
    for place in says.message.places - dict(says.filling).keys():
        field, say = SAID.get(place, (place, None))
        found = getattr(error, field)
        filling[place] = found if say is None else say(found)
    return says.of(**filling)
