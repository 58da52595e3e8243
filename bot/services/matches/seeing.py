"""Who may see what has a number: the one place that decides it, as far as the services know.

A number can be forged, so whatever is found by one is checked here before anything of it is told.
Which channels somebody sees is only known to Discord; ``chat.interaction.guards`` adds that.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.services.actor import Actor
from data.ids import Holder, ServerId


def may_see(actor: Actor, people: Collection[Holder], server_id: ServerId | None) -> bool:
    """Whether the actor may see what ``people`` take part in: they do, and who is in its server."""
    is_here = server_id is not None and server_id == actor.place.server_id
    return is_here or actor.id in people
