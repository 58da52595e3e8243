"""The messages: reminders and digests, as each player has chosen, or in the match instead."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches, outbox, posting
from bot.core.people.settings import ReminderSettings, reminder_settings
from bot.features.reminders import rules, storage
from bot.features.reminders.hooks import add_reminder, store_settings
from bot.features.reminders.storage import DIGEST_MESSAGE, REMINDER_MESSAGE, NewReminder, Reminder
from data.ids import Engine, Key, PlayerId, ReminderId
from data.states import ReminderKind, ReminderState, ReminderWay


@dataclass(frozen=True, slots=True)
class Digest:
    """The matches in which it is the player's turn, the most urgent first."""

    player_id: PlayerId
    waiting: tuple[matches.MatchSummary, ...]


@dataclass(frozen=True, slots=True)
class ReminderCard:
    """A reminder, its match now, and the way the player chose; ``direct``: in a direct message."""

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
        """The players whom the message mentions; none in direct messages, or if they chose so."""
        if self.reminder.kind is ReminderKind.NOTICE:
            seats = self.match.seats
            return tuple(
                each.holder for each in seats if not (each.left or isinstance(each.holder, Engine))
            )
        wants_none = self.way in (ReminderWay.OFF, ReminderWay.DIGEST)
        return () if self.direct or wants_none else (self.player_id,)

    @property
    def called_off_at(self) -> datetime:
        """When the match ends by itself, if this is a notice."""
        return self.reminder.created_at + rules.NOTICE


def reminder_posts(store: matches.MatchStore, now: matches.Now) -> posting.PostKind[ReminderCard]:
    """Reminders: posted once, and removed when their match changes.

    If direct messages are closed, this reminder and all later ones come in the match's thread. If
    Discord refuses only this direct message, only this reminder does.
    """

    def load(connection: Connection, due: outbox.Due) -> posting.Post[ReminderCard] | None:
        reminder = storage.get(connection, ReminderId(due.subject_id))
        if reminder is None:
            return None
        match = store.read(connection, reminder.match_id)
        chosen = reminder_settings.get(connection, reminder.player_id)
        if reminder.kind in rules.TIERS and reminder.state is ReminderState.TOLD:
            until = match.match.deadline
            if until is None or now() >= until:
                return None  # the time it reminds of is paused, or over
        return _post(ReminderCard(reminder, match, chosen.reminder_way))

    def all_in_match(connection: Connection, card: ReminderCard) -> posting.Post[ReminderCard]:
        _stop_direct(connection, card.player_id, now())
        storage.change(connection, card.id, direct_closed=True)
        closed = replace(card.reminder, direct_closed=True, offers_direct=False)
        return _post(replace(card, reminder=closed, direct=False))

    def this_in_match(_: Connection, card: ReminderCard) -> posting.Post[ReminderCard] | None:
        if not card.direct:
            return None
        return _post(replace(card, way=ReminderWay.THREAD, direct=False))

    def remember(connection: Connection, card: ReminderCard, message: posting.Sent) -> None:
        channel_id, message_id = message
        storage.change(connection, card.id, channel_id=channel_id, message_id=message_id)

    refused: posting.OnRefusal[ReminderCard] = {
        posting.DirectMessagesClosed: all_in_match,
        posting.MessageRefused: this_in_match,
    }
    kind = REMINDER_MESSAGE
    return posting.PostKind(kind=kind, load=load, remember=remember, refused=refused, once=True)


def digest_posts(now: matches.Now) -> posting.PostKind[Digest]:
    """Digests: one direct message with all matches that wait for a player, never edited.

    If direct messages are closed, the player is reminded in the threads of their matches again.
    """

    def load(connection: Connection, due: outbox.Due) -> posting.Post[Digest] | None:
        """The digest as of now; None if no match waits, or the player wants no digest any more."""
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

    def all_in_match(connection: Connection, digest: Digest) -> None:
        put_in_match(connection, digest, _stop_direct(connection, digest.player_id, now()))

    def this_in_match(connection: Connection, digest: Digest) -> None:
        put_in_match(connection, digest, reminder_settings.get(connection, digest.player_id))

    def put_in_match(connection: Connection, digest: Digest, chosen: ReminderSettings) -> None:
        whom, match = digest.player_id, digest.waiting[0]  # shown in the most urgent match
        key = Key(f"{match.id}:{match.ply}:digest:{whom}")
        kind, state = ReminderKind.DIGEST, ReminderState.TOLD
        new = NewReminder(match.id, match.ply, whom, kind, state, key, direct_closed=True)
        add_reminder(connection, new, chosen, now())

    refused: posting.OnRefusal[Digest] = {
        posting.DirectMessagesClosed: all_in_match,
        posting.MessageRefused: this_in_match,
    }
    return posting.PostKind(kind=DIGEST_MESSAGE, load=load, refused=refused, once=True)


def _post(card: ReminderCard) -> posting.Post[ReminderCard]:
    """The card in a direct message if the player wants that, else where the match is played."""
    reminder, match = card.reminder, card.match.match
    is_over = reminder.state is ReminderState.OVER
    known = posting.sent_or_none(reminder.channel_id, reminder.message_id)
    wanted = posting.Wanted.REMOVED if is_over else posting.Wanted.SHOWN
    may_be_direct = reminder.kind not in rules.NEVER_DIRECT and not reminder.direct_closed
    if may_be_direct and card.way is ReminderWay.DIRECT:
        direct = replace(card, direct=True)
        return posting.Post(direct, (posting.Direct(card.player_id),), known, wanted)
    channels = dict.fromkeys((match.board_channel_id, match.thread_id, match.channel_id))
    board = posting.sent_or_none(match.board_channel_id, match.board_message_id)
    places = tuple(each for each in channels if each is not None)
    return posting.Post(card, places, known, wanted, board)


def _stop_direct(connection: Connection, player_id: PlayerId, now: datetime) -> ReminderSettings:
    """Remind the player in threads from now on; their settings after it."""
    chosen = reminder_settings.get(connection, player_id, lock=True)
    if chosen.reminder_way is ReminderWay.THREAD:
        return chosen
    in_threads = replace(chosen, reminder_way=ReminderWay.THREAD, direct_offered=True)
    store_settings(connection, player_id, in_threads, now, now)
    return in_threads
