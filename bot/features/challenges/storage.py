"""The stored challenges, and the people that they name or that accepted."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from bot.core import outbox
from bot.core.absences import Absence, Home
from bot.core.matches import OfVariant
from data.ids import (
    ChallengeId,
    ChannelId,
    Engine,
    Key,
    LadderId,
    MatchId,
    MessageId,
    PlayerId,
    ServerId,
)
from data.statements import insert_missing, insert_one, row_of
from data.states import ChallengeState, MessageKind, SeatChoice, TimerKind, UnratedReason
from data.tables import CHALLENGE_IS_OPEN, challenge_players, challenges, matches

CHALLENGE_EXPIRY_TIMER = TimerKind("challenge_expiry")
CHALLENGE_MESSAGE = MessageKind("challenge")

HOME = Home(challenges, challenges.c.id, challenges.c.channel_id)


@dataclass(frozen=True, slots=True)
class NewChallenge:
    """A challenge to store. ``clock`` is in clock notation.

    ``unrated`` is why the match will not be rated, None if it will.
    """

    game: str
    variant: str
    challenger_id: PlayerId
    seat_choice: SeatChoice
    server_id: ServerId | None
    channel_id: ChannelId
    created_at: datetime
    expires_at: datetime
    key: Key
    rematch_of: MatchId | None = None
    clock: str = "none"
    engines: tuple[Engine, ...] = ()
    ladder_id: LadderId | None = None
    unrated: UnratedReason | None = None


@dataclass(frozen=True, slots=True)
class Challenge(OfVariant):
    """A stored challenge.

    ``invited`` is in the order of naming, ``accepted`` in that of accepting; ``clock`` is in clock
    notation; ``unrated`` is why the match will not be rated, None if it will. ``thread_id`` is the
    thread of the match before a rematch. ``board_channel_id`` and ``board_message_id`` are the
    newest board of the match that has begun.
    """

    id: ChallengeId
    game: str
    variant_id: str
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
    clock: str = "none"
    engines: tuple[Engine, ...] = ()
    ladder_id: LadderId | None = None
    unrated: UnratedReason | None = None
    thread_id: ChannelId | None = None
    board_channel_id: ChannelId | None = None
    board_message_id: MessageId | None = None

    @property
    def people_wanted(self) -> int:
        """The number of people who must accept before the match begins."""
        return self.variant.seats - 1 - len(self.engines)

    @property
    def is_practice(self) -> bool:
        """Whether engines take all other seats, so that the match begins at once."""
        return self.people_wanted == 0


def add(connection: Connection, new: NewChallenge, invited: Iterable[PlayerId]) -> ChallengeId:
    """Store an open challenge; with nobody ``invited``, anybody may accept."""
    row = {**row_of(new), "state": ChallengeState.OPEN}
    challenge_id = ChallengeId(insert_one(connection, challenges, row))
    rows = [
        {"challenge_id": challenge_id, "player_id": who, "invited": True, "position": position}
        for position, who in enumerate(invited)
    ]
    if rows:
        connection.execute(insert(challenge_players), rows)
    return challenge_id


def get(
    connection: Connection, challenge_id: ChallengeId, *, lock: bool = False
) -> Challenge | None:
    """The challenge, or None. ``lock`` locks its row until the transaction ends."""
    return _one(connection, challenges.c.id == challenge_id, lock=lock)


def with_key(connection: Connection, key: Key) -> Challenge | None:
    """The challenge with this key, or None."""
    return _one(connection, challenges.c.key == key)


def rematch_of(connection: Connection, match_id: MatchId) -> Challenge | None:
    """The open or accepted challenge to a rematch of this match, or None."""
    return _one(connection, and_(challenges.c.rematch_of == match_id, CHALLENGE_IS_OPEN))


def note_card(connection: Connection, challenge_id: ChallengeId, now: datetime) -> None:
    """Queue the challenge's card in its current state."""
    queue, home = f"challenge:{challenge_id}", (challenges, challenge_id)
    outbox.add(connection, outbox.NewMessage(CHALLENGE_MESSAGE, challenge_id, queue, home), now)


def lead_to_board(connection: Connection, match_id: MatchId, now: datetime) -> None:
    """Queue a rematch's card again, which links to the first board once that is posted."""
    begun = select(challenges.c.id).join(matches, matches.c.challenge_id == challenges.c.id)
    rematch = begun.where(matches.c.id == match_id, challenges.c.rematch_of.is_not(None))
    for challenge_id in connection.scalars(rematch).all():
        note_card(connection, ChallengeId(challenge_id), now)


def set_message(
    connection: Connection, challenge: Challenge, message: tuple[ChannelId, MessageId]
) -> None:
    """Store the message of the challenge's card, unless one is stored."""
    unposted = update(challenges).filter_by(id=challenge.id, message_id=None)
    connection.execute(unposted.values(message_id=message[1]))


def accept(
    connection: Connection, challenge_id: ChallengeId, player_id: PlayerId, now: datetime
) -> None:
    """Store that the player accepts."""
    row = {"challenge_id": challenge_id, "player_id": player_id, "invited": False, "position": 0}
    insert_missing(connection, challenge_players, [row])
    theirs = update(challenge_players).filter_by(challenge_id=challenge_id, player_id=player_id)
    connection.execute(theirs.values(accepted_at=now))


def change(connection: Connection, challenge_id: ChallengeId, **values: Any) -> None:
    """Set these columns of the challenge."""
    connection.execute(update(challenges).filter_by(id=challenge_id).values(**values))


def expiries(
    connection: Connection, challenge_ids: Iterable[ChallengeId]
) -> dict[ChallengeId, datetime]:
    """When each of these challenges expires."""
    these = challenges.c.id.in_(list(challenge_ids))
    found = connection.execute(select(challenges.c.id, challenges.c.expires_at).where(these))
    return {row.id: row.expires_at for row in found}


def close(
    connection: Connection,
    challenge_id: ChallengeId,
    state: ChallengeState,
    by: PlayerId | None = None,
) -> bool:
    """Close an open challenge with this state; whether it was open."""
    opened = update(challenges).filter_by(id=challenge_id, state=ChallengeState.OPEN)
    return connection.execute(opened.values(state=state, closed_by=by)).rowcount == 1


def awaiting(connection: Connection, player_id: PlayerId) -> tuple[ChallengeId, ...]:
    """The open challenges that name the player and wait for their answer, oldest first."""
    found = (
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
    return tuple(connection.scalars(found))


def open_with(connection: Connection, player_id: PlayerId) -> tuple[ChallengeId, ...]:
    """The open challenges that the player sent, accepted or is named in, oldest first."""
    named = select(challenge_players.c.challenge_id).filter_by(player_id=player_id)
    theirs = or_(challenges.c.challenger_id == player_id, challenges.c.id.in_(named))
    found = select(challenges.c.id).where(challenges.c.state == ChallengeState.OPEN, theirs)
    return tuple(connection.scalars(found.order_by(challenges.c.id)))


def open_at(connection: Connection, absence: Absence) -> tuple[Challenge, ...]:
    """The open challenges in the place of an absence, oldest first."""
    found = open_in(connection, absence.server_id)
    return tuple(each for each in found if absence.covers(each.channel_id))


def open_in(connection: Connection, server_id: ServerId) -> tuple[Challenge, ...]:
    """The open challenges in a server, oldest first."""
    here = select(challenges.c.id).filter_by(server_id=server_id, state=ChallengeState.OPEN)
    numbers = connection.scalars(here.order_by(challenges.c.id)).all()
    found = (get(connection, ChallengeId(each)) for each in numbers)
    return tuple(each for each in found if each is not None)


def count_open(connection: Connection, player_id: PlayerId) -> int:
    """The number of open challenges that the player has sent."""
    counted = select(func.count()).select_from(challenges)
    theirs = counted.filter_by(challenger_id=player_id, state=ChallengeState.OPEN)
    return connection.scalar(theirs) or 0


def made_before(connection: Connection, player_id: PlayerId, number: int) -> datetime | None:
    """When the player made their ``number``-th last challenge; None if they made fewer."""
    theirs = select(challenges.c.created_at).filter_by(challenger_id=player_id)
    latest = theirs.order_by(challenges.c.created_at.desc())
    return connection.scalar(latest.offset(number - 1).limit(1))


def withdraw_acceptance(
    connection: Connection, challenge_id: ChallengeId, player_id: PlayerId
) -> None:
    """Remove the player's acceptance; who was named may accept again."""
    theirs = {"challenge_id": challenge_id, "player_id": player_id}
    connection.execute(update(challenge_players).filter_by(**theirs).values(accepted_at=None))
    not_named = challenge_players.c.invited.is_(False)
    connection.execute(delete(challenge_players).filter_by(**theirs).where(not_named))


_before = matches.alias("before")
_THREAD = (
    select(_before.c.thread_id).where(_before.c.id == challenges.c.rematch_of).scalar_subquery()
).label("thread_id")
_BOARD = (matches.c.board_channel_id, matches.c.board_message_id)


def _one(
    connection: Connection, condition: ColumnElement[bool], *, lock: bool = False
) -> Challenge | None:
    query = (
        select(challenges, matches.c.id.label("match_id"), _THREAD, *_BOARD)
        .outerjoin(matches, matches.c.challenge_id == challenges.c.id)
        .where(condition)
    )
    row = connection.execute(query.with_for_update(of=challenges) if lock else query).one_or_none()
    if row is None:
        return None
    people = connection.execute(
        select(challenge_players)
        .filter_by(challenge_id=row.id)
        .order_by(challenge_players.c.position, challenge_players.c.player_id)
    ).all()
    accepted = sorted(
        (person for person in people if person.accepted_at is not None),
        key=lambda person: person.accepted_at,
    )
    return Challenge(
        **{name: value for name, value in row._mapping.items() if name in Challenge.__slots__},
        variant_id=row.variant,
        invited=tuple(person.player_id for person in people if person.invited),
        accepted=tuple(person.player_id for person in accepted),
    )
