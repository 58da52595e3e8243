"""What Discord enforces and simcord does not, laid round simcord's one dispatch function.

``tests/kit/strict`` has the rules.
"""

import functools
from collections.abc import Callable
from typing import Any

from simcord.http import router

from tests.kit.openapi import api_document
from tests.kit.strict import channels, commands, interactions, messages, servers, threads
from tests.kit.strict.answering import answer_as_told
from tests.kit.strict.messages import close_directs, forget_nonces, nonces
from tests.kit.strict.request import Request, Rule, call_of, kept, parts_of

__all__ = [
    "BadRequestError",
    "bad_requests",
    "close_directs",
    "forget_nonces",
    "install",
    "nonces",
    "trust",
]

Dispatch = Callable[..., Any]

RULES: tuple[Rule, ...] = (
    answer_as_told,
    servers.check_server,
    channels.check_sort,
    threads.check_thread,
    messages.check_files,
    messages.check_direct,
    messages.check_reply,
    interactions.check_token,
    commands.check_installs,
)
"""What may refuse a request, in the order in which it is asked."""


class BadRequestError(AssertionError):
    """The bot sent something that Discord's API document does not allow."""


def install() -> None:
    """Make the simulated Discord as strict as the real one; once for all tests."""
    if hasattr(router.dispatch, "__wrapped__"):
        return
    router.dispatch = _stricter(router.dispatch)
    context: Any = router.RequestContext
    context.require_channel_permissions = _own_threads(context.require_channel_permissions)
    for each in (channels, threads, messages, interactions, servers):
        each.install()


def trust(backend: Any) -> None:
    """Hold no request against the API document: benchmarks measure the bot, not the checking."""
    kept(backend, "trusted", list).append(True)


def bad_requests(backend: Any) -> list[str]:
    """What the bot has sent that it must never send, wherever it caught the error."""
    return kept(backend, "bad", list)  # type: ignore[no-any-return]


def _stricter(dispatch: Dispatch) -> Dispatch:
    @functools.wraps(dispatch)
    def checked(
        backend: Any, method: str, path: str, *, json: Any = None, files: Any = None, **rest: Any
    ) -> Any:
        parts = parts_of(path)
        request = Request(backend, method, parts, call_of(method, parts), json, tuple(files or ()))
        if not kept(backend, "trusted", list):
            _require_good(request, path)
        for rule in RULES:
            rule(request)
        nonce = messages.nonce_of(request)
        if nonce is not None and nonce in nonces(backend):
            return nonces(backend)[nonce]
        body = messages.with_defaults(request)
        answer = dispatch(backend, method, path, json=body, files=list(request.files), **rest)
        if nonce is not None:
            nonces(backend)[nonce] = answer
        return commands.with_installs(request, answer)

    return checked


def _require_good(request: Request, path: str) -> None:
    faults = api_document().faults(request.method, path, request.body)
    faults = [*faults, *(f"{name} is shown, but not kept" for name in messages.lost_files(request))]
    faults = [*faults, *messages.lost_files(request)]
    if request.call is None:
        faults = [*faults, f"{request.method} {path}: tests.kit.strict.documented has no such call"]
    if faults:
        bad_requests(request.backend).extend(faults)
        raise BadRequestError("; ".join(faults))


def _own_threads(require: Callable[..., Any]) -> Callable[..., Any]:
    """Threads ask for Manage Threads, where simcord asks for Manage Channels."""

    @functools.wraps(require)
    def checked(context: Any, channel_id: int, *names: str) -> Any:
        channel = context.backend.get_channel(channel_id)
        if channel.is_thread and names == ("manage_channels",):
            names = ("manage_threads",)
        return require(context, channel_id, *names)

    return checked
