"""Who may see what has a number: the one place that decides it.

A number can be forged, so whatever is found by one is checked here before anything of it is told.
"""

from collections.abc import Collection

from bot.services.actor import Actor
from bot.services.matches.errors import NotYoursToSee
from bot.services.matches.models import MatchState
from data.ids import ChannelId, Holder, ServerId


def may_see(
    actor: Actor, people: Collection[Holder], server_id: ServerId | None, channel_id: ChannelId
) -> bool:
    """Whether the actor may see what ``people`` take part in, and what is shown in a channel.

    They may themselves, and who acts in its server and sees the channel.
    """
    is_here = server_id is not None and server_id == actor.place.server_id
    return actor.id in people or (is_here and actor.sees(channel_id))


def check_seen(actor: Actor, match: MatchState) -> None:
    """Raise NotYoursToSee for people who neither play the match nor see where it is played."""
    if not may_see(actor, match.players, match.server_id, match.channel_id):
        raise NotYoursToSee(match.id)
