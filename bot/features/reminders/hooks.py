"""What happens by itself: timers of reminders, digests and idle matches, inside a transaction."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches, timers
from bot.core.clocks import SeatClock
from bot.core.clocks.storage import credited_since
from bot.core.matches import MatchSummary
from bot.core.people import orders, players
from bot.core.people.settings import ReminderSettings, reminder_settings
from bot.core.timers import Timer
from bot.features.moves import storage as drafts
from bot.features.reminders import rules, storage
from bot.features.reminders.rules import Idleness, Planned, TurnTime
from bot.features.reminders.storage import DIGEST_TIMER, IDLE_TIMER, REMINDER_TIMER, NewReminder
from data.ids import Engine, Key, MatchId, PlayerId
from data.states import (
    EntryKind,
    ReminderKind,
    ReminderState,
    ReminderWay,
)


@dataclass(frozen=True, slots=True)
class RunningTurn:
    """A person's turn whose time runs.

    ``begun``: when its time began to run, or the head start before that, if there is one.
    ``unreminded``: there is no reminder of the turn yet, so storage need not be asked.
    """

    match_id: MatchId
    ply: int
    player_id: PlayerId
    time: TurnTime
    begun: datetime
    unreminded: bool

    def reminder(self, tier: ReminderKind, state: ReminderState) -> NewReminder:
        """The turn's reminder of this kind; its key is unique."""
        key = Key(f"{self.match_id}:{self.ply}:{tier.value}")
        return NewReminder(self.match_id, self.ply, self.player_id, tier, state, key)


def running_turn(
    connection: Connection, match: MatchSummary, clock: SeatClock | None = None
) -> RunningTurn | None:
    """The current turn, by ``clock`` or the stored one; None if no person's time runs.

    Time that was given back for outages does not count as time of the turn, so that its reminders
    come with the same time left as without an outage.
    """
    player, seat, clock = match.to_move_player, match.to_move, clock or _clock_to_move(match)
    if clock is None or clock.turn is None or clock.turn.begins is None or not clock.deadline:
        return None
    if player is None or seat is None or isinstance(player, Engine):
        return None
    ply, begun, allotted = clock.turn.ply, clock.turn.begins, clock.balance
    if clock.credited:
        allotted -= credited_since(connection, match.id, seat, begun)
    time = TurnTime(allotted, clock.deadline, clock.clock.live)
    unreminded = ply == match.ply and not match.reminded
    return RunningTurn(match.id, ply, player, time, begun, unreminded)


def _clock_to_move(match: MatchSummary) -> SeatClock | None:
    return None if match.time is None else match.time.clocks.of(match.to_move)


def next_reminder(
    connection: Connection,
    match: MatchSummary,
    now: datetime,
    chosen: ReminderSettings | None = None,
    *,
    after: datetime | None = None,
    unreminded: bool | None = None,
) -> datetime | None:
    """The earliest time after ``after`` at which a reminder of the turn may be due; None if never.

    A board that waits to be posted changes the clock, so this looks at the clock as it stands and
    as it will be if the board is posted ``now``. ``chosen``: the player's settings, if they have
    been read already. ``unreminded``: whether the turn has had no reminder, if that is known.
    """
    clock, times = _clock_to_move(match), list[datetime]()
    for possible in () if clock is None else dict.fromkeys((clock.soonest(now), clock)):
        turn = running_turn(connection, match, possible)
        if turn is not None:
            turn = turn if unreminded is None else replace(turn, unreminded=unreminded)
            chosen = chosen or reminder_settings.get(connection, turn.player_id)
            times += [each.at for each in planned(connection, turn, chosen)]
    return min((at for at in times if after is None or at > after), default=None)


def planned(
    connection: Connection, turn: RunningTurn, chosen: ReminderSettings
) -> tuple[Planned, ...]:
    """All reminders of the turn that were neither sent nor dropped, overdue ones included."""
    if chosen.reminder_way not in (rules.LIVE_TURNS if turn.time.live else rules.EACH_TURN):
        return ()
    stored = () if turn.unreminded else storage.from_turn(connection, turn.match_id, turn.ply)
    of_turn = [
        each for each in stored if each.player_id == turn.player_id and each.kind in rules.TIERS
    ]
    dropped = {each.kind for each in of_turn if each.state is ReminderState.DROPPED}
    sent = {each.kind: each.created_at for each in of_turn if each.kind not in dropped}
    quiet, last_hour = rules.quiet_of(chosen), chosen.last_hour
    return rules.plan(turn.time, sent, quiet, turn.begun, dropped, last_hour=last_hour)


def remind(connection: Connection, timer: Timer, now: datetime) -> None:
    """Send the reminders of a match that are due, unless they are pointless; set the next timer."""
    match = matches.storage.get(connection, MatchId(timer.subject_id), lock=True)
    if match is None or not match.is_running:
        return
    _show_waiting(connection, match, now)
    turn = running_turn(connection, match)
    if turn is None:  # in a live match the board may not be posted yet
        schedule_next(connection, match, now, unreminded=not match.reminded)
        return
    if now >= turn.time.deadline:
        return
    chosen = reminder_settings.get(connection, turn.player_id)
    later = None if turn.time.live else rules.quiet_until(chosen, now)
    if orders.is_blocked(connection, turn.player_id):  # the bot does not take their moves
        schedule_next(connection, match, now, unreminded=turn.unreminded)
    elif later is None:
        _show_latest_due(connection, match, turn, chosen, now)
        schedule_next(connection, match, now, unreminded=turn.unreminded)
    elif later < turn.time.deadline:
        timers.set_timer(connection, timer.kind, match.id, later)


def schedule_next(
    connection: Connection, match: MatchSummary, now: datetime, *, unreminded: bool
) -> None:
    """Set the timer for the next reminder after ``now``; ``unreminded``: the turn has had none."""
    later = next_reminder(connection, match, now, after=now, unreminded=unreminded)
    timers.set_all(connection, match.id, {REMINDER_TIMER: later})


def _show_waiting(connection: Connection, match: MatchSummary, now: datetime) -> None:
    """Queue the messages of nudges that waited for the end of quiet hours."""
    for each in storage.from_turn(connection, match.id, 0) if match.reminded else ():
        if each.state is ReminderState.WAITING:
            storage.change(connection, each.id, state=ReminderState.TOLD)
            storage.note_message(connection, each.id, match.id, now)


def _show_latest_due(
    connection: Connection,
    match: MatchSummary,
    turn: RunningTurn,
    chosen: ReminderSettings,
    now: datetime,
) -> None:
    """Store the latest of the reminders that are due, and queue its message; drop those before.

    All of them are dropped if the player has just opened the composer.
    """
    due = [each.tier for each in planned(connection, turn, chosen) if each.at <= now]
    opened_at = drafts.used_at(connection, match.id, turn.player_id, match.ply)
    told = due.pop() if due and not rules.is_silenced(now, opened_at) else None
    for tier in due:
        _drop(connection, turn, tier, now)
    if told is not None:
        add_reminder(connection, turn.reminder(told, ReminderState.TOLD), chosen, now)


def _drop(connection: Connection, turn: RunningTurn, tier: ReminderKind, now: datetime) -> None:
    """Store that this reminder of the turn is left out."""
    storage.add(connection, turn.reminder(tier, ReminderState.DROPPED), now)
    matches.storage.change(connection, turn.match_id, reminded=True)


def add_reminder(
    connection: Connection, new: NewReminder, chosen: ReminderSettings, now: datetime
) -> None:
    """Store a reminder, once for its key, and queue its message unless it is to wait.

    A player's first reminder in a thread offers direct messages instead.
    """
    asks = chosen.reminder_way is ReminderWay.THREAD and not chosen.direct_offered
    offers = asks and new.kind not in rules.NEVER_DIRECT
    reminder_id = storage.add(connection, replace(new, offers_direct=offers), now)
    if reminder_id is None:
        return
    if offers:
        players.ensure(connection, [new.player_id], now)
        reminder_settings.put(connection, new.player_id, replace(chosen, direct_offered=True))
    matches.storage.change(connection, new.match_id, reminded=True)
    if new.state is ReminderState.TOLD:
        storage.note_message(connection, reminder_id, new.match_id, now)


def end_reminders(connection: Connection, change: matches.Change, now: datetime) -> None:
    """End a match's reminders and remove their messages, since the match has changed."""
    for reminder_id in storage.end_all(connection, change.after.id):
        storage.note_message(connection, reminder_id, change.after.id, now, over=True)


def store_settings(
    connection: Connection,
    player_id: PlayerId,
    chosen: ReminderSettings,
    now: datetime,
    asked: datetime,
) -> None:
    """Store a player's settings, and reschedule the digest and the reminders of current turns.

    Reminders that would be overdue are dropped. The next digest is the first after ``asked``, the
    time of the interaction by Discord's clock.
    """
    reminder_settings.put(connection, player_id, chosen)
    _set_digest(connection, player_id, chosen, asked)
    for match in matches.storage.running_of(connection, player_id):
        turn = running_turn(connection, match) if match.to_move_player == player_id else None
        if turn is not None:
            for each in planned(connection, turn, chosen):
                if each.at <= now:
                    _drop(connection, turn, each.tier, now)
            schedule_next(connection, match, now, unreminded=False)


def _set_digest(
    connection: Connection, player_id: PlayerId, chosen: ReminderSettings, now: datetime
) -> None:
    """Set the timer of the next digest, or cancel it if the player wants none."""
    if chosen.reminder_way is not ReminderWay.DIGEST:
        timers.cancel(connection, DIGEST_TIMER, player_id)
        return
    due = rules.next_digest(now, chosen.digest_at, rules.zone_of(chosen.zone))
    timers.set_timer(connection, DIGEST_TIMER, player_id, due)


def send_digest(connection: Connection, timer: Timer, now: datetime) -> None:
    """Queue the daily digest if any match waits for the player, and set the next timer."""
    player_id = PlayerId(timer.subject_id)
    chosen = reminder_settings.get(connection, player_id)
    if chosen.reminder_way is not ReminderWay.DIGEST:
        return
    waiting = matches.storage.count_waiting(connection, player_id)
    if waiting and not orders.is_blocked(connection, player_id):
        day = now.astimezone(rules.zone_of(chosen.zone)).date().toordinal()
        storage.note_digest(connection, player_id, day, now)
    _set_digest(connection, player_id, chosen, now)


def idleness(connection: Connection, match: MatchSummary) -> Idleness:
    """How long the match has been idle, with the nudges of its current turn."""
    told = storage.from_turn(connection, match.id, match.ply) if match.reminded else ()
    nudges = (each.created_at for each in told if each.kind is ReminderKind.NUDGE)
    return Idleness(match.updated_at, tuple(nudges))


def schedule_idle_check(connection: Connection, change: matches.Change, now: datetime) -> None:
    """Set the timer that checks whether a match has been idle for too long, or cancel it."""
    match = change.after.match
    length = rules.idle_limit(match)
    if length is None:
        return
    if change.kind is matches.ChangeKind.BEGUN:
        timers.set_timer(connection, IDLE_TIMER, match.id, now + length)
    else:
        timers.cancel(connection, IDLE_TIMER, match.id)


def end_idle(
    store: matches.MatchStore, connection: Connection, timer: Timer, now: datetime
) -> None:
    """End a match that has been idle for too long; set the timer again for one that has not.

    Its players get notice a week before. Practice matches end without notice, and so do live
    matches whose board was never posted. While a clock runs, the match is not idle.
    """
    match = matches.storage.get(connection, MatchId(timer.subject_id), lock=True)
    length = None if match is None else rules.idle_limit(match)
    if match is None or length is None or not match.is_running:
        return
    due = (match.updated_at if match.deadline is None else now) + length
    if now >= due and not (match.is_practice or match.is_timed):  # those need no notice
        due = _noticed_at(connection, match, now) + rules.NOTICE
    if now < due:
        timers.set_timer(connection, timer.kind, match.id, due)
        return
    key = Key(f"timer:idle:{match.id}:{match.ply}")
    try:
        state = store.read(connection, match.id)
    except matches.UNREADABLE:
        # a damaged match is reported elsewhere, and tried again only after a while
        timers.set_timer(connection, timer.kind, match.id, now + rules.NOTICE)
        return
    entry = matches.NewEntry(EntryKind.ABORT, matches.IDLE, None, None, key)
    store.append(connection, state, entry)


def _noticed_at(connection: Connection, match: MatchSummary, now: datetime) -> datetime:
    """When notice of the match's end was given; it is given ``now`` if it was not."""
    key = Key(f"{match.id}:{match.ply}:notice")
    noticed = storage.with_key(connection, key)
    if noticed is not None:
        return noticed.created_at
    whom = match.to_move_player
    people = [each for each in match.people if not match.has_left[match.players.index(each)]]
    player_id = people[0] if whom is None or isinstance(whom, Engine) else whom
    kind, state = ReminderKind.NOTICE, ReminderState.TOLD
    new = NewReminder(match.id, match.ply, player_id, kind, state, key)
    add_reminder(connection, new, reminder_settings.get(connection, player_id), now)
    return now
