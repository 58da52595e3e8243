"""What Discord documents that it may answer instead of doing what the bot asks.

``REFUSALS`` and ``CALLS`` are read from ``tests/data/discord_refusals.md``.
``CALLS`` has a row for each call that the bot makes. A call without a row fails the test in which
it is made. ``tests.kit.strict.answering`` puts any of these answers on any call.

The codes and their meanings are those of Discord's documentation, "Opcodes and Status Codes", JSON
error codes. It does not give the HTTP status that comes with a code; that is the one with which
public reports quote it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import TypeAlias


class About(Enum):
    """What a refusal is about, which says for what else it holds and for how long."""

    MESSAGE = auto()
    """This message, or what it shows; the same request is refused again."""
    CHANNEL = auto()
    """The channel, as long as nobody changes it; other channels take messages."""
    PERSON = auto()
    """One person, who is gone or takes nothing from the bot."""
    SERVER = auto()
    """The server: the bot is not in it, or it is no more."""
    INTERACTION = auto()
    """One click or command, to which no answer is taken any more."""
    BOT = auto()
    """The bot itself, which its operator has to mend."""
    LATER = auto()
    """Nothing at all: the same request may be taken after a pause."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One answer. ``when`` says in which case Discord gives it."""

    status: int
    code: int
    message: str
    about: About
    when: str

    @property
    def name(self) -> str:
        """Its code, or its status where the code says nothing: ``50001``, ``503``."""
        return str(self.code or self.status)


Call: TypeAlias = tuple[str, str]
"""A method and a path as Discord's API document writes it."""

POST_MESSAGE: Call = ("POST", "/channels/{channel_id}/messages")
EDIT_MESSAGE: Call = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
DELETE_MESSAGE: Call = ("DELETE", "/channels/{channel_id}/messages/{message_id}")
READ_HISTORY: Call = ("GET", "/channels/{channel_id}/messages")
READ_MESSAGE: Call = ("GET", "/channels/{channel_id}/messages/{message_id}")
READ_CHANNEL: Call = ("GET", "/channels/{channel_id}")
OPEN_THREAD: Call = ("POST", "/channels/{channel_id}/threads")
OPEN_THREAD_AT: Call = ("POST", "/channels/{channel_id}/messages/{message_id}/threads")
OPEN_DIRECT: Call = ("POST", "/users/@me/channels")
READ_USER: Call = ("GET", "/users/{user_id}")
READ_MEMBER: Call = ("GET", "/guilds/{guild_id}/members/{user_id}")
GIVE_ROLE: Call = ("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
CALLBACK: Call = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
FOLLOW_UP: Call = ("POST", "/webhooks/{webhook_id}/{webhook_token}")
EDIT_ORIGINAL: Call = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
EDIT_FOLLOW_UP: Call = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}")
READ_COMMANDS: Call = ("GET", "/applications/{application_id}/commands")
SET_COMMANDS: Call = ("PUT", "/applications/{application_id}/commands")

_TABLES = (Path(__file__).parents[2] / "data" / "discord_refusals.md").read_text(encoding="utf-8")
_REFUSAL = re.compile(r"^\| (\d+) \| (\d+) \| (.+) \| (\w+) \| (.+) \|$", re.MULTILINE)
_GROUP = re.compile(r"^\| ([a-z]+) \| ([\w ]+) \|$", re.MULTILINE)
_CALL = re.compile(r"^\| ([A-Z]+) \| (/\S+) \| ([\w ]*) \|$", re.MULTILINE)
_GROUPS = dict(_GROUP.findall(_TABLES))


def _named(words: str) -> Iterator[str]:
    """The refusals in a row, which names some as a group."""
    for word in words.split():
        yield from _named(_GROUPS[word]) if word in _GROUPS else (word,)


REFUSALS: Mapping[str, Refusal] = {
    each.name: each
    for each in (
        Refusal(int(status), int(code), message, About[about.upper()], when)
        for status, code, message, about, when in _REFUSAL.findall(_TABLES)
    )
}
CALLS: Mapping[Call, tuple[str, ...]] = {
    (method, path): tuple(_named(f"{words} any")) for method, path, words in _CALL.findall(_TABLES)
}
"""By each call the names of the refusals that may answer it."""


def refusals_of(call: Call) -> tuple[Refusal, ...]:
    """What Discord may answer to a call; KeyError for one that has no row."""
    return tuple(REFUSALS[name] for name in CALLS[call])
