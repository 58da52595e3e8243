"""Whatever happens around prepared answers, and in whatever order, there is one clear state.

Ben is to move and Ada has an answer ready. Then things happen, two after another in every order, or
two at the same instant, one of them from another run of the program. What should become of the
answer is reckoned here from what was told to have worked, and from nothing else.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import pytest

from bot.core.actor import Person
from bot.core.errors import ServiceError
from bot.core.matches import MatchState
from bot.features.moves import conditionals
from data.ids import ChannelId, MatchId
from tests.kit.club import ADA, BEN, DAN, Club, OpenClub
from tests.kit.play import SHORT_APART
from tests.kit.timed import timed

FIRST, SECOND, THIRD = SHORT_APART[:3]
ELSE = "g8-g6"  # what Ben may play instead
LINE = (SECOND, THIRD)
MANAGER = Person(DAN, manages_server=True)
WHY = "as agreed"
SHARES = 4  # tests for what may follow one thing, so that each is short

Happening = Callable[[Club, MatchId], Awaitable[object]]


async def prepare(club: Club, match: MatchId) -> object:
    return await club.conditionals.type_line(club.actor(ADA), match, "; ".join(LINE))


async def drop(club: Club, match: MatchId) -> object:
    """From a board that shows how it stands now."""
    shown = await club.conditionals.show(club.actor(ADA), match)
    return await club.conditionals.drop(club.actor(ADA), match, shown.stage, 0)


async def drop_late(club: Club, match: MatchId) -> object:
    """From a second device, whose board is from before everything."""
    return await club.conditionals.drop(club.actor(ADA), match, "another stage", 0)


async def answered(club: Club, match: MatchId) -> object:
    return await club.matches.submit(club.actor(BEN), SECOND, match)


async def otherwise(club: Club, match: MatchId) -> object:
    return await club.matches.submit(club.actor(BEN), ELSE, match)


async def undo(club: Club, match: MatchId) -> object:
    return await club.agree(club.undo, await club.state(match))


async def draw(club: Club, match: MatchId) -> object:
    return await club.agree(club.draws, await club.state(match), BEN)


async def draw_offered(club: Club, match: MatchId) -> object:
    return await club.draws.ask(club.actor(ADA), match)


async def resign(club: Club, match: MatchId) -> object:
    return await club.matches.resign(club.actor(BEN), match)


async def give_up(club: Club, match: MatchId) -> object:
    return await club.matches.resign(club.actor(ADA), match)


async def time_out(club: Club, _: MatchId) -> object:
    return await club.sweep(days=3)


async def abort(club: Club, match: MatchId) -> object:
    return await club.matches.abort(club.actor(BEN), match)


async def decide(club: Club, match: MatchId) -> object:
    return await club.rulings.decide(club.actor(MANAGER), match, ((1,), (0,)), WHY)


async def annul(club: Club, match: MatchId) -> object:
    return await club.rulings.annul(club.actor(MANAGER), match, WHY)


async def forgive(club: Club, match: MatchId) -> object:
    return await club.rulings.forgive(club.actor(MANAGER), match, WHY)


async def move_elsewhere(club: Club, match: MatchId) -> object:
    return await club.rulings.move_elsewhere(club.actor(MANAGER), match, ChannelId(702), WHY)


HAPPENINGS: Mapping[str, Happening] = {
    each.__name__: each
    for each in (
        *(prepare, drop, drop_late, answered, otherwise, undo, draw, draw_offered, resign),
        *(give_up, time_out, abort, decide, annul, forgive, move_elsewhere),
    )
}
HARMLESS = ("drop_late", "draw_offered", "move_elsewhere")
"""What leaves an answer as it is."""


async def waiting(club: Club) -> MatchState:
    match = await club.move(await timed(club, "1d"), FIRST)
    await prepare(club, match.id)
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


@pytest.mark.slow
@pytest.mark.parametrize("first", HAPPENINGS)
@pytest.mark.parametrize("share", range(SHARES))
async def test_one_after_another(club: Club, first: str, share: int) -> None:
    for second in list(HAPPENINGS)[share::SHARES]:
        now = await waiting(club)
        match, ready = now.id, True
        for name in (first, second):
            before, worked = now, True
            try:
                await HAPPENINGS[name](club, match)
            except ServiceError:
                worked = False
            now = await checked(club, match)
            went = (first, second, name, worked)
            changed = (now.ply, now.result) != (before.ply, before.result)
            played = now.line[len(before.line) :]
            if name == "answered" and worked:
                assert played == (LINE if ready else (SECOND,)), went
            else:
                assert THIRD not in played, went
            if name == "prepare" and worked:
                ready = True
            elif name not in HARMLESS and (changed or (name == "drop" and worked)):
                ready = False
            assert await is_ready(club, match) == ready, went
        if now.is_running:
            await annul(club, match)
            await checked(club, match)


@pytest.mark.parametrize("name", [each for each in HAPPENINGS if each != "answered"])
@pytest.mark.parametrize("turn", range(2))
async def test_at_the_same_instant(open_club: OpenClub, name: str, turn: int) -> None:
    """The move that is answered, and something else from another run of the program."""
    club, beside = await open_club(), await open_club()
    match = (await waiting(club)).id

    async def late(run: Club, happening: Happening, wait: int) -> object:
        await asyncio.sleep(0.002 * wait)
        return await happening(run, match)

    moved, other = await asyncio.gather(
        late(club, answered, turn), late(beside, HAPPENINGS[name], 1 - turn), return_exceptions=True
    )
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
