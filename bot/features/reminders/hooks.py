"""What happens by itself: timers of reminders, digests and idle matches, inside a transaction."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core import matches, timers
from bot.core.clocks import SeatClock
from bot.core.clocks.storage import credited_since
from bot.core.matches import MatchSummary
from bot.core.people import players
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
    """A person's turn whose time runs. ``since`` is when it began to, after the head start.

    ``untold``: no reminder of it can exist yet, so storage need not be asked.
    """

    match_id: MatchId
    ply: int
    player_id: PlayerId
    time: TurnTime
    since: datetime
    untold: bool

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
    ply, since, allotted = clock.turn.ply, clock.turn.begins, clock.balance
    if clock.credited:
        allotted -= credited_since(connection, match.id, seat, since)
    time = TurnTime(allotted, clock.deadline, clock.clock.live)
    untold = ply == match.ply and not match.reminded
    return RunningTurn(match.id, ply, player, time, since, untold)


def _clock_to_move(match: MatchSummary) -> SeatClock | None:
    return None if match.time is None else match.time.clocks.of(match.to_move)


def next_reminder(
    connection: Connection,
    match: MatchSummary,
    now: datetime,
    chosen: ReminderSettings | None = None,
    *,
    after: datetime | None = None,
    untold: bool | None = None,
) -> datetime | None:
    """The earliest time after ``after`` at which a reminder of the turn may be due; None if never.

    The turn's board may be posted ``now``, or never. ``chosen`` are the player's settings, if they
    have been read already; ``untold``: whether the turn has had no reminder, if that is known.
    """
    clock, times = _clock_to_move(match), list[datetime]()
    for possible in () if clock is None else dict.fromkeys((clock.soonest(now), clock)):
        turn = running_turn(connection, match, possible)
        if turn is not None:
            turn = turn if untold is None else replace(turn, untold=untold)
            chosen = chosen or reminder_settings.get(connection, turn.player_id)
            times += [each.at for each in planned(connection, turn, chosen)]
    return min((at for at in times if after is None or at > after), default=None)


def planned(
    connection: Connection, turn: RunningTurn, chosen: ReminderSettings
) -> tuple[Planned, ...]:
    """All reminders of the turn that were neither sent nor dropped, overdue ones included."""
    if chosen.reminder_way not in (rules.LIVE_TOO if turn.time.live else rules.ONE_BY_ONE):
        return ()
    came = () if turn.untold else storage.since(connection, turn.match_id, turn.ply)
    told = [each for each in came if each.player_id == turn.player_id and each.kind in rules.TIERS]
    dropped = {each.kind for each in told if each.state is ReminderState.DROPPED}
    sent = {each.kind: each.created_at for each in told if each.kind not in dropped}
    quiet, last_hour = rules.quiet_of(chosen), chosen.last_hour
    return rules.plan(turn.time, sent, quiet, turn.since, dropped, last_hour=last_hour)


def remind(connection: Connection, timer: Timer, now: datetime) -> None:
    """Send the reminders of a match that are due, unless they are pointless; set the next timer."""
    match = matches.storage.get(connection, MatchId(timer.subject_id), lock=True)
    if match is None or not match.is_running:
        return
    _show_waiting(connection, match, now)
    turn = running_turn(connection, match)
    if turn is None:  # in a live match the board may not be posted yet
        schedule_next(connection, match, now, untold=not match.reminded)
        return
    if now >= turn.time.deadline:
        return
    chosen = reminder_settings.get(connection, turn.player_id)
    later = None if turn.time.live else rules.quiet_until(chosen, now)
    if later is None:
        _show_latest_due(connection, match, turn, chosen, now)
        schedule_next(connection, match, now, untold=turn.untold)
    elif later < turn.time.deadline:
        timers.set_timer(connection, timer.kind, match.id, later)


def schedule_next(
    connection: Connection, match: MatchSummary, now: datetime, *, untold: bool
) -> None:
    """Set the timer for the next reminder after ``now``; ``untold``: the turn has had none."""
    later = next_reminder(connection, match, now, after=now, untold=untold)
    timers.set_all(connection, match.id, {REMINDER_TIMER: later})


def _show_waiting(connection: Connection, match: MatchSummary, now: datetime) -> None:
    """Queue the messages of nudges that waited for the end of quiet hours."""
    for each in storage.since(connection, match.id, 0) if match.reminded else ():
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
    """Add the last reminder that is due, unless the player is looking anyway; drop the others."""
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
    offers = asks and new.kind not in rules.NOT_OF_A_TURN
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
            schedule_next(connection, match, now, untold=False)


def _set_digest(
    connection: Connection, player_id: PlayerId, chosen: ReminderSettings, now: datetime
) -> None:
    """Set the timer of the next digest, or cancel it if the player wants none."""
    if chosen.reminder_way is not ReminderWay.DIGEST:
        timers.cancel(connection, DIGEST_TIMER, player_id)
        return
    due = rules.next_digest(now, chosen.digest_at, rules.zone_of(chosen))
    timers.set_timer(connection, DIGEST_TIMER, player_id, due)


def send_digest(connection: Connection, timer: Timer, now: datetime) -> None:
    """Queue the daily digest if any match waits for the player, and set the next timer."""
    player_id = PlayerId(timer.subject_id)
    chosen = reminder_settings.get(connection, player_id)
    if chosen.reminder_way is not ReminderWay.DIGEST:
        return
    if matches.storage.count_waiting(connection, player_id):
        day = now.astimezone(rules.zone_of(chosen)).date().toordinal()
        storage.note_digest(connection, player_id, day, now)
    _set_digest(connection, player_id, chosen, now)


def idleness(connection: Connection, match: MatchSummary) -> Idleness:
    """How long the match has been idle, with the nudges of its current turn."""
    told = storage.since(connection, match.id, match.ply) if match.reminded else ()
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
    """End an idle match, a week after notice to its players; else set the timer again.

    Practice matches, and live matches whose board was never posted, end without notice.
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
