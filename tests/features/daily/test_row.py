"""The endless row: own mistakes first, then from easy to hard, and those missed again."""

from random import Random

import pytest

from bot.core.matches import MatchState
from bot.features.daily.row import RowService
from bot.features.practice.puzzles import UnknownPuzzle
from data.ids import PlayerId
from rules import GAMES
from rules.engine import knowledge_of
from rules.game import Position
from rules.puzzles import Goal, GoalKind, Puzzle, daily_puzzles
from tests.kit.club import ADA, BEN, CHLOE, Club
from tests.kit.due import work_due
from tests.kit.play import SHORT_APART

GAME = "apart"


async def following(club: Club, who: PlayerId = ADA) -> Puzzle | None:
    return await club.services[RowService].following(club.actor(who), GAME)


async def give(club: Club, who: PlayerId, puzzle: Puzzle, *, right: bool, times: int = 1) -> None:
    moves = puzzle.position.moves()
    move = next(str(each) for each in moves if puzzle.accepts(each) is right)
    for _ in range(times):
        board = await club.puzzles.open(club.actor(who), puzzle.id)
        if board.composition is None:
            board = await club.puzzles.back(club.actor(who), puzzle.id, board.stage)
        await club.puzzles.submit(club.actor(who), puzzle.id, board.stage, move)


def wins(position: Position) -> list[str]:
    """The moves that win at once, by the plain rules."""
    found = ((move, position.after(move).outcome) for move in position.moves())
    return [str(move) for move, end in found if end and position.to_move in end.winners]


async def with_mistakes(club: Club) -> MatchState:
    """A match in which Ada allows a win at once that Ben misses; reviewed."""
    match = await club.start()
    *line, winning = SHORT_APART
    for each in line:
        match = await club.move(match, each)
    assert winning in wins(match.position)
    other = next(m for m in match.position.moves() if str(m) not in wins(match.position))
    match = await club.resign(await club.move(match, str(other)), ADA)
    await work_due(club.reviews)
    return await club.state(match.id)


async def test_own_mistakes_come_first_and_their_answers_are_exact(club: Club) -> None:
    match = await with_mistakes(club)
    winner = match.people[match.moves[-1].seat]
    missed = await following(club, winner)
    assert missed is not None
    assert missed.id == f"own-{match.id}-{len(match.moves) - 1}"
    assert missed.goal == Goal(GoalKind.WIN)
    assert sorted(missed.answers) == sorted(wins(match.moves[-1].before))
    await give(club, winner, missed, right=True)
    after = await following(club, winner)
    assert after is not None
    assert after.id != missed.id
    for stranger in {ADA, BEN, CHLOE} - {winner}:
        with pytest.raises(UnknownPuzzle):  # nobody else's business
            await club.puzzles.open(club.actor(stranger), missed.id)
    for forged in ("own-9-1", f"own-{match.id}-0", "own-1-9999"):
        with pytest.raises(UnknownPuzzle):
            await club.puzzles.open(club.actor(winner), forged)


async def test_who_let_the_next_player_win_at_once_has_to_prevent_it(club: Club) -> None:
    """The review says that it was punished; all moves that are not are answers."""
    match, line = await club.start(), list[str]()
    chance = Random(4)
    while not wins(match.position):
        line.append(str(chance.choice([*match.position.moves()])))
        match = await club.move(match, line[-1])
    number = len(match.moves) - 1
    made = match.moves[number]
    who = match.people[made.seat]
    await club.resign(match, who)
    await work_due(club.reviews)
    better = '{"punished_by": "any", "merit": {"kind": "promises"}}'
    await club.sql("UPDATE judgements SET better = NULL")
    await club.sql(f"UPDATE judgements SET better = '{better}' WHERE number = {number}")
    puzzle = await following(club, who)
    assert puzzle is not None
    safe = [str(m) for m in made.before.moves() if not wins(made.before.after(m))]
    assert puzzle.id == f"own-{match.id}-{number}"
    assert (puzzle.goal, sorted(puzzle.answers)) == (Goal(GoalKind.HOLD), sorted(safe))
    await give(club, who, puzzle, right=False)
    await give(club, who, puzzle, right=True)


async def test_the_row_goes_from_easy_to_hard_and_what_was_missed_comes_again(club: Club) -> None:
    met = list[Puzzle]()
    while (puzzle := await following(club)) is not None and puzzle not in met:
        met.append(puzzle)
        await give(club, ADA, puzzle, right=len(met) > 1, times=1 if len(met) > 1 else 3)
    today = await club.daily.open(club.actor(BEN))
    its = [each for each in daily_puzzles() if each.game == GAME and each != today]
    assert {each.id for each in met} == {each.id for each in its}
    assert [each.difficulty for each in met] == sorted(each.difficulty for each in met)
    assert puzzle == met[0]  # missed, and again at the end
    board = await club.puzzles.open(club.actor(ADA), met[0].id)
    assert (board.tries_left, board.is_over) == (3, False)
    await give(club, ADA, met[0], right=True)
    assert await following(club) is None


def test_what_the_engine_knows_of_wins_is_what_the_rules_say() -> None:
    for game in GAMES.values():
        position = game.start()
        for _ in range(6):
            assert (knowledge_of(position).winning(position) is None) == (wins(position) == [])
            position = position.after(next(iter(position.moves())))
