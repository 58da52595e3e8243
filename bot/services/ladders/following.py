"""How ladders follow what happens to matches and challenges, in the same transactions."""

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter

from sqlalchemy import Connection

from bot.services import challenges
from bot.services.ladders import due, entries, storage
from bot.services.ladders.entries import Annulled, Ended, LadderEntry
from bot.services.ladders.errors import LadderFrozen
from bot.services.ladders.models import LadderCard, LadderNews, LadderState
from bot.services.ladders.shown import card_of
from bot.services.ladders.store import LadderStore
from bot.services.matches import IDLE, OF_RESULTS, Change, ChangeKind, Hook, MatchState, Now, Result
from bot.services.outbox import Due, set_shown
from bot.services.part import Part
from bot.services.posting import ChannelGone, Post, PostKind, Refused, Sent, sent_at
from bot.services.timers import Timer
from data.ids import LadderId, MatchId, PlayerId
from data.shards import Shard
from data.states import ChallengeState, Ending, EntryKind, MessageKind, TimerKind

SETTLED = {ChallengeState.DECLINED: entries.Declined, ChallengeState.CANCELLED: entries.Withdrawn}


def standings_posts(store: LadderStore, now: Now) -> PostKind[LadderCard]:
    """The standings, in the channel that a manager chose. They are edited if they have changed.

    Where the channel is gone, they are shown nowhere until a manager names another one.
    """

    def load(connection: Connection, due: Due) -> Post[LadderCard] | None:
        card = card_of(store.read(connection, LadderId(due.subject_id)))
        ladder = card.ladder
        if ladder.channel_id is None or ladder.shown == card.digest:
            return None
        return Post(card, (ladder.channel_id,), sent_at(ladder.channel_id, ladder.message_id))

    def remember(connection: Connection, card: LadderCard, message: Sent) -> None:
        subject = (storage.ladders, card.ladder.id)
        set_shown(connection, subject, message, card.digest, now())

    def leave(connection: Connection, card: LadderCard) -> None:
        storage.set_channel(connection, card.ladder.id, None)

    gone: Refused[LadderCard] = {ChannelGone: leave}
    return PostKind(
        kind=MessageKind.LADDER, load=load, remember=remember, refused=gone, edited=gone
    )


def _load_news(connection: Connection, due: Due) -> Post[LadderNews] | None:
    event = storage.event(connection, due.subject_id)
    ladder = None if event is None else storage.get(connection, event.ladder_id)
    if event is None or ladder is None or ladder.channel_id is None:
        return None
    return Post(LadderNews(ladder, event), (ladder.channel_id,))


NEWS = PostKind(
    kind=MessageKind.LADDER_NEWS, load=_load_news, refused={ChannelGone: None}, once=True
)
"""Where the channel is gone, the history has it."""


class Following:
    """Takes part in the changes of matches, challenges and people, and in what time brings."""

    def __init__(self, store: LadderStore, now: Now) -> None:
        self._store = store
        self._now = now

    def part(self) -> Part:
        """Ladders follow what becomes of matches about their places, and of people."""
        kinds = OF_RESULTS | {ChangeKind.BEGUN}
        return Part(
            changed=(Hook(self.match, kinds, attrgetter("after.match.ladder_id")),),
            timers={TimerKind.LADDER: self.apply},
            posts=(standings_posts(self._store, self._now), NEWS),
            forget=(self.leave,),
        )

    def match(self, connection: Connection, change: Change, now: datetime) -> None:
        """Apply what a match's beginning, its end or a ruling about it means for its ladder."""
        ladder_id, entry = change.after.match.ladder_id, _meaning(change, now)
        if entry is not None and ladder_id is not None:
            state = self._store.read(connection, ladder_id, lock=True)
            self._store.append(connection, state, entry)

    def check(self, connection: Connection, challenge: challenges.Challenge) -> None:
        """Raise LadderFrozen or ChallengeClosed unless the ladder lets it be answered."""
        if challenge.ladder_id is None:
            return
        state = self._store.read(connection, challenge.ladder_id, lock=True)
        known = state.standings.challenges.get(challenge.id)
        if known is None or not known.waiting:
            raise challenges.ChallengeClosed(challenge)
        if state.is_frozen:
            raise LadderFrozen(state.ladder)

    def settled(
        self,
        connection: Connection,
        challenge: challenges.Challenge,
        outcome: ChallengeState,
        now: datetime,
    ) -> None:
        """Apply that a challenge was declined or taken back.

        One that is accepted becomes a match, which tells so itself.
        """
        kind = SETTLED.get(outcome)
        if challenge.ladder_id is not None and kind is not None:
            state = self._store.read(connection, challenge.ladder_id, lock=True)
            self._store.append(connection, state, kind(now, challenge.id))

    def apply(self, connection: Connection, timer: Timer, now: datetime) -> None:
        """Do what is due on a ladder, in order, and set its timer for what comes next."""
        state = self._store.read(connection, LadderId(timer.subject_id), lock=True)
        entry = _due(connection, state, now)
        if entry is None:
            self._store.set_timer(connection, state)
        while entry is not None:
            if isinstance(entry, entries.Expired):
                self._store.close(connection, entry.challenge_id, ChallengeState.EXPIRED)
            state = self._store.append(connection, state, entry)
            entry = _due(connection, state, now)

    def leave(self, connection: Connection, player_id: PlayerId, now: datetime) -> None:
        """Take somebody who is being deleted off every ladder.

        The histories will name somebody else in their place.
        """
        named = storage.naming(connection, player_id)
        for ladder_id in named:
            state = self._store.read(connection, ladder_id, lock=True)
            if player_id in state.standings.rungs and not state.standings.closed_at:
                self._store.append(connection, state, entries.Left(now, player_id))
            else:
                self._store.note(connection, state.ladder)
        storage.note_rewriting(connection, named)

    def vacation(self, connection: Connection, player_id: PlayerId) -> None:
        """Have the ladders looked at on which somebody's vacation has begun or ended."""
        for ladder_id in storage.naming(connection, player_id):
            state = self._store.read(connection, ladder_id, lock=True)
            if player_id in state.standings.rungs:
                self._store.set_timer(connection, state)

    def credit(self, connection: Connection, since: datetime, now: datetime, shard: Shard) -> None:
        """Give whoever has to answer a challenge the time back for which the bot was away."""
        for ladder_id in storage.going_on(connection, shard):
            state = self._store.read(connection, ladder_id, lock=True)
            if any(each.waiting for each in state.standings.challenges.values()):
                self._store.append(connection, state, entries.Away(now, since))


def _due(connection: Connection, state: LadderState, now: datetime) -> due.DueEntry | None:
    away = storage.vacations_of(connection, state.standings)
    return due.due_now(state.standings, now, away)


def _meaning(change: Change, now: datetime) -> LadderEntry | None:
    """What a change of a match is on its ladder; None for what happens in the midst of it."""
    before, after = change.before, change.after
    if before is None:
        challenge_id = after.match.challenge_id
        return None if challenge_id is None else entries.Accepted(now, challenge_id, after.id)
    if change.kind is ChangeKind.ENDED:
        if after.result is None or len(after.people) != len(after.players):
            return Annulled(now, after.id)
        return ladder_end(after.id, after.people, after.result, now, _aborted_by(after))
    if change.kind is ChangeKind.REOPENED:
        by = after.last.author_id if after.last and after.reason else None
        return entries.Reopened(now, after.id, by, after.reason)
    return None if before.result == after.result else _ruling(after, now)


def ladder_end(
    match_id: MatchId,
    players: Sequence[PlayerId],
    result: Result,
    at: datetime,
    aborted_by: PlayerId | None = None,
) -> Ended | Annulled:
    """The entry for a match of two that is over; whether it is rated does not matter.

    ``aborted_by`` is the player who called it off after the first move, which loses it; None if it
    was somebody else, or earlier.
    """
    if result.ending is Ending.ABORTED and aborted_by is not None:
        winner = next(player for player in players if player != aborted_by)
        return Ended(at, match_id, winner)
    if not result.ranking:
        return Annulled(at, match_id)
    winners = [players[seat] for seat in result.winners]
    losers = [players[seat] for seat in result.ranking[-1]] if winners else []
    timed_out = losers[0] if losers and result.ending is Ending.TIMED_OUT else None
    return Ended(at, match_id, winners[0] if winners else None, timed_out)


def _aborted_by(after: MatchState) -> PlayerId | None:
    """Who called the match off after a move had been made."""
    last = after.last
    if last is None or last.kind is not EntryKind.ABORT or last.text == IDLE:
        return None  # whoever calls off what nobody plays any more has lost nothing by it
    return last.author_id if after.moves else None


def _ruling(after: MatchState, now: datetime) -> LadderEntry | None:
    by = after.last.author_id if after.last is not None else None
    if by is None:
        return None
    reason = after.reason or ""
    if after.result is None or not after.result.ranking:
        return Annulled(now, after.id, by, reason)
    winners = after.result.winners
    winner = after.people[winners[0]] if winners else None
    return entries.Corrected(now, after.id, winner, by, reason)
