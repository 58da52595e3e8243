"""The row of puzzles that a person solves without end: their own mistakes, then easy to hard.

A mistake is a move of a reviewed match where a win at once was missed, or allowed. Its puzzle is
worked out again each time; its id is ``own-<match>-<number of the move>``.
"""

import re
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import chain

from sqlalchemy import ColumnElement, Connection

from bot.core.actor import Actor
from bot.core.matches import StoreService
from bot.features.daily import storage
from bot.features.daily.calendar import day_of, shuffled
from bot.features.practice import TRIES, PuzzleAsked
from bot.features.practice.storage import PuzzleState, put_puzzle
from data import statements
from data.database import run_in_thread
from data.ids import PlayerId
from data.standing_tables import judgements, puzzle_boards
from data.tables import matches as match_table
from rules.engine import knowledge_of
from rules.engine.hints import Kind
from rules.game import Position
from rules.puzzles import Goal, GoalKind, Puzzle, daily_puzzles
from rules.texts import Text

OWN = re.compile("own-([0-9]{1,18})-([0-9]{1,4})")
BETTER = Text("You could have done better here")
_STATE = statements.selecting(puzzle_boards, PuzzleState)


class RowService(StoreService):
    """Chooses the next puzzle of a person."""

    async def following(self, actor: Actor, game: str) -> Puzzle | None:
        """The next puzzle of a game that the actor has not solved; None if they solved all.

        Those that they missed come again, in the order in which they missed them.
        """
        found, is_again = await self._database.read(self._next, actor.id, game)
        if found is not None and is_again:
            await self._database.write(put_puzzle, actor.id, PuzzleState(found.id), self._now())
        return found

    def find(self, connection: Connection, asked: PuzzleAsked) -> Puzzle | None:
        """The puzzle of a person's own mistake with an id; None if there is none."""
        found = OWN.fullmatch(asked.puzzle_id)
        if found is None:
            return None
        its = (judgements.c.match_id == int(found[1]), judgements.c.number == int(found[2]))
        return next(self._mistakes(connection, asked.player_id, *its), None)

    def _next(
        self, connection: Connection, player_id: PlayerId, game: str
    ) -> tuple[Puzzle | None, bool]:
        """The next puzzle, and whether it was missed before."""
        query = _STATE.filter_by(player_id=player_id).order_by(puzzle_boards.c.updated_at)
        rows = statements.typed_rows(connection, query, PuzzleState)
        boards = {each.puzzle: each for each in rows}
        today = storage.chosen(connection, [day_of(self._now())]).values()
        mined = [each for each in daily_puzzles() if each.game == game and each not in today]
        mined.sort(key=lambda each: (each.difficulty, shuffled(each)))
        own = self._mistakes(connection, player_id, match_table.c.game == game)
        missed = dict[str, Puzzle]()
        for each in chain(own, mined):
            board = boards.get(each.id, PuzzleState(each.id))
            if board.solved_at is None and board.tries < TRIES:
                return each, False
            if board.solved_at is None:
                missed[each.id] = each
        return next((missed[name] for name in boards if name in missed), None), True

    def _mistakes(
        self, connection: Connection, player_id: PlayerId, *where: ColumnElement[bool]
    ) -> Iterator[Puzzle]:
        """The puzzles of a person's mistakes in reviewed matches, the newest match first."""
        for match_id, number, better in storage.bettered(connection, player_id, *where):
            if not better["punished_by"] and better["merit"]["kind"] != Kind.WINS:
                continue
            match = self._store.read(connection, match_id)
            made = match.moves[number]
            if match.seat_of(player_id) != made.seat:
                continue
            goal, answers = run_in_thread(connection, partial(_answers, made.before))
            if answers:
                its = (made.before.info.id, goal, made.before.encode(), answers)
                yield Puzzle(f"own-{match_id}-{number}", *its, title=BETTER)


@lru_cache(maxsize=256)
def _answers(position: Position) -> tuple[Goal, tuple[str, ...]]:
    """What is to be done in a position, and all moves that do it; none if nothing is exact.

    It is to win at once; where nobody can, to leave the next player without a win at once.
    """
    after = {str(move): position.after(move) for move in position.moves()}
    ends = {move: then.outcome for move, then in after.items()}
    wins = [move for move, end in ends.items() if end and position.to_move in end.winners]
    if wins:
        return Goal(GoalKind.WIN), tuple(wins)
    going_on = [move for move, end in ends.items() if end is None]
    holds = [each for each in going_on if knowledge_of(after[each]).winning(after[each]) is None]
    return Goal(GoalKind.HOLD), tuple(holds) if len(holds) < len(after) else ()
