"""What may have been done or not, as nobody lived or answered to say so: told once, and soon."""

from collections.abc import Callable
from contextlib import suppress
from copy import copy
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from bot.core import delivery, outbox_claims
from data.errors import StorageError
from tests.kit.by_day import mostly_at_night
from tests.kit.club import CHLOE, DAN, DIRECT, PLACE, Club, OpenClub
from tests.kit.waiting import running, until

SOON = timedelta(milliseconds=10)
Fails = Callable[[], str | None]
"""Whether a transaction goes wrong ``before`` its commit, or its answer is lost ``after`` it."""


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pauses after a fault, which the clock of a club does not count, are short."""
    monkeypatch.setattr(delivery, "FIRST_DELAY", SOON)
    monkeypatch.setattr(delivery, "WRITE_RETRY_DELAY", SOON)


def lose_answers(club: Club, monkeypatch: pytest.MonkeyPatch, fails: Fails) -> None:
    """Let writing go wrong for delivery, and for nobody else."""
    faulty: Any = copy(club.database)

    async def lossy(work: Any, *given: Any, **options: Any) -> Any:
        moment = fails()
        if moment == "before":
            raise StorageError("cut")
        answer = await club.database.write(work, *given, **options)
        if moment == "after":
            raise StorageError("cut")
        return answer

    monkeypatch.setattr(faulty, "write", lossy)
    club.delivery._database = faulty


def once(*moments: str | None) -> Fails:
    """Lets the first transactions go wrong so."""
    left = list(moments)
    return lambda: left.pop(0) if left else None


RELEASING, TAKING_UP, CLAIMING, NOTING = range(4)


@pytest.mark.both_databases
async def test_a_late_claim_is_found_too(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server goes on with what it was sent, when the bot has given the connection up."""
    match = await club.start(place=DIRECT)
    fails = once(*[None] * (CLAIMING - club.database.is_shared), "before")
    lose_answers(club, monkeypatch, fails)
    async with running(club.delivery.run()):
        await until(lambda: club.delivery._lost_claims_until is not None)
        now = club.clock.now
        await until(lambda: club.discord.posted(match.id) == [0])
        await club.play(match)
        await until(lambda: club.discord.posted(match.id) == [0, 1])
        club.delivery._wakeup.set()
        match = await club.start(CHLOE, DAN, place=PLACE)
        name = club.delivery._name
        await club.database.write(outbox_claims.claim, name, now, now, 9)
        await until(lambda: club.discord.posted(match.id) == [0])


@pytest.mark.both_databases
async def test_claims_of_others_stay(open_club: OpenClub, monkeypatch: pytest.MonkeyPatch) -> None:
    club = await open_club()
    theirs, now = await club.start(place=DIRECT), club.clock.now
    claim = (outbox_claims.claim, "another", now, now, 9)
    assert len(await club.database.write(*claim)) == 2, "the challenge's card, and the board"
    ours = await club.start(CHLOE, DAN)
    lose_answers(club, monkeypatch, once("after", "after"))
    for _ in range(4):
        await club.deliver()
    assert (club.discord.posted(ours.id), club.discord.posted(theirs.id)) == ([0], [])


@pytest.mark.parametrize("seed", mostly_at_night(range(4), (0, 1)))
@pytest.mark.both_databases
async def test_boards_come_once(club: Club, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    randomness, moments = Random(seed), [None, None, "before", "after"]
    broken = False

    def fails() -> str | None:
        return randomness.choice(moments) if broken else None

    lose_answers(club, monkeypatch, fails)
    club.delivery._alone = False
    matches = [await club.start(place=DIRECT), await club.start(CHLOE, DAN)]
    began = club.clock.now
    async with running(club.delivery.run()):
        await until(lambda: club.discord.messages)
        broken = True
        for _ in range(6):
            matches = [await club.play(each) for each in matches]
            await until(lambda: len(club.discord.messages) > randomness.randrange(8))
        broken = False
        for match in matches:
            await until(lambda each=match: club.discord.posted(each.id) == list(range(7)))
    assert club.clock.now == began, "nobody has waited for a claim to end"
    for match in matches:
        state = await club.state(match.id)
        shown = [each for each in club.discord.messages if each.match_id == match.id]
        assert state.match.board_message_id == shown[-1].id
        assert [each.buttons for each in shown] == [False] * 6 + [True]


class KilledError(BaseException):
    """The program ends here, and tidies nothing up."""


async def nothing_is_due(club: Club) -> bool:
    return await club.rows("outbox", "NOT done") == 0


CALLS = ("post_board", "open_thread", "post_card", "retire_board", "edit_card")


@pytest.mark.both_databases
@pytest.mark.parametrize("afterwards", [False, True])
@pytest.mark.parametrize("call", mostly_at_night(CALLS, CALLS[:3:2]))
async def test_what_a_killed_program_was_at_is_there_once(
    open_club: OpenClub, call: str, *, afterwards: bool
) -> None:
    killed = await open_club()
    match = await killed.play(await killed.start(place=PLACE))
    challenge = await killed.offer(CHLOE, (DAN,))
    if call in ("retire_board", "edit_card"):
        await killed.deliver()
        await killed.play(await killed.state(match.id))
        await killed.challenges.decline(killed.actor(DAN), challenge.id)
    killed.discord.fail(call, KilledError(), afterwards=afterwards)
    with suppress(KilledError):
        await killed.deliver()
    assert not killed.discord.faults[call]
    club = await open_club(killed.discord)
    club.clock.now += delivery.LEASE
    state = await club.state(match.id)
    buttons = [False] * state.ply + [True]
    async with running(club.delivery.run()):
        await until(lambda: [each.buttons for each in club.discord.messages] == buttons)
        await until(lambda: nothing_is_due(club))
    state = await club.state(match.id)
    assert club.discord.posted(match.id) == list(range(state.ply + 1))
    assert state.match.board_message_id == club.discord.messages[-1].id
    assert state.match.thread_id == club.discord.threads[match.id]
    (card,) = (each for each in club.discord.cards if each.name == f"challenge {challenge.id}")
    now = await club.challenges.get(challenge.id)
    assert (now.message_id, card.shown[-1]) == (card.id, now.state.value)
