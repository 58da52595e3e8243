"""Shards: the parts of Discord's servers that a process serves.

Discord sends the events of a server to one shard, by the server's id, and direct messages to
shard 0. A process posts only in the servers of its shards.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, true

TIME = 2**22
"""The divisor of an id for its shard (Discord's documentation, Gateway, Sharding)."""


@dataclass(frozen=True, slots=True, order=True)
class Shard:
    """One of ``count`` shards, by its number from 0."""

    number: int
    count: int

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    @classmethod
    def of(cls, server_id: int | None, count: int) -> Shard:
        """The one of ``count`` shards that serves a server; shard 0 for None."""
        return cls((server_id or 0) // TIME % count, count)

    def serves(self, server_id: int | None) -> bool:
        """Whether it gets the events of a server."""
        return self == Shard.of(server_id, self.count)

    def holds(self, server_id: ColumnElement[int]) -> ColumnElement[bool]:
        """The same as an SQL expression."""
        return Shards(self.number, self.number, self.count).holds(server_id)


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards from ``first`` to ``last``, counted from 0, of ``count`` in all."""

    first: int = 0
    last: int = 0
    count: int = 1

    def __str__(self) -> str:
        return "all" if self.are_all else f"{self.first}-{self.last}/{self.count}"

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(range(self.first, self.last + 1))

    @property
    def each(self) -> tuple[Shard, ...]:
        return tuple(Shard(number, self.count) for number in self.ids)

    @property
    def are_all(self) -> bool:
        return (self.first, self.last) == (0, self.count - 1)

    @property
    def have_first(self) -> bool:
        """Whether shard 0 is among them; its process does what only one process may do."""
        return self.first == 0

    def holds(self, server_id: ColumnElement[int]) -> ColumnElement[bool]:
        """Whether they serve a server, as an SQL expression; NULL belongs to shard 0."""
        if self.are_all:
            return true()
        shard = func.coalesce(server_id, 0) // TIME % self.count
        return shard.between(self.first, self.last)


ALL = Shards()
"""A single shard for all servers."""
