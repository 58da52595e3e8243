"""What people do with the Daily, what managers decide about it, and what its timer does."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from bot.core import outbox, timers
from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.matches import Service
from bot.core.people import players
from bot.core.people.settings import managed, player_settings, reminder_settings
from bot.core.timers import Timer
from bot.features.daily import posts, storage
from bot.features.daily.calendar import GRACE, day_of, end_of, next_post
from bot.features.daily.posts import DAILY, SharedDaily
from bot.features.daily.storage import DailyChannel, MonthLine, Played
from bot.features.practice import PuzzleTried
from bot.features.practice.storage import PuzzleState, put_puzzle, solved
from data.database import reads, writes
from data.ids import ChannelId, PlayerId, ServerId
from data.standing_tables import daily_channels
from data.states import TimerKind
from rules.puzzles import Puzzle
from rules.texts import Text

DAILY_TIMER = TimerKind("daily")
HOUR = 9
"""When the Daily is posted in a server that has not chosen an hour."""
TODAY = -1
"""Stands for the weekday that it is."""
KEPT_OPEN = 30
"""How many days back a Daily can be opened."""


class NotOver(ServiceError):
    """A Daily is shared by somebody who may still solve it."""

    says = Text("You can share the Daily when you have solved it or used your three tries.")


class DailyService(Service):
    """Opens, counts, lists, shares and posts the Daily."""

    @writes
    def open(self, connection: Connection, actor: Actor, day: int | None = None) -> Puzzle:
        """The puzzle of a day; today's for None and for days that are not kept open.

        That of today, or of an open post in the actor's server, counts from now on, and begins
        anew: the actor may have met the puzzle elsewhere.
        """
        now, server_id = self._now(), actor.place.server_id
        today = day_of(now)
        if day is None or day not in range(max(today - KEPT_OPEN, 1), today):
            day = today
        puzzle = storage.choose(connection, day)
        if day == today or _open_post(connection, server_id, day) is not None:
            players.ensure(connection, [actor.id], now)
            if server_id is not None:
                players.ensure_server(connection, server_id, now)
            played = Played(actor.id, day, server_id, now)
            if storage.insert(connection, played):
                storage.count(connection, played)
                put_puzzle(connection, actor.id, PuzzleState(puzzle.id), now)
        return puzzle

    @writes
    def past(self, connection: Connection, actor: Actor) -> tuple[tuple[int, Puzzle, bool], ...]:
        """The Dailies that can be solved later, the newest first; whether the actor solved each."""
        today = day_of(self._now())
        days = reversed(range(max(today - KEPT_OPEN, 1), today))
        found = {day: storage.choose(connection, day) for day in days}
        known = solved(connection, actor.id, [each.id for each in found.values()])
        return tuple((day, each, each.id in known) for day, each in found.items())

    @reads
    def ended(self, connection: Connection, actor: Actor, puzzle_id: str) -> SharedDaily | None:
        """How the actor got on with the Daily of this puzzle; None if they are not through it."""
        played = _of_puzzle(connection, actor.id, puzzle_id, day_of(self._now()))
        return None if played is None else posts.shared_of(connection, actor.id, played.day)

    @reads
    def shared(self, connection: Connection, actor: Actor, day: int) -> SharedDaily:
        """What the actor can share of a Daily; raises NotOver."""
        found = posts.shared_of(connection, actor.id, day)
        if found is None:
            raise NotOver
        return found

    @writes
    def share(self, connection: Connection, actor: Actor, shared: SharedDaily) -> None:
        """Post it where the actor is, in a server; once in a channel."""
        assert actor.place.server_id is not None
        players.ensure_server(connection, actor.place.server_id, self._now())
        posts.share(connection, shared, actor.place.server_id, actor.place.here, self._now())

    @reads
    def month(self, connection: Connection, actor: Actor) -> tuple[MonthLine, ...]:
        """Who solved most Dailies this month, and the actor; in a server of those there."""
        here, day = actor.place.server_id, day_of(self._now())
        found = storage.month(connection, day, here, actor.id)
        chosen = player_settings.of(connection, [each.player_id for each in found])
        hidden = {who for who, settings in chosen.items() if settings.hidden_elsewhere}
        stay = {who for who, settings in chosen.items() if settings.named_after_leaving}
        return tuple(
            replace(each, is_hidden=each.player_id in hidden, stays_named=each.player_id in stay)
            for each in found
        )

    @reads
    def solved_by(self, connection: Connection, player_id: PlayerId) -> tuple[int, int]:
        """How many Dailies a person solved in time: this month, and in all."""
        return storage.solved_by(connection, player_id, day_of(self._now()))

    @reads
    def place(self, connection: Connection, actor: Actor) -> DailyChannel | None:
        """Where the actor's server has the Daily; raises NoServerHere or NotAManager."""
        return storage.channel_of(connection, managed(connection, actor))

    @writes
    def keep(
        self,
        connection: Connection,
        actor: Actor,
        channel_id: ChannelId,
        changes: Mapping[str, Any] | None = None,
    ) -> datetime:
        """Have the Daily in this channel, by the clocks of the actor's zone.

        ``changes`` are another ``hour``, or the ``weekday`` on which alone it comes; None: daily.
        A server that has none gets one a day, the first one now. Returns when the next one comes.
        Raises NoServerHere or NotAManager.
        """
        server_id, now = managed(connection, actor), self._now()
        players.ensure_server(connection, server_id, now)
        before = storage.channel_of(connection, server_id, lock=True)
        zone = reminder_settings.get(connection, actor.id).zone
        known = before or DailyChannel(server_id, channel_id, HOUR, zone, None, now)
        after = replace(known, channel_id=channel_id, zone=zone or known.zone, **(changes or {}))
        if after.weekday == TODAY:
            after = replace(after, weekday=now.astimezone(after.clocks).weekday())
        storage.put_channel(connection, after)
        outbox.redirect(connection, [f"{DAILY.kind}:{server_id}"], after.channel_id, now)
        today = storage.posts(connection, server_id=server_id, day=day_of(now))
        posted = next(iter(today), None)
        if posted is not None and posted.channel_id != channel_id:
            DAILY.move(connection, posted.id, channel_id, now)
        elif posted is None and (before is None or before.channel_id != channel_id):
            posts.post_day(connection, after, now)
        if posted is not None and posted.closed:  # it was turned off earlier today
            posts.close(connection, posted, now, closed=False)
        return _set_timer(connection, after, now)

    @writes
    def end(self, connection: Connection, actor: Actor) -> bool:
        """Post the Daily no more; False if it was off. Raises NoServerHere or NotAManager."""
        server_id = managed(connection, actor)
        if storage.channel_of(connection, server_id, lock=True) is None:
            return False
        storage.drop_channels(connection, daily_channels.c.server_id == server_id)
        timers.cancel(connection, DAILY_TIMER, server_id)
        for each in storage.posts(connection, server_id=server_id, closed=False):
            posts.close(connection, each, self._now())
        return True


def post_next(connection: Connection, timer: Timer, now: datetime) -> None:
    """Post the Daily in the server of a timer, however late, and set the timer anew."""
    place = storage.channel_of(connection, ServerId(timer.subject_id), lock=True)
    if place is not None:
        posts.post_day(connection, place, now)
        _set_timer(connection, place, now)


def count_try(connection: Connection, tried: PuzzleTried, now: datetime) -> None:
    """Count an answer for the Daily that the person opened with this puzzle, if it is in time.

    It is until an hour after the end of the day, and while its post in their server is open.
    """
    played = _of_puzzle(connection, tried.player_id, tried.puzzle_id, day_of(now))
    if played is None or played.is_over:
        return
    end, post = end_of(played.day), _open_post(connection, played.server_id, played.day)
    is_early = now < end + GRACE
    if not is_early and post is None:
        return
    counted = tried.is_right and is_early and played.opened_at < end
    solved_at = now if tried.is_right else None
    after = replace(played, tries=played.tries + 1, solved_at=solved_at, counted=counted)
    storage.put(connection, after)
    if tried.is_right:
        storage.count(connection, after)
    if tried.is_right and post is not None:
        DAILY.queue(connection, post.id, now, post.edited_at, post.server_id)


def _of_puzzle(
    connection: Connection, player_id: PlayerId, puzzle_id: str, today: int
) -> Played | None:
    """The newest Daily with this puzzle that the person opened within the last days."""
    found = storage.played(connection, player_id, range(today - KEPT_OPEN, today + 1))
    puzzles = storage.chosen(connection, [each.day for each in found])
    its = (each for each in found if each.day in puzzles and puzzles[each.day].id == puzzle_id)
    return next(its, None)


def _open_post(
    connection: Connection, server_id: ServerId | None, day: int
) -> storage.DailyPost | None:
    its = {"server_id": server_id or storage.ELSEWHERE, "day": day, "closed": False}
    return next(iter(storage.posts(connection, **its)), None)


def _set_timer(connection: Connection, place: DailyChannel, now: datetime) -> datetime:
    """Set the timer to the next hour of the server on a day that it has not had; that time."""
    today, at = day_of(now), next_post(now, place.hour, place.weekday, place.clocks)
    if storage.posts(connection, server_id=place.server_id, day=today):
        while day_of(at) == today:
            at = next_post(at, place.hour, place.weekday, place.clocks)
    timers.set_timer(connection, DAILY_TIMER, place.server_id, at)
    return at
