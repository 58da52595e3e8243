"""Who is named in lists that others read, and who is not."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.chat.common.names import Names, harmless
from data.ids import PlayerId, ServerId

FORMER, HIDDEN = "*former member*", "*hidden player*"
LONGEST = 24


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody in a list. ``is_hidden``: not to be named in servers that the person is not in.

    ``stays_named``: to be named in lists of servers that the person has left.
    """

    player_id: PlayerId
    is_hidden: bool
    stays_named: bool


async def listed_names(
    names: Names, listed: Sequence[Listed], here: ServerId | None, *, of_server: bool
) -> dict[PlayerId, str]:
    """The names to show in a list that is read ``here``; of a server's list, or everywhere's."""
    found = await asyncio.gather(
        *(_name(names, each, here, of_server=of_server) for each in listed)
    )
    return {each.player_id: name for each, name in zip(listed, found, strict=True)}


async def _name(names: Names, person: Listed, here: ServerId | None, *, of_server: bool) -> str:
    if of_server and here is not None:
        member = await names.member(person.player_id, here)
        if member is None and not person.stays_named:
            return FORMER
        return harmless(member or await names.of(person.player_id), LONGEST)
    if person.is_hidden and not await is_seen(names, person.player_id, here):
        return HIDDEN
    return harmless(await names.of(person.player_id, here), LONGEST)


async def is_seen(names: Names, player_id: PlayerId, here: ServerId | None) -> bool:
    """Whether somebody is in the server where others look."""
    return here is not None and await names.member(player_id, here) is not None
