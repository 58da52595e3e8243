"""For what each of Discord's refusals is final."""

from types import SimpleNamespace
from unittest.mock import Mock

import discord
import pytest

from bot.core import posting
from bot.screen.messenger.channels import SCOPES, Scope, refusal_of, scope_of
from tests.kit.strict.documented import REFUSALS, About, Refusal

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


def answer(status: int, code: int = 0) -> discord.HTTPException:
    response = SimpleNamespace(status=status, reason="no", headers={})
    return discord.HTTPException(response, {"code": code, "message": "no"})  # type: ignore[arg-type]


@pytest.mark.parametrize("code", SCOPES)
def test_a_code_says_for_what_it_is_final(code: int) -> None:
    assert type(refusal_of(answer(400, code), None)) in _kinds_of(EXPECTED[SCOPES[code]])


@pytest.mark.parametrize("code", SCOPES)
def test_direct_messages_are_closed_by_whatever_does_not_concern_the_message(code: int) -> None:
    refused = refusal_of(answer(403, code), A_DIRECT)
    temporary = isinstance(refused, posting.TryLater)
    of_message = isinstance(refused, posting.CannotPost | posting.MessageGone)
    assert isinstance(refused, posting.DirectMessagesClosed) != (temporary or of_message)
    if of_message:
        assert SCOPES[code] in (Scope.MESSAGE, Scope.REPLY, Scope.SUBJECT)


@pytest.mark.parametrize("status", [400, 403, 404, 405, 409, 410, 422])
@pytest.mark.parametrize("channel", [None, A_DIRECT])
def test_an_unknown_code_is_final(status: int, channel: discord.DMChannel | None) -> None:
    refused = refusal_of(answer(status, 999999), channel)
    final = posting.DirectMessagesClosed if channel else posting.MessageRefused
    assert type(refused) is final


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, posting.MessageRefused),
        (401, posting.TryLater),
        (403, posting.TryLater),
        (404, posting.TryLater),
        (413, posting.MessageRefused),
        (429, posting.TryLater),
        (500, posting.TryLater),
        (503, posting.TryLater),
    ],
)
def test_without_a_code_the_status_decides(status: int, kind: type[Exception]) -> None:
    assert type(refusal_of(answer(status), None)) is kind


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


@pytest.mark.parametrize("status", [429, 500, 502])
@pytest.mark.parametrize("code", SCOPES)
def test_a_failure_of_discord_itself_is_final_for_nothing(status: int, code: int) -> None:
    assert isinstance(refusal_of(answer(status, code), None), posting.TryLater)


def _kinds_of(kind: type[Exception]) -> set[type[Exception]]:
    return {kind, *kind.__subclasses__()}
