"""The composer: a player's unfinished move in a match, stored between clicks."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Connection

from bot.core import matches
from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.features.moves import storage
from bot.features.moves.composition import Composing, Composition, MovedOn, begin, composed
from data.database import writes
from data.ids import MatchId, PlayerId
from rules.game import Move, Position, StepKind, StepMenu

KNOWN_AFTER = 3
"""A kind of step is explained until this many moves of the match have had it."""

PRACTISED = 40
"""Nothing is explained to a player with this many moves in a game, about two matches."""


def unfamiliar(now: Composing) -> frozenset[StepKind]:
    """The kinds of step in the menu that fewer than KNOWN_AFTER moves of the player had."""
    met: Counter[StepKind] = Counter()
    new = _kinds(now.composition.menu)
    for made in reversed(now.match.moves):
        if made.seat == now.seat and new:
            met.update(_kinds_chosen(made.before, made.move))
            new = frozenset(kind for kind in new if met[kind] < KNOWN_AFTER)
    return new


def _kinds_chosen(position: Position, move: Move) -> frozenset[StepKind]:
    """The kinds of step of which a move's player had a choice."""
    steps, _ = position.read(str(move))
    menus = (position.steps(steps[:count]) for count in range(len(steps)))
    return frozenset().union(*(_kinds(menu) for menu in menus if len(menu.options) > 1))


def _kinds(menu: StepMenu) -> frozenset[StepKind]:
    return frozenset(step.kind for step in menu.options)


class ComposerService(matches.StoreService):
    """Keeps one unfinished move for each player in each match.

    Every change names the ply and the stage at which it was offered. All raise UnknownMatch,
    NotYourMatch, MatchOver, NotYourTurn or OutdatedBoard, and MovedOn at another stage.
    """

    async def open(self, actor: Actor, match_id: MatchId, ply: int | None = None) -> Composing:
        """The stored unfinished move, or a new one."""
        now = await self._database.read(self._read, actor, match_id, ply)
        if now.match.match.is_timed:  # so that the player is not reminded right after
            note_use, ply = storage.note_use, now.match.ply
            await self._database.write(note_use, match_id, actor.id, ply, self._now())
        return now

    async def at(self, actor: Actor, match_id: MatchId, ply: int, stage: str) -> Composing:
        """The unfinished move, which must be at this stage."""
        return await self._database.read(self._read, actor, match_id, ply, stage)

    async def take(
        self, actor: Actor, match_id: MatchId, ply: int, stage: str, number: int
    ) -> Composing:
        """Take the choice with this number, counted from 0; raises MovedOn if there is none."""

        def take(now: Composition) -> Composition | None:
            return now.take(number) if now.offers(number) else None

        return await self._change(actor, match_id, ply, stage, take)

    async def back(self, actor: Actor, match_id: MatchId, ply: int, stage: str) -> Composing:
        """Take back the last choice."""
        return await self._change(actor, match_id, ply, stage, Composition.back)

    async def start_over(self, actor: Actor, match_id: MatchId, ply: int, stage: str) -> Composing:
        """Take back all choices."""
        return await self._change(actor, match_id, ply, stage, lambda now: begin(now.position))

    async def play(self, actor: Actor, match_id: MatchId, ply: int, stage: str) -> matches.Played:
        """Play the move, once; raises NotWhole if it cannot end here."""
        played = await self._database.write(self._play, actor, match_id, ply, stage)
        self._store.remember(played.state)
        return played

    async def unfamiliar(self, player_id: PlayerId, now: Composing) -> frozenset[StepKind]:
        """The kinds of step in the menu to explain to the player; none if they are experienced.

        In a player's first matches of a game, each kind is explained at its first moves.
        """
        game, moves_of = now.match.info.id, matches.storage.count_moves
        made = await self._database.read(moves_of, player_id, game, most=PRACTISED)
        return frozenset() if made >= PRACTISED else unfamiliar(now)

    def _play(
        self, connection: Connection, actor: Actor, match_id: MatchId, ply: int, stage: str
    ) -> matches.Played:
        try:
            now = self._read(connection, actor, match_id, ply, stage, lock=True)
        except ServiceError:
            after = self._store.already_written(connection, actor.key)
            if after is None:
                raise
        else:
            action = matches.typed_move(str(now.whole()))
            after = matches.write_action(self._store, connection, actor, now.match, action)
        return matches.Played(after, matches.storage.count_waiting(connection, actor.id))

    @writes
    def _change(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        ply: int,
        stage: str,
        step: Callable[[Composition], Composition | None],
    ) -> Composing:
        now = self._read(connection, actor, match_id, ply, stage)
        further = step(now.composition)
        if further is None:
            raise MovedOn(now)
        storage.put(connection, match_id, actor.id, now.match.ply, further.taken, self._now())
        return replace(now, composition=further)

    def _read(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        ply: int | None,
        stage: str | None = None,
        *,
        lock: bool = False,
    ) -> Composing:
        match = matches.open_to_move(connection, self._store, match_id, actor.id, ply, lock=lock)
        taken = storage.taken(connection, match_id, actor.id, match.ply)
        composition = composed(match.position, taken)
        assert composition is not None  # somebody is to move
        now = Composing(match, matches.seat_of(match, actor.id), composition)
        if stage not in (None, composition.stage):
            raise MovedOn(now)
        return now
