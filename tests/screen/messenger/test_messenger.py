"""What Discord answers, as delivery understands it: for what each of its refusals is final."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest

from bot.app.features import FACES, WITH_NAMES
from bot.core import posting
from bot.core.matches import MatchState
from bot.core.posting import CannotPost, ChannelGone, TryLater
from bot.features.matches.boards import PostedBoard
from bot.screen.ids import MatchAction, MatchButton
from bot.screen.messenger import channels
from bot.screen.messenger.channels import SCOPES, Scope, refusal_of, scope_of
from bot.screen.messenger.messenger import DiscordMessenger
from bot.screen.names import Names
from data.ids import ChannelId, MessageId
from tests.kit.strict.documented import REFUSALS, About, Refusal
from tests.kit.views import NOW, match_state

BOARD = PostedBoard(match_state())


def board_mark(match: MatchState) -> str:
    return str(MatchButton(match.id, match.ply, MatchAction.BOARD))


class FailingClient:
    """A client that knows no channel, and whose requests fail as told."""

    user = None

    def __init__(self, error: Exception) -> None:
        self._error = error

    def get_channel(self, _: int) -> None:
        return None

    async def fetch_channel(self, _: int) -> None:
        raise self._error


def nothing() -> Any:
    raise AssertionError("nothing is posted, so nothing is drawn and no language looked up")


def messenger_of(client: Any) -> DiscordMessenger:
    return DiscordMessenger(client, Names(client), FACES, WITH_NAMES, nothing, nothing)


def answer(status: int, code: int = 0) -> discord.HTTPException:
    response = SimpleNamespace(status=status, reason="no", headers={})
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    if status >= 500:
        kind = discord.DiscordServerError
    return kind(response, {"code": code, "message": "no"})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "becomes"),
    [
        (answer(404, 10003), ChannelGone),
        (answer(400, 50035), CannotPost),
        (answer(500), TryLater),
        (aiohttp.ClientConnectionError(), TryLater),
        (OSError("unreachable"), TryLater),
        (discord.RateLimited(7.0), TryLater),
    ],
)
async def test_every_sort_of_failure_is_understood(
    error: Exception, becomes: type[Exception]
) -> None:
    with pytest.raises(becomes) as raised:
        await messenger_of(FailingClient(error)).find(ChannelId(700), BOARD, NOW)
    if isinstance(error, discord.RateLimited):
        assert raised.value.retry_after == timedelta(seconds=7)  # type: ignore[attr-defined]


async def test_discord_has_so_long_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "REQUEST_LIMIT", timedelta(milliseconds=1))
    client: Any = FailingClient(OSError())
    client.fetch_channel = lambda _: asyncio.Event().wait()
    with pytest.raises(TryLater):
        await messenger_of(client).find(ChannelId(700), BOARD, NOW)


async def test_a_channel_of_another_kind_takes_no_boards() -> None:
    client = SimpleNamespace(get_channel=lambda _: object(), user=None)
    messenger = messenger_of(client)
    with pytest.raises(CannotPost):
        await messenger.open_thread(match_state(), NOW)


ME, SOMEBODY = SimpleNamespace(id=1), SimpleNamespace(id=2)


def channel_with(*messages: Any) -> Any:
    """A channel in which these messages stand, oldest first."""

    async def history(*, limit: int | None, after: datetime) -> AsyncIterator[Any]:
        assert after == NOW
        for message in messages[:limit]:
            yield message

    channel = Mock(spec=discord.TextChannel)
    channel.history = history
    return channel


def marked(number: int, author: Any, mark: str) -> Any:
    """A message with one button."""
    return SimpleNamespace(
        id=number, author=author, components=[SimpleNamespace(custom_id=mark, children=())]
    )


async def found(*messages: Any) -> int | None:
    """The message that is taken for the board of ``match_state()``."""
    channel = channel_with(*messages)
    client = SimpleNamespace(get_channel=lambda _: channel, user=ME)
    return await messenger_of(client).find(ChannelId(700), BOARD, NOW)


async def test_a_board_is_found_however_much_was_said_since() -> None:
    talk = [marked(number, SOMEBODY, "x") for number in range(100, 400)]
    board = marked(500, ME, board_mark(match_state()))
    assert await found(*talk, board, *talk) == 500


async def test_no_other_message_is_taken_for_a_board() -> None:
    mark, of_another_match = board_mark(match_state()), board_mark(match_state(id=2))
    assert await found(marked(500, SOMEBODY, mark)) is None
    assert await found(marked(500, SOMEBODY, mark), marked(501, ME, mark)) == 501
    assert await found(marked(500, ME, of_another_match)) is None


@pytest.mark.parametrize("error", [answer(503), aiohttp.ServerDisconnectedError()], ids=repr)
async def test_a_thread_whose_title_cannot_be_made_is_made_later(error: Exception) -> None:
    channel = Mock(spec=discord.TextChannel)
    channel.permissions_for.return_value = discord.Permissions.all()
    client = Mock(spec=discord.Client)
    client.get_channel.return_value = channel
    client.get_user.return_value = client.get_guild.return_value = None
    client.fetch_user = AsyncMock(side_effect=error)
    with pytest.raises(TryLater):
        await messenger_of(client).open_thread(match_state(), NOW)
    assert not channel.create_thread.called


@pytest.mark.parametrize(
    ("granted", "refusals", "replies"),
    [(True, [], [True]), (True, [answer(403, 160002)], [True, False]), (False, [], [False])],
    ids=["may", "is refused", "may not"],
)
async def test_a_reply_is_posted_plainly_where_history_is_not_granted(
    granted: bool, refusals: list[Exception], replies: list[bool]
) -> None:
    channel = Mock(spec=discord.TextChannel)
    allowed = discord.Permissions.all()
    allowed.update(read_message_history=granted)
    channel.permissions_for.return_value = allowed
    channel.id = 700
    message = SimpleNamespace(id=9, attachments=())
    channel.send = AsyncMock(side_effect=[*refusals, message])
    sending = messenger_of(FailingClient(OSError()))._send(
        channel, Mock(), discord.AllowedMentions.none(), "nonce", (), MessageId(4)
    )
    assert await sending == 9
    assert ["reference" in each.kwargs for each in channel.send.await_args_list] == replies


EXPECTED = {
    Scope.LATER: posting.TryLater,
    Scope.OPENING: posting.TryLater,
    Scope.MESSAGE: posting.MessageRefused,
    Scope.REPLY: posting.CannotPost,
    Scope.PERSON: posting.DirectMessagesClosed,
    Scope.CHANNEL: posting.CannotPost,
    Scope.CHANNEL_GONE: posting.ChannelGone,
    Scope.SERVER: posting.CannotPost,
    Scope.SUBJECT: posting.MessageGone,
    Scope.ROLE: posting.RoleGone,
}
A_DIRECT = Mock(spec=discord.DMChannel)
OF_ONE_MESSAGE = (Scope.MESSAGE, Scope.REPLY, Scope.SUBJECT)


def test_a_code_says_for_what_it_is_final_and_a_failure_of_discord_is_final_for_nothing() -> None:
    for code, scope in SCOPES.items():
        kinds = {EXPECTED[scope], *EXPECTED[scope].__subclasses__()}
        assert type(refusal_of(answer(400, code), None)) in kinds, code
        for status in (429, 500, 502):
            refused = refusal_of(answer(status, code), None)
            assert isinstance(refused, posting.TryLater), (status, code)


def test_direct_messages_are_closed_by_whatever_does_not_concern_the_message() -> None:
    for code, scope in SCOPES.items():
        refused = refusal_of(answer(403, code), A_DIRECT)
        temporary = isinstance(refused, posting.TryLater)
        of_message = isinstance(refused, posting.CannotPost | posting.MessageGone)
        is_closed = isinstance(refused, posting.DirectMessagesClosed)
        assert is_closed != (temporary or of_message), code
        assert not of_message or scope in OF_ONE_MESSAGE, code


def test_an_unknown_code_is_final() -> None:
    for status in (400, 403, 404, 405, 409, 410, 422):
        assert type(refusal_of(answer(status, 999999), None)) is posting.MessageRefused
        assert type(refusal_of(answer(status, 999999), A_DIRECT)) is posting.DirectMessagesClosed


def test_without_a_code_the_status_decides() -> None:
    for status in (400, 413):
        assert type(refusal_of(answer(status), None)) is posting.MessageRefused
    for status in (401, 403, 404, 429, 500, 503):
        assert type(refusal_of(answer(status), None)) is posting.TryLater


MEANT = {
    About.LATER: {Scope.LATER, Scope.OPENING},
    About.BOT: {Scope.LATER, Scope.MESSAGE},
    About.MESSAGE: {Scope.MESSAGE, Scope.SUBJECT},
    About.INTERACTION: {Scope.MESSAGE},
    About.CHANNEL: {Scope.CHANNEL, Scope.CHANNEL_GONE, Scope.SERVER, Scope.REPLY, Scope.MESSAGE},
    About.PERSON: {Scope.PERSON},
    About.SERVER: {Scope.SERVER, Scope.ROLE, Scope.CHANNEL},
}


@pytest.mark.parametrize("documented", REFUSALS.values(), ids=REFUSALS)
def test_every_documented_refusal_is_known_for_what_it_is(documented: Refusal) -> None:
    assert documented.code in SCOPES or documented.code == 0
    found = scope_of(answer(documented.status, documented.code))
    assert found in MEANT[documented.about]
