"""Posters of matches that are over: posted once, where the match was played."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from sqlalchemy import Connection

from bot.services.matches import MatchState, MatchStore
from bot.services.outbox import Due
from bot.services.part import Part
from bot.services.people.settings import server_settings
from bot.services.posting import CannotPost, ChannelGone, Post, PostKind, Wire
from bot.services.replay import MatchReplay, record_of, steps_of
from bot.services.reviews import MUCH, MatchReview, review_of, steps_of_moves, strip
from data.ids import Holder, MatchId
from data.states import MessageKind
from renderer import Poster, ShareCard, Still, Told
from renderer.charts import day_of
from renderer.poster import MOST_STILLS
from renderer.scenes.captions import COUNTED, beside
from rules.engine.hints import chance_of
from rules.texts import Plain, Text, Wording, Words

_SWING = Text(
    "Move {number} changed the most: {who}'s chance to win went from {before} % to {after} %."
)
_TURNED = Text("From move {number} on, {who} was ahead.")


@dataclass(frozen=True, slots=True)
class MatchPoster:
    """A match as its poster shows it; ``names`` are those who played.

    ``review`` is None where nothing was found. The server is named where its managers allow that.
    """

    replay: MatchReplay
    review: MatchReview | None
    server_named: bool
    names: Mapping[Holder, Words] = field(default_factory=dict)

    @property
    def match(self) -> MatchState:
        return self.replay.match

    @property
    def turns(self) -> tuple[int, ...]:
        """The numbers of the steps where the match turned."""
        if self.review is None:
            return ()
        steps = steps_of_moves(self.replay)
        return tuple(steps[number] for number in turning_points(self.review))

    @property
    def moments(self) -> tuple[int, ...]:
        """The numbers of the steps to show: the turns, and in a full film some far from them."""
        turns, between = self.turns, range(1, len(self.replay.steps) - 1)
        most = min(MOST_STILLS, len(between))
        spread = [between[len(between) * part // most] for part in range(most)]
        spread.sort(key=lambda step: -min((abs(step - turn) for turn in turns), default=0))
        return tuple(sorted({*turns, *spread[: MOST_STILLS - len(turns)]}))

    @property
    def swing(self) -> tuple[Told, ...]:
        """What changed most; nothing where nothing is known."""
        if self.review is None:
            return ()
        return tuple(swing_words(self.review, steps_of_moves(self.replay)))


def posters_part(store: MatchStore, wire: Wire, draw: Callable[[Poster], Awaitable[bytes]]) -> Part:
    """A poster is posted once; where it cannot be, nobody needs it any more."""

    def load(connection: Connection, due: Due) -> Post[MatchPoster] | None:
        match = store.read(connection, MatchId(due.subject_id))
        if match.is_running:
            return None
        review, server = review_of(connection, match), match.server_id
        found = review if review is not None and review.is_whole else None
        named = server is not None and server_settings.get(connection, server).named_on_posters
        replay = MatchReplay(match, tuple(steps_of(match)), record_of(match))
        return Post(MatchPoster(replay, found, named), (match.channel_id,))

    async def drawn(shown: MatchPoster, wording: Wording) -> bytes:
        card = await wire.soon(wire.messenger.share_card(shown.match, wording))
        server = wire.messenger.server_name(shown.match) if shown.server_named else None
        return await draw(await asyncio.to_thread(poster_of, shown, card, server))

    refused = dict.fromkeys((CannotPost, ChannelGone))
    return Part(posts=(PostKind(kind=MessageKind.POSTER, load=load, draw=drawn, refused=refused),))


def poster_of(shown: MatchPoster, card: ShareCard, server: str | None) -> Poster:
    """What is drawn. A long match takes tens of milliseconds."""
    match, review, turns = shown.match, shown.review, shown.turns
    variant = match.match.variant_name
    title = beside(Plain(match.info.name), variant)
    day = day_of(match.match.finished_at or match.match.created_at)
    theme, wording = card.picture.theme, card.picture.wording
    ribbon = None
    if review is not None and len(shown.replay.steps) > 1:
        marks = tuple((number, shown.replay.steps[number].seat or 0) for number in turns)
        ribbon = replace(strip(shown.replay, review, 0, card.names), marks=marks, at=None)
    return Poster(
        replace(card, title=title),
        beside(day, None if server is None else Plain("{server}", server=server)),
        tuple(
            Still(
                shown.replay.picture(number, theme=theme, wording=wording),
                COUNTED.of(number=number),
                turned=number in turns,
            )
            for number in shown.moments
        ),
        ribbon,
        shown.swing,
    )


def turning_points(review: MatchReview) -> tuple[int, ...]:
    """The moves to show, by their numbers among the moves, in order.

    What was pointed out comes first, then what changed anybody's expectation by much.
    """
    changes = _changes(review)
    much = [number for number, change in changes.items() if change >= MUCH]
    costliest = sorted(much, key=lambda number: (-changes[number], number))
    pointed_out = [each.number for each in review.moments]
    turn = [] if review.turn is None else [review.turn.number]
    return tuple(sorted([*dict.fromkeys((*pointed_out, *turn, *costliest))][:MOST_STILLS]))


def swing_words(review: MatchReview, steps: Sequence[int]) -> Iterator[Told]:
    """Which move changed most, and since when who won was ahead."""
    changes = _changes(review)
    number = max(changes, key=changes.__getitem__, default=None)
    if number is not None and changes[number] >= MUCH:
        seat = review.match.moves[number].seat
        before, after = (chance_of(review.expected[at][seat]) for at in (number, number + 1))
        yield _SWING.of(number=steps[number], before=before, after=after), seat
    if review.turn is not None:
        yield _TURNED.of(number=steps[review.turn.number]), review.turn.winner


def _changes(review: MatchReview) -> dict[int, float]:
    moves = review.match.moves
    return {
        number: abs(after[moves[number].seat] - before[moves[number].seat])
        for number, (before, after) in enumerate(pairwise(review.expected))
        if number < len(moves)
    }
