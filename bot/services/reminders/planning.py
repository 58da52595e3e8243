"""When the player of a turn is reminded next, from what is stored."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import Connection

from bot.services.clocks import SeatClock, soonest
from bot.services.clocks import storage as clocks
from bot.services.matches.storage import MatchSummary
from bot.services.people.settings import ReminderSettings, reminder_settings
from bot.services.reminders import storage
from bot.services.reminders.quiet_hours import QuietHours
from bot.services.reminders.tiers import Reminder, Tier, TurnTime, plan
from data.ids import Engine, Key, MatchId, PlayerId
from data.states import ReminderKind, ReminderState, ReminderWay

NO_ZONE = "UTC"
ONE_BY_ONE = (ReminderWay.THREAD, ReminderWay.DIRECT)
"""How those want it who are reminded of each turn by itself."""


@dataclass(frozen=True, slots=True)
class RunningTurn:
    """The turn of a person whose time runs. ``since``: from when on it does.

    ``untold``: nobody can have been reminded of it yet.
    """

    match_id: MatchId
    ply: int
    player_id: PlayerId
    time: TurnTime
    since: datetime
    untold: bool


def running_turn(
    connection: Connection, match: MatchSummary, clock: SeatClock | None
) -> RunningTurn | None:
    """The turn that is going on in a match, by the clock of the seat to move; None without time.

    What outages have cost is no part of what the turn has: half of it is left as late as without.
    """
    player = match.to_move_player
    if clock is None or clock.turn is None or clock.turn.runs_from is None:
        return None
    if player is None or isinstance(player, Engine):
        return None
    ply, since, allotted = clock.turn.ply, clock.turn.runs_from, clock.balance
    if clock.credited and match.to_move is not None:
        allotted -= clocks.made_good_since(connection, match.id, match.to_move, since)
    return RunningTurn(
        match_id=match.id,
        ply=ply,
        player_id=player,
        time=TurnTime(allotted, since + clock.balance, clock.clock.live),
        since=since,
        untold=ply == match.ply and not match.reminded,
    )


def clock_to_move(match: MatchSummary) -> SeatClock | None:
    """What whoever is to move has, as it is stored; None without time."""
    return None if match.time is None else match.time.clocks.of(match.to_move)


def possible_turns(
    connection: Connection, match: MatchSummary, clock: SeatClock | None, now: datetime
) -> tuple[RunningTurn, ...]:
    """The turn that is going on: as it is if its board is posted ``now``, and if it never is.

    One where that is the same, none without time.
    """
    clocks_then = () if clock is None else dict.fromkeys((soonest(clock, now), clock))
    found = (running_turn(connection, match, each) for each in clocks_then)
    return tuple(turn for turn in found if turn is not None)


def next_reminder(
    connection: Connection,
    turns: Collection[RunningTurn],
    chosen: ReminderSettings | None = None,
    after: datetime | None = None,
) -> datetime | None:
    """When to look again whether the turn's player has to be reminded, None for never.

    That is early enough for each of ``turns``, which are what the turn can come to. ``chosen`` is
    how the player wants it, where that was read already; it is not before ``after``.
    """
    if not turns:
        return None
    chosen = chosen or reminder_settings.get(connection, next(iter(turns)).player_id)
    found = (each.at for turn in turns for each in planned(connection, turn, chosen))
    return min((at for at in found if after is None or at > after), default=None)


def planned(
    connection: Connection, turn: RunningTurn, chosen: ReminderSettings
) -> tuple[Reminder, ...]:
    """All reminders of the turn that neither came nor were dropped, also those that are late."""
    if chosen.reminder_way not in ONE_BY_ONE:
        return ()
    came = () if turn.untold else storage.since(connection, turn.match_id, turn.ply)
    told = [each for each in came if each.player_id == turn.player_id]
    sent = {
        tier: each.created_at
        for each in told
        if each.state is not ReminderState.DROPPED and (tier := _tier(each.kind)) is not None
    }
    dropped = _tiers(each.kind for each in told if each.state is ReminderState.DROPPED)
    return plan(turn.time, sent, quiet_of(chosen), turn.since, dropped)


def quiet_of(chosen: ReminderSettings) -> QuietHours | None:
    """The hours in which the player wants to hear nothing."""
    if chosen.quiet_from is None or chosen.quiet_until is None:
        return None
    return QuietHours(chosen.quiet_from, chosen.quiet_until, zone_of(chosen))


def zone_of(chosen: ReminderSettings) -> ZoneInfo:
    """The player's time zone; UTC if none was chosen, or it is not known any more."""
    try:
        return ZoneInfo(chosen.zone or NO_ZONE)
    except ZoneInfoNotFoundError:
        return ZoneInfo(NO_ZONE)


def key_of(turn: RunningTurn, tier: Tier) -> Key:
    """What makes a reminder come once."""
    return Key(f"{turn.match_id}:{turn.ply}:{tier.value}")


def _tier(kind: ReminderKind) -> Tier | None:
    return Tier(kind.value) if kind.value in set(Tier) else None


def _tiers(kinds: Iterable[ReminderKind]) -> frozenset[Tier]:
    return frozenset(tier for tier in map(_tier, kinds) if tier is not None)
