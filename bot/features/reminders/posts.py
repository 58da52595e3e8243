"""Reminders and digests on their way: where people want them, and where they can be reached."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches, outbox, posting, timers
from bot.core.people.settings import ReminderSettings, reminder_settings
from bot.features.reminders import storage
from bot.features.reminders.due import NOT_OF_A_TURN, tell
from bot.features.reminders.idling import NOTICE
from bot.features.reminders.planning import TIERS, zone_of
from bot.features.reminders.settings import put, set_digest
from bot.features.reminders.storage import NewReminder, Reminder
from data.ids import Engine, Key, PlayerId, ReminderId
from data.states import MessageKind, ReminderKind, ReminderState, ReminderWay


@dataclass(frozen=True, slots=True)
class Digest:
    """The matches that wait for somebody, the most urgent first."""

    player_id: PlayerId
    waiting: tuple[matches.MatchSummary, ...]


def note_digest(connection: Connection, player_id: PlayerId, day: int, now: datetime) -> None:
    """Note that somebody is to be told what waits, once for a ``day`` by its number."""
    row = outbox.NewMessage(MessageKind.DIGEST, player_id, f"direct:{player_id}", version=day)
    outbox.add(connection, row, now)


def tell_waiting(connection: Connection, timer: timers.Timer, now: datetime) -> None:
    """Tell somebody once a day what waits, if anything does, and set the next timer."""
    player_id = PlayerId(timer.subject_id)
    chosen = reminder_settings.get(connection, player_id)
    if chosen.reminder_way is not ReminderWay.DIGEST:
        return
    if matches.storage.count_waiting(connection, player_id):
        day = now.astimezone(zone_of(chosen)).date().toordinal()
        note_digest(connection, player_id, day, now)
    set_digest(connection, player_id, chosen, now)


@dataclass(frozen=True, slots=True)
class ReminderCard:
    """A reminder, its match now, and how the player wants it; ``direct``: for them alone."""

    reminder: Reminder
    match: matches.MatchState
    way: ReminderWay
    direct: bool = False

    @property
    def id(self) -> ReminderId:
        return self.reminder.id

    @property
    def player_id(self) -> PlayerId:
        return self.reminder.player_id

    @property
    def called(self) -> tuple[PlayerId, ...]:
        """Whom the message calls; nobody if it is for one alone, or they chose otherwise."""
        if self.reminder.kind is ReminderKind.NOTICE:
            seats = self.match.seats
            return tuple(
                each.holder for each in seats if not (each.left or isinstance(each.holder, Engine))
            )
        wants_none = self.way in (ReminderWay.OFF, ReminderWay.DIGEST)
        return () if self.direct or wants_none else (self.player_id,)

    @property
    def called_off_at(self) -> datetime:
        """When a match ends of which this gives notice."""
        return self.reminder.created_at + NOTICE


def reminder_posts(store: matches.MatchStore, now: matches.Now) -> posting.PostKind[ReminderCard]:
    """A reminder is shown once, and taken away once something has happened in its match.

    Where direct messages are closed it comes in the match's thread, and so will the next.
    """

    def load(connection: Connection, due: outbox.Due) -> posting.Post[ReminderCard] | None:
        reminder = storage.get(connection, ReminderId(due.subject_id))
        if reminder is None:
            return None
        match = store.read(connection, reminder.match_id)
        chosen = reminder_settings.get(connection, reminder.player_id)
        card = ReminderCard(reminder, match, chosen.reminder_way)
        return None if is_pointless(card) else _post(card)

    def is_pointless(card: ReminderCard) -> bool:
        """Whether the time of which it was to remind is over by now, or stands still."""
        of_time = card.reminder.kind in TIERS
        until = card.match.match.deadline
        is_running = until is not None and now() < until
        return of_time and card.reminder.state is ReminderState.TOLD and not is_running

    def in_match(connection: Connection, card: ReminderCard) -> posting.Post[ReminderCard]:
        _switch_off(connection, card.player_id, now())
        storage.change(connection, card.id, direct_closed=True)
        closed = replace(card.reminder, direct_closed=True, offers_direct=False)
        return _post(replace(card, reminder=closed, direct=False))

    def once_in_match(_: Connection, card: ReminderCard) -> posting.Post[ReminderCard] | None:
        if not card.direct:
            return None
        return _post(replace(card, way=ReminderWay.THREAD, direct=False))

    def remember(connection: Connection, card: ReminderCard, message: posting.Sent) -> None:
        channel_id, message_id = message
        shown = {"channel_id": channel_id, "message_id": message_id}
        storage.change(connection, card.reminder.id, **shown)

    return posting.PostKind(
        kind=MessageKind.REMINDER,
        load=load,
        remember=remember,
        refused={
            posting.DirectMessagesClosed: in_match,
            posting.MessageRefused: once_in_match,
        },
        once=True,
    )


def digest_posts(now: matches.Now) -> posting.PostKind[Digest]:
    """Everything that waits for somebody, in one direct message that stays as it was sent.

    Where direct messages are closed, people are reminded in the threads of their matches again.
    """

    def load(connection: Connection, due: outbox.Due) -> posting.Post[Digest] | None:
        """What others wait for now; None if they have moved everywhere, or want no digest."""
        player_id = PlayerId(due.subject_id)
        chosen = reminder_settings.get(connection, player_id)
        running = matches.storage.running_of(connection, player_id)
        waiting = tuple(
            each
            for each in matches.storage.most_urgent_first(running)
            if each.to_move_player == player_id and not each.is_practice
        )
        if not waiting or chosen.reminder_way is not ReminderWay.DIGEST:
            return None
        return posting.Post(Digest(player_id, waiting), (posting.Direct(player_id),))

    def closed(connection: Connection, digest: Digest) -> None:
        in_match(connection, digest, _switch_off(connection, digest.player_id, now()))

    def once_in_match(connection: Connection, digest: Digest) -> None:
        in_match(connection, digest, reminder_settings.get(connection, digest.player_id))

    def in_match(connection: Connection, digest: Digest, chosen: ReminderSettings) -> None:
        whom, match = digest.player_id, digest.waiting[0]  # the most urgent one says so
        key = Key(f"{match.id}:{match.ply}:digest:{whom}")
        kind, state = ReminderKind.DIGEST, ReminderState.TOLD
        new = NewReminder(match.id, match.ply, whom, kind, state, key, direct_closed=True)
        tell(connection, new, chosen, now())

    refused: posting.Refused[Digest] = {
        posting.DirectMessagesClosed: closed,
        posting.MessageRefused: once_in_match,
    }
    return posting.PostKind(kind=MessageKind.DIGEST, load=load, refused=refused, once=True)


def _post(card: ReminderCard) -> posting.Post[ReminderCard]:
    """Where the player wants it, or else where the match's people look, likeliest first."""
    reminder, match = card.reminder, card.match.match
    is_over = reminder.state is ReminderState.OVER
    known = posting.sent_at(reminder.channel_id, reminder.message_id)
    wanted = posting.Wanted.REMOVED if is_over else posting.Wanted.SHOWN
    is_for_them = reminder.kind not in NOT_OF_A_TURN and not reminder.direct_closed
    if is_for_them and card.way is ReminderWay.DIRECT:
        to_them = replace(card, direct=True)
        return posting.Post(to_them, (posting.Direct(card.player_id),), known, wanted)
    channels = dict.fromkeys((match.board_channel_id, match.thread_id, match.channel_id))
    board = posting.sent_at(match.board_channel_id, match.board_message_id)
    places = tuple(each for each in channels if each is not None)
    return posting.Post(card, places, known, wanted, board)


def _switch_off(connection: Connection, player_id: PlayerId, now: datetime) -> ReminderSettings:
    chosen = reminder_settings.get(connection, player_id, lock=True)
    if chosen.reminder_way is ReminderWay.THREAD:
        return chosen
    in_threads = replace(chosen, reminder_way=ReminderWay.THREAD, direct_offered=True)
    put(connection, player_id, in_threads, now, now)
    return in_threads
