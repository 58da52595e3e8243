"""Holds back timers whose place the bot cannot use, and resumes or drops what waited."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.core import absences, timers
from bot.core.absences import HOME, Absence
from bot.core.timers import Timer, TimerAction
from data.standing_tables import champions, ladders, live_leaderboards, weekly_channels
from data.states import TimerKind
from data.tables import challenges, matches
from data.tables import timers as timer_rows
from data.tournament_tables import tournaments
from data.transactions import notify


@dataclass(frozen=True, slots=True)
class Home:
    """The table and key of a timer's subject, and its channel; None for any in its server."""

    table: sa.Table
    key: sa.ColumnElement[Any]
    channel_id: sa.ColumnElement[Any] | None


_MATCH = Home(matches, matches.c.id, HOME)
HOMES: Mapping[TimerKind, Home] = {
    TimerKind.CHALLENGE_EXPIRY: Home(challenges, challenges.c.id, challenges.c.channel_id),
    TimerKind.DEADLINE: _MATCH,
    TimerKind.REMINDER: _MATCH,
    TimerKind.IDLE: _MATCH,
    TimerKind.LADDER: Home(ladders, ladders.c.id, None),
    TimerKind.LIVE_LIST: Home(
        live_leaderboards, live_leaderboards.c.id, live_leaderboards.c.channel_id
    ),
    TimerKind.CHAMPION: Home(champions, champions.c.id, None),
    TimerKind.WEEKLY: Home(
        weekly_channels, weekly_channels.c.server_id, weekly_channels.c.channel_id
    ),
    TimerKind.TOURNAMENT: Home(tournaments, tournaments.c.id, tournaments.c.channel_id),
}
"""The kinds of timers that belong to a place. The others are about people, or post nothing."""


def waiting_for_places(actions: Mapping[TimerKind, TimerAction]) -> dict[TimerKind, TimerAction]:
    """The same actions, postponed until the bot can use their place."""
    return {kind: _waiting(kind, action) for kind, action in actions.items()}


def _waiting(kind: TimerKind, action: TimerAction) -> TimerAction:
    home = HOMES.get(kind)
    if home is None:
        return action

    def act(connection: sa.Connection, timer: Timer, now: datetime) -> None:
        found = absences.of_row(connection, home.table, home.channel_id, home.key, timer.subject_id)
        if found is None:
            action(connection, timer, now)
        else:
            timers.set_timer(connection, kind, timer.subject_id, found.waits_until(now))

    return act


DELAYS: Mapping[TimerKind, timedelta] = {TimerKind.IDLE: timedelta(days=7)}
"""Delay of timers after an absence; the other kinds are due at once and reschedule themselves."""


def resume_timers(connection: sa.Connection, absence: Absence, now: datetime) -> None:
    """Reschedule the timers that an absence postponed, except those of challenges.

    Challenges get their time back one by one, when they hear AbsenceOver.
    """
    for kind, home in HOMES.items():
        is_elsewhere = home.channel_id is None and not absence.is_of_server
        if is_elsewhere or kind is TimerKind.CHALLENGE_EXPIRY:
            continue
        there = absence.holds(home.table.c.server_id, home.channel_id)
        subjects = sa.select(home.key).where(there)
        put_off = sa.update(timer_rows).filter_by(kind=kind)
        put_off = put_off.where(timer_rows.c.due_at >= absence.ends_at)
        due_at = now + DELAYS.get(kind, timedelta())
        connection.execute(
            put_off.where(timer_rows.c.subject_id.in_(subjects)).values(due_at=due_at)
        )
    notify(connection, timers.SUBJECT)
