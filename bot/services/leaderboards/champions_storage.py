"""Roles that go to the first of a leaderboard or ladder, and who has them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from bot.services.outbox import storage as outbox
from bot.services.outbox.storage import Due
from data.ids import PlayerId, RoleId, ServerId
from data.states import MessageKind
from data.tables import champions
from data.tables import outbox as told


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


def set_holder(connection: Connection, champion_id: int, holder: PlayerId | None) -> None:
    """Note who has the role."""
    connection.execute(
        update(champions).where(champions.c.id == champion_id).values(holder_id=holder)
    )


def remove(connection: Connection, champion_id: int) -> None:
    """Let the role go to nobody any more."""
    connection.execute(delete(champions).where(champions.c.id == champion_id))


def note_handover(
    connection: Connection, champion_id: int, now: datetime, left: PlayerId | None = None
) -> None:
    """Note that a role has to go to whoever is first then.

    ``left``: who has it and is being forgotten. Their number is kept in the row's words until the
    row is done, since nobody else knows any more from whom to take it.
    """
    row = outbox.Row(
        MessageKind.CHAMPION,
        champion_id,
        f"champion:{champion_id}",
        (champions, champion_id),
        words=None if left is None else _written({left}),
    )
    outbox.add(connection, row, now)


def may_have_role(due: Due) -> frozenset[PlayerId]:
    """Who may have a champion's role besides the one of whom it is known."""
    return frozenset(PlayerId(int(number)) for number in (due.words or "").split())


def note_giving(connection: Connection, due: Due, player_id: PlayerId) -> None:
    """Note that somebody gets a champion's role now, so that they may have it from here on.

    It is noted until the row is done.
    """
    words = _written({*may_have_role(due), player_id})
    connection.execute(update(told).where(told.c.id == due.id).values(words=words))


def coming_to(connection: Connection, player_id: PlayerId) -> tuple[int, ...]:
    """The numbers of the champions whose role is being given to somebody."""
    found = connection.execute(
        select(told.c.subject_id, told.c.words).where(
            told.c.kind == MessageKind.CHAMPION, told.c.done.is_(False), told.c.words.is_not(None)
        )
    )
    return tuple(row.subject_id for row in found if str(int(player_id)) in row.words.split())


def _written(people: Collection[PlayerId]) -> str:
    return " ".join(str(int(player)) for player in sorted(people))


_ALL = select(*(champions.c[name] for name in Champion.__slots__))
