"""Conditional moves: answers to what the opponents may play, prepared while they think.

They are played, or let go of, in the transaction of what has happened.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from operator import attrgetter
from typing import TypeAlias

from sqlalchemy import Connection

from bot.services.actor import Actor
from bot.services.composer import MovedOn, choose, composed
from bot.services.conditionals import models, storage
from bot.services.conditionals.models import Conditionals, followed
from bot.services.conditionals.storage import Conditional
from bot.services.matches import MatchState, NewEntry, StoreService, When, seat_of
from bot.services.matches.entries_storage import Entry
from bot.services.part import Part
from data.ids import Key, MatchId
from data.states import EntryKind
from data.transactions import writes
from rules.errors import MoveError

SEPARATORS = re.compile(r"[;\n]")

Edit: TypeAlias = Callable[[Conditionals], Conditional]


class ConditionalService(StoreService):
    """Prepares moves. Every method says no by raising a ServiceError.

    All raise UnknownMatch, NotYourMatch, MatchOver, YourTurnAlready; those that name a stage raise
    MovedOn, with how it stands, when it is another one.
    """

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
        return await self._edit(actor, match_id, stage, lambda now: _with_line(now, now.draft))

    async def drop(self, actor: Actor, match_id: MatchId, stage: str, number: int) -> Conditionals:
        """Forget the line with this number, counted from 0."""

        def drop(now: Conditionals) -> Conditional:
            if not 0 <= number < len(now.lines):
                raise MovedOn(now)
            dropped = now.lines[number]
            return replace(_kept(now), lines=tuple(line for line in now.lines if line != dropped))

        return await self._edit(actor, match_id, stage, drop)

    @writes
    def _edit(
        self, connection: Connection, actor: Actor, match_id: MatchId, stage: str | None, edit: Edit
    ) -> Conditionals:
        now = self._read(connection, actor, match_id, lock=True)
        if stage is not None and stage != now.stage:
            raise MovedOn(now)
        kept = edit(now)
        storage.put(connection, match_id, kept, self._now())
        if kept.lines and not now.match.match.conditional:
            storage.mark(connection, match_id, prepared=True)
        return self._read(connection, actor, match_id)

    def _read(
        self, connection: Connection, actor: Actor, match_id: MatchId, *, lock: bool = False
    ) -> Conditionals:
        match = self._store.open_for(connection, match_id, actor.id, lock=lock)
        seat = seat_of(match, actor.id)
        if match.to_move == seat:
            raise models.YourTurnAlready(match)
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


def _with_line(now: Conditionals, line: models.Line) -> Conditional:
    """What is kept with a further line; raises as ``type_line`` does."""
    answers = models.answers_in(now.match.position, line, now.seat)
    if not answers or answers[-1] != len(line) - 1:
        raise models.NoAnswerInLine
    if len(answers) > models.DEEPEST:
        raise models.LineTooDeep(models.DEEPEST)
    lines = models.added(now.lines, line, answers)
    if len(lines) > models.MOST:
        raise models.TooManyLines(models.MOST)
    return replace(_kept(now), lines=lines, draft=(), taken=())


def _read_line(match: MatchState, texts: list[str]) -> models.Line:
    """The moves that were typed, in canonical notation; raises IllegalLine."""
    position, line = match.position, list[str]()
    for number, text in enumerate(texts, 1):
        try:
            move = position.parse(text)
        except MoveError as error:
            raise models.IllegalLine(error, number) from error
        line.append(str(move))
        position = position.after(move)
    return tuple(line)


PREPARED = "prepared"
"""How the keys of moves that were played like this begin."""

_UNMOVED = (EntryKind.PLACE, EntryKind.PAUSE, EntryKind.RESUME)


def play_prepared(connection: Connection, match: MatchState, now: datetime) -> NewEntry | None:
    """The answer that somebody has prepared to what was just played, if there is one.

    Lines that were left are forgotten, and so is everything once the match ends or goes back.
    """
    if match.last is None:
        return None
    answer, left = None, 0
    for kept in storage.of_match(connection, match.id):
        after = _after(kept, match, match.last)
        if after is None:
            storage.drop(connection, match.id, kept.player_id)
            continue
        left += 1
        storage.put(connection, match.id, after, now)
        if match.to_move_player == kept.player_id and match.last.kind is EntryKind.MOVE:
            answer = _answer(match, after)
            if answer is None:  # it is not legal any more
                storage.drop(connection, match.id, kept.player_id)
                left -= 1
    if not left:
        storage.mark(connection, match.id, prepared=False)
    return answer


def was_prepared(entry: Entry | None) -> bool:
    """Whether a move was prepared before it was played."""
    return entry is not None and entry.key.startswith(f"{PREPARED}:")


def _after(kept: Conditional, match: MatchState, entry: Entry) -> Conditional | None:
    """What is left of what somebody had prepared; None if nothing is."""
    seat = match.seat_of(kept.player_id)
    if not match.is_running or kept.ply != match.ply - 1 or seat is None or seat in match.left:
        return None
    if entry.kind in _UNMOVED:
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


PART = Part(follow_up=(When(attrgetter("match.conditional"), play_prepared),))
