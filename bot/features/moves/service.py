"""A player's move in a match, put together step by step; a later click finds it again."""

from collections import Counter
from dataclasses import replace

from sqlalchemy import Connection

from bot.core import matches
from bot.core.actor import Actor
from bot.core.errors import ServiceError
from bot.features.moves import storage
from bot.features.moves.composition import Composing, Composition, MovedOn, begin, composed
from data.ids import MatchId, PlayerId
from data.transactions import writes
from rules.game import Move, Position, StepKind, StepMenu

KNOWN_AFTER = 3
"""After so many moves in a match with a step of a kind, nobody is told again what it is about."""

PRACTISED = 40
"""Who has made so many moves in a game knows every kind of step: two matches, more or less."""


def unfamiliar(now: Composing) -> frozenset[StepKind]:
    """Of the kinds of step that are asked for now, those that few moves of this match had."""
    met: Counter[StepKind] = Counter()
    new = _kinds(now.composition.menu)
    for made in reversed(now.match.moves):
        if made.seat == now.seat and new:
            met.update(_met(made.before, made.move))
            new = frozenset(kind for kind in new if met[kind] < KNOWN_AFTER)
    return new


def _met(position: Position, move: Move) -> frozenset[StepKind]:
    """The kinds of step among which somebody had to choose for a move."""
    steps, _ = position.read(str(move))
    menus = (position.steps(steps[:count]) for count in range(len(steps)))
    return frozenset().union(*(_kinds(menu) for menu in menus if len(menu.options) > 1))


def _kinds(menu: StepMenu) -> frozenset[StepKind]:
    return frozenset(step.kind for step in menu.options)


class ComposerService(matches.StoreService):
    """One move under construction for each player in each match.

    Every change names the ply and the stage at which it was offered. Raises UnknownMatch,
    NotYourMatch, MatchOver, NotYourTurn or OutdatedBoard, and MovedOn if the move stands
    elsewhere by now.
    """

    async def open(
        self, actor: Actor, match_id: MatchId, expected_ply: int | None = None
    ) -> Composing:
        """The move where it was left, or from its beginning."""
        now = await self._database.read(self._read, actor, match_id, expected_ply)
        if now.match.match.is_timed:  # whoever has just looked is not reminded
            used = (match_id, actor.id, now.match.ply, self._now())
            await self._database.write(storage.note_use, *used)
        return now

    async def at(self, actor: Actor, match_id: MatchId, expected_ply: int, stage: str) -> Composing:
        """The move, which must be at this stage."""
        return await self._database.read(self._at, actor, match_id, expected_ply, stage)

    async def ending(
        self, actor: Actor, match_id: MatchId, expected_ply: int, stage: str
    ) -> Composing:
        """The move, which must be at this stage; raises NotWhole if it cannot end here."""
        now = await self.at(actor, match_id, expected_ply, stage)
        now.whole()
        return now

    @writes
    def take(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        expected_ply: int,
        stage: str,
        number: int,
    ) -> Composing:
        """Take the choice with this number, counted from 0; raises MovedOn if there is none."""
        now = self._at(connection, actor, match_id, expected_ply, stage)
        if not now.composition.offers(number):
            raise MovedOn(now)
        return self._keep(connection, actor, now, now.composition.take(number))

    @writes
    def back(
        self, connection: Connection, actor: Actor, match_id: MatchId, expected_ply: int, stage: str
    ) -> Composing:
        """Take the last step back."""
        now = self._at(connection, actor, match_id, expected_ply, stage)
        return self._keep(connection, actor, now, now.composition.back())

    @writes
    def start_over(
        self, connection: Connection, actor: Actor, match_id: MatchId, expected_ply: int, stage: str
    ) -> Composing:
        """Take all steps back."""
        now = self._at(connection, actor, match_id, expected_ply, stage)
        return self._keep(connection, actor, now, begin(now.match.position))

    async def play(
        self, actor: Actor, match_id: MatchId, expected_ply: int, stage: str
    ) -> matches.Played:
        """Play the move as it is put together, once; raises NotWhole if it cannot end here."""
        played = await self._database.write(self._play, actor, match_id, expected_ply, stage)
        self._store.remember(played.state)
        return played

    async def unfamiliar(self, player_id: PlayerId, now: Composing) -> frozenset[StepKind]:
        """The kinds of step asked for now that the player has hardly met; none for who knows all.

        Each is told of at the first moves of a match that have it, however late these come, in the
        first matches of a game.
        """
        game, moves_of = now.match.info.id, matches.entries_storage.moves_of
        made = await self._database.read(moves_of, player_id, game, most=PRACTISED)
        return frozenset() if made >= PRACTISED else unfamiliar(now)

    def _play(
        self, connection: Connection, actor: Actor, match_id: MatchId, expected_ply: int, stage: str
    ) -> matches.Played:
        try:
            now = self._at(connection, actor, match_id, expected_ply, stage, lock=True)
        except ServiceError:
            after = self._store.already_written(connection, actor.key)
            if after is None:
                raise
        else:
            action = matches.typed_move(str(now.whole()))
            after = matches.write_action(self._store, connection, actor, now.match, action)
        return matches.Played(after, matches.storage.count_waiting(connection, actor.id))

    def _read(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        expected_ply: int | None,
        *,
        lock: bool = False,
    ) -> Composing:
        known = (self._store, match_id, actor.id, expected_ply)
        match = matches.open_to_move(connection, *known, lock=lock)
        taken = storage.taken(connection, match_id, actor.id, match.ply)
        composition = composed(match.position, taken)
        assert composition is not None  # somebody is to move
        return Composing(match, matches.seat_of(match, actor.id), composition)

    def _at(
        self,
        connection: Connection,
        actor: Actor,
        match_id: MatchId,
        expected_ply: int,
        stage: str,
        *,
        lock: bool = False,
    ) -> Composing:
        now = self._read(connection, actor, match_id, expected_ply, lock=lock)
        if now.composition.stage != stage:
            raise MovedOn(now)
        return now

    def _keep(
        self, connection: Connection, actor: Actor, now: Composing, further: Composition
    ) -> Composing:
        draft = (now.match.ply, further.taken)
        storage.put(connection, now.match.id, actor.id, *draft, self._now())
        return replace(now, composition=further)
