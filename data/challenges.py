"""Challenges and who is asked by them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import insert_missing
from data.ids import ChallengeId, ChannelId, InteractionId, MatchId, MessageId, PlayerId, ServerId
from data.states import ChallengeState, SeatChoice
from data.tables import challenge_players, challenges, matches


@dataclass(frozen=True, slots=True)
class NewChallenge:
    """What is stored when a challenge is made."""

    game: str
    variant: str
    challenger_id: PlayerId
    seat_choice: SeatChoice
    server_id: ServerId | None
    channel_id: ChannelId
    created_at: datetime
    expires_at: datetime
    interaction_id: InteractionId
    rematch_of: MatchId | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """A stored challenge. ``accepted`` is in the order in which people accepted."""

    id: ChallengeId
    game: str
    variant: str
    challenger_id: PlayerId
    seat_choice: SeatChoice
    state: ChallengeState
    closed_by: PlayerId | None
    server_id: ServerId | None
    channel_id: ChannelId
    message_id: MessageId | None
    created_at: datetime
    expires_at: datetime
    rematch_of: MatchId | None
    match_id: MatchId | None
    invited: tuple[PlayerId, ...]
    accepted: tuple[PlayerId, ...]


async def add(
    connection: AsyncConnection, new: NewChallenge, invited: Iterable[PlayerId]
) -> ChallengeId:
    """Store an open challenge; no one in ``invited`` makes it an open seek."""
    values = {name: getattr(new, name) for name in NewChallenge.__slots__}
    stored = await connection.execute(
        insert(challenges).values(state=ChallengeState.OPEN, **values).returning(challenges.c.id)
    )
    challenge_id = ChallengeId(stored.scalar_one())
    rows = [{"challenge_id": challenge_id, "player_id": who, "invited": True} for who in invited]
    if rows:
        await connection.execute(insert(challenge_players), rows)
    return challenge_id


async def get(connection: AsyncConnection, challenge_id: ChallengeId) -> Challenge | None:
    """The challenge, or None."""
    return await _one(connection, challenges.c.id == challenge_id)


async def offered_by(
    connection: AsyncConnection, interaction_id: InteractionId
) -> Challenge | None:
    """The challenge that this interaction made, or None."""
    return await _one(connection, challenges.c.interaction_id == interaction_id)


async def rematch_of(connection: AsyncConnection, match_id: MatchId) -> Challenge | None:
    """The one challenge to a rematch of this match, or None."""
    return await _one(connection, challenges.c.rematch_of == match_id)


async def set_message(
    connection: AsyncConnection, challenge_id: ChallengeId, message_id: MessageId
) -> None:
    """Remember the message that shows the challenge; the first one stays."""
    await connection.execute(
        update(challenges)
        .where(challenges.c.id == challenge_id, challenges.c.message_id.is_(None))
        .values(message_id=message_id)
    )


async def accept(
    connection: AsyncConnection, challenge_id: ChallengeId, player_id: PlayerId, now: datetime
) -> None:
    """Note that the player takes part."""
    row = {"challenge_id": challenge_id, "player_id": player_id, "invited": False}
    await insert_missing(connection, challenge_players, [row])
    await connection.execute(
        update(challenge_players)
        .where(
            challenge_players.c.challenge_id == challenge_id,
            challenge_players.c.player_id == player_id,
        )
        .values(accepted_at=now)
    )


async def close(
    connection: AsyncConnection,
    challenge_id: ChallengeId,
    state: ChallengeState,
    by: PlayerId | None = None,
) -> None:
    """End an open challenge as ``state``."""
    await connection.execute(
        update(challenges)
        .where(challenges.c.id == challenge_id, challenges.c.state == ChallengeState.OPEN)
        .values(state=state, closed_by=by)
    )


async def expired(connection: AsyncConnection, now: datetime) -> tuple[ChallengeId, ...]:
    """The open challenges whose time has run out."""
    found = await connection.execute(
        select(challenges.c.id)
        .where(challenges.c.state == ChallengeState.OPEN, challenges.c.expires_at <= now)
        .order_by(challenges.c.expires_at, challenges.c.id)
    )
    return tuple(found.scalars())


async def awaiting(connection: AsyncConnection, player_id: PlayerId) -> tuple[ChallengeId, ...]:
    """The open challenges that name the player, who has not accepted, oldest first."""
    found = await connection.execute(
        select(challenges.c.id)
        .join(challenge_players, challenge_players.c.challenge_id == challenges.c.id)
        .where(
            challenges.c.state == ChallengeState.OPEN,
            challenge_players.c.player_id == player_id,
            challenge_players.c.invited,
            challenge_players.c.accepted_at.is_(None),
        )
        .order_by(challenges.c.id)
    )
    return tuple(found.scalars())


async def next_expiry(connection: AsyncConnection) -> datetime | None:
    """When the next open challenge runs out, or None."""
    earliest = select(func.min(challenges.c.expires_at)).where(
        challenges.c.state == ChallengeState.OPEN
    )
    moment: datetime | None = (await connection.execute(earliest)).scalar()
    return moment


async def _one(connection: AsyncConnection, condition: ColumnElement[bool]) -> Challenge | None:
    found = await connection.execute(
        select(challenges, matches.c.id.label("match_id"))
        .outerjoin(matches, matches.c.challenge_id == challenges.c.id)
        .where(condition)
    )
    row = found.one_or_none()
    if row is None:
        return None
    people = (
        await connection.execute(
            select(challenge_players)
            .where(challenge_players.c.challenge_id == row.id)
            .order_by(challenge_players.c.accepted_at, challenge_players.c.player_id)
        )
    ).all()
    kept = Challenge.__slots__
    return Challenge(
        **{name: value for name, value in row._mapping.items() if name in kept},
        invited=tuple(person.player_id for person in people if person.invited),
        accepted=tuple(person.player_id for person in people if person.accepted_at is not None),
    )
