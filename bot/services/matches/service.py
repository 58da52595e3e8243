"""Playing a match: moving, giving up, looking at it."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.services.matches.errors import (
    AlreadyLeft,
    IllegalText,
    NoBoardThere,
    NoMatchHere,
    NotYourMatch,
    NotYourTurn,
    SeveralMatches,
    TooLateToAbort,
)
from bot.services.matches.models import MatchLine, MatchView
from bot.services.matches.presenting import match_line
from bot.services.matches.store import Logbook, NewEntry, Page
from data import matches
from data.database import Database
from data.ids import ChannelId, InteractionId, MatchId, MessageId, PlayerId
from data.states import EntryKind
from rules.completion import Completion, complete
from rules.errors import MoveError
from rules.game import Seat

OnChange = Callable[[MatchId], None]
"""Called after the commit, so that the match's new board is delivered."""

RESIGNED = "resigned"

Deed = tuple[EntryKind, str]
"""What an entry of the log will say: its kind and its text."""


class MatchService:
    """What a player does in matches. Every method says no by raising a ServiceError."""

    def __init__(self, database: Database, logbook: Logbook, on_change: OnChange) -> None:
        self._database = database
        self._logbook = logbook
        self._on_change = on_change

    async def submit(
        self,
        match_id: MatchId,
        player_id: PlayerId,
        text: str,
        interaction_id: InteractionId,
        expected_ply: int | None = None,
    ) -> MatchView:
        """Make the move that ``text`` means; the match after it.

        The same interaction again gives the same answer and writes nothing. Raises UnknownMatch,
        NotYourMatch, MatchOver, OutdatedBoard, NotYourTurn or IllegalText.
        """

        def move(page: Page, seat: Seat) -> Deed:
            if page.standing.to_move != seat:
                raise NotYourTurn(page.view)
            try:
                return EntryKind.MOVE, str(page.standing.position.parse(text))
            except MoveError as error:
                raise IllegalText(error, page.view) from error

        return await self._write(match_id, player_id, interaction_id, expected_ply, move)

    async def resign(
        self,
        match_id: MatchId,
        player_id: PlayerId,
        interaction_id: InteractionId,
        expected_ply: int | None = None,
    ) -> MatchView:
        """Give up the player's seat; the match after it.

        Repeats and errors as ``submit``; raises AlreadyLeft.
        """

        def leave(page: Page, seat: Seat) -> Deed:
            if seat in page.standing.left:
                raise AlreadyLeft(page.view)
            return EntryKind.LEAVE, RESIGNED

        return await self._write(match_id, player_id, interaction_id, expected_ply, leave)

    async def abort(
        self,
        match_id: MatchId,
        player_id: PlayerId,
        interaction_id: InteractionId,
        expected_ply: int | None = None,
    ) -> MatchView:
        """End the match without a result, which any player may until everybody has moved.

        Repeats and errors as ``submit``; raises TooLateToAbort or AlreadyLeft.
        """

        def call_off(page: Page, seat: Seat) -> Deed:
            if seat in page.standing.left:
                raise AlreadyLeft(page.view)
            begun = {made.seat for made in page.standing.moves}.union(page.standing.left)
            if len(begun) == len(page.match.players):
                raise TooLateToAbort(page.view)
            return EntryKind.ABORT, ""

        return await self._write(match_id, player_id, interaction_id, expected_ply, call_off)

    async def view(self, match_id: MatchId, ply: int | None = None) -> MatchView:
        """The match now, or as it stood at ``ply``; raises UnknownMatch."""
        async with self._database.reading() as connection:
            return (await self._logbook.read(connection, match_id, ply)).view

    async def running_of(self, player_id: PlayerId) -> tuple[MatchLine, ...]:
        """The matches the player is playing, longest untouched first."""
        async with self._database.reading() as connection:
            found = await matches.running_of(connection, player_id)
        return tuple(match_line(match) for match in found)

    async def waiting_for(self, player_id: PlayerId) -> tuple[MatchLine, ...]:
        """Those of the player's matches in which it is the player's turn."""
        return tuple(
            line for line in await self.running_of(player_id) if line.to_move_player == player_id
        )

    async def pick(
        self, player_id: PlayerId, channel_id: ChannelId, match_id: MatchId | None = None
    ) -> MatchView:
        """The match that a player means who is writing in this channel or thread.

        It is the one named; else the thread's; else the only one waiting for the player, or the
        only one at all. Raises UnknownMatch, NotYourMatch, NoMatchHere or SeveralMatches.
        """
        async with self._database.reading() as connection:
            if match_id is None:
                match_id = await self._meant(connection, player_id, channel_id)
            page = await self._logbook.read(connection, match_id)
            if player_id not in page.match.players:
                raise NotYourMatch(match_id)
            return page.view

    async def shown_in(self, message_id: MessageId) -> MatchView:
        """The match whose board this message shows; raises NoBoardThere."""
        async with self._database.reading() as connection:
            match_id = await matches.shown_in(connection, message_id)
            if match_id is None:
                raise NoBoardThere
            return (await self._logbook.read(connection, match_id)).view

    def completions(self, view: MatchView, text: str) -> tuple[Completion, ...]:
        """What ``text`` may become, part by part, best first; none when the match is over."""
        return () if view.to_move_player is None else complete(view.position, text)

    async def _write(
        self,
        match_id: MatchId,
        player_id: PlayerId,
        interaction_id: InteractionId,
        expected_ply: int | None,
        deed: Callable[[Page, Seat], Deed],
    ) -> MatchView:
        async with self._database.transaction() as connection:
            told = await self._logbook.repeated(connection, interaction_id)
            if told is not None:
                return told
            page = await self._logbook.open_for(connection, match_id, player_id, expected_ply)
            seat = page.seat_of(player_id)
            kind, text = deed(page, seat)
            entry = NewEntry(kind, text, seat, player_id, interaction_id)
            view = await self._logbook.append(connection, page, entry)
        self._on_change(match_id)
        return view

    async def _meant(
        self, connection: AsyncConnection, player_id: PlayerId, channel_id: ChannelId
    ) -> MatchId:
        here = await matches.in_thread(connection, channel_id)
        if here is not None and player_id in here.players:
            return here.id
        lines = [match_line(match) for match in await matches.running_of(connection, player_id)]
        waiting = [line for line in lines if line.to_move_player == player_id]
        possible = waiting or lines
        if not possible:
            raise NoMatchHere
        if len(possible) > 1:
            raise SeveralMatches(tuple(possible))
        return possible[0].id
