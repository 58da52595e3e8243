"""The one path of all messages: how a kind that is declared as a value is posted."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.core import posting
from bot.core.outbox import Due
from bot.features.replays.sharing import SHARE_MESSAGE
from data.database import Database
from data.ids import ChannelId, MessageId, PlayerId, ServerId
from tests.kit.club import Club
from tests.kit.refusals import refusal
from tests.kit.scripted import ManualClock

HERE, THERE, ADA = ChannelId(1), ChannelId(2), PlayerId(7)
NOW = ManualClock().now
SERVER = ServerId(3)
KNOWN = (HERE, MessageId(5))
"""A message that stands already."""
REFUSALS = [
    posting.CannotPost("send_messages", "403"),
    posting.MessageRefused(None, "400 50035"),
    posting.ChannelGone(),
    posting.DirectMessagesClosed(),
    posting.MessageGone(),
]


class Special(posting.DirectMessagesClosed):
    """A refusal that its kind does not name, but one of which it is a special case."""


@dataclass
class Recorder:
    """A messenger that writes down what it is asked, and refuses what it is told to."""

    asked: list[Any] = field(default_factory=list)
    refuses: dict[Any, Exception] = field(default_factory=dict)
    found: dict[ChannelId, MessageId] = field(default_factory=dict)

    def _note(self, *call: Any) -> None:
        self.asked.append(call)
        if call[:2] in self.refuses:
            raise self.refuses[call[:2]]

    async def require_server(self, server_id: ServerId) -> None:
        self._note("require", server_id)

    async def direct(self, player_id: PlayerId) -> ChannelId:
        return ChannelId(player_id * 100)

    async def post(self, channel_id: ChannelId, card: str, nonce: str, reply_to: Any) -> MessageId:
        assert nonce == "nonce"
        self._note("post", channel_id, card, *filter(None, (reply_to,)))
        return MessageId(9)

    async def edit(self, channel_id: ChannelId, message_id: MessageId, card: str) -> None:
        self._note("edit", channel_id, message_id, card)

    async def find(self, channel_id: ChannelId, card: str, since: Any) -> MessageId | None:
        assert since == NOW - timedelta(minutes=5)
        self._note("find", channel_id, card)
        return self.found.get(channel_id)

    async def remove(self, channel_id: ChannelId, message_id: MessageId) -> None:
        self._note("remove", channel_id, message_id)


def row(begun: int = 1, server: ServerId | None = None) -> Due:
    return Due(
        id=1,
        destination="here",
        kind=SHARE_MESSAGE,
        subject_id=1,
        version=0,
        words=None,
        nonce="nonce",
        begun=begun,
        attempts=0,
        created_at=NOW,
        posted_after=NOW,
        claimed_until=NOW,
        server_id=server,
    )


@dataclass
class Bench:
    """Shows messages of a kind through a recorder."""

    database: Database
    discord: Recorder = field(default_factory=Recorder)

    async def show(
        self,
        post: posting.Post[str],
        *,
        again: bool = False,
        server: ServerId | None = None,
        **kind: Any,
    ) -> posting.Shown | None:
        given: Any = self.discord
        made: posting.PostKind[str] = posting.PostKind(
            kind=SHARE_MESSAGE, load=lambda *_: post, **kind
        )
        poster = posting.MessagePoster(made, self.database, given)
        return await poster.show(row(begun=2 if again else 1, server=server), post)


@pytest.fixture
def bench(club: Club) -> Bench:
    return Bench(club.database)


CARD = posting.Post("card", (HERE,))
SHOWN = posting.Shown("card", (HERE, MessageId(9)))


async def test_it_answers_the_message_in_that_channel_alone(bench: Bench) -> None:
    await bench.show(replace(CARD, reply=(HERE, MessageId(4))))
    await bench.show(replace(CARD, reply=(THERE, MessageId(4))))
    assert bench.discord.asked == [("post", HERE, "card", 4), ("post", HERE, "card")]


@pytest.mark.parametrize("error", [posting.DirectMessagesClosed(), Special()])
@pytest.mark.parametrize(
    "afterwards", [None, posting.Post("instead", (THERE,))], ids=["over", "instead"]
)
async def test_what_follows_a_refusal(
    bench: Bench, afterwards: posting.Post[str] | None, error: Exception
) -> None:
    noted = []

    def closed(connection: Connection, card: str) -> posting.Post[str] | None:
        assert not connection.closed
        noted.append(card)
        return afterwards

    bench.discord.refuses["post", ChannelId(700)] = error
    showing = bench.show(
        posting.Post("card", (posting.Direct(ADA),)), refused={posting.DirectMessagesClosed: closed}
    )
    if afterwards is None:
        await refusal(type(error), showing)
    else:
        assert await showing == posting.Shown("instead", (THERE, MessageId(9)))
    assert noted == ["card"]


async def test_a_server_that_the_bot_left_costs_no_request_and_no_setting(bench: Bench) -> None:
    bench.discord.refuses["require", SERVER] = posting.ServerGone()
    forgets: posting.OnRefusal[str] = {posting.ChannelGone: lambda *_: 1 / 0}  # type: ignore[dict-item,return-value]
    for known in (None, KNOWN):
        showing = bench.show(replace(CARD, known=known), server=SERVER, refused=forgets)
        await refusal(posting.ServerGone, showing)
    assert {call[0] for call in bench.discord.asked} == {"require"}


async def test_a_message_that_stands_is_edited_if_its_kind_changes(bench: Bench) -> None:
    assert await bench.show(replace(CARD, known=KNOWN), edited={}) == posting.Shown("card", KNOWN)
    assert await bench.show(replace(CARD, known=KNOWN)) == posting.Shown("card", KNOWN)
    assert bench.discord.asked == [("edit", *KNOWN, "card")]


async def test_one_that_was_deleted_is_posted_again(bench: Bench) -> None:
    bench.discord.refuses["edit", HERE] = posting.MessageGone()
    assert await bench.show(replace(CARD, known=KNOWN), edited={}) == SHOWN


@pytest.mark.parametrize(
    "error", [posting.MessageGone(), posting.ChannelGone(), posting.CannotPost(None, "403")]
)
async def test_or_is_let_be(bench: Bench, error: Exception) -> None:
    bench.discord.refuses["edit", HERE] = error
    await refusal(type(error), bench.show(replace(CARD, known=KNOWN), edited=posting.NO_REPOST))
    assert [call[0] for call in bench.discord.asked] == ["edit"]


async def test_what_is_over_is_taken_away_wherever_it_is(bench: Bench) -> None:
    over = replace(CARD, wanted=posting.Wanted.REMOVED)
    bench.discord.refuses["remove", HERE] = posting.MessageGone()
    assert await bench.show(replace(over, known=KNOWN)) is None
    assert await bench.show(over) is None
    bench.discord.found[HERE] = MessageId(6)
    assert await bench.show(over, again=True) is None
    calls = [call for call in bench.discord.asked if call[0] == "remove"]
    assert calls == [("remove", *KNOWN), ("remove", HERE, 6)]
