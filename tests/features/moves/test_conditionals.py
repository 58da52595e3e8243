"""Prepared answers: played with the move they answer, forgotten when the line is left."""

import asyncio

import pytest

from bot.core.matches import IllegalText, MatchOver, MatchState, NotYourMatch, OutdatedBoard
from bot.features.moves import STOP, MovedOn, conditionals
from bot.features.moves.conditionals import added, followed
from data.ids import PlayerId
from data.states import Ending
from tests.features.moves.test_every_order import (
    MANAGER,
    WHY,
    Happening,
    annul,
    decide,
    move_elsewhere,
)
from tests.kit.club import ADA, BEN, CHLOE, Club, OpenClub
from tests.kit.play import SHORT_APART
from tests.kit.refusals import refusal
from tests.kit.timed import timed

FIRST, SECOND, THIRD, FOURTH = SHORT_APART[:4]


async def prepare(
    club: Club, who: PlayerId, match: MatchState, *texts: str
) -> conditionals.Conditionals:
    return await club.conditionals.type_line(club.actor(who), match.id, "; ".join(texts))


async def waiting(club: Club) -> MatchState:
    """A match in which Ben is to move."""
    return await club.move(await club.start(), FIRST)


async def prepared(club: Club) -> MatchState:
    """The same, and Ada has her answer ready."""
    match = await waiting(club)
    await prepare(club, ADA, match, SECOND, THIRD)
    return match


async def test_an_answer_is_played_with_the_move_it_answers(club: Club) -> None:
    match = await prepared(club)
    after = await club.move(match, SECOND)
    assert (after.ply, after.match.ply) == (2, 3)
    now = await club.state(match.id)
    assert (now.ply, now.to_move_player) == (3, BEN)
    assert (now.last.text, now.last.author_id, now.last.seat) == (THIRD, ADA, 0)
    assert now.last.key == f"prepared:{match.id}:3"
    assert now == await club.from_the_log(match.id)
    assert await club.rows("conditional_moves") == 0
    await club.deliver()
    assert club.discord.posted(match.id) == [0, 1, 2, 3]


async def test_typing_again_before_the_answer_is_seen_makes_no_move(club: Club) -> None:
    club.discord.clock = club.clock
    match = await waiting(club)
    await club.deliver()
    await prepare(club, ADA, match, SECOND, THIRD)
    club.clock.advance(seconds=5)
    await club.matches.submit(club.actor(BEN), SECOND, match.id)  # but no board comes
    club.clock.advance(seconds=9)
    again, now = club.actor(BEN), await club.state(match.id)
    assert (now.ply, now.to_move_player) == (3, BEN)
    await refusal(OutdatedBoard, club.matches.submit(again, FOURTH, match.id))
    late = club.actor(BEN)
    await club.deliver(seconds=1)
    await refusal(OutdatedBoard, club.matches.submit(late, FOURTH, match.id))
    assert (await club.state(match.id)).ply == 3
    assert (await club.matches.submit(club.actor(BEN), FOURTH, match.id)).state.ply == 4


async def test_a_deep_line_goes_on_by_itself(club: Club) -> None:
    match = await waiting(club)
    await prepare(club, ADA, match, *SHORT_APART[1:7])
    for number in (1, 3, 5):
        await club.move(await club.state(match.id), SHORT_APART[number])
        assert (await club.state(match.id)).ply == number + 2
    assert await club.rows("conditional_moves") == 0


async def test_several_branches(club: Club) -> None:
    match = await waiting(club)
    other = next(str(each) for each in match.position.moves() if str(each) != SECOND)
    reply = str(next(match.position.play(other).moves()))
    await prepare(club, ADA, match, SECOND, THIRD)
    kept = await prepare(club, ADA, match, other, reply)
    assert kept.kept.lines == ((SECOND, THIRD), (other, reply))
    await club.move(match, other)
    last = (await club.state(match.id)).last
    assert last.text == reply


async def test_both_may_have_prepared_and_a_chain_runs_to_its_end(club: Club) -> None:
    match = await club.start()
    await prepare(club, BEN, match, FIRST, SECOND, THIRD, FOURTH)
    match = await club.move(match, FIRST)  # Ben answers at once, so it is Ada's turn again
    await refusal(conditionals.YourTurnAlready, prepare(club, ADA, match, THIRD))
    await club.move(await club.state(match.id), THIRD)
    assert (await club.state(match.id)).ply == 4


async def test_the_last_answer_may_end_the_match(club: Club) -> None:
    match = await club.start()
    for text in SHORT_APART[:7]:
        match = await club.move(match, text)
    await prepare(club, ADA, match, *SHORT_APART[7:])
    await club.move(match, SHORT_APART[7])
    over = await club.state(match.id)
    assert over.result.ending is Ending.RULES
    await refusal(MatchOver, prepare(club, ADA, match, SECOND, THIRD))


@pytest.mark.parametrize(
    ("texts", "error"),
    [
        ((SECOND,), conditionals.NoAnswerInLine),
        ((), conditionals.NoAnswerInLine),
        ((THIRD, SECOND), conditionals.IllegalLine),
    ],
)
async def test_a_refused_line(club: Club, texts: tuple[str, ...], error: type[Exception]) -> None:
    match = await waiting(club)
    await refusal(error, prepare(club, ADA, match, *texts))
    assert await club.rows("conditional_moves") == 0


@pytest.mark.parametrize("text", ["a1-a2", "nonsense"])
async def test_the_wrong_move_of_a_line_is_named(club: Club, text: str) -> None:
    wrong = prepare(club, ADA, await waiting(club), SECOND, text)
    assert (await refusal(conditionals.IllegalLine, wrong)).number == 2


async def test_only_players_prepare_and_not_for_now(club: Club) -> None:
    match = await waiting(club)
    await refusal(NotYourMatch, prepare(club, CHLOE, match, SECOND, THIRD))
    await refusal(conditionals.YourTurnAlready, prepare(club, BEN, match, SECOND, THIRD))


async def test_lines_are_bounded(club: Club) -> None:
    match = await waiting(club)
    position, line = match.position, []
    for _ in range(2 * conditionals.MOST_ANSWERS + 2):
        move = next(position.moves())
        line.append(str(move))
        position = position.after(move)
    await refusal(conditionals.LineTooDeep, prepare(club, ADA, match, *line))
    await prepare(club, ADA, match, *line[: 2 * conditionals.MOST_ANSWERS])
    moves = [move for move in match.position.moves() if str(move) != line[0]]
    pairs = [
        (str(move), str(next(match.position.after(move).moves())))
        for move in moves[: conditionals.MOST_LINES]
    ]
    for pair in pairs[:-1]:
        await prepare(club, ADA, match, *pair)
    await refusal(conditionals.TooManyLines, prepare(club, ADA, match, *pairs[-1]))


async def test_a_request_that_waits_lapses_with_the_two_moves(club: Club) -> None:
    match = await prepared(club)
    await club.draws.ask(club.actor(ADA), match.id)
    await club.move(match, SECOND)
    assert (await club.state(match.id)).ply == 3
    assert await club.draws.pending(match.id) is None


async def test_a_move_that_was_refused_takes_the_answer_back_with_it(club: Club) -> None:
    match = await prepared(club)
    await refusal(IllegalText, club.matches.submit(club.actor(BEN), "a1-a1", match.id, match.ply))
    assert (await club.state(match.id)).ply == 1
    assert await club.rows("conditional_moves") == 1


async def test_the_same_click_is_answered_twice_alike(club: Club) -> None:
    match = await prepared(club)
    actor = club.actor(BEN)
    first = await club.matches.submit(actor, SECOND, match.id, match.ply)
    again = await club.matches.submit(actor, SECOND, match.id, match.ply)
    assert first.state.ply == again.state.ply == 2
    assert await club.rows("entries") == 3


async def test_three_players_each_answer_in_turn(club: Club) -> None:
    match = await club.start(ADA, BEN, CHLOE, game="halves", variant="3p")
    match = await club.play(match)
    position, line = match.position, []
    for _ in range(3):
        move = next(position.moves())
        line.append(str(move))
        position = position.after(move)
    await prepare(club, ADA, match, *line)
    await club.move(match, line[0])
    assert (await club.state(match.id)).ply == 2
    await club.move(await club.state(match.id), line[1])
    assert (await club.state(match.id)).ply == 4


async def test_a_line_is_put_together_by_choosing(club: Club) -> None:
    match = await waiting(club)
    shown = await club.conditionals.show(club.actor(ADA), match.id)
    assert not shown.can_be_kept
    while not shown.can_be_kept:
        if shown.composition.menu.complete is not None:
            shown = await club.conditionals.take(club.actor(ADA), match.id, shown.stage, STOP)
        else:
            shown = await club.conditionals.take(club.actor(ADA), match.id, shown.stage, 0)
    draft = shown.kept.draft
    assert len(draft) == 2
    before = await club.conditionals.back(club.actor(ADA), match.id, shown.stage)
    assert before.kept.draft == draft[:1]
    with pytest.raises(MovedOn):  # a second device that has not seen this
        await club.conditionals.keep(club.actor(ADA), match.id, shown.stage)
    with pytest.raises(conditionals.NoAnswerInLine):
        await club.conditionals.keep(club.actor(ADA), match.id, before.stage)
    kept = await prepare(club, ADA, match, *draft)
    assert (kept.kept.lines, kept.kept.draft) == ((draft,), ())
    dropped = await club.conditionals.drop(club.actor(ADA), match.id, kept.stage, 0)
    assert dropped.kept.lines == ()
    await club.move(match, draft[0])
    assert (await club.state(match.id)).ply == 2


def test_lines_are_kept_apart() -> None:
    lines = (("a", "b"), ("c", "d", "e", "f"))
    assert followed(lines, "c") == (("d", "e", "f"),)
    assert followed(lines, "x") == ()
    assert added(lines, ("a", "x"), (1,)) == (("c", "d", "e", "f"), ("a", "x"))
    assert added(lines, ("c", "d"), (1,)) == lines
    assert added(lines, ("a", "b", "g", "h"), (1, 3)) == (lines[1], ("a", "b", "g", "h"))
    assert added(lines, ("c", "d", "g", "h"), (1, 3)) == (*lines, ("c", "d", "g", "h"))


async def test_what_is_prepared_after_a_forgiven_timeout_is_played(club: Club) -> None:
    match = await club.move(await timed(club, "1d"), FIRST)
    await club.sweep(days=3)
    running = await club.rulings.forgive(club.actor(MANAGER), match.id, WHY)
    await prepare(club, ADA, running, SECOND, THIRD)
    await club.move(running, SECOND)
    now = await club.state(match.id)
    assert now.line == (FIRST, SECOND, THIRD)
    assert now == await club.from_the_log(match.id)


@pytest.mark.parametrize("rule", [decide, annul, move_elsewhere], ids=lambda rule: rule.__name__)
async def test_a_ruling_while_somebody_prepares(open_club: OpenClub, rule: Happening) -> None:
    club, beside = await open_club(), await open_club()
    match = await waiting(club)
    prepared, ruled = await asyncio.gather(
        prepare(beside, ADA, match, SECOND, THIRD), rule(club, match.id), return_exceptions=True
    )
    assert not isinstance(ruled, BaseException), ruled
    now = await club.from_the_log(match.id)
    if not now.is_running:
        assert isinstance(prepared, MatchOver) or not isinstance(prepared, BaseException)
        assert (
            await club.rows("conditional_moves") == await club.rows("matches", "conditional") == 0
        )
        return
    assert not isinstance(prepared, BaseException), prepared
    await club.move(now, SECOND)
    assert (await club.state(match.id)).line == (FIRST, SECOND, THIRD)
