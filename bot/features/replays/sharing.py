"""Sharing a match that is over: a picture of it is posted once, where it was played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from sqlalchemy import Connection

from bot.core import outbox
from bot.core.actor import Actor
from bot.core.matches import MatchRefusal, MatchRunning, MatchState, StoreService, check_seen
from bot.core.outbox import Due, NewMessage, StoredMessage
from bot.core.people.settings import server_settings
from bot.core.posting import Post, PostKind
from bot.features.replays.review import MUCH, MatchReview, expectations_chart
from bot.features.replays.reviews import review_of
from bot.features.replays.service import MatchReplay, steps_of
from data.database import reads, writes
from data.ids import Holder, MatchId
from data.states import MessageKind
from data.tables import matches
from renderer import Poster, ShareCard, Still, Told
from renderer.charts import day_of
from renderer.poster import MOST_STILLS
from renderer.scenes.captions import COUNTED, beside
from rules.engine.hints import chance_of
from rules.texts import Plain, Text, Words

SHARE_MESSAGE = MessageKind("share", separate=True)
POSTER_MESSAGE = MessageKind("poster")

Sharing: TypeAlias = tuple["SharedMatch", "StoredMessage | None"]
"""A match to share, and its message if it was shared, or is about to be posted."""
KINDS = (SHARE_MESSAGE, POSTER_MESSAGE)
"""Cards and posters were two kinds before 2.0.0; both are treated alike, and new rows are SHARE."""
_SWING = Text(
    "Move {number} changed the most: {side}'s chance to win went from {before} % to {after} %."
)
_TURNED = Text("From move {number} on, {side} was ahead.")


@dataclass(frozen=True, slots=True)
class SharedMatch:
    """A match as it is shared: as a poster if its ``review`` is complete, else as a card.

    ``names`` are those of the players, as they are written. ``server`` is the name of the server;
    ``server_named``: its managers let it be named.
    """

    replay: MatchReplay
    review: MatchReview | None
    server_named: bool
    names: Mapping[Holder, Words] = field(default_factory=dict)
    server: str | None = None

    @property
    def match(self) -> MatchState:
        return self.replay.match

    @property
    def moments(self) -> tuple[int, ...]:
        """The numbers of the steps to show: the turns, and others far from them to fill it up."""
        turns = () if self.review is None else turning_points(self.review)
        between = range(1, len(self.replay.steps) - 1)
        most = min(MOST_STILLS, len(between))
        spread = [between[len(between) * part // most] for part in range(most)]
        spread.sort(key=lambda step: -min((abs(step - turn) for turn in turns), default=0))
        return tuple(sorted({*turns, *spread[: MOST_STILLS - len(turns)]}))


class NotShared(MatchRefusal):
    """A game of two servers has no channel of its own."""

    says = Text("A game of a club match is shared with its whole match: open it with `/club`.")


class SharingService(StoreService):
    """Shares matches, each once, and gives previews."""

    @reads
    def preview(self, connection: Connection, actor: Actor, match_id: MatchId) -> Sharing:
        """A match to share; raises UnknownMatch, NotYoursToSee or MatchRunning."""
        return self._look(connection, actor, match_id)

    @writes
    def share(self, connection: Connection, actor: Actor, match_id: MatchId) -> Sharing:
        """Queue the message with the match, unless it was shared before; raises as ``preview``."""
        shown, before = self._look(connection, actor, match_id, lock=True)
        if before is None:
            row = NewMessage(SHARE_MESSAGE, match_id, f"share:{match_id}", (matches, match_id))
            outbox.add(connection, row, self._now())
        return shown, before

    def posts(self) -> tuple[PostKind[SharedMatch], ...]:
        """The kinds of message: posted once, and dropped if Discord refuses."""
        return tuple(PostKind(kind=each, load=self._load) for each in KINDS)

    def _load(self, connection: Connection, due: Due) -> Post[SharedMatch] | None:
        match = self._store.read(connection, MatchId(due.subject_id))
        if match.is_running:
            return None
        return Post(_shown(connection, match), (match.channel_id,))

    def _look(
        self, connection: Connection, actor: Actor, match_id: MatchId, *, lock: bool = False
    ) -> Sharing:
        match = self._store.read(connection, match_id, lock=lock)
        check_seen(actor, match)
        if match.is_running:
            raise MatchRunning(match)
        if match.match.club_id is not None:
            raise NotShared(match)
        before = outbox.newest_message(connection, match_id, *KINDS, coming=True)
        return _shown(connection, match), before


def _shown(connection: Connection, match: MatchState) -> SharedMatch:
    review, server = review_of(connection, match), match.server_id
    found = review if review is not None and review.is_whole else None
    named = server is not None and server_settings.get(connection, server).named_on_posters
    return SharedMatch(MatchReplay(match, tuple(steps_of(match))), found, named)


def poster_of(shown: SharedMatch, review: MatchReview, card: ShareCard) -> Poster:
    """The poster to draw; takes tens of milliseconds for a long match."""
    match, turns = shown.match, turning_points(review)
    server = shown.server if shown.server_named else None
    title = beside(Plain(match.info.name), match.match.variant_name)
    day = day_of(match.match.finished_at or match.match.created_at)
    marks = tuple((number, shown.replay.steps[number].seat or 0) for number in turns)
    ribbon = replace(expectations_chart(shown.replay, review, None, card.names), marks=marks)
    return Poster(
        replace(card, title=title),
        beside(day, None if server is None else Plain("{server}", server=server)),
        tuple(
            Still(
                shown.replay.picture(number, card.picture),
                COUNTED.of(number=number),
                turned=number in turns,
            )
            for number in shown.moments
        ),
        ribbon,
        tuple(swing_words(review)),
    )


def turning_points(review: MatchReview) -> tuple[int, ...]:
    """The numbers of the moves to show, in order.

    Moves that the review points out are preferred to others that changed an expectation by much.
    """
    changes = review.changes()
    much = [number for number, change in changes.items() if change >= MUCH]
    costliest = sorted(much, key=lambda number: (-changes[number], number))
    pointed_out = [each.number for each in review.moments]
    turn = [] if review.turn is None else [review.turn]
    return tuple(sorted([*dict.fromkeys((*pointed_out, *turn, *costliest))][:MOST_STILLS]))


def swing_words(review: MatchReview) -> Iterator[Told]:
    """Sentences about the move that changed most, and since when the winner was ahead."""
    changes, expected = review.changes(), review.expected
    number = max(changes, key=changes.__getitem__, default=None)
    if number is not None and changes[number] >= MUCH:
        seat = review.moves[number].seat
        before, after = (chance_of(expected[at][seat]) for at in (number - 1, number))
        yield _SWING.of(number=number, before=before, after=after), seat
    if review.turn is not None and review.winner is not None:
        yield _TURNED.of(number=review.turn), review.winner
