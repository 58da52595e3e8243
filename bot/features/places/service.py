"""Notes where the bot cannot post, and what follows for matches and settings there."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import chain

import structlog
from sqlalchemy import Connection

from bot.core import absences, matches, outbox, timers
from bot.core.absences import WHOLE_SERVER, Absence, UsedPlace, Why
from bot.core.events import Events
from bot.core.faults import describe_error, read_in_savepoint
from bot.core.matches import MatchStore, Now
from bot.core.posting import Access, CannotPost, ChannelGone, Messenger, ServerGone
from bot.core.waking import Wakeup
from bot.features import timekeeping
from bot.features.places.posts import AbsenceNews, people_at, tell
from data.database import Database, notify, reads
from data.ids import AbsenceId, ChannelId, Key, MatchId, RoleId, ServerId, TournamentId
from data.shards import Shards
from data.states import AbsenceReason, EntryKind, TimerKind
from rules import GAMES
from rules.texts import Plain, Text

ABSENCE_TIMER = TimerKind("absence")

TOLD_AFTER = timedelta(hours=1)
"""People are told only of absences that last this long."""
CHECK_EVERY = timedelta(days=1)
"""Interval between checks of all servers without a word from Discord."""
RECHECK_AFTER = timedelta(minutes=1)
"""Retry delay while it is unknown whether the bot is back."""
BATCH = 50
"""The most matches that are resumed or ended in one transaction."""
NEEDED_TO_POST = ("view_channel", "send_messages", "send_messages_in_threads")
"""The permissions without which nothing can be posted."""

logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class AbsenceOver:
    """An event, once for each absence: the bot is back, and its matches have been resumed."""

    absence: Absence


@dataclass(frozen=True, slots=True)
class GivenUp:
    """An event: an absence lasted so long that what is played there was ended."""

    absence: Absence


@dataclass(frozen=True, slots=True)
class WhatIsLost:
    """An event: asks each feature which of its settings in a server are lost.

    ``shut`` are the channels that the bot cannot use; ``has_role`` says whether a role exists.
    """

    server_id: ServerId
    shut: Collection[ChannelId | None]
    has_role: Callable[[RoleId], bool]


@dataclass(frozen=True, slots=True)
class LostSetting:
    """A sentence about a setting, of a tournament or the server, that points to nothing."""

    says: Text
    tournament_id: TournamentId | None = None

    @property
    def warning(self) -> Text:
        return Plain("⚠️ {told}", told=self.says)


def lost_of(says: Text, game: str) -> LostSetting:
    """A LostSetting with ``{game}`` filled in."""
    return LostSetting(says.of(game=GAMES[game].info.name if game in GAMES else game))


class AbsenceService:
    """Stores the absences of the bot, by what Discord tells and refuses."""

    def __init__(
        self,
        database: Database,
        store: MatchStore,
        messenger: Messenger,
        presence: timekeeping.Presence,
        now: Now,
        shards: Shards,
        events: Events,
    ) -> None:
        self._database = database
        self._store = store
        self._messenger = messenger
        self._presence = presence
        self._now = now
        self._shards = shards
        self._events = events
        self._changed: set[ServerId] = set()
        self._check_all = True
        self._news = Wakeup()

    def changed(self, server_id: ServerId | None = None) -> None:
        """Request a check of a server, or of all servers without an id."""
        if server_id is None:
            self._check_all = True
        else:
            self._changed.add(server_id)
        self._news.set()

    async def run(self) -> None:
        """Check servers as they change, and all of them from time to time, until cancelled."""
        while True:
            await self.look()
            await self._news.sleep(CHECK_EVERY)
            self._check_all = self._check_all or not self._changed

    async def look(self) -> None:
        """Check the servers that have changed, or all."""
        everything, changed = self._check_all, frozenset(self._changed)
        for server_id in [None] if everything else sorted(changed):
            await self._check(server_id)
            await self._note_left(server_id)
        self._check_all = self._check_all and not everything
        self._changed -= changed

    @reads
    def at(
        self, connection: Connection, server_id: ServerId, channel_id: ChannelId
    ) -> Absence | None:
        """The absence that concerns a channel; None if the bot can post there."""
        return next(iter(absences.at(connection, server_id, channel_id)), None)

    @reads
    def lost_in(self, connection: Connection, server_id: ServerId) -> tuple[LostSetting, ...]:
        """The settings of a server that managers and organisers have to choose again."""
        shut = [each.channel_id for each in absences.current(connection, server_id)]
        reach = WhatIsLost(server_id, shut, partial(self._messenger.has_role, server_id))
        return tuple(chain.from_iterable(self._events.ask(connection, reach)))

    def refused(
        self, connection: Connection, due: outbox.Due, error: Exception, now: datetime
    ) -> None:
        """Begin an absence where Discord refused a message for good."""
        why, channel_id = _why(error), due.channel_id
        if due.server_id is None or why is None or channel_id is None:
            return
        if why.reason is AbsenceReason.REMOVED:
            channel_id = WHOLE_SERVER
        else:
            # the boards of a match that has this thread can go to its channel instead
            beside = absences.parent_channel(connection, channel_id)
            if beside and self._messenger.access(due.server_id, beside) is Access.OPEN:
                return
        self._note(connection, due.server_id, {channel_id: why}, now)

    def follow(self, connection: Connection, timer: timers.Timer, now: datetime) -> None:
        """Tell people of an absence; when its timer is due again, end what is played there.

        After the end of the absence, resume what is played there.
        """
        absence = absences.get(connection, AbsenceId(timer.subject_id), lock=True)
        if absence is None:
            return
        if absence.ended is not None:
            self._resume(connection, absence, now)
            return
        if now < absence.ends_at:
            people = people_at(connection, absence)
            tell(connection, absence, people, AbsenceNews.STILL, now)
            timers.set_timer(connection, timer.kind, absence.id, absence.ends_at)
            return
        seen = self._access_now(connection, absence, now)
        if seen is Access.UNKNOWN:
            timers.set_timer(connection, timer.kind, absence.id, now + RECHECK_AFTER)
        elif seen is Access.OPEN:
            self._end(connection, [absence], now)
        else:
            self._give_up(connection, absence, now)

    def _access_now(self, connection: Connection, absence: Absence, now: datetime) -> Access | Why:
        """The access to an absence's place; UNKNOWN while the bot may turn out to be back."""
        why = Why(absence.reason, absence.permission)
        server = self._messenger.access(absence.server_id, WHOLE_SERVER)
        if server is Access.UNKNOWN:
            if any(each.serves(absence.server_id) for each in self._shards.each):
                return server
            since = now - RECHECK_AFTER  # another process would have noted it by now
            is_heard = self._presence.would_have_heard(connection, absence.server_id, since, now)
            return why if is_heard else server
        if absence.is_of_server or server is not Access.OPEN:
            return server
        channel = self._messenger.access(absence.server_id, absence.channel_id)
        return why if channel is Access.UNKNOWN else channel

    async def _check(self, server_id: ServerId | None) -> None:
        """Compare the channels that are needed in a server, or in all, with those that are open."""
        by_server = defaultdict[ServerId, list[UsedPlace]](list)
        wanted = await self._database.read(absences.used_places, server_id, self._shards)
        for each in wanted:
            by_server[each.server_id].append(each)
        for number, needed in by_server.items():
            server = self._messenger.access(number, WHOLE_SERVER)
            if isinstance(server, Why):
                await self._database.write(self._note, number, {WHOLE_SERVER: server}, self._now())
            elif server is Access.OPEN:
                # the channel where a match is posted counts before a thread that failed once
                threads_last = sorted(needed, key=lambda each: each.thread_id is not None)
                seen = {
                    each.thread_id or each.channel_id: self._access_to(each)
                    for each in threads_last
                }
                seen |= await self._ask_discord(number, needed, seen) if server_id is None else {}
                is_shut = any(isinstance(each, Why) for each in seen.values())
                if is_shut or any(each.could_not for each in needed):
                    await self._database.write(self._note_all, number, seen, self._now())

    async def _note_left(self, server_id: ServerId | None) -> None:
        """Store since when the bot is no more in a server, or in any of them, and where it is."""
        left, back = list[ServerId](), list[ServerId]()
        for number, left_at in await self._database.read(
            absences.known_servers, server_id, self._shards
        ):
            access = self._messenger.access(number, WHOLE_SERVER)
            if isinstance(access, Why) and left_at is None:
                left.append(number)
            elif access is Access.OPEN and left_at is not None:
                back.append(number)
        if left or back:
            await self._database.write(absences.note_left, left, back, self._now())

    async def _ask_discord(
        self,
        server_id: ServerId,
        needed: Iterable[UsedPlace],
        seen: dict[ChannelId, Access | Why],
    ) -> dict[ChannelId, Access | Why]:
        """Discord's answers for channels of unknown access, except those with a noted absence."""
        known = {each.channel_id for each in needed if each.could_not}
        asked = [
            each.channel_id
            for each in needed
            if each.thread_id is None and each.channel_id not in known
        ]
        unknown = [each for each in asked if seen.get(each) is Access.UNKNOWN]
        return {each: await self._messenger.ask_access(server_id, each) for each in unknown}

    def _note_all(
        self,
        connection: Connection,
        server_id: ServerId,
        seen: dict[ChannelId, Access | Why],
        now: datetime,
    ) -> None:
        """Begin and end absences in the channels of a server, by the access that was found."""
        shut = {where: why for where, why in seen.items() if isinstance(why, Why)}
        self._note(connection, server_id, shut, now)
        back = [
            each
            for each in absences.current(connection, server_id)
            if each.is_of_server or seen.get(each.channel_id) is Access.OPEN
        ]
        self._end(connection, back, now)

    def _access_to(self, wanted: UsedPlace) -> Access | Why:
        """The access to the place of a message: its thread, or else its channel."""
        channel = self._messenger.access(wanted.server_id, wanted.channel_id)
        if wanted.thread_id is None or channel is Access.OPEN:
            return channel
        thread = self._messenger.access(wanted.server_id, wanted.thread_id)
        if isinstance(channel, Why) and thread is Access.UNKNOWN:
            # an archived thread is unknown, and shares what hides its channel
            hidden = channel.reason is AbsenceReason.GONE or channel.permission == NEEDED_TO_POST[0]
            return channel if hidden else thread
        return thread

    def _note(
        self,
        connection: Connection,
        server_id: ServerId,
        found: dict[ChannelId, Why],
        now: datetime,
    ) -> None:
        known = absences.current(connection, server_id)
        new = {
            where: why
            for where, why in found.items()
            if not any(each.covers(where) for each in known)
        }
        for each in absences.record(connection, server_id, new, now):
            logger.warning("cannot be there", server=server_id, channel=each.channel_id or None)
            told_at = each.began + TOLD_AFTER
            timers.set_timer(connection, ABSENCE_TIMER, each.id, told_at)

    def _end(self, connection: Connection, back: list[Absence], now: datetime) -> None:
        absences.end(connection, back, now)
        for each in back:
            timers.set_timer(connection, ABSENCE_TIMER, each.id, now)

    def _resume(self, connection: Connection, absence: Absence, now: datetime) -> None:
        """Resume one batch of the matches of an ended absence; after the last, all else there."""
        batch = absences.matches_there(connection, absence, absence.credited_to, BATCH)
        for match_id in batch:
            resume = partial(self._resume_match, connection, match_id, absence, now)
            if isinstance(fault := read_in_savepoint(connection, resume), Exception):
                logger.error("time not made to run", match=match_id, error=describe_error(fault))
        done = len(batch) < BATCH
        up_to = batch[-1] if batch else absence.credited_to
        absences.set_credited(connection, absence, up_to, done=done)
        if not done:
            timers.set_timer(connection, ABSENCE_TIMER, absence.id, now)
            return
        self._events.tell(connection, AbsenceOver(absence), now)
        notify(connection, outbox.SUBJECT)

    def _resume_match(
        self, connection: Connection, match_id: MatchId, absence: Absence, now: datetime
    ) -> None:
        match = matches.storage.get(connection, match_id, lock=True)
        if match is None or match.time is None:
            return
        loaded = timekeeping.load_credited(connection, match, now)
        if timekeeping.end_absence(connection, loaded, absence, now):
            key = Key(f"absence:{absence.id}:{match_id}")
            told = now - absence.began >= TOLD_AFTER and loaded.deadline is not None
            loaded.save_once(connection, key, now, told=told)
        else:
            loaded.save(connection, now)

    def _give_up(self, connection: Connection, absence: Absence, now: datetime) -> None:
        """End a batch of matches without a result; after the last, end all else in the place."""
        batch = absences.matches_there(connection, absence, absence.credited_to, BATCH)
        people = people_at(connection, absence)
        for match_id in batch:
            call_off = partial(self._call_off, connection, match_id, absence)
            if isinstance(fault := read_in_savepoint(connection, call_off), Exception):
                logger.error("match not ended", match=match_id, error=describe_error(fault))
        if len(batch) == BATCH:
            absences.set_credited(connection, absence, batch[-1], done=False)
            timers.set_timer(connection, ABSENCE_TIMER, absence.id, now)
        else:  # repeated later, for matches that are moved there meanwhile
            absences.set_credited(connection, absence, MatchId(0), done=False)
            timers.set_timer(connection, ABSENCE_TIMER, absence.id, now + absences.MAX_ABSENCE)
            self._events.tell(connection, GivenUp(absence), now)
        tell(connection, absence, people, AbsenceNews.OVER, now)
        outbox.drop_at(connection, absence, now)

    def _call_off(self, connection: Connection, match_id: MatchId, absence: Absence) -> None:
        state = self._store.read(connection, match_id, lock=True)
        self._store.end(connection, state)
        if state.is_running:
            key = Key(f"absence:{absence.id}:{match_id}:{state.ply}")
            entry = matches.NewEntry(EntryKind.ABORT, matches.ABSENT, None, None, key)
            self._store.append(connection, state, entry)


def _why(error: Exception) -> Why | None:
    """Why nothing can be posted in the place of a refusal; None if it concerns one message."""
    if isinstance(error, ServerGone):
        return Why(AbsenceReason.REMOVED)
    if isinstance(error, ChannelGone):
        return Why(AbsenceReason.GONE)
    if isinstance(error, CannotPost) and error.permission in NEEDED_TO_POST:
        return Why(AbsenceReason.FORBIDDEN, error.permission)
    return None
