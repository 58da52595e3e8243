"""The entries of a ladder's history, and their kinds: what each changes, and how it is told.

Entries are applied in the order in which they were written. An entry that no longer fits, because a
ruling changed what came before it, has no effect.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import Self, TypeAlias

from bot.features.ladders import places
from bot.features.ladders.places import (
    LadderChallenge,
    MutableStandings,
    RestReason,
    played_in,
)
from data.ids import ChallengeId, LadderId, MatchId, PlayerId
from data.states import Kind
from rules.texts import NOTHING, Counted, Text

HistoryMark: TypeAlias = tuple[int, str]
"""The number and key of an entry, which identify a history up to it."""
NO_LADDER = LadderId(0)


@dataclass(frozen=True, slots=True)
class LadderEntry:
    """Something that happened on a ladder: a row of its history.

    Fields that its kind does not use are None. ``player_id`` is the player whom it is about, or
    the challenger; ``opponent_id`` the one challenged. ``player_before`` and the like are their
    places before and after it, from 1; None off the ladder. ``LadderHistories.append`` fills in
    these and what follows them.
    """

    kind: LadderKind
    at: datetime
    player_id: PlayerId | None = None
    opponent_id: PlayerId | None = None
    challenge_id: ChallengeId | None = None
    match_id: MatchId | None = None
    winner_id: PlayerId | None = None
    timed_out_id: PlayerId | None = None
    manager_id: PlayerId | None = None
    reason: str | None = None
    place: int | None = None
    since: datetime | None = None
    player_before: int | None = None
    player_after: int | None = None
    opponent_before: int | None = None
    opponent_after: int | None = None
    id: int = 0
    ladder_id: LadderId = NO_LADDER
    key: str = ""

    @property
    def mark(self) -> HistoryMark:
        """The mark of the history up to this entry."""
        return self.id, self.key

    def apply(self, ladder: MutableStandings) -> None:
        """Change the standings by this entry; those of a closed ladder stay."""
        ladder.as_of = max(ladder.as_of or self.at, self.at)
        if not ladder.closed_at:
            self.kind.changes(ladder, self)


class News(Enum):
    """When an entry is told in the ladder's channel.

    ``moved``: if places changed. ``off``: if somebody lost their place.
    """

    NEVER = "never"
    ALWAYS = "always"
    IF_MOVED = "moved"
    IF_OFF = "off"


Changes: TypeAlias = Callable[[MutableStandings, LadderEntry], None]


class LadderKind(Kind):
    """A kind of entries.

    - ``changes``: changes the standings of a ladder that is not closed.
    - ``logged``: the sentence about it in the history, which leaves out kinds without.
    - ``news``: when the ladder's channel gets a message about it.
    """

    changes: Changes
    logged: Text
    news: News

    def __new__(
        cls, word: str, changes: Changes, logged: Text = NOTHING, news: News = News.NEVER
    ) -> Self:
        """Declare a kind."""
        kind = super().__new__(cls, word)
        kind.changes, kind.logged, kind.news = changes, logged, news
        return kind


def _challenge(ladder: MutableStandings, entry: LadderEntry) -> None:
    number, who, opponent_id = entry.challenge_id, entry.player_id, entry.opponent_id
    if number is None or who is None or opponent_id is None:
        return
    asked = LadderChallenge(number, who, opponent_id, entry.at, entry.at + places.TO_ANSWER)
    if ladder.asks_upward(asked):
        ladder.challenges[number] = asked
        ladder.change(who, newcomer=False)


def _challenge_of(ladder: MutableStandings, entry: LadderEntry) -> LadderChallenge | None:
    """The challenge of an entry: one that waits, or that is played in its match."""
    number = entry.challenge_id
    if number is None:
        return played_in(ladder.challenges.values(), entry.match_id)
    challenge = ladder.challenges.get(number)
    return challenge if challenge and challenge.waiting else None


def _accept(ladder: MutableStandings, entry: LadderEntry) -> None:
    challenge = _challenge_of(ladder, entry)
    if challenge:
        ladder.challenges[challenge.id] = replace(challenge, match_id=entry.match_id)
        ladder.change(challenge.opponent_id, declined=None)
        _play(challenge, ladder, entry.at)


def _begin(ladder: MutableStandings, entry: LadderEntry) -> None:
    challenge = _challenge_of(ladder, entry)
    if challenge:
        before = ladder.rungs[challenge.opponent_id].declined
        begun = replace(
            challenge, match_id=entry.match_id, began_at=entry.at, declined_before=before
        )
        ladder.challenges[challenge.id] = begun
        ladder.change(challenge.opponent_id, declined=None)


def _decline(ladder: MutableStandings, entry: LadderEntry) -> None:
    challenge = _challenge_of(ladder, entry)
    if challenge:
        ladder.settle(challenge, entry.at, RestReason.DECLINED)
        ladder.restore_declines(challenge, entry.at)
        ladder.decline(challenge, entry.at)


def _withdraw(ladder: MutableStandings, entry: LadderEntry) -> None:
    challenge = _challenge_of(ladder, entry)
    if challenge:
        ladder.settle(challenge, entry.at, RestReason.WITHDREW)
        ladder.restore_declines(challenge, entry.at)


def _void(ladder: MutableStandings, entry: LadderEntry) -> None:
    challenge = _challenge_of(ladder, entry)
    if challenge:
        del ladder.challenges[challenge.id]
        ladder.restore_declines(challenge, entry.at)


def _end(ladder: MutableStandings, entry: LadderEntry) -> None:
    challenge = _challenge_of(ladder, entry)
    if not challenge:
        return
    ladder.settle(challenge, entry.at, RestReason.PLAYED)
    _play(challenge, ladder, entry.at)
    if entry.winner_id == challenge.challenger_id:
        ladder.overtake(challenge, entry.at)
    if entry.timed_out_id is not None:
        before = ladder.rungs[entry.timed_out_id].timed_out_at
        if before and entry.at - before <= places.TIMEOUTS_WITHIN:
            ladder.remove(entry.timed_out_id, entry.at)
        else:
            ladder.change(entry.timed_out_id, timed_out_at=entry.at)


def _forfeit(ladder: MutableStandings, entry: LadderEntry) -> None:
    challenge = _challenge_of(ladder, entry)
    _end(ladder, entry)
    if challenge:
        ladder.restore_declines(challenge, entry.at)


def _ruled_before(ladder: MutableStandings, entry: LadderEntry) -> None:
    """Nothing: a ruling takes effect where the match ended (see ``as_ruled``)."""


def _drop(ladder: MutableStandings, entry: LadderEntry) -> None:
    index = ladder.drop_index(entry.player_id)
    if index is not None:
        ladder.put(entry.player_id, index, entry.at)
        ladder.change(entry.player_id, dropped_at=entry.at)


def _freeze(ladder: MutableStandings, entry: LadderEntry) -> None:
    ladder.frozen_since = ladder.frozen_since or entry.at


def _thaw(ladder: MutableStandings, entry: LadderEntry) -> None:
    if ladder.frozen_since:
        ladder.stood_still += ((ladder.frozen_since, entry.at),)
        ladder.postpone_answers(entry.at - ladder.frozen_since)
        ladder.frozen_since = None


def _unfreeze(ladder: MutableStandings, entry: LadderEntry) -> None:
    if ladder.frozen_since:
        ladder.postpone_windows(entry.at - ladder.frozen_since)
    _thaw(ladder, entry)


def _be_away(ladder: MutableStandings, entry: LadderEntry) -> None:
    if entry.since and not ladder.frozen_since:
        ladder.postpone_answers(entry.at - entry.since)


def _be_absent(ladder: MutableStandings, entry: LadderEntry) -> None:
    if entry.since and not ladder.frozen_since:
        ladder.end_rests(entry.at)  # those that ended during the absence
        ladder.stood_still += ((entry.since, entry.at),)
        ladder.postpone_windows(entry.at - entry.since)
    _be_away(ladder, entry)


def _close(ladder: MutableStandings, entry: LadderEntry) -> None:
    ladder.closed_at = entry.at
    ladder.challenges.clear()


def _play(challenge: LadderChallenge, ladder: MutableStandings, at: datetime) -> None:
    for player_id in challenge.players:
        ladder.change(player_id, active_at=at, noticed_at=None, dropped_at=None)


JOINED = LadderKind(
    "joined",
    lambda ladder, entry: ladder.join(entry.player_id, entry.at),
    Text("{player} joined, in place {place}."),
)
"""The player joined at the bottom."""
LEFT = LadderKind(
    "left",
    lambda ladder, entry: ladder.remove(entry.player_id, entry.at),
    Text("{player} left, from place {before}."),
)
CHALLENGED = LadderKind("challenged", _challenge)
"""The player challenged somebody above."""
ACCEPTED = LadderKind("accepted", _accept)
"""Written by 1.0.0 only, in place of BEGUN: accepting alone ended a series of declines."""
BEGUN = LadderKind("begun", _begin)
"""The challenge became a match, which ends a series of declines if it is played."""
DECLINED = LadderKind(
    "declined", _decline, Text("{holder} declined the challenge of {player}."), News.IF_MOVED
)
"""The opponent declined. Who declines two different challengers in a row loses the place."""
EXPIRED = LadderKind(
    "expired", _decline, Text("{holder} did not answer the challenge of {player}."), News.IF_MOVED
)
"""The opponent did not answer in time, which counts as declining."""
WITHDRAWN = LadderKind("withdrawn", _withdraw, Text("{player} cancelled the challenge to {other}."))
VOIDED = LadderKind("voided", _void)
"""The challenge became void: the two changed places, or one left the ladder."""
LAPSED = LadderKind(
    "lapsed",
    _void,
    Text(
        "The challenge of {player} to {other} has waited too long, because {other} "
        "is on vacation. It does not count."
    ),
)
"""The challenge waited too long for an opponent on vacation, which does not count as declining."""
ENDED = LadderKind("ended", _end, Text("{winner} beat {loser} in match {match}."), News.IF_OFF)
"""The match ended with a result: ``winner_id`` is None for a draw.

``timed_out_id`` is the player who lost on time, if any. A challenger who wins takes the opponent's
place; other results move nobody. A second loss on time within TIMEOUTS_WITHIN takes a player off
the ladder.
"""
FORFEITED = LadderKind("forfeited", _forfeit, ENDED.logged, News.IF_OFF)
"""A player lost the match before both had moved, so it counts as not played."""
NOT_PLAYED = LadderKind(
    "refused",
    _decline,
    Text(
        "{holder} did not play match {match}, which counts as declining the challenge of {player}."
    ),
    News.IF_MOVED,
)
"""The opponent ended the match before both had moved, which counts as declining."""
RETRACTED = LadderKind(
    "retracted",
    _withdraw,
    Text("{player} cancelled match {match} with {holder} before both had moved."),
    News.IF_MOVED,
)
"""The challenger ended the match before both had moved, which counts as withdrawing."""
ANNULLED = LadderKind("annulled", _void, Text("{manager} annulled match {match}."), News.IF_MOVED)
"""The match has no result, or a manager annulled it: it counts as if it never took place."""
CORRECTED = LadderKind(
    "corrected", _ruled_before, Text("{manager} corrected match {match}."), News.IF_MOVED
)
"""A manager changed the result of the match; it no longer counts as lost on time."""
REOPENED = LadderKind("reopened", _ruled_before, Text("Match {match} continues."), News.IF_MOVED)
"""The match goes on; ``manager_id`` is None if the opponent forgave a timeout."""
SHIFTED = LadderKind(
    "shifted",
    lambda ladder, entry: ladder.put(entry.player_id, (entry.place or 1) - 1, entry.at),
    Text("{manager} moved {player} from place {before} to place {place}."),
    News.ALWAYS,
)
"""A manager moved the player to ``place``, counted from 1."""
EXPELLED = LadderKind(
    "expelled",
    LEFT.changes,
    Text("{manager} took {player} off the ladder, from place {before}."),
    News.ALWAYS,
)
NOTICED = LadderKind(
    "noticed",
    lambda ladder, entry: ladder.change(entry.player_id, noticed_at=entry.at),
    Counted("{player} has not played here for {number} days.").of(number=places.NOTICE_AFTER.days),
    News.ALWAYS,
)
"""The player was warned that places are lost by not playing."""
DROPPED = LadderKind(
    "dropped", _drop, Text("{player} has not played and moves down to place {place}.")
)
"""The player moved down one place for not playing."""
FROZEN = LadderKind("frozen", _freeze, Text("{manager} froze the ladder."), News.ALWAYS)
"""A manager froze the ladder: its periods stop, and matches that end count after the freeze."""
THAWED = LadderKind("thawed", _thaw, Text("{manager} unfroze the ladder."), News.ALWAYS)
"""Written by 1.0.0 only, in place of UNFROZEN: declines and timeouts aged meanwhile."""
UNFROZEN = LadderKind("unfrozen", _unfreeze, THAWED.logged, News.ALWAYS)
"""The ladder goes on, and all its periods are longer by the length of the freeze."""
AWAY = LadderKind(
    "away",
    _be_away,
    Text("The bot was offline since {day}. Challenges stay open that much longer."),
)
"""The bot was offline from ``since`` on, which extends the time to answer challenges."""
ABSENT = LadderKind(
    "absent",
    _be_absent,
    Text("The bot was not in this server since {day}. No time passed meanwhile."),
)
"""The bot was not in the server from ``since`` on, which extends all periods."""
CLOSED = LadderKind("closed", _close, Text("{manager} closed the ladder."), News.ALWAYS)
"""A manager closed the ladder. The places stay; running matches move nobody any more."""

ENDS = frozenset({ENDED, FORFEITED, NOT_PLAYED, RETRACTED, ANNULLED})
"""The end of a match; a ruling may replace it."""
RULINGS = frozenset({CORRECTED, REOPENED})
"""Rulings about an ended match; so is ANNULLED if the match is not being played."""
