"""Matches, who sits where, and the log of what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, case, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.ids import ChallengeId, ChannelId, InteractionId, MatchId, MessageId, PlayerId, ServerId
from data.states import Detour, EntryKind, MatchState
from data.tables import challenges, matches, moves, outbox, seats
from rules.game import Outcome, Seat


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What is stored when a match begins. ``players`` are by seat."""

    challenge_id: ChallengeId
    game: str
    variant: str
    rules_version: int
    seed: int | None
    server_id: ServerId | None
    channel_id: ChannelId
    to_move: Seat | None
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A stored match. ``players`` and ``has_left`` are by seat."""

    id: MatchId
    challenge_id: ChallengeId
    game: str
    variant: str
    rules_version: int
    seed: int | None
    server_id: ServerId | None
    channel_id: ChannelId
    thread_id: ChannelId | None
    where_note: Detour | None
    ply: int
    to_move: Seat | None
    state: MatchState
    outcome: Outcome | None
    board_message_id: MessageId | None
    board_channel_id: ChannelId | None
    card_message_id: MessageId | None
    created_at: datetime
    updated_at: datetime
    finished_at: datetime | None
    players: tuple[PlayerId, ...]
    has_left: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened. ``seat`` is None for what a manager did."""

    match_id: MatchId
    ply: int
    seat: Seat | None
    player_id: PlayerId
    kind: EntryKind
    text: str
    interaction_id: InteractionId
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Status:
    """How a match stands after an entry, as far as lists need to know."""

    ply: int
    to_move: Seat | None
    state: MatchState
    outcome: Outcome | None


async def add(connection: AsyncConnection, new: NewMatch, now: datetime) -> MatchId:
    """Store a match that begins."""
    kept = [name for name in NewMatch.__slots__ if name != "players"]
    values = {name: getattr(new, name) for name in kept}
    stored = await connection.execute(
        insert(matches)
        .values(ply=0, state=MatchState.RUNNING, created_at=now, updated_at=now, **values)
        .returning(matches.c.id)
    )
    match_id = MatchId(stored.scalar_one())
    await connection.execute(
        insert(seats),
        [
            {"match_id": match_id, "seat": seat, "player_id": player_id}
            for seat, player_id in enumerate(new.players)
        ],
    )
    return match_id


async def get(connection: AsyncConnection, match_id: MatchId) -> Match | None:
    """The match, or None."""
    found = await _all(connection, matches.c.id == match_id)
    return found[0] if found else None


async def running_of(connection: AsyncConnection, player_id: PlayerId) -> tuple[Match, ...]:
    """The player's running matches whose seat was not given up, longest untouched first."""
    theirs = select(seats.c.match_id).where(
        seats.c.player_id == player_id, seats.c.has_left.is_(False)
    )
    return await _all(connection, matches.c.state == MatchState.RUNNING, matches.c.id.in_(theirs))


async def finished_of(
    connection: AsyncConnection, player_id: PlayerId, limit: int
) -> tuple[Match, ...]:
    """The player's matches that have ended, the latest first."""
    ended = await connection.execute(
        select(matches.c.id)
        .join(seats, seats.c.match_id == matches.c.id)
        .where(seats.c.player_id == player_id, matches.c.finished_at.is_not(None))
        .order_by(matches.c.finished_at.desc(), matches.c.id.desc())
        .limit(limit)
    )
    found = await _all(connection, matches.c.id.in_(ended.scalars().all()))
    return tuple(sorted(found, key=lambda match: (match.finished_at, match.id), reverse=True))


async def in_server(
    connection: AsyncConnection, server_id: ServerId, most: int
) -> tuple[Match, ...]:
    """The server's latest matches, at most ``most``, the newest first."""
    found = await connection.execute(
        select(matches.c.id)
        .where(matches.c.server_id == server_id)
        .order_by(matches.c.id.desc())
        .limit(most)
    )
    listed = await _all(connection, matches.c.id.in_(found.scalars().all()))
    return tuple(sorted(listed, key=lambda match: match.id, reverse=True))


async def shown_in(connection: AsyncConnection, message_id: MessageId) -> MatchId | None:
    """The match of which this message shows, or once showed, the board; None if it is none."""
    found = await connection.execute(
        select(outbox.c.match_id).where(outbox.c.message_id == message_id)
    )
    number = found.scalars().first()
    return None if number is None else MatchId(number)


async def in_thread(connection: AsyncConnection, thread_id: ChannelId) -> Match | None:
    """The match that has this thread, or None."""
    found = await _all(connection, matches.c.thread_id == thread_id)
    return found[0] if found else None


async def append(connection: AsyncConnection, entry: Entry, status: Status) -> bool:
    """Write ``entry`` after the ply before it, and how the match stands then.

    False, with nothing written, if the match is not at the ply before the entry's any more.
    """
    finished = None if status.state is MatchState.RUNNING else entry.created_at
    advanced = await connection.execute(
        update(matches)
        .where(matches.c.id == entry.match_id, matches.c.ply == entry.ply - 1)
        .values(
            ply=status.ply,
            to_move=status.to_move,
            state=status.state,
            outcome=status.outcome,
            updated_at=entry.created_at,
            finished_at=finished,
        )
    )
    if advanced.rowcount != 1:
        return False
    values = {name: getattr(entry, name) for name in Entry.__slots__}
    await connection.execute(insert(moves).values(**values))
    if entry.kind is EntryKind.LEAVE:
        await connection.execute(
            update(seats)
            .where(seats.c.match_id == entry.match_id, seats.c.seat == entry.seat)
            .values(has_left=True)
        )
    return True


async def entries(
    connection: AsyncConnection, match_id: MatchId, *, after: int, up_to: int
) -> tuple[Entry, ...]:
    """The log from the entry behind ply ``after`` to that of ply ``up_to``."""
    found = await connection.execute(
        select(moves)
        .where(moves.c.match_id == match_id, moves.c.ply > after, moves.c.ply <= up_to)
        .order_by(moves.c.ply)
    )
    return tuple(Entry(**row._mapping) for row in found)


async def entry_of(connection: AsyncConnection, interaction_id: InteractionId) -> Entry | None:
    """The entry that this interaction wrote, or None."""
    found = await connection.execute(select(moves).where(moves.c.interaction_id == interaction_id))
    row = found.one_or_none()
    return None if row is None else Entry(**row._mapping)


async def set_place(connection: AsyncConnection, match_id: MatchId, channel_id: ChannelId) -> None:
    """Let the match be played in another channel, where it has no thread yet."""
    await connection.execute(
        update(matches)
        .where(matches.c.id == match_id)
        .values(channel_id=channel_id, thread_id=None, where_note=None)
    )


async def set_thread(
    connection: AsyncConnection,
    match_id: MatchId,
    thread_id: ChannelId | None,
    where_note: Detour | None,
) -> None:
    """Remember the match's thread, or why it has none."""
    await connection.execute(
        update(matches)
        .where(matches.c.id == match_id)
        .values(thread_id=thread_id, where_note=where_note)
    )


async def set_board(
    connection: AsyncConnection, match_id: MatchId, channel_id: ChannelId, message_id: MessageId
) -> None:
    """Remember where the match's newest board is."""
    await connection.execute(
        update(matches)
        .where(matches.c.id == match_id)
        .values(board_channel_id=channel_id, board_message_id=message_id)
    )


async def _all(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> tuple[Match, ...]:
    # a match that was moved elsewhere cannot have its thread at the challenge's card
    card = case((challenges.c.channel_id == matches.c.channel_id, challenges.c.message_id))
    found = await connection.execute(
        select(matches, card.label("card_message_id"))
        .join(challenges, challenges.c.id == matches.c.challenge_id)
        .where(*conditions)
        .order_by(matches.c.updated_at, matches.c.id)
    )
    rows = found.all()
    sitting = await _seats(connection, [row.id for row in rows])
    return tuple(
        Match(
            **row._mapping,
            players=tuple(player_id for player_id, _ in sitting[row.id]),
            has_left=tuple(has_left for _, has_left in sitting[row.id]),
        )
        for row in rows
    )


async def _seats(
    connection: AsyncConnection, ids: Sequence[MatchId]
) -> dict[MatchId, list[tuple[PlayerId, bool]]]:
    found = await connection.execute(
        select(seats).where(seats.c.match_id.in_(ids)).order_by(seats.c.match_id, seats.c.seat)
    )
    sitting: dict[MatchId, list[tuple[PlayerId, bool]]] = {match_id: [] for match_id in ids}
    for row in found:
        sitting[row.match_id].append((row.player_id, row.has_left))
    return sitting
