"""Whether every message of every kind was posted once, in order, and told to the right people.

What was posted is what Discord noted; what should have been is read from the rows that say so, and
from whom the matches, challenges and people in the database concern.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from tests.chaos.failing_discord import FailingDiscord, Post
from tests.chaos.reading import Stored

AGAIN = {"board", "share", "digest", "followed"}
"""Kinds of which each row is a message of its own; of all others a subject has one message."""
ALONE = {"digest", "followed"}
"""Kinds that are told in direct messages."""
REFUSED = re.compile("[A-Z][A-Za-z]*(Gone|Closed|Refused|Post)\\b")
"""What stands first in the error of a row that Discord has refused for good."""
QUIET = {"share", "live_list", "daily", "ladder", "clock", "digest", "followed", "greeting"}
"""Kinds that mention nobody."""


class Mail:
    """All messages of a run, and the rows they were posted for."""

    def __init__(self, discord: FailingDiscord, stored: Stored, fading: Collection[int]) -> None:
        """``fading`` are the servers in which places vanish."""
        witness = discord.witness
        self._discord, self._fading = discord, fading
        self._stored = stored
        self._backend: Any = discord.backend
        self._rows = {row.nonce: row for row in stored.of("outbox")}
        self._posts = witness.posts

    def counts(self) -> Counter[str]:
        """How many messages there are of each kind, and how many rows led to an edit or nothing."""
        found = Counter(str(row.kind) for row in self._each())
        return found + Counter({"champion": len(self._stored.of("outbox", kind="champion"))})

    def _each(self) -> Iterable[Any]:
        return (self._rows[post.nonce] for post in self._posts if post.nonce in self._rows)

    def untold(self) -> Iterable[str]:
        """Rows that were never done, and messages that are noted and were never posted."""
        posted = {post.id for post in self._posts}
        for row in self._stored.of("outbox"):
            if not row.done and not self._waits(row):
                yield f"{_name(row)}: {row.error}"
            elif REFUSED.match(row.error or "") and not self._may_be_refused(row):
                yield f"{_name(row)} was given up: {row.error}"
            elif row.message_id is not None and row.message_id not in posted:
                yield f"{_name(row)} is noted as {row.message_id}, which nobody has seen"

    def _waits(self, row: Any) -> bool:
        """Whether a row waits for a channel that is gone, as is noted."""
        here = self._stored.of("absences", server_id=row.server_id, channel_id=row.channel_id)
        return row.channel_id in self._discord.gone and any(each.ended is None for each in here)

    def _may_be_refused(self, row: Any) -> bool:
        """Whether it was for a server in which places vanish, or for who takes nothing at times."""
        return row.server_id in self._fading or (
            row.kind in ALONE and row.subject_id in self._discord.shut_out
        )

    def doubled(self) -> Iterable[str]:
        """Subjects that have two messages where one should stand."""
        found: dict[Any, list[Post]] = defaultdict(list)
        for post in self._posts:
            row = self._rows.get(post.nonce)
            if row is not None and post.channel_id not in self._discord.gone:
                which = row.key if row.kind in AGAIN else row.subject_id
                found[row.kind, which].append(post)
        for (kind, which), posts in found.items():
            if len(posts) > 1:
                yield f"{kind} {which}: {[post.id for post in posts]}"

    def unordered(self) -> Iterable[str]:
        """Destinations whose messages stand in another order than they were noted in."""
        found: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for post in self._posts:
            row = self._rows.get(post.nonce)
            if row is not None:
                found[row.destination].append((row.id, post.id))
        for destination, pairs in found.items():
            if [post for _, post in sorted(pairs)] != sorted(post for _, post in pairs):
                yield f"{destination}: {sorted(pairs)}"

    def misdirected(self) -> Iterable[str]:
        """Messages that stand elsewhere, mention others, or that nothing called for."""
        for post in self._posts:
            row = self._rows.get(post.nonce)
            if row is None:
                if not self._is_forgotten(post):
                    yield f"{post.mark} {post.id} was posted for nothing"
                continue
            channel = self._backend.channels.get(post.channel_id)
            wrong = self._pings(row, post) or (channel and self._place(row, channel))
            if wrong:
                yield f"{_name(row)} {post.id}: {wrong}"

    def _is_forgotten(self, post: Post) -> bool:
        """Whether a message's row may have gone with the person it was for."""
        channel = self._backend.get_channel(post.channel_id)
        known = {row.id for row in self._stored.of("players")}
        return post.mark.startswith("rm:") or bool(set(_recipients(channel)) - known)

    def _place(self, row: Any, channel: Any) -> str | None:
        kind, recipients = row.kind, _recipients(channel)
        if kind == "reminder":
            reminder = self._stored.one("reminders", id=row.subject_id)
            told = reminder is None or not recipients or recipients == [reminder.player_id]
            return None if told else f"a reminder for {reminder.player_id} went to {recipients}"
        if kind in ALONE:
            return None if recipients == [row.subject_id] else f"went to {recipients}"
        if channel.guild_id != row.server_id:
            return f"stands in the server {channel.guild_id}"
        return None

    def _pings(self, row: Any, post: Post) -> str | None:
        kind, pinged = row.kind, set(post.pinged)
        if kind in QUIET:
            allowed: set[int] = set()
        elif kind == "board":
            return self._board_pings(row, pinged)
        elif kind == "challenge":
            asked = self._stored.of("challenge_players", challenge_id=row.subject_id, invited=True)
            allowed = {each.player_id for each in asked}
        elif kind == "request":
            request = self._stored.one("requests", id=row.subject_id)
            allowed = self._stored.people(request.match_id) - {request.player_id}
        elif kind == "reminder":
            reminder = self._stored.one("reminders", id=row.subject_id)
            allowed = set() if reminder is None else {reminder.player_id}
        else:
            entry = self._stored.one("ladder_entries", id=row.subject_id)
            allowed = {entry.player_id, entry.opponent_id, entry.timed_out_id}
        strangers = {each for each in pinged - allowed if self._is_known(each)}
        return f"mentions {strangers}" if strangers else None

    def _board_pings(self, row: Any, pinged: set[int]) -> str | None:
        """A board mentions whoever makes the next move, and nobody where it is past or over."""
        following = self._stored.one("entries", match_id=row.subject_id, ply=row.version + 1)
        author = None if following is None else following.author_id
        if len(pinged) > 1:
            return f"mentions {pinged}"
        if pinged - self._stored.people(row.subject_id) and all(map(self._is_known, pinged)):
            return f"mentions {pinged}, who do not play"
        is_move = following is not None and following.kind.value == "move"
        if is_move and pinged and self._is_known(author) and pinged != {author}:
            return f"mentions {pinged}, and {author} was to move"
        return None

    def _is_known(self, number: int | None) -> bool:
        """Whether somebody is not forgotten since."""
        return (number or 0) > 0 and self._stored.one("players", id=number) is not None


def _recipients(channel: Any) -> list[int]:
    return list(getattr(channel, "recipient_ids", None) or ())


def _name(row: Any) -> str:
    return f"{row.kind} {row.subject_id}.{row.version}"
