"""Conditional moves: answers to what the opponents may play, prepared while they think."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.composer import MovedOn, choose, composed
from bot.services.conditionals import storage
from bot.services.conditionals.models import (
    DEEPEST,
    MOST,
    Conditionals,
    IllegalLine,
    Line,
    LineTooDeep,
    NoAnswerInLine,
    TooManyLines,
    YourTurnAlready,
    added,
    answers_in,
)
from bot.services.conditionals.storage import Conditional
from bot.services.matches import MatchState, MatchStore, Now, seat_of
from data.database import Database
from data.ids import MatchId
from rules.errors import MoveError

SEPARATORS = re.compile(r"[;\n]")

Edit: TypeAlias = Callable[[Conditionals], Conditional]


class ConditionalService:
    """Prepares moves. Every method says no by raising a ServiceError.

    All raise UnknownMatch, NotYourMatch, MatchOver, YourTurnAlready; those that name a stage raise
    MovedOn, with how it stands, when it is another one.
    """

    def __init__(self, database: Database, store: MatchStore, now: Now) -> None:
        self._database = database
        self._store = store
        self._now = now

    async def show(self, actor: Actor, match_id: MatchId) -> Conditionals:
        """What the player has prepared in the match."""
        return await self._database.read(self._read, actor, match_id)

    async def type_line(self, actor: Actor, match_id: MatchId, text: str) -> Conditionals:
        """Keep the line that ``text`` means: moves in turn, separated by semicolons.

        Raises IllegalLine, NoAnswerInLine, LineTooDeep or TooManyLines.
        """
        texts = [part.strip() for part in SEPARATORS.split(text) if part.strip()]

        def typed(now: Conditionals) -> Conditional:
            return _with_line(now, _read_line(now.match, texts))

        return await self._edit(actor, match_id, None, typed)

    async def take(self, actor: Actor, match_id: MatchId, stage: str, number: int) -> Conditionals:
        """Take the choice with this number, or ``STOP``, towards the next move of the draft."""

        def take(now: Conditionals) -> Conditional:
            choice = choose(now.composition, number)
            if choice is None:
                raise MovedOn(now)
            if choice.move is not None:
                return replace(_kept(now), draft=(*now.draft, choice.move), taken=())
            return replace(_kept(now), taken=choice.taken)

        return await self._edit(actor, match_id, stage, take)

    async def back(self, actor: Actor, match_id: MatchId, stage: str) -> Conditionals:
        """Take back the last choice, or else the last move of the draft."""

        def back(now: Conditionals) -> Conditional:
            if now.composition is not None and now.composition.is_begun:
                return replace(_kept(now), taken=now.composition.back().taken)
            return replace(_kept(now), draft=now.draft[:-1], taken=())

        return await self._edit(actor, match_id, stage, back)

    async def keep(self, actor: Actor, match_id: MatchId, stage: str) -> Conditionals:
        """Keep the draft as a line; raises NoAnswerInLine or TooManyLines."""

        def keep(now: Conditionals) -> Conditional:
            return _with_line(now, now.draft)

        return await self._edit(actor, match_id, stage, keep)

    async def drop(self, actor: Actor, match_id: MatchId, stage: str, number: int) -> Conditionals:
        """Forget the line with this number, counted from 0."""

        def drop(now: Conditionals) -> Conditional:
            if not 0 <= number < len(now.lines):
                raise MovedOn(now)
            dropped = now.lines[number]
            return replace(_kept(now), lines=tuple(line for line in now.lines if line != dropped))

        return await self._edit(actor, match_id, stage, drop)

    async def _edit(
        self, actor: Actor, match_id: MatchId, stage: str | None, edit: Edit
    ) -> Conditionals:
        def write(connection: Connection) -> Conditionals:
            now = self._read(connection, actor, match_id, lock=True)
            if stage is not None and stage != now.stage:
                raise MovedOn(now)
            kept = edit(now)
            storage.put(connection, match_id, kept, self._now())
            if kept.lines and not now.match.match.conditional:
                storage.mark(connection, match_id, prepared=True)
            return self._read(connection, actor, match_id)

        return await self._database.write(write)

    def _read(
        self, connection: Connection, actor: Actor, match_id: MatchId, *, lock: bool = False
    ) -> Conditionals:
        match = self._store.open_for(connection, match_id, actor.id, lock=lock)
        seat = seat_of(match, actor.id)
        if match.to_move == seat:
            raise YourTurnAlready(match)
        mine = (
            each
            for each in storage.of_match(connection, match_id)
            if each.player_id == actor.id and each.ply == match.ply
        )
        return _shown(match, next(mine, Conditional(actor.id, match.ply)))


def _shown(match: MatchState, kept: Conditional) -> Conditionals:
    seat = seat_of(match, kept.player_id)
    position, events, sentence = match.position, match.events, match.sentence
    for text in kept.draft:
        move = position.parse(text)
        events, sentence = position.events(move), position.describe(move)
        position = position.after(move)
    shown = Conditionals(
        match, seat, kept.lines, kept.draft, kept.taken, position, events, sentence, None
    )
    if shown.is_deep:
        return shown
    return replace(shown, composition=composed(position, kept.taken))


def _kept(now: Conditionals) -> Conditional:
    player = now.match.players[now.seat]
    assert isinstance(player, int)
    return Conditional(player, now.match.ply, now.lines, now.draft, now.taken)


def _with_line(now: Conditionals, line: Line) -> Conditional:
    """What is kept with a further line; raises as ``type_line`` does."""
    answers = answers_in(now.match.position, line, now.seat)
    if not answers or answers[-1] != len(line) - 1:
        raise NoAnswerInLine
    if len(answers) > DEEPEST:
        raise LineTooDeep(DEEPEST)
    lines = added(now.lines, line, answers)
    if len(lines) > MOST:
        raise TooManyLines(MOST)
    return replace(_kept(now), lines=lines, draft=(), taken=())


def _read_line(match: MatchState, texts: list[str]) -> Line:
    """The moves that were typed, in canonical notation; raises IllegalLine."""
    position, line = match.position, list[str]()
    for number, text in enumerate(texts, 1):
        try:
            move = position.parse(text)
        except MoveError as error:
            raise IllegalLine(error, number) from error
        line.append(str(move))
        position = position.after(move)
    return tuple(line)
