"""A board to try a game on, alone."""

import pytest
from sqlalchemy import Connection

from bot.core.matches import UnknownGame, UnknownVariant
from bot.core.people import players
from bot.features.moves import STOP, IllegalThere, MovedOn
from bot.features.moves.composition import ONE_BY_ONE
from bot.features.practice import storage as practices
from bot.features.practice.service import QUICKLY, NoPractice, PracticeBoard, board_of
from bot.features.practice.storage import Practice
from rules import GAMES
from tests.kit.club import ADA, BEN, Club, OpenClub
from tests.kit.long_matches import LONG, long_game, watching_replays
from tests.kit.refusals import refusal
from tests.kit.rules import CASES


def number_of(board: PracticeBoard, text: str) -> int:
    return [step.text for step in board.composition.menu.options].index(text)


async def test_a_move_is_played_step_by_step(club: Club) -> None:
    board = await club.practice.open(club.actor(ADA), "apart")
    assert (board.position, board.sentence) == (GAMES["apart"].start(), None)
    board = await club.practice.take(club.actor(ADA), board.stage, number_of(board, "f2"))
    assert board.practice.taken == ("f2",)
    board = await club.practice.take(club.actor(ADA), board.stage, number_of(board, "d4"))
    assert board.practice.moves == ("f2-d4",)
    assert str(board.sentence) == "White jumps f2 to d4."
    assert board.position == GAMES["apart"].start().play("f2-d4")
    assert board.position.to_move == 1


async def test_a_jump_may_stop(club: Club) -> None:
    board = await club.practice.open(club.actor(ADA), "apart")
    board = await club.practice.submit(club.actor(ADA), board.stage, "f2 d4")
    board = await club.practice.take(club.actor(ADA), board.stage, number_of(board, "g8"))
    g6 = [step.text for step in board.position.steps(("g8",)).options].index("g6")
    board = await club.practice.take(club.actor(ADA), board.stage, ONE_BY_ONE + g6)
    board = await club.practice.take(club.actor(ADA), board.stage, STOP)
    assert board.practice.moves == ("f2-d4", "g8-g6")
    await refusal(MovedOn, club.practice.take(club.actor(ADA), board.stage, STOP))


async def test_back_takes_a_step_and_then_a_move(club: Club) -> None:
    board = await club.practice.open(club.actor(ADA), "apart")
    board = await club.practice.submit(club.actor(ADA), board.stage, "f2-d4")
    board = await club.practice.take(club.actor(ADA), board.stage, 0)
    board = await club.practice.back(club.actor(ADA), board.stage)
    assert (board.practice.moves, board.practice.taken) == (("f2-d4",), ())
    board = await club.practice.back(club.actor(ADA), board.stage)
    assert board.practice.moves == ()
    assert (await club.practice.back(club.actor(ADA), board.stage)).practice.moves == ()


async def test_each_person_has_one_board_that_is_found_again(club: Club) -> None:
    board = await club.practice.open(club.actor(ADA), "apart")
    await club.practice.submit(club.actor(ADA), board.stage, "f2-d4")
    await club.practice.open(club.actor(BEN), "apart")
    assert (await club.practice.open(club.actor(ADA), "apart")).practice.moves == ("f2-d4",)
    assert (await club.practice.current(club.actor(BEN))).practice.moves == ()
    await club.practice.open(club.actor(ADA), "detach")
    assert (await club.practice.open(club.actor(ADA), "apart")).practice.moves == ()
    assert await club.rows("practices") == 2


async def test_the_same_change_twice_is_made_once(club: Club) -> None:
    before = await club.practice.open(club.actor(ADA), "apart")
    board = await club.practice.take(club.actor(ADA), before.stage, 0)
    moved = await refusal(MovedOn, club.practice.take(club.actor(ADA), before.stage, 0))
    assert moved.now == board
    assert (await club.practice.current(club.actor(ADA))) == board


async def test_what_cannot_be_chosen(club: Club) -> None:
    await refusal(NoPractice, club.practice.current(club.actor(ADA)))
    await refusal(NoPractice, club.practice.back(club.actor(ADA), "00000000"))
    await refusal(UnknownGame, club.practice.open(club.actor(ADA), "chess"))
    board = await club.practice.open(club.actor(ADA), "apart")
    await refusal(MovedOn, club.practice.take(club.actor(ADA), board.stage, 999))
    await refusal(UnknownVariant, club.practice.restart(club.actor(ADA), board.stage, 7))
    with pytest.raises(IllegalThere) as refused:
        await club.practice.submit(club.actor(ADA), board.stage, "f2-f7")
    assert refused.value.now == board
    assert (await club.practice.current(club.actor(ADA))) == board


@pytest.mark.parametrize(("game", "variant"), CASES)
async def test_variants_are_played_to_the_end_or_far(club: Club, game: str, variant: str) -> None:
    board = await club.practice.open(club.actor(ADA), game)
    at = [each.id for each in board.position.info.variants].index(variant)
    board = await club.practice.restart(club.actor(ADA), board.stage, at)
    assert (board.practice.variant, board.practice.seed is None) == (
        variant,
        not board.position.variant.seeded,
    )
    for choice in range(40):
        if board.composition is None:
            break
        menu = board.composition.menu
        if menu.complete is not None:
            board = await club.practice.take(club.actor(ADA), board.stage, STOP)
        else:
            board = await club.practice.take(
                club.actor(ADA), board.stage, choice * 7 % len(menu.options)
            )
    assert board.practice.moves
    again = await club.practice.restart(club.actor(ADA), board.stage)
    assert (again.practice.moves, again.practice.variant) == ((), variant)


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


def test_moves_that_the_rules_no_longer_know_are_left_away() -> None:
    kept = Practice("apart", "standard", None, ("f2-d4", "f2-d4", "b7-b5"), ("g8",))
    board = board_of(kept)
    assert (board.practice.moves, board.practice.taken) == (("f2-d4",), ())
    odd = board_of(Practice("apart", "standard", None, ("f2-d4",), ("f2",)))
    assert odd.composition.taken == ()


async def test_what_is_kept_is_read_back(club: Club) -> None:
    kept = Practice("halves", "2p-random", 77, ("light",), ("m50",))
    await club.practice.open(club.actor(ADA), "apart")
    await club.database.write(practices.put_practice, ADA, kept, club.clock())
    assert await club.database.read(practices.practice_of, ADA) == kept
    assert await club.database.read(practices.practice_of, BEN) is None


KEPT = Practice("apart", "standard", None, long_game())


@pytest.fixture
async def practised(open_club: OpenClub) -> Club:
    """The practised, in which Ada has practised for long."""
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
