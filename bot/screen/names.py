"""People's names: looking them up, escaping them, and whether they may be shown."""

import asyncio
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

import discord
from cachetools import TTLCache

from bot.screen.words import DELETED_PLAYER, mention
from data.ids import PlayerId, ServerId, is_stand_in
from rules.texts import BLANK, Plain, Text, Words

LONGEST = 32
TITLE = 60
"""The limit of a tournament's name in characters."""
KEPT = 10_000
FRESH = timedelta(hours=1)
"""How many fetched names are cached, and for how long."""
TIME_LIMIT = 1.0
"""Seconds to wait for the names in an autocomplete list."""
ISOLATE, POP = "\u2068", "\u2069"
NOTHING = "\u200b"
"""A zero-width space, which breaks up mentions."""
_SIGNS = re.compile(r"[!-/:-@\[-`{-~]")
"""All characters of Discord's Markdown."""
_PINGS = re.compile("[<@]")
"""The first characters of mentions."""
_TURNING = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that change the direction of the text after them."""
SOMEBODY = Text("somebody", "name")
"""For people with an invisible name, or whom Discord no longer knows."""


def harmless(name: Words, longest: int = LONGEST) -> Words:
    """``name`` escaped for a message; a ``Text``, which stands for a missing name, is unchanged."""
    if isinstance(name, Text):
        return name
    visible = "".join(
        letter for letter in name if unicodedata.category(letter) not in {"Cc", "Cs", "Co"}
    )
    flat = _line(letter for letter in visible if letter not in _TURNING)
    if not flat:
        return SOMEBODY
    short = flat if len(flat) <= longest else flat[: longest - 1] + "…"
    # escaping does not stop mentions, which Discord finds in the raw text
    escaped = _PINGS.sub(rf"\g<0>{NOTHING}", _SIGNS.sub(r"\\\g<0>", short))
    return f"{ISOLATE}{escaped}{POP}"


def unformatted(shown: Words) -> Words:
    """A ``harmless`` name without its escapes, for text without Markdown."""
    if isinstance(shown, Text):
        return _BARE.get(shown, shown)
    bare = shown.replace(ISOLATE, "").replace(POP, "").replace(NOTHING, "")
    return re.sub(r"\\(.)", r"\1", bare)


def plain(name: Words, longest: int = LONGEST) -> Words:
    """``name`` for text without Markdown, such as a thread's title; a ``Text`` is unchanged."""
    if isinstance(name, Text):
        return name
    letters = (c for c in name if unicodedata.category(c) not in {"Cc", "Cs", "Co", "Cf"})
    flat = _line(letters)
    if not flat:
        return SOMEBODY
    return flat if len(flat) <= longest else flat[: longest - 1] + "…"


def _line(letters: Iterable[str]) -> str:
    """The letters on one line; empty if none is visible."""
    flat = " ".join("".join(letters).split())
    is_seen = any(unicodedata.category(c) not in {"Cf", "Zs"} and c not in BLANK for c in flat)
    return flat if is_seen else ""


class Names:
    """Looks up people's names: in the caches of server and client, else by a request."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._fetched: TTLCache[int, Words] = TTLCache(KEPT, FRESH.total_seconds())
        self._members: TTLCache[tuple[int, int], str | None] = TTLCache(KEPT, FRESH.total_seconds())

    async def of(self, player_id: int, server_id: int | None = None) -> Words:
        """The displayed name; a ``Text`` for people whom Discord no longer knows."""
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

    def server(self, server_id: int | None) -> str | None:
        """The name of a server; None if it is not known."""
        server = self._client.get_guild(server_id or 0)
        return None if server is None else server.name

    async def member(self, player_id: int, server_id: int) -> str | None:
        """The displayed name in a server; None for people who are not in it."""
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
        """The ``plain`` names that are found within TIME_LIMIT."""
        asked = {each: asyncio.ensure_future(self.of(each, server_id)) for each in people}
        if asked:
            _, late = await asyncio.wait(asked.values(), timeout=TIME_LIMIT)
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
class ListedPerson:
    """A person in a list. ``is_hidden``: not named in servers that they are not in.

    ``stays_named``: still named in lists of servers that they have left.
    """

    player_id: PlayerId
    is_hidden: bool
    stays_named: bool = False


async def listed_names(
    names: Names,
    listed: Sequence[ListedPerson],
    reader: PlayerId | None,
    here: ServerId | None,
    *,
    of_server: bool,
) -> dict[PlayerId, Words]:
    """The names in a list that is read ``here``; ``of_server``: it is a server's list."""
    found = await asyncio.gather(
        *(_name(names, each, reader, here, of_server=of_server) for each in listed)
    )
    return {each.player_id: name for each, name in zip(listed, found, strict=True)}


async def names_here(
    names: Names, people: Iterable[PlayerId], server_id: ServerId
) -> dict[PlayerId, Words]:
    """The names of people in a server's pictures and files, without Markdown."""
    listed = [ListedPerson(who, is_hidden=True) for who in people]
    found = await listed_names(names, listed, None, server_id, of_server=True)
    return {who: unformatted(name) for who, name in found.items()}


async def _name(
    names: Names,
    person: ListedPerson,
    reader: PlayerId | None,
    here: ServerId | None,
    *,
    of_server: bool,
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
    names: Names, people: Sequence[ListedPerson], reader: PlayerId, here: ServerId | None
) -> dict[PlayerId, Words]:
    """Mentions of the people in a private message; HIDDEN for those whom the reader may not see."""
    allowed = await asyncio.gather(*(may_name(names, each, reader, here) for each in people))
    return {
        each.player_id: mention(each.player_id) if seen else HIDDEN
        for each, seen in zip(people, allowed, strict=True)
    }


async def may_name(
    names: Names, person: ListedPerson, reader: PlayerId | None, here: ServerId | None
) -> bool:
    """Whether this reader may see this name here. Everything that shows names checks it.

    ``reader`` is None where everybody in a server reads; ``here`` is None in direct messages.
    """
    if not person.is_hidden or person.player_id == reader:
        return True
    return here is not None and await names.member(person.player_id, here) is not None
