"""Prepared answers: played with the move they answer, forgotten when the line is left."""

import asyncio
from datetime import timedelta

import pytest

from bot.services.composer import STOP, MovedOn
from bot.services.conditionals import (
    DEEPEST,
    MOST,
    Conditionals,
    IllegalLine,
    LineTooDeep,
    NoAnswerInLine,
    TooManyLines,
    YourTurnAlready,
)
from bot.services.conditionals.models import added, followed
from bot.services.matches import IllegalText, MatchOver, MatchState, NotYourMatch
from data.ids import PlayerId
from data.states import Ending, EntryKind
from tests.kit.club import ADA, BEN, CHLOE, Club
from tests.kit.play import SHORT_APART
from tests.kit.timed import clock_of, timed
from tests.services.opening import OpenClub

FIRST, SECOND, THIRD, FOURTH = SHORT_APART[:4]


async def prepare(club: Club, who: PlayerId, match: MatchState, *texts: str) -> Conditionals:
    return await club.conditionals.type_line(club.actor(who), match.id, "; ".join(texts))


async def waiting(club: Club) -> MatchState:
    """A match in which Ben is to move."""
    return await club.move(await club.start(), FIRST)


async def test_an_answer_is_played_with_the_move_it_answers(club: Club) -> None:
    match = await waiting(club)
    await prepare(club, ADA, match, SECOND, THIRD)
    after = await club.move(match, SECOND)
    assert (after.ply, after.match.ply) == (2, 3)
    now = await club.state(match.id)
    assert (now.ply, now.to_move_player) == (3, BEN)
    assert now.last is not None
    assert (now.last.text, now.last.author_id, now.last.seat) == (THIRD, ADA, 0)
    assert now.last.key == f"prepared:{match.id}:3"
    assert now == await club.from_the_log(match.id)
    assert await club.rows("conditional_moves") == 0
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1, 2, 3]


async def test_another_move_leaves_the_line(club: Club) -> None:
    match = await waiting(club)
    await prepare(club, ADA, match, SECOND, THIRD)
    await club.play(match)
    now = await club.state(match.id)
    assert (now.ply, now.to_move_player) == (2, ADA)
    assert await club.rows("conditional_moves") == 0
    assert not now.match.conditional or await club.rows("matches", "conditional") == 0


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
    assert kept.lines == ((SECOND, THIRD), (other, reply))
    await club.move(match, other)
    last = (await club.state(match.id)).last
    assert last is not None
    assert last.text == reply


async def test_both_may_have_prepared_and_a_chain_runs_to_its_end(club: Club) -> None:
    match = await club.start()
    await prepare(club, BEN, match, FIRST, SECOND, THIRD, FOURTH)
    match = await club.move(match, FIRST)  # Ben answers at once, so it is Ada's turn again
    with pytest.raises(YourTurnAlready):
        await prepare(club, ADA, match, THIRD)
    await club.move(await club.state(match.id), THIRD)
    assert (await club.state(match.id)).ply == 4


async def test_one_against_the_other_in_one_transaction(club: Club) -> None:
    match = await waiting(club)
    await prepare(club, ADA, match, *SHORT_APART[1:5])
    await club.move(match, SECOND)
    now = await club.state(match.id)
    assert now.to_move_player == BEN
    await club.move(now, FOURTH)
    assert (await club.state(match.id)).ply == 5


async def test_the_last_answer_may_end_the_match(club: Club) -> None:
    match = await club.start()
    for text in SHORT_APART[:7]:
        match = await club.move(match, text)
    await prepare(club, ADA, match, *SHORT_APART[7:])
    await club.move(match, SHORT_APART[7])
    over = await club.state(match.id)
    assert over.result.ending is Ending.RULES
    with pytest.raises(MatchOver):
        await prepare(club, ADA, match, SECOND, THIRD)


@pytest.mark.parametrize(
    ("texts", "error"),
    [
        ((SECOND,), NoAnswerInLine),
        ((), NoAnswerInLine),
        ((THIRD, SECOND), IllegalLine),
        ((SECOND, "a1-a2"), IllegalLine),
        ((SECOND, "nonsense"), IllegalLine),
    ],
)
async def test_what_is_no_line_is_refused(
    club: Club, texts: tuple[str, ...], error: type[Exception]
) -> None:
    match = await waiting(club)
    with pytest.raises(error):
        await prepare(club, ADA, match, *texts)
    assert await club.rows("conditional_moves") == 0


async def test_the_wrong_move_of_a_line_is_named(club: Club) -> None:
    match = await waiting(club)
    with pytest.raises(IllegalLine) as refused:
        await prepare(club, ADA, match, SECOND, "a1-a2")
    assert refused.value.number == 2


async def test_only_players_prepare_and_not_for_now(club: Club) -> None:
    match = await waiting(club)
    with pytest.raises(NotYourMatch):
        await prepare(club, CHLOE, match, SECOND, THIRD)
    with pytest.raises(YourTurnAlready):
        await prepare(club, BEN, match, SECOND, THIRD)


async def test_lines_are_bounded(club: Club) -> None:
    match = await waiting(club)
    position, line = match.position, []
    for _ in range(2 * DEEPEST + 2):
        move = next(position.moves())
        line.append(str(move))
        position = position.after(move)
    with pytest.raises(LineTooDeep):
        await prepare(club, ADA, match, *line)
    await prepare(club, ADA, match, *line[: 2 * DEEPEST])
    moves = [move for move in match.position.moves() if str(move) != line[0]]
    pairs = [(str(move), str(next(match.position.after(move).moves()))) for move in moves[:MOST]]
    for pair in pairs[:-1]:
        await prepare(club, ADA, match, *pair)
    with pytest.raises(TooManyLines):
        await prepare(club, ADA, match, *pairs[-1])


@pytest.mark.parametrize("what", ["undo", "resign", "abort", "annul"])
async def test_whatever_else_happens_they_are_forgotten(club: Club, what: str) -> None:
    match = await waiting(club)
    await prepare(club, ADA, match, SECOND, THIRD)
    if what == "undo":
        request = await club.undo.ask(club.actor(ADA), match.id)
        await club.undo.grant(club.actor(BEN), request.id)
    elif what == "resign":
        await club.resign(match, BEN)
    elif what == "abort":
        await club.matches.abort(club.actor(BEN), match.id)
    else:
        await club.draws.ask(club.actor(ADA), match.id)
        offers = await club.draws.pending(match.id)
        assert offers is not None
        await club.draws.grant(club.actor(BEN), offers.id)
    assert await club.rows("conditional_moves") == 0
    assert await club.rows("matches", "conditional") == 0


async def test_a_request_that_waits_lapses_with_the_two_moves(club: Club) -> None:
    match = await waiting(club)
    await prepare(club, ADA, match, SECOND, THIRD)
    await club.draws.ask(club.actor(ADA), match.id)
    await club.move(match, SECOND)
    assert (await club.state(match.id)).ply == 3
    assert await club.draws.pending(match.id) is None


async def test_time_is_not_charged(club: Club) -> None:
    match = await timed(club, "1d")
    match = await club.move(match, FIRST)
    before = (await clock_of(club, match, 0)).balance
    await prepare(club, ADA, match, SECOND, THIRD)
    club.clock.now += timedelta(hours=5)
    await club.move(match, SECOND)
    assert (await club.state(match.id)).ply == 3
    assert (await clock_of(club, match, 0)).balance >= before


async def test_a_match_that_timed_out_plays_nothing(club: Club) -> None:
    match = await timed(club, "1d")
    match = await club.move(match, FIRST)
    await prepare(club, ADA, match, SECOND, THIRD)
    club.clock.now += timedelta(days=3)
    await club.scheduler.sweep()
    over = await club.state(match.id)
    assert over.last is not None
    assert over.last.kind is EntryKind.TIMEOUT
    assert await club.rows("conditional_moves") == 0


async def test_a_move_that_was_refused_takes_the_answer_back_with_it(club: Club) -> None:
    match = await waiting(club)
    await prepare(club, ADA, match, SECOND, THIRD)
    with pytest.raises(IllegalText):
        await club.matches.submit(club.actor(BEN), "a1-a1", match.id, match.ply)
    assert (await club.state(match.id)).ply == 1
    assert await club.rows("conditional_moves") == 1


async def test_the_same_click_is_answered_twice_alike(club: Club) -> None:
    match = await waiting(club)
    await prepare(club, ADA, match, SECOND, THIRD)
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
        assert shown.composition is not None
        if shown.composition.menu.complete is not None:
            shown = await club.conditionals.take(club.actor(ADA), match.id, shown.stage, STOP)
        else:
            shown = await club.conditionals.take(club.actor(ADA), match.id, shown.stage, 0)
    draft = shown.draft
    assert len(draft) == 2
    before = await club.conditionals.back(club.actor(ADA), match.id, shown.stage)
    assert before.draft == draft[:1]
    with pytest.raises(MovedOn):  # a second device that has not seen this
        await club.conditionals.keep(club.actor(ADA), match.id, shown.stage)
    with pytest.raises(NoAnswerInLine):
        await club.conditionals.keep(club.actor(ADA), match.id, before.stage)
    kept = await prepare(club, ADA, match, *draft)
    assert (kept.lines, kept.draft) == ((draft,), ())
    dropped = await club.conditionals.drop(club.actor(ADA), match.id, kept.stage, 0)
    assert dropped.lines == ()
    await club.move(match, draft[0])
    assert (await club.state(match.id)).ply == 2


async def test_two_devices_and_a_move_end_in_one_state(open_club: OpenClub) -> None:
    club, beside = await open_club(), await open_club()
    match = await waiting(club)
    results = await asyncio.gather(
        prepare(club, ADA, match, SECOND, THIRD),
        beside.matches.submit(beside.actor(BEN), SECOND, match.id, match.ply),
        return_exceptions=True,
    )
    now = await club.from_the_log(match.id)
    prepared = not isinstance(results[0], BaseException)
    assert not isinstance(results[1], BaseException)
    assert now.ply == (3 if prepared else 2)
    assert await club.rows("conditional_moves") == 0


def test_lines_are_kept_apart() -> None:
    lines = (("a", "b"), ("c", "d", "e", "f"))
    assert followed(lines, "c") == (("d", "e", "f"),)
    assert followed(lines, "x") == ()
    assert added(lines, ("a", "x"), (1,)) == (("c", "d", "e", "f"), ("a", "x"))
    assert added(lines, ("c", "d"), (1,)) == lines
    assert added(lines, ("a", "b", "g", "h"), (1, 3)) == (lines[1], ("a", "b", "g", "h"))
    assert added(lines, ("c", "d", "g", "h"), (1, 3)) == (*lines, ("c", "d", "g", "h"))
