"""The row of puzzles that a person solves without end: their own mistakes, then easy to hard.

A mistake is a move of a reviewed match where a win at once was missed, or allowed. Its puzzle is
worked out again each time; its id is ``own-<match>-<number of the move>``.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

from sqlalchemy import Connection, select

from bot.core.actor import Actor
from bot.core.matches import StoreService
from bot.features.daily import storage
from bot.features.daily.calendar import day_of, shuffled
from bot.features.practice import PuzzleAsked
from bot.features.practice.puzzles import TRIES
from bot.features.practice.storage import PuzzleState, put_puzzle
from data import statements
from data.database import run_in_thread, writes
from data.ids import MatchId, PlayerId
from data.standing_tables import judgements, puzzle_boards, reviews
from data.states import ReviewState
from data.tables import matches as match_table
from data.tables import seats
from rules.engine import knowledge_of
from rules.engine.hints import Kind
from rules.game import Position
from rules.puzzles import Goal, GoalKind, Puzzle, daily_puzzles
from rules.texts import Text

OWN = re.compile("own-([0-9]{1,18})-([0-9]{1,4})")
MOST_LOOKED_AT = 40
"""How many of a person's newest mistakes can become puzzles."""
BETTER = Text("You could have done better here")
_STATE = statements.selecting(puzzle_boards, PuzzleState)


class RowService(StoreService):
    """Chooses the next puzzle of a person."""

    @writes
    def following(self, connection: Connection, actor: Actor, game: str) -> Puzzle | None:
        """The next puzzle of a game that the actor has not solved; None if they solved all.

        Those that they missed come again, in the order in which they missed them.
        """
        now = self._now()
        boards = self._boards(connection, actor.id)
        today = storage.choose(connection, day_of(now)).id  # it waits for who opens the Daily
        mined = [each for each in daily_puzzles() if each.game == game and each.id != today]
        mined.sort(key=lambda each: (each.difficulty, shuffled(each)))
        missed = list[Puzzle]()
        for each in (*self._mistakes(connection, actor.id, game, boards), *mined):
            board = boards.get(each.id)
            if board is None or (board.solved_at is None and board.tries < TRIES):
                return each
            if board.solved_at is None:
                missed.append(each)
        if not missed:
            return None
        order = list(boards)
        first = min(missed, key=lambda each: order.index(each.id))
        put_puzzle(connection, actor.id, PuzzleState(first.id), now)
        return first

    def find(self, connection: Connection, asked: PuzzleAsked) -> Puzzle | None:
        """The puzzle of a person's own mistake with an id; None if there is none."""
        found = OWN.fullmatch(asked.puzzle_id)
        if found is None:
            return None
        match_id, number = MatchId(int(found[1])), int(found[2])
        known = _mistakes_of(connection, asked.player_id, match_id=match_id, number=number)
        return next(self._exact(connection, asked.player_id, known), None)

    def _mistakes(
        self, connection: Connection, player_id: PlayerId, game: str, boards: dict[str, PuzzleState]
    ) -> Iterator[Puzzle]:
        """The puzzles of a person's own mistakes that are not solved, the newest first."""
        found = _mistakes_of(connection, player_id, game=game)
        kept = (boards.get(f"own-{match_id}-{number}") for match_id, number in found)
        known = [each for each, board in zip(found, kept, strict=True) if not _solved(board)]
        return self._exact(connection, player_id, known)

    def _exact(
        self, connection: Connection, player_id: PlayerId, found: Iterable[tuple[MatchId, int]]
    ) -> Iterator[Puzzle]:
        for match_id, number in found:
            match = self._store.read(connection, match_id)
            if match.seat_of(player_id) != match.moves[number].seat:
                continue
            position = match.moves[number].before
            goal, answers = run_in_thread(connection, partial(_answers, position))
            if answers:
                yield Puzzle(
                    f"own-{match_id}-{number}",
                    position.info.id,
                    goal,
                    position.encode(),
                    answers,
                    title=BETTER,
                )

    def _boards(self, connection: Connection, player_id: PlayerId) -> dict[str, PuzzleState]:
        """The boards of a person by their puzzles, those left alone for longest first."""
        query = _STATE.filter_by(player_id=player_id).order_by(puzzle_boards.c.updated_at)
        return {each.puzzle: each for each in statements.typed_rows(connection, query, PuzzleState)}


def _solved(board: PuzzleState | None) -> bool:
    return board is not None and board.solved_at is not None


def _mistakes_of(
    connection: Connection, player_id: PlayerId, *, number: int | None = None, **its: str | int
) -> list[tuple[MatchId, int]]:
    """Moves in reviewed matches of a person where a win at once was missed or allowed."""
    judged = judgements.c
    query = select(judged.match_id, judged.number, judged.better).where(
        judged.better.is_not(None), judged.match_id == seats.c.match_id
    )
    query = query.where(seats.c.player_id == player_id, seats.c.match_id == reviews.c.match_id)
    query = query.where(match_table.c.id == judged.match_id, reviews.c.state == ReviewState.WHOLE)
    for name, value in its.items():
        column = match_table.c.id if name == "match_id" else match_table.c[name]
        query = query.where(column == value)
    if number is not None:
        query = query.where(judged.number == number)
    newest = query.order_by(judged.match_id.desc(), judged.number).limit(MOST_LOOKED_AT)
    return [
        (row.match_id, row.number)
        for row in connection.execute(newest)
        if row.better["punished_by"] or row.better["merit"]["kind"] == Kind.WINS
    ]


@lru_cache(maxsize=256)
def _answers(position: Position) -> tuple[Goal, tuple[str, ...]]:
    """What is to be done in a position, and all moves that do it; none if nothing is exact.

    It is to win at once; where nobody can, to leave the next player without a win at once.
    """
    seat, after = position.to_move, {move: position.after(move) for move in position.moves()}
    ends = {move: then.outcome for move, then in after.items()}
    wins = [move for move, end in ends.items() if end is not None and seat in end.winners]
    if wins:
        return Goal(GoalKind.WIN), tuple(map(str, wins))
    holds = [
        move
        for move, then in after.items()
        if ends[move] is None and knowledge_of(then).winning(then) is None
    ]
    some = len(holds) < len(after)
    return Goal(GoalKind.HOLD), tuple(map(str, holds)) if some else ()
