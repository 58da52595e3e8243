"""A match step by step, and as a record to export.

Exported records are Abstract Play's game records: JSON that several game sites understand (schema
``gamerecord`` 1-0-0 of AbstractPlay's recranks). A record has a header and rounds; a round has one
place for each seat, null if that seat did not move.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from bot.core.actor import Actor
from bot.core.matches import (
    ON_THE_BOARD,
    MatchState,
    MoveMade,
    Result,
    StoreService,
    check_seen,
    rules_of,
)
from bot.core.pictures import result_of
from data.ids import Engine, MatchId
from data.standing_tables import results
from data.states import Ending
from data.tournament_tables import pairings, tournaments
from renderer import PictureRequest
from rules.game import Event, Move, Outcome, Position, Reason, Seat
from rules.record import Record, SettledBy, Settlement, leaver
from rules.texts import Text


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A position of the match, and the move that led to it.

    ``entry`` is the move's text in the record, ``seat`` the one that moved or left; both are None
    at the start. ``made`` is None at the start, and if a player left.
    """

    position: Position
    entry: str | None = None
    seat: Seat | None = None
    made: MoveMade | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        return () if self.made is None else self.made.events

    @property
    def sentence(self) -> Text | None:
        return None if self.made is None else self.made.sentence

    @property
    def is_leaving(self) -> bool:
        """Whether a player left at this step."""
        return self.entry is not None and self.made is None


@dataclass(frozen=True, slots=True)
class MatchReplay:
    """A match with all its steps."""

    match: MatchState
    steps: tuple[ReplayStep, ...]
    round: tuple[int, int] | None = None
    """Of a tournament's match: the tournament's number in its series, and the round, from 1."""
    rated: bool = False

    @property
    def record(self) -> Record:
        """The match as a record, without names."""
        match, result = self.match.match, self.match.result
        # an annulled match has no result, but its position may have an outcome
        outcome = self.match.position.outcome
        return Record(
            game=match.game,
            variant=match.variant_id,
            version=match.rules_version,
            entries=self.match.line,
            outcome=_outcome(result) if result and result.ranking else outcome,
            seed=match.seed,
        )

    @property
    def moves(self) -> int:
        """How many moves there are; a player leaving is a step, but no move."""
        return sum(each.made is not None for each in self.steps)

    def picture(self, number: int, like: PictureRequest) -> PictureRequest:
        """The picture of a step, counted from 0; its side, theme and language are as in another."""
        step = self.steps[number]
        before = self.steps[: number + 1]
        return PictureRequest(
            step.position,
            step.events,
            result=result_of(self.match) if number == len(self.steps) - 1 else None,
            left=tuple(each.seat for each in before if each.is_leaving and each.seat is not None),
            viewer=like.viewer,
            theme=like.theme,
            wording=like.wording,
        )

    def instead(self, number: int, move: Move, like: PictureRequest) -> PictureRequest:
        """The picture of the position after another move than the one of the step."""
        made = self.steps[number].made
        assert made is not None
        position, events = made.before.after(move), made.before.events(move)
        return replace(self.picture(number, like), position=position, events=events, result=None)

    def frames(self, like: PictureRequest) -> tuple[PictureRequest, ...]:
        """The pictures of all steps with the players' names; takes 10 to 50 ms for a long match."""
        pictures = (self.picture(number, like) for number in range(len(self.steps)))
        return tuple(replace(picture, names=like.names) for picture in pictures)


class ReplayService(StoreService):
    """Reads replays. Moves that were taken back are in the log, but not in replays."""

    async def replay(self, actor: Actor, match_id: MatchId) -> MatchReplay:
        """The replay of a match.

        Actors may see their own matches, and those in channels that they see. Raises UnknownMatch
        or NotYoursToSee.
        """
        state, rated, number = await self._database.read(self._read, match_id)
        check_seen(actor, state)
        return MatchReplay(state, tuple(steps_of(state)), number, rated)

    def _read(
        self, connection: Connection, match_id: MatchId
    ) -> tuple[MatchState, bool, tuple[int, int] | None]:
        state = self._store.read(connection, match_id)
        rated = connection.scalar(_RATED.where(results.c.match_id == match_id))
        if state.match.tournament_id is None:
            return state, bool(rated), None
        of_tournament = tournaments.c.id == pairings.c.tournament_id
        rounds = select(tournaments.c.number, pairings.c.round).join(tournaments, of_tournament)
        found = connection.execute(rounds.where(pairings.c.match_id == match_id)).one_or_none()
        return state, bool(rated), None if found is None else (found.number, found.round)


_RATED = select(results.c.unrated.is_(None))


def steps_of(state: MatchState) -> Iterator[ReplayStep]:
    """The start, then the position after each move and each leaving."""
    match = state.match
    position = rules_of(match.game, match.rules_version).start(match.variant_id, seed=match.seed)
    yield ReplayStep(position)
    made = iter(state.moves)
    turns = [
        next(made) if seat is None else seat for seat in (leaver(entry) for entry in state.line)
    ]
    later = [turn.before if isinstance(turn, MoveMade) else None for turn in turns[1:]]
    for entry, turn, after in zip(state.line, turns, [*later, state.position], strict=False):
        if isinstance(turn, MoveMade):
            position = turn.before.play(turn.move) if after is None else after
            yield ReplayStep(position, entry, turn.seat, turn)
        else:
            position = position.leave(turn) if after is None else after
            yield ReplayStep(position, entry, turn)


def _outcome(result: Result) -> Outcome | Settlement:
    if result.ending in ON_THE_BOARD:
        return Outcome(result.ranking, result.reason or Reason.LEFT, result.scores)
    agreed = result.ending is Ending.AGREED
    return Settlement(result.ranking, SettledBy.AGREED if agreed else SettledBy.DECIDED)


def game_record(replay: MatchReplay, names: tuple[str, ...], now: datetime) -> str | None:
    """The match as a game record, with the players' names by seat; None if it has no result."""
    match = replay.match
    ended_at = match.match.finished_at
    if ended_at is None or match.result is None or not match.result.ranking:
        return None
    header: dict[str, Any] = {
        "game": {"name": match.info.name, "variants": [str(match.variant.name)]},
        "site": {"name": "Quintet", "gameid": str(match.id)},
        "date-start": match.match.created_at.isoformat(),
        "date-end": ended_at.isoformat(),
        "date-generated": now.isoformat(),
        "unrated": not replay.rated,
        "players": list(_players(replay, names, match.result)),
    }
    if replay.round is not None:
        number, at = replay.round
        name = str(match.match.tournament)
        header |= {"event": name if number == 1 else f"{name} · {number}", "round": str(at)}
    if match.variant.seeded:
        header["startingPosition"] = replay.steps[0].position.encode()
    record = {"header": header, "moves": _rounds(replay.steps, match.variant.seats)}
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def _players(
    replay: MatchReplay, names: tuple[str, ...], result: Result
) -> Iterator[dict[str, str | int | bool]]:
    for seat in replay.match.seats:
        group = next(at for at, seats in enumerate(result.ranking) if seat.seat in seats)
        player: dict[str, str | int | bool] = {
            "name": names[seat.seat],
            "userid": str(seat.holder),
            "is_ai": isinstance(seat.holder, Engine),
            # how many groups of players did worse: 1 for a win, 0 for a loss or draw
            "result": len(result.ranking) - 1 - group,
            "left": seat.left,
        }
        if result.scores is not None:
            player["score"] = result.scores[seat.seat]
        yield player


def _rounds(steps: tuple[ReplayStep, ...], seats: int) -> list[list[str | None]]:
    rounds: list[list[str | None]] = []
    last = seats
    for step in steps:
        if step.seat is None or step.is_leaving:
            continue
        if step.seat <= last:
            rounds.append([None] * seats)
        rounds[-1][step.seat] = step.entry
        last = step.seat
    return rounds
