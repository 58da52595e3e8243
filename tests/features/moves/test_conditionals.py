"""Prepared answers: played with the move they answer, forgotten when the line is left."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Mapping

import pytest

from bot.core.actor import Person
from bot.core.errors import ServiceError
from bot.core.matches import MatchOver, MatchState, OutdatedBoard
from bot.features.moves import STOP, MovedOn, conditionals
from bot.features.moves.conditionals import added, followed
from data.ids import ChannelId, MatchId, PlayerId
from data.states import Ending
from tests.kit.by_day import mostly_at_night
from tests.kit.club import ADA, BEN, CHLOE, DAN, Club, OpenClub
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
    for number in (-1, 1):
        await refusal(
            MovedOn, club.conditionals.drop(club.actor(ADA), match.id, kept.stage, number)
        )
    dropped = await club.conditionals.drop(club.actor(ADA), match.id, kept.stage, 0)
    assert dropped.kept.lines == ()
    await club.move(match, draft[0])
    assert (await club.state(match.id)).ply == 2


async def test_what_was_taken_last_is_taken_back_first(club: Club) -> None:
    match, actor = await waiting(club), club.actor(ADA)

    async def take(now: conditionals.Conditionals, number: int = 0) -> conditionals.Conditionals:
        return await club.conditionals.take(actor, match.id, now.stage, number)

    async def back(now: conditionals.Conditionals) -> conditionals.Conditionals:
        return await club.conditionals.back(actor, match.id, now.stage)

    begun = await club.conditionals.show(actor, match.id)
    for number in (-2, 999):
        await refusal(MovedOn, take(begun, number))
    half = await take(begun)
    assert half.composition.is_begun
    assert await back(half) == begun
    whole = await take(begun)
    while not whole.kept.draft:
        whole = await take(whole, 0 if whole.composition.menu.complete is None else STOP)
    further = await take(whole)
    assert further.composition.is_begun
    assert await back(further) == whole
    assert await back(whole) == begun


def test_lines_are_kept_apart() -> None:
    lines = (("a", "b"), ("c", "d", "e", "f"))
    assert followed(lines, "c") == (("d", "e", "f"),)
    assert followed(lines, "x") == ()
    assert added(lines, ("a", "x"), (1,)) == (("c", "d", "e", "f"), ("a", "x"))
    assert added(lines, ("c", "d"), (1,)) == lines
    assert added(lines, ("a", "b", "g", "h"), (1, 3)) == (lines[1], ("a", "b", "g", "h"))
    assert added(lines, ("c", "d", "g", "h"), (1, 3)) == (*lines, ("c", "d", "g", "h"))


ELSE = "g8-g6"  # what Ben may play instead
LINE = (SECOND, THIRD)
MANAGER = Person(DAN, manages_server=True)
WHY = "as agreed"


Happening = Callable[[Club, MatchId], Awaitable[object]]


async def drop(club: Club, match: MatchId) -> object:
    """From a board that shows how it stands now."""
    shown = await club.conditionals.show(club.actor(ADA), match)
    return await club.conditionals.drop(club.actor(ADA), match, shown.stage, 0)


async def undo(club: Club, match: MatchId) -> object:
    return await club.agree(club.undo, await club.state(match))


async def draw(club: Club, match: MatchId) -> object:
    return await club.agree(club.draws, await club.state(match), BEN)


HAPPENINGS: Mapping[str, Happening] = {
    "prepare": lambda club, of: club.conditionals.type_line(club.actor(ADA), of, "; ".join(LINE)),
    "drop": drop,
    # from a second device, whose board is from before everything
    "drop_late": lambda club, of: club.conditionals.drop(club.actor(ADA), of, "another stage", 0),
    "answered": lambda club, of: club.matches.submit(club.actor(BEN), SECOND, of),
    "otherwise": lambda club, of: club.matches.submit(club.actor(BEN), ELSE, of),
    "undo": undo,
    "draw": draw,
    "draw_offered": lambda club, of: club.draws.ask(club.actor(ADA), of),
    "resign": lambda club, of: club.matches.resign(club.actor(BEN), of),
    "give_up": lambda club, of: club.matches.resign(club.actor(ADA), of),
    "time_out": lambda club, _: club.sweep(days=3),
    "abort": lambda club, of: club.matches.abort(club.actor(BEN), of),
    "decide": lambda club, of: club.rulings.decide(club.actor(MANAGER), of, ((1,), (0,)), WHY),
    "annul": lambda club, of: club.rulings.annul(club.actor(MANAGER), of, WHY),
    "forgive": lambda club, of: club.rulings.forgive(club.actor(MANAGER), of, WHY),
    "move_elsewhere": lambda club, of: club.rulings.move_elsewhere(
        club.actor(MANAGER), of, ChannelId(702), WHY
    ),
}
HARMLESS = ("drop_late", "draw_offered", "move_elsewhere")
"""What leaves an answer as it is."""


async def prepared_in_time(club: Club) -> MatchState:
    match = await club.move(await timed(club, "1d"), FIRST)
    await HAPPENINGS["prepare"](club, match.id)
    return await club.state(match.id)


async def is_ready(club: Club, match: MatchId) -> bool:
    kept = await club.database.read(conditionals.of_match, match)
    return any(each.lines for each in kept)


async def checked(club: Club, match: MatchId) -> MatchState:
    """The match, of which what is kept agrees with itself and with the log."""
    now, ready = await club.state(match), await is_ready(club, match)
    assert now == await club.from_the_log(match)
    assert not ready or (now.is_running and now.match.conditional)
    if ready:
        assert now.to_move_player == BEN
        assert (await club.conditionals.show(club.actor(ADA), match)).kept.lines == (LINE,)
    elif not now.is_running:
        assert await club.rows("conditional_moves", f"match_id = {match}") == 0
        assert not now.match.conditional
    return now


@pytest.mark.parametrize(
    ("first", "second"),
    mostly_at_night(
        itertools.product(HAPPENINGS, repeat=2),
        day={(first, "answered") for first in (*HARMLESS, "prepare", "drop", "undo", "decide")}
        | {("undo", "prepare"), ("otherwise", "forgive"), ("time_out", "forgive")},
    ),
)
async def test_one_after_another(club: Club, first: str, second: str) -> None:
    now = await prepared_in_time(club)
    match, ready = now.id, True
    for name in (first, second):
        before, worked = now, True
        try:
            await HAPPENINGS[name](club, match)
        except ServiceError:
            worked = False
        now = await checked(club, match)
        changed = (now.ply, now.result) != (before.ply, before.result)
        played = now.line[len(before.line) :]
        if name == "answered" and worked:
            assert played == (LINE if ready else (SECOND,))
        else:
            assert THIRD not in played
        if name == "prepare" and worked:
            ready = True
        elif name not in HARMLESS and (changed or (name == "drop" and worked)):
            ready = False
        assert await is_ready(club, match) == ready, name
    if now.is_running:
        await HAPPENINGS["annul"](club, match)
        await checked(club, match)


@pytest.mark.parametrize(
    ("name", "turn"),
    mostly_at_night(
        ((name, turn) for name in HAPPENINGS if name != "answered" for turn in range(2)),
        day={("undo", 0), ("drop", 1), ("resign", 1), ("time_out", 0), ("decide", 1)},
    ),
)
async def test_at_the_same_instant(open_club: OpenClub, name: str, turn: int) -> None:
    """The move that is answered, and something else from another run of the program."""
    club, beside = await open_club(), await open_club()
    match = (await prepared_in_time(club)).id

    async def late(run: Club, happening: Happening, wait: int) -> object:
        await asyncio.sleep(0.002 * wait)
        return await happening(run, match)

    both = late(club, HAPPENINGS["answered"], turn), late(beside, HAPPENINGS[name], 1 - turn)
    moved, other = await asyncio.gather(*both, return_exceptions=True)
    for result in (moved, other):
        assert isinstance(result, ServiceError) or not isinstance(result, BaseException), result
    now = await checked(await open_club(), match)
    if isinstance(moved, ServiceError):
        assert SECOND not in now.line
    elif name == "undo":  # which may have come after both
        assert now.line in ((FIRST, *LINE), (FIRST, SECOND))
    elif name == "drop" and not isinstance(other, ServiceError):
        assert now.line == (FIRST, SECOND)
    else:
        assert now.line[:3] == (FIRST, *LINE)
