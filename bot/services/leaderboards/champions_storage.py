"""Roles that go to the first of a leaderboard or ladder, and who has them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from data.ids import PlayerId, RoleId, ServerId
from data.states import MessageKind
from data.tables import champions, outbox


@dataclass(frozen=True, slots=True)
class Champion:
    """Which role goes to the first of a game's leaderboard, or ladder; who has it, or None."""

    id: int
    server_id: ServerId
    game: str
    of_ladder: bool
    role_id: RoleId
    holder_id: PlayerId | None


def add(
    connection: Connection,
    server_id: ServerId,
    game: str,
    role_id: RoleId,
    now: datetime,
    *,
    of_ladder: bool,
) -> int:
    """Note that a role goes to the first; its number."""
    values = {"server_id": server_id, "game": game, "of_ladder": of_ladder, "role_id": role_id}
    added = connection.execute(
        insert(champions).values(**values, created_at=now).returning(champions.c.id)
    )
    return int(added.scalar_one())


def get(connection: Connection, champion_id: int) -> Champion | None:
    """The role's row, None if it goes to nobody any more."""
    row = connection.execute(_ALL.where(champions.c.id == champion_id)).one_or_none()
    return None if row is None else Champion(**row._mapping)


def in_server(connection: Connection, server_id: ServerId) -> tuple[Champion, ...]:
    """The server's roles for champions, the oldest first."""
    found = connection.execute(
        _ALL.where(champions.c.server_id == server_id).order_by(champions.c.id)
    )
    return tuple(Champion(**row._mapping) for row in found)


def of_game(
    connection: Connection, server_id: ServerId, game: str, *, of_ladder: bool
) -> Champion | None:
    """The role for the first of a game's leaderboard, or ladder; None if there is none."""
    row = connection.execute(
        _ALL.where(
            champions.c.server_id == server_id,
            champions.c.game == game,
            champions.c.of_ladder.is_(of_ladder),
        )
    ).one_or_none()
    return None if row is None else Champion(**row._mapping)


def held_by(connection: Connection, player_id: PlayerId) -> tuple[int, ...]:
    """The numbers of the champions whose role somebody has, in all servers."""
    found = connection.execute(
        select(champions.c.id).where(champions.c.holder_id == player_id).order_by(champions.c.id)
    )
    return tuple(found.scalars())


def coming_to(connection: Connection, player_id: PlayerId) -> tuple[int, ...]:
    """The numbers of the champions whose role is being given to somebody."""
    found = connection.execute(
        select(outbox.c.subject_id, outbox.c.words).where(
            outbox.c.kind == MessageKind.CHAMPION,
            outbox.c.done.is_(False),
            outbox.c.words.is_not(None),
        )
    )
    return tuple(row.subject_id for row in found if str(int(player_id)) in row.words.split())


def set_holder(connection: Connection, champion_id: int, holder: PlayerId | None) -> None:
    """Note who has the role."""
    connection.execute(
        update(champions).where(champions.c.id == champion_id).values(holder_id=holder)
    )


def remove(connection: Connection, champion_id: int) -> None:
    """Let the role go to nobody any more."""
    connection.execute(delete(champions).where(champions.c.id == champion_id))


_ALL = select(*(champions.c[name] for name in Champion.__slots__))
