"""Whatever one message raises, it alone is put aside: others are told, none twice or backwards."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.core import delivery, outbox, outbox_claims
from bot.core.delivery import TRIES
from bot.core.faults import FIRST_DELAY
from bot.core.outbox import BOARDS, Due, NewMessage
from bot.core.posting import Shown
from bot.features.challenges.storage import CHALLENGE_MESSAGE
from bot.features.timekeeping.storage import CLOCK_MESSAGE
from data.ids import ChannelId, MatchId, MessageId
from data.states import MessageKind
from tests.kit.club import BEN, Club, OpenClub
from tests.kit.due import deliver_due
from tests.kit.errors_of_all_kinds import ERRORS

KINDS = tuple(MessageKind.known.values())
BROKEN = dict(enumerate(ERRORS.values(), start=100))
"""What the messages of these subjects do."""
STAGES = ("load", "show", "remember")


@dataclass
class Wall:
    """A place on which each message is shown; broken ones fail at a stage."""

    database: Any
    stage: str
    broken: dict[int, Callable[[Connection], None]]
    shown: list[tuple[str, int]] = field(default_factory=list)

    def poster(self) -> Any:
        return SimpleNamespace(kind=self, show=self.show, waits=False)

    @property
    def waits(self) -> bool:
        return False

    def load(self, connection: Connection, due: Due) -> Due:
        self._pass("load", connection, due)
        return due

    async def show(self, due: Due, subject: Due) -> Shown:
        assert due == subject
        await self.database.write(lambda connection: self._pass("show", connection, due))
        self.shown.append((due.kind, due.subject_id))
        return Shown(due, (ChannelId(1), MessageId(due.id)))

    def remember(self, connection: Connection, card: Due, _: object) -> None:
        self._pass("remember", connection, card)

    def _pass(self, stage: str, connection: Connection, due: Due) -> None:
        if stage == self.stage and due.subject_id in self.broken:
            self.broken[due.subject_id](connection)


async def note(
    club: Club, kind: MessageKind, subject: int, destination: str, version: int = 1
) -> None:
    row = NewMessage(kind, subject, destination, version=version)
    await club.database.write(outbox.add, row, club.clock.now)


async def deliver_all(club: Club) -> None:
    for _ in range(200):
        try:
            return await deliver_due(club.delivery)
        except Exception:  # noqa: BLE001 - of a row that is put aside
            continue
    raise AssertionError("it never ends")


@pytest.mark.parametrize("stage", STAGES)
async def test_a_message_that_fails_is_put_aside_and_all_others_are_told(
    stage: str, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.database.MAX_PREPARATIONS", 3)
    monkeypatch.setattr("bot.core.delivery.WRITE_RETRY_LIMIT", timedelta(0))
    wall = Wall(club.database, stage, dict(BROKEN))
    for kind in KINDS:
        club.delivery._posters[kind] = wall.poster()
    broken = [
        (kind, subject)
        for number, kind in enumerate(KINDS)
        for subject in wall.broken
        if (number + subject) % 11 == 0  # each kind, and each error
    ]
    for kind, subject in broken:
        await note(club, kind, subject, f"{kind}:{subject}")
        await note(club, kind, subject + 1000, f"{kind}:{subject}")  # behind it
    for _ in range(3 * TRIES):  # a fault that looks like one of the database is tried again soon
        await deliver_all(club)
        club.clock.now += delivery.FIRST_DELAY
    behind = {(kind, subject + 1000) for kind, subject in broken}
    told = [each for each in wall.shown if each[1] >= 1000]
    assert sorted(told) == sorted(behind), "each once"
    left = "NOT done"
    assert await club.rows("outbox", left) == len(broken)
    assert await club.rows("outbox", f"{left} AND faults = 1 AND error IS NOT NULL") == len(broken)
    wall.broken, before = {}, len(wall.shown)
    club.clock.now += FIRST_DELAY
    await deliver_all(club)
    assert await club.rows("outbox", left) == 0
    assert len(wall.shown) == before + len(broken)


async def test_a_pause_grows_also_when_the_program_begins_anew(open_club: OpenClub) -> None:
    club = await open_club()
    await note(club, CLOCK_MESSAGE, 100, "here")
    for times in (1, 2, 4):
        club = await open_club()
        await club.database.write(outbox_claims.release_all, club.clock.now)
        club.delivery._posters[CLOCK_MESSAGE] = Wall(club.database, "load", BROKEN).poster()
        await deliver_all(club)
        until = await club.database.read(outbox_claims.next_attempt)
        assert until == club.clock.now + times * FIRST_DELAY
        club.clock.now = until


def fail_at(monkeypatch: pytest.MonkeyPatch, club: Club, plies: set[int]) -> None:
    store, read = club.store, club.store.read

    def failing(connection: Connection, match_id: MatchId, ply: Any = None, **options: Any) -> Any:
        if ply in plies:
            raise ZeroDivisionError
        return read(connection, match_id, ply, **options)

    monkeypatch.setattr(store, "read", failing)


async def test_later_boards_pass_and_boards_never_go_back(club: Club, monkeypatch) -> None:
    match = await club.start(posted=True)
    with monkeypatch.context() as broken:
        fail_at(broken, club, {1})
        match = await club.play(match)
        await deliver_all(club)
        assert club.discord.posted(match.id) == [0]
        match = await club.play(match)
        await deliver_all(club)
        assert club.discord.posted(match.id) == [0, 2]
    await club.deliver(FIRST_DELAY)
    assert club.discord.posted(match.id) == [0, 2]
    assert (await club.state(match.id)).match.board_message_id == club.discord.messages[-1].id
    assert await club.rows("outbox", "NOT done") == 0


@pytest.mark.parametrize("kind", [*BOARDS, CHALLENGE_MESSAGE])
async def test_a_later_message_passes_one_that_failed_and_a_later_edit_waits(
    club: Club, kind: MessageKind
) -> None:
    wall = Wall(club.database, "load", dict(BROKEN))
    club.delivery._posters[kind] = wall.poster()
    await note(club, kind, 100, "here")
    await deliver_all(club)
    wall.broken = {}
    await note(club, kind, 100, "here", 2)
    await deliver_all(club)
    assert wall.shown == ([(kind, 100)] if kind in BOARDS else [])
    await club.deliver(FIRST_DELAY)
    assert await club.rows("outbox", "NOT done") == 0


async def test_a_board_and_a_later_one_are_never_under_way_together(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.start(posted=True)
    with monkeypatch.context() as broken:
        fail_at(broken, club, {1})
        match = await club.play(match)
        await deliver_all(club)
    club.clock.now += FIRST_DELAY
    match = await club.play(match)  # both are due now
    claimed, _ = await club.database.write(club.delivery._claim, 16)
    assert [due.version for due, _ in claimed] == [1]
    again, _ = await club.database.write(club.delivery._claim, 16)
    assert again == ()


async def test_a_card_whose_message_was_not_remembered_is_not_posted_twice(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = club.delivery._posters[CHALLENGE_MESSAGE].kind

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    challenge = await club.offer()
    with monkeypatch.context() as broken:
        broken.setattr(
            club.delivery._posters[CHALLENGE_MESSAGE],
            "kind",
            type(kind)(
                **{name: getattr(kind, name) for name in kind.__slots__} | {"remember": fail}
            ),
        )
        await deliver_all(club)
    assert len(club.discord.cards) == 1
    await club.challenges.decline(club.actor(BEN), challenge.id)
    await deliver_all(club)
    assert len(club.discord.cards) == 1, "the card as it is now waits for the first one"
    await club.deliver(FIRST_DELAY)
    ((card,),) = [club.discord.cards]
    assert card.shown[-1] == "declined"
    assert await club.rows("outbox", "NOT done") == 0
