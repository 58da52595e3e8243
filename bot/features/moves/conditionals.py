"""Conditional moves: answers that a player prepares to moves of the opponents.

They are played, or dropped, in the transaction of the move that they answer.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import TypeAlias

from sqlalchemy import Connection, delete

from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.core.matches import (
    PREPARED,
    Entry,
    MatchRefusal,
    MatchState,
    NewEntry,
    StoreService,
    seat_of,
)
from bot.core.matches import storage as matches
from bot.features.moves.composition import Composition, MovedOn, choose, composed, stage_of
from data.database import writes
from data.ids import Key, MatchId, PlayerId
from data.statements import put as put_row
from data.statements import row_of, selecting, typed_rows
from data.states import EntryKind
from data.tables import conditional_moves
from rules.errors import MoveError
from rules.game import Event, Position, Seat
from rules.texts import Text


@dataclass(frozen=True, slots=True)
class Conditional:
    """The stored answers of a player in a match at ``ply``.

    Each of ``lines`` has the moves of all players from that ply on, and ends with the player's own.
    ``draft`` is an unfinished line, ``taken`` the steps towards its next move.
    """

    player_id: PlayerId
    ply: int
    lines: tuple[tuple[str, ...], ...] = ()
    draft: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()


def put(connection: Connection, match_id: MatchId, kept: Conditional, now: datetime) -> None:
    """Store this, replacing what the player had prepared before."""
    row = {"match_id": match_id, **row_of(kept), "updated_at": now}
    put_row(connection, conditional_moves, row)


def of_match(connection: Connection, match_id: MatchId) -> tuple[Conditional, ...]:
    """The prepared answers of all players in a match."""
    found = selecting(conditional_moves, Conditional).filter_by(match_id=match_id)
    ordered = found.order_by(conditional_moves.c.player_id)
    return typed_rows(connection, ordered, Conditional)


def drop(connection: Connection, match_id: MatchId, player_id: PlayerId) -> None:
    """Remove the player's prepared answers."""
    theirs = delete(conditional_moves).filter_by(match_id=match_id, player_id=player_id)
    connection.execute(theirs)


Line: TypeAlias = tuple[str, ...]
"""Moves in notation, the next one first."""

MOST_ANSWERS = 5
"""The most answers in a line."""

MOST_LINES = 12
"""The most lines of a player in a match."""


def followed(lines: Sequence[Line], text: str) -> tuple[Line, ...]:
    """The rests of the lines that begin with this move."""
    return tuple(line[1:] for line in lines if line[0] == text and len(line) > 1)


def added(lines: Sequence[Line], new: Line, answers: Sequence[int]) -> tuple[Line, ...]:
    """The lines with a new one; ``answers`` are the indices of the player's moves in it.

    The new line replaces lines with another answer to the same moves, and lines that it continues.
    """
    if any(line[: len(new)] == new for line in lines):
        return tuple(lines)
    kept = [
        line
        for line in lines
        if line != new[: len(line)]
        and not any(
            line[:at] == new[:at] and len(line) > at and line[at] != new[at] for at in answers
        )
    ]
    return (*kept, new)


def answers_in(position: Position, line: Line, seat: Seat) -> tuple[int, ...]:
    """The indices of ``seat``'s moves in a line that is legal from ``position`` on."""
    found = []
    for place, text in enumerate(line):
        if position.to_move == seat:
            found.append(place)
        position = position.play(text)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Conditionals:
    """What a player has prepared in a match, with the board after the ``draft`` of another line.

    ``events`` and ``sentence`` describe the draft's last move; ``composition`` is its next move so
    far, None if the line cannot go on.
    """

    match: MatchState
    kept: Conditional
    position: Position
    events: tuple[Event, ...]
    sentence: Text | None
    composition: Composition | None

    @property
    def stage(self) -> str:
        """A hash of everything prepared and chosen so far."""
        kept, lines = self.kept, chain.from_iterable(self.kept.lines)
        return stage_of(str(kept.ply), *lines, "", *kept.draft, "", *kept.taken)

    @property
    def can_be_kept(self) -> bool:
        """Whether the draft ends with an answer, so that it can be stored as a line."""
        answers = self.answers_in(self.kept.draft)
        return bool(answers) and answers[-1] == len(self.kept.draft) - 1 and not self.kept.taken

    @property
    def is_own_turn(self) -> bool:
        return self.position.to_move == self.match.seat_of(self.kept.player_id)

    def answers_in(self, line: Line) -> tuple[int, ...]:
        """The indices of the player's moves in a line that is legal in the match."""
        return answers_in(self.match.position, line, seat_of(self.match, self.kept.player_id))


class YourTurnAlready(MatchRefusal):
    """The player is to move now, and prepares nothing for that."""

    says = Text("It is your turn in this match. Move first, then prepare answers.")


class IllegalLine(ServiceError):
    """The move with this number in a typed line, counted from 1, is not legal there."""

    says = Text("Move {number} of this line is not possible: {reason}")

    error: MoveError
    number: int


class NoAnswerInLine(ServiceError):
    """A line has to end with a move of the player's own."""

    says = Text("A line must end with your answer. Type their move, then yours: `b7-b5; c2-c4`.")


class LineTooDeep(ServiceError):
    """A line has at most MOST_ANSWERS."""

    says = Text("A line can have at most {most} of your answers.", most=MOST_ANSWERS)


class TooManyLines(ServiceError):
    """The player has prepared MOST_LINES already."""

    says = Text("You can prepare {most} lines in a match. Delete one first.", most=MOST_LINES)


SEPARATORS = re.compile(r"[;\n]")

Edit: TypeAlias = Callable[[Conditionals], Conditional]


class ConditionalService(StoreService):
    """Edits prepared answers. Refusals are ServiceErrors.

    All raise UnknownMatch, NotYourMatch, MatchOver or YourTurnAlready; those with a stage raise
    MovedOn, with the current state, at another stage.
    """

    async def show(self, actor: Actor, match_id: MatchId) -> Conditionals:
        """What the player has prepared in the match."""
        return await self._database.read(self._read, actor, match_id)

    async def type_line(self, actor: Actor, match_id: MatchId, text: str) -> Conditionals:
        """Add the line in ``text``: moves in turn, separated by semicolons.

        Raises IllegalLine, NoAnswerInLine, LineTooDeep or TooManyLines.
        """
        texts = [part.strip() for part in SEPARATORS.split(text) if part.strip()]

        def typed(now: Conditionals) -> Conditional:
            return _with_line(now, _read_line(now.match, texts))

        return await self._edit(actor, match_id, None, typed)

    async def take(self, actor: Actor, match_id: MatchId, stage: str, number: int) -> Conditionals:
        """Take the choice with this number, or ``STOP``, for the next move of the draft."""

        def take(now: Conditionals) -> Conditional:
            choice = choose(now.composition, number)
            if choice is None:
                raise MovedOn(now)
            if choice.move is not None:
                return replace(now.kept, draft=(*now.kept.draft, choice.move), taken=())
            return replace(now.kept, taken=choice.taken)

        return await self._edit(actor, match_id, stage, take)

    async def back(self, actor: Actor, match_id: MatchId, stage: str) -> Conditionals:
        """Take back the last choice, or else the last move of the draft."""

        def back(now: Conditionals) -> Conditional:
            if now.composition is not None and now.composition.is_begun:
                return replace(now.kept, taken=now.composition.back().taken)
            return replace(now.kept, draft=now.kept.draft[:-1], taken=())

        return await self._edit(actor, match_id, stage, back)

    async def keep(self, actor: Actor, match_id: MatchId, stage: str) -> Conditionals:
        """Add the draft as a line; raises NoAnswerInLine or TooManyLines."""
        return await self._edit(actor, match_id, stage, lambda now: _with_line(now, now.kept.draft))

    async def drop(self, actor: Actor, match_id: MatchId, stage: str, number: int) -> Conditionals:
        """Remove the line with this number, counted from 0."""

        def drop(now: Conditionals) -> Conditional:
            lines = now.kept.lines
            if not 0 <= number < len(lines):
                raise MovedOn(now)
            return replace(now.kept, lines=tuple(each for each in lines if each != lines[number]))

        return await self._edit(actor, match_id, stage, drop)

    @writes
    def _edit(
        self, connection: Connection, actor: Actor, match_id: MatchId, stage: str | None, edit: Edit
    ) -> Conditionals:
        now = self._read(connection, actor, match_id, lock=True)
        if stage is not None and stage != now.stage:
            raise MovedOn(now)
        kept = edit(now)
        put(connection, match_id, kept, self._now())
        if kept.lines and not now.match.match.conditional:
            matches.change(connection, match_id, conditional=True)
        return self._read(connection, actor, match_id)

    def _read(
        self, connection: Connection, actor: Actor, match_id: MatchId, *, lock: bool = False
    ) -> Conditionals:
        match = self._store.open_for(connection, match_id, actor.id, lock=lock)
        seat = seat_of(match, actor.id)
        if match.to_move == seat:
            raise YourTurnAlready(match)
        mine = (
            each
            for each in of_match(connection, match_id)
            if each.player_id == actor.id and each.ply == match.ply
        )
        return _shown(match, next(mine, Conditional(actor.id, match.ply)))


def _shown(match: MatchState, kept: Conditional) -> Conditionals:
    position, events, sentence = match.position, match.events, match.sentence
    for text in kept.draft:
        move = position.parse(text)
        events, sentence = position.events(move), position.describe(move)
        position = position.after(move)
    shown = Conditionals(match, kept, position, events, sentence, composed(position, kept.taken))
    is_full = len(shown.answers_in(kept.draft)) >= MOST_ANSWERS
    return replace(shown, composition=None) if is_full else shown


def _with_line(now: Conditionals, line: Line) -> Conditional:
    """What to store with a new line; raises as ``type_line`` does."""
    answers = now.answers_in(line)
    if not answers or answers[-1] != len(line) - 1:
        raise NoAnswerInLine
    if len(answers) > MOST_ANSWERS:
        raise LineTooDeep
    lines = added(now.kept.lines, line, answers)
    if len(lines) > MOST_LINES:
        raise TooManyLines
    return replace(now.kept, lines=lines, draft=(), taken=())


def _read_line(match: MatchState, texts: list[str]) -> Line:
    """The typed moves in canonical notation; raises IllegalLine."""
    position, line = match.position, list[str]()
    for number, text in enumerate(texts, 1):
        try:
            move = position.parse(text)
        except MoveError as error:
            raise IllegalLine(error, number) from error
        line.append(str(move))
        position = position.after(move)
    return tuple(line)


_KEEPING_POSITION = (EntryKind.PLACE, EntryKind.PAUSE, EntryKind.RESUME)


def play_prepared(connection: Connection, match: MatchState, now: datetime) -> NewEntry | None:
    """The prepared answer to the match's last move, or None.

    Lines that do not begin with the move are removed; all are once the match ends or is undone.
    """
    if match.last is None:
        return None
    answer, remaining = None, 0
    for kept in of_match(connection, match.id):
        after = _after(kept, match, match.last)
        if after is None:
            drop(connection, match.id, kept.player_id)
            continue
        remaining += 1
        put(connection, match.id, after, now)
        if match.to_move_player == kept.player_id and match.last.kind is EntryKind.MOVE:
            answer = _answer(match, after)
            if answer is None:  # it is no longer legal
                drop(connection, match.id, kept.player_id)
                remaining -= 1
    if not remaining:
        matches.change(connection, match.id, conditional=False)
    return answer


def _after(kept: Conditional, match: MatchState, entry: Entry) -> Conditional | None:
    """What remains of a player's prepared answers after an entry; None if nothing."""
    seat = match.seat_of(kept.player_id)
    if not match.is_running or kept.ply != match.ply - 1 or seat is None or seat in match.left:
        return None
    if entry.kind in _KEEPING_POSITION:
        return replace(kept, ply=match.ply)
    if entry.kind is not EntryKind.MOVE:
        return None
    lines = followed(kept.lines, entry.text)
    return replace(kept, ply=match.ply, lines=lines, draft=(), taken=()) if lines else None


def _answer(match: MatchState, kept: Conditional) -> NewEntry | None:
    try:
        text = str(match.position.parse(kept.lines[0][0]))
    except MoveError:
        return None
    key = Key(f"{PREPARED}:{match.id}:{match.ply + 1}")
    return NewEntry(EntryKind.MOVE, text, match.to_move, kept.player_id, key)
