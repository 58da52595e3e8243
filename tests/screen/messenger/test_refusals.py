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
OF_ONE_MESSAGE = (Scope.MESSAGE, Scope.REPLY, Scope.SUBJECT)


def answer(status: int, code: int = 0) -> discord.HTTPException:
    response = SimpleNamespace(status=status, reason="no", headers={})
    return discord.HTTPException(response, {"code": code, "message": "no"})  # type: ignore[arg-type]


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
