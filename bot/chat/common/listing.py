"""Who is named in lists that others read, and who is not."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.chat.common.names import Names, harmless
from bot.chat.common.text import mention
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
    stays_named: bool = False


async def listed_names(
    names: Names,
    listed: Sequence[Listed],
    reader: PlayerId | None,
    here: ServerId | None,
    *,
    of_server: bool,
) -> dict[PlayerId, str]:
    """The names to show in a list that is read ``here``; of a server's list, or everywhere's."""
    found = await asyncio.gather(
        *(_name(names, each, reader, here, of_server=of_server) for each in listed)
    )
    return {each.player_id: name for each, name in zip(listed, found, strict=True)}


async def _name(
    names: Names,
    person: Listed,
    reader: PlayerId | None,
    here: ServerId | None,
    *,
    of_server: bool,
) -> str:
    if of_server and here is not None:
        member = await names.member(person.player_id, here)
        if member is None and not person.stays_named:
            return FORMER
        return harmless(member or await names.of(person.player_id), LONGEST)
    if not await may_name(names, person, reader, here):
        return HIDDEN
    return harmless(await names.of(person.player_id, here), LONGEST)


async def mentioned(
    names: Names, people: Sequence[Listed], reader: PlayerId, here: ServerId | None
) -> dict[PlayerId, str]:
    """The people as mentions, for a reader in a message of their own; HIDDEN for some."""
    allowed = await asyncio.gather(*(may_name(names, each, reader, here) for each in people))
    return {
        each.player_id: mention(each.player_id) if seen else HIDDEN
        for each, seen in zip(people, allowed, strict=True)
    }


async def may_name(
    names: Names, person: Listed, reader: PlayerId | None, here: ServerId | None
) -> bool:
    """Whether this reader may see this name here: the one question for all who show names.

    ``reader`` is None where everybody in a server reads; ``here`` is None in direct messages.
    """
    if not person.is_hidden or person.player_id == reader:
        return True
    return here is not None and await names.member(person.player_id, here) is not None
