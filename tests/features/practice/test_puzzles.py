"""Puzzles: answered step by step, kept, and told apart from what somebody else has solved."""

import pytest

from bot.core.matches import UnknownGame
from bot.features.moves import STOP, IllegalThere, MovedOn
from bot.features.practice import storage as puzzles
from bot.features.practice.puzzles import NoLessons, UnknownPuzzle
from bot.features.practice.storage import PuzzleState
from rules import GAMES
from rules.puzzles import lessons
from tests.kit.club import ADA, BEN, Club, OpenClub
from tests.kit.refusals import refusal
from tests.kit.toy_game import Hex

CUT = "halves-cut"
RIGHT, WRONG = "1,-1", "2,-2"


async def test_an_answer_is_put_together(club: Club) -> None:
    board = await club.puzzles.open(club.actor(ADA), "apart-chain")
    texts = [step.text for step in board.composition.menu.options]
    board = await club.puzzles.take(club.actor(ADA), "apart-chain", board.stage, texts.index("a7"))
    assert board.state.taken == ("a7",)
    board = await club.puzzles.back(club.actor(ADA), "apart-chain", board.stage)
    assert board.state.taken == ()
    board = await club.puzzles.submit(club.actor(ADA), "apart-chain", board.stage, "a7 c7 f7")
    assert board.reached.is_right
    assert (board.state.tries, board.state.solved_at) == (1, club.clock.now)


async def test_a_wrong_answer_shows_what_it_leads_to(club: Club) -> None:
    board = await club.puzzles.open(club.actor(ADA), "halves-hold")
    board = await club.puzzles.submit(club.actor(ADA), "halves-hold", board.stage, "0,0")
    assert not board.reached.is_right
    assert board.reached.loses
    board = await club.puzzles.back(club.actor(ADA), "halves-hold", board.stage)
    assert (board.state.answer, board.state.tries, board.state.solved_at) == (None, 1, None)


async def test_progress_is_kept_and_is_ones_own(open_club: OpenClub) -> None:
    club = await open_club()
    first = await club.puzzles.course(club.actor(ADA), "halves")
    assert first.next_one == lessons("halves")[0]
    board = await club.puzzles.open(club.actor(ADA), CUT)
    board = await club.puzzles.submit(club.actor(ADA), CUT, board.stage, WRONG)
    board = await club.puzzles.back(club.actor(ADA), CUT, board.stage)
    await club.puzzles.submit(club.actor(ADA), CUT, board.stage, RIGHT)
    again = await open_club()
    board = await again.puzzles.open(again.actor(ADA), CUT)
    assert (board.state.answer, board.state.tries) == (RIGHT, 2)
    assert board.course.next_one == lessons("halves")[1]
    solved_at = board.state.solved_at
    board = await again.puzzles.back(again.actor(ADA), CUT, board.stage)
    board = await again.puzzles.submit(again.actor(ADA), CUT, board.stage, WRONG)
    assert (board.state.tries, board.state.solved_at) == (2, solved_at)
    assert (await again.puzzles.course(again.actor(BEN), "halves")).solved == frozenset()


async def test_whoever_has_solved_everything_is_done(club: Club) -> None:
    for puzzle in lessons("halves"):
        board = await club.puzzles.open(club.actor(ADA), puzzle.id)
        await club.puzzles.submit(club.actor(ADA), puzzle.id, board.stage, str(puzzle.answer()))
    assert (await club.puzzles.course(club.actor(ADA), "halves")).next_one is None


async def test_a_click_that_comes_twice_changes_nothing(club: Club) -> None:
    board = await club.puzzles.open(club.actor(ADA), CUT)
    after = await club.puzzles.submit(club.actor(ADA), CUT, board.stage, WRONG)
    refused = await refusal(MovedOn, club.puzzles.submit(club.actor(ADA), CUT, board.stage, RIGHT))
    assert refused.now.state == after.state
    for number in (0, 99):
        await refusal(MovedOn, club.puzzles.take(club.actor(ADA), CUT, after.stage, number))
    await refusal(MovedOn, club.puzzles.take(club.actor(ADA), CUT, after.stage, STOP))


async def test_what_cannot_be_answered(club: Club) -> None:
    board = await club.puzzles.open(club.actor(ADA), CUT)
    with pytest.raises(IllegalThere) as refused:
        await club.puzzles.submit(club.actor(ADA), CUT, board.stage, "9,9")
    assert refused.value.now.stage == board.stage
    await refusal(UnknownPuzzle, club.puzzles.open(club.actor(ADA), "nothing"))
    await refusal(UnknownGame, club.puzzles.course(club.actor(ADA), "chess"))
    with GAMES.registered(Hex()) as toy, pytest.raises(NoLessons):
        await club.puzzles.course(club.actor(ADA), toy.info.id)


@pytest.mark.parametrize("state", [PuzzleState(CUT, ("9,9",)), PuzzleState(CUT, (), "9,9")])
async def test_what_the_rules_allow_no_more_is_left_away(club: Club, state: PuzzleState) -> None:
    board = await club.puzzles.open(club.actor(ADA), CUT)
    await club.puzzles.submit(club.actor(ADA), CUT, board.stage, WRONG)
    await club.database.write(puzzles.put_puzzle, ADA, state, club.clock.now)
    board = await club.puzzles.open(club.actor(ADA), CUT)
    assert (board.state.taken, board.state.answer) == ((), None)
    assert board.composition is not None
