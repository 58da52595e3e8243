"""A match from its start: for stepping through it, and as a record to take away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from bot.services.matches.errors import NoMatchHere, NotYoursToSee, SeveralMatches
from bot.services.matches.games import game_of
from bot.services.matches.models import MatchView
from bot.services.matches.presenting import match_line
from bot.services.matches.store import Logbook, Page
from data import matches
from data.database import Database
from data.ids import ChannelId, MatchId, PlayerId, ServerId
from rules.game import Event, Position, Seat
from rules.record import Record, leaving, write


@dataclass(frozen=True, slots=True)
class Scene:
    """A position of the match, and the move that led to it in its effects and in words.

    ``entry`` is the record's text for it, ``seat`` who moved or left; both are None at the start.
    ``sentence`` is None at the start and where somebody left.
    """

    position: Position
    events: tuple[Event, ...] = ()
    entry: str | None = None
    sentence: str | None = None
    seat: Seat | None = None

    @property
    def is_leaving(self) -> bool:
        """Whether it is so because somebody left."""
        return self.entry is not None and self.sentence is None


@dataclass(frozen=True, slots=True)
class Story:
    """A match with all its scenes, and without names as a record.

    ``finished_at`` is None while it goes on.
    """

    view: MatchView
    scenes: tuple[Scene, ...]
    record: Record
    finished_at: datetime | None


class HistoryService:
    """Moves that were taken back are in the log, but not in what is shown here."""

    def __init__(self, database: Database, logbook: Logbook) -> None:
        self._database = database
        self._logbook = logbook

    async def story(
        self, match_id: MatchId, player_id: PlayerId, server_id: ServerId | None
    ) -> Story:
        """The match, for somebody who looks back at it in a server, or in None.

        People may see their own matches, and those of the server they are in. Raises UnknownMatch
        or NotYoursToSee.
        """
        story = await self._read(match_id)
        view = story.view
        played_here = view.server_id is not None and view.server_id == server_id
        if view.seat_of(player_id) is None and not played_here:
            raise NotYoursToSee(match_id)
        return story

    async def meant(self, player_id: PlayerId, channel_id: ChannelId) -> MatchId:
        """The match that somebody means who names none in this channel or thread.

        It is the thread's; else the only one that the player is playing, or else the one played
        last. Raises NoMatchHere or SeveralMatches.
        """
        async with self._database.reading() as connection:
            here = await matches.in_thread(connection, channel_id)
            if here is not None:
                return here.id
            running = await matches.running_of(connection, player_id)
            played = running or await matches.finished_of(connection, player_id, 1)
        if not played:
            raise NoMatchHere
        if len(played) > 1:
            raise SeveralMatches(tuple(match_line(match) for match in played))
        return played[0].id

    async def scenes(self, match_id: MatchId) -> tuple[Scene, ...]:
        """The start, then what followed each move or leaving; raises UnknownMatch."""
        return (await self._read(match_id)).scenes

    async def record(self, match_id: MatchId, names: tuple[str, ...] = ()) -> str:
        """The match as text that ``rules.record`` reads, with the players' names by seat.

        Raises UnknownMatch.
        """
        return write(replace((await self._read(match_id)).record, players=names))

    async def _read(self, match_id: MatchId) -> Story:
        async with self._database.reading() as connection:
            page = await self._logbook.read(connection, match_id)
        return Story(page.view, tuple(_scenes(page)), _record(page), page.match.finished_at)


def _scenes(page: Page) -> Iterator[Scene]:
    match = page.match
    scene = Scene(game_of(match.game).start(match.variant, seed=match.seed))
    yield scene
    for entry in page.standing.line:
        scene = _next(scene.position, entry)
        yield scene


def _next(position: Position, entry: str) -> Scene:
    for seat in range(position.variant.seats):
        if entry == leaving(seat):
            return Scene(position.leave(seat), entry=entry, seat=seat)
    move = position.parse(entry)
    sentence = position.describe(move)
    return Scene(position.play(move), position.events(move), entry, sentence, position.to_move)


def _record(page: Page) -> Record:
    match, standing = page.match, page.standing
    return Record(
        game=match.game,
        variant=match.variant,
        version=match.rules_version,
        entries=standing.line,
        # a match that was annulled has no result, but its board may have
        outcome=standing.outcome or standing.position.outcome,
        seed=match.seed,
    )
