"""Noticing where the bot cannot be, and going on, or giving up, what is played there."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

import structlog
from sqlalchemy import Connection

from bot.core import absences, clocks, matches, outbox, outbox_places, timers
from bot.core.absences import WHOLE, Absence, Spot, Wanted, Why
from bot.core.events import UNHEARD, Events
from bot.core.faults import fault_of, read_guarded, told
from bot.core.matches import MatchStore, Now
from bot.core.posting import Access, CannotPost, ChannelGone, Messenger, ServerGone
from bot.core.waking import Wakeup
from bot.features import timekeeping
from bot.features.places.posts import AbsenceNews, people_at, tell
from bot.features.places.waiting import go_on, let_go
from data.database import Database
from data.ids import AbsenceId, ChannelId, Key, MatchId, ServerId
from data.notices import give
from data.shards import ALL, Shards
from data.states import AbsenceReason, EntryKind, TimerKind
from data.transactions import reads

TOLD_AFTER = timedelta(hours=1)
"""Nobody hears of what was over sooner."""
LOOK_AGAIN = timedelta(days=1)
"""So often all is looked at though Discord tells of nothing."""
IN_DOUBT = timedelta(minutes=1)
"""When it is looked again whether the bot is back, where nobody knows just now."""
BATCH = 50
"""So many matches go on, or end, in one transaction."""
SPEAKING = ("view_channel", "send_messages", "send_messages_in_threads")
"""Without one of these nothing can be posted somewhere."""

SUBJECT = "places"
"""Of what is told when the bot is back somewhere."""

logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class AbsenceOver:
    """The bot is back where it could not be; told once for an absence."""

    absence: Absence


@dataclass(frozen=True, slots=True)
class GivenUp:
    """The bot has not been there for so long that nothing is waited for any more."""

    absence: Absence


class Places:
    """Keeps noted where the bot cannot be, by what Discord tells and refuses."""

    def __init__(
        self,
        database: Database,
        store: MatchStore,
        messenger: Messenger,
        presence: timekeeping.Presence,
        now: Now,
        shards: Shards = ALL,
        events: Events = UNHEARD,
    ) -> None:
        self._database = database
        self._store = store
        self._messenger = messenger
        self._presence = presence
        self._now = now
        self._shards = shards
        self._events = events
        self._changed: set[ServerId] = set()
        self._look_at_all = True
        self._news = Wakeup()
        database.subscribe(SUBJECT, self._news.set)

    def changed(self, server_id: ServerId | None = None) -> None:
        """Have it looked at where the bot can be in a server now; in all without a number."""
        if server_id is None:
            self._look_at_all = True
        else:
            self._changed.add(server_id)
        self._news.set()

    async def run(self) -> None:
        """Look at what has changed, and let go on what can, until cancelled."""
        while True:
            await self.look()
            await self._news.sleep(LOOK_AGAIN)
            self._look_at_all = self._look_at_all or not self._changed

    async def look(self) -> None:
        """Note where the bot cannot be by now, of all that has changed, and let the rest go on."""
        everything, changed = self._look_at_all, frozenset(self._changed)
        for server_id in [None] if everything else sorted(changed):
            await self._look_at(server_id)
        self._look_at_all = self._look_at_all and not everything
        self._changed -= changed
        await self._go_on_everywhere()

    async def _go_on_everywhere(self) -> None:
        """Let time run again where the bot is back. What fails in one place holds up no other."""
        failing: set[AbsenceId] = set()
        while absence := await self._database.write(absences.ended, None, failing):
            go_on_there = partial(self._database.write, self._go_on, absence.id)
            fault = await fault_of(self._database, go_on_there)
            if fault is not None:  # it is tried again when all is looked at next
                failing.add(absence.id)
                logger.error("place does not go on", absence=absence.id, error=told(fault))

    @reads
    def at(self, connection: Connection, spot: Spot) -> Absence | None:
        """The absence that concerns a channel; None if the bot can be there."""
        return next(iter(absences.of_spot(connection, spot)), None)

    def refused(
        self, connection: Connection, due: outbox.Due, error: Exception, now: datetime
    ) -> None:
        """Note where a message was refused for good, so that no other is tried there."""
        why, channel_id = _why(error), due.channel_id
        if due.server_id is None or why is None or channel_id is None:
            return
        if why.reason is AbsenceReason.REMOVED:
            channel_id = WHOLE
        else:
            # the boards of a match that has this thread can go to its channel instead
            beside = absences.channel_beside(connection, channel_id)
            if beside and self._messenger.access(due.server_id, beside) is Access.OPEN:
                return
        self._note(connection, due.server_id, {channel_id: why}, now)

    def follow(self, connection: Connection, timer: timers.Timer, now: datetime) -> None:
        """Tell people of an absence after a while; after very long, end what is played there."""
        absence = absences.get(connection, AbsenceId(timer.subject_id), lock=True)
        if absence is None:
            return
        if now < absence.ends_at:
            people = people_at(connection, absence)
            tell(connection, absence, people, AbsenceNews.STILL, now)
            timers.set_timer(connection, timer.kind, absence.id, absence.ends_at)
            return
        seen = self._seen(connection, absence, now)
        if seen is Access.UNKNOWN:
            timers.set_timer(connection, timer.kind, absence.id, now + IN_DOUBT)
        elif seen is Access.OPEN:
            self._end(connection, [absence], now)
        else:
            self._give_up(connection, absence, now)

    def _seen(self, connection: Connection, absence: Absence, now: datetime) -> Access | Why:
        """How it is there now; UNKNOWN while it may be found out soon that the bot is back."""
        why = Why(absence.reason, absence.permission)
        server = self._messenger.access(absence.server_id, WHOLE)
        if server is Access.UNKNOWN:
            if any(each.serves(absence.server_id) for each in self._shards.each):
                return server
            since = now - IN_DOUBT  # another process would have noted it if it were back
            is_heard = self._presence.would_have_heard(connection, absence.server_id, since, now)
            return why if is_heard else server
        if absence.is_of_server or server is not Access.OPEN:
            return server
        channel = self._messenger.access(absence.server_id, absence.channel_id)
        return why if channel is Access.UNKNOWN else channel

    async def _look_at(self, server_id: ServerId | None) -> None:
        """Look at a server, or at all: what something needs there, and how it is there."""
        by_server = defaultdict[ServerId, list[Wanted]](list)
        wanted = await self._database.read(absences.wanted, server_id, self._shards)
        for each in wanted:
            by_server[each.server_id].append(each)
        for number, needed in by_server.items():
            server = self._messenger.access(number, WHOLE)
            if isinstance(server, Why):
                await self._database.write(self._note, number, {WHOLE: server}, self._now())
            elif server is Access.OPEN:
                # where a match is posted says more than that its thread could not be used once
                threads_last = sorted(needed, key=lambda each: each.thread_id is not None)
                seen = {each.thread_id or each.channel_id: self._at(each) for each in threads_last}
                seen |= await self._asked(number, needed, seen) if server_id is None else {}
                is_shut = any(isinstance(each, Why) for each in seen.values())
                if is_shut or any(each.could_not for each in needed):
                    await self._database.write(self._note_all, number, seen, self._now())

    async def _asked(
        self,
        server_id: ServerId,
        needed: Iterable[Wanted],
        seen: dict[ChannelId, Access | Why],
    ) -> dict[ChannelId, Access | Why]:
        """How it is in those channels of which nobody knows; none is asked for again and again."""
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
        """Note in which channels of a server the bot cannot be, and in which it can again."""
        shut = {where: why for where, why in seen.items() if isinstance(why, Why)}
        self._note(connection, server_id, shut, now)
        back = [
            each
            for each in absences.standing(connection, server_id)
            if each.is_of_server or seen.get(each.channel_id) is Access.OPEN
        ]
        self._end(connection, back, now)

    def _at(self, wanted: Wanted) -> Access | Why:
        """How it is where something is posted: in its thread, or else in the channel."""
        channel = self._messenger.access(wanted.server_id, wanted.channel_id)
        if wanted.thread_id is None or channel is Access.OPEN:
            return channel
        thread = self._messenger.access(wanted.server_id, wanted.thread_id)
        if isinstance(channel, Why) and thread is Access.UNKNOWN:
            # one that is archived is not known, and is as its channel is
            hidden = channel.reason is AbsenceReason.GONE or channel.permission == SPEAKING[0]
            return channel if hidden else thread
        return thread

    def _note(
        self,
        connection: Connection,
        server_id: ServerId,
        found: dict[ChannelId, Why],
        now: datetime,
    ) -> None:
        known = absences.standing(connection, server_id)
        new = {
            where: why
            for where, why in found.items()
            if not any(each.covers(where) for each in known)
        }
        for each in absences.note(connection, server_id, new, now):
            logger.warning("cannot be there", server=server_id, channel=each.channel_id or None)
            told_at = each.began + TOLD_AFTER
            timers.set_timer(connection, TimerKind.ABSENCE, each.id, told_at)

    def _end(self, connection: Connection, back: list[Absence], now: datetime) -> None:
        absences.end(connection, back, now)
        gone = [timers.Timer(TimerKind.ABSENCE, each.id, now) for each in back]
        timers.cancel_all(connection, gone)
        if back:
            give(connection, SUBJECT)

    def _go_on(self, connection: Connection, absence_id: AbsenceId) -> None:
        """Let time run again in some matches of a place where the bot is back."""
        absence, now = absences.ended(connection, absence_id), self._now()
        if absence is None:
            return
        batch = absences.played_there(connection, absence, absence.credited_to, BATCH)
        for match_id in batch:
            run_again = partial(self._run_again, connection, match_id, absence, now)
            if isinstance(fault := read_guarded(connection, run_again), Exception):
                logger.error("time not made to run", match=match_id, error=told(fault))
        done = len(batch) < BATCH
        up_to = batch[-1] if batch else absence.credited_to
        absences.set_credited(connection, absence, up_to, done=done)
        if done:
            self._events.tell(connection, AbsenceOver(absence), now)
            go_on(connection, absence, now)
            give(connection, outbox.SUBJECT)

    def _run_again(
        self, connection: Connection, match_id: MatchId, absence: Absence, now: datetime
    ) -> None:
        match = matches.storage.get(connection, match_id, lock=True)
        if match is None or match.time is None:
            return
        loaded = timekeeping.load_credited(connection, match, now)
        timekeeping.end_absence(connection, loaded, absence, now)
        newest = loaded.newest
        if newest is None or newest.kind is not clocks.LedgerKind.ABSENCE_ENDED:
            loaded.save(connection, now)
            return
        key = Key(f"absence:{absence.id}:{match_id}")
        number = loaded.save_once(connection, key, now)
        if now - absence.began >= TOLD_AFTER and loaded.deadline is not None:
            timekeeping.note_news(connection, number, match_id, now)

    def _give_up(self, connection: Connection, absence: Absence, now: datetime) -> None:
        """End what is played where the bot has not been for very long: nobody wins or loses."""
        batch = absences.played_there(connection, absence, absence.credited_to, BATCH)
        people = people_at(connection, absence)
        for match_id in batch:
            call_off = partial(self._call_off, connection, match_id, absence)
            if isinstance(fault := read_guarded(connection, call_off), Exception):
                logger.error("match not ended", match=match_id, error=told(fault))
        if len(batch) == BATCH:
            absences.set_credited(connection, absence, batch[-1], done=False)
            timers.set_timer(connection, TimerKind.ABSENCE, absence.id, now)
        else:  # it is done again later, for what comes to be there meanwhile
            absences.set_credited(connection, absence, MatchId(0), done=False)
            timers.set_timer(connection, TimerKind.ABSENCE, absence.id, now + absences.LONGEST)
            let_go(connection, absence)
            self._events.tell(connection, GivenUp(absence), now)
        tell(connection, absence, people, AbsenceNews.OVER, now)
        outbox_places.end_there(connection, absence, now)

    def _call_off(self, connection: Connection, match_id: MatchId, absence: Absence) -> None:
        state = self._store.read(connection, match_id, lock=True)
        self._store.end(connection, state)
        if state.is_running:
            key = Key(f"absence:{absence.id}:{match_id}:{state.ply}")
            entry = matches.NewEntry(EntryKind.ABORT, matches.ABSENT, None, None, key)
            self._store.append(connection, state, entry)


def _why(error: Exception) -> Why | None:
    """What a refusal tells of the place; None if others may be taken there."""
    if isinstance(error, ServerGone):
        return Why(AbsenceReason.REMOVED)
    if isinstance(error, ChannelGone):
        return Why(AbsenceReason.GONE)
    if isinstance(error, CannotPost) and error.permission in SPEAKING:
        return Why(AbsenceReason.FORBIDDEN, error.permission)
    return None
