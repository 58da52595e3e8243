"""A board to try a game on, alone."""

import pytest
from sqlalchemy import Connection

from bot.core.people import players
from bot.features.moves import STOP, IllegalThere, MovedOn
from bot.features.practice import puzzles as solving
from bot.features.practice import storage as practices
from bot.features.practice import storage as puzzles
from bot.features.practice.puzzles import NoLessons
from bot.features.practice.service import QUICKLY, board_of
from bot.features.practice.storage import Practice, PuzzleState
from bot.features.practice.words import shown_answer
from rules import GAMES
from rules.puzzles import daily_puzzles
from rules.texts import ENGLISH, said
from tests.kit.by_day import at_night
from tests.kit.club import ADA, Club, OpenClub
from tests.kit.long_matches import LONG, long_game, watching_replays
from tests.kit.refusals import refusal
from tests.kit.toy_game import Hex


async def test_what_cannot_be_chosen(club: Club) -> None:
    board = await club.practice.open(club.actor(ADA), "apart")
    await refusal(MovedOn, club.practice.take(club.actor(ADA), board.stage, 999))
    with pytest.raises(IllegalThere) as refused:
        await club.practice.submit(club.actor(ADA), board.stage, "f2-f7")
    assert refused.value.now == board
    assert (await club.practice.current(club.actor(ADA))) == board


async def test_a_game_that_is_over_can_only_be_taken_back_or_begun_anew(club: Club) -> None:
    board = await club.practice.open(club.actor(ADA), "halves")
    board = await club.practice.restart(club.actor(ADA), board.stage, 2)
    while board.position.to_move is not None:
        move = next(iter(board.position.moves()))
        board = await club.practice.submit(club.actor(ADA), board.stage, str(move))
    assert board.composition is None
    assert board.position.outcome is not None
    for change in (
        club.practice.take(club.actor(ADA), board.stage, STOP),
        club.practice.take(club.actor(ADA), board.stage, 0),
    ):
        await refusal(MovedOn, change)
    board = await club.practice.back(club.actor(ADA), board.stage)
    assert board.composition is not None
    again = await club.practice.restart(club.actor(ADA), board.stage)
    assert (again.practice.moves, again.practice.variant) == ((), board.practice.variant)
    seeded = await club.practice.restart(club.actor(ADA), again.stage, 5)
    assert (again.practice.seed is None, seeded.practice.seed is None) == (True, False)


def test_moves_that_the_rules_no_longer_know_are_left_away() -> None:
    kept = Practice("apart", "standard", None, ("f2-d4", "f2-d4", "b7-b5"), ("g8",))
    board = board_of(kept)
    assert (board.practice.moves, board.practice.taken) == (("f2-d4",), ())
    odd = board_of(Practice("apart", "standard", None, ("f2-d4",), ("f2",)))
    assert odd.composition.taken == ()


KEPT = Practice("apart", "standard", None, long_game())


@pytest.fixture
async def practised(open_club: OpenClub) -> Club:
    """The club, in which Ada has practised for long."""
    opened = await open_club()

    def write(connection: Connection) -> None:
        players.ensure(connection, [ADA], opened.clock.now)
        practices.put_practice(connection, ADA, KEPT, opened.clock.now)

    await opened.database.write(write)
    return opened


async def test_it_is_replayed_once_and_beside_the_loop(practised: Club) -> None:
    with watching_replays() as read:
        board = await practised.practice.open(practised.actor(ADA), "apart")
        for _ in range(4):
            board = await practised.practice.take(practised.actor(ADA), board.stage, 0)
        board = await practised.practice.back(practised.actor(ADA), board.stage)
        assert (await practised.practice.current(practised.actor(ADA))) == board
    assert read["beside"] == LONG
    assert read["elsewhere"] <= QUICKLY


async def test_two_clicks_at_once_are_one(open_club: OpenClub, practised: Club) -> None:
    elsewhere = await open_club(practised.discord)
    board = await practised.practice.open(practised.actor(ADA), "apart")
    await elsewhere.practice.open(practised.actor(ADA), "apart")
    ours = await practised.practice.take(practised.actor(ADA), board.stage, 0)
    with pytest.raises(MovedOn) as moved:
        await elsewhere.practice.take(practised.actor(ADA), board.stage, 1)
    assert moved.value.now == ours


CUT = "halves-cut"
WRONG = "2,-2"


async def test_a_game_without_puzzles_has_no_course(club: Club) -> None:
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


@pytest.mark.parametrize("step", [9, at_night(1)])
def test_the_answer_of_a_daily_is_one_of_several_where_others_are_right_too(step: int) -> None:
    several = 0
    for puzzle in daily_puzzles()[::step]:
        board = solving.board_of(puzzle, PuzzleState(puzzle.id))
        told = said(shown_answer(board), ENGLISH)
        assert ("Others do as well." in told) == ("Also right" in told), puzzle.id
        several += "Also right" in told
    assert several > 50 // step
