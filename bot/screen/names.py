"""People's names: as text that shapes nothing and pings nobody, and whether they are shown."""

import asyncio
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

import discord
from cachetools import TTLCache

from bot.core.people import is_stand_in
from bot.screen.words import DELETED_PLAYER, mention
from data.ids import PlayerId, ServerId
from rules.texts import Plain, Text, Words

LONGEST = 32
TITLE = 60
"""How long what a tournament is called is at most."""
KEPT, FRESH = 10_000, timedelta(hours=1)
"""How many names are kept that Discord was asked for, and for how long."""
IN_TIME = 1.0
"""Seconds to wait for names in a list that somebody is typing into."""
ISOLATE, POP = "\u2068", "\u2069"
NOTHING = "\u200b"
"""A character without width, which parts what Discord would read as one."""
_SIGNS, _PINGS = re.compile(r"[!-/:-@\[-`{-~]"), re.compile("[<@]")
"""Everything that Discord's Markdown is made of, and what mentions begin with."""
_TURNING = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that change the direction of what follows them."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that look like nothing."""
SOMEBODY = Text("somebody", "name")
"""Whose name there is nothing to see of, or whom Discord does not know any more."""


def harmless(name: Words, longest: int = LONGEST) -> Words:
    """``name`` for use inside a sentence; a text, which stands for no name, stays as it is."""
    if isinstance(name, Text):
        return name
    visible = "".join(
        letter for letter in name if unicodedata.category(letter) not in {"Cc", "Cs", "Co"}
    )
    flat = _line(letter for letter in visible if letter not in _TURNING)
    if not flat:
        return SOMEBODY
    short = flat if len(flat) <= longest else flat[: longest - 1] + "…"
    # escaped signs shape nothing, but who is pinged is looked for in the text as it was sent
    escaped = _PINGS.sub(rf"\g<0>{NOTHING}", _SIGNS.sub(r"\\\g<0>", short))
    return f"{ISOLATE}{escaped}{POP}"


def unformatted(shown: Words) -> Words:
    """What people see of a ``harmless`` name, for where nothing is formatted."""
    if isinstance(shown, Text):
        return _BARE.get(shown, shown)
    bare = shown.replace(ISOLATE, "").replace(POP, "").replace(NOTHING, "")
    return re.sub(r"\\(.)", r"\1", bare)


def plain(name: Words, longest: int = LONGEST) -> Words:
    """``name`` where Discord formats nothing, such as a thread's title; a text stays as it is."""
    if isinstance(name, Text):
        return name
    letters = (c for c in name if unicodedata.category(c) not in {"Cc", "Cs", "Co", "Cf"})
    flat = _line(letters)
    if not flat:
        return SOMEBODY
    return flat if len(flat) <= longest else flat[: longest - 1] + "…"


def _line(letters: Iterable[str]) -> str:
    """The letters in one line; nothing if there is nothing to see."""
    flat = " ".join("".join(letters).split())
    is_seen = any(unicodedata.category(c) not in {"Cf", "Zs"} and c not in BLANK for c in flat)
    return flat if is_seen else ""


class Names:
    """Looks people's names up: in the server's cache, the client's, or else by asking Discord."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._fetched: TTLCache[int, Words] = TTLCache(KEPT, FRESH.total_seconds())
        self._members: TTLCache[tuple[int, int], str | None] = TTLCache(KEPT, FRESH.total_seconds())

    async def of(self, player_id: int, server_id: int | None = None) -> Words:
        """The name that people see; a text for somebody Discord does not know any more."""
        if is_stand_in(player_id):
            return DELETED_PLAYER
        server = None if server_id is None else self._client.get_guild(server_id)
        member = None if server is None else server.get_member(player_id)
        person = member or self._client.get_user(player_id)
        if person is not None:
            return person.display_name
        known = self._fetched.get(player_id)
        if known is None:
            try:
                known = (await self._client.fetch_user(player_id)).display_name
            except discord.NotFound:
                known = SOMEBODY
            self._fetched[player_id] = known
        return known

    async def member(self, player_id: int, server_id: int) -> str | None:
        """The name that people see in a server; None for somebody who is not in it."""
        server = self._client.get_guild(server_id)
        if server is None:
            return None
        known = server.get_member(player_id)
        if known is not None:
            return known.display_name
        key = (server_id, player_id)
        if key not in self._members:
            try:
                self._members[key] = (await server.fetch_member(player_id)).display_name
            except discord.NotFound:
                self._members[key] = None
        return self._members[key]

    async def in_time(self, people: Iterable[int], server_id: int | None) -> dict[int, Words]:
        """The names of those people whose names are there within a second, as ``plain`` text."""
        asked = {each: asyncio.ensure_future(self.of(each, server_id)) for each in people}
        if asked:
            _, late = await asyncio.wait(asked.values(), timeout=IN_TIME)
            for each in late:
                each.cancel()
        return {
            player_id: plain(each.result())
            for player_id, each in asked.items()
            if each.done() and not each.cancelled() and each.exception() is None
        }


_FORMER, _HIDDEN = Text("former member", "name"), Text("hidden player", "name")
FORMER, HIDDEN = Plain("*{name}*", name=_FORMER), Plain("*{name}*", name=_HIDDEN)
_BARE: Mapping[Text, Text] = {FORMER: _FORMER, HIDDEN: _HIDDEN}
LONGEST_LISTED = 24


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
) -> dict[PlayerId, Words]:
    """The names to show in a list that is read ``here``; of a server's list, or everywhere's."""
    found = await asyncio.gather(
        *(_name(names, each, reader, here, of_server=of_server) for each in listed)
    )
    return {each.player_id: name for each, name in zip(listed, found, strict=True)}


async def names_here(
    names: Names, people: Iterable[PlayerId], server_id: ServerId
) -> dict[PlayerId, Words]:
    """What people are called in a server's pictures and files, where nothing is formatted."""
    listed = [Listed(who, is_hidden=True) for who in people]
    found = await listed_names(names, listed, None, server_id, of_server=True)
    return {who: unformatted(name) for who, name in found.items()}


async def _name(
    names: Names, person: Listed, reader: PlayerId | None, here: ServerId | None, *, of_server: bool
) -> Words:
    if of_server and here is not None:
        member = await names.member(person.player_id, here)
        if member is None and not person.stays_named:
            return FORMER
        return harmless(member or await names.of(person.player_id), LONGEST_LISTED)
    if not await may_name(names, person, reader, here):
        return HIDDEN
    return harmless(await names.of(person.player_id, here), LONGEST_LISTED)


async def mentioned(
    names: Names, people: Sequence[Listed], reader: PlayerId, here: ServerId | None
) -> dict[PlayerId, Words]:
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
